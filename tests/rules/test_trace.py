"""The rules against a recorded run: every combat action stepped from the observed state must give the observed
result."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import EnemySeen, PowerSeen, Snapshot, combat_from
from sts2fsm.rules.state import Combat
from tests.shared import capture_names, captures

KINDS = ("monster", "elite", "boss")
STATES = [name for kind in KINDS for name in capture_names(f"captures/states/{kind}-*.json")]
NAMES = {d.name: d.id for d in load().cards.values()}


def spec(card: dict[str, Any]) -> rules.CardSpec:
    """A wire card (pile cards have no id) as a card of the deck."""
    name = card["name"]
    return rules.CardSpec(card.get("id") or NAMES[name.rstrip("+")], int(name.endswith("+")))


def powers(status: list[dict[str, Any]]) -> tuple[PowerSeen, ...]:
    """Wire powers as seen powers."""
    return tuple(PowerSeen(p["id"], p["amount"]) for p in status)


def build(state: dict[str, Any], bodies: dict[int, dict[str, Any]]) -> Combat:
    """A combat from one wire payload; `bodies` are illusions seen before that lie dead now."""
    player, battle = state["player"], state["battle"]
    seen: list[tuple[dict[str, Any], bool]] = [(e, True) for e in battle["enemies"]]
    seen = [(b, False) for b in bodies.values()] + seen
    enemies = tuple(
        EnemySeen(
            id=e["entity_id"].rsplit("_", 1)[0],
            combat_id=e["combat_id"],
            hp=e["hp"] if alive else 0,
            max_hp=e["max_hp"],
            block=e["block"] if alive else 0,
            powers=powers(e["status"]),
            intents=tuple(rules.Intent(i["type"], i.get("label", "")) for i in e["intents"]) if alive else (),
            move="" if alive else "REVIVE_MOVE",
            alive=alive,
        )
        for e, alive in seen
    )
    setup = rules.CombatSetup(
        deck=(),
        hp=player["hp"],
        max_hp=player["max_hp"],
        ascension=state["run"]["ascension"],
        relics=tuple(rules.RelicSpec(r["id"]) for r in player["relics"]),
        max_energy=player["max_energy"],
        build="v0.103.2",
    )
    piles = {name: tuple(spec(x) for x in player[f"{name}_pile"]) for name in ("draw", "discard", "exhaust")}
    return combat_from(
        setup,
        Snapshot(
            round=battle["round"],
            energy=player["energy"],
            enemies=enemies,
            block=player["block"],
            powers=powers(player["status"]),
            hand=tuple(spec(x) for x in player["hand"]),
            **piles,
        ),
    )


def shown(c: Combat) -> dict[str, Any]:
    """What is compared: hp, block, energy and powers of the player, and of every living enemy."""
    return {
        "player": (c.player.hp, c.player.block, c.energy, {p.id: p.amount for p in c.player.powers.values()}),
        "enemies": {
            e.combat_id: (e.hp, e.block, {p.id: p.amount for p in e.powers.values()}) for e in c.enemies if e.alive
        },
    }


def observed(state: dict[str, Any]) -> dict[str, Any]:
    """The same of a wire payload."""
    player = state["player"]
    return {
        "player": (player["hp"], player["block"], player["energy"], {p["id"]: p["amount"] for p in player["status"]}),
        "enemies": {
            e["combat_id"]: (e["hp"], e["block"], {p["id"]: p["amount"] for p in e["status"]})
            for e in state["battle"]["enemies"]
        },
    }


def trace_rows() -> list[dict[str, Any]]:
    """The recorded lines: action, reply and the state after it."""
    text = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def replay() -> tuple[int, list[str]]:
    """Steps checked, and a line for each that differs."""
    rows = trace_rows()
    checked, misses = 0, []
    bodies: dict[int, dict[str, Any]] = {}
    for before, after in pairwise(rows):
        state, action = before["state"], after["action"]
        battle = (state or {}).get("battle")
        if not battle or not action or action["action"] not in ("play_card", "end_turn"):
            bodies = {}
            continue
        c = build(state, bodies)
        if action["action"] == "play_card":
            target = action.get("target")
            ids = {e["entity_id"]: e["combat_id"] for e in battle["enemies"]}
            rules.play_card(c, action["card_index"], ids[target] if target else None)
        else:
            rules.end_turn(c)
        checked += 1
        new = after["state"]
        if not new.get("battle"):
            if c.outcome is None or rules.summary(c).hp != new["player"]["hp"]:
                misses.append(f"step {after['step']}: {c.outcome} {c.player.hp} != {new['player']['hp']}")
            bodies = {}
            continue
        if c.notes or shown(c) != observed(new):
            misses.append(f"step {after['step']}: {c.notes} {shown(c)} != {observed(new)}")
        alive = {e["combat_id"] for e in new["battle"]["enemies"]}
        gone = {e["combat_id"]: e for e in battle["enemies"] if e["combat_id"] not in alive} | bodies
        bodies = {k: e for k, e in gone.items() if k not in alive and e["entity_id"].startswith("EYE_WITH_TEETH")}
    return checked, misses


def test_every_recorded_combat_step_is_reproduced_exactly() -> None:
    """All 87 combat actions of the captured Ironclad run give the recorded hp, block, energy and powers."""
    checked, misses = replay()
    assert misses == []
    assert checked == 87


def combat_states() -> list[dict[str, Any]]:
    """Every state of the trace in the player's turn of a fight."""
    rows = trace_rows()
    return [r["state"] for r in rows if r["state"] and r["state"].get("battle")]


def test_costs_and_unplayable_reasons_of_recorded_hands_are_reproduced() -> None:
    """Every hand card of the trace: cost, target type and unplayable_reason as the game printed them."""
    checked = 0
    for state in combat_states():
        c = build(state, {})
        for index, card in enumerate(state["player"]["hand"]):
            assert rules.card_cost(c, c.hand[index]) == card["cost"]
            assert rules.target_type(c.hand[index]) == card["target_type"]
            assert rules.unplayable_reason(c, index) == card["unplayable_reason"]
            checked += 1
    assert checked > 250


def test_the_intents_after_each_recorded_turn_are_reproduced() -> None:
    """After a turn end, every monster whose next move is not random shows the recorded intents, labels included."""
    rows = trace_rows()
    checked = 0
    for before, after in pairwise(rows):
        action, new = after["action"], after["state"]
        if not action or action["action"] != "end_turn" or not (new or {}).get("battle"):
            continue
        c = build(before["state"], {})
        rules.end_turn(c)
        for seen in new["battle"]["enemies"]:
            mine = c.creature(seen["combat_id"])
            if mine is None or seen["entity_id"].startswith(("LEAF_SLIME_S", "FOGMOG")):
                continue
            shown = [(i["type"], i.get("label", "")) for i in seen["intents"]]
            assert [(i.type, i.label) for i in rules.intents(c, mine)] == shown, after["step"]
            checked += 1
    assert checked == 14


@pytest.mark.parametrize("name", STATES)
def test_costs_of_other_recorded_hands_are_reproduced(name: str) -> None:
    """Single payloads of later builds: cost and unplayable_reason of each Ironclad hand card we are shown."""
    state = json.loads(captures(name).read_text(encoding="utf-8"))
    player, battle = state["player"], state["battle"]
    enemies = tuple(
        EnemySeen(
            e["entity_id"].rsplit("_", 1)[0], e["combat_id"], e["hp"], e["max_hp"], e["block"], powers(e["status"])
        )
        for e in battle["enemies"]
    )
    hand = tuple(rules.CardSpec(x["id"], int(x["is_upgraded"])) for x in player["hand"])
    relics = tuple(rules.RelicSpec(r["id"]) for r in player["relics"] if r["id"] in load().relics)
    setup = rules.CombatSetup(deck=(), hp=player["hp"], max_hp=player["max_hp"], relics=relics)
    c = combat_from(
        setup, Snapshot(battle["round"], player["energy"], enemies, powers=powers(player["status"]), hand=hand)
    )
    for index, card in enumerate(player["hand"]):
        assert rules.card_cost(c, c.hand[index]) == card["cost"], card["id"]
        assert rules.unplayable_reason(c, index) == card["unplayable_reason"], card["id"]
