"""How far an oracle's answers could be trusted, from journals; fits the gate's thresholds as a policies overlay."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sts2fsm.assembly import policies
from sts2fsm.calibration.fitting import Fit, Part, fit
from sts2fsm.calibration.overlay import overlay
from sts2fsm.calibration.samples import Found, Sample, samples
from sts2fsm.calibration.tables import brier, calibration_error, hp_lost, reliability, risk_coverage
from sts2fsm.commands.common import add_json, console, positive, print_json
from sts2fsm.commands.writing import write
from sts2fsm.errors import BadInput

HELP = "answers of an oracle against what code knew; fits the gate from journals"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "journals", metavar="JOURNAL", type=Path, nargs="+", help="journals of plays with an oracle, or their folders"
    )
    parser.add_argument("--write", metavar="FILE", type=Path, help="write fitted thresholds there, for --policies")
    parser.add_argument("--model", metavar="NAME", help="only answers of this version")
    parser.add_argument(
        "--risk", metavar="SHARE", type=_share, default=0.1, help="allowed share of wrong answers (default: 0.1)"
    )
    parser.add_argument(
        "--hold-out", metavar="SHARE", type=_share, default=0.3, help="share of runs for the trial (default: 0.3)"
    )
    parser.add_argument(
        "--least", metavar="N", type=positive, default=50, help="answers needed on either side (default: 50)"
    )
    add_json(parser, "everything as one JSON line")


def run(args: argparse.Namespace) -> int:
    """0; BadInput where `--write` asks for thresholds and not one could be fitted."""
    found = samples(args.journals)
    chosen = _of_one_model(found, args.model)
    fits = fit(chosen, args.risk, args.hold_out, args.least)
    groups = _groups(chosen)
    if args.json:
        print_json(_told(found, chosen, groups, fits))
    else:
        _show(console(), found, chosen, groups, fits)
    if args.write is not None:
        _write(args.write, fits, chosen, args)
    return 0


def _of_one_model(found: Found, model: str | None) -> list[Sample]:
    """The samples of one version: thresholds of one say nothing about another. Raises BadInput."""
    models = Counter(sample.model for sample in found.samples)
    if not models:
        raise BadInput(
            f"no answer there to compare with code's own: {found.unanswered} calls without an answer, "
            f"{sum(found.unknown.values())} answers that code has no opinion on; play with --oracle first"
        )
    shown = ", ".join(f"{name} ({count})" for name, count in models.most_common())
    if model is None and len(models) > 1:
        raise BadInput(f"answers of several versions: {shown}; choose one with --model")
    if model is not None and model not in models:
        raise BadInput(f"--model {model}: no answer of it, but of {shown}")
    return [sample for sample in found.samples if model in (None, sample.model)]


def _groups(chosen: Sequence[Sample]) -> dict[str, list[Sample]]:
    groups: dict[str, list[Sample]] = {}
    for sample in sorted(chosen, key=lambda sample: sample.question):
        groups.setdefault(sample.question, []).append(sample)
    return groups


# --- told -------------------------------------------------------------------------------------------------------------
def _told(
    found: Found, chosen: Sequence[Sample], groups: dict[str, list[Sample]], fits: Sequence[Fit]
) -> dict[str, Any]:
    return {
        "runs": found.runs,
        "answers": len(chosen),
        "models": dict(Counter(sample.model for sample in chosen)),
        "unanswered": found.unanswered,
        "repeated": found.repeated,
        "unknown": found.unknown,
        "questions": {name: _question(inside) for name, inside in groups.items()},
        "fits": [_fit(one) for one in fits],
    }


def _question(inside: Sequence[Sample]) -> dict[str, Any]:
    return {
        "answers": len(inside),
        "kinds": dict(Counter(sample.kind for sample in inside)),
        "agreed": round(sum(sample.agrees for sample in inside) / len(inside), 4),
        "calibration_error": round(calibration_error(inside), 4),
        "brier": round(brier(inside), 4),
        "reliability": [one.as_dict() for one in reliability(inside)],
        "risk_coverage": [[round(coverage, 3), round(risk, 3)] for coverage, risk in risk_coverage(inside)],
        "hp_lost": hp_lost(inside),
    }


def _fit(one: Fit) -> dict[str, Any]:
    return {
        "table": one.table,
        "question": one.question,
        "threshold": dict(zip(one.figures or ("confidence",), one.threshold, strict=True)) if one.threshold else None,
        "fitted": _part(one.fitted),
        "held_out": _part(one.held_out),
        "why": one.why,
    }


def _part(part: Part | None) -> dict[str, Any] | None:
    if part is None:
        return None
    told: dict[str, Any] = {"answers": part.n, "passed": part.passed, "wrong": part.wrong}
    if part.passed:
        told |= {"coverage": round(part.coverage, 4), "risk": round(part.risk, 4), "risk_to": round(part.most_risk, 4)}
    return told


def _show(
    out: Console, found: Found, chosen: Sequence[Sample], groups: dict[str, list[Sample]], fits: Sequence[Fit]
) -> None:
    out.print(f"answers: {len(chosen)}, runs: {found.runs}, calls without an answer: {found.unanswered}")
    if found.repeated:
        out.print(f"calls that another journal has too, counted once: {found.repeated}")
    for name, count in sorted(found.unknown.items()):
        out.print(f"{name}: {count} answers that code has no opinion on are left out")
    for name, inside in groups.items():
        told = _question(inside)
        out.print()
        out.print(
            f"{name}: code agrees with {100 * told['agreed']:.0f} % of {told['answers']} answers; "
            f"calibration error {told['calibration_error']:.3f}, Brier {told['brier']:.3f}"
        )
        table = Table("claimed", "answers", "mean claim", "agreed", "95 %", box=None)
        for one in told["reliability"]:
            low, high = one["interval"]
            table.add_row(
                f"{one['low']:.1f} to {one['high']:.1f}", f"{one['n']}", f"{one['claimed']:.2f}",
                f"{one['agreed']:.2f}", f"{low:.2f} to {high:.2f}",
            )  # fmt: skip
        out.print(table)
        curve = ", ".join(f"{100 * coverage:.0f} %: {risk:.2f}" for coverage, risk in told["risk_coverage"])
        out.print(f"risk of the surest: {curve}")
        for who, lost in told["hp_lost"].items():
            if lost["turns"]:
                out.print(f"hp lost in a turn decided by {who}: {lost['mean']:.1f} over {lost['turns']} turns")
    out.print()
    for fitted in fits:
        out.print(_sentence(fitted))


def _sentence(one: Fit) -> str:
    where = f"gate.{one.table}.{one.question}"
    if not one.threshold:
        return f"{where}: unchanged: {one.why}"
    assert one.fitted and one.held_out
    figures = ", ".join(
        f"{name} {value:g}" for name, value in zip(one.figures or ("confidence",), one.threshold, strict=True)
    )
    return (
        f"{where}: {figures}; held out: {one.held_out.passed} of {one.held_out.n} pass, "
        f"risk {one.held_out.risk:.3f} (up to {one.held_out.most_risk:.3f})"
    )


# --- the overlay ------------------------------------------------------------------------------------------------------
def _write(path: Path, fits: Sequence[Fit], chosen: Sequence[Sample], args: argparse.Namespace) -> None:
    """Write what could be fitted, and read it back. Raises BadInput when there is nothing to write."""
    fitted = [one for one in fits if one.threshold]
    if not fitted:
        raise BadInput(f"{path} is not written, no threshold could be fitted: {'; '.join(map(_sentence, fits))}")
    runs = len({sample.run for sample in chosen})
    head = (
        f"# Written by `sts2fsm calibrate`: {len(chosen)} answers of {chosen[0].model} in {runs} runs, "
        f"risk within {args.risk:g},\n# tried on {100 * args.hold_out:.0f} % of the runs, held out by their ids.\n"
    )
    write(head + overlay(fitted), path)
    policies([path])


def _share(text: str) -> float:
    """A part of a whole, between 0 and 1."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError("must be between 0 and 1")
    return number
