"""The access of a visitor to a tournament: an office, a player's code, or what the public may see."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from mostek.app.hosted_tournaments import (
    HostedTournament,
    HostingError,
    HostingFault,
    Visibility,
)
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.player_codes import read_code
from mostek.app.ports import LogError
from mostek.app.tournament_cards import Viewing
from mostek.app.tournament_roles import RULES, SEES_ALL, Office, OfficeRole
from mostek.app.tournaments import hall_time
from mostek.app.users import User
from mostek.live.tournament_session import TournamentSession
from mostek.messages import text
from mostek.server.http.services import Services, known
from mostek.server.http.tournaments.bodies import (
    TournamentPage,
)
from mostek.store.tokens import now

_HEAD = 16
"""The digits of the hash that documents and pages have."""


class Access(Struct, frozen=True, kw_only=True):
    """A person before a tournament: their office, if any, or the player that their code names."""

    hosted: HostedTournament
    session: TournamentSession
    office: Office | None = None
    number: int | None = None

    @property
    def role(self) -> OfficeRole | None:
        """The role of an official."""
        return None if self.office is None else self.office.role

    @property
    def viewing(self) -> Viewing:
        """The kind of viewer."""
        return Viewing.OFFICIAL if self.role in SEES_ALL else Viewing.PUBLIC

    def check(self, *roles: OfficeRole) -> Office:
        """The office, if it has one of these roles. Raises `HostingError`."""
        if self.office is None:
            raise HostingError(HostingFault.NOT_OFFICIAL)
        if self.office.role not in roles:
            raise HostingError(HostingFault.NOT_IN_ROLE)
        return self.office


def check_here(session: TournamentSession) -> None:
    """Nothing is written to a copy, nor where a tournament was taken over. Raises `CopyError`."""
    if session.copied_at is not None:
        raise CopyError(CopyFault.READ_ONLY)
    if session.moved is not None:
        raise CopyError(CopyFault.MOVED_TO, url=session.moved)


async def access(services: Services, id: str, person: User | None) -> Access:
    """The access of a visitor: an office, or what the public may see.

    Raises `HostingError` for a tournament that is not there and for one that is not for this visitor: the two answers are alike.
    """
    session = await services.halls.session(id)
    office = None
    if session is not None and person is not None:
        office = await services.hosted.office(id, person.id)
    if session is None or (office is None and session.hosted.audience.visibility is Visibility.PRIVATE):
        raise HostingError(HostingFault.UNKNOWN)
    return Access(hosted=session.hosted, session=session, office=office)


async def is_event(services: Services, id: str, person: User | None) -> bool:
    """Whether this visitor finds a tournament there; one whose file cannot be read is there, too."""
    try:
        await access(services, id, person)
    except HostingError:
        return False
    except LogError:
        return True
    return True


async def official(services: Services, id: str, person: User | None, roles: Collection[OfficeRole]) -> Access:
    """The access of an official with one of these roles. Raises `HostingError`."""
    found = await access(services, id, known(person))
    found.check(*roles)
    return found


async def player(services: Services, said: str) -> Access:
    """The access of the player whose code this is. Raises `HostingError`."""
    code = read_code(said)
    session = None if code is None else await services.halls.session(code.tournament)
    if code is None or session is None or code.number not in session.state.entrants:
        raise HostingError(HostingFault.WRONG_CODE)
    if session.copied_at is not None:
        if not any([await each.knows_player(code) for each in services.served.values()]):
            raise HostingError(HostingFault.WRONG_CODE)
        return Access(hosted=session.hosted, session=session, number=code.number)
    generation = await services.hosted.generation(code.tournament, code.number)
    if not code.is_right(session.hosted.secret, generation):
        raise HostingError(HostingFault.WRONG_CODE)
    return Access(hosted=session.hosted, session=session, number=code.number)


def code_of_file(found: Access) -> str:
    """The code on paper that proves the file."""
    digits = found.session.head[:_HEAD]
    code = " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))
    return text("Journal: {code}, step {n}", code=code, n=found.session.n)


def page(services: Services, found: Access) -> TournamentPage:
    """A tournament, whole, for this viewer."""
    session = found.session
    is_official = found.viewing is Viewing.OFFICIAL
    if not is_official:
        session.publish_public()  # the whole has everything up to its mark
    feed = session.official if is_official else session.public
    return TournamentPage(
        id=found.hosted.id,
        url=f"{services.config.url}/e/{found.hosted.id}",
        role=found.role,
        by=None if found.office is None else found.office.name,
        n=session.n,
        at=hall_time().isoformat(),
        now=now(),
        mark=feed.mark,
        head=session.head[:_HEAD],
        whole=session.whole(found.viewing),
        announcements=session.announcements,
        calls=session.calls if found.role in RULES else None,
        audience=found.hosted.audience if found.role is OfficeRole.DIRECTOR else None,
        copied_at=session.copied_at,
        moved=session.moved,
        online=found.hosted.online if found.role is OfficeRole.DIRECTOR else None,
    )
