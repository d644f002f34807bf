"""The cross-table (*szachownica*) and the card of a player."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.documents.document import Document, PrintRequest, Subject
from mostek.documents.listing import Cell, Column, Row, Section, heading, listing, number, wide
from mostek.documents.people import home_of, name_of, names_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import text
from mostek.messages.tournament_words import (
    UNKNOWN,
    counted_margin,
    halves,
    head,
    hundredths,
    place_text,
    rating_text,
    score,
    sign,
    signed,
)
from mostek.tournament import cross_table
from mostek.tournament.classification import Key
from mostek.tournament.credits import CreditKind
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import classified, ratings_of
from mostek.tournament.state import Tournament

ROUNDS_ON_A_PAGE = 20
"""More rounds than these go on a page of their own."""
_UPRIGHT = 7
"""Up to so many rounds fit on a page that stands upright."""


def _cross_table(state: Tournament, request: PrintRequest) -> Data:
    """Everybody's rounds side by side, over as many pages as are needed."""
    division = request.division
    credits = credits_of(state, division)
    standings = classified(state, division, credits)
    rounds = len(state.divisions[division].rounds)
    rows = cross_table.cross_table(standings, credits, rounds)
    lines = {row.standing.number: line for line, row in enumerate(rows, 1)}
    return heading(state, division) | {
        "state": reached(state, division),
        "landscape": rounds > _UPRIGHT,
        "columns": [text("No."), text("Player"), head(Key.MATCH_POINTS), head(Key.GAME_POINTS)],
        "parts": [
            [str(each + 1) for each in range(start, min(start + ROUNDS_ON_A_PAGE, rounds))]
            for start in range(0, max(rounds, 1), ROUNDS_ON_A_PAGE)
        ],
        "rows": [_row(state, row, lines) for row in rows],
        "note": legend(),
    }


def _card(state: Tournament, request: PrintRequest) -> Data:
    """The rounds of one player with the sums after each."""
    player = request.player
    entrant = state.entrants[player]
    division = entrant.division
    credits = credits_of(state, division)
    standings = classified(state, division, credits)
    found = next((each for each in standings if each.number == player), None)
    rating = ratings_of(state, division).get(player)
    reaches = rating.rating_hundredths if rating else None
    lines = [
        (text("Starting number"), str(player)),
        *([(text("Team, city"), home)] if (home := home_of(entrant)) else []),
        (text("Rating before"), rating_text(state.settings.rating_scale.chosen, entrant.person.rating)),
        (text("Place"), f"{place_text(found.place)} ({reached(state, division)})" if found else UNKNOWN),
        *([(text("Rating of the event"), hundredths(reaches))] if reaches is not None else []),
    ]
    rows = [_card_row(state, line) for line in cross_table.player_card(player, standings, credits)]
    heads = [number(text("Round")), wide(text("Opponent")), Column(text("Host"), "center")]
    heads += [Column(text("Result"), "center"), Column("", "center")]
    heads += [number(head(Key.MATCH_POINTS)), number(head(Key.GAME_POINTS)), number(head(Key.SPREAD))]
    section = Section(heads, rows, note=_legend_of_card(), empty=text("No round has a result yet."))
    return listing(state, [section], title=name_of(state, player), division=division, lines=lines)


def _row(state: Tournament, row: cross_table.CrossRow, lines: dict[int, int]) -> Data:
    standing = row.standing
    return {
        "line": str(lines[standing.number]),
        "name": name_of(state, standing.number),
        "sums": [halves(standing.half_points), str(standing.game_points)],
        "cells": [cell_lines(cell, lines) for cell in row.cells],
    }


def cell_lines(cell: cross_table.RoundCell | None, lines: dict[int, int]) -> tuple[str, str]:
    """The upper and the lower line of a cell: sign and line of the opponent, and the points."""
    if cell is None or cell.kind is CreditKind.ABSENT:
        return "", ""
    if cell.outcome is None:
        return text("bye"), str(cell.own)
    opponents = ",".join(str(lines.get(each, UNKNOWN)) for each in cell.opponents)
    forfeit = "*" if cell.kind is CreditKind.FORFEIT else ""
    return f"{sign(cell.outcome)}{opponents}{forfeit}{'•' if cell.starts else ''}", f"{cell.own}:{cell.other}"


def legend() -> str:
    """How to read a cell."""
    return text(
        "+ won, = drawn, − lost; then the line of the opponent in this table; * by forfeit; • was host. Below: game points."
    )


def _legend_of_card() -> str:
    return text("The last three columns are sums after the round. * by forfeit.")


def _card_row(state: Tournament, line: cross_table.CardLine) -> Row:
    cell = line.cell
    sums = [halves(line.half_points), str(line.game_points), signed(line.spread)]
    if cell.outcome is None:
        what = text("bye") if cell.kind is CreditKind.BYE else text("did not play")
        return [str(cell.round), what, "", score(_points(cell)) + counted_margin(cell.counted), "", *sums]
    outcome = sign(cell.outcome) + ("*" if cell.kind is CreditKind.FORFEIT else "")
    starts = "•" if cell.starts else ""
    return [
        str(cell.round),
        names_of(state, cell.opponents) or text("did not play"),
        starts,
        score(_points(cell)) + counted_margin(cell.counted),
        Cell(strong=outcome),
        *sums,
    ]


def _points(cell: cross_table.RoundCell) -> Sequence[int]:
    return (cell.own, cell.other)


DOCUMENTS = (
    Document(
        name="crosstable",
        pl="Szachownica",
        en="Cross-table",
        help_pl="rundy wszystkich",
        help_en="everybody’s rounds",
        order=130,
        subject=Subject.DIVISION,
        is_public=True,
        template="cross",
        fill=_cross_table,
        tagged=False,
    ),
    Document(
        name="card",
        pl="Karta zawodnika",
        en="Card of a player",
        help_pl="rundy jednego zawodnika (--player)",
        help_en="one player’s rounds (--player)",
        order=140,
        subject=Subject.PLAYER,
        template="listing",
        fill=_card,
    ),
)
