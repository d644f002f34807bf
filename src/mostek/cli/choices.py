"""The options of a person for another program: phrases, clauses, and reasons of refusals."""

from __future__ import annotations

from typing import Any

from mostek.core.players import Viewer
from mostek.messages import language
from mostek.messages.options import OptionsInWords
from mostek.referee.options import options
from mostek.referee.state import Game
from mostek.rules.loading import clause


def choices(game: Game, viewer: Viewer, now: int | None) -> dict[str, Any]:
    """Everything that this person may do and may not, and the clauses about conduct that matter now, in words."""
    found = OptionsInWords.of(options(game, viewer, now), game.players)
    return {
        "allowed": found.allowed,
        "refused": found.refused,
        "guidance": [{"clause": each, "text": clause(each).wording(language())} for each in found.guidance],
    }
