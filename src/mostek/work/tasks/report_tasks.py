"""The report on the play in a finished game."""

from __future__ import annotations

from mostek.app.fair_play import fair_play_report
from mostek.app.fair_play_report import FairPlayReport
from mostek.store.game_lines import read_lines


def report_on_game(log: bytes) -> FairPlayReport:
    """The report on the play in a game. Raises `LogError`."""
    return fair_play_report(read_lines(log).kept.events)
