"""Afflictions that powers of monsters put on cards: Bound, Galvanized, Tainted, Hexed, Devoured; Dampen's downgrades.

An affliction is (id, number) on the card. The number of Galvanized and Tainted is what playing the card costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, damage, effects
from .state import ETHEREAL, EXHAUST, CardInst, Combat, Creature, Power

PILES = ("hand", "draw", "discard", "exhaust", "play")
DAMPENED = "dampened"  # counter: the upgrade level a card gets back


def change_all(c: Combat, change: Callable[[CardInst], CardInst]) -> None:
    """Puts every card of the fight through a change; one that returns the card itself leaves it."""
    for name in PILES:
        pile: list[CardInst] = getattr(c, name)
        for i, card in enumerate(pile):
            new = change(card)
            if new is not card:
                pile[i] = new


def has(card: CardInst, name: str) -> bool:
    """Whether the card has this affliction."""
    return card.affliction is not None and card.affliction[0] == name


# Bound: state counts the cards bound this turn, plus 100 once one of them was played --------------------------------

_PLAYED = 100


def _bind(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    state = power.state or 0
    if c.side != "player" or state % _PLAYED >= power.amount:
        return
    found = cards.where(c, event.uid)
    if found is not None and found[0][found[1]].affliction is None:
        cards.replace(c, found[0][found[1]].with_(affliction=("BOUND", 1)))
        effects.set_state(owner, power, state + 1)


def _bound_played(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if has(event, "BOUND") and not event.dupe and (power.state or 0) < _PLAYED:
        effects.set_state(owner, power, (power.state or 0) + _PLAYED)


def _unbind(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    change_all(c, lambda card: card.with_(affliction=None) if has(card, "BOUND") else card)
    effects.set_state(owner, power, 0)


def bound(c: Combat, power: Power, card: CardInst) -> bool:
    """A Bound card may not be played once another was this turn."""
    return has(card, "BOUND") and (power.state or 0) >= _PLAYED


# Galvanized and Tainted: powers of the monster that mark cards of a type -------------------------------------------


def _mark(c: Combat, name: str, kind: str, n: int, card: CardInst) -> CardInst:
    free = card.affliction is None or (has(card, name) and card.affliction[1] != n)
    return card.with_(affliction=(name, n)) if free and card.code.type == kind else card


def _marks_all(name: str, kind: str) -> Callable[[Combat, Creature, Power, Any], None]:
    def run(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        change_all(c, lambda card: _mark(c, name, kind, power.amount, card))

    return run


def _marks_one(name: str, kind: str) -> Callable[[Combat, Creature, Power, Any], None]:
    def run(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
        new = _mark(c, name, kind, power.amount, event)
        if new is not event:
            cards.replace(c, new)

    return run


def _galvanic(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if has(event, "GALVANIZED"):
        damage.hit(c, None, c.player, damage.raw_value(c, c.player, power.amount), False)


def _tainted(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if event.affliction is not None and event.affliction[0] == "TAINTED":
        effects.apply_power(c, c.player, "TAINTED_POWER", event.affliction[1], owner)


# Hexed and Devoured: afflictions that add a keyword ------------------------------------------------------------------

_ADDED, _FOUND = 1, 2  # the affliction's number: it added the keyword, or the card had it


def _adds(name: str, bit: int, kinds: tuple[str, ...]) -> Callable[[CardInst], CardInst]:
    def put(card: CardInst) -> CardInst:
        if card.affliction is not None or (kinds and card.code.type not in kinds):
            return card
        return card.with_(affliction=(name, _FOUND if card.kw & bit else _ADDED), kw=card.kw | bit)

    return put


def _takes(name: str, bit: int) -> Callable[[CardInst], CardInst]:
    def take(card: CardInst) -> CardInst:
        if card.affliction is None or card.affliction[0] != name:
            return card
        return card.with_(affliction=None, kw=card.kw & ~bit if card.affliction[1] == _ADDED else card.kw)

    return take


def _on_all(change: Callable[[CardInst], CardInst]) -> Callable[[Combat, Creature, Power, Any], None]:
    def run(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        change_all(c, change)

    return run


def _on_one(change: Callable[[CardInst], CardInst]) -> Callable[[Combat, Creature, Power, Any], None]:
    def run(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
        new = change(event)
        if new is not event:
            cards.replace(c, new)

    return run


_hexed = _adds("HEXED", ETHEREAL, ())
_devoured = _adds("DEVOURED", EXHAUST, ("Attack", "Skill"))


def _hex(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, event[0].combat_id if event[0] is not None else None)
    change_all(c, _hexed)


# Dampen ---------------------------------------------------------------------------------------------------------------


def at_level(c: Combat, card: CardInst, upgrades: int) -> CardInst:
    """The card at another upgrade level, with the keywords it gained or lost otherwise."""
    code = c.code.card(card.id, upgrades)
    added, lost = card.kw & ~card.code.keywords, card.code.keywords & ~card.kw
    return card.with_(upgrades=upgrades, code=code, kw=(code.keywords | added) & ~lost)


def _dampen(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, event[0].combat_id if event[0] is not None else None)

    def down(card: CardInst) -> CardInst:
        if not card.upgrades:
            return card
        return at_level(c, card, 0).with_(counters={**card.counters, DAMPENED: card.upgrades})

    change_all(c, down)


def _dampen_ends(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    def up(card: CardInst) -> CardInst:
        if DAMPENED not in card.counters:
            return card
        counters = {k: v for k, v in card.counters.items() if k != DAMPENED}
        return at_level(c, card, max(card.upgrades, card.counters[DAMPENED])).with_(counters=counters)

    change_all(c, up)


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "bind": _bind,
    "bound_played": _bound_played,
    "unbind": _unbind,
    "galvanize": _marks_all("GALVANIZED", "Power"),
    "galvanize_one": _marks_one("GALVANIZED", "Power"),
    "galvanic": _galvanic,
    "taint": _marks_all("TAINTED", "Skill"),
    "taint_one": _marks_one("TAINTED", "Skill"),
    "tainted": _tainted,
    "hex": _hex,
    "hex_one": _on_one(_hexed),
    "hex_seen": _on_all(_hexed),
    "hex_ends": _on_all(_takes("HEXED", ETHEREAL)),
    "devour": _on_all(_devoured),
    "devour_one": _on_one(_devoured),
    "devour_ends": _on_all(_takes("DEVOURED", EXHAUST)),
    "dampen": _dampen,
    "dampen_ends": _dampen_ends,
}
