"""The typed answer that a model is asked for. Imports pydantic: only `door.py` imports this, when a call is made.

It is loose on purpose: what the fields may hold is `sts2fsm.strategy.read_strategy`'s to judge, item by item, so that
one bad id does not cost the whole plan.
"""

from __future__ import annotations

from pydantic import BaseModel, Field


class RouteForm(BaseModel):
    """Worth to add for a type of room; negative: to avoid it."""

    Monster: float | None = None
    Elite: float | None = None
    RestSite: float | None = None
    Shop: float | None = None
    Treasure: float | None = None
    Unknown: float | None = None


class UntilForm(BaseModel):
    """What ends the plan."""

    act: int | None = Field(default=None, description="last act, 1 to 4")
    floor: int | None = Field(default=None, description="last floor of the run, 1 to 60")
    hp_below: float | None = Field(default=None, description="share of health, 0 to 1")
    deck_over: int | None = Field(default=None, description="number of cards in the deck")


class StrategyForm(BaseModel):
    """A plan for the run."""

    archetype: str = Field(default="", description="the kind of deck, in a few words")
    wanted: list[str] = Field(default_factory=list, description="card ids to take and upgrade")
    unwanted: list[str] = Field(default_factory=list, description="card ids to pass and remove")
    relics: list[str] = Field(default_factory=list, description="relic ids worth more than usual")
    route: RouteForm = RouteForm()
    hold: list[str] = Field(default_factory=list, description="potion ids kept for the boss")
    until: UntilForm = UntilForm()
    reason: str = Field(default="", description="one short sentence")
