"""Generated pages and figures: policies, diagram, explain, and the README's own commands."""

from __future__ import annotations

import json
import re
import shlex
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.cli import parser
from sts2fsm.commands import diagram, picture, policies
from sts2fsm.states import State
from tests.commands.calling import call, journal, records
from tests.shared import ROOT

DOCS = ROOT / "docs"
REMAKE = "run `make docs`"


# --- policies ---------------------------------------------------------------------------------------------------------
def test_policies_check_names_the_hash(capsys: pytest.CaptureFixture[str]) -> None:
    """Right files end with 0 and their hash, as text and as JSON."""
    plain, called = call(capsys, "policies", "check"), call(capsys, "policies", "check", "--json")
    (record,) = called.json()
    assert (plain.code, called.code, record["ok"]) == (0, 0, True)
    assert record["hash"] in plain.out


def test_policies_check_lists_problems_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--json holds the same lines that a person gets, with exit 2 as well."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("shop:\n  no_such_key: 1\n", encoding="utf-8")
    called = call(capsys, "policies", "check", "--json", "--policies", overlay)
    (record,) = called.json()
    assert (called.code, record["ok"], len(record["problems"])) == (2, False, 1)
    assert record["problems"][0].startswith(f"{overlay}:2: shop.no_such_key: ")


def test_policies_show_the_values_in_effect(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The overlay's value stands where the shipped one stood, one key a line."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("rest_site:\n  heal_below: 0.31\n", encoding="utf-8")
    assert "rest_site.heal_below: 0.31\n" in call(capsys, "policies", "show", "--policies", overlay).out
    (record,) = call(capsys, "policies", "show", "--json", "--policies", overlay).json()
    assert record["rest_site"]["heal_below"] == 0.31


# --- generated docs ---------------------------------------------------------------------------------------------------
def test_docs_are_as_generated() -> None:
    """The committed pages say what the tables say today."""
    made = {"policies.md": policies.reference(), "fsm.md": diagram.page(), "fsm.svg": picture.svg()}
    stale = [name for name, text in made.items() if (DOCS / name).read_text(encoding="utf-8") != text]
    assert not stale, f"{', '.join(stale)}: {REMAKE}"


def test_diagram_writes_page_and_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--write DIR makes the folder and both files."""
    assert call(capsys, "diagram", "--write", tmp_path / "new").code == 0
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"fsm.md", "fsm.svg"}


@pytest.mark.parametrize("form", ["mermaid", "table"])
def test_every_state_is_in_the_diagram(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """No state is left out, and the interrupts are told once."""
    out = call(capsys, "diagram", "--format", form).out
    assert [state for state in State if not re.search(rf"\b{state}\b", out)] == []


def test_the_table_holds_an_edge_as_declared(capsys: pytest.CaptureFixture[str]) -> None:
    """The travel from the map, by hand: its guard with what it means, and where it may lead."""
    out = call(capsys, "diagram", "--format", "table").out
    rows = [line for line in out.splitlines() if line.startswith("| map |") and "choose_map_node" in line]
    assert any("map_travelling" in row for row in rows)
    assert any(re.search(r"`\w+` \| \w.* \|", row) for row in rows)


def test_the_picture_is_well_formed_and_complete() -> None:
    """XML that parses, every state as text, every arrow with a name."""
    root = ElementTree.fromstring(picture.svg())
    texts = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
    assert [state for state in State if not re.search(rf"\b{state}\b", texts)] == []
    arrows = [node for node in root.iter("{http://www.w3.org/2000/svg}path") if node.get("marker-end")]
    assert len(arrows) > 40
    assert all("→" in "".join(arrow.itertext()) for arrow in arrows)


# --- explain ----------------------------------------------------------------------------------------------------------
STEP: Mapping[str, Any] = {
    "kind": "step", "step": 1, "t": 0.0, "run": "The Ironclad/A0", "floor": 2, "hp": 70, "state": "monster",
    "fingerprint": "a", "legal": 3, "because": "best play", "source": "code", "edge": "x",
}  # fmt: skip


def written(path: Path, *lines: Mapping[str, Any]) -> Path:
    """A journal made by hand."""
    header = {"kind": "header", "schema": 1, "version": "0", "policy_hash": "abc", "game": "a game", "settings": {}}
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *lines)), encoding="utf-8")
    return path


def did(what: str, **others: Any) -> dict[str, Any]:
    action = {"action": "end_turn" if what == "end the turn" else "play_card"}
    return {**STEP, "action": action, "what": what, "ranked": {}, "reply": {"accepted": True, "text": ""}, **others}


def test_explain_tells_turns_and_reasons(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A turn a line: rule, what was done, repetitions counted; no end means that the program was killed."""
    path = written(
        tmp_path / "j.jsonl",
        did("Bash"),
        did("Strike"),
        did("Strike"),
        did("end the turn", because="end the turn"),
        did("Defend", because="must block", hp=61),
    )
    out = call(capsys, "explain", path).out
    assert "Floor 2, monster, 70 hp to 61:\n  best play: Bash, Strike ×2; end the turn.\n  must block: Defend.\n" in out
    assert "Nothing surprised." in out
    assert "the program was killed" in out


def test_explain_lists_surprises(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Refusals, unexpected edges, steps without a rule and long waits, each with its step."""
    path = written(
        tmp_path / "j.jsonl",
        did("Bash", step=1, reply={"accepted": False, "text": "not now"}),
        did("Strike", step=2, unexpected="monster --play_card--> shop", edge=None),
        {**STEP, "step": 3, "wait": 60, "because": "no rule applies", "source": "fallback"},
        {**STEP, "step": 4, "t": 10.0, "wait": 500, "fingerprint": "b"},
        {**STEP, "step": 5, "t": 19.5, "wait": 500, "fingerprint": "b"},
    )
    out = call(capsys, "explain", path).out
    assert "Surprises (4):" in out
    assert "step 1, floor 2: 'Bash' was refused: not now." in out
    assert "step 2, floor 2: an edge that no row admits: monster --play_card--> shop." in out
    assert "step 3, floor 2: no rule applied at monster." in out
    assert "step 4, floor 2: waited 9.5 s at monster (best play)." in out


def test_explain_tells_how_forecasts_did_and_which_missed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The counts of the end, and the cards and powers that the missed ones name, the worst first."""
    miss = {"kind": "forecast", "step": 1, "unmodelled": []}
    end = {
        "kind": "end", "result": "loss", "why": "w", "floor": 3, "steps": 9, "seconds": 1.0, "decisions": {"code": 4},
        "forecast": {"checked": 40, "exact": 37, "within2": 38, "random": 0, "unmodelled": 0},
    }  # fmt: skip
    path = written(
        tmp_path / "j.jsonl",
        did("Bash"),
        {**miss, "action": "BASH", "differs": ["enemy 1 VULNERABLE_POWER: 2 -> 0", "enemy 1 hp: 12 -> 14"]},
        {**miss, "action": "BASH", "differs": ["enemy 1 hp: 12 -> 14"]},
        {**miss, "action": "end_turn", "differs": ["player hp: 50 -> 48"]},
        end,
    )
    out = call(capsys, "explain", path).out
    assert "Forecasts: 37 of 40 combat actions went exactly as foreseen." in out
    assert "Worst: BASH (2), end_turn (1), VULNERABLE_POWER (1)." in out
    (record,) = call(capsys, "explain", "--json", path).json()
    assert record["runs"][0]["worst"] == {"cards": {"BASH": 2, "end_turn": 1}, "powers": {"VULNERABLE_POWER": 1}}


def test_explain_figures_agree_with_the_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A real journal's figures: as many steps and actions as it has lines of them; a folder stands for its newest."""
    call(capsys, "play", "--game", "embedded", "--seed", "1", "--max-steps", "500", "--journal", tmp_path, "-q")
    steps = [step for step in records(journal(tmp_path)) if step["kind"] == "step"]
    (record,) = call(capsys, "explain", "--json", tmp_path).json()
    (run,) = record["runs"]
    assert record["journal"] == str(journal(tmp_path))
    assert (run["steps"], run["result"], run["seed"]) == (500, "stopped", 1)
    assert run["actions"] == sum(run["by_rule"].values()) == sum("action" in step for step in steps)


def test_explain_takes_a_torn_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A last line that was never finished is passed over; a file that is no journal is refused."""
    path = written(tmp_path / "j.jsonl", did("Bash"))
    path.write_text(path.read_text(encoding="utf-8") + '{"kind": "st', encoding="utf-8")
    assert "best play: Bash" in call(capsys, "explain", path).out
    path.write_text('{"a": 1}\n', encoding="utf-8")
    assert call(capsys, "explain", path).code == 1


# --- bench ------------------------------------------------------------------------------------------------------------


# --- README -----------------------------------------------------------------------------------------------------------
COMMAND = re.compile(r"(?:python3?|py(?: -3\.11)?) -m sts2fsm\b([^\n`#|>]*)")


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "README.md", *DOCS.glob("*.md")))
)
def test_commands_in_pages_can_be_parsed(page: str) -> None:
    """Every command that a page tells a person to type has the flags it uses."""
    for found in COMMAND.finditer((ROOT / page).read_text(encoding="utf-8")):
        words = shlex.split(found[1])
        if not words or words[0] in ("...", "COMMAND"):
            continue
        assert parser().parse_args(words), found[0]


def test_journal_page_describes_every_key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """No key of a header, a step or an end is missing from docs/journal.md."""
    call(capsys, "play", "--game", "embedded", "--seed", "1", "--max-steps", "300", "--journal", tmp_path, "-q")
    page = (DOCS / "journal.md").read_text(encoding="utf-8")
    keys = {key for record in records(journal(tmp_path)) for key in record} - {"kind"}
    assert len(keys) > 30
    assert sorted(key for key in keys if f"`{key}`" not in page) == []
