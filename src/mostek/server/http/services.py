"""The services that the endpoints share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from mostek.app.byte_budgets import Leaver
from mostek.app.host_date import HostDate
from mostek.app.lobby import LobbyTable
from mostek.app.signatures import Signer
from mostek.app.users import User
from mostek.core.players import Seat
from mostek.engine.bots import Level
from mostek.feature import FeatureService
from mostek.live.online_rounds import OnlineRounds
from mostek.live.session_manager import SeatInPlay
from mostek.live.tournament_sessions import TournamentSessions
from mostek.server.config import Config
from mostek.server.http.limits import address_of
from mostek.server.http.problems import RequestRefused, no_person
from mostek.server.http.verification import Verifications
from mostek.server.mail import Mailer
from mostek.server.tournament_space import TournamentSpace
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.left_files import LeftFileStore
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore
from mostek.work.job_queue import JobQueue


class LiveGames(Protocol):
    """Port: the live games, as far as the lobby needs them."""

    async def begin(self, name: str) -> None:
        """Begin the game of a table where everybody is ready."""
        ...

    async def replace_by_bot(self, name: str, seat: Seat, bot: str) -> None:
        """Let a bot play the seat of an absent player."""
        ...

    async def officials_changed(self, name: str) -> None:
        """Tell the people of a game in progress who rules at its table now."""
        ...

    def absent_for(self, name: str, seat: Seat) -> int:
        """The milliseconds since a player was connected; 0 if connected."""
        ...

    async def seat_in_play(self, name: str, seat: Seat) -> SeatInPlay | None:
        """A seat in a game in progress; `None` for a player who plays no more, and in a game that cannot go on."""
        ...

    def sign_off(self, person: str) -> None:
        """Disconnect a person who has logged out or was erased."""
        ...

    def scores(self, name: str) -> tuple[int, ...] | None:
        """The scores of a game; `None` unless it is in memory."""
        ...

    def on_turn(self, name: str) -> Seat | None:
        """The player on turn; `None` unless the game is in memory."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services of a running server for its requests."""

    config: Config
    database: Database
    people: UserStore
    tables: TableStore
    games: LiveGames
    bots: Mapping[str, Level]
    """The available bots by name."""
    date: HostDate
    """The date of the machine, and whether it can be right."""
    hosted: HostedTournamentStore
    halls: TournamentSessions
    online: OnlineRounds
    jobs: JobQueue
    """Costly work, in processes of its own."""
    space: TournamentSpace
    """The room for tournaments."""
    left: LeftFileStore
    """The bytes that people have left on the disk."""
    stored_games: DatabaseGames
    """The games in the database."""
    signer: Signer | None = None
    """The key of the server; `None` if it signs nothing."""
    mail: Mailer | None = None
    """E-mail; `None` if none is configured."""
    proofs: Verifications = field(default_factory=Verifications)
    served: dict[str, FeatureService] = field(default_factory=dict)
    """What serves each feature, by its name."""

    @property
    def key(self) -> str | None:
        """The public key of the server; `None` if it signs nothing."""
        return None if self.signer is None else self.signer.public

    async def begun(self, table: LobbyTable) -> LobbyTable:
        """Begin the game of a table if every seat is taken and everybody is ready. Returns the table."""
        if not table.can_begin:
            return table
        await self.games.begin(table.id)
        return await self.tables.get(table.id) or table


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
