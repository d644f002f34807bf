"""Second computers that stand by: they get every new line with the rights of the hall, and take over when a person says so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import Annotated

from msgspec import Meta, Struct

from mostek.app.game_copies import GameMarks, versions_of
from mostek.app.hall_snapshot import HallSnapshot
from mostek.app.key_grants import granted
from mostek.app.log_copies import CopyError, CopyFault, JournalEnd, PieceHeader, encode_piece
from mostek.app.ports import SharedTournamentLog
from mostek.app.seals import Hex32
from mostek.app.signatures import Signer
from mostek.app.tournaments import hall_time
from mostek.live.tournament_session import TournamentSession
from mostek.server.config import Config
from mostek.server.followed_rounds import FollowedRounds
from mostek.store.copy_links import CopyLinkStore, StandbyLink
from mostek.store.game_copies import MissingGames
from mostek.store.hash_chain import BEGINNING
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.log_copy import journal_bytes
from mostek.store.log_pieces import journal_after
from mostek.store.moved_log import MovedLog, mark_moved, moved_log
from mostek.store.publications import publications
from mostek.store.tournament_files import SUFFIX

_END = b"\n"
LONGEST_WAIT = 10.0
"""The seconds for which a question waits for news."""


class FollowHall(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second computer says what is on its disk, and asks for what comes next."""

    key: Hex32
    head: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    journal: JournalEnd | None = None
    hall: Annotated[str, Meta(max_length=64)] = ""
    """The digest of the rights that it has."""
    games: GameMarks | None = None
    """What it has of the games of rounds online; `None` from a mostek that does not follow them."""
    wait: Annotated[float, Meta(ge=0, le=LONGEST_WAIT)] = 0.0


class TakeHallOver(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second computer takes over."""

    key: Hex32
    head: Hex32
    """The last line that it has."""
    steps: Annotated[int, Meta(ge=1)]
    url: Annotated[str, Meta(pattern=r"^https?://[^ ]{1,300}\Z")]
    """The page of the tournament there."""
    games: GameMarks | None = None
    """What it has of the games of rounds online."""
    has_gone_on: bool = False
    """Whether it went on already, when this server could not be reached: then it is told, and lines that it lacks are merged."""


class HallTakenOver(Struct, frozen=True, kw_only=True):
    """The tournament goes on at the second computer; nothing is written here any more."""

    steps: int
    head: str
    """The last line of the file here: another one than was named if both went on."""


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
            end = _end_of(data, request.head)
            if end is None:
                raise CopyError(CopyFault.REWRITTEN)
            lines = data[end:]
            total = data.count(_END) - 1
            have = max(0, total - lines.count(_END))
            known = request.games or {}
            lacks = MissingGames() if request.games is None else await self._games.missing(session.hosted.id, known)
            versions = None if request.games is None else versions_of(known)
            session.standbys.note(link.token, have, have >= total and not lacks.unknown, versions)
            hall = await self._snapshot(session, request.key)
            left = until - monotonic()
            if lines or hall.digest != request.hall or not lacks.is_empty or left <= 0:
                journal = await asyncio.to_thread(journal_bytes, self._path(session))
                at, part = journal_after(journal, request.journal or JournalEnd(), total)
                header = PieceHeader(
                    after=request.head,
                    steps=have,
                    lines=len(lines),
                    journal_at=at,
                    is_end=True,
                    hall=hall if hall.digest != request.hall else None,
                    games=lacks.games,
                    untied=lacks.untied,
                    more_games=lacks.more,
                )
                return await asyncio.to_thread(encode_piece, header, lines, part, signer, token)
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

    async def file(self, session: TournamentSession) -> tuple[bytes, bytes]:
        """The file and its journal, whole, for a second computer."""
        path = self._path(session)
        return await session.alone(lambda log: (log.data(), journal_bytes(path)))

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


def _end_of(data: bytes, head: str) -> int | None:
    """The end of the line with this hash; `None` if there is none."""
    if head == BEGINNING:
        return 0
    line = f'"hash":"{head}"}}\n'.encode()
    found = data.rfind(line)
    return None if found < 0 else found + len(line)
