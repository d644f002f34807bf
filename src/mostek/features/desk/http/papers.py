"""The papers of the desk in a browser: documents as PDF, files of other programs, the proof of the file, and QR codes."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from mostek.app.help import Help
from mostek.app.tournament_records import TablesError
from mostek.app.tournament_roles import SEES_ALL, OfficeRole
from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject, categories_of, documents
from mostek.documents.emblem import MOST_BYTES, EmblemError, emblem
from mostek.documents.template_files import NoTypesetterError
from mostek.features.desk.feature import EXPORT_EVENT, PRINT_DOCUMENT, PROVE_EVENT
from mostek.features.desk.http.desk_bodies import ExportOffered, PaperOffered, Papers, ProofRow, TournamentProof
from mostek.features.desk.typed_names import peopled_divisions
from mostek.messages import language
from mostek.messages.tournament_files import say_file_fault
from mostek.messages.tournament_words import format_name
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import qr_picture, sent_file
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, code_of_file, official
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX
from mostek.tournament.file_formats import writable
from mostek.tournament.files import TournamentFileError
from mostek.tournament.state import Tournament
from mostek.work.job_errors import JobTooCostlyError

_DIRECTOR = (OfficeRole.DIRECTOR,)
_STORED = 24
"""How many documents are kept that were made."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
InDivision = Annotated[str, QueryParameter(name="division", max_length=200)]
OfRound = Annotated[int, QueryParameter(name="round", ge=0, le=1000)]
OfPlayer = Annotated[int, QueryParameter(name="player", ge=0, le=100_000)]
InColour = Annotated[str, QueryParameter(name="colour", max_length=20)]
InCategory = Annotated[str, QueryParameter(name="category", max_length=200)]


class Printer:
    """Keeps the documents that were made last."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    async def print(self, found: Access, document: Document, request: PrintRequest, jobs: Jobs) -> bytes:
        """The PDF of a document as the tournament stands."""
        session = found.session
        if request.emblem.logo:  # which would be kept with it
            return await jobs.run(PRINT_DOCUMENT, document.name, session.state, request, code_of_file(found))
        key = (found.hosted.id, session.head, document.name, request, language())
        if key not in self._made:
            code = code_of_file(found)
            self._made[key] = await jobs.run(PRINT_DOCUMENT, document.name, session.state, request, code)
        self._made.move_to_end(key)
        data = self._made[key]
        while len(self._made) > _STORED:
            self._made.popitem(last=False)
        return data


routes = Routes("/api/tournaments/{id:str}", tag="tournaments", keeps={"printer": lambda _: Printer()})


@routes.get(
    "/documents/{document:str}",
    help=Help.NONE,
    limit=by_both("papers", "records"),
    refuses=(401, 403, 404, 422, 429, 503),
    media_type="application/pdf",
)
async def show_document(
    services: WithServices,
    printer: NamedDependency[Printer],
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    document: FromPath[str],
    division: InDivision = "",
    number: OfRound = 0,
    player: OfPlayer = 0,
    category: InCategory = "",
) -> Response[bytes]:
    """A document as PDF, as the tournament stands."""
    found = await official(services, id, person, SEES_ALL)
    chosen = _document(document)
    arbiters = await _arbiters(services, id) if chosen.subject is Subject.EVENT else ()
    wanted = PrintRequest(division, number, player, category=category, arbiters=arbiters)
    return await _printed(printer, found, chosen, wanted, jobs)


@routes.post(
    "/documents/{document:str}",
    help=Help.NONE,
    limit=by_both("papers", "records"),
    status=200,
    refuses=(401, 403, 404, 413, 422, 429, 503),
    operation_id="print_diplomas",
    request_max_body_size=MOST_BYTES,
    media_type="application/pdf",
)
async def _print_diplomas(
    request: Request[Any, Any, Any],
    services: WithServices,
    printer: NamedDependency[Printer],
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    document: FromPath[str],
    division: InDivision = "",
    colour: InColour = "",
) -> Response[bytes]:
    """Diplomas with the logo of the organiser, which is the body, PNG or SVG, and in a colour. Neither is stored."""
    found = await official(services, id, person, SEES_ALL)
    chosen = _document(document)
    if not chosen.has_emblem:
        raise unknown()
    try:
        look = emblem(await request.body(), colour)
        return await _printed(printer, found, chosen, PrintRequest(division, emblem=look), jobs)
    except EmblemError as error:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unreadable_logo", error.sentence, **error.params) from None
    except JobTooCostlyError:
        if not look.logo:
            raise
        sentence = "The logo cannot be drawn in time; save it as a smaller PNG."
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unreadable_logo", sentence) from None


def _document(name: str) -> Document:
    found = documents().get(name.removesuffix(".pdf"))
    if found is None:
        raise unknown()
    return found


async def _printed(
    printer: Printer, found: Access, chosen: Document, wanted: PrintRequest, jobs: Jobs
) -> Response[bytes]:
    request = _subject(found.session.state, chosen, wanted)
    try:
        data = await printer.print(found, chosen, request, jobs)
    except NothingToPrintError as error:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "nothing", error.sentence, **error.params) from None
    except NoTypesetterError as error:
        raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_pdf", error.sentence, **error.params) from None
    division, number = wanted.division, wanted.round
    name = "-".join(filter(None, (found.hosted.file, chosen.name, division and file_stem(division), str(number or ""))))
    return sent_file(data, "application/pdf", f"{name}.pdf", inline=True)


@routes.get(
    "/proof",
    help=Help.NONE,
    limit=by_both("papers", "records"),
    refuses=(401, 403, 404, 422, 429, 503),
    operation_id="prove_tournament",
)
async def prove(services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str]) -> TournamentProof:
    """Verify the file: it is unchanged, and every step follows from its command."""
    found = await official(services, id, person, SEES_ALL)
    data = await found.session.data()
    path = services.config.data / "tournaments" / f"{found.hosted.file}{SUFFIX}"
    checks = await jobs.run(PROVE_EVENT, path, data)
    return TournamentProof(tuple(ProofRow(each.name, each.outcome, each.sentence) for each in checks))


@routes.get("/papers", help=Help.NONE, refuses=(401, 403, 404))
async def list_papers(services: WithServices, person: Asking, id: FromPath[str]) -> Papers:
    """The documents that can be had now, and the formats of other programs."""
    found = await official(services, id, person, SEES_ALL)
    base = f"/api/tournaments/{quote(id)}"
    state = found.session.state
    offered = [each for document in documents().values() for each in _offers(state, document, base)]
    exports = [
        ExportOffered(name, format_name(form.name), f"{base}/exports/{quote(name)}")
        for name, form in writable().items()
    ]
    return Papers(documents=tuple(offered), exports=tuple(exports), most_logo_bytes=MOST_BYTES)


def _offers(state: Tournament, document: Document, base: str) -> Iterator[PaperOffered]:
    if not document.available(state):
        return
    divided = document.subject not in (Subject.EVENT, Subject.PLAYER)
    for division in peopled_divisions(state) if divided else [""]:
        current = state.divisions[division].current
        number = current.number if current and document.subject is Subject.ROUND else 0
        if document.subject is Subject.ROUND and not number:
            continue
        for category in categories_of(state, division) if document.subject is Subject.CATEGORY else [""]:
            params = {"division": division, "round": number or "", "category": category}
            query = urlencode({name: value for name, value in params.items() if value})
            yield PaperOffered(
                document=document.name,
                title=document.title,
                help=document.help,
                division=division,
                round=number,
                category=category,
                needs_player=document.subject is Subject.PLAYER,
                has_emblem=document.has_emblem,
                url=f"{base}/documents/{document.name}.pdf" + (f"?{query}" if query else ""),
            )


async def _arbiters(services: Services, id: str) -> tuple[str, ...]:
    """The names of those who hold the office of the arbiter now."""
    offices = await services.hosted.offices(id)
    return tuple(each.name for each in offices if each.role is OfficeRole.CHIEF_ARBITER)


def _subject(state: Tournament, document: Document, request: PrintRequest) -> PrintRequest:
    """The division, round or person of a document, if it is there. Raises `RequestRefused`."""
    if document.subject is Subject.PLAYER:
        if request.player not in state.entrants:
            raise unknown("Choose the player whose paper it is to be.")
        return PrintRequest(player=request.player)
    if document.subject is Subject.EVENT:
        return PrintRequest(arbiters=request.arbiters)
    if request.division not in state.divisions:
        raise unknown()
    if document.subject is Subject.ROUND and not 1 <= request.round <= len(state.divisions[request.division].rounds):
        raise unknown("That round has not been paired.")
    return PrintRequest(request.division, request.round, category=request.category, emblem=request.emblem)


@routes.get(
    "/exports/{form:str}",
    help=Help.NONE,
    limit=by_both("papers", "records"),
    refuses=(401, 403, 404, 409, 422, 429, 503),
    operation_id="export_tournament",
    media_type="application/octet-stream",
)
async def _export(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], form: FromPath[str]
) -> Response[bytes]:
    """The tournament in a format of another program; several files come in a zip archive."""
    found = await official(services, id, person, _DIRECTOR)
    if form not in writable():
        raise unknown()
    try:
        name, data = await jobs.run(EXPORT_EVENT, found.session.state, form, found.hosted.file)
    except TablesError:
        sentence = "Files of other programs know games of two; export the log instead."
        raise RequestRefused(HTTPStatus.CONFLICT, "no_export", sentence) from None
    except TournamentFileError as error:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "no_export", "This cannot be exported: {why}", why=say_file_fault(error)
        ) from None
    return sent_file(data, "application/zip" if name.endswith(".zip") else "application/octet-stream", name)


@routes.get(
    "/office-qr.svg",
    help=Help.NONE,
    limit=by_both("pictures"),
    refuses=(401, 403, 404, 429),
    operation_id="office_qr_code",
    media_type="image/svg+xml",
)
async def _office_qr(
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    token: Annotated[str | None, QueryParameter(name="token", max_length=64)] = None,
    code: Annotated[str | None, QueryParameter(name="code", max_length=100)] = None,
) -> Response[bytes]:
    """A picture of the link of an invitation, or of the page of a player; without either, of the public page."""
    await official(services, id, person, SEES_ALL)
    for part in (token, code):
        if part is not None and not _TOKEN.fullmatch(part):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "unknown", "That is no invitation.")
    return Response(
        await asyncio.to_thread(qr_picture, _address(services, id, token, code)), media_type="image/svg+xml"
    )


def _address(services: Services, id: str, token: str | None, code: str | None) -> str:
    url = services.config.url
    if token is not None:
        return f"{url}/office/{token}"
    return f"{url}/me/{code}" if code is not None else f"{url}/e/{id}"
