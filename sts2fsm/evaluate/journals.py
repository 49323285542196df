"""Our own journals beside the game's histories: which policies played a run, and how the deciding went.

The history does not know our run, nor the journal the game's file, so they are joined by when the run began (the game's
start lies within what the journal says), by character, and by seed where both know it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from sts2fsm.embedded.world import seed_name
from sts2fsm.evaluate.records import RunFile, bare
from sts2fsm.outcome import SLACK_S

ASKED = ("calls", "changed", "input_tokens", "output_tokens", "usd", "seconds")  # figures of asking that add up


@frozen
class Played:
    """One run of a journal. `began` and `ended` in Unix seconds of the game's clock; `seeds` are spellings of its
    seed, empty where only the game knew it. `end` is the journal's summary, None when the program was killed."""

    policy: str
    began: float
    ended: float
    character: str | None
    seeds: frozenset[str]
    end: Mapping[str, Any] | None = None

    def fits(self, run: RunFile) -> bool:
        """Whether this may be that run."""
        known = self.character is None or self.character in {bare(player.character) for player in run.players}
        when = self.began - SLACK_S <= run.start_time <= self.ended + SLACK_S
        return known and when and (not self.seeds or run.seed in self.seeds)


@define
class Journals:
    """Every run of the journals in some folders; `unread` are files that are no journals."""

    played: list[Played] = field(factory=list)
    unread: list[Path] = field(factory=list)

    def policy_of(self, run: RunFile) -> str | None:
        """The policy hash of the journal that fits best in time; None when none fits."""
        fitting = [one for one in self.played if one.fits(run)]
        best = min(fitting, key=lambda one: abs(one.began - run.start_time), default=None)
        return best.policy if best else None

    def figures(self) -> dict[str, Any]:
        """By policy hash: how decisions were made, over the runs that a journal saw the end of."""
        ends: dict[str, list[Mapping[str, Any]]] = {}
        for one in self.played:
            if one.end is not None:
                ends.setdefault(one.policy, []).append(one.end)
        return {policy: deciding(several) for policy, several in sorted(ends.items())}


def deciding(ends: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Sums over summaries of runs: decisions by source, forecasts, waits, refusals, surprises."""
    decisions, sums, forecast, results, longest = Counter[str](), Counter[str](), Counter[str](), Counter[str](), 0.0
    asking: list[Mapping[str, Any]] = []
    for end in ends:
        results[end["result"]] += 1
        decisions.update(end["decisions"])
        forecast.update(end["forecast"])
        sums.update({name: end[name] for name in ("steps", "waits", "rejected", "unexpected_edges", "recoveries")})
        longest = max(longest, end["longest_wait"])
        asking.append(end.get("oracle") or {})
    return {
        "runs": results.total(),
        "results": dict(results),
        **{name: sums[name] for name in ("steps", "waits", "rejected", "unexpected_edges", "recoveries")},
        "longest_wait_s": longest,
        "decisions": dict(decisions),
        "forecast": {name: forecast[name] for name in ("checked", "exact")},
        "oracle": asked(asking),
    }


def asked(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What a decision service was asked over summaries of runs, and a mean run's calls, tokens, money and waiting; None
    where none was asked. `runs` counts those in which one might have been."""
    served = [run for run in runs if run]
    if not served:
        return None
    sums, ended, decided = Counter[str](), Counter[str](), Counter[str]()
    for run in served:
        sums.update({name: run[name] for name in ASKED})
        ended.update(run["ended"])
        decided.update(run["decided"])
    return {
        "runs": len(served),
        **{name: round(sums[name], 6) for name in ASKED},
        "ended": dict(ended),
        "decided": dict(decided),
        "longest_s": max(run["longest_s"] for run in served),
        "per_run": {name: round(sums[name] / len(served), 6) for name in ASKED},
    }


def journals(folders: Iterable[Path]) -> Journals:
    """Read every `*.jsonl` of the folders, and named files. Steps are passed over: a long journal costs little."""
    found = Journals()
    for folder in folders:
        for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder]:
            try:
                found.played.extend(_runs(path))
            except (OSError, ValueError, KeyError, TypeError):
                found.unread.append(path)
    return found


def _runs(path: Path) -> Iterator[Played]:
    header: Mapping[str, Any] | None = None
    began = 0.0
    ends = 0
    for record in _without_steps(path):
        kind = record["kind"]
        if kind == "header":
            header, began = record, float(record["wall"])
        elif kind == "end" and header is not None:
            ended = began + float(record["seconds"])
            yield Played(record["policy_hash"], began, ended, record["character"], _spellings(record["seed"]), record)
            began, ends = ended, ends + 1
    if header is None:
        raise ValueError("no header")
    settings = header["settings"]
    if ends < settings["runs"]:  # killed in a run: only its beginning is known
        yield Played(header["policy_hash"], began, began, settings.get("character"), frozenset())


def _without_steps(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith('{"kind":"step"') or not line.endswith("\n"):  # a torn last line: the program was killed
                continue
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("no record")
            yield record


def _spellings(seed: object) -> frozenset[str]:
    """How a history may spell the seed that we asked for; nothing for a word, whose spelling is the game's own."""
    return frozenset({str(seed), seed_name(seed)}) if isinstance(seed, int) else frozenset()
