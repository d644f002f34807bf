"""Reviews of a server: those that are made now, and the folder of those that are finished."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.server.awaited_reviews import AwaitedReview, AwaitedReviews, ReviewStage
from mostek.store.left_files import LeftFileStore
from mostek.store.review_files import ReviewFiles
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.review_values import ReviewRequest

_REMEMBERED = 256
"""The reviews in progress of which is remembered who has asked for them."""


class Reviews:
    """The reviews of a server. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, data: Path, jobs: JobQueue, left: LeftFileStore) -> None:
        """`data` is the data folder; `left` counts what each person has left in it."""
        self._left = left
        self._askers: OrderedDict[str, Asker] = OrderedDict()
        """Who has asked last for each review that is not finished."""
        self.files = ReviewFiles(data)
        self._awaited = AwaitedReviews(jobs, self._kept)

    async def keep(self, data: bytes, asker: Asker) -> str:
        """Store the file of a game for who gives it. Returns its name; raises `SaveError` where the disk takes no more."""
        id = await asyncio.to_thread(self.files.keep_game, data)
        await self._count(self.files.game_file(id), asker)
        return id

    async def show(self, id: str, request: ReviewRequest) -> AwaitedReview:
        """The review of a game as far as it is."""
        key = await asyncio.to_thread(request.key, id)
        found = self._awaited.find(key)
        if found is not None and found.stage is not ReviewStage.DONE:
            return found
        data = await asyncio.to_thread(self.files.review, key)
        if data is not None:
            return AwaitedReview(key, request, stage=ReviewStage.DONE, version=1, data=data)
        return found or AwaitedReview(key, request, stage=ReviewStage.NONE)

    async def ask(self, id: str, request: ReviewRequest, asker: Asker) -> AwaitedReview:
        """Let a person wait for a review, and for no other one. Raises `ReviewsFullError`."""
        found = await self.show(id, request)
        if found.stage is ReviewStage.DONE:
            return found
        self._askers[found.key] = asker
        while len(self._askers) > _REMEMBERED:
            self._askers.popitem(last=False)
        return self._awaited.ask(found.key, request, asker)

    async def cancel(self, id: str, request: ReviewRequest, person: str) -> None:
        """A person does not want a review any more."""
        self._awaited.cancel(await asyncio.to_thread(request.key, id), person)

    def waits(self, person: str) -> bool:
        """Whether a person waits for a review."""
        return self._awaited.waits(person)

    def place(self, review: AwaitedReview) -> int:
        """The number of reviews whose turn comes before that of this one."""
        return self._awaited.place(review)

    async def tidy(self) -> None:
        """Delete files that were not opened for long."""
        await asyncio.to_thread(self.files.tidy)

    async def close(self) -> None:
        """Make none any more."""
        await self._awaited.close()

    async def _kept(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(self.files.keep_review, key, data)
        await self._count(self.files.review_file(key), self._askers.pop(key, None))

    async def _count(self, file: str, asker: Asker | None) -> None:
        """Count a file for who has left it; their oldest ones give way to it."""
        if asker is None:
            return
        leaver = Leaver(person=asker.person, address=asker.address)
        size = await asyncio.to_thread(self.files.size, file)
        await self._left.note(LeftKind.REVIEW, file, leaver, size)
        if old := [each for each in await self._left.too_old(LeftKind.REVIEW, leaver) if each != file]:
            await asyncio.to_thread(self.files.remove, *old)
            await self._left.forget(LeftKind.REVIEW, *old)
