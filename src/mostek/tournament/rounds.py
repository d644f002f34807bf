"""Pairing a round, taking a pairing back, seating latecomers, and the begin of the games."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.tournament import commands as c
from mostek.tournament.awaiting import absentees, missing_results, unconfirmed_teams
from mostek.tournament.events import (
    ArrivalNoted,
    PairRuleSet,
    RoundPaired,
    RoundStarted,
    RoundUnpaired,
    TableAdded,
)
from mostek.tournament.founding import Decided, open_settings
from mostek.tournament.pairing.dispatch import pair
from mostek.tournament.pairing.values import PairingError, System
from mostek.tournament.refusals import Reason, Refused, refuse
from mostek.tournament.seating import field_of, task_of
from mostek.tournament.state import PairRule, Round, Tournament


def pair_round(state: Tournament, command: c.PairRound) -> Decided:
    """Pair the next round by the plan, by another system, or as the director says."""
    fault = next(_pairing_faults(state, command.division), None)
    if fault:
        return fault
    there = state.divisions[command.division]
    number = len(there.rounds) + 1
    system = System.MANUAL if command.tables else command.system or state.system_of(number)
    if system is System.MANUAL and (fault := _laid_out_fault(state, command.tables)):
        return fault
    seed = command.seed or f"{state.seed}/{command.division}/{number}"
    try:
        task = task_of(state, command.division, system, seed, command.tables)
        pairing = pair(task)
    except PairingError as error:
        setting = "bye.allowed" if error.fault.value == "odd_without_bye" else ""
        return refuse(Reason.UNPAIRABLE, "S80", setting, fault=error.fault, about=list(error.about))
    seated = {player for table in pairing.tables for player in table} | set(pairing.byes)
    paired = RoundPaired(
        division=command.division,
        round=number,
        system=system,
        seed=seed,
        tables=pairing.tables,
        byes=pairing.byes,
        missed=tuple(sorted(each.number for each in state.entrants_of(command.division) if each.number not in seated)),
        field=field_of(state, there),
        at=command.at,
    )
    forced = [pair for pair, rule in state.pair_rules.items() if rule is PairRule.FORCED and pair <= seated]
    return (paired, *(PairRuleSet(pair=_ordered(pair), rule=None) for pair in forced))


def unpair_round(state: Tournament, command: c.UnpairRound) -> Decided:
    """Take the last pairing back; results that came in already are lost only if that is said."""
    played = _last(state, command.division)
    if isinstance(played, Refused):
        return played
    entered = sum(table.result is not None or bool(table.reports) for table in played.tables)
    if entered and not command.discard_results:
        return refuse(Reason.RESULTS_WOULD_BE_LOST, round=played.number, found=entered)
    if entered and not command.reason:
        return refuse(Reason.REASON_NEEDED, round=played.number)
    return (RoundUnpaired(division=command.division, round=played.number, reason=command.reason),)


def add_table(state: Tournament, command: c.AddTable) -> Decided:
    """Seat people who have no game in the round that is played: a late entry meets whoever has a bye."""
    played = _last(state, command.division)
    if isinstance(played, Refused):
        return played
    players = command.players
    if len(set(players)) != len(players) or not 2 <= len(players) <= state.settings.table.size.chosen:
        return refuse(Reason.PAIR_IMPOSSIBLE, state.settings.table.size.clause, "table.size", numbers=list(players))
    for number in players:
        if fault := _seat_fault(state, played, command.division, number):
            return fault
    table = len(played.tables) + 1
    return (TableAdded(division=command.division, round=played.number, table=table, players=players),)


def start_round(state: Tournament, command: c.StartRound) -> Decided:
    """The games begin now; late arrivals are reckoned from here (PFS-6.3.1, 6.3.2a)."""
    played = _last(state, command.division)
    if isinstance(played, Refused):
        return played
    if played.started_at is not None:
        return refuse(Reason.ROUND_STARTED, "PFS-6.3.1", round=played.number)
    for number in command.absent:
        if played.table_of(number) is None:
            return refuse(Reason.NOT_AT_THE_TABLE, round=played.number, number=number)
    number, absent = played.number, tuple(sorted(set(command.absent)))
    return (RoundStarted(division=command.division, round=number, at=command.at, absent=absent),)


def note_arrival(state: Tournament, command: c.NoteArrival) -> Decided:
    """Somebody who was late has come to the table of the round that is played (PFS-6.3.2b)."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(Reason.ENTRANT_NOT_KNOWN, number=command.number)
    played = _last(state, entrant.division)
    if isinstance(played, Refused):
        return played
    if played.table_of(command.number) is None:
        return refuse(Reason.NOT_AT_THE_TABLE, round=played.number, number=command.number)
    number, division = command.number, entrant.division
    return (ArrivalNoted(division=division, round=played.number, number=number, at=command.at),)


def set_pair_rule(state: Tournament, command: c.SetPairRule) -> Decided:
    """Say that two people meet in the next round, or never."""
    known = [state.entrants.get(number) for number in command.pair]
    for number, entrant in zip(command.pair, known, strict=True):
        if entrant is None:
            return refuse(Reason.ENTRANT_NOT_KNOWN, number=number)
    first, second = known
    if first is None or second is None or first is second or first.division != second.division:
        return refuse(Reason.PAIR_IMPOSSIBLE, numbers=list(command.pair))
    return (PairRuleSet(pair=command.pair, rule=command.rule),)


def _pairing_faults(state: Tournament, division: str) -> Iterator[Refused]:
    """Every reason why the next round cannot be paired, the first one first."""
    settings = state.settings
    if division not in state.divisions:
        known = list(state.divisions)
        yield refuse(Reason.DIVISION_NOT_KNOWN, settings.divisions.clause, "divisions", name=division, known=known)
        return
    if missing := open_settings(settings):
        clause = getattr(settings, missing[0]).clause
        yield refuse(Reason.SETTINGS_OPEN, clause, missing[0], settings=list(missing))
    if len(state.divisions[division].rounds) >= state.rounds_planned:
        yield refuse(Reason.ALL_ROUNDS_PAIRED, settings.rounds.clause, "rounds", rounds=state.rounds_planned)
    if settings.team.size.value and (teams := unconfirmed_teams(state, division)):
        clause = settings.team.size.clause
        yield refuse(Reason.TEAMS_UNCONFIRMED, clause, "team.size", teams=[team.name for team in teams])
    if missing_tables := missing_results(state, division):
        played = missing_tables[0].round
        yield refuse(Reason.RESULTS_MISSING, round=played, tables=[each.table for each in missing_tables])
    if settings.forfeit.absent_removed.value and (absent := absentees(state, division)):
        clause = settings.forfeit.absent_removed.clause
        yield refuse(Reason.ABSENTEES, clause, "forfeit.absent_removed", numbers=list(absent))


def _laid_out_fault(state: Tournament, tables: tuple[tuple[int, ...], ...]) -> Refused | None:
    """By hand: at least one game, and at no table more than the event has there (OPEN-game-2, GEN-1a)."""
    size = state.settings.table.size
    wrong = [table for table in tables if not 1 <= len(table) <= size.chosen]
    if wrong or all(len(table) < 2 for table in tables):
        return refuse(Reason.PAIR_IMPOSSIBLE, size.clause, "table.size", numbers=list(wrong[0]) if wrong else [])
    return None


def _last(state: Tournament, division: str) -> Round | Refused:
    """The round that was paired last."""
    there = state.divisions.get(division)
    if there is None:
        clause, known = state.settings.divisions.clause, list(state.divisions)
        return refuse(Reason.DIVISION_NOT_KNOWN, clause, "divisions", name=division, known=known)
    return there.rounds[-1] if there.rounds else refuse(Reason.NOTHING_PAIRED, division=division)


def _seat_fault(state: Tournament, played: Round, division: str, number: int) -> Refused | None:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(Reason.ENTRANT_NOT_KNOWN, number=number)
    if not entrant.is_present or entrant.division != division or played.table_of(number) is not None:
        return refuse(Reason.NOT_FREE, round=played.number, number=number)
    return None


def _ordered(pair: frozenset[int]) -> tuple[int, int]:
    first, second = sorted(pair)
    return first, second
