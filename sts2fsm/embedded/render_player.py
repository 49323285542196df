"""The player block, cards, powers, relics and potions of every payload (api.md 2.2, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules import orbstate
from sts2fsm.rules.combat import CardInst, Combat, Creature

from . import describe
from .room_combat import DRAW, ENEMY, FLUSH, CombatRoom

if TYPE_CHECKING:
    from sts2fsm.content import Content

    from .run import Run
    from .world import World

Json = dict[str, Any]

RARITIES = ("None", "Basic", "Common", "Uncommon", "Rare", "Ancient", "Event", "Token", "Status", "Curse", "Quest")
TEXTS_KEPT = 20_000  # texts of cards; more begin anew
_RANK = {rarity: rank for rank, rarity in enumerate(RARITIES)}
_static: dict[tuple[Any, ...], Json] = {}
_texts: dict[tuple[str, str, str], str] = {}
_card_texts: dict[tuple[Any, ...], str] = {}  # texts of cards in fights, by card and the numbers shown
_orders: dict[Any, tuple[int, str, int]] = {}  # by compiled card: its place in a draw pile as shown


def base_card(content: Content, card_id: str, upgrades: int) -> Json:
    """A card outside a fight, printed numbers; a fresh dict whose keywords list is shared and not to be changed."""
    key = (content.build, card_id, upgrades)
    found = _static.get(key)
    if found is None:
        definition = content.cards[card_id]
        up = min(upgrades, 1)
        numbers = {name: pair[up] for name, pair in definition.numbers.items()}
        stars = definition.star_cost[up]
        found = _static[key] = {
            "id": card_id,
            "name": definition.name + "+" * upgrades,
            "type": definition.type,
            "cost": "X" if definition.x_cost else str(max(0, definition.cost[up])),
            "star_cost": "X" if definition.x_stars else str(stars) if stars >= 0 else None,
            "description": describe.card_text(content, definition, upgrades, numbers),
            "rarity": definition.rarity,
            "is_upgraded": upgrades > 0,
            "keywords": describe.card_keywords(content, definition, upgrades),
        }
    return dict(found)


def card(world: World, any_card: Any) -> Json:
    """A DeckCard, or a CardInst of the running fight with its costs there."""
    content = world.live_run.content
    made = base_card(content, any_card.id, any_card.upgrades)
    room = world.room
    if isinstance(any_card, CardInst) and isinstance(room, CombatRoom) and room.fight is not None:
        made["cost"] = rules.card_cost(room.fight, any_card)
    return made


def indexed(world: World, cards: list[Any]) -> list[Json]:
    """Cards with their index."""
    rows = []
    for index, any_card in enumerate(cards):
        row = card(world, any_card)
        row["index"] = index
        rows.append(row)
    return rows


def combat_card(content: Content, combat: Combat, inst: CardInst) -> Json:
    """A card as the hand shows it: numbers after the player's modifiers."""
    made = base_card(content, inst.id, inst.upgrades)
    made["cost"] = rules.card_cost(combat, inst)
    made["star_cost"] = rules.star_cost(combat, inst)
    definition = content.cards[inst.id]
    if definition.numbers:
        numbers = rules.card_numbers(combat, inst)
        key = (content.build, inst.id, inst.upgrades, *numbers.items())
        text = _card_texts.get(key)
        if text is None:
            if len(_card_texts) >= TEXTS_KEPT:
                _card_texts.clear()
            text = _card_texts[key] = describe.card_text(content, definition, inst.upgrades, numbers)
        made["description"] = text
    return made


def _order(content: Content, inst: CardInst) -> tuple[int, str, int]:
    """Where the game shows a card of the draw pile: by rarity, then by id."""
    order = _orders.get(inst.code)
    if order is None:
        order = _orders[inst.code] = (_RANK[content.cards[inst.id].rarity], inst.id, inst.upgrades)
    return order


AS_PRINTED = (None, None, 0, 0)  # cost_fight, cost_turn, cost_add, cost_add_turn of a card that nothing changed


class _Piles:
    """Renders pile cards of one payload: no id, no type, no upgraded flag. Equal cards are worked out once."""

    def __init__(self, content: Content, combat: Combat) -> None:
        self._content = content
        self._combat = combat
        self._made: dict[Any, Json] = {}

    def cards(self, pile: list[CardInst]) -> list[Json]:
        """A pile in its order."""
        return [dict(self._card(inst)) for inst in pile]

    def _card(self, inst: CardInst) -> Json:
        costs = (inst.cost_fight, inst.cost_turn, inst.cost_add, inst.cost_add_turn)
        plain = costs == AS_PRINTED and inst.enchantment is None and inst.affliction is None
        key = inst.code if plain else (inst.code, costs, inst.enchantment, inst.affliction)
        found = self._made.get(key)
        if found is None:
            full = base_card(self._content, inst.id, inst.upgrades)
            found = self._made[key] = {
                "name": full["name"],
                "cost": rules.card_cost(self._combat, inst),
                "star_cost": full["star_cost"],
                "description": full["description"],
            }
        return found


def hand_card(content: Content, combat: Combat, index: int, place: int) -> Json:
    """The card at `index` of the hand, shown at `place`. can_play looks at cost, keywords and hooks only, never at
    turn or phase."""
    inst = combat.hand[index]
    made = combat_card(content, combat, inst)
    reason = rules.unplayable_reason(combat, index)
    made["index"] = place
    made["target_type"] = rules.target_type(inst, combat)
    made["can_play"] = reason is None
    made["unplayable_reason"] = reason
    return made


def powers(content: Content, creature: Creature) -> list[Json]:
    """Visible powers."""
    rows = []
    for power in creature.powers.values():
        definition = content.powers[power.id]
        negative = definition.signed and power.amount < 0
        rows.append(
            {
                "id": power.id,
                "name": definition.name,
                "amount": power.amount,
                "type": "Debuff" if negative else definition.type,
                "description": f"{definition.name} {power.amount}.",
                "keywords": [],
            }
        )
    return rows


def relic_text(run: Run, relic_id: str) -> str:
    """A relic's description."""
    key = (run.build, "relic", relic_id)
    if key not in _texts:
        rule = run.tables.relics.get(relic_id)
        _texts[key] = describe.relic_text(run.content, run.content.relics[relic_id], rule.pickup if rule else ())
    return _texts[key]


def potion_text(run: Run, potion_id: str) -> str:
    """A potion's description."""
    key = (run.build, "potion", potion_id)
    if key not in _texts:
        _texts[key] = describe.potion_text(run.content, run.content.potions[potion_id])
    return _texts[key]


def _relics(run: Run, combat: Combat | None) -> list[Json]:
    counters = [r.counter for r in combat.relics] if combat is not None else []
    rows: list[Json] = []
    for place, relic in enumerate(run.relics):
        definition = run.content.relics[relic.id]
        counter = counters[place] if place < len(counters) else (-1 if relic.counter is None else relic.counter)
        shown = relic.rule.shows_counter or definition.counter >= 0
        rows.append(
            {
                "id": relic.id,
                "name": definition.name,
                "description": relic_text(run, relic.id),
                "counter": counter if shown and counter >= 0 else None,
                "keywords": [],
            }
        )
    return rows


def _potions(run: Run, slots: list[str | None]) -> list[Json]:
    rows = []
    for slot, potion in enumerate(slots):
        if potion is None:
            continue
        definition = run.content.potions[potion]
        rows.append(
            {
                "id": potion,
                "name": definition.name,
                "description": potion_text(run, potion),
                "slot": slot,
                "can_use_in_combat": definition.usage in ("Combat", "Any"),
                "target_type": definition.target,
                "keywords": [],
            }
        )
    return rows


def player(world: World) -> Json:
    """The player; fight fields only while a fight is in progress."""
    run = world.live_run
    room = world.room
    combat = room.fight if isinstance(room, CombatRoom) else None
    alive = combat.player if combat is not None else None
    made: Json = {
        "character": run.character.name,
        "hp": max(0, alive.hp) if alive is not None else run.hp,
        "max_hp": alive.max_hp if alive is not None else run.max_hp,
        "block": alive.block if alive is not None else 0,
        "gold": combat.gold if combat is not None else run.gold,
        "status": powers(run.content, alive) if alive is not None else [],
        "relics": _relics(run, combat),
        "potions": _potions(run, combat.potions if combat is not None else run.potions),
        "max_potion_slots": len(run.potions),
    }
    if combat is not None:
        _fight_fields(made, run.content, combat, room.phase, run.character.id in run.tables.odds["shows_stars"])
    return made


def _pet(content: Content, pet: Creature) -> Json:
    return {
        "id": pet.id,
        "name": "Osty",
        "alive": pet.alive,
        "hp": pet.hp,
        "max_hp": pet.max_hp,
        "block": pet.block,
        "status": powers(content, pet),
    }


def _orb(combat: Combat, orb: orbstate.Orb) -> Json:
    passive, evoke = orbstate.passive_value(combat, orb), orbstate.evoke_value(combat, orb)
    name = orbstate.NAMES[orb[0]]
    return {
        "id": orb[0],
        "name": name,
        "description": f"{name}: {passive} each turn, {evoke} when evoked.",
        "passive_val": passive,
        "evoke_val": evoke,
        "keywords": [],
    }


def _fight_fields(made: Json, content: Content, combat: Combat, phase: str, stars: bool) -> None:
    """`stars`: the character shows them even when it has none."""
    hand, draw, discard, exhaust = combat.hand, combat.draw, combat.discard, combat.exhaust
    energy = combat.energy
    shown = list(range(len(hand)))
    if phase == DRAW and combat.pending is None:  # the cards are still on their way
        draw, shown, energy = [*draw, *hand], [], 0
    elif phase in (FLUSH, ENEMY):
        shown = [i for i, c in enumerate(hand) if c.retain]
        discard = [*discard, *(c for c in hand if not c.retain and not c.ethereal)]
        exhaust = [*exhaust, *(c for c in hand if not c.retain and c.ethereal)]
    ordered = sorted(draw, key=lambda c: _order(content, c))
    made["energy"] = energy
    made["max_energy"] = combat.max_energy
    if combat.stars > 0 or stars:
        made["stars"] = combat.stars
    made["hand"] = [hand_card(content, combat, i, place) for place, i in enumerate(shown)]
    made["draw_pile_count"] = len(draw)
    made["discard_pile_count"] = len(discard)
    made["exhaust_pile_count"] = len(exhaust)
    piles = _Piles(content, combat)
    made["draw_pile"] = piles.cards(ordered)
    made["discard_pile"] = piles.cards(discard)
    made["exhaust_pile"] = piles.cards(exhaust)
    if combat.osty is not None:
        made["pets"] = [_pet(content, combat.osty)]
    if combat.orb_slots:
        made["orbs"] = [_orb(combat, orb) for orb in combat.orbs]
        made["orb_slots"] = combat.orb_slots
        made["orb_empty_slots"] = combat.orb_slots - len(combat.orbs)
