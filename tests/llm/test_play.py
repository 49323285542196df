"""Whole plays with a language model on the wire: it weighs in where it may, and costs what it says; when it fails, the
play is the one without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.commands.llm import opened_strategist, with_llm
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import Journal
from sts2fsm.oracle.llm.door import URL_KEY, NotDrafted
from sts2fsm.oracle.llm.strategist import Strategist
from sts2fsm.runner import Runner, Settings
from sts2fsm.states import COMBAT_STATES
from sts2fsm.strategy_policy import LlmPolicy, ModelSpec
from sts2fsm.summary import Summary
from sts2fsm.wire.actions import ChooseMapNode
from tests.commands.calling import call, journal, records
from tests.llm.server import PLAN, Script, serving

SECRET = "sk-play-0123456789"
QUICK = "planner: {budget: none}\n"  # card by card: the search is not what is tried here
WORD = {**PLAN, "wanted": ["POMMEL_STRIKE", "TWIN_STRIKE"], "unwanted": ["SHRUG_IT_OFF"], "route": {"Shop": 5.0}}
BRIEF = ("--max-steps", "500")  # a few floors
FIGHTS = {str(state) for state in COMBAT_STATES}


@pytest.fixture
def script() -> Iterator[Script]:
    yield Script()


def play(
    capsys: pytest.CaptureFixture[str], folder: Path, llm: str, more: str = "", *flags: str
) -> tuple[dict[str, Any], list[Mapping[str, Any]]]:
    """The summary and the journal's records."""
    folder.mkdir()
    overlay = folder / "mine.yaml"
    overlay.write_text(QUICK + more, encoding="utf-8")
    called = call(
        capsys, "play", "--game", "embedded", "--seed", "4", "--llm", llm, "--json", "--journal", folder / "j",
        "--policies", overlay, *flags,
    )  # fmt: skip
    assert called.code == 0, called.err
    [summary] = called.json()
    return summary, list(records(journal(folder / "j")))


def of_kind(kind: str, log: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [record for record in log if record["kind"] == kind]


def actions(log: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [step["action"] for step in of_kind("step", log) if "action" in step]


def whole_run(folder: Path, spec: str, more: str) -> tuple[Summary, list[Mapping[str, Any]]]:
    """A run of one act on simulated time, as `play` would play it."""
    overlay = folder / "mine.yaml"
    overlay.write_text(QUICK + more, encoding="utf-8")
    chosen, clock = with_llm(policies([overlay]), spec), VirtualClock()
    game = InProcess(EmbeddedGame(clock, seed=4, acts=1, history_dir=folder), clock, chosen.section(GamePolicy))
    with Journal(folder / "run.jsonl") as log:
        mind = brain(chosen, strategist=opened_strategist(chosen))
        [summary] = Runner(game, mind, clock, log, Settings(seed=4, history=(folder,))).play()
    return summary, list(records(folder / "run.jsonl"))


def test_a_run_with_a_model_counts_what_it_changed_and_cost(
    tmp_path: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls, tokens and dollars are those of the wire and the table; the decisions named llm are steps of macro screens
    that code alone would have made otherwise; the key is in nothing that was written."""
    monkeypatch.setenv(URL_KEY, SECRET)
    script.reply = {**WORD, "hold": []}
    with serving(script) as spec:
        summary, log = whole_run(tmp_path, spec, "llm: {money: 50, prices: {mock: {input: 1, output: 10}}}\n")
    llm, plans = summary.llm, of_kind("strategy", log)
    assert summary.result in ("win", "loss")
    assert summary.unexpected_edges == 0
    assert llm["calls"] == len(script.asked) == len(plans) > 0
    assert llm["failures"] == {}
    assert (llm["input_tokens"], llm["output_tokens"]) == (1000 * llm["calls"], 100 * llm["calls"])
    assert llm["usd"] == pytest.approx(0.002 * llm["calls"])
    assert plans[0]["why"][:2] == ["new act", "boss known"]
    assert plans[0]["strategy"]["wanted"] == WORD["wanted"]
    changed = [step for step in of_kind("step", log) if step["source"] == "llm"]
    assert len(changed) == summary.decisions["llm"] > 0
    assert not {step["state"] for step in changed} & FIGHTS
    assert script.headers[0]["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in (tmp_path / "run.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "fault, reason",
    [
        ({"status": 500}, "server_error"), ({"status": 429}, "rate_limited"), ({"status": 401}, "unauthorised"),
        ({"reply": "No."}, "bad_answer"), ({"silent": True}, "timeout"),
    ],
)  # fmt: skip
def test_a_model_that_fails_costs_a_few_calls_and_no_decision(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script, fault: dict[str, Any], reason: str
) -> None:
    """Every action is the one without a model; after some failures in a row nobody is asked any more."""
    for name, value in fault.items():
        setattr(script, name, value)
    with serving(script) as spec:
        summary, log = play(
            capsys,
            tmp_path / "a",
            spec,
            "llm: {deadline_s: 1, failures: 2, floors_between: 1, tie_within: {default: 9}}\n",
            *BRIEF,
        )
    assert summary["llm"]["failures"] == {reason: 1 if reason == "unauthorised" else 2}
    assert summary["llm"]["calls"] == len(script.asked)
    assert summary["decisions"]["llm"] == 0
    assert actions(log) == actions(play(capsys, tmp_path / "b", "none", "", *BRIEF)[1])


def test_shadow_writes_down_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script
) -> None:
    """The plans are in the journal, marked; every action is the one without a model."""
    script.reply = WORD
    with serving(script) as spec:
        summary, log = play(capsys, tmp_path / "a", spec, "llm: {shadow: true}\n", *BRIEF)
    plans = of_kind("strategy", log)
    assert plans and all(plan["shadow"] and plan["strategy"]["wanted"] == WORD["wanted"] for plan in plans)
    assert (summary["llm"]["shadow"], summary["decisions"]["llm"]) == (True, 0)
    assert actions(log) == actions(play(capsys, tmp_path / "b", "none", "", *BRIEF)[1])


def test_the_money_of_a_run_is_its_end(capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script) -> None:
    """At $0.10 a call that may cost up to $0.60, a dollar lasts for a few calls; the play goes on without more."""
    money = "llm: {money: 1.0, calls: 100, floors_between: 1, answer_tokens: 500, tie_within: {default: 99}," \
        " tie_above: {default: -99}, prices: {mock: {input: 0, output: 1000}}}\n"  # fmt: skip
    with serving(script) as spec:
        summary, log = play(capsys, tmp_path / "a", spec, money, "--max-steps", "1200")
    assert summary["llm"]["calls"] == 6  # $0.60 are spent; one more might end at $1.10
    assert summary["llm"]["usd"] == pytest.approx(0.6)
    assert [plan["calls"] for plan in of_kind("strategy", log)] == [1, 2, 3, 4, 5, 6]
    assert summary["floor"] > of_kind("strategy", log)[-1]["floor"] + 1


def test_an_unknown_price_is_an_unknown_cost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script
) -> None:
    """Null, never nought; only the number of calls bounds it."""
    with serving(script) as spec:
        summary, log = play(capsys, tmp_path / "a", spec, "llm: {money: 0, calls: 1}\n", *BRIEF)
    assert (summary["llm"]["calls"], summary["llm"]["usd"]) == (1, None)
    assert of_kind("strategy", log)[0]["cost"] is None


def test_explain_tells_a_plan_in_quotes(capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script) -> None:
    """Why, what, how much; the model's own words are quoted and plain, whatever they try."""
    script.reply = {**WORD, "archetype": "[bold]x[/bold]", "reason": 'Say "yes"\nand obey', "until": {"act": 1}}
    with serving(script) as spec:
        play(capsys, tmp_path / "a", spec, "", "--max-steps", "120")
    told = call(capsys, "explain", tmp_path / "a" / "j").out
    assert "was asked on floor 1 (new act, boss known" in told
    assert "): a plan; 1000 + 100 tokens, unknown cost" in told
    assert "wants POMMEL_STRIKE, TWIN_STRIKE; passes SHRUG_IT_OFF" in told
    assert 'It says: "bold x /bold", "Say yes and obey". It ends when act 1 is over.' in told


def test_a_dry_run_asks_nobody(capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Script) -> None:
    """It clicks nothing, and it costs nothing."""
    with serving(script) as spec:
        summary, _ = play(capsys, tmp_path / "a", spec, "", "--dry-run")
    assert (script.asked, summary["result"]) == ([], "stopped")


# --- flags ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "given, says",
    [
        ("claude", "must be none, anthropic:NAME"),
        ("http://127.0.0.1:8080/v1", "must be none"),
        ("ftp://host/v1#m", "must be none"),
        ("openai:", "must be none"),
        ("anthropic:claude-x", "set ANTHROPIC_API_KEY"),
        ("openai:gpt-x", "set OPENAI_API_KEY"),
    ],
)
def test_a_model_that_cannot_be_asked_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, given: str, says: str
) -> None:
    """Exit 2 with the remedy, before anything is started."""
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    called = call(capsys, "play", "--game", "embedded", "--llm", given, "--no-journal")
    assert called.code == 2
    assert says in called.err and "Traceback" not in called.err


def test_a_login_in_a_url_is_refused_and_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The spec is written into journals: no secret may be in it."""
    called = call(capsys, "play", "--llm", f"http://me:{SECRET}@127.0.0.1:1/v1#m", "--no-journal")
    assert called.code == 2
    assert SECRET not in called.err + called.out


def test_a_model_in_the_policies_is_checked_with_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A spec of no known form is a fault of the file, with its line."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("llm:\n  model: claude\n", encoding="utf-8")
    called = call(capsys, "policies", "check", "--policies", overlay)
    assert called.code == 2
    assert "mine.yaml:2" in called.err + called.out and "llm.model" in called.err + called.out


class Meddler:
    """A door that takes its time, while a person at the game goes on to the next room."""

    def __init__(self, game: InProcess, clock: VirtualClock) -> None:
        self._game = game
        self._clock = clock
        self.asked = 0

    def ask(self, instructions: str, prompt: str, deadline_s: float, answer_tokens: int) -> NotDrafted:
        self.asked += 1
        if self.asked == 1:
            assert self._game.act(ChooseMapNode(0)).accepted
            self._clock.sleep(20.0)
        return NotDrafted(reason="timeout")


def test_the_page_is_looked_at_again_after_a_call(tmp_path: Path) -> None:
    """Nothing is sent that was decided on what was seen before: the room is played that is there now."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(QUICK, encoding="utf-8")
    chosen, clock = policies([overlay]), VirtualClock()
    game = InProcess(EmbeddedGame(clock, seed=4, acts=1), clock, chosen.section(GamePolicy))
    door = Meddler(game, clock)
    mind = brain(chosen, strategist=Strategist(ModelSpec("url", "m", "http://x"), chosen.section(LlmPolicy), door))
    with Journal(tmp_path / "run.jsonl") as log:
        [summary] = Runner(game, mind, clock, log, Settings(seed=4, max_steps=150)).play()
    steps = of_kind("step", list(records(tmp_path / "run.jsonl")))
    [asked] = of_kind("strategy", list(records(tmp_path / "run.jsonl")))
    after = next(step for step in steps if "action" in step and step["step"] > asked["step"])
    assert (door.asked, summary.rejected, summary.unexpected_edges) == (1, 0, 0)
    assert after["state"] == "monster" and after["floor"] == asked["floor"] + 1
