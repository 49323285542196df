"""What Neow and Darv offer, by hand from the event facts and what v0.107.1 changed."""

from __future__ import annotations

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame, neow
from sts2fsm.rules.rng import Rng
from tests.embedded.test_ancients import drawn

GOOD = (
    "ARCANE_SCROLL BOOMING_CONCH GOLDEN_PEARL LEAD_PAPERWEIGHT LOST_COFFER NEOWS_TORMENT NEW_LEAF PHIAL_HOLSTER "
    "PRECISE_SCISSORS WINGED_BOOTS LAVA_ROCK SMALL_CAPSULE NUTRITIOUS_OYSTER STONE_HUMIDIFIER NEOWS_TALISMAN POMANDER"
)
PRICED = "CURSED_PEARL HEFTY_TABLET LARGE_CAPSULE LEAFY_POULTICE NEOWS_BONES PRECARIOUS_SHEARS SILVER_CRUCIBLE"
BARRED = {
    "CURSED_PEARL": {"GOLDEN_PEARL"},
    "HEFTY_TABLET": {"ARCANE_SCROLL"},
    "LEAFY_POULTICE": {"NEW_LEAF"},
    "PRECARIOUS_SHEARS": {"PRECISE_SCISSORS"},
    "LARGE_CAPSULE": {"LAVA_ROCK", "SMALL_CAPSULE"},
}


@pytest.mark.parametrize(
    ("build", "good", "priced"),
    [
        ("v0.103.2", GOOD, f"{PRICED} SCROLL_BOXES"),
        ("v0.107.1", f"{GOOD} FISHING_ROD KALEIDOSCOPE SCROLL_BOXES", f"{PRICED} SILKEN_TRESS"),
    ],
)
def test_neow_offers_two_good_relics_and_one_with_a_price(build: str, good: str, priced: str) -> None:
    """NEOW: over 300 seeds all of each kind and no other; a priced one bars what is much like it."""
    seen: tuple[set[str], set[str]] = (set(), set())
    run = EmbeddedGame(VirtualClock(), seed=1, build=build).world.new_run()
    for seed in range(300):
        run.rng = {**run.rng, "neow": Rng(seed)}
        first, second, curse = neow.offers(run, ())
        assert not BARRED.get(curse, set()) & {first, second}
        seen[0].update((first, second))
        seen[1].add(curse)
    assert seen == (set(good.split()), set(priced.split()))


@pytest.mark.parametrize(
    ("act", "own"), [("HIVE", {"ECTOPLASM", "SOZU"}), ("GLORY", {"PHILOSOPHERS_STONE", "VELVET_CHOKER"})]
)
def test_darv_offers_all_of_the_acts_relics_and_no_other(act: str, own: set[str]) -> None:
    """DARV: the common ones, the act's own pair and the tome, over 120 seeds."""
    common = "ASTROLABE BLACK_STAR CALLING_BELL EMPTY_CAGE PANDORAS_BOX RUNIC_PYRAMID SNECKO_EYE DUSTY_TOME"
    assert {relic for offer in drawn("DARV", act, 120) for relic in offer} == {*common.split(), *own}
