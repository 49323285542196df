"""Asks a decision service about a page, at most once, and lets its answers narrow what the hard rules allow.

The only owner of answers that are kept while the machine waits: a page that is looked at again is not asked about
again. Precedence is code: checks in their order, each overruled by code's own arithmetic, then the choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from sts2fsm.asking import LOW, MOOT, OVERRULED, PASSED, Ask, Asked, AskPolicy, Pick
from sts2fsm.handler import Ranked, Seen
from sts2fsm.oracle.gate import judge
from sts2fsm.oracle.policy import GatePolicy
from sts2fsm.oracle.port import Oracle
from sts2fsm.oracle.record import key
from sts2fsm.policy import Policies, at
from sts2fsm.questions import Answer, Choice, ChoiceAnswer, Consulted, NoulAnswer, Question, Unanswered

_PAGES = 32  # pages whose answers are kept; an older page does not come back unchanged
_EXACT = 1e-9


@frozen
class _Put:
    """A choice as it was put: option name -> the options it stands for, best first."""

    pick: Pick
    stands_for: Mapping[str, tuple[Ranked, ...]]
    question: Choice


@define
class Consultant:
    """One oracle under one set of policies. Holds the answers of the last pages, and nothing else that changes."""

    oracle: Oracle
    _ask: AskPolicy
    _gate: GatePolicy
    _kept: dict[tuple[str, str], Consulted | Unanswered] = field(factory=dict)

    @classmethod
    def of(cls, oracle: Oracle, policies: Policies) -> Consultant:
        return cls(oracle, policies.section(AskPolicy), policies.section(GatePolicy))

    def consult(self, asks: Sequence[Ask], best: Ranked, seen: Seen, policy: Any) -> tuple[Ranked, Asked] | None:
        """What is chosen, and how that came about; None where there is nothing to ask. `best` is code's own choice,
        and stands unless an answer passes the gate. Of `asks` the first of the template in force is put."""
        ask = next((ask for ask in asks if ask.template in ("", self._ask.combat_template)), None)
        if ask is None:
            return None
        options = self.options(ask, best, seen, policy)
        put = [one for pick in ask.picks if (one := _put(pick, options, seen, policy)) is not None]
        if len(options) < 2 or not put:
            return None
        questions: dict[str, Question] = {check.name: check.question for check in ask.checks}
        questions |= {one.pick.name: one.question for one in put}
        state = ask.tell(seen, policy)
        outcome, kept = self._outcome(seen.observation.fingerprint, state, questions)
        own = _own_answers(ask, put, best, seen, policy)

        def asked(verdicts: Mapping[str, str], reason: str, chosen: Ranked) -> tuple[Ranked, Asked]:
            return chosen, Asked(
                about=ask.about, state=state, questions=questions, outcome=outcome, verdicts=verdicts, reason=reason,
                code=best.what, chosen=chosen.what, changed=chosen.action != best.action, kept=kept,
                best=own,
            )  # fmt: skip

        if isinstance(outcome, Unanswered):
            return asked({}, f"unanswered:{outcome.reason}", best)
        verdicts = {
            name: PASSED if judge(name, answer, self._gate).passed else LOW for name, answer in outcome.answers.items()
        }
        checked, by_check = _checked(ask, options, outcome.answers, verdicts, seen, policy)
        left, by_pick = _picked(put, checked, outcome.answers, verdicts)
        if by_check or by_pick:
            return asked(verdicts, PASSED, left[0])
        return asked(verdicts, OVERRULED if OVERRULED in verdicts.values() else LOW, best)

    def options(self, ask: Ask, best: Ranked, seen: Seen, policy: Any) -> list[Ranked]:
        """What may be chosen, code's best first: legal, not worn out, near enough in worth, an action once."""
        near = at(self._ask.near, ask.about)
        if near < 0:
            return [best]
        found = {best.action: best}
        for option in sorted(ask.options(seen, policy), key=lambda option: -option.value):
            close = option.value >= best.value - near - _EXACT
            if close and option.action in seen.legal and not seen.worn_out(option.action):
                found.setdefault(option.action, option)
        return list(found.values())[: self._ask.most_options]

    def _outcome(self, page: str, state: str, questions: Mapping[str, Question]) -> tuple[Consulted | Unanswered, bool]:
        """The answer, and whether it was given before on this page."""
        name = (page, key(state, questions))
        if name in self._kept:
            return self._kept[name], True
        outcome = self.oracle.ask(state, questions)
        self._kept[name] = outcome
        while len(self._kept) > _PAGES:
            del self._kept[next(iter(self._kept))]
        return outcome, False


def _own_answers(ask: Ask, put: Sequence[_Put], best: Ranked, seen: Seen, policy: Any) -> dict[str, str | bool]:
    """What code would have answered: what it knows, and the option that its own choice is among."""
    known = {check.name: check.known(seen, policy) for check in ask.checks}
    own: dict[str, str | bool] = {name: answer for name, answer in known.items() if answer is not None}
    for one in put:
        for name, options in one.stands_for.items():
            if any(option.action == best.action for option in options):
                own.setdefault(one.pick.name, name)
    return own


def _checked(
    ask: Ask,
    options: Sequence[Ranked],
    answers: Mapping[str, Answer],
    verdicts: dict[str, str],
    seen: Seen,
    policy: Any,
) -> tuple[Sequence[Ranked], bool]:
    """Options that the checks leave, and whether an answer had a part in it. What code knows holds, whatever was
    answered."""
    left, answered = options, False
    for check in ask.checks:
        answer, known = answers.get(check.name), check.known(seen, policy)
        yes = bool(known)
        if isinstance(answer, NoulAnswer) and verdicts[check.name] == PASSED:
            said = answer.yes > 0.5
            if known is not None and said != known:
                verdicts[check.name] = OVERRULED
            elif known is None:
                yes = said
        if yes:
            left = check.keeps(left, seen) or left
            answered |= known is None
    return left, answered


def _put(pick: Pick, options: Sequence[Ranked], seen: Seen, policy: Any) -> _Put | None:
    """The question over these options; None where all are one answer. Two that read alike are one: nobody could tell
    them apart."""
    by_key: dict[Any, list[Ranked]] = {}
    for option in options:
        name = pick.key(option, seen)
        if name is not None:
            by_key.setdefault(name, []).append(option)
    by_words: dict[str, list[Ranked]] = {}
    for group in by_key.values():
        by_words.setdefault(pick.words(group[0], options, seen, policy), group)
    if len(by_words) < 2:
        return None
    names = dict(zip(_names(), by_words, strict=False))
    stands_for = {name: tuple(by_words[words]) for name, words in names.items()}
    return _Put(pick, stands_for, Choice(pick.question, names))


def _names() -> Iterator[str]:
    """a, b, ... z, aa, ...: names that say nothing."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    yield from letters
    yield from (first + second for first in letters for second in letters)


def _picked(
    put: Sequence[_Put], options: Sequence[Ranked], answers: Mapping[str, Answer], verdicts: dict[str, str]
) -> tuple[Sequence[Ranked], bool]:
    """Options that the choices leave, never none, and whether an answer had a part in it. A choice that the checks have
    ruled out is overruled; one that the choice before it has made pointless is moot."""
    left, answered = options, False
    for one in put:
        answer = answers.get(one.pick.name)
        if not isinstance(answer, ChoiceAnswer) or verdicts[one.pick.name] != PASSED:
            continue
        wanted = {option.action for option in one.stands_for[answer.choice]}
        kept = [option for option in left if option.action in wanted]
        if kept:
            left, answered = kept, True
        else:
            verdicts[one.pick.name] = MOOT if answered else OVERRULED
    return left, answered
