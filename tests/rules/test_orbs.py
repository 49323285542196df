"""Orbs: values, passives, channel, evoke, slots, and the relics and potions about them, worked out by hand (facts:
mechanics orbs and orb_system, relics, potions)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules import orbstate
from sts2fsm.rules.observe import OrbSeen
from tests.rules.build import answer, at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_cast import HIT, defect, hurt, letters, queue, shown

# Values


@pytest.mark.parametrize(
    ("focus", "values"),
    [
        (0, [(3, 8), (2, 5), (6, 6), (1, 2), (4, 8)]),
        (2, [(5, 10), (4, 7), (8, 6), (1, 2), (6, 12)]),
        (-3, [(0, 5), (0, 2), (3, 6), (1, 2), (1, 2)]),
        (-9, [(0, 0), (0, 0), (0, 6), (1, 2), (0, 0)]),
    ],
)
def test_focus_changes_what_orbs_show(focus: int, values: list[tuple[int, int]]) -> None:
    """Lightning, Frost, Dark (passive only), Plasma (never), Glass (evoke counts it twice); floor 0."""
    c = defect(orbs="", slots=5)
    for kind in orbstate.KINDS:
        c.orbs.append((kind, orbstate.FRESH[kind]))
    if focus:
        c.player.powers.update(defect(powers={"FOCUS": focus}).player.powers)
    assert shown(c) == values


def test_orbs_read_from_the_wire_show_what_the_wire_showed() -> None:
    """Focus 2: a Dark that stores 22, a Glass worn to base 1."""
    seen = (OrbSeen("DARK_ORB", 8, 22), OrbSeen("GLASS_ORB", 3, 6), OrbSeen("LIGHTNING_ORB", 5, 10))
    c = fight(character="DEFECT", powers={"FOCUS": 2}, orbs=seen)
    assert shown(c) == [(8, 22), (3, 6), (5, 10)]


# Passives


def test_passives_at_the_turns_end_run_in_order_and_count_focus() -> None:
    """Focus 1: Lightning 4, Frost 3 (block that the Butt of 12 meets), Dark stores 6 + 7, Glass 5 and wears to 3."""
    c = defect(orbs="LFD", slots=4, powers={"FOCUS": 1}, enemies=(enemy(move=HIT),))
    c.orbs.append(("GLASS_ORB", 4))
    end(c)
    assert (hurt(c), c.player.hp) == (4 + 5, 50 - (12 - 3))
    assert shown(c) == [(4, 9), (3, 6), (7, 13), (4, 8)]


def test_plasma_gives_energy_at_the_turns_start() -> None:
    """Two Plasma: 3 + 2."""
    c = defect(orbs="PP")
    end(c)
    assert c.energy == 5


def test_glass_wears_out_and_stays() -> None:
    """Base 4, 3, 2, 1 damage, then nothing more."""
    c = defect(orbs="G")
    for _ in range(6):
        c.enemies[0].block = 0  # its own move may have given some
        end(c)
    assert (hurt(c), shown(c)) == (10, [(0, 0)])


def test_orb_damage_is_unpowered_and_blockable() -> None:
    """No Strength, Weak or Vulnerable: 3 against 2 block, no Thorns."""
    c = defect(
        orbs="L",
        powers={"STRENGTH": 5, "WEAK": 2},
        enemies=(enemy(block=2, powers={"VULNERABLE": 2, "THORNS": 4}),),
    )
    end(c)
    assert (hurt(c), c.player.hp) == (1, 50)


def test_frost_block_ignores_dexterity_and_frail() -> None:
    """Unpowered block: 2 of the Butt's 12."""
    c = defect(orbs="F", powers={"DEXTERITY": 5, "FRAIL": 2}, enemies=(enemy(move=HIT),))
    end(c)
    assert c.player.hp == 40


def test_a_passive_that_ends_the_fight_stops_the_enemies() -> None:
    """Lightning kills the last enemy before it moves."""
    c = defect(orbs="LL", enemies=(enemy(hp=3, move=HIT),))
    end(c)
    assert (c.outcome, c.player.hp) == ("won", 50)


# Channel and evoke


def test_a_full_queue_evokes_its_oldest_orb() -> None:
    """Zap into F L D: Frost evokes for 5 block."""
    c = defect("ZAP", orbs="FLD")
    play(c)
    assert (letters(c), c.player.block) == ("LDL", 5)


def test_dualcast_evokes_the_same_orb_twice() -> None:
    """Dark that stores 20: 40 damage; it leaves once."""
    c = fight("DUALCAST", character="DEFECT", orbs=(OrbSeen("DARK_ORB", 6, 20), *queue("F")))
    play(c)
    assert (hurt(c), letters(c)) == (40, "F")


def test_dualcast_without_orbs_does_nothing() -> None:
    """An empty queue."""
    c = defect("DUALCAST")
    play(c)
    assert (hurt(c), letters(c)) == (0, "")


def test_dark_evokes_at_the_enemy_with_the_least_hp() -> None:
    """Ties go to the first in order: 30, 20, 20."""
    c = defect("DUALCAST", orbs="D", enemies=(enemy(1, hp=30), enemy(2, hp=20), enemy(3, hp=20)))
    play(c)
    assert [e.hp for e in c.enemies] == [30, 8, 20]


def test_glass_evokes_at_all_enemies_for_twice_its_passive() -> None:
    """Focus 1: 2 * (4 + 1) each time, twice."""
    c = defect("DUALCAST", powers={"FOCUS": 1}, enemies=(enemy(1), enemy(2)))
    c.orbs = [("GLASS_ORB", 4)]
    play(c)
    assert (hurt(c), hurt(c, 1)) == (20, 20)


def test_plasma_evokes_for_two_energy() -> None:
    """Multi-Cast with 3 energy: 0 + 3 * 2."""
    c = defect("MULTI_CAST", orbs="P")
    play(c)
    assert (c.energy, letters(c)) == (6, "")


def test_multi_cast_with_no_energy_does_nothing() -> None:
    """X = 0; upgraded it evokes once."""
    c = defect("MULTI_CAST MULTI_CAST+", orbs="L", energy=0)
    play(c)
    assert (hurt(c), letters(c)) == (0, "L")
    play(c)
    assert (hurt(c), letters(c)) == (8, "")


def test_a_character_without_slots_gets_one_with_its_first_orb() -> None:
    """orb_system no_slot_character: the second Zap evokes the first's Lightning."""
    c = fight("ZAP ZAP", character="SILENT")
    play(c)
    assert (c.orb_slots, letters(c)) == (1, "L")
    play(c)
    assert (hurt(c), letters(c)) == (8, "L")


def test_a_defect_that_lost_all_slots_channels_nothing() -> None:
    """Its base count is 3, so no slot comes for free."""
    c = defect("ZAP", slots=0)
    play(c)
    assert (c.orb_slots, letters(c)) == (0, "")


def test_slots_taken_away_drop_the_newest_orb_unevoked() -> None:
    """Bulk Up on L F D: Dark vanishes, nobody is hurt."""
    c = defect("BULK_UP", orbs="LFD")
    play(c)
    assert (letters(c), hurt(c), c.orb_slots) == ("LF", 0, 2)


def test_slots_end_at_ten() -> None:
    """Capacitor at nine."""
    c = defect("CAPACITOR", slots=9)
    play(c)
    assert c.orb_slots == 10


# Relics and potions


@pytest.mark.parametrize(
    ("relic", "orbs", "slots", "focus"),
    [
        ("CRACKED_CORE", "L", 3, 0),
        ("INFUSED_CORE", "LLL", 3, 0),
        ("SYMBIOTIC_VIRUS", "D", 3, 0),
        ("RUNIC_CAPACITOR", "", 6, 0),
        ("DATA_DISK", "", 3, 1),
    ],
)
def test_the_defects_opening_relics(relic: str, orbs: str, slots: int, focus: int) -> None:
    """What the first turn begins with; nothing more in the second."""
    c = at_start(character="DEFECT", relics=(rules.RelicSpec(relic),))
    assert (letters(c), c.orb_slots, c.player.amount("FOCUS_POWER")) == (orbs, slots, focus)
    end(c)
    assert (letters(c), c.orb_slots, c.player.amount("FOCUS_POWER")) == (orbs, slots, focus)


def test_power_cell_brings_two_free_cards() -> None:
    """POWER_CELL: both Beam Cells besides the hand of five."""
    c = at_start(
        "DEFEND_DEFECT " * 9 + "BEAM_CELL BEAM_CELL", character="DEFECT", relics=(rules.RelicSpec("POWER_CELL"),)
    )
    assert (ids(c.hand)[:2], len(c.hand)) == (["BEAM_CELL"] * 2, 7)


def test_gold_plated_cables_trigger_the_oldest_orb_twice() -> None:
    """L L: 3 * 2 + 3."""
    c = defect(orbs="LL", relics=("GOLD_PLATED_CABLES",))
    end(c)
    assert hurt(c) == 9


def test_emotion_chip_triggers_all_orbs_after_a_loss() -> None:
    """Frost 2 at the turn's end, 12 - 2 lost, Frost 2 again in the new turn; nothing without a loss."""
    c = defect(orbs="F", relics=("EMOTION_CHIP",), enemies=(enemy(move=HIT),))
    end(c)
    assert (c.player.hp, c.player.block) == (40, 2)
    c = defect(orbs="F", relics=("EMOTION_CHIP",))
    end(c)
    assert c.player.block == 0


def test_metronome_strikes_at_the_seventh_orb_once() -> None:
    """Seven Zaps: 30 to all at the last; the eighth does nothing."""
    c = defect("ZAP+ " * 8, slots=10, relics=("METRONOME",))
    for _ in range(6):
        play(c)
    assert hurt(c) == 0
    play(c)
    assert hurt(c) == 30
    play(c)
    assert hurt(c) == 30


def test_the_defects_potions() -> None:
    """FOCUS_POTION 2; POTION_OF_CAPACITY 2 slots; ESSENCE_OF_DARKNESS fills the empty slots."""
    c = defect(orbs="L", potions=("FOCUS_POTION", "POTION_OF_CAPACITY", "ESSENCE_OF_DARKNESS"))
    for slot in range(3):
        rules.use_potion(c, slot)
        answer(c)
    assert (powers_of(c.player), c.orb_slots, letters(c)) == ({"FOCUS": 2}, 5, "LDDDD")


def test_copies_have_their_own_orbs() -> None:
    """Dualcast on a copy leaves the original's queue alone."""
    c = defect("DUALCAST", orbs="LF")
    other = c.copy()
    play(other)
    assert (letters(c), letters(other), c.key() == other.key()) == ("LF", "F", False)
