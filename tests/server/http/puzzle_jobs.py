"""What a worker does in place of looking for mistakes, for the tests of puzzles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mostek.core.players import Seat
from mostek.engine.review import from_json
from mostek.features.puzzles.mining import replace_scores
from mostek.features.puzzles.model import Puzzle, Theme, built_in


def one_each(log: bytes, review: bytes, seats: Sequence[Seat]) -> Sequence[Puzzle]:
    """A puzzle for each player that the collection does not have, whatever their racks were."""
    found = from_json(review)
    assert found.is_complete
    assert [turn.kind for turn in found.turns].count("play") == 1
    puzzle = built_in().by_theme[Theme.BINGO][0]
    return [msgspec.structs.replace(replace_scores(puzzle, (1000 + seat, 0)), source="game") for seat in seats]
