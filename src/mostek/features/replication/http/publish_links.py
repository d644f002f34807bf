"""The endpoints of a public server: a desk elsewhere publishes its tournament here by a link, piece by piece.

The link is the right to it. There is no account: who has the link owns the copy, takes it back, removes it, or goes on here.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.params import FromPath
from msgspec import Struct

from mostek.app.help import Help
from mostek.features.replication.http.service import WithReplication
from mostek.features.replication.model import LARGEST_PIECE, CopyReceipt
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_address
from mostek.server.http.problems import too_many
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, known

_FILES = 20
"""The whole files that one address may fetch in a minute."""


class GoneOn(Struct, frozen=True):
    """The tournament is run on this server from now on."""

    url: str


routes = Routes("/api/copies/{token:str}", tag="copies")


@routes.get(help=Help.NONE, refuses=(404, 409, 410, 429))
async def show_copy(replication: WithReplication, token: FromPath[str]) -> CopyReceipt:
    """The contents of the copy; who publishes goes on from there."""
    return await replication.copies.state(token)


@routes.delete(help=Help.NONE, status=204, refuses=(404, 409, 503))
async def remove_copy(replication: WithReplication, token: FromPath[str]) -> None:
    """Take the copy away: pages, file and journal."""
    await replication.copies.remove(token)


@routes.post(
    help=Help.NONE,
    refuses=(403, 404, 409, 410, 413, 422, 429, 503),
    operation_id="take_piece",
    request_max_body_size=LARGEST_PIECE,
)
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


@routes.get(
    "/file",
    help=Help.NONE,
    limit=by_address("copies", _FILES),
    refuses=(404, 429),
    operation_id="take_copy_back",
    media_type="application/jsonl",
)
async def _file(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The file of the copy, whole, for the owner of the link. It has all names."""
    _, data, _ = await replication.copies.file(token)
    return Response(data, media_type="application/jsonl", headers={"Content-Security-Policy": "sandbox"})


@routes.get(
    "/journal",
    help=Help.NONE,
    limit=by_address("copies", _FILES),
    refuses=(404, 429),
    operation_id="take_journal_back",
    media_type="application/jsonl",
)
async def _journal(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The journal of the copy: the signed hash of the file after each step."""
    _, _, journal = await replication.copies.file(token)
    return Response(journal, media_type="application/jsonl", headers={"Content-Security-Policy": "sandbox"})


@routes.post(
    "/go-on",
    help=Help.NONE,
    limit=by_address("taking over", "invitations"),
    refuses=(401, 404, 409, 429, 503),
    operation_id="go_on_here",
)
async def _go_on(replication: WithReplication, person: Asking, token: FromPath[str]) -> GoneOn:
    """Run the tournament on this server from now on. I am its director."""
    return GoneOn(await replication.copies.go_on(token, known(person)))
