"""Weighs the ends of one turn, and guesses at states in its middle."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.facts.evaluation import Start, Worth, worth
from sts2fsm.facts.planner import PlannerPolicy, Weights
from sts2fsm.facts.rollout import play_on
from sts2fsm.facts.search import Node
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Combat

_BEYOND = 1000  # no enemy has more health, but for phases in which it cannot be hurt


class Judge:
    """`unread`: damage by combat_id that only the labels tell; `partial`: something in the fight is not modelled."""

    def __init__(
        self,
        start: Start,
        weights: Weights,
        policy: PlannerPolicy,
        partial: bool,
        unread: Mapping[int, int],
    ) -> None:
        self._unread = unread
        self._start = start
        self._weights = weights
        self._policy = policy
        self._partial = partial

    def worth(self, end: Combat, chancy: bool) -> Worth:
        return worth(end, self._start, self._weights, self._policy.comparisons, chancy=chancy, partial=self._partial)

    def ended(self, node: Node) -> Combat:
        """The state after the enemies' turn; the fight's last state when it is over already."""
        if node.combat.outcome is not None:
            return node.combat
        end = node.combat.copy()
        threat = sum(damage for who, damage in self._unread.items() if (enemy := end.creature(who)) and enemy.alive)
        stopped = min(threat, end.player.block)
        end.player.block -= stopped
        end.player.hp -= threat - stopped
        if end.player.hp <= 0:
            end.outcome = "lost"
        else:
            rules.end_turn(end)
            while end.pending is not None and end.round == node.combat.round:  # what to keep in hand: all that may be
                rules.choose(end, tuple(range(end.pending.max)))
        return end

    def played_on(self, end: Combat, turns: int) -> Worth:
        """The worth of where the quick player comes to from `end`, which is changed."""
        return self.worth(play_on(end, turns, self._policy.quick_player), False)

    def promise(self, combat: Combat) -> float:
        """A quick guess at a state in the middle of a turn, without the enemies' answer."""
        weights, weigh = self._weights, self._policy.promise
        left = [enemy for enemy in combat.enemies if enemy.alive]
        return (
            weights.hp * combat.player.hp
            + weigh.block * weights.hp * min(combat.player.block, weigh.most_block)
            + weights.enemy_hp * sum(min(enemy.hp, _BEYOND) + enemy.block for enemy in left)
            + weights.enemy * len(left)
            + sum(
                weights.own_powers.get(p.id, weights.own_powers["default"]) * p.amount
                for p in combat.player.powers.values()
            )
            + weigh.energy * combat.energy
        )
