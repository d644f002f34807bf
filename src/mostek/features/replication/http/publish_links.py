"""The endpoints of a public server: a desk elsewhere publishes its tournament here by a link, piece by piece.

The link is the right to it. There is no account: who has the link owns the copy, takes it back, removes it, or goes on here.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath
from msgspec import Struct

from mostek.app.help import Help
from mostek.features.replication.http.service import WithReplication
from mostek.features.replication.model import LARGEST_PIECE, CopyReceipt
from mostek.server.http.jobs import WithJobs
from mostek.server.http.middleware import Limits, by_address
from mostek.server.http.problems import problems, too_many
from mostek.server.http.services import Asking, known

_FILES = 20
"""The whole files that one address may fetch in a minute."""


class GoneOn(Struct, frozen=True):
    """The tournament is run on this server from now on."""

    url: str


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    fetched = by_address("copies", _FILES)
    return Router(
        "/copies/{token:str}",
        route_handlers=[
            show_copy,
            remove_copy,
            post("/", help=Help.NONE, request_max_body_size=LARGEST_PIECE, **_TAKE)(_take),
            get("/file", help=Help.NONE, middleware=[fetched], media_type="application/jsonl", **_FILE)(_file),
            get("/journal", help=Help.NONE, middleware=[fetched], media_type="application/jsonl", **_JOURNAL)(_journal),
            post("/go-on", help=Help.NONE, middleware=[by_address("taking over", limits.invitations)], **_GO_ON)(
                _go_on
            ),
        ],
        tags=["copies"],
    )


@get("/", help=Help.NONE, operation_id="show_copy", responses=problems(404, 409, 410, 429))
async def show_copy(replication: WithReplication, token: FromPath[str]) -> CopyReceipt:
    """The contents of the copy; who publishes goes on from there."""
    return await replication.copies.state(token)


@delete("/", help=Help.NONE, operation_id="remove_copy", status_code=204, responses=problems(404, 409, 503))
async def remove_copy(replication: WithReplication, token: FromPath[str]) -> None:
    """Take the copy away: pages, file and journal."""
    await replication.copies.remove(token)


async def _take(
    request: Request[Any, Any, Any], replication: WithReplication, jobs: WithJobs, token: FromPath[str]
) -> CopyReceipt:
    """Take a piece: signed, checked step by step, and only if it continues the copy."""
    await replication.copies.links.get(token)  # who has no link sends no megabytes
    length = request.headers.get("content-length", "")
    if wait := replication.copies.wait_for(token, int(length) if length.isdecimal() else LARGEST_PIECE):
        raise too_many(wait)
    data = await request.body()
    return await replication.copies.receive(token, data, jobs)


async def _file(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The file of the copy, whole, for the owner of the link. It has all names."""
    _, data, _ = await replication.copies.file(token)
    return Response(data, media_type="application/jsonl", headers={"Content-Security-Policy": "sandbox"})


async def _journal(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The journal of the copy: the signed hash of the file after each step."""
    _, _, journal = await replication.copies.file(token)
    return Response(journal, media_type="application/jsonl", headers={"Content-Security-Policy": "sandbox"})


async def _go_on(replication: WithReplication, person: Asking, token: FromPath[str]) -> GoneOn:
    """Run the tournament on this server from now on. I am its director."""
    return GoneOn(await replication.copies.go_on(token, known(person)))


_TAKE: dict[str, Any] = {
    "operation_id": "take_piece",
    "status_code": 200,
    "responses": problems(403, 404, 409, 410, 413, 422, 429, 503),
}
_FILE: dict[str, Any] = {"operation_id": "take_copy_back", "responses": problems(404, 429)}
_JOURNAL: dict[str, Any] = {"operation_id": "take_journal_back", "responses": problems(404, 429)}
_GO_ON: dict[str, Any] = {
    "operation_id": "go_on_here",
    "status_code": 200,
    "responses": problems(401, 404, 409, 429, 503),
}
