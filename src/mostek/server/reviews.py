"""Reviews of a server: those that are made now, and the folder of those that are finished."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.app.ports import SaveError
from mostek.engine.review import Depth
from mostek.lexicon.library import installed
from mostek.messages import language
from mostek.notation.game_record import RecordedGame
from mostek.server.review_process import (
    FileForm,
    ReadGame,
    ReviewFailure,
    ReviewRequest,
    exported,
    first_verdicts,
    read_given,
)
from mostek.server.review_queue import ReviewJob, ReviewQueue, ReviewStage
from mostek.store.left_files import LeftFileStore
from mostek.store.review_files import ReviewFiles

_REMEMBERED = 256
"""The reviews in progress of which is remembered who has asked for them."""


class Reviews:
    """The reviews of a server. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, data: Path, left: LeftFileStore | None = None, queue: ReviewQueue | None = None) -> None:
        """`data` is the data folder; `left` counts what each person has left in it."""
        self._left = left
        self._leavers: OrderedDict[str, Leaver] = OrderedDict()
        """The last people who wanted each review that is not finished."""
        self.files = ReviewFiles(data)
        self._queue = queue or ReviewQueue(self._kept)

    async def give(self, data: bytes, leaver: Leaver | None = None) -> tuple[str, ReadGame]:
        """Read a file of a game, and keep it if it holds one.

        Returns:
            Its name, empty if it is not stored; and what it holds.

        Raises:
            ReviewsFullError: too many files are read.
            SaveError: the disk takes no more.
        """
        found = await self._queue.ask_now(read_given, data)
        if found.position or found.fault is not None or not found.turns:
            return "", found
        id = await asyncio.to_thread(self.files.keep_game, data)
        await self._count(self.files.game_file(id), leaver)
        return id, found

    async def show(self, id: str, task: ReviewRequest) -> ReviewJob:
        """The review of a game as far as it is."""
        key = await asyncio.to_thread(_key, id, task)
        job = self._queue.find(key)
        if job is not None and job.stage is not ReviewStage.DONE:
            return job
        data = await asyncio.to_thread(self.files.review, key)
        if data is not None:
            return ReviewJob(key, task, stage=ReviewStage.DONE, version=1, data=data)
        return job or ReviewJob(key, task, stage=ReviewStage.NONE)

    async def best_known(self, id: str, task: ReviewRequest) -> bytes | None:
        """The deepest finished review of a game; `None` if there is none, not even by static equity."""
        for depth in (Depth.DEEP, Depth.NORMAL, Depth.STATIC):
            key = await asyncio.to_thread(_key, id, replace(task, depth=depth))
            data = await asyncio.to_thread(self.files.review, key)
            if data is not None:
                return data
        return None

    async def first(self, id: str, task: ReviewRequest) -> bytes | None:
        """The review by static equity, made now and kept; `None` for a game without one. Raises `ReviewsFullError`."""
        asked = replace(task, depth=Depth.STATIC)
        found = await self._queue.ask_now(first_verdicts, asked)
        if isinstance(found, ReviewFailure):
            return None
        with suppress(SaveError):
            await self._kept(await asyncio.to_thread(_key, id, asked), found.data)
        return found.data

    async def ask(self, id: str, task: ReviewRequest, person: str, leaver: Leaver | None = None) -> ReviewJob:
        """Let a person wait for a review, and for no other one. Raises `ReviewsFullError`."""
        found = await self.show(id, task)
        if found.stage is ReviewStage.DONE:
            return found
        if leaver is not None:
            self._leavers[found.key] = leaver
            while len(self._leavers) > _REMEMBERED:
                self._leavers.popitem(last=False)
        return self._queue.ask(found.key, task, person)

    async def export(self, game: RecordedGame | bytes, data: bytes, form: FileForm) -> bytes | ReviewFailure:
        """A finished review as a file, in the language that is spoken now. Raises `ReviewsFullError`."""
        return await self._queue.ask_now(exported, game, data, form, language())

    async def cancel(self, id: str, task: ReviewRequest, person: str) -> None:
        """A person does not want a review any more."""
        self._queue.cancel(await asyncio.to_thread(_key, id, task), person)

    def waits(self, person: str) -> bool:
        """Whether a person waits for a review."""
        return self._queue.waits(person)

    def place(self, job: ReviewJob) -> int:
        """The number of reviews that come before this one."""
        return self._queue.place(job)

    async def tidy(self) -> None:
        """Delete files that were not opened for long."""
        await asyncio.to_thread(self.files.tidy)

    async def close(self) -> None:
        """End the process at once."""
        await self._queue.close()

    async def _kept(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(self.files.keep_review, key, data)
        await self._count(self.files.review_file(key), self._leavers.pop(key, None))

    async def _count(self, file: str, leaver: Leaver | None) -> None:
        """Count a file for who has left it; their oldest ones give way to it."""
        if self._left is None or leaver is None:
            return
        size = await asyncio.to_thread(self.files.size, file)
        await self._left.note(LeftKind.REVIEW, file, leaver, size)
        if old := [each for each in await self._left.too_old(LeftKind.REVIEW, leaver) if each != file]:
            await asyncio.to_thread(self.files.remove, *old)
            await self._left.forget(LeftKind.REVIEW, *old)


def _key(id: str, task: ReviewRequest) -> str:
    """The name of a review: other word lists here, and another mostek, make another review."""
    lists = "".join(part.header.hash for part in installed())
    game = task.game if isinstance(task.game, bytes) else repr(task.game).encode()
    depth = task.depth if task.turn is None else f"{task.depth} {task.turn}"
    return "/".join((id, depth, version("mostek"), sha256(lists.encode() + game).hexdigest()))
