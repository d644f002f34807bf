"""The public tournaments of today, for the lobby: a short list, worked out at most once a minute for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from litestar import Router, get
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostedTournament, Visibility
from mostek.app.ports import LogError
from mostek.app.tournaments import hall_time
from mostek.live.tournament_session import TournamentSession
from mostek.server.http.middleware import Limits
from mostek.server.http.problems import problems
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


def router(limits: Limits) -> Router:
    """The endpoint, with what it knew a moment ago."""
    lock = asyncio.Lock()
    known: dict[tuple[str, ...], tuple[float, RunningTournaments]] = {}

    @get("/running-tournaments", help=Help.NONE, operation_id="list_running_tournaments", responses=problems())
    async def list_running(services: WithServices) -> RunningTournaments:
        """The public tournaments that are held today, at most five."""
        public = [each for each in await services.hosted.all() if each.audience.visibility is Visibility.PUBLIC]
        looked_at = public[:_LOOKED_AT]
        key = tuple(each.id for each in looked_at)
        async with lock:
            at, found = known.get(key, (0.0, None))
            if found is None or monotonic() - at > _FRESH:
                found = RunningTournaments(await _running(services, looked_at))
                known.clear()
                known[key] = (monotonic(), found)
            return found

    return Router("/", route_handlers=[list_running], tags=["tournaments"])


async def _running(services: Services, looked_at: Sequence[HostedTournament]) -> tuple[RunningTournament, ...]:
    found: list[RunningTournament] = []
    for hosted in looked_at:
        try:
            session = await services.halls.session(hosted.id)
        except LogError:
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
