"""Every monster of the Underdocks, the Hive, Glory and the events: hp, spawn powers, intents, what moves do, orders."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise

import attrs
import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.setup import CombatSetup
from tests.rules.build import at_start, cards, end, enemy, fight, ids, powers_of
from tests.rules.monster_rows import EVENTS, GLORY, HIVE, LETTERS, UNDERDOCKS
from tests.rules.test_monsters_overgrowth import MONSTERS as OVERGROWTH
from tests.shared import capture_names, captures


def pair(text: str) -> tuple[int, int]:
    """ "7/8" is (7, 8), "7" is (7, 7)."""
    low, _, high = text.partition("/")
    return int(low), int(high or low)


@attrs.define
class Move:
    """What a line says about a move."""

    intents: list[str]
    labels: tuple[str, str]
    block: tuple[int, int] = (0, 0)
    own: dict[str, tuple[int, int]] = attrs.Factory(dict)
    player: dict[str, int] = attrs.Factory(dict)
    added: list[str] = attrs.Factory(list)
    special: bool = False


@attrs.define
class Row:
    """What the lines say about a monster."""

    hp: tuple[tuple[int, int], tuple[int, int]]
    spawn: dict[str, tuple[int, int]]
    moves: dict[str, Move] = attrs.Factory(dict)


def parse(text: str) -> dict[str, Row]:
    """The rows of a text of monster_rows."""
    rows: dict[str, Row] = {}
    row = None
    for line in text.strip("\n").splitlines():
        words = line.split()
        if line[0] != " ":
            low, high = (tuple(int(n) for n in w.split("-")) for w in words[1:3])
            spawn = {w.split(":")[0]: pair(w.split(":")[1]) for w in words[3:]}
            row = rows[words[0]] = Row(((low[0], low[1]), (high[0], high[1])), spawn)
            continue
        labels = tuple("" if w == "-" else w for w in words[2:4])
        move = Move([LETTERS[letter] for letter in words[1] if letter != "."], (labels[0], labels[1]))
        for word in words[4:]:
            name, _, n = word[1:].partition(":")
            match word[0]:
                case "#":
                    move.block = pair(name)
                case "+":
                    move.own[name] = pair(n)
                case "@":
                    move.player[name] = int(n)
                case "=":
                    move.added += [name.split("*")[0]] * int(name.split("*")[1])
                case _:
                    move.special = True
        assert row is not None
        row.moves[words[0]] = move
    return rows


ROWS = {name: row for text in (UNDERDOCKS, HIVE, GLORY, EVENTS) for name, row in parse(text).items()}


def test_every_monster_of_the_build_is_in_one_of_the_tables() -> None:
    """No monster of v0.107.1 goes untested, and every encounter's monsters are there."""
    content = load()
    assert set(content.monsters) == set(ROWS) | set(OVERGROWTH)
    assert {m for e in content.encounters.values() for m in e.possible} <= set(content.monsters)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_monster_shows_the_numbers_of_its_ascension(name: str) -> None:
    """Types and labels of every move below and from ascension 9 on."""
    assert set(load().monsters[name].moves) == set(ROWS[name].moves)
    for move, row in ROWS[name].moves.items():
        for ascension, column in ((8, 0), (9, 1)):
            c = fight(enemies=(enemy(id=name, move=move),), ascension=ascension)
            shown = rules.intents(c, c.enemies[0])
            assert [i.type for i in shown] == row.intents, move
            assert next((i.label for i in shown if i.label), "") == row.labels[column], (move, ascension)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_hp_and_powers_at_spawn_are_those_of_the_ascension(name: str) -> None:
    """hp rolls stay in the range and reach both its ends; powers below and from ascension 9 on."""
    for ascension, column in ((0, 0), (9, 1)):
        low, high = ROWS[name].hp[column]
        seen = set()
        for seed in range(60 if high > low else 1):
            c = at_start(monsters=("NIBBIT", name), ascension=ascension, seed=seed)
            seen.add(c.enemies[1].hp)
            expected = {power: n[column] for power, n in ROWS[name].spawn.items()}
            assert powers_of(c.enemies[1]) == expected
        assert (min(seen), max(seen)) == (low, high)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_move_does_what_the_facts_say(name: str) -> None:
    """Block, powers on itself, powers on the player and status cards, at ascension 0 and 9."""
    for move, row in ROWS[name].moves.items():
        if row.special:
            continue
        for ascension, column in ((0, 0), (9, 1)):
            c = fight(
                draw="DEFEND_IRONCLAD " * 5, hp=80, enemies=(enemy(id=name, move=move), enemy(2)), ascension=ascension
            )
            end(c)
            foe = c.enemies[0]
            own = {power: n[column] for power, n in row.own.items()}
            assert (foe.block, powers_of(foe)) == (row.block[column], own), (move, ascension)
            assert powers_of(c.player) == row.player, move
            assert ids(c.discard) == row.added, move


def moves_over(turns: int, *monsters: str, seed: int = 1, encounter: str = "") -> list[list[str]]:
    """The moves of each monster over some turns of an untouched fight (the player never dies); choices take the first
    card."""
    setup = CombatSetup(
        deck=cards("WOUND"), hp=9999, max_hp=9999, monsters=monsters, seed=seed, encounter=encounter, gold=50
    )
    c = rules.start(setup)
    found: list[list[str]] = [[] for _ in c.enemies]
    for _ in range(turns):
        for i in range(len(found)):
            found[i] += [e.move for e in c.enemies if e.combat_id == i + 1]
        end(c)
        if c.outcome is not None:
            break
    return found


# First moves of a fight nobody disturbs; names without _MOVE.
CYCLES = {
    "CALCIFIED_CULTIST": "INCANTATION DARK_STRIKE DARK_STRIKE",
    "DAMP_CULTIST": "INCANTATION DARK_STRIKE DARK_STRIKE",
    "CORPSE_SLUG:start0": "WHIP_SLAP GLOMP GOOP WHIP_SLAP",
    "CORPSE_SLUG:start1": "GLOMP GOOP WHIP_SLAP",
    "CORPSE_SLUG:start2": "GOOP WHIP_SLAP GLOMP",
    "SEAPUNK": "SEA_KICK SPINNING_KICK BUBBLE_BURP SEA_KICK",
    "TOADPOLE:front": "SPIKEN SPIKE_SPIT WHIRL SPIKEN",
    "TOADPOLE": "WHIRL SPIKEN SPIKE_SPIT WHIRL",
    "GREMLIN_MERC": "GIMME DOUBLE_SMASH HEHE GIMME",
    "SNEAKY_GREMLIN": "SPAWNED TACKLE TACKLE",
    "FAT_GREMLIN": "SPAWNED FLEE",
    "HAUNTED_SHIP": "HAUNT SWIPE STOMP SWIPE STOMP",
    "LIVING_FOG": "ADVANCED_GAS BLOAT SUPER_GAS_BLAST BLOAT SUPER_GAS_BLAST",
    "PUNCH_CONSTRUCT": "READY STRONG_PUNCH FAST_PUNCH READY",
    "PUNCH_CONSTRUCT:strong_first": "STRONG_PUNCH FAST_PUNCH READY STRONG_PUNCH",
    "SEWER_CLAM": "JET PRESSURIZE JET PRESSURIZE",
    "PHANTASMAL_GARDENER:first": "FLAIL ENLARGE BITE LASH FLAIL",
    "PHANTASMAL_GARDENER:second": "BITE LASH FLAIL ENLARGE BITE",
    "PHANTASMAL_GARDENER:third": "LASH FLAIL ENLARGE",
    "PHANTASMAL_GARDENER:fourth": "ENLARGE BITE LASH",
    "SKULKING_COLONY": "ZOOM ZOOM_MOVE_2 INERTIA PIERCING_STABS ZOOM",
    "TERROR_EEL": "CRASH THRASH CRASH THRASH",
    "SOUL_FYSH": "BECKON DE_GAS GAZE FADE SCREAM BECKON",
    "LAGAVULIN_MATRIARCH": "SLEEP SLEEP SLEEP SLASH DISEMBOWEL SLASH2 SOUL_SIPHON SLASH",
    "WATERFALL_GIANT": "PRESSURIZE STOMP RAM SIPHON PRESSURE_GUN PRESSURE_UP STOMP",
    "BOWLBUG_EGG": "BITE BITE",
    "BOWLBUG_NECTAR": "THRASH BUFF THRASH2 THRASH2",
    "BOWLBUG_ROCK": "HEADBUTT HEADBUTT",
    "BOWLBUG_SILK": "TOXIC_SPIT TRASH TOXIC_SPIT",
    "CHOMPER": "CLAMP SCREECH CLAMP",
    "CHOMPER:scream_first": "SCREECH CLAMP SCREECH",
    "LOUSE_PROGENITOR": "WEB_CANNON CURL_AND_GROW POUNCE WEB_CANNON",
    "MYTE:first": "TOXIC BITE SUCK TOXIC",
    "MYTE:second": "SUCK TOXIC BITE SUCK",
    "OVICOPTER": "LAY_EGGS SMASH TENDERIZER NUTRITIONAL_PASTE SMASH TENDERIZER",
    "SLUMBERING_BEETLE": "SNORE SNORE SNORE ROLL_OUT ROLL_OUT",
    "SPINY_TOAD": "PROTRUDING_SPIKES SPIKE_EXPLOSION TONGUE_LASH PROTRUDING_SPIKES",
    "PARAFRIGHT": "SLAM SLAM",
    "THIEVING_HOPPER": "THIEVERY FLUTTER HAT_TRICK NAB ESCAPE",
    "TUNNELER": "BITE BURROW BELOW_MOVE_1 BELOW_MOVE_1",
    "ENTOMANCER": "BEES SPEAR PHEROMONE_SPIT BEES",
    "INFESTED_PRISM": "JAB RADIATE WHIRLWIND PULSATE JAB",
    "KNOWLEDGE_DEMON": (
        "CURSE_OF_KNOWLEDGE SLAP KNOWLEDGE_OVERWHELMING PONDER CURSE_OF_KNOWLEDGE SLAP KNOWLEDGE_OVERWHELMING PONDER "
        "CURSE_OF_KNOWLEDGE SLAP KNOWLEDGE_OVERWHELMING PONDER SLAP"
    ),
    "CRUSHER": "THRASH ENLARGING_STRIKE BUG_STING ADAPT GUARDED_STRIKE THRASH",
    "ROCKET": "TARGETING_RETICLE PRECISION_BEAM CHARGE_UP LASER RECHARGE TARGETING_RETICLE",
    "DECIMILLIPEDE_SEGMENT_FRONT:start0": "WRITHE CONSTRICT BULK WRITHE",
    "DECIMILLIPEDE_SEGMENT_BACK:start1": "BULK WRITHE CONSTRICT",
    "DECIMILLIPEDE_SEGMENT_MIDDLE:start2": "CONSTRICT BULK WRITHE",
    "AXEBOT": "HAMMER_UPPERCUT ONE_TWO HAMMER_UPPERCUT",
    "DEVOTED_SCULPTOR": "FORBIDDEN_INCANTATION SAVAGE SAVAGE",
    "FROG_KNIGHT": "TONGUE_LASH STRIKE_DOWN_EVIL FOR_THE_QUEEN TONGUE_LASH",
    "GLOBE_HEAD": "SHOCKING_SLAP THUNDER_STRIKE GALVANIC_BURST SHOCKING_SLAP",
    "OWL_MAGISTRATE": "MAGISTRATE_SCRUTINY PECK_ASSAULT JUDICIAL_FLIGHT VERDICT MAGISTRATE_SCRUTINY",
    "SLIMED_BERSERKER": "VOMIT_ICHOR FURIOUS_PUMMELING LEECHING_HUG SMOTHER VOMIT_ICHOR",
    "THE_LOST": "DEBILITATING_SMOG EYE_LASERS DEBILITATING_SMOG",
    "THE_FORGOTTEN": "MIASMA DREAD MIASMA",
    "LIVING_SHIELD": "SHIELD_SLAM SMASH SMASH",
    "TURRET_OPERATOR": "UNLOAD_MOVE_1 UNLOAD_MOVE_2 RELOAD UNLOAD_MOVE_1",
    "MAGI_KNIGHT": "FIRST_POWER_SHIELD DAMPEN RAM PREP MAGIC_BOMB RAM",
    "MECHA_KNIGHT": "CHARGE FLAMETHROWER WINDUP HEAVY_CLEAVE FLAMETHROWER",
    "TORCH_HEAD_AMALGAM": "TACKLE_1 TACKLE_2 BEAM TACKLE_3 TACKLE_4 BEAM",
    "QUEEN": "PUPPET_STRINGS YOUR_MINE OFF_WITH_YOUR_HEAD EXECUTION ENRAGE OFF_WITH_YOUR_HEAD",
    "TEST_SUBJECT": "BITE SKULL_BASH BITE",
    "AEONGLASS": "EBB EYE_LASERS INCREASING_INTENSITY EBB",
    "BATTLE_FRIEND_V1": "NOTHING NOTHING NOTHING",
}


@pytest.mark.parametrize("name", sorted(CYCLES))
def test_a_fixed_order_is_followed(name: str) -> None:
    """The first moves of a fight nobody disturbs, against a deck that draws nothing that matters."""
    expected = CYCLES[name].split()
    if name == "TORCH_HEAD_AMALGAM":  # a minion needs its queen
        found = moves_over(len(expected), name, "QUEEN")[0]
    else:
        (found,) = moves_over(len(expected), name)
    assert [m if "MOVE_" in m else m.removesuffix("_MOVE") for m in found] == expected


# monster: (its first move, moves it never makes twice in a row, moves it makes at most twice in a row)
RANDOM = {
    "SLUDGE_SPINNER": ("OIL_SPRAY_MOVE", {"OIL_SPRAY_MOVE", "SLAM_MOVE", "RAGE_MOVE"}, set()),
    "FOSSIL_STALKER": ("LATCH_MOVE", set(), {"LATCH_MOVE", "TACKLE_MOVE", "LASH_MOVE"}),
    "HUNTER_KILLER": ("TENDERIZING_GOOP_MOVE", {"BITE_MOVE"}, {"PUNCTURE_MOVE"}),
    "THE_OBSCURA": ("ILLUSION_MOVE", {"PIERCING_GAZE_MOVE", "SAIL_MOVE", "HARDENING_STRIKE_MOVE"}, set()),
    "EXOSKELETON:first": ("SKITTER_MOVE", {"SKITTER_MOVE", "MANDIBLE_MOVE", "ENRAGE_MOVE"}, set()),
    "EXOSKELETON:second": ("MANDIBLE_MOVE", {"SKITTER_MOVE", "MANDIBLE_MOVE"}, set()),
    "EXOSKELETON:third": ("ENRAGE_MOVE", {"SKITTER_MOVE", "MANDIBLE_MOVE"}, set()),
    "SCROLL_OF_BITING:start0": ("CHOMP", {"CHOMP", "MORE_TEETH"}, {"CHEW"}),
    "SCROLL_OF_BITING:start1": ("CHEW", {"CHOMP", "MORE_TEETH"}, {"CHEW"}),
    "SCROLL_OF_BITING:start2": ("MORE_TEETH", {"CHOMP", "MORE_TEETH"}, {"CHEW"}),
    "FLAIL_KNIGHT": ("RAM_MOVE", {"WAR_CHANT"}, {"RAM_MOVE", "FLAIL_MOVE"}),
    "MYSTERIOUS_KNIGHT": ("RAM_MOVE", {"WAR_CHANT"}, {"RAM_MOVE", "FLAIL_MOVE"}),
    "SPECTRAL_KNIGHT": ("HEX", {"SOUL_FLAME"}, {"SOUL_SLASH"}),
    "SOUL_NEXUS": ("SOUL_BURN_MOVE", {"SOUL_BURN_MOVE", "MAELSTROM_MOVE", "DRAIN_LIFE_MOVE"}, set()),
    "FAKE_MERCHANT_MONSTER": ("SWIPE_MOVE", {"SWIPE_MOVE", "SPEW_COINS_MOVE", "THROW_RELIC_MOVE"}, set()),
    "TWO_TAILED_RAT:start2": ("SCREECH_MOVE", {"SCRATCH_MOVE", "DISEASE_BITE_MOVE", "SCREECH_MOVE"}, set()),
}


@pytest.mark.parametrize("name", sorted(RANDOM))
def test_a_random_order_keeps_its_limits(name: str) -> None:
    """Over 25 seeds: the first move, no forbidden repeat, and every move that is not used up turns up."""
    first, once, twice = RANDOM[name]
    seen = set()
    for seed in range(25):
        moves = moves_over(10, name, seed=seed)[0]
        assert moves[0] == first
        assert not any(a == b and a in once for a, b in pairwise(moves)), moves
        assert not any(a == b == c and a in twice for a, b, c in zip(moves, moves[1:], moves[2:], strict=False)), moves
        seen |= set(moves)
    assert seen >= once | twice


def test_an_enraged_merchant_waits_three_moves_and_never_follows_a_thrown_relic() -> None:
    """Fake Merchant: ENRAGE is on a cooldown of 3 and out after THROW_RELIC."""
    for seed in range(40):
        (moves,) = moves_over(14, "FAKE_MERCHANT_MONSTER", seed=seed)
        for i, move in enumerate(moves):
            if move == "ENRAGE_MOVE":
                assert "ENRAGE_MOVE" not in moves[i + 1 : i + 3]
                assert moves[i - 1] != "THROW_RELIC_MOVE"


@pytest.mark.parametrize(
    "encounter", sorted(e.id for e in load().encounters.values() if e.monsters and "OVERGROWTH" not in e.acts)
)
def test_every_encounter_starts_with_nothing_left_unmodelled(encounter: str) -> None:
    """The whole line-up shows an intent (but the dummies), every monster can be met, and 8 idle turns pass."""
    seen = set()
    for seed in range(12):
        setup = CombatSetup(deck=cards("WOUND " * 6), hp=999, max_hp=999, encounter=encounter, seed=seed, ascension=9)
        c = rules.start(setup)
        seen |= {e.id for e in c.enemies}
        for _ in range(8):
            if c.outcome is None:
                end(c)
                seen |= {e.id for e in c.enemies}
        assert c.notes == ()
    late = {"SNEAKY_GREMLIN", "FAT_GREMLIN"}  # come when the Merc falls
    wrong = {"CHOMPER"} if encounter == "TUNNELER_NORMAL" else set()  # named by the facts, but in no line-up
    assert seen >= set(load().encounters[encounter].possible) - late - wrong


def test_staggered_monsters_start_at_different_moves() -> None:
    """Three Corpse Slugs begin at the three moves, whichever comes first; four Scrolls repeat the first one's."""
    for seed in range(10):
        slugs = rules.start(CombatSetup(deck=(), hp=50, max_hp=50, encounter="CORPSE_SLUGS_NORMAL", seed=seed)).enemies
        assert {e.move for e in slugs} == {"WHIP_SLAP_MOVE", "GLOMP_MOVE", "GOOP_MOVE"}
        scrolls = rules.start(
            CombatSetup(deck=(), hp=50, max_hp=50, encounter="SCROLLS_OF_BITING_NORMAL", seed=seed)
        ).enemies
        assert scrolls[0].move == scrolls[3].move
        assert len({e.move for e in scrolls}) == 3


def test_special_starts_of_encounters() -> None:
    """Segments have different even hp, event constructs lost 2 to 9 hp, and the crabs surround the player."""
    for seed in range(30):
        segments = rules.start(CombatSetup(deck=(), hp=50, max_hp=50, encounter="DECIMILLIPEDE_ELITE", seed=seed))
        hps = [e.hp for e in segments.enemies]
        assert len(set(hps)) == 3
        assert all(hp % 2 == 0 and 40 <= hp <= 46 for hp in hps)
        punch = rules.start(CombatSetup(deck=(), hp=50, max_hp=50, encounter="PUNCH_OFF_EVENT_ENCOUNTER", seed=seed))
        assert all(46 <= e.hp <= 53 and e.max_hp == 55 for e in punch.enemies)
        assert [e.move for e in punch.enemies] == ["STRONG_PUNCH_MOVE", "READY_MOVE"]
    crabs = rules.start(CombatSetup(deck=(), hp=50, max_hp=50, encounter="KAISER_CRAB_BOSS"))
    assert powers_of(crabs.player) == {"SURROUNDED": 1}


def test_line_ups_of_recorded_runs_can_be_rolled() -> None:
    """Every fight of the run histories from v0.102 on lists an opening line-up that our encounter rolls (summoned
    monsters after it)."""
    checked = 0
    for name in capture_names("captures/runs/*.run"):
        run = json.loads(captures("captures", "runs", name.rsplit("/", 1)[-1]).read_text(encoding="utf-8"))
        build = "v0.107.1" if run["build_id"].startswith("v0.107") else "v0.103.2"
        if not run["build_id"].startswith(("v0.102", "v0.103", "v0.107")):
            continue
        for room in (r for act in run["map_point_history"] for point in act for r in point["rooms"]):
            met = tuple(m.removeprefix("MONSTER.") for m in room.get("monster_ids", ()))
            if met:
                assert any(met[: len(line)] == line for line in line_ups(room["model_id"], build)), room
                checked += 1
    assert checked > 100


@cache
def line_ups(encounter: str, build: str) -> frozenset[tuple[str, ...]]:
    """Opening line-ups over 80 seeds."""
    name = encounter.removeprefix("ENCOUNTER.")
    setups = (CombatSetup(deck=(), hp=9, max_hp=9, encounter=name, seed=seed, build=build) for seed in range(80))
    return frozenset(tuple(e.id for e in rules.start(setup).enemies) for setup in setups)
