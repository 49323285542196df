"""Run-side ops: numbers, relics, potions and the flow of events. Ops on cards are in effects_cards.py.

An op is a row of a table, `{"op": name, ...}`; each has one function here, found by name in OPS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import Op

from . import ledger, offers
from .effects_cards import CARD_OPS
from .run_cards import DeckCard
from .screens import RelicChoice, Reward, Rewards
from .script import OpFn, Script

if TYPE_CHECKING:
    from .world import World


def run_ops(
    world: World,
    ops: Sequence[Op],
    done: Callable[[], None] | None = None,
    variables: dict[str, int] | None = None,
    shown: Any = None,
) -> Script:
    """Start a script; `variables` and `shown` are those of an event's page."""
    script = Script(world, OPS, done)
    if variables is not None:
        script.vars = variables
    script.shown = shown
    script.push(ops)
    script.advance()
    return script


def gain_relic(world: World, relic_id: str, done: Callable[[], None] | None = None) -> None:
    """Take a relic: it is held at once, then its pickup effects run (they may open screens)."""
    run = world.live_run
    relic = run.make_relic(relic_id)
    run.relics.append(relic)
    run.bag.remove(relic_id)
    run.history.here.add("relic_choices", {"choice": f"RELIC.{relic_id}", "was_picked": True})
    run_ops(world, relic.rule.pickup, done)


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


def rest_heal_amount(world: World) -> int:
    """What resting heals: a share of max hp plus relics."""
    run = world.live_run
    extra: int = sum(n for _, n in run.hooks("rest_heal_add"))
    return int(run.max_hp * run.tables.odds["rest_heal"]) + extra


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


def _relic(script: Script, relic_id: str) -> None:
    script.wait()
    gain_relic(script.world, relic_id, script.resume)


def _gain_relic(script: Script, op: Op) -> None:
    _relic(script, op["id"])


def _relic_random(script: Script, op: Op) -> None:
    more = op.get("n", 1) - 1
    if more:
        script.push([{**op, "n": more}])
    _relic(script, script.run.bag.draw(op.get("rarity")))


def _relic_one_of(script: Script, op: Op) -> None:
    _relic(script, script.run.rng["events"].choice(op["ids"]))


def _relic_neow(script: Script, op: Op) -> None:
    more = op["n"] - 1
    if more:
        script.push([{**op, "n": more}])
    pool = script.run.tables.neow["positive"][script.run.build]
    known = script.run.content.relics
    held = {r.id for r in script.run.relics}
    _relic(script, script.run.rng["neow"].choice([r for r in pool if r in known and r not in held]))


def _relic_choice(script: Script, op: Op) -> None:
    """Choose one of several relics on a relic_select screen, or skip."""
    relics = [script.run.bag.draw() for _ in range(op["of"])]

    def done(relic_id: str | None) -> None:
        for other in relics:
            if other != relic_id:
                script.run.history.here.add("relic_choices", {"choice": f"RELIC.{other}", "was_picked": False})
        if relic_id is None:
            script.resume()
        else:
            gain_relic(script.world, relic_id, script.resume)

    script.wait()
    script.world.open(RelicChoice(script.world.now, relics, can_skip=True, done=done))


def open_rewards(world: World, items: list[Reward], done: Callable[..., None], terminal: bool = False) -> None:
    """Show a rewards screen; `done()` when it is left or emptied."""
    world.open(Rewards(world.now, items, terminal, done))


def make_reward(world: World, kind: str) -> Reward:
    """A reward item of a kind: card, card_other, potion, relic."""
    run = world.live_run
    if kind == "potion":
        return Reward("potion", offers.random_potion(run))
    if kind == "relic":
        return Reward("relic", run.bag.draw())
    pool = "other" if kind == "card_other" else "character"
    if run.has_hook("colorless_rewards") and pool == "character":
        return Reward("card", cards=offers.dress_reward(run, _with_colorless(world)))
    count = run.tables.odds["cards_per_reward"]
    return Reward("card", cards=offers.dress_reward(run, offers.offer_cards(run, count, pool)))


def _with_colorless(world: World) -> list[DeckCard]:
    """Dingy Rug: colorless cards may come in rewards too; unsure: one of the three, by chance of a third."""
    run = world.live_run
    count = run.tables.odds["cards_per_reward"]
    extra = 1 if run.rng["rewards"].below(3) == 0 else 0
    return offers.offer_cards(run, count - extra) + offers.offer_cards(run, extra, "Colorless", uniform=True)


def _reward_screen(script: Script, op: Op) -> None:
    items = [make_reward(script.world, kind) for kind in op["items"]]
    script.wait()
    open_rewards(script.world, items, script.resume)


def _card_reward(script: Script, op: Op) -> None:
    if "fixed" in op:
        items = [Reward("special_card", op["fixed"], cards=[DeckCard(op["fixed"], 0, script.run.floor)])]
    else:
        items = [Reward("card", cards=_offer(script, op)) for _ in range(op["n"])]
    script.wait()
    open_rewards(script.world, items, script.resume)


def _offer(script: Script, op: Op) -> list[DeckCard]:
    cards = offers.offer_cards(
        script.run,
        op.get("choices", 3),
        op.get("pool", "character"),
        rarity=op.get("rarity"),
        type=op.get("type"),
        upgraded=op.get("upgraded", False),
        upgrade_roll=op.get("upgrade_roll", True),
        uniform=op.get("odds") == "uniform",
    )
    return offers.dress_reward(script.run, cards)


def _potion_for_card(script: Script, _op: Op) -> None:
    """The Future of Potions: the shown potion buys an upgraded card reward of its rarity and of a rolled type."""
    slot: int = script.shown
    potion = script.run.potions[slot]
    if potion is None:
        return  # sent twice: the potion is gone already
    rarity = script.run.content.potions[potion].rarity
    card_rarity = {"Event": "Rare", "Token": "Common"}.get(rarity, rarity)
    types = ["Attack", "Skill"] if card_rarity == "Common" else ["Attack", "Skill", "Power"]
    ledger.discard_potion(script.run, slot)
    kind = script.run.rng["events"].choice(types)
    script.push([{"op": "card_reward", "n": 1, "rarity": card_rarity, "type": kind, "upgraded": True}])


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
    "relic_choice": _relic_choice,
    "reward_screen": _reward_screen,
    "card_reward": _card_reward,
    "potion_for_card": _potion_for_card,
    "random": _random,
    "page": _page,
    "leave": _leave,
    "fight": _fight,
    "crystal_sphere": _crystal,
    **CARD_OPS,
}
