"""A sheet in the terminal, no wider than it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from mostek.cli.terminal.screen import board_lines
from mostek.core.board import Board, layout
from mostek.core.tiles import tile_set
from mostek.documents.game import sheet_words as wording
from mostek.documents.game.score_sheet import Row, ScoreSheet
from mostek.messages import text
from mostek.notation.coordinates import Orientation


class Screen:
    """One sheet, shown part after part. Typed text is shown as it is; it cannot control the terminal."""

    def __init__(self, console: Console, sheet: ScoreSheet) -> None:
        self._console = console
        self._sheet = sheet
        self._writers = sheet.writers

    def show(self, full: bool) -> None:
        """The score sheet; with `full` also the racks, all words and the final position (PFS-1.3.2a)."""
        sheet = self._sheet
        for name, value in wording.heading_lines(sheet):
            self._say(f"{name}: {value}")
        self._print(self._table(full))
        self._part(text("Blanks"), (wording.blank_text(blank, sheet.players) for blank in sheet.blanks))
        self._part(text("Players"), wording.player_lines(sheet, full))
        self._part(text("Tiles"), wording.square_lines(sheet.square, sheet.players))
        self._part(text("Corrections, penalties, rulings"), wording.incident_lines(sheet))
        if full:
            self._title(text("Position"))
            self._picture()
        if sheet.slip is not None:
            self._part(text("Result"), wording.result_lines(sheet.slip))

    def show_slip(self) -> None:
        """The result slip."""
        slip = self._sheet.slip
        if slip is None:
            self._say(text("The game is not over yet; its result slip comes after it."))
            return
        self._part(text("Result slip"), (*wording.result_lines(slip), *wording.slip_lines(slip)))
        if slip.head is not None:
            self._say(text("Hash of the game: {head}", head=slip.head))

    def _table(self, full: bool) -> Table:
        table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
        table.add_column(text("No."), justify="right", no_wrap=True)
        table.add_column(text("Player"), overflow="fold")
        if full:
            table.add_column(text("Rack"), overflow="fold")
        table.add_column(text("Move"), overflow="fold")
        for seat in self._writers:
            name = Text(text("Written: {name}", name=_printable(self._sheet.players[seat])))
            table.add_column(name, justify="right", overflow="fold")
        table.add_column(text("Pts"), justify="right", no_wrap=True)
        table.add_column(text("Total"), justify="right", no_wrap=True)
        for row in self._sheet.rows:
            table.add_row(*map(Text, self._cells(row, full)), style="bold" if row.wrong_values else None)
        return table

    def _cells(self, row: Row, full: bool) -> Iterator[str]:
        yield str(row.number)
        yield _printable(self._sheet.players[row.seat])
        if full:
            yield wording.rack_text(row.rack, self._sheet.tile_set)
        yield wording.play_text(row, full)
        for seat in self._writers:
            value = wording.figure(row.written.get(seat), seat in row.wrong_values)
            total = wording.figure(row.sums.get(seat), seat in row.wrong_sums)
            yield f"{value} / {total}"
        yield wording.value_text(row)
        yield str(row.total)

    def _picture(self) -> None:
        sheet = self._sheet
        board = Board(layout(sheet.layout), sheet.board.tiles)
        for line in board_lines(board, (), tile_set(sheet.tile_set), Orientation.LETTERED_ROWS):
            self._print(line)

    def _part(self, title: str, lines: Iterable[str]) -> None:
        shown = list(lines)
        if shown:
            self._title(title)
        for line in shown:
            self._say(line)

    def _title(self, title: str) -> None:
        self._console.print()
        self._console.print(Text(title, style="bold"))

    def _say(self, line: str) -> None:
        self._print(Text(_printable(line)))

    def _print(self, shown: RenderableType) -> None:
        self._console.print(shown, soft_wrap=False)


def _printable(words: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in words)
