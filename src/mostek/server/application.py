"""The ASGI application: HTTP endpoints, pages and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

import structlog
from litestar import HttpMethod, Litestar, get, route
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.host_date import HostDate
from mostek.app.ports import LogError, SharedTournamentLog
from mostek.app.users import User
from mostek.engine.bots import levels
from mostek.engine.bots.workers import Thinker
from mostek.feature import features, named
from mostek.live.tournament_sessions import TournamentSessions
from mostek.server import logs, metrics
from mostek.server.admission import Admission
from mostek.server.condition import Condition
from mostek.server.config import Config
from mostek.server.event_frames import event_frame
from mostek.server.freed_memory import return_free_pages
from mostek.server.head_requests import answer_head
from mostek.server.http import catalogue, health, operator_page, site_files
from mostek.server.http.api_pages import DescriptionFile
from mostek.server.http.bodies import ServerKey
from mostek.server.http.help_gate import check_declared, check_help, linking_players
from mostek.server.http.jobs import provide_jobs
from mostek.server.http.limits import LimitMiddleware, Limits
from mostek.server.http.middleware import SessionMiddleware, WebRequest, protection
from mostek.server.http.pages import Pages, show_page
from mostek.server.http.problems import HANDLERS, problems, unknown
from mostek.server.http.school_hints import has_school_hints
from mostek.server.http.services import Services, WithServices, provide_services, tidy_part
from mostek.server.http.strict_bodies import StrictRequest
from mostek.server.http.tournaments.refusing import (
    OvertakenByOthers,
    RefusedByDesk,
    overtaken_answer,
    refused_answer,
)
from mostek.server.mail import Mailer
from mostek.server.operator_access import FILE as OPERATOR_TOKEN
from mostek.server.operator_access import operator_token
from mostek.server.sessions import visitor
from mostek.server.tournament_space import TournamentSpace
from mostek.store.database import Database
from mostek.store.games import DatabaseGames, forget_names
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.left_files import LeftFileStore
from mostek.store.lobby import TableStore
from mostek.store.moved_log import moved_log
from mostek.store.node_chores import claim_chore, drop_old_chores
from mostek.store.node_news import StoredNews
from mostek.store.page_check import check_pages
from mostek.store.server_secrets import share_secrets
from mostek.store.shared_tournament import SharedTournament
from mostek.store.signing_key import FILE as SIGNING_KEY
from mostek.store.signing_key import signer_of
from mostek.store.tournament_files import COPIES_FOLDER, SUFFIX
from mostek.store.tournament_in_database import TournamentInDatabase
from mostek.store.users import UserStore
from mostek.work.job_queue import JobQueue
from mostek.work.worker import prepare_workers

LARGEST = 64 * 1024
"""The largest request body in bytes."""
SECRETS = (OPERATOR_TOKEN, SIGNING_KEY, "push.key")
"""The files of secrets that all nodes of a server share."""
_WARMED = 1.0
"""The seconds after the start until what starts workers is started, too: the first page need not wait for it."""
_SWEEP = 10 * 60
"""The interval of clean-ups, in seconds."""
_ALONE = 0.9 * _SWEEP
"""The seconds in which no other node does the clean-up that is for all."""
_FIRST_CHECK, _CHECK = 60, 24 * 60 * 60
"""The seconds before the first check of the database, and between two."""

log = structlog.get_logger("mostek.server")


def application(config: Config, limits: Limits | None = None, thinker: Thinker | None = None) -> Litestar:
    """The server as an ASGI application. Its database is opened when it starts, and closed when it ends.

    `thinker` works out what bots do; by default processes do that.
    """
    limits = limits or Limits()
    limiter = LimitMiddleware(limits)
    app = Application(
        route_handlers=[
            *_endpoints(),
            show_key,
            _nothing,
            health.health,
            health.alive,
            health.ready,
            health.show_metrics,
            operator_page.show_operator_page,
            operator_page.enter_token,
            site_files.show_robots,
            site_files.show_sitemap,
            site_files.show_security_contact,
            site_files.show_description,
            site_files.show_docs,
            *(named(place) for feature in features() for place in feature.pages),
            show_page,
        ],
        lifespan=[_running(config, limits, thinker)],
        middleware=[SessionMiddleware(config, limits), limiter],
        guards=[check_help],
        before_send=[protection(config), linking_players(config)],
        exception_handlers={**HANDLERS, RefusedByDesk: refused_answer, OvertakenByOthers: overtaken_answer},
        dependencies=_dependencies(config),
        openapi_config=_description(),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=4, exclude_opt_key="packed"
        ),
        request_class=StrictRequest,
        state=State({"limits": limits, "limiter": limiter, "kept": {}}),
        request_max_body_size=LARGEST,
        logging_config=None,
    )
    check_declared(app.routes)
    return app


class Application(Litestar):
    """Litestar for all HTTP requests."""

    def __call__(self, scope: Any, receive: Any, send: Any) -> Coroutine[Any, Any, None]:
        """The ASGI interface. It returns the inner awaitable: a frame of its own would stay in memory for every open socket."""
        past: Callable[..., Coroutine[Any, Any, None]] = super().__call__
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            return answer_head(self, scope, receive, send)
        if scope["type"] == ScopeType.WEBSOCKET and self.state.live is not None:
            past = self.state.live
        elif scope["type"] == ScopeType.HTTP:
            past = next((app for start, app in self.state.streams if scope["path"].startswith(start)), past)
        return past(scope, receive, send)


OWN = (catalogue,)
"""The files with endpoints of no feature."""


def _endpoints() -> Iterator[HTTPRouteHandler]:
    """The endpoints below `/api`. They are registered flat: Litestar copies what stands in a router, once for each level."""
    for file in OWN:
        yield from file.routes.endpoints
    for feature in features():
        for place in feature.routes:
            yield from named(place).endpoints


@get("/api/key", help=Help.NONE, operation_id="show_key", responses=problems(), tags=["records"])
async def show_key(services: WithServices) -> ServerKey:
    """The public key that signs the games of this server; `mostek verify --key` takes it."""
    return ServerKey(services.key)


@route("/api/{path:path}", help=Help.NONE, http_method=list(HttpMethod), include_in_schema=False)
async def _nothing(path: FromPath[str]) -> None:
    """Answer 404 for unknown addresses below `/api`."""
    raise unknown()


def _running(config: Config, limits: Limits, thinker: Thinker | None) -> Callable[[Litestar], Any]:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        database = await asyncio.to_thread(Database.open, config.data, config.database)
        await share_secrets(database, config.data, SECRETS)
        if config.copy is not None:
            await asyncio.to_thread(database.copy_to, config.copy)
        database.appended = metrics.APPENDS.observe
        jobs = JobQueue(logs.set_up, metrics.note_job)
        signer = await asyncio.to_thread(signer_of, config.data)
        key = None if signer is None else signer.public
        table_store, person_store = TableStore(database, key), UserStore(database)
        games = DatabaseGames(database, signer)
        date = HostDate(None if config.trust_date else database.last_dated())
        app.state.update({"database": database, "people": person_store})
        app.state.operator_token = await asyncio.to_thread(operator_token, config.data)
        hosted = HostedTournamentStore(database)
        left = LeftFileStore(database)
        space = TournamentSpace(config.data, config.tournament_share, hosted, left, database.is_shared)
        await space.start()
        halls = TournamentSessions(
            hosted,
            _logs_in(config.data, space, database),
            event_frame,
            token_hex(4),
            _moved_in(config.data),
            database.is_shared,
        )
        admission = Admission(config)
        app.state.news = news = StoredNews(database)
        mail = Mailer(config.mail) if config.mail is not None else None
        app.state.services = Services(
            config,
            database,
            person_store,
            table_store,
            levels(),
            date,
            admission,
            thinker,
            hosted,
            halls,
            jobs,
            space,
            left,
            games,
            news,
            signer,
            mail,
        )
        served = app.state.services.served
        for each in features():
            if each.service:
                served[each.name] = named(each.service)(app.state.services)
        app.state.live = next((each.socket for each in served.values() if each.socket is not None), None)
        app.state.streams = [each.streams for each in served.values() if each.streams is not None]
        app.state.condition = Condition(config, database, served, date)
        app.state.pages = Pages()
        app.state.services.listen_to(news)
        await news.start_looking()
        halls.start()
        for service in served.values():
            await service.start()
        beside = [
            asyncio.get_running_loop().create_task(task)
            for task in (
                _tidy_up(app),
                _check_pages(database),
                return_free_pages(),
                _prepare_workers(),
            )
        ]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            for service in reversed(served.values()):
                await service.close()
            if mail is not None:
                mail.stop()
            await halls.stop()
            await jobs.close()
            await news.stop_looking()
            await asyncio.to_thread(database.close)

    return running


async def _prepare_workers() -> None:
    await asyncio.sleep(_WARMED)
    await asyncio.to_thread(prepare_workers)


def _logs_in(data: Path, space: TournamentSpace, database: Database) -> Callable[[str], SharedTournamentLog]:
    """Opens the logs of tournaments by the names of their files; those that others publish lie in a folder of their own."""

    copies = [feature.log_copies for feature in features() if feature.log_copies]

    def opened(name: str) -> SharedTournamentLog:
        for place in copies if name.startswith(f"{COPIES_FOLDER}/") else ():
            return cast(SharedTournamentLog, named(place)(data / f"{name}{SUFFIX}"))
        path, few_copies = data / "tournaments" / f"{name}{SUFFIX}", space.is_left(name)
        if database.is_shared:
            return TournamentInDatabase(database, name, path, few_copies)
        return SharedTournament(path, few_copies)

    return opened


def _moved_in(data: Path) -> Callable[[str], str | None]:
    """Says where the tournament of a file goes on."""

    def moved_to(name: str) -> str | None:
        found = moved_log(data / "tournaments" / f"{name}{SUFFIX}")
        return None if found is None else found.url

    return moved_to


async def _tidy_up(app: Litestar) -> None:
    """Close what nobody uses and delete expired data, again and again."""
    while True:
        try:
            await tidy_once(app, await claim_chore(app.state.services.database, "tidy", _ALONE))
        except LogError as error:
            log.error("not_tidied", what="chores", why=str(error))
        await asyncio.sleep(_SWEEP)


async def tidy_once(app: Litestar, is_for_all: bool = True) -> None:
    """Do one clean-up, with `is_for_all` also that of what all nodes share.

    Nothing is deleted, closed or ended for its age while the date of the host is in doubt.
    """
    services: Services = app.state.services
    app.state.limiter.forget()
    if _is_date_right(services.date):
        await tidy_part("date", services.database.note_date(services.date.trust()))
        for name, served in services.served.items():
            await tidy_part(name, served.tidy_node())
        if not is_for_all:
            return
        await tidy_part("chores", drop_old_chores(services.database))
        await tidy_part("news", app.state.news.drop_old())
        for name, served in services.served.items():
            await tidy_part(name, served.tidy())
        # Last, when the people who are expired are gone: features tidy in an order that does not know of each other.
        await tidy_part("names", forget_names(services.database))


async def _check_pages(database: Database) -> None:
    """Read the whole database once a day, beginning soon after the start."""
    while True:
        await asyncio.sleep(_FIRST_CHECK)
        await check_pages(database)
        await asyncio.sleep(_CHECK)


def _is_date_right(date: HostDate) -> bool:
    """Whether things may be deleted for their age."""
    doubt = date.doubt()
    if doubt is not None:
        log.warning("date_doubted", why=str(doubt))
    return doubt is None


def _dependencies(config: Config) -> dict[str, Provide]:
    async def person(request: WebRequest) -> User | None:
        return visitor(request)

    return {
        "config": Provide(lambda: config, sync_to_thread=False),
        "jobs": Provide(provide_jobs),
        "services": Provide(provide_services, sync_to_thread=False),
        "person": Provide(person),
        "school_hints": Provide(has_school_hints),
    } | {feature.name: _serving(feature.name) for feature in features() if feature.service}


def _serving(name: str) -> Provide:
    def served(state: State) -> Any:
        return state.services.served[name]

    return Provide(served, sync_to_thread=False)


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="mostek",
        version=version("mostek"),
        description="Everything that is not live: people, tables, rulebooks, records. What is live goes over /live/{table}.",
        use_handler_docstrings=True,
        path="/api/openapi",
        render_plugins=[DescriptionFile(path="/openapi.json")],
    )
