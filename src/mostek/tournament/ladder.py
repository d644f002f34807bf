"""The ladder of a division: its rungs, computed from the games of its rounds."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.tournament.credits import Credit, Credits
from mostek.tournament.pairing.system import systems
from mostek.tournament.state import Round, Tournament


def rungs(
    state: Tournament, division: str, credits: Credits, field: Sequence[int], before: int | None = None
) -> tuple[int, ...]:
    """Everybody of the field from the highest rung down: by seeding first, then the winner of a game takes the higher rung.

    Games that the director has laid out count as well as those that the ladder has paired; a drawn game changes nothing.
    """
    order = list(field)
    for played in state.divisions[division].rounds:
        if before is not None and played.number >= before:
            break
        system = systems()[played.system]
        if system.by_rungs or system.laid_out:
            _climb(order, played, credits)
    return tuple(order)


def _climb(order: list[int], played: Round, credits: Credits) -> None:
    place = {number: index for index, number in enumerate(order)}
    for table in played.tables:
        rows = {number: _credit(credits, number, played.number) for number in table.players}
        if any(row is None for row in rows.values()) or not place.keys() >= rows.keys():
            continue
        taken = sorted(place[number] for number in rows)
        won = {number: (row.half_points, row.own if len(rows) > 2 else 0) for number, row in rows.items() if row}
        ranked = sorted(rows, key=lambda number: (*(-value for value in won[number]), place[number]))
        for index, number in zip(taken, ranked, strict=True):
            order[index] = number


def _credit(credits: Credits, number: int, round_number: int) -> Credit | None:
    return next((row for row in credits.get(number, ()) if row.round == round_number), None)
