"""The recorded run histories against our run rules: what floors of act 1 paid and held."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from sts2fsm import content
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from tests.embedded.agent import Agent
from tests.shared import captures

Floor = dict[str, Any]
# Relics that add gold after a fight or at pickup; floors with a choice of a relic are left out as well.
BONUS_SHARE = 0.12


def act_one() -> Iterator[tuple[int, Floor]]:
    """(ascension, floor) of every first-act floor of the single player histories."""
    folder = captures("captures", "runs", "001-v0.107.1-ironclad.run").parent
    for path in sorted(folder.glob("*.run")):
        document = json.loads(path.read_text())
        if len(document["players"]) == 1:
            for floor in document["map_point_history"][0]:
                yield document["ascension"], floor


def gold(room: str, low: int, high: int, hard: bool) -> float:
    """Share of survived rooms whose gold is outside [low, high]."""
    paid = [
        floor["player_stats"][0]["gold_gained"]
        for ascension, floor in act_one()
        if floor["rooms"][-1]["room_type"] == room
        and floor["player_stats"][0]["current_hp"] > 0
        and (ascension >= 3) == hard
    ]
    return sum(not low <= n <= high for n in paid) / len(paid)


def test_gold_of_recorded_rooms_is_in_our_bounds() -> None:
    """Monsters 10 to 20 or 7 to 15, elites 35 to 45 or 26 to 33, treasure 42 to 52 or 31 to 39; the rest are relic
    bonuses."""
    assert gold("monster", 10, 20, hard=False) < BONUS_SHARE
    assert gold("monster", 7, 15, hard=True) < BONUS_SHARE
    assert gold("elite", 35, 45, hard=False) < 2 * BONUS_SHARE
    assert gold("elite", 26, 33, hard=True) < BONUS_SHARE
    assert gold("treasure", 42, 52, hard=False) < BONUS_SHARE
    assert gold("treasure", 31, 39, hard=True) < BONUS_SHARE


@cache
def our_floors() -> list[Floor]:
    """All floors of sixty random runs at A0."""
    floors: list[Floor] = []
    for seed in range(60):
        clock = VirtualClock()
        game = EmbeddedGame(clock, seed=seed)
        Agent(game, clock, seed).play()
        floors += game.world.live_run.history.document(0)["map_point_history"][0]
    return floors


def shares(floors: list[Floor]) -> tuple[float, float]:
    """Share of monster fights with a potion reward, and of unknown nodes that are events."""
    fights = [f for f in floors if f["rooms"][-1]["room_type"] == "monster" and f["player_stats"][0]["current_hp"] > 0]
    potions = sum("potion_choices" in f["player_stats"][0] for f in fights) / len(fights)
    unknown = Counter(f["rooms"][0]["room_type"] for f in floors if f["map_point_type"] == "unknown")
    return potions, unknown["event"] / unknown.total()


def test_potion_and_event_rates_are_those_of_the_histories() -> None:
    """Potion rewards after fights and events in unknown nodes: ours are within 0.1 of the recorded rates."""
    recorded = shares([floor for _, floor in act_one()])
    for mine, theirs in zip(shares(our_floors()), recorded, strict=True):
        assert abs(mine - theirs) < 0.1


def rarities(floors: list[Floor]) -> dict[str, float]:
    """Shares of the rarities among the three cards offered after monster fights."""
    cards = content.load().cards
    offered: Counter[str] = Counter()
    for floor in floors:
        choices = floor["player_stats"][0].get("card_choices", ())
        if floor["rooms"][-1]["room_type"] == "monster" and len(choices) == 3:
            ids = [choice["card"]["id"].removeprefix("CARD.") for choice in choices]
            offered.update(cards[i].rarity for i in ids if i in cards)
    return {rarity: offered[rarity] / offered.total() for rarity in ("Common", "Uncommon", "Rare")}


def test_rarities_on_offer_are_those_of_the_histories() -> None:
    """After monster fights of act 1 below A7, each rarity's share is within 0.04 of the recorded one."""
    recorded = rarities([floor for ascension, floor in act_one() if ascension < 7])
    for rarity, share in rarities(our_floors()).items():
        assert abs(share - recorded[rarity]) < 0.04
