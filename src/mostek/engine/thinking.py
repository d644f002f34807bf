"""What the worker processes do: open bots, keep them, and ask them. Imported by the server, which never calls it itself."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from mostek.lexicon import LexiconError
from mostek.referee.commands import Command
from mostek.referee.views import View

if TYPE_CHECKING:
    from mostek.engine.bots.bot import Bot

_LOG = logging.getLogger(__name__)
_STEP = 25
"""How many percent lie between two lines of the log."""

_Changes: TypeAlias = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no answer. Errors themselves would not outlive the way between two processes."""

    trace: str
    sentence: str | None = None
    """Of a `LexiconError`, with its `params`."""
    params: Mapping[str, Any] = field(default_factory=dict)


def prepare(lexicon: str) -> Failed | None:
    """Build the search graph of a lexicon if there is none yet."""
    from mostek.lexicon.library import open_search

    try:
        open_search(lexicon, _progress_of(lexicon))
    except Exception as error:
        return _failed(error)
    return None


def answer(view: View, bot: str, lexicon: str, haste: int) -> Command | Failed | None:
    """What the bot of that name does, thinking `haste` times as short as it would."""
    try:
        changes = tuple(sorted(view.changes.items()))
        return _bot(bot, view.rulebook, changes, view.tile_set, view.layout, lexicon).command(view, haste)
    except Exception as error:
        return _failed(error)


@lru_cache(maxsize=64)
def _bot(name: str, rulebook: str, changes: _Changes, tiles: str, board: str, lexicon: str) -> Bot:
    from mostek.core.board import layout
    from mostek.core.tiles import tile_set
    from mostek.engine.bots import LEVELS
    from mostek.engine.bots.bot import open_bot
    from mostek.rules.loading import book_of

    return open_bot(book_of(rulebook, dict(changes)), lexicon, tile_set(tiles), layout(board), LEVELS[name])


def _failed(error: Exception) -> Failed:
    """Every failure becomes an answer, because what a process raises may be anything and need not fit through a pipe."""
    if isinstance(error, LexiconError):
        return Failed(str(error), error.sentence, {name: _plain(value) for name, value in error.params.items()})
    return Failed("".join(traceback.format_exception(error)))


def _plain(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)


def _progress_of(lexicon: str) -> Callable[[float], None]:
    told = -1

    def progress(done: float) -> None:
        nonlocal told
        step = int(done * 100) // _STEP * _STEP
        if step > told:
            told = step
            _LOG.info("the search graph of %s is built, only this once: %d %%", lexicon, step)

    return progress
