"""`coverage`: rows of the machine that nothing fired, and what the content lacks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.content import BUILDS
from sts2fsm.content.coverage import TABLES
from tests.commands.calling import call


def written(path: Path, data: Any) -> None:
    """A file of facts made by hand."""
    path.write_text(json.dumps(data), encoding="utf-8")


def test_coverage_counts_what_a_journal_fired(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A row that the journal names is no longer among those never fired; all others still are."""
    row = "rest_site --proceed [shown]--> map"
    header = {"kind": "header", "schema": 1, "version": "0", "policy_hash": "abc", "game": "a game", "settings": {}}
    step = {"kind": "step", "step": 1, "edge": row}
    path = tmp_path / "j.jsonl"
    path.write_text(json.dumps(header) + "\n" + json.dumps(step) + "\n", encoding="utf-8")
    (before,), (after,) = (call(capsys, "coverage", "--json", *files).json() for files in ((), (path,)))
    assert row in before["rows"]["never"]["RestSiteHandler"]
    assert row not in after["rows"]["never"]["RestSiteHandler"]
    assert (before["rows"]["fired"], after["rows"]["fired"]) == (0, 1)


@pytest.mark.parametrize("line", ["[1]", "{torn"])
def test_coverage_names_a_line_that_is_no_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str) -> None:
    """In the middle of a journal: place and exit 1, no traceback; torn at its end it is passed over."""
    path = tmp_path / "j.jsonl"
    path.write_text(f'{{"kind": "header"}}\n{line}\n{{"kind": "step"}}\n', encoding="utf-8")
    called = call(capsys, "coverage", path)
    assert called.code == 1 and f"{path}:2: is no record of a journal" in called.err


def test_coverage_counts_the_content_of_every_build(capsys: pytest.CaptureFixture[str]) -> None:
    """Table by table: present, behaves, unsure, for several players, tested; nothing is missing, so it ends with 0."""
    done = call(capsys, "coverage")
    assert done.code == 0
    assert all(f"Content of build {build}:" in done.out for build in BUILDS)
    for table in TABLES:
        counts = re.findall(rf"^{table} +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$", done.out, re.M)
        assert len(counts) == len(BUILDS)
        assert all(present == behaves == tested != "0" for present, behaves, _, _, tested in counts)
    (record,) = call(capsys, "coverage", "--build", "v0.103.2", "--json").json()
    assert list(record["content"]) == ["v0.103.2"]
    assert record["content"]["v0.103.2"]["cards"]["present"] == 576


def test_coverage_names_what_the_facts_have_and_we_lack(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An id more in the facts: named, and exit 1; a folder without facts is refused."""
    row = {"id": "NO_SUCH_CARD", "cls": "NoSuchCard"}
    for name in ("cards", "powers", "relics", "potions", "characters", "monsters"):
        written(tmp_path / f"{name}.json", [row] if name == "cards" else [])
    written(tmp_path / "encounters.json", [{**row, "id": "NIBBITS_WEAK", "possible": ["Nibbit"]}])
    written(tmp_path / "events.json", {"events": [{**row, "id": "NEOW", "kind": "ancient"}]})
    written(tmp_path / "mechanics.json", {"enchantments": [], "afflictions": [], "orbs": []})
    change = {"kind": "relic", "id": "NoSuchRelic", "field": "new"}
    written(tmp_path / "v0_107_1.json", {"changes": [change]})
    done = call(capsys, "coverage", "--facts", tmp_path)
    assert done.code == 1
    assert done.out.count("cards absent (1): NO_SUCH_CARD") == 2
    assert done.out.count("relics absent (1): NO_SUCH_RELIC") == 1
    (tmp_path / "mechanics.json").write_text("[", encoding="utf-8")
    refused = call(capsys, "coverage", "--facts", tmp_path)
    assert (refused.code, "can't be read" in refused.err) == (1, True)
    assert call(capsys, "coverage", "--facts", tmp_path / "none").code == 1


def test_coverage_plays_seeds_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """--play fires rows of fights, the map and rewards."""
    (record,) = call(capsys, "coverage", "--play", "1", "--json").json()
    assert record["rows"]["fired"] > 40
    assert "map --choose_map_node [shown]--> rest_site" not in record["rows"]["never"].get("Combat", [])


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--faults", "stuck_menu"), "--faults goes with --play"),
        (("--rooms", "neow:x"), "--rooms goes with --play"),
        (("--play", "1", "--faults", "bogus"), "unknown fault bogus"),
        (("--play", "1", "--rooms", "bogus"), "unknown room name 'bogus'"),
    ],
)
def test_coverage_refuses_flags_that_nothing_heeds(
    capsys: pytest.CaptureFixture[str], flags: tuple[str, ...], says: str
) -> None:
    """Usage errors, exit 2, before anything is played."""
    called = call(capsys, "coverage", *flags)
    assert called.code == 2 and says in called.err


def test_coverage_takes_folders_of_journals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The rows of all of them; a folder that holds none is named."""
    (table,) = call(capsys, "coverage", "--json").json()
    known = [row for never in table["rows"]["never"].values() for row in never]
    for number, row in enumerate(known[:2]):
        lines = ({"kind": "header"}, {"kind": "step", "step": 1, "edge": row})
        (tmp_path / f"{number}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    (record,) = call(capsys, "coverage", tmp_path, "--json").json()
    assert record["rows"]["fired"] == 2
    (tmp_path / "none").mkdir()
    called = call(capsys, "coverage", tmp_path / "none")
    assert called.code == 1 and f"{tmp_path / 'none'}: holds no journal" in called.err
