"""Plays runs: the real game through the mod, or the embedded game in this process."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from attrs import evolve, frozen

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import Clock, FasterClock, SystemClock, VirtualClock
from sts2fsm.commands.common import add_embedded, add_json, add_policies, at_least_zero, console, positive, print_json
from sts2fsm.commands.llm import add_llm, opened_strategist, with_llm
from sts2fsm.commands.oracle import add_oracle, with_oracle
from sts2fsm.commands.places import game_histories, journal_folder, journal_path
from sts2fsm.embedded import EmbeddedGame, Server
from sts2fsm.errors import GameIncompatible, GameUnreachable, MachineError, Sts2Error, UsageError
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.live import LiveGame
from sts2fsm.game.port import Game
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import Journal, NoJournal
from sts2fsm.oracle.open import in_use
from sts2fsm.policy import Policies, Table
from sts2fsm.recovery.files import slug, state_folder
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.recovery.lock import DriverLock
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.recovery.session import SessionFile
from sts2fsm.runner import Runner, Settings
from sts2fsm.story import Level, Story
from sts2fsm.summary import Summary
from sts2fsm.wire.observation import Observation

HELP = "plays runs (the default command)"
URL = "http://127.0.0.1:15526"
LOOPBACK_SPEED = 8.0  # a run of three acts over real HTTP then takes about a minute and a half
KNOCK_S = 1.0  # how long --game auto waits for an answer at --url


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", choices=("auto", "live", "embedded"), default="auto",
        help="auto: the game at --url, else the embedded one (default)",
    )  # fmt: skip
    parser.add_argument("--url", default=URL, help=f"where the mod listens (default: {URL})")
    parser.add_argument("--loopback", action="store_true", help="serve the embedded game over HTTP and play it there")
    parser.add_argument(
        "--speed", type=at_least_zero, default=LOOPBACK_SPEED,
        help=f"with --loopback: how much faster than the game's animations time passes (default: {LOOPBACK_SPEED:g})",
    )  # fmt: skip
    # for `soak`: a served game whose time passes faster is played with a clock that does, too
    parser.add_argument("--clock-speed", type=at_least_zero, default=1.0, help=argparse.SUPPRESS)
    add_embedded(parser)
    parser.add_argument("--character", type=str.upper, help="id of the character, instead of menu.character")
    parser.add_argument("--ascension", type=int, choices=range(11), metavar="0..10", help="instead of menu.ascension")
    add_policies(parser)
    add_oracle(parser)
    add_llm(parser)
    parser.add_argument("--runs", type=positive, default=1, help="how many runs to play (default: 1)")
    parser.add_argument("--max-steps", type=positive, help="stop after so many steps")
    parser.add_argument(
        "--journal", metavar="DIR", type=Path, help="folder for the journal (default: with the user's state)"
    )
    parser.add_argument("--no-journal", action="store_true", help="write no journal")
    parser.add_argument(
        "--history", metavar="DIR", type=Path, action="append", default=[],
        help="folder of .run files, which tell a win from a loss; may be given several times",
    )  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="say what would be done first, and do nothing")
    add_json(parser, "end with one JSON line per run on stdout; the story, if any, goes to stderr")
    much = parser.add_mutually_exclusive_group()
    much.add_argument("-v", "--verbose", action="store_true", help="tell every step")
    much.add_argument("-q", "--quiet", action="store_true", help="tell only the summary")


def run(args: argparse.Namespace) -> int:
    """0 when the runs were played. Errors of the game end it with their own code, after the summary so far."""
    _check(args)
    chosen = with_llm(with_oracle(_with_flags(policies(args.policies), args), args.oracle), args.llm)
    oracle = in_use(chosen)  # a key that is missing is told before anything is started
    strategist = None if args.dry_run else opened_strategist(chosen)
    story = Story(console(stderr=args.json), _level(args))
    with ExitStack() as stack:
        stack.callback(oracle.close)
        seat = stack.enter_context(_seat(args, chosen, story))
        log = NoJournal() if args.no_journal else Journal(_journal_path(args, seat), tell=story.warn)
        stack.callback(log.close)
        real = None if isinstance(seat.clock, VirtualClock) else SystemClock().now
        mind = brain(chosen, oracle, strategist, real)
        recovery = Recovery(
            mind, seat.clock, tell=story.warn, bell=story.bell, session=seat.session, bundles=_bundles(args, seat),
            attended=sys.stdout.isatty(),
        )  # fmt: skip
        resumed = None if args.dry_run else recovery.resume(seat.game)
        player = Runner(
            seat.game, mind, seat.clock, log, _settings(args, seat), story.moment, recovery, resumed
        )  # fmt: skip
        played: list[Summary] = []
        try:
            played = player.play()
        except BaseException as error:  # Ctrl-C and our own faults too: what was played is told before anything else
            why = "interrupted" if isinstance(error, KeyboardInterrupt) else str(error) or type(error).__name__
            played = [*player.finished, player.interrupted(why)]
            if isinstance(error, MachineError) or not isinstance(error, Sts2Error | KeyboardInterrupt):
                place = recovery.report(why)  # a fault of ours: what led to it is worth more than the message
                story.warn(
                    f"This is a fault of sts2fsm. Bug report: {place}" if place else "This is a fault of sts2fsm."
                )
            raise
        finally:
            story.end(played)
            if args.json:
                for summary in played:
                    print_json(summary.as_dict())
    return 0


# --- flags ------------------------------------------------------------------------------------------------------------
def _check(args: argparse.Namespace) -> None:
    if args.journal is not None and args.no_journal:
        raise UsageError("--journal and --no-journal: choose one")
    if args.loopback and args.game == "live":
        raise UsageError("--loopback plays the embedded game, which --game live does not")
    if args.speed == 0:
        raise UsageError("--speed 0: time would stand still")
    if args.game == "live":
        _no_embedded_flags(args)


def _no_embedded_flags(args: argparse.Namespace) -> None:
    """The real game draws its own seed and has its own faults."""
    given = [flag for flag in ("seed", "faults", "rooms") if getattr(args, flag) not in (None, ())]
    if given:
        raise UsageError(f"--{given[0]} is for the embedded game: a live game does not offer it (--game embedded)")


def _with_flags(chosen: Policies, args: argparse.Namespace) -> Policies:
    """Policies as --character and --ascension change them. The hash is of the values in effect, so a flag that says
    what the file says already leaves it as it is, and any other changes it, as an overlay of the same words would."""
    given = {name: value for name in ("character", "ascension") if (value := getattr(args, name)) is not None}
    if not given:
        return chosen
    menu = evolve(chosen.section("menu"), **given)
    return evolve(chosen, sections=Table({**chosen.sections, "menu": menu}))


def _level(args: argparse.Namespace) -> Level:
    if args.verbose:
        return Level.STEPS
    return Level.SUMMARY if args.quiet or args.json else Level.TURNS


def _settings(args: argparse.Namespace, seat: _Seat) -> Settings:
    return Settings(
        runs=args.runs,
        max_steps=args.max_steps,
        dry_run=args.dry_run,
        history=seat.history,
        seed=seat.seed,
        character=seat.character,
        ascension=seat.ascension,
    )


def _journal_path(args: argparse.Namespace, seat: _Seat) -> Path:
    return journal_path(args.journal or journal_folder(), SystemClock().wall(), seat.seed)


# --- the game ---------------------------------------------------------------------------------------------------------
@frozen
class _Seat:
    """What a run is played on. `seed`, `character` and `ascension` are None where only the game knows them."""

    game: Game
    clock: Clock
    history: tuple[Path, ...]
    seed: int | str | None = None
    character: str | None = None
    ascension: int | None = None
    session: SessionFile | None = None


def _bundles(args: argparse.Namespace, seat: _Seat) -> Path | None:
    """Where bug reports go: beside the journal, else with the user's state; nowhere for a game of our own without
    a journal."""
    if args.no_journal:
        return state_folder() / "reports" if seat.session is not None else None
    folder: Path = args.journal or journal_folder()
    return folder


@contextmanager
def _seat(args: argparse.Namespace, chosen: Policies, story: Story) -> Iterator[_Seat]:
    live = None if args.loopback or args.game == "embedded" else _live(args, chosen, story)
    if live is not None:
        _announce(live, story, continues=chosen.section("menu").continue_run)
        if args.ascension is not None:
            story.warn("--ascension changes nothing here: the mod offers no choice of it. Set it in the game.")
        known = tuple(args.history or game_histories())
        real = _live_clock(args)
        guarded = Guarded(live, real, chosen.section(RecoveryPolicy), story.warn)
        session = SessionFile(state_folder() / "sessions" / f"{slug(live.url)}.json", live.url)
        if args.dry_run:  # it clicks nothing, so it may look on while another plays
            yield _Seat(guarded, real, known, None, args.character, args.ascension)
            return
        with _driver(live.url, story):
            yield _Seat(guarded, real, known, None, args.character, args.ascension, session)
        return
    with ExitStack() as stack:
        history = args.history or [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sts2fsm-")))]
        clock: Clock = FasterClock(SystemClock(), args.speed) if args.loopback else VirtualClock()
        menu = chosen.section("menu")
        game = EmbeddedGame(
            clock, args.seed, menu.character, menu.ascension, faults=args.faults, rooms=args.rooms,
            history_dir=history[0],
        )  # fmt: skip
        port: Game = InProcess(game, clock, chosen.section(GamePolicy))
        if args.loopback:
            server = Server(game).start()
            stack.callback(server.stop)
            port = LiveGame(server.url, clock, chosen.section(GamePolicy))
        where = f" at {server.url}, {args.speed:g} times as fast" if args.loopback else ""
        seed = game.seed if args.seed is None else args.seed
        story.say(f"Playing the embedded game{where}: seed {seed}, {menu.character}, ascension {menu.ascension}.")
        port = Guarded(port, clock, chosen.section(RecoveryPolicy), story.warn)
        yield _Seat(port, clock, tuple(history), seed, menu.character, menu.ascension)


@contextmanager
def _driver(url: str, story: Story) -> Iterator[None]:
    """Hold the game for ourselves. Raises DriverBusy; where locks cannot be kept, it says so and goes on."""
    lock = DriverLock(state_folder() / "locks", url)
    try:
        lock.take(SystemClock().wall())
    except OSError as fault:
        story.warn(f"No lock could be taken ({fault.strerror or fault}): make sure that nothing else plays {url}.")
    if lock.stale is not None:
        story.say(f"The last program that played here ended without a word: {lock.stale}.")
    with lock:
        yield


def _live_clock(args: argparse.Namespace) -> Clock:
    return FasterClock(SystemClock(), args.clock_speed) if args.clock_speed > 1 else SystemClock()


def _live(args: argparse.Namespace, chosen: Policies, story: Story) -> LiveGame | None:
    """The game at --url; with --game auto None when nobody is there. Raises GameUnreachable and GameIncompatible."""
    clock = SystemClock()
    policy = chosen.section("game")
    if args.game == "live":
        game = LiveGame(args.url, clock, policy)
        game.handshake()
        return game
    try:
        LiveGame(args.url, clock, evolve(policy, connect_s=KNOCK_S, read_s=KNOCK_S)).handshake()
    except (GameUnreachable, GameIncompatible) as fault:
        reason = re.split(r"[:;(]", str(fault).replace(args.url, "it", 1))[0].strip()
        story.say(f"No game at {args.url}: {reason}.")
        return None
    _no_embedded_flags(args)
    return LiveGame(args.url, clock, policy)


def _announce(game: LiveGame, story: Story, *, continues: bool) -> None:
    """Say which game it is, and before the first action whether a run is in progress there. What cannot be read is for
    the play's first look to tell, which keeps it for a report."""
    story.say(f"Playing {game.name}.")
    try:
        observed = game.observe()
    except Sts2Error as fault:
        if fault.answer is None:
            raise
        return
    if observed.run is not None:
        story.say(f"A run is in progress and is taken up where it stands: {_standing(observed)}.")
    elif any(option.enabled and option.name == "continue" for option in observed.options):
        does = "is continued" if continues else "is left alone (menu.continue_run)"
        story.say(f"The main menu offers to continue a run, which {does}.")


def _standing(observed: Observation) -> str:
    run, player = observed.run, observed.player
    parts = [player.character or "someone"] if player else []
    if run:
        parts.append(f"ascension {run.ascension}, act {run.act}, floor {run.floor}")
    if player:
        parts.append(f"{player.hp}/{player.max_hp} hp, {player.gold} gold")
    return ", ".join(parts)
