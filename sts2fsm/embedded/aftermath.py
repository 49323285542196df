"""After a fight: what lasts is written back to the run, and the rewards come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import Op
from sts2fsm.rules.setup import CombatResult

from . import delays, ledger, offers, relics_after
from .effects_rewards import make_reward, open_rewards
from .run_cards import DeckCard
from .screens import Reward
from .script import run_ops

if TYPE_CHECKING:
    from .room_combat import CombatRoom
    from .run import Run


def settle(room: CombatRoom, result: CombatResult) -> None:
    """Write the result back, then lead on: to game over when lost, else to the rewards after a moment."""
    run = room.run
    _hp(run, result)
    run.potions = list(result.potions)
    _relics(run, result)
    if result.gold_delta > 0:
        ledger.gain_gold(run, result.gold_delta)
    elif result.gold_delta < 0:
        ledger.lose_gold(run, -result.gold_delta, "gold_stolen")
    for kind, data in result.deck_changes:
        _DECK[kind](room, data)
    _fade(run)
    if result.outcome == "lost":
        room.world.end_run(won=False, killed_by=room.encounter)
        return
    if result.killed and room.event_rewards is not None:
        room.prize = tuple(room.event_rewards.get("on_win", ()))
    if result.outcome == "won":
        relics_after.won(run, room.kind)
    room.rewards = _items(room, result)
    room.world.after(delays.COMBAT_END, lambda: show_rewards(room))


def _hp(run: Run, result: CombatResult) -> None:
    counts = run.history.here.counts
    change = result.max_hp - run.max_hp
    counts["max_hp_gained" if change >= 0 else "max_hp_lost"] += abs(change)
    if result.hp < run.hp:
        counts["damage_taken"] += run.hp - result.hp
    else:
        counts["hp_healed"] += result.hp - run.hp
    run.hp, run.max_hp = result.hp, result.max_hp


def _relics(run: Run, result: CombatResult) -> None:
    """Counters that the fight moved; relics keep their order."""
    for relic, after in zip(run.relics, result.relics, strict=False):
        if relic.id == after.id and after.counter >= 0:
            relic.counter = after.counter


def _add(room: CombatRoom, spec: Any) -> None:
    card = DeckCard(spec.id, spec.upgrades, room.run.floor, spec.enchantment)
    ledger.add_card(room.run, card)


def _remove(room: CombatRoom, index: int) -> None:
    ledger.remove_card(room.run, room.deck[index])


def _upgrade(room: CombatRoom, index: int) -> None:
    ledger.upgrade_card(room.run, room.deck[index])


def _counter(room: CombatRoom, data: tuple[int, str, int]) -> None:
    index, name, value = data
    counters = {**dict(room.deck[index].counters), name: value}
    room.deck[index].counters = tuple(sorted(counters.items()))


_DECK: Mapping[str, Callable[[CombatRoom, Any], None]] = {
    "add": _add,
    "remove": _remove,
    "upgrade": _upgrade,
    "counter": _counter,
}


def _fade(run: Run) -> None:
    """Cards that leave the deck after some fights."""
    limits = run.tables.odds["cards_gone_after_fights"]
    for card in [c for c in run.deck if c.id in limits]:
        fights = dict(card.counters).get("fights", 0) + 1
        card.counters = (("fights", fights),)
        if fights >= limits[card.id]:
            ledger.remove_card(run, card)


def show_rewards(room: CombatRoom) -> None:
    """The rewards screen with what is left of them; a fight that pays nothing leads straight on, or to what its event
    gives."""
    if room.rewards is None:
        run_ops(room.world, room.prize, lambda: _leave(room))
        room.prize = ()
        return
    open_rewards(room.world, room.rewards, lambda: _leave(room), terminal=True)


def _leave(room: CombatRoom) -> None:
    if room.kind == "boss":
        room.world.boss_beaten()
    else:
        room.world.open_map()


def _items(room: CombatRoom, result: CombatResult) -> list[Reward] | None:
    """The rewards in screen order: gold, potion, relics, cards. None: the fight pays nothing."""
    run = room.run
    op = room.event_rewards
    if (op is not None and op["rewards"] == "none") or (room.kind == "boss" and run.last_act and run.complete):
        return None  # the last act's bosses pay nothing (histories; unsure for the first of two)
    items: list[Reward] = []
    gold = op["gold"] if op is not None and "gold" in op else offers.room_gold(run, room.kind)
    present = len(result.killed) + len(result.escaped)
    if present and result.escaped:
        gold = gold * len(result.killed) // present
    gold += sum(n for _, n in run.hooks("combat_gold")) + sum(n for kind, n in result.rewards if kind == "gold")
    if gold:
        items.append(Reward("gold", amount=gold))
    potions = [data for kind, data in result.rewards if kind == "potion"]
    if offers.rolls_potion(run, room.kind) or "full_belt_claim" in room.world.faults.names:
        potions.insert(0, offers.random_potion(run))
    potions += [offers.random_potion(run) for extra in _extras(room, "potion_random") for _ in range(extra["n"])]
    items += [Reward("potion", potion) for potion in potions]
    items += [Reward("relic", relic) for relic in _relic_rewards(room, result)]
    items += _card_rewards(room, result)
    for extra in _extras(room, "card_reward"):
        items.append(Reward("special_card", extra["fixed"], cards=[DeckCard(extra["fixed"], 0, run.floor)]))
    return items


def _extras(room: CombatRoom, op: str) -> list[Op]:
    return [extra for extra in (room.event_rewards or {}).get("extra", ()) if extra["op"] == op]


def _relic_rewards(room: CombatRoom, result: CombatResult) -> list[str]:
    run = room.run
    count = (room.kind == "elite") + sum(kind == "relic" for kind, _ in result.rewards)
    if room.kind in ("boss", "elite"):
        count += sum(n for _, n in run.hooks(f"{room.kind}_relics") if room.kind == "elite" or run.act_no == 1)
    for relic, (fights, number) in run.hooks("fights_relics"):
        relic.counter = (relic.counter or 0) + 1
        if relic.counter == fights:
            count += number
    relics = [run.bag.draw() for _ in range(count)]
    relics += [run.bag.draw(extra.get("rarity")) for extra in _extras(room, "relic_random")]
    relics += [extra["id"] for extra in _extras(room, "gain_relic")]
    return relics


def _card_rewards(room: CombatRoom, result: CombatResult) -> list[Reward]:
    run = room.run
    count = run.tables.odds["cards_per_reward"]
    unhurt = not run.history.here.counts["damage_taken"]
    extra: list[DeckCard] = []
    for relic, every in run.hooks("extra_power_every"):
        relic.counter = (relic.counter or 0) + 1
        if relic.counter % every == 0:
            extra += offers.offer_cards(run, 1, type="Power", room=room.kind)
    rewards = []
    number = 1 + sum(kind == room.kind for _, kind in run.hooks("extra_card_reward"))
    number += sum(kind == "card" for kind, _ in result.rewards)
    rarities = [r.rule.hooks.get("extra_card_rarity") for r, k in run.hooks("extra_card_reward") if k == room.kind]
    for index in range(number):
        if index == 0 and run.has_hook("colorless_rewards"):
            reward = make_reward(room.world, "card")
            rewards.append(reward)
            continue
        rarity = rarities[index - 1] if 0 < index <= len(rarities) else None
        pool = "every" if run.has_hook("every_pool") else "character"

        def made(rarity: str | None = rarity, pool: str = pool) -> list[DeckCard]:
            return offers.offer_cards(run, count, pool, room=room.kind, rarity=rarity)

        reward = Reward("card", cards=offers.dress_reward(run, made() + (extra if index == 0 else []), unhurt))
        if run.has_hook("reroll_cards"):
            reward.reroll = lambda made=made: offers.dress_reward(run, made(), unhurt)
        rewards.append(reward)
    return rewards
