"""Pages that a person may open at the table: the score sheet, the rules, what can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from rich.text import Text

from mostek.cli.terminal.phrases import TerminalCommand, TerminalRequest
from mostek.cli.terminal.screen import bag_text, sheet_lines
from mostek.messages import language, text
from mostek.messages.describe import lexicon_text
from mostek.messages.refusals import grounds
from mostek.notation.coordinates import Orientation
from mostek.referee.state import Game
from mostek.rules.loading import clause, clauses, rulebook
from mostek.rules.rulebook import Rulebook, Ruling

WIDTH = 79


class GamePages:
    """The pages of one game as it stands."""

    def __init__(self, game: Game, book: Rulebook, orientation: Orientation) -> None:
        self._game = game
        self._book = book
        self._orientation = orientation

    def of(self, wish: TerminalRequest) -> list[Text]:
        """The lines of the page."""
        match wish.command:
            case TerminalCommand.SHEET:
                return self.sheet()
            case TerminalCommand.RULES:
                return self._clause(wish.about) if wish.about else self._rules()
            case _:
                return self._help()

    def sheet(self) -> list[Text]:
        """The score sheet, the bag and the lexicon."""
        lines = [*sheet_lines(self._game, self._orientation, WIDTH), Text(), Text(bag_text(len(self._game.bag)))]
        return [*lines, Text(lexicon_text(self._game.lexicon))] if self._game.lexicon else lines

    def _rules(self) -> list[Text]:
        """The clauses that a game turns on most often."""
        title = Text(f"{self._book.title.text(language())} ({self._book.edition})", style="bold")
        named = dict.fromkeys(identifier for ruled in self._ruled() for identifier in ruled.split(", "))
        lines = [title, *(Text(grounds(identifier)) for identifier in named)]
        return [*lines, Text(), Text(text("A single clause: rules {example}", example=next(iter(named))))]

    def _ruled(self) -> Iterator[str]:
        book = self._book
        yield from (book.clock.mode.clause, book.clock.timeout.clause)
        yield from (book.exchange.maximum.clause, book.exchange.bag_minimum.clause)
        yield from (book.rulings[Ruling.VERDICT], book.challenge.penalty.clause, book.move.faulty.clause)
        yield from (book.move.bingo_points.clause, book.rulings[Ruling.OUT], book.end.passes_each.clause)
        yield from (book.end.leftovers_own.clause, book.end.leftovers_to_out.clause)

    def _clause(self, typed: str) -> list[Text]:
        """A clause by its id; the name of the rulebook may be left out."""
        books = [self._book, *([rulebook(self._book.base)] if self._book.base else [])]
        known = {identifier.casefold(): identifier for book in books for identifier in clauses(book.name)}
        wanted = typed.strip().casefold()
        ways = [wanted, *(f"{book.prefix.casefold()}-{wanted}" for book in books)]
        for name in ways:
            if identifier := known.get(name):
                return [Text(identifier, style="bold"), Text(clause(identifier).wording(language()))]
        close = get_close_matches(ways[1], known, n=1, cutoff=0.5)
        hint = " " + text("Did you mean {name!r}?", name=known[close[0]]) if close else ""
        return [Text(text("There is no clause {name!r}.", name=typed) + hint)]

    def _help(self) -> list[Text]:
        rows = [
            (text("H8 WORD"), text("lay a word from a square on; 'H8' runs across, '8H' runs down")),
            ("KoT, K?OT", text("a small letter, or a letter after '?', is a blank")),
            ("K.T, K(O)T", text("'.' or brackets: a tile that lies on the board already")),
            (text("exchange ABC"), text("exchange these tiles; '?' is a blank")),
            (text("pass"), text("give the turn up")),
            ("Enter, ok", text("write the other player's move down; it can no longer be challenged then")),
            (text("challenge"), text("challenge all new words, or those named after it")),
            (text("claim"), text("claim that the tiles are laid against the rules")),
            (text("sheet"), text("the score sheet")),
            (text("rules"), text("the rules; 'rules 5a' shows one clause")),
            (text("quit"), text("leave; the game is saved")),
        ]
        if self._orientation is Orientation.NUMBERED_ROWS:
            rows[0] = (text("8H WORD"), text("lay a word from a square on; '8H' runs across, 'H8' runs down"))
        wide = max(len(name) for name, _ in rows)
        return [Text(f"{name:<{wide}}  {meaning}") for name, meaning in rows]
