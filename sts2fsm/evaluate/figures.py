"""What run histories add up to. Runs are added one by one and forgotten: memory does not grow with their number.

Results count each run once. What players did (cards, relics, rests, health) counts each seat of a co-op run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from statistics import mean, median
from typing import Any

from attrs import define, field

from sts2fsm.evaluate.flat import FIGHTS, card_rows, fight_rows, numbered
from sts2fsm.evaluate.intervals import LEAST, Rate
from sts2fsm.evaluate.records import RunFile, bare

UNKNOWN_POLICY = "unknown"  # no journal of ours tells of the run
BY: Mapping[str, Callable[[RunFile, str | None], str]] = {
    "character": lambda run, policy: "co-op" if run.coop else bare(run.players[0].character),
    "ascension": lambda run, policy: str(run.ascension),
    "build": lambda run, policy: run.build_id,
    "mode": lambda run, policy: f"{run.game_mode}, co-op" if run.coop else run.game_mode,
    "policy": lambda run, policy: policy or UNKNOWN_POLICY,
}


@define
class Sum:
    """A mean in the making."""

    n: int = 0
    total: float = 0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value

    def mean(self, digits: int = 2) -> float | None:
        return round(self.total / self.n, digits) if self.n else None


@define
class Results:
    """How runs ended. An abandoned run counts as not won; the rate without those is told beside it."""

    ends: Counter[str] = field(factory=Counter)
    acts: Counter[int] = field(factory=Counter)
    killers: Counter[str] = field(factory=Counter)
    left_at: Counter[str] = field(factory=Counter)
    floors: list[int] = field(factory=list)
    seconds: list[int] = field(factory=list)

    def add(self, run: RunFile) -> None:
        self.ends[run.result] += 1
        self.acts[run.act] += 1
        self.floors.append(run.floors)
        self.seconds.append(run.run_time)
        if run.killer is not None:
            (self.killers if run.result == "loss" else self.left_at)[run.killer] += 1

    @property
    def runs(self) -> int:
        return self.ends.total()

    def rate(self, least: int = LEAST) -> Rate:
        return Rate(self.ends["win"], self.runs, least)

    def as_dict(self, least: int = LEAST) -> dict[str, Any]:
        played = self.runs - self.ends["abandoned"]
        return {
            "runs": self.runs,
            "wins": self.ends["win"],
            "losses": self.ends["loss"],
            "abandoned": self.ends["abandoned"],
            "win_rate": self.rate(least).as_dict(),
            "win_rate_without_abandoned": Rate(self.ends["win"], played, least).as_dict(),
            "floors": _spread(self.floors),
            "time_s": _spread(self.seconds),
            "last_act": {str(act): n for act, n in sorted(self.acts.items())},
            "killers": dict(self.killers.most_common()),
            "abandoned_at": dict(self.left_at.most_common()),
        }


@define
class Fights:
    """Fights of one kind. Health lost is of fights alone on their floor; turns of all."""

    n: int = 0
    survived: int = 0
    turns: Sum = field(factory=Sum)
    hp_lost: Sum = field(factory=Sum)

    def as_dict(self) -> dict[str, Any]:
        return {
            "fights": self.n, "survived": self.survived, "turns": self.turns.mean(), "hp_lost": self.hp_lost.mean(),
        }  # fmt: skip


@define
class Offers:
    """A card or relic: how often offered and taken, and how the runs that took it and those that left it ended."""

    offered: int = 0
    taken: int = 0
    runs_with: int = 0
    wins_with: int = 0
    runs_without: int = 0
    wins_without: int = 0

    def seen(self, *, taken: bool, won: bool) -> None:
        """One run's verdict: taken at least once, or offered and never taken."""
        if taken:
            self.runs_with += 1
            self.wins_with += won
        else:
            self.runs_without += 1
            self.wins_without += won

    def as_dict(self, least: int) -> dict[str, Any]:
        return {
            "offered": self.offered,
            "picked": self.taken,
            "pick_rate": Rate(self.taken, self.offered, least).as_dict(),
            "win_rate_picked": Rate(self.wins_with, self.runs_with, least).as_dict(),
            "win_rate_skipped": Rate(self.wins_without, self.runs_without, least).as_dict(),
        }


@define
class Play:
    """What the players did, by seat."""

    hp_curve: dict[int, Sum] = field(factory=dict)  # floor -> health as a share of the most, where alive
    gold: dict[str, Sum] = field(factory=lambda: {name: Sum() for name in ("gained", "spent", "lost", "at_end")})
    cards: dict[str, Offers] = field(factory=dict)
    bought: Counter[str] = field(factory=Counter)
    rewards: int = 0  # floors of a fight or event that offered cards
    skipped: int = 0  # of them, those where none was taken
    relics: dict[str, Offers] = field(factory=dict)
    rests: Counter[str] = field(factory=Counter)
    hp_at_rest: dict[str, Sum] = field(factory=dict)
    points: Counter[str] = field(factory=Counter)
    unknowns: Counter[str] = field(factory=Counter)
    fights: dict[str, Fights] = field(factory=dict)
    encounters: dict[str, Fights] = field(factory=dict)
    bosses: dict[int, Counter[str]] = field(factory=dict)

    def add(self, run: RunFile) -> None:
        self._floors(run)
        self._fights(run)
        self._cards(run)
        for player in run.players:
            for relic in sorted({bare(one.id) for one in player.relics}):
                self.relics.setdefault(relic, Offers()).seen(taken=True, won=run.win)

    def _floors(self, run: RunFile) -> None:
        share: dict[int, float] = {}
        sums = {player.id: Counter[str]() for player in run.players}
        for _, number, floor in numbered(run):
            self.points[floor.map_point_type] += 1
            if floor.map_point_type == "unknown":
                self.unknowns["+".join(room.room_type for room in floor.rooms)] += 1
            for one in floor.player_stats:
                for what in one.rest_site_choices:
                    self.rests[what] += 1
                    if one.player_id in share:
                        self.hp_at_rest.setdefault(what, Sum()).add(share[one.player_id])
                if one.max_hp > 0:
                    share[one.player_id] = one.current_hp / one.max_hp
                if one.current_hp > 0:
                    self.hp_curve.setdefault(number, Sum()).add(share[one.player_id])
                lost = one.gold_lost + one.gold_stolen
                sums[one.player_id].update(gained=one.gold_gained, spent=one.gold_spent, lost=lost)
                sums[one.player_id]["at_end"] = one.current_gold
        for counted in sums.values():
            for name, total in self.gold.items():
                total.add(counted[name])

    def _fights(self, run: RunFile) -> None:
        for row in fight_rows(run):
            if row.room == "boss" and row.seat == 1:
                self.bosses.setdefault(row.act, Counter())["passed" if row.survived else "failed"] += 1
            by_room, by_encounter = (self.fights, row.room), (self.encounters, row.encounter)
            for group in (table.setdefault(key, Fights()) for table, key in (by_room, by_encounter)):
                group.n += 1
                group.survived += row.survived
                group.turns.add(row.turns)
                if not row.mixed:
                    group.hp_lost.add(row.hp_lost)

    def _cards(self, run: RunFile) -> None:
        taken: dict[tuple[int, str], bool] = {}
        rewards: dict[tuple[int, int], bool] = {}
        for row in card_rows(run):
            if row.where == "shop":
                self.bought[row.card] += row.picked
                continue
            offers = self.cards.setdefault(row.card, Offers())
            offers.offered += 1
            offers.taken += row.picked
            taken[row.seat, row.card] = taken.get((row.seat, row.card), False) or row.picked
            rewards[row.seat, row.floor] = rewards.get((row.seat, row.floor), False) or row.picked
        for (_, card), was in taken.items():
            self.cards[card].seen(taken=was, won=run.win)
        self.rewards += len(rewards)
        self.skipped += sum(not any_taken for any_taken in rewards.values())

    def as_dict(self, least: int) -> dict[str, Any]:
        by_offers = sorted(self.cards.items(), key=lambda item: (-item[1].offered, item[0]))
        by_runs = sorted(self.relics.items(), key=lambda item: (-item[1].runs_with, item[0]))
        by_fights = sorted(self.encounters.items(), key=lambda item: (-item[1].n, item[0]))
        return {
            "hp_curve": [
                {"floor": floor, "n": one.n, "share": one.mean(4)} for floor, one in sorted(self.hp_curve.items())
            ],
            "gold": {name: one.mean(1) for name, one in self.gold.items()},
            "card_rewards": self.rewards,
            "card_skips": Rate(self.skipped, self.rewards, least).as_dict(),
            "cards": {name: one.as_dict(least) for name, one in by_offers},
            "cards_bought": dict((+self.bought).most_common()),
            "relics": {
                name: {"runs": one.runs_with, "win_rate": Rate(one.wins_with, one.runs_with, least).as_dict()}
                for name, one in by_runs
            },
            "rests": {
                what: {"n": n, "hp_share_before": self.hp_at_rest.get(what, Sum()).mean(3)}
                for what, n in self.rests.most_common()
            },
            "paths": dict(self.points.most_common()),
            "unknown_rooms": dict(self.unknowns.most_common()),
            "act_bosses": {
                str(act): Rate(ends["passed"], ends.total(), least).as_dict()
                for act, ends in sorted(self.bosses.items())
            },
            "fights": {room: self.fights[room].as_dict() for room in sorted(FIGHTS & self.fights.keys())},
            "encounters": {name: one.as_dict() for name, one in by_fights},
        }


@define
class Figures:
    """Everything told of one kind of saves."""

    results: Results = field(factory=Results)
    by: dict[str, dict[str, Results]] = field(factory=lambda: {name: {} for name in BY})
    play: Play = field(factory=Play)
    seen: Counter[tuple[str, int]] = field(factory=Counter)

    def add(self, run: RunFile, policy: str | None = None) -> None:
        self.results.add(run)
        self.play.add(run)
        self.seen[run.seed, run.start_time] += 1
        for name, group in BY.items():
            self.by[name].setdefault(group(run, policy), Results()).add(run)

    @property
    def copies(self) -> int:
        """Files that hold a run which another file holds too; they are counted, and should be said."""
        return self.results.runs - len(self.seen)

    def as_dict(self, least: int = LEAST) -> dict[str, Any]:
        return {
            **self.results.as_dict(least),
            "copies": self.copies,
            "by": {
                name: {key: groups[key].as_dict(least) for key in sorted(groups, key=_in_order)}
                for name, groups in self.by.items()
            },
            **self.play.as_dict(least),
        }


def _in_order(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdigit() else (-1, key)


def _spread(values: list[int]) -> dict[str, Any]:
    if not values:
        return {"mean": None, "median": None, "most": None}
    return {"mean": round(mean(values), 2), "median": median(values), "most": max(values)}
