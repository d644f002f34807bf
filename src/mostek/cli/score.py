"""`mostek score`: what placements are worth, or everything that is wrong with them."""

from __future__ import annotations

from typing import BinaryIO

import click
from msgspec import Struct

from mostek.cli.lines import Answer, answer_lines, decode, file_argument, jsonl_option
from mostek.cli.positions import check_rack, misfit_names, read_play, read_position, read_rulebook, words_of
from mostek.core.moves import BINGO, NO_FAULT, Bingo, PlayFault, fault_names, faults
from mostek.core.moves import score as value_of
from mostek.notation.coordinates import Orientation
from mostek.rules.rulebook import Rulebook


class ScoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of input."""

    play: str
    position: str | None = None
    orientation: Orientation = Orientation.LETTERED_ROWS
    tile_set: str | None = None
    rulebook: str | None = None


@click.command()
@jsonl_option
@file_argument
def score(jsonl: bool, file: BinaryIO) -> None:
    """Score placements given as JSON lines, or name every fault they have.

    A line in: {"position": CGP, "play": "H4 SPRÓBUJE", "orientation": "lettered-rows", "tile_set": "pl-current",
    "rulebook": "pfs"}; all but the play may be left out. Exit status 1 if a line could not be answered.
    """
    answer_lines(file, jsonl, lambda line: _answer(decode(line, ScoreRequest)))


def _answer(request: ScoreRequest) -> Answer:
    book = None if request.rulebook is None else read_rulebook(request.rulebook)
    position, tiles = read_position(request.position, request.tile_set)
    board, orientation = position.board, request.orientation
    play = read_play(request.play, orientation, board, tiles.alphabet)
    rack = position.rack(0) if position.racks and position.racks[0] else None
    if rack is not None:
        check_rack(rack)
    found = faults(board, play.placement, rack, tiles.alphabet)
    if any(square not in board.layout for square in play.misfits):
        found |= PlayFault.OFF_BOARD
    misfits = misfit_names(play, board, orientation)
    if found != NO_FAULT or misfits:
        return {"tile_set": tiles.name, "faults": _named(found, misfits, book)}
    value = value_of(board, play.placement, tiles, _bingo(book))
    return {
        "tile_set": tiles.name,
        "total": value.total,
        "bingo": value.bonus,
        "words": words_of(value, orientation),
    }


def _named(found: PlayFault, misfits: list[str], book: Rulebook | None) -> list[dict[str, object]]:
    """Every fault with its clause, if a rulebook was named; what the text says wrongly about the board has none."""
    named: list[dict[str, object]] = [
        {"fault": name, "clause": book and book.faults[name]} for name in fault_names(found)
    ]
    if misfits:
        named.append({"fault": "nothing_to_play_through", "clause": None, "squares": misfits})
    return named


def _bingo(book: Rulebook | None) -> Bingo:
    return BINGO if book is None else Bingo(book.move.bingo_tiles.value, book.move.bingo_points.value)
