"""The Necrobinder: its companion Osty, Doom, Souls and Ethereal cards, as far as no other op says it.

Facts: mechanics osty and doom. Osty never acts by itself; cards make it the dealer (ops.dmg_osty). Hits on the player
are redirected in rules.damage. Its body stays in the fight and can be summoned again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, damage, effects, engine, makeops
from .state import ETHEREAL, OSTY, RETAIN, Combat, Creature, Ctx, Power

OWN_POWER = "DIE_FOR_YOU_POWER"
CHOSEN = "played_first"  # counter of a card: the round in which it was played first


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def summon(c: Combat, amount: int) -> None:
    """Osty grows by so many hp, or comes (back) with so many."""
    if amount <= 0:
        return
    pet = c.osty
    if pet is not None and pet.alive:
        pet.max_hp += amount
        pet.hp += amount
        return
    if pet is None:
        pet = c.osty = Creature(OSTY, "OSTY", amount, amount)
    pet.alive = True
    pet.hp = pet.max_hp = amount
    effects.apply_power(c, pet, OWN_POWER, 1 - pet.amount(OWN_POWER), pet)


def _summon(c: Combat, ctx: Ctx, args: Any) -> None:
    summon(c, _num(args[0], c, ctx))


def _kill(c: Combat, ctx: Ctx, args: Any) -> None:
    pet = c.osty
    if pet is not None and pet.alive:
        lost = pet.hp
        pet.hp = 0
        engine.fire_on(c, c.player, "pet_lost_hp", lost)
        damage.pet_dies(pet)


def _heal(c: Combat, ctx: Ctx, args: Any) -> None:
    if c.osty is not None:
        effects.heal(c, c.osty, _num(args[0], c, ctx))


def _copy_debuffs(c: Combat, ctx: Ctx, args: Any) -> None:
    """The target's debuffs go on every other enemy too."""
    target = c.creature(ctx.target)
    if target is None:
        return
    debuffs = [(p.id, p.amount) for p in target.powers.values() if p.code.is_debuff(p.amount)]
    for enemy in [e for e in c.enemies if e.alive and e is not target]:
        for power_id, amount in debuffs:
            effects.apply_power(c, enemy, power_id, amount, c.player)


def _first_this_turn(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the program at the card's first play of a turn."""
    card = ctx.card
    if card is None or card.counter(CHOSEN) == c.round:
        return
    ctx.card = card.with_(counters={**card.counters, CHOSEN: c.round})
    cards.replace(c, ctx.card)
    engine.exec_now(c, args[0], ctx)


def _give_keyword(c: Combat, ctx: Ctx, args: Any) -> None:
    """The picked cards get a keyword for the fight."""
    bit = {"Ethereal": ETHEREAL, "Retain": RETAIN}[args[0]]
    for card in ctx.picked:
        found = cards.where(c, card.uid)
        if found is not None:
            now = found[0][found[1]]
            cards.replace(c, now.with_(kw=now.kw | bit))


def _raise_cost(c: Combat, ctx: Ctx, args: Any) -> None:
    """The picked cards cost n more for the fight (X costs stay)."""
    for card in ctx.picked:
        found = cards.where(c, card.uid)
        if found is not None and not card.code.x_cost:
            now = found[0][found[1]]
            cards.replace(c, now.with_(cost_add=now.cost_add + _num(args[0], c, ctx)))


def _generate_as_ethereal(c: Combat, ctx: Ctx, args: Any) -> None:
    """n random cards of the character, each made Ethereal, into the hand; doubles may come."""
    for card in makeops.generate_cards(c, "CHARACTER", "any", _num(args[0], c, ctx), False, False):
        cards.enter(c, card.with_(kw=card.kw | ETHEREAL), "hand")


def _generate_ethereals(c: Combat, ctx: Ctx, args: Any) -> None:
    """n different random Ethereal cards of the character into the hand."""
    able = [i for i in makeops.pool_ids(c, "CHARACTER", "any") if c.code.card(i).keywords & ETHEREAL]
    for card_id in c.rng.sample(able, _num(args[0], c, ctx)):
        cards.enter(c, cards.make(c, card_id), "hand")


def _grow_for_good(c: Combat, ctx: Ctx, args: Any) -> None:
    """Raises a counter of the card being played by n, in the deck too."""
    key, _ = args
    makeops.grow(c, ctx, args)
    card = ctx.card
    if card is not None and card.deck_index >= 0:
        c.deck_changes = (*c.deck_changes, ("counter", (card.deck_index, key, card.counter(key))))


OPS: dict[str, tuple[Any, ...]] = {
    "summon_osty": (_summon, "v"),
    "kill_osty": (_kill, ""),
    "heal_osty": (_heal, "v"),
    "copy_debuffs": (_copy_debuffs, ""),
    "first_this_turn": (_first_this_turn, "p"),
    "give_keyword": (_give_keyword, "s"),
    "raise_cost": (_raise_cost, "v", 1),
    "generate_as_ethereal": (_generate_as_ethereal, "v"),
    "generate_ethereals": (_generate_ethereals, "v"),
    "grow_for_good": (_grow_for_good, "sv"),
}


def _doom(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """All doomed creatures of the owner's side die together at the first one's check."""
    side = [c.player] if owner.is_player else list(c.enemies)
    doomed = [x for x in side if x.alive and "DOOM_POWER" in x.powers and x.hp <= x.amount("DOOM_POWER")]
    minion = ["MINION_POWER" in x.powers for x in doomed]
    for creature in doomed:
        if creature.alive and c.outcome is None:
            damage.die(c, creature)
    for creature, small in zip(doomed, minion, strict=True):
        if not creature.alive and not creature.is_player and not small:
            engine.fire_relics(c, "doom_kill", None)


def _necro_mastery(c: Combat, owner: Creature, power: Power, lost: int) -> None:
    for enemy in list(c.enemies):
        if enemy.alive:
            damage.lose_hp(c, enemy, power.amount * lost)


def _reaper_form(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    total = event[2] + event[3]
    if event[4] and total >= 1 and event[1].hp > 0:
        effects.apply_power(c, event[1], "DOOM_POWER", power.amount * total, owner)


def _sic_em(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    summon(c, power.amount)


def _shroud(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    applier, _, power_id, _ = event
    if applier is owner and power_id == "DOOM_POWER":
        effects.gain_raw_block(c, owner, power.amount)


def _sleight_of_flesh(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    applier, target, power_id, amount = event
    code = c.code.powers[power_id]
    if applier is owner and not target.is_player and code.temp is None and code.is_debuff(amount):
        damage.hit(c, owner, target, damage.raw_value(c, target, power.amount), False)


def _latch(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """Notes the amount as a card play starts; a power that came during the play has no note yet."""
    effects.set_state(owner, power, power.amount)


def _grimoire(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    c.rewards = (*c.rewards, *((("card_removal", None),) * power.amount))


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "doom": _doom,
    "necro_mastery": _necro_mastery,
    "reaper_form": _reaper_form,
    "sic_em": _sic_em,
    "shroud": _shroud,
    "sleight_of_flesh": _sleight_of_flesh,
    "latch": _latch,
    "grimoire": _grimoire,
}
