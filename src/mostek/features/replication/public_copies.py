"""Copies of tournaments that other computers publish here: each piece is checked before it is shown."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import cast

import msgspec

from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.player_codes import PlayerCode, code_digest
from mostek.app.ports import SharedTournamentLog
from mostek.app.signatures import NoSignaturesError
from mostek.app.users import User
from mostek.features.replication.feature import CHECK_PIECE
from mostek.features.replication.log import CHECKED_AT_ONCE, LogCopy
from mostek.features.replication.model import CopyReceipt, KeyGrant, LogPiece, ShownCopy, decode_piece, may_follow
from mostek.features.replication.store.copy_links import CopyLink, CopyLinkStore
from mostek.live.tournament_session import TournamentSession
from mostek.live.tournament_sessions import TournamentSessions
from mostek.messages.tournament_words import moment
from mostek.server.budget import Budgets
from mostek.server.config import Config
from mostek.server.http.jobs import Jobs
from mostek.store.desk_journal import journal_lines, journal_of
from mostek.store.file_names import file_stem
from mostek.store.hash_chain import BEGINNING, stated
from mostek.store.hosted_files import NAMELESS, keep_file
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.tokens import now
from mostek.store.tournament_files import COPIES_FOLDER, SUFFIX

PIECES = 120
"""The pieces that one link may send in a minute."""
BYTES = 24 * 2**20
"""The bytes that one link may send in a minute: three whole tournaments of the largest kind."""
_WAITING = 32
"""The pieces that may wait to be checked, one after the other."""
_AT_ONCE = 8
"""The most steps that are checked here, as those of a desk are; a worker checks more of them."""


class PublicCopies:
    """The copies of this server. Raises `CopyError`, and `SaveError` if the disk is full."""

    def __init__(
        self, config: Config, links: CopyLinkStore, hosted: HostedTournamentStore, halls: TournamentSessions
    ) -> None:
        self.links = links
        self._config = config
        self._hosted = hosted
        self._halls = halls
        self._checking = asyncio.Lock()  # one long piece is checked at a time; the others wait in turn
        self._waiting = 0
        self._pieces = Budgets(PIECES, PIECES / 60)
        self._bytes = Budgets(BYTES, BYTES / 60)

    async def state(self, token: str) -> CopyReceipt:
        """The contents of the copy of a link."""
        link = await self._link(token)
        if link.tournament is None:
            if link.until <= now():
                raise CopyError(CopyFault.LINK_OVER)
            return CopyReceipt()
        return await self._state(link, await self._session(link))

    def wait_for(self, token: str, size: int) -> float:
        """The seconds after which a link may send a piece of this size; 0 for now."""
        key = sha256(token.encode()).hexdigest()
        return self._pieces.of(key).take(1) or self._bytes.of(key).take(size)

    async def receive(self, token: str, data: bytes, jobs: Jobs) -> CopyReceipt:
        """Check a piece and take it. The answer says what the copy has afterwards.

        Raises `JobError`, too, where a long piece cannot be checked now.
        """
        if self._waiting >= _WAITING:
            raise CopyError(CopyFault.BUSY)
        self._waiting += 1
        try:
            async with self._checking:
                return await self._receive(token, data, jobs)
        except NoSignaturesError:
            raise CopyError(CopyFault.UNSIGNED) from None
        finally:
            self._waiting -= 1

    async def _receive(self, token: str, data: bytes, jobs: Jobs) -> CopyReceipt:
        link = await self._link(token)
        piece = await asyncio.to_thread(decode_piece, data, token)
        keys = _keys_after(link.key, piece.key, piece.header.grants)
        shown = piece.header.shown
        if link.tournament is None:
            session = await self._begin(link, piece, shown or ShownCopy(), jobs)
            link = await self.links.get(token)
        else:
            session = await self._session(link)
            await self._take(session, self._path(link), piece, jobs)
        if keys != link.key:
            await self.links.note(link, key=keys)
        if shown is not None:
            await self._show(link, session, shown)
        if piece.header.is_end and _end_of(piece) == session.head:
            at = now()
            await self.links.note(link, at=at)
            session.set_copied(at)
        return await self._state(await self.links.get(token), session)

    async def _take(self, session: TournamentSession, path: Path, piece: LogPiece, jobs: Jobs) -> None:
        """Take the next piece of a copy; only pieces, one at a time, change it."""
        due, end = await session.alone(lambda log: (cast(LogCopy, log).lacking(piece), cast(LogCopy, log).size))
        checked = None
        if due.is_replacement:
            checked = await jobs.run(CHECK_PIECE, None, 0, due.lines, CHECKED_AT_ONCE * 10)
        elif len(due.lines.splitlines()) > _AT_ONCE:
            checked = await jobs.run(CHECK_PIECE, path, end, due.lines, CHECKED_AT_ONCE)
        await session.take(lambda log, desk: cast(LogCopy, log).take(desk, due, checked))

    async def _begin(self, link: CopyLink, piece: LogPiece, shown: ShownCopy, jobs: Jobs) -> TournamentSession:
        if link.until <= now():
            raise CopyError(CopyFault.LINK_OVER)
        if piece.header.after != BEGINNING:
            raise CopyError(CopyFault.GAP, have=0)
        path = self._path(link)
        checked = await jobs.run(CHECK_PIECE, None, 0, piece.lines, CHECKED_AT_ONCE)

        def create() -> None:
            path.unlink(missing_ok=True)  # of a piece after which the server was killed; nothing shows it
            LogCopy.begin(path, piece, checked)

        await asyncio.to_thread(create)
        audience = msgspec.structs.replace(shown.audience, calls=False)
        hosted = await self.links.begin(link, shown.id, audience, piece.key)
        session = await self._halls.session(hosted.id)
        assert session is not None, "it was made a moment ago"
        return session

    async def _show(self, link: CopyLink, session: TournamentSession, shown: ShownCopy) -> None:
        """Take over the choices of the director, announcements, and by what the codes of the players are known."""
        id = session.hosted.id
        audience = msgspec.structs.replace(shown.audience, calls=False)
        if audience != session.hosted.audience:
            await self._hosted.set_audience(id, audience)
            if (hosted := await self._hosted.get(id)) is not None:
                session.set_hosted(hosted)
        if shown.announcements != session.announcements:
            await self.links.set_announcements(id, shown.announcements)
            session.set_announcements(shown.announcements)
        if shown.codes != link.codes:
            await self.links.note(link, codes=shown.codes)

    async def file(self, token: str) -> tuple[bytes, bytes]:
        """The file of a copy and its journal, whole, for the owner of the link; also after the tournament went on here."""
        link = await self.links.get(token)
        session = await self._session(link)

        def read(log: SharedTournamentLog) -> tuple[bytes, bytes]:
            path = self._path(link) if link.moved is None else self._tournament(session.hosted.file)
            return log.data(), journal_lines(path)

        return await session.alone(read)

    async def remove(self, token: str) -> None:
        """Take the copy away: its pages, its file and its journal. The link can be used again for two days."""
        link = await self._link(token)
        async with self._checking:
            if link.tournament is not None:
                await self._hosted.remove(link.tournament)
                self._halls.forget(link.tournament)
            await self.links.note(link, key=None, at=None, codes={}, until=now() + 48 * 3_600_000)
            path = self._path(link)
            for each in (path, journal_of(path)):
                with suppress(OSError):  # the link is noted as ended, so a file that stays is read by nobody
                    await asyncio.to_thread(each.unlink, missing_ok=True)

    async def go_on(self, token: str, who: User) -> str:
        """The tournament is run here from now on, and the owner of the link is its director. Returns the address of the desk."""
        async with self._checking:
            link = await self._link(token)
            session = await self._session(link)
            file = await session.alone(lambda log: self._adopt(session.state.name, log))
            await self.links.go_on(link, file, who.id, who.name)
            self._halls.forget(session.hosted.id)
            return f"{self._config.url}/e/{session.hosted.id}"

    def _adopt(self, title: str, log: SharedTournamentLog) -> str:
        """Put the copy among the tournaments of this server, with its journal."""
        stem, copy = file_stem(title) or NAMELESS, cast(LogCopy, log)
        for number in range(1, 1000):
            name = stem if number == 1 else f"{stem}-{number}"
            path = self._tournament(name)
            if path.exists():
                continue
            if journal := journal_lines(copy.path):
                path.parent.mkdir(parents=True, exist_ok=True)
                journal_of(path).write_bytes(journal)
            with suppress(FileExistsError):  # the name is taken, and the next one is tried
                keep_file(path, copy.data())
                return name
        raise HostingError(HostingFault.NAME_TAKEN, name=stem)

    async def knows(self, code: PlayerCode) -> bool:
        """Whether a code is one of a player of a copy, as the hall has said."""
        link = await self.links.of_tournament(code.tournament)
        known = "" if link is None else link.codes.get(str(code.number), "")
        return compare_digest(known, code_digest(code.mark))

    async def _state(self, link: CopyLink, session: TournamentSession) -> CopyReceipt:
        def read(log: SharedTournamentLog) -> CopyReceipt:
            copy = cast(LogCopy, log)
            return CopyReceipt(
                name=session.state.name,
                url=f"{self._config.url}/e/{session.hosted.id}",
                steps=len(copy.read()),
                head=copy.head,
                journal=copy.journal_end,
                at=link.at or 0,
            )

        return await session.alone(read)

    async def _session(self, link: CopyLink) -> TournamentSession:
        session = None if link.tournament is None else await self._halls.session(link.tournament)
        if session is None:
            raise CopyError(CopyFault.NOT_STARTED)
        return session

    async def _link(self, token: str) -> CopyLink:
        """The link with this token, unless its tournament goes on here."""
        link = await self.links.get(token)
        if link.moved is not None:
            session = await self._session(link)
            url = f"{self._config.url}/e/{link.tournament}"
            raise CopyError(CopyFault.MOVED, at=hall_moment(link.moved), n=session.n, url=url)
        return link

    def _path(self, link: CopyLink) -> Path:
        return self._config.data / COPIES_FOLDER / f"{link.token[:32]}{SUFFIX}"

    def _tournament(self, name: str) -> Path:
        return self._config.data / "tournaments" / f"{name}{SUFFIX}"


def _keys_after(pinned: str | None, key: str, grants: tuple[KeyGrant, ...]) -> str:
    """The keys that have published, the last one now. The first is the desk that came first.

    Raises `CopyError` for another desk.
    """
    if pinned is None:
        return key
    *_, last = before = pinned.split()
    if key == last:
        return pinned
    if key in before:
        raise CopyError(CopyFault.REPLACED_KEY)
    if not may_follow(last, key, grants):
        raise CopyError(CopyFault.FOREIGN_KEY, key=last[:16])
    return f"{pinned} {key}"


def _end_of(piece: LogPiece) -> str:
    """The hash of the last line that the hall has."""
    return stated(piece.lines[:-1].rpartition(b"\n")[2]) if piece.lines else piece.header.after


def hall_moment(millis: int) -> str:
    """A moment on the clock of this machine, in words."""
    return moment(datetime.fromtimestamp(millis / 1000).astimezone().replace(tzinfo=None))
