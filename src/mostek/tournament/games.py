"""From a refereed game to its result at the desk, without retyping: `GameResult` is the one thing that a game tells."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from mostek.core.players import BySeat, Seat
from mostek.core.result import GameResult
from mostek.tournament.commands import AwardForfeit, Command, EnterResult, Exclude
from mostek.tournament.table_results import Cause, Played, Source


def commands_for(
    result: GameResult,
    seats: BySeat[int],
    players: tuple[int, ...],
    *,
    at: datetime,
    round_number: int,
    table: int,
    division: str = "",
    reference: str = "",
) -> Iterator[Command]:
    """The commands that enter a game: `seats` says which starting number sat where, `players` the order of the table.

    Whoever was excluded from the event (PFS-7.1d) has lost the game by forfeit with it; a game that was lost by being late, or
    by exclusion from it, goes N:1 to the other (PFS-7.2). Raises `ValueError` if other people played than sit at the table.
    """
    if sorted(seats) != sorted(players):
        raise ValueError(f"{sorted(seats)} played, {sorted(players)} sit at table {table}")
    excluded = tuple(result.excluded)
    for seat in excluded:
        yield Exclude(at=at, number=seats[seat], reason=reference or "PFS-7.1d", score_now=_others(result, seat))
    if excluded:
        return
    if result.forfeited:
        winner = next((seat for seat in seats.seats if seat not in result.forfeited), None)
        yield AwardForfeit(
            at=at,
            division=division,
            round=round_number,
            table=table,
            winner=None if winner is None else seats[winner],
            cause=Cause.EXCLUDED,
            score_now=0 if winner is None else result.final[winner],
        )
        return
    seat_of = {number: seat for seat, number in seats.items()}
    scores = tuple(result.final[seat_of[number]] for number in players)
    words = tuple(len(scores) - result.places[seat_of[number]] for number in players) if result.tie_broken else ()
    played = Played(scores, last_words=words, source=Source.GAME, reference=reference)
    yield EnterResult(at=at, division=division, round=round_number, table=table, result=played, confirmed=True)


def _others(result: GameResult, seat: Seat) -> int:
    """The points of the one who benefits (PFS-7.2b)."""
    return max((points for other, points in result.final.items() if other is not seat), default=0)
