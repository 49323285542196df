"""The figures of `runs` counted again from the raw JSON, sharing no line with the program: only dicts and counters."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FIGHTS = ("monster", "elite", "boss")


def recount(paths: Iterable[Path]) -> dict[str, Any]:
    """The same figures under the same names, for what is worth recounting."""
    ends, floors, seconds, killers = Counter[str](), 0, 0, Counter[str]()
    by_character, by_build, by_ascension = Counter[str](), Counter[str](), Counter[str]()
    rests, points, relics = Counter[str](), Counter[str](), Counter[str]()
    offered, picked, rewards, skipped = Counter[str](), Counter[str](), 0, 0
    fights, turns, bosses, passed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    hp_lost, hp_fights, first_floor = 0, 0, [0.0, 0]
    wins_with, runs_with = Counter[str](), Counter[str]()
    for path in paths:
        raw = json.loads(path.read_text(encoding="utf-8"))
        end = "win" if raw["win"] else "abandoned" if raw["was_abandoned"] else "loss"
        ends[end] += 1
        seconds += raw["run_time"]
        coop = len(raw["players"]) > 1
        by_character["co-op" if coop else raw["players"][0]["character"].removeprefix("CHARACTER.")] += 1
        by_build[raw["build_id"]] += 1
        by_ascension[str(raw["ascension"])] += 1
        killer = raw["killed_by_encounter"]
        killer = raw["killed_by_event"] if killer == "NONE.NONE" else killer
        if end == "loss" and killer != "NONE.NONE":
            killers[killer.split(".", 1)[1]] += 1
        for player in raw["players"]:
            for relic in {one["id"] for one in player["relics"]}:
                relics[relic.removeprefix("RELIC.")] += 1
        every = [(act, one) for act, some in enumerate(raw["map_point_history"], 1) for one in some]
        floors += len(every)
        taken: dict[tuple[Any, str], bool] = {}
        for place, (act, one) in enumerate(every):
            points[one["map_point_type"]] += 1
            kinds = [room["room_type"] for room in one["rooms"]]
            for room in one["rooms"]:
                if room["room_type"] in FIGHTS:
                    fights[room["room_type"]] += len(one["player_stats"])
                    turns[room["room_type"]] += room["turns_taken"] * len(one["player_stats"])
                if room["room_type"] == "boss":
                    bosses[str(act)] += 1
                    passed[str(act)] += raw["win"] or place + 1 < len(every)
            for who in one["player_stats"]:
                rests.update(who.get("rest_site_choices", []))
                if kinds == ["elite"]:
                    hp_lost, hp_fights = hp_lost + who["damage_taken"], hp_fights + 1
                if place == 0 and who["current_hp"] > 0:
                    first_floor = [first_floor[0] + who["current_hp"] / who["max_hp"], first_floor[1] + 1]
                cards = who.get("card_choices", [])
                if not cards or kinds[-1] == "shop":
                    continue
                rewards += 1
                skipped += not any(card["was_picked"] for card in cards)
                for card in cards:
                    name = card["card"]["id"].removeprefix("CARD.")
                    offered[name] += 1
                    picked[name] += card["was_picked"]
                    taken[who["player_id"], name] = taken.get((who["player_id"], name), False) or card["was_picked"]
        for (_, name), was in taken.items():
            runs_with[name] += was
            wins_with[name] += was and raw["win"]
    return {
        "runs": ends.total(), "wins": ends["win"], "losses": ends["loss"], "abandoned": ends["abandoned"],
        "floors": floors, "seconds": seconds, "killers": killers, "character": by_character, "build": by_build,
        "ascension": by_ascension, "rests": rests, "paths": points, "relics": relics, "offered": offered,
        "picked": +picked, "rewards": rewards, "skipped": skipped, "fights": fights, "turns": turns,
        "bosses": bosses, "passed": +passed, "elite_hp": hp_lost / hp_fights, "first_floor": first_floor,
        "runs_with": +runs_with, "wins_with": +wins_with,
    }  # fmt: skip
