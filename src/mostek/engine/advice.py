"""The best that can be done with a turn without looking ahead, and all that can be done."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.core.board import Board
from mostek.core.tiles import Tiles
from mostek.engine import arrays, candidates
from mostek.engine.arrays import Rows
from mostek.engine.candidates import Ranking
from mostek.engine.situation import Position, Situation, situation, situation_with
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation

_ALL = 1 << 32
"""More plays than any position has."""


def moves(
    position: Position,
    rack: Tiles | str | None = None,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> Ranking:
    """Every play of a rack, each once, the best by equity first.

    Takes and raises what `situation` does.
    """
    asked = situation(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return Ranking(tuple(candidates.plays(asked, _ALL)))


def best(
    position: Position,
    rack: Tiles | str | None = None,
    *,
    count: int = 10,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> Ranking:
    """The best plays, exchanges and the pass by equity: points, and what the tiles left are worth.

    With an empty bag tiles left cost twice their points, for the other player gets them (GEN-15d, GEN-15e). Takes and
    raises what `situation` does.
    """
    asked = situation(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return best_of(asked, count)


def best_of(asked: Situation, count: int) -> Ranking:
    """`best` of a situation."""
    found = [*candidates.plays(asked, count), *candidates.others(asked)]
    # Sorting keeps the order of equals: a play comes before an exchange as good.
    return Ranking(tuple(sorted(found, key=lambda found: -found.equity)[:count]))


def best_many(
    positions: Sequence[Position], count: int = 1, *, lexicon: str = DEFAULT, tiles: str | None = None
) -> Rows:
    """The best plays of many positions, each with its rack, on all cores: see `arrays.PLAYS`, a row for each position.

    Equity as in `best`. Without `tiles` the set of tiles is for all that of the first position. Raises what `situation`
    does.
    """
    asked = _situations(positions, lexicon, tiles)
    rows = arrays.no_plays(len(asked), count)
    if drawing := [place for place, turn in enumerate(asked) if turn.bag]:
        turns = [asked[place] for place in drawing]
        rows[drawing] = turns[0].searcher.best_many(_bare(turns), count, turns[0].worth)
    for place, turn in enumerate(asked):
        if not turn.bag:
            rows[place] = turn.searcher.best_many(_bare([turn]), count, turn.worth)
    return rows


def totals_many(positions: Sequence[Position], *, lexicon: str = DEFAULT, tiles: str | None = None) -> Rows:
    """All plays of many positions summed up, on all cores: see `arrays.TOTALS`, an item for each position.

    Takes and raises what `best_many` does.
    """
    asked = _situations(positions, lexicon, tiles)
    return asked[0].searcher.totals_many(_bare(asked)) if asked else arrays.totals(b"")


def _situations(positions: Sequence[Position], lexicon: str, tiles: str | None) -> list[Situation]:
    """All with the tile set of the first: they are searched at once."""
    if not positions:
        return []
    first = situation(positions[0], lexicon=lexicon, tiles=tiles)
    return [first, *(situation_with(first.equipment, position) for position in positions[1:])]


def _bare(asked: Sequence[Situation]) -> list[tuple[Board, Tiles]]:
    return [(turn.board, turn.rack) for turn in asked]
