"""Answers against what code knew: what journals say, how far probabilities can be trusted, and thresholds that hold on
runs they were not fitted to."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.assembly import policies
from sts2fsm.calibration.fitting import fit, held_out, passing
from sts2fsm.calibration.samples import Sample, samples
from sts2fsm.calibration.tables import brier, calibration_error, hp_lost, reliability, risk_coverage
from sts2fsm.cli import main
from sts2fsm.errors import BadInput
from sts2fsm.oracle.policy import GatePolicy
from sts2fsm.oracle.record import to_record
from sts2fsm.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    Consulted,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
    Unanswered,
)

LINE, BLOCK, DANGER = Choice("?", dict.fromkeys("abc")), Noul("?", "y", "n"), Score("?", ("low", "high"))


# --- journals by hand -------------------------------------------------------------------------------------------------
def line(top: float) -> ChoiceAnswer:
    """`a`, with so much probability and the rest unevenly on the others."""
    return ChoiceAnswer("a", {"a": top, "b": (1 - top) * 0.57, "c": (1 - top) * 0.43})


def asked(answers: dict[str, Answer], best: dict[str, Any], model: str = "m") -> dict[str, Any]:
    known: dict[str, Question] = {"line": LINE, "block": BLOCK, "danger": DANGER}
    return to_record("A state.", {name: known[name] for name in answers}, Consulted(answers=answers, model=model, ms=1),
                     best)  # fmt: skip


def step(state: str, action: str, hp: int, floor: int = 1, run: str = "r1", **more: Any) -> dict[str, Any]:
    record = {"kind": "step", "run": run, "floor": floor, "hp": hp, "state": state, "source": "code"}
    return {**record, "action": {"action": action}, **more}


def write(path: Path, *records: dict[str, Any]) -> Path:
    lines = [{"kind": "header"}, *records]
    path.write_text("".join(json.dumps(record) + "\n" for record in lines))
    return path


def test_each_answer_is_a_sample_with_what_code_thinks_of_it(tmp_path: Path) -> None:
    """A Choice agrees when it names code's option, a Noul when it says what code knows, a Score when its level is."""
    answers: dict[str, Answer] = {"line": line(0.7), "block": NoulAnswer(0.2), "danger": ScoreAnswer(0.9, (0.1, 0.9))}
    path = write(
        tmp_path / "j",
        step("monster", "play_card", 50, asked=asked(answers, {"line": "a", "block": True, "danger": 1})),
        step("monster", "play_card", 50, asked=asked(answers, {"line": "b"}), source="oracle"),
        step("monster", "play_card", 50, asked=to_record("", {"line": LINE}, Unanswered(reason="timeout"))),
        step("monster", "play_card", 50),
    )
    found = samples([path])
    told = [(one.question, one.type, one.agrees, one.followed, round(one.probability, 2)) for one in found.samples]
    assert told == [
        ("line", "choice", True, False, 0.7),
        ("block", "noul", False, False, 0.8),
        ("danger", "score", True, False, 0.9),
        ("line", "choice", False, True, 0.7),
    ]
    assert found.unknown == {"block": 1, "danger": 1} and found.unanswered == 1 and found.runs == 1
    assert found.samples[0].strength == pytest.approx((0.7, 0.7 - 0.3 * 0.57))


@pytest.mark.parametrize(
    ("then", "lost"),
    [
        ([step("monster", "end_turn", 50), step("monster", "play_card", 41)], 9),  # the next turn
        ([step("monster", "end_turn", 50), {"kind": "step", "hp": 1}, step("monster", "end_turn", 41)], 9),  # a wait
        ([step("hand_select", "combat_select_card", 47), step("monster", "end_turn", 47)], None),  # not over yet
        ([step("rewards", "claim_reward", 44)], 6),  # won this turn
        ([step("monster", "play_card", 38, floor=2)], 12),
        ([step("monster", "end_turn", 50), {"kind": "end", "result": "loss"}], 50),  # died of it
        ([step("monster", "end_turn", 50), {"kind": "end", "result": "stopped"}], None),
        ([], None),
    ],
    ids=["turn", "wait", "selection", "won", "floor", "loss", "stopped", "nothing"],
)
def test_the_turns_loss_is_read_from_the_steps_after(
    then: list[dict[str, Any]], lost: int | None, tmp_path: Path
) -> None:
    """Health at the answer less that at the next turn, after the fight, or none after a death; unknown where the
    journal ends before."""
    first = step("monster", "play_card", 50, asked=asked({"line": line(0.7)}, {"line": "a"}))
    (sample,) = samples([write(tmp_path / "j", first, *then)]).samples
    assert sample.hp_lost == lost


def test_a_broken_consultation_is_named(tmp_path: Path) -> None:
    """The file, the step and the place in it."""
    path = write(tmp_path / "j", step("monster", "end_turn", 1, step=9, asked={"answers": 5, "questions": {}}))
    with pytest.raises(BadInput, match=r"j: step 9: asked: answers: must be an object"):
        samples([path])
    empty = tmp_path / "folder"
    empty.mkdir()
    with pytest.raises(BadInput, match="holds no journal"):
        samples([empty])


def test_an_answer_counts_once_however_often_its_journal_is_named(tmp_path: Path) -> None:
    """By file, link, folder or copy; but a seed played again, or a run taken up in a second journal, is not a copy."""
    folder = tmp_path / "journals"
    folder.mkdir()
    given = asked({"line": line(0.7)}, {"line": "a"})
    one = write(folder / "a.jsonl", step("monster", "end_turn", 50, step=4, fingerprint="f", asked=given))
    (tmp_path / "link").symlink_to(one)
    copy = _copy(one, tmp_path / "copy")
    assert len(samples([one, one, folder, tmp_path / "link"]).samples) == 1
    found = samples([one, copy])
    assert (len(found.samples), found.repeated, found.runs) == (1, 1, 1)
    again = write(tmp_path / "again", step("monster", "end_turn", 50, step=4, fingerprint="g", asked=given))
    found = samples([one, again])
    assert (len(found.samples), found.repeated) == (2, 0)


def _copy(path: Path, to: Path) -> Path:
    to.write_bytes(path.read_bytes())
    return to


# --- tables -----------------------------------------------------------------------------------------------------------
def sample(top: float, agrees: bool, run: str = "r", lead: float | None = None, **more: Any) -> Sample:
    strength = (top, top if lead is None else lead)
    known = {"run": run, "question": "line", "type": "choice", "kind": "measured", "model": "m", "followed": False}
    return Sample(strength=strength, probability=top, agrees=agrees, **{**known, **more})  # type: ignore[arg-type]


def test_reliability_counts_by_hand() -> None:
    """Four answers that claimed 0.75 and of which three were right, and one of 1.0 that was wrong: an error of
    (4 * |0.75 - 0.75| + 1 * |1 - 0|) / 5, a Brier score of (3 * 0.0625 + 0.5625 + 1) / 5."""
    some = [sample(0.75, True), sample(0.75, True), sample(0.75, True), sample(0.75, False), sample(1.0, False)]
    assert [(one.low, one.n, one.agreed) for one in reliability(some)] == [(0.7, 4, 3), (0.9, 1, 0)]
    assert calibration_error(some) == pytest.approx(0.2)
    assert brier(some) == pytest.approx((3 * 0.0625 + 0.5625 + 1) / 5)


def test_risk_grows_with_coverage_where_sure_answers_are_right() -> None:
    """The surest half is right, the other half is not: no risk up to half of them, half of it over all."""
    some = [sample(0.9, True) for _ in range(10)] + [sample(0.3, False) for _ in range(10)]
    curve = dict(risk_coverage(some))
    assert curve[0.5] == 0 and curve[1.0] == 0.5


def test_losses_are_told_by_who_decided() -> None:
    """Turns of the oracle's and of code's making apart, unknown losses in neither."""
    some = [sample(0.9, True, hp_lost=4, followed=True), sample(0.9, True, hp_lost=1), sample(0.9, True, hp_lost=2),
            sample(0.9, True)]  # fmt: skip
    assert hp_lost(some) == {"oracle": {"turns": 1, "mean": 4.0}, "code": {"turns": 2, "mean": 1.5}}


# --- fitting ----------------------------------------------------------------------------------------------------------
def population(right: Callable[[float], float], size: int = 2000, seed: int = 1) -> list[Sample]:
    """Answers of even strength over 0.2 to 1 in 40 runs; `right`: probability of agreeing by strength."""
    dice = random.Random(seed)
    tops = [dice.uniform(0.2, 1) for _ in range(size)]
    return [sample(top, dice.random() < right(top), run=f"run {dice.randrange(40)}") for top in tops]


def test_a_threshold_is_found_where_there_is_one() -> None:
    """Answers are right from 0.7 on and worthless below: the fitted top lies just there, and holds on other runs."""
    (found,) = fit(population(lambda top: 1.0 if top >= 0.7 else 0.3), allowed=0.05, share=0.3, least=50)
    top, lead = found.threshold
    assert max(top, lead) == pytest.approx(0.7, abs=0.051)
    assert found.held_out is not None and found.held_out.risk <= 0.05
    assert found.fitted is not None and found.fitted.most_risk <= 0.05
    assert found.table == "choice" and found.question == "line"


def test_no_threshold_is_invented_where_strength_says_nothing() -> None:
    """Answers that are wrong one time in two, however sure, leave the gate as it is, whatever the dice."""
    for seed in range(20):
        (found,) = fit(population(lambda top: 0.5, seed=seed), allowed=0.1, share=0.3, least=50)
        assert not found.threshold and "no threshold keeps the risk" in found.why


def test_the_trial_is_on_runs_the_fit_did_not_see() -> None:
    """Answers that are right in the fitted runs alone are caught by the held-out ones."""
    some = [evolve(one, agrees=not held_out(one.run, 0.3)) for one in population(lambda top: 1.0)]
    (found,) = fit(some, allowed=0.1, share=0.3, least=50)
    assert not found.threshold and "held-out runs" in found.why


def test_the_split_is_by_run_and_never_changes() -> None:
    """A run is wholly on one side; the share is about what was asked for; ids known by hand stay where they are."""
    runs = [f"run {number}" for number in range(2000)]
    kept = [held_out(run, 0.3) for run in runs]
    assert 0.26 < sum(kept) / len(kept) < 0.34
    assert [held_out(run, 0.3) for run in runs] == kept
    assert all(held_out(run, 0.5) for run, held in zip(runs, kept, strict=True) if held), "a larger share holds more"


@pytest.mark.parametrize("size", [10, 40, 120])
def test_too_few_answers_fit_nothing(size: int) -> None:
    """Under the least number on either side there is no threshold, and the reason counts both."""
    (found,) = fit(population(lambda top: 1.0, size=size), allowed=0.1, share=0.3, least=100)
    assert not found.threshold and "too few answers" in found.why


def test_every_kind_of_answer_is_fitted_in_its_own_table() -> None:
    """One-hot answers do not move the threshold of measured ones, nor one question that of another."""
    some = population(lambda top: 1.0)
    others = [evolve(one, kind="one_hot") for one in some[:300]] + [evolve(one, question="target") for one in some]
    names = [(one.table, one.question) for one in fit([*some, *others], allowed=0.1, share=0.3, least=50)]
    assert names == [("choice", "line"), ("choice", "target"), ("choice_one_hot", "line")]


def test_the_grid_counts_as_the_gate_does() -> None:
    """The fitted part of every fit is what the threshold lets pass, counted one by one."""
    some = population(lambda top: top, size=1500)
    (found,) = fit(some, allowed=0.25, share=0.3, least=50)
    assert found.threshold
    assert found.fitted == passing([one for one in some if not held_out(one.run, 0.3)], found.threshold)


def test_a_threshold_passes_what_reaches_all_its_figures() -> None:
    """Top and lead both; the limit itself passes."""
    some = [sample(0.6, True, lead=0.2), sample(0.6, False, lead=0.1), sample(0.5, False, lead=0.3)]
    part = passing(some, (0.6, 0.2))
    assert (part.n, part.passed, part.wrong) == (3, 1, 0)


# --- the command ------------------------------------------------------------------------------------------------------
def played(path: Path, right: Callable[[float], float], runs: int = 30, model: str = "m", seed: int = 1) -> Path:
    """Journals of many runs with forty answers each, of every type."""
    dice = random.Random(seed)
    path.mkdir(exist_ok=True)
    for number in range(runs):
        steps = []
        for _ in range(40):
            top = round(dice.uniform(0.4, 0.98), 3)
            agrees = dice.random() < right(top)
            answers: dict[str, Answer] = {"line": line(top), "block": NoulAnswer(top),
                                          "danger": ScoreAnswer(top, (1 - top, top))}  # fmt: skip
            best = {
                "line": "a" if agrees else "b",
                "block": (top > 0.5) is agrees,
                "danger": int((top >= 0.5) is agrees),
            }
            steps.append(step("monster", "end_turn", 50, run=f"run {number}", asked=asked(answers, best, model)))
        write(path / f"{model}-{number}.jsonl", *steps, {"kind": "end", "result": "win"})
    return path


def calibrate(*args: object) -> int:
    return main(["calibrate", *map(str, args)])


def test_an_overlay_is_written_that_policies_take(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From journals to thresholds in effect: the file is read back by the same rules as any overlay, and changes only
    the questions that were fitted."""
    folder = played(tmp_path / "journals", lambda top: 1.0 if top >= 0.8 else 0.4)
    overlay = tmp_path / "gate.yaml"
    assert calibrate(folder, "--write", overlay, "--json") == 0
    told = json.loads(capsys.readouterr().out.splitlines()[0])
    assert told["answers"] == 30 * 40 * 3 and told["runs"] == 30
    before: GatePolicy = policies().section(GatePolicy)
    after: GatePolicy = policies([overlay]).section(GatePolicy)
    fits = {(one["table"], one["question"]): one["threshold"] for one in told["fits"]}
    assert after.choice["line"].top == fits["choice", "line"]["top"] >= 0.7
    assert after.noul["block"].margin == fits["noul", "block"]["margin"] >= 0.2
    assert after.score["danger"] == fits["score", "danger"]["confidence"]
    assert after.choice["default"] == before.choice["default"] and "line" not in before.choice
    assert main(["policies", "check", "--policies", str(overlay)]) == 0


def test_the_same_journals_give_the_same_overlay(tmp_path: Path) -> None:
    """In whatever order they are named."""
    folder = played(tmp_path / "journals", lambda top: 1.0 if top >= 0.8 else 0.4)
    files = sorted(folder.glob("*.jsonl"))
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    assert calibrate(*files, "--write", one) == calibrate(*reversed(files), "--write", other) == 0
    assert one.read_text() == other.read_text()


def _text(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


REFUSED: list[tuple[str, Callable[[Path], Iterable[object]], str]] = [
    ("too few", lambda path: [played(path / "few", lambda top: 1.0, runs=3)], "too few answers"),
    ("nobody asked", lambda path: [write(path / "j", step("monster", "end_turn", 5))], "play with --oracle first"),
    ("empty", lambda path: [_text(path / "j", "")], "j: no header line; is this a journal?"),
    ("no header", lambda path: [_text(path / "j", '{"kind": "step"}\n')], "j: no header line; is this a journal?"),
    ("no file", lambda path: [path / "none"], "cannot be read"),
    ("worthless", lambda path: [played(path / "bad", lambda top: 0.5)], "no threshold keeps the risk within 0.1"),
    ("other model", lambda path: [played(path / "m", lambda top: 1.0), "--model", "n"], "no answer of it, but of m"),
]


@pytest.mark.parametrize(("what", "given", "why"), REFUSED, ids=[row[0] for row in REFUSED])
def test_nothing_is_written_without_enough_to_go_by(
    what: str, given: Callable[[Path], Sequence[object]], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, one line that says what is missing, and no file."""
    overlay = tmp_path / "gate.yaml"
    assert calibrate(*given(tmp_path), "--write", overlay) == 1
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1
    assert not overlay.exists()


def test_versions_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Thresholds of one version say nothing about another: one must be chosen, and then it alone counts."""
    folder = played(tmp_path / "journals", lambda top: 1.0, runs=3, model="m")
    played(folder, lambda top: 1.0, runs=2, model="n")
    assert calibrate(folder) == 1
    assert "answers of several versions: m (360), n (240); choose one with --model" in capsys.readouterr().err
    assert calibrate(folder, "--model", "n", "--json") == 0
    assert json.loads(capsys.readouterr().out)["answers"] == 240


@pytest.mark.parametrize(
    "flag", [("--risk", "0"), ("--risk", "x"), ("--hold-out", "nan"), ("--least", "0"), ("--least", "x")]
)
def test_odd_flags_are_usage_errors(flag: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and what may be given."""
    assert calibrate(tmp_path, *flag) == 2
    assert ("1 or more" if flag[0] == "--least" else "must be between 0 and 1") in capsys.readouterr().err


def test_people_get_the_tables_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Agreement, reliability, risk and what would be written, for each question."""
    folder = played(tmp_path / "journals", lambda top: 1.0 if top >= 0.8 else 0.4)
    assert calibrate(folder) == 0
    out = capsys.readouterr().out
    for part in ("answers: 3600, runs: 30", "line: code agrees with", "0.9 to 1.0", "risk of the surest",
                 "gate.choice.line: top", "gate.noul.block: margin", "gate.score.danger: confidence"):  # fmt: skip
        assert part in out
