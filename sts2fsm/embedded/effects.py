"""Run-side ops: numbers, relics, potions and the flow of events; and the table of all ops.

An op is a row of a table, `{"op": name, ...}`; each has one function, found by name in OPS. Ops on cards, on rewards,
of single events and of the ancients' relics are in effects_cards, effects_rewards, effects_events, effects_ancients.
"""

from __future__ import annotations

from sts2fsm.content.run_tables import Op

from . import ledger, offers
from .effects_ancients import ANCIENT_OPS
from .effects_cards import CARD_OPS
from .effects_events import EVENT_OPS
from .effects_offers import OFFER_OPS
from .effects_rewards import REWARD_OPS, rest_heal_amount
from .script import OpFn, Script
from .taking import take_relic


def _gold(script: Script, op: Op) -> None:
    amount = offers.amount_of(script.run, op["n"], script.vars)
    if amount >= 0:
        ledger.gain_gold(script.run, amount)
    else:
        ledger.lose_gold(script.run, -amount)


def _lose_hp(script: Script, op: Op) -> None:
    ledger.lose_hp(script.run, offers.amount_of(script.run, op["n"], script.vars))


def _heal(script: Script, op: Op) -> None:
    ledger.heal(script.run, offers.amount_of(script.run, op["n"], script.vars))


def _heal_share(script: Script, op: Op) -> None:
    ledger.heal(script.run, int(script.run.max_hp * op["share"]))


def _rest_heal(script: Script, _op: Op) -> None:
    ledger.heal(script.run, rest_heal_amount(script.world))


def _max_hp(script: Script, op: Op) -> None:
    ledger.change_max_hp(script.run, offers.amount_of(script.run, op["n"], script.vars))


def _max_hp_to(script: Script, op: Op) -> None:
    ledger.change_max_hp(script.run, op["n"] - script.run.max_hp)


def _var(script: Script, op: Op) -> None:
    script.vars[op["name"]] = script.vars[op["name"]] + op["add"]


def _potion_slots(script: Script, op: Op) -> None:
    ledger.change_potion_slots(script.run, op["n"])


def _gain_potion(script: Script, op: Op) -> None:
    for _ in range(op.get("n", 1)):
        _take_potion(script, op["id"])


def _potion_random(script: Script, op: Op) -> None:
    for _ in range(op["n"]):
        _take_potion(script, offers.random_potion(script.run, op.get("rarity")))


def _take_potion(script: Script, potion: str) -> None:
    picked = ledger.gain_potion(script.run, potion)
    script.run.history.here.add("potion_choices", {"choice": f"POTION.{potion}", "was_picked": picked})


def _fill_belt(script: Script, _op: Op) -> None:
    for _ in range(sum(p is None for p in script.run.potions)):
        _take_potion(script, offers.random_potion(script.run))


def _lose_potion(script: Script, op: Op) -> None:
    ledger.discard_potion(script.run, script.run.potions.index(op["id"]))


def _gain_relic(script: Script, op: Op) -> None:
    take_relic(script, op["id"], script.shown if isinstance(script.shown, str) else None)


def _relic_random(script: Script, op: Op) -> None:
    more = op.get("n", 1) - 1
    if more:
        script.push([{**op, "n": more}])
    banned = script.run.tables.odds["shop"]["not_sold"] if op.get("shop") else ()
    take_relic(script, script.run.bag.draw(op.get("rarity"), banned), wax=op.get("wax", False))


def _relic_one_of(script: Script, op: Op) -> None:
    take_relic(script, script.run.rng["events"].choice(op["ids"]))


def _relic_neow(script: Script, op: Op) -> None:
    more = op["n"] - 1
    if more:
        script.push([{**op, "n": more}])
    pool = script.run.tables.neow["positive"][script.run.build]
    known = script.run.content.relics
    held = {r.id for r in script.run.relics}
    take_relic(script, script.run.rng["neow"].choice([r for r in pool if r in known and r not in held]))


def _random(script: Script, op: Op) -> None:
    index = script.run.rng["events"].weighted([branch["w"] for branch in op["odds"]])
    script.push(op["odds"][index]["then"])


def _page(script: Script, op: Op) -> None:
    script.world.event_room.next_page = op["page"]


def _leave(script: Script, _op: Op) -> None:
    script.world.event_room.next_page = ""


def _fight(script: Script, op: Op) -> None:
    script.world.event_room.start_fight(op)


def _crystal(script: Script, op: Op) -> None:
    script.wait()
    script.world.open_crystal(op["clicks"], script.resume)


OPS: dict[str, OpFn] = {
    "gold": _gold,
    "lose_hp": _lose_hp,
    "heal": _heal,
    "heal_share": _heal_share,
    "rest_heal": _rest_heal,
    "max_hp": _max_hp,
    "max_hp_to": _max_hp_to,
    "var": _var,
    "potion_slots": _potion_slots,
    "gain_potion": _gain_potion,
    "potion_random": _potion_random,
    "fill_belt": _fill_belt,
    "lose_potion": _lose_potion,
    "gain_relic": _gain_relic,
    "relic_random": _relic_random,
    "relic_one_of": _relic_one_of,
    "relic_neow": _relic_neow,
    "random": _random,
    "page": _page,
    "leave": _leave,
    "fight": _fight,
    "crystal_sphere": _crystal,
    **CARD_OPS,
    **OFFER_OPS,
    **REWARD_OPS,
    **EVENT_OPS,
    **ANCIENT_OPS,
}
