"""From an observation to a combat of the rules: the wire's numbers win over the tables, and what is unknown is named.

Draw order is not on the wire: the draw pile is shuffled by the seed that the caller gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from sts2fsm.content import load
from sts2fsm.facts.fight import Fight, card_of, character_of
from sts2fsm.facts.shown import at_shown_numbers
from sts2fsm.rules.cost import energy_cost
from sts2fsm.rules.numbers import card_numbers
from sts2fsm.rules.observe import EnemySeen, OrbSeen, OstySeen, PowerSeen, Snapshot, combat_from
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.setup import CardSpec, CombatSetup, Intent, RelicSpec
from sts2fsm.rules.stars import BLADE, FORGED
from sts2fsm.rules.state import CardInst, Combat
from sts2fsm.wire.common import HandCard, Pet, PileCard, Power
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.screens import Enemy

_COUNTS_PLAYS = frozenset(
    {"SLOW_POWER"}
)  # powers of enemies whose private state is the number of cards played this turn
_REVIVE = "REVIVE_MOVE"  # the move of a body that will stand up (content tables, monsters)
_BELT = 50  # slots that are modelled: no belt has more, and a payload may say anything


@frozen(kw_only=True)
class Model:
    """A combat to try things on, and what in it is not modelled: ids of cards, powers, relics and monsters, and
    unknown names.

    `places` are the wire's hand indices of the combat's hand, which leaves out cards that no table knows;
    `disagreements` name
    cards whose shown numbers differ from the tables', and were taken. `drawn` is the draw pile before it was shuffled.
    """

    combat: Combat
    unmodelled: tuple[str, ...]
    places: tuple[int, ...] = ()
    disagreements: tuple[str, ...] = ()
    drawn: tuple[CardInst, ...] = ()


def _powers(status: Iterable[Power], held: frozenset[str] | None = None) -> tuple[PowerSeen, ...]:
    """`held` are the powers that were there as the turn began; None: all were."""
    return tuple(
        PowerSeen(p.id, p.amount, fresh=held is not None and p.id not in held and p.type == "Debuff") for p in status
    )


def _enemy(enemy: Enemy, alive: bool, played: int = 0) -> EnemySeen:
    intents = tuple(Intent(intent.type, intent.label or "") for intent in enemy.intents or ())
    return EnemySeen(
        id=enemy.entity_id.rsplit("_", 1)[0],
        combat_id=enemy.combat_id,
        hp=enemy.hp if alive else 0,
        max_hp=enemy.max_hp,
        block=enemy.block if alive else 0,
        powers=tuple(
            evolve(power, state=played) if power.id in _COUNTS_PLAYS else power for power in _powers(enemy.status)
        ),
        intents=intents if alive else (),
        move="" if alive else _REVIVE,
        alive=alive,
    )


def _osty(pet: Pet) -> OstySeen:
    return OstySeen(pet.hp, pet.max_hp, pet.alive, _powers(pet.status))


def model(seen: Observation, fight: Fight | None, build: str, seed: int = 0) -> Model | None:
    """The fight that `seen` shows, None when it shows none to act in. Same arguments, same model."""
    player, battle, run = seen.player, seen.battle, seen.run
    if player is None or battle is None or run is None or player.hand is None or battle.error is not None:
        return None
    known = load(build)
    unknown: list[str] = []
    names = fight.names if fight else {}
    character = character_of(player) or "IRONCLAD"

    def pile(cards: Iterable[PileCard]) -> tuple[CardSpec, ...]:
        specs = []
        for card in cards:
            found = card_of(card.name, names, character)
            if found is None:
                unknown.append(f"card named {card.name}")
            else:
                specs.append(CardSpec(found[0], int(found[1])))
        return tuple(specs)

    relics = [relic for relic in player.relics if relic.id in known.relics]
    unknown += [relic.id for relic in player.relics if relic.id not in known.relics]
    belt = max(player.max_potion_slots, *(p.slot + 1 for p in player.potions), 0)
    slots: list[str | None] = [None] * min(belt, _BELT)
    for potion in player.potions:
        if potion.slot < _BELT:
            slots[potion.slot] = potion.id if potion.id in known.potions else None
    setup = CombatSetup(
        deck=(),
        hp=player.hp,
        max_hp=player.max_hp,
        character=character,
        ascension=run.ascension,
        room=seen.state_type,
        relics=tuple(RelicSpec(r.id, -1 if r.counter is None else r.counter) for r in relics),
        potions=tuple(slots),
        gold=player.gold,
        max_energy=player.max_energy or 0,
        seed=seed,
        build=build,
        act=run.act,
        floor=run.floor,
    )
    bodies = fight.bodies.values() if fight else ()
    played = fight.attacks + fight.skills + fight.powers if fight else 0
    combat = combat_from(
        setup,
        Snapshot(
            round=battle.round,
            energy=player.energy or 0,
            enemies=(
                *(_enemy(body, False) for body in bodies),
                *(_enemy(enemy, True, played) for enemy in battle.enemies),
            ),
            block=player.block,
            powers=_powers(player.status, fight.debuffs if fight else None),
            hand=tuple(CardSpec(card.id, int(card.is_upgraded)) for card in player.hand),
            draw=pile(player.draw_pile),
            discard=pile(player.discard_pile),
            exhaust=pile(player.exhaust_pile),
            stars=player.stars or 0,
            osty=next((_osty(pet) for pet in player.pets), None),
            orbs=tuple(OrbSeen(orb.id, orb.passive_val, orb.evoke_val) for orb in player.orbs),
            orb_slots=player.orb_slots or 0,
            attacks_played=fight.attacks if fight else 0,
            skills_played=fight.skills if fight else 0,
            powers_played=fight.powers if fight else 0,
            exhausted=fight.exhausted if fight else 0,
            hp_losses=fight.hp_losses if fight else 0,
            hp_losses_fight=fight.hp_losses_fight if fight else 0,
            cards_fight=fight.cards if fight else 0,
            shivs_played=fight.shivs if fight else 0,
            free_attacks=fight.free_attacks if fight else 0,
            energy_spent=fight.energy_spent if fight else 0,
            lightnings_fight=fight.lightnings if fight else 0,
            ethereals=fight.ethereals if fight else 0,
            ethereals_fight=fight.ethereals_fight if fight else 0,
            osty_attacks=fight.osty_attacks if fight else 0,
            stars_gained=fight.stars_gained if fight else 0,
            doom_given=fight.doom_given if fight else 0,
        ),
    )
    drawn = tuple(combat.draw)
    combat.rng.shuffle(combat.draw)
    if fight is not None and fight.blocked:  # Vambrace doubles a fight's first block from a card
        combat.marks |= {f"vambrace{i}:" for i, relic in enumerate(combat.relics) if relic.id == "VAMBRACE"}
    disagreements: list[str] = []
    shown = [card for card in player.hand if card.id in known.cards]
    for place, card in enumerate(shown):
        inst = _as_forged(combat, _at_shown_cost(combat, combat.hand[place], card), card)
        combat.hand[place], differs = at_shown_numbers(combat, inst, card.description)
        disagreements += [f"{card.id} {what}" for what in differs]
    return Model(
        combat=combat,
        unmodelled=tuple(dict.fromkeys((*combat.notes, *unknown))),
        places=tuple(card.index for card in shown),
        disagreements=tuple(disagreements),
        drawn=drawn,
    )


def with_seed(base: Model, seed: int) -> Model:
    """The model that another seed gives, of which nothing has been played yet; far cheaper than to build it anew."""
    combat = base.combat.copy()
    combat.rng, combat.draw = Rng(seed), list(base.drawn)
    combat.rng.shuffle(combat.draw)
    return evolve(base, combat=combat)


def _as_forged(combat: Combat, inst: CardInst, card: HandCard) -> CardInst:
    """A Sovereign Blade with the forging that its shown damage tells; other cards as they are."""
    number = re.search(r"\d+", card.description or "") if inst.id == BLADE else None
    if number is None:
        return inst
    shown = int(number[0])
    low, high = 0, shown
    while low < high:  # shown damage grows with forging
        middle = (low + high) // 2
        forged = inst.with_(counters={**inst.counters, FORGED: middle})
        if card_numbers(combat, forged)["Damage"] < shown:
            low = middle + 1
        else:
            high = middle
    return inst.with_(counters={**inst.counters, FORGED: low}) if low else inst


def _at_shown_cost(combat: Combat, inst: CardInst, card: HandCard) -> CardInst:
    """The card at the cost that the wire shows, where it differs from what the rules work out for it here."""
    if card.cost is None or not card.cost.isdigit() or not card.can_play:
        return inst  # unplayable cards show 0 whatever they cost
    off = 0 if inst.code.x_cost else int(card.cost) - energy_cost(combat, inst)
    return inst.with_(cost_turn=inst.code.cost + off) if off else inst
