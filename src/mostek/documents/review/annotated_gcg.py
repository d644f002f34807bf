"""A game as GCG with the review in its notes: grade, better move, what was lost, and the signs of each turn."""

from __future__ import annotations

from dataclasses import replace

from mostek.documents.review.review_words import turn_notes
from mostek.engine.review import GameReview
from mostek.notation.coordinates import Orientation
from mostek.notation.game_formats import write_game
from mostek.notation.game_record import TURN, RecordedGame


def annotated_gcg(game: RecordedGame, review: GameReview) -> bytes:
    """The GCG of a game with notes; those of the record come first. Raises `NotationError` if GCG cannot hold the game."""
    reviewed = iter(review.turns)
    turns = []
    for turn in game.turns:
        note = turn.note
        if isinstance(turn.action, TURN) and (found := next(reviewed, None)) is not None:
            note = " ".join([*filter(None, [note]), *turn_notes(found, Orientation.NUMBERED_ROWS)])
        turns.append(replace(turn, note=note))
    return write_game(replace(game, turns=tuple(turns)), "gcg")
