"""The story of a run as it is played: a line a turn, every step with -v, only the summary with -q."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import groupby

from attrs import define, field, frozen
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sts2fsm.handler import Decision
from sts2fsm.runner import Moment
from sts2fsm.states import COMBAT_STATES, State
from sts2fsm.summary import Summary
from sts2fsm.wire.observation import Observation
from sts2fsm.words import enemies, say, spaced

# States whose steps are told together: what a player calls one screen.
TOLD_AS: Mapping[State, str] = {
    **dict.fromkeys((State.MENU, State.MENU_POPUP, State.MENU_BLOCKED, State.MENU_EMBARKING), "menu"),
    **dict.fromkeys((State.REWARDS, State.REWARDS_REINDEXED, State.CARD_REWARD), "rewards"),
    **dict.fromkeys((State.EVENT, State.EVENT_DIALOGUE, State.EVENT_RESOLVING), "event"),
    **dict.fromkeys((State.TREASURE, State.TREASURE_OPENING), "treasure"),
    **dict.fromkeys((State.SHOP, State.SHOP_LEAVING), "shop"),
    **dict.fromkeys((State.CARD_SELECT, State.CARD_SELECT_PREVIEW, State.CARD_SELECT_STALE), "card select"),
    **dict.fromkeys((State.BUNDLE_SELECT, State.BUNDLE_SELECT_PREVIEW), "bundle select"),
    **dict.fromkeys((State.MAP, State.MAP_TRAVELLING, State.MAP_IN_COMBAT), "map"),
}
COUNTED_AS_FIGHT = (State.HAND_SELECT, State.CARD_SELECT, State.CARD_SELECT_PREVIEW, State.CARD_SELECT_STALE)
ENDING = "end the turn"  # a reason that goes without saying after others
RESULT_STYLE = {"win": "bold green", "loss": "bold red", "unknown": "yellow", "stopped": "yellow"}


class Level(IntEnum):
    """How much is told."""

    SUMMARY = 0
    TURNS = 1
    STEPS = 2


@frozen
class _Place:
    """What one line is about: lines begin where it changes. `number` is the round of a fight, 0 elsewhere."""

    floor: int | None
    screen: str
    number: int


@define
class _Turn:
    """The steps of one place so far. `hp` and `against` are as the turn began."""

    place: _Place
    hp: str
    against: str
    did: list[str] = field(factory=list)
    because: dict[str, None] = field(factory=dict)


class Story:
    """Tells moments and summaries to a console."""

    def __init__(self, console: Console, level: Level = Level.TURNS) -> None:
        self._console = console
        self._level = level
        self._turn: _Turn | None = None

    def say(self, text: str) -> None:
        """A remark that belongs to no step; kept back only by -q."""
        if self._level > Level.SUMMARY:
            self._flush()
            self._console.print(Text(text))

    def warn(self, text: str) -> None:
        """A remark that nobody must miss: told with -q too."""
        self._flush()
        self._console.print(Text(text, style="yellow"))

    def bell(self) -> None:
        """Ring the terminal's bell; nothing in a pipe."""
        if self._console.is_terminal:
            self._console.bell()

    def moment(self, moment: Moment) -> None:
        """One step. The runner calls it after the game has answered."""
        if self._level is Level.STEPS:
            self._console.print(_step(moment))
        elif self._level is Level.TURNS:
            self._gather(moment)
        if self._level > Level.SUMMARY:
            self._surprises(moment)

    def end(self, summaries: Sequence[Summary]) -> None:
        """What is left of the last turn, then the table of all runs."""
        self._flush()
        if summaries:
            self._console.print()
            self._console.print(_table(summaries, fancy=self._console.is_terminal))
        for reason in dict.fromkeys(f"{summary.result}: {summary.why}" for summary in summaries if summary.why):
            self._console.print(Text(reason))
        journals = dict.fromkeys(summary.journal for summary in summaries if summary.journal)
        for journal in journals:
            self._console.print(Text(f"journal: {journal}", style="dim"))

    def _gather(self, moment: Moment) -> None:
        if moment.decision.action is None:
            return
        seen = moment.seen.observation
        place = _place(moment, self._turn.place if self._turn else None)
        if self._turn is None or self._turn.place != place:
            self._flush()
            self._turn = _Turn(place, _health(seen), enemies(seen))
        self._turn.did.append(say(moment.decision.action, seen))
        self._turn.because[moment.decision.because] = None

    def _flush(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            self._console.print(_line(turn))

    def _surprises(self, moment: Moment) -> None:
        if moment.advance.unexpected is not None:
            self._flush()
            self._console.print(Text(f"     unexpected: {moment.advance.unexpected}", style="yellow"))
        if moment.reply is not None and not moment.reply.accepted:
            self._flush()
            self._console.print(Text(f"     refused: {moment.reply.text}", style="yellow"))


def _place(moment: Moment, before: _Place | None) -> _Place:
    seen, state = moment.seen.observation, moment.seen.state
    floor = seen.run.floor if seen.run else None
    if state in COUNTED_AS_FIGHT and seen.in_combat and before is not None and before.number:
        return before  # a card's choice belongs to the turn it was played in
    number = seen.battle.round if seen.battle is not None and state in COMBAT_STATES else 0
    return _Place(floor, TOLD_AS.get(state, spaced(state)), number)


def _health(seen: Observation) -> str:
    return f"{seen.player.hp}/{seen.player.max_hp}" if seen.player else ""


def _head(floor: int | None, screen: str, hp: str) -> Text:
    return Text.assemble(
        (f"{'' if floor is None else f'F{floor}':>4}  ", "cyan"), (f"{screen:<13} ", "bold"), (f"{hp:>7}  ", "red")
    )


def _line(turn: _Turn) -> Text:
    line = _head(turn.place.floor, turn.place.screen, turn.hp)
    if turn.place.number:
        line.append(f"turn {turn.place.number} against {turn.against}: ", "dim")
    line.append(", ".join(counted(turn.did)))
    reasons = [rule for rule in turn.because if rule != ENDING] or [ENDING]
    return line.append(f"  ({', '.join(reasons)})", "dim italic")


def counted(did: Sequence[str]) -> list[str]:
    """`Strike ×3` for three in a row."""
    runs = [(what, len(list(same))) for what, same in groupby(did)]
    return [what if times == 1 else f"{what} ×{times}" for what, times in runs]


def _step(moment: Moment) -> Text:
    seen, decision = moment.seen.observation, moment.decision
    line = _head(seen.run.floor if seen.run else None, spaced(moment.seen.state), _health(seen))
    line = Text(f"{moment.number:>5} {moment.seen.now:>8.2f}s ", "dim").append_text(line)
    if decision.action is not None:
        line.append(say(decision.action, seen))
        worth = f", worth {decision.ranked[0].value:.1f}" if decision.ranked else ""
        return line.append(f"  ({decision.because}{worth}{_whose(decision)})", "dim italic")
    waited = f"wait {decision.wait.ms} ms" if decision.wait is not None else "stop"
    return line.append(f"{waited}  ({decision.because})", "dim italic")


def _whose(decision: Decision) -> str:
    """Who decided, where it was not code; and that somebody was asked, where it was."""
    if decision.source != "code":
        return f", by {decision.source}"
    return "" if decision.asked is None else f", asked: {decision.asked.reason.replace('_', ' ')}"


COLUMNS = ("result", "act", "floor", "steps", "actions", "rejected", "unexpected", "time", "seed")


def _table(summaries: Sequence[Summary], *, fancy: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD if fancy else None, pad_edge=False, padding=(0, 0, 0, 1 if fancy else 2))
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "result" else "right", no_wrap=True)
    for summary in summaries:
        table.add_row(
            Text(summary.result, RESULT_STYLE.get(summary.result, "")),
            *(_cell(value) for value in (summary.act, summary.floor, summary.steps)),
            str(sum(summary.decisions.values())),
            *(_cell(value) for value in (summary.rejected, summary.unexpected_edges)),
            f"{summary.seconds:.0f} s",
            _cell(summary.seed),
        )
    return table


def _cell(value: object) -> str:
    return "" if value is None else str(value)
