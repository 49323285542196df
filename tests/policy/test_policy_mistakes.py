"""Every mistake in a policy file is told with file, line, path and remedy, all in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from policy_samples import GOOD, SECTIONS, changed, load_texts, overlay_problems, problems_of

from sts2fsm.policy import load


def test_five_different_mistakes_give_five_lines() -> None:
    """An unknown key, a wrong type, a value out of range, a duplicate and a missing key, in the order of lines."""
    text = (
        changed("  heal_below: 0.5\n", "  heal_bellow: 0.5\n")
        .replace("visits: 2", "visits: 3.7")
        .replace("mood: calm\n", "mood: calm\n  eager: false\n")
        .replace("growth: 2", "growth: 9")
    )
    assert problems_of(lambda: load_texts(text)) == [
        "policies.yaml:2: camp.heal_below: missing key",
        "policies.yaml:3: camp.heal_bellow: unknown key; did you mean heal_below?",
        "policies.yaml:4: camp.visits: 3.7 is not a whole number",
        "policies.yaml:8: camp.eager: duplicate key, first on line 6",
        "policies.yaml:13: camp.waits.growth: 9 is out of range, must be 1 to 4",
    ]


def test_faults_of_all_files_come_in_one_error() -> None:
    """The shipped file's come first, then the overlays' in their order."""
    lines = problems_of(lambda: load_texts(changed("calm", "grim"), "camp: {visits: 10}", "\ncamp: {visits: -4}"))
    assert lines == [
        'policies.yaml:7: camp.mood: unknown name "grim"; known are calm, wild',
        "mine1.yaml:1: camp.visits: 10 is out of range, must be -3 to 9",
        "mine2.yaml:2: camp.visits: -4 is out of range, must be -3 to 9",
    ]


ONE_MISTAKE = [
    # overlay, the line and what follows it
    ("camp: {eager: yes}", '1: camp.eager: "yes" is not a boolean here; write true without quotes'),
    ("camp: {eager: Off}", '1: camp.eager: "Off" is not a boolean here; write false without quotes'),
    ("camp: {eager: True}", '1: camp.eager: "True" is not a boolean here; write true without quotes'),
    ("camp: {eager: 'true'}", '1: camp.eager: "true" is not a boolean here; write true without quotes'),
    ("camp: {eager: 1}", '1: camp.eager: "1" is neither true nor false'),
    ("camp:\n  eager:\n", "2: camp.eager: no value; write true or false"),
    ("camp: {visits: 3.7}", "1: camp.visits: 3.7 is not a whole number"),
    ("camp: {visits: 3.0}", "1: camp.visits: 3.0 is not a whole number"),
    ("camp: {visits: true}", '1: camp.visits: "true" is not a number'),
    ("camp: {visits: '3'}", '1: camp.visits: "3" is text; write a number without quotes'),
    ("camp: {visits: 0123}", '1: camp.visits: "0123": a leading zero means octal to YAML 1.1; write it without'),
    ("camp: {visits: 1:30}", '1: camp.visits: "1:30": a colon means base 60 to YAML 1.1; write it out'),
    ("camp: {visits: 0x1F}", '1: camp.visits: "0x1F": write it in plain decimal digits'),
    ("camp: {visits: 1_0}", '1: camp.visits: "1_0": write it in plain decimal digits'),
    ("camp: {visits: null}", "1: camp.visits: null is not allowed here; write a number"),
    ("camp: {visits: 10}", "1: camp.visits: 10 is out of range, must be -3 to 9"),
    ("camp: {visits: -4}", "1: camp.visits: -4 is out of range, must be -3 to 9"),
    ("camp: {visits: [3]}", "1: camp.visits: must be a number, found a list"),
    ("camp:\n  visits:\n    3: 4\n", "3: camp.visits: must be a number, found a mapping"),
    ("camp: {limit: 61}", "1: camp.limit: 61 is out of range, must be 0 to 60 s"),
    ("camp: {limit: }", "1: camp.limit: no value; write a number"),
    ("camp: {heal_below: .nan}", '1: camp.heal_below: ".nan": must be a finite number'),
    ("camp: {heal_below: -.inf}", '1: camp.heal_below: "-.inf": must be a finite number'),
    ("camp: {heal_below: 1e999}", "1: camp.heal_below: 1e999 is too large for a number"),
    ("camp: {heal_below: '0.5'}", '1: camp.heal_below: "0.5" is text; write a number without quotes'),
    ("camp: {heal_below: 50%}", '1: camp.heal_below: "50%" is not a number'),
    ("camp: {heal_below: 1.01}", "1: camp.heal_below: 1.01 is out of range, must be 0.0 to 1.0 share"),
    ("camp: {mood: wilt}", '1: camp.mood: unknown name "wilt"; did you mean wild?'),
    ("camp: {title: 0123}", '1: camp.title: "0123" is read as something else than text; write it in quotes'),
    ("camp: {title: 1:30}", '1: camp.title: "1:30" is read as something else than text; write it in quotes'),
    ("camp: {title: true}", '1: camp.title: "true" is read as something else than text; write it in quotes'),
    ("camp: {title: ~}", '1: camp.title: "~" is read as something else than text; write it in quotes'),
    ("camp: {title: 1e5}", '1: camp.title: "1e5" is read as something else than text; write it in quotes'),
    (
        "camp: {title: 2001-01-01}",
        '1: camp.title: "2001-01-01" is read as something else than text; write it in quotes',
    ),
    ("camp: {title: ''}", "1: camp.title: no value; write a name"),
    ('camp: {title: "\\ud800"}', '1: camp.title: "\\ud800" holds half a character'),
    ("camp: {order: [HEAL, SMITH, HEAL, DIG]}", "1: camp.order[2]: HEAL is listed twice, first on line 1"),
    ("camp: {order: [HEAL]}", "1: camp.order: must list every name; missing DIG, SMITH"),
    ("camp:\n  order:\n  - HEAL\n  - SMIHT\n", '4: camp.order[1]: unknown name "SMIHT"; did you mean SMITH?'),
    ("camp: {order: HEAL}", "1: camp.order: must be a list of names, found a single value"),
    ("camp: {order: [[HEAL]]}", "1: camp.order[0]: must be a name, found a list"),
    ("camp:\n", "1: camp: must be a mapping of keys to values, found nothing"),
    ("- camp\n", "1: file: must be a mapping of keys to values, found a list"),
    ("just words\n", "1: file: must be a mapping of keys to values, found a single value"),
    ("\ncmap: {visits: 1}", "2: cmap: unknown section; did you mean camp?"),
    ("camp:\n  waits:\n    frist_ms: 1", "3: camp.waits.frist_ms: unknown key; did you mean first_ms?"),
    ("camp:\n  waits: {zzz: 1}", "2: camp.waits.zzz: unknown key; known are first_ms, growth"),
    ("camp:\n  visits: 1\n  visits: 1\n", "3: camp.visits: duplicate key, first on line 2"),
    ("camp: {visits: 1}\ncamp: {visits: 1}\n", "2: camp: duplicate key, first on line 1"),
    ("goods:\n  relics:\n    A: 1\n    'A': 2\n", "4: goods.relics.A: duplicate key, first on line 3"),
    ("goods: {relics: {A: 51}}", "1: goods.relics.A: 51 is out of range, must be -5 to 50 points"),
    ("goods: {counts: {POTIONS: 1}}", '1: goods.counts.POTIONS: unknown name "POTIONS"; did you mean POTION?'),
    ("goods: {counts: {default: 1}}", "1: goods.counts.default: this table has no default"),
    ("goods: {counts: {CARD: 1.5}}", "1: goods.counts.CARD: 1.5 is not a whole number"),
    ("goods: {wishes: {WELL: [gold]}}", '1: goods.wishes.WELL[0]: unknown name "gold"'),
    ("goods: {bosses: {QUEEN: {rase: true}}}", "1: goods.bosses.QUEEN.rase: unknown key; did you mean race?"),
    ("goods: {relics: {? [A] : 1}}", "1: goods.relics: must be a key that is a name, found a list"),
    ("goods: {relics: {'': 1}}", "1: goods.relics: a key without a name"),
    ('goods: {relics: {"a\\nb.c": x}}', '1: goods.relics."a\\nb.c": "x" is not a number'),
    ("goods:\n  relics:\n    <<: {A: 1}\n", "3: goods.relics: merge keys are not supported; write the values out"),
    ("camp: {visits: !!int 3}", '1: camp.visits: tag "tag:yaml.org,2002:int"; tags are not supported, leave it out'),
    ("camp: !mine {visits: 3}", '1: camp: tag "!mine"; tags are not supported, leave it out'),
    ("camp: {visits: &a 3}", "1: camp.visits: anchor &a; aliases are not supported, leave it out"),
    (
        "camp: {visits: 3",
        "1: file: not YAML: while parsing a flow mapping, expected ',' or '}', but got '<stream end>'",
    ),
    ("camp:\n visits: 3\n  eager: true", "3: file: not YAML: mapping values are not allowed here"),
    ("camp: {visits: 1}\n---\ncamp: {visits: 1}\n", "2: file: a second document; write everything into one"),
    ("a: " + "[" * 5000, "1: file: nested more than 16 deep"),
    ("\ncamp: \x00", "2: file: not YAML: a character that may not stand in text"),
    ('camp: {title: "\\UFFFFFFFF"}', "1: file: not YAML: an escape or version that is no number"),
    (b"camp:\n  title: \xff\n", "2: file: not UTF-8 text (byte 0xff)"),
    ("camp: {visits: 1}".encode("utf-16"), "1: file: not UTF-8 text (byte 0xff)"),
    (b"#" * ((1 << 20) + 1), "1: file: larger than 1048576 bytes"),
]


@pytest.mark.parametrize(("text", "told"), ONE_MISTAKE, ids=[told[:60] for _, told in ONE_MISTAKE])
def test_a_single_mistake_is_told_by_a_single_line(text: str | bytes, told: str) -> None:
    """The line names the place, the path, the value and what to write instead."""
    assert overlay_problems(text) == [f"mine1.yaml:{told}"]


def test_every_anchor_and_alias_is_told() -> None:
    """Aliases are neither resolved nor followed, not even one that holds itself."""
    assert overlay_problems("camp:\n  waits: &w\n    growth: *w\n  visits: *w\n") == [
        "mine1.yaml:2: camp.waits: anchor &w; aliases are not supported, leave it out",
        "mine1.yaml:4: camp.visits: alias *w; write the value out",
    ]


def test_a_missing_key_is_told_with_the_line_of_its_group() -> None:
    """Keys, nested keys and defaults of tables are missing where their mapping begins."""
    text = changed("    growth: 2\n", "").replace("    default: 1\n", "").replace("  mood: calm\n", "")
    assert problems_of(lambda: load_texts(text)) == [
        "policies.yaml:2: camp.mood: missing key",
        "policies.yaml:9: camp.waits.growth: missing key",
        "policies.yaml:12: goods.relics.default: missing key",
    ]


def test_a_missing_section_is_told_once() -> None:
    """An overlay cannot make up for what the shipped file lacks."""
    camp, _ = GOOD.split("goods:")
    assert problems_of(lambda: load_texts(camp, "goods: {counts: {CARD: 1}}"))[0] == (
        "policies.yaml:2: goods: missing section"
    )
    assert problems_of(lambda: load_texts("")) == [
        "policies.yaml:1: camp: missing section",
        "policies.yaml:1: goods: missing section",
    ]


def test_a_key_missing_in_the_default_variant_is_told_once() -> None:
    """The other entries lack it only because the default does."""
    assert problems_of(lambda: load_texts(changed("      block_weight: 1.0\n", ""))) == [
        "policies.yaml:21: goods.bosses.default.block_weight: missing key"
    ]


def test_an_unreadable_shipped_file_hides_no_fault_of_an_overlay() -> None:
    """Its keys are not called missing, and the overlay is checked all the same."""
    assert problems_of(lambda: load_texts("camp: 1: 2", "camp: {visits: 10}")) == [
        "policies.yaml:1: file: not YAML: mapping values are not allowed here",
        "mine1.yaml:1: camp.visits: 10 is out of range, must be -3 to 9",
    ]


def test_a_faulty_group_is_not_called_incomplete_after_an_overlay() -> None:
    """One line for the shipped fault; the overlay's part of the group adds none."""
    text = changed("  waits:\n    first_ms: 250\n    growth: 2\n", "  waits: 3\n")
    assert problems_of(lambda: load_texts(text, "camp: {waits: {growth: 2}}")) == [
        "policies.yaml:10: camp.waits: must be a mapping of keys to values, found a single value"
    ]


def test_files_that_cannot_be_opened_are_told(tmp_path: Path) -> None:
    """A missing file and a folder are one line each."""
    shipped = tmp_path / "policies.yaml"
    shipped.write_text(GOOD, encoding="utf-8")
    gone = tmp_path / "gone.yaml"
    assert problems_of(lambda: load(SECTIONS, shipped, [gone, tmp_path])) == [
        f"{gone}:1: file: no such file",
        f"{tmp_path}:1: file: is a directory, not a file",
    ]
