"""Payloads with mistakes: a decision or a named refusal each time, no traceback, no value of a wrong type let in."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.assembly import policies
from sts2fsm.recovery.mutations import MUTATIONS, Judge, many, mistyped, mutated, numbered, payloads
from sts2fsm.wire.convert import WireReader
from tests.commands.calling import FIXTURES, call
from tests.fixture_files import fixture
from tests.recovery.corpus import made
from tests.shared import captures
from tests.strategies import any_payload

FOUND = payloads(FIXTURES)
JUDGE = Judge(policies())
READER = WireReader()


def test_mutated_fixtures_are_decided_or_refused_by_name() -> None:
    """500 of them: none bad, and both outcomes are common, so that neither the mutations nor the judge are idle."""
    verdicts = many(range(500), 1, FOUND, policies())
    assert verdicts.bad == {}
    assert verdicts.decided > 150 and verdicts.refused > 100 and len(verdicts.states) > 20
    assert verdicts.decided + verdicts.refused == 500


def test_mutated_captures_are_decided_or_refused_by_name() -> None:
    """The same for real payloads."""
    recorded = payloads(captures("captures", "states"))
    assert many(range(200), 2, recorded, policies()).bad == {}


@given(payload=any_payload(), seed=st.integers(0, 2**32))
def test_mutated_payloads_of_the_strategies_are_decided_or_refused(payload: dict[str, Any], seed: int) -> None:
    """Whatever hypothesis makes, with mistakes on top."""
    judged = JUDGE(mutated(payload, random.Random(seed), FOUND))
    assert judged.verdict in ("decided", "refused"), judged.why


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda x: (
            st.lists(x, max_size=3)
            | st.dictionaries(st.sampled_from(["state_type", "player", "battle", "run", "error"]), x, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_any_json_at_all_is_decided_or_refused(value: Any) -> None:
    """Not only payloads: lists, numbers, nested nonsense."""
    assert JUDGE(value).verdict in ("decided", "refused")


def test_a_number_always_means_the_same_payload() -> None:
    """A bad payload can be made again from its number and seed, and the originals stay as they were."""
    before = deepcopy(FOUND)
    assert [numbered(n, 5, FOUND) for n in range(50)] == [numbered(n, 5, FOUND) for n in range(50)]
    assert numbered(1, 5, FOUND) != numbered(1, 6, FOUND) and before == FOUND
    assert len({kind.__name__ for kind in MUTATIONS}) == 5


# --- the judge itself -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("path", "value"),
    [(("player", "hp"), 7), (("player", "gold"), True), (("battle", "round"), "1"), (("run", "act"), 2)],
)
def test_the_judge_sees_a_value_that_is_not_what_came(path: tuple[str, str], value: Any) -> None:
    """A reader that changed a value or its type would be found: here the payload is changed under a good record."""
    payload = deepcopy(fixture("monster-two-nibbits-player-turn"))
    observed = READER.observation(payload)
    assert mistyped(observed, payload) is None
    payload[path[0]][path[1]] = value
    assert mistyped(observed, payload) == ".".join(path)


def test_the_judge_sees_a_list_cut_short_and_a_coerced_number() -> None:
    """One card less, and a number that came as text."""
    payload = deepcopy(fixture("monster-two-nibbits-player-turn"))
    observed = READER.observation(payload)
    payload["player"]["hand"].pop()
    assert mistyped(observed, payload) == "player.hand"
    player = observed.player
    assert player is not None
    payload = deepcopy(fixture("monster-two-nibbits-player-turn"))
    payload["player"]["hp"] = str(player.hp)
    assert mistyped(evolve(observed, player=player), payload) == "player.hp"


def test_the_judge_tells_a_crash_from_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of any other kind than the named ones is bad, with its place."""

    def broken(self: WireReader, payload: Any) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(WireReader, "observation", broken)
    judged = Judge(policies())({"state_type": "map"})
    assert judged.verdict == "bad" and "ZeroDivisionError" in judged.why and "test_mutations.py" in judged.why


# --- the command ------------------------------------------------------------------------------------------------------
def test_the_command_counts_and_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`soak --payloads`: figures as JSON, exit 0; .jsonl lines with a state and .json files are sources alike."""
    lines = "".join(json.dumps({"action": None, "state": payload}) + "\n" for payload in made(20))
    (tmp_path / "made.jsonl").write_text(lines, encoding="ascii")
    (tmp_path / "other.json").write_text("[1]", encoding="ascii")
    words = ("--payloads", "60", "--from", tmp_path, "--from", FIXTURES, "--json")
    ended = call(capsys, "soak", *words)
    (record,) = ended.json()
    assert ended.code == 0 and record["sources"] == 20 + len(FOUND) and record["bad"] == {}
    assert record["decided"] + record["refused"] == record["payloads"] == 60


@pytest.mark.parametrize(
    ("words", "code", "said"), [((), 2, "--payloads needs --from"), (("--from", "."), 1, "holds no payload")]
)
def test_payloads_need_a_source(
    words: tuple[str, ...], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Without a folder, or with one that holds none: one line that says so."""
    monkeypatch.chdir(tmp_path)
    ended = call(capsys, "soak", "--payloads", "5", *words)
    assert ended.code == code and said in ended.err
