"""What the planner's model takes over of the Regent and the Necrobinder: Osty, stars, forging, this turn's counts."""

from __future__ import annotations

from typing import Any

import pytest

from sts2fsm.facts.fight import Fight, followed
from sts2fsm.facts.model import Model, model
from sts2fsm.rules import combat as rules
from sts2fsm.wire.actions import PlayCard
from sts2fsm.wire.observation import Observation
from tests.facts.fights import card, enemy, fight, power

FOE = enemy("NIBBIT", 0, 40, ("Attack", "12"))


def osty(hp: int, max_hp: int, alive: bool = True) -> dict[str, Any]:
    """Osty as the wire shows it among the pets."""
    own = power("DIE_FOR_YOU_POWER", 1)
    return {"id": "OSTY", "name": "Osty", "alive": alive, "hp": hp, "max_hp": max_hp, "block": 0, "status": [own]}


def built(seen: Observation, known: Fight | None = None) -> Model:
    """The model of an observation, with nothing in it unknown."""
    found = model(seen, known, "v0.107.1")
    assert found is not None
    assert found.unmodelled == ()
    return found


def test_osty_stands_in_the_model_and_takes_the_attack() -> None:
    """14 of 20 hp and 12 damage: 2 left, the player unhurt."""
    seen = fight(["POKE"], [FOE], character="The Necrobinder", pets=[osty(14, 20)])
    combat = built(seen).combat
    rules.end_turn(combat)
    assert combat.osty is not None
    assert (combat.osty.hp, combat.player.hp) == (2, 50)


def test_a_dead_osty_takes_nothing_and_gives_nothing() -> None:
    """The player loses 12; Poke does nothing."""
    seen = fight(["POKE"], [FOE], character="The Necrobinder", pets=[osty(0, 20, alive=False)])
    combat = built(seen).combat
    rules.play_card(combat, 0, 1)
    rules.end_turn(combat)
    assert (combat.enemies[0].hp, combat.player.hp) == (40, 38)


def test_stars_pay_for_cards_in_the_model() -> None:
    """2 stars: Falling Star may be played, Comet may not."""
    seen = fight(["FALLING_STAR", "COMET"], [FOE], character="The Regent", stars=2)
    combat = built(seen).combat
    assert [rules.unplayable_reason(combat, i) for i in range(2)] == [None, "StarCostTooHigh"]


@pytest.mark.parametrize(("text", "strength", "damage"), [("Deal 25 damage.", 0, 25), ("Deal 30 damage.", 3, 30)])
def test_the_shown_damage_of_a_blade_tells_its_forging(text: str, strength: int, damage: int) -> None:
    """10 printed; what is more, less Strength, was forged: 15 and 17."""
    status = [power("STRENGTH_POWER", strength)] if strength else []
    blade = card("SOVEREIGN_BLADE", 0, description=text)
    combat = built(fight([blade], [FOE], character="The Regent", status=status)).combat
    assert combat.hand[0].counters == {"forged": damage - 10 - strength}
    rules.play_card(combat, 0, 1)
    assert combat.enemies[0].hp == 40 - damage


def test_a_cost_that_the_rules_explain_is_not_lowered_twice() -> None:
    """Flatten shows 0 after an attack of Osty; next turn it costs 2 again."""
    seen = fight([card("FLATTEN", 0, cost="0")], [FOE], character="The Necrobinder", pets=[osty(9, 9)])
    combat = built(seen, Fight(floor=seen.run.floor if seen.run else 0, round=1, osty_attacks=1)).combat
    assert rules.card_cost(combat, combat.hand[0]) == "0"
    assert combat.hand[0].cost_turn is None


def test_the_memory_counts_stars_osty_and_ethereal_plays() -> None:
    """Venerate: 2 stars gained. Poke: an attack of Osty. Defy is Ethereal. Scourge gives Doom."""
    before = fight(["VENERATE"], [FOE], character="The Regent", stars=1)
    known = followed(None, None, None, before)
    after = fight([], [FOE], energy=2, character="The Regent", stars=3)
    known = followed(known, before, PlayCard(card_index=0), after)
    assert known is not None
    assert known.stars_gained == 2
    for name, count in (("POKE", "osty_attacks"), ("DEFY", "ethereals"), ("SCOURGE", "doom_given")):
        before = fight([name], [FOE], character="The Necrobinder", pets=[osty(9, 9)])
        doomed = {**FOE, "hp": 39, "status": [power("DOOM_POWER", 13, "Debuff")] if name == "SCOURGE" else []}
        after = fight([], [doomed], energy=2, character="The Necrobinder", pets=[osty(9, 9)])
        known = followed(followed(None, None, None, before), before, PlayCard(card_index=0, target="NIBBIT_0"), after)
        assert known is not None
        assert getattr(known, count) == 1
