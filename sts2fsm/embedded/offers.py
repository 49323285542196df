"""What is drawn at random: cards on offer, potions, gold. Odds come from the run_odds table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sts2fsm.content import CardDef, load

from .conditions import enchantable, upgradable
from .run_cards import DeckCard

if TYPE_CHECKING:
    from .run import Run

_OFFERED = ("Common", "Uncommon", "Rare")
_WEAKER = {"Rare": "Uncommon", "Uncommon": "Common", "Common": "Uncommon"}


def hard(run: Run, pair: Sequence[float], level: int) -> float:
    """The number of a [base, hard] pair at this run's ascension."""
    return pair[1 if run.ascension >= level else 0]


def card_pool(run: Run, pool: str, keep: Callable[[CardDef], bool] | None = None) -> list[CardDef]:
    """Cards of a pool ("character", "other", "Colorless", "Curse", a character's id) whose effects the tables have,
    in table order."""
    cards = pools(run.build, run.character.pool, pool)
    return cards if keep is None else [card for card in cards if keep(card)]


@cache
def pools(build: str, mine: str, pool: str) -> list[CardDef]:
    """The cards of a pool, single player only; cached, not to be changed."""
    content = load(build)
    others = {c.pool for c in content.characters.values()} - {mine}
    wanted = {"character": {mine}, "other": others, "every": others | {mine}}.get(pool, {pool.upper()})
    return [c for c in content.cards.values() if c.pool in wanted and not c.multiplayer_only and _works(c)]


def _works(card: CardDef) -> bool:
    return card.behaves or card.type in ("Curse", "Status", "Quest")


def roll_rarity(run: Run, room: str) -> str:
    """Common, Uncommon or Rare for one offered card; `room` is monster, elite, boss or shop. The rare offset drifts
    (not in bosses and shops)."""
    odds = run.tables.odds
    table = odds["card_rarity"][room]
    rng = run.rng["rewards"]
    drifts = room in ("monster", "elite")
    offset = run.rare_offset if room != "boss" else 0.0
    rare = hard(run, table["Rare"], 7) + offset
    uncommon = hard(run, table["Uncommon"], 7)
    roll = rng.below(1_000_000) / 1_000_000
    if roll < rare:
        if drifts:
            run.rare_offset = odds["rare_offset"]["start"]
        return "Rare"
    if drifts:
        step = hard(run, odds["rare_offset"]["step"], 7)
        run.rare_offset = min(odds["rare_offset"]["max"], run.rare_offset + step)
    return "Uncommon" if roll < max(rare, 0) + uncommon else "Common"


def pick_card(run: Run, cards: list[CardDef], rarity: str | None, taken: set[str]) -> CardDef | None:
    """One card of a rarity not taken yet, stepping to another rarity when there is none."""
    rng = run.rng["rewards"]
    for kind in (rarity, _WEAKER.get(rarity or ""), None):
        left = [c for c in cards if c.id not in taken and (kind is None or c.rarity == kind)]
        if left:
            return rng.choice(left)
    return None


def offer_cards(
    run: Run,
    count: int,
    pool: str = "character",
    room: str = "monster",
    rarity: str | None = None,
    type: str | None = None,
    upgraded: bool = False,
    upgrade_roll: bool = True,
    uniform: bool = False,
) -> list[DeckCard]:
    """Distinct cards as a reward offers them: rarities rolled per card unless given, upgrades rolled from act 2 on."""
    cards = card_pool(run, pool, lambda c: c.rarity in _OFFERED and (type is None or c.type == type))
    taken: set[str] = set()
    offered: list[DeckCard] = []
    for _ in range(count):
        wanted = rarity if rarity is not None or uniform else roll_rarity(run, room)
        card = pick_card(run, cards, wanted, taken)
        if card is None:
            break
        taken.add(card.id)
        made = DeckCard(card.id, 1 if upgraded and card.max_upgrades else 0, run.floor)
        if upgrade_roll and card.rarity != "Rare" and upgradable(run, made):
            odds = hard(run, run.tables.odds["card_upgrade_per_act"], 7) * (run.act_no - 1)
            if run.rng["rewards"].chance(odds):
                made.upgrades = 1
        offered.append(made)
    return offered


def dress_reward(run: Run, cards: list[DeckCard], unhurt: bool = False) -> list[DeckCard]:
    """What relics do to a card reward when it is made: upgrades, enchantments."""
    everything = unhurt and run.has_hook("upgrade_unhurt")
    for relic, _ in run.hooks("upgrade_rewards"):
        if relic.counter:
            relic.counter -= 1
            everything = True
    kinds = {wanted for _, wanted in run.hooks("upgrade_type")}
    for card in cards:
        if (everything or run.content.cards[card.id].type in kinds) and upgradable(run, card):
            card.upgrades += 1
        for _, (kind, amount) in run.hooks("card_enchant"):
            if enchantable(run, card, kind):
                card.enchantment = (kind, amount)
    for _, (kind, amount) in run.hooks("reward_enchant_all"):
        for card in cards:
            if enchantable(run, card, kind):
                card.enchantment = (kind, amount)
    for relic, kind in run.hooks("reward_enchant"):
        if relic.counter:
            relic.counter -= 1
            for card in cards:
                if enchantable(run, card, kind):
                    card.enchantment = (kind, 1)
    for _, (kind, amount) in run.hooks("reward_enchant_one"):
        able = [c for c in cards if enchantable(run, c, kind)]
        if able:
            run.rng["rewards"].choice(able).enchantment = (kind, amount)
    return cards


def stock_card(run: Run, card_id: str) -> DeckCard:
    """A card for sale: relics that upgrade a type act on it already."""
    card = DeckCard(card_id, 0, run.floor)
    if any(run.content.cards[card_id].type == kind for _, kind in run.hooks("upgrade_type")) and upgradable(run, card):
        card.upgrades += 1
    return card


def random_potion(run: Run, rarity: str | None = None) -> str:
    """A potion of the character's and the shared pool; rarity rolled when None."""
    rng = run.rng["potions"]
    if rarity is None:
        odds = run.tables.odds["potion"]["rarity"]
        rarity = str(odds[rng.weighted([w for _, w in odds])][0])
    mine = ("SHARED", run.character.pool)
    return rng.choice(
        [p.id for p in run.content.potions.values() if p.pool in mine and p.rarity == rarity and p.behaves]
    )


def rolls_potion(run: Run, room: str) -> bool:
    """Does a fight's reward hold a potion? Drifts by a step down after a drop, up after a miss."""
    odds = run.tables.odds["potion"]
    chance = run.potion_odds + (odds["elite_bonus"] if room == "elite" else 0.0)
    hit = run.rng["potions"].chance(chance)
    run.potion_odds += -odds["step"] if hit else odds["step"]
    return hit or run.has_hook("potion_always")


def room_gold(run: Run, room: str) -> int:
    """Gold of a room (monster, elite, boss, treasure), less from A3 on."""
    low, high = run.tables.odds["gold"][room]
    if run.ascension >= 3:  # the bounds shrink, not the roll: histories show 7 to 15 evenly
        low, high = (int(bound * run.tables.odds["gold_a3_mult"]) for bound in (low, high))
    return run.rng["rewards"].between(low, high)


def random_transform(run: Run, card: DeckCard) -> DeckCard:
    """What a card turns into: any card of its own pool's kind but itself (curses into curses), not upgraded."""
    definition = run.content.cards[card.id]
    pool = definition.pool if definition.pool in ("COLORLESS", "CURSE") else "character"
    choices = card_pool(run, pool, lambda c: c.id != card.id and (pool == "CURSE" or c.rarity in _OFFERED))
    return DeckCard(run.rng["transform"].choice(choices).id, 0, run.floor)


def amount_of(run: Run, value: Any, variables: dict[str, int]) -> int:
    """A number of the tables: int, [lo, hi] (rolled), "$var", "-$var", "missing" (hp), "-all" (gold)."""
    if isinstance(value, int):
        return value
    if isinstance(value, list):
        return run.rng["events"].between(value[0], value[1])
    return _WORDS[value](run) if value in _WORDS else _variable(value, variables)


def _variable(value: str, variables: dict[str, int]) -> int:
    sign = -1 if value.startswith("-") else 1
    return sign * variables[value.lstrip("-$")]


_WORDS: dict[str, Callable[[Run], int]] = {
    "missing": lambda run: run.max_hp - run.hp,
    "-all": lambda run: -run.gold,
}
