"""The deck ledger: what it is begun with, what changes it, and that a fight's first turn has the last word.

Sources: starting decks and ascension 5 from facts/characters.json and facts/rules.json; relics from facts/relics.json.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.facts.deck import deck_facts
from sts2fsm.facts.deck_changes import effects, landed, new_relics
from sts2fsm.facts.fight import card_of
from sts2fsm.facts.ledger import UNSEEN, Deck, Held, begun, learned, reconciled
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.runner import Moment, Runner, Settings
from sts2fsm.wire import actions as w
from sts2fsm.wire.actions import read_action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import read_reply
from tests.facts.fights import READER, card, enemy, fight
from tests.shared import captures

STRIKE, DEFEND, BASH = "STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "BASH"
STARTING = (*[DEFEND] * 4, *[STRIKE] * 5, BASH)


def page(screen: str = "event", ascension: int = 0, floor: int = 1, **more: Any) -> Observation:
    """A page outside fights; further keywords are blocks, and `relics` the ids of those held."""
    relics = [{"id": relic, "name": relic} for relic in more.pop("relics", ["BURNING_BLOOD"])]
    player = {"character": "The Ironclad", "hp": 60, "max_hp": 80, "gold": 99, "relics": relics}
    run = {"act": 1, "floor": floor, "ascension": ascension}
    blocks = {screen: {}, **more, "player": {**player, **more.pop("player", {})}}
    return READER.observation({"state_type": screen, "run": run, **blocks})


def starting() -> Deck:
    deck = begun(page())
    assert deck is not None
    return deck


def offered(*ids: str, upgraded: bool = False) -> list[dict[str, Any]]:
    return [card(id_, i, is_upgraded=upgraded) for i, id_ in enumerate(ids)]


def first_turn(hand: list[Any], draw: list[str], **player: Any) -> Observation:
    """The first turn of a fight; the draw pile by names."""
    return fight(
        hand, [enemy("NIBBIT", 0, 40, ("Attack", "12"))], draw_pile=[{"name": name} for name in draw], **player
    )


# --- how it begins ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("ascension", "extra"), [(0, ()), (4, ()), (5, ("ASCENDERS_BANE",)), (10, ("ASCENDERS_BANE",))]
)
def test_a_run_begins_with_the_characters_deck(ascension: int, extra: tuple[str, ...]) -> None:
    """Five Strikes, four Defends, Bash; Ascender's Bane from ascension 5 on."""
    deck = begun(page(ascension=ascension))
    assert deck is not None and Counter(deck.ids) == Counter((*STARTING, *extra))


def test_a_title_in_another_language_is_known_by_the_first_relic() -> None:
    """No table knows the title; Burning Blood is the Ironclad's."""
    deck = begun(page(player={"character": "Der Eiserne"}))
    assert deck is not None and Counter(deck.ids) == Counter(STARTING)


def test_a_run_joined_later_has_no_ledger_before_its_first_fight() -> None:
    """Nothing is assumed; then the fight tells all."""
    assert begun(page(floor=7)) is None
    deck = reconciled(None, first_turn([STRIKE, BASH], ["Defend", "Anger+"]))
    assert deck is not None
    assert Counter(deck.cards) == Counter([Held("ANGER", True), Held(BASH), Held(DEFEND), Held(STRIKE)])


# --- what changes it --------------------------------------------------------------------------------------------------
def test_a_card_that_is_taken_is_gained_as_it_was_shown() -> None:
    """The second card of three, upgraded."""
    before = page("card_reward", card_reward={"cards": offered("ANGER", "INFLAME", "HAVOC", upgraded=True)})
    deck = landed(starting(), before, w.SelectCardReward(1), page("rewards"), ())
    assert Held("INFLAME", True) in deck.cards and len(deck.cards) == 11


@pytest.mark.parametrize(
    ("relics", "gained"),
    [
        (["MOLTEN_EGG"], [Held("ANGER", True)]),  # attacks come upgraded
        (["TOXIC_EGG"], [Held("ANGER")]),  # skills do
        (["BING_BONG"], [Held("ANGER"), Held("ANGER")]),  # every card comes twice
    ],
)
def test_relics_change_the_cards_that_come(relics: list[str], gained: list[Held]) -> None:
    """Anger, an attack, with each relic."""
    before = page("card_reward", card_reward={"cards": offered("ANGER")}, relics=relics)
    deck = landed(starting(), before, w.SelectCardReward(0), page("rewards"), ())
    assert [held for held in deck.cards if held.id == "ANGER"] == gained


def test_a_card_bought_is_gained_and_a_relic_is_none() -> None:
    """Only the item of that index, and only where it is a card."""
    items = [
        {"index": 0, "category": "card", "price": 50, "card_id": "INFLAME", "card_is_upgraded": False},
        {"index": 1, "category": "relic", "price": 150, "relic_id": "VAJRA"},
    ]
    before = page("shop", shop={"items": items})
    assert len(landed(starting(), before, w.ShopPurchase(1), page("shop"), ()).cards) == 10
    assert Held("INFLAME") in landed(starting(), before, w.ShopPurchase(0), page("shop"), ()).cards


GRIDS = (
    ("select", [Held(DEFEND)], []),
    ("upgrade", [Held(DEFEND)], [Held(DEFEND, True)]),
    ("transform", [Held(DEFEND)], [UNSEEN]),
    ("simple_select", [], [Held(DEFEND)]),
    ("NDeckEnchantSelectScreen", [Held(DEFEND)], [Held(DEFEND, False, "?")]),
)


@pytest.mark.parametrize(("screen", "gone", "come"), GRIDS)
def test_a_grid_changes_the_card_that_was_picked(screen: str, gone: list[Held], come: list[Held]) -> None:
    """By the screen's type, once the grid is gone; while it is open nothing has happened."""
    before = page("card_select", card_select={"screen_type": screen, "cards": offered(STRIKE, DEFEND)})
    deck = landed(starting(), before, w.ConfirmSelection(), before, ("1",))
    assert deck == starting()
    deck = landed(starting(), before, w.ConfirmSelection(), page("map"), ("1",))
    assert Counter(deck.cards) == Counter(starting().cards) - Counter(gone) + Counter(come)


def test_a_grid_over_a_fight_changes_no_deck() -> None:
    """A card that an effect exhausts is in the deck still."""
    over = fight([], [])
    grid = {"screen_type": "select", "cards": offered(STRIKE)}
    before = READER.observation({**over.raw, "state_type": "card_select", "card_select": grid})
    assert landed(starting(), before, w.ConfirmSelection(), over, ("0",)) == starting()


def test_what_opened_the_grid_tells_a_copy_from_a_removal() -> None:
    """Dolly's Mirror copies the card that is picked on a grid like that of a removal."""
    deck = new_relics(starting(), page(), page(relics=["BURNING_BLOOD", "DOLLYS_MIRROR"]))
    before = page("card_select", card_select={"screen_type": "select", "cards": offered(STRIKE, BASH)})
    deck = landed(deck, before, w.ConfirmSelection(), page("map"), ("1",))
    assert Counter(deck.ids)[BASH] == 2


# what the tables say that a relic does as it is taken, and what becomes of the starting deck
PICKED_UP = (
    ("CURSED_PEARL", [], [Held("GREED")]),
    ("LARGE_CAPSULE", [], [Held(STRIKE), Held(DEFEND)]),
    ("NEOWS_TALISMAN", [Held(STRIKE), Held(DEFEND)], [Held(STRIKE, True), Held(DEFEND, True)]),
    ("LEAFY_POULTICE", [Held(STRIKE), Held(DEFEND)], [UNSEEN, UNSEEN]),
    ("PANDORAS_BOX", [*[Held(STRIKE)] * 5, *[Held(DEFEND)] * 4], [UNSEEN] * 9),
    ("ARCHAIC_TOOTH", [Held(BASH)], [Held("BREAK")]),
    ("PAELS_CLAW", [Held(DEFEND)] * 4, [Held(DEFEND, False, "GOOPY")] * 4),
)


@pytest.mark.parametrize(("relic", "gone", "come"), PICKED_UP)
def test_a_new_relic_does_to_the_deck_what_its_table_says(relic: str, gone: list[Held], come: list[Held]) -> None:
    """Once, as it appears among the relics."""
    after = page(relics=["BURNING_BLOOD", relic])
    deck = new_relics(starting(), page(), after)
    assert Counter(deck.cards) == Counter(starting().cards) - Counter(gone) + Counter(come)
    assert new_relics(deck, after, after) == deck


def test_an_events_option_changes_the_deck_as_its_table_says() -> None:
    """Byrdonis Nest: taking the egg puts it into the deck; eating it does not."""
    options = [{"index": i, "title": title} for i, title in enumerate(("Eat the Egg", "Take the Egg"))]
    before = page(event={"event_id": "BYRDONIS_NEST", "options": options})
    assert landed(starting(), before, w.ChooseEventOption(0), page("map"), ()) == starting()
    assert Held("BYRDONIS_EGG") in landed(starting(), before, w.ChooseEventOption(1), page("map"), ()).cards


def test_what_chance_decides_is_counted_as_unsure() -> None:
    """Two cards are upgraded, nobody sees which; a random card comes, nobody sees which."""
    deck = effects(starting(), [{"op": "upgrade", "n": 2, "random": True}], None)
    assert (deck.unsure, deck.cards) == (2, starting().cards)
    deck = effects(starting(), [{"op": "add_random_card", "pool": "Curse", "n": 1}], None)
    assert UNSEEN in deck.cards and len(deck.cards) == 11


# --- what a fight shows -----------------------------------------------------------------------------------------------
def test_a_fights_first_turn_wins_over_the_ledger_and_the_difference_is_recorded() -> None:
    """One Strike was taken for something else; enchantments of what stays are kept."""
    deck = starting().enchant(BASH, False, "SHARP")
    shown = first_turn([STRIKE] * 4 + [BASH], ["Defend"] * 4 + ["Inflame"])
    after = reconciled(deck, shown)
    assert after is not None
    assert Counter(after.ids) == Counter([*[STRIKE] * 4, *[DEFEND] * 4, BASH, "INFLAME"])
    assert after.differences == ("floor 3: +INFLAME", f"floor 3: -{STRIKE}")
    assert (after.fights, after.exact) == (1, 0)
    assert Held(BASH, False, "SHARP") in after.cards


def test_what_fights_make_is_not_of_the_deck() -> None:
    """Ninja Scroll's Shivs in hand, Blessed Antler's Dazed in the draw pile; and Crossbow's attack, which is a card
    that a deck might have."""
    shown = first_turn([STRIKE] * 4 + [BASH, "SHIV"], ["Defend"] * 4 + ["Strike", "Dazed"])
    after = reconciled(starting(), shown)
    assert after is not None and (after.ids, after.exact) == (starting().ids, 1)
    shown = first_turn(
        [STRIKE] * 4 + [BASH, "ANGER"], ["Defend"] * 4 + ["Strike"], relics=[{"id": "CROSSBOW", "name": "Crossbow"}]
    )
    after = reconciled(starting(), shown)
    assert after is not None and (after.ids, after.exact) == (starting().ids, 1)


def test_a_card_made_for_a_full_hand_is_not_of_the_deck_either() -> None:
    """Crossbow's attack did not fit into the hand and lies in the discard pile."""
    crossbow = [{"id": "CROSSBOW", "name": "Crossbow"}]
    shown = first_turn([STRIKE] * 5 + [DEFEND] * 4 + [BASH], [], relics=crossbow, discard_pile=[{"name": "Anger"}])
    after = reconciled(starting(), shown)
    assert after is not None and (after.ids, after.exact) == (starting().ids, 1)
    unsure = reconciled(starting().guessed().gain(UNSEEN), shown)
    assert unsure is not None and "ANGER" in unsure.ids  # it may be the card that nobody saw


def test_a_card_made_is_told_from_one_that_was_upgraded_unseen() -> None:
    """A random upgrade fell on the Bash in hand; the second Strike too many is the Crossbow's."""
    crossbow = [{"id": "CROSSBOW", "name": "Crossbow"}]
    hand = [card(BASH, 0, name="Bash+", is_upgraded=True), *[STRIKE] * 6]
    after = reconciled(starting().guessed(), first_turn(hand, ["Defend"] * 4, relics=crossbow))
    assert after is not None
    assert Counter(after.cards) == Counter([Held(BASH, True), *[Held(STRIKE)] * 5, *[Held(DEFEND)] * 4])


def test_upgrades_for_a_fight_alone_are_not_of_the_deck() -> None:
    """Stone Cracker upgrades two cards of the draw pile."""
    relics = [{"id": "STONE_CRACKER", "name": "Stone Cracker"}]
    shown = first_turn([STRIKE] * 4 + [BASH], ["Defend+"] * 2 + ["Defend"] * 2 + ["Strike"], relics=relics)
    after = reconciled(starting(), shown)
    assert after is not None and (after.cards, after.exact) == (starting().cards, 1)


def test_names_are_learned_in_any_language_and_stand_for_upgraded_cards_too() -> None:
    """A hand card teaches its name; an unknown name is an unseen card until it is learned."""
    foreign = [card(STRIKE, 0, name="Schlag"), card(BASH, 1, name="Hieb")]
    after = reconciled(starting(), first_turn(foreign, ["Schlag"] * 3 + ["Schlag+"] + ["Abwehr"] * 4))
    assert after is not None
    assert Counter(after.cards) == Counter([Held(BASH), *[Held(STRIKE)] * 4, Held(STRIKE, True), *[UNSEEN] * 4])
    offer = page("card_reward", card_reward={"cards": [{**offered(DEFEND)[0], "name": "Abwehr"}]})
    assert card_of("Abwehr+", learned(after, offer).names) == (DEFEND, True)


def test_the_ledger_follows_the_recorded_run() -> None:
    """Four fights from the first floor on: a rare card nobody saw coming, then Spite, Iron Wave, Cinder and a card of
    an event's reward; each fight holds what was expected."""
    mind, reader = brain(policies()), WireReader()
    text = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8")
    sizes = []
    for now, line in enumerate(text.splitlines()):
        row = json.loads(line)
        sent = read_action(row["action"]) if row["action"] else None
        reply = read_reply(row["reply"]) if row["reply"] else None
        ledger = mind.tracker.advance(float(now), reader.observation(row["state"]), sent, reply).memory.ledger
        assert ledger is not None
        sizes.append(len(ledger.cards))
    assert (ledger.fights, ledger.exact, ledger.differences) == (4, 4, ())
    assert (sizes[0], sizes[-1]) == (11, 16)
    gained = Counter(ledger.ids) - Counter((*STARTING, "ASCENDERS_BANE"))
    assert gained == Counter(["ONE_TWO_PUNCH", "SPITE", "IRON_WAVE", "CINDER", "SPLASH"])


@pytest.mark.parametrize("character", ["IRONCLAD", "SILENT", "DEFECT", "REGENT", "NECROBINDER"])
def test_the_ledger_equals_the_embedded_games_deck_at_every_fight(character: str, tmp_path: Path) -> None:
    """One run of each character: after the first action of every fight the ledger holds the deck that the game never
    showed, and nearly always held it before."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(f"menu: {{character: {character}, ascension: 5}}\nplanner: {{budget: none}}\n", encoding="utf-8")
    chosen, clock = policies([overlay]), VirtualClock()
    game = EmbeddedGame(clock, seed=11, character=character, ascension=5, acts=1)
    compared: dict[tuple[int, int], bool] = {}

    def watch(moment: Moment) -> None:
        ledger, run = moment.advance.memory.ledger, game.world.run
        if run is not None and ledger is not None and ledger.checked and ledger.checked not in compared:
            true = sorted(Held(c.id, c.upgrades > 0) for c in run.deck)
            compared[ledger.checked] = true == [evolve(held, enchantment="") for held in ledger.cards]

    play = InProcess(game, clock, chosen.section(GamePolicy))
    mind = brain(chosen)
    Runner(play, mind, clock, NoJournal(), Settings(max_steps=1200, seed=11, character=character), watch).play()
    assert len(compared) >= 3
    assert all(compared.values())


# --- what the deck is like --------------------------------------------------------------------------------------------
def test_statistics_of_the_starting_deck() -> None:
    """5 Strikes (1 energy, 6 damage), 4 Defends (1, 5 block), Bash (2, 8): 38 damage for 7 energy, 20 block for 4."""
    found = deck_facts(starting())
    assert (found.size, found.attacks, found.skills, found.powers, found.curses) == (10, 6, 4, 0, 0)
    assert found.average_cost == pytest.approx(1.1)
    assert found.damage_per_energy == pytest.approx(38 / 7)
    assert found.block_per_energy == pytest.approx(20 / 4)
    assert (found.copies[STRIKE], found.upgradable[STRIKE], found.hints["VULNERABLE_POWER"]) == (5, 5, 1)
    assert found.hints["Strike"] == 5


def test_statistics_count_upgrades_curses_and_unseen_cards() -> None:
    """An upgraded Strike deals 9; a curse has no cost; an unseen card is only counted."""
    deck = Deck(cards=(Held(STRIKE, True), Held("INJURY"), UNSEEN))
    found = deck_facts(deck)
    assert (found.size, found.unseen, found.curses, found.upgraded) == (3, 1, 1, 1)
    assert (found.average_cost, found.damage_per_energy) == (1.0, 9.0)
    assert found.upgradable == {}
