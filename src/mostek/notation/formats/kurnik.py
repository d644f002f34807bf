"""Logs of kurnik.pl: `N. rack: h8- word +38`, squares by column and row, `-` across and `+` down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mostek.core.board import Direction
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.encoding import decode, split_lines
from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Alphabet, TileError, Tiles, TileSet
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.notation.game_formats import GameFormat
from mostek.notation.game_record import (
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    choose_tile_set,
)
from mostek.notation.plays import WrittenPlay, spell_rack


def _is_kurnik(text: str) -> bool:
    """Whether a text looks like such a log."""
    return _HEADING.match(text.lstrip("\ufeff")) is not None


def record(text: str, tile_set: TileSet | None = None, *, strict: bool = False) -> RecordedGame:
    """The game in a log. A line that cannot be read is left out and reported, or raises `NotationError` if `strict`.

    A text without players or turns raises in any case.
    """
    lines = split_lines(text)
    headings = [match for line in lines if (match := _HEADING.match(line))]
    if not headings or len(headings) > len(Seat):
        raise NotationError(TextFault.BAD_PLAYER, 1, 1, lines[0])
    assumed = None
    if tile_set is None:
        letters = "".join(sorted(set(re.sub(r"[\W\d_]", "", "".join(_racks(lines)).upper()))))
        tile_set, assumed = choose_tile_set(letters)
    turns: list[RecordedTurn] = []
    unreadable: list[NotationError] = []
    for number, line, seat in _turn_lines(lines, len(headings)):
        try:
            turns.append(_turn(line, number, seat, tile_set.alphabet))
        except NotationError as error:
            if strict:
                raise
            unreadable.append(error)
    if not turns:
        raise NotationError(TextFault.NO_TURNS, len(lines), 1, lines[-1])
    game = RecordedGame(
        format="kurnik",
        books_twice=False,
        players=BySeat(PlayerNames(match[2], match[2]) for match in headings),
        tile_set=tile_set,
        orientation=Orientation.NUMBERED_ROWS,
        turns=tuple(turns),
        finals=BySeat(int(match[3]) for match in headings),
        diagnostics=tuple(error.diagnostic for error in unreadable),
    )
    return game.noting(assumed) if assumed else game


def _racks(lines: list[str]) -> Iterator[str]:
    return (_ROUND.sub("", line).partition(":")[0] for line in lines if not line.startswith("#"))


def _turn_lines(lines: list[str], seats: int) -> Iterator[tuple[int, str, Seat]]:
    """Every line with a turn, its number, and whose it is: a numbered line is the first player's."""
    place = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        place = 1 if _ROUND.match(line) else place + 1
        if place > seats:
            raise NotationError(TextFault.BAD_PLAYER, number, 1, line)
        yield number, line, Seat(place)


def _turn(line: str, number: int, seat: Seat, alphabet: Alphabet) -> RecordedTurn:
    numbered = _ROUND.match(line)
    begin = numbered.end() if numbered else 0
    letters, colon, move = line[begin:].partition(":")
    if not colon:
        raise NotationError(TextFault.NO_COLON, number, len(line) + 1, line)
    rack = spell_rack(letters.strip().upper(), alphabet, number, begin + 1)
    column = begin + len(letters) + 2 + len(move) - len(move.lstrip())
    action, points = _action(move.strip(), rack, alphabet, number, column)
    return RecordedTurn(seat, action, rack, points, None, number, column)


def _action(move: str, rack: Tiles, alphabet: Alphabet, line: int, column: int) -> tuple[RecordedAction, int]:
    if move == "P":
        return Pass(), 0
    if match := _LOST.fullmatch(move):
        return RecordedLoss(match[1]), 0
    if match := _LEFT.fullmatch(move):
        points = int(match[1])
        return Leftovers(rack if points <= 0 else None), points
    if match := _EXCHANGE.fullmatch(move):
        returned = spell_rack(match[1].upper(), alphabet, line, column)
        return RecordedExchange(len(returned), returned), 0
    if match := _PLAY.fullmatch(move):
        return _played(match, alphabet, line, column), int(match[4])
    raise NotationError(TextFault.NO_MOVE, line, column, move)


def _played(match: re.Match[str], alphabet: Alphabet, line: int, column: int) -> WrittenPlay:
    start, _ = parse_coordinate(match[1], Orientation.NUMBERED_ROWS)
    direction = Direction.ACROSS if match[2] == "-" else Direction.DOWN
    words = match[3].split("/")
    at = column + match.start(3)
    try:
        cells = alphabet.spell("".join(_written(piece) for piece in _PIECE.findall(words[0])))
        plain = tuple("".join(alphabet.word(re.sub(r"[\[\]]", "", word))) for word in words)
    except TileError as error:
        raise NotationError(TextFault.BAD_LETTER, line, at + error.place, match[3]) from None
    if not cells:
        raise NotationError(TextFault.NO_MOVE, line, at, match[3])
    return WrittenPlay(start, direction, cells, plain)


def _written(piece: str) -> str:
    """A piece of a word as the alphabet spells it: blanks, here in brackets, in small letters."""
    return piece[1:-1].lower() if piece.startswith("[") else piece.upper()


_HEADING = re.compile(r"#([1-4]) (.+) : (-?[0-9]{1,6})\s*$", re.MULTILINE)
_ROUND = re.compile(r"[0-9]{1,3}\.\s*")
_PLAY = re.compile(r"([a-o][0-9]{1,2})([-+])\s+(\S+)\s+\+([0-9]{1,6})")
_EXCHANGE = re.compile(r"(\S+)\s*->\s*(\S*)")
_LOST = re.compile(r"\(([A-Z])\)")
_LEFT = re.compile(r"L\s+([-+]?[0-9]{1,6})")
_PIECE = re.compile(r"\[[^\[\]]*\]|[^\[\]]+")

FORMAT = GameFormat(
    name="kurnik",
    pl="zapis partii z kurnik.pl",
    en="log of a game on kurnik.pl",
    detect=_is_kurnik,
    read=lambda data, how: record(decode(data).text, how.tile_set, strict=how.strict),
    priority=1,
)
