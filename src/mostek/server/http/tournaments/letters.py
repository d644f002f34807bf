"""The archive for the federation, and letters by e-mail: to the federation, to the organiser. The director types the address."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.federation_gaps import NAME, federation_warnings
from mostek.app.help import Help
from mostek.app.tournament_roles import OfficeRole
from mostek.documents.template_files import NoTypesetterError
from mostek.live.tournament_session import TournamentSession
from mostek.messages import text
from mostek.messages.tournament_words import days, halves, place_text
from mostek.server.http.bodies import Body
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, code_of_file, official
from mostek.server.mail import Attachment, Letter, Mailer, MailError
from mostek.store.tournament_files import SUFFIX
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament
from mostek.work import kinds

_DIRECTOR = (OfficeRole.DIRECTOR,)
_PAPERS = ("standings", "crosstable")
_ZIP, _PDF = "application/zip", "application/pdf"


class LetterKind(StrEnum):
    """The letters about a tournament."""

    FEDERATION = "federation"
    """The archive with results, the report of the arbiter and the proof."""
    RESULTS = "results"
    """The classification and the cross-table, for the organiser."""


class LetterAsked(Body, frozen=True, kw_only=True):
    """A letter to an address that the director has typed and confirmed."""

    kind: LetterKind
    to: Annotated[str, Meta(min_length=3, max_length=254)]


class LetterSent(Struct, frozen=True):
    """The mail server has taken a letter."""

    to: str


class LetterOffers(Struct, frozen=True, kw_only=True):
    """The things to send and save at the end of a tournament."""

    mail: bool
    """Whether the server sends e-mail."""
    url: str
    """The address of the archive for the federation."""
    warnings: tuple[str, ...]
    """What is still missing in it."""


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""

    async def archive(services: Services, found: Access, jobs: Jobs) -> bytes:
        session = found.session
        path = services.config.data / "tournaments" / f"{found.hosted.file}{SUFFIX}"
        state, stem, code = session.state, found.hosted.file, code_of_file(found)
        return await jobs.run(kinds.FEDERATION_ARCHIVE, path, await session.data(), state, stem, code)

    async def take_archive(
        services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str]
    ) -> Response[bytes]:
        """The archive for the federation: results, the report of the arbiter, the classification, the proof."""
        found = await official(services, id, person, _DIRECTOR)
        return sent_file(await archive(services, found, jobs), _ZIP, f"{found.hosted.file}-{NAME}.zip")

    async def send_letter(
        services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[LetterAsked]
    ) -> LetterSent:
        """Send the results by e-mail to an address that I have typed."""
        found = await official(services, id, person, _DIRECTOR)
        mailer = mailer_of(services)
        if data.kind is LetterKind.FEDERATION:
            name = f"{found.hosted.file}-{NAME}.zip"
            attached: tuple[Attachment, ...] = (Attachment(name, _ZIP, await archive(services, found, jobs)),)
        else:
            attached = await _papers(found, jobs)
        letter = Letter(data.to, _subject(data.kind, found.session.state), _text(services, data.kind, found), attached)
        await mailer.send(letter, found.check(*_DIRECTOR).person)
        return LetterSent(data.to.strip())

    limit = by_both("letters", limits.reports)
    return Router(
        "/tournaments/{id:str}",
        route_handlers=[
            show_letters,
            get(f"/{NAME}", help=Help.NONE, middleware=limit, **_ARCHIVE)(take_archive),
            post("/letters", help=Help.NONE, middleware=limit, **_LETTER)(send_letter),
        ],
        tags=["messages"],
    )


@get("/letters", help=Help.NONE, operation_id="show_letters", responses=problems(401, 403, 404, 503))
async def show_letters(services: WithServices, person: Asking, id: FromPath[str]) -> LetterOffers:
    """The things to send and save at the end of a tournament."""
    found = await official(services, id, person, _DIRECTOR)
    warnings = tuple(federation_warnings(found.session.state))
    return LetterOffers(mail=services.mail is not None, url=f"/api/tournaments/{id}/{NAME}", warnings=warnings)


def mailer_of(services: Services) -> Mailer:
    """The sender of e-mail. Raises `RequestRefused` where none is configured."""
    if services.mail is None:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "no_mail", "This server sends no e-mail; its operator can set that up."
        )
    return services.mail


async def mailed(services: Services, letter: Letter, person: str) -> MailError | None:
    """Send a letter that goes with something else, which does not fail if the letter does."""
    try:
        await mailer_of(services).send(letter, person)
    except MailError as error:
        return error
    return None


def _subject(kind: LetterKind, state: Tournament) -> str:
    when = days(state.starts_on, state.closed_on or state.last_day)
    if kind is LetterKind.FEDERATION:
        return text("Results for the federation: {name}, {date}", name=state.name, date=when)
    return text("Results: {name}, {date}", name=state.name, date=when)


def _text(services: Services, kind: LetterKind, found: Access) -> str:
    session: TournamentSession = found.session
    state = session.state
    lines = [_subject(kind, state), ""]
    if kind is LetterKind.FEDERATION:
        lines.append(text("The archive has the results, the report of the arbiter and the proof of the file."))
    else:
        for division, each in state.divisions.items():
            if each.rounds:
                lines += (
                    [division, *_classification(state, division), ""]
                    if division
                    else [*_classification(state, division), ""]
                )
    lines += ["", text("Sent by {name} with mostek, {url}", name=found.check(*_DIRECTOR).name, url=services.config.url)]
    return "\n".join(lines)


def _classification(state: Tournament, division: str) -> list[str]:
    return [
        f"{place_text(row.place)}. {state.entrants[row.number].person.name} {halves(row.half_points)} / {row.game_points}"
        for row in standings_of(state, division)
        if row.place is not None
    ]


async def _papers(found: Access, jobs: Jobs) -> tuple[Attachment, ...]:
    try:
        made = await jobs.run(kinds.PAPERS_OF_RESULTS, found.session.state, code_of_file(found))
    except NoTypesetterError:
        return ()
    return tuple(Attachment(f"{title}.pdf", _PDF, data) for title, data in made)


_ARCHIVE: dict[str, Any] = {
    "operation_id": "take_federation_file",
    "media_type": _ZIP,
    "responses": problems(401, 403, 404, 422, 429, 503),
}
_LETTER: dict[str, Any] = {
    "operation_id": "send_letter",
    "status_code": 200,
    "responses": problems(401, 403, 404, 409, 422, 429, 502, 503),
}
