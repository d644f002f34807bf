"""Who asks: a page may only ask as the person that it belongs to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from mostek.core.players import Role, Seat, Viewer
from mostek.lexicon import Lexicon
from mostek.live.messages import Refusal
from mostek.live.routine import unknown_words
from mostek.messages import text
from mostek.referee import Game
from mostek.referee.commands import (
    CheckTime,
    Command,
    CreateGame,
    CreditTime,
    Irregularity,
    LayTiles,
    ReportIrregularity,
    RevealSeed,
)

_SERVERS_OWN = (CreateGame, CheckTime, CreditTime, RevealSeed)
"""What only the server does."""


def as_asked_by(viewer: Viewer, command: Command) -> Command | Refusal:
    """The command as that person's. Time, role and seat of a command are never taken from a page."""
    if isinstance(command, _SERVERS_OWN):
        return Refusal("not_permitted", "", text("Only the server does that."))
    if isinstance(viewer, Seat):
        if getattr(command, "seat", viewer) != viewer:
            return Refusal("not_your_seat", "", text("You can act for your own seat only."))
        return replace(command, by=Role.PLAYER)
    return replace(command, by=viewer)


def is_secret(command: Command) -> bool:
    """Whether only the arbiter learns of it: then nothing else may happen at the same time by which others would notice."""
    return isinstance(command, ReportIrregularity) and command.what is Irregularity.SUSPICION


def refused_words(game: Game, command: Command, lexicon_of: Callable[[Game], Lexicon | None]) -> Refusal | None:
    """Why a move is not laid at a table where words are looked up before, if so (S66)."""
    if not isinstance(command, LayTiles) or (lexicon := lexicon_of(game)) is None:
        return None
    words = unknown_words(game, command, lexicon)
    sentence = text("Not in the lexicon: {words}. Nothing is lost; lay something else.", words=", ".join(words))
    return Refusal("unknown_words", "", sentence) if words else None
