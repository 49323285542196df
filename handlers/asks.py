"""What the asks of all screens share: the prefix, the run in words, and the plain choice among ranked options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sts2fsm.asking import Ask, AskPolicy, Pick, itself
from sts2fsm.content import load
from sts2fsm.facts.fight import character_of
from sts2fsm.facts.telling import listed, power_name, relic_words
from sts2fsm.handler import Ranked, Seen

# First and always the same, so that a server may keep what it made of it.
PREFIX = (
    "Slay the Spire 2, a deck-building game. We climb three acts of rooms, each with a boss at its top; health carries"
    " over from fight to fight, and a run ends when it is gone. All arithmetic is done: every option below may be"
    " taken, and none of them loses the run at once. Judge by what helps most to win the whole run.\n"
)
_RELICS_TOLD = 8
_CARDS_TOLD = 10
_HINTS_TOLD = 3
_BASICS = frozenset({"Basic", "Curse", "Status"})


def health_words(seen: Seen) -> str:
    bands = seen.policies.section(AskPolicy).bands
    return "low" if seen.hp_share < bands.hurt else "high" if seen.hp_share >= bands.well else "middling"


def boss_words(seen: Seen) -> str:
    """Who waits at the top of the act, where its map was seen."""
    mark, run = seen.memory.run, seen.observation.run
    boss = mark.boss if mark is not None and run is not None and mark.act == run.act else None
    known = load().encounters.get(boss or "")
    return f" Its boss is {known.name}." if known else ""


def deck_words(seen: Seen) -> str:
    """What kind of deck it is: its size, its kinds, what it leans on, and its best known cards that are no basics."""
    deck, bands = seen.deck, seen.policies.section(AskPolicy).bands
    if deck is None:
        return ""
    size = "small" if deck.size <= bands.small_deck else "large" if deck.size >= bands.large_deck else "of usual size"
    kind = "attacks" if deck.attacks > deck.skills else "skills"
    told = [f" Our deck is {size}, with more {kind} than {'skills' if kind == 'attacks' else 'attacks'}"]
    leans = [
        _hint(name) for name, count in sorted(deck.hints.items(), key=lambda hint: -hint[1]) if count >= bands.leaning
    ]
    known = dict.fromkeys(hint for hint in leans if hint)
    if known:
        told.append(f"; it leans on {listed(list(known)[:_HINTS_TOLD])}")
    cards = load().cards
    held = [cards[id_].name for id_ in deck.copies if id_ in cards and cards[id_].rarity not in _BASICS]
    if held:
        told.append(f"; besides basics it holds {listed(held[:_CARDS_TOLD])}")
    return "".join((*told, "."))


def _hint(name: str) -> str | None:
    """A power, keyword or tag as a word; None for what every deck has."""
    return None if name in ("Strike", "Defend") else power_name(name) or (None if "_" in name else name)


def run_words(seen: Seen) -> str:
    """The prefix, and where the run stands: conclusions alone."""
    run, player = seen.observation.run, seen.observation.player
    told = [PREFIX]
    if player is not None:
        who = load().characters.get(character_of(player) or "")
        told.append(f"We play {who.name if who else 'an unknown character'}.")
    if run is not None:
        told.append(f" This is act {('one', 'two', 'three', 'four')[run.act - 1] if 1 <= run.act <= 4 else 'unknown'}.")
    told.append(f"{boss_words(seen)} Our health is {health_words(seen)}.")
    if player is not None:
        relics = [relic_words(relic.id).split(",")[0] for relic in player.relics if relic.id in load().relics]
        if relics:
            told.append(f" Our relics: {listed(relics[-_RELICS_TOLD:])}.")
        told.append(deck_words(seen))
        told.append(" Our potion belt is full." if player.belt_full and player.potions else "")
    return "".join(told)


def telling(what: str) -> Callable[[Seen, Any], str]:
    """The run in words, and what is to be decided."""

    def tell(seen: Seen, policy: Any) -> str:
        return f"{run_words(seen)}\n{what}"

    return tell


def choice(
    about: str,
    question: str,
    options: Callable[[Seen, Any], Sequence[Ranked]],
    words: Callable[[Ranked, Seen, Any], str],
    what: str,
) -> Ask:
    """One choice among ranked options, each told by itself."""

    def alone(option: Ranked, among: Sequence[Ranked], seen: Seen, policy: Any) -> str:
        return words(option, seen, policy)

    return Ask(
        about=about,
        options=options,
        tell=telling(what),
        picks=(Pick(name=about, question=question, words=alone, key=itself),),
    )
