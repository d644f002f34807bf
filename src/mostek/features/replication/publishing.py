"""Publish hosted tournaments on another server while this one runs, each in a task of its own that never stops the hall."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import NamedTuple, TypeVar

import structlog
from msgspec.structs import replace

from mostek.app.hosted_tournaments import HostedTournament
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.player_codes import code_digests
from mostek.app.ports import LogError
from mostek.features.replication.follower import PUBLISH, FollowNews, FollowStage, Publisher, check_reach, own_fault
from mostek.features.replication.model import ShownCopy
from mostek.features.replication.notes import Publication, keep_publication, publications, untold_halls
from mostek.features.replication.taking_over import tell_untold
from mostek.live.tournament_sessions import TournamentSessions
from mostek.messages import explained, use
from mostek.server.config import Config
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError, origin_of, token_of
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.outward import OutwardReach
from mostek.store.signing_key import signer_of
from mostek.store.tournament_files import SUFFIX

_TELL_AGAIN = 15.0
"""The seconds after which a first computer that could not be reached is tried again."""

_THREADS = 4
"""The threads for the publications of guests, and as many for those of the user of this computer."""
T = TypeVar("T")

log = structlog.get_logger("mostek.publishing")


class _Run(NamedTuple):
    """A publication that goes on."""

    publisher: Publisher
    task: asyncio.Task[None]


class Publishing:
    """The publications of this server."""

    def __init__(self, config: Config, hosted: HostedTournamentStore, halls: TournamentSessions) -> None:
        self._config = config
        self._hosted = hosted
        self._halls = halls
        self._runs: dict[str, _Run] = {}
        self._telling: asyncio.Task[None] | None = None
        self._threads = {reach: ThreadPoolExecutor(_THREADS, f"publishing-{reach}") for reach in OutwardReach}
        """Apart from the threads that read for pages: other servers answer as slowly as they like."""

    async def start(self) -> None:
        """Go on with what was published when the server stopped."""
        self._telling = asyncio.get_running_loop().create_task(self._tell())
        try:
            known = await asyncio.to_thread(publications, self._config.data)
        except LogError as error:
            log.error("publications_unreadable", why=str(error))
            return
        for file, publication in known.items():
            hosted = await self._hosted.of_file(file)
            if hosted is not None and not publication.is_stopped:
                with suppress(CopyError, LogError):  # one publication that cannot begin does not stop the others
                    self._run(hosted, publication)

    async def stop_all(self) -> None:
        """End every task; the links stay noted."""
        if self._telling is not None:
            self._telling.cancel()
        for id in tuple(self._runs):
            await self._end(id)
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def _tell(self) -> None:
        """Tell the first computers of tournaments that this one has taken over, as soon as they can be reached."""
        while True:
            try:
                if await asyncio.to_thread(untold_halls, self._config.data):
                    await self._in_thread(OutwardReach.ANYWHERE, self._tell_now)
            except LogError as error:
                log.error("not_told", why=str(error))
            await asyncio.sleep(_TELL_AGAIN)

    def _tell_now(self) -> None:
        signer = signer_of(self._config.data)
        for untold, earlier in tell_untold(self._config.data, "" if signer is None else signer.public):
            log.info("first_computer_told", tournament=untold.file, merge=earlier or "")

    async def _in_thread(self, reach: OutwardReach, work: Callable[[], T]) -> T:
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(self._threads[reach], context.run, work)

    def may(self, hosted: HostedTournament) -> bool:
        """Whether the director may publish from this server. A public server sends nothing for its guests to addresses that
        they name; the laptop of a hall does, to public ones.
        """
        return hosted.host is None or self._config.public_url is None or self._config.publishes

    def reach(self, is_own_user: bool, link: str, known: Publication | None) -> OutwardReach:
        """The addresses to which a director may publish: any for the user of this computer, and where its operator says so.

        A link that one of them has given already stays theirs.
        """
        if is_own_user or self._config.publishes_anywhere:
            return OutwardReach.ANYWHERE
        return known.reach if known is not None and known.link == link else OutwardReach.PUBLIC

    async def publication(self, hosted: HostedTournament) -> Publication | None:
        """How a tournament is published; `None` if it is not."""
        return (await asyncio.to_thread(publications, self._config.data)).get(hosted.file)

    def news(self, hosted: HostedTournament) -> FollowNews | None:
        """The outcome of the last step; `None` while nothing is sent."""
        run = self._runs.get(hosted.id)
        return None if run is None else run.publisher.news

    async def begin(self, hosted: HostedTournament, publication: Publication) -> None:
        """Publish, or go on. Raises `CopyError`, `SaveError`."""
        if not self.may(hosted):
            raise CopyError(CopyFault.NOT_OFFERED)
        publication = replace(publication, is_stopped=False)
        await self._end(hosted.id)
        self._run(hosted, publication)
        await asyncio.to_thread(keep_publication, self._config.data, hosted.file, publication)

    async def stop(self, hosted: HostedTournament) -> None:
        """Send nothing more; the copy stays as it is."""
        await self._end(hosted.id)
        known = await self.publication(hosted)
        if known is not None:
            stopped = replace(known, is_stopped=True)
            await asyncio.to_thread(keep_publication, self._config.data, hosted.file, stopped)

    async def take_away(self, hosted: HostedTournament, known: Publication) -> None:
        """Take the copy away from the other server. Raises `CopyError`."""
        if not self.may(hosted):
            raise CopyError(CopyFault.NOT_OFFERED)
        check_reach(known.link, known.reach)
        client = HallClient(origin_of(known.link), reach=known.reach, proxy=self._config.push_proxy)
        await self.stop(hosted)
        path = f"/copies/{token_of(known.link, PUBLISH)}"
        try:
            await self._in_thread(known.reach, lambda: client.ask("DELETE", path))
        except UnreachableError:
            raise CopyError(CopyFault.UNREACHABLE, url=client.origin) from None
        except AnsweredError as error:
            if known.reach is OutwardReach.ANYWHERE:
                raise CopyError(CopyFault.ANSWERED, url=client.origin, why=error.detail) from None
            raise CopyError(own_fault(error) or CopyFault.UNREACHABLE, url=client.origin) from None
        await self.forget(hosted)

    async def forget(self, hosted: HostedTournament) -> None:
        """Send nothing more, and forget the link."""
        await self._end(hosted.id)
        await asyncio.to_thread(keep_publication, self._config.data, hosted.file, None)

    async def _end(self, id: str) -> None:
        run = self._runs.pop(id, None)
        if run is not None:
            run.task.cancel()
            with suppress(asyncio.CancelledError):  # it is what was wanted
                await run.task

    def _run(self, hosted: HostedTournament, publication: Publication) -> None:
        path = self._config.data / "tournaments" / f"{hosted.file}{SUFFIX}"
        proxy = self._config.push_proxy
        publisher = Publisher(path, publication.link, publication.grants, publication.reach, proxy)
        task = asyncio.get_running_loop().create_task(self._follow(hosted.id, publisher, publication))
        self._runs[hosted.id] = _Run(publisher, task)

    async def _follow(self, id: str, publisher: Publisher, publication: Publication) -> None:
        use(publication.language)
        while True:
            before = publisher.news.stage
            try:
                shown = await self._shown(id, publication)
            except LogError as error:
                log.error("not_published", tournament=id, why=explained(error.sentence, error.params))
                await asyncio.sleep(10)
                continue
            if shown is None:
                return
            publisher.shown = shown
            news = await self._in_thread(publication.reach, publisher.step)
            if news.stage is not before:
                log.info("publication", tournament=id, stage=news.stage.value, why=news.sentence)
            if news.stage is FollowStage.REFUSED:
                return  # what a person must settle is not tried again by itself; the button of the desk begins anew
            await asyncio.sleep(news.wait)

    async def _shown(self, id: str, publication: Publication) -> ShownCopy | None:
        session = await self._halls.session(id)
        if session is None:
            return None
        hosted, generations = session.hosted, await self._hosted.generations(id)
        codes = code_digests(id, hosted.secret, session.state.entrants, generations)
        return ShownCopy(id=id, audience=publication.audience, announcements=session.announcements, codes=codes)
