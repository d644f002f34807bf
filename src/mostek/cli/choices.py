"""What a person may do now, for a program that shows it: phrases, clauses, and why not."""

from __future__ import annotations

from typing import Any

from mostek.core.players import BySeat, Viewer
from mostek.messages import language
from mostek.messages.options import phrase
from mostek.messages.refusals import say
from mostek.referee.options import Option, options
from mostek.referee.refusals import Refused
from mostek.referee.state import Game
from mostek.rules.loading import clause


def choices(game: Game, viewer: Viewer, now: int | None) -> dict[str, Any]:
    """Everything that this person may do and may not, and the clauses about conduct that matter now, in words."""
    found = options(game, viewer, now)
    return {
        "allowed": [_described(option, game.players) for option in found.allowed],
        "refused": [_described(option, game.players) for option in found.refused],
        "guidance": [{"clause": each, "text": clause(each).wording(language())} for each in found.guidance],
    }


def _described(option: Option, players: BySeat[str]) -> dict[str, Any]:
    described = {
        "command": option.command,
        "choice": option.choice,
        "phrase": phrase(option, players),
        "clause": option.clause,
    }
    if option.reason is None:
        return described
    message = say(Refused(option.reason, option.clause, option.params))
    return described | {"reason": option.reason, "params": option.params, "message": message}
