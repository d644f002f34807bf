"""The reviews of a server: those that people wait for, which workers make a piece at a time, and the folder of finished ones."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

import structlog

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.app.ports import SaveError
from mostek.core.diagnostics import NotationError
from mostek.core.errors import SentenceError
from mostek.feature import FeatureService
from mostek.features.reviews.feature import FIRST_VERDICTS, REVIEW_PIECE
from mostek.features.reviews.model import FairPlayReport, ReviewPiece, ReviewRequest
from mostek.features.reviews.store import ReviewFiles, SharedReviews
from mostek.lexicon.library import GraphMissingError
from mostek.notation.game_record import RecordedGame
from mostek.server.http.jobs import Jobs
from mostek.work.job_errors import JobsFullError, JobTooCostlyError
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind

if TYPE_CHECKING:
    from mostek.server.http.services import Services

log = structlog.get_logger("mostek.reviews")

MOST_WAITING = 128
"""The reviews that are asked for and not finished. When there are more, the address with most of them loses the last."""
MOST_OF_ONE = 32
"""Those of one address."""
_LONGEST = 15 * 60.0
"""The seconds of work after which a review ends with what it has."""
_UNWATCHED = 120.0
"""The seconds after which a review is dropped without a look."""
_PAUSE = 5.0
"""The seconds between two tries while the queue is full, or while the graph of a word list is built."""
_REMEMBERED = 16
"""The ended reviews whose answer stays in memory: the failed ones, and those that the disk did not take."""


class ReviewStage(StrEnum):
    """The progress of a review."""

    NONE = "none"
    """No person has asked for it, or it was cancelled."""
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class ReviewsFullError(Exception):
    """Too many reviews wait; another one must come later."""


@dataclass(eq=False)
class AwaitedReview:
    """A review that people want, and what is known so far."""

    key: str
    request: ReviewRequest
    askers: dict[str, Asker] = field(default_factory=dict)
    """The people who want it; its pieces are asked for in the name of the first one."""
    stage: ReviewStage = ReviewStage.WAITING
    version: int = 0
    """How often the answer has changed."""
    data: bytes | None = None
    """The review so far, as JSON."""
    failure: NotationError | SentenceError | None = None
    """Why there is no review."""
    watched: float = field(default_factory=monotonic)
    """The moment of the last look at it."""
    spent: float = 0.0
    """The seconds that workers have spent on it."""
    making: asyncio.Task[None] | None = None

    @property
    def asker(self) -> Asker:
        """The first of those who want it."""
        return next(iter(self.askers.values()))

    @property
    def is_forgotten(self) -> bool:
        """Whether it has not been looked at for long."""
        return monotonic() - self.watched > _UNWATCHED


Keep = Callable[[str, bytes], Awaitable[None]]
GoOn = Callable[[str, bytes, int], Awaitable[bool]]


class AwaitedReviews:
    """The reviews that people wait for. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, jobs: JobQueue, keep: Keep, go_on: GoOn, is_watched: Callable[[str], Awaitable[bool]]) -> None:
        """`keep` stores a finished review; it may raise `SaveError`.

        `go_on` stores a review as far as it is, for other nodes, and says whether it is wanted; `is_watched` says whether a
        person looks at it at another node.
        """
        self._go_on = go_on
        self._is_watched = is_watched
        self._jobs = jobs
        self._keep = keep
        self._open: dict[str, AwaitedReview] = {}
        self._ended: dict[str, AwaitedReview] = {}

    def ask(self, key: str, request: ReviewRequest, asker: Asker) -> AwaitedReview:
        """Let a person wait for a review, and for no other one. Raises `ReviewsFullError`."""
        review = self._open.get(key)
        if review is None:
            self._make_room(asker)
        for other in [each for each in self._open.values() if each.key != key]:
            self._leave(other, asker.person)
        if review is None:
            self._ended.pop(key, None)
            review = self._open[key] = AwaitedReview(key, request)
            review.making = asyncio.create_task(self._make(review))
        review.askers[asker.person] = asker
        review.watched = monotonic()
        return review

    def find(self, key: str) -> AwaitedReview | None:
        """A review that is waited for, or one that ended lately and is stored nowhere else."""
        review = self._open.get(key)
        if review is not None:
            review.watched = monotonic()
        return review or self._ended.get(key)

    def waits(self, person: str) -> bool:
        """Whether a person waits for a review."""
        return any(person in review.askers for review in self._open.values())

    def place(self, review: AwaitedReview) -> int:
        """The number of reviews whose turn comes before that of this one; 0 if it has had one.

        Addresses take turns, and so do the people of each.
        """
        if review.stage is not ReviewStage.WAITING or self._open.get(review.key) is not review:
            return 0
        every = list(self._open.values())
        own = [each for each in every if each.asker.address == review.asker.address].index(review)
        others = Counter(each.asker.address for each in every if each.asker.address != review.asker.address)
        return own + sum(min(count, own + 1) for count in others.values())

    def cancel(self, key: str, person: str) -> None:
        """A person does not want a review any more; it ends if no other person wants it."""
        review = self._open.get(key)
        if review is not None:
            self._leave(review, person)

    async def close(self) -> None:
        """Make none any more."""
        tasks = [review.making for review in self._open.values() if review.making is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make_room(self, asker: Asker) -> None:
        """Drop reviews without a reader, and if need be the last one of the address with most. Raises `ReviewsFullError`."""
        for review in list(self._open.values()):
            if review.is_forgotten:
                self._drop(review)
        others = [review for review in self._open.values() if set(review.askers) != {asker.person}]
        counts = Counter(review.asker.address for review in others)
        own = counts[asker.address]
        if own >= MOST_OF_ONE:
            raise ReviewsFullError
        if len(others) >= MOST_WAITING:
            longest = max(counts, key=lambda address: counts[address])
            if own + 1 >= counts[longest]:
                raise ReviewsFullError
            self._drop(next(each for each in reversed(others) if each.asker.address == longest))

    def _leave(self, review: AwaitedReview, person: str) -> None:
        review.askers.pop(person, None)
        if not review.askers:
            self._drop(review)

    def _drop(self, review: AwaitedReview) -> None:
        self._open.pop(review.key, None)
        if review.making is not None:
            review.making.cancel()

    async def _make(self, review: AwaitedReview) -> None:
        try:
            await self._deepen(review)
        except (NotationError, SentenceError) as error:
            self._end(review, error)
        except Exception as error:
            log.error("review_failed", exc_info=error)
            self._end(review, SentenceError("The engine cannot review this game. The server log has the details."))
        else:
            assert review.data is not None
            try:
                await self._keep(review.key, review.data)
            except SaveError as error:
                log.warning("review_not_kept", why=str(error))
            self._end(review)

    async def _deepen(self, review: AwaitedReview) -> None:
        """Fetch the first verdicts, then a piece at a time, each in the turn of those who want it."""
        while review.spent < _LONGEST:
            if review.is_forgotten and not await self._is_watched(review.key):
                self._open.pop(review.key, None)
                raise asyncio.CancelledError
            try:
                piece = await self._piece(review)
            except (JobsFullError, GraphMissingError):
                await asyncio.sleep(_PAUSE)
                continue
            except JobTooCostlyError as error:
                if review.data is None:
                    raise
                log.warning("review_cut_short", why=str(error))
                return
            if review.version:
                review.stage = ReviewStage.RUNNING
            review.data, review.version = piece.data, review.version + 1
            review.spent += piece.seconds
            if piece.is_last:
                return
            if not await self._is_wanted(review, piece.data):
                self._open.pop(review.key, None)
                raise asyncio.CancelledError
        log.warning("review_long", seconds=round(review.spent))

    async def _is_wanted(self, review: AwaitedReview, data: bytes) -> bool:
        """Show a review to the other nodes as far as it is. Returns whether a person still wants it, as far as is known."""
        try:
            return await self._go_on(review.key, data, review.version)
        except SaveError as error:
            log.warning("review_not_shown", why=str(error))
            return True

    async def _piece(self, review: AwaitedReview) -> ReviewPiece:
        if review.data is None:
            return await self._jobs.run(FIRST_VERDICTS, review.asker, review.request)
        return await self._jobs.run(REVIEW_PIECE, review.asker, review.request, review.data)

    def _end(self, review: AwaitedReview, failure: NotationError | SentenceError | None = None) -> None:
        review.stage = ReviewStage.DONE if failure is None else ReviewStage.FAILED
        review.failure = failure
        self._open.pop(review.key, None)
        self._ended[review.key] = review
        while len(self._ended) > _REMEMBERED:
            self._ended.pop(next(iter(self._ended)))


T = TypeVar("T")


class AnswersByLog(Generic[T]):
    """The answers of workers about the latest games. Each is asked for once, by the log of the game."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[bytes, T] = OrderedDict()

    async def of(self, kind: JobKind[[bytes], T], jobs: Jobs, log: bytes) -> T:
        """The answer of a job about the game with that log. Raises as the job does: `LogError`, `NotationError`."""
        key = sha256(log).digest()
        if key not in self._known:
            self._known[key] = await jobs.run(kind, log)
        self._known.move_to_end(key)
        found = self._known[key]
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return found


_ASKERS = 256
"""The reviews in progress of which is remembered who has asked for them."""
_RECORDS, _REPORTS = 16, 256
"""The records and the reports that are remembered."""


class Reviews(FeatureService):
    """The reviews of a server. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, services: Services) -> None:
        self._left = services.left
        self._askers: OrderedDict[str, Asker] = OrderedDict()
        """Who has asked last for each review that is not finished."""
        self.files = ReviewFiles(services.config.data)
        self.shared = SharedReviews(services.database)
        """What other nodes know of games and reviews."""
        self._awaited = AwaitedReviews(services.jobs, self._kept, self._show_others, self._is_watched)
        self.records = AnswersByLog[RecordedGame](_RECORDS)
        """The records of the tables whose reviews are looked at; a page that looks at one asks once a second."""
        self.reports = AnswersByLog[FairPlayReport](_REPORTS)
        """The reports on finished games for their arbiters."""

    async def keep(self, data: bytes, asker: Asker) -> str:
        """Store the file of a game for who gives it. Returns its name; raises `SaveError` where the disk takes no more."""
        id = await asyncio.to_thread(self.files.keep_game, data)
        await self.shared.put_review(self.files.game_file(id), data)
        await self._count(self.files.game_file(id), asker)
        return id

    async def given_game(self, id: str) -> bytes | None:
        """The file of a game that a person gave, at this node or another one; `None` if it is not here any more."""
        data = await asyncio.to_thread(self.files.game, id)
        if data is None and (found := await self.shared.find_review(self.files.game_file(id))) is not None:
            return found.data
        return data

    async def show(self, id: str, request: ReviewRequest) -> AwaitedReview:
        """The review of a game as far as it is."""
        key = await asyncio.to_thread(request.key, id)
        found = self._awaited.find(key)
        if found is not None and found.stage is not ReviewStage.DONE:
            return found
        data = await asyncio.to_thread(self.files.review, key)
        if data is not None:
            return AwaitedReview(key, request, stage=ReviewStage.DONE, version=1, data=data)
        if found is None and (elsewhere := await self.shared.find_review(self.files.review_file(key))) is not None:
            stage = ReviewStage.RUNNING if elsewhere.version else ReviewStage.WAITING
            stage = ReviewStage.DONE if elsewhere.is_done else stage
            return AwaitedReview(key, request, stage=stage, version=elsewhere.version, data=elsewhere.data)
        return found or AwaitedReview(key, request, stage=ReviewStage.NONE)

    async def ask(self, id: str, request: ReviewRequest, asker: Asker) -> AwaitedReview:
        """Let a person wait for a review, and for no other one. Raises `ReviewsFullError`."""
        found = await self.show(id, request)
        is_elsewhere = found.making is None and found.stage in (ReviewStage.WAITING, ReviewStage.RUNNING)
        if found.stage is ReviewStage.DONE or is_elsewhere:
            return found
        self._askers[found.key] = asker
        while len(self._askers) > _ASKERS:
            self._askers.popitem(last=False)
        if found.making is not None:
            return self._awaited.ask(found.key, request, asker)
        name = self.files.review_file(found.key)
        await self.shared.put_review(
            name, b"", 0, is_done=False
        )  # before it is made: the first piece looks whether it is wanted
        try:
            return self._awaited.ask(found.key, request, asker)
        except ReviewsFullError:
            await self.shared.remove_reviews(name)
            raise

    async def cancel(self, id: str, request: ReviewRequest, person: str) -> None:
        """A person does not want a review any more."""
        key = await asyncio.to_thread(request.key, id)
        if self._awaited.find(key) is None:  # another node makes it, which notices at the next piece
            found = await self.shared.find_review(self.files.review_file(key))
            if found is not None and not found.is_done:
                await self.shared.remove_reviews(self.files.review_file(key))
        self._awaited.cancel(key, person)

    def waits(self, person: str) -> bool:
        """Whether a person waits for a review."""
        return self._awaited.waits(person)

    def place(self, review: AwaitedReview) -> int:
        """The number of reviews whose turn comes before that of this one."""
        return self._awaited.place(review)

    async def tidy(self) -> None:
        """Delete what was not looked at for long at any node."""
        await self.shared.drop_old()

    async def tidy_node(self) -> None:
        """Delete files that were not opened for long."""
        await asyncio.to_thread(self.files.tidy)

    async def close(self) -> None:
        """Make none any more."""
        await self._awaited.close()

    async def _kept(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(self.files.keep_review, key, data)
        await self.shared.put_review(self.files.review_file(key), data)
        await self._count(self.files.review_file(key), self._askers.pop(key, None))

    async def _show_others(self, key: str, data: bytes, version: int) -> bool:
        return await self.shared.go_on(self.files.review_file(key), data, version)

    async def _is_watched(self, key: str) -> bool:
        return await self.shared.is_watched(self.files.review_file(key), _UNWATCHED)

    async def _count(self, file: str, asker: Asker | None) -> None:
        """Count a file for who has left it; their oldest ones give way to it."""
        if asker is None:
            return
        leaver = Leaver(person=asker.person, address=asker.address)
        size = await asyncio.to_thread(self.files.size, file)
        await self._left.note(LeftKind.REVIEW, file, leaver, size)
        if old := [each for each in await self._left.too_old(LeftKind.REVIEW, leaver) if each != file]:
            await asyncio.to_thread(self.files.remove, *old)
            await self.shared.remove_reviews(*old)
            await self._left.forget(LeftKind.REVIEW, *old)
