"""How the game at a table came out, as the protocol or the arbiter says it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Source(StrEnum):
    """Where a result comes from."""

    SLIP = "slip"
    """The protocol that the players have handed in (PFS-5.2a)."""
    REPORTS = "reports"
    """The players' own reports, which agreed."""
    GAME = "game"
    """A game that mostek has refereed."""
    FILE = "file"
    """The file of an event that was held elsewhere."""


class Cause(StrEnum):
    """Why a game was lost by forfeit."""

    LATE = "late"
    """Later than the own time (PFS-6.3.4a)."""
    EXCLUDED = "excluded"
    """Excluded from the game or from the event (PFS-7.1c, 7.2e)."""
    LEFT = "left"
    """Gone home, or unable to go on; the arbiter's decision (PFS-7.4)."""


class Played(Struct, frozen=True, tag="played", tag_field="kind", omit_defaults=True):
    """A game that was played to its end."""

    scores: tuple[int, ...]
    """Game points in the order of the table."""
    last_words: tuple[int, ...] = ()
    """The worth of each player's last word, where equal scores are told apart by it (S13); only their order matters."""
    rated: bool = True
    """`False` for a game that counts for points and not for the ranking, as a 400:0."""
    source: Source = Source.SLIP
    reference: str = ""
    """The game, or the file, that it comes from."""


class Forfeited(Struct, frozen=True, tag="forfeited", tag_field="kind", omit_defaults=True):
    """Won by forfeit, N:1. N is worked out from the results before it, so that it is right after they are corrected."""

    winner: int
    """The starting number of whom it benefits."""
    score_now: int
    """Their points in the game at that moment (PFS-7.2b)."""
    cause: Cause
    points: int | None = None
    """N, where a file states it."""


class BothForfeited(Struct, frozen=True, tag="both_forfeited", tag_field="kind", omit_defaults=True):
    """Nobody came in time, or both were excluded: nobody wins, nobody gets points (S31)."""

    cause: Cause


TableResult = Played | Forfeited | BothForfeited
