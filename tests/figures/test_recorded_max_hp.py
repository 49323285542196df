"""Every change of max hp in the recorded runs is one that our rules make (facts beside the repository)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from sts2fsm.content.run_tables import run_tables
from tests.embedded.test_histories import acts, stats

JUICE = ("POTION.FRUIT_JUICE", 5)  # potions FRUIT_JUICE
FEED = (3, 4)  # cards FEED: a fatal blow, by upgrade
CUTS = 2  # powers PAPER_CUTS: each unblocked hit of a Scroll of Biting
CHEESE = 1  # relics CHOSEN_CHEESE: each fight


def changes() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """(run, floor) of every floor on which max hp changed."""
    for _, _, _, floors, document in acts():
        for floor in floors:
            if stats(floor).get("max_hp_gained") or stats(floor).get("max_hp_lost"):
                yield document, floor


def pickups(floor: dict[str, Any]) -> list[int]:
    """What the relics taken on a floor change."""
    rules = run_tables().relics
    taken = [row["choice"].removeprefix("RELIC.") for row in stats(floor).get("relic_choices", ()) if row["was_picked"]]
    ops = [op for relic in taken if relic in rules for op in rules[relic].pickup]
    return [op["n"] for op in ops if op["op"] == "max_hp"]


def buttons(floor: dict[str, Any]) -> list[int]:
    """What the buttons of the floor's event change, each as often as it may be clicked."""
    found = []
    for room in floor["rooms"]:
        event = run_tables().events.get(str(room.get("model_id", "")).removeprefix("EVENT."))
        if event is None:
            continue
        for page in event.pages.values():
            found += [op["n"] for option in page.options for op in option.do if op["op"] == "max_hp"] * 5
    return [n for n in found if isinstance(n, int)]


def sums(numbers: list[int]) -> set[int]:
    """All sums of some of the numbers."""
    return {sum(chosen) for size in range(len(numbers) + 1) for chosen in combinations(numbers[:12], size)}


def explained(document: dict[str, Any], floor: dict[str, Any]) -> bool:
    """Whether our rules can make this change."""
    here = stats(floor)
    known = pickups(floor) + buttons(floor)
    gains, losses = [n for n in known if n > 0], [-n for n in known if n < 0]
    gains += [JUICE[1]] * list(here.get("potion_used", ())).count(JUICE[0])
    fought = any(room.get("monster_ids") for room in floor["rooms"])
    deck = {card["id"] for card in document["players"][0]["deck"]}
    if fought and "CARD.FEED" in deck:
        gains += [*FEED] * 2
    relics = {relic["id"] for relic in document["players"][0]["relics"]}
    gains += [CHEESE] * (fought and "RELIC.CHOSEN_CHEESE" in relics)
    gained, lost = here.get("max_hp_gained", 0), here.get("max_hp_lost", 0)
    scrolls = any("SCROLL" in monster for room in floor["rooms"] for monster in room.get("monster_ids", ()))
    if scrolls:
        lost %= CUTS
    return gained in sums(gains) and lost in sums(losses)


def test_recorded_changes_of_max_hp_are_those_of_our_rules() -> None:
    """Relics taken, buttons, Fruit Juice, Feed, Paper Cuts: all but what the list names."""
    seen = list(changes())
    assert len(seen) > 30
    strange = [(floor["rooms"][0], stats(floor)) for document, floor in seen if not explained(document, floor)]
    assert [row[0] for row in strange] == [], strange[:3]
