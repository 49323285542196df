"""The section `planner` of policies.yaml: how far turns are searched and how their ends are weighed."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.policy import group, names, nested, number, section, table, variants, word

# Comparisons that come before any weighing: a line that does better in an earlier one is better, whatever it weighs.
COMPARISONS = ("survives", "wins")
BUDGETS = ("none", "reflex", "default")


@group
class Budget:
    """How much a search may do."""

    nodes: int = number(int, "plays tried in one search", low=1, high=200000)
    ends: int = number(int, "turn ends simulated in one search", low=1, high=50000)
    shuffles: int = number(int, "orders of the draw pile tried when a line draws", low=1, high=16)
    turns: int = number(
        int, "further turns played out by the quick policy after the best ends", unit="turns", low=0, high=30
    )
    finalists: int = number(int, "ends from which further turns are played out", low=1, high=200)


@group
class Weights:
    """What the end of a turn is worth."""

    hp: float = number(float, "per point of health kept", low=0, high=100)
    low_hp: float = number(float, "extra per point of health lost below `low_hp_under`", low=0, high=100)
    low_hp_under: int = number(int, "health under which each point counts more", unit="hp", low=0, high=200)
    enemy_hp: float = number(float, "per point of health that enemies have left", low=-100, high=0)
    enemy: float = number(float, "per enemy still standing", low=-500, high=0)
    death: float = number(float, "for a fight that is lost when it is played on", low=-1000, high=0)
    win: float = number(float, "for a fight that is won this turn", low=0, high=10000)
    spare_block: float = number(float, "per point of block that lasts into the next turn", low=0, high=100)
    potion: float = number(float, "per point of worth of a potion that was used, by the room", low=-10, high=0)
    max_hp: float = number(float, "per point of maximum health gained", low=0, high=100)
    gold: float = number(float, "per gold piece won or lost in the fight", low=0, high=10)
    random: float = number(float, "for a line whose outcome chance decides", low=-100, high=0)
    unmodelled: float = number(float, "for a line with a part that is not modelled", low=-100, high=0)
    own_powers: Mapping[str, float] = table("per point of a power of ours", low=-100, high=100, default="required")
    enemy_powers: Mapping[str, float] = table(
        "per point of a power of an enemy's", low=-100, high=100, default="required"
    )


@section("planner")
class PlannerPolicy:
    """Whole-turn search."""

    build: str = word("game build whose tables are used", choices=("v0.107.1", "v0.103.2"))
    budget: str = word("which budget is used; `none` plays card by card", choices=BUDGETS)
    unknown_attack: int = number(
        int, "damage assumed of an attack without a number, by an enemy that no table tells", unit="hp", low=0, high=100
    )
    reflex: Budget = nested("no look-ahead", Budget)
    default: Budget = nested("with look-ahead", Budget)
    comparisons: tuple[str, ...] = names("comparisons before any weighing, first one first", allowed=COMPARISONS)
    potion_rooms: Mapping[str, float] = table(
        "how dear potions are in a room, by screen", low=0, high=10, default="required"
    )
    weights: Mapping[str, Weights] = variants("weights, by encounter boss id or screen", Weights, default="required")
