"""A card played on a field that its row describes, and what the row asks about afterwards."""

from __future__ import annotations

from typing import Any

import attrs

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import OstySeen
from sts2fsm.rules.state import Combat
from tests.rules.build import fight, ids, play, powers_of
from tests.rules.build_cast import letters, queue
from tests.rules.idle import idle


@attrs.frozen
class On:
    """The field of a row: piles as space separated ids, enemies with 200 hp that do nothing, 9 energy."""

    hand: str = ""
    draw: str = ""
    discard: str = ""
    exhaust: str = ""
    character: str = "IRONCLAD"
    block: int = 0
    foes: int = 1
    foe: dict[str, int] = attrs.Factory(dict)
    powers: dict[str, int] = attrs.Factory(dict)
    orbs: str = ""
    orb_slots: int | None = None
    osty: int | None = None
    more: dict[str, Any] = attrs.Factory(dict)


def stand(on: On, first: str = "", **more: Any) -> Combat:
    """The fight of a field, with one more card at the left of the hand."""
    return fight(
        f"{first} {on.hand}",
        draw=on.draw,
        discard=on.discard,
        exhaust=on.exhaust,
        character=on.character,
        block=on.block,
        energy=9,
        powers=on.powers,
        enemies=tuple(idle(n + 1, powers=on.foe) for n in range(on.foes)),
        orbs=queue(on.orbs),
        orb_slots=on.orb_slots,
        osty=None if on.osty is None else OstySeen(on.osty, on.osty, True),
        **on.more,
        **more,
    )


def after(c: Combat) -> dict[str, Any]:
    """What a row may ask about: damage to the first two enemies, powers, piles sorted by id, and the player's own."""
    found: dict[str, Any] = {
        name: " ".join(sorted(ids(getattr(c, name)))) for name in ("hand", "draw", "discard", "exhaust")
    }
    found |= {
        "hp": c.player.hp,
        "block": c.player.block,
        "energy": c.energy,
        "stars": c.stars,
        "me": powers_of(c.player),
        "orbs": letters(c),
        "potions": sum(p is not None for p in c.potions),
        "osty": None if c.osty is None else c.osty.hp,
        "costs": [rules.card_cost(c, card) for card in c.hand],
        "notes": c.notes,
    }
    for n, foe in enumerate(c.enemies[:2], 1):
        found |= {f"d{n}": 200 - foe.hp, f"e{n}": powers_of(foe)}
    return found


def played(name: str, on: On) -> dict[str, Any]:
    """What stands after the card was played at enemy 1 and its choices answered from the left."""
    c = stand(on, name)
    play(c)
    return after(c)
