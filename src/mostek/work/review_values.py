"""The parts of a review that travel: the game that is wanted, what a given file holds, and the review so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from typing import Literal, TypeAlias

from mostek.core.diagnostics import Diagnostic, Severity
from mostek.core.players import BySeat
from mostek.lexicon.library import installed
from mostek.notation.game_record import PlayerNames, RecordedGame

FileForm: TypeAlias = Literal["gcg", "html", "json", "pdf"]
"""The forms of a finished review as a file."""


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A game to review, and how."""

    game: RecordedGame | bytes
    """The game, or a file that a person gave: such a file is read by workers alone, because it may be anything."""
    depth: str
    rulebook: str
    turn: int | None = None
    """The turn that is looked at so deeply, from 0; `None` for all."""

    def key(self, id: str) -> str:
        """The name of this review: other word lists here, and another mostek, make another review."""
        lists = "".join(part.header.hash for part in installed())
        game = self.game if isinstance(self.game, bytes) else repr(self.game).encode()
        depth = self.depth if self.turn is None else f"{self.depth} {self.turn}"
        return "/".join((id, depth, version("mostek"), sha256(lists.encode() + game).hexdigest()))


def nameless(game: RecordedGame) -> RecordedGame:
    """A game without names, so that a review holds nothing about people whose data is erased later."""
    plain = BySeat(PlayerNames(str(seat), str(seat)) for seat in range(1, len(game.players) + 1))
    return replace(game, players=plain, title="")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The contents of a file that a person gave for a review."""

    players: tuple[str, ...] = ()
    turns: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    """What differs from the rules, or cannot be read."""
    position: str = ""
    """The line of CGP, if the file is a position and no game."""

    @property
    def fault(self) -> Diagnostic | None:
        """The first line that cannot be read; a game that lacks one is not reviewed."""
        return next((each for each in self.diagnostics if each.severity is Severity.UNREADABLE), None)


@dataclass(frozen=True, slots=True)
class ReviewPiece:
    """The review so far, as JSON."""

    data: bytes
    is_last: bool
    seconds: float
    """How long this piece was worked on."""
