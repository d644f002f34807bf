"""Analysis of a position: its best moves, the move of a level, the numbers with which a page analyses, and a report on paper."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal

from msgspec import structs

from mostek.core.board import Direction, Square
from mostek.core.moves import Exchange, Placement, words_formed
from mostek.core.tiles import tile_set
from mostek.documents.game.analysis_report import analysis_pages
from mostek.documents.game.reported_moves import LineMove, ReportedMove
from mostek.engine.bots.level_move import level_move
from mostek.engine.equipment import TILE_SET, Equipment
from mostek.engine.kernel import FoundPlay
from mostek.engine.page_game import page_game
from mostek.engine.position import search_position
from mostek.engine.search import Candidate, best_of
from mostek.engine.simulation import STANDARD_ERRORS, simulate_in
from mostek.features.analysis.model import MOST_COUNT, MOST_SIMULATED, AnalysedMove, AnalysisFile, Deals
from mostek.lexicon.school_words import is_vulgar
from mostek.notation.formats import cgp

PLIES = 2
_SPARE = 20
"""The further moves that are looked for where those with a vulgar word are left out."""
_TAG = 32
"""The characters of a hash in an address."""
_LEVEL = 6


def analysed_position(position: str, lexicon: str, count: int, deals: Deals, school: bool) -> tuple[AnalysedMove, ...]:
    """The best plays, exchanges and the pass of a line of CGP; with deals the best of them simulated, best first.

    For a school moves with a vulgar word are left out. The same position, lexicon and deals give the same answer. Raises as
    `search_position` does.
    """
    if not school:
        return _analysed(position, lexicon, count, deals)
    return _closed_moves(position, _analysed(position, lexicon, min(count + _SPARE, MOST_COUNT), deals))[:count]


def _analysed(position: str, lexicon: str, count: int, deals: Deals) -> tuple[AnalysedMove, ...]:
    search = search_position(position, lexicon=lexicon, tiles=TILE_SET)
    if not deals:
        return tuple(_move(found) for found in best_of(search, count))
    found = simulate_in(search, min(count, MOST_SIMULATED), plies=PLIES).run(deals=deals)
    return tuple(
        structs.replace(
            _move(each.candidate),
            deals=each.deals,
            share=each.share,
            share_error=each.share_margin / STANDARD_ERRORS,
            spread=each.spread,
            spread_error=each.spread_margin / STANDARD_ERRORS,
        )
        for each in found.candidates
    )


def moved_by_level(position: str, lexicon: str, level: str) -> AnalysedMove:
    """The move of a level in a line of CGP. Raises as `level_move` does."""
    return _move(level_move(position, level, lexicon=lexicon, tiles=TILE_SET))


def packed_game(lexicon: str, hash: str) -> AnalysisFile:
    """The numbers of a game for the kernel in a page. Raises as `page_game` does."""
    return _packed(page_game(Equipment(lexicon, hash)))


def packed_file(path: Path) -> AnalysisFile:
    """A file of the package. Raises `OSError`."""
    return _packed(path.read_bytes())


def analysis_report(position: str, comment: str, moves: Sequence[ReportedMove], line: Sequence[LineMove]) -> bytes:
    """The PDF of an analysis of a line of CGP. Raises `NotationError`, `NoTypesetterError`."""
    tiles = tile_set(TILE_SET)
    asked = cgp.parse_position(position, tiles)
    rack = "".join(asked.racks[0]) if asked.racks else ""
    return analysis_pages(asked.board, tiles, rack, asked.scores, moves, line, comment)


def _packed(data: bytes) -> AnalysisFile:
    return AnalysisFile(data, gzip.compress(data, _LEVEL, mtime=0), sha256(data).hexdigest()[:_TAG])


def _move(found: Candidate) -> AnalysedMove:
    match found.move:
        case FoundPlay() as play:
            tiles = tuple(None if tile is None else str(tile) for tile in play.word)
            direction: Literal["across", "down"] = "down" if play.direction is Direction.DOWN else "across"
            return AnalysedMove("play", found.equity, play.score, play.start.name, direction, tiles)
        case Exchange(tiles):
            return AnalysedMove("exchange", found.equity, tiles=tuple(tiles))
        case _:
            return AnalysedMove("pass", found.equity)


def _closed_moves(position: str, moves: Sequence[AnalysedMove]) -> tuple[AnalysedMove, ...]:
    """The moves of an analysed position that form no vulgar word."""
    tiles = tile_set(TILE_SET)
    board = cgp.parse_position(position, tiles).board

    def words_of(move: AnalysedMove) -> Iterator[str]:
        start, direction = Square.named(move.square), Direction(move.direction)
        laid = {start.step(direction, at): tiles.alphabet.spell(tile)[0] for at, tile in enumerate(move.tiles) if tile}
        return (word.text for word in words_formed(board, Placement(laid)))

    return tuple(move for move in moves if move.kind != "play" or not any(map(is_vulgar, words_of(move))))
