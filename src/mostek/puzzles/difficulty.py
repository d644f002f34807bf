"""A first guess of how hard a puzzle is; the results of people correct it.

The terms say what makes a play hard to see: long words, tiles of the board inside the word, several words at once, blanks, and a
choice of many plays. Their sizes are guesses, chosen so that each theme spreads over some hundred points around 1500.
"""

from __future__ import annotations

from math import log2

from mostek.core.moves import words_formed
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import SearchPosition
from mostek.puzzles.puzzle import Theme

EASIEST, HARDEST = 800, 2400
_THEMES = {
    Theme.PLAY: 1350,
    Theme.SHORT: 1450,
    Theme.BINGO: 1400,
    Theme.RARE: 1750,
    Theme.OUT: 1250,
    Theme.ENDING: 1600,
    Theme.PHONEY: 1300,
}


def difficulty_of(asked: SearchPosition, theme: Theme, play: FoundPlay, points: float) -> int:
    """The guess for a play that is so many points better than the second."""
    words = words_formed(asked.board, play.placement)
    blanks = sum(tile.blank for tile in play.placement.tiles.values())
    through = len(play.word) - len(play.placement)
    several = asked.searcher.totals(asked.board, asked.rack).plays
    highest = asked.searcher.best(asked.board, asked.rack, 1, None)[0].score
    guess = float(_THEMES[theme])
    guess += 30 * (len(play.word) - 6) + 45 * max(0, through - 1) + 60 * (len(words) - 1) + 110 * blanks
    guess += 25 * (log2(several + 1) - 8)
    guess -= 4 * min(points - 8, 50)
    # The play of the most points is the first that people look for.
    guess += 180 if play.score < highest else 0
    return bounded(guess)


def bounded(guess: float) -> int:
    """A guess in the range of difficulties."""
    return max(EASIEST, min(HARDEST, round(guess)))
