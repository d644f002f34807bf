"""The endpoints for tournaments themselves: found one, put a file on the server, take it, and choose who sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from typing import Any

from litestar import Request, Response
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from mostek.app.byte_budgets import Leaver
from mostek.app.event_size import LargeEventError
from mostek.app.help import Help
from mostek.app.hosted_tournaments import (
    Audience,
    HostedTournament,
    HostingError,
    HostingFault,
    Visibility,
)
from mostek.app.ports import LogError, SaveError
from mostek.app.tournament_roles import OfficeRole
from mostek.app.tournaments import Desk, UnsavedLog, as_kept, hall_time
from mostek.app.users import User
from mostek.features.desk.feature import BRING_EVENT, READ_EVENT
from mostek.live.tournament_session import TournamentSession
from mostek.messages import language
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.server.http.tournaments.access import Access, access, official, page
from mostek.server.http.tournaments.bodies import (
    NewTournament,
    TemplateOffered,
    TournamentList,
    TournamentPage,
    TournamentSummary,
)
from mostek.server.http.tournaments.refusing import RefusedByDesk
from mostek.server.sessions import is_own_user
from mostek.store.tournament_files import SUFFIX, create_tournament
from mostek.store.tournament_lines import is_tournament
from mostek.tournament.commands import CreateTournament
from mostek.tournament.decide import Step
from mostek.tournament.files import UnreadableTournamentError
from mostek.tournament.limits import LARGEST_LOG
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.settings import templates

_DIRECTOR = (OfficeRole.DIRECTOR,)


routes = Routes("/api/tournaments", tag="tournaments")


@routes.get(help=Help.NONE)
async def list_tournaments(services: WithServices, person: Asking) -> TournamentList:
    """The tournaments in which I hold an office, and the public ones, the latest first."""
    mine = [] if person is None else await services.hosted.of_person(person.id)
    known_ids = {hosted.id for hosted in mine}
    public = [
        hosted
        for hosted in await services.hosted.all()
        if hosted.audience.visibility is Visibility.PUBLIC and hosted.id not in known_ids
    ]
    return await _listed(services, person, [*mine, *public])


@routes.get("/{id:str}", help=Help.NONE, refuses=(404, 503))
async def show_tournament(services: WithServices, person: Asking, id: FromPath[str]) -> TournamentPage:
    """A tournament, whole, as I may see it."""
    return page(services, await access(services, id, person))


@routes.get("/{id:str}/file", help=Help.NONE, refuses=(401, 403, 404, 503), media_type="application/jsonl")
async def take_file(services: WithServices, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The file of a tournament, whole, as `mostek tournament` reads and verifies it. It has all names: for the director."""
    found = await official(services, id, person, _DIRECTOR)
    return sent_file(await found.session.data(), "application/jsonl", found.hosted.file + SUFFIX)


@routes.put("/{id:str}/audience", help=Help.NONE, refuses=(401, 403, 404, 503))
async def choose_audience(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[Audience]
) -> TournamentPage:
    """Choose who sees the public pages, and what they call people. With `private` the pages are taken down at once."""
    found = await official(services, id, person, _DIRECTOR)
    await services.hosted.set_audience(id, data)
    hosted = await services.hosted.get(id)
    assert hosted is not None, "it was there a moment ago"
    found.session.set_hosted(hosted)
    return page(services, Access(hosted=hosted, session=found.session, office=found.office))


@routes.delete("/{id:str}", help=Help.NONE, refuses=(401, 403, 404, 503))
async def remove_tournament(services: WithServices, person: Asking, id: FromPath[str]) -> TournamentList:
    """Remove a tournament: its pages, codes and file are gone; fetch the file first. That of the server's operator stays."""
    found = await official(services, id, person, _DIRECTOR)
    for each in services.served.values():
        await each.forget_tournament(found.hosted)
    await services.hosted.remove(id)
    services.halls.forget(id)
    await services.space.remove(found.hosted)
    mine = await services.hosted.of_person(known(person).id)
    return await _listed(services, person, mine)


@routes.post(
    help=Help.NONE,
    limit=by_both("tournaments", "tables"),
    status=201,
    refuses=(401, 403, 409, 413, 429, 503, 507),
    operation_id="found_tournament",
)
async def _found(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, data: JSONBody[NewTournament]
) -> TournamentPage:
    """Found a tournament. I am its director."""
    who = known(person)
    command = CreateTournament(
        at=hall_time(),
        by=who.name,
        name=data.name,
        template=data.template,
        starts_on=data.starts_on,
        ends_on=data.ends_on,
        seed=data.seed or token_hex(8),
        city=data.city,
        organisers=data.organisers,
        arbiter=data.arbiter,
        settings=data.settings,
    )
    desk = Desk(UnsavedLog())
    given = as_kept(command)
    decided = given if isinstance(given, DeskRefusal) else desk.do(given)
    if isinstance(decided, DeskRefusal):
        raise RefusedByDesk(decided, None)
    return await _host(request, services, who, data.name, desk.steps)


@routes.post(
    "/files",
    help=Help.NONE,
    limit=by_both("tournaments", "tables"),
    status=201,
    refuses=(401, 403, 409, 413, 422, 429, 503, 507),
    operation_id="put_file",
    request_max_body_size=LARGEST_LOG,
)
async def _put(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, jobs: WithJobs
) -> TournamentPage:
    """Put a tournament on this server: its own file, whole, or a file of another program. I am its director here."""
    who = known(person)
    data = await request.body()
    if len(data) > LARGEST_LOG:
        raise HostingError(HostingFault.TOO_LARGE, megabytes=LARGEST_LOG // 2**20)
    await services.space.check(_leaver(request, services, who), len(data))
    if is_tournament(data):
        try:
            name = await jobs.run(READ_EVENT, data)
        except LargeEventError as error:
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            raise RequestRefused(status, "event_too_large", error.sentence, **error.params) from None
        except LogError as error:  # of the file that was sent, not of the server
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "unreadable_file", error.sentence, **error.params) from None
        return await _host(request, services, who, name, (), data)
    try:
        name, steps, notes = await jobs.run(BRING_EVENT, data, hall_time())
    except UnreadableTournamentError as error:
        raise RequestRefused(
            HTTPStatus.BAD_REQUEST, "unreadable_file", "This file cannot be taken: {why}", why=str(error)
        ) from None
    return replace(await _host(request, services, who, name, steps), notes=notes)


def _leaver(request: Request[Any, Any, Any], services: Services, who: User) -> Leaver | None:
    """The person who leaves a file; `None` at their own computer."""
    return None if is_own_user(request, services.config) else leaver_of(request, who)


async def _host(
    request: Request[Any, Any, Any],
    services: Services,
    who: User,
    title: str,
    steps: tuple[Step, ...],
    data: bytes | None = None,
) -> TournamentPage:
    """Write the file under a name that is free, and host it."""
    leaver = _leaver(request, services, who)
    await services.space.check(leaver, 0 if data is None else len(data))
    name = await asyncio.to_thread(_write, services.config.data / "tournaments", title, steps, data)
    await services.space.note(leaver, name)
    hosted = await services.hosted.create(name, who.id, who.name, Audience())
    return page(services, await access(services, hosted.id, who))


def _write(folder: Path, title: str, steps: tuple[Step, ...], data: bytes | None) -> str:
    from mostek.store.file_names import file_stem
    from mostek.store.hosted_files import NAMELESS, keep_file

    stem = file_stem(title) or NAMELESS
    for number in range(1, 1000):
        name = stem if number == 1 else f"{stem}-{number}"
        try:
            if data is None:
                create_tournament(folder / f"{name}{SUFFIX}", steps)
            else:
                keep_file(folder / f"{name}{SUFFIX}", data)
        except FileExistsError:  # the name is taken, and the next one is tried
            continue
        return name
    raise SaveError("{path} cannot be written: {why}.", path=folder / stem, why="EEXIST")


async def _listed(services: Services, person: User | None, found: Sequence[HostedTournament]) -> TournamentList:
    shown = [await _summary(services, hosted, person) for hosted in found]
    offered = tuple(TemplateOffered(name, each.title.text(language())) for name, each in templates().items())
    return TournamentList(tuple(shown), offered)


async def _summary(services: Services, hosted: HostedTournament, person: User | None) -> TournamentSummary:
    office = None if person is None else await services.hosted.office(hosted.id, person.id)
    url = f"{services.config.url}/e/{hosted.id}"
    session: TournamentSession | None
    try:
        session = await services.halls.session(hosted.id)
    except LogError as error:
        from mostek.messages import explained

        why = explained(error.sentence, error.params)
        return TournamentSummary(
            id=hosted.id,
            url=url,
            name=hosted.file,
            city="",
            starts_on=None,
            role=None if office is None else office.role,
            entrants=0,
            round=0,
            rounds=0,
            is_closed=False,
            fault=why,
        )
    if session is None:
        raise HostingError(HostingFault.UNKNOWN)
    state = session.state
    return TournamentSummary(
        id=hosted.id,
        url=url,
        name=state.name,
        city=state.city,
        starts_on=state.starts_on,
        role=None if office is None else office.role,
        entrants=len(state.entrants),
        round=max((each.current.number for each in state.divisions.values() if each.current), default=0),
        rounds=state.rounds_planned,
        is_closed=state.closed_on is not None,
    )
