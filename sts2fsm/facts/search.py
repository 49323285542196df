"""Whole turns on the rules: every order of plays, potions, targets and choices, equal states merged, level by level.

A level holds the states reached by so many moves. While the budget lasts nothing is left out, so small turns are
searched
exhaustively; when it would not, a level keeps its most promising states. Same combat and budget, same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

from attrs import frozen

from sts2fsm.facts.deadline import NEVER, Deadline
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import CardInst, Combat

_PICKS = 16  # ways of answering one choice of several cards that are tried
TARGETED = "AnyEnemy"


@frozen
class Move:
    """One step of a line: `kind` is play, potion or choose; `index` the hand place, belt slot or first pick; `what`
    an id; `chosen` the (id, upgraded) of the cards that a choice picks, in order."""

    kind: str
    index: int
    target: int | None
    what: str
    picks: tuple[int, ...] = ()
    chosen: tuple[tuple[str, bool], ...] = ()


class Node:
    """A state in the player's turn and how it was reached. `chancy`: a draw or the dice had a part in it."""

    __slots__ = ("chancy", "combat", "move", "parent", "promise")

    def __init__(self, combat: Combat, parent: Node | None, move: Move | None, chancy: bool) -> None:
        self.combat = combat
        self.parent = parent
        self.move = move
        self.chancy = chancy
        self.promise = 0.0

    def moves(self) -> tuple[Move, ...]:
        """From the root to here."""
        found: list[Move] = []
        node: Node | None = self
        while node is not None and node.move is not None:
            found.append(node.move)
            node = node.parent
        return tuple(reversed(found))


class _Keys:
    """Small numbers for cards that are interchangeable: keys are built once per card object."""

    def __init__(self) -> None:
        self._by_card: dict[CardInst, int] = {}
        self._by_key: dict[tuple[Any, ...], int] = {}

    def of(self, card: CardInst) -> int:
        number = self._by_card.get(card)
        if number is None:
            key = card.key()
            number = self._by_key.setdefault(key, len(self._by_key))
            self._by_card[card] = number
        return number


def _powers(powers: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(sorted((name, p.amount, str(p.state), p.skip_tick) for name, p in powers.items())) if powers else ()


def signature(combat: Combat, keys: _Keys) -> tuple[Any, ...]:
    """What makes two states of one turn the same for everything that can still happen."""
    player, of = combat.player, keys.of
    return (
        player.hp,
        player.max_hp,
        player.block,
        combat.energy,
        combat.stars,
        combat.osty is not None and (combat.osty.hp, combat.osty.max_hp, combat.osty.alive),
        tuple(combat.orbs),
        combat.orb_slots,
        _powers(player.powers),
        tuple([(e.combat_id, e.hp, e.block, e.alive, e.move, _powers(e.powers)) for e in combat.enemies]),
        tuple([e.hits_taken for e in combat.enemies]) if combat.setup.character == "REGENT" else (),  # Beat into Shape
        tuple(sorted(map(of, combat.hand))),
        tuple(sorted(map(of, combat.discard))),
        tuple(sorted(map(of, combat.exhaust))),
        len(combat.draw),
        tuple(combat.potions),
        tuple(combat.turn_stats),
        combat.rng.state,
        combat.outcome,
        (combat.gold_delta, combat.rewards, combat.deck_changes),
        tuple([relic.counter for relic in combat.relics]),
        combat.pending is not None and (combat.pending.purpose, tuple(map(of, combat.pending.cards))),
    )


def _moves(combat: Combat, keys: _Keys, potions: bool) -> Iterator[Move]:
    """Every different move: interchangeable cards once."""
    if combat.pending is not None:
        yield from _choices(combat, keys)
        return
    targets: list[int | None] = [*rules.valid_targets(combat)]
    tried: set[int] = set()
    for place, card in enumerate(combat.hand):
        key = keys.of(card)
        if key in tried or rules.unplayable_reason(combat, place) is not None:
            continue
        tried.add(key)
        for target in targets if rules.target_type(card, combat) == TARGETED else [None]:
            yield Move("play", place, target, card.id)
    if not potions:
        return
    for slot, potion in enumerate(combat.potions):
        if potion is None or potion in combat.potions[:slot] or rules.potion_usage(combat, slot) == "Auto":
            continue
        for target in targets if rules.potion_target_type(combat, slot) == TARGETED else [None]:
            yield Move("potion", slot, target, potion)


def _choices(combat: Combat, keys: _Keys) -> Iterator[Move]:
    choice = combat.pending
    assert choice is not None
    tried: set[tuple[int, ...]] = set()
    sizes = range(choice.max, max(choice.min, 1) - 1, -1)
    answers = (
        picks for size in sizes for picks in combinations(range(len(choice.cards)), min(size, len(choice.cards)))
    )
    for picks in islice(answers, _PICKS * 4):
        key = tuple(sorted(keys.of(choice.cards[i]) for i in picks))
        if key in tried:
            continue
        tried.add(key)
        cards = [choice.cards[i] for i in picks]
        chosen = tuple((card.id, card.upgrades > 0) for card in cards)
        yield Move("choose", picks[0] if picks else -1, None, "+".join(id_ for id_, _ in chosen), picks, chosen)
        if len(tried) >= _PICKS:
            break
    if choice.min == 0 or choice.can_skip or not choice.cards:
        yield Move("choose", -1, None, "nothing", ())


def _do(node: Node, move: Move) -> Node:
    before = node.combat
    combat = before.copy()
    match move.kind:
        case "play":
            rules.play_card(combat, move.index, move.target)
        case "potion":
            rules.use_potion(combat, move.index, move.target)
        case _:
            rules.choose(combat, move.picks)
    drew = len(combat.draw) != len(before.draw) or combat.rng.state != before.rng.state
    return Node(combat, node, move, node.chancy or drew)


def turn_ends(
    root: Combat, nodes: int, potions: bool, promise: Callable[[Combat], float], deadline: Deadline = NEVER
) -> tuple[list[Node], int]:
    """States in which the turn may be ended, or the fight is over, and how many plays were tried (at most about
    `nodes`, and none more once the deadline's time for plays is over).

    `promise` ranks states when not all can be kept.
    """
    keys = _Keys()
    first = Node(root, None, None, False)
    ends = [first] if root.pending is None else []
    seen = {signature(root, keys)}
    level, used = [first], 0
    while level and used < nodes and not deadline.plays_over():
        children: list[Node] = []
        for node in level:
            if node.combat.outcome is not None:
                continue
            if deadline.plays_over():
                break
            for move in _moves(node.combat, keys, potions):
                try:
                    child = _do(node, move)
                except rules.IllegalPlay:  # a choice that the rules do not take after all
                    continue
                used += 1
                mark = signature(child.combat, keys)
                if mark not in seen:
                    seen.add(mark)
                    children.append(child)
            if used >= nodes:
                break
        ends += [child for child in children if child.combat.pending is None]
        width = max(4, (nodes - used) // 6)
        if len(children) > width:
            for child in children:
                child.promise = promise(child.combat)
            children.sort(key=lambda child: -child.promise)
            del children[width:]
        level = children
    return ends, used
