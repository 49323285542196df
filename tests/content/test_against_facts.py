"""The tables of the older build against the published facts beside the repository (skipped without them)."""

from __future__ import annotations

import json
from typing import Any

from sts2fsm.content import BUILDS, load
from sts2fsm.content.coverage import ORBS
from sts2fsm.rules.compile import code_for
from tests.shared import captures

CHANGED = {"CONFLAGRATION"}  # written in our own words: its damage is computed


def facts(name: str) -> list[dict[str, Any]]:
    """The rows of a facts file, whether it is an array or an object that holds one."""
    data = json.loads(captures("facts", name).read_text(encoding="utf-8"))
    if isinstance(data, list):
        return data
    return next(v for v in data.values() if isinstance(v, list) and v and isinstance(v[0], dict) and "id" in v[0])


def test_every_card_has_the_cost_numbers_and_words_of_the_facts() -> None:
    """All 576 cards of v0.103.2: type, rarity, target, cost and its upgrade, every printed number, keywords."""
    cards = load("v0.103.2").cards
    rows = facts("cards.json")
    assert len(rows) == 576
    for row in rows:
        card = cards[row["id"]]
        assert (card.type, card.rarity, card.target) == (row["type"], row["rarity"], row["target"]), card.id
        if row["cost"] == "X":
            assert card.x_cost, card.id
        else:
            assert card.cost == (row["cost"], row.get("cost_up", row["cost"])), card.id
        numbers = {k: tuple(v) for k, v in row.get("vars", {}).items() if None not in v}
        if card.id not in CHANGED:
            assert dict(card.numbers) == numbers, card.id
        assert set(card.keywords[0]) == set(row.get("kw", [])), card.id
        better = set(row.get("kw", []))
        for change in row.get("kw_up", []):
            better = better | {change[1:]} if change[0] == "+" else better - {change[1:]}
        assert set(card.keywords[1]) == better, card.id


def test_every_monster_has_the_hp_and_damage_of_the_facts() -> None:
    """hp at both tiers, and damage and hits of each attack below and at ascension 9."""
    content, code = load("v0.103.2"), code_for("v0.103.2")
    checked = 0
    for row in facts("monsters.json"):
        monster = content.monsters.get(row["id"])
        if monster is None:
            continue
        assert (list(monster.hp), list(monster.hp_a8)) == (row["hp"], row.get("hp_a8", row["hp"])), monster.id
        for move, seen in row["moves"].items():
            shown = [i["t"] for i in seen["intents"]]
            attack = next((i for i in seen["intents"] if i["t"] == "Attack"), None)
            if "only" in seen or "DeathBlow" in shown or (attack is not None and "dmg" not in attack):
                continue  # an older design, or damage that is worked out in the fight
            for column, ascension in ((0, 0), (1, 9)):
                hits = code.monster(monster.id, ascension).moves[move].hits
                if attack is None:
                    assert hits is None, (monster.id, move)
                    continue
                damage, times = attack["dmg"], attack.get("hits", 1)
                if not isinstance(hits[1], int):
                    continue  # one more hit each time
                expected = (
                    damage[column] if isinstance(damage, list) else damage,
                    times[column] if isinstance(times, list) else times,
                )
                assert hits == expected, (monster.id, move, ascension)
                checked += 1
    assert checked > 330


def test_every_potion_and_relic_has_the_numbers_of_the_facts() -> None:
    """63 potions and 293 relics: rarity and every whole number."""
    content = load("v0.103.2")
    for name, table in (("potions.json", content.potions), ("relics.json", content.relics)):
        rows = facts(name)
        assert len(rows) == len(table)
        for row in rows:
            entity = table[row["id"]]
            whole = {k: v for k, v in (row.get("vars") or {}).items() if isinstance(v, int)}
            assert (entity.rarity, dict(entity.numbers)) == (row["rarity"], whole), row["id"]


def test_every_disagreement_of_the_facts_is_decided_and_marked() -> None:
    """Powers, enchantments and orbs on which sources disagree carry a mark in one of the builds, which `coverage`
    counts."""
    powers = [load(build).powers for build in BUILDS]
    doubted = [row["id"] for row in facts("powers.json") if row.get("disagree")]
    assert len(doubted) == 58
    assert [key for key in doubted if not any(table[key].unsure for table in powers)] == []
    mechanics = json.loads(captures("facts", "mechanics.json").read_text(encoding="utf-8"))
    enchantments = load().enchantments
    rows = [row["id"] for row in mechanics["enchantments"] if row.get("disagree")]
    assert [key for key in rows if not enchantments[key].get("unsure")] == []
    assert [row["id"] for row in mechanics["orbs"] if row.get("disagree") and not ORBS[row["id"]]] == []


def test_every_power_of_the_facts_is_in_the_table_with_its_type() -> None:
    """259 powers."""
    content = load("v0.103.2")
    rows = facts("powers.json")
    assert {r["id"]: r["type"] for r in rows} == {p.id: p.type for p in content.powers.values()}
