"""The endpoints of letters: messages to phones, and e-mail and files to the federation and the organiser of a tournament."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.federation_gaps import NAME, federation_warnings
from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.tournament_roles import RULES, OfficeRole
from mostek.app.users import User
from mostek.documents.template_files import NoTypesetterError
from mostek.features.letters.feature import FEDERATION_ARCHIVE, PAPERS_OF_RESULTS
from mostek.features.letters.model import PushSubscription, PushTopic
from mostek.features.letters.sending import Phones, PushSender
from mostek.live.tournament_session import TournamentSession
from mostek.messages import language, text
from mostek.messages.tournament_words import days, halves, place_text
from mostek.server.budget import Budgets
from mostek.server.http.bodies import Body
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import address_of, by_address, by_both
from mostek.server.http.problems import too_many, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, Services, WithServices, mailer_of
from mostek.server.http.tournaments.access import Access, access, code_of_file, official, player
from mostek.server.mail import Attachment, Letter
from mostek.store.tournament_files import SUFFIX
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament

WithPhones: TypeAlias = NamedDependency[Phones]
_DIRECTOR = (OfficeRole.DIRECTOR,)
_PAPERS = ("standings", "crosstable")
_ZIP, _PDF = "application/zip", "application/pdf"
_OF_ADDRESS = 600
"""The browsers of one address that may ask at once; a hall has one address for all. An hour gives as many again."""
_HOUR = 3600


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


letter_routes = Routes("/api/tournaments/{id:str}", tag="messages")


@letter_routes.get(
    f"/{NAME}",
    help=Help.NONE,
    limit=by_both("letters", "reports"),
    refuses=(401, 403, 404, 422, 429, 503),
    operation_id="take_federation_file",
    media_type=_ZIP,
)
async def take_archive(services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str]) -> Response[bytes]:
    """The archive for the federation: results, the report of the arbiter, the classification, the proof."""
    found = await official(services, id, person, _DIRECTOR)
    return sent_file(await _archive(services, found, jobs), _ZIP, f"{found.hosted.file}-{NAME}.zip")


@letter_routes.post(
    "/letters", help=Help.NONE, limit=by_both("letters", "reports"), refuses=(401, 403, 404, 409, 422, 429, 502, 503)
)
async def send_letter(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[LetterAsked]
) -> LetterSent:
    """Send the results by e-mail to an address that I have typed."""
    found = await official(services, id, person, _DIRECTOR)
    mailer = mailer_of(services)
    if data.kind is LetterKind.FEDERATION:
        name = f"{found.hosted.file}-{NAME}.zip"
        attached: tuple[Attachment, ...] = (Attachment(name, _ZIP, await _archive(services, found, jobs)),)
    else:
        attached = await _papers(found, jobs)
    letter = Letter(data.to, _subject(data.kind, found.session.state), _text(services, data.kind, found), attached)
    await mailer.send(letter, found.check(*_DIRECTOR).person)
    return LetterSent(data.to.strip())


async def _archive(services: Services, found: Access, jobs: Jobs) -> bytes:
    session = found.session
    path = services.config.data / "tournaments" / f"{found.hosted.file}{SUFFIX}"
    state, stem, code = session.state, found.hosted.file, code_of_file(found)
    return await jobs.run(FEDERATION_ARCHIVE, path, await session.data(), state, stem, code)


@letter_routes.get("/letters", help=Help.NONE, refuses=(401, 403, 404, 503))
async def show_letters(services: WithServices, person: Asking, id: FromPath[str]) -> LetterOffers:
    """The things to send and save at the end of a tournament."""
    found = await official(services, id, person, _DIRECTOR)
    warnings = tuple(federation_warnings(found.session.state))
    return LetterOffers(mail=services.mail is not None, url=f"/api/tournaments/{id}/{NAME}", warnings=warnings)


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
        made = await jobs.run(PAPERS_OF_RESULTS, found.session.state, code_of_file(found))
    except NoTypesetterError:
        return ()
    return tuple(Attachment(f"{title}.pdf", _PDF, data) for title, data in made)


class PushKey(Struct, frozen=True):
    """The key that a browser needs for messages."""

    key: str | None
    """The public key of the server; `null` if it sends no messages."""


class Browser(Body, frozen=True, kw_only=True):
    """A browser as its push service knows it."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1_000)]


class PushAsked(Browser, frozen=True, kw_only=True):
    """A browser asks for messages."""

    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*\Z")]
    auth: Annotated[str, Meta(min_length=20, max_length=30, pattern=r"^[A-Za-z0-9_-]+=*\Z")]
    topic: PushTopic = PushTopic.EVENT
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """The player that a spectator follows."""


class PushEnded(Browser, frozen=True, kw_only=True):
    """A browser wants no more messages of a topic."""

    topic: PushTopic
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0


class PushState(Struct, frozen=True):
    """Whether messages come now."""

    on: bool


Askers: TypeAlias = NamedDependency[Budgets]
phone_routes = Routes("/api", tag="messages", keeps={"askers": lambda _: Budgets(_OF_ADDRESS, _OF_ADDRESS / _HOUR)})


@phone_routes.post(
    "/tournaments/{id:str}/push",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(401, 403, 404, 409, 429, 503),
)
async def follow_tournament(
    request: Request[Any, Any, Any],
    services: WithServices,
    letters: WithPhones,
    person: Asking,
    askers: Askers,
    id: FromPath[str],
    data: JSONBody[PushAsked],
) -> PushState:
    """Send messages to this browser: of an event or a player, as the public may know them; of calls, to who rules."""
    if data.topic is PushTopic.OWN:
        raise HostingError(HostingFault.WRONG_CODE)
    if data.topic is PushTopic.CALLS:
        found = await official(services, id, person, RULES)
    else:
        found = await access(services, id, person)
    if (data.topic is PushTopic.PLAYER) != bool(data.number) or (
        data.number and data.number not in found.session.state.entrants
    ):
        raise unknown()
    return await _take(letters, askers, found, request, data, person)


@phone_routes.post(
    "/players/{code:str}/push",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(403, 409, 429, 503),
)
async def follow_own(
    request: Request[Any, Any, Any],
    services: WithServices,
    letters: WithPhones,
    askers: Askers,
    code: FromPath[str],
    data: JSONBody[PushAsked],
) -> PushState:
    """Send to this browser what concerns the player whose code this is."""
    found = await player(services, code)
    if data.topic is not PushTopic.OWN:
        raise HostingError(HostingFault.WRONG_CODE)
    return await _take(letters, askers, found, request, data, None)


async def _take(
    letters: Phones,
    askers: Budgets,
    found: Access,
    request: Request[Any, Any, Any],
    data: PushAsked,
    person: User | None,
) -> PushState:
    sender = _sender(letters)
    if found.session.state.closed_on is not None:
        raise HostingError(HostingFault.OVER)
    wanted = PushSubscription(
        tournament=found.hosted.id,
        topic=data.topic,
        number=data.number if found.number is None else found.number,
        person=None if person is None else person.id,
        endpoint=data.endpoint,
        p256dh=data.p256dh,
        auth=data.auth,
        language=language(),
    )
    if not sender.courier.is_subscription(wanted):
        raise HostingError(HostingFault.BAD_PHONE)
    if wait := askers.of(address_of(request)).take(1):
        raise too_many(wait)
    await sender.subscriptions.add(wanted, address_of(request))
    await letters.phones_changed(found.hosted.id)
    return PushState(True)


@phone_routes.get("/push", help=Help.NONE)
async def show_push_key(letters: WithPhones) -> PushKey:
    """The key with which this server sends messages to phones."""
    return PushKey(None if letters.sender is None else letters.sender.courier.public)


@phone_routes.delete(
    "/players/{code:str}/push", help=Help.NONE, refuses=(403, 429, 503), operation_id="forget_own_push"
)
async def forget_own(services: WithServices, letters: WithPhones, code: FromPath[str]) -> PushState:
    """Delete the subscriptions of all devices of the player whose code this is."""
    found = await player(services, code)
    assert found.number is not None, "the access of a player"
    await _sender(letters).subscriptions.remove_player(found.hosted.id, found.number)
    return PushState(False)


@phone_routes.post(
    "/tournaments/{id:str}/push/off",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(409, 429, 503),
    operation_id="end_push",
)
async def _end(letters: WithPhones, id: FromPath[str], data: JSONBody[PushEnded]) -> PushState:
    """Send this browser no more messages of a topic. Its secret endpoint is the right."""
    sender = _sender(letters)
    await sender.subscriptions.remove(id, data.endpoint, data.topic, data.number)
    await letters.phones_changed(id)
    return PushState(False)


def _sender(letters: Phones) -> PushSender:
    if letters.sender is None:
        raise HostingError(HostingFault.NO_PUSH)
    return letters.sender
