"""Sections are declared soundly or not at all, and describe themselves."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest
from policy_samples import GOOD, SECTIONS, CampPolicy, GoodsPolicy, Text, Waits, load_texts

from sts2fsm.policy import by_name, describe, group, names, nested, number, section, share, table


@group
class WrongInside:
    """Annotated int, declared float."""

    depth: int = number(float, "x", low=0, high=1)


@section("wrong")
class WrongPolicy:
    """Every field disagrees with its annotation, or has no helper."""

    part: int = share("x")
    maybe: int = number(int, "x", low=0, high=1, nullable=True)
    listed: list[str] = names("x")
    worth: Mapping[str, int] = table("x", low=0, high=1)
    bare: int = attrs.field()
    inner: WrongInside = nested("x", WrongInside)


def test_annotations_that_disagree_with_the_helper_are_refused() -> None:
    """All of them at once, nested groups included, before any file is read."""
    with pytest.raises(TypeError) as caught:
        load_texts(GOOD, sections={"wrong": WrongPolicy})
    told = [part.split(":")[0] for part in str(caught.value).split("; ")]
    assert told == [
        "WrongPolicy.part",
        "WrongPolicy.maybe",
        "WrongPolicy.listed",
        "WrongPolicy.worth",
        "WrongPolicy.bare",
        "WrongInside.depth",
    ]


def test_a_class_that_attrs_did_not_make_is_refused() -> None:
    """A plain class cannot be a section."""
    with pytest.raises(TypeError, match="int: not made by"):
        load_texts(GOOD, sections={"camp": int})


def test_bounds_the_wrong_way_round_are_refused_where_they_are_written() -> None:
    """Misuse is told at the declaration."""
    with pytest.raises(ValueError, match="low 2 is above high 1"):
        number(int, "x", low=2, high=1)
    with pytest.raises(ValueError, match="complete list"):
        names("x", complete=True)


def test_sections_are_named_by_their_decorator() -> None:
    """A class shared by two handlers counts once; two classes of one name are refused, as is one without."""
    assert by_name([CampPolicy, GoodsPolicy, CampPolicy]) == {"camp": CampPolicy, "goods": GoodsPolicy}
    other = section("camp")(type("Other", (), {}))
    with pytest.raises(TypeError, match="section camp is claimed by CampPolicy and Other"):
        by_name([CampPolicy, other])
    with pytest.raises(TypeError, match="Waits is not declared by @section"):
        by_name([Waits])


def test_no_field_has_a_default_in_code() -> None:
    """A section can only be made with every value given by keyword."""
    with pytest.raises(TypeError, match="growth"):
        Waits(first_ms=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Waits(1, 2.0)  # type: ignore[misc]


def test_the_reference_lists_every_key_with_its_meaning() -> None:
    """One heading and docstring a section, one line a key, nested keys under their group, pipes escaped."""
    lines = describe(SECTIONS, Text("policies.yaml", GOOD)).splitlines()  # type: ignore[arg-type]
    assert lines[:5] == [
        "## camp",
        "",
        "Where the party rests.",
        "",
        "| key | type | unit | range | effect | shipped |",
    ]
    for line in (
        "| `heal_below` | float | share | 0.0 to 1.0 | hp share under which we heal | `0.5` |",
        "| `limit` | float or null | s | 0 to 60 | give up after; null never | `null` |",
        "| `eager` | bool |  | true, false | go early | `true` |",
        '| `mood` | name |  | calm, wild | which \\| mood | `"calm"` |',
        '| `order` | list of names |  | all of: DIG, HEAL, SMITH | best first | `["HEAL", "SMITH", "DIG"]` |',
        "| `waits.first_ms` | int | ms | 0 to 1000 | first wait | `250` |",
        '| `counts` | name → int |  | 0 to 9 | how many | `{"POTION": 2}` |',
        "| `bosses` | name → group |  | `default` required | by boss | 2 entries |",
        "| `bosses.default.block_weight` | float | hp | 0 to 10 | worth of a point of block | `1.0` |",
    ):
        assert line in lines
    assert len([line for line in lines if line.startswith("| `")]) == 10 + 6
