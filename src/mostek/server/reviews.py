"""Reviews of a server: those that are made now, and the folder of those that are finished."""

from __future__ import annotations

import asyncio
from pathlib import Path

from mostek.server.awaited_reviews import AwaitedReview, AwaitedReviews, ReviewStage
from mostek.store.review_files import ReviewFiles
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.review_values import ReviewRequest


class Reviews:
    """The reviews of a server. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, data: Path, jobs: JobQueue) -> None:
        """`data` is the data folder."""
        self.files = ReviewFiles(data)
        self._awaited = AwaitedReviews(jobs, self._kept)

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
