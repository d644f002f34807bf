"""The public tournaments of today, for the lobby: a short list, worked out at most once a minute for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from litestar.di import NamedDependency
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostedTournament, Visibility
from mostek.app.ports import LogError
from mostek.app.tournaments import hall_time
from mostek.live.tournament_session import TournamentSession
from mostek.server.http.routing import Routes
from mostek.server.http.services import Services, WithServices

MOST_SHOWN = 5
_LOOKED_AT = 30
"""The newest tournaments that are looked at; each may have to be opened."""
_FRESH = 60.0


class RunningTournament(Struct, frozen=True, kw_only=True):
    """A public tournament that is held today."""

    id: str
    name: str
    city: str
    round: int
    """The round that was paired last; 0 before the first one."""
    rounds: int


class RunningTournaments(Struct, frozen=True):
    """The public tournaments of today."""

    tournaments: tuple[RunningTournament, ...]


class RunningToday:
    """The public tournaments that are held today, as they were a moment ago."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()  # one request looks, the others find what it saw
        self._key: tuple[str, ...] | None = None
        self._at = 0.0
        self._found = RunningTournaments(())

    async def of(self, services: Services) -> RunningTournaments:
        """Those of a server."""
        public = [each for each in await services.hosted.all() if each.audience.visibility is Visibility.PUBLIC]
        looked_at = public[:_LOOKED_AT]
        key = tuple(each.id for each in looked_at)
        async with self._lock:
            if key != self._key or monotonic() - self._at > _FRESH:
                self._found = RunningTournaments(await _running(services, looked_at))
                self._key, self._at = key, monotonic()
            return self._found


routes = Routes("/api", tag="tournaments", keeps={"running": lambda _: RunningToday()})


@routes.get("/running-tournaments", help=Help.NONE, operation_id="list_running_tournaments")
async def list_running(services: WithServices, running: NamedDependency[RunningToday]) -> RunningTournaments:
    """The public tournaments that are held today, at most five."""
    return await running.of(services)


async def _running(services: Services, looked_at: Sequence[HostedTournament]) -> tuple[RunningTournament, ...]:
    found: list[RunningTournament] = []
    for hosted in looked_at:
        try:
            session = await services.halls.session(hosted.id)
        except LogError:  # a damaged tournament is shown at its own desk
            continue
        if session is not None and _is_today(session) and len(found) < MOST_SHOWN:
            found.append(_told(hosted, session))
    return tuple(found)


def _is_today(session: TournamentSession) -> bool:
    state, today = session.state, hall_time().date()
    return state.closed_on is None and state.starts_on <= today <= state.last_day


def _told(hosted: HostedTournament, session: TournamentSession) -> RunningTournament:
    state = session.state
    return RunningTournament(
        id=hosted.id,
        name=state.name,
        city=state.city,
        round=max((each.current.number for each in state.divisions.values() if each.current), default=0),
        rounds=state.rounds_planned,
    )
