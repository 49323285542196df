"""What is read from a sound file, and how overlays change it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from policy_samples import GOOD, BossPlan, CampPolicy, GoodsPolicy, Waits, changed, load_texts

from sts2fsm.policy import at, load, shipped_path, show

GOOD_VALUES = {
    "camp": {
        "heal_below": 0.5,
        "visits": 2,
        "limit": None,
        "eager": True,
        "mood": "calm",
        "title": "12",
        "order": ["HEAL", "SMITH", "DIG"],
        "waits": {"first_ms": 250, "growth": 2.0},
    },
    "goods": {
        "relics": {"ANCHOR": 7.5, "default": 1.0},
        "counts": {"POTION": 2},
        "wishes": {"SHRINE": ["GOLD", "LEAVE"]},
        "bosses": {
            "default": {"race": False, "block_weight": 1.0},
            "QUEEN": {"race": True, "block_weight": 1.0},
        },
    },
}


def test_every_kind_of_field_arrives_with_its_type() -> None:
    """A whole number becomes a float where one is declared, and groups become their classes."""
    policies = load_texts(GOOD)
    camp = policies.section(CampPolicy)
    assert camp is policies.section("camp")
    assert camp.waits == Waits(first_ms=250, growth=2.0)
    assert type(camp.waits.growth) is float
    assert type(camp.visits) is int
    assert show(policies) == GOOD_VALUES


def test_a_variant_states_only_what_differs_from_the_default_entry() -> None:
    """The queen's entry has its own race and the default's block weight; an unlisted boss gets the default."""
    bosses = load_texts(GOOD).section(GoodsPolicy).bosses
    assert bosses["QUEEN"] == BossPlan(race=True, block_weight=1.0)
    assert at(bosses, "INSATIABLE") == BossPlan(race=False, block_weight=1.0)


def test_a_name_without_entry_gets_the_default_or_is_an_error() -> None:
    """`at` falls back to the key default and never invents a value."""
    goods = load_texts(GOOD).section(GoodsPolicy)
    assert at(goods.relics, "ANCHOR") == 7.5
    assert at(goods.relics, "NO_SUCH_RELIC") == 1.0
    with pytest.raises(KeyError, match="CARD"):
        at(goods.counts, "CARD")


def test_overlays_merge_mappings_and_replace_lists_and_scalars_in_order() -> None:
    """The later file wins, untouched keys stay, and a list is replaced whole."""
    first = "camp: {heal_below: 0.25, order: [DIG, HEAL, SMITH], waits: {growth: 3.0}}"
    second = "camp:\n  heal_below: 0.75\ngoods:\n  relics: {VAJRA: 4}\n  wishes: {SHRINE: [LEAVE]}\n"
    policies = load_texts(GOOD, first, second)
    camp, goods = policies.section(CampPolicy), policies.section(GoodsPolicy)
    assert (camp.heal_below, camp.visits) == (0.75, 2)
    assert camp.order == ("DIG", "HEAL", "SMITH")
    assert camp.waits == Waits(first_ms=250, growth=3.0)
    assert dict(goods.relics) == {"ANCHOR": 7.5, "VAJRA": 4.0, "default": 1.0}
    assert dict(goods.wishes) == {"SHRINE": ("LEAVE",)}
    assert policies.sources == ("policies.yaml", "mine1.yaml", "mine2.yaml")


def test_an_overlay_of_the_default_variant_reaches_the_other_entries() -> None:
    """Block weight changed in the default entry holds for the queen too, who does not state it."""
    bosses = load_texts(GOOD, "goods: {bosses: {default: {block_weight: 3}}}").section(GoodsPolicy).bosses
    assert bosses["QUEEN"] == BossPlan(race=True, block_weight=3.0)


@pytest.mark.parametrize("empty", ["", "\n\n", "# only a comment\n", "---\n", "\ufeff", "{}"])
def test_an_overlay_without_values_changes_nothing(empty: str) -> None:
    """An empty file is a fine overlay."""
    assert load_texts(GOOD, empty) == load_texts(GOOD)


@pytest.mark.parametrize(
    "word", ["yes", "no", "on", "off", "Yes", "ON", '"true"', "'0123'", '"1:30"', "a b", "0x", "v1.2"]
)
def test_words_that_other_readers_call_booleans_stay_texts(word: str) -> None:
    """Only true and false are booleans; anything in quotes is a text."""
    camp = load_texts(changed('"12"', word)).section(CampPolicy)
    assert camp.title == word.strip("'\"")


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e0", 1.0), ("1.0", 1.0), (".5", 0.5), ("+0.25", 0.25), ("5E-1", 0.5), ("0", 0.0), ("-0.0", 0.0)],
)
def test_plain_decimal_numbers_are_read(text: str, value: float) -> None:
    """Exponents without a point or sign count as numbers, unlike in YAML 1.1."""
    read = load_texts(GOOD, f"camp: {{heal_below: {text}}}").section(CampPolicy).heal_below
    assert (read, str(read)) == (value, str(value))


def test_keys_are_their_text() -> None:
    """A table can have the keys yes, 0123 and null, which other readers would turn into something else."""
    relics = load_texts(GOOD, "goods: {relics: {yes: 2, 0123: 3, null: 4, '7': 5}}").section(GoodsPolicy).relics
    assert {key: relics[key] for key in ("yes", "0123", "null", "7")} == {"yes": 2, "0123": 3, "null": 4, "7": 5}


def test_policies_cannot_be_changed_and_survive_pickling() -> None:
    """Workers get an equal copy; nobody can tune a section in passing."""
    policies = load_texts(GOOD)
    copy = pickle.loads(pickle.dumps(policies))
    assert copy == policies
    assert copy.hash == policies.hash
    assert hash(copy) == hash(policies)
    with pytest.raises(AttributeError):
        policies.section(CampPolicy).visits = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        policies.section(GoodsPolicy).relics["ANCHOR"] = 1.0  # type: ignore[index]


def test_an_undeclared_section_is_a_key_error() -> None:
    """Asking for what was never loaded is the caller's mistake, by class and by name."""
    policies = load_texts(GOOD)
    with pytest.raises(KeyError):
        policies.section(BossPlan)
    with pytest.raises(KeyError):
        policies.section("bosses")


def test_files_on_disk_are_loaded_by_path(tmp_path: Path) -> None:
    """Paths work as sources and are named as given."""
    shipped, mine = tmp_path / "policies.yaml", tmp_path / "mine.yaml"
    shipped.write_text(GOOD, encoding="utf-8")
    mine.write_text("camp: {visits: 9}", encoding="utf-8")
    policies = load({"camp": CampPolicy, "goods": GoodsPolicy}, shipped, [mine])
    assert policies.section(CampPolicy).visits == 9
    assert policies.sources == (str(shipped), str(mine))


def test_the_packages_own_copy_wins_over_the_one_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package carries the file inside, a checkout has it beside the package, and neither is an error."""
    package = tmp_path / "sts2fsm"
    package.mkdir()
    monkeypatch.setattr("sts2fsm.policy.loading.resources.files", lambda name: tmp_path / name)
    with pytest.raises(Exception, match="shipped policies are missing"):
        shipped_path()
    (tmp_path / "policies.yaml").touch()
    assert shipped_path() == tmp_path / "policies.yaml"
    (package / "policies.yaml").touch()
    assert shipped_path() == package / "policies.yaml"
