"""docs/results.md, from a store: how good the policies are, how sure that is, and what cannot be concluded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import asdict, frozen

from sts2fsm.evaluate.intervals import LEAST, Rate
from sts2fsm.evaluate.journals import deciding
from sts2fsm.evaluate.summary import Group, groups, in_ranges
from sts2fsm.evaluate.tasks import Played

PAGE = "results.md"
MOST_KILLERS = 15


@frozen
class Compared:
    """Another policy of the store beside this one: its name, hash and the sentences."""

    name: str
    hash: str
    lines: tuple[str, ...]


def page(runs: Sequence[Played], name: str, compared: Sequence[Compared] = ()) -> str:
    """The page for the runs of one policy, `name` as people call it. Raises ValueError without runs."""
    if not runs:
        raise ValueError("no runs, no report")
    parts = (_head(runs, name), _rates(runs), _killers(runs), _played(runs), _other(compared), _meaning(runs))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(runs: Sequence[Played], name: str) -> Iterator[str]:
    yield "# Results"
    yield ""
    yield "Written by `python -m sts2fsm evaluate --report --write docs`; do not edit."
    yield ""
    policy, build, version, commit, code = (
        _one_of(getattr(run, what) for run in runs) for what in ("policy", "build", "version", "commit", "code")
    )
    yield f"The policies {name}, hash `{policy}`, on the embedded game (its tables for build {build})."
    yield f"sts2fsm {version}, commit {commit} (`+`: with changes not yet committed), code `{code}`."
    if len({run.code for run in runs}) > 1:
        yield ""
        yield "**The runs were played by different code**, so they are not one sample."
    yield ""
    yield "```sh"
    yield from commands(runs, name)
    yield "```"
    yield ""


def commands(runs: Sequence[Played], name: str) -> list[str]:
    """The commands that play the same runs again, one for each range of seeds."""
    ranges: dict[str, list[tuple[str, int]]] = {}
    for group in groups(runs):
        for part in in_ranges([run.seed for run in group.runs]).split(", "):
            ranges.setdefault(part, []).append((group.character, group.ascension))
    policies = "" if name == "as shipped" else "".join(f" --policies {one}" for one in name.split("+"))
    lines = []
    for part, places in ranges.items():
        first, _, last = part.partition(" to ")
        characters = ",".join(dict.fromkeys(character for character, _ in places))
        ascensions = ",".join(dict.fromkeys(str(ascension) for _, ascension in places))
        count = int(last or first) - int(first) + 1
        lines.append(
            f"python -m sts2fsm evaluate --seeds {count} --first {first} --characters {characters} "
            f"--ascension {ascensions}{policies}"
        )
    return lines


def _rates(runs: Sequence[Played]) -> Iterator[str]:
    acts = sorted({int(act) for run in runs for act in run.bosses})
    bosses = "".join(f" act {act}: met | beaten of those |" for act in acts)
    yield "## How often it wins"
    yield ""
    yield f"| character | ascension | seeds | runs | won | rate of wins (95 %) |{bosses} floors, mean |"
    yield "|---|---|---|---|---|---|" + "---|---|" * len(acts) + "---|"
    for group in groups(runs):
        yield _row(group, acts)
    yield ""
    ended = max((run.act or 0 for run in runs if run.won), default=0)
    if ended:
        yield f"A win is a run that beat the boss of act {ended}, where the embedded game ends today."
    yield "Each seed was played once and every run counts: one that was stopped or failed is not a win. Intervals are"
    yield f"Wilson's; with fewer than {LEAST} runs no rate is told."
    yield ""


def _row(group: Group, acts: Sequence[int]) -> str:
    seeds = in_ranges([run.seed for run in group.runs])
    floors = sum(run.floors for run in group.runs) / len(group.runs)
    bosses = ""
    for act in acts:
        met, beaten = group.boss(act)
        bosses += f" {met} | {beaten.hits}: {beaten.percent} |" if met else " 0 | |"
    wins = group.wins
    return (
        f"| {group.character} | {group.ascension} | {seeds} | {len(group.runs)} | {wins.hits} | {wins.percent} |"
        f"{bosses} {floors:.1f} |"
    )


def _killers(runs: Sequence[Played]) -> Iterator[str]:
    killers, met, places = Counter[str](), sum(run.result == "loss" for run in runs), groups(runs)
    for group in places:
        killers.update(group.killers)
    yield "## What it loses to"
    yield ""
    if not killers:
        yield "Nothing, so far."
        yield ""
        return
    heads = "".join(f" {group.character} A{group.ascension} |" for group in places)
    yield f"| encounter or event | losses | share of {met} losses |{heads}"
    yield "|---|---|---|" + "---|" * len(places)
    for killer, n in killers.most_common(MOST_KILLERS):
        cells = "".join(f" {group.killers[killer] or ''} |" for group in places)
        yield f"| {killer} | {n} | {100 * n / met:.0f} % |{cells}"
    rest = killers.total() - sum(n for _, n in killers.most_common(MOST_KILLERS))
    if rest:
        yield f"| others | {rest} | {100 * rest / met:.0f} % |" + " |" * len(places)
    yield ""


def _played(runs: Sequence[Played]) -> Iterator[str]:
    sums = deciding(asdict(run) for run in runs)
    forecast, made = sums["forecast"], sums["decisions"]
    exact = Rate(forecast["exact"], forecast["checked"])
    yield "## How it was played"
    yield ""
    yield "| what | in all |"
    yield "|---|---|"
    yield f"| runs | {len(runs)}: {', '.join(f'{n} {result}' for result, n in sorted(sums['results'].items()))} |"
    yield f"| decisions | {', '.join(f'{n} by {source}' for source, n in made.items() if n) or 'none'} |"
    yield f"| forecasts of combat actions that came true exactly | {exact.hits} of {exact.n} |"
    yield f"| actions refused by the game | {sums['rejected']} |"
    yield f"| unexpected edges | {sums['unexpected_edges']} |"
    yield f"| longest wait on one page, simulated seconds | {sums['longest_wait_s']:g} |"
    yield ""
    broken = [run for group in groups(runs) for run in group.broken]
    for run in broken[:10]:
        yield f"- {run.character} A{run.ascension}, seed {run.seed}: {run.result}, {run.why}"
    if broken:
        yield ""


def _other(compared: Sequence[Compared]) -> Iterator[str]:
    if not compared:
        return
    yield "## Against other policies, on the same seeds"
    yield ""
    for one in compared:
        yield f"### {one.name} (`{one.hash}`)"
        yield ""
        for line in one.lines:
            yield f"- {line.strip()}"
        yield ""


def _meaning(runs: Sequence[Played]) -> Iterator[str]:
    fewest = min(len(group.runs) for group in groups(runs))
    widest = max(
        (high - low for group in groups(runs) if group.wins.enough for low, high in [_ends(group.wins)]), default=None
    )
    yield "## What can be concluded, and what not"
    yield ""
    if widest is not None:
        yield f"- Each rate is of at least {fewest} seeds; the widest interval spans {100 * widest:.0f} points. Two"
        yield "  rows whose intervals overlap may well be equal, and two that do not are hardly so."
    yield "- Seeds are a sample of the embedded game's, the same for every character: rows share their luck."
    yield "- Policies were tuned on some of these seeds; one that was looked at while tuning flatters them."
    yield "- To tell two policies apart, compare them on the same seeds (`--against`): that sees far smaller"
    yield "  differences than two tables side by side."
    yield "- The embedded game is a model made from observations. A rate here is no promise for the real game."


def _ends(rate: Rate) -> tuple[float, float]:
    ends = rate.as_dict()
    return ends["low"], ends["high"]


def _one_of(values: Iterator[object]) -> str:
    """The value, or all of them where there are several."""
    return ", ".join(dict.fromkeys("unknown" if value is None else str(value) for value in values))
