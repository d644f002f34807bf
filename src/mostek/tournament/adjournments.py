"""Adjourned games: broken off, or not begun, and played on at a time that the arbiter names.

No rulebook knows them. PFS-6.4 and 7 have the game lost by who leaves it; what no clause covers the arbiter decides by PFS-7.4,
with the reason in the log (PFS-6.1c). The table stays without a result, so the next round is not paired before it has one.
"""

from __future__ import annotations

from mostek.tournament import commands as c
from mostek.tournament.creation import Decided
from mostek.tournament.events import GameAdjourned
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.results import open_table
from mostek.tournament.rulings import REASONED, decided
from mostek.tournament.state import Tournament


def adjourn_game(state: Tournament, command: c.AdjournGame) -> Decided:
    """Adjourn a game until a moment, or, without one, say that it goes on."""
    table = open_table(state, command)
    if isinstance(table, DeskRefusal):
        return table
    where = {"round": command.round, "table": command.table}
    if command.until is None and table.adjourned_until is None:
        return refuse(DeskReason.NOT_ADJOURNED, REASONED, **where)
    if command.until is not None and command.until <= command.at:
        return refuse(DeskReason.MOMENT_PASSED, REASONED, until=command.until, **where)
    adjourned = GameAdjourned(division=command.division, round=command.round, table=command.table, until=command.until)
    if command.until is None:
        return (adjourned,)
    if not command.reason.strip():
        return refuse(DeskReason.REASON_NEEDED, "PFS-6.1c", **where)
    ruled = decided(state, command, REASONED, command.reason, table.players, command.round)
    return (ruled, adjourned)
