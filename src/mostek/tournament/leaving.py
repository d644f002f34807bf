"""People who leave the event: by their own will, for not coming, by the arbiter; and who come back."""

from __future__ import annotations

from mostek.tournament import commands as c
from mostek.tournament.awaiting import unseen
from mostek.tournament.decisions import decided
from mostek.tournament.entrants import Entrant, Status
from mostek.tournament.entries import consent_fault
from mostek.tournament.events import ArrivalNoted, DecisionMade, Event, StatusChanged
from mostek.tournament.founding import Decided
from mostek.tournament.refusals import Reason, Refused, refuse
from mostek.tournament.results import forfeited_open_game
from mostek.tournament.state import Tournament
from mostek.tournament.table_results import Cause

_MAY_LEAVE = frozenset({Status.ENTERED, Status.PRESENT})
_MAY_RETURN = frozenset({Status.WITHDRAWN, Status.REMOVED})


def withdraw(state: Tournament, command: c.Withdraw) -> Decided:
    """Somebody leaves; a game that is open goes to the opponent (PFS-7.2, 7.4)."""
    entrant = _leaving(state, command.number)
    if isinstance(entrant, Refused):
        return entrant
    lost = forfeited_open_game(state, command.number, Cause.LEFT, command.score_now)
    return (*lost, StatusChanged(number=command.number, status=Status.WITHDRAWN, reason=command.reason))


def remove(state: Tournament, command: c.Remove) -> Decided:
    """Somebody who never came plays no more, unless they return (PFS-6.3.4b)."""
    entrant = _leaving(state, command.number)
    if isinstance(entrant, Refused):
        return entrant
    lost = forfeited_open_game(state, command.number, Cause.LATE, 0)
    removed = StatusChanged(number=command.number, status=Status.REMOVED, reason=command.reason)
    return (*lost, _decided(state, command, "PFS-6.3.4b", command.reason, command.number), removed)


def exclude(state: Tournament, command: c.Exclude) -> Decided:
    """The arbiter excludes somebody: the open game goes to the opponent, earlier results stay (PFS-7.1d, 7.2e, S33)."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(Reason.ENTRANT_NOT_KNOWN, number=command.number)
    if entrant.status is Status.EXCLUDED:
        return refuse(Reason.STATUS_ALREADY, "PFS-7.1d", number=command.number, status=entrant.status)
    if not command.reason.strip():
        return refuse(Reason.REASON_NEEDED, "PFS-6.1b", number=command.number)
    lost: tuple[Event, ...] = forfeited_open_game(state, command.number, Cause.EXCLUDED, command.score_now)
    excluded = StatusChanged(number=command.number, status=Status.EXCLUDED, reason=command.reason)
    return (*lost, _decided(state, command, "PFS-7.1d", command.reason, command.number), excluded)


def come_back(state: Tournament, command: c.Return) -> Decided:
    """Somebody who had left plays on from the next round."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(Reason.ENTRANT_NOT_KNOWN, number=command.number)
    if entrant.status is Status.EXCLUDED:
        return refuse(Reason.EXCLUDED_FOR_GOOD, "PFS-7.1d", number=command.number)
    if entrant.status not in _MAY_RETURN:
        return refuse(Reason.STATUS_ALREADY, number=command.number, status=entrant.status)
    if fault := consent_fault(state, entrant):
        return fault
    back = StatusChanged(number=command.number, status=Status.PRESENT, reason=command.reason)
    rounds = state.divisions[entrant.division].rounds
    if entrant.number not in unseen(state, entrant.division):
        return (back,)
    seen = ArrivalNoted(division=entrant.division, round=rounds[-1].number, number=entrant.number, at=command.at)
    return (back, seen)


def _leaving(state: Tournament, number: int) -> Entrant | Refused:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(Reason.ENTRANT_NOT_KNOWN, number=number)
    if entrant.status not in _MAY_LEAVE:
        return refuse(Reason.STATUS_ALREADY, number=number, status=entrant.status)
    return entrant


def _decided(state: Tournament, command: c.Order, clause: str, text: str, number: int) -> DecisionMade:
    rounds = state.divisions[state.entrants[number].division].rounds
    return decided(state, command, clause, text, (number,), rounds[-1].number if rounds else None)
