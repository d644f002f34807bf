"""The addresses below `/e`: a public page, a document, or the list of public tournaments; everything else is the web page's."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from datetime import datetime
from http import HTTPStatus
from math import ceil
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import structlog
from litestar import Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostedTournament, HostingError, Visibility
from mostek.app.log_copies import QUIET
from mostek.app.ports import LogError
from mostek.app.shown_names import is_named
from mostek.app.tournaments import hall_time
from mostek.core.errors import SentenceError
from mostek.documents.document import NothingToPrintError, PrintRequest
from mostek.documents.template_files import NoTypesetterError
from mostek.feature import FeatureService
from mostek.features.public_pages.feature import LINK_PICTURE, PUBLIC_DOCUMENT, PUBLIC_PAGE
from mostek.features.public_pages.model import CopyAge, ShownEvent
from mostek.features.public_pages.page_cache import LinkPictures, PageCache, StoredPage
from mostek.features.public_pages.public_page import (
    PICTURE,
    TEMPLATES,
    Context,
    PageRequest,
    PublicPage,
    is_public,
    page_at,
    whole_number,
)
from mostek.live.tournament_session import TournamentSession
from mostek.messages import LANGUAGES, count, explained, language, text, use
from mostek.messages.tournament_words import days, moment
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.page_templates import Assets, html_of_template
from mostek.server.http.pages import show_page
from mostek.server.http.people import WebRequest
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import access
from mostek.store.tokens import now
from mostek.work.job_errors import JobError, JobsFullError, JobTooCostlyError

log = structlog.get_logger("mostek.http")

_HTML = "text/html"
_DOCUMENTS = "documents/"
_PDF_SUFFIX = ".pdf"
_HEAD = 16
"""The digits of the hash of the log at the edge of a document."""
_LONGEST_QUERY = 2_000


class PublicPages(FeatureService):
    """The pages and the pictures that were made for readers."""

    def __init__(self, services: Services) -> None:
        self.pages = PageCache()
        self.pictures = LinkPictures()


class Reader:
    """A reader of public pages: their language, and the query of the address."""

    def __init__(self, request: WebRequest) -> None:
        query = parse_qs(request.scope["query_string"][:_LONGEST_QUERY].decode("ascii", "replace"))
        self._asked = {name: values[0] for name, values in query.items()}
        chosen = self._asked.get("lang")
        self.lang = chosen if chosen in LANGUAGES else None
        if self.lang is not None:
            use(self.lang)
        self.accepts_gzip = "gzip" in request.headers.get("accept-encoding", "")
        self.has = request.headers.get("if-none-match")

    def word(self, name: str) -> str | None:
        """A text of the query."""
        return self._asked.get(name)

    def number(self, name: str) -> int | None:
        """A number of the query. Raises `RequestRefused` for what is none."""
        value = self._asked.get(name)
        if value is None:
            return None
        if (number := whole_number(value)) is None:
            raise unknown()
        return number


@get(["/e", "/e/{id:str}", "/e/{id:str}/{path:path}"], help=Help.NONE, include_in_schema=False, packed=True)
async def show_public(
    request: WebRequest,
    state: State,
    services: WithServices,
    public_pages: NamedDependency[PublicPages],
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str] = "",
    path: FromPath[str] = "",
) -> Response[bytes]:
    """A public page of a tournament; what is none, such as the desk, is shown by the web page."""
    path = path.strip("/")
    found = page_at(path)
    if id and found is None and not is_public(path):
        shown: Response[bytes] = await show_page.fn(request, state, services, person, f"e/{id}/{path}")
        return shown
    assets = Assets.among(await state.pages.files())
    reader = Reader(request)
    try:
        if not id:
            return _sent(reader, await _list(public_pages.pages, services, assets), {"Cache-Control": "no-cache"})
        tournament = await access(services, id, person)
        place = _Place(services, tournament.session, public_pages.pages, assets, jobs)
        if path == PICTURE:
            page = await place.picture(public_pages.pictures)
        else:
            page = await (_page(place, reader, path, *found) if found else _document(place, reader, path))
    except HostingError:
        return _problem(unknown(), assets)
    except (RequestRefused, LogError, NothingToPrintError, NoTypesetterError, JobError) as error:
        return _problem(error, assets)
    return _sent(reader, page, _headers(tournament.hosted))


class _Place(NamedTuple):
    """A tournament and its stored pages."""

    services: Services
    session: TournamentSession
    cache: PageCache
    assets: Assets
    jobs: Jobs

    async def page(
        self, reader: Reader, key: tuple[object, ...], make: Callable[[ShownEvent], Awaitable[StoredPage]]
    ) -> StoredPage:
        """A page, made now if there is none of this version."""
        session = self.session
        event = self._event(_age(session))
        about = (event.audience, event.copied and (event.copied.time, event.copied.is_quiet), event.moved)
        version = (session.n, session.head, event.announcements, event.online, about, self.assets)
        self.jobs.leave_place()
        return await self.cache.page(session, version, (*key, reader.lang, language()), lambda: make(event))

    async def picture(self, pictures: LinkPictures) -> StoredPage:
        """The picture of a link to the event."""
        session, audience = self.session, self.session.hosted.audience
        unnamed = frozenset(n for n, each in session.state.entrants.items() if not is_named(each.person, audience))
        version = (session.n, session.head)
        key = (session.hosted.id, language())

        def make() -> Awaitable[StoredPage]:
            return self.jobs.run(LINK_PICTURE, self._event(None))

        self.jobs.leave_place()
        return await pictures.picture(key, version, (audience, unnamed), make)

    def _event(self, copied: CopyAge | None) -> ShownEvent:
        session = self.session
        return ShownEvent(
            id=session.hosted.id,
            url=self.services.config.url,
            state=session.state,
            audience=session.hosted.audience,
            announcements=session.announcements,
            changed_at=session.steps[-1].command.at,
            online=session.hosted.online,
            copied=copied,
            moved=session.moved,
        )


def _age(session: TournamentSession) -> CopyAge | None:
    """How fresh a copy is, by the clock of this machine, which has noted when the hall last said that this is everything."""
    if session.copied_at is None:
        return None
    at = datetime.fromtimestamp(session.copied_at / 1000).astimezone().replace(tzinfo=None)
    time = f"{at:%H:%M}" if at.date() == hall_time().date() else moment(at)
    return CopyAge(time, session.copied_at, now() - session.copied_at > QUIET * 1000)


async def _page(place: _Place, reader: Reader, path: str, page: PublicPage, numbers: dict[str, int]) -> StoredPage:
    taken: dict[str, Any] = {name: reader.number(name) for name in page.takes - {"division"}}
    if "division" in page.takes:
        taken["division"] = reader.word("division")
    request = PageRequest(**numbers | taken)
    mark = place.session.public.mark  # what comes after it is sent again, and changes nothing if it is in the page

    async def make(event: ShownEvent) -> StoredPage:
        about = (event, reader.lang, page.name, request, path, mark, place.assets)
        return await place.cache.in_turn(lambda: place.jobs.run(PUBLIC_PAGE, *about))

    return await place.page(reader, (path, request), make)


async def _document(place: _Place, reader: Reader, path: str) -> StoredPage:
    if not (path.startswith(_DOCUMENTS) and path.endswith(_PDF_SUFFIX)):
        raise unknown()
    stem = path.removeprefix(_DOCUMENTS).removesuffix(_PDF_SUFFIX)
    divisions = place.session.state.divisions
    asked = reader.word("division")
    division = next(iter(divisions)) if asked is None else asked
    if division not in divisions:
        raise unknown()
    number = reader.number("round") or len(divisions[division].rounds)
    category = reader.word("category") or ""
    code = text("Journal: {code}, step {n}", code=_code(place.session.head), n=place.session.n)

    def make(event: ShownEvent) -> Awaitable[StoredPage]:
        return place.jobs.run(PUBLIC_DOCUMENT, event, stem, PrintRequest(division, number, category=category), code)

    return await place.page(reader, ("documents", stem, division, number, category), make)


def _code(head: str) -> str:
    return " ".join(head[place : place + 4] for place in range(0, _HEAD, 4))


def _headers(hosted: HostedTournament) -> dict[str, str]:
    """Search engines list what the director lists; what only officials see is stored nowhere."""
    visibility = hosted.audience.visibility
    headers = {"Cache-Control": "no-store" if visibility is Visibility.PRIVATE else "no-cache"}
    return headers if visibility is Visibility.PUBLIC else {**headers, "X-Robots-Tag": "noindex"}


def _sent(reader: Reader, page: StoredPage, headers: dict[str, str]) -> Response[bytes]:
    """The page, unless the reader has it already."""
    headers = {**headers, "ETag": page.tag, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    headers["Content-Language"] = language()
    if reader.has == page.tag:
        return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers, media_type=page.media_type)
    if not page.is_packed:
        return Response(page.data, headers=headers, media_type=page.media_type)
    if reader.accepts_gzip:
        return Response(page.data, headers={**headers, "Content-Encoding": "gzip"}, media_type=page.media_type)
    return Response(gzip.decompress(page.data), headers=headers, media_type=page.media_type)


def _problem(error: SentenceError | RequestRefused, assets: Assets) -> Response[bytes]:
    """A page with the reason for which there is none."""
    match error:
        case RequestRefused():
            status = error.status
        case NothingToPrintError():
            status = HTTPStatus.NOT_FOUND
        case JobTooCostlyError():
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        case JobError():
            status = HTTPStatus.SERVICE_UNAVAILABLE
        case _:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            log.error("public_page_failed", why=str(error))
    headers = {"X-Robots-Tag": "noindex", "Cache-Control": "no-store"}
    if isinstance(error, JobsFullError):
        headers["Retry-After"] = str(ceil(error.seconds))
    sentence = explained(error.sentence, error.params)
    data = html_of_template("problem", assets, TEMPLATES, status=status, sentence=sentence)
    return Response(data, status_code=status, headers=headers, media_type=_HTML)


async def _list(cache: PageCache, services: Services, assets: Assets) -> StoredPage:
    """The public tournaments of this server, the latest first. To open them all for each reader would cost too much."""
    public = [each for each in await services.hosted.all() if each.audience.visibility is Visibility.PUBLIC]
    key = (*(each.id for each in public), assets, language())
    if (stored := cache.listed(key)) is not None:
        return stored
    opened = [(each, await _opened(services, each.id)) for each in public]
    events = [_listed(hosted, session) for hosted, session in opened if session is not None]
    latest = sorted(events, key=lambda each: str(each["starts_on"]), reverse=True)
    return cache.list(key, StoredPage.of(html_of_template("events", assets, TEMPLATES, events=latest), _HTML))


async def _opened(services: Services, id: str) -> TournamentSession | None:
    """The tournament; one whose file cannot be read is not listed."""
    try:
        return await services.halls.session(id)
    except LogError as error:
        log.error("tournament_unreadable", tournament=id, why=str(error))
        return None


def _listed(hosted: HostedTournament, session: TournamentSession) -> Context:
    state = session.state
    return {
        "href": f"/e/{hosted.id}",
        "name": state.name,
        "starts_on": state.starts_on,
        "where": ", ".join(filter(None, (state.city, days(state.starts_on, state.last_day)))),
        "players": count("{n} player", "{n} players", len(state.entrants)),
        "closed": state.closed_on is not None,
    }
