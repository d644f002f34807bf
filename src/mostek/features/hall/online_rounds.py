"""Rounds online: opens the games of a round when it starts, and hands their results to the desk.

It looks at a tournament whenever the tournament or one of its games has changed, and again every few seconds while games are
awaited. A look compares what the log says with the games that there are and does what is missing, so nothing depends on when the
server was stopped: each step can be repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

import structlog
from msgspec.structs import replace

from mostek.app.hosted_tournaments import HostedTournament, HostingError, HostingFault
from mostek.app.lobby import LobbyTable, Proposal, TableError, TableStatus
from mostek.app.log_copies import SENTENCES, CopyFault
from mostek.app.online_play import OnlineTables
from mostek.app.online_rounds import (
    OnlineGame,
    TablePlace,
    TableToOpen,
    is_current,
    is_of_earlier_start,
    is_void,
    late_at,
    name_at,
    officials_of,
    proposal_of,
    request_of,
    round_at,
    table_at,
    tables_to_open,
)
from mostek.app.ports import GameTables, LogError, SaveError
from mostek.app.tournament_roles import Office
from mostek.app.tournaments import epoch, hall_time
from mostek.core.players import Role, Seat
from mostek.features.tables.live.session_manager import SessionManager
from mostek.lexicon import LexiconError
from mostek.live.tournament_session import NotActed, TournamentSession
from mostek.live.tournament_sessions import TournamentSessions

LOOKS = 2.0
"""The seconds after which tournaments with games in progress are looked at again."""

log = structlog.get_logger("mostek.live")


class HostedFacts(Protocol):
    """Port: the stored facts about hosted tournaments."""

    async def all(self) -> list[HostedTournament]:
        """Every hosted tournament."""
        ...

    async def offices(self, id: str) -> list[Office]:
        """Everybody who holds an office."""
        ...


class RoundGames(Protocol):
    """Port: the stored games of tournaments."""

    async def of_tournament(self, id: str) -> list[OnlineGame]:
        """The games of a tournament."""
        ...

    async def of_game(self, game: str) -> str | None:
        """The tournament whose game that is."""
        ...

    async def unsettled(self) -> list[str]:
        """The tournaments with games whose result is awaited."""
        ...

    async def open(
        self, id: str, there: TablePlace, players: Sequence[int], proposal: Proposal, names: Sequence[str]
    ) -> str:
        """Open the game of a table."""
        ...

    async def let_go(self, online: OnlineGame) -> None:
        """Untie a game."""
        ...

    async def settle(self, online: OnlineGame) -> None:
        """Note that the result of a game was handed to the desk."""
        ...

    async def give_seat(self, game: str, seat: Seat, who: str) -> LobbyTable:
        """Give a seat to a person."""
        ...

    async def begin_without(self, game: str, late: Sequence[Seat]) -> LobbyTable:
        """Let a game begin without the players who are late."""
        ...

    async def set_officials(self, game: str, officials: Mapping[str, Role]) -> bool:
        """Let these be the officials of a table, and no others."""
        ...


class OnlineRounds:
    """The games of all tournaments that are played on the server."""

    def __init__(
        self,
        halls: TournamentSessions,
        hosted: HostedFacts,
        stored: RoundGames,
        tables: GameTables,
        games: SessionManager,
    ) -> None:
        self._halls = halls
        self._hosted = hosted
        self._stored = stored
        self._tables = tables
        self._games = games
        self._awaited: set[str] = set()
        self._changed: set[str] = set()
        self._finished: set[str] = set()
        self._wake = asyncio.Event()  # set by what changes, waited for by the task that begins games
        self._locks: dict[str, asyncio.Lock] = {}
        self._faults: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look at tournaments, those with games first that a stop of the server has interrupted."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    def tournament_changed(self, id: str) -> None:
        """Look at a tournament soon."""
        self._changed.add(id)
        self._wake.set()

    def game_finished(self, game: str) -> None:
        """A game is over, or its result was changed by a ruling."""
        self._finished.add(game)
        self._wake.set()

    async def games_of(self, id: str) -> list[OnlineGame]:
        """The games of a tournament, by round and table."""
        return await self._stored.of_tournament(id)

    def fault_of(self, id: str) -> str | None:
        """The reason why a game of a tournament could not be opened, or its result not be entered, the last time."""
        return self._faults.get(id)

    async def seat(self, session: TournamentSession, number: int, person: str) -> OnlineGame | None:
        """Give the own seat of the current round to the person whose device has a player's code.

        Returns:
            The game; `None` where the own table is not played online. Raises `TableError`.
        """
        await self.look(session.hosted.id)
        online = await self.game_of(session, number)
        if online is None:
            return None
        seat = Seat(online.players.index(number) + 1)
        before = await self._tables.get(online.game)
        table = await self._stored.give_seat(online.game, seat, person)
        if before is not None and table.status is TableStatus.PLAYING and before.seats_of(person) != (seat,):
            await self._games.seat_changed(online.game, seat)
        return online

    async def game_of(self, session: TournamentSession, number: int) -> OnlineGame | None:
        """The game of a player in the current round."""
        games = await self._stored.of_tournament(session.hosted.id)
        current = [each for each in games if number in each.players and is_current(session.state, each.place)]
        return current[-1] if current else None

    async def open_again(self, session: TournamentSession, place: TablePlace) -> None:
        """Let a table without a result play again, whose game is over or cannot go on. Raises `HostingError`."""
        id = session.hosted.id
        async with self._locks.setdefault(id, asyncio.Lock()):
            table = table_at(session.state, place)
            if table is None:
                raise HostingError(HostingFault.NOT_ONLINE)
            if table.result is not None:
                raise HostingError(HostingFault.HAS_RESULT)
            there = [each for each in await self._stored.of_tournament(id) if each.place == place]
            for online in there:
                if not online.settled and not await self._cannot_go_on(online.game):
                    raise HostingError(HostingFault.GAME_GOES_ON)
                await self._stored.let_go(online)
        await self.look(id)

    async def _cannot_go_on(self, game: str) -> bool:
        try:
            lobby = await self._tables.get(game)
            if lobby is None or lobby.status in (TableStatus.OVER, TableStatus.CLOSED):
                return True
            if lobby.status is TableStatus.PLAYING and (live := await self._games.session(game)) is not None:
                await live.open()
        except SaveError:
            raise
        except (LogError, LexiconError):
            return True
        return False

    async def gone_elsewhere(self, id: str, url: str) -> None:
        """Another computer has taken the tournament over: its games are played there."""
        why = SaveError(SENTENCES[CopyFault.MOVED_TO], url=url)
        for online in await self._stored.of_tournament(id):
            if not online.settled:
                await self._games.goes_on_elsewhere(online.game, why)

    async def look(self, id: str) -> None:
        """Do what is missing in a tournament: open games, begin those that wait for who is late, hand over results."""
        async with self._locks.setdefault(id, asyncio.Lock()):
            session = await self._halls.session(id)
            if session is None:
                self._awaited.discard(id)
                return
            if session.moved is not None or session.copied_at is not None:
                self._awaited.discard(id)
                return
            if session.hosted.online.tables is OnlineTables.NONE and id not in self._awaited:
                return
            offices = tuple(await self._hosted.offices(id))
            found = [
                await self._after_look(session, online, offices) for online in await self._stored.of_tournament(id)
            ]
            tied = [online for online in found if online is not None]
            tied += await self._open_missing(session, tied, offices)
            if all(online.settled for online in tied):
                self._awaited.discard(id)
            else:
                self._awaited.add(id)

    async def _after_look(
        self, session: TournamentSession, online: OnlineGame, offices: tuple[Office, ...]
    ) -> OnlineGame | None:
        """A game after what is missing in it was done; `None` if it is that of its table no more."""
        if online.settled:
            return await self._if_its_table(session, online)
        lobby = await self._tables.get(online.game)
        if lobby is None or lobby.status is TableStatus.CLOSED or not _is_of(online, session):
            await self._stored.let_go(online)
            return None
        if lobby.status is TableStatus.OVER:
            return await self._hand_over(session, online, lobby)
        if await self._stored.set_officials(online.game, officials_of(offices, lobby.proposal, epoch(hall_time()))):
            await self._games.officials_changed(online.game)
        if lobby.status is TableStatus.OPEN:
            await self._begin_late(session, online, lobby)
        return online

    async def _if_its_table(self, session: TournamentSession, online: OnlineGame) -> OnlineGame | None:
        """A game whose result was handed over, if its table is still there."""
        table, played = table_at(session.state, online.place), round_at(session.state, online.place)
        if _is_of(online, session) and table is not None and played is not None:
            lobby = await self._tables.get(online.game) if table.result is None else None
            if lobby is None or not is_of_earlier_start(played, lobby):
                return online
        await self._stored.let_go(online)
        return None

    async def _begin_late(self, session: TournamentSession, online: OnlineGame, lobby: LobbyTable) -> None:
        played = round_at(session.state, online.place)
        if played is None or played.started_at is None:
            return
        late = late_at(lobby, epoch(played.started_at), epoch(hall_time()))
        if late and (await self._stored.begin_without(online.game, late)).can_begin:
            await self._games.begin(online.game)

    async def _hand_over(self, session: TournamentSession, online: OnlineGame, lobby: LobbyTable) -> OnlineGame | None:
        assert lobby.result is not None, "the game is over"
        if is_void(lobby.result):
            await self._stored.let_go(online)
            return None
        request = request_of(online, lobby.result, hall_time())
        table = table_at(session.state, online.place)
        if request is not None and table is not None and table.result is None:
            outcome = await session.act([request], session.n)
            if isinstance(outcome, NotActed):
                self._note(session.hosted.id, f"{online.game}: {outcome.refused.reason}")
                return online
        # A result that was undone is not entered again: the desk has taken it back.
        await self._stored.settle(online)
        return replace(online, settled=True)

    async def _open_missing(
        self, session: TournamentSession, there: Sequence[OnlineGame], offices: tuple[Office, ...]
    ) -> list[OnlineGame]:
        tied = {each.place for each in there}
        missing = [each for each in tables_to_open(session.state, session.hosted.online) if each.place not in tied]
        return [await self._open(session, each, offices) for each in missing]

    async def _open(self, session: TournamentSession, each: TableToOpen, offices: tuple[Office, ...]) -> OnlineGame:
        hosted, state = session.hosted, session.state
        proposal = proposal_of(state, hosted.online, hosted.id, len(each.players))
        names = [name_at(state, number, hosted.audience) for number in each.players]
        game = await self._stored.open(hosted.id, each.place, each.players, proposal, names)
        await self._stored.set_officials(game, officials_of(offices, proposal, epoch(hall_time())))
        return OnlineGame(place=each.place, game=game, players=each.players)

    async def _run(self) -> None:
        await self._find_awaited()
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), LOOKS if self._awaited else None)
            except TimeoutError:
                self._changed |= self._awaited
            self._wake.clear()
            finished, self._finished = self._finished, set()
            for game in finished:
                await self._tried(game, self._look_at_game(game))
            changed, self._changed = self._changed, set()
            for id in changed:
                await self._tried(id, self.look(id))

    async def _find_awaited(self) -> None:
        """The server may have been stopped between any two steps."""
        try:
            chosen = [each.id for each in await self._hosted.all() if each.online.tables is not OnlineTables.NONE]
            self._awaited |= set(await self._stored.unsettled())
            self._changed |= {*chosen, *self._awaited}
        except LogError as error:
            log.error("online_rounds_not_read", why=str(error))
        self._wake.set()

    async def _look_at_game(self, game: str) -> None:
        id = await self._stored.of_game(game)
        if id is not None:
            await self.look(id)

    async def _tried(self, what: str, work: object) -> None:
        """Do a piece of work; what goes wrong with one tournament does not stop the others."""
        assert asyncio.iscoroutine(work)
        try:
            await work
        except (LogError, TableError, LexiconError, ValueError) as error:
            self._note(what, str(error))
        except Exception:
            log.exception("online_round_failed", tournament=what)

    def _note(self, id: str, why: str) -> None:
        if self._faults.get(id) != why:
            self._faults[id] = why
            log.error("online_round_waits", tournament=id, why=why)


def _is_of(online: OnlineGame, session: TournamentSession) -> bool:
    """Whether a game is still that of its table; a round may have been unpaired and paired anew."""
    table = table_at(session.state, online.place)
    return table is not None and table.players == online.players
