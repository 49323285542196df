"""Named functions of powers that act when someone dies: bodies that come back, heirs, loot, stolen stats.

Deaths are (the dead, its killer); on_power_applied is (applier, target, id, amount).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import effects, monsters
from .state import Combat, Creature, Power

SECOND_FORM = 200  # least max hp of a Test Subject that died once
ENDLESS = 999999999  # hp of a Waterfall Giant about to blow


def _ravenous(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is not owner and owner.alive:
        monsters.stun(c, owner)
        effects.apply_power(c, owner, "STRENGTH_POWER", power.amount, owner)


def _crab_rage(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is not owner and owner.alive:
        effects.remove_power(c, owner, power)
        effects.apply_power(c, owner, "STRENGTH_POWER", 6, owner)
        effects.gain_block(c, owner, 99)


def _adaptable(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is owner:
        monsters.force(c, owner, "RESPAWN_MOVE")


def _adaptable_seen(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    owner.memory["respawns"] = int(owner.max_hp >= SECOND_FORM)


def _reattach(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is owner:
        monsters.force(c, owner, "DEAD_MOVE")


def _eruption(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """Its owner does not fall: it holds out with endless hp and blows up next turn."""
    if event[0] is owner:
        owner.alive = True
        owner.hp = owner.max_hp = ENDLESS
        owner.powers = {power.key_name: power}
        monsters.force(c, owner, "ABOUT_TO_BLOW_MOVE")


def _stock(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is not owner:
        return
    fresh = monsters.join(c, owner.id, owner.slot, "BOOT_UP_MOVE", near=owner.combat_id)
    held = fresh.powers.get(power.key_name)
    if held is not None:
        effects.change_amount(fresh, held, power.amount - 1 - held.amount)
    fresh.memory["lost_stock"] = owner.memory.get("lost_stock", 0) + 1


def _surprise(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is not owner:
        return
    thievery = owner.powers.get("THIEVERY_POWER")
    stolen = thievery.state or 0 if thievery is not None else 0
    monsters.join(c, "SNEAKY_GREMLIN", "", "SPAWNED_MOVE", near=owner.combat_id)
    fat = monsters.join(c, "FAT_GREMLIN", "", "SPAWNED_MOVE", near=owner.combat_id)
    effects.apply_power(c, fat, "HEIST_POWER", stolen, fat)


def _heist(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[0] is owner:
        c.rewards = (*c.rewards, ("gold", power.amount))


def _swipe(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """The thief is dead: the stolen card comes back to the deck."""
    if event[0] is owner:
        c.deck_changes = tuple(change for change in c.deck_changes if change != ("remove", power.state))


def _possess(power_id: str) -> Callable[[Combat, Creature, Power, Any], None]:
    def steal(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        applier, target, given, amount = event
        if applier is owner and given == power_id and target.is_player and amount < 0:
            effects.set_state(owner, power, (power.state or 0) - amount)

    return steal


def _give_back(power_id: str) -> Callable[[Combat, Creature, Power, Any], None]:
    def pay(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        if event[0] is owner:
            effects.apply_power(c, c.player, power_id, power.state or 0, None)

    return pay


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "ravenous": _ravenous,
    "crab_rage": _crab_rage,
    "adaptable": _adaptable,
    "adaptable_seen": _adaptable_seen,
    "reattach": _reattach,
    "eruption": _eruption,
    "stock": _stock,
    "surprise": _surprise,
    "heist": _heist,
    "swipe": _swipe,
    "possess_strength": _possess("STRENGTH_POWER"),
    "possess_dexterity": _possess("DEXTERITY_POWER"),
    "give_strength_back": _give_back("STRENGTH_POWER"),
    "give_dexterity_back": _give_back("DEXTERITY_POWER"),
}
