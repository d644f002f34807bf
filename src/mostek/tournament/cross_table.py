"""The cross-table (*szachownica*) and the player's card: the rounds of each entrant side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credit, CreditKind, Credits, Outcome, outcome_of


class RoundCell(Struct, frozen=True):
    """One round of one entrant."""

    round: int
    kind: CreditKind
    outcome: Outcome | None
    """Nothing for a bye or an absence."""
    opponents: tuple[int, ...]
    """Starting numbers."""
    places: tuple[int | None, ...]
    """The places of the opponents, in their order; nothing for the excluded (S33)."""
    own: int
    other: int
    starts: bool
    counted: int | None = None
    """The margin as it counts, where a cap has cut it."""


class CrossRow(Struct, frozen=True):
    """One entrant: the standing, and a cell for each round, nothing where no result is known."""

    standing: Standing
    cells: tuple[RoundCell | None, ...]


class CardLine(Struct, frozen=True):
    """One round on the player's card, with the sums up to and with it."""

    cell: RoundCell
    half_points: int
    game_points: int
    spread: int


def cross_table(standings: Iterable[Standing], credits: Credits, rounds: int) -> tuple[CrossRow, ...]:
    """The rows in the order of the standings."""
    ordered = tuple(standings)
    places = _places(ordered)
    return tuple(CrossRow(each, _cells(credits.get(each.number, ()), places, rounds)) for each in ordered)


def player_card(number: int, standings: Iterable[Standing], credits: Credits) -> tuple[CardLine, ...]:
    """The rounds of one entrant in their order; the sums are as they were won, also for the excluded (PFS-7.2e)."""
    places = _places(standings)
    half_points = game_points = spread = 0
    lines = []
    for credit in sorted(credits.get(number, ()), key=lambda each: each.round):
        half_points += credit.half_points
        game_points += credit.own
        spread += credit.spread
        lines.append(CardLine(_cell(credit, places), half_points, game_points, spread))
    return tuple(lines)


def _places(standings: Iterable[Standing]) -> Mapping[int, int | None]:
    return {each.number: each.place for each in standings}


def _cells(credits: Iterable[Credit], places: Mapping[int, int | None], rounds: int) -> tuple[RoundCell | None, ...]:
    cells = {credit.round: _cell(credit, places) for credit in credits}
    return tuple(cells.get(number) for number in range(1, rounds + 1))


def _cell(credit: Credit, places: Mapping[int, int | None]) -> RoundCell:
    return RoundCell(
        round=credit.round,
        kind=credit.kind,
        outcome=outcome_of(credit),
        opponents=credit.opponents,
        places=tuple([places.get(opponent) for opponent in credit.opponents]),
        own=credit.own,
        other=credit.other,
        starts=credit.starts,
        counted=credit.spread if credit.spread != credit.own - credit.other else None,
    )
