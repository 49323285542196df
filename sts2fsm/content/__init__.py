"""The game's facts as data: tables/*.json, typed frozen records, and the loader.

`load(build)` returns the cached `Content` of a build profile.
"""

from .loader import BUILDS, DEFAULT_BUILD, load
from .records import CardDef, CharacterDef, Content, EncounterDef, MonsterDef, MoveDef, PotionDef, PowerDef, RelicDef

__all__ = [
    "BUILDS",
    "DEFAULT_BUILD",
    "CardDef",
    "CharacterDef",
    "Content",
    "EncounterDef",
    "MonsterDef",
    "MoveDef",
    "PotionDef",
    "PowerDef",
    "RelicDef",
    "load",
]
