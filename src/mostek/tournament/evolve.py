"""Folding events into an event as it stands. Total: it never checks and never refuses; `decide` is the only judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from mostek.tournament import events as e
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Entrant, Team
from mostek.tournament.state import Division, EarlierArbiter, Report, Round, Table, Tournament, team_key


def replay(events: Iterable[e.Event]) -> Tournament | None:
    """Fold events into the tournament as it stands.

    Args:
        events: the events in force, in their order: without those that were undone.

    Returns:
        The tournament; `None` without any event.

    Example:
        >>> from datetime import date
        >>> from mostek.tournament import replay
        >>> from mostek.tournament.events import SettingsChosen, TournamentCreated
        >>> created = TournamentCreated(
        ...     name="Jesień", city="", organisers=(), arbiter="", starts_on=date(2026, 11, 21),
        ...     template="pfs", changes={}, divisions=("",), seed="s",
        ... )
        >>> chosen = SettingsChosen(changes={"rounds": 12}, divisions=("",))
        >>> replay([created, chosen]).rounds_planned
        12
    """
    state: Tournament | None = None
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: Tournament | None, event: e.Event) -> Tournament:
    """Fold one more event. A fold never checks: `decide` is the only judge.

    Args:
        state: the tournament before; `None` only before it is created.
        event: what has happened.

    Returns:
        The tournament afterwards; the one before is not changed.

    Raises:
        ValueError: the first event is not that the tournament was created.

    Example:
        >>> from datetime import date
        >>> from mostek.tournament import evolve
        >>> from mostek.tournament.events import SettingsChosen, TournamentCreated
        >>> created = TournamentCreated(
        ...     name="Jesień", city="", organisers=(), arbiter="", starts_on=date(2026, 11, 21),
        ...     template="pfs", changes={}, divisions=("",), seed="s",
        ... )
        >>> chosen = SettingsChosen(changes={"rounds": 12}, divisions=("",))
        >>> evolve(evolve(None, created), chosen).rounds_planned
        12
    """
    if isinstance(event, e.TournamentCreated):
        return _begin(event)
    if state is None:
        raise ValueError("a log begins with the event that the tournament was created")
    return _FOLDS[type(event)](state, event)


def _begin(event: e.TournamentCreated) -> Tournament:
    return Tournament(
        name=event.name,
        city=event.city,
        organisers=event.organisers,
        arbiter=event.arbiter,
        starts_on=event.starts_on,
        template=event.template,
        changes=event.changes,
        seed=event.seed,
        ends_on=event.ends_on,
        edition=event.edition,
        divisions={name: Division(name=name) for name in event.divisions},
    )


def _choose(state: Tournament, event: e.SettingsChosen) -> Tournament:
    divisions = {name: state.divisions.get(name, Division(name=name)) for name in event.divisions}
    return replace(state, changes={**state.changes, **event.changes}, divisions=divisions)


def _name_arbiter(state: Tournament, event: e.ArbiterNamed) -> Tournament:
    earlier = state.earlier_arbiters
    if state.has_begun and state.arbiter:
        earlier = (*earlier, EarlierArbiter(state.arbiter, event.at))
    return replace(state, arbiter=event.arbiter, earlier_arbiters=earlier)


def _enter_team(state: Tournament, event: e.TeamEntered) -> Tournament:
    return _with_team(state, event.team)


def _confirm_team(state: Tournament, event: e.TeamConfirmed) -> Tournament:
    return _with_team(state, replace(state.teams[team_key(event.division, event.name)], confirmed=True))


def _line_up(state: Tournament, event: e.LineUpSet) -> Tournament:
    return _with_team(state, replace(state.teams[team_key(event.division, event.name)], line_up=event.players))


def _enter(state: Tournament, event: e.EntrantEntered) -> Tournament:
    entrant = event.entrant
    state = _with_entrant(state, entrant)
    if not entrant.team:
        return state
    team = state.teams[team_key(entrant.division, entrant.team)]
    return _with_team(state, replace(team, members=(*team.members, entrant.number)))


def _record_origin(state: Tournament, event: e.OriginRecorded) -> Tournament:
    return replace(state, origin=event.origin)


def _amend(state: Tournament, event: e.EntrantAmended) -> Tournament:
    return _with_entrant(state, replace(state.entrants[event.number], person=event.person))


def _change_status(state: Tournament, event: e.StatusChanged) -> Tournament:
    return _with_entrant(state, replace(state.entrants[event.number], status=event.status))


def _set_pair_rule(state: Tournament, event: e.PairRuleSet) -> Tournament:
    rules = dict(state.pair_rules)
    rules.pop(frozenset(event.pair), None)
    if event.rule is not None:
        rules[frozenset(event.pair)] = event.rule
    return replace(state, pair_rules=rules)


def _pair(state: Tournament, event: e.RoundPaired) -> Tournament:
    paired = Round(
        number=event.round,
        system=event.system,
        seed=event.seed,
        tables=tuple(Table(number=number, players=players) for number, players in enumerate(event.tables, 1)),
        byes=event.byes,
        missed=event.missed,
        paired_at=event.at,
        bracket=event.bracket,
        credits={each.number: each for each in event.credits},
    )
    division = state.divisions[event.division]
    division = replace(division, rounds=(*division.rounds, paired), field=event.field)
    return _with_division(state, division)


def _unpair(state: Tournament, event: e.RoundUnpaired) -> Tournament:
    division = state.divisions[event.division]
    # The order of seeding was fixed by the first round; without it people may come, or have left, before it is fixed again.
    field = division.field if event.round > 1 else ()
    return _with_division(state, replace(division, rounds=division.rounds[: event.round - 1], field=field))


def _add_table(state: Tournament, event: e.TableAdded) -> Tournament:
    def added(played: Round) -> Round:
        return replace(
            played,
            tables=(*played.tables, Table(number=event.table, players=event.players)),
            byes=tuple(number for number in played.byes if number not in event.players),
            missed=tuple(number for number in played.missed if number not in event.players),
            credits={number: each for number, each in played.credits.items() if number not in event.players},
        )

    return _with_round(state, event.division, event.round, added)


def _credit_round(state: Tournament, event: e.RoundCredited) -> Tournament:
    def credited(played: Round) -> Round:
        byes, missed = set(played.byes) - {event.number}, set(played.missed) - {event.number}
        (byes if event.kind is CreditKind.BYE else missed).add(event.number)
        others = {number: own for number, own in played.credits.items() if number != event.number}
        own = {} if event.credit is None else {event.number: event.credit}
        return replace(played, byes=tuple(sorted(byes)), missed=tuple(sorted(missed)), credits={**others, **own})

    return _with_round(state, event.division, event.round, credited)


def _start(state: Tournament, event: e.RoundStarted) -> Tournament:
    return _with_round(
        state, event.division, event.round, lambda played: replace(played, started_at=event.at, absent=event.absent)
    )


def _note_arrival(state: Tournament, event: e.ArrivalNoted) -> Tournament:
    return _at_table_of(state, event, lambda table: replace(table, arrived={**table.arrived, event.number: event.at}))


def _adjourn(state: Tournament, event: e.GameAdjourned) -> Tournament:
    return _at_table(state, event, lambda table: replace(table, adjourned_until=event.until))


def _report(state: Tournament, event: e.ResultReported) -> Tournament:
    report = Report(event.scores, event.last_words)
    return _at_table(state, event, lambda table: replace(table, reports={**table.reports, event.number: report}))


def _settle(state: Tournament, event: e.ResultEntered | e.ResultCorrected) -> Tournament:
    return _at_table(state, event, lambda table: replace(table, result=event.result))


def _deduct(state: Tournament, event: e.PointsDeducted) -> Tournament:
    def deducted(table: Table) -> Table:
        before = table.deducted.get(event.number, 0)
        return replace(table, deducted={**table.deducted, event.number: before + event.points})

    return _at_table_of(state, event, deducted)


def _decide(state: Tournament, event: e.DecisionMade) -> Tournament:
    return replace(state, decisions=(*state.decisions, event.decision))


def _decide_tie(state: Tournament, event: e.TieDecided) -> Tournament:
    return replace(state, tie_orders=(*state.tie_orders, event.order))


def _set_prizes(state: Tournament, event: e.PrizesSet) -> Tournament:
    others = tuple(each for each in state.prizes if each.subject != event.prizes.subject)
    return replace(state, prizes=(*others, event.prizes) if event.prizes.prizes else others)


def _close(state: Tournament, event: e.TournamentClosed) -> Tournament:
    return replace(state, closed_on=event.on)


def _merge(state: Tournament, event: e.CopiesMerged) -> Tournament:
    return replace(state, merges=(*state.merges, event.merge))


def _undone(state: Tournament, event: e.Undone) -> Tournament:
    return state


def _at_table(
    state: Tournament,
    event: e.GameAdjourned | e.ResultReported | e.ResultEntered | e.ResultCorrected,
    change: Callable[[Table], Table],
) -> Tournament:
    return _with_round(state, event.division, event.round, lambda played: _with_table(played, event.table, change))


def _at_table_of(
    state: Tournament, event: e.ArrivalNoted | e.PointsDeducted, change: Callable[[Table], Table]
) -> Tournament:
    """A change at the table of the player whom an event is about."""

    def seated(played: Round) -> Round:
        table = played.table_of(event.number)
        return played if table is None else _with_table(played, table.number, change)

    return _with_round(state, event.division, event.round, seated)


def _with_table(played: Round, number: int, change: Callable[[Table], Table]) -> Round:
    tables = list(played.tables)
    tables[number - 1] = change(tables[number - 1])
    return replace(played, tables=tuple(tables))


def _with_round(state: Tournament, division: str, number: int, change: Callable[[Round], Round]) -> Tournament:
    there = state.divisions[division]
    rounds = list(there.rounds)
    rounds[number - 1] = change(rounds[number - 1])
    return _with_division(state, replace(there, rounds=tuple(rounds)))


def _with_entrant(state: Tournament, entrant: Entrant) -> Tournament:
    """The tournament with this entrant; entrants stand by their numbers, though one who has a number already may come late."""
    entrants = {**state.entrants, entrant.number: entrant}
    if entrant.number < state.next_number - 1 and entrant.number not in state.entrants:
        entrants = dict(sorted(entrants.items()))
    return replace(state, entrants=entrants)


def _with_team(state: Tournament, team: Team) -> Tournament:
    return replace(state, teams={**state.teams, team_key(team.division, team.name): team})


def _with_division(state: Tournament, division: Division) -> Tournament:
    return replace(state, divisions={**state.divisions, division.name: division})


_FOLDS: Mapping[type[Any], Callable[[Tournament, Any], Tournament]] = {
    e.SettingsChosen: _choose,
    e.ArbiterNamed: _name_arbiter,
    e.TeamEntered: _enter_team,
    e.TeamConfirmed: _confirm_team,
    e.LineUpSet: _line_up,
    e.EntrantEntered: _enter,
    e.OriginRecorded: _record_origin,
    e.EntrantAmended: _amend,
    e.StatusChanged: _change_status,
    e.PairRuleSet: _set_pair_rule,
    e.RoundPaired: _pair,
    e.RoundUnpaired: _unpair,
    e.TableAdded: _add_table,
    e.RoundCredited: _credit_round,
    e.RoundStarted: _start,
    e.ArrivalNoted: _note_arrival,
    e.GameAdjourned: _adjourn,
    e.ResultReported: _report,
    e.ResultEntered: _settle,
    e.ResultCorrected: _settle,
    e.PointsDeducted: _deduct,
    e.DecisionMade: _decide,
    e.TieDecided: _decide_tie,
    e.PrizesSet: _set_prizes,
    e.TournamentClosed: _close,
    e.CopiesMerged: _merge,
    e.Undone: _undone,
}
"""Where each kind of event is folded; a test compares it with `Event`."""
