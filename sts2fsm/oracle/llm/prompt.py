"""What a language model is told: fixed instructions, and the run in ids of our tables and plain conclusions.

No text of the game, the mod or a user goes in: an id that no table knows is left out, so nothing that is shown on a
screen can give instructions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from sts2fsm.content import load
from sts2fsm.facts.fight import character_of
from sts2fsm.handler import Seen
from sts2fsm.strategy import ROUTED

_INSTRUCTIONS = """\
You advise a program that plays Slay the Spire 2. It computes every fight and every number itself. You only say, rarely,
what the rest of the run should aim at. Your plan adds a little to the worth of options; it decides nothing alone.

Give:
- archetype: a few words for the kind of deck.
- wanted, unwanted: card ids to take and upgrade, or to pass and remove. Only ids from the lists you are given.
- relics: relic ids worth more than usual to this deck, if you know any.
- route: worth to add (positive) or take off (negative) for each type of room: {rooms}. Use -{most:g} to {most:g}.
- hold: potion ids from the belt that are better kept for the act's boss.
- until: what should end this plan: last act, last floor, hp_below (share of health, 0 to 1), deck_over (cards).
- reason: one short sentence.
Leave out what you have no opinion on."""


def instructions(route_most: float) -> str:
    """The same for every call under one set of policies. `route_most`: bound of the worth given to a type of room."""
    return _INSTRUCTIONS.format(rooms=", ".join(ROUTED), most=route_most)


_MEANT = {"Attack", "Skill", "Power"}
_OFFERED_RARITIES = ("Common", "Uncommon", "Rare")


def _ids(ids: Iterable[str | None], known: Collection[str]) -> str:
    counted = Counter(id_ for id_ in ids if id_ in known)
    return ", ".join(f"{id_} x{count}" if count > 1 else str(id_) for id_, count in counted.items()) or "none"


def prompt(seen: Seen, why: Sequence[str]) -> str:
    """The run as it stands, for one call. `why` are names of triggers."""
    tables, observed, deck = load(), seen.observation, seen.memory.deck
    run, player, map_ = observed.run, observed.player, observed.map
    character = None if player is None else character_of(player)
    lines = [f"Character: {character or 'unknown'}."]
    if run is not None:
        lines.append(f"Ascension {run.ascension}, act {run.act}, floor {run.floor}.")
    if player is not None:
        lines += [
            f"Health: about {round(seen.hp_share * 10) * 10} % of {player.max_hp}. Gold: {player.gold}.",
            f"Relics: {_ids((relic.id for relic in player.relics), tables.relics)}.",
            f"Potions: {_ids((potion.id for potion in player.potions), tables.potions)}.",
        ]
    boss = map_.boss.id if map_ is not None and map_.boss is not None else _boss(seen)
    if boss in tables.encounters:
        lines.append(f"The act's boss: {boss}.")
    lines.append("Deck: not shown yet." if deck is None else f"Deck: {_ids(deck, tables.cards)}.")
    if observed.card_reward is not None:
        lines.append(f"Cards offered now: {_ids((card.id for card in observed.card_reward.cards), tables.cards)}.")
    if map_ is not None and map_.next_options:
        lines.append(f"Rooms to choose from now: {', '.join(_rooms(option.type for option in map_.next_options))}.")
    held = seen.memory.strategy
    if held is not None:
        lines.append(
            f"Your last plan: wanted {_ids(held.wanted, tables.cards)}; unwanted {_ids(held.unwanted, tables.cards)}."
        )
    lines.append(f"Asked because: {', '.join(why)}.")
    lines.append(f"Card ids of this character: {', '.join(_pool(character))}.")
    return "\n".join(lines)


def _boss(seen: Seen) -> str | None:
    return seen.memory.run.boss if seen.memory.run is not None else None


def _rooms(kinds: Iterable[str | None]) -> list[str]:
    return [kind for kind in kinds if kind in ROUTED]


def _pool(character: str | None) -> list[str]:
    """Cards that this character is offered; with an unknown one, those of every pool that offers any."""
    known = load().characters
    pools = {known[character].pool} if character is not None else {one.pool for one in known.values()}
    return [
        card.id
        for card in load().cards.values()
        if card.pool in pools and card.type in _MEANT and card.rarity in _OFFERED_RARITIES and not card.multiplayer_only
    ]
