"""Numbers, filters and conditions that the Silent's and Defect's tables name (see values)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .state import DRAWN, ENERGY_SPENT, HP_LOSSES, SLY, STATUSES_DRAWN, CardInst, Combat, Ctx

READERS: Mapping[str, Callable[[Combat, Ctx], int]] = {
    "energy_spent_turn": lambda c, ctx: c.turn_stats[ENERGY_SPENT],
    "drawn_fight": lambda c, ctx: c.fight_stats[DRAWN],
    "statuses_drawn": lambda c, ctx: c.turn_stats[STATUSES_DRAWN],
    "hp_losses_last": lambda c, ctx: c.previous_stats[HP_LOSSES],
    "all_poison": lambda c, ctx: sum(e.amount("POISON_POWER") for e in c.enemies if e.alive),
}


def card_cost(card: CardInst) -> int:
    """What the card costs by itself now, without powers and relics."""
    price = card.cost_turn if card.cost_turn is not None else card.cost_fight
    return max(0, (card.code.cost if price is None else price) + card.cost_add + card.cost_add_turn)


FILTERS: Mapping[str, Callable[[CardInst], bool]] = {
    "shiv": lambda card: "Shiv" in card.code.tags,
    "not_sly_skill": lambda card: card.code.type == "Skill" and not card.kw & SLY,
    "not_retained": lambda card: not card.retain,
    "costs_0": lambda card: not card.code.x_cost and card.code.cost >= 0 and card_cost(card) == 0,
    "costs_energy": lambda card: not card.code.x_cost and card_cost(card) > 0,
}


def _hand_goes(c: Combat, ctx: Ctx) -> bool:
    """The hand will be discarded when the turn ends."""
    return not any("keep_hand" in p.code.marks for p in c.player.powers.values()) and not any(
        fn(c, i, c.relics[i], None) for i, fn in c.relic_hooks.get("keep_hand", ())
    )


def _target_attacks(c: Combat, ctx: Ctx) -> bool:
    """The target shows an attack."""
    target = c.creature(ctx.target)
    if target is None or not target.alive or target.code is None or target.move not in target.code.moves:
        return False
    return any(kind in ("Attack", "DeathBlow") for kind in target.code.moves[target.move].intents)


CONDITIONS: Mapping[str, Callable[[Combat, Ctx], bool]] = {"hand_goes": _hand_goes, "target_attacks": _target_attacks}
