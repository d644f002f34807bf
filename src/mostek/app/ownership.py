"""Who owns a game where several nodes, the processes of one server, share a database: by leases and epochs.

A node lives as long as its lease, which it renews; when that has run out, by the clock of the database, another node may declare
it dead, for good. A game names its owner and an epoch that only grows. What a node appends names both, and the database refuses
it when they are no longer so: what a node believes need never be true.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from secrets import token_hex
from time import monotonic
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.ports import GameStore, SaveError
from mostek.core.errors import SentenceError

T = TypeVar("T")

LEASE = 2000
"""The milliseconds for which a node lives after it was last heard of."""
MARGIN = 200
"""The milliseconds by which a node stops acting before its lease ends."""
ANSWERS = 1000
"""The milliseconds for which a node waits for an answer of the database about its lease."""
_LEAP = 1000
"""The milliseconds by which the clock of the database may leap, before nobody is declared dead for the time of a lease."""
_SILENT = "The server cannot reach its database; moves are not stored, and clocks stand, until it can."


class OwnedElsewhereError(SaveError):
    """Another node owns the game, so nothing of it can be stored here."""

    def __init__(self, address: str = "") -> None:
        super().__init__("This game goes on at another node of the server; the page finds it by itself.")
        self.address = address
        """The address of the owner for pages; empty if it is not known."""


class Peer(Struct, frozen=True):
    """A node that lives."""

    id: str
    """Its name by chance, another one at each start."""
    name: str
    """Its name for people."""
    address: str
    """Its address for pages."""
    version: int
    """The version of the tables that it knows."""
    at: int
    """Its own time at its last renewal, in milliseconds since 1970."""


class Claim(Struct, frozen=True):
    """A game that a node owns: what it appends is taken as long as the database says the same."""

    node: str
    epoch: int
    stopped: int | None
    """The moment up to which the former owner is known to have run; `None` if there was none."""


class Tidings(Struct, frozen=True):
    """The answer of the database to a renewal."""

    peers: tuple[Peer, ...]
    """All nodes that live, this one among them."""
    free: tuple[str, ...] = ()
    """The games in play whose owner is dead, or that have none."""
    given: tuple[str, ...] = ()
    """The games in play that this node owns and does not know of: another one has handed them over."""


class Renewal(Struct, frozen=True):
    """The news for the games of a node after a renewal."""

    games: tuple[str, ...] = ()
    """The games that it owns from now on."""
    is_lost: bool = False
    """Whether it was declared dead, so that it owns none of the games from before."""
    stopped: int | None = None
    """The moment from which its games stood still, since it could not reach the database; `None` if they did not."""
    latest: int = 0
    """The latest time of a node that lives, which no other one may be far behind."""


class NodeStore(Protocol):
    """The nodes and owners in the database. Every method raises `SaveError`; moments are milliseconds since 1970."""

    async def join(self, peer: Peer, lease: int) -> int:
        """Enter a node, at the time of the database or the latest one of a node. Returns that time."""
        ...

    async def renew(self, node: str, at: int, lease: int) -> int | None:
        """Renew the lease of a node. Returns the time of the database; `None` for a node that was declared dead."""
        ...

    async def tidings(self, node: str, lease: int, known: Collection[str] | None, buries: bool) -> Tidings:
        """The present nodes and games; with `buries` those nodes are declared dead first whose leases have run out.

        `known` are the games that the node knows as its own, to find all others; `None` to look only at those handed over.
        """
        ...

    async def claim(self, node: str, games: Sequence[str]) -> Mapping[str, Claim]:
        """Take those of the games over whose owner is dead or this node, or that have none."""
        ...

    async def owner(self, game: str) -> Peer | None:
        """The living owner of a game."""
        ...

    async def note_play(self, game: str, in_play: bool) -> None:
        """Note whether a game is in play: only then it is opened before somebody comes."""
        ...

    async def owned(self, node: str) -> Sequence[str]:
        """The games in play that a node owns."""
        ...

    async def hand_over(self, node: str, heirs: Mapping[str, Sequence[str]], at: int) -> None:
        """Give games to other nodes, by the heir's id; the id "" gives them to nobody."""
        ...

    async def leave(self, node: str) -> None:
        """Declare a node dead that ends."""
        ...


def preferred(game: str, nodes: Iterable[Peer]) -> Peer | None:
    """The node that should own a game, by rendezvous hashing: one that comes or goes moves only its own share of the games."""
    return max(
        nodes, key=lambda peer: (blake2b(f"{peer.id}/{game}".encode(), digest_size=8).digest(), peer.id), default=None
    )


class Ownership(Protocol):
    """The games that this process owns, and its part in the rest."""

    is_alone: bool
    """Whether this process owns everything."""

    def fence(self, game: str) -> Claim | None:
        """What an append to a game names; `None` where one process owns everything. Raises `OwnedElsewhereError`, `SaveError`."""
        ...

    def check(self) -> None:
        """Raises `SaveError` while this process may not act."""
        ...

    def pause(self) -> None:
        """Do not act until `go_on`."""
        ...

    def go_on(self) -> None:
        """Act again, after the games know from when on they stood still."""
        ...

    async def renew(self, at: int) -> Renewal:
        """Say that this process runs, at its own time. Raises `SaveError`, `RestoredError`."""
        ...

    async def claim(self, game: str) -> int | None:
        """Own a game from now on. Returns the moment up to which its clocks ran, `None` if that of the server holds.

        Raises `OwnedElsewhereError`, `SaveError`.
        """
        ...

    async def begin(self, game: str) -> bool:
        """Note that a game begins. Returns whether it begins here. Raises `SaveError`."""
        ...

    async def end(self, game: str) -> None:
        """Note that a game is over. Raises `SaveError`."""
        ...

    def let_go(self, game: str) -> None:
        """Forget a game that another node owns."""
        ...

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """Give all games to other nodes, at its own time. Returns the address of the heir by game. Raises `SaveError`."""
        ...

    async def stop(self, at: int) -> None:
        """Say that this process ends, at its own time. Raises `SaveError`."""
        ...


class SoleOwner:
    """The `Ownership` of a server of one process: it owns everything, and asks nobody."""

    is_alone = True

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def fence(self, game: str) -> None:
        """See `Ownership`."""

    def check(self) -> None:
        """See `Ownership`."""

    def pause(self) -> None:
        """See `Ownership`."""

    def go_on(self) -> None:
        """See `Ownership`."""

    async def renew(self, at: int) -> Renewal:
        """See `Ownership`."""
        await self._store.beat(at)
        return _NO_NEWS

    async def claim(self, game: str) -> None:
        """See `Ownership`."""

    async def begin(self, game: str) -> bool:
        """See `Ownership`."""
        return True

    async def end(self, game: str) -> None:
        """See `Ownership`."""

    def let_go(self, game: str) -> None:
        """See `Ownership`."""

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """See `Ownership`."""
        return {}

    async def stop(self, at: int) -> None:
        """See `Ownership`: clocks go on from this moment when a server runs again."""
        await self._store.beat(at)


_NO_NEWS = Renewal()


class Node:
    """The `Ownership` of one of several processes, by a lease in their database."""

    is_alone = False

    def __init__(
        self, store: NodeStore, name: str, address: str, version: int, clock: Callable[[], float] = monotonic
    ) -> None:
        """`version` is that of the tables that this process knows; `clock` gives seconds that never go back."""
        self._store = store
        self._clock = clock
        self._me = Peer("", name, address, version, 0)
        self._claims: dict[str, Claim] = {}
        self._peers: tuple[Peer, ...] = ()
        self._turn = asyncio.Lock()  # a game that is claimed twice at once would have an epoch that nobody knows
        self._acts_until = self._buries_from = 0.0
        self._pauses = 0
        self._is_leaving = False
        self._is_sure = False
        """Whether the database owns no game to this node of which it does not know, because an answer came late."""
        self._heard = (0, 0.0)
        """The time of the database at its last answer, and the moment of that answer."""
        self._beat = 0
        self._news = _NO_NEWS
        """What happened and the games do not know yet."""

    @property
    def time(self) -> int:
        """The time of the database by now, in milliseconds since 1970."""
        now, at = self._heard
        return now + int((self._clock() - at) * 1000)

    @property
    def id(self) -> str:
        """The id of this node since it was last entered."""
        return self._me.id

    async def join(self) -> None:
        """Enter this node in the database, under a new id. Raises `SaveError`."""
        self._claims.clear()
        sent, joining = self._clock(), replace(self._me, id=token_hex(8))
        now = await self._answer(self._store.join(joining, LEASE))
        self._me, self._peers, self._is_sure = joining, (joining,), True
        self._heard, self._beat = (now, self._clock()), now
        self._acts_until, self._buries_from = sent + (LEASE - MARGIN) / 1000, sent + LEASE / 1000

    def faults(self) -> Iterator[SentenceError]:
        """What is wrong with the nodes, for who runs them."""
        others = [peer for peer in self._peers if peer.id != self._me.id]
        if any(peer.name == self._me.name for peer in others):
            yield SentenceError("Two nodes of this server are called {name}.", name=self._me.name)
        for peer in others:
            if peer.version != self._me.version:
                yield SentenceError("The node {name} has another version of mostek than this one.", name=peer.name)

    def fence(self, game: str) -> Claim:
        """See `Ownership`."""
        self.check()
        claim = self._claims.get(game)
        if claim is None:
            raise OwnedElsewhereError
        return claim

    def check(self) -> None:
        """See `Ownership`."""
        if self._pauses or self._clock() >= self._acts_until:
            raise SaveError(_SILENT)

    def pause(self) -> None:
        """See `Ownership`."""
        self._pauses += 1

    def go_on(self) -> None:
        """See `Ownership`."""
        self._pauses -= 1

    async def renew(self, at: int) -> Renewal:
        """See `Ownership`. After an answer that games stood still nothing is done until `go_on`."""
        sent = self._clock()
        is_late = sent >= self._acts_until
        now = await self._answer(self._store.renew(self._me.id, at, LEASE)) if self._me.id else None
        if now is None:
            self._pauses -= self._news.stopped is not None
            self._news = Renewal(is_lost=True)
            await self.join()
            now = self._heard[0]
        elif is_late and self._news.stopped is None:
            self.pause()
            self._news = replace(self._news, stopped=self._beat)
        passed = (sent - self._heard[1]) * 1000
        if is_late or abs(now - self._heard[0] - passed) > _LEAP:
            self._buries_from = (
                sent + LEASE / 1000
            )  # the others could not renew either, or could not know that they had to
        self._heard, self._beat = (now, self._clock()), at
        self._acts_until = sent + (LEASE - MARGIN) / 1000
        games = await self._take()
        news, self._news = self._news, _NO_NEWS
        return replace(news, games=games, latest=max((peer.at for peer in self._peers), default=0))

    async def _take(self) -> tuple[str, ...]:
        """Take the games that should be this node's. Returns them."""
        async with self._turn:
            known = None if self._is_sure else set(self._claims)
            buries = self._clock() >= self._buries_from
            tidings = await self._answer(self._store.tidings(self._me.id, LEASE, known, buries))
            self._peers, self._is_sure = tidings.peers, True
            free = () if self._is_leaving else tidings.free
            found = (*tidings.given, *(game for game in free if self._prefers(game)))
            wanted = [game for game in found if game not in self._claims]
            if not wanted:
                return ()
            claims = await self._answer(self._store.claim(self._me.id, wanted))
            self._claims.update(claims)
            return tuple(claims)

    async def claim(self, game: str) -> int | None:
        """See `Ownership`."""
        self.check()
        async with self._turn:
            if game not in self._claims:
                owner = await self._answer(self._store.owner(game))
                if owner is None:
                    owner = preferred(game, self._candidates)
                if owner is None or owner.id != self._me.id or self._is_leaving:
                    raise OwnedElsewhereError("" if owner is None else owner.address)
                self._claims.update(await self._answer(self._store.claim(self._me.id, [game])))
            if game not in self._claims:  # another one was faster
                raise OwnedElsewhereError
            return self._claims[game].stopped

    async def begin(self, game: str) -> bool:
        """See `Ownership`."""
        await self._answer(self._store.note_play(game, True))
        return self._prefers(game)

    async def end(self, game: str) -> None:
        """See `Ownership`."""
        await self._answer(self._store.note_play(game, False))

    def let_go(self, game: str) -> None:
        """See `Ownership`."""
        self._claims.pop(game, None)

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """See `Ownership`."""
        self._is_leaving = True
        async with self._turn:
            heirs: dict[str, list[str]] = {}
            addresses = {}
            for game in await self._answer(self._store.owned(self._me.id)):
                heir = preferred(game, self._others)
                heirs.setdefault(heir.id if heir is not None else "", []).append(game)
                addresses[game] = heir.address if heir is not None else ""
            self._claims.clear()
            await self._answer(self._store.hand_over(self._me.id, heirs, at))
            return addresses

    async def stop(self, at: int) -> None:
        """See `Ownership`."""
        await self._answer(self._store.leave(self._me.id))

    @property
    def _others(self) -> tuple[Peer, ...]:
        return tuple(peer for peer in self._peers if peer.id != self._me.id)

    @property
    def _candidates(self) -> tuple[Peer, ...]:
        return self._others if self._is_leaving else self._peers

    def _prefers(self, game: str) -> bool:
        node = preferred(game, self._candidates)
        return node is not None and node.id == self._me.id

    async def _answer(self, asked: Awaitable[T]) -> T:
        """The answer of the database, which may hang. Raises `SaveError`."""
        answer = asyncio.ensure_future(asked)
        answer.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody may wait for it any more
        try:
            return await asyncio.wait_for(asyncio.shield(answer), ANSWERS / 1000)
        except TimeoutError:
            self._is_sure = False
            raise SaveError("The database cannot be written: {why}.", why="no answer") from None
        except SaveError:
            self._is_sure = False
            raise
