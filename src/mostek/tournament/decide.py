"""The only judge of the desk: what follows from a command, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mostek.tournament import commands as c
from mostek.tournament import creation, entries, results, rounds, rulings
from mostek.tournament.creation import Decided
from mostek.tournament.refusals import Reason, refuse
from mostek.tournament.state import Tournament

_AFTER_THE_END = (c.CorrectResult, c.Rule)
"""What may still be asked when the event has ended: their own rooms judge how far."""


def decide(state: Tournament | None, command: c.Command) -> Decided:
    """The events that a command leads to, or the refusal; the event itself is not changed.

    `Undo` is not for this room, which knows no earlier commands: see `history`.
    """
    if isinstance(command, c.CreateTournament):
        return creation.create(command) if state is None else refuse(Reason.TOURNAMENT_CREATED, name=state.name)
    if state is None:
        return refuse(Reason.TOURNAMENT_NOT_CREATED)
    if state.closed_on is not None and not isinstance(command, _AFTER_THE_END):
        return refuse(Reason.TOURNAMENT_CLOSED, on=state.closed_on)
    return _ROOMS[type(command)](state, command)


_ROOMS: Mapping[type[Any], Callable[[Tournament, Any], Decided]] = {
    c.ChooseSettings: creation.choose,
    c.RegisterTeam: entries.register_team,
    c.ConfirmTeam: entries.confirm_team,
    c.RegisterEntrant: entries.register_entrant,
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
    c.StartRound: rounds.start_round,
    c.NoteArrival: rounds.note_arrival,
    c.EnterResult: results.enter_result,
    c.ReportResult: results.report_result,
    c.AwardForfeit: results.award_forfeit,
    c.CorrectResult: results.correct_result,
    c.Deduct: rulings.deduct,
    c.Rule: rulings.rule,
    c.DecideTie: rulings.decide_tie,
    c.CloseTournament: rulings.close,
}
"""Where each kind of command is judged; a test compares it with `Command`."""
