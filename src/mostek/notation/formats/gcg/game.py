"""From a GCG file to the game it records, and from a recorded game to a GCG file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVar, assert_never

from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault, refuse_warnings
from mostek.core.encoding import split_lines
from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Alphabet, Tiles, TileSet
from mostek.notation.coordinates import Orientation, format_coordinate, parse_coordinate
from mostek.notation.formats.gcg.file import (
    BlankLine,
    Continuation,
    GcgAction,
    GcgContent,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgFile,
    GcgLine,
    GcgPlay,
    Pragma,
    UnreadLine,
)
from mostek.notation.game_record import (
    STANDARD,
    ChallengeBonus,
    LastRack,
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
    check_game_type,
    choose_layout,
    choose_tile_set,
)
from mostek.notation.plays import WrittenPlay, spell_rack, spell_word


def record(
    file: GcgFile, tile_set: TileSet | None = None, orientation: Orientation | None = None, *, strict: bool = False
) -> RecordedGame:
    """The game in a file. The tile set and the orientation override what the file says.

    A line whose letters cannot be read is left out and reported, or raises `NotationError` if `strict`. A file without a
    single event or player raises in any case.
    """
    if not file.players and not any(True for _ in file.events()):
        raise NotationError(TextFault.NO_TURNS, 0, 0, file.text[:40])
    if second := file.second_game:
        raise NotationError(TextFault.TWO_GAMES, second.number, 1, second.text)
    diagnostics = list(file.diagnostics)
    layout, found = _chosen(file, choose_layout, "board-layout")
    diagnostics += found
    diagnostics += _chosen(file, lambda stated: (None, check_game_type(stated)), "game-type")[1]
    if tile_set is None:
        chosen, found = _chosen(file, partial(_choose_tiles, file), "tile-set", "tile-distribution")
        tile_set = chosen
        diagnostics += found
    if strict:
        refuse_warnings(diagnostics)
    seating = _Seating(file)
    orientation = orientation or file.orientation
    turns: list[RecordedTurn] = []
    for line, event in file.events():
        try:
            turns.append(_recorded_turn(file, line, event, seating, tile_set.alphabet, orientation))
        except NotationError as error:
            if strict:
                raise
            diagnostics.append(error.diagnostic)
    racks: list[LastRack] = []
    for line in file.lines:
        try:
            racks += _last_rack(line, tile_set.alphabet, len(seating.players))
        except NotationError as error:
            if strict:
                raise
            diagnostics.append(error.diagnostic)
    diagnostics += seating.diagnostics
    if strict:
        refuse_warnings(seating.diagnostics)
    return RecordedGame(
        format="gcg",
        players=BySeat(seating.players),
        tile_set=tile_set,
        orientation=orientation,
        turns=tuple(turns),
        racks=tuple({rack.seat: rack for rack in racks}.values()),
        incomplete=file.pragma("incomplete") is not None,
        title=file.pragma("title") or "",
        lexicon=file.pragma("lexicon") or "",
        layout=layout,
        diagnostics=tuple(diagnostics),
    )


class _Seating:
    """The seats by nickname, also where two players share one."""

    def __init__(self, file: GcgFile) -> None:
        self.players = [PlayerNames(player.nick, player.name) for player in file.players][: len(Seat)]
        self.diagnostics: list[Diagnostic] = []
        self._last: Seat | None = None

    def seat(self, line: GcgLine, event: GcgEvent) -> Seat:
        """The seat of an event; an unknown nickname takes the next free seat."""
        seats = [Seat(place) for place, player in enumerate(self.players, 1) if player.nick == event.nick]
        if not seats:
            seats = [self._newcomer(line, event.nick)]
        seat = seats[0] if len(seats) == 1 else self._rotated(seats, event)
        if isinstance(event.action, (GcgPlay, GcgExchange, Pass)):
            self._last = seat
        return seat

    def _newcomer(self, line: GcgLine, nick: str) -> Seat:
        if len(self.players) == len(Seat):
            raise NotationError(TextFault.BAD_PLAYER, line.number, line.text.find(">") + 2, nick)
        self.players.append(PlayerNames(nick, nick))
        self.diagnostics.append(Diagnostic(Kind.UNDECLARED_PLAYER, line.number, 1, {"nick": nick}))
        return Seat(len(self.players))

    def _rotated(self, seats: list[Seat], event: GcgEvent) -> Seat:
        if self._last is None:
            return seats[0]
        if not isinstance(event.action, (GcgPlay, GcgExchange, Pass)):
            return self._last if self._last in seats else seats[0]
        after = [seat for seat in seats if seat > self._last]
        return after[0] if after else seats[0]


def _recorded_turn(
    file: GcgFile, line: GcgLine, event: GcgEvent, seating: _Seating, alphabet: Alphabet, orientation: Orientation
) -> RecordedTurn:
    seat = seating.seat(line, event)
    rack = spell_rack(event.rack, alphabet, line.number, line.column_of(event.rack)) if event.rack else None
    column, action = _recorded_action(line, event, alphabet, orientation)
    points = _taken_off(file, line) if event.points is None else event.points
    return RecordedTurn(seat, action, rack, points, event.total, line.number, column, file.note(line))


def _taken_off(file: GcgFile, withdrawal: GcgLine) -> int:
    """The points of a withdrawal that does not state them: those of the event before."""
    before = [event for line, event in file.events() if line.number < withdrawal.number]
    return -(before[-1].points or 0) if before else 0


def _recorded_action(
    line: GcgLine, event: GcgEvent, alphabet: Alphabet, orientation: Orientation
) -> tuple[int, RecordedAction]:
    """The action and the column it begins at."""
    column = line.column_of(event.rack, _opening(event.action))
    match event.action:
        case GcgPlay(position, word):
            start, direction = parse_coordinate(position, orientation)
            at = line.column_of(event.rack, position, word)
            return column, WrittenPlay(start, direction, spell_word(word.partition("/")[0], alphabet, line.number, at))
        case GcgExchange(tiles) if tiles.isascii() and tiles.isdigit():
            return column, RecordedExchange(int(tiles), None)
        case GcgExchange(tiles):
            returned = spell_rack(tiles, alphabet, line.number, column + 1)
            return column, RecordedExchange(len(returned), returned)
        case GcgEndRack(tiles):
            return column, Leftovers(spell_rack(tiles, alphabet, line.number, column + 1))
        case action:
            return column, action


def _opening(action: GcgAction) -> str:
    match action:
        case GcgPlay(position, _):
            return position
        case GcgEndRack() | ChallengeBonus() | TimePenalty():
            return "("
        case _:
            return "-"


def _last_rack(line: GcgLine, alphabet: Alphabet, seats: int) -> Iterator[LastRack]:
    """The rack of a `#rackN` line, if it is one, names a player of the game and is not empty."""
    if not isinstance(line.content, Pragma) or not (match := _RACK.fullmatch(line.content.name)):
        return
    number, text = int(match[1]), line.content.value
    if text and number <= seats:
        yield LastRack(Seat(number), spell_rack(text, alphabet, line.number, line.text.find(text) + 1), line.number)


def _chosen(
    file: GcgFile, choose: Callable[[str | None], tuple[_T, Diagnostic | None]], *names: str
) -> tuple[_T, list[Diagnostic]]:
    """The choice by the first of these pragmas, and the diagnostic of its line. Raises `NotationError` with that line."""
    pragmas = {
        line.content.name: (line.content.value, line.number) for line in file.lines if isinstance(line.content, Pragma)
    }
    stated, number = next((pragmas[name] for name in names if name in pragmas), (None, 0))
    try:
        chosen, found = choose(stated)
    except NotationError as error:
        raise NotationError(error.fault, number, min(number, 1), error.text) from None
    return chosen, [replace(found, line=number, column=min(number, 1))] if found else []


def _choose_tiles(file: GcgFile, stated: str | None) -> tuple[TileSet, Diagnostic | None]:
    return choose_tile_set(_letters(file), stated, file.pragma("lexicon"))


def _letters(file: GcgFile) -> str:
    """All letters of racks and words, to see which alphabet has them."""
    racks = [
        line.content.value for line in file.lines if isinstance(line.content, Pragma) and _RACK.match(line.content.name)
    ]
    texts = [
        event.rack + (event.action.word if isinstance(event.action, GcgPlay) else "") for _, event in file.events()
    ]
    return "".join(sorted(set(re.sub(r"[^\w]|[\d_]", "", "".join(texts + racks)))))


def of_contents(contents: Iterable[GcgContent]) -> GcgFile:
    """A new file with these lines, in UTF-8 with LF endings."""
    return GcgFile(
        tuple(GcgLine(number, format_content(content), "\n", content) for number, content in enumerate(contents, 1))
    )


def format_content(content: GcgContent) -> str:
    """One line, as this project writes it: UTF-8, `.` for played-through tiles, signed points."""
    match content:
        case Pragma(name, value):
            return f"#{name} {value}".rstrip()
        case Continuation(text) | UnreadLine(text):
            return text
        case BlankLine():
            return ""
        case GcgEvent(nick, rack, action, points, total, trailing):
            stated = " ".join(("" if points is None else f"{points:+d}", "" if total is None else str(total))).rstrip()
            return f">{nick}: {rack} {format_action(action)} {stated} {trailing}".rstrip()
        case _:
            assert_never(content)


def format_action(action: GcgAction) -> str:
    """The middle of an event."""
    match action:
        case GcgPlay(position, word):
            return f"{position} {word}"
        case GcgExchange(tiles):
            return f"-{tiles}"
        case Pass():
            return "-"
        case Withdrawn():
            return "--"
        case ChallengeBonus():
            return "(challenge)"
        case TimePenalty():
            return "(time)"
        case GcgEndRack(tiles):
            return f"({tiles})"
        case _:
            assert_never(action)


def from_recorded(game: RecordedGame, orientation: Orientation = Orientation.NUMBERED_ROWS) -> GcgFile:
    """A game from another format, or from the referee, as a GCG file. Turns lost without a move become passes with a note.

    Squares are named in `orientation`; the lettered-rows one is said in a pragma.
    """
    return of_contents(_contents(game, orientation))


def write_gcg(game: RecordedGame, orientation: Orientation = Orientation.NUMBERED_ROWS) -> bytes:
    """Write a game as a GCG file.

    Args:
        game: A game from any format, or from the referee (`mostek.app.export.recorded`). Turns lost without a move become
            passes with a note.
        orientation: How squares are named. GCG numbers rows; lettered rows are said in a pragma.

    Returns:
        The file: UTF-8, lines end with LF.

    Source: https://www.poslfit.com/scrabble/gcg/ (John Chew, Carl Johnson), with the pragmas of Quackle and mostek.

    Example:
        >>> from mostek.notation import read_game, write_gcg
        >>> game = read_game(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n")
        >>> write_gcg(game).decode().splitlines()[-1]
        '>ala: AAAKMOT 8H KOT +10 10'
    """
    return from_recorded(game, orientation).data


def _contents(game: RecordedGame, orientation: Orientation) -> Iterator[GcgContent]:
    yield Pragma("character-encoding", "UTF-8")
    for seat, player in game.players.items():
        yield Pragma(f"player{int(seat)}", _on_one_line(f"{player.nick} {player.name}"))
    if game.title:
        yield Pragma("title", _on_one_line(game.title))
    if game.lexicon:
        yield Pragma("lexicon", _on_one_line(game.lexicon))
    yield Pragma("tile-set", game.tile_set.name)
    if game.layout != STANDARD:
        yield Pragma("board-layout", game.layout)
    if orientation is Orientation.LETTERED_ROWS:
        yield Pragma("orientation", orientation.value)
    for turn in game.turns:
        yield _gcg_event(game, turn, orientation)
        yield from _notes(turn)
    for rack in game.racks:
        yield Pragma(f"rack{int(rack.seat)}", game.tile_set.alphabet.sort(rack.tiles))
    if game.incomplete:
        yield Pragma("incomplete")


def _on_one_line(text: str) -> str:
    """A text of another format, which may have line ends: here they would begin a line of the record."""
    return " ".join(text.split())


def _notes(turn: RecordedTurn) -> Iterator[GcgContent]:
    if isinstance(turn.action, RecordedLoss):
        yield Pragma("note", f"turn lost: {turn.action.cause}")
    if turn.note:
        first, *rest = split_lines(turn.note)
        yield Pragma("note", first)
        for line in rest:
            yield Pragma("-", line)


def _gcg_event(game: RecordedGame, turn: RecordedTurn, orientation: Orientation) -> GcgEvent:
    def faces(tiles: Tiles | None) -> str:
        return game.tile_set.alphabet.sort(tiles) if tiles else ""

    action = _gcg_action(turn.action, orientation, faces(turn.rack), faces)
    gains_for_others = isinstance(action, GcgEndRack) and (turn.points or 0) >= 0
    rack = "" if gains_for_others else faces(turn.rack)
    return GcgEvent(game.players[turn.seat].nick, rack, action, turn.points or 0, turn.total)


def _gcg_action(action: RecordedAction, orientation: Orientation, rack: str, faces: _Faces) -> GcgAction:
    match action:
        case WrittenPlay():
            return GcgPlay(format_coordinate(action.start, action.direction, orientation), action.word)
        case RecordedExchange(count, tiles):
            return GcgExchange(str(count) if tiles is None else faces(tiles))
        case RecordedLoss():
            return Pass()
        case Leftovers(tiles):
            return GcgEndRack(rack if tiles is None else faces(tiles))
        case _:
            return action


_T = TypeVar("_T")
_RACK = re.compile(r"rack([1-4])")
_Faces: TypeAlias = Callable[[Tiles | None], str]
