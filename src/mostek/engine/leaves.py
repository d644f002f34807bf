"""What the tiles left on a rack are worth to a bot, in points: a few reasoned figures for Polish, not learnt ones.

The scale is that of scores: a play is worth its points and the value of what it leaves.
"""

from __future__ import annotations

from mostek.tiles import BLANK, Tiles

_KEPT = {
    # A blank makes every bonus easier; its price is about half of one.
    BLANK: 24,
    # The letters of the commonest endings and prefixes: -AĆ, -IE, NIE-, ZA-, -ÓW is too rare to keep.
    "A": 2, "I": 2, "Z": 3, "N": 1, "R": 1, "M": 1, "E": 1, "S": 1, "K": 1, "O": 1, "Y": 1, "W": 1, "T": 1, "C": 1,
    # Every infinitive ends in it, but few words hold it elsewhere.
    "Ć": 1,
    # Hard to get rid of, and worth little on most squares.
    "U": -1, "B": -1, "G": -2, "H": -1, "J": -1, "Ó": -2, "Ś": -1, "Ż": -1, "Ą": -2, "Ę": -2, "F": -4, "Ń": -5, "Ź": -6,
}  # fmt: skip
_VOWELS = frozenset("AĄEĘIOÓUY")
_TWIN = 3
"""Points that a second tile of one letter costs; the third costs that again and so on."""
_TILT = 2
"""Points for each tile by which vowels or consonants are too many."""


def leave_value(kept: Tiles) -> int:
    """The value of the tiles kept, while there are others to draw."""
    value = sum(_KEPT.get(face, 0) for face in kept)
    twins = sum(count * (count - 1) // 2 for face, count in kept.counts.items() if face != BLANK)
    return value - _TWIN * twins - _TILT * _tilt(kept)


def _tilt(kept: Tiles) -> int:
    """How many tiles too many there are of one sort. Two of five tiles are vowels in Polish; a blank is either."""
    letters = len(kept) - kept.count(BLANK)
    vowels = sum(count for face, count in kept.counts.items() if face in _VOWELS)
    return max(0, abs(5 * vowels - 2 * letters) // 5 - 1)
