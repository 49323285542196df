"""Words for what an id stands for: conclusions from our own tables, never a text of the payload and never a number.

An id that no table has could be anybody's text, and is told as unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from sts2fsm.content import load
from sts2fsm.facts.cards import UNKNOWN_CARD, CardNumbers, card_numbers
from sts2fsm.wire.common import Card, Power
from sts2fsm.wire.intents import DAMAGE_INTENTS
from sts2fsm.wire.screens import Enemy

_COSTS = ("costs nothing", "is cheap", "costs two energy", "is dear")  # by energy; dearer ones are dear, too
_X = "takes all energy that is left"
# Printed numbers as words: (up to, word).
_DAMAGE = ((6, "a little damage"), (13, "fair damage"), (999, "heavy damage"))
_BLOCK = ((6, "a little block"), (12, "fair block"), (999, "much block"))
_INTENTS = {
    "Buff": "grows stronger", "Debuff": "weakens us", "DebuffStrong": "weakens us badly", "Defend": "defends",
    "Escape": "flees", "Heal": "heals", "Summon": "calls others", "Sleep": "sleeps", "Stun": "is stunned",
    "StatusCard": "adds useless cards to our deck", "CardDebuff": "harms our cards", "Hidden": "hides what it will do",
    "Unknown": "hides what it will do",
}  # fmt: skip
_POWERS_TOLD = 4
_WOUNDED, _NEARLY = 0.66, 0.25  # shares of health: words for people's eyes, not tuning


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def card_name(card_id: str, upgraded: bool = False) -> str:
    known = load().cards.get(card_id)
    return "an unknown card" if known is None else f"{known.name}{'+' if upgraded else ''}"


@cache
def card_words(card_id: str, upgraded: bool) -> str:
    """`Bash: an attack that costs two energy; fair damage, puts Vulnerable`."""
    known = load().cards.get(card_id)
    if known is None:
        return "an unknown card"
    energy = known.cost[int(upgraded)]
    cost = _X if known.x_cost else "cannot be played" if energy < 0 else _COSTS[min(energy, len(_COSTS) - 1)]
    does = listed(_does(card_numbers(card_id, upgraded)))
    kind = f"{known.rarity} {known.type}".lower()
    told = f"{card_name(card_id, upgraded)}: {'an' if kind[0] in 'aeiou' else 'a'} {kind} that {cost}"
    return f"{told}; {does}" if does else told


def _does(numbers: CardNumbers) -> list[str]:
    if numbers is UNKNOWN_CARD:
        return []
    found: list[str] = []
    if numbers.damage:
        hits = 1 if numbers.hits is None else numbers.hits
        whom = {"all": " to all enemies", "random": " to random enemies"}.get(numbers.spread, "")
        several = " in several hits" if hits > 1 else " for each energy" if numbers.hits is None else ""
        found.append(_band(numbers.damage * hits, _DAMAGE) + whom + several)
    if numbers.block:
        found.append(_band(numbers.block, _BLOCK))
    if numbers.draws:
        found.append("draws cards")
    if numbers.energy:
        found.append("gives energy")
    if numbers.hp_loss:
        found.append("costs health")
    found += [f"puts {name}" for id_, _, _ in numbers.powers if (name := power_name(id_))]
    return found if numbers.modelled else [*found, "has an effect of its own"]


def _band(amount: int, bands: Iterable[tuple[int, str]]) -> str:
    return next(word for up_to, word in bands if amount <= up_to)


def power_name(power_id: str) -> str | None:
    known = load().powers.get(power_id)
    return known.name if known else None


def powers_words(powers: Iterable[Power]) -> str:
    """Names of the first few powers that our tables have; empty without one."""
    names = dict.fromkeys(name for power in powers if (name := power_name(power.id)))
    return listed(list(names)[:_POWERS_TOLD])


def relic_words(relic_id: str | None) -> str:
    known = load().relics.get(relic_id or "")
    return "an unknown relic" if known is None else f"{known.name}, a relic ({known.rarity.lower()})"


def potion_name(potion_id: str | None) -> str:
    known = load().potions.get(potion_id or "")
    return "an unknown potion" if known is None else known.name


def card_of(card: Card) -> str:
    return card_words(card.id, card.is_upgraded)


# --- enemies ----------------------------------------------------------------------------------------------------------
def monster_id(enemy: Enemy) -> str:
    """An entity's kind: its id without the number that tells twins apart."""
    return enemy.entity_id.rsplit("_", 1)[0]


def enemy_name(enemy: Enemy, among: Sequence[Enemy] = ()) -> str:
    """The name by our tables, with its place among twins."""
    known = load().monsters.get(monster_id(enemy))
    name = known.name if known else "an unknown enemy"
    twins = [other.combat_id for other in among if monster_id(other) == monster_id(enemy)]
    return f"{name} ({twins.index(enemy.combat_id) + 1} of {len(twins)})" if len(twins) > 1 else name


def enemy_words(enemy: Enemy, among: Sequence[Enemy]) -> str:
    """`Nibbit, wounded: attacks and grows stronger; has Strength`."""
    share = enemy.hp / enemy.max_hp if enemy.max_hp > 0 else 1.0
    state = "nearly dead" if share <= _NEARLY else "wounded" if share <= _WOUNDED else "healthy"
    means = dict.fromkeys(
        "attacks" if intent.type in DAMAGE_INTENTS else _INTENTS.get(intent.type, "hides what it will do")
        for intent in enemy.intents or ()
    )
    has = powers_words(enemy.status)
    told = f"{enemy_name(enemy, among)}, {state}: {listed(list(means)) or 'shows nothing'}"
    return f"{told}; has {has}" if has else told
