"""The damage pipeline and death.

Order (facts: rules damage_order): base, enchantment add, enchantment multiply, additive (Strength, Vigor, relics),
multiplicative (Weak, Shrink, Vulnerable, Slow, ...), cap, floor at 0, block, hp-loss limits, hp. Products are kept as
exact fractions and cut to an integer once, where block and hp change.
"""

from __future__ import annotations

from . import engine
from .enchant import damage_add, damage_mul
from .state import HP_LOSSES, HP_LOST, OSTY, PLAYER, CardInst, Combat, Creature, Ctx

Hit = tuple[
    Creature | None, Creature, int, int, bool, CardInst | None
]  # dealer, target, hp lost, blocked, powered, card


def attack_value(c: Combat, dealer: Creature, target: Creature | None, base: int, card: CardInst | None) -> int:
    """Damage of one hit of a powered attack before block, cut to an integer. `target` None: nothing of a target counts
    (what a card shows)."""
    num, den = base, 1
    if card is not None and card.enchantment is not None:
        num += damage_add(card)
        top, bottom = damage_mul(card)
        num *= top
        den *= bottom
    top_all, bottom_all = 1, 1
    for power in dealer.powers.values():
        code = power.code
        if code.dealt_add is not None:
            num += den * code.dealt_add(c, dealer, power, card, target)
        if code.dealt_mul is not None:
            top, bottom = code.dealt_mul(c, dealer, power, card, target)
            top_all *= top
            bottom_all *= bottom
    if dealer.is_player:
        hooks = c.relic_hooks
        for index, fn in hooks.get("dealt_add", ()):
            num += den * fn(c, index, c.relics[index], (card, target))
        for index, fn in hooks.get("dealt_mul", ()):
            top, bottom = fn(c, index, c.relics[index], (card, target))
            top_all *= top
            bottom_all *= bottom
    elif dealer.combat_id == OSTY:  # what the player's powers add to its companion's attacks; relics don't count
        for power in c.player.powers.values():
            code = power.code
            if code.pet_add is not None:
                num += den * code.pet_add(c, c.player, power, card, target)
            if code.pet_mul is not None:
                top, bottom = code.pet_mul(c, c.player, power, card, target)
                top_all *= top
                bottom_all *= bottom
    cap: int | None = None
    if target is not None:
        for power in target.powers.values():
            code = power.code
            if code.taken_add is not None:
                num += den * code.taken_add(c, target, power, card, dealer)
            if code.taken_mul is not None:
                top, bottom = code.taken_mul(c, target, power, card, dealer)
                top_all *= top
                bottom_all *= bottom
            if code.cap_damage is not None:
                limit = code.cap_damage(c, target, power)
                cap = limit if cap is None else min(cap, limit)
        if target.is_player and "taken_mul" in c.relic_hooks:
            for index, fn in c.relic_hooks["taken_mul"]:
                top, bottom = fn(c, index, c.relics[index], dealer)
                top_all *= top
                bottom_all *= bottom
    result = num * top_all // (den * bottom_all) if num > 0 else 0
    return result if cap is None or result < cap else cap


def raw_value(c: Combat, target: Creature, amount: int) -> int:
    """Unpowered damage before block: only caps count."""
    for power in target.powers.values():
        if power.code.cap_damage is not None:
            amount = min(amount, power.code.cap_damage(c, target, power))
    return max(0, amount)


def hit(
    c: Combat,
    dealer: Creature | None,
    target: Creature,
    amount: int,
    powered: bool,
    card: CardInst | None = None,
    blockable: bool = True,
) -> int:
    """One hit of `amount` (already through the pipeline). Returns the hp lost; hooks and death included."""
    if not target.alive:
        return 0
    if powered and target.powers:
        engine.fire_on(c, target, "before_damaged", (dealer, target, amount, 0, powered, card))
        if not target.alive:
            return 0
    if powered:
        target.hits_taken += 1
    blocked = 0
    shield = target if target.combat_id != OSTY else c.player  # the companion stands behind the player's block
    if blockable and shield.block:
        blocked = min(shield.block, amount)
        shield.block -= blocked
    if powered and target.is_player and c.osty is not None and c.osty.alive:
        lost = _redirected(c, dealer, amount - blocked, card)
    else:
        lost = _hp_lost(c, dealer, target, amount - blocked, powered)
    event = (dealer, target, lost, blocked, powered, card)
    if blocked and not shield.block:
        engine.fire(c, "on_block_broken", event)
    if lost:
        target.hp -= min(lost, target.hp)
        if target.is_player:
            c.turn_stats[HP_LOSSES] += 1
            c.fight_stats[HP_LOSSES] += 1
            c.turn_stats[HP_LOST] += lost
    if dealer is not None:
        if dealer.combat_id == OSTY:
            engine.fire_on(c, target, "hit_by_pet", event)
            engine.fire_on(c, c.player, "after_pet_damage", event)
        elif dealer.powers or dealer.is_player:
            engine.fire_on(c, dealer, "after_damage_given", event)
    if lost and target.combat_id == OSTY:
        engine.fire_on(c, c.player, "pet_lost_hp", lost)
        if target.hp > 0:
            return lost
        pet_dies(target)
        return lost
    if target.hp <= 0:
        die(c, target, dealer)
    elif target.powers or target.is_player:
        engine.fire_on(c, target, "after_attacked", event)
        if lost and target.is_player:
            engine.fire_relics(c, "hp_lost", event)
    return lost


def _redirected(c: Combat, dealer: Creature | None, lost: int, card: CardInst | None) -> int:
    """Unblocked damage of a powered attack on the player goes to the living companion; returns what the player loses.

    Order (facts: mechanics osty.redirect): limits of the player, limits of the companion (it has none), its hp; what
    is more than it had comes back to the player through the player's late limits.
    """
    for index, fn in c.relic_hooks.get("hp_loss", ()):
        lost = fn(c, index, c.relics[index], (lost, True, dealer))
    player, pet = c.player, c.osty
    assert pet is not None
    lost = _capped(c, player, lost, False)
    taken = min(lost, pet.hp)
    if taken <= 0:
        return 0
    pet.hp -= taken
    event = (dealer, pet, taken, 0, True, card)
    if dealer is not None and dealer.powers:
        engine.fire_on(c, dealer, "after_damage_given", event)
    engine.fire_on(c, player, "pet_lost_hp", taken)
    if pet.hp <= 0:
        pet_dies(pet)
    lost = _capped(c, player, lost - taken, True)
    if lost > 0:
        for index, fn in c.relic_hooks.get("hp_loss_late", ()):
            lost = fn(c, index, c.relics[index], (lost, True, dealer))
    return max(0, lost)


def _capped(c: Combat, target: Creature, lost: int, late: bool) -> int:
    """The loss after the creature's powers that limit it: the early ones or the late ones."""
    if lost > 0:
        for power in list(target.powers.values()):
            cap = power.code.hp_cap
            if cap is not None and ("late" in power.code.marks) is late:
                lost = cap(c, target, power, lost)
    return lost


def pet_dies(pet: Creature) -> None:
    """The companion's body stays and can be summoned again; it keeps no power but its own (facts: mechanics osty)."""
    pet.hp = 0
    pet.alive = False
    pet.powers = {k: p for k, p in pet.powers.items() if "kept_after_death" in p.code.marks}


def _hp_lost(c: Combat, dealer: Creature | None, target: Creature, lost: int, powered: bool) -> int:
    if target.is_player:
        for index, fn in c.relic_hooks.get("hp_loss", ()):
            lost = fn(c, index, c.relics[index], (lost, powered, dealer))
    elif powered and lost > 0 and dealer is not None and dealer.is_player:
        for index, fn in c.relic_hooks.get("dealt_loss", ()):
            lost = fn(c, index, c.relics[index], (lost, powered, dealer))
    if lost > 0 and target.powers:
        lost = _capped(c, target, _capped(c, target, lost, False), True)
    if lost > 0 and target.is_player:
        for index, fn in c.relic_hooks.get("hp_loss_late", ()):
            lost = fn(c, index, c.relics[index], (lost, powered, dealer))
    return max(0, lost)


def lose_hp(c: Combat, target: Creature, amount: int, card: CardInst | None = None) -> int:
    """Unblockable, unpowered loss. Returns the hp lost."""
    return hit(c, None, target, raw_value(c, target, amount), False, card, blockable=False)


def die(c: Combat, creature: Creature, killer: Creature | None = None) -> None:
    """A creature at 0 hp dies, unless something prevents it; ends the fight when nothing is left that keeps it
    going."""
    creature.hp = 0
    if creature.is_player:
        for index, fn in c.relic_hooks.get("would_die", ()):
            if fn(c, index, c.relics[index], None):
                return
        if auto_potion(c):
            return
        creature.alive = False
        c.outcome = "lost"
        return
    creature.alive = False
    creature.block = 0
    engine.fire(c, "on_death", (creature, killer))
    if creature.alive:
        return  # it got up again at once
    if not shed(creature) and creature in c.enemies:
        c.enemies.remove(creature)
        c.dead.append(creature)
    for enemy in c.enemies:
        if enemy.alive and enemy.code is not None and enemy.move in enemy.code.definition.ally_death:
            enemy.move = enemy.code.definition.ally_death[enemy.move]
    c.killed = (*c.killed, creature.id)
    check_over(c)


def shed(creature: Creature) -> bool:
    """Takes off what a dead creature loses of its powers. True when its body stays on the field."""
    marks = {mark for p in creature.powers.values() for mark in p.code.marks}
    if "keep_buffs" in marks:
        creature.powers = {k: p for k, p in creature.powers.items() if not p.code.is_debuff(p.amount)}
    else:
        creature.powers = {k: p for k, p in creature.powers.items() if "kept_after_death" in p.code.marks}
    return "keep_body" in marks


def auto_potion(c: Combat) -> bool:
    """A Fairy in a Bottle saves the player: uses up the first one; True when it did."""
    for slot, potion in enumerate(c.potions):
        if potion == "FAIRY_IN_A_BOTTLE":
            c.potions[slot] = None
            c.player.hp = 0
            engine.exec_now(c, c.code.potions[potion].program, Ctx(PLAYER))
            c.player.hp = max(1, c.player.hp)
            return True
    return False


def check_over(c: Combat) -> None:
    """Sets `over` when only minions (or nobody) are left; they leave."""
    if c.over or any(e.alive and "MINION_POWER" not in e.powers for e in c.enemies):
        return
    if any("comes_back" in p.code.marks for e in c.enemies for p in e.powers.values()):
        return
    c.over = True
    for enemy in list(c.enemies):
        enemy.alive = False
        c.enemies.remove(enemy)
        c.dead.append(enemy)


def escape(c: Combat, creature: Creature) -> None:
    """An enemy leaves the fight alive."""
    creature.escaped = True
    creature.alive = False
    if creature in c.enemies:
        c.enemies.remove(creature)
        c.dead.append(creature)
    check_over(c)


def fatal(c: Combat, creature: Creature) -> bool:
    """Whether this creature's death counts for Fatal effects (minions and reviving ones don't)."""
    for power in creature.powers.values():
        if "no_fatal" in power.code.marks:
            return False
        if "fatal_when_last" in power.code.marks and any(e.alive and e is not creature for e in c.enemies):
            return False
    return True
