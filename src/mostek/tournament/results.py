"""Results of tables: from slips, from reports, from refereed games, by forfeit; and their corrections."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mostek.core.players import BySeat, Seat
from mostek.tournament import commands as c
from mostek.tournament.commands import AwardForfeit, Command, EnterResult, Exclude
from mostek.tournament.creation import Decided
from mostek.tournament.events import Event, ResultCorrected, ResultEntered, ResultReported
from mostek.tournament.outcomes import played_outcome
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.rulings import decided, is_clause
from mostek.tournament.settings import Corrections
from mostek.tournament.state import (
    ABSENTEES_NOT_ASKED,
    CONSENTS_KEPT,
    REVERSALS_NEED_CONSENT,
    BothForfeited,
    ForfeitCause,
    Forfeited,
    Played,
    Report,
    Round,
    Source,
    Table,
    TableResult,
    Tournament,
)

if TYPE_CHECKING:  # a result is entered by hand far more often than from a game
    from mostek.core.result import GameResult

_SWAP = "PFS-4.6.4"
_POSSIBLE = 10_000
"""A score outside these limits is an error of writing, even if the director confirmed it."""


def enter_result(state: Tournament, command: c.EnterResult) -> Decided:
    """Enter what the slip says; it must bear the signatures that the event asks for (PFS-5.2a)."""
    table = open_table(state, command)
    if isinstance(table, DeskRefusal):
        return table
    fault = _score_fault(state, table, command.result, command.confirmed) or _unsigned(state, table, command)
    return fault or (_entered(command.division, command.round, table, command.result),)


def report_result(state: Tournament, command: c.ReportResult) -> Decided:
    """A player reports; when all players of the table report the same, that is the result.

    At a table of three or four a player may tell the own points alone; it becomes a result when they confirm the whole.
    """
    setting = state.settings.results.self_report
    if not setting.value:
        return refuse(DeskReason.REPORTS_NOT_TAKEN, setting.clause, "results.self_report")
    there = _round(state, command.division, command.round)
    table = None if there is None else there.table_of(command.number)
    if there is None or table is None:
        return refuse(DeskReason.NOT_AT_THE_TABLE, round=command.round, number=command.number)
    if fault := _result_there(table, command.round):
        return fault
    is_own = len(command.scores) == 1 and len(table.players) > 2
    # Last words that decide nothing must not make two reports differ.
    words = command.last_words if len(set(command.scores)) < len(command.scores) else ()
    result = Played(command.scores, words, source=Source.REPORTS)
    told = replace(result, last_words=command.last_words)
    fault = (
        _points_fault(state, table, told, confirmed=False)
        if is_own
        else _score_fault(state, table, told, confirmed=False)
    )
    if fault:
        return fault
    reported: Event = ResultReported(
        division=command.division,
        round=command.round,
        table=table.number,
        number=command.number,
        scores=command.scores,
        last_words=words,
    )
    after = replace(table, reports={**table.reports, command.number: Report(command.scores, words)})
    is_told = after.whole_reports.keys() >= _asked(state, there, table) and len(after.whole_reports) > 1
    agree = is_told and not after.is_disputed
    return (reported, _entered(command.division, command.round, table, result)) if agree else (reported,)


def _asked(state: Tournament, played: Round, table: Table) -> frozenset[int]:
    """The players whose report a table waits for: of three or four those who are there, of two always both."""
    players = frozenset(table.players)
    if len(players) == 2 or state.edition < ABSENTEES_NOT_ASKED:
        return players
    gone = frozenset(number for number in players if not state.entrants[number].is_present)
    return players - gone - (played.absent_at(table) - table.arrived.keys())


def award_forfeit(state: Tournament, command: c.AwardForfeit) -> Decided:
    """Award a game that has no result by forfeit: N:1 (PFS-7.2), or lost by both (S31)."""
    table = open_table(state, command)
    if isinstance(table, DeskRefusal):
        return table
    result: TableResult = BothForfeited(command.cause)
    if command.winner is not None:
        result = Forfeited(command.winner, command.score_now, command.cause, command.points)
    fault = _score_fault(state, table, result, confirmed=True)
    return fault or (_entered(command.division, command.round, table, result),)


def correct_result(state: Tournament, command: c.CorrectResult) -> Decided:
    """Correct a result, as far as the event allows (PFS-4.6.4, 5.2b)."""
    table = _table(state, command.division, command.round, command.table)
    if isinstance(table, DeskRefusal):
        return table
    fault = next(_correction_faults(state, table, command), None)
    if fault:
        return fault
    corrected: Event = ResultCorrected(
        division=command.division,
        round=command.round,
        table=table.number,
        result=command.result,
        kind=command.kind,
        reason=command.reason,
    )
    is_ruling = command.kind is c.CorrectionKind.RULING
    if not is_ruling and not (command.consent and state.edition >= CONSENTS_KEPT):
        return (corrected,)
    clause = command.clause if is_ruling else _SWAP
    return (decided(state, command, clause, command.reason, table.players, command.round), corrected)


def _correction_faults(state: Tournament, table: Table, command: c.CorrectResult) -> Iterator[DeskRefusal]:
    where = {"round": command.round, "table": table.number}
    if table.result is None:
        yield refuse(DeskReason.RESULT_NOT_THERE, **where)
    if table.result == command.result:
        yield refuse(DeskReason.RESULT_SAME, **where)
    if fault := _score_fault(state, table, command.result, command.confirmed):
        yield fault
    if command.kind is not c.CorrectionKind.SWAPPED and not command.reason.strip():
        yield refuse(DeskReason.REASON_NEEDED, "PFS-6.1b", **where)
    if command.kind is c.CorrectionKind.RULING and not is_clause(command.clause):
        yield refuse(DeskReason.CLAUSE_NOT_KNOWN, "PFS-6.1b", clause=command.clause)
    if fault := _window_fault(state, table, command):
        yield fault


def _window_fault(state: Tournament, table: Table, command: c.CorrectResult) -> DeskRefusal | None:
    """Whether the event, and the time, allow this correction.

    Of a signed slip only one entered the wrong way round is corrected: until the next round is paired, in the last round until
    the event ends, and with the arbiter's consent until the end of that day (PFS-4.6.4). What the desk itself mistyped may be
    put right at any time, for the slip counts; but after the next pairing another winner needs the arbiter's consent.
    What the arbiter rules by another clause stands (PFS-7.4).
    """
    setting = state.settings.results.corrections
    swapped_only = setting.value is Corrections.SWAPPED_ONLY
    where = {"round": command.round, "table": table.number}
    if swapped_only and command.kind is c.CorrectionKind.RULING and command.clause == _SWAP:
        return refuse(DeskReason.RESULT_FINAL, "PFS-5.2b", "results.corrections", **where)
    rounds = state.divisions[command.division].rounds
    is_open = len(rounds) == command.round and state.closed_on is None
    if not swapped_only or command.kind is not c.CorrectionKind.SWAPPED:
        if state.closed_on:
            return refuse(DeskReason.TOURNAMENT_CLOSED, _SWAP, on=state.closed_on, **where)
        is_mistyped = swapped_only and command.kind is c.CorrectionKind.ENTRY
        if is_open or command.consent or not is_mistyped or not _reverses(state, table, command.result):
            return None
        return refuse(DeskReason.WINNER_REVERSED, _SWAP, "results.corrections", **where)
    if not _is_swapped(table.result, command.result):
        return refuse(DeskReason.RESULT_FINAL, "PFS-5.2b", "results.corrections", **where)
    same_day = command.at.date() == rounds[command.round - 1].paired_at.date()
    if is_open or (command.consent and same_day):
        return None
    return refuse(DeskReason.CORRECTION_TOO_LATE, _SWAP, "results.corrections", consent=command.consent, **where)


def _reverses(state: Tournament, table: Table, after: TableResult) -> bool:
    """Whether others have won than before; events of the first edition did not ask."""
    if state.edition < REVERSALS_NEED_CONSENT:
        return False
    return _winners(state, table, table.result) != _winners(state, table, after)


def _winners(state: Tournament, table: Table, result: TableResult | None) -> frozenset[int]:
    """The players with the best place of a table, or for whom a forfeit was awarded."""
    match result:
        case Forfeited(winner=winner):
            return frozenset({winner})
        case Played():
            outcome = played_outcome(table, result, state.settings.has_draws)
            return frozenset(table.players[seat] for seat in outcome.winners)
        case _:
            return frozenset()


def _is_swapped(before: TableResult | None, after: TableResult) -> bool:
    """Whether the two differ in nothing but in who has which score."""
    if not isinstance(before, Played) or not isinstance(after, Played) or before.rated != after.rated:
        return False
    return (after.scores, after.last_words) == (before.scores[::-1], before.last_words[::-1])


def _score_fault(state: Tournament, table: Table, result: TableResult, confirmed: bool) -> DeskRefusal | None:
    where = {"table": table.number}
    if not isinstance(result, Played):
        if len(table.players) > 2:
            return refuse(DeskReason.FORFEIT_OF_TWO, "PFS-7.2a", **where)
        if isinstance(result, Forfeited) and result.winner not in table.players:
            return refuse(DeskReason.NOT_AT_THE_TABLE, number=result.winner, **where)
        if isinstance(result, Forfeited) and not all(0 <= each <= _POSSIBLE for each in _stated(result)):
            return refuse(DeskReason.SCORE_UNUSUAL, "PFS-7.2b", score=min(_stated(result)), **where)
        return None
    due, found = len(table.players), len(result.scores)
    if found != due or len(result.last_words) not in (0, due):
        return refuse(DeskReason.SCORES_DIFFER_IN_NUMBER, due=due, found=found, **where)
    if fault := _points_fault(state, table, result, confirmed):
        return fault
    # Who has no points has laid no word either, as two who are absent at a table of four.
    scored = [points for points in result.scores if points]
    if len(set(scored)) < len(scored) and not result.last_words and not state.settings.has_draws:
        return refuse(DeskReason.NO_DRAWS, state.settings.tie_clause, **where)
    return None


def _points_fault(state: Tournament, table: Table, result: Played, confirmed: bool) -> DeskRefusal | None:
    """Whether a number of points is beyond what is usual, without a confirmation."""
    largest = state.settings.results.largest
    unusual = [points for points in (*result.scores, *result.last_words) if not 0 <= points <= largest.chosen]
    if unusual and (not confirmed or any(abs(points) > _POSSIBLE for points in unusual)):
        return refuse(DeskReason.SCORE_UNUSUAL, largest.clause, "results.largest", score=unusual[0], table=table.number)
    return None


def _stated(result: Forfeited) -> tuple[int, ...]:
    """The recorded details of a forfeit: the score of the game, and N where a file states it."""
    return (result.score_now,) if result.points is None else (result.score_now, result.points)


def _unsigned(state: Tournament, table: Table, command: c.EnterResult) -> DeskRefusal | None:
    setting = state.settings.results.signatures
    missing = [number for number in table.players if number not in command.signed]
    by_hand = command.result.source is Source.SLIP
    if by_hand and len(table.players) - len(missing) < min(setting.chosen, len(table.players)):
        return refuse(DeskReason.SIGNATURES_MISSING, setting.clause, "results.signatures", numbers=missing)
    return None


def _entered(division: str, number: int, table: Table, result: TableResult) -> ResultEntered:
    return ResultEntered(division=division, round=number, table=table.number, result=result)


def open_game_of(state: Tournament, number: int) -> Table | None:
    """The table of two at which this player has a game without a result, if they do."""
    entrant = state.entrants.get(number)
    played = state.divisions[entrant.division].current if entrant else None
    table = played.table_of(number) if played else None
    return table if table is not None and table.result is None and len(table.players) == 2 else None


def forfeited_open_game(state: Tournament, number: int, cause: ForfeitCause, score_now: int) -> tuple[Event, ...]:
    """A player who leaves loses an open game; at a table of three or four the others play on (PFS-7.2e)."""
    table = open_game_of(state, number)
    division = state.entrants[number].division
    played = state.divisions[division].current
    if table is None or played is None:
        return ()
    winner = next(player for player in table.players if player != number)
    lost = Forfeited(winner, score_now, cause)
    return (_entered(division, played.number, table, lost),)


def _round(state: Tournament, division: str, number: int) -> Round | None:
    there = state.divisions.get(division)
    return there.rounds[number - 1] if there is not None and 0 < number <= len(there.rounds) else None


def _table(state: Tournament, division: str, round_number: int, number: int) -> Table | DeskRefusal:
    played = _round(state, division, round_number)
    if played is None or not 0 < number <= len(played.tables):
        return refuse(DeskReason.TABLE_NOT_PAIRED, division=division, round=round_number, table=number)
    return played.tables[number - 1]


def open_table(state: Tournament, command: c.EnterResult | c.AwardForfeit | c.AdjournGame) -> Table | DeskRefusal:
    """The table of a command, which must have no result yet (PFS-5.2b)."""
    table = _table(state, command.division, command.round, command.table)
    return table if isinstance(table, DeskRefusal) else _result_there(table, command.round) or table


def _result_there(table: Table, round_number: int) -> DeskRefusal | None:
    if table.result is None:
        return None
    return refuse(DeskReason.RESULT_THERE, "PFS-5.2b", round=round_number, table=table.number)


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

    A player excluded from the event (PFS-7.1d) also loses the game by forfeit; a game lost by being late, or
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
            cause=ForfeitCause.EXCLUDED,
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
