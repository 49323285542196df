"""Ops of single events: shown potions and relics, the conveyor's dishes, lost cards, the end of the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sts2fsm.content.run_tables import Op

from . import ledger
from .conditions import holds, tradable
from .script import OpFn, Script
from .taking import lose_relic, take_relic


def _kept(script: Script) -> dict[str, Any]:
    return script.world.event_room.kept


def _show_potion(script: Script, _op: Op) -> None:
    """A random held potion; none: the option that wants it stays locked."""
    run, room = script.run, script.world.event_room
    slots = [i for i, p in enumerate(run.potions) if p is not None]
    if slots:
        slot = run.rng["events"].choice(slots)
        room.kept["potion"] = (slot, run.potions[slot])
        room.words["potion"] = run.content.potions[str(run.potions[slot])].name


def _show_relics(script: Script, op: Op) -> None:
    run, room = script.run, script.world.event_room
    able = tradable(run)
    picked = run.rng["events"].sample(able, min(op["n"], len(able)))
    room.kept["relics"] = picked
    if picked:
        room.kept["relic"] = picked[0]
        room.words["relic"] = run.content.relics[picked[0].id].name


def _show_offers(script: Script, op: Op) -> None:
    run = script.run
    banned = run.tables.odds["shop"]["not_sold"] if op.get("shop") else ()
    _kept(script)["offers"] = [run.bag.draw(op.get("rarity"), banned) for _ in range(op["n"])]


def _lose_shown_potion(script: Script, _op: Op) -> None:
    slot, potion = _kept(script)["potion"]
    if script.run.potions[slot] == potion:  # it may have been drunk meanwhile
        ledger.discard_potion(script.run, slot)


def _lose_shown_relic(script: Script, _op: Op) -> None:
    lose_relic(script.run, _kept(script)["relic"])


def _trade_relic(script: Script, op: Op) -> None:
    lose_relic(script.run, _kept(script)["relics"][op["place"]])
    _gain_offer(script, op)


def _gain_offer(script: Script, op: Op) -> None:
    take_relic(script, _kept(script)["offers"][op["place"]])


def _lose_card(script: Script, op: Op) -> None:
    held = [c for c in script.run.deck if c.id == op["id"]]
    for card in held if op["n"] == "all" else held[: op["n"]]:
        ledger.remove_card(script.run, card)


def _branch(script: Script, op: Op) -> None:
    met = all(holds(script.run, tuple(c), script.vars) for c in op["if"])
    script.push(op["then" if met else "else"])


def _end_run(script: Script, op: Op) -> None:
    won = op["result"] == "win"
    script.world.end_run(won=won, event="" if won else script.world.event_room.event_id)


def _dish(script: Script) -> Mapping[str, Any]:
    dish: Mapping[str, Any] = _kept(script)["dish"]
    return dish


def _roll_dish(script: Script, _op: Op) -> None:
    """The next dish by weight, never the last one again; each fifth is the salad."""
    room, run = script.world.event_room, script.run
    more = room.event.more
    script.vars["rolls"] += 1
    last = room.kept.get("dish")
    able = [
        d
        for d in more["dishes"]
        if d["w"] and d is not last and all(holds(run, tuple(c), script.vars) for c in d.get("if", ()))
    ]
    dish = able[run.rng["events"].weighted([d["w"] for d in able])]
    if script.vars["rolls"] % more["salad_every"] == 0:
        dish = next(d for d in more["dishes"] if not d["w"])
    room.kept["dish"] = dish
    room.words["dish"] = dish["name"]


def _dish_price(script: Script, op: Op) -> None:
    if not _dish(script).get("free"):
        ledger.lose_gold(script.run, op["n"])


def _do_dish(script: Script, _op: Op) -> None:
    script.push(_dish(script)["do"])


def _wongo(script: Script, op: Op) -> None:
    """Customer points, kept across runs; each full score brings the badge."""
    score, badge = script.run.tables.odds["wongo_badge"]
    before = script.world.wongo_points
    script.world.wongo_points = before + op["add"]
    if before // score < script.world.wongo_points // score:
        take_relic(script, badge)


EVENT_OPS: dict[str, OpFn] = {
    "show_potion": _show_potion,
    "show_relics": _show_relics,
    "show_offers": _show_offers,
    "lose_shown_potion": _lose_shown_potion,
    "lose_shown_relic": _lose_shown_relic,
    "trade_relic": _trade_relic,
    "gain_offer": _gain_offer,
    "lose_card": _lose_card,
    "branch": _branch,
    "end_run": _end_run,
    "roll_dish": _roll_dish,
    "dish_price": _dish_price,
    "do_dish": _do_dish,
    "wongo": _wongo,
}
