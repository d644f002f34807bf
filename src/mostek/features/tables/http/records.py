"""The endpoints for the files of a game: record, log, score sheet, and the proof of its random draws."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypeAlias

from litestar import Response
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableError, TableFault, TableStatus
from mostek.app.users import User
from mostek.core.players import Role, Seat, Viewer
from mostek.features.tables.feature import PROVE_GAME, RECORD_GAME, SHEET_OF_GAME
from mostek.features.tables.http.cards import live_tables, published
from mostek.messages import language
from mostek.server.http.game_logs import finished, game_file, table_of
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices
from mostek.store.game_proof import CheckOutcome, Known, ProofCheck
from mostek.store.games import is_sealed, is_signed


class ProofLine(Struct, frozen=True):
    """One check of a finished game, with its sentence in the language of the request."""

    check: str
    outcome: Literal["holds", "fails", "open"]
    message: str


class GameProof(Struct, frozen=True):
    """The proof of a game: `verified` is `null` while the seed is secret, and where nothing is drawn from one."""

    commitment: str | None
    seed: str | None
    verified: bool | None
    checks: tuple[ProofLine, ...] = ()
    """What `mostek verify` finds in the file of the game."""


_REMEMBERED = 1024
"""The number of cached proofs."""


class Verifications:
    """A cache of verifications."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[bytes, str, str], GameProof] = OrderedDict()

    async def of(self, log: bytes, promised: str | None, known: Known, jobs: Jobs) -> GameProof:
        """Verify the game with that log, that commitment to its seed, and what else is known about it."""
        key = (sha256(log).digest(), repr(known), language())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _proof(promised, *await jobs.run(PROVE_GAME, log, known))
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found


def _proof(promised: str | None, checks: tuple[ProofCheck, ...], seed: str | None) -> GameProof:
    lines = tuple(ProofLine(check.name, check.outcome.value, check.sentence) for check in checks)
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    drawn = any(check.name == "draws" and check.outcome is CheckOutcome.HOLDS for check in checks)
    return GameProof(promised, seed, False if fails else drawn or None, lines)


AskedSeat: TypeAlias = Annotated[Seat | None, QueryParameter(name="seat")]
"""The one of my seats that I mean, where people share my device."""


routes = Routes("/api/tables/{id:str}", tag="records", limit=by_both("records"))
"""Reading and verifying a game takes a fraction of a second, so each has a limit."""


@routes.get("/game.gcg", help=Help.NONE, refuses=(404, 409, 422, 429, 503), media_type="text/plain")
async def show_gcg(services: WithServices, jobs: WithJobs, id: FromPath[str]) -> Response[bytes]:
    """The record of a finished game as GCG."""
    table = await finished(services, id)
    data = await jobs.run(RECORD_GAME, await game_file(services, table))
    return _download(data, "text/plain", f"{id}.gcg")


@routes.get("/game.jsonl", help=Help.NONE, refuses=(404, 409, 422, 429, 503), media_type="application/jsonl")
async def show_log(
    services: WithServices, person: Asking, id: FromPath[str], seat: AskedSeat = None
) -> Response[bytes]:
    """The whole log of a finished game; `mostek verify` proves it. Only the arbiter gets the lines for the arbiter."""
    table = await finished(services, id)
    return _download(await game_file(services, table, _viewer(table, person, seat)), "application/jsonl", f"{id}.jsonl")


@routes.get("/sheet", help=Help.NONE, refuses=(404, 409, 422, 429, 503))
async def show_sheet(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], seat: AskedSeat = None
) -> Response[Any]:
    """The score sheet as I may see it. Spectators of a delayed game get it at the end."""
    table = await table_of(services, id)
    viewer = _viewer(table, person, seat)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    if table.status is not TableStatus.OVER and viewer is Role.SPECTATOR and table.proposal.delay:
        raise TableError(TableFault.NOT_OVER)
    data = await game_file(services, table, viewer)
    return Response(await jobs.run(SHEET_OF_GAME, data, viewer, id), media_type="application/json")


@routes.get("/proof", help=Help.NONE, refuses=(404, 409, 422, 429, 503))
async def show_proof(services: WithServices, jobs: WithJobs, id: FromPath[str]) -> GameProof:
    """The commitment before the first draw, and after the game the seed with the result of the verification."""
    table = await table_of(services, id)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    promised = published(table)
    if table.status is not TableStatus.OVER:
        return GameProof(promised, None, None)
    log = await game_file(services, table)
    names = {place.seat: place.name for place in table.places if place.person is not None}
    key = services.key if is_signed(table.header) else None
    known = Known(key=key, result=table.result, names=names if is_sealed(table.header) else None)
    return await _known_proofs(services).of(log, promised, known, jobs)


def _known_proofs(services: Services) -> Verifications:
    return live_tables(services).proofs


def _viewer(table: LobbyTable, person: User | None, seat: Seat | None) -> Viewer:
    return table.viewer_of(person.id if person is not None else None, seat)


def _download(data: bytes, media_type: str, name: str) -> Response[bytes]:
    return Response(data, media_type=media_type, headers=file_headers(name), status_code=HTTPStatus.OK)
