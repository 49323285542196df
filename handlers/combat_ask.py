"""What is asked in a fight: whole turns by what they achieve, or the four questions of the seed's template.

Both choose among the same lines: those that survive, that cost hardly more health than code's best, and that are worth
nearly as much. A turn that wins is played, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from handlers.asks import run_words
from sts2fsm.asking import Ask, AskPolicy, Check, Pick
from sts2fsm.content import load
from sts2fsm.facts.lines import Line
from sts2fsm.facts.search import Move
from sts2fsm.facts.telling import card_name, enemy_name, enemy_words, listed, potion_name, powers_words
from sts2fsm.handler import Ranked, Seen
from sts2fsm.questions import Noul
from sts2fsm.wire.screens import Enemy

_SAME = 1e-6
_CLEAR = 0.5  # worth by which a line must lead in a part to be called the best at it


def enemies(seen: Seen) -> tuple[Enemy, ...]:
    battle = seen.observation.battle
    return battle.enemies if battle else ()


# --- options ----------------------------------------------------------------------------------------------------------
def allowed(lines: Sequence[Line], seen: Seen) -> list[Line]:
    """Lines that may stand in for the best, which is the first of them: none that dies, ranks lower in what is compared
    before any weighing, or costs much more health. None at all when the best one wins."""
    more = seen.policies.section(AskPolicy).more_hp_lost
    if not lines or lines[0].won:
        return []
    best = lines[0]
    return [
        line for line in lines if not line.dies and line.worth.better == best.worth.better and line.hp >= best.hp - more
    ]


def weighed(lines: Sequence[Line]) -> list[Line]:
    """Those between which there is something to weigh: each is better than any other in some part of its worth."""
    kept: list[Line] = []
    for line in lines:
        if not any(no_worse(other, line) for other in kept):
            kept.append(line)
    return kept


def no_worse(one: Line, other: Line) -> bool:
    """In no named part is `one` worse: there is nothing to weigh between them, only numbers to compare, and those are
    code's to compare."""
    mine, theirs = one.worth.parts, other.worth.parts
    return all(mine.get(name, 0.0) >= theirs.get(name, 0.0) - _SAME for name in {*mine, *theirs})


def line_of(option: Ranked, seen: Seen) -> Line | None:
    """The line that an option stands for."""
    return next(
        (line for line in seen.plan().lines if line.action == option.action and line.worth.parts == option.parts), None
    )


def turn_of(option: Ranked, seen: Seen) -> Hashable:
    """The same plays with the same end, in whatever order, are one turn."""
    line = line_of(option, seen)
    if line is None:
        return option.action
    plays = sorted((move.kind, move.what, move.target or 0) for move in line.moves)
    return (*plays, line.hp, line.enemy_hp, round(line.worth.value, 3))


# --- words ------------------------------------------------------------------------------------------------------------
def loss_words(lost: float, hp: int, seen: Seen) -> str:
    """Health about to be lost as a part of what there is."""
    bands = seen.policies.section(AskPolicy).bands
    if lost <= 0:
        return "no health"
    share = lost / max(1, hp)
    if share <= bands.light:
        return "a little health"
    return "much of our health" if share >= bands.heavy else "some health"


def move_words(move: Move, seen: Seen) -> str:
    among = enemies(seen)
    target = next((enemy for enemy in among if enemy.combat_id == move.target), None)
    on = f" on {enemy_name(target, among)}" if target is not None and len(among) > 1 else ""
    match move.kind:
        case "play":
            return f"{card_name(move.what)}{on}"
        case "potion":
            return f"drink {potion_name(move.what)}{on}"
        case _:
            picked = [card_name(id_) for id_ in move.what.split("+") if id_ in load().cards]
            return f"pick {listed(picked)}" if picked else "pick nothing"


_BEST_AT: Mapping[str, str] = {
    "enemy health": "hurts the enemies most",
    "their powers": "leaves the enemies weakest",
    "our powers": "builds us up most",
}


def line_words(option: Ranked, among: Sequence[Ranked], seen: Seen, policy: Any) -> str:
    """What a turn achieves; what it is best at among the options asked about is worked out here."""
    line, player = line_of(option, seen), seen.observation.player
    if line is None or player is None:
        return "end the turn"
    kills = [enemy_name(enemy, enemies(seen)) for enemy in enemies(seen) if enemy.combat_id in line.kills]
    did = [f"kills {listed(kills)}"] if kills else []
    did.append(f"costs us {loss_words(player.hp - line.hp, player.hp, seen)}")
    others = [other for one in among if one is not option and (other := line_of(one, seen)) is not None]
    if others and line.hp > max(other.hp for other in others):
        did.append("costs least health of all")
    for part, told in _BEST_AT.items():
        mine = line.worth.parts.get(part, 0.0)
        if others and mine > max(other.worth.parts.get(part, 0.0) for other in others) + _CLEAR:
            did.append(told)
    if line.worth.parts.get("potions", 0.0) < 0:
        did.append("uses up a potion")
    if line.chancy:
        did.append("leaves a part to chance")
    played = [move_words(move, seen) for move in line.moves]
    return f"{', then '.join(played) or 'end the turn at once'}: {listed(did)}"


def fight_words(seen: Seen, policy: Any) -> str:
    """Who stands there, what they mean to do, and how dangerous this turn is if nothing is done about it."""
    known, player = seen.facts, seen.observation.player
    told = [run_words(seen), f"\nWe are in {_ROOMS.get(seen.observation.state_type, 'a fight')}."]
    told += [f" {enemy_words(enemy, enemies(seen))}." for enemy in enemies(seen)]
    if player is not None and (powers := powers_words(player.status)):
        told.append(f" We have {powers}.")
    if known is not None:
        hidden = " or more, for an attack hides its strength" if known.unknown_attacks else ""
        told.append(
            f" If nothing is done about it, this turn costs us {loss_words(known.deficit, known.hp, seen)}{hidden}."
        )
    return "".join(told)


_ROOMS: Mapping[str, str] = {
    "monster": "a common fight",
    "elite": "a fight against an elite",
    "boss": "the fight against the boss of the act",
}


# --- the seed's template ----------------------------------------------------------------------------------------------
def first_play(option: Ranked, seen: Seen) -> Hashable:
    """Plays of one card, whichever copy and target, are one answer."""
    line = line_of(option, seen)
    return (line.moves[0].kind, line.moves[0].what) if line and line.moves else "end the turn"


def play_words(option: Ranked, among: Sequence[Ranked], seen: Seen, policy: Any) -> str:
    """The first play alone, and what comes of the turn that begins with it."""
    line = line_of(option, seen)
    if line is None or not line.moves:
        return "end the turn"
    first = line.moves[0]
    name = card_name(first.what) if first.kind == "play" else f"drink {potion_name(first.what)}"
    return f"{name}; the turn then {line_words(option, among, seen, policy).split(': ', 1)[1]}"


def first_target(option: Ranked, seen: Seen) -> Hashable | None:
    line = line_of(option, seen)
    return line.moves[0].target if line and line.moves and len(enemies(seen)) > 1 else None


def target_words(option: Ranked, among: Sequence[Ranked], seen: Seen, policy: Any) -> str:
    target = first_target(option, seen)
    return next((enemy_words(enemy, enemies(seen)) for enemy in enemies(seen) if enemy.combat_id == target), "nobody")


def turn_wins(seen: Seen, policy: Any) -> bool:
    """Searched and counted by code, to the point: 18 damage does not kill 19 health."""
    return any(line.won for line in seen.plan().lines)


def must_block(seen: Seen, policy: Any) -> bool | None:
    """No when nothing gets through, yes when more does than policy bears, and between them code has no opinion."""
    known = seen.facts
    if known is None or known.deficit == 0:
        return None if known is None or known.unknown_attacks else False
    return True if known.deficit > policy.must_block_share * known.hp else None


def winning(options: Sequence[Ranked], seen: Seen) -> Sequence[Ranked]:
    return [option for option in options if (line := line_of(option, seen)) is not None and line.won]


def least_hurt(options: Sequence[Ranked], seen: Seen) -> Sequence[Ranked]:
    """Those that cost least health."""
    left = {option.action: line.hp for option in options if (line := line_of(option, seen)) is not None}
    return [option for option in options if left.get(option.action) == max(left.values(), default=None)]


LETHAL = Check(
    name="lethal_this_turn",
    question=Noul("Can this turn end the fight?", yes="some line of plays kills every enemy now", no="none does"),
    known=turn_wins,
    keeps=winning,
)
BLOCK = Check(
    name="must_block",
    question=Noul(
        "Does preventing damage go before dealing it this turn?",
        yes="what is coming hurts too much", no="what is coming can be borne",
    ),
    known=must_block,
    keeps=least_hurt,
)  # fmt: skip


# --- declarations -----------------------------------------------------------------------------------------------------
Options = Callable[[Seen, Any], Sequence[Ranked]]


def asks(turns: Options, plays: Options) -> tuple[Ask, ...]:
    """Both templates: over turns between which there is something to weigh, and over every play that begins a turn."""
    line = Pick(name="line", question="Which turn helps most?", words=line_words, key=turn_of)
    card = Pick(name="best_play", question="Which play goes first?", words=play_words, key=first_play)
    enemy = Pick(name="target", question="Which enemy is to be hit first?", words=target_words, key=first_target)
    checks = (LETHAL, BLOCK)
    return (
        Ask(about="combat", template="lines", options=turns, tell=fight_words, picks=(line,)),
        Ask(about="combat", template="seed", options=plays, tell=fight_words, picks=(card, enemy), checks=checks),
    )
