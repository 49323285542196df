"""Whole runs of random legal actions inside the game, without the wire in fights: five characters, ascension 0 and 10.

With `check` invariants are looked at after every action; either way a run that ends in a fault, in a refusal of what
was offered, or not at all, is counted and named.
"""

from __future__ import annotations

from collections import Counter

from sts2fsm.commands.bench.measure import CHARACTERS, Asked, Figures, Measure, rate
from sts2fsm.embedded.wanderer import Walk, wander

ASCENSIONS = (0, 10)
MIXED = [(character, ascension) for ascension in ASCENSIONS for character in CHARACTERS]
NAMED = 10  # faults that are told in full


def walk(number: int, asked: Asked) -> Walk:
    """The run of that number: characters and ascensions take turns, and each has its own seeds from 0 on."""
    character, ascension = MIXED[number % len(MIXED)]
    return wander(number // len(MIXED), character, ascension, check=asked.check, fit=asked.fit)


def work(asked: Asked) -> Figures:
    """Runs, steps and plays a second, and what went wrong. The first repeat's runs are counted."""
    walk(0, asked)  # tables are read and compiled once
    seen: list[Walk] = []

    def play() -> dict[str, int]:
        seen[:] = [walk(number, asked) for number in range(asked.random)]
        return {
            "runs": len(seen),
            "steps": sum(one.steps for one in seen),
            "plays": sum(one.plays for one in seen),
        }

    figures = rate(asked.repeat, play)
    return {"random": {**figures, **_counts(seen), "checked": asked.check, "fit": asked.fit}}


def _counts(seen: list[Walk]) -> Figures:
    wrong = [one for one in seen if one.why]
    return {
        "fights": sum(one.fights for one in seen),
        "cards": len(set().union(*(one.cards for one in seen))),
        "results": dict(Counter(one.result or "none" for one in seen)),
        "acts": {str(act): count for act, count in sorted(Counter(one.act for one in seen).items())},
        "by_group": {
            f"{character} A{ascension}": sum(
                1 for one in seen if (one.character, one.ascension) == (character, ascension)
            )
            for character, ascension in MIXED
        },
        "wrong": len(wrong),
        "faults": [f"{one.character} A{one.ascension} seed {one.seed} floor {one.floor}: {one.why}" for one in wrong],
    }


def tell(figures: Figures) -> list[str]:
    one = figures["random"]
    low, high = one["runs_per_s_range"]
    ends = ", ".join(f"{count} {result}" for result, count in one["results"].items())
    acts = ", ".join(f"{count} in act {act}" for act, count in one["acts"].items())
    return [
        f"{one['runs']} runs of random actions: {one['runs_per_s']:g} runs/s ({low:.0f} to {high:.0f} in "
        f"{one['repeat']} repeats), {one['plays_per_s']:g} cards/s, {one['cards']} different cards",
        f"  {one['fights']} fights, {ends}; ended {acts}; wrong: {one['wrong']}"
        + (", invariants checked after every action" if one["checked"] else ""),
        *(f"  {fault}" for fault in one["faults"][:NAMED]),
    ]


MEASURE = Measure(help="whole runs of random actions", work=work, tell=tell)
