"""The hash stands for the values alone, and no text makes the loader fail in any other way than PolicyError."""

from __future__ import annotations

import string
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from policy_samples import GOOD, load_texts

from sts2fsm.errors import PolicyError
from sts2fsm.policy import Policies, show

KEYS = st.text(string.ascii_letters + "_", min_size=1, max_size=6)
# Few values each, so that equal pairs turn up often.
VALUES = st.fixed_dictionaries(
    {
        "camp": st.fixed_dictionaries(
            {
                "heal_below": st.sampled_from([0, 0.0, -0.0, 0.5, 1, 1.0]),
                "visits": st.integers(0, 2),
                "limit": st.sampled_from([None, 0, 1.5]),
                "eager": st.booleans(),
                "mood": st.sampled_from(["calm", "wild"]),
                "title": st.sampled_from(["true", "yes", "ü", "0"]),
                "order": st.permutations(["HEAL", "SMITH", "DIG"]),
                "waits": st.fixed_dictionaries({"first_ms": st.integers(0, 1), "growth": st.sampled_from([1, 2.5])}),
            }
        ),
        "goods": st.fixed_dictionaries(
            {
                "relics": st.dictionaries(KEYS, st.integers(-5, 50), max_size=2).map(
                    lambda found: {"default": 1} | found
                ),
                "counts": st.dictionaries(st.sampled_from(["POTION", "CARD"]), st.integers(0, 1)),
                "wishes": st.dictionaries(KEYS, st.lists(st.sampled_from(["A", "B"]), unique=True), max_size=1),
                "bosses": st.just({"default": {"race": False, "block_weight": 1.0}}),
            }
        ),
    }
)


def _written(values: dict[str, Any], style: bool, reverse: bool) -> str:
    """The values as YAML, in flow or block style, keys up or down the alphabet, with comments."""

    def ordered(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: ordered(value[key]) for key in sorted(value, reverse=reverse)}
        return value

    return "# comment\n" + yaml.safe_dump(ordered(values), default_flow_style=style, sort_keys=False) + "# end\n"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(VALUES, VALUES, st.booleans(), st.booleans())
def test_hashes_are_equal_exactly_when_the_values_are(
    one: dict[str, Any], other: dict[str, Any], style: bool, reverse: bool
) -> None:
    """Order, style and comments do not count, 1 and 1.0 are the same share, and any other difference shows."""
    first, same = load_texts(_written(one, False, False)), load_texts(_written(one, style, reverse))
    second = load_texts(_written(other, style, reverse))
    assert first == same
    assert first.hash == same.hash
    assert (first.hash == second.hash) == (one == other)
    assert show(first) == one


@settings(max_examples=30, deadline=None, derandomize=True)
@given(VALUES, st.data())
def test_an_overlay_that_restates_values_leaves_the_hash(values: dict[str, Any], data: st.DataObject) -> None:
    """Any part of a file laid over that file changes nothing."""
    name = data.draw(st.sampled_from(sorted(values)))
    keys = data.draw(st.sets(st.sampled_from(sorted(values[name]))))
    part = {name: {key: values[name][key] for key in keys}}
    text = _written(values, False, False)
    assert load_texts(text, _written(part, True, True)).hash == load_texts(text).hash


def test_the_hash_is_the_same_on_every_machine() -> None:
    """Twelve hex digits of the values written as sorted compact JSON; a change of that form must be noticed."""
    # sha256 of the JSON of the sample's values, taken with sha256sum
    assert load_texts(GOOD).hash == "5b1076eca3f0"


PIECES = [
    *"{}[]:,-?&*!|>%@`'\"#\n \t~<=\\",
    "camp",
    "visits",
    "goods",
    "default",
    "3",
    "true",
    "\n  ",
    "- ",
    ": ",
    "\ud7ff",
    "é",
]
NOISE = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(NOISE)
def test_any_text_as_an_overlay_gives_policies_or_a_policy_error(text: str) -> None:
    """Whatever is in the file, nothing else comes out, and each fault is one printable line of that file."""
    _load_or_problems(GOOD, text.encode("utf-8", "replace"))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.data())
def test_any_damage_to_the_shipped_file_gives_policies_or_a_policy_error(data: st.DataObject) -> None:
    """Noise in the middle of a sound file, which gets deeper into the reader than noise alone."""
    start = data.draw(st.integers(0, len(GOOD)))
    end = min(len(GOOD), start + data.draw(st.integers(0, 12)))
    noise = data.draw(NOISE)
    _load_or_problems((GOOD[:start] + noise + GOOD[end:]).encode("utf-8", "replace"))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=60))
def test_any_bytes_give_policies_or_a_policy_error(data: bytes) -> None:
    """Broken encodings are faults like any other."""
    _load_or_problems(GOOD, data)


def _load_or_problems(*texts: str | bytes) -> None:
    try:
        assert isinstance(load_texts(*texts), Policies)
    except PolicyError as error:
        assert error.problems
        for line in error.problems:
            name, number, _ = line.split(":", 2)
            assert name in ("policies.yaml", "mine1.yaml")
            assert int(number) >= 1
            assert len(line.splitlines()) == 1
            line.encode()
