"""The primitives that change creatures: block, powers, healing, energy. Each includes the hooks it sets off."""

from __future__ import annotations

from typing import Any

from . import damage, engine
from .enchant import block_add
from .state import BLOCK_GAINS, DOOM_GIVEN, LAST_BLOCK_PLAY, PLAYED_STARTED, PLAYER, CardInst, Combat, Creature, Power

BLOCK_MAX = 999
GIVEN_STATS = {"DOOM_POWER": DOOM_GIVEN}  # powers whose giving is counted in a turn


def block_value(c: Combat, owner: Creature, base: int, card: CardInst | None) -> int:
    """Powered block (of a card or a move): base, enchantment, additive, multiplicative, cut toward zero."""
    num, den = base, 1
    if card is not None and card.enchantment is not None:
        num += block_add(card)
    for power in owner.powers.values():
        code = power.code
        if code.block_add is not None:
            num += code.block_add(c, owner, power, card)
    for power in owner.powers.values():
        code = power.code
        if code.block_mul is not None:
            top, bottom = code.block_mul(c, owner, power, card)
            num *= top
            den *= bottom
    if owner.is_player:
        for index, fn in c.relic_hooks.get("block_mul", ()):
            top, bottom = fn(c, index, c.relics[index], card)
            num *= top
            den *= bottom
    return max(0, num // den) if num > 0 else 0


def gain_block(c: Combat, owner: Creature, amount: int, card: CardInst | None = None) -> None:
    """Adds block that is already through the pipeline, up to 999."""
    if amount <= 0 or not owner.alive:
        return
    owner.block = min(BLOCK_MAX, owner.block + amount)
    if owner.is_player:
        stats = c.turn_stats
        if card is not None and (stats[LAST_BLOCK_PLAY] != stats[PLAYED_STARTED] or not stats[BLOCK_GAINS]):
            stats[BLOCK_GAINS] += 1
            stats[LAST_BLOCK_PLAY] = stats[PLAYED_STARTED]
        engine.fire_on(c, owner, "on_block_gained", (None, amount, card))


def gain_raw_block(c: Combat, owner: Creature, amount: int) -> None:
    """Adds unpowered block: only powers that don't ask where it comes from (Shadowmeld) change it."""
    for power in owner.powers.values():
        if "any_block" in power.code.marks and power.code.block_mul is not None:
            top, bottom = power.code.block_mul(c, owner, power, None)
            amount = amount * top // bottom
    gain_block(c, owner, amount)


def apply_power(
    c: Combat, target: Creature, power_id: str, amount: int, applier: Creature | None, state: Any = None
) -> None:
    """Puts `amount` of a power on a creature. Artifact, relics, temporary powers and reactions included. 0 does
    nothing."""
    if amount == 0 or not target.alive:
        return
    code = c.code.powers[power_id]
    debuff = code.is_debuff(amount)
    if applier is not None and applier.is_player:
        for index, fn in c.relic_hooks.get("power_given", ()):
            amount = fn(c, index, c.relics[index], (target, power_id, amount))
    if debuff:
        artifact = target.powers.get("ARTIFACT_POWER")
        if artifact is not None:
            change_amount(target, artifact, -1)
            return
    if target.is_player:
        for index, fn in c.relic_hooks.get("power_received", ()):
            amount = fn(c, index, c.relics[index], (power_id, amount))
        if amount == 0:
            return
    if code.temp is not None:
        inner, sign = code.temp
        apply_power(c, target, inner, amount * sign, applier)
    key = power_id
    if code.instanced and power_id in target.powers:
        n = 2
        while f"{power_id}#{n}" in target.powers:
            n += 1
        key = f"{power_id}#{n}"
    old = target.powers.get(key)
    if old is None:
        skip = target.is_player and code.type == "Debuff"
        fresh = Power(power_id, amount, code, state, skip, key)
        start_state = code.hooks.get("initial_state")
        c.put(target, fresh)
        if start_state is not None:
            start_state(c, target, fresh, None)
        hook = code.hooks.get("on_applied")
    else:
        change_amount(target, old, amount)
        hook = code.hooks.get("on_restacked")
    if hook is not None and key in target.powers:
        hook(c, target, target.powers[key], (applier, amount))
    if power_id in GIVEN_STATS and applier is not None and applier.is_player and not target.is_player:
        c.turn_stats[GIVEN_STATS[power_id]] += 1
    if amount > 0 or debuff:
        engine.fire(c, "on_power_applied", (applier, target, power_id, amount))


def change_amount(owner: Creature, power: Power, delta: int) -> None:
    """Adds to a power's amount; removes it at 0 (below 0 too, unless it may be negative)."""
    amount = power.amount + delta
    if amount == 0 or (amount < 0 and not power.code.negative):
        owner.powers.pop(power.key_name, None)
    else:
        owner.powers[power.key_name] = power.with_amount(amount)


def set_state(owner: Creature, power: Power, state: Any) -> None:
    """Changes a power's private state."""
    now = owner.powers.get(power.key_name)
    if now is not None:
        owner.powers[power.key_name] = now.with_state(state)


def remove_power(c: Combat, owner: Creature, power: Power) -> None:
    """Takes a power off and runs its on_removed hook."""
    if owner.powers.pop(power.key_name, None) is None:
        return
    hook = power.code.hooks.get("on_removed")
    if hook is not None:
        hook(c, owner, power, None)


def heal(c: Combat, target: Creature, amount: int) -> None:
    """Heals up to max hp; hooks of hp changes included."""
    if amount > 0 and target.alive:
        target.hp = min(target.max_hp, target.hp + amount)
        if target.is_player:
            engine.fire_on(c, target, "on_hp_changed", None)


def change_max_hp(c: Combat, target: Creature, amount: int) -> None:
    """Raises (hp rises too) or lowers max hp; never below 1."""
    target.max_hp = max(1, target.max_hp + amount)
    if amount > 0:
        target.hp += amount
    target.hp = min(target.hp, target.max_hp)


def gain_energy(c: Combat, amount: int) -> None:
    """Adds energy (negative: takes, not below 0). Powers may forbid gains."""
    if amount > 0 and any("no_energy_gain" in p.code.marks for p in c.player.powers.values()):
        return
    c.energy = max(0, c.energy + amount)


def random_enemy(c: Combat) -> Creature | None:
    """A living enemy, uniformly; None when there is none."""
    living = [e for e in c.enemies if e.alive]
    return c.rng.choice(living) if living else None


def source(c: Combat, combat_id: int) -> Creature:
    """The acting creature; the player when it is gone (its effects then hit nobody new)."""
    creature = c.creature(combat_id)
    if creature is None:
        for gone in reversed(c.dead):
            if gone.combat_id == combat_id:
                return gone
        return c.player
    return creature


def hit_all(c: Combat, amount: int, dealer: Creature | None) -> None:
    """Unpowered damage to every enemy."""
    for enemy in list(c.enemies):
        if enemy.alive:
            damage.hit(c, dealer, enemy, damage.raw_value(c, enemy, amount), False)


__all__ = ["PLAYER", "apply_power", "block_value", "change_amount", "gain_block", "heal", "remove_power", "set_state"]
