"""The tables of a tournament in words: classification, cross-table and teams, for a terminal and for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from mostek.messages import text
from mostek.messages.tournament_words import KEYS, UNKNOWN, halves, head, key_value, place_text, sign
from mostek.tournament.classification import Standing
from mostek.tournament.credits import CreditKind
from mostek.tournament.cross_table import CrossRow, RoundCell, cross_table
from mostek.tournament.matches import plays_matches
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import keys_of, standings_of, team_table_of
from mostek.tournament.state import Tournament
from mostek.tournament.teams import MatchTally


class WordTable(Struct, frozen=True, kw_only=True):
    """A table in words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """The columns that are numbers."""
    notes: tuple[str, ...] = ()


_SHOWN = ("match_points", "game_points", "spread")


def standings_table(
    state: Tournament,
    division: str,
    found: Sequence[Standing],
    key_columns: bool = False,
    prizes: Mapping[int, str] | None = None,
) -> WordTable:
    """A classification.

    Args:
        state: the tournament.
        division: the name of the division.
        found: its standings.
        key_columns: whether to show which key separates each entrant from the one above.
        prizes: what each wins as it stands, by starting number.

    Returns:
        The table, with a note on who was placed by a decision.
    """
    keys, gets = keys_of(state, division), prizes or {}
    extra = [index for index, key in enumerate(keys) if key.value not in _SHOWN]
    heads = (
        text("place"),
        text("no."),
        text("name"),
        text("city"),
        text("W–D–L"),
        text("match points"),
        text("game points"),
        text("margin"),
        *(head(keys[index]) for index in extra),
        *([text("prize")] * bool(gets)),
        *([text("below by")] * key_columns),
    )
    rows = tuple(
        (
            place_text(each.place),
            str(each.number),
            state.entrants[each.number].person.name,
            state.entrants[each.number].person.city,
            f"{each.wins}–{each.draws}–{each.losses}",
            halves(each.half_points),
            str(each.game_points),
            f"{each.spread:+}",
            *(key_value(keys[index], each.values[index], state.settings.rating_scale.chosen) for index in extra),
            *([gets.get(each.number, "")] * bool(gets)),
            *([_below(each)] * key_columns),
        )
        for each in found
    )
    decided = [each.number for each in found if each.decided]
    notes = (text("Decided by the organiser: {numbers}.", numbers=", ".join(map(str, decided))),) if decided else ()
    return WordTable(heads=heads, rows=rows, right=(0, 1, 5, 6, 7, *range(8, 8 + len(extra))), notes=notes)


def _below(each: Standing) -> str:
    """The criterion that puts a player below the one above."""
    return text("organiser") if each.decided else text(KEYS[each.below_by]) if each.below_by else UNKNOWN


def cross_words(state: Tournament, division: str) -> WordTable:
    """The cross-table of a division: the opponent's place in each round, and + = − for the outcome."""
    rounds = len(state.divisions[division].rounds)
    found = cross_table(standings_of(state, division), credits_of(state, division), rounds)
    numbers = map(str, range(1, rounds + 1))
    heads = (text("place"), text("name"), *numbers, text("match points"), text("game points"))
    return WordTable(
        heads=heads, rows=tuple(_cross_cells(state, row) for row in found), right=(0, rounds + 2, rounds + 3)
    )


def _cross_cells(state: Tournament, row: CrossRow) -> tuple[str, ...]:
    standing = row.standing
    name = state.entrants[standing.number].person.name
    sums = (halves(standing.half_points), str(standing.game_points))
    return (place_text(standing.place), name, *map(_cross_cell, row.cells), *sums)


def _cross_cell(cell: RoundCell | None) -> str:
    """`+12`: a win over the twelfth; `•` for a bye, `–` for no round, `?` for no result yet."""
    if cell is None:
        return "?"
    if cell.kind is CreditKind.BYE:
        return "•"
    if cell.kind is CreditKind.ABSENT or cell.outcome is None:
        return UNKNOWN
    places = "/".join(map(place_text, cell.places))
    return f"{sign(cell.outcome)}{places}" + ("w" if cell.kind is CreditKind.FORFEIT else "")


def teams_words(state: Tournament, division: str) -> WordTable:
    """The classification of the teams of a division."""
    found = team_table_of(state, division)
    by_matches = plays_matches(state)
    heads = (
        text("place"),
        text("team"),
        *((text("W–D–L"), text("points of matches")) if by_matches else ()),
        text("match points"),
        text("game points"),
        text("margin"),
        text("best place"),
    )
    rows = tuple(
        (
            str(row.place),
            row.name,
            *(_matches_of_row(row.matches) if by_matches else ()),
            halves(row.half_points),
            str(row.game_points),
            f"{row.spread:+}",
            str(row.best_place or "–"),
        )
        for row in found.rows
    )
    short = text("A team is short, so all are compared by what they won per game.")
    numbers = (0, *range(2 + by_matches, len(heads)))
    return WordTable(heads=heads, rows=rows, right=numbers, notes=(short,) if found.by_mean else ())


def _matches_of_row(matches: MatchTally) -> tuple[str, str]:
    return f"{matches.wins}–{matches.draws}–{matches.losses}", str(matches.points)
