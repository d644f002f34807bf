"""The game on the screen: board, rack, players and score sheet, for a terminal, a pipe, or a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import click
import msgspec
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from mostek.core.board import Board, Premium, Square
from mostek.core.clock import Millis
from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import Tile, Tiles, TileSet, tile_set
from mostek.messages import count, language, text
from mostek.messages.describe import clock_text, lexicon_text, move_text
from mostek.messages.refusals import grounds, say
from mostek.notation.coordinates import Orientation, column_labels, row_labels
from mostek.notation.wire import encode
from mostek.referee import Refused, event_for
from mostek.referee.events import Event
from mostek.referee.state import Game, Turn, TurnKind
from mostek.rules.rulebook import Rulebook


def fitted(shown: str, width: int) -> str:
    """The text cut or filled to a width; what is cut ends in `…`."""
    if cell_len(shown) <= width:
        return set_cell_size(shown, width)
    return set_cell_size(shown, max(0, width - 1)) + "…"


def side_by_side(left: Sequence[Text], right: Sequence[Text], width: int, gap: int) -> list[Text]:
    """Two blocks of lines, the left one filled to its width."""
    lines = []
    for place in range(max(len(left), len(right))):
        line = Text()
        if place < len(left):
            line.append_text(left[place])
        if place < len(right):
            line.append(" " * (width - line.cell_len + gap))
            line.append_text(right[place])
        lines.append(line)
    return lines


def wrapped(shown: str, width: int) -> list[str]:
    """A sentence in lines that fit."""
    lines = [""]
    for word in shown.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


_NUMBER, _POINTS = 3, 5


def sheet_lines(game: Game, orientation: Orientation, width: int) -> list[Text]:
    """Every turn with its words, points and the new total, as wide as the terminal allows."""
    names = max(len(name) for name in (*game.players, text("Player")))
    what = max(16, min(width, 100) - names - _NUMBER - 2 * _POINTS - 5)
    head = Text(
        f"{'':>{_NUMBER}} {fitted(text('Player'), names)} {fitted(text('Move'), what)} "
        f"{text('Pts'):>{_POINTS}}{text('Total'):>{_POINTS + 2}}",
        style="bold",
    )
    rows = [
        Text(
            f"{number:>{_NUMBER}} {fitted(game.players[turn.seat], names)} {fitted(turn_text(turn, orientation), what)} "
            f"{turn.points:>{_POINTS}}{turn.total:>{_POINTS + 2}}"
        )
        for number, turn in enumerate(game.turns, 1)
    ]
    return [head, *rows] if rows else [head, Text(text("No turn has been played yet."), style="italic")]


def recent_lines(game: Game, orientation: Orientation, width: int, height: int) -> list[Text]:
    """The last turns, for the space beside the board; the last line is the latest."""
    names = min(max(len(name) for name in game.players), 8)
    what = width - names - _POINTS - _NUMBER - 2
    first = max(0, len(game.turns) - height)
    return [
        Text(
            f"{number:>{_NUMBER}} {fitted(game.players[turn.seat], names)} {fitted(turn_text(turn, orientation), what)}"
            f"{turn.points:>{_POINTS}}",
            style="" if number == len(game.turns) else "bright_black",
        )
        for number, turn in enumerate(game.turns[first:], first + 1)
    ]


def turn_text(turn: Turn, orientation: Orientation) -> str:
    """A turn in words: its words, the first one with its square."""
    match turn.kind:
        case TurnKind.PLACEMENT:
            return move_text(turn.words, orientation)
        case TurnKind.EXCHANGE:
            return text("exchange")
        case TurnKind.PASS:
            return text("pass (time)") if turn.forced else text("pass")
        case TurnKind.LOSS:
            return text("lost: {words}", words=move_text(turn.words, orientation))


_MINUTE = 60_000


def panel_lines(
    game: Game, book: Rulebook, name: str, orientation: Orientation, now: Millis, width: int, height: int
) -> list[Text]:
    """As many lines as the board has, the last turns taking what is left."""
    lines = [
        Text(fitted(book.title.text(language()), width), style="bold"),
        Text(fitted(name, width), style="bright_black"),
        Text(),
    ]
    lines += [*player_lines(game, now, width), Text(), Text(bag_text(len(game.bag)))]
    if game.lexicon is not None:
        lines += [Text(line, style="bright_black") for line in wrapped(lexicon_text(game.lexicon), width)]
    lines.append(Text())
    return lines + recent_lines(game, orientation, width, max(1, height - len(lines)))


def player_lines(game: Game, now: Millis, width: int) -> list[Text]:
    """A line for each player: who is on turn, the score, the clock."""
    return [_player(game, seat, now, width) for seat in game.seats]


def bag_text(tiles: int) -> str:
    """The number of tiles in the bag."""
    return count("Bag: {n} tile", "Bag: {n} tiles", tiles)


def time_left(game: Game, seat: Seat, now: Millis) -> str:
    """A player's time left as text; empty without a clock."""
    return clock_text(game.clock.left_at(seat, max(now, game.clock.since))) if game.clock is not None else ""


def _player(game: Game, seat: Seat, now: Millis, width: int) -> Text:
    """The line of a player; the one on turn has an arrow; a clock below a minute is red and has a `!`."""
    shown = time_left(game, seat, now)
    urgent = game.clock is not None and game.clock.left_at(seat, max(now, game.clock.since)) < _MINUTE
    clock = f"{shown + ('!' if urgent else ''):>7}" if shown else ""
    scores = f"{game.scores[seat]:>5}"
    arrow = "▸" if game.on_turn is seat else " "
    line = Text(f"{arrow} {fitted(game.players[seat], width - len(scores) - len(clock) - 2)}{scores}")
    line.append(clock, style="bold red" if urgent else "")
    line.stylize("bold" if game.on_turn is seat else "")
    return line


CELL = 3
"""Columns of the terminal for each square: a mark, the letter, its value."""
MARGIN = 3
"""Columns for the labels of the rows."""

_LABEL = "bright_black"
_TILE = "bold #201c16 on #efe2c0"
_NEW_TILE = "bold #201c16 on #ffc94a"
_PREMIUMS: Mapping[Premium, tuple[str, str]] = {
    Premium.NONE: ("·", "#6c6c6c on #262626"),
    Premium.DOUBLE_LETTER: ("2L", "#0e2a3d on #94c3df"),
    Premium.TRIPLE_LETTER: ("3L", "#f2f7fb on #2a6796"),
    Premium.DOUBLE_WORD: ("2W", "#45131a on #e3a3a3"),
    Premium.TRIPLE_WORD: ("3W", "#fdf0ee on #a4373a"),
}


def board_width(board: Board) -> int:
    """The width of the board in columns."""
    return MARGIN + CELL * board.layout.columns


def board_lines(board: Board, new: Container[Square], tile_set: TileSet, orientation: Orientation) -> list[Text]:
    """The board with its labels. Tiles on the `new` squares, those of the last move, have a mark before them."""
    head = Text(" " * MARGIN, style=_LABEL)
    for label in column_labels(board.layout, orientation):
        head.append(f"{label:^{CELL}}")
    lines = [head]
    for row, label in enumerate(row_labels(board.layout, orientation)):
        line = Text(f"{label:>{MARGIN - 1}} ", style=_LABEL)
        for column in range(board.layout.columns):
            square = Square(row, column)
            line.append_text(_cell(board, square, square in new, tile_set))
        lines.append(line)
    return lines


def rack_line(rack: Tiles, tile_set: TileSet) -> Text:
    """A rack in the order of the alphabet, blanks last, with the value of each tile."""
    line = Text()
    order = sorted(rack, key=lambda face: (face not in tile_set.alphabet, tile_set.alphabet.order(face)))
    for face in order:
        line.append(f" {face}{_value(tile_set.values[face])} ", style=_TILE)
        line.append(" ")
    return line


def _cell(board: Board, square: Square, new: bool, tile_set: TileSet) -> Text:
    tile = board[square]
    if tile is None:
        sign, style = _PREMIUMS[board.layout.premium(square)]
        shown = "★" if square == board.layout.start else text(sign) if len(sign) > 1 else sign
        return Text(f"{shown:^{CELL}}" if len(shown) < 2 else f" {shown}", style=style)
    return Text(f"{'›' if new else ' '}{_tile(tile, tile_set):<{CELL - 1}}", style=_NEW_TILE if new else _TILE)


def _tile(tile: Tile, tile_set: TileSet) -> str:
    """The letter with its value where there is room; a blank has a small letter and no value."""
    if tile.letter is None or tile.blank:
        return str(tile).strip("[]")[: CELL - 1]
    return tile.letter if len(tile.letter) > 1 else tile.letter + _value(tile_set.of_tile(tile))[: CELL - 2]


def _value(points: int) -> str:
    return "".join(chr(0x2080 + int(digit)) for digit in str(points))


GAP = 2
NARROWEST = 24
"""Columns beside the board that are worth using."""
_HIGH = 27
"""Lines of a window from which on one may stay empty."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is on the table for the people who look at it now."""

    game: Game
    book: Rulebook
    name: str
    orientation: Orientation
    new: frozenset[Square]
    """Where the tiles of the last move lie."""
    now: Millis
    owner: str
    """Whose rack is shown."""
    rack: Tiles | None
    """`None` while it is hidden."""
    hint: str
    """What may be typed."""


class GameScreen(Protocol):
    """The screen of a table."""

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """Show a stored event and its sentence."""
        ...

    def refuse(self, refused: Refused) -> None:
        """A refusal, with its clause."""
        ...

    def say(self, sentence: str) -> None:
        """Anything else that a person should read."""
        ...

    def show(self, scene: Scene) -> None:
        """Show the table before a prompt."""
        ...

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """A page to read; on a terminal `wait` lets the reader end it."""
        ...

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """The table when the game is over, with the result."""
        ...

    def leave(self, sentence: str) -> None:
        """The last sentence to a person who goes."""
        ...

    def is_stale(self) -> bool:
        """Whether what is shown no longer fits the window."""
        ...


class TerminalScreen:
    """Redraws the whole window: the table, then the events since the last prompt."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._news: list[Text] = []
        self._read = False
        self._size = console.size

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `GameScreen`."""
        if sentence:
            self._tell(Text(sentence))

    def refuse(self, refused: Refused) -> None:
        """See `GameScreen`."""
        self._tell(Text(say(refused), style="bold"))
        self._tell(Text(grounds(refused.clause), style="bright_black"))

    def say(self, sentence: str) -> None:
        """See `GameScreen`."""
        self._tell(Text(sentence, style="bold"))

    def _tell(self, line: Text) -> None:
        """Lines that were shown at an earlier prompt give way to new ones."""
        if self._read:
            self._news, self._read = [], False
        self._news.append(line)

    def show(self, scene: Scene) -> None:
        """See `GameScreen`."""
        self._size = self._console.size
        lines = scene_lines(scene, self._console.width, is_low=self._console.height < _HIGH)
        room = max(1, self._console.height - len(lines) - 2)
        news = [Text(line, news.style) for news in self._news for line in wrapped(news.plain, self._console.width - 1)]
        hint = Text(scene.hint, style="bright_black", no_wrap=True)
        hint.truncate(self._console.width - 1, overflow="ellipsis")
        self._clear()
        for line in [*lines, *news[-room:], hint]:
            self._console.print(line)
        self._read = True

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `GameScreen`."""
        height = max(2, self._console.height - 2)
        folded = [Text(part, line.style) for line in lines for part in wrapped_or_kept(line, self._console.width - 1)]
        for start in range(0, len(folded), height):
            self._clear()
            for line in folded[start : start + height]:
                self._console.print(line)
            wait()

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `GameScreen`."""
        self.show(scene)
        for line in lines:
            self._console.print(line)

    def leave(self, sentence: str) -> None:
        """See `GameScreen`."""
        self._console.print(Text(f"\n{sentence}"))

    def is_stale(self) -> bool:
        """See `GameScreen`."""
        return self._console.size != self._size

    def _clear(self) -> None:
        self._console.file.write("\x1b[H\x1b[2J\x1b[3J")


class PlainScreen:
    """Writes everything one after the other, for a pipe or a file."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: tuple[Game, str] | None = None

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `GameScreen`."""
        if sentence:
            self._print(Text(sentence))

    def refuse(self, refused: Refused) -> None:
        """See `GameScreen`."""
        self._print(Text(say(refused)))
        self._print(Text(grounds(refused.clause)))

    def say(self, sentence: str) -> None:
        """See `GameScreen`."""
        self._print(Text(sentence))

    def show(self, scene: Scene) -> None:
        """See `GameScreen`. The picture is not repeated while nothing has changed."""
        lines = [] if (scene.game, scene.owner) == self._shown else [Text(), *scene_lines(scene, 90)]
        self._shown = (scene.game, scene.owner)
        for line in [*lines, Text(scene.hint)]:
            self._print(line)

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `GameScreen`."""
        for line in lines:
            self._print(line)

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `GameScreen`."""
        self.show(scene)
        self.page(lines, lambda: None)

    def leave(self, sentence: str) -> None:
        """See `GameScreen`."""
        self.say(sentence)

    def is_stale(self) -> bool:
        """A pipe has no window."""
        return False

    def _print(self, line: Text) -> None:
        line.rstrip()
        self._console.print(line)
        self._console.file.flush()


class JsonScreen:
    """One JSON document a line: an event with its number, a refusal, or a sentence. Tiles of bots stay hidden."""

    def __init__(self, people: frozenset[Seat]) -> None:
        self._people = people

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `GameScreen`."""
        seat = getattr(event, "seat", None)
        only: Viewer = next(iter(self._people)) if len(self._people) == 1 else Role.SPECTATOR
        seen = event_for(event, seat if seat in self._people else only)
        if seen is not None:
            self._print({"n": number, "event": msgspec.Raw(encode(seen))})

    def refuse(self, refused: Refused) -> None:
        """See `GameScreen`."""
        self._print({"refused": msgspec.Raw(encode(refused)), "message": say(refused)})

    def say(self, sentence: str) -> None:
        """See `GameScreen`."""
        self._print({"message": sentence})

    def show(self, scene: Scene) -> None:
        """The events have said everything."""

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `GameScreen`."""
        self._print({"page": [line.plain.rstrip() for line in lines]})

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `GameScreen`."""
        self.page(lines, lambda: None)

    def leave(self, sentence: str) -> None:
        """See `GameScreen`."""
        self.say(sentence)

    def is_stale(self) -> bool:
        """A pipe has no window."""
        return False

    def _print(self, document: dict[str, Any]) -> None:
        click.echo(msgspec.json.encode(document))


def scene_lines(scene: Scene, width: int, is_low: bool = False) -> list[Text]:
    """Board and panel side by side where there is room, else only players and bag above the board; then the rack."""
    tiles = tile_set(scene.game.tile_set)
    board = board_lines(scene.game.board, scene.new, tiles, scene.orientation)
    wide = board_width(scene.game.board)
    beside = min(width - wide - GAP - 1, 60)
    if beside < NARROWEST:
        above = [*player_lines(scene.game, scene.now, wide), Text(bag_text(len(scene.game.bag)))]
        lines = [*above, *board]
    else:
        panel = panel_lines(scene.game, scene.book, scene.name, scene.orientation, scene.now, beside, len(board))
        lines = side_by_side(board, panel, wide, GAP)
    return [*lines, _rack(scene)] if is_low else [*lines, Text(), _rack(scene)]


def _rack(scene: Scene) -> Text:
    line = Text(f"{scene.owner}:  ", style="bold") if scene.owner else Text()
    if scene.rack is None:
        return line.append(text("(the rack is hidden)") if scene.owner else "", style="bright_black")
    return line.append_text(rack_line(scene.rack, tile_set(scene.game.tile_set)))


def wrapped_or_kept(line: Text, width: int) -> list[str]:
    """A line that fits stays as it is, with its columns; a longer one is folded at blanks."""
    return [line.plain] if line.cell_len <= width else wrapped(line.plain, width)
