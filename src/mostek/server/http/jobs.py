"""Costly work for the person of a request."""

from __future__ import annotations

from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from litestar.di import NamedDependency

from mostek.server.http.middleware import address_of
from mostek.server.http.people import WebRequest
from mostek.server.http.services import Services
from mostek.server.sessions import visitor
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind

P = ParamSpec("P")
T = TypeVar("T")


class Jobs(NamedTuple):
    """The queue of costly work, for one asker."""

    queue: JobQueue
    asker: Asker

    async def run(self, kind: JobKind[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer to a job, when it is this asker's turn. Raises as `JobQueue.run` does; the problem handlers say it."""
        return await self.queue.run(kind, self.asker, *args, **kwargs)


async def provide_jobs(request: WebRequest, services: NamedDependency[Services]) -> Jobs:
    """The jobs of the person who sends a request."""
    person = visitor(request)
    return Jobs(services.jobs, Asker(address_of(request), "" if person is None else person.id))


WithJobs: TypeAlias = NamedDependency[Jobs]
