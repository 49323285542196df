"""The rules alone: cards played a second, by a mixture of decks with a copy of the state before every play, as a search
does it; and by the Ironclad's first deck without copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from sts2fsm.commands.bench.measure import CHARACTERS, Asked, Figures, Measure, rate
from sts2fsm.content import Content, load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng

ROUNDS = 40  # a fight ends after so many turns
DRAWN = 12  # cards of the character's pool besides its first deck
RELICS = 4
HP = 300  # enough for long fights: dead players play no cards
TYPES = ("Attack", "Skill", "Power")
COMMON = 8  # cards that are named

Pick = Callable[[rules.Combat], int | None]


def work(asked: Asked) -> Figures:
    """Cards a second, enemies' turns included."""
    content = load()
    mixed = [_mixed(content, number) for number in range(asked.fights)]
    first = _first_deck(content, asked.fights)
    played: Counter[str] = Counter()

    def with_copies() -> dict[str, int]:
        played.clear()
        for number, setup in enumerate(mixed):
            _fight(rules.start(setup), _any(Rng(number)), True, played)
        return {"cards": sum(played.values())}

    def without() -> dict[str, int]:
        mine: Counter[str] = Counter()
        for setup in first:
            _fight(rules.start(setup), _first_playable, False, mine)
        return {"cards": sum(mine.values())}

    with_copies()  # tables are compiled once
    mix = {**rate(asked.repeat, with_copies), "mix": _mix(content, played)}
    plain = rate(asked.repeat, without)
    return {"plays": mix, "rules": {"fights": asked.fights, "cards_played": plain["cards"], **plain}}


def _mixed(content: Content, number: int) -> rules.CombatSetup:
    """A fight of the mixture: any character with cards and relics of its pool, some upgraded, any encounter."""
    rng = Rng(number).fork("bench")
    hero = content.characters[CHARACTERS[number % len(CHARACTERS)]]
    pool = sorted(d.id for d in content.cards.values() if d.pool == hero.pool and d.behaves and not d.multiplayer_only)
    relics = sorted(d.id for d in content.relics.values() if d.combat and d.behaves and d.pool in (hero.pool, "SHARED"))
    own = [rules.CardSpec(card) for card in hero.deck]
    drawn = [
        rules.CardSpec(name, rng.below(2) and content.cards[name].max_upgrades and 1)
        for name in rng.sample(pool, DRAWN)
    ]
    encounters = [name for name, one in content.encounters.items() if _known(one, content)]
    return rules.CombatSetup(
        deck=(*own, *drawn),
        hp=HP,
        max_hp=HP,
        encounter=rng.choice(encounters),
        character=hero.id,
        relics=tuple(rules.RelicSpec(name) for name in rng.sample(relics, RELICS)),
        max_energy=hero.energy if hasattr(hero, "energy") else 3,
        seed=number,
    )


def _first_deck(content: Content, fights: int) -> list[rules.CombatSetup]:
    hero = content.characters["IRONCLAD"]
    deck = tuple(rules.CardSpec(card) for card in hero.deck)
    encounters = [name for name, one in content.encounters.items() if one.room == "monster" and _known(one, content)]
    return [
        rules.CombatSetup(
            deck=deck, hp=hero.hp, max_hp=hero.hp, encounter=encounters[number % len(encounters)], seed=number
        )
        for number in range(fights)
    ]


def _known(encounter: Any, content: Content) -> bool:
    names = encounter.possible or [name for name in encounter.monsters if isinstance(name, str)]
    return bool(names) and all(name.split(":")[0] in content.monsters for name in names)


def _fight(fight: rules.Combat, pick: Pick, copies: bool, played: Counter[str]) -> None:
    for _ in range(ROUNDS):
        while fight.outcome is None:
            if fight.pending is not None:
                rules.choose(fight, tuple(range(fight.pending.min)))
                continue
            index = pick(fight)
            if index is None:
                break
            if copies:
                fight = fight.copy()
            card = fight.hand[index]
            aimed = rules.target_type(card, fight) == "AnyEnemy"
            targets = rules.valid_targets(fight)
            played[card.id] += 1
            rules.play_card(fight, index, targets[0] if aimed else None)
        if fight.outcome is not None:
            return
        rules.end_turn(fight)


def _first_playable(fight: rules.Combat) -> int | None:
    return next((i for i in range(len(fight.hand)) if _playable(fight, i)), None)


def _any(rng: Rng) -> Pick:
    def pick(fight: rules.Combat) -> int | None:
        able = [i for i in range(len(fight.hand)) if _playable(fight, i)]
        return rng.choice(able) if able else None

    return pick


def _playable(fight: rules.Combat, index: int) -> bool:
    if rules.unplayable_reason(fight, index) is not None:
        return False
    return bool(rules.valid_targets(fight)) or rules.target_type(fight.hand[index], fight) != "AnyEnemy"


def _mix(content: Content, played: Counter[str]) -> Figures:
    total = sum(played.values()) or 1
    types = Counter[str]()
    for name, count in played.items():
        types[content.cards[name].type] += count
    return {
        "different": len(played),
        "types": {kind: round(types[kind] / total, 3) for kind in (*TYPES, *sorted(set(types) - set(TYPES)))},
        "most": dict(played.most_common(COMMON)),
    }


def tell(figures: Figures) -> list[str]:
    mixed, plain = figures["plays"], figures["rules"]
    low, high = mixed["cards_per_s_range"]
    kinds = ", ".join(f"{share:.0%} {kind}" for kind, share in mixed["mix"]["types"].items())
    most = ", ".join(f"{name} {count}" for name, count in mixed["mix"]["most"].items())
    return [
        f"rules, five characters, a copy of the state before every play: {mixed['cards_per_s']:g} cards/s "
        f"({low:.0f} to {high:.0f}; {mixed['cards']} cards, {mixed['mix']['different']} different: {kinds})",
        f"  most played: {most}",
        f"rules, the Ironclad's first deck, no copies: {plain['cards_per_s']:g} cards/s ({plain['cards_played']} cards "
        f"in {plain['fights']} fights)",
    ]


MEASURE = Measure(help="cards a second by the rules alone", work=work, tell=tell)
