"""What cards and relics are worth to the combat player: fights of random decks, and what each card adds to the outcome.

A fight's outcome is the health left, and for a lost one how far the enemies were from beaten. A ridge regression
shares it out among the cards of the deck and the relics; a coefficient is points of health a copy brings, more or less
than the average card of that character. It tells nothing of how cards go together, nor whether to take one at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from attrs import frozen

from handlers.worth import PotionsPolicy, potion_worth
from sts2fsm.assembly import policies
from sts2fsm.content import load
from sts2fsm.evaluate.intervals import LEAST
from sts2fsm.evaluate.suites import SUITES, Scene
from sts2fsm.facts.lines import best_turn
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.facts.search import Move
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng

# Cards and relics added to the starting deck, and Strikes taken out, as the run goes on.
_STAGES: Mapping[str, tuple[int, int, int]] = {"elite": (4, 1, 0), "boss1": (9, 3, 2), "boss2": (15, 5, 4)}
_SCENES: tuple[Scene, ...] = tuple(scene for scene in SUITES["all"] if scene.stage in _STAGES)
_UPGRADED = 0.25  # part of the added cards
_COLORLESS = 0.08
_ROUNDS = 40  # a fight that takes longer counts as lost
_LOST, _STANDING = -8.0, -50.0  # points: a fight lost, and one lost with all enemies unhurt besides
_RIDGE = 12.0  # fights' worth of belief that a card is like the others
_FIGHTS_A_COLUMN = 2  # under so many fights a coefficient the residuals are fitted away, and no error can be told


@frozen
class Draft:
    """A random fight: what was added to the starting deck, and whom it meets."""

    character: str
    number: int
    scene: Scene
    cards: tuple[rules.CardSpec, ...]
    relics: tuple[str, ...]
    strikes_out: int


@frozen
class Trial:
    """A draft, played: the outcome in points of health."""

    draft: Draft
    points: float


@frozen
class Coefficient:
    """Points of health that one copy brings, against the average one; `error` is its standard error, `n` the fights.

    None where there were too few fights to tell: ridge would draw it to 0, and call that certain.
    """

    name: str
    points: float | None
    error: float | None
    n: int


def draft(character: str, number: int) -> Draft:
    """The fight of that number: the same each time. Raises KeyError for an unknown character."""
    content, rng = load(), Rng(number).fork(character)
    hero = content.characters[character]
    scene = _SCENES[number % len(_SCENES)]
    added, held, out = _STAGES[scene.stage]
    able = [c for c in content.cards.values() if c.behaves and not c.multiplayer_only]
    able = [c for c in able if c.rarity in ("Common", "Uncommon", "Rare")]
    own = [c.id for c in able if c.pool == hero.pool]
    colorless = [c.id for c in able if c.pool == "COLORLESS"]
    relics = [r.id for r in content.relics.values() if r.combat and r.behaves and r.pool in ("SHARED", hero.pool)]
    cards = []
    for _ in range(added):
        pool = colorless if rng.chance(_COLORLESS) else own
        cards.append(rules.CardSpec(rng.choice(pool), int(rng.chance(_UPGRADED))))
    return Draft(character, number, scene, tuple(cards), tuple(rng.sample(relics, held)), out)


def setup(drawn: Draft) -> rules.CombatSetup:
    """The draft's fight, with the character's full health."""
    content = load()
    hero = content.characters[drawn.character]
    strikes = [card for card in hero.deck if card.startswith("STRIKE")][: drawn.strikes_out]
    deck = list(hero.deck)
    for card in strikes:
        deck.remove(card)
    held = (*hero.relics, *drawn.relics)
    return rules.CombatSetup(
        deck=(*(rules.CardSpec(card) for card in deck), *drawn.cards),
        hp=hero.hp,
        max_hp=hero.hp,
        encounter=drawn.scene.encounter,
        character=drawn.character,
        room=content.encounters[drawn.scene.encounter].room,
        relics=tuple(rules.RelicSpec(relic, content.relics[relic].counter) for relic in held),
        max_energy=hero.energy,
        seed=drawn.number,
        act=2 if drawn.scene.stage == "boss2" else 1,
    )


@frozen
class DraftTask:
    """What a worker is given."""

    character: str
    number: int
    overlays: tuple[Path, ...] = ()


def play_draft(task: DraftTask) -> Trial:
    """Play one draft by whole turns, the draw order hidden from the player."""
    planner, worth_of = _players(task.overlays)
    drawn = draft(task.character, task.number)
    combat, hidden = rules.start(setup(drawn)), Rng(task.number).fork("hidden")
    whole = sum(enemy.hp for enemy in combat.enemies)
    while combat.outcome is None and combat.round <= _ROUNDS:
        seen = combat.copy()
        seen.rng = Rng(hidden.bits())
        seen.rng.shuffle(seen.draw)
        moves = best_turn(seen, planner.reflex, planner, lambda potion: potion_worth(potion, worth_of))
        _play(combat, moves)
    left = sum(enemy.hp for enemy in combat.enemies if enemy.alive)
    won = combat.outcome == "won"
    return Trial(drawn, float(combat.player.hp) if won else _LOST + _STANDING * min(1.0, left / max(whole, 1)))


@lru_cache(maxsize=4)
def _players(overlays: tuple[Path, ...]) -> tuple[PlannerPolicy, PotionsPolicy]:
    chosen = policies(overlays)
    return chosen.section(PlannerPolicy), chosen.section(PotionsPolicy)


def _play(combat: rules.Combat, moves: Sequence[Move]) -> None:
    """The line as far as it was foreseen: up to the first draw or throw of dice, and to the end of the turn where
    there was none."""
    for move in moves:
        before = (len(combat.draw), combat.rng.state)
        if not _done(combat, move):
            break
        if combat.outcome is not None or (len(combat.draw), combat.rng.state) != before:
            return
    if combat.outcome is None and combat.pending is None:
        rules.end_turn(combat)
    while combat.pending is not None and combat.outcome is None:
        rules.choose(combat, tuple(range(min(combat.pending.max, len(combat.pending.cards)))))


def _done(combat: rules.Combat, move: Move) -> bool:
    """False where the fight does not allow the move after all."""
    try:
        match move.kind:
            case "play":
                rules.play_card(combat, move.index, move.target)
            case "potion":
                rules.use_potion(combat, move.index, move.target)
            case _:
                rules.choose(combat, move.picks)
    except rules.IllegalPlay:
        return False
    return True


def coefficients(trials: Iterable[Trial]) -> tuple[list[Coefficient], list[Coefficient]]:
    """Cards and relics, the best first, and those last of which too little is known. Each encounter has a mean of its
    own; upgrades share one coefficient."""
    kept = list(trials)
    scenes = sorted({trial.draft.scene.encounter for trial in kept})
    cards = sorted({card.id for trial in kept for card in trial.draft.cards})
    relics = sorted({relic for trial in kept for relic in trial.draft.relics})
    columns = {name: i for i, name in enumerate((*scenes, "upgrade", *cards, *(f"relic {r}" for r in relics)))}
    enough = len(kept) >= _FIGHTS_A_COLUMN * len(columns)
    held = np.zeros((len(kept), len(columns)))
    points = np.array([trial.points for trial in kept])
    for row, trial in enumerate(kept):
        held[row, columns[trial.draft.scene.encounter]] = 1
        for card in trial.draft.cards:
            held[row, columns[card.id]] += 1
            held[row, columns["upgrade"]] += card.upgrades
        for relic in trial.draft.relics:
            held[row, columns[f"relic {relic}"]] = 1
    penalty = np.array([0.0 if name in scenes else _RIDGE for name in columns])
    inverse = np.linalg.inv(held.T @ held + np.diag(penalty + 1e-9))
    found = inverse @ held.T @ points
    errors = np.sqrt(np.diag(inverse) * float(np.var(points - held @ found)))

    def one(name: str, column: int) -> Coefficient:
        fights = int(np.count_nonzero(held[:, column]))
        if not enough or fights < LEAST:  # fights with that card
            return Coefficient(name, None, None, fights)
        return Coefficient(name, round(float(found[column]), 2), round(float(errors[column]), 2), fights)

    def told(names: Sequence[str], prefix: str = "") -> list[Coefficient]:
        made = [one(name, columns[prefix + name]) for name in names]
        return sorted(made, key=lambda each: (each.points is None, -(each.points or 0.0)))

    return told(cards), told(relics, "relic ")
