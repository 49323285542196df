"""Rewards made outside fights: reward screens, card rewards, a choice of relics."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sts2fsm.content.run_tables import Op

from . import ledger, offers
from .run_cards import DeckCard
from .screens import RelicChoice, Reward, Rewards
from .script import OpFn, Script
from .taking import gain_relic

if TYPE_CHECKING:
    from .world import World


def rest_heal_amount(world: World) -> int:
    """What resting heals: a share of max hp plus relics."""
    run = world.live_run
    extra: int = sum(n for _, n in run.hooks("rest_heal_add"))
    return int(run.max_hp * run.tables.odds["rest_heal"]) + extra


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
    pool = "other" if kind == "card_other" else "every" if run.has_hook("every_pool") else "character"
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
        return  # drunk or thrown away meanwhile
    rarity = script.run.content.potions[potion].rarity
    card_rarity = {"Event": "Rare", "Token": "Common"}.get(rarity, rarity)
    types = ["Attack", "Skill"] if card_rarity == "Common" else ["Attack", "Skill", "Power"]
    ledger.discard_potion(script.run, slot)
    kind = script.run.rng["events"].choice(types)
    script.push([{"op": "card_reward", "n": 1, "rarity": card_rarity, "type": kind, "upgraded": True}])


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


REWARD_OPS: dict[str, OpFn] = {
    "relic_choice": _relic_choice,
    "reward_screen": _reward_screen,
    "card_reward": _card_reward,
    "potion_for_card": _potion_for_card,
}
