"""Puzzles from a player's own mistakes in a finished game."""

from __future__ import annotations

from dataclasses import replace

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.engine.equipment import Equipment
from mostek.lexicon import Lexicon
from mostek.notation.replay import Replay
from mostek.puzzles.puzzle import Puzzle
from mostek.puzzles.turns import recorded_turns
from mostek.puzzles.vetting import STANDARD, vet_by_simulation, vet_by_solver

OWN_STANDARD = replace(STANDARD, wins=0.02, deals=160)
"""An own mistake may be smaller in games won: the player has made it."""


def mistakes(game: Replay, seat: Seat, used: Equipment, core: Lexicon) -> list[Puzzle]:
    """The turns of a player in which one play was clearly the best, and another move was made.

    Args:
        game: A finished game of two whose racks are known.
        seat: The player.
        used: The lexicon that judges.
        core: A core list: a word outside it makes the theme of a rare word.

    Returns:
        The puzzles in the order of the turns.
    """
    if game.game.tile_set.name != used.tile_set:
        return []
    found = []
    for turn in recorded_turns(game):
        made = game.turns[turn.number]
        if made.recorded.seat is not seat:
            continue
        vet = vet_by_simulation if turn.bag else vet_by_solver
        puzzle = vet(turn, used, core, "game", OWN_STANDARD)
        if puzzle is not None and puzzle.play.placement(turn.board) != (made.placement or Placement({})):
            found.append(puzzle)
    return found
