"""Menus: from the main menu into a run and back (api.md 2.1, 5)."""

from __future__ import annotations

import pytest

from tests.embedded.desk import Desk, at


def test_option_shapes_differ_from_screen_to_screen() -> None:
    """Strings on main, objects on singleplayer and character select."""
    desk = Desk()
    assert desk.read()["options"] == ["singleplayer", "multiplayer", "compendium", "timeline", "settings", "quit"]
    desk.ok("menu_select", option="Singleplayer")
    assert desk.read()["options"] == [
        {"name": "standard", "enabled": True},
        {"name": "daily", "enabled": False},
        {"name": "custom", "enabled": False},
        {"name": "back", "enabled": True},
    ]
    desk.refused("menu_select", option="daily")
    desk.ok("menu_select", option="standard")
    state = desk.read()
    assert sorted(c["id"] for c in state["characters"] if not c["locked"]) == list(STARTS)
    assert [o["name"] for o in state["options"]][-3:] == ["confirm", "embark", "back"]
    desk.refused("menu_select", option="WATCHER")
    desk.ok("menu_select", option="ironclad")


# hp, cards, first relic (facts: characters)
STARTS = {
    "DEFECT": (75, 10, "CRACKED_CORE"),
    "IRONCLAD": (80, 10, "BURNING_BLOOD"),
    "NECROBINDER": (66, 10, "BOUND_PHYLACTERY"),
    "REGENT": (75, 10, "DIVINE_RIGHT"),
    "SILENT": (70, 12, "RING_OF_THE_SNAKE"),
}


@pytest.mark.parametrize("character", STARTS)
def test_each_character_can_be_selected_and_starts_with_its_own(character: str) -> None:
    """The screen shows hp, 99 gold and the deck; the run that begins has them, whatever the constructor named."""
    desk = Desk()
    for option in ("singleplayer", "standard"):
        desk.ok("menu_select", option=option)
    hp, cards, relic = STARTS[character]
    row = next(c for c in desk.read()["characters"] if c["id"] == character)
    assert (row["hp"], row["gold"], len(row["starting_deck"])) == (hp, 99, cards)
    for option in (character, "embark"):
        desk.ok("menu_select", option=option)
    player = desk.wait()["player"]
    assert (player["hp"], player["max_hp"], player["gold"]) == (hp, hp, 99)
    assert [r["id"] for r in player["relics"]] == [relic]
    assert len(desk.game.world.live_run.deck) == cards


def test_the_constructors_character_is_selected_without_a_click() -> None:
    """Embarking at once starts with it."""
    desk = Desk(character="SILENT")
    assert desk.embark()["player"]["max_hp"] == 70


def test_empty_option_is_refused_and_mistyped_is_http_500() -> None:
    """Missing, blank: 200 with an error. A number: 500."""
    desk = Desk()
    desk.refused("menu_select")
    desk.refused("menu_select", option="  ")
    status, body = desk.game.post({"action": "menu_select", "option": 3})
    assert status == 500
    assert body["error"].startswith("Menu action failed: ")


def test_standard_mode_takes_no_seed() -> None:
    """A seed without a lobby is an error, and nothing starts."""
    desk = Desk()
    desk.ok("menu_select", option="singleplayer")
    desk.ok("menu_select", option="standard")
    assert "seed" in desk.refused("menu_select", option="embark", seed="ABC").lower()
    assert desk.wait()["menu_screen"] == "character_select"


def test_character_select_lingers_after_embark() -> None:
    """First without run, then with it and no player, its buttons disabled, as captured; then Neow."""
    desk = Desk()
    for option in ("singleplayer", "standard", "embark"):
        desk.ok("menu_select", option=option)
    first = desk.wait(0.3)
    assert (first["menu_screen"], "run" in first) == ("character_select", False)
    later = desk.wait(0.5)
    assert (later["menu_screen"], later["run"]["floor"], "player" in later) == ("character_select", 0, False)
    assert {o["enabled"] for o in later["options"] if o["name"] in ("confirm", "embark", "back")} == {False}
    assert desk.wait()["event"]["event_id"] == "NEOW"


def test_game_over_leads_to_the_main_menu_and_nothing_else_is_actionable() -> None:
    """After a lost run there is no continue; singleplayer comes a moment late; a new run starts."""
    desk = at("monster:NIBBITS_WEAK")
    desk.game.world.room.combat.player.hp = 1
    desk.ok("end_turn")
    state = desk.wait(6.0)
    assert state["game_over"] == {"message": "Run ended.", "options": ["main_menu"]}
    assert state["player"]["hp"] == 0
    desk.refused("menu_select", option="continue")
    desk.refused("end_turn")
    desk.ok("menu_select", option="main_menu")
    assert "singleplayer" not in desk.read()["options"]
    assert desk.wait()["options"][0] == "singleplayer"
    assert desk.embark()["run"]["floor"] == 1


def test_abandoning_asks_first() -> None:
    """abandon_run opens a popup; yes ends the run, and singleplayer is back."""
    desk = at("rest_site")
    desk.game.save_and_quit()
    desk.wait()
    desk.ok("menu_select", option="abandon_run")
    popup = desk.read()
    assert popup["menu_screen"] == "popup"
    desk.ok("menu_select", option="no")
    assert "continue" in desk.read()["options"]
    desk.ok("menu_select", option="abandon_run")
    desk.ok("menu_select", option="yes")
    assert desk.read()["options"][0] == "singleplayer"


def test_blocked_timeline_names_its_epochs_and_refuses() -> None:
    """The option moves to blocked_options; selecting it needs a human."""
    desk = Desk(rooms=["timeline_blocked"])
    state = desk.read()
    assert "timeline" not in state["options"]
    blocked = state["blocked_options"][0]
    assert (blocked["name"], blocked["enabled"], blocked["reason"]) == (
        "timeline",
        False,
        "manual_epoch_reveal_required",
    )
    reply = desk.act("menu_select", option="timeline")
    assert (reply["status"], reply["manual_action_required"]) == ("error", True)
    assert reply["pending_epoch_ids"] == blocked["pending_epoch_ids"]


def test_tutorial_is_clickable_after_a_moment_and_has_two_pages() -> None:
    """enabled false at first, and advance is refused; each page asks again."""
    desk = Desk(rooms=["tutorial"])
    for option in ("singleplayer", "standard", "embark"):
        desk.ok("menu_select", option=option)
    state = desk.wait(0.7)
    assert state["options"] == [{"name": "advance", "enabled": False}, {"name": "proceed", "enabled": False}]
    assert "actionable" in desk.refused("menu_select", option="advance")
    desk.wait(1.0)
    desk.ok("menu_select", option="advance")
    assert desk.read()["options"][0]["enabled"] is False
    desk.wait(1.0)
    desk.ok("menu_select", option="proceed")
    assert desk.wait()["event"]["event_id"] == "NEOW"


def test_overlay_without_actions_closes_by_itself() -> None:
    """An unknown overlay lies over Neow for three seconds."""
    desk = Desk(rooms=["overlay"])
    for option in ("singleplayer", "standard", "embark"):
        desk.ok("menu_select", option=option)
    state = desk.wait(2.0)
    assert (state["state_type"], set(state["overlay"])) == ("overlay", {"screen_type", "message"})
    assert desk.wait()["state_type"] == "event"
