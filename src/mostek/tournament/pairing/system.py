"""The one door of pairing: a task goes to the room of its system."""

from __future__ import annotations

from mostek.tournament.pairing.systems import danish, manual, random, round_robin, swiss, tables, team_match
from mostek.tournament.pairing.values import Pairing, PairingTask, System


def pair(task: PairingTask) -> Pairing:
    """Who meets whom in this round; raises `PairingError` when the task cannot be paired. The same task, the same answer."""
    match task.system:
        case System.ROUND_ROBIN:
            return round_robin.by_circle(task)
        case System.HALF_SPLIT | System.SWISS:
            return swiss.by_halves(task)
        case System.DANISH:
            return danish.with_repeats(task)
        case System.DANISH_NO_REPEATS:
            return danish.without_repeats(task)
        case System.RANDOM:
            return random.by_lot(task)
        case System.MANUAL:
            return manual.as_laid_out(task)
        case System.TEAM_MATCH:
            return team_match.team_against_team(task, pair)
        case System.TABLES:
            return tables.at_tables(task)
