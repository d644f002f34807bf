"""Sends the news of tournaments to the phones that want them. The desk never waits."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec
import structlog
from msgspec.structs import replace

from mostek.app.hosted_tournaments import TournamentNews
from mostek.app.node_news import NewsTopic
from mostek.app.ports import LogError, SaveError
from mostek.feature import FeatureService
from mostek.features.letters.courier import PushCourier, PushOutcome, courier_of
from mostek.features.letters.model import PushSubscription, PushTopic
from mostek.features.letters.store import PushSubscriptionStore
from mostek.features.letters.words import is_silent, messages_for
from mostek.live.tournament_sessions import TournamentSessions
from mostek.messages import speaking
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.node_chores import claim_chore

if TYPE_CHECKING:
    from mostek.server.http.services import Services

log = structlog.get_logger("mostek.push")

_THREADS, _CALL_THREADS = 6, 2
"""The messages that are under way at once: of rounds and announcements, and calls, which wait for no others."""
_BATCH_TIME = 60.0
"""The seconds after which what was not sent of a piece of news is dropped: the next round is nearer then."""
_LASTS, _CALL_LASTS = 60 * 60, 10 * 60
"""The seconds for which a push service keeps a message while the phone is off."""
_TRIES, _REST = 3, 60.0
"""After so many failures in a row a host rests for so many seconds; what is for it is dropped."""
_MOST_CALLS = 5
"""The most calls in one piece of news that are sent one by one."""
_AGAIN = 5.0
"""The seconds after which a message is sent again that the push service was too busy for, once."""
_LOOK = 1.0


_CLAIMED = 24 * 60 * 60
"""The seconds for which no other node sends a message that one has sent."""

ClaimMessage: TypeAlias = Callable[[str], Awaitable[bool]]


class _Delivery(NamedTuple):
    subscription: PushSubscription
    message: bytes
    is_urgent: bool


class PushSender:
    """The messages of a running server."""

    def __init__(
        self,
        courier: PushCourier,
        subscriptions: PushSubscriptionStore,
        hosted: HostedTournamentStore,
        halls: TournamentSessions,
        claim: ClaimMessage,
    ) -> None:
        """`claim` says whether this node sends the message of that name, which others may have, too."""
        self._claim = claim
        self.courier = courier
        self.subscriptions = subscriptions
        self._hosted = hosted
        self._halls = halls
        self._news = _Lane(self, (PushTopic.OWN, PushTopic.PLAYER, PushTopic.EVENT), _THREADS, _LASTS)
        self._calls = _Lane(self, (PushTopic.CALLS,), _CALL_THREADS, _CALL_LASTS)
        self._tasks: list[asyncio.Task[None]] = []
        self._failures: dict[str, tuple[int, float]] = {}
        self.sent = 0
        """How many messages push services have taken."""

    async def start(self) -> None:
        """Begin to send. The tournaments of which phones want news are opened, so that their files are followed."""
        self._halls.tell_news(self.tell)
        ids = await self.follow()
        for lane in (self._news, self._calls):
            lane.start()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(each) for each in (self._news.run(), self._calls.run(), self._watch())]
        self._tasks.append(loop.create_task(self._open(ids)))

    async def stop(self) -> None:
        """Send nothing more; threads that wait for a push service end with the process."""
        for task in self._tasks:
            task.cancel()
        for lane in (self._news, self._calls):
            lane.stop()

    async def follow(self) -> list[str]:
        """Learn of which tournaments phones want news. Returns their ids."""
        ids = await self.subscriptions.tournaments()
        self._halls.set_phones(ids)
        return ids

    def tell(self, news: TournamentNews) -> None:
        """Take news up; this only notes it."""
        if news.calls:
            self._calls.add(news)
        if news.announcements or news.before is not news.after:
            self._news.add(news)

    async def _open(self, ids: list[str]) -> None:
        for id in ids:
            try:
                session = await self._halls.session(id)
                if session is None or session.state.closed_on is not None:
                    await self.subscriptions.clear(id)
            except LogError as error:
                log.error("tournament_unreadable", tournament=id, why=str(error))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            self.courier.cut_slow()

    async def without_sent(self, news: TournamentNews) -> TournamentNews:
        """The news without the calls and announcements that another node has sent or sends."""
        id = news.hosted.id
        calls = [each for each in news.calls if await self._claim(f"call {id} {each.id}")]
        announcements = [each for each in news.announcements if await self._claim(f"announcement {id} {each.id}")]
        return replace(news, calls=tuple(calls), announcements=tuple(announcements))

    async def deliveries(self, news: TournamentNews, topics: tuple[PushTopic, ...]) -> list[_Delivery]:
        """The messages of a piece of news."""
        subscriptions = await self.subscriptions.of_tournament(news.hosted.id, *topics)
        if not subscriptions:
            return []
        generations = await self._hosted.generations(news.hosted.id)
        return await asyncio.to_thread(_written, news, subscriptions, generations)

    def host_of(self, delivery: _Delivery) -> str:
        """The push service of a delivery."""
        parts = self.courier.hosts.endpoint(delivery.subscription.endpoint)
        return "" if parts is None else parts.hostname or ""

    def rests(self, host: str) -> bool:
        """Whether a host has failed too often a short while ago."""
        failures, at = self._failures.get(host, (0, 0.0))
        return failures >= _TRIES and monotonic() - at < _REST

    async def learn(self, delivery: _Delivery, outcome: PushOutcome) -> None:
        """Note what became of a delivery."""
        host = self.host_of(delivery)
        if outcome is PushOutcome.UNREACHABLE:
            self._failures[host] = (self._failures.get(host, (0, 0.0))[0] + 1, monotonic())
            return
        self._failures.pop(host, None)
        if outcome is PushOutcome.SENT:
            self.sent += 1
        elif outcome is PushOutcome.GONE:
            await self.subscriptions.forget(delivery.subscription.endpoint)
        elif outcome is PushOutcome.REFUSED:
            log.warning("push_refused", host=host)

    async def close(self, news: TournamentNews) -> None:
        """After the end of a tournament no phone gets messages any more."""
        if news.after.closed_on is not None and news.before.closed_on is None:
            await self.subscriptions.clear(news.hosted.id)
            await self.follow()


class Phones(FeatureService):
    """The messages to phones, as far as the operator wants any."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.sender: PushSender | None = None
        """The sender, from `start` on; `None` if the server sends no messages."""

    async def start(self) -> None:
        """Begin to send, if messages are sent."""
        services = self._services
        courier = await asyncio.to_thread(courier_of, services.config)
        if courier is not None:
            subscriptions = PushSubscriptionStore(services.database)
            claim = partial(claim_chore, services.database, seconds=_CLAIMED)
            self.sender = PushSender(courier, subscriptions, services.hosted, services.halls, claim)
            await self.sender.start()
            services.news.add_hearer(NewsTopic.PHONES_CHANGED, self._follow_phones)

    async def phones_changed(self, tournament: str) -> None:
        """Learn here and at the other nodes of which tournaments phones want news. Raises `SaveError`."""
        await self._follow_phones(tournament)
        if self._services.database.is_shared:
            await self._services.news.tell_others(NewsTopic.PHONES_CHANGED, tournament)

    async def _follow_phones(self, _: str) -> None:
        if self.sender is not None:
            await self.sender.follow()

    async def forget_code(self, tournament: str, number: int) -> None:
        """Delete the subscriptions that devices have by a code that was withdrawn."""
        if self.sender is not None:
            await self.sender.subscriptions.remove_player(tournament, number)

    async def close(self) -> None:
        """Send nothing more."""
        if self.sender is not None:
            await self.sender.stop()


class _Lane:
    """Sends the news of some topics, one piece after another, by threads of its own.

    What happens while a piece is under way is put together, so each browser waits for one message of a kind at most.
    """

    def __init__(self, sender: PushSender, topics: tuple[PushTopic, ...], threads: int, lasts: int) -> None:
        self._sender = sender
        self._topics = topics
        self._threads = threads
        self._lasts = lasts
        self._pending: dict[str, TournamentNews] = {}
        self._there = asyncio.Event()  # set when there is news to send
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Start the threads. They end with the process, even while they wait."""
        for _ in range(self._threads):
            threading.Thread(target=self._work, name="push", daemon=True).start()

    def stop(self) -> None:
        """Let the threads end after their message."""
        for _ in range(self._threads):
            self._jobs.put(None)

    def add(self, news: TournamentNews) -> None:
        """Put news to what waits of the same tournament."""
        there = self._pending.get(news.hosted.id)
        self._pending[news.hosted.id] = news if there is None else _together(there, news)
        self._there.set()

    async def run(self) -> None:
        """Send until cancelled."""
        while True:
            await self._there.wait()
            self._there.clear()
            while self._pending:
                news = self._pending.pop(next(iter(self._pending)))
                try:
                    own = await self._sender.without_sent(news)
                    if not is_silent(own):
                        await self._send(await self._sender.deliveries(own, self._topics))
                    await self._sender.close(news)
                except (LogError, SaveError) as error:
                    log.error("push_failed", tournament=news.hosted.id, why=str(error))

    async def _send(self, deliveries: list[_Delivery]) -> None:
        until = monotonic() + _BATCH_TIME
        outcomes = await asyncio.gather(*(self._one(each, until) for each in deliveries))
        if dropped := sum(outcome is None for outcome in outcomes):
            log.warning("push_dropped", messages=dropped, why="The push services cannot be reached in time.")

    async def _one(self, delivery: _Delivery, until: float) -> PushOutcome | None:
        outcome = await self._tried(delivery, until)
        if outcome is PushOutcome.BUSY and monotonic() + _AGAIN < until:
            await asyncio.sleep(_AGAIN)
            outcome = await self._tried(delivery, until)
        if outcome is not None:
            await self._sender.learn(delivery, outcome)
        return None if outcome is PushOutcome.UNREACHABLE else outcome

    async def _tried(self, delivery: _Delivery, until: float) -> PushOutcome | None:
        """Send a message by a thread; `None` if it was dropped before one was free."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[PushOutcome | None] = loop.create_future()

        def settle(outcome: PushOutcome | None) -> None:
            if not done.done():
                done.set_result(outcome)

        def job() -> None:
            sender = self._sender
            outcome: PushOutcome | None = None
            try:
                if monotonic() < until and not sender.rests(sender.host_of(delivery)):
                    outcome = sender.courier.send(
                        delivery.subscription, delivery.message, self._lasts, delivery.is_urgent
                    )
            finally:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(settle, outcome)

        self._jobs.put(job)
        return await done

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as error:
                # No traceback: what it shows of variables may be the address of a browser.
                log.error("push_bug", error=type(error).__name__)


def _together(first: TournamentNews, then: TournamentNews) -> TournamentNews:
    return replace(
        then,
        before=first.before,
        announcements=(*then.announcements, *first.announcements),
        calls=(*first.calls, *then.calls)[-_MOST_CALLS:],
    )


def _written(
    news: TournamentNews, subscriptions: list[PushSubscription], generations: Mapping[int, int]
) -> list[_Delivery]:
    found = []
    for each in subscriptions:
        with speaking(each.language):
            for message in messages_for(news, each, generations.get(each.number, 0), each.language):
                is_urgent = each.topic in (PushTopic.OWN, PushTopic.CALLS)
                found.append(_Delivery(each, msgspec.json.encode(message), is_urgent))
    return found
