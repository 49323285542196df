"""Combat: lethal first, then block what would hurt too much, then the play of highest worth, then end the turn."""

from __future__ import annotations

from collections.abc import Mapping

from handlers.combat_ask import allowed, asks, weighed
from handlers.combat_guards import (
    disabled,
    enabled_again,
    hand_renumbered,
    still_disabled,
    turn_ending,
    turn_moved_on,
)
from handlers.common import EVENT_PAGES, FIGHT_CHOICES, SETTLE, can, wait
from handlers.worth import PotionsPolicy, potion_worth
from sts2fsm import advice
from sts2fsm.content import load
from sts2fsm.facts.cards import UNKNOWN_CARD
from sts2fsm.facts.combat import CombatFacts, Play
from sts2fsm.facts.lines import Line
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, always, best
from sts2fsm.policy import at, number, section, share, table
from sts2fsm.states import COMBAT_STATES, State
from sts2fsm.updates import note_refusal
from sts2fsm.wire.actions import Action, EndTurn, PlayCard, UsePotion
from sts2fsm.wire.common import NEEDS_TARGET
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import Enemy

SETTLING = (State.COMBAT_SETTLING,)
AFTER_FIGHT = (State.REWARDS, State.MAP, *EVENT_PAGES)


@section("combat")
class CombatPolicy:
    """How a turn is played, card by card."""

    settle_ms: int = number(int, "equal reads this far apart before acting", unit="ms", low=0, high=5000)
    empty_ms: int = number(
        int, "time without any enemy in our turn after which it is ended", unit="ms", low=500, high=60000
    )
    unknown_attack: int = number(int, "damage assumed of an attack that shows none", unit="hp", low=0, high=100)
    must_block_share: float = share(
        "part of the present health that may be lost in one turn before blocking comes first"
    )
    damage: float = number(float, "worth of a point of damage to an enemy's health", low=0, high=100)
    kill: float = number(float, "worth of a kill, besides its damage", low=0, high=1000)
    kill_attacker: float = number(float, "worth of each point of damage that a kill prevents", low=0, high=100)
    block: float = number(float, "worth of a point of block that stops damage", low=0, high=100)
    spare_block: float = number(float, "worth of a point of block that stops nothing", low=0, high=100)
    energy: float = number(float, "worth of a point of energy gained", low=-100, high=100)
    draw: float = number(float, "worth of a card drawn", low=-100, high=100)
    hp_loss: float = number(float, "worth of a point of health lost by a play", low=-100, high=0)
    cost: float = number(float, "worth of a point of energy spent", low=-100, high=0)
    block_cost: float = number(float, "worth of a point of energy spent where blocking comes first", low=-100, high=0)
    powers: Mapping[str, float] = table(
        "worth of each point of a power that a card puts, by id", low=-100, high=100, default="required"
    )
    power_rounds: int = number(
        int, "rounds in which a lasting power counts in full; half as much later", low=0, high=20
    )
    unmodelled: float = number(float, "worth of a play whose effects are not known", low=-100, high=100)
    least: float = number(float, "worth under which a card is rather kept than played", low=-100, high=100)
    drink_share: float = share("part of the present health about to be lost that makes a potion worth drinking")
    drink_for: Mapping[str, float] = table(
        "worth from which a potion is drunk at the start of a fight, by screen", low=0, high=1000, default="required"
    )


def facts(seen: Seen) -> CombatFacts:
    assert isinstance(seen.facts, CombatFacts)
    return seen.facts


def enemies(seen: Seen) -> tuple[Enemy, ...]:
    battle = seen.observation.battle
    return battle.enemies if battle else ()


def open_plays(seen: Seen) -> list[Play]:
    """Plays that are legal and not worn out this turn."""
    open_ = set(seen.open(PlayCard))
    return [play for play in facts(seen).plays if play.action in open_]


def lines_found(seen: Seen, policy: CombatPolicy) -> bool:
    return bool(seen.plan().lines)


def best_line(seen: Seen, policy: CombatPolicy) -> Ranked | None:
    """The first action of the best line whose first action is open. Where every line dies, or a line ends the turn
    over a card or
    potion that no table knows, the plain rules are asked instead."""
    lines = open_lines(seen)
    line = lines[0] if lines else None
    if line is None or line.dies or (line.action == EndTurn() and something_unknown(seen)):
        return None
    return of_line(line)


def open_lines(seen: Seen) -> list[Line]:
    open_ = {*seen.open(PlayCard), *seen.open(UsePotion), EndTurn()}
    return [line for line in seen.plan().lines if line.action in open_]


def of_line(line: Line) -> Ranked:
    return Ranked(line.action, line.worth.parts, str(line), line.then)


def plays_to_ask(seen: Seen, policy: CombatPolicy) -> list[Ranked]:
    """Turns that may be played instead of the best one; a turn is not ended over what no table knows."""
    return _to_ask(allowed(open_lines(seen), seen), seen)


def turns_to_ask(seen: Seen, policy: CombatPolicy) -> list[Ranked]:
    """The same, those alone between which there is something to weigh."""
    return _to_ask(weighed(allowed(open_lines(seen), seen)), seen)


def _to_ask(lines: list[Line], seen: Seen) -> list[Ranked]:
    unknown = something_unknown(seen)
    return [of_line(line) for line in lines if not (unknown and line.action == EndTurn())]


def something_unknown(seen: Seen) -> bool:
    """A card could be played, or a potion drunk in danger, whose effect no table tells."""
    player = seen.observation.player
    slots = {use.slot for use in seen.open(UsePotion)}
    known = load().potions
    potions = [potion.id for potion in player.potions if potion.slot in slots] if player else []
    return any(play.numbers is UNKNOWN_CARD for play in open_plays(seen)) or any(id_ not in known for id_ in potions)


def can_kill_all(seen: Seen, policy: CombatPolicy) -> bool:
    lethal = facts(seen).lethal
    return bool(lethal) and lethal[0] in seen.open(PlayCard)


def kill_all(seen: Seen, policy: CombatPolicy) -> Move:
    return facts(seen).lethal[0]


def deficit(seen: Seen, policy: CombatPolicy) -> int:
    """Damage that gets through this turn, hidden attacks assumed as policy says."""
    known = facts(seen)
    return max(0, known.incoming + known.unknown_attacks * policy.unknown_attack - known.block)


def hurts_too_much(seen: Seen, policy: CombatPolicy) -> bool:
    return deficit(seen, policy) > policy.must_block_share * facts(seen).hp


def block_most(seen: Seen, policy: CombatPolicy) -> Ranked | None:
    """The play that stops most of what gets through, by block or by killing an attacker; None when none stops any."""
    through = deficit(seen, policy)
    options = [
        Ranked(play.action, {"stopped": stopped, "cost": policy.block_cost * play.cost}, play.card.name or play.card.id)
        for play in open_plays(seen)
        if (stopped := min(through, play.block + _prevented(play, seen))) > 0
    ]
    return best(options)


def _prevented(play: Play, seen: Seen) -> int:
    by_enemy = facts(seen).incoming_by_enemy
    return sum(by_enemy.get(combat_id, 0) for combat_id in play.kills)


def value(play: Play, seen: Seen, policy: CombatPolicy) -> Ranked:
    """The worth of one play, card by card: what it does now and the powers it puts."""
    battle = seen.observation.battle
    late = battle is not None and battle.round > policy.power_rounds
    left = {enemy.combat_id: enemy.hp + enemy.block for enemy in enemies(seen)}
    useful = min(play.block, deficit(seen, policy))
    numbers = play.numbers
    parts = {
        "damage": policy.damage * sum(min(points, left.get(i, 0)) for i, points in play.hurts.items()),
        "kill": policy.kill * len(play.kills) + policy.kill_attacker * _prevented(play, seen),
        "block": policy.block * useful + policy.spare_block * (play.block - useful),
        "powers": sum(at(policy.powers, id_) * points for id_, points, _ in numbers.powers) * (0.5 if late else 1.0),
        "energy": policy.energy * numbers.energy,
        "draw": policy.draw * numbers.draws,
        "health": policy.hp_loss * numbers.hp_loss,
        "cost": policy.cost * play.cost,
        "unmodelled": 0.0 if numbers.modelled else policy.unmodelled,
    }
    return Ranked(play.action, parts, play.card.name or play.card.id)


def ranked(seen: Seen, policy: CombatPolicy) -> list[Ranked]:
    return [value(play, seen, policy) for play in open_plays(seen)]


def best_play(seen: Seen, policy: CombatPolicy) -> Ranked | None:
    top = best(ranked(seen, policy))
    return top if top is not None and top.value >= policy.least else None


def potion_needed(seen: Seen, policy: CombatPolicy) -> bool:
    """Much health is about to be lost, or the fight is of the kind that potions are kept for."""
    battle = seen.observation.battle
    opening = battle is not None and battle.round == 1
    in_danger = deficit(seen, policy) >= policy.drink_share * facts(seen).hp
    return bool(seen.open(UsePotion)) and (in_danger or (opening and _strongest(seen, policy) is not None))


def _strongest(seen: Seen, policy: CombatPolicy) -> Ranked | None:
    """The potion worth most, if it is worth drinking in this kind of fight."""
    threshold = at(policy.drink_for, str(seen.observation.screen))
    top = best(_drinks(seen))
    return top if top is not None and top.value >= threshold else None


def _uses(seen: Seen) -> list[UsePotion]:
    """Open uses; a potion that is thrown is thrown at the enemy with most health."""
    strongest = max(enemies(seen), key=lambda enemy: enemy.hp, default=None)
    return [
        use for use in seen.open(UsePotion) if use.target is None or (strongest and use.target == strongest.entity_id)
    ]


def _drinks(seen: Seen) -> list[Ranked]:
    player, table = seen.observation.player, seen.policies.section(PotionsPolicy)
    ids = {potion.slot: potion.id for potion in player.potions} if player else {}
    worth = {
        slot: {"potion": potion_worth(id_, table), **advice.without_potion(id_, seen)} for slot, id_ in ids.items()
    }
    return [Ranked(use, worth[use.slot], f"slot {use.slot}") for use in _uses(seen)]


def drink(seen: Seen, policy: CombatPolicy) -> Ranked | None:
    in_danger = deficit(seen, policy) >= policy.drink_share * facts(seen).hp
    if not in_danger:
        return _strongest(seen, policy)
    return best(_drinks(seen))


def end_turn(seen: Seen, policy: CombatPolicy) -> Move:
    """Always possible, however often it was refused: a card may still be resolving (behaviour W26)."""
    return EndTurn()


def nobody_left(seen: Seen, policy: CombatPolicy) -> bool:
    """Our turn, and no enemy has stood there for long: those that come back do so in their own turn (behaviour W39)."""
    battle = seen.observation.battle
    ours = battle is not None and battle.is_play_phase and not battle.enemies
    return ours and EndTurn() in seen.legal and seen.shown_for * 1000 >= policy.empty_ms


class Combat(Handler):
    screens = (Screen.MONSTER, Screen.ELITE, Screen.BOSS)
    states = (State.COMBAT_SETTLING, State.ACTIONS_DISABLED)
    policy = CombatPolicy
    rules = (
        Rule("end the empty turn", at=SETTLING, when=nobody_left, do=end_turn, emits=("end_turn",)),
        Rule(
            "wait for the fight", at=(State.COMBAT_SETTLING,), when=always, do=wait("the fight is not ours to act in")
        ),
        Rule("wait for our turn", at=(State.ACTIONS_DISABLED,), when=always, do=wait("actions are disabled")),
        SETTLE,
        Rule(
            "best line",
            when=lines_found,
            do=best_line,
            emits=("play_card", "use_potion", "end_turn"),
            asks=asks(turns_to_ask, plays_to_ask),
        ),
        Rule("lethal", when=can_kill_all, do=kill_all, emits=("play_card",)),
        Rule("drink", when=potion_needed, do=drink, emits=("use_potion",)),
        Rule("must block", when=hurts_too_much, do=block_most, emits=("play_card",)),
        Rule("best play", when=can(PlayCard), do=best_play, emits=("play_card",)),
        Rule("end the turn", when=always, do=end_turn, emits=("end_turn",)),
    )
    edges = (
        Edge("end_turn", HERE, when=turn_moved_on),
        Edge("end_turn", State.ACTIONS_DISABLED, when=turn_ending, instead=("not_done_yet",)),
        Edge(("play_card", "use_potion", "end_turn"), State.ACTIONS_DISABLED, when=disabled, remember=(note_refusal,)),
        Edge(("play_card", "use_potion", "end_turn"), HERE, when=hand_renumbered),
        Edge(("play_card", "use_potion", "end_turn"), State.COMBAT_SETTLING),
        Edge(("play_card", "use_potion", "end_turn"), FIGHT_CHOICES),
        Edge(("play_card", "use_potion", "end_turn"), AFTER_FIGHT),
        Edge(OBSERVE, (State.COMBAT_SETTLING, *FIGHT_CHOICES, *AFTER_FIGHT)),
        # what a disabled moment or an ending turn leads to
        Edge("end_turn", COMBAT_STATES, when=turn_moved_on, at=(State.ACTIONS_DISABLED,)),
        Edge("end_turn", HERE, when=turn_ending, at=(State.ACTIONS_DISABLED,)),
        Edge(("play_card", "use_potion", "end_turn"), HERE, when=still_disabled, at=(State.ACTIONS_DISABLED,)),
        Edge(("play_card", "use_potion", "end_turn"), COMBAT_STATES, when=enabled_again, at=(State.ACTIONS_DISABLED,)),
        Edge(("play_card", "use_potion", "end_turn"), State.COMBAT_SETTLING, at=(State.ACTIONS_DISABLED,)),
        Edge(("play_card", "use_potion", "end_turn"), FIGHT_CHOICES, at=(State.ACTIONS_DISABLED,)),
        Edge(("play_card", "use_potion", "end_turn"), AFTER_FIGHT, at=(State.ACTIONS_DISABLED,)),
        # what a fight that cannot be acted in leads to
        Edge(OBSERVE, COMBAT_STATES, at=SETTLING),
        Edge("end_turn", (*COMBAT_STATES, *AFTER_FIGHT), at=SETTLING),
        Edge(OBSERVE, (*FIGHT_CHOICES, *AFTER_FIGHT, State.CARD_REWARD), at=(State.COMBAT_SETTLING,)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        battle, player = seen.observation.battle, seen.observation.player
        if battle is None or player is None or not battle.is_play_phase or seen.state is State.ACTIONS_DISABLED:
            return []
        plays: list[Action] = []
        for card in player.hand or ():
            if not card.can_play:
                continue
            if card.target_type == NEEDS_TARGET:
                plays += [PlayCard(card.index, enemy.entity_id) for enemy in battle.enemies]
            else:
                plays.append(PlayCard(card.index))
        return [*plays, EndTurn()]
