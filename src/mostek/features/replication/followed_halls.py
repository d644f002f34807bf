"""Second computers that stand by: they get every new line with the rights of the hall, and take over when a person says so."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from mostek.app.log_copies import SENTENCES, CopyError, CopyFault
from mostek.app.ports import LogError, SaveError, SharedTournamentLog
from mostek.app.signatures import Signer
from mostek.app.tournaments import hall_time
from mostek.features.replication.log import cut_piece, steps_before
from mostek.features.replication.model import (
    FollowHall,
    HallSnapshot,
    HallTakenOver,
    PieceHeader,
    TakeHallOver,
    encode_piece,
    granted,
    versions_of,
)
from mostek.features.replication.notes import publications
from mostek.features.replication.store.copy_links import CopyLinkStore, StandbyLink
from mostek.features.replication.store.game_copies import GameCopyStore, MissingGames
from mostek.live.tournament_session import TournamentSession
from mostek.live.tournament_sessions import TournamentSessions
from mostek.server.config import Config
from mostek.store.desk_journal import journal_lines
from mostek.store.hash_chain import end_of
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.moved_log import MovedLog, mark_moved, moved_log
from mostek.store.round_games import RoundGameStore
from mostek.store.tournament_files import SUFFIX


class FollowedHalls:
    """The second computers of this server's tournaments. Raises `CopyError`."""

    def __init__(
        self,
        config: Config,
        links: CopyLinkStore,
        hosted: HostedTournamentStore,
        games: FollowedRounds,
        signer: Signer | None,
    ) -> None:
        self.links = links
        self._games = games
        self._config = config
        self._hosted = hosted
        self._signer = signer

    async def next_piece(self, session: TournamentSession, token: str, link: StandbyLink, request: FollowHall) -> bytes:
        """The next lines for a second computer, as soon as there are any; an empty piece when the time is over."""
        signer = self._signing()
        until = monotonic() + request.wait
        while True:
            self._check_here(session)
            data = await session.data()
            end = end_of(data, request.head)
            if end is None:
                raise CopyError(CopyFault.REWRITTEN)
            have = steps_before(data, end)
            known = request.games or {}
            lacks = MissingGames() if request.games is None else await self._games.missing(session.hosted.id, known)
            versions = None if request.games is None else versions_of(known)
            session.standbys.note(link.token, have, end == len(data) and not lacks.unknown, versions)
            hall = await self._snapshot(session, request.key)
            left = until - monotonic()
            if end < len(data) or hall.digest != request.hall or not lacks.is_empty or left <= 0:
                beside = PieceHeader(
                    after=request.head,
                    hall=hall if hall.digest != request.hall else None,
                    games=lacks.games,
                    untied=lacks.untied,
                    more_games=lacks.more,
                )
                journal = await asyncio.to_thread(journal_lines, self._path(session))
                piece = cut_piece(beside, data, end, len(data), journal, request.journal)
                return await asyncio.to_thread(encode_piece, *piece, signer, token)
            await session.standbys.changed(min(left, 1.0))

    async def take_over(self, session: TournamentSession, request: TakeHallOver) -> HallTakenOver:
        """Write nothing more here. The second computer must have every line, unless it went on without this server."""
        moved = MovedLog(url=request.url, at=f"{hall_time():%Y-%m-%d, %H:%M}", n=request.steps, head=request.head)
        path = self._path(session)

        def mark(log: SharedTournamentLog) -> HallTakenOver:
            before = moved_log(path)
            if before is not None and before.url != request.url:
                raise CopyError(CopyFault.MOVED, at=before.at, n=before.n, url=before.url)
            if log.head != request.head and not request.has_gone_on:
                raise CopyError(CopyFault.NOT_BEHIND)
            mark_moved(path, moved)
            return HallTakenOver(steps=len(log.read()), head=log.head)

        async with self._games.held(session.hosted.id):
            known = None if request.has_gone_on else request.games
            if known is not None and not (await self._games.missing(session.hosted.id, known)).is_empty:
                raise CopyError(CopyFault.NOT_BEHIND)
            taken = await session.alone(mark)
            session.set_moved(request.url)
        return taken

    async def _snapshot(self, session: TournamentSession, key: str) -> HallSnapshot:
        hosted = session.hosted
        offices, invitations = await self.links.holders(hosted.id)
        publication = (await asyncio.to_thread(publications, self._config.data)).get(hosted.file)
        signer = self._signing()
        return HallSnapshot(
            id=hosted.id,
            file=hosted.file,
            secret=hosted.secret,
            audience=hosted.audience,
            online=hosted.online,
            created=hosted.created,
            url=self._config.url,
            offices=offices,
            invitations=invitations,
            generations=await self._hosted.generations(hosted.id),
            calls=session.calls,
            announcements=session.announcements,
            publication="" if publication is None else publication.link,
            published=None if publication is None else publication.audience,
            grants=(*(() if publication is None else publication.grants), granted(signer, key)),
        )

    def _check_here(self, session: TournamentSession) -> None:
        if session.copied_at is not None:
            raise CopyError(CopyFault.READ_ONLY)
        if (moved := moved_log(self._path(session))) is not None:
            raise CopyError(CopyFault.MOVED, at=moved.at, n=moved.n, url=moved.url)

    def _signing(self) -> Signer:
        if self._signer is None:
            raise CopyError(CopyFault.UNSIGNED)
        return self._signer

    def _path(self, session: TournamentSession) -> Path:
        return self._config.data / "tournaments" / f"{session.hosted.file}{SUFFIX}"


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
