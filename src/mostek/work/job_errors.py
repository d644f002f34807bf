"""The reasons for which a job has no answer, each a sentence for the person who waits."""

from __future__ import annotations

from mostek.core.errors import SentenceError


class JobError(SentenceError):
    """A job without an answer."""


class JobsFullError(JobError):
    """Too many jobs wait already."""

    def __init__(self, seconds: float) -> None:
        super().__init__("The server has much to do for others. Try again in a moment.")
        self.seconds = seconds
        """After how many seconds another try makes sense."""


class JobTooCostlyError(JobError):
    """A job needed more time, memory or room for its answer than one request may have; its worker has been ended."""


class JobLostError(JobError):
    """The worker has ended in the middle of a job, twice."""

    def __init__(self) -> None:
        super().__init__("The work on this request was interrupted. Try again in a moment.")


class ListNotReadyError(JobError):
    """The graphs of a word list are still being built."""

    def __init__(self, lexicon: str) -> None:
        super().__init__("The word list {name} is being prepared. Try again in a moment.", name=lexicon)
