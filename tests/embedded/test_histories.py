"""The 60 recorded run histories against our run rules.

Shares are compared at three standard errors of the two samples together: with some forty comparisons a false alarm is
then unlikely, and a wrong odds number of 0.1 shows from about 200 observations on. Rules without chance must hold for
every floor; what does not is listed by name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from sts2fsm import content
from sts2fsm.clock import VirtualClock
from sts2fsm.content.run_tables import ActDef, run_tables
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.embedded.mapgen import generate
from sts2fsm.embedded.mapprune import prune
from sts2fsm.rules.rng import Rng
from tests.embedded.agent import Agent
from tests.embedded.strong import STRONG
from tests.shared import captures

Floor = dict[str, Any]
Act = tuple[int, str, int, list[Floor], dict[str, Any]]  # ascension, act id, number, floors, document
GOLD_RELICS = {"AMETHYST_AUBERGINE", "LUCKY_FYSH", "BOWLER_HAT", "MAW_BANK", "OLD_COIN"}
HARD = 3  # ascension from which gold is less
# Encounters of builds before v0.103.2 that later builds no longer have in these acts.
OLD_ENCOUNTERS = {("GLORY", "DOORMAKER_BOSS"), ("HIVE", "TUNNELER_NORMAL"), ("UNDERDOCKS", "TOADPOLES_NORMAL")}
# Relics that change what resting heals.
REST_RELICS = {"REGAL_PILLOW", "STONE_HUMIDIFIER", "ETERNAL_FEATHER"}


@cache
def documents() -> list[dict[str, Any]]:
    """All single player histories."""
    folder = captures("captures", "runs", "001-v0.107.1-ironclad.run").parent
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("*.run"))]
    return [d for d in found if len(d["players"]) == 1]


def acts() -> Iterator[Act]:
    """Every act that was begun."""
    for document in documents():
        for number, floors in enumerate(document["map_point_history"]):
            act_id = document["acts"][number].removeprefix("ACT.")
            yield document["ascension"], act_id, number + 1, floors, document


def stats(floor: Floor) -> dict[str, Any]:
    found: dict[str, Any] = floor["player_stats"][0]
    return found


def same(mine: tuple[int, int], theirs: tuple[int, int]) -> bool:
    """Are two shares, (hits, size) each, within three standard errors of each other?"""
    (a, n), (b, m) = mine, theirs
    both = (a + b) / (n + m)
    return abs(a / n - b / m) <= 3 * sqrt(both * (1 - both) * (1 / n + 1 / m)) + 1e-9


def held(document: dict[str, Any], number: int, place: int) -> set[str]:
    """Relics at the end of the run that were there on a floor of an act; those lost meanwhile are not known."""
    depth = place + 1 + sum(len(a) for a in document["map_point_history"][: number - 1])
    relics = document["players"][0]["relics"]
    return {r["id"].removeprefix("RELIC.") for r in relics if r["floor_added_to_deck"] <= depth}


def compass(document: dict[str, Any]) -> bool:
    """Its act 2 has a map of its own."""
    return any(r["id"] == "RELIC.GOLDEN_COMPASS" for r in document["players"][0]["relics"])


# rules without chance


def test_encounters_are_in_the_pools_of_their_acts() -> None:
    """Weak ones first, three in act 1 and two in the others; then normal ones; elites and bosses their own. The only
    strangers are encounters of older builds."""
    strangers = set()
    for _, act_id, _, floors, _ in acts():
        act = run_tables().acts[act_id]
        met = 0
        for floor in floors:
            for room in floor["rooms"]:
                kind = room["room_type"]
                if kind not in ("monster", "elite", "boss") or floor["rooms"][0]["room_type"] == "event":
                    continue
                met += kind == "monster"
                pool = _pool(act, kind, met)
                encounter = room["model_id"].removeprefix("ENCOUNTER.")
                if encounter not in pool:
                    strangers.add((act_id, encounter))
    assert strangers == OLD_ENCOUNTERS


def _pool(act: ActDef, kind: str, met: int) -> set[str]:
    pairs = {"elite": act.elite, "boss": act.boss, "monster": act.weak if met <= act.weak_first else act.normal}[kind]
    return {encounter for encounter, _ in pairs}


def test_no_encounter_follows_itself() -> None:
    """Neither fights nor elites repeat in a row."""
    for _, _, _, floors, _ in acts():
        for kind in ("monster", "elite"):
            ids = [r["model_id"] for f in floors for r in f["rooms"] if r["room_type"] == kind]
            assert all(a != b for a, b in pairwise(ids))


def test_events_are_in_the_pools_of_their_acts() -> None:
    """Every recorded event is one of ours, of that act or of all."""
    for _, act_id, _, floors, _ in acts():
        for floor in floors:
            first = floor["rooms"][0]
            if first["room_type"] == "event" and floor["map_point_type"] != "ancient":
                event = run_tables().events[first["model_id"].removeprefix("EVENT.")]
                assert act_id in event.acts or event.acts == ("all",)


def test_finished_acts_have_17_16_and_15_floors() -> None:
    """But for the one act of the golden compass, which has 18."""
    for _, _, number, floors, document in acts():
        if floors[-1]["map_point_type"] == "boss":
            expected = 18 if number == 2 and compass(document) else 18 - number
            assert len(floors) == expected


def test_the_compass_act_is_our_golden_path() -> None:
    """Room by room, between the ancient and the boss."""
    found = [
        [f["map_point_type"] for f in floors] for _, _, number, floors, doc in acts() if number == 2 and compass(doc)
    ]
    names = {"Monster": "monster", "Unknown": "unknown", "RestSite": "rest_site", "Treasure": "treasure"}
    names |= {"Shop": "shop", "Elite": "elite"}
    assert found == [["ancient", *(names[k] for k in run_tables().odds["golden_path"]), "boss"]]


@cache
def our_rows(act_id: str) -> list[set[str]]:
    """By row the point types that 150 maps of an act have."""
    act = run_tables().acts[act_id]
    rows: list[set[str]] = [set() for _ in range(act.rooms + 2)]
    for seed in range(150):
        act_map = generate(Rng(seed), run_tables().odds, act_id, act.rooms, seed % 2)
        prune(act_map, act.rooms)
        for point, kind in act_map.types.items():
            rows[point[1]].add(kind)
    return rows


WIRE = {
    "ancient": "Ancient",
    "monster": "Monster",
    "elite": "Elite",
    "boss": "Boss",
    "rest_site": "RestSite",
    "shop": "Shop",
    "treasure": "Treasure",
    "unknown": "Unknown",
}


def test_types_by_row_are_those_our_maps_have() -> None:
    """Each point of a recorded path has a type that our maps of that act have in that row (one older run began
    without an ancient)."""
    for _, act_id, number, floors, document in acts():
        if (number == 2 and compass(document)) or floors[0]["map_point_type"] != "ancient":
            continue
        for row, floor in enumerate(floors):
            assert WIRE[floor["map_point_type"]] in our_rows(act_id)[row], (act_id, row, floor["map_point_type"])


def test_ancients_offer_what_their_pools_hold_and_heal_what_we_heal() -> None:
    """Each offer is in our table (sea glass stands as a character); heals are all of the missing hp, 80 % of it
    rounded down from A2 on."""
    for ascension, _, number, floors, document in acts():
        if number == 1:
            continue
        before = stats(document["map_point_history"][number - 2][-1])
        here = stats(floors[0])
        ancient = run_tables().ancients[floors[0]["rooms"][0]["model_id"].removeprefix("EVENT.")]
        assert number in ancient.acts
        pool = {r for slot in ancient.slots for r, _ in (*slot["of"], *slot.get("plus", ()))}
        pool |= {*ancient.pool, *(r for g in ancient.groups for r in g), ancient.last_or}
        pool |= set(content.load().characters) if "SEA_GLASS" in pool else set()
        assert {choice["TextKey"] for choice in here["ancient_choice"]} <= pool
        missing = before["max_hp"] - before["current_hp"]
        bonus = here["max_hp_gained"]  # relics that raise max hp heal as much
        assert here["hp_healed"] - bonus == (missing if ascension < 2 else int(missing * 0.8))


def test_resting_heals_thirty_percent() -> None:
    """Where no relic changes it: int(0.3 x max hp), not more than is missing."""
    checked = 0
    for _, _, number, floors, document in acts():
        for place, floor in enumerate(floors):
            if stats(floor).get("rest_site_choices") != ["HEAL"]:
                continue
            if not held(document, number, place) & REST_RELICS:
                before = stats(floors[place - 1])
                missing = before["max_hp"] - before["current_hp"]
                assert stats(floor)["hp_healed"] == min(missing, int(before["max_hp"] * 0.3))
                checked += 1
    assert checked > 90


def test_rest_and_shop_change_what_ours_change() -> None:
    """Smithing upgrades one card; a shop removes at most one card."""
    for _, _, _, floors, _ in acts():
        for floor in floors:
            here = stats(floor)
            if here.get("rest_site_choices") == ["SMITH"]:
                assert len(here["upgraded_cards"]) == 1
            if floor["map_point_type"] == "shop":
                assert len(here.get("cards_removed", ())) <= 1


def test_last_bosses_pay_nothing_and_spoils_pay_six_hundred() -> None:
    """Gold after the boss of act 3 is 0; a treasure room that takes the map pays 600 more than it holds."""
    for ascension, _, number, floors, _ in acts():
        last = floors[-1]
        if number == 3 and last["map_point_type"] == "boss":
            assert stats(last)["gold_gained"] == 0
        for floor in floors:
            removed = [c["id"] for c in stats(floor).get("cards_removed", ())]
            if "CARD.SPOILS_MAP" in removed:
                low, high = (31, 39) if ascension >= HARD else (42, 52)
                assert low <= stats(floor)["gold_gained"] - 600 <= high


@pytest.mark.parametrize(
    ("room", "easy", "hard"),
    [
        ("monster", (10, 20), (7, 15)),
        ("elite", (35, 45), (26, 33)),
        ("boss", (100, 100), (75, 75)),
        ("treasure", (42, 52), (31, 39)),
    ],
)
def test_gold_of_recorded_rooms_is_in_our_bounds(room: str, easy: tuple[int, int], hard: tuple[int, int]) -> None:
    """In every act the same bounds, less from A3 on, once no relic adds gold. At most 2 % lie outside: cards that pay
    for a kill, a monster that got away, an empty chest."""
    paid = outside = 0
    for ascension, _, number, floors, document in acts():
        low, high = hard if ascension >= HARD else easy
        for place, floor in enumerate(floors):
            here = stats(floor)
            spoils = any(c["id"] == "CARD.SPOILS_MAP" for c in here.get("cards_removed", ()))
            last = room == "boss" and number == 3
            if [r["room_type"] for r in floor["rooms"]] != [room] or here["current_hp"] <= 0 or spoils or last:
                continue
            if not held(document, number, place) & GOLD_RELICS:
                paid += 1
                outside += not low <= here["gold_gained"] <= high
    assert paid > 20
    assert outside <= 0.02 * paid


# shares


@cache
def ours() -> list[tuple[int, list[Floor]]]:
    """(act number, floors) of 20 strong and 80 ordinary random runs at A0 and A3; the strong ones see all acts."""
    found: list[tuple[int, list[Floor]]] = []
    for seed in range(100):
        clock = VirtualClock()
        rooms = STRONG if seed < 20 else ()
        game = EmbeddedGame(clock, seed=seed, ascension=3 * (seed % 2), rooms=rooms)
        Agent(game, clock, seed).play()
        floors = game.world.live_run.history.document(0)["map_point_history"]
        found += [(number + 1, act) for number, act in enumerate(floors)]
    return found


def recorded(below: int = 99) -> list[tuple[int, list[Floor]]]:
    """The recorded acts in the same shape, of runs below an ascension."""
    return [(number, floors) for ascension, _, number, floors, _ in acts() if ascension < below]


def fights(runs: list[tuple[int, list[Floor]]], act: int | None = None) -> list[Floor]:
    """Survived ordinary fights."""
    return [
        f
        for number, floors in runs
        for f in floors
        if [r["room_type"] for r in f["rooms"]] == ["monster"] and stats(f)["current_hp"] > 0 and act in (None, number)
    ]


def test_potion_rates_after_fights_are_those_of_the_histories() -> None:
    """A potion on offer after an ordinary fight, over all acts."""

    def rate(floors: Iterable[Floor]) -> tuple[int, int]:
        rows = ["potion_choices" in stats(f) for f in floors]
        return sum(rows), len(rows)

    assert same(rate(fights(ours())), rate(fights(recorded())))


def test_unknown_rooms_hold_what_the_histories_show() -> None:
    """Events, fights, shops and treasures in unknown nodes, over all acts."""

    def found(runs: list[tuple[int, list[Floor]]]) -> Counter[str]:
        return Counter(
            f["rooms"][0]["room_type"] for _, floors in runs for f in floors if f["map_point_type"] == "unknown"
        )

    mine, theirs = found(ours()), found(recorded())
    for kind in ("event", "monster", "shop", "treasure"):
        assert same((mine[kind], mine.total()), (theirs[kind], theirs.total())), kind


def offered(floors: Iterable[Floor]) -> list[tuple[str, bool]]:
    """(rarity, upgraded) of every card offered in threes."""
    cards = content.load().cards
    rows = []
    for floor in floors:
        choices = stats(floor).get("card_choices", ())
        if len(choices) == 3:
            for card in (choice["card"] for choice in choices):
                known = cards.get(card["id"].removeprefix("CARD."))
                if known is not None and known.rarity in ("Common", "Uncommon", "Rare"):
                    rows.append((known.rarity, card.get("current_upgrade_level", 0) > 0))
    return rows


@pytest.mark.parametrize("act", [1, 2, 3])
def test_rarities_on_offer_are_those_of_the_histories(act: int) -> None:
    """After ordinary fights below A7, act by act; cards whose rarity a later build changed are few."""
    mine, theirs = (Counter(r for r, _ in offered(fights(runs, act))) for runs in (ours(), recorded(7)))
    for rarity in ("Common", "Uncommon", "Rare"):
        assert same((mine[rarity], mine.total()), (theirs[rarity], theirs.total())), rarity


@pytest.mark.parametrize(("act", "odds"), [(2, 0.25), (3, 0.5)])
def test_upgraded_cards_on_offer_are_as_many_as_in_the_histories(act: int, odds: float) -> None:
    """Below A7 a quarter of the cards that are not rare in act 2, half in act 3: theirs against the odds, ours against
    theirs. Relics that upgrade add to both."""
    mine, theirs = (
        [up for rarity, up in offered(fights(runs, act)) if rarity != "Rare"] for runs in (ours(), recorded(7))
    )
    assert same((round(odds * 10_000), 10_000), (sum(theirs), len(theirs)))
    assert same((sum(mine), len(mine)), (sum(theirs), len(theirs)))


def test_darv_and_underdocks_are_as_frequent_as_in_the_histories() -> None:
    """Darv at an eighth of the later acts, Underdocks at half of the first ones."""
    later = [floors[0]["rooms"][0]["model_id"] for _, _, number, floors, _ in acts() if number > 1]
    assert same((later.count("EVENT.DARV"), len(later)), (1250, 10_000))
    first = [act_id for _, act_id, number, _, _ in acts() if number == 1]
    assert same((first.count("UNDERDOCKS"), len(first)), (5000, 10_000))
