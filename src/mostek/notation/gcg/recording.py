"""From the lines of a GCG file to a recorded game: letters, squares, seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Alphabet, TileError, Tiles, TileSet
from mostek.notation import recorded
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.notation.gcg.lines import (
    Action,
    ChallengeBonus,
    EndRack,
    Event,
    Exchange,
    GcgFile,
    Line,
    Pass,
    Play,
    TimePenalty,
    Withdrawal,
)
from mostek.notation.recorded import Cell, RecordedGame, RecordedPlayer, RecordedTurn, Through


def record(
    file: GcgFile, tile_set: TileSet | None = None, orientation: Orientation | None = None, *, strict: bool = False
) -> RecordedGame:
    """The game in a file. The tile set and the orientation override what the file says.

    A line whose letters cannot be read is left out and reported, or raises `NotationError` if `strict`. A file without a
    single event or player raises in any case.
    """
    if not file.players and not any(True for _ in file.events()):
        raise NotationError(TextFault.NO_TURNS, 0, 0, file.text[:40])
    diagnostics = list(file.diagnostics)
    if tile_set is None:
        tile_set, assumed = recorded.choose_tile_set(_stated_tile_set(file), _letters(file))
        diagnostics += [assumed] if assumed else []
    seating = _Seating(file)
    orientation = orientation or file.orientation
    turns: list[RecordedTurn] = []
    for line, event in file.events():
        try:
            turns.append(_turn(file, line, event, seating, tile_set.alphabet, orientation))
        except NotationError as error:
            if strict:
                raise
            diagnostics.append(error.diagnostic)
    diagnostics += seating.diagnostics
    if strict and seating.diagnostics:
        first = seating.diagnostics[0]
        raise NotationError(TextFault.WARNING, first.line, first.column, first.kind.value)
    return RecordedGame(
        format="gcg",
        players=BySeat(seating.players),
        tile_set=tile_set,
        orientation=orientation,
        turns=tuple(turns),
        racks=tuple(_last_racks(file, tile_set.alphabet, len(seating.players))),
        incomplete=file.pragma("incomplete") is not None,
        title=file.pragma("title") or "",
        lexicon=file.pragma("lexicon") or "",
        diagnostics=tuple(diagnostics),
    )


def spell_rack(text: str, alphabet: Alphabet, line: int, column: int) -> Tiles:
    """A rack in capitals; `?` and `_` are blanks. Raises `NotationError`."""
    try:
        return alphabet.rack(text.replace("_", "?"))
    except TileError as error:
        raise NotationError(TextFault.BAD_LETTER, line, column + error.place, text) from None


def spell_word(text: str, alphabet: Alphabet, line: int, column: int) -> tuple[Cell, ...]:
    """The places of a word: `.`, `(AB)` and `(.A.)` are tiles of the board. Raises `NotationError`."""
    cells: list[Cell] = []
    opened = 0
    for match in _PIECE.finditer(text):
        piece, place = match[0], column + match.start()
        if piece in "()":
            if bool(opened) is (piece == "("):
                raise NotationError(TextFault.BAD_BRACKET, line, place, text)
            opened = place if piece == "(" else 0
        elif piece == ".":
            cells.append(Through())
        else:
            try:
                tiles = alphabet.spell(piece)
            except TileError as error:
                raise NotationError(TextFault.BAD_LETTER, line, place + error.place, text) from None
            cells += [Through(tile.letter) for tile in tiles] if opened else tiles
    if opened:
        raise NotationError(TextFault.BAD_BRACKET, line, opened, text)
    return tuple(cells)


class _Seating:
    """Who sits where, and whose line it is when two share a nickname."""

    def __init__(self, file: GcgFile) -> None:
        self.players = [RecordedPlayer(player.nick, player.name) for player in file.players][: len(Seat)]
        self.diagnostics: list[Diagnostic] = []
        self._last: Seat | None = None

    def seat(self, line: Line, event: Event) -> Seat:
        """The seat of an event; an unknown nickname takes the next free seat."""
        seats = [Seat(place) for place, player in enumerate(self.players, 1) if player.nick == event.nick]
        if not seats:
            seats = [self._newcomer(line, event.nick)]
        seat = seats[0] if len(seats) == 1 else self._rotated(seats, event)
        if isinstance(event.action, (Play, Exchange, Pass)):
            self._last = seat
        return seat

    def _newcomer(self, line: Line, nick: str) -> Seat:
        if len(self.players) == len(Seat):
            raise NotationError(TextFault.BAD_PLAYER, line.number, line.text.find(">") + 2, nick)
        self.players.append(RecordedPlayer(nick, nick))
        self.diagnostics.append(Diagnostic(Kind.UNDECLARED_PLAYER, line.number, 1, {"nick": nick}))
        return Seat(len(self.players))

    def _rotated(self, seats: list[Seat], event: Event) -> Seat:
        if self._last is None:
            return seats[0]
        if not isinstance(event.action, (Play, Exchange, Pass)):
            return self._last if self._last in seats else seats[0]
        after = [seat for seat in seats if seat > self._last]
        return after[0] if after else seats[0]


def _turn(
    file: GcgFile, line: Line, event: Event, seating: _Seating, alphabet: Alphabet, orientation: Orientation
) -> RecordedTurn:
    seat = seating.seat(line, event)
    rack = spell_rack(event.rack, alphabet, line.number, line.column_of(event.rack)) if event.rack else None
    column, action = _action(line, event, alphabet, orientation)
    return RecordedTurn(seat, action, rack, event.points, event.total, line.number, column, file.note(line))


def _action(line: Line, event: Event, alphabet: Alphabet, orientation: Orientation) -> tuple[int, recorded.Action]:
    """The action and the column it begins at."""
    column = line.column_of(event.rack, _opening(event.action))
    match event.action:
        case Play(position, word):
            start, direction = parse_coordinate(position, orientation)
            at = line.column_of(event.rack, position, word)
            return column, recorded.Played(
                start, direction, spell_word(word.partition("/")[0], alphabet, line.number, at)
            )
        case Exchange(tiles) if tiles.isascii() and tiles.isdigit():
            return column, recorded.Exchanged(int(tiles), None)
        case Exchange(tiles):
            returned = spell_rack(tiles, alphabet, line.number, column + 1)
            return column, recorded.Exchanged(len(returned), returned)
        case Pass():
            return column, recorded.Passed()
        case Withdrawal():
            return column, recorded.Withdrawn()
        case ChallengeBonus():
            return column, recorded.ChallengeBonus()
        case TimePenalty():
            return column, recorded.TimePenalty()
        case EndRack(tiles):
            return column, recorded.Leftovers(spell_rack(tiles, alphabet, line.number, column + 1))


def _opening(action: Action) -> str:
    match action:
        case Play(position, _):
            return position
        case EndRack() | ChallengeBonus() | TimePenalty():
            return "("
        case _:
            return "-"


def _last_racks(file: GcgFile, alphabet: Alphabet, seats: int) -> Iterator[tuple[Seat, Tiles]]:
    for seat in tuple(Seat)[:seats]:
        text = file.pragma(f"rack{int(seat)}")
        if text:
            # An unreadable rack decides nothing that is verified; its text stays in the file.
            with suppress(TileError):
                yield seat, alphabet.rack(text.replace("_", "?"))


def _stated_tile_set(file: GcgFile) -> str | None:
    named = (file.pragma(name) for name in ("tile-set", "tile-distribution", "lexicon"))
    return next((name for name in named if name), None)


def _letters(file: GcgFile) -> str:
    """All letters of racks and words, to see which alphabet has them."""
    texts = [event.rack + (event.action.word if isinstance(event.action, Play) else "") for _, event in file.events()]
    return "".join(sorted(set(re.sub(r"[^\w]|[\d_]", "", "".join(texts)))))


_PIECE = re.compile(r"[().]|\[[^\[\]]*\]|[^().\[\]]+|[\[\]]")
