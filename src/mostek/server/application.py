"""The application: everything that the server answers, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import structlog
from litestar import HttpMethod, Litestar, Router, get, route
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.stores.memory import MemoryStore

from mostek.app.people import Person
from mostek.app.ports import LogError
from mostek.engine.bots import levels
from mostek.engine.bots.workers import BotError, BotWorkers
from mostek.lexicon import DEFAULT, LexiconError
from mostek.live.bots import Thinker
from mostek.live.session_manager import SessionManager
from mostek.server import logs
from mostek.server.config import Config
from mostek.server.http import catalogue, invitations, passkeys, people, records, tables
from mostek.server.http.bodies import Health
from mostek.server.http.middleware import Limits, SessionMiddleware, protection
from mostek.server.http.pages import Pages, show_page
from mostek.server.http.people import WebRequest
from mostek.server.http.problems import HANDLERS, problems, unknown
from mostek.server.http.services import Services, provide_services
from mostek.server.sessions import visitor
from mostek.server.websocket import Admission, LiveSocket
from mostek.store.database import Database
from mostek.store.games import DatabaseGames, forget_names
from mostek.store.people import PersonStore
from mostek.store.tables import TableStore
from mostek.store.tokens import now

LARGEST = 64 * 1024
"""The most bytes that a request may have."""
ABANDONED = 24 * 60 * 60 * 1000
"""After how many milliseconds a table is closed at which no game has begun."""
_SWEEP = 60 * 60
"""How often, in seconds, is tidied up."""

log = structlog.get_logger("mostek.server")


def application(config: Config, limits: Limits | None = None, thinker: Thinker | None = None) -> Litestar:
    """The server as an ASGI application. Its database is opened when it starts, and closed when it ends.

    `thinker` works out what bots do; by default processes do that.
    """
    limits = limits or Limits()
    return Application(
        route_handlers=[_api(limits), show_page],
        lifespan=[_running(config, thinker)],
        middleware=[SessionMiddleware(config)],
        before_send=[protection(config)],
        exception_handlers=HANDLERS,
        dependencies=_dependencies(config),
        openapi_config=_description(),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=4, exclude_opt_key="packed"
        ),
        request_max_body_size=LARGEST,
        logging_config=None,
    )


class Application(Litestar):
    """Litestar for all HTTP requests."""

    def __call__(self, scope: Any, receive: Any, send: Any) -> Coroutine[Any, Any, None]:
        """See ASGI. It hands on and does not wait itself, for a socket waits as long as it is open."""
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        return self.state.live(scope, receive, send) if is_socket else super().__call__(scope, receive, send)


def _api(limits: Limits) -> Router:
    return Router(
        "/api",
        route_handlers=[
            people.router(limits),
            passkeys.router(limits),
            tables.router(limits),
            records.router(limits),
            invitations.router(limits),
            catalogue.show_catalogue,
            catalogue.show_clause,
            catalogue.show_rulebook,
            catalogue.show_layout,
            catalogue.show_tile_set,
            health,
            _nothing,
        ],
    )


@get("/health", operation_id="health", responses=problems(503), tags=["health"])
async def health(state: State) -> Health:
    """Whether the server runs and its database can be read."""
    database: Database = state.database
    await database.read(lambda connection: connection.exec_driver_sql("select 1"))
    return Health("ok")


@route("/{path:path}", http_method=list(HttpMethod), include_in_schema=False)
async def _nothing(path: FromPath[str]) -> None:
    """What begins like this and is not above, is nothing."""
    raise unknown()


async def _prepare(workers: BotWorkers, wanted: bool) -> None:
    """Load the usual lexicon for bots early, so that the first game does not wait for it."""
    if wanted:
        try:
            await workers.prepare(DEFAULT)
        except (BotError, LexiconError, OSError) as error:
            log.warning("lexicon_not_prepared", lexicon=DEFAULT, why=str(error))


def _running(config: Config, thinker: Thinker | None) -> Callable[[Litestar], Any]:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        database = await asyncio.to_thread(Database.open, config.data)
        workers = BotWorkers(config.bot_processes, set_up=logs.set_up)
        table_store, person_store = TableStore(database), PersonStore(database)
        sessions = SessionManager(DatabaseGames(database), table_store, thinker or workers, config.forgetful)
        app.state.update({"database": database, "people": person_store, "tables": table_store, "sessions": sessions})
        app.state.live = LiveSocket(sessions, person_store, Admission(config), config)
        app.state.services = Services(config, database, person_store, table_store, sessions, levels())
        app.state.pages = Pages()
        await sessions.start()
        preparing = asyncio.get_running_loop().create_task(_prepare(workers, thinker is None))
        tidying = asyncio.get_running_loop().create_task(_tidy_up(app, app.state.services))
        try:
            yield
        finally:
            tidying.cancel()
            preparing.cancel()
            await sessions.stop()
            await workers.close()
            await asyncio.to_thread(database.close)

    return running


async def _tidy_up(app: Litestar, services: Services) -> None:
    """Begin games that were waiting for it when the server stopped; then, every hour, let go of what is past."""
    for name in await services.tables.complete():
        try:
            await services.games.begin(name)
        except (LogError, ValueError) as error:
            log.error("not_begun", game=name, why=str(error))
    while True:
        try:
            await services.tables.close_forgotten(now() - ABANDONED)
            await services.people.drop_expired()
            await forget_names(services.database)
            await _forget_limits(app)
        except LogError as error:
            log.error("not_tidied", why=str(error))
        await asyncio.sleep(_SWEEP)


async def _forget_limits(app: Litestar) -> None:
    """Drop old counts of requests: the store itself drops them only at the next request of the same person."""
    store = app.stores.get("rate_limit")
    if isinstance(store, MemoryStore):
        await store.delete_expired()


def _dependencies(config: Config) -> dict[str, Provide]:
    async def person(request: WebRequest) -> Person | None:
        return visitor(request)

    return {
        "config": Provide(lambda: config, sync_to_thread=False),
        "services": Provide(provide_services, sync_to_thread=False),
        "person": Provide(person),
    }


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="mostek",
        version=version("mostek"),
        description="Everything that is not live: people, tables, rulebooks, records. What is live goes over /live/{table}.",
        use_handler_docstrings=True,
        path="/api/openapi",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )
