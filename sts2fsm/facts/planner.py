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

    ms: int = number(
        int,
        "time after which the best found so far is taken, on a real clock; the counts below end a search before that,"
        " unless the machine is slow",
        unit="ms",
        low=1,
        high=60000,
    )
    nodes: int = number(int, "plays tried in one search", low=1, high=200000)
    ends: int = number(int, "turn ends simulated in one search", low=1, high=50000)
    shuffles: int = number(int, "orders of the draw pile tried when a line draws", low=1, high=16)
    turns: int = number(
        int, "further turns played out by the quick policy after the best ends", unit="turns", low=0, high=30
    )
    finalists: int = number(int, "ends from which further turns are played out", low=1, high=200)


@group
class QuickPlayer:
    """How the quick player likes a card, a point of damage being 1. It plays the further turns of a look-ahead."""

    block: float = number(float, "per point of block that stops damage", low=0, high=10)
    spare_block: float = number(float, "per point of block, whatever it stops", low=0, high=10)
    kill: float = number(float, "for a kill, besides the damage that its attack would have done", low=0, high=100)
    power: float = number(float, "for a Power while the fight is young", low=0, high=100)
    late_power: float = number(float, "for a Power later", low=0, high=100)
    young: int = number(int, "rounds for which a fight is young", low=0, high=50)
    other: float = number(float, "for a card whose effect it does not see (draws, energy)", low=0, high=100)
    effort: float = number(
        float, "added to a card's energy, by which its liking is divided: the less, the dearer energy", low=0.1, high=10
    )


@group
class Promise:
    """What a state in the middle of a turn promises, beside the weights: which of them are searched on, when not all
    can be."""

    block: float = number(float, "a point of block, as a part of a point of health", low=0, high=2)
    most_block: int = number(int, "block beyond this promises nothing", unit="block", low=0, high=999)
    energy: float = number(float, "per point of energy left", low=0, high=50)


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
    power_hp: int = number(
        int, "health of the enemies from which our powers count in full; 0: always", unit="hp", low=0, high=1000
    )
    orbs: Mapping[str, float] = table(
        "per point of what an orb of ours does by itself, or has stored", low=-100, high=100, default="required"
    )
    osty: float = number(float, "per point of Osty's health", low=0, high=100)
    star: float = number(float, "per star left", low=0, high=100)
    forged: float = number(float, "per point of damage forged into the blades", low=0, high=100)
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
    promise: Promise = nested("which states in the middle of a turn are searched on", Promise)
    quick_player: QuickPlayer = nested("who plays the further turns", QuickPlayer)
    next_phase: int = number(
        int,
        "health an enemy gains in one turn that no healing gives: it was beaten, and stands in its next phase",
        unit="hp",
        low=1,
        high=999,
    )
    comparisons: tuple[str, ...] = names("comparisons before any weighing, first one first", allowed=COMPARISONS)
    potion_rooms: Mapping[str, float] = table(
        "how dear potions are in a room, by screen", low=0, high=10, default="required"
    )
    weights: Mapping[str, Weights] = variants("weights, by encounter boss id or screen", Weights, default="required")
