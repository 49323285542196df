"""Facts of a fight, computed from the payload: what comes in, what each play does, whether this turn can end the fight.

Plain arithmetic on printed numbers and the few powers below: fast, and pessimistic where it does not know. Sources:
the damage and
block pipelines and multipliers of the game (content tables; facts/rules.json: damage_order, block_order, multipliers).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor

from attrs import field, frozen

from sts2fsm.content import load
from sts2fsm.facts.cards import CardNumbers, card_numbers
from sts2fsm.wire.actions import PlayCard
from sts2fsm.wire.common import NEEDS_TARGET, HandCard, Player, Power
from sts2fsm.wire.intents import DAMAGE_INTENTS, parse_label
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.screens import Enemy

DEALT_ADD = ("STRENGTH_POWER", "VIGOR_POWER")
DEALT_MUL: Mapping[str, float] = {"WEAK_POWER": 0.75, "SHRINK_POWER": 0.7}
TAKEN_MUL: Mapping[str, float] = {"VULNERABLE_POWER": 1.5}
TAKEN_CAP: Mapping[str, int] = {"INTANGIBLE_POWER": 1, "SLIPPERY_POWER": 1}  # most damage a hit does
MINION = "MINION_POWER"
BLOCK_ADD = ("DEXTERITY_POWER",)
BLOCK_MUL: Mapping[str, float] = {"FRAIL_POWER": 0.75}
_SEARCH_NODES = 4000  # plays tried for a lethal sequence; small hands need far fewer


@frozen(kw_only=True)
class Play:
    """One way to play one card. `damage` is what it takes off enemies' hp and block, summed; `hurts` the same by
    combat_id."""

    action: PlayCard
    card: HandCard
    numbers: CardNumbers
    cost: int
    block: int
    hurts: Mapping[int, int] = field(factory=dict)
    kills: tuple[int, ...] = ()

    @property
    def damage(self) -> int:
        return sum(self.hurts.values())


@frozen(kw_only=True)
class CombatFacts:
    """`incoming` is this enemy turn's damage before our block; `unknown_attacks` counts attacks whose damage is not
    shown.

    `lethal` is a sequence of plays that ends the fight, empty when none was found. Damage and hp in points.
    """

    incoming: int
    incoming_by_enemy: Mapping[int, int]
    unknown_attacks: int
    block: int
    hp: int
    energy: int
    plays: tuple[Play, ...]
    lethal: tuple[PlayCard, ...]
    unmodelled: tuple[str, ...]

    @property
    def deficit(self) -> int:
        """Damage that our present block does not stop."""
        return max(0, self.incoming - self.block)


def amount(powers: Iterable[Power], ids: Iterable[str]) -> int:
    wanted = set(ids)
    return sum(power.amount for power in powers if power.id in wanted)


def _factor(powers: Iterable[Power], table: Mapping[str, float]) -> float:
    product = 1.0
    for power in powers:
        if power.amount:
            product *= table.get(power.id, 1.0)
    return product


def hit(base: int, player: Player, enemy: Enemy) -> int:
    """Damage of one attack hit of `base` on an enemy: added, multiplied, capped, cut to whole points."""
    dealt = (base + amount(player.status, DEALT_ADD)) * _factor(player.status, DEALT_MUL)
    taken = floor(max(0.0, dealt * _factor(enemy.status, TAKEN_MUL)))
    caps = [TAKEN_CAP[power.id] for power in enemy.status if power.id in TAKEN_CAP and power.amount]
    return min([taken, *caps])


def block_gain(base: int, player: Player) -> int:
    """Block that a card of printed block `base` gives; nothing for a card without block."""
    if base <= 0:
        return 0
    return max(0, floor((base + amount(player.status, BLOCK_ADD)) * _factor(player.status, BLOCK_MUL)))


def incoming(enemies: Iterable[Enemy], unknown_damage: int) -> tuple[dict[int, int], int]:
    """Damage by combat_id from the intents' labels, and how many attacks show none (each counted as
    `unknown_damage`)."""
    by_enemy: dict[int, int] = {}
    unknown = 0
    for enemy in enemies:
        for intent in enemy.intents or ():
            if intent.type not in DAMAGE_INTENTS:
                continue
            hits = parse_label(intent.label)
            unknown += hits is None
            by_enemy[enemy.combat_id] = by_enemy.get(enemy.combat_id, 0) + (hits.total if hits else unknown_damage)
    return by_enemy, unknown


def _energy_of(card: HandCard, energy: int) -> int:
    """What playing costs: an X card takes all there is, a cost that is no number nothing."""
    if card.cost == "X":
        return energy
    return int(card.cost) if card.cost and card.cost.isdigit() else 0


def _plays(player: Player, enemies: Sequence[Enemy], hand: Sequence[HandCard]) -> list[Play]:
    energy = player.energy or 0
    plays = []
    for card in hand:
        if not card.can_play:
            continue
        numbers = card_numbers(card.id, card.is_upgraded)
        cost = _energy_of(card, energy)
        targets = enemies if card.target_type == NEEDS_TARGET else (None,)
        for target in targets:
            hurts = _hurts(numbers, player, enemies, target, cost)
            plays.append(
                Play(
                    action=PlayCard(card.index, target.entity_id if target else None),
                    card=card,
                    numbers=numbers,
                    cost=cost,
                    block=block_gain(numbers.block, player),
                    hurts=hurts,
                    kills=tuple(e.combat_id for e in enemies if hurts.get(e.combat_id, 0) >= e.hp + e.block),
                )
            )
    return plays


def _hurts(
    numbers: CardNumbers, player: Player, enemies: Sequence[Enemy], target: Enemy | None, cost: int
) -> dict[int, int]:
    if numbers.damage == 0:
        return {}
    hits = cost if numbers.hits is None else numbers.hits
    if target is not None:
        return {target.combat_id: hit(numbers.damage, player, target) * hits}
    if numbers.spread == "all":
        return {enemy.combat_id: hit(numbers.damage, player, enemy) * hits for enemy in enemies}
    if len(enemies) == 1:
        return {enemies[0].combat_id: hit(numbers.damage, player, enemies[0]) * hits}
    return {}  # random targets among several: nothing is certain


def lethal_sequence(plays: Sequence[Play], enemies: Sequence[Enemy], energy: int) -> tuple[PlayCard, ...]:
    """Plays that end the fight within the energy, by printed numbers alone (gains of one play for the next are not
    counted): all enemies die, or the leaders whom the minions follow. None while one of them would come back.

    Indices are those of the hand now: only the first play is to be sent, then everything is looked at again.
    """
    strong = sorted(
        (play for play in plays if play.damage), key=lambda play: (-play.damage / (play.cost + 0.5), play.cost)
    )
    nodes = 0
    if any(map(comes_back, enemies)):
        return ()

    def search(left: Mapping[int, int], energy_left: int, used: frozenset[int]) -> tuple[PlayCard, ...] | None:
        nonlocal nodes
        if not left:
            return ()
        nodes += 1
        if nodes > _SEARCH_NODES:
            return None
        for play in strong:
            if play.card.index in used or play.cost > energy_left or not any(i in left for i in play.hurts):
                continue
            after = {i: hp - play.hurts.get(i, 0) for i, hp in left.items() if hp > play.hurts.get(i, 0)}
            rest = search(after, energy_left - play.cost, used | {play.card.index})
            if rest is not None:
                return (play.action, *rest)
        return None

    wanted = needed(enemies)
    return search({enemy.combat_id: enemy.hp + enemy.block for enemy in wanted}, energy, frozenset()) or ()


def needed(enemies: Sequence[Enemy]) -> Sequence[Enemy]:
    """Those whose death ends the fight: minions leave with the last of the others (content tables, powers)."""
    return [enemy for enemy in enemies if all(power.id != MINION for power in enemy.status)] or enemies


def comes_back(enemy: Enemy) -> bool:
    """It stands up again in a further phase: its death ends nothing."""
    powers = load().powers
    return any("comes_back" in powers[power.id].marks for power in enemy.status if power.id in powers)


def reachable_damage(plays: Sequence[Play], energy: int) -> int:
    """Most damage that one turn's plays can do in all, by printed numbers: the best choice of cards within the
    energy."""
    best_by_card: dict[int, Play] = {}
    for play in plays:
        known = best_by_card.get(play.card.index)
        if known is None or play.damage > known.damage:
            best_by_card[play.card.index] = play
    reach = [0] * (energy + 1)
    for play in best_by_card.values():
        for left in range(energy, play.cost - 1, -1):
            reach[left] = max(reach[left], reach[left - play.cost] + play.damage)
    return reach[energy] if reach else 0


def combat_facts(seen: Observation, unknown_damage: int = 0) -> CombatFacts | None:
    """Facts of the fight that `seen` shows; None when it shows none to act in. `unknown_damage` stands for a hidden
    attack's."""
    player, battle = seen.player, seen.battle
    if player is None or battle is None or player.hand is None:
        return None
    by_enemy, unknown = incoming(battle.enemies, unknown_damage)
    plays = _plays(player, battle.enemies, player.hand)
    return CombatFacts(
        incoming=sum(by_enemy.values()),
        incoming_by_enemy=by_enemy,
        unknown_attacks=unknown,
        block=player.block,
        hp=player.hp,
        energy=player.energy or 0,
        plays=tuple(plays),
        lethal=lethal_sequence(plays, battle.enemies, player.energy or 0),
        unmodelled=tuple(sorted({play.card.id for play in plays if not play.numbers.modelled})),
    )
