"""The score sheet: a row for each turn, and the short list beside the board."""

from __future__ import annotations

from rich.text import Text

from mostek.cli.table.columns import fitted
from mostek.messages import count, text
from mostek.notation.coordinates import Orientation, format_coordinate, parse_coordinate
from mostek.referee.events import ScoredWord
from mostek.referee.state import Game, Turn, TurnKind

_NUMBER, _POINTS = 3, 5


def sheet_lines(game: Game, orientation: Orientation, width: int) -> list[Text]:
    """Every turn with its words, points and the new total, as wide as the terminal allows."""
    names = max(len(name) for name in (*game.players, text("Player")))
    what = max(16, min(width, 100) - names - _NUMBER - 2 * _POINTS - 4)
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
    """What was done in a turn: its words, the first one with its square."""
    match turn.kind:
        case TurnKind.PLACEMENT:
            return words_text(turn.words, orientation)
        case TurnKind.EXCHANGE:
            return text("exchange")
        case TurnKind.PASS:
            return text("pass (time)") if turn.forced else text("pass")
        case TurnKind.LOSS:
            return text("lost: {words}", words=words_text(turn.words, orientation))


def words_text(words: tuple[ScoredWord, ...], orientation: Orientation) -> str:
    """The words of a move: the square of the main word, it, and the others."""
    if not words:
        return text("(no word)")
    square = format_coordinate(*parse_coordinate(words[0].at, Orientation.LETTERED_ROWS), orientation)
    return f"{square} {', '.join(word.word for word in words)}"


def points_text(points: int) -> str:
    """A number of points in words."""
    return count("{n} point", "{n} points", points)
