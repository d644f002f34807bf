"""A game in the terminal: a new or a saved one is opened, people and bots take their turns, and it is saved on every event."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import click
from msgspec.structs import replace
from rich.text import Text

from mostek.app.export import recorded
from mostek.app.games import LoggedGame
from mostek.app.lobby import timed
from mostek.app.ports import LogError, SaveError, TableSetup
from mostek.app.stored_games import stored_rulebook
from mostek.cli.output import Failure, console, nearest, print_json
from mostek.cli.terminal.event_lines import event_line, result_lines
from mostek.cli.terminal.keyboard import Keyboard, PipedLines, TypedLines, WholeLines
from mostek.cli.terminal.pages import GamePages
from mostek.cli.terminal.phrases import PhraseError, TerminalCommand, TerminalRequest, can_do, read_phrase
from mostek.cli.terminal.screen import GameScreen, JsonScreen, PlainScreen, Scene, TerminalScreen, time_left
from mostek.core.board import Square
from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.core.tiles import TileSet, tile_set
from mostek.engine.bots import levels
from mostek.engine.bots.bot import open_bot
from mostek.engine.random_draws import commitment, random_draws, secret_seed
from mostek.lexicon import Lexicon, LexiconPin
from mostek.lexicon.library import open_gaddag, open_lexicon, open_pinned
from mostek.messages import text
from mostek.messages.refusals import grounds, say
from mostek.notation.coordinates import Orientation
from mostek.notation.formats.gcg import from_recorded
from mostek.notation.game_record import tile_set_with
from mostek.referee import Conducted, Refused, View, decide, view_for
from mostek.referee.automation import bot_to_act
from mostek.referee.commands import CheckTime, Command, CreateGame, RecordMove
from mostek.referee.events import Event, MoveWithdrawn, TilesLaid
from mostek.referee.state import Challenged, Laid, Over, Thinking
from mostek.rules.loading import changed, rulebook
from mostek.rules.rulebook import ClockMode, Rulebook
from mostek.store.game_files import FileLog, entries, new_log, path_of

_MOMENT = 5_000
"""How often, in milliseconds, the time of a running clock is stored."""


class BotPlayer(Protocol):
    """A player of a seat without a keyboard."""

    def command(self, view: View) -> Command | None:
        """The next command of the viewer."""
        ...


class QuitError(Exception):
    """A person wants to leave the table."""


class TerminalGame:
    """Some people and bots at a table, from now until the game ends or a person leaves."""

    def __init__(
        self,
        table: LoggedGame,
        name: str,
        bots: Mapping[Seat, BotPlayer],
        lexicon: Lexicon,
        orientation: Orientation,
        keyboard: Keyboard,
        screen: GameScreen,
        elapsed: Callable[[], int],
    ) -> None:
        """`elapsed` gives the milliseconds since the sitting began; every seat without a bot is a person's."""
        self.name = name
        self._table = table
        self._bots = bots
        self._lexicon = lexicon
        self._orientation = orientation
        self._keyboard = keyboard
        self._screen = screen
        self._elapsed = elapsed
        self._new: frozenset[Square] = frozenset()
        self._content: set[Seat] = set()
        self._owner: Seat | None = None
        self._noted = 0

    def happen(self, number: int, event: Event) -> None:
        """Show a stored event."""
        self.look(event)
        self._screen.happen(number, event, event_line(event, self._table.game, self._orientation))

    def look(self, event: Event) -> None:
        """Keep in mind where the last move lies."""
        if isinstance(event, TilesLaid):
            self._new = frozenset(event.placement.tiles)
        elif isinstance(event, MoveWithdrawn):
            self._new = frozenset()

    def play(self) -> None:
        """Play to the end. Raises `QuitError`, `EOFError`, `KeyboardInterrupt`; the game is then stored."""
        try:
            while not self._table.is_over:
                self._step()
        finally:
            self._table.note_moment(self.now())

    def finish(self) -> None:
        """Show the result and the score sheet."""
        game = self._table.game
        assert isinstance(game.phase, Over)
        result = [Text(line, style="bold") for line in result_lines(game, game.phase.result)]
        sheet = GamePages(game, self._table.book, self._orientation).sheet()
        verify = Text(text("The draws can be verified with: mostek verify {name}", name=self.name))
        self._screen.finish(self._scene(""), [*result, Text(), *sheet, Text(), verify])

    def say(self, sentence: str) -> None:
        """A last sentence to the people at the table."""
        self._screen.leave(sentence)

    def now(self) -> Millis:
        """The time of the game: it goes on from where the last sitting left it."""
        return Millis(self._table.moment + self._elapsed())

    def _step(self) -> None:
        match self._table.game.phase:
            case Thinking(seat=seat):
                self._content = set()
                self._think(seat)
            case Laid(seat=seat):
                self._answer(seat)
            case Challenged():
                self._keep(lambda: self._table.judge(self._lexicon, self.now()))
            case phase:
                raise AssertionError(f"nobody is asked, but {phase} does not end by itself")

    def _think(self, seat: Seat) -> None:
        if bot := self._bots.get(seat):
            self._do(self._asked(bot, seat))
        elif self._several() and self._owner is not seat:
            self._hand_over(seat)
        else:
            self._ask(seat)

    def _answer(self, mover: Seat) -> None:
        """Bots object or write the move down first, then each person does."""
        while (seat := bot_to_act(self._table.game, self._bots, self._content)) is not None:
            self._content.add(seat)
            self._do(self._asked(self._bots[seat], seat))
        phase = self._table.game.phase
        if isinstance(phase, Laid) and phase.seat is mover:
            silent = [seat for seat in self._table.game.opponents_of(mover) if seat not in phase.records]
            if silent[0] in self._bots:
                self._do(RecordMove(seat=silent[0]))
            else:
                self._ask(silent[0])

    def _asked(self, bot: BotPlayer, seat: Seat) -> Command:
        command = bot.command(view_for(self._table.game, seat))
        assert command is not None, "a bot is asked only when it is to act"
        return command

    def _hand_over(self, seat: Seat) -> None:
        """The next person takes the keyboard; no rack is shown until then. What is typed instead of Enter counts."""
        self._owner = None
        name = self._table.game.players[seat]
        line = self._line(seat, text("{name}: press Enter to see the rack.", name=name))
        if line is not None:
            self._owner = seat
            if line.strip():
                self._obey(line, seat)

    def _ask(self, seat: Seat) -> None:
        line = self._line(seat, can_do(self._table.game))
        if line is not None:
            self._obey(line, seat)

    def _line(self, seat: Seat, hint: str) -> str | None:
        """The line that the person types; `None` when a time has run out or the window has changed."""
        self._screen.show(self._scene(hint))
        line = self._keyboard.ask(lambda: self._prompt(seat), self._is_due)
        if line is None and self._is_overdue():
            self._keyboard.forget()
            self._do(CheckTime())
        return line

    def _prompt(self, seat: Seat) -> str:
        game = self._table.game
        left = time_left(game, seat, self.now())
        return f"{left} {game.players[seat]}> ".lstrip()

    def _is_due(self) -> bool:
        now = self.now()
        if now - self._noted >= _MOMENT:
            self._noted = now
            self._table.note_moment(now)
        return self._screen.is_stale() or self._is_overdue()

    def _is_overdue(self) -> bool:
        return self._table.game.is_overdue(self.now())

    def _obey(self, line: str, seat: Seat) -> None:
        table = self._table
        try:
            phrase = read_phrase(line, table.game, seat, table.book, self._orientation)
        except PhraseError as error:
            self._screen.say(str(error))
            return
        if isinstance(phrase, TerminalRequest):
            self._grant(phrase)
        else:
            self._do(phrase)

    def _grant(self, wish: TerminalRequest) -> None:
        if wish.command is TerminalCommand.QUIT:
            raise QuitError
        if wish.command is not TerminalCommand.AGAIN:
            table = self._table
            lines = GamePages(table.game, table.book, self._orientation).of(wish)
            self._screen.page(lines, self._turn_page)

    def _turn_page(self) -> None:
        self._keyboard.ask(lambda: text("Enter: go on "), self._is_overdue)

    def _do(self, command: Command) -> bool:
        """Carry a command out; whether it was done."""
        conducted = self._keep(lambda: self._table.carry_out(replace(command, at=self.now())))
        if conducted is None:
            return False
        refused = conducted.refused
        if refused is not None:
            self._screen.refuse(refused)
        return refused is None

    def _keep(self, act: Callable[[], Conducted]) -> Conducted | None:
        """An event that cannot be stored has no effect: the table stays, and the person decides when to try again."""
        try:
            return act()
        except SaveError as error:
            why = text(error.sentence, **error.params)
            self._screen.say(text("Not done, because it cannot be saved: {why}", why=why))
            self._screen.say(text("The game goes on as it stood. Make room on the disk and try again."))
            self._screen.show(self._scene(text("Enter: try again")))
            self._keyboard.ask(lambda: "> ", lambda: False)
            return None

    def _several(self) -> bool:
        return len(self._table.game.seats) - len(self._bots) > 1

    def _scene(self, hint: str) -> Scene:
        table = self._table
        if not self._several():
            self._owner = next(seat for seat in table.game.seats if seat not in self._bots)
        thinking = table.game.on_turn is self._owner and isinstance(table.game.phase, Thinking)
        shown = self._owner if not self._several() or thinking else None
        return Scene(
            game=table.game,
            book=table.book,
            name=self.name,
            orientation=self._orientation,
            new=self._new,
            now=self.now(),
            owner=table.game.players[shown] if shown else "",
            rack=table.game.racks[shown] if shown else None,
            hint=hint,
        )


_ORIENTATIONS = frozenset(way.value for way in Orientation)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The game that the command line requests."""

    rulebook: str
    lexicon: str
    minutes: float | None
    names: tuple[str, ...]
    seats: int
    table: TableSetup


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A table without players yet."""

    log: FileLog
    table: LoggedGame
    sitting: TerminalGame
    begin: Callable[[], object]
    """Set the game up, or take it up where it was left."""


def new_game(wanted: GameRequest, as_json: bool) -> OpenedGame:
    """A table for a new game. Raises `Failure` when the rules allow no such game."""
    changes, millis = _time(wanted.minutes, rulebook(wanted.rulebook))
    book = changed(rulebook(wanted.rulebook), changes)
    lexicon = open_lexicon(wanted.lexicon)
    tiles = _tiles(lexicon.header.letters, book)
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
        tile_set=None if tiles.name == book.tile_set.value else tiles.name,
    )
    if isinstance(refused := decide(None, command, book, random_draws(seed, 0)), Refused):
        raise Failure(f"{say(refused)} ({grounds(refused.clause)})")
    bots = _bots(setup, wanted.seats, book, lexicon.pin, tiles)
    log = new_log(time.strftime("%Y%m%d-%H%M%S"), setup)
    table, sitting = _table(log, setup.orientation, bots, lexicon, wanted.seats, as_json)
    return OpenedGame(log, table, sitting, lambda: table.create(command))


def saved_game(name: str | None, orientation: str | None, as_json: bool) -> OpenedGame:
    """A table for a game that was saved: the latest unfinished one where none is named. Raises `LogError`, `Failure`."""
    log = FileLog.open(_path(name))
    if log.set_aside is not None:
        aside = text("The last line was cut off when it was written; its remains are in {path}.", path=log.set_aside)
        click.echo(aside, err=True)
    try:
        stored = log.read()
        setup, pin = log.header.table, stored.setup.lexicon
        if pin is None:
            raise Failure(text("The game names no lexicon, so mostek cannot judge its words."))
        seats = len(stored.setup.players)
        book, way = stored_rulebook(stored.setup), _known(orientation or setup.orientation, _ORIENTATIONS)
        bots = _bots(setup, seats, book, pin, tile_set(stored.setup.tile_set))
        table, sitting = _table(log, way, bots, open_pinned(pin), seats, as_json)
    except BaseException:
        log.close()
        raise
    for event in stored.events:
        sitting.look(event)
    return OpenedGame(log, table, sitting, table.open)


def _table(
    log: FileLog, orientation: str, bots: Mapping[Seat, BotPlayer], lexicon: Lexicon, seats: int, as_json: bool
) -> tuple[LoggedGame, TerminalGame]:
    people = frozenset(seat for seat in tuple(Seat)[:seats] if seat not in bots)
    keyboard, screen = _keyboard_and_screen(people, as_json)
    seed = log.header.table.seed
    table = LoggedGame(log, partial(random_draws, seed), lambda number, event: sitting.happen(number, event), seed)
    start = time.monotonic()
    sitting = TerminalGame(
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


def _keyboard_and_screen(people: frozenset[Seat], as_json: bool) -> tuple[Keyboard, GameScreen]:
    """Key by key and with pictures only where a person sits at both ends."""
    if as_json:
        return PipedLines(lambda prompt: None), JsonScreen(people)
    paper = console()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PipedLines(paper.print), PlainScreen(paper)
    keyboard = WholeLines() if sys.platform == "win32" else TypedLines()
    return keyboard, PlainScreen(paper) if paper.is_dumb_terminal else TerminalScreen(paper)


def _players(wanted: GameRequest) -> tuple[str, ...]:
    """People by the names given, else by their seat; bots by what they are."""
    people = [*wanted.names, *(text("Player {n}", n=n) for n in range(len(wanted.names) + 1, wanted.table.humans + 1))]
    bots = wanted.seats - len(people)
    named = [text("Bot")] if bots == 1 else [text("Bot {n}", n=n) for n in range(1, bots + 1)]
    return (*people, *named)


def _tiles(letters: Sequence[str], book: Rulebook) -> TileSet:
    """The tiles of the rulebook; for words of another alphabet the first set that has it. Raises `Failure`."""
    usual = tile_set(book.tile_set.value)
    if usual.alphabet.letters == tuple(letters):
        return usual
    if tiles := tile_set_with(letters):
        return tiles
    raise Failure(text("No tile set has the letters {letters}.", letters=" ".join(letters)))


def _bots(setup: TableSetup, seats: int, book: Rulebook, pin: LexiconPin, tiles: TileSet) -> Mapping[Seat, BotPlayer]:
    free = tuple(Seat)[setup.humans : seats]
    if not free:
        return {}
    name = f"{pin.name}@{pin.edition}"
    open_gaddag(name, _building)
    return {seat: open_bot(book, name, tiles, level=levels()[_known(setup.bot, levels())]) for seat in free}


def _building(done: float) -> None:
    """The GADDAG of a list is built once and then stored; the message says why it takes so long."""
    if sys.stderr.isatty():
        share = text("Preparing the lexicon for the bot, only this once: {percent} %", percent=int(done * 100))
        click.echo(f"\r{share}", nl=done >= 1, err=True)


def _time(minutes: float | None, book: Rulebook) -> tuple[Mapping[str, int], int | None]:
    """The requested time. Raises `Failure` where there is no clock."""
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
