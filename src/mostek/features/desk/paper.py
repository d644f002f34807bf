"""The season of a league on paper: its standings, and the groups of the next evening."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.documents import typesetting
from mostek.documents.listing import Cell, Column, Row, Section, listing, number, wide
from mostek.documents.people import fitting
from mostek.messages import text
from mostek.messages.tournament_league import MOVES
from mostek.tournament.rating.league import League
from mostek.tournament.state import Tournament

_UPRIGHT = 12
"""Up to so many evenings fit on a page that stands upright."""


def season_sheet(state: Tournament, found: League, names: Sequence[str]) -> bytes:
    """Print the season after its latest evening. Raises `NoTypesetterError`."""
    evenings = len(found.rows[0].by_event) if found.rows else 0
    heads = [number(text("Place")), wide(text("Player"), 3)]
    heads += [Column(str(evening), "right") for evening in range(1, evenings + 1)]
    heads += [number(text("Points")), number(text("Of all"))]
    rows: list[Row] = [
        [
            Cell(strong=str(row.place)),
            fitting(row.player),
            *(str(each or "–") for each in row.by_event),
            Cell(strong=str(row.points)),
            str(row.total),
        ]
        for row in found.rows
    ]
    note = text("A point for coming, and one for everybody placed behind: in the own group and in all lower ones.")
    season = Section(heads, rows, note=note, empty=text("Nobody has played yet."))
    groups = [
        Section(
            [wide(text("Player"), 2), wide(text("Why"), 2)],
            [[fitting(each.player), text(MOVES[each.move])] for each in group],
            title=text("Next evening: group {name}", name=fitting(name)) if name else text("Next evening"),
        )
        for name, group in zip(names, found.groups, strict=True)
    ]
    title = text("League: the season")
    data = listing(state, [season, *groups], title=title, landscape=evenings > _UPRIGHT)
    return typesetting.pages("listing", {"code": ""} | data)
