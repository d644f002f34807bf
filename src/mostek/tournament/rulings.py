"""Decisions of the arbiter and the organiser: the log, deductions, rulings, points without an opponent, ties, the end, merges."""

from __future__ import annotations

from mostek.rules.loading import clause
from mostek.tournament import commands as c
from mostek.tournament.commands import Order
from mostek.tournament.creation import Decided
from mostek.tournament.credits import CreditKind
from mostek.tournament.cups import is_round_due
from mostek.tournament.events import (
    CopiesMerged,
    DecisionMade,
    PointsDeducted,
    PrizesSet,
    RoundCredited,
    TieDecided,
    TournamentClosed,
)
from mostek.tournament.pairing.system import systems
from mostek.tournament.pending import missing_results
from mostek.tournament.prize_lists import MOST_PRIZES
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.settings import PrizeTies
from mostek.tournament.standings import open_prize_ties, standings_of
from mostek.tournament.state import Decision, Merge, OwnCredit, Round, Tournament


def decided(
    state: Tournament, command: Order, clause: str, text: str, about: tuple[int, ...], played: int | None
) -> DecisionMade:
    """The next entry of the log; `played` is the round it belongs to, if it belongs to one."""
    return DecisionMade(
        decision=Decision(
            number=len(state.decisions) + 1,
            at=command.at,
            by=command.by,
            clause=clause,
            text=text,
            about=about,
            round=played,
        )
    )


def is_clause(identifier: str) -> bool:
    """Whether some rulebook has that clause."""
    try:
        clause(identifier)
    except LookupError:
        return False
    return True


REASONED = "PFS-7.4"
"""The clause for what no other covers; it says nothing by itself, so it needs a text (PFS-6.1c)."""


def deduct(state: Tournament, command: c.DeductPoints) -> Decided:
    """Take points away from a player in a game, a multiple of five (PFS-7.1b); who has won is worked out again (S34)."""
    step = state.settings.results.penalty_step
    if command.points % step.chosen:
        return refuse(
            DeskReason.PENALTY_STEP, step.clause, "results.penalty_step", points=command.points, step=step.value
        )
    there = state.divisions.get(command.division)
    played = there.rounds[command.round - 1] if there and 0 < command.round <= len(there.rounds) else None
    table = played.table_of(command.number) if played else None
    if table is None:
        return refuse(DeskReason.NOT_AT_THE_TABLE, round=command.round, number=command.number)
    if not command.reason.strip():
        return refuse(DeskReason.REASON_NEEDED, "PFS-6.1b", number=command.number)
    decision = decided(state, command, step.clause, command.reason, (command.number,), command.round)
    taken = PointsDeducted(division=command.division, round=command.round, number=command.number, points=command.points)
    return (decision, taken)


def rule(state: Tournament, command: c.RecordDecision) -> Decided:
    """Write down what the arbiter has decided; every decision names its clause (PFS-6.1b)."""
    if not is_clause(command.clause):
        return refuse(DeskReason.CLAUSE_NOT_KNOWN, "PFS-6.1b", clause=command.clause)
    if command.clause == REASONED and not command.text.strip():
        return refuse(DeskReason.REASON_NEEDED, "PFS-6.1c")
    for number in command.about:
        if number not in state.entrants:
            return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    return (decided(state, command, command.clause, command.text, command.about, command.round),)


def credit_round(state: Tournament, command: c.CreditRound) -> Decided:
    """Say what a round without an opponent was, and what it brings to the player (decision 0053)."""
    number, entrant = command.number, state.entrants.get(command.number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    rounds = state.divisions[entrant.division].rounds
    if command.round > len(rounds):
        return refuse(DeskReason.ROUND_NOT_PAIRED, round=command.round)
    played = rounds[command.round - 1]
    if played.table_of(number) is not None:
        return refuse(DeskReason.NOT_FREE, round=played.number, number=number)
    if fault := _kind_fault(played, command):
        return fault
    if command.round < len(rounds) and not command.reason.strip():
        return refuse(DeskReason.REASON_NEEDED, "PFS-6.1b", round=played.number)
    credit = None
    if command.half_points is not None:
        credit = OwnCredit(
            number=number, kind=command.kind, half_points=command.half_points, own=command.own, other=command.other
        )
    credited = RoundCredited(
        division=entrant.division, round=played.number, number=number, kind=command.kind, credit=credit
    )
    if not command.reason.strip():
        return (credited,)
    return decided(state, command, "PFS-6.1b", command.reason, (number,), played.number), credited


def _kind_fault(played: Round, command: c.CreditRound) -> DeskRefusal | None:
    """Whether a round without an opponent cannot be of that kind: a game is none, an absence brings nothing, a forfeit says what
    it brings, and who rests in a knock-out or in a match of teams the bracket and the line-ups say.
    """
    kind, brings = command.kind, command.half_points is not None
    possible = {CreditKind.BYE: True, CreditKind.FORFEIT: brings, CreditKind.ABSENT: not brings, CreditKind.GAME: False}
    is_stated = brings or not (command.own or command.other)
    by_plan = bool(played.bracket) or systems()[played.system].by_teams
    changes = (command.number in played.byes) is not (kind is CreditKind.BYE)
    if possible[kind] and is_stated and not (by_plan and changes):
        return None
    return refuse(DeskReason.CREDIT_NOT_POSSIBLE, kind=kind, round=played.number)


def decide_tie(state: Tournament, command: c.DecideTie) -> Decided:
    """Order people who are equal by every key of the event (S46)."""
    order = command.order
    for number in order:
        if number not in state.entrants:
            return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
        if order.count(number) > 1:
            return refuse(DeskReason.SAME_PLAYER_TWICE, number=number)
    divisions = {state.entrants[number].division for number in order}
    places = {each.number: each.place for name in divisions for each in standings_of(state, name)}
    shared = {places.get(number) for number in order}
    tied = {number for number, place in places.items() if place in shared}
    if len(divisions) != 1 or len(order) < 2 or len(shared) != 1 or None in shared or tied != set(order):
        return refuse(DeskReason.NOT_EQUAL, state.settings.prize_ties.clause, "prize_ties", numbers=list(order))
    return (TieDecided(order=order, reason=command.reason),)


def set_prizes(state: Tournament, command: c.SetPrizes) -> Decided:
    """Say what can be won. It may change until the end: fees are counted on the day, sponsors come late (S46)."""
    found, clause = command.prizes, state.settings.prize_ties.clause
    if found.division not in state.divisions:
        there = state.settings.divisions
        known = list(state.divisions)
        return refuse(DeskReason.DIVISION_NOT_KNOWN, there.clause, "divisions", name=found.division, known=known)
    if found.teams and state.settings.team.size.value is None:
        return refuse(DeskReason.NO_TEAMS, state.settings.team.size.clause, "team.size")
    if found.teams and found.category:
        return refuse(DeskReason.PRIZES_NOT_POSSIBLE, clause, fault="category_of_teams")
    if len(found.prizes) > MOST_PRIZES:
        return refuse(DeskReason.PRIZES_NOT_POSSIBLE, clause, fault="too_many", most=MOST_PRIZES)
    if found.prizes and found.prizes[-1].is_empty:
        return refuse(DeskReason.PRIZES_NOT_POSSIBLE, clause, fault="empty")
    return (PrizesSet(prizes=found),)


def close(state: Tournament, command: c.CloseTournament) -> Decided:
    """End the event officially: all rounds are played, nothing is missing, prizes are settled (PFS-4.6.4, S46)."""
    if missing := missing_results(state):
        played = missing[0].round
        return refuse(DeskReason.RESULTS_MISSING, round=played, tables=[each.table for each in missing])
    left = [name for name in state.divisions if is_round_due(state, name)]
    if (left or not state.has_begun) and not command.reason.strip():
        return refuse(DeskReason.ROUNDS_LEFT, state.settings.rounds.clause, "rounds", rounds=state.rounds_planned)
    if state.settings.prize_ties.value is PrizeTies.DECIDE:
        for name in state.divisions:
            if ties := open_prize_ties(state, name):
                clause = state.settings.prize_ties.clause
                return refuse(DeskReason.TIES_UNDECIDED, clause, "prize_ties", numbers=list(ties[0]))
    return (TournamentClosed(on=command.at.date()),)


def merge(state: Tournament, command: c.MergeCopies) -> Decided:
    """Record a merge. Whether the heads are those of the files only the files can show: `verify` compares them."""
    if command.continued.head == command.taken.head:
        return refuse(DeskReason.NOTHING_TO_MERGE)
    return (
        CopiesMerged(
            merge=Merge(
                common=command.common,
                continued=command.continued,
                taken=command.taken,
                added=command.added,
                left_out=command.left_out,
                numbers=command.numbers,
            )
        ),
    )
