"""What a set of played runs says: by character and ascension, and in sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from sts2fsm.evaluate.intervals import Rate
from sts2fsm.evaluate.journals import deciding
from sts2fsm.evaluate.tasks import Played

if TYPE_CHECKING:  # needs the extra `evaluate`, which a report of one policy does not
    from sts2fsm.evaluate.compare import Comparison, Measure, Wins


@frozen
class Group:
    """The runs of one character at one ascension. `stopped` and `errors` are runs that never ended; they count."""

    character: str
    ascension: int
    runs: tuple[Played, ...]

    def count(self, result: str) -> int:
        return sum(run.result == result for run in self.runs)

    @property
    def wins(self) -> Rate:
        return Rate(self.count("win"), len(self.runs))

    @property
    def broken(self) -> list[Played]:
        """Runs without an end of their own, which somebody should look into."""
        return [run for run in self.runs if run.result in ("stopped", "error")]

    @property
    def killers(self) -> Counter[str]:
        return Counter(run.killer for run in self.runs if run.result == "loss" and run.killer is not None)

    def boss(self, act: int) -> tuple[int, Rate]:
        """How many runs met the act's boss, and the rate of those that beat it among them."""
        met = [run.bosses[str(act)] for run in self.runs if str(act) in run.bosses]
        return len(met), Rate(sum(met), len(met))

    def as_dict(self) -> dict[str, Any]:
        floors = [run.floors for run in self.runs]
        acts = sorted({int(act) for run in self.runs for act in run.bosses})
        return {
            "character": self.character,
            "ascension": self.ascension,
            "runs": len(self.runs),
            "wins": self.wins.as_dict(),
            "losses": self.count("loss"),
            "stopped": self.count("stopped"),
            "errors": self.count("error"),
            "not_ended": [{"seed": run.seed, "result": run.result, "why": run.why} for run in self.broken],
            "floors": {"mean": round(mean(floors), 2), "median": median(floors)},
            "act_bosses": {str(act): self.boss(act)[1].as_dict() for act in acts},
            "hp_lost": round(mean(run.hp_lost for run in self.runs), 1),
            "killers": dict(self.killers.most_common()),
            "deciding": deciding(asdict(run) for run in self.runs),
        }


def groups(runs: Iterable[Played]) -> list[Group]:
    """By character, then ascension, in the order of first appearance and of numbers."""
    found: dict[tuple[str, int], list[Played]] = {}
    for run in runs:
        found.setdefault((run.character, run.ascension), []).append(run)
    order = list(dict.fromkeys(character for character, _ in found))
    places = sorted(found, key=lambda place: (order.index(place[0]), place[1]))
    return [Group(character, ascension, tuple(found[character, ascension])) for character, ascension in places]


def told(weighed: Comparison, one: str, other: str, *, decided: int | None = None) -> list[str]:
    """The comparison in sentences, the verdict last but for what could have been seen."""
    lines = [_told_wins(f"Wins of {weighed.wins.pairs} seeds", weighed.wins, one, other)]
    lines.append(f"Floors: {_told_measure(weighed.floors, one, other)}.")
    if weighed.fights:
        lines.append(
            f"Health lost a fight, {weighed.fights} fights both had: {_told_measure(weighed.hp_lost, one, other)}."
        )
    for act, wins in weighed.bosses.items():
        lines.append(_told_wins(f"Boss of act {act} beaten", wins, one, other))
        met, other_met = weighed.boss_met[act]
        lines.append(f"  of those that met it: {one} {met}; {other} {other_met}.")
    names = {"wins": "wins", "floors": "floors", "hp_lost": "health lost in shared fights"}
    found = ", ".join(names[name] for name in weighed.found)
    lines.append(
        f"A difference was found in: {found} (5 % over the three together)." if found
        else "No difference was found (5 % over wins, floors and health lost together)."
    )  # fmt: skip
    if decided is not None:
        lines.append(f"Stopped early: decided after {decided} pairs (p < 0.001 in wins or floors at a look).")
    return [*lines, *_told_power(weighed)]


def _told_wins(what: str, wins: Wins, one: str, other: str) -> str:
    return (
        f"{what}: {one} {wins.one}, {other} {wins.other}; only {one} {wins.only_one}, only {other} {wins.only_other}; "
        f"p = {wins.p:.3g} (McNemar, exact)."
    )


def _told_measure(measure: Measure, one: str, other: str) -> str:
    if measure.one is None or measure.other is None or measure.difference is None:
        return "nothing to compare"
    interval = "" if measure.low is None else f" ({measure.low:+.2f} to {measure.high:+.2f})"
    p = "" if measure.p is None else f", p = {measure.p:.3g}"
    return f"{one} {measure.one:.2f}, {other} {measure.other:.2f}: {measure.difference:+.2f}{interval}{p}"


def _told_power(weighed: Comparison) -> list[str]:
    share = f"{100 * weighed.discordance:.0f} %"
    source = f"{share} of seeds won by one side alone{', assumed' if weighed.discordance_assumed else ''}"
    sees = (
        f"differences of {100 * weighed.detectable:.1f} points or more"
        if weighed.detectable is not None
        else "no difference of any size"
    )
    needs = f"{weighed.pairs_for_five}" if weighed.pairs_for_five is not None else "more than 200,000"
    return [
        f"Power ({source}): {weighed.wins.pairs} pairs see {sees} in wins, four times of five; five points are seen "
        f"with a chance of {100 * weighed.power_five:.0f} % and would need {needs} pairs."
    ]


def in_ranges(seeds: Sequence[int]) -> str:
    """`1 to 50, 61 to 70`."""
    parts: list[list[int]] = []
    for seed in sorted(set(seeds)):
        if parts and seed == parts[-1][1] + 1:
            parts[-1][1] = seed
        else:
            parts.append([seed, seed])
    return ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in parts)
