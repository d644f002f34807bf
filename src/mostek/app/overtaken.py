"""Whether a command was overtaken: what it rests on has changed since its author looked (HALL, "Versions and conflicts")."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.app.tournament_cards import CardChanges
from mostek.tournament import commands as c
from mostek.tournament.state import Tournament

Subject = str
"""What a change is about, and what a command rests on: `entrant/5`, `table/A/3/7`, `round/A/3`, `division/A`, `settings`."""
EVERYTHING = "everything"
"""The subject of each change."""


def subjects_of(changes: CardChanges, state: Tournament) -> frozenset[Subject]:
    """The subjects of changes. A standing that has changed is no subject: the result that has changed it is one."""
    return frozenset(_subjects(changes, state))


def _subjects(changes: CardChanges, state: Tournament) -> Iterator[Subject]:
    if not changes.is_empty:
        yield EVERYTHING
    if changes.event is not None:
        yield "settings"
    for entrant in changes.entrants:
        yield f"entrant/{entrant.number}"
        yield f"division/{entrant.division}"
    for number in changes.gone_entrants:
        yield f"entrant/{number}"
    for division in state.divisions if changes.gone_entrants else ():
        yield f"division/{division}"
    for table in changes.tables:
        yield _table(table.division, table.round, table.table)
        yield _round(table.division, table.round)
        yield f"division/{table.division}"
    for each in changes.rounds:
        yield _round(each.division, each.round)
        yield f"division/{each.division}"
    for name, number in changes.gone_rounds:
        yield _round(name, number)
        yield f"division/{name}"


def rests_on(command: c.Request, state: Tournament) -> frozenset[Subject]:
    """The subjects that a command rests on: if one has changed since its author looked, the author must look again.

    Args:
        command: the command.
        state: the tournament as it stands.

    Returns:
        The subjects; nothing for a command that the desk judges by the present state alone, as an entry.

    Example:
        >>> from datetime import date, datetime
        >>> from mostek.tournament import decide, replay
        >>> from mostek.tournament.commands import CreateTournament, PairRound
        >>> ten, day = datetime(2026, 11, 21, 10), date(2026, 11, 21)
        >>> state = replay(decide(None, CreateTournament(at=ten, name="Jesień", template="pfs", starts_on=day, seed="s")))
        >>> sorted(rests_on(PairRound(at=ten), state))
        ['division/', 'settings']
    """
    match command:
        case c.EnterResult() | c.AwardForfeit() | c.CorrectResult() | c.AdjournGame():
            return frozenset({_table(command.division, command.round, command.table)})
        case c.DeductPoints():
            return frozenset(_table_of(state, command))
        case c.PairRound():
            return frozenset({f"division/{command.division}", "settings"})
        case c.UnpairRound() | c.StartRound() | c.AddTable():
            rounds = state.divisions[command.division].rounds if command.division in state.divisions else ()
            return frozenset({_round(command.division, len(rounds))})
        case c.AmendEntrant() | c.Withdraw() | c.Return() | c.Remove() | c.Exclude():
            return frozenset({f"entrant/{command.number}"})
        case c.ChooseSettings():
            return frozenset({"settings"})
        case c.CloseTournament() | c.Undo() | c.DecideTie():
            return frozenset({EVERYTHING})
        case _:
            return frozenset()


def _table_of(state: Tournament, command: c.DeductPoints) -> Iterator[Subject]:
    division = state.divisions.get(command.division)
    if division is None or not 0 < command.round <= len(division.rounds):
        return
    table = division.rounds[command.round - 1].table_of(command.number)
    if table is not None:
        yield _table(command.division, command.round, table.number)


def _table(division: str, played: int, table: int) -> Subject:
    return f"table/{division}/{played}/{table}"


def _round(division: str, played: int) -> Subject:
    return f"round/{division}/{played}"
