"""Typed phrases at the table: parsed as a command to the referee, or as a request to show something."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mostek.core.players import Seat
from mostek.core.tiles import BLANK, Alphabet, Tile, TileError, Tiles, tile_set
from mostek.messages import text
from mostek.notation.coordinates import CoordinateError, Orientation, parse_coordinate
from mostek.notation.plays import Cell, PlayedThrough, WrittenPlay
from mostek.referee.commands import (
    ChallengeWords,
    ClaimPlacement,
    Command,
    ExchangeTiles,
    LayTiles,
    PassTurn,
    RecordMove,
)
from mostek.referee.state import Game, Laid, Thinking
from mostek.rules.rulebook import CountAnnounced, Rulebook


class TerminalCommand(Enum):
    """A command to the terminal itself; it changes nothing in the game."""

    SHEET = "sheet"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class TerminalRequest:
    """A command to the terminal, with what was typed after its name."""

    command: TerminalCommand
    about: str = ""


class PhraseError(ValueError):
    """The line says nothing that could be done; the message is a sentence for the person who typed it."""


def read_phrase(
    line: str, game: Game, seat: Seat, book: Rulebook, orientation: Orientation
) -> Command | TerminalRequest:
    """The command that the person in that seat has typed. Raises `PhraseError`."""
    name, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if not name:
        return RecordMove(seat=seat) if isinstance(game.phase, Laid) else TerminalRequest(TerminalCommand.AGAIN)
    match _PHRASES.get(name.casefold()):
        case TerminalCommand() as command:
            return TerminalRequest(command, rest)
        case "exchange":
            return _exchange(rest, game, seat, book)
        case "pass":
            return PassTurn(seat=seat)
        case "challenge":
            return ChallengeWords(seat=seat, words=tuple(rest.replace(",", " ").upper().split()))
        case "claim":
            return ClaimPlacement(seat=seat)
        case "record":
            return RecordMove(seat=seat, points=_points(rest))
        case _:
            return _placement(name, rest, game, seat, orientation)


def _exchange(typed: str, game: Game, seat: Seat, book: Rulebook) -> Command:
    """The number of tiles goes with the command if the rulebook knows an announcement (OPEN-exch-3, PFS-4.3.2)."""
    letters = typed.replace(",", "").replace(" ", "")
    try:
        tiles = tile_set(game.tile_set).alphabet.rack(letters.upper())
    except TileError as error:
        raise PhraseError(_no_letter(letters, error)) from None
    announced = book.exchange.count_announced.value is not CountAnnounced.NO
    return ExchangeTiles(seat=seat, tiles=tiles, count=len(tiles) if announced else None)


def _points(typed: str) -> int | None:
    if not typed:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", typed):
        raise PhraseError(text("{typed!r} is no number of points.", typed=typed))
    return int(typed)


def _placement(square: str, word: str, game: Game, seat: Seat, orientation: Orientation) -> Command:
    try:
        start, direction = parse_coordinate(square, orientation)
    except CoordinateError:
        raise PhraseError(
            text(
                "{typed!r} is neither a square nor a word that I know. Type 'help' to see what can be typed.",
                typed=square,
            )
        ) from None
    if not word:
        raise PhraseError(
            text("Type the word after the square, like this: {example}.", example=f"{square.upper()} KOT")
        )
    cells = read_word(word.replace(" ", ""), tile_set(game.tile_set).alphabet, game.racks[seat])
    play = WrittenPlay(start, direction, tuple(cells))
    for misfit in play.misfits(game.board):
        there = misfit.written(direction)
        raise PhraseError(text("No such tile lies on {square} to play through.", square=there))
    return LayTiles(seat=seat, placement=play.placement(game.board))


def read_word(typed: str, alphabet: Alphabet, rack: Tiles) -> list[Cell]:
    """The places of a typed word.

    A small letter, or a letter after `?`, is a blank. A word in small letters throughout that has more of them than the
    rack has blanks is taken for one typed without the shift key. Raises `PhraseError`.
    """
    cells: list[Cell] = []
    plain = _is_without_shift(typed, rack)
    through = False
    for match in _PIECE.finditer(typed):
        piece = match[0]
        if piece in "()":
            through = piece == "("
        elif piece == ".":
            cells.append(PlayedThrough())
        elif piece[0] == BLANK and len(piece) > 1:
            cells += [Tile(tile.letter, blank=True) for tile in _spelled(piece[1:].upper(), typed, alphabet)]
        elif through:
            cells += [PlayedThrough(tile.letter) for tile in _spelled(piece.upper(), typed, alphabet)]
        else:
            cells += _spelled(piece.upper() if plain else piece, typed, alphabet)
    return cells


def _is_without_shift(typed: str, rack: Tiles) -> bool:
    own = re.sub(r"\([^)]*\)|\?.", "", typed)
    small = sum(letter.islower() for letter in own)
    return own == own.lower() and small > rack.count(BLANK)


def _spelled(piece: str, typed: str, alphabet: Alphabet) -> tuple[Tile, ...]:
    try:
        return alphabet.spell(piece)
    except TileError as error:
        raise PhraseError(_no_letter(piece, error)) from None


def _no_letter(typed: str, error: TileError) -> str:
    return text("{sign!r} is no letter of this set of tiles.", sign=typed[error.place : error.place + 1] or typed)


def can_do(game: Game) -> str:
    """A line with the phrases that are possible now."""
    match game.phase:
        case Thinking():
            return text("H8 WORD · exchange ABC · pass · sheet · rules · help · quit")
        case Laid():
            return text("Enter: write down · challenge · sheet · rules · help · quit")
        case _:
            return text("sheet · rules · help · quit")


_NAMES: Mapping[TerminalCommand | str, str] = {
    "exchange": "exchange swap wymiana wymień wymien wymieniam",
    "pass": "pass pauza pas pauzuję pauzuje",
    "challenge": "challenge sprawdzam sprawdź sprawdz",
    "claim": "claim reklamacja reklamuję reklamuje",
    "record": "ok record zapisuję zapisuje",
    TerminalCommand.SHEET: "sheet score zapis wynik",
    TerminalCommand.RULES: "rules rule zasady zasada",
    TerminalCommand.HELP: "help pomoc ? h",
    TerminalCommand.QUIT: "quit exit koniec q",
}
_PHRASES: Mapping[str, TerminalCommand | str] = {
    word: meaning for meaning, words in _NAMES.items() for word in words.split()
}
_PIECE = re.compile(r"[().]|\[[^\[\]]*\]|\?\[[^\[\]]*\]|\?[^().\[\]?]|[^().\[\]?]+|.")
