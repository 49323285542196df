"""Numeric and yes/no hooks of relics, by name: fn(combat, relic index, relic, event) returns the number or answer.

Events: hp_loss (lost, powered, dealer), cost (card, price), dealt_mul (card, target), power_given (target, id,
amount), power_received (id, amount), block_mul the card or None, forbid and play_count the card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .state import CARDS, HP_LOST, PLAYED_STARTED, CardInst, Combat, RelicInst

EXTRA_TURN = "extra_turn"  # mark: another turn of the player follows this one


def first_time(c: Combat, name: str) -> bool:
    """Sets a once-a-fight flag; True when it was not set."""
    if name in c.marks:
        return False
    c.marks = c.marks | {name}
    return True


def number(c: Combat, relic: RelicInst, name: str) -> int:
    """A printed number of the relic."""
    return c.code.content.relics[relic.id].numbers[name]


def _beating_remnant(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
    lost: int = event[0]
    return max(0, min(lost, number(c, relic, "MaxHpLoss") - c.turn_stats[HP_LOST]))


def _brilliant_scarf(c: Combat, index: int, relic: RelicInst, event: tuple[CardInst, int]) -> int:
    return 0 if c.turn_stats[CARDS] == number(c, relic, "Cards") - 1 else event[1]


def _spiked_gauntlets(c: Combat, index: int, relic: RelicInst, event: tuple[CardInst, int]) -> int:
    return event[1] + (event[0].code.type == "Power")


def _in_player_turn(c: Combat, index: int, relic: RelicInst, event: Any) -> bool:
    return c.side == "player"


def _paels_legion(c: Combat, index: int, relic: RelicInst, event: CardInst | None) -> tuple[int, int]:
    return (2, 1) if event is not None and relic.counter <= 0 else (1, 1)


def _pen_nib_double(c: Combat, index: int, relic: RelicInst, event: Any) -> tuple[int, int]:
    card = event[0]
    if card is None or card.code.type != "Attack":
        return (1, 1)
    playing = any(x.uid == card.uid for x in c.play)
    return (2, 1) if relic.counter == (0 if playing else 9) else (1, 1)


def _pollinous_core(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
    if relic.counter != number(c, relic, "Turns"):
        return 0
    c.relics[index] = RelicInst(relic.id, 0)
    return number(c, relic, "Cards")


def _ruined_helmet(c: Combat, index: int, relic: RelicInst, event: tuple[str, int]) -> int:
    power_id, amount = event
    if power_id == "STRENGTH_POWER" and amount > 0 and first_time(c, f"helmet{index}"):
        return amount * 2
    return amount


def _the_boot(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
    lost: int = event[0]
    return number(c, relic, "DamageMinimum") if 1 <= lost <= number(c, relic, "DamageThreshold") else lost


def _throwing_axe(c: Combat, index: int, relic: RelicInst, event: CardInst) -> int:
    return int(first_time(c, f"axe{index}"))


def _tungsten_rod(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
    lost: int = event[0]
    return max(0, lost - number(c, relic, "HpLossReduction"))


def _unsettling_lamp(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
    target, power_id, amount = event
    if target.is_player or not c.play or not c.code.powers[power_id].is_debuff(amount):
        return int(amount)
    mark = f"lamp{index}:"
    now = f"{mark}{c.play[-1].uid}@{c.round}.{c.turn_stats[PLAYED_STARTED]}"
    used = [m for m in c.marks if m.startswith(mark)]
    if used and now not in used:
        return int(amount)
    c.marks = c.marks | {now}
    return int(amount) * 2


def _vambrace(c: Combat, index: int, relic: RelicInst, event: CardInst | None) -> tuple[int, int]:
    if event is None:
        return (1, 1)
    used = [m for m in c.marks if m.startswith(f"vambrace{index}:")]
    now = f"vambrace{index}:{c.round}.{c.turn_stats[PLAYED_STARTED]}"
    return (2, 1) if not used or now in used else (1, 1)


def _velvet_choker(c: Combat, index: int, relic: RelicInst, event: CardInst) -> bool:
    return c.turn_stats[CARDS] >= number(c, relic, "Cards")


NUMERIC: Mapping[str, Callable[[Combat, int, RelicInst, Any], Any]] = {
    "beating_remnant": _beating_remnant,
    "brilliant_scarf": _brilliant_scarf,
    "spiked_gauntlets": _spiked_gauntlets,
    "in_player_turn": _in_player_turn,
    "paels_legion": _paels_legion,
    "pen_nib_double": _pen_nib_double,
    "pollinous_core": _pollinous_core,
    "ruined_helmet": _ruined_helmet,
    "the_boot": _the_boot,
    "throwing_axe": _throwing_axe,
    "tungsten_rod": _tungsten_rod,
    "unsettling_lamp": _unsettling_lamp,
    "vambrace": _vambrace,
    "velvet_choker": _velvet_choker,
}
