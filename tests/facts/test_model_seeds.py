"""A model under another seed is the model that the seed would have built."""

from __future__ import annotations

from pathlib import Path

import pytest

from sts2fsm.facts.model import model, with_seed
from sts2fsm.rules import combat as rules
from sts2fsm.wire.convert import WireReader, parse_json
from tests.shared import ROOT

BUILD = "v0.107.1"
FIXTURES = sorted((ROOT / "fixtures").glob("*.json"))


def _fights() -> list[Path]:
    reader = WireReader()
    shown = [(path, reader.observation(parse_json(path.read_text(encoding="utf-8"), path.name))) for path in FIXTURES]
    return [path for path, seen in shown if model(seen, None, BUILD) is not None]


@pytest.mark.parametrize("path", _fights(), ids=lambda path: path.stem)
def test_with_seed_equals_building_anew(path: Path) -> None:
    """Five seeds of each hand-written fight: state, names of what is unmodelled and hand places are equal, also after
    the turn was ended on another one of them."""
    seen = WireReader().observation(parse_json(path.read_text(encoding="utf-8"), path.name))
    shown = model(seen, None, BUILD)
    assert shown is not None
    spent = with_seed(shown, 3)
    if spent.combat.pending is None and spent.combat.outcome is None:
        rules.end_turn(spent.combat)
    for seed in range(5):
        built, sown = model(seen, None, BUILD, seed), with_seed(shown, seed)
        assert built is not None
        assert sown.combat.key() == built.combat.key()
        assert (sown.unmodelled, sown.places, sown.disagreements) == (
            built.unmodelled, built.places, built.disagreements,
        )  # fmt: skip


def test_there_are_fights_among_the_hand_written_payloads() -> None:
    """The test above has something to compare."""
    assert len(_fights()) > 10
