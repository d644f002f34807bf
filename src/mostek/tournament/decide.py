"""Judge a command at the tournament desk, and the steps of an event: each command with its events, and what an undo leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from mostek.tournament import adjournments, creation, entries, results, rounds, rulings
from mostek.tournament import commands as c
from mostek.tournament.commands import Request, Undo
from mostek.tournament.creation import Decided
from mostek.tournament.events import Event, Undone
from mostek.tournament.evolve import replay
from mostek.tournament.limits import (
    LARGEST_SETTINGS,
    LAST_STEPS,
    MOST_DIVISIONS,
    MOST_PEOPLE,
    MOST_STEPS,
    BrokenEventLimit,
    EventLimit,
    exceeded,
    json_size,
)
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.state import Tournament

AFTER_THE_END = (c.CorrectResult, c.RecordDecision, c.MergeCopies)
"""The commands allowed after the event has ended, within limits that their own functions check."""


def decide(state: Tournament | None, command: c.Command) -> Decided:
    """Judge a command at the desk. `Undo` needs the earlier commands: see `decide_next`.

    Args:
        state: the tournament as it stands; `None` before it is created.
        command: what is asked for.

    Returns:
        The events that follow, or the refusal with its reason, clause and setting. The state is not changed.

    Raises:
        RegistryError: a template or a system of pairing is incomplete.

    Example:
        >>> from datetime import date, datetime
        >>> from mostek.tournament import decide, replay
        >>> from mostek.tournament.commands import CreateTournament, PairRound
        >>> ten, day = datetime(2026, 11, 21, 10), date(2026, 11, 21)
        >>> events = decide(None, CreateTournament(at=ten, name="Jesień", template="pfs", starts_on=day, seed="s"))
        >>> print(decide(replay(events), PairRound(at=ten)).reason)
        settings_open
    """
    if isinstance(command, c.CreateTournament):
        return creation.create(command) if state is None else refuse(DeskReason.TOURNAMENT_CREATED, name=state.name)
    if state is None:
        return refuse(DeskReason.TOURNAMENT_NOT_CREATED)
    if state.closed_on is not None and not isinstance(command, AFTER_THE_END):
        return refuse(DeskReason.TOURNAMENT_CLOSED, on=state.closed_on)
    return _JUDGES[type(command)](state, command)


_JUDGES: Mapping[type[Any], Callable[[Tournament, Any], Decided]] = {
    c.ChooseSettings: creation.choose,
    c.NameArbiter: creation.name_arbiter,
    c.RegisterTeam: entries.register_team,
    c.ConfirmTeam: entries.confirm_team,
    c.SetLineUp: entries.set_line_up,
    c.RegisterEntrant: entries.register_entrant,
    c.RecordOrigin: creation.record_origin,
    c.AmendEntrant: entries.amend_entrant,
    c.CheckIn: entries.check_in,
    c.CheckOut: entries.check_out,
    c.Withdraw: entries.withdraw,
    c.Return: entries.come_back,
    c.Remove: entries.remove,
    c.Exclude: entries.exclude,
    c.SetPairRule: rounds.set_pair_rule,
    c.PairRound: rounds.pair_round,
    c.UnpairRound: rounds.unpair_round,
    c.AddTable: rounds.add_table,
    c.CreditRound: rulings.credit_round,
    c.StartRound: rounds.start_round,
    c.NoteArrival: rounds.note_arrival,
    c.EnterResult: results.enter_result,
    c.ReportResult: results.report_result,
    c.AwardForfeit: results.award_forfeit,
    c.AdjournGame: adjournments.adjourn_game,
    c.CorrectResult: results.correct_result,
    c.DeductPoints: rulings.deduct,
    c.RecordDecision: rulings.rule,
    c.DecideTie: rulings.decide_tie,
    c.SetPrizes: rulings.set_prizes,
    c.CloseTournament: rulings.close,
    c.MergeCopies: rulings.merge,
}
"""Where each kind of command is judged; a test compares it with `Command`."""


ENDING = (c.CloseTournament, c.Undo)
"""The commands of the last steps: an event that is as long as one may be can still be brought to its end."""


class Step(Struct, frozen=True):
    """A command and what followed from it, all or nothing."""

    command: Request
    events: tuple[Event, ...]


def in_force(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that were not undone; an undoing takes back the last one that is still in force."""
    standing: list[Step] = []
    for step in steps:
        if isinstance(step.command, Undo):
            standing.pop()
        else:
            standing.append(step)
    return tuple(standing)


def undone_by(steps: Iterable[Step]) -> Mapping[int, Step]:
    """The steps that were undone, by their numbers from 1, each with the one that took it back."""
    standing: list[int] = []
    undone: dict[int, Step] = {}
    for number, step in enumerate(steps, 1):
        if isinstance(step.command, Undo):
            undone[standing.pop()] = step
        else:
            standing.append(number)
    return undone


def state_after(steps: Iterable[Step]) -> Tournament | None:
    """The event after these steps."""
    return replay(event for step in in_force(steps) for event in step.events)


def growth_refusal(steps: int, state: Tournament | None, command: Request) -> DeskRefusal | None:
    """Refuse a command that would make an event larger than any may be.

    It is no part of `decide`: an event of an earlier mostek that is larger follows from its commands all the same, and its owner
    goes on with it.

    Args:
        steps: the number of steps before it.
        state: the event as it stands; `None` before it is created.
        command: the command.

    Returns:
        The refusal; `None` if the command may be judged.
    """
    broken = next(_broken_by(steps, state, command), None)
    return None if broken is None else refuse(DeskReason.LIMIT_REACHED, **to_builtins(broken))


def _broken_by(steps: int, state: Tournament | None, command: Request) -> Iterator[BrokenEventLimit]:
    if steps >= MOST_STEPS + LAST_STEPS * isinstance(command, ENDING):
        yield BrokenEventLimit(limit=EventLimit.STEPS, found=steps + 1, most=MOST_STEPS)
    match command:
        case c.RegisterEntrant() if state is not None:
            yield from exceeded(EventLimit.PEOPLE, len(state.entrants) + 1, MOST_PEOPLE)
        case c.RegisterTeam() if state is not None:
            yield from exceeded(EventLimit.TEAMS, len(state.teams) + 1, MOST_PEOPLE)
        case c.CreateTournament() | c.ChooseSettings():
            divisions = command.settings.get("divisions", ())
            if isinstance(divisions, Sequence):
                yield from exceeded(EventLimit.DIVISIONS, len(divisions), MOST_DIVISIONS)
            yield from exceeded(EventLimit.STEP, json_size(command.settings), LARGEST_SETTINGS, steps + 1)
        case _:
            pass


def decide_next(steps: tuple[Step, ...], state: Tournament | None, command: Request) -> Decided:
    """The events of the next command; the founding of the event cannot be undone."""
    if not isinstance(command, Undo):
        return decide(state, command)
    return (Undone(reason=command.reason),) if len(in_force(steps)) > 1 else refuse(DeskReason.NOTHING_TO_UNDO)
