"""One button of an event clicked, its screens answered from the left, and what the run has gained or lost by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from sts2fsm.embedded.run import NO_RULE, Run, RunRelic
from sts2fsm.embedded.run_cards import DeckCard
from tests.embedded.desk import Desk, at

HELD = ("potion:FIRE_POTION", "potion:BLOCK_POTION", *["relic:VAJRA"] * 4)
MORE = ("LANTERN_KEY", "OFFERING", "INFLAME", "POMMEL_STRIKE+", "SHRUG_IT_OFF+")
HP, MAX_HP, GOLD = 40, 80, 400


@attrs.define
class Change:
    """What a button did. `cards` are ids gained (minus: lost) with their number, `made` how many cards of no named id
    came, `looks` what was shown to choose from: the size of each card reward or card grid for a pick."""

    hp: int = 0
    max_hp: int = 0
    gold: int = 0
    cards: dict[str, int] = attrs.Factory(dict)
    deck: int = 0
    upgrades: int = 0
    enchanted: dict[tuple[str, int], int] = attrs.Factory(dict)
    relics: dict[str, int] = attrs.Factory(dict)
    potions: dict[str, int] = attrs.Factory(dict)
    looks: list[int] = attrs.Factory(list)
    page: str = ""
    fight: tuple[str, ...] = ()
    state: str = "event"


def ready(event: str, page: str = "INITIAL", **settings: Any) -> Desk:
    """A desk at a page of an event: 40 of 80 hp, 400 gold, some cards, relics and potions to lose. Relics that are
    gained act in no way, so that the numbers are the event's own."""
    desk = at(f"event:{event}", *HELD, **settings)
    run = desk.game.world.live_run
    run.hp, run.max_hp, run.gold = HP, MAX_HP, GOLD
    run.potions += [None] * 5
    run.deck += [DeckCard(name.rstrip("+"), int(name.endswith("+"))) for name in MORE]
    run.make_relic = lambda relic_id: RunRelic(relic_id, 1, NO_RULE, None)  # type: ignore[method-assign]
    room = desk.game.world.event_room
    room.first_page() if page == "INITIAL" else room.show(page)
    return desk


def with_button(event: str, page: str, option: str) -> Desk:
    """The same with that button on the page: some are for other characters, or drawn."""
    for character in ("IRONCLAD", "SILENT"):
        for seed in range(1, 9):
            desk = ready(event, page, seed=seed, character=character)
            if any(shown.option.key == option for shown in desk.game.world.event_room.options):
                return desk
    raise AssertionError(f"{event} {page} never shows {option}")


class Edge:
    """A random stream that always rolls the least (0) or the most (1)."""

    def __init__(self, rng: Any, most: int) -> None:
        self._rng, self._most = rng, most

    def between(self, low: int, high: int) -> int:
        """One end of a range."""
        return (low, high)[self._most]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rng, name)


def at_an_edge(desk: Desk, most: int) -> Desk:
    """The event's rolls, those of its entry too, come out at the least or the most."""
    run, room = desk.game.world.live_run, desk.game.world.event_room
    run.rng = {**run.rng, "events": Edge(run.rng["events"], most)}  # type: ignore[dict-item]
    room.vars = {key: room._roll(value) for key, value in room.event.vars.items()}
    return desk


def held(run: Run) -> tuple[Counter[str], Counter[str], Counter[str], Counter[tuple[str, int]]]:
    """Cards, relics, potions and enchantments."""
    return (
        Counter(card.id for card in run.deck),
        Counter(relic.id for relic in run.relics),
        Counter(potion for potion in run.potions if potion),
        Counter(card.enchantment for card in run.deck if card.enchantment),
    )


def change(desk: Desk, option: str) -> Change:
    """Clicks the button of that key and answers what follows until the event stands still."""
    run = desk.game.world.live_run
    room = desk.game.world.event_room
    before, upgrades, size = held(run), sum(card.upgrades for card in run.deck), len(run.deck)
    hp, max_hp, gold = run.hp, run.max_hp, run.gold
    index = next(i for i, shown in enumerate(room.options) if shown.option.key == option)
    old = list(room.options)
    desk.ok("choose_event_option", index=index)
    looks: list[int] = []
    state = _answered(desk, looks, old)
    cards, relics, potions, enchanted = (
        {key: n for key, n in {k: now[k] - was[k] for k in now | was}.items() if n}
        for now, was in zip(held(run), before, strict=True)
    )
    return Change(
        hp=run.hp - hp,
        max_hp=run.max_hp - max_hp,
        gold=run.gold - gold,
        cards=cards,  # type: ignore[arg-type]
        deck=len(run.deck) - size,
        upgrades=sum(card.upgrades for card in run.deck) - upgrades,
        enchanted=enchanted,  # type: ignore[arg-type]
        relics=relics,  # type: ignore[arg-type]
        potions=potions,  # type: ignore[arg-type]
        looks=looks,
        page=_page(desk, room),
        fight=tuple(e["name"] for e in state["battle"]["enemies"]) if state["state_type"] == "monster" else (),
        state=state["state_type"],
    )


def _page(desk: Desk, room: Any) -> str:
    """The page that is shown, "" when the event is over."""
    shown = [option.option for option in room.options]
    for page in room.event.pages.values():
        if any(option is own for option in shown for own in page.options):
            return str(page.key)
    return ""


def _answered(desk: Desk, looks: list[int], old: list[Any]) -> dict[str, Any]:
    """Answers screens until the event shows other buttons, a fight begins, or the run or the room is left."""
    for _ in range(80):
        state = desk.wait(1.0)
        kind = state["state_type"]
        if kind == "event":
            now = desk.game.world.event_room.options
            if now and not any(a is b for a, b in zip(now, old, strict=False)):
                return state
        elif kind == "rewards":
            items = state["rewards"]["items"]
            if items:
                desk.ok("claim_reward", index=0)
            else:
                desk.ok("proceed")
        elif kind == "card_reward":
            looks.append(len(state["card_reward"]["cards"]))
            desk.ok("select_card_reward", card_index=0)
        elif kind == "card_select":
            _pick(desk, state, looks)
        else:
            return state
    raise AssertionError(state)


def _pick(desk: Desk, state: dict[str, Any], looks: list[int]) -> None:
    block = state["card_select"]
    if block["screen_type"] in ("simple_select", "choose"):
        looks.append(len(block["cards"]))
    if block["can_confirm"]:
        desk.ok("confirm_selection")
        return
    for card in block["cards"]:
        desk.ok("select_card", index=card["index"])
        after = desk.wait(0.5)
        if after["state_type"] != "card_select" or after["card_select"]["can_confirm"]:
            break
    if after["state_type"] == "card_select" and after["card_select"]["can_confirm"]:
        desk.ok("confirm_selection")
