"""Opening a table: a new game, or one that was saved; and what is said when it is left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from mostek.app.games import LoggedGame
from mostek.app.ports import LogError
from mostek.app.records import recorded
from mostek.app.replay import stored_rulebook
from mostek.app.tables import timed
from mostek.cli.output import Failure, console, nearest, print_json
from mostek.cli.table.keyboard import Keyboard, PipedLines, TypedLines, WholeLines
from mostek.cli.table.screens import JsonScreen, PlainScreen, Screen, TerminalScreen
from mostek.cli.table.sitting import Bot, Sitting
from mostek.core.players import Seat
from mostek.engine.bots import LEVELS
from mostek.engine.bots.bot import open_bot
from mostek.engine.random_draws import commitment, random_draws, secret_seed
from mostek.lexicon import Lexicon, LexiconPin
from mostek.lexicon.library import open_lexicon, open_pinned, open_search
from mostek.messages import text
from mostek.messages.refusals import grounds, say
from mostek.notation.coordinates import Orientation
from mostek.notation.gcg import from_recorded
from mostek.referee import Refused, decide
from mostek.referee.commands import CreateGame
from mostek.rules.loading import changed, rulebook
from mostek.rules.rulebook import ClockMode, Rulebook
from mostek.store.game_files import FileLog, entries, new_log, path_of
from mostek.store.game_lines import TableSetup

_ORIENTATIONS = frozenset(way.value for way in Orientation)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line."""

    rulebook: str
    lexicon: str
    minutes: float | None
    names: tuple[str, ...]
    seats: int
    table: TableSetup


@dataclass(frozen=True, slots=True)
class Opened:
    """A table at which nobody has sat down yet."""

    log: FileLog
    table: LoggedGame
    sitting: Sitting
    begin: Callable[[], object]
    """Set the game up, or take it up where it was left."""


def new_game(wanted: Wanted, as_json: bool) -> Opened:
    """A table for a new game. Raises `Failure` when the rules allow no such game."""
    changes, millis = _time(wanted.minutes, rulebook(wanted.rulebook))
    book = changed(rulebook(wanted.rulebook), changes)
    lexicon = open_lexicon(wanted.lexicon)
    seed = secret_seed() if wanted.table.seed is None else wanted.table.seed
    setup = replace(wanted.table, seed=seed)
    command = CreateGame(
        at=0,
        rulebook=book.name,
        players=_players(wanted),
        lexicon=lexicon.pin,
        millis=millis,
        changes=changes,
        commitment=commitment(seed),
    )
    if isinstance(refused := decide(None, command, book, random_draws(seed, 0)), Refused):
        raise Failure(f"{say(refused)} ({grounds(refused.clause)})")
    bots = _bots(setup, wanted.seats, book, lexicon.pin)
    log = new_log(time.strftime("%Y%m%d-%H%M%S"), setup)
    table, sitting = _table(log, setup.orientation, bots, lexicon, wanted.seats, as_json)
    return Opened(log, table, sitting, lambda: table.create(command))


def saved_game(name: str | None, orientation: str | None, as_json: bool) -> Opened:
    """A table for a game that was saved: the latest unfinished one where none is named. Raises `LogError`, `Failure`."""
    log = FileLog.open(_path(name))
    if log.set_aside is not None:
        aside = text(
            "The last line was cut off when it was written; what is left of it lies in {path}.", path=log.set_aside
        )
        click.echo(aside, err=True)
    try:
        kept = log.read()
        setup, pin = log.header.table, kept.setup.lexicon
        if pin is None:
            raise Failure(text("The game names no lexicon, so nobody can judge its words here."))
        seats = len(kept.setup.players)
        book, way = stored_rulebook(kept.setup), _known(orientation or setup.orientation, _ORIENTATIONS)
        bots = _bots(setup, seats, book, pin)
        table, sitting = _table(log, way, bots, open_pinned(pin), seats, as_json)
    except BaseException:
        log.close()
        raise
    for event in kept.events:
        sitting.look(event)
    return Opened(log, table, sitting, table.open)


def _table(
    log: FileLog, orientation: str, bots: Mapping[Seat, Bot], lexicon: Lexicon, seats: int, as_json: bool
) -> tuple[LoggedGame, Sitting]:
    people = frozenset(seat for seat in tuple(Seat)[:seats] if seat not in bots)
    keyboard, screen = _keyboard_and_screen(people, as_json)
    seed = log.header.table.seed
    table = LoggedGame(log, partial(random_draws, seed), lambda number, event: sitting.happen(number, event), seed)
    start = time.monotonic()
    sitting = Sitting(
        table,
        log.header.game,
        bots,
        lexicon,
        Orientation(orientation),
        keyboard,
        screen,
        lambda: int((time.monotonic() - start) * 1000),
    )
    return table, sitting


def _known(name: str, names: Container[str]) -> str:
    if name not in names:
        raise LogError("The game was set up with {name!r}, which this mostek does not know.", name=name)
    return name


def _keyboard_and_screen(people: frozenset[Seat], as_json: bool) -> tuple[Keyboard, Screen]:
    """Key by key and with pictures only where a person sits at both ends."""
    if as_json:
        return PipedLines(lambda prompt: None), JsonScreen(people)
    paper = console()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PipedLines(paper.print), PlainScreen(paper)
    keyboard = WholeLines() if sys.platform == "win32" else TypedLines()
    return keyboard, PlainScreen(paper) if paper.is_dumb_terminal else TerminalScreen(paper)


def _players(wanted: Wanted) -> tuple[str, ...]:
    """People by the names given, else by their seat; bots by what they are."""
    people = [*wanted.names, *(text("Player {n}", n=n) for n in range(len(wanted.names) + 1, wanted.table.humans + 1))]
    bots = wanted.seats - len(people)
    named = [text("Bot")] if bots == 1 else [text("Bot {n}", n=n) for n in range(1, bots + 1)]
    return (*people, *named)


def _bots(setup: TableSetup, seats: int, book: Rulebook, pin: LexiconPin) -> Mapping[Seat, Bot]:
    free = tuple(Seat)[setup.humans : seats]
    if not free:
        return {}
    name = f"{pin.name}@{pin.edition}"
    open_search(name, _building)
    return {seat: open_bot(book, name, level=LEVELS[_known(setup.bot, LEVELS)]) for seat in free}


def _building(done: float) -> None:
    """The search graph of a list is built once and then kept; a person should know what takes so long."""
    if sys.stderr.isatty():
        share = text("Preparing the lexicon for the bot, only this once: {percent} %", percent=int(done * 100))
        click.echo(f"\r{share}", nl=done >= 1, err=True)


def _time(minutes: float | None, book: Rulebook) -> tuple[Mapping[str, int], int | None]:
    """The time asked for. Raises `Failure` where there is no clock."""
    if book.clock.mode.value is ClockMode.NONE and minutes is not None:
        raise Failure(text("The rulebook {name} has no clock; leave --minutes out.", name=book.name))
    return timed(book, None if minutes is None else round(minutes * 60_000))


def _path(name: str | None) -> Path:
    if name is None:
        latest = next((entry.path for entry in entries() if entry.is_unfinished), None)
        if latest is None:
            raise Failure(text("There is no unfinished game. `mostek play` begins one."))
        return latest
    path = path_of(name)
    if not path.exists():
        known = [entry.name for entry in entries()]
        raise Failure(text("There is no game {name!r}.", name=name) + nearest(name, known))
    return path


def list_games(as_json: bool) -> None:
    """Write the games that can be gone on with, the latest first, and the files that cannot be read."""
    for entry in entries():
        if entry.fault is not None:
            fault = text(entry.fault.sentence, **entry.fault.params)
            click.echo(text("{path} cannot be read: {why}", path=entry.path, why=fault), err=True)
        elif entry.game is not None and entry.is_unfinished:
            scores = {entry.game.players[seat]: entry.game.scores[seat] for seat in entry.game.seats}
            if as_json:
                print_json({"game": entry.name, "rulebook": entry.game.rulebook, "scores": scores})
            else:
                shown = ", ".join(f"{name} {points}" for name, points in scores.items())
                click.echo(f"{entry.name}  {entry.game.rulebook:<6}  {shown}")


def write_gcg(log: FileLog, path: str) -> None:
    """Write the game of a log to a GCG file. Raises `OSError`."""
    Path(path).write_bytes(from_recorded(recorded(log.read().events)).data)
