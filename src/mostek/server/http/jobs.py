"""Costly work for the person of a request."""

from __future__ import annotations

from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from litestar.datastructures import State
from litestar.di import NamedDependency

from mostek.app.help import check_granted
from mostek.server.http.limits import address_of
from mostek.server.http.middleware import ReadingPlace, WebRequest
from mostek.server.sessions import visitor
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind

P = ParamSpec("P")
T = TypeVar("T")


class Jobs(NamedTuple):
    """The queue of costly work, for one asker."""

    queue: JobQueue
    asker: Asker
    place: ReadingPlace | None
    """The place of the request among those that read, which others need while this one waits for a worker."""

    async def run(self, kind: JobKind[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer to a job, when it is this asker's turn. Raises as `JobQueue.run` does; the problem handlers say it.

        An endpoint that does not declare the help of that kind is a mistake: `UndeclaredHelpError`.
        """
        check_granted(kind.help)
        self.leave_place()
        return await self.queue.run(kind, self.asker, *args, **kwargs)

    def leave_place(self) -> None:
        """Let others read: this request waits for a worker, perhaps for the job of another request."""
        if self.place is not None:
            self.place.leave()


async def provide_jobs(request: WebRequest, state: State) -> Jobs:
    """The jobs of the person who sends a request."""
    person = visitor(request)
    asker = Asker(address_of(request), "" if person is None else person.id)
    return Jobs(state.services.jobs, asker, ReadingPlace.of(request))


WithJobs: TypeAlias = NamedDependency[Jobs]
