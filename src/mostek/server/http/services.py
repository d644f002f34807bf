"""The services that the endpoints share."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias

import structlog
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from mostek.app.byte_budgets import Leaver
from mostek.app.help import SeatInPlay
from mostek.app.host_date import HostDate
from mostek.app.lobby import LobbyTable, TableError
from mostek.app.node_news import NewsTopic, NodeNews
from mostek.app.ports import LogError
from mostek.app.signatures import Signer
from mostek.app.users import User
from mostek.core.players import Seat
from mostek.engine.bots import Level
from mostek.engine.bots.workers import Thinker
from mostek.feature import FeatureService
from mostek.live.tournament_sessions import TournamentSessions
from mostek.server.admission import Admission
from mostek.server.config import Config
from mostek.server.http.limits import address_of
from mostek.server.http.problems import RequestRefused, no_person
from mostek.server.mail import Mailer
from mostek.server.tournament_space import TournamentSpace
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.left_files import LeftFileStore
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore
from mostek.work.job_queue import JobQueue

log = structlog.get_logger("mostek.server")


@dataclass(frozen=True, slots=True)
class Services:
    """The services of a running server for its requests."""

    config: Config
    database: Database
    people: UserStore
    tables: TableStore
    bots: Mapping[str, Level]
    """The available bots by name."""
    date: HostDate
    """The date of the machine, and whether it can be right."""
    admission: Admission
    thinker: Thinker | None
    """What works out the moves of bots, where processes of the server do not."""
    hosted: HostedTournamentStore
    halls: TournamentSessions
    jobs: JobQueue
    """Costly work, in processes of its own."""
    space: TournamentSpace
    """The room for tournaments."""
    left: LeftFileStore
    """The bytes that people have left on the disk."""
    stored_games: DatabaseGames
    """The games in the database."""
    news: NodeNews
    """The news between the nodes of the server."""
    signer: Signer | None = None
    """The key of the server; `None` if it signs nothing."""
    mail: Mailer | None = None
    """E-mail; `None` if none is configured."""
    served: dict[str, FeatureService] = field(default_factory=dict)
    """What serves each feature, by its name."""

    @property
    def key(self) -> str | None:
        """The public key of the server; `None` if it signs nothing."""
        return None if self.signer is None else self.signer.public

    def sign_off(self, person: str) -> None:
        """Disconnect a person who has logged out or was erased. Other nodes do so, too, when the end of a session is stored."""
        for each in self.served.values():
            each.sign_off(person)

    def listen_to(self, news: NodeNews) -> None:
        """Act on the news of the other nodes."""

        async def sign_off(person: str) -> None:
            self.sign_off(person)

        async def call_pages_back() -> None:
            for each in self.served.values():
                each.call_pages_back()

        news.add_hearer(NewsTopic.SIGNED_OFF, sign_off)
        news.when_missed(call_pages_back)

    async def officials_changed(self, table: str) -> None:
        """Tell the people of a game in progress who rules at its table now."""
        for each in self.served.values():
            await each.officials_changed(table)

    async def moved_elsewhere(self, tournament: str, url: str) -> None:
        """Another computer has taken a tournament over and goes on with it there."""
        for each in self.served.values():
            await each.moved_elsewhere(tournament, url)

    async def seat_in_play(self, table: LobbyTable, seat: Seat) -> SeatInPlay | None:
        """A seat in a game in progress; `None` for a player who plays no more, and in a game that cannot go on."""
        for each in self.served.values():
            if (found := await each.seat_in_play(table, seat)) is not None:
                return found
        return None


def mailer_of(services: Services) -> Mailer:
    """The sender of e-mail. Raises `RequestRefused` where none is configured."""
    if services.mail is None:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "no_mail", "This server sends no e-mail; its operator can set that up."
        )
    return services.mail


def provide_services(state: State) -> Services:
    """The services of the running server."""
    services = state.services
    assert isinstance(services, Services)
    return services


def known(person: User | None) -> User:
    """The person who sends the request. Raises `Refused` for a visitor who has not given a name."""
    if person is None:
        raise no_person()
    return person


def leaver_of(request: Request[Any, Any, Any], person: User | None) -> Leaver:
    """The person who leaves something by this request. Raises `Refused` for a visitor who has not given a name."""
    return Leaver(person=known(person).id, address=address_of(request))


WithServices: TypeAlias = NamedDependency[Services]
Asking: TypeAlias = NamedDependency[User | None]
"""The person who sends the request; `None` without a name."""


async def tidy_part(what: str, work: Awaitable[object]) -> None:
    """Do a part of the clean-up; if it fails, the others are done all the same."""
    try:
        await work
    except (LogError, TableError) as error:
        log.error("not_tidied", what=what, why=str(error))
