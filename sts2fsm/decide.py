"""The only path from what is seen to a decision: wait for what is pending, the handler's rules, and last the legality
check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import evolve

from sts2fsm.advice import held_back, without_strategy
from sts2fsm.consult import Consultant
from sts2fsm.errors import MachineError
from sts2fsm.facts.combat import combat_facts
from sts2fsm.facts.deadline import Now
from sts2fsm.facts.lines import plan
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.facts.threat import threat
from sts2fsm.handler import Decision, Handler, Ranked, Rule, Seen, Wait
from sts2fsm.machine.waits import Waits
from sts2fsm.memory import Memory, page_of
from sts2fsm.policy import Policies
from sts2fsm.potions import potion_actions
from sts2fsm.states import AWAITING, COMBAT_STATES, State
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation


class IllegalDecision(MachineError):
    """A rule chose what the screen does not allow: a fault of the rule, stopped before anything is sent."""


class Decider:
    """Handlers and policies, ready to decide. Holds nothing that changes; answers of a decision service are its
    consultant's to keep."""

    def __init__(
        self,
        handlers: Sequence[type[Handler]],
        policies: Policies,
        potion_worth: Callable[[str], float],
        consultant: Consultant | None = None,
        now: Now | None = None,
    ) -> None:
        """`now` bounds a search where real time passes meanwhile; None: only the budget's counts do."""
        self._potion_worth = potion_worth
        self._consultant = consultant
        self._now = now
        self._policies = policies
        self._waits: Waits = policies.section(Waits)
        self._planner: PlannerPolicy = policies.section(PlannerPolicy)
        self._by_state: Mapping[State, type[Handler]] = {
            state: handler for handler in handlers for state in handler.all_states()
        }
        self._rules = {state: handler.rules_at(state) for state, handler in self._by_state.items()}
        self._sections: Mapping[State, Any] = {
            state: policies.section(handler.policy) for state, handler in self._by_state.items()
        }

    def seen(self, observation: Observation, state: State, memory: Memory, now: float) -> Seen:
        """The view that rules get: legal actions and, in a fight, its facts and lines, worked out when asked for."""
        seen = Seen(
            observation=observation,
            state=state,
            memory=memory,
            now=now,
            tries=self._waits.tries,
            loops=self._waits.loops,
            policies=self._policies,
        )
        own: Sequence[Action] = tuple(self._by_state[state].legal(seen))
        seen = evolve(seen, legal=(*own, *potion_actions(observation, state)))
        if state not in COMBAT_STATES:
            return seen
        searched = cache(
            lambda: plan(observation, memory.fight, self._planner, self._potion_worth, now=self._now),
        )
        return evolve(
            seen,
            fight_facts=cache(lambda: combat_facts(observation)),
            threat=cache(lambda: threat(observation, memory.fight, self._planner.build)),
            plan=cache(lambda: held_back(searched(), seen)) if seen.strategy is not None else searched,
            searched=searched,
        )

    def decide(self, seen: Seen) -> Decision:
        """The first rule that applies. Raises IllegalDecision when it chose an action that is not legal.

        Its source is `llm` where code without the strategy would have done something else.
        """
        made = self._decided(seen, self._consultant)
        if made.source == "code" and made.action is not None and seen.strategy is not None:
            alone = self._decided(without_strategy(seen), None)
            return made if alone.move == made.move else evolve(made, source="llm")
        return made

    def _decided(self, seen: Seen, consultant: Consultant | None) -> Decision:
        waiting = self._for_the_last_action(seen)
        if waiting is not None:
            return waiting
        policy = self._sections[seen.state]
        for rule in self._rules[seen.state]:
            if not rule.when(seen, policy):
                continue
            move = rule.do(seen, policy)
            if move is None:
                continue
            if isinstance(move, Ranked):
                return self._checked(seen, self._ranked(rule, move, seen, policy, consultant))
            if isinstance(move, Wait):
                move = self._slower(seen, move)
            return self._checked(seen, Decision(move=move, because=rule.name))
        return Decision(move=Wait(self._waits.poll_ms, "no rule applies"), because="no rule applies", source="fallback")

    def _ranked(self, rule: Rule, best: Ranked, seen: Seen, policy: Any, consultant: Consultant | None) -> Decision:
        """The rule's best option, or the one that a decision service chose among those the hard rules allow."""
        consulted = None
        if consultant is not None and rule.asks:
            consulted = consultant.consult(rule.asks, best, seen, policy)
        if consulted is None:
            return Decision(move=best.action, because=rule.name, ranked=(best,))
        chosen, asked = consulted
        ranked = (chosen,) if chosen.action == best.action else (chosen, best)
        source = "oracle" if asked.passed else "code"
        return Decision(move=chosen.action, because=rule.name, source=source, ranked=ranked, asked=asked)

    def _for_the_last_action(self, seen: Seen) -> Decision | None:
        memory, waits = seen.memory, self._waits
        if memory.pending is not None and seen.state not in AWAITING:
            return Decision(move=Wait(waits.poll_ms, str(memory.pending.action)), because="let the last action land")
        refusals = sum(1 for page, _, _ in memory.failed if page == page_of(seen.observation))
        pause = waits.refused_ms * 2 ** min(refusals - 1, 6) if refusals else 0
        if pause and (seen.now - memory.failed_at) * 1000 < pause - 0.5:
            pausing = self._slower(seen, Wait(waits.poll_ms, "after a refusal"))
            return Decision(move=pausing, because="pause after a refusal")
        return None

    def _slower(self, seen: Seen, wait: Wait) -> Wait:
        """On a page that stays as it is, look less often."""
        if seen.shown_for * 1000 < self._waits.slow_after_ms:
            return Wait(max(wait.ms, self._waits.poll_ms), wait.why)
        return Wait(max(wait.ms, self._waits.slow_poll_ms), wait.why)

    @staticmethod
    def _checked(seen: Seen, decision: Decision) -> Decision:
        if decision.action is not None and decision.action not in seen.legal:
            raise IllegalDecision(
                f"{seen.state}: rule {decision.because!r} chose {decision.action}, which is not legal here"
            )
        return decision
