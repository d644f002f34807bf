"""The records of the tables whose reviews are looked at; a page that looks at one asks once a second."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING

from mostek.notation.game_record import RecordedGame
from mostek.work import kinds

if TYPE_CHECKING:
    from mostek.server.http.jobs import Jobs

_REMEMBERED = 16


class TableGames:
    """The latest records, each read from its log once, by a worker."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, RecordedGame] = OrderedDict()

    async def of(self, jobs: Jobs, log: bytes) -> RecordedGame:
        """The record of a game by its log. Raises `LogError`, and `NotationError` for a game without a record."""
        name = sha256(log).digest()
        game = self._known.pop(name, None)
        if game is None:
            game = await jobs.run(kinds.READ_TABLE_GAME, log)
        self._known[name] = game
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return game
