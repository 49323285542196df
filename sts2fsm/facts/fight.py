"""What a fight's earlier observations tell that the present one cannot: cards played this turn, fresh debuffs, bodies
that come back.

One frozen value, carried by the machine's memory from observation to observation; forecasts and lines start from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import evolve, field, frozen

from sts2fsm.content import load
from sts2fsm.wire.actions import Action, EndTurn, PlayCard
from sts2fsm.wire.common import HandCard, Player
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.screens import Enemy

# Powers whose owner comes back after it died (content tables, powers: `keep_body`).
REVIVES = frozenset({"ILLUSION_POWER", "ADAPTABLE_POWER", "REATTACH_POWER"})


@frozen(kw_only=True)
class Fight:
    """`floor` and `round` say which fight and turn; the counts are cards played this turn (`cards` in the whole fight),
    Attacks among them that cost no energy, the energy paid, Ethereal cards (`ethereals_fight` in the whole fight),
    attacks of Osty, stars gained, and plays that put Doom on an enemy. `blocked`: a card gave block in this fight.

    `debuffs` are the player's powers as the turn began: one that is not among them is fresh and skips its first tick.
    `bodies`
    are enemies that died and will stand up, by combat_id; `names` are card ids by the name the wire shows, as seen so
    far.
    """

    floor: int
    round: int
    attacks: int = 0
    skills: int = 0
    powers: int = 0
    cards: int = 0
    hp_losses: int = 0
    hp_losses_fight: int = 0
    exhausted: int = 0
    shivs: int = 0
    free_attacks: int = 0
    energy_spent: int = 0
    lightnings: int = 0
    ethereals: int = 0
    ethereals_fight: int = 0
    osty_attacks: int = 0
    stars_gained: int = 0
    doom_given: int = 0
    blocked: bool = False
    debuffs: frozenset[str] = frozenset()
    bodies: Mapping[int, Enemy] = field(factory=dict)
    names: Mapping[str, tuple[str, bool]] = field(factory=dict)


def _fresh(seen: Observation, names: Mapping[str, tuple[str, bool]]) -> Fight:
    assert seen.run is not None and seen.battle is not None and seen.player is not None
    held = frozenset(power.id for power in seen.player.status)
    return Fight(floor=seen.run.floor, round=seen.battle.round, lightnings=_lightnings(seen), debuffs=held, names=names)


def followed(
    known: Fight | None,
    before: Observation | None,
    sent: Action | None,
    after: Observation,
    names: Mapping[str, tuple[str, bool]] | None = None,
) -> Fight | None:
    """The fight's memory after one more observation; None outside fights. `sent` counts when `after` shows its
    effect; `names` are those learned before this fight."""
    if not after.in_combat or after.run is None or after.player is None:
        return None
    if after.battle is None or after.battle.error is not None:
        return known  # an overlay lies over the fight
    names = _learned(known.names if known else names or {}, after)
    if known is None or known.floor != after.run.floor or after.battle.round < known.round:
        return _fresh(after, names)
    moved = before is not None and before.fingerprint != after.fingerprint
    fight = evolve(known, names=names)
    if moved and before is not None:
        fight = _played(fight, before, sent, after)
        fight = _bodies(fight, before, sent, after)
    if after.battle.round != fight.round or (moved and isinstance(sent, EndTurn)):
        held = frozenset(power.id for power in after.player.status)
        return evolve(
            fight,
            round=after.battle.round,
            attacks=0,
            skills=0,
            powers=0,
            hp_losses=0,
            exhausted=0,
            shivs=0,
            free_attacks=0,
            energy_spent=0,
            ethereals=0,
            osty_attacks=0,
            stars_gained=0,
            doom_given=0,
            debuffs=held,
        )
    return fight


def _learned(names: Mapping[str, tuple[str, bool]], seen: Observation) -> Mapping[str, tuple[str, bool]]:
    hand = seen.player.hand or () if seen.player else ()
    new = {card.name: (card.id, card.is_upgraded) for card in hand if card.name is not None and card.name not in names}
    return {**names, **new} if new else names


def _played(fight: Fight, before: Observation, sent: Action | None, after: Observation) -> Fight:
    hand = before.player.hand if before.player else None
    if after.player is None or before.player is None:
        return fight
    lost = after.player.hp < before.player.hp
    exhausted = (after.player.exhaust_pile_count or 0) - (before.player.exhaust_pile_count or 0)
    fight = evolve(
        fight,
        hp_losses=fight.hp_losses + lost,
        hp_losses_fight=fight.hp_losses_fight + lost,
        exhausted=fight.exhausted + max(0, exhausted),
    )
    if not isinstance(sent, PlayCard) or not hand or sent.card_index not in range(len(hand)):
        return fight
    card = hand[sent.card_index]
    kind = card.type
    cost = card.cost or ""
    paid = (before.player.energy or 0) if cost == "X" else int(cost) if cost.isdigit() else 0
    definition = load().cards.get(card.id)
    ethereal = definition is not None and "Ethereal" in definition.keywords[int(card.is_upgraded)]
    by_osty = definition is not None and "OstyAttack" in definition.tags and any(p.alive for p in before.player.pets)
    return evolve(
        fight,
        ethereals=fight.ethereals + ethereal,
        ethereals_fight=fight.ethereals_fight + ethereal,
        osty_attacks=fight.osty_attacks + by_osty,
        stars_gained=fight.stars_gained + _stars_gained(before, card, after),
        doom_given=fight.doom_given + (_doom(after) > _doom(before)),
        blocked=fight.blocked or after.player.block > before.player.block,
        shivs=fight.shivs + (card.id == "SHIV"),
        free_attacks=fight.free_attacks + (kind == "Attack" and not paid),
        energy_spent=fight.energy_spent + paid,
        lightnings=fight.lightnings + max(0, _lightnings(after) - _lightnings(before)),
        cards=fight.cards + 1,
        attacks=fight.attacks + (kind == "Attack"),
        skills=fight.skills + (kind == "Skill"),
        powers=fight.powers + (kind == "Power"),
    )


def _stars_gained(before: Observation, card: HandCard, after: Observation) -> int:
    """Stars that the play brought: what is there now, what was there less what the card cost."""
    if before.player is None or after.player is None:
        return 0
    had, paid = before.player.stars or 0, card.star_cost or "0"
    return max(0, (after.player.stars or 0) - had + (had if paid == "X" else int(paid)))


def _lightnings(seen: Observation) -> int:
    """Lightning orbs in the queue; what was channelled beyond them is counted play by play, evoked ones excepted."""
    return sum(orb.id == "LIGHTNING_ORB" for orb in seen.player.orbs) if seen.player is not None else 0


def _doom(seen: Observation) -> int:
    enemies = seen.battle.enemies if seen.battle is not None else ()
    return sum(power.amount for enemy in enemies for power in enemy.status if power.id == "DOOM_POWER")


def _bodies(fight: Fight, before: Observation, sent: Action | None, after: Observation) -> Fight:
    """Enemies that were there and are not, and that carry a power which brings them back; those that stand again are
    no bodies."""
    if before.battle is None or after.battle is None:
        return fight
    standing = {enemy.combat_id for enemy in after.battle.enemies}
    fallen = {
        enemy.combat_id: enemy
        for enemy in before.battle.enemies
        if enemy.combat_id not in standing and any(power.id in REVIVES for power in enemy.status)
    }
    bodies = {i: body for i, body in {**fight.bodies, **fallen}.items() if i not in standing}
    return fight if bodies == fight.bodies else evolve(fight, bodies=bodies)


def card_of(
    name: str | None, names: Mapping[str, tuple[str, bool]], character: str | None = None
) -> tuple[str, bool] | None:
    """(id, upgraded) of a card that is shown by name alone, from what was seen or the English tables; None when
    unknown. Names that several characters' cards share stand for those of `character`."""
    if name is None:
        return None
    if name in names:
        return names[name]
    plain = name.rstrip("+")
    if plain in names:
        return names[plain][0], True
    ids = _english().get(plain)
    if ids is None:
        return None
    cards = load().cards
    return next((id_ for id_ in ids if cards[id_].pool == character), ids[0]), plain != name


@cache
def _english() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for card in load().cards.values():
        found[card.name] = (*found.get(card.name, ()), card.id)
    return found


def character_of(player: Player) -> str | None:
    """The character's id by its title, or by its first relic where the game speaks another language; None when neither
    tells."""
    held = {relic.id for relic in player.relics}
    characters = load().characters.values()
    by_title = next((who.id for who in characters if player.character in (who.name, who.id)), None)
    return by_title or next((who.id for who in characters if held & set(who.relics)), None)
