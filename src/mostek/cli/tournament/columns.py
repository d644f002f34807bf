"""The cells of the tables of a classification."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.messages import text
from mostek.messages.tournament_words import halves
from mostek.tournament.classification import Key, Standing
from mostek.tournament.credits import CreditKind, Outcome
from mostek.tournament.cross_table import CardLine, Cell, CrossRow
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.state import Tournament

SIGNS = {Outcome.WIN: "+", Outcome.DRAW: "=", Outcome.LOSS: "−"}
_HALVES = (Key.MATCH_POINTS, Key.HEAD_TO_HEAD, Key.BUCHHOLZ, Key.MEDIAN)


def standing_row(state: Tournament, each: Standing) -> list[str]:
    """Place, number, name, city, games, match points, game points, spread."""
    person = state.entrants[each.number].person
    return [
        place_text(each.place),
        str(each.number),
        person.name,
        person.city,
        f"{each.wins}–{each.draws}–{each.losses}",
        halves(each.half_points),
        str(each.game_points),
        f"{each.spread:+}",
    ]


def place_text(place: int | None) -> str:
    """A place; a dash for the excluded, who have none."""
    return "–" if place is None else str(place)


def key_text(key: Key, value: int | None) -> str:
    """The value of a key of the classification."""
    if value is None:
        return "–"
    if key in _HALVES:
        return halves(value)
    return format_rating(value) if key is Key.RATING else f"{value:+}" if key is Key.SPREAD else str(value)


def cross_cells(state: Tournament, row: CrossRow) -> list[str]:
    """One row of the cross-table."""
    standing = row.standing
    cells = [cross_cell(cell) for cell in row.cells]
    name = state.entrants[standing.number].person.name
    return [place_text(standing.place), name, *cells, halves(standing.half_points), str(standing.game_points)]


def cross_cell(cell: Cell | None) -> str:
    """`+12`: a win over the twelfth; `•` for a bye, `–` for no round, `?` for no result yet."""
    if cell is None:
        return "?"
    if cell.kind is CreditKind.BYE:
        return "•"
    if cell.kind is CreditKind.ABSENT or cell.outcome is None:
        return "–"
    places = "/".join(place_text(place) for place in cell.places)
    return f"{SIGNS[cell.outcome]}{places}" + ("w" if cell.kind is CreditKind.FORFEIT else "")


def card_lines(state: Tournament, lines: Iterable[CardLine]) -> list[list[str]]:
    """The rows of a player's card."""
    return [_card_line(state, line) for line in lines]


def _card_line(state: Tournament, line: CardLine) -> list[str]:
    cell = line.cell
    opponents = ", ".join(f"{number}. {state.entrants[number].person.name}" for number in cell.opponents)
    against = opponents or (text("bye") if cell.kind is CreditKind.BYE else text("absent"))
    score = f"{cell.own}:{cell.other}" + (f" {SIGNS[cell.outcome]}" if cell.outcome else "")
    return [
        str(cell.round),
        "•" if cell.starts else "",
        against,
        score + (" " + text("forfeit") if cell.kind is CreditKind.FORFEIT else ""),
        halves(line.half_points),
        str(line.game_points),
        f"{line.spread:+}",
    ]
