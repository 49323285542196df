"""The run tables agree with the facts they were made from, entity by entity."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sts2fsm import content
from sts2fsm.content.run_tables import EVENTS_MISSING, run_tables
from sts2fsm.embedded.effects import OPS
from tests.shared import captures

# Options whose numbers the table writes in another way, on purpose.
REWRITTEN = {"CRYSTAL_SPHERE", "FAKE_MERCHANT", "SLIPPERY_BRIDGE", "THE_FUTURE_OF_POTIONS", "ENDLESS_CONVEYOR"}
PLACES = {"place", "counters"}  # keys of our ops that name which one, not how much


def facts(name: str) -> Any:
    return json.loads(captures("facts", name).read_text())


def numbers(value: Any) -> list[int]:
    """All ints in a nested value, in order of appearance; words count for nothing."""
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [value]
    if isinstance(value, dict):
        return [n for k, v in value.items() if k not in PLACES for n in numbers(v)]
    if isinstance(value, (list, tuple)):
        return [n for v in value for n in numbers(v)]
    return []


def test_every_event_of_the_facts_is_played_or_named_as_missing() -> None:
    """No event is forgotten, none is both."""
    known = {e["id"] for e in facts("events.json")["events"]}
    tables = run_tables()
    ours = {e for e in tables.events if not e.startswith("EMBEDDED_")} | {"NEOW"} | tables.ancients.keys()
    assert ours | EVENTS_MISSING.keys() == known
    assert not ours & EVENTS_MISSING.keys()


def test_no_event_is_missing() -> None:
    """All 58 events and 8 ancients are played."""
    assert not EVENTS_MISSING


def test_all_events_of_act_one_are_played() -> None:
    """Overgrowth's thirteen and the shared ones that act 1 can show."""
    acts = {a["id"]: a for a in facts("acts.json")}
    wire = {e["cls"]: e["id"] for e in facts("events.json")["events"]}
    for cls in acts["OVERGROWTH"]["events"]:
        assert wire[cls] in run_tables().events
    for event in facts("events.json")["events"]:
        late = any(re.fullmatch(r"act(>=2|==2)|never", c) for c in event["condition"])
        if event.get("acts") == ["all"] and not late:
            assert event["id"] in run_tables().events


@pytest.mark.parametrize("event_id", sorted(set(run_tables().events) - REWRITTEN - {"EMBEDDED_RELIC_CHOICE"}))
def test_event_options_have_the_titles_and_numbers_of_the_facts(event_id: str) -> None:
    """Page by page, option by option: same order, same titles, same numbers."""
    fact = next(e for e in facts("events.json")["events"] if e["id"] == event_id)
    event = run_tables().events[event_id]
    for page in fact["pages"]:
        if page.get("when"):
            continue
        ours = event.pages[page["key"]]
        if page["options"][0]["title"].startswith(("{relic}", "Continue")):
            continue  # each relic has an option of its own; the architect's words are not ours
        assert [o.title for o in ours.options] == [o["title"] for o in page["options"]]
        for option, known in zip(ours.options, page["options"], strict=True):
            if known["effects"] and known["effects"][0]["op"] == "var":
                continue  # a chosen type is a word there, a number here
            want = sorted(numbers([e for e in known["effects"] if e["op"] != "card_reward"]))
            have = sorted(numbers([o for o in option.do if o["op"] != "card_reward"]))
            if "max_hp_to" not in [o["op"] for o in option.do]:
                assert [n for n in have if n != 1] == [n for n in want if n != 1]


def test_every_op_of_every_table_has_a_function() -> None:
    """Events and relics name only ops that exist."""
    tables = run_tables()
    used = {op["op"] for e in tables.events.values() for p in e.pages.values() for o in p.options for op in o.do}
    used |= {op["op"] for r in tables.relics.values() for op in r.pickup}
    assert used <= OPS.keys()


def test_ids_in_the_tables_exist_in_the_content() -> None:
    """Relics, cards, encounters and potions that the tables name are in the build."""
    tables, known = run_tables(), content.load()
    assert set(tables.relics) - set(known.relics) == set()
    act = tables.acts["OVERGROWTH"]
    for encounter, _ in (*act.weak, *act.normal, *act.elite, *act.boss):
        assert encounter in known.encounters
    for rule in tables.relics.values():
        for op in rule.pickup:
            if op["op"] == "add_card":
                assert op["id"] in known.cards


@pytest.mark.parametrize(
    ("relic", "key", "var"),
    [
        ("GOLDEN_PEARL", "gold", 150),
        ("CURSED_PEARL", "gold", 333),
        ("OLD_COIN", "gold", 300),
        ("NUTRITIOUS_OYSTER", "max_hp", 11),
        ("LEAFY_POULTICE", "max_hp", -12),
        ("LEES_WAFFLE", "max_hp", 7),
        ("MANGO", "max_hp", 14),
        ("PEAR", "max_hp", 10),
        ("STRAWBERRY", "max_hp", 7),
        ("PRECARIOUS_SHEARS", "lose_hp", 16),
        ("POTION_BELT", "potion_slots", 2),
        ("PHIAL_HOLSTER", "potion_slots", 1),
    ],
)
def test_pickup_numbers(relic: str, key: str, var: int) -> None:
    """Numbers of relic pickups, by hand from the facts."""
    ops = {op["op"]: op for op in run_tables().relics[relic].pickup}
    assert ops[key]["n"] == var


def test_neow_pools_of_both_builds() -> None:
    """v0.107.1 adds FishingRod, Kaleidoscope, ScrollBoxes to the good ones
    and swaps ScrollBoxes for SilkenTress among the curses."""
    neow = run_tables().neow
    added = set(neow["positive"]["v0.107.1"]) - set(neow["positive"]["v0.103.2"])
    assert added == {"FISHING_ROD", "KALEIDOSCOPE", "SCROLL_BOXES"}
    assert set(neow["curse"]["v0.107.1"]) ^ set(neow["curse"]["v0.103.2"]) == {"SCROLL_BOXES", "SILKEN_TRESS"}


def test_odds_are_those_of_the_rules() -> None:
    """Gold, rarity, potion, price and map numbers against rules.json."""
    rules, odds = facts("rules.json"), run_tables().odds
    rewards, shop = rules["rewards"], rules["shop"]
    for room in ("monster", "elite", "boss", "treasure"):
        assert odds["gold"][room] == rewards["gold"][room]
    assert odds["gold_a3_mult"] == rewards["gold"]["a3_mult"]
    for room, ours in (("normal", "monster"), ("elite", "elite"), ("shop", "shop")):
        assert odds["card_rarity"][ours]["Rare"] == rules["card_rarity"][room]["r"]
        assert odds["card_rarity"][ours]["Uncommon"] == [rules["card_rarity"][room]["u"]] * 2
    assert odds["rare_offset"]["start"] == rules["card_rarity"]["offset"]["start"]
    assert (odds["potion"]["start"], odds["potion"]["step"]) == (rewards["potion"]["start"], rewards["potion"]["step"])
    assert odds["shop"]["relic_price"]["v0.107.1"] == {k.capitalize(): v for k, v in shop["relic"]["v0_107_1"].items()}
    assert odds["shop"]["removal"] == [shop["removal_price"]["base"], shop["removal_price"]["step"]]
    assert odds["shop"]["removal_a6"] == list(shop["removal_price"]["a6"].values())
    assert odds["unknown_room"] == {k.capitalize(): rules["unknown"][k] for k in ("monster", "treasure", "shop")}
    assert odds["rest_heal"] == rules["rest"]["heal_fraction"]
