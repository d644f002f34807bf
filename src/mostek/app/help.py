"""The help of lexicon and engine: what a request may give, as its endpoint or message declares it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import NamedTuple


class Help(StrEnum):
    """The help that an endpoint or a message may give. A person who plays with other people gets none (PFS-1.4c)."""

    NONE = "none"
    """Nothing from a lexicon or an engine."""
    REFEREE = "referee"
    """What the rules of the own game give: the verdict on words that were laid. It is open to those who play."""
    OFFICE = "office"
    """Verdicts of the officials of a tournament (PFS-4.7.9a). An official who plays gives them while the own clock stands for
    it (PFS-4.4.2d)."""
    VERDICTS = "verdicts"
    """Whether a word is in a list."""
    WORDS = "words"
    """Words of a list."""
    ENGINE = "engine"
    """Plays, or what the engine thinks of them; they are made of words of the list."""


_INCLUDES: dict[Help, frozenset[Help]] = {
    Help.NONE: frozenset(),
    Help.REFEREE: frozenset({Help.VERDICTS}),
    Help.OFFICE: frozenset({Help.VERDICTS}),
    Help.VERDICTS: frozenset({Help.VERDICTS}),
    Help.WORDS: frozenset({Help.VERDICTS, Help.WORDS}),
    Help.ENGINE: frozenset({Help.VERDICTS, Help.WORDS, Help.ENGINE}),
}
_granted: ContextVar[Help | None] = ContextVar("granted_help", default=None)


class UndeclaredHelpError(AssertionError):
    """A mistake in the program: an endpoint or a message gives help that it does not declare."""


def granted_help() -> Help | None:
    """The help that the current request may give; `None` outside requests."""
    return _granted.get()


def grant(help: Help) -> None:
    """Let the current request give that help, and no more: its task, and what it starts.

    Args:
        help: What its endpoint declares. The caller has refused the people who may not have it.
    """
    _granted.set(help)


@contextmanager
def granting(help: Help) -> Iterator[None]:
    """Let what is done here give that help, and no more.

    Args:
        help: What its endpoint or message declares.

    Example:
        >>> with granting(Help.WORDS):
        ...     granted_help()
        <Help.WORDS: 'words'>

    """
    before = _granted.set(help)
    try:
        yield
    finally:
        _granted.reset(before)


def check_granted(help: Help) -> None:
    """Check that the current request may give help; outside requests everything may be given.

    Args:
        help: What lexicon or engine give here.

    Raises:
        UndeclaredHelpError: the endpoint or the message declares less.

    Example:
        >>> with granting(Help.WORDS):
        ...     check_granted(Help.VERDICTS)

    """
    granted = granted_help()
    if granted is not None and help is not Help.NONE and help not in _INCLUDES[granted]:
        raise UndeclaredHelpError(f"{granted} is declared, which does not include {help}")


class SeatInPlay(NamedTuple):
    """A seat in a game in progress."""

    ways: tuple[str, ...]
    """How its player can end the game now, in words."""
    on_duty: bool
    """Whether the player has stopped the clock to settle a dispute at another table (PFS-4.4.2d)."""
