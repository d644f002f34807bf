"""GCG is read twice, by Python line by line and by the kernel in batches: both give the same turns or the same error."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from differential.damage import damaged
from differential.test_cgp_twice import SETS, searcher
from mostek.core.board import Direction
from mostek.core.diagnostics import Diagnostic, Kind, NotationError
from mostek.core.encoding import decode
from mostek.core.moves import Pass
from mostek.core.tiles import Tile, Tiles, TileSet
from mostek.notation.formats.gcg import parse, record
from mostek.notation.game_record import (
    ChallengeBonus,
    Leftovers,
    RecordedExchange,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
)
from mostek.notation.plays import PlayedThrough, WrittenPlay

DAMAGED = 1500
GAME = """#character-encoding UTF-8
#player1 ala Ala Nowak
#player2 ola Ola Kowal
#lexicon OSPS50
#title Finał
>ala: AEKOTZ? 8G KOT +10 10
#note a note
that goes on
>ola: ABCŁRÓW 9F (K)RÓW +12 12
>ola: ABCŁRÓW -- -12 0
>ala: AEZ?LMN G8 .EzA/KEZA +23 33
>ola: ABCŁRÓW -ABC +0 0
>ala: LMNIOPR -3 +0 33
>ola: ŁRÓWIOA - +0 0
>ala: (challenge) +5 38
>ola: ŁRÓWIOA O15 (A.B)ÓW. +-7 -7 trailing words
>ala: (time) -10 28
>ala:  (ŁRÓWI) +20 48
#rack1 ABC
#rack2 ?DĘ
"""
NAMES = {Withdrawn: "withdrawn", ChallengeBonus: "challenge", TimePenalty: "time", Pass: "pass"}


def first_error(diagnostics: tuple[Diagnostic, ...]) -> tuple[object, ...] | None:
    unread = [found for found in diagnostics if found.kind is Kind.UNREADABLE]
    return (
        None if not unread else (unread[0].params["fault"], unread[0].line, unread[0].column, unread[0].params["text"])
    )


def by_python(text: str, tiles: TileSet) -> object:
    try:
        file = parse(text)
        if error := first_error(file.diagnostics):
            return error
        game = record(file, tiles)
    except NotationError as error:
        return error.fault.value, error.line, error.column, error.text
    return first_error(game.diagnostics) or [turn_of(turn, tiles) for turn in game.turns]


def turn_of(turn: RecordedTurn, tiles: TileSet) -> tuple[object, ...]:
    rack = None if turn.rack is None else codes(turn.rack, tiles)
    start = turn.seat - 1, turn.line, rack, turn.points, turn.total
    match turn.action:
        case WrittenPlay(start=square, direction=direction, cells=cells):
            place = [square.row, square.column, int(direction is Direction.DOWN)]
            return (
                *start,
                "play",
                place,
                bytes(cell_code(cell, tiles) for cell in cells),
                [isinstance(cell, PlayedThrough) for cell in cells],
            )
        case RecordedExchange(count, given):
            return *start, "exchange", [min(count, 10**6)], None if given is None else codes(given, tiles), []
        case Leftovers(left):
            return *start, "end_rack", [], codes(left or Tiles(), tiles), []
        case action:
            return *start, NAMES[type(action)], [], None, []


def codes(faces: Tiles, tiles: TileSet) -> bytes:
    order = ("?", *tiles.alphabet.letters)
    return bytes(sorted(order.index(face) for face in faces))


def cell_code(cell: Tile | PlayedThrough, tiles: TileSet) -> int:
    letter = 0 if cell.letter is None else tiles.alphabet.letters.index(cell.letter) + 1
    return letter | (0x80 if isinstance(cell, Tile) and cell.blank else 0)


def by_kernel(text: str, tiles: str) -> object:
    turns, error = searcher(tiles).batch.read_game(text)
    if error is not None:
        return error[1:]
    assert turns is not None
    return [
        (
            *turn[:2],
            None if turn[2] is None else bytes(sorted(turn[2])),
            *turn[3:7],
            plain(turn[7], turn[8]) if turn[5] == "play" else None if turn[7] is None else bytes(sorted(turn[7])),
            turn[8],
        )
        for turn in turns
    ]


def plain(cells: bytes | None, through: list[bool]) -> bytes:
    """Of a square that is only played through it does not matter whether a blank lies there."""
    return bytes(cell & 0x7F if lies else cell for cell, lies in zip(cells or b"", through, strict=True))


def agree(text: str, tiles: str) -> bool:
    own = by_python(text, searcher(tiles).tile_set)
    assert own == by_kernel(text, tiles), repr(text)
    return isinstance(own, list)


def test_a_game_is_read_alike() -> None:
    assert agree(GAME, "pl-current")
    turns, _ = searcher("pl-current").batch.read_game(GAME)
    assert turns is not None
    assert [turn[5] for turn in turns] == (
        ["play", "play", "withdrawn", "play", "exchange", "exchange", "pass", "challenge", "play", "time", "end_rack"]
    )


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.long)])
def test_damaged_games_are_read_or_refused_alike(times: int) -> None:
    rng, count = random.Random(f"damaged-{times}"), times * DAMAGED
    read = sum(agree(damaged(GAME, rng), "pl-current") for _ in range(count))
    assert count // 10 < read < count


@pytest.mark.parametrize(
    "text",
    ["", "\n", "\r\r\n\n", ">", ">:", "> :", ">a", ">a:", ">a: ", ">a: A", "#", "# ", "#player1", "#player1 a\n#player1 b",
     ">a: A 0A A 1", ">a: A A0 A 1", ">a: A 99Z A 1", ">a: A 8H / 1", ">a: A 8H ?.(?) 1", ">a: A () 1", ">a: A ) 1",
     ">a: A -" + "9" * 100 + " 1", ">a: A --- 1", ">a: A (TIME) 1", ">a: A (Challenge) ++1", ">a: A - +-1 --2",
     "#rack1 Q\n>a: A - 1", "#rack5 Q\n>a: A - 1", "#rack2 Q\n>a: A - 1", "#note x\ny\n\nz\n#- w\nv\n#title t\nu",
     "#board-layout SuperCrosswordGame\n>a: A - 1", "#game-type wordsmog\n>a: A - 1", "#game-type jumble\n>a: A - 1",
     "#orientation lettered-rows\n>a: A 8H A 1", "#orientation  lettered-rows \n>a: A H8 [A] 1", "#player1\ta\tb\n>a: A - 1",
     ">a:b:A - 1", " > a b : A - 1", ">a: A [ 1 1", ">a: A 8H [] 1", ">a: A 8H [A 1", ">a: _ 8H A] 1", ">a: A 8H (a)(B) 1",
     ">a: A -A", ">a: A -", ">a: A --", ">a: A 8H A 3\n>a: A --\n>a: A --", ">a: A (time)", ">a: A (A)", ">a: A 8H A",
     "#player1 a\n>a: A - 1\n#player1 a\n>a: A - 1", "#player1 a\n>a: A - 1\n#player1 b", ">a: A - 1\n#player2 a\n>a: A - 1"],
)  # fmt: skip
def test_edges_are_read_alike(text: str) -> None:
    for tiles in SETS:
        agree(text, tiles)


@pytest.mark.corpus
def test_the_games_of_the_world_are_read_alike(shared_corpus: Path) -> None:
    texts = [decode(path.read_bytes()).text for path in sorted((shared_corpus / "gcg").rglob("*.gcg"))]
    assert len(texts) > 40
    rng = random.Random("world")
    read = sum(agree(text, tiles) for text in texts for tiles in SETS)
    assert read > 40
    for _ in range(DAMAGED // 3):
        agree(damaged(rng.choice(texts), rng), rng.choice(SETS))
