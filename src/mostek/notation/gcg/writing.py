"""From values to the text of a GCG file: single lines, and whole games that came from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, assert_never

from mostek.core.tiles import Tile, Tiles
from mostek.notation import recorded
from mostek.notation.coordinates import Orientation, format_coordinate
from mostek.notation.gcg.lines import (
    Action,
    Blank,
    ChallengeBonus,
    Content,
    Continuation,
    EndRack,
    Event,
    Exchange,
    GcgFile,
    Line,
    Pass,
    Play,
    Pragma,
    TimePenalty,
    Unread,
    Withdrawal,
)
from mostek.notation.recorded import RecordedGame, RecordedTurn


def of_contents(contents: Iterable[Content]) -> GcgFile:
    """A new file with these lines, in UTF-8 with LF endings."""
    return GcgFile(
        tuple(Line(number, format_content(content), "\n", content) for number, content in enumerate(contents, 1))
    )


def format_content(content: Content) -> str:
    """One line, as this project writes it: UTF-8, `.` for played-through tiles, signed points."""
    match content:
        case Pragma(name, value):
            return f"#{name} {value}".rstrip()
        case Continuation(text) | Unread(text):
            return text
        case Blank():
            return ""
        case Event(nick, rack, action, points, total, trailing):
            stated = "" if total is None else f" {total}"
            return f">{nick}: {rack} {format_action(action)} {points:+d}{stated} {trailing}".rstrip()
        case _:
            assert_never(content)


def format_action(action: Action) -> str:
    """The middle of an event."""
    match action:
        case Play(position, word):
            return f"{position} {word}"
        case Exchange(tiles):
            return f"-{tiles}"
        case Pass():
            return "-"
        case Withdrawal():
            return "--"
        case ChallengeBonus():
            return "(challenge)"
        case TimePenalty():
            return "(time)"
        case EndRack(tiles):
            return f"({tiles})"
        case _:
            assert_never(action)


def from_recorded(game: RecordedGame, orientation: Orientation = Orientation.NUMBERED_ROWS) -> GcgFile:
    """A game from another format, or from the referee, as a GCG file. Turns lost without a move become passes with a note.

    Squares are named in `orientation`; the lettered-rows one is said in a pragma.
    """
    return of_contents(_contents(game, orientation))


def _contents(game: RecordedGame, orientation: Orientation) -> Iterator[Content]:
    yield Pragma("character-encoding", "UTF-8")
    for seat, player in game.players.items():
        yield Pragma(f"player{int(seat)}", f"{player.nick} {player.name}")
    if game.title:
        yield Pragma("title", game.title)
    if game.lexicon:
        yield Pragma("lexicon", game.lexicon)
    yield Pragma("tile-set", game.tile_set.name)
    if orientation is Orientation.LETTERED_ROWS:
        yield Pragma("orientation", orientation.value)
    for turn in game.turns:
        yield _event(game, turn, orientation)
        yield from _notes(turn)
    for seat, rack in game.racks:
        yield Pragma(f"rack{int(seat)}", game.tile_set.alphabet.sort(rack))
    if game.incomplete:
        yield Pragma("incomplete")


def _notes(turn: RecordedTurn) -> Iterator[Content]:
    if isinstance(turn.action, recorded.TurnLost):
        yield Pragma("note", f"turn lost: {turn.action.cause}")
    if turn.note:
        first, *rest = turn.note.split("\n")
        yield Pragma("note", first)
        for line in rest:
            yield Pragma("-", line)


def _event(game: RecordedGame, turn: RecordedTurn, orientation: Orientation) -> Event:
    def faces(tiles: Tiles | None) -> str:
        return game.tile_set.alphabet.sort(tiles) if tiles else ""

    action = _action(turn.action, orientation, faces(turn.rack), faces)
    gains_for_others = isinstance(action, EndRack) and (turn.points or 0) >= 0
    rack = "" if gains_for_others else faces(turn.rack)
    return Event(game.players[turn.seat].nick, rack, action, turn.points or 0, turn.total)


def _action(action: recorded.Action, orientation: Orientation, rack: str, faces: _Faces) -> Action:
    match action:
        case recorded.Played(start, direction, cells, _):
            return Play(format_coordinate(start, direction, orientation), "".join(map(_cell, cells)))
        case recorded.Exchanged(count, tiles):
            return Exchange(str(count) if tiles is None else faces(tiles))
        case recorded.Passed() | recorded.TurnLost():
            return Pass()
        case recorded.Withdrawn():
            return Withdrawal()
        case recorded.ChallengeBonus():
            return ChallengeBonus()
        case recorded.TimePenalty():
            return TimePenalty()
        case recorded.Leftovers(tiles):
            return EndRack(rack if tiles is None else faces(tiles))
        case _:
            assert_never(action)


_Faces: TypeAlias = Callable[[Tiles | None], str]


def _cell(cell: recorded.Cell) -> str:
    return str(cell) if isinstance(cell, Tile) else "."
