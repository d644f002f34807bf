"""The words of a knock-out: its stages, and the results of its ties."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.messages import text
from mostek.messages.tournament_words import halves
from mostek.tournament.pairing.bracket import Tie

STAGES: Mapping[int, str] = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
"""By how many places the bracket still has."""


def stage_name(places: int) -> str:
    """The usual name of a stage: the final, the semi-finals, 1/8 of the final."""
    return text(STAGES[places]) if places in STAGES else text("1/{n} of the final", n=places // 2)


def tie_score(tie: Tie) -> str:
    """The games of a tie in the order of the bracket; of several games also who has won how many."""
    played = [game for _, game in tie.games if game.points is not None and game.half_points is not None]
    scores, wins = [], [0, 0]
    for game in played:
        first = game.players.index(tie.one)
        points, halves_won = game.points or (0, 0), game.half_points or (0, 0)
        decided = f", {text('the last word decides')}" if game.by_last_words else ""
        scores.append(f"{points[first]}:{points[1 - first]}{decided}")
        wins[0] += halves_won[first]
        wins[1] += halves_won[1 - first]
    said = ", ".join(scores)
    return f"{halves(wins[0])}:{halves(wins[1])} ({said})" if len(scores) > 1 else said
