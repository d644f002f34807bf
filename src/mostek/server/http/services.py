"""What the endpoints work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from litestar.datastructures import State
from litestar.di import NamedDependency

from mostek.app.people import Person
from mostek.app.tables import LobbyTable, TableStatus
from mostek.core.players import Seat
from mostek.engine.bots import Level
from mostek.server.config import Config
from mostek.server.http.passwords import Passwords
from mostek.server.http.problems import no_person
from mostek.server.http.verification import Verifications
from mostek.store.database import Database
from mostek.store.people import PersonStore
from mostek.store.tables import TableStore


class LiveGames(Protocol):
    """The games that are being played, as far as the lobby has to do with them."""

    async def begin(self, name: str) -> None:
        """Begin the game of a table whose seats are all taken."""
        ...

    async def replace_by_bot(self, name: str, seat: Seat, bot: str) -> None:
        """A bot has taken the seat of an absent player."""
        ...

    def absent_for(self, name: str, seat: Seat) -> int:
        """For how many milliseconds a player has not been connected."""
        ...

    def sign_off(self, person: str) -> None:
        """A person has logged out or was erased."""
        ...

    def scores(self, name: str) -> tuple[int, ...] | None:
        """The scores of a game, if it is in memory."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """Everything at hand when a request is carried out."""

    config: Config
    database: Database
    people: PersonStore
    tables: TableStore
    games: LiveGames
    bots: Mapping[str, Level]
    """The bots that can be played with, by name."""
    passwords: Passwords = field(default_factory=Passwords)
    proofs: Verifications = field(default_factory=Verifications)

    async def begun(self, table: LobbyTable) -> LobbyTable:
        """The table, with its game begun if every seat is taken now."""
        if table.status is not TableStatus.OPEN or not table.is_complete:
            return table
        await self.games.begin(table.id)
        return await self.tables.get(table.id) or table


def provide_services(state: State) -> Services:
    """The desk of the running server."""
    services = state.services
    assert isinstance(services, Services)
    return services


def known(person: Person | None) -> Person:
    """The person who sends the request. Raises `Refused` for a visitor who has not given a name."""
    if person is None:
        raise no_person()
    return person


WithServices: TypeAlias = NamedDependency[Services]
Asking: TypeAlias = NamedDependency[Person | None]
"""Who asks, if they have said who they are."""
