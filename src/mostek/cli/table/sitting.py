"""A sitting at the table: who acts next, what they are asked, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec.structs import replace
from rich.text import Text

from mostek.app.games import LoggedGame
from mostek.app.ports import SaveError
from mostek.cli.table.keyboard import Keyboard
from mostek.cli.table.pages import Pages
from mostek.cli.table.panel import time_left
from mostek.cli.table.phrases import PhraseError, Show, Wish, can_do, read_phrase
from mostek.cli.table.screens import Scene, Screen
from mostek.cli.table.telling import result_lines, tell
from mostek.core.board import Square
from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.lexicon import Lexicon
from mostek.messages import text
from mostek.notation.coordinates import Orientation
from mostek.referee import Conducted, View, view_for
from mostek.referee.commands import CheckTime, Command, RecordMove
from mostek.referee.events import Event, MoveWithdrawn, TilesLaid
from mostek.referee.state import Challenged, Laid, Over, Thinking

_MOMENT = 5_000
"""How often, in milliseconds, the time of a running clock is kept."""


class Bot(Protocol):
    """Whoever plays a seat without a keyboard."""

    def command(self, view: View) -> Command | None:
        """What the viewer does now."""
        ...


class QuitError(Exception):
    """A person wants to leave the table."""


class Sitting:
    """Some people and bots at a table, from now until the game ends or a person leaves."""

    def __init__(
        self,
        table: LoggedGame,
        name: str,
        bots: Mapping[Seat, Bot],
        lexicon: Lexicon,
        orientation: Orientation,
        keyboard: Keyboard,
        screen: Screen,
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
        """Show an event that has been kept."""
        self.look(event)
        self._screen.happen(number, event, tell(event, self._table.game, self._orientation))

    def look(self, event: Event) -> None:
        """Keep in mind where the last move lies."""
        if isinstance(event, TilesLaid):
            self._new = frozenset(event.placement.tiles)
        elif isinstance(event, MoveWithdrawn):
            self._new = frozenset()

    def play(self) -> None:
        """Play to the end. Raises `QuitError`, `EOFError`, `KeyboardInterrupt`; then the game has been kept as it stands."""
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
        sheet = Pages(game, self._table.book, self._orientation).sheet()
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
        """Bots object first, then each person is asked; the last one writes the move down, or a bot where there is none."""
        others = [seat for seat in self._table.game.opponents_of(mover) if seat not in self._content]
        for seat in others:
            if bot := self._bots.get(seat):
                self._content.add(seat)
                command = self._asked(bot, seat)
                if not isinstance(command, RecordMove) and self._do(command):
                    return
        people = [seat for seat in others if seat not in self._bots]
        if people:
            self._ask(people[0], last=len(people) == 1)
        else:
            self._do(RecordMove(seat=self._table.game.opponents_of(mover)[0]))

    def _asked(self, bot: Bot, seat: Seat) -> Command:
        command = bot.command(view_for(self._table.game, seat))
        assert command is not None, "a bot is asked only when it is to act"
        return command

    def _hand_over(self, seat: Seat) -> None:
        """The next person takes the keyboard; nobody sees a rack until then. What is typed instead of Enter counts."""
        self._owner = None
        name = self._table.game.players[seat]
        line = self._line(seat, text("{name}: press Enter to see the rack.", name=name))
        if line is not None:
            self._owner = seat
            if line.strip():
                self._obey(line, seat, last=True)

    def _ask(self, seat: Seat, last: bool = True) -> None:
        line = self._line(seat, can_do(self._table.game))
        if line is not None:
            self._obey(line, seat, last)

    def _line(self, seat: Seat, hint: str) -> str | None:
        """What the person types; `None` when a time has run out or the window has changed."""
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
        clock = self._table.game.clock
        return clock is not None and clock.overdue(self.now()) is not None

    def _obey(self, line: str, seat: Seat, last: bool) -> None:
        table = self._table
        try:
            phrase = read_phrase(line, table.game, seat, table.book, self._orientation)
        except PhraseError as error:
            self._screen.say(str(error))
            return
        if isinstance(phrase, Wish):
            self._grant(phrase)
        elif isinstance(phrase, RecordMove) and not last and isinstance(table.game.phase, Laid):
            self._content.add(seat)
        else:
            self._do(phrase)

    def _grant(self, wish: Wish) -> None:
        if wish.show is Show.QUIT:
            raise QuitError
        if wish.show is not Show.AGAIN:
            table = self._table
            lines = Pages(table.game, table.book, self._orientation).of(wish)
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
        """What cannot be kept has not happened: the table stays as it was, and the person decides when to try again."""
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
