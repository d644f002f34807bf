"""What a live game needs of the hall around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mostek.app.sittings import Sitting
from mostek.lexicon import Lexicon
from mostek.live.host_time import HostTime
from mostek.referee import Game
from mostek.referee.commands import CreateGame
from mostek.store.database import Database

if TYPE_CHECKING:
    from mostek.live.live import LiveGame


@dataclass(slots=True)
class Surroundings:
    """The same for all games."""

    database: Database
    time: HostTime
    stopped: int
    """The last moment at which an earlier server is known to have run, in milliseconds since 1970."""
    lexicon: Callable[[Game], Lexicon | None]
    """The list that judges a game; `None` if it is not here any more."""
    creation: Callable[[Sitting], CreateGame]
    """How a game is set up. Raises `LexiconError`."""
    changed: Callable[[LiveGame], None]
    """Called after each change, when it has been told."""
    forgetful: bool = False
    """Whether the state of a game is thrown away after every command, which nobody may notice."""
