"""The owners of games where several nodes, the processes of one server, share a database: by leases and epochs.

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
"""The milliseconds by which the clock of the database may leap, before no node is declared dead for the time of a lease."""
_SILENT = "The server cannot reach its database; moves are not stored, and clocks stand, until it can."


class OwnedElsewhereError(SaveError):
    """Another node owns the game, so its events cannot be stored here."""

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

    async def enter_node(self, peer: Peer, lease: int) -> int:
        """Enter a node, at the time of the database or the latest one of a node. Returns that time."""
        ...

    async def renew_lease(self, node: str, at: int, lease: int) -> int | None:
        """Renew the lease of a node. Returns the time of the database; `None` for a node that was declared dead."""
        ...

    async def read_tidings(self, node: str, lease: int, known: Collection[str] | None, buries: bool) -> Tidings:
        """The present nodes and games; with `buries` those nodes are declared dead first whose leases have run out.

        `known` are the games that the node knows as its own, to find all others; `None` to look only at those handed over.
        """
        ...

    async def claim_games(self, node: str, games: Sequence[str]) -> Mapping[str, Claim]:
        """Take those of the games over whose owner is dead or this node, or that have none."""
        ...

    async def owner_of(self, game: str) -> Peer | None:
        """The living owner of a game."""
        ...

    async def note_play(self, game: str, in_play: bool) -> None:
        """Note whether a game is in play: only then it is opened before a page comes."""
        ...

    async def games_of(self, node: str) -> Sequence[str]:
        """The games in play that a node owns."""
        ...

    async def give_games(self, node: str, heirs: Mapping[str, Sequence[str]], at: int) -> None:
        """Give games to other nodes, by the heir's id; the id "" leaves them without an owner."""
        ...

    async def bury_node(self, node: str) -> None:
        """Declare a node dead that ends."""
        ...


def preferred_node(game: str, nodes: Iterable[Peer]) -> Peer | None:
    """The node that should own a game, by rendezvous hashing: one that comes or goes moves only its own share of the games."""
    return max(
        nodes, key=lambda peer: (blake2b(f"{peer.id}/{game}".encode(), digest_size=8).digest(), peer.id), default=None
    )


class Ownership(Protocol):
    """The games that this process owns, and its part in the rest."""

    is_alone: bool
    """Whether this process owns everything."""

    async def enter_lease(self) -> int | None:
        """Begin. Returns the time that all processes share; `None` where there is one process. Raises `SaveError`."""
        ...

    def claim_of(self, game: str) -> Claim | None:
        """The claim that an append to a game names; `None` where one process owns everything.

        Raises `OwnedElsewhereError`, `SaveError`.
        """
        ...

    def check_lease(self) -> None:
        """Raises `SaveError` while this process may not act."""
        ...

    def pause_play(self) -> None:
        """Do not act until `go_on`."""
        ...

    def go_on(self) -> None:
        """Act again, after the games know from when on they stood still."""
        ...

    async def renew_lease(self, at: int) -> Renewal:
        """Say that this process runs, at its own time. Raises `SaveError`, `RestoredError`."""
        ...

    async def claim_game(self, game: str, in_play: bool = True) -> int | None:
        """Own a game from now on. Returns the moment up to which its clocks ran, `None` if that of the server holds.

        A game without owner that is over belongs to the node that shows it, and any other one to the node that takes it anyway.
        Raises `OwnedElsewhereError`, `SaveError`.
        """
        ...

    async def begin_game(self, game: str) -> bool:
        """Note that a game begins. Returns whether it begins here. Raises `SaveError`."""
        ...

    async def end_game(self, game: str) -> None:
        """Note that a game is over. Raises `SaveError`."""
        ...

    def let_go(self, game: str) -> None:
        """Forget a game that another node owns."""
        ...

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """Give all games to other nodes, at its own time. Returns the address of the heir by game. Raises `SaveError`."""
        ...

    async def end_lease(self, at: int) -> None:
        """Say that this process ends, at its own time. Raises `SaveError`."""
        ...


class SoleOwner:
    """The `Ownership` of a server of one process: it owns everything, and needs no lease."""

    is_alone = True

    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def enter_lease(self) -> None:
        """See `Ownership`."""

    def claim_of(self, game: str) -> None:
        """See `Ownership`."""

    def check_lease(self) -> None:
        """See `Ownership`."""

    def pause_play(self) -> None:
        """See `Ownership`."""

    def go_on(self) -> None:
        """See `Ownership`."""

    async def renew_lease(self, at: int) -> Renewal:
        """See `Ownership`."""
        await self._store.beat(at)
        return _NO_NEWS

    async def claim_game(self, game: str, in_play: bool = True) -> None:
        """See `Ownership`."""

    async def begin_game(self, game: str) -> bool:
        """See `Ownership`."""
        return True

    async def end_game(self, game: str) -> None:
        """See `Ownership`."""

    def let_go(self, game: str) -> None:
        """See `Ownership`."""

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """See `Ownership`."""
        return {}

    async def end_lease(self, at: int) -> None:
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

    async def enter_lease(self) -> int:
        """See `Ownership`. The node has a new id, and none of its games."""
        self._claims.clear()
        sent, joining = self._clock(), replace(self._me, id=token_hex(8))
        now = await self._answer_of(self._store.enter_node(joining, LEASE))
        self._me, self._peers, self._is_sure = joining, (joining,), True
        self._heard, self._beat = (now, self._clock()), now
        self._acts_until, self._buries_from = sent + (LEASE - MARGIN) / 1000, sent + LEASE / 1000
        return now

    def node_faults(self) -> Iterator[SentenceError]:
        """The faults of the nodes, for their operator."""
        others = [peer for peer in self._peers if peer.id != self._me.id]
        if any(peer.name == self._me.name for peer in others):
            yield SentenceError("Two nodes of this server have one name; give each its own, by MOSTEK_NODE.")
        if any(peer.version != self._me.version for peer in others):
            yield SentenceError(
                "The nodes of this server have different versions of mostek; they should soon have one."
            )

    def claim_of(self, game: str) -> Claim:
        """See `Ownership`."""
        self.check_lease()
        claim = self._claims.get(game)
        if claim is None:
            raise OwnedElsewhereError
        return claim

    def check_lease(self) -> None:
        """See `Ownership`."""
        if self._pauses or self._clock() >= self._acts_until:
            raise SaveError(_SILENT)

    def pause_play(self) -> None:
        """See `Ownership`."""
        self._pauses += 1

    def go_on(self) -> None:
        """See `Ownership`."""
        self._pauses -= 1

    async def renew_lease(self, at: int) -> Renewal:
        """See `Ownership`. After an answer that games stood still nothing is done until `go_on`."""
        sent = self._clock()
        is_late = sent >= self._acts_until
        now = await self._answer_of(self._store.renew_lease(self._me.id, at, LEASE)) if self._me.id else None
        if now is None:
            self._pauses -= self._news.stopped is not None
            self._news = Renewal(is_lost=True)
            await self.enter_lease()
            now = self._heard[0]
        elif is_late and self._news.stopped is None:
            self.pause_play()
            self._news = replace(self._news, stopped=self._beat)
        passed = (sent - self._heard[1]) * 1000
        if is_late or abs(now - self._heard[0] - passed) > _LEAP:
            self._buries_from = (
                sent + LEASE / 1000
            )  # the others could not renew either, or could not know that they had to
        self._heard, self._beat = (now, self._clock()), at
        self._acts_until = sent + (LEASE - MARGIN) / 1000
        games = await self._take_games()
        news, self._news = self._news, _NO_NEWS
        return replace(news, games=games, latest=max((peer.at for peer in self._peers), default=0))

    async def _take_games(self) -> tuple[str, ...]:
        """Take the games that should be this node's. Returns them."""
        async with self._turn:
            known = None if self._is_sure else set(self._claims)
            buries = self._clock() >= self._buries_from
            tidings = await self._answer_of(self._store.read_tidings(self._me.id, LEASE, known, buries))
            self._peers, self._is_sure = tidings.peers, True
            free = () if self._is_leaving else tidings.free
            found = (*tidings.given, *(game for game in free if self._is_preferred(game)))
            wanted = [game for game in found if game not in self._claims]
            if not wanted:
                return ()
            claims = await self._answer_of(self._store.claim_games(self._me.id, wanted))
            self._claims.update(claims)
            return tuple(claims)

    async def claim_game(self, game: str, in_play: bool = True) -> int | None:
        """See `Ownership`."""
        self.check_lease()
        async with self._turn:
            if game not in self._claims:
                owner = await self._answer_of(self._store.owner_of(game))
                if owner is None:
                    owner = preferred_node(game, self._possible_owners) if in_play else self._me
                if owner is None or owner.id != self._me.id or self._is_leaving:
                    raise OwnedElsewhereError("" if owner is None else owner.address)
                self._claims.update(await self._answer_of(self._store.claim_games(self._me.id, [game])))
            if game not in self._claims:  # another one was faster
                raise OwnedElsewhereError
            return self._claims[game].stopped

    async def begin_game(self, game: str) -> bool:
        """See `Ownership`."""
        await self._answer_of(self._store.note_play(game, True))
        return self._is_preferred(game)

    async def end_game(self, game: str) -> None:
        """See `Ownership`."""
        await self._answer_of(self._store.note_play(game, False))

    def let_go(self, game: str) -> None:
        """See `Ownership`."""
        self._claims.pop(game, None)
        self._is_sure = False  # a row that was changed by hand may still name this node

    async def hand_over(self, at: int) -> Mapping[str, str]:
        """See `Ownership`."""
        self._is_leaving = True
        async with self._turn:
            heirs: dict[str, list[str]] = {}
            addresses = {}
            for game in await self._answer_of(self._store.games_of(self._me.id)):
                heir = preferred_node(game, self._other_nodes)
                heirs.setdefault(heir.id if heir is not None else "", []).append(game)
                addresses[game] = heir.address if heir is not None else ""
            self._claims.clear()
            await self._answer_of(self._store.give_games(self._me.id, heirs, at))
            return addresses

    async def end_lease(self, at: int) -> None:
        """See `Ownership`."""
        await self._answer_of(self._store.bury_node(self._me.id))

    @property
    def _other_nodes(self) -> tuple[Peer, ...]:
        return tuple(peer for peer in self._peers if peer.id != self._me.id)

    @property
    def _possible_owners(self) -> tuple[Peer, ...]:
        return self._other_nodes if self._is_leaving else self._peers

    def _is_preferred(self, game: str) -> bool:
        node = preferred_node(game, self._possible_owners)
        return node is not None and node.id == self._me.id

    async def _answer_of(self, question: Awaitable[T]) -> T:
        """The answer of the database, which may hang. Raises `SaveError`."""
        answer = asyncio.ensure_future(question)
        answer.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody may wait for it any more
        try:
            return await asyncio.wait_for(asyncio.shield(answer), ANSWERS / 1000)
        except TimeoutError:
            self._is_sure = False
            raise SaveError("The database cannot be written: {why}.", why="no answer") from None
        except SaveError:
            self._is_sure = False
            raise
