"""What all events share, and the words in which several of them speak."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from mostek.core.tags import tag


class Fact(Struct, frozen=True, tag_field="type", tag=tag):
    """What all events share: nothing but their name."""


class ScoredWord(Struct, frozen=True):
    """A word that a move formed: blanks in small letters, its first square as the rules write it, its points."""

    word: str
    at: str
    points: int

    @property
    def text(self) -> str:
        """The word in capitals and without brackets, as a lexicon knows it."""
        return self.word.replace("[", "").replace("]", "").upper()


class Cause(StrEnum):
    """Why a turn was lost or a pass forced."""

    INVALID_WORD = "invalid_word"
    FAULTY_PLACEMENT = "faulty_placement"
    TIME = "time"
    SURPLUS = "surplus"
    """The move was made with too many tiles (PFS-4.10.3a)."""
    DEAD_BLANK = "dead_blank"
    """A word used a blank whose letter nobody had written (PFS-4.8.4e)."""
    ARBITER = "arbiter"


class Lock(StrEnum):
    """What a player on turn is confined to after an irregular stop of the clock."""

    EXCHANGE_OR_PASS = "exchange_or_pass"
    """The exchange was told without showing the tiles (PFS-4.3.3)."""
    PLAY_OR_PASS = "play_or_pass"
    """The exchange was not allowed (PFS-4.3.4, 4.3.5)."""
    LAYOUT = "layout"
    """The tiles stay where they are; blanks may still be declared, tiles straightened (PFS-4.5.3, 4.1.3)."""
