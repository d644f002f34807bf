"""Puzzles: the verdict on an answer, the best plays, and puzzles from a person's own mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mostek.app.export import recorded
from mostek.app.ports import LogError
from mostek.core.board import Square
from mostek.core.diagnostics import NotationError
from mostek.core.players import Seat
from mostek.core.tiles import Tile
from mostek.engine.equipment import equipment
from mostek.engine.review import from_json
from mostek.lexicon import CORE, DEFAULT
from mostek.lexicon.library import open_lexicon
from mostek.notation.replay import replay
from mostek.puzzles.judging import judge_play, ranking
from mostek.puzzles.known_words import frequencies, known_words
from mostek.puzzles.mistakes import mistakes
from mostek.puzzles.puzzle import Puzzle
from mostek.puzzles.verdict import Verdict
from mostek.rules.loading import rulebook
from mostek.store.game_lines import read_lines


def judged_answer(puzzle: Puzzle, tiles: Mapping[Square, Tile]) -> Verdict:
    """The verdict on the tiles of an answer."""
    return judge_play(puzzle, tiles, equipment(DEFAULT), open_lexicon(DEFAULT))


def ranked_plays(puzzle: Puzzle) -> Sequence[tuple[str, int, int]]:
    """The best plays of a puzzle by equity."""
    return ranking(puzzle, equipment(DEFAULT))


def own_mistakes(log: bytes, review: bytes, seats: Sequence[Seat]) -> Sequence[Puzzle]:
    """The puzzles of a game for the players of some seats; none for one that cannot be read or began from a position."""
    try:
        game = replay(recorded(read_lines(log).kept.events), rulebook("pfs"))
    except (LogError, NotationError):
        return []
    used, known = equipment(DEFAULT), known_words(CORE, frequencies())
    found = from_json(review)
    return [puzzle for seat in seats for puzzle in mistakes(game, found, seat, used, known)]
