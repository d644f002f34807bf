"""People and teams: entering, checking in, leaving, coming back, exclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime

from mostek.tournament import commands as c
from mostek.tournament.creation import Decided, rating_fault
from mostek.tournament.entrants import Entrant, EntrantStatus, Person, Team
from mostek.tournament.events import (
    ArrivalNoted,
    DecisionMade,
    EntrantAmended,
    EntrantEntered,
    Event,
    LineUpSet,
    StatusChanged,
    TeamConfirmed,
    TeamEntered,
)
from mostek.tournament.pending import absentees, is_complete, round_of_absentees, unseen
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.results import forfeited_open_game
from mostek.tournament.rulings import decided
from mostek.tournament.settings import LateEntry, LineUpOrder
from mostek.tournament.state import ABSENTEES_REMOVED, ForfeitCause, Tournament, team_key


def register_team(state: Tournament, command: c.RegisterTeam) -> Decided:
    """Enter a team: one of a school in each division (SCHOOL-team-1), by the deadline (SCHOOL-reg-1)."""
    settings = state.settings.team
    if settings.size.value is None:
        return refuse(DeskReason.NO_TEAMS, settings.size.clause, "team.size")
    if fault := _division_fault(state, command.division):
        return fault
    if team_key(command.division, command.name) in state.teams:
        return refuse(DeskReason.TEAM_EXISTS, "SCHOOL-team-1", team=command.name, division=command.division)
    if state.divisions[command.division].rounds:
        return refuse(DeskReason.LINE_UP_FIXED, "SCHOOL-team-1", team=command.name)
    entered = command.entered_on or command.at.date()
    if fault := _late(state, entered, command.override):
        return fault
    team = Team(
        name=command.name,
        division=command.division,
        contact=command.contact,
        channel=command.channel,
        entered_on=entered,
        override=command.override,
    )
    return (TeamEntered(team=team),)


def confirm_team(state: Tournament, command: c.ConfirmTeam) -> Decided:
    """Find a line-up complete: exactly as many as the event says, eight for schools (SCHOOL-team-2)."""
    team = state.teams.get(team_key(command.division, command.name))
    if team is None:
        return refuse(DeskReason.TEAM_NOT_KNOWN, team=command.name, division=command.division)
    size = state.settings.team.size
    if not is_complete(state, team):
        found, boards = len(team.members), state.settings.match.boards.value
        params = {"team": team.name, "found": found, "due": size.value}
        params |= {} if boards is None else {"least": boards}
        return refuse(DeskReason.TEAM_INCOMPLETE, size.clause, "team.size", **params)
    if team.confirmed:
        return refuse(DeskReason.STATUS_ALREADY, team=team.name)
    return (TeamConfirmed(division=team.division, name=team.name),)


def set_line_up(state: Tournament, command: c.SetLineUp) -> Decided:
    """Say who plays the next matches of a team, from board 1 (S46)."""
    setting = state.settings.match
    team = state.teams.get(team_key(command.division, command.name))
    if setting.boards.value is None:
        return refuse(DeskReason.NO_MATCHES, setting.boards.clause, "match.boards")
    if team is None:
        return refuse(DeskReason.TEAM_NOT_KNOWN, team=command.name, division=command.division)
    players, boards = command.players, setting.boards.value
    for number in players:
        if number not in state.entrants:
            return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
        if number not in team.members:
            return refuse(DeskReason.LINE_UP_WRONG, setting.boards.clause, "", number=number, team=team.name)
        if players.count(number) > 1:
            return refuse(DeskReason.SAME_PLAYER_TWICE, number=number)
    if len(players) > boards:
        return refuse(DeskReason.LINE_UP_WRONG, setting.boards.clause, "match.boards", boards=boards, team=team.name)
    ordered = sorted(players, key=team.members.index)
    if setting.order.value is LineUpOrder.ROSTER and ordered != list(players):
        return refuse(DeskReason.LINE_UP_WRONG, setting.order.clause, "match.order", numbers=ordered, team=team.name)
    return (LineUpSet(division=team.division, name=team.name, players=players),)


def register_entrant(state: Tournament, command: c.RegisterEntrant) -> Decided:
    """Enter a player, by the deadline or with the organiser's reason (OPEN-reg-1)."""
    if fault := _division_fault(state, command.division):
        return fault
    entered = command.entered_on or command.at.date()
    fault = (
        _late(state, entered, command.override)
        or rating_fault(state.settings, command.person)
        or _number_fault(state, command)
        or _line_up_fault(state, command)
    )
    if fault:
        return fault
    team = state.teams.get(team_key(command.division, command.team)) if command.team else None
    entrant = Entrant(
        number=command.number or state.next_number,
        person=command.person,
        division=command.division,
        team=team.name if team else "",
        board=len(team.members) + 1 if team else 0,
        channel=command.channel,
        entered_on=entered,
        override=command.override,
    )
    return (EntrantEntered(entrant=entrant),)


def amend_entrant(state: Tournament, command: c.AmendEntrant) -> Decided:
    "Correct an entrant's details."
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=command.number)
    fault = rating_fault(state.settings, command.person)
    if _identity(command.person) != _identity(entrant.person):
        fault = fault or _namesake(state, entrant.division, command.person, command.number)
    return fault or (EntrantAmended(number=command.number, person=command.person),)


def check_in(state: Tournament, command: c.CheckIn) -> Decided:
    """Record a player's arrival. Minors need a guardian's consent where the event requires it (S47)."""
    return _each(command.numbers, lambda number: _checked_in(state, command, number))


def check_out(state: Tournament, command: c.CheckOut) -> Decided:
    """Take back an arrival recorded by mistake."""
    return _each(command.numbers, lambda number: _checked_out(state, number))


def consent_fault(state: Tournament, entrant: Entrant) -> DeskRefusal | None:
    """Whether a player may not play because a guardian has not agreed (S47)."""
    person, consent = entrant.person, state.settings.entry.consent
    if not person.minor or person.consent or not consent.value:
        return None
    return refuse(DeskReason.CONSENT_MISSING, consent.clause, "entry.consent", number=entrant.number)


def _checked_in(state: Tournament, command: c.CheckIn, number: int) -> Decided:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    if fault := consent_fault(state, entrant):
        return fault
    match entrant.status:
        case EntrantStatus.ENTERED:
            return (StatusChanged(number=number, status=EntrantStatus.PRESENT),)
        case EntrantStatus.PRESENT if number in absentees(state, entrant.division):
            return (_arrival_noted(state, entrant, command.at),)
        case EntrantStatus.EXCLUDED:
            return refuse(DeskReason.EXCLUDED_FOR_GOOD, "PFS-7.1d", number=number)
        case _:
            return refuse(DeskReason.STATUS_ALREADY, number=number, status=entrant.status)


def _checked_out(state: Tournament, number: int) -> Decided:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    if entrant.status is not EntrantStatus.PRESENT:
        return refuse(DeskReason.STATUS_ALREADY, number=number, status=entrant.status)
    if any(played.table_of(number) or number in played.byes for played in state.divisions[entrant.division].rounds):
        return refuse(DeskReason.HAS_A_TABLE, number=number)
    return (StatusChanged(number=number, status=EntrantStatus.ENTERED),)


def _each(numbers: tuple[int, ...], decide: Callable[[int], Decided]) -> Decided:
    """The events for several people; all or none."""
    if len(set(numbers)) != len(numbers):
        return refuse(DeskReason.SAME_PLAYER_TWICE, number=next(n for n in numbers if numbers.count(n) > 1))
    events: list[Event] = []
    for number in numbers:
        decided = decide(number)
        if isinstance(decided, DeskRefusal):
            return decided
        events.extend(decided)
    return tuple(events)


def _division_fault(state: Tournament, name: str) -> DeskRefusal | None:
    if name in state.divisions:
        return None
    known, clause = list(state.divisions), state.settings.divisions.clause
    return refuse(DeskReason.DIVISION_NOT_KNOWN, clause, "divisions", name=name, known=known)


def _late(state: Tournament, entered: date, override: str) -> DeskRefusal | None:
    entry = state.settings.entry
    deadline = entry.deadline.value
    if deadline is None or entered <= deadline or entry.late.value is LateEntry.ALLOWED:
        return None
    if entry.late.value is LateEntry.OVERRIDE and override:
        return None
    return refuse(
        DeskReason.DEADLINE_PASSED, entry.deadline.clause, "entry.deadline", deadline=deadline, entered=entered
    )


def _number_fault(state: Tournament, command: c.RegisterEntrant) -> DeskRefusal | None:
    """The refusal of a number that is taken; without a number, of a name that is."""
    if command.number is None:
        return _namesake(state, command.division, command.person)
    if there := state.entrants.get(command.number):
        return refuse(DeskReason.NUMBER_TAKEN, number=there.number)
    return None


def _namesake(state: Tournament, division: str, person: Person, number: int = 0) -> DeskRefusal | None:
    """Two people of one name and city are one person, or need something that tells them apart."""
    for other in state.entrants_of(division):
        if other.number != number and _identity(other.person) == _identity(person):
            return refuse(DeskReason.NAME_TAKEN, name=person.name, number=other.number)
    return None


def _identity(person: Person) -> tuple[str, str, str]:
    return person.name, person.city, person.club


def _line_up_fault(state: Tournament, command: c.RegisterEntrant) -> DeskRefusal | None:
    size = state.settings.team.size
    if not command.team:
        return (
            refuse(DeskReason.TEAM_NEEDED, size.clause, "team.size", name=command.person.name) if size.value else None
        )
    return next(_team_faults(state, command), None)


def _team_faults(state: Tournament, command: c.RegisterEntrant) -> Iterator[DeskRefusal]:
    size = state.settings.team.size
    team = state.teams.get(team_key(command.division, command.team))
    if size.value is None:
        yield refuse(DeskReason.NO_TEAMS, size.clause, "team.size")
    elif team is None:
        yield refuse(DeskReason.TEAM_NOT_KNOWN, team=command.team, division=command.division)
    elif state.divisions[command.division].rounds and state.settings.match.boards.value is None:
        yield refuse(DeskReason.LINE_UP_FIXED, "SCHOOL-team-1", team=team.name)
    elif len(team.members) >= size.value:
        yield refuse(DeskReason.TEAM_FULL, size.clause, "team.size", team=team.name, due=size.value)


_MAY_LEAVE = frozenset({EntrantStatus.ENTERED, EntrantStatus.PRESENT})
_MAY_RETURN = frozenset({EntrantStatus.WITHDRAWN, EntrantStatus.REMOVED})


def withdraw(state: Tournament, command: c.Withdraw) -> Decided:
    """A player leaves; an open game goes to the opponent (PFS-7.2, 7.4)."""
    entrant = _leaving(state, command.number)
    if isinstance(entrant, DeskRefusal):
        return entrant
    lost = forfeited_open_game(state, command.number, ForfeitCause.LEFT, command.score_now)
    return (*lost, StatusChanged(number=command.number, status=EntrantStatus.WITHDRAWN, reason=command.reason))


def remove(state: Tournament, command: c.Remove) -> Decided:
    """Remove a player who never came, unless they return (PFS-6.3.4b)."""
    entrant = _leaving(state, command.number)
    if isinstance(entrant, DeskRefusal):
        return entrant
    if state.edition >= ABSENTEES_REMOVED and _was_seen(state, entrant):
        return refuse(DeskReason.WAS_SEEN, "PFS-7.1d", number=command.number)
    lost = forfeited_open_game(state, command.number, ForfeitCause.LATE, 0)
    removed = StatusChanged(number=command.number, status=EntrantStatus.REMOVED, reason=command.reason)
    return (*lost, _decided(state, command, "PFS-6.3.4b", command.reason, command.number), removed)


def _was_seen(state: Tournament, entrant: Entrant) -> bool:
    """Whether a player has sat at a table and did not miss the last one."""
    rounds = state.divisions[entrant.division].rounds
    if entrant.number in unseen(state, entrant.division):
        return False
    return any(
        table is not None and table.result is not None for table in (each.table_of(entrant.number) for each in rounds)
    )


def exclude(state: Tournament, command: c.Exclude) -> Decided:
    """The arbiter excludes a player: the open game goes to the opponent, earlier results stay (PFS-7.1d, 7.2e, S33)."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=command.number)
    if entrant.status is EntrantStatus.EXCLUDED:
        return refuse(DeskReason.STATUS_ALREADY, "PFS-7.1d", number=command.number, status=entrant.status)
    if not command.reason.strip():
        return refuse(DeskReason.REASON_NEEDED, "PFS-6.1b", number=command.number)
    lost: tuple[Event, ...] = forfeited_open_game(state, command.number, ForfeitCause.EXCLUDED, command.score_now)
    excluded = StatusChanged(number=command.number, status=EntrantStatus.EXCLUDED, reason=command.reason)
    return (*lost, _decided(state, command, "PFS-7.1d", command.reason, command.number), excluded)


def come_back(state: Tournament, command: c.Return) -> Decided:
    """A player who had left plays on from the next round."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=command.number)
    if entrant.status is EntrantStatus.EXCLUDED:
        return refuse(DeskReason.EXCLUDED_FOR_GOOD, "PFS-7.1d", number=command.number)
    if entrant.status not in _MAY_RETURN:
        return refuse(DeskReason.STATUS_ALREADY, number=command.number, status=entrant.status)
    if fault := consent_fault(state, entrant):
        return fault
    back = StatusChanged(number=command.number, status=EntrantStatus.PRESENT, reason=command.reason)
    if entrant.number not in unseen(state, entrant.division):
        return (back,)
    return (back, _arrival_noted(state, entrant, command.at))


def _arrival_noted(state: Tournament, entrant: Entrant, at: datetime) -> ArrivalNoted:
    """An absentee has come after all, to the round that was missed."""
    missed = round_of_absentees(state, entrant.division)
    assert missed is not None, "an absentee has missed a round"
    return ArrivalNoted(division=entrant.division, round=missed.number, number=entrant.number, at=at)


def _leaving(state: Tournament, number: int) -> Entrant | DeskRefusal:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    if entrant.status not in _MAY_LEAVE:
        return refuse(DeskReason.STATUS_ALREADY, number=number, status=entrant.status)
    return entrant


def _decided(state: Tournament, command: c.Order, clause: str, text: str, number: int) -> DecisionMade:
    played = state.divisions[state.entrants[number].division].current
    return decided(state, command, clause, text, (number,), played.number if played else None)
