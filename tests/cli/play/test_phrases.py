"""What people type is read as they mean it, in Polish and in English."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from books import TIMED
from mostek.cli.terminal.pages import WIDTH, GamePages
from mostek.cli.terminal.phrases import PhraseError, TerminalCommand, TerminalRequest, read_phrase
from mostek.core.board import Board, Direction, Square, layout
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.notation.coordinates import Orientation
from mostek.referee import Game, replay
from mostek.referee.commands import (
    ChallengeWords,
    ClaimPlacement,
    Command,
    CreateGame,
    ExchangeTiles,
    LayTiles,
    PassTurn,
    RecordMove,
    StartPosition,
)
from mostek.referee.decide import decide
from mostek.referee.events import ScoredWord
from mostek.referee.refusals import Refused
from mostek.referee.state import Turn, TurnKind
from mostek.rules.loading import rulebook

ALPHABET = tile_set("pl-current").alphabet
KOT = Placement.along(Board(layout()), Square(7, 6), Direction.ACROSS, ALPHABET.spell("KOT"))


def no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("nothing is drawn here")


def game(rack: str = "AEŻKOT?", book: str = "gen") -> Game:
    """KOT lies across the centre, the first player is on turn."""
    racks = BySeat([Tiles.of(rack), Tiles.of("AEIOUYZ")])
    position = StartPosition(board=KOT, racks=racks, scores=BySeat([0, 0]), on_turn=Seat.FIRST)
    command = CreateGame(
        rulebook=book, players=("Ala", "Ola"), position=position, millis=60_000 if book in TIMED else None
    )
    events = decide(None, command, rulebook(book), no_draw)
    assert not isinstance(events, Refused)
    created = replay(events)
    assert created is not None
    return created


def read(line: str, rack: str = "AEŻKOT?", rows: Orientation = Orientation.LETTERED_ROWS) -> Command | TerminalRequest:
    return read_phrase(line, game(rack), Seat.FIRST, rulebook("gen"), rows)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("pauza", PassTurn(seat=Seat.FIRST)),
        ("  PASS ", PassTurn(seat=Seat.FIRST)),
        ("wymiana aż?", ExchangeTiles(seat=Seat.FIRST, tiles=Tiles.of("AŻ?"))),
        ("exchange A, Ż, ?", ExchangeTiles(seat=Seat.FIRST, tiles=Tiles.of("AŻ?"))),
        ("sprawdzam", ChallengeWords(seat=Seat.FIRST)),
        ("challenge kot, oko", ChallengeWords(seat=Seat.FIRST, words=("KOT", "OKO"))),
        ("reklamacja", ClaimPlacement(seat=Seat.FIRST)),
        ("ok", RecordMove(seat=Seat.FIRST)),
        ("ok 24", RecordMove(seat=Seat.FIRST, points=24)),
        ("zapis", TerminalRequest(TerminalCommand.SHEET)),
        ("zasady 5a", TerminalRequest(TerminalCommand.RULES, "5a")),
        ("pomoc", TerminalRequest(TerminalCommand.HELP)),
        ("koniec", TerminalRequest(TerminalCommand.QUIT)),
        ("", TerminalRequest(TerminalCommand.AGAIN)),
    ],
)
def test_words_of_the_table(line: str, meaning: Command | TerminalRequest) -> None:
    assert read(line) == meaning


def laid(line: str, rack: str = "AEŻKOT?", rows: Orientation = Orientation.LETTERED_ROWS) -> str:
    """The new tiles of a typed placement, `H10=A`; a blank is a small letter."""
    command = read(line, rack, rows)
    assert isinstance(command, LayTiles)
    return " ".join(f"{square.name}={tile}" for square, tile in command.placement.tiles.items())


@pytest.mark.parametrize(
    ("line", "rack", "tiles"),
    [
        ("H7 KOTA", "AEŻKOT?", "H10=A"),
        ("h7 kota", "AEŻKOTE", "H10=A"),
        ("H7 KOTa", "AEŻKOT?", "H10=a"),
        ("H7 KOT?A", "AEŻKOT?", "H10=a"),
        ("H7 ...A", "AEŻKOT?", "H10=A"),
        ("H7 (KOT)A", "AEŻKOT?", "H10=A"),
        ("9H TAK", "AEŻKOT?", "I9=A J9=K"),
        ("9H t?ak", "AEŻKOTT", "I9=a J9=K"),
        ("10F oko", "AEŻKOT?", "F10=O G10=K H10=O"),
        ("10F o", "AEŻKOT?", "F10=o"),
    ],
)
def test_placements(line: str, rack: str, tiles: str) -> None:
    assert laid(line, rack) == tiles


def test_with_numbered_rows_the_same_text_runs_the_other_way() -> None:
    assert laid("8G KOTA", rows=Orientation.NUMBERED_ROWS) == "H10=A"


def test_an_undeclared_blank_is_left_to_the_rules() -> None:
    command = read("H7 KOT?")
    assert isinstance(command, LayTiles)
    assert command.placement.tiles == {Square(7, 9): Tile(None, blank=True)}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("abrakadabra", "neither a square nor a word"),
        ("H7", "Type the word after the square"),
        ("H7 QUO", "'Q' is no letter"),
        ("H7 (KAT)A", "No such tile lies on H8"),
        ("A1 .A", "No such tile lies on A1"),
        ("wymiana xyz", "'x' is no letter"),
        ("ok mało", "no number of points"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, sentence: str) -> None:
    with pytest.raises(PhraseError, match=sentence):
        read(line)


def test_where_the_rules_know_an_announcement_the_number_goes_with_the_exchange() -> None:
    command = read_phrase("wymiana AŻ", game(book="open"), Seat.FIRST, rulebook("open"), Orientation.LETTERED_ROWS)
    assert command == ExchangeTiles(seat=Seat.FIRST, tiles=Tiles.of("AŻ"), count=2)


def test_the_sheet_is_no_wider_than_a_page() -> None:
    played = game()
    turn = Turn(Seat.FIRST, TurnKind.PLACEMENT, 12, 12, (ScoredWord("KOT" * 30, "8G", 12),))
    pages = GamePages(replace(played, turns=(turn,)), rulebook("gen"), Orientation.LETTERED_ROWS)
    assert max(line.cell_len for line in pages.sheet()) == WIDTH
