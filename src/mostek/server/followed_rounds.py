"""Games of rounds online that a second computer follows: a move is acknowledged when it has it, and none after it took over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from mostek.app.log_copies import SENTENCES, CopyFault
from mostek.app.ports import LogError, SaveError
from mostek.live.tournament_session import TournamentSession
from mostek.live.tournament_sessions import TournamentSessions
from mostek.store.game_copies import GameCopyStore, MissingGames
from mostek.store.round_games import RoundGameStore

_REMEMBERED = 10_000
"""The games of which it is remembered whether they are of a tournament."""


class FollowedRounds:
    """The games of hosted tournaments, as second computers follow them."""

    def __init__(self, halls: TournamentSessions, rounds: RoundGameStore, copies: GameCopyStore) -> None:
        self._halls = halls
        self._rounds = rounds
        self._copies = copies
        self._of: dict[str, str | None] = {}
        self._writing: Counter[str] = Counter()
        self._held: dict[str, asyncio.Event] = {}
        self._quiet = asyncio.Event()  # set whenever a line has been written

    async def missing(self, tournament: str, known: Mapping[str, str]) -> MissingGames:
        """The games of a tournament of which a second computer lacks something. Raises `LogError`."""
        return await self._copies.missing(tournament, known)

    @asynccontextmanager
    async def writing(self, game: str) -> AsyncIterator[Written]:
        """Store something of a game. Raises `SaveError` if its tournament goes on elsewhere.

        What was stored is acknowledged when the second computers that keep step have it.
        """
        session = await self._session(game)
        if session is None:
            yield Written()
            return
        id, written = session.hosted.id, Written()
        while (held := self._held.get(id)) is not None:
            await held.wait()
        if session.moved is not None:
            raise SaveError(SENTENCES[CopyFault.MOVED_TO], url=session.moved)
        self._writing[id] += 1
        try:
            yield written
        finally:
            self._writing[id] -= 1
            self._quiet.set()
        self._copies.changed(game)
        session.standbys.wake()
        await session.standbys.have_game(game, written.version)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[None]:
        """Let nothing be stored of the games of a tournament meanwhile; who stores waits."""
        while (there := self._held.get(id)) is not None:
            await there.wait()
        over = self._held[id] = asyncio.Event()  # who writes the same game waits for it
        try:
            while self._writing[id]:
                self._quiet.clear()
                await self._quiet.wait()
            yield
        finally:
            del self._held[id]
            over.set()

    async def _session(self, game: str) -> TournamentSession | None:
        """The tournament of a game. One whose file cannot be read stops no game."""
        if game not in self._of:
            if len(self._of) >= _REMEMBERED:
                self._of.clear()
            self._of[game] = await self._rounds.of_game(game)
        id = self._of[game]
        try:
            return None if id is None else await self._halls.session(id)
        except LogError:
            return None


class Written:
    """The end of a game's log after a write."""

    version = 0
    """The number of events with those that were stored."""
