"""The cross-table: everybody's rounds side by side."""

from __future__ import annotations

from mostek.documents.tournament.cross_table import cell_lines, legend
from mostek.documents.tournament.standings import reached
from mostek.features.public_pages.model import EventView
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage, divisions_asked, offers
from mostek.messages import text
from mostek.tournament.cross_table import cross_table


def _section(view: EventView, division: str) -> Context:
    rounds = len(view.state.divisions[division].rounds)
    rows = cross_table(view.standings(division, None), view.credits(division, None), rounds)
    lines = {row.standing.number: line for line, row in enumerate(rows, 1)}
    return {
        "name": division,
        "state": reached(view.state, division),
        "rounds": list(range(1, rounds + 1)),
        "rows": [
            {
                "line": lines[row.standing.number],
                "row": view.row(division, row.standing),
                "cells": [cell_lines(cell, lines) for cell in row.cells],
            }
            for row in rows
        ],
    }


def _fill(view: EventView, request: PageRequest) -> Context:
    begun = [name for name in divisions_asked(view, request) if view.state.divisions[name].rounds]
    return {
        "sections": [_section(view, name) for name in begun],
        "legend": legend(),
        "documents": [each for each in offers(view) if each.document == "crosstable"],
    }


PAGES = (
    PublicPage(
        name="crosstable",
        address=("crosstable",),
        template="crosstable",
        pl="Szachownica",
        en="Cross-table",
        order=4,
        title=lambda view, request: text("Cross-table"),
        fill=_fill,
        available=lambda view: view.last_round > 0,
        takes=frozenset({"division"}),
        refreshes=("rounds", "tables", "standings", "entrants"),
    ),
)
