"""What a journal tells of a decision service: each consultation as a line, and a run's sum as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Record = Mapping[str, Any]


def consulted(step: Record, *, verbose: bool) -> Iterator[str]:
    """What was asked at a step and how it was answered; without `verbose` only what code would have done otherwise."""
    asked = step.get("asked")
    if not isinstance(asked, Mapping):
        return
    if asked["changed"]:
        yield f"asked about {asked['about']}: {asked['chosen']} instead of {asked['code']}"
    elif verbose:
        yield f"asked about {asked['about']}: {asked['chosen']}, as code would ({_words(asked['decided'])})"
    if verbose:
        answers = asked.get("answers") or {}
        for name, question in asked["questions"].items():
            yield f"  {name} ({_words(asked['verdicts'].get(name, 'no answer'))}):"
            yield from (f"    {line}" for line in _answered(question, answers.get(name)))


def _words(name: str) -> str:
    return name.replace("_", " ").replace(":", ": ")


def _answered(question: Record, answer: Record | None) -> Iterator[str]:
    criteria = question["criteria"]
    match question["type"]:
        case "choice":
            shares = answer["probabilities"] if answer else {}
            for option, does in criteria.items():
                yield f"{shares[option]:.2f} {does}" if option in shares else f"{does}"
        case "noul":
            yield f"{question['instructions']} {'' if answer is None else format(answer['noul'], '.2f')}".rstrip()
        case _:
            yield f"{question['instructions']} {'' if answer is None else format(answer['score'], '.2f')}".rstrip()


def account(end: Record | None) -> Iterator[str]:
    """A run's consultations in a sentence or two; nothing where nobody is asked."""
    told = (end or {}).get("oracle")
    if not told:
        return
    ended = ", ".join(f"{count} {_words(name)}" for name, count in told["ended"].items()) or "none"
    decided = ", ".join(f"{count} {_words(name)}" for name, count in told["decided"].items())
    yield (
        f"Asked {told['name']} {told['calls']} times ({ended}); decided: {decided or 'nothing'}; "
        f"{told['changed']} otherwise than code."
    )
    yield (
        f"{told['input_tokens']} tokens in, {told['output_tokens']} out, ${told['usd']:.4f}; waited "
        f"{told['seconds']:.1f} s in all, {told['longest_s']:.2f} s at most."
    )
