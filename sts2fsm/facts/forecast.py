"""What an action will do, and whether it did: forecasts by the rules, scored against the next observation.

Compared are the player's health, block, energy and powers, and of each enemy health, block and powers. Not compared:
drawn cards and
newly rolled intents. A step that ends the fight is compared on health alone. A step of random outcome is exact when
the observation
is one of its possible outcomes. An unmodelled step counts as checked and never as exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from sts2fsm.facts.fight import Fight
from sts2fsm.facts.model import Model, model, with_seed
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Combat
from sts2fsm.wire.actions import Action, EndTurn, PlayCard, UsePotion
from sts2fsm.wire.observation import COMBAT_SCREENS, Observation, Screen

SAMPLES = 12  # futures tried for a step that draws on chance
FORESEEN = (PlayCard, UsePotion, EndTurn)
Powers = Mapping[str, int]


@frozen(kw_only=True)
class Body:
    """One creature as the wire shows it: hp, block and powers by id (amounts of one id added up)."""

    hp: int
    block: int
    powers: Powers


@frozen(kw_only=True)
class Future:
    """One possible state after an action. `over`: the fight has ended, and only `player.hp` counts. `waiting`: a
    choice is open."""

    player: Body
    energy: int
    enemies: Mapping[int, Body] | None  # None: an overlay hides them
    over: bool = False
    waiting: bool = False


@frozen(kw_only=True)
class Forecast:
    """`futures` are the distinct states that the action may lead to; more than one when chance decides."""

    action: Action
    futures: tuple[Future, ...]
    unmodelled: tuple[str, ...] = ()

    @property
    def random(self) -> bool:
        return len(self.futures) > 1


@frozen(kw_only=True)
class Score:
    """How a forecast did. `misses` name what differs from the nearest future, as `what: forecast -> seen`; `off` is
    the largest
    difference of a health or block value among them."""

    exact: bool
    within2: bool
    random: bool
    unmodelled: tuple[str, ...]
    misses: tuple[str, ...] = field(factory=tuple)


def _amounts(powers: Any) -> dict[str, int]:
    total: dict[str, int] = {}
    for power in powers:
        total[power.id] = total.get(power.id, 0) + power.amount
    return total


def future_of(combat: Combat) -> Future:
    """What the wire would show of a combat."""
    over = combat.outcome is not None
    return Future(
        player=Body(
            hp=rules.summary(combat).hp if over else combat.player.hp,
            block=combat.player.block,
            powers=_amounts(combat.player.powers.values()),
        ),
        energy=combat.energy,
        enemies={
            e.combat_id: Body(hp=e.hp, block=e.block, powers=_amounts(e.powers.values()))
            for e in combat.enemies
            if e.alive
        },
        over=over,
        waiting=combat.pending is not None,
    )


def future_seen(seen: Observation) -> Future | None:
    """The same of an observation after an action; None when it shows neither the fight nor its end."""
    player, battle = seen.player, seen.battle
    if player is None:
        return None
    over = not player.in_combat or seen.screen is Screen.GAME_OVER
    if not over and (player.energy is None or (battle is not None and battle.error is not None)):
        return None
    if not over and seen.screen in COMBAT_SCREENS and battle is not None and not battle.is_play_phase:
        return None  # between the turns
    return Future(
        player=Body(hp=player.hp, block=player.block, powers=_amounts(player.status)),
        energy=player.energy or 0,
        enemies={e.combat_id: Body(hp=e.hp, block=e.block, powers=_amounts(e.status)) for e in battle.enemies}
        if battle
        else None,
        over=over,
        waiting=seen.screen not in COMBAT_SCREENS and not over,
    )


def act(base: Model, action: Action, before: Observation) -> None:
    """Do a wire action in the combat built from `before`. Raises rules.IllegalPlay when the rules know better than
    the wire."""
    combat = base.combat
    match action:
        case PlayCard(card_index=index, target=target):
            if index not in base.places:
                raise rules.IllegalPlay(f"hand card {index} is in no table")
            rules.play_card(combat, base.places.index(index), _target(target, before))
        case UsePotion(slot=slot, target=target):
            rules.use_potion(combat, slot, _target(target, before))
        case EndTurn():
            rules.end_turn(combat)


def _target(target: str | None, seen: Observation) -> int | None:
    """The combat_id behind a wire target: an entity id of this very read, or a combat_id as text."""
    if target is None:
        return None
    if target.isdigit():
        return int(target)
    enemies = seen.battle.enemies if seen.battle else ()
    return next((enemy.combat_id for enemy in enemies if enemy.entity_id == target), None)


def forecast(seen: Observation, fight: Fight | None, action: Action, build: str) -> Forecast | None:
    """What `action` will do in the fight that `seen` shows; None when it is not a combat action or there is no fight
    to model."""
    if not isinstance(action, FORESEEN) or seen.screen not in COMBAT_SCREENS:
        return None
    shown = model(seen, fight, build)
    if shown is None:
        return None
    futures: list[Future] = []
    unmodelled = shown.unmodelled
    for seed in range(SAMPLES):
        base = with_seed(shown, seed)
        before = (base.combat.rng.state, len(base.combat.draw))
        try:
            act(base, action, seen)
        except rules.IllegalPlay as fault:
            return Forecast(action=action, futures=(), unmodelled=(*unmodelled, str(fault)))
        future = future_of(base.combat)
        if future not in futures:
            futures.append(future)
        if (base.combat.rng.state, len(base.combat.draw)) == before and not isinstance(action, EndTurn):
            break  # chance had no part in it: nobody knows what is drawn either
    return Forecast(action=action, futures=tuple(futures), unmodelled=unmodelled)


def score(foreseen: Forecast, after: Observation) -> Score | None:
    """How the forecast did against the next settled observation; None while that cannot be told."""
    seen = future_seen(after)
    if seen is None:
        return None
    if not foreseen.futures:
        return Score(
            exact=False, within2=False, random=False, unmodelled=foreseen.unmodelled, misses=foreseen.unmodelled
        )
    compared = [_differences(future, seen) for future in foreseen.futures]
    misses, off = min(compared, key=lambda pair: (len(pair[0]), pair[1]))
    fair = not foreseen.unmodelled
    return Score(
        exact=fair and not misses,
        within2=fair and off <= 2,
        random=foreseen.random,
        unmodelled=foreseen.unmodelled,
        misses=misses,
    )


class _Comparison:
    """What differs between a future and what was seen, in words, and by how much at most."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.off = 0

    def number(self, what: str, foreseen: int, actual: int) -> None:
        if foreseen != actual:
            self.found.append(f"{what}: {foreseen} -> {actual}")
            self.off = max(self.off, abs(foreseen - actual))

    def kind(self, what: str, foreseen: object, actual: object) -> None:
        """A difference that no number measures: it is never within 2."""
        if foreseen != actual:
            self.found.append(f"{what}: {foreseen} -> {actual}")
            self.off = max(self.off, 3)

    def body(self, who: str, ours: Body, theirs: Body) -> None:
        self.number(f"{who} hp", ours.hp, theirs.hp)
        self.number(f"{who} block", ours.block, theirs.block)
        for power in sorted({*ours.powers, *theirs.powers}):
            self.kind(f"{who} {power}", ours.powers.get(power, 0), theirs.powers.get(power, 0))


def _differences(future: Future, seen: Future) -> tuple[tuple[str, ...], int]:
    compared = _Comparison()
    if future.over or seen.over:
        compared.number("player hp", future.player.hp, seen.player.hp)
        compared.kind("fight over", future.over, seen.over)
        return tuple(compared.found), compared.off
    compared.body("player", future.player, seen.player)
    compared.number("energy", future.energy, seen.energy)
    if seen.enemies is not None and future.enemies is not None:
        for combat_id in sorted({*future.enemies, *seen.enemies}):
            ours, theirs = future.enemies.get(combat_id), seen.enemies.get(combat_id)
            if ours is None or theirs is None:
                compared.kind(f"enemy {combat_id} stands", ours is not None, theirs is not None)
            else:
                compared.body(f"enemy {combat_id}", ours, theirs)
    return tuple(compared.found), compared.off
