"""Named event functions of powers, for what a table row can't say: fn(combat, owner, power, event).

Hit events are (dealer, target, hp lost, blocked, powered, card); card events the card; on_power_applied (applier,
target, id, amount).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, damage, effects, monsterfns, monsters, orbs, silentpowers
from .state import PLAYED_STARTED, CardInst, Combat, Creature, Power


def _thorns(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    dealer = event[0]
    if event[4] and dealer is not None and dealer.alive and dealer is not owner:
        damage.hit(c, owner, dealer, damage.raw_value(c, dealer, power.amount), False)


def _slippery_spent(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] >= 1:
        effects.change_amount(owner, power, -1)


def _slippery_spent_any(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] + event[3] >= 1:
        effects.change_amount(owner, power, -1)


def _plow(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] < 1 or owner.hp > power.amount:
        return
    owner.powers.pop("STRENGTH_POWER", None)
    effects.remove_power(c, owner, power)
    monsters.force(c, owner, "STUN_MOVE")


def _inferno(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] >= 1 and c.side == "player":
        effects.hit_all(c, power.amount, owner)


def _rupture(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] < 1 or c.side != "player":
        return
    card = event[5]
    if card is not None and any(x.uid == card.uid for x in c.play):
        effects.set_state(owner, power, (power.state or 0) + power.amount)
    else:
        effects.apply_power(c, owner, "STRENGTH_POWER", power.amount, owner)


def _rupture_pays(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        effects.set_state(owner, power, 0)
        effects.apply_power(c, owner, "STRENGTH_POWER", power.state, owner)


def _gambit(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[2] >= 1:
        effects.remove_power(c, owner, power)
        damage.die(c, owner)


def _owned_by(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    applier = event[0]
    effects.set_state(owner, power, applier.combat_id if applier is not None else None)


def _gone_with_applier(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state is not None and event[0].combat_id == power.state:
        effects.remove_power(c, owner, power)


def _infested(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is not owner:
        return
    for n in range(1, 5):
        monsters.join(c, "WRIGGLER", f"wriggler{n}", "SPAWNED_MOVE")


def _illusion_applied(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if "MINION_POWER" not in owner.powers:
        effects.apply_power(c, owner, "MINION_POWER", 1, owner)


def _illusion_death(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is owner:
        monsters.force(c, owner, "REVIVE_MOVE")


def _vicious(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    applier, _, power_id, amount = event
    if applier is owner and power_id == "VULNERABLE_POWER" and amount > 0:
        cards.draw(c, power.amount)


def _temp_end(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    assert power.code.temp is not None
    inner, sign = power.code.temp
    owner.powers.pop(power.key_name, None)
    shift(c, owner, inner, -sign * power.amount)


def shift(c: Combat, owner: Creature, power_id: str, delta: int) -> None:
    """Changes a power's amount with no reactions (what gives temporary powers back)."""
    held = owner.powers.get(power_id)
    if held is not None:
        effects.change_amount(owner, held, delta)
    elif delta and (delta > 0 or c.code.powers[power_id].negative):
        c.put(owner, Power(power_id, delta, c.code.powers[power_id]))


def _count_down(start: int) -> Callable[[Combat, Creature, Power, Any], None]:
    def begin(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        effects.set_state(owner, power, start)

    return begin


def _skip_if_enemy(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if not owner.is_player:
        effects.set_state(owner, power, 1)


def _ritual(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        effects.set_state(owner, power, None)
    else:
        effects.apply_power(c, owner, "STRENGTH_POWER", power.amount, owner)


def _automation(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    left = power.state - 1
    effects.set_state(owner, power, left or 10)
    if not left:
        effects.gain_energy(c, power.amount)


def _panache(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    left = power.state - 1
    effects.set_state(owner, power, left or 5)
    if not left:
        effects.hit_all(c, power.amount, owner)


def _embrace_ethereal(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, (power.state or 0) + 1)


def _embrace_pays(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        effects.set_state(owner, power, None)
        cards.draw(c, power.amount * power.state)


def _poison(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    times = min(power.amount, 1 + sum(o.amount("ACCELERANT_POWER") for o in ([] if owner.is_player else [c.player])))
    for _ in range(times):
        held = owner.powers.get(power.key_name)
        if held is None or not owner.alive:
            return
        damage.lose_hp(c, owner, held.amount)
        if owner.alive and power.key_name in owner.powers:
            effects.change_amount(owner, owner.powers[power.key_name], -1)


def _strangle(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state != c.turn_stats[PLAYED_STARTED]:
        damage.lose_hp(c, owner, power.amount)


def _this_play(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, c.turn_stats[PLAYED_STARTED])


def _confused(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if event.code.cost >= 0 and not event.code.x_cost:
        cards.replace(c, event.with_(cost_fight=c.rng.between(0, 3)))


def _spend_latched(c: Combat, owner: Creature, power: Power, latched: int) -> None:
    effects.change_amount(owner, power, -latched)


def _spend_one(c: Combat, owner: Creature, power: Power, latched: int) -> None:
    effects.change_amount(owner, power, -1)


def _drum(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    for _ in range(power.amount):
        if not c.draw and c.discard:
            cards.shuffle_in(c)
        if c.draw:
            cards.exhaust(c, c.draw[-1])


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    **orbs.EVENTS,
    **silentpowers.EVENTS,
    "thorns": _thorns,
    "slippery": _slippery_spent,
    "slippery_any": _slippery_spent_any,
    "plow": _plow,
    "inferno": _inferno,
    "rupture": _rupture,
    "rupture_pays": _rupture_pays,
    "gambit": _gambit,
    "owned_by": _owned_by,
    "gone_with_applier": _gone_with_applier,
    "infested": _infested,
    "illusion_applied": _illusion_applied,
    "illusion_death": _illusion_death,
    "vicious": _vicious,
    "temp_end": _temp_end,
    "count_from_10": _count_down(10),
    "count_from_6": _count_down(6),
    "count_from_5": _count_down(5),
    "zero": _count_down(0),
    "skip_if_enemy": _skip_if_enemy,
    "ritual": _ritual,
    "automation": _automation,
    "panache": _panache,
    "embrace_ethereal": _embrace_ethereal,
    "embrace_pays": _embrace_pays,
    "poison": _poison,
    "strangle": _strangle,
    "this_play": _this_play,
    "confused": _confused,
    "spend_latched": _spend_latched,
    "spend_one": _spend_one,
    "drum": _drum,
    **monsterfns.EVENTS,
}
