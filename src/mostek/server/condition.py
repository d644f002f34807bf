"""The condition of the server: what its operator should know, and whether people can be sent to it."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from mostek.app.host_date import HostDate
from mostek.app.ports import LogError, SaveError
from mostek.core.errors import SentenceError
from mostek.feature import FeatureService
from mostek.messages import count, explained, text
from mostek.server.config import Config
from mostek.server.processes import free_space
from mostek.store.database import Database

MEGABYTE = 1_000_000
NO_ROOM = tuple(map(os.strerror, (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)))
"""The reasons of the system that free space helps against."""
_FULL = 16 * MEGABYTE
"""The free bytes below which a disk counts as full: a table of the database grows by as much in an evening."""


class Matter(Struct, frozen=True):
    """A matter for the operator, in the language that is spoken. No table, person or folder is named: everybody may read it."""

    code: str
    detail: str
    remedy: str
    """The next step."""
    blocks: bool = False
    """Whether people should not be sent to this server now."""
    passes: bool = False
    """Whether it is no fault, and ends by itself within a minute."""


class Condition:
    """Finds out what is wrong. Everything but the disk is known without asking anybody."""

    def __init__(
        self, config: Config, database: Database, served: Mapping[str, FeatureService], date: HostDate
    ) -> None:
        self.config = config
        self.database = database
        self._served = served
        self._date = date

    @property
    def games_to_open(self) -> int:
        """The number of games that are still to be opened after the start."""
        return sum(each.games_to_open for each in self._served.values())

    @property
    def games_in_progress(self) -> int:
        """The number of games in memory that are not over."""
        return sum(each.games_in_progress for each in self._served.values())

    def write_fault(self) -> SaveError | None:
        """The error of the last write to the store; `None` after a success."""
        return next((fault for each in self._served.values() if (fault := each.write_fault()) is not None), None)

    async def matters(self) -> tuple[Matter, ...]:
        """All matters, those first that keep people from playing."""
        free = await asyncio.to_thread(free_space, self.config.data)
        found = [
            *await self._unreadable(),
            *self._unwritable(),
            *self._disk(free),
            *(matter for each in self._served.values() for matter in each.operator_matters()),
            *self._others(),
        ]
        return tuple(sorted(found, key=lambda each: not each.blocks))

    async def check_reading(self) -> None:
        """Raises `LogError` if the database cannot be read."""
        await self.database.read(lambda connection: connection.exec_driver_sql("select 1"))

    async def _unreadable(self) -> list[Matter]:
        try:
            await self.check_reading()
        except LogError as error:
            remedy = _look_at_the_place_of_data(self.database)
            return [Matter("unreadable", sentence_of(error), remedy, blocks=True)]
        return []

    def _unwritable(self) -> Iterator[Matter]:
        if (fault := self.write_fault()) is not None:
            yield Matter("not_kept", sentence_of(fault), _remedy_of(fault, self.database), blocks=True)

    def _disk(self, free: int | None) -> Iterator[Matter]:
        if free is None:
            return
        left = text("{megabytes} MB", megabytes=f"{free / MEGABYTE:.0f}")
        if free < _FULL:
            sentence = "The disk of the data folder is full: {left} are free. Moves and results cannot be saved."
            yield Matter("disk_full", text(sentence, left=left), free_some_space(), blocks=True)
        elif free < self.config.disk_limit * MEGABYTE:
            sentence = "The disk of the data folder is nearly full: {left} are free."
            yield Matter("disk_low", text(sentence, left=left), free_some_space())

    def _others(self) -> Iterator[Matter]:
        damage = self.database.damage
        restoring = text("Restore a copy or a backup: mostek restore")
        if damage.tables:
            aside = count(
                "{n} game cannot be read and is put aside; the log says why.",
                "{n} games cannot be read and are put aside; the log says why.",
                len(damage.tables),
            )
            yield Matter("put_aside", aside, restoring)
        if damage.parts:
            yield Matter("damaged", text("The database is damaged; the log says where."), restoring)
        copy = self.database.copy_state
        if copy is not None and copy.is_behind:
            since = datetime.fromtimestamp(copy.since / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
            sentence = "The copy on the second disk is not complete since {since}; games go on. The log says why."
            remedy = text(
                "Look at the second disk: it is full, slow or gone. The server tries again every five seconds."
            )
            yield Matter("copy", text(sentence, since=since), remedy)
        doubt = self._date.doubt()
        if doubt is not None:
            yield Matter("date", sentence_of(doubt), text("Set the date, or start the server once with --trust-date."))


def _remedy_of(fault: SaveError, database: Database) -> str:
    if fault.params.get("why") in NO_ROOM and not database.is_shared:
        return free_some_space()
    return _look_at_the_place_of_data(database)


def _look_at_the_place_of_data(database: Database) -> str:
    """The next step for the operator of a store that cannot be read or written."""
    if database.is_shared:
        return text("Look at PostgreSQL, its disk and the way to it; the log has the details.")
    return text("Look at the disk of the data folder; the log has the details.")


def free_some_space() -> str:
    """The next step for the operator of a full disk."""
    return text("Free some space on the disk of the data folder; nothing needs to be started again.")


def sentence_of(error: SentenceError) -> str:
    """The sentence of an error, in the language that is spoken."""
    return explained(error.sentence, error.params)
