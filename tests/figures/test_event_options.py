"""Every button of every event against the effects that the event facts give it, read at test time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from sts2fsm.content.run_tables import run_tables
from tests.figures.event_desk import GOLD, HP, MAX_HP, MORE, Change, at_an_edge, change, with_button
from tests.shared import captures

# Events whose buttons make or name things of their own: tested by hand in test_event_options_more.
BY_HAND = {
    "CRYSTAL_SPHERE",
    "DOLL_ROOM",
    "ENDLESS_CONVEYOR",
    "FAKE_MERCHANT",
    "RANWID_THE_ELDER",
    "RELIC_TRADER",
    "SLIPPERY_BRIDGE",
    "THE_ARCHITECT",
    "THE_FUTURE_OF_POTIONS",
    "TINKER_TIME",
    "WAR_HISTORIAN_REPY",
}
UPGRADABLE = 10 + 2  # a starting deck, Offering and Inflame; the other cards of event_desk.MORE are upgraded or a key
OPTIONS = [
    (event.id, page.key, option.key)
    for event in run_tables().events.values()
    if event.id not in BY_HAND and not event.id.startswith("EMBEDDED_")
    for page in event.pages.values()
    for option in page.options
]


def wire(cls: str) -> str:
    """ "UltimateStrike" is ULTIMATE_STRIKE."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls).upper()


@cache
def fact(event: str) -> Mapping[str, Any]:
    """An event's row."""
    rows = json.loads(captures("facts", "events.json").read_text(encoding="utf-8"))["events"]
    found: Mapping[str, Any] = next(row for row in rows if row["id"] == event)
    return found


class Expected:
    """What effects add up to. Numbers are (least, most); `relics` and `potions` count those of no named id as "?"."""

    def __init__(self, variables: Mapping[str, Any]) -> None:
        self.vars = dict(variables)
        self.hp, self.max_hp, self.gold = (HP, HP), MAX_HP, (GOLD, GOLD)
        self.deck = 0
        self.upgrades = 0
        self.cards: dict[str, int] = {}
        self.relics: dict[str, int] = {}
        self.potions: dict[str, int] = {}
        self.enchanted: dict[tuple[str, int], int] = {}
        self.looks: list[int] = []
        self.pages: set[str] = {""}
        self.state = "event"

    def number(self, n: Any) -> tuple[int, int]:
        """A number of the facts as (least, most)."""
        if isinstance(n, list):
            return n[0], n[1]
        if isinstance(n, int):
            return n, n
        if n == "-all":
            return -GOLD, -GOLD
        if n == "-(max_hp-1)":
            return 1 - self.max_hp, 1 - self.max_hp
        if n == "missing":
            return self.max_hp - self.hp[0], self.max_hp - self.hp[0]
        share = re.fullmatch(r"floor\((0\.\d+)\*max_hp\)", n)
        if share:
            part = int(float(share[1]) * self.max_hp)
            return part, part
        low, high = self.number(self.vars[n.lstrip("-$")])
        return (-high, -low) if n.startswith("-") else (low, high)

    def change_hp(self, by: int) -> None:
        """Hurt or healed, up to the maximum."""
        self.hp = (min(self.max_hp, self.hp[0] + by), min(self.max_hp, self.hp[1] + by))


def _max_hp(e: Expected, row: Mapping[str, Any]) -> None:
    n = e.number(row["n"])[0]
    e.max_hp += n
    e.change_hp(max(0, n))


def _lose_hp(e: Expected, row: Mapping[str, Any]) -> None:
    low, high = e.number(row["n"])
    e.hp = (e.hp[0] - high, e.hp[1] - low)


def _gold(e: Expected, row: Mapping[str, Any]) -> None:
    low, high = e.number(row["n"])
    e.gold = (e.gold[0] + low, e.gold[1] + high)


def _add_card(e: Expected, row: Mapping[str, Any]) -> None:
    e.deck += row["n"]
    e.cards[wire(row["id"])] = e.cards.get(wire(row["id"]), 0) + row["n"]


def _gain(kind: str) -> Callable[[Expected, Mapping[str, Any]], None]:
    def run(e: Expected, row: Mapping[str, Any]) -> None:
        held: dict[str, int] = getattr(e, kind)
        name = wire(row["id"]) if "id" in row else "?"
        held[name] = held.get(name, 0) + row.get("n", 1)

    return run


def _lose_potion(e: Expected, row: Mapping[str, Any]) -> None:
    e.potions["?"] = e.potions.get("?", 0) - 1


def _enchant(e: Expected, row: Mapping[str, Any]) -> None:
    e.enchanted[wire(row["kind"]), row["amount"]] = row["n"]


def _card_reward(e: Expected, row: Mapping[str, Any]) -> None:
    e.deck += row["n"]
    e.looks += [row["choices"]] * row["n"]


def _card_pick(e: Expected, row: Mapping[str, Any]) -> None:
    e.deck += row["pick"]
    e.looks.append(row["of"])


def _adds(name: str, times: int = 1) -> Callable[[Expected, Mapping[str, Any]], None]:
    def run(e: Expected, row: Mapping[str, Any]) -> None:
        setattr(e, name, getattr(e, name) + times * row["n"])

    return run


def _upgrade(e: Expected, row: Mapping[str, Any]) -> None:
    e.upgrades += UPGRADABLE if row["n"] == "all" else row["n"]


def _random(e: Expected, row: Mapping[str, Any]) -> None:
    e.pages = {then["page"] for odds in row["odds"] for then in odds["then"]}


def _duplicate(e: Expected, row: Mapping[str, Any]) -> None:
    e.deck += 10 + len(MORE)  # a starting deck and what was added to it
    e.upgrades += sum(name.endswith("+") for name in MORE)


EFFECTS: Mapping[str, Callable[[Expected, Mapping[str, Any]], None]] = {
    "add_card": _add_card,
    "add_random_card": _adds("deck"),
    "card_pick": _card_pick,
    "card_reward": _card_reward,
    "downgrade": _adds("upgrades", -1),
    "duplicate_deck": _duplicate,
    "enchant": _enchant,
    "end_run": lambda e, row: setattr(e, "state", "game_over"),
    "fight": lambda e, row: setattr(e, "state", "monster"),
    "gain_potion": _gain("potions"),
    "gain_relic": _gain("relics"),
    "gold": _gold,
    "goto": lambda e, row: setattr(e, "pages", {row["page"]}),
    "heal": lambda e, row: e.change_hp(e.number(row["n"])[0]),
    "leave": lambda e, row: None,
    "lose_hp": _lose_hp,
    "lose_potion": _lose_potion,
    "max_hp": _max_hp,
    "meta": lambda e, row: None,
    "random": _random,
    "remove_card": _adds("deck", -1),
    "rest_heal": lambda e, row: e.change_hp(e.max_hp * 3 // 10),
    "transform": lambda e, row: None,
    "upgrade": _upgrade,
    "var": lambda e, row: None,
}


def expected(event: str, page: str, option: str) -> Expected:
    """What the facts say that this button does."""
    row = fact(event)
    pages = {p["key"]: p for p in row["pages"]}
    button = next(o for o in pages[page]["options"] if o["key"] == option)
    found = Expected(row.get("vars", {}))
    for effect in button["effects"]:
        EFFECTS[effect["op"]](found, effect)
    if option == "PROCEED":
        found.state = "map"
    return found


def transformed(event: str, page: str, option: str) -> int:
    """How many cards the facts turn into others."""
    pages = {p["key"]: p for p in fact(event)["pages"]}
    button = next(o for o in pages[page]["options"] if o["key"] == option)
    return sum(int(effect["n"]) for effect in button["effects"] if effect["op"] == "transform")


def same(found: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Named ids in their numbers, and as many of no named id as "?" says."""
    named = {key: n for key, n in wanted.items() if key != "?" and n}
    rest = sum(n for key, n in found.items()) - sum(named.values())
    return all(found.get(key, 0) >= n for key, n in named.items()) and rest == wanted.get("?", 0)


@pytest.mark.parametrize(("event", "page", "option"), OPTIONS, ids=[" ".join(row) for row in OPTIONS])
def test_a_button_does_what_the_facts_say(event: str, page: str, option: str) -> None:
    """hp, max hp, gold, cards, upgrades, enchantments, relics, potions, what is offered, and where it leads."""
    wanted = expected(event, page, option)
    found: Change = change(with_button(event, page, option), option)
    assert found.state == wanted.state
    if wanted.state == "game_over":
        return
    assert wanted.hp[0] <= HP + found.hp <= wanted.hp[1]
    assert wanted.gold[0] <= GOLD + found.gold <= wanted.gold[1]
    assert (found.max_hp, found.deck, found.looks) == (wanted.max_hp - MAX_HP, wanted.deck, wanted.looks)
    assert {key: n for key, n in found.cards.items() if key in wanted.cards} == wanted.cards
    assert found.enchanted == wanted.enchanted
    assert same(found.relics, wanted.relics), (found.relics, wanted.relics)
    assert same(found.potions, wanted.potions), (found.potions, wanted.potions)
    turned = transformed(event, page, option)
    if turned:
        assert -sum(n for n in found.cards.values() if n < 0) == turned
    elif wanted.deck >= 0 and not wanted.looks:
        assert found.upgrades == wanted.upgrades
    if wanted.state == "event":
        assert found.page in wanted.pages


# Buttons whose gold is rolled: the least and the most they leave of 400, by hand.
ROLLED = {
    ("DENSE_VEGETATION", "TRUDGE_ON"): (461, 499),
    ("JUNGLE_MAZE_ADVENTURE", "SOLO_QUEST"): (535, 565),
    ("JUNGLE_MAZE_ADVENTURE", "JOIN_FORCES"): (435, 465),
    ("LOST_WISP", "SEARCH"): (445, 475),
    ("LUMINOUS_CHOIR", "OFFER_TRIBUTE"): (251, 300),
    ("SUNKEN_STATUE", "DIVE_INTO_WATER"): (501, 521),
    ("SUNKEN_TREASURY", "FIRST_CHEST"): (452, 467),
    ("SUNKEN_TREASURY", "SECOND_CHEST"): (703, 763),
    ("THIS_OR_THAT", "PLAIN"): (441, 468),
    ("WHISPERING_HOLLOW", "GOLD"): (356, 374),
}


@pytest.mark.parametrize("most", [0, 1])
@pytest.mark.parametrize(("event", "option"), sorted(ROLLED), ids=[" ".join(row) for row in sorted(ROLLED)])
def test_rolled_gold_reaches_both_ends_of_its_range(event: str, option: str, most: int) -> None:
    """The least and the most; a price is highest where the roll is."""
    low, high = ROLLED[event, option]
    left = GOLD + change(at_an_edge(with_button(event, "INITIAL", option), most), option).gold
    assert left == ((low, high) if low >= GOLD else (high, low))[most]


def test_no_button_is_left_out() -> None:
    """Every event is read from the facts here or tested by hand."""
    events = {event for event, _, _ in OPTIONS}
    known = {event for event in run_tables().events if not event.startswith("EMBEDDED_")}
    assert known - events == BY_HAND - (BY_HAND - known)
