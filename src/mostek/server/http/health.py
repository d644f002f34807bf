"""The health of the server, for its operator and for programs that watch it."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from litestar import MediaType, Response, get
from litestar.datastructures import State

from mostek.app.help import Help
from mostek.server import metrics
from mostek.server.condition import Condition, Matter
from mostek.server.http.bodies import Health, HealthWarning, Readiness
from mostek.server.http.middleware import ALIVE, WebRequest
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.operator_access import is_operator
from mostek.server.processes import free_space, memory
from mostek.server.sessions import speak


@get(ALIVE, help=Help.NONE, media_type=MediaType.TEXT, include_in_schema=False)
async def alive() -> str:
    """The server answers. It reads nothing for this."""
    return "ok\n"


@get("/readyz", help=Help.NONE, include_in_schema=False)
async def ready(request: WebRequest, state: State) -> Response[Readiness]:
    """Whether people can be sent here: what they do is saved, the search graph is there, and bots can play."""
    speak(request)
    condition: Condition = state.condition
    reasons = tuple(_warning(each) for each in await condition.matters() if each.blocks)
    if not reasons:
        return Response(Readiness("ready", ()))
    return Response(
        Readiness("not_ready", reasons), status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "5"}
    )


@get("/api/health", help=Help.NONE, operation_id="health", responses=problems(503), tags=["health"])
async def health(request: WebRequest, state: State) -> Health:
    """Whether the server runs and its database can be read and written, and what its operator should know."""
    speak(request)
    condition: Condition = state.condition
    if (fault := condition.write_fault()) is not None:
        raise fault
    await condition.check_reading()
    found = [each for each in await condition.matters() if not each.passes]
    return Health("ok", condition.games_to_open, tuple(_warning(each) for each in found))


@get("/metrics", help=Help.NONE, include_in_schema=False)
async def show_metrics(request: WebRequest, state: State) -> Response[bytes]:
    """The figures for Prometheus, for the operator alone."""
    condition: Condition = state.condition
    if not is_operator(request, condition.config, state.operator_token):
        refusal = RequestRefused(
            HTTPStatus.UNAUTHORIZED, "not_operator", "The figures of the server are for its operator alone."
        )
        refusal.headers["WWW-Authenticate"] = "Bearer"
        raise refusal
    await _measure(condition)
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


async def _measure(condition: Condition) -> None:
    """Set the figures that are not counted but measured."""
    matters, used = await condition.matters(), await asyncio.to_thread(memory)
    free = await asyncio.to_thread(free_space, condition.config.data)
    metrics.GAMES.set(condition.games_in_progress)
    metrics.READY.set(not any(each.blocks for each in matters))
    metrics.MATTERS.clear()
    for each in matters:
        metrics.MATTERS.labels(each.code).set(1)
    metrics.DISK_FREE.set(float("nan") if free is None else free)
    metrics.MEMORY.labels("server").set(used.server)
    metrics.MEMORY.labels("workers").set(sum(used.workers))
    metrics.WORKERS.set(len(used.workers))


def _warning(matter: Matter) -> HealthWarning:
    return HealthWarning(matter.code, matter.detail, matter.remedy)
