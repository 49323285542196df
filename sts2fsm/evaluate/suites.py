"""Fights to measure the combat player by: elites and bosses, each met with a fixed deck of the kind that a fair run has
by then.

Decks are our own, by stage and character; they are not the best there are. `+` is an upgraded card, `*3` three of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from sts2fsm.content import load
from sts2fsm.errors import BadInput
from sts2fsm.rules.setup import CardSpec


@frozen
class Kit:
    """What a character brings: cards, relics besides its own first one, potions, and the part of its health left."""

    cards: tuple[CardSpec, ...]
    relics: tuple[str, ...]
    potions: tuple[str, ...]
    hp_share: float


@frozen
class Scene:
    """One fight: the encounter, the act it is in, and the stage whose kit meets it."""

    encounter: str
    act: str
    stage: str


def deck(text: str) -> tuple[CardSpec, ...]:
    """`STRIKE_SILENT*3 BACKFLIP+` as cards. Raises BadInput for a card that no table knows."""
    cards: list[CardSpec] = []
    for word in text.split():
        name, _, count = word.partition("*")
        bare = name.rstrip("+")
        if bare not in load().cards:
            raise BadInput(f"suite: no card {bare}")
        cards += [CardSpec(bare, len(name) - len(bare))] * int(count or 1)
    return tuple(cards)


# stage -> relics, potions, part of the health
_STAGES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], float]] = {
    "elite": (("LANTERN",), (), 0.9),
    "boss1": (("LANTERN", "BRONZE_SCALES"), ("FIRE_POTION",), 0.9),
    "boss2": (("LANTERN", "BRONZE_SCALES", "VAJRA", "ORICHALCUM"), ("FIRE_POTION", "BLOCK_POTION"), 0.95),
    "boss3": (
        ("LANTERN", "BRONZE_SCALES", "VAJRA", "ORICHALCUM", "ODDLY_SMOOTH_STONE", "HORN_CLEAT", "ANCHOR"),
        ("FIRE_POTION", "BLOCK_POTION"),
        1.0,
    ),
}  # fmt: skip

_DECKS: Mapping[str, Mapping[str, str]] = {
    "IRONCLAD": {
        "elite": "STRIKE_IRONCLAD*5 DEFEND_IRONCLAD*4 BASH+ POMMEL_STRIKE SHRUG_IT_OFF TWIN_STRIKE IRON_WAVE",
        "boss1": "STRIKE_IRONCLAD*4 DEFEND_IRONCLAD*4 BASH+ POMMEL_STRIKE+ SHRUG_IT_OFF*2 TWIN_STRIKE IRON_WAVE "
        "INFLAME+ UPPERCUT FLAME_BARRIER HEMOKINESIS",
        "boss2": "STRIKE_IRONCLAD*2 DEFEND_IRONCLAD*4 BASH+ POMMEL_STRIKE+*2 SHRUG_IT_OFF+*2 TWIN_STRIKE+ INFLAME+*2 "
        "UPPERCUT+ FLAME_BARRIER+ HEMOKINESIS IMPERVIOUS BATTLE_TRANCE WHIRLWIND TAUNT",
        "boss3": "STRIKE_IRONCLAD DEFEND_IRONCLAD*3 BASH+ POMMEL_STRIKE+*2 SHRUG_IT_OFF+*3 TWIN_STRIKE+ INFLAME+*2 "
        "UPPERCUT+*2 FLAME_BARRIER+*2 HEMOKINESIS+ IMPERVIOUS+ BATTLE_TRANCE+ WHIRLWIND+ TAUNT+ DEMON_FORM OFFERING+",
    },
    "SILENT": {
        "elite": "STRIKE_SILENT*5 DEFEND_SILENT*5 NEUTRALIZE+ SURVIVOR BACKFLIP DAGGER_THROW DEADLY_POISON LEG_SWEEP",
        "boss1": "STRIKE_SILENT*4 DEFEND_SILENT*5 NEUTRALIZE+ SURVIVOR BACKFLIP*2 DAGGER_THROW DEADLY_POISON+ "
        "LEG_SWEEP+ BLADE_DANCE PREDATOR NOXIOUS_FUMES",
        "boss2": "STRIKE_SILENT*2 DEFEND_SILENT*4 NEUTRALIZE+ SURVIVOR+ BACKFLIP+*2 DAGGER_THROW+ DEADLY_POISON+*2 "
        "LEG_SWEEP+*2 BLADE_DANCE+ PREDATOR NOXIOUS_FUMES+ FOOTWORK+ DASH ADRENALINE",
        "boss3": "STRIKE_SILENT DEFEND_SILENT*3 NEUTRALIZE+ SURVIVOR+ BACKFLIP+*3 DAGGER_THROW+ DEADLY_POISON+*2 "
        "LEG_SWEEP+*2 BLADE_DANCE+ NOXIOUS_FUMES+*2 FOOTWORK+*2 DASH+ ADRENALINE+ MALAISE+ BOUNCING_FLASK+",
    },
    "DEFECT": {
        "elite": "STRIKE_DEFECT*4 DEFEND_DEFECT*4 ZAP DUALCAST+ BALL_LIGHTNING COLD_SNAP LEAP COOLHEADED",
        "boss1": "STRIKE_DEFECT*3 DEFEND_DEFECT*4 ZAP DUALCAST+ BALL_LIGHTNING+ COLD_SNAP*2 LEAP COOLHEADED GLACIER+ "
        "DEFRAGMENT",
        "boss2": "STRIKE_DEFECT DEFEND_DEFECT*4 ZAP DUALCAST+ BALL_LIGHTNING+*2 COLD_SNAP+*2 LEAP+ COOLHEADED+ "
        "GLACIER+*2 DEFRAGMENT+ CHARGE_BATTERY LOOP SUNDER BOOT_SEQUENCE",
        "boss3": "DEFEND_DEFECT*3 ZAP DUALCAST+ BALL_LIGHTNING+*2 COLD_SNAP+*2 LEAP+ COOLHEADED+*2 GLACIER+*2 "
        "DEFRAGMENT+*2 CHARGE_BATTERY+ LOOP+ SUNDER+ BOOT_SEQUENCE+ BUFFER+ ECHO_FORM CAPACITOR",
    },
    "NECROBINDER": {
        "elite": "STRIKE_NECROBINDER*4 DEFEND_NECROBINDER*4 BODYGUARD UNLEASH+ SCOURGE POKE GRAVE_WARDEN BLIGHT_STRIKE",
        "boss1": "STRIKE_NECROBINDER*3 DEFEND_NECROBINDER*4 BODYGUARD+ UNLEASH+ SCOURGE POKE+ GRAVE_WARDEN*2 "
        "BLIGHT_STRIKE DEFY FEAR PULL_AGGRO BONE_SHARDS",
        "boss2": "STRIKE_NECROBINDER DEFEND_NECROBINDER*4 BODYGUARD+ UNLEASH+ SCOURGE+ POKE+*2 GRAVE_WARDEN+*2 "
        "BLIGHT_STRIKE+ DEFY+ FEAR+ PULL_AGGRO BONE_SHARDS+ DELAY NECRO_MASTERY HIGH_FIVE COUNTDOWN",
        "boss3": "DEFEND_NECROBINDER*3 BODYGUARD+ UNLEASH+ SCOURGE+*2 POKE+*2 GRAVE_WARDEN+*3 BLIGHT_STRIKE+ DEFY+*2 "
        "FEAR+ PULL_AGGRO+ BONE_SHARDS+ DELAY+ NECRO_MASTERY+ HIGH_FIVE+ COUNTDOWN+ UNDEATH+",
    },
    "REGENT": {
        "elite": "STRIKE_REGENT*4 DEFEND_REGENT*4 FALLING_STAR+ VENERATE ASTRAL_PULSE CLOAK_OF_STARS GLOW SOLAR_STRIKE",
        "boss1": "STRIKE_REGENT*3 DEFEND_REGENT*4 FALLING_STAR+ VENERATE+ ASTRAL_PULSE CLOAK_OF_STARS*2 GLOW "
        "SOLAR_STRIKE+ GATHER_LIGHT GAMMA_BLAST PHOTON_CUT",
        "boss2": "STRIKE_REGENT DEFEND_REGENT*4 FALLING_STAR+ VENERATE+ ASTRAL_PULSE+ CLOAK_OF_STARS+*2 GLOW+*2 "
        "SOLAR_STRIKE+ GATHER_LIGHT+*2 GAMMA_BLAST+ PHOTON_CUT+ DEVASTATE SHINING_STRIKE PATTER GENESIS",
        "boss3": "DEFEND_REGENT*3 FALLING_STAR+ VENERATE+ ASTRAL_PULSE+ CLOAK_OF_STARS+*3 GLOW+*2 SOLAR_STRIKE+ "
        "GATHER_LIGHT+*3 GAMMA_BLAST+ PHOTON_CUT+ DEVASTATE+ SHINING_STRIKE+ PATTER+ GENESIS+ REFLECT+ COMET",
    },
}


def kit(character: str, stage: str) -> Kit:
    """What the character meets the fights of a stage with."""
    relics, potions, share = _STAGES[stage]
    return Kit(deck(_DECKS[character][stage]), relics, potions, share)


_ELITES = {
    "OVERGROWTH": ("BYGONE_EFFIGY_ELITE", "BYRDONIS_ELITE", "PHROG_PARASITE_ELITE"),
    "UNDERDOCKS": ("PHANTASMAL_GARDENERS_ELITE", "SKULKING_COLONY_ELITE", "TERROR_EEL_ELITE"),
}
_BOSSES = {
    "OVERGROWTH": ("CEREMONIAL_BEAST_BOSS", "THE_KIN_BOSS", "VANTOM_BOSS"),
    "UNDERDOCKS": ("LAGAVULIN_MATRIARCH_BOSS", "SOUL_FYSH_BOSS", "WATERFALL_GIANT_BOSS"),
    "HIVE": ("KAISER_CRAB_BOSS", "KNOWLEDGE_DEMON_BOSS", "THE_INSATIABLE_BOSS"),
    "GLORY": ("AEONGLASS_BOSS", "QUEEN_BOSS", "TEST_SUBJECT_BOSS"),
}
_STAGE_OF = {"OVERGROWTH": "boss1", "UNDERDOCKS": "boss1", "HIVE": "boss2", "GLORY": "boss3"}

_ELITE_SCENES = tuple(Scene(fight, act, "elite") for act, fights in _ELITES.items() for fight in fights)
_BOSS_SCENES = tuple(Scene(fight, act, _STAGE_OF[act]) for act, fights in _BOSSES.items() for fight in fights)

SUITES: Mapping[str, tuple[Scene, ...]] = {
    "elites": _ELITE_SCENES,
    "bosses": _BOSS_SCENES,
    "all": (*_ELITE_SCENES, *_BOSS_SCENES),
}
