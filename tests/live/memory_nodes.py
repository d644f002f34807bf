"""The nodes and owners that a database holds, in memory: what `store.nodes` says in SQL, and what appending asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from mostek.app.ownership import Claim, OwnedElsewhereError, Peer, Tidings
from mostek.app.ports import SaveError


@dataclass
class NodeRow:
    """A row of `node`."""

    peer: Peer
    until: int


@dataclass
class OwnerRow:
    """A row of `ownership`."""

    node: str | None = None
    epoch: int = 0
    freed: int | None = None
    in_play: bool = False


@dataclass
class Nodes:
    """What lies in the database of all nodes."""

    now: Callable[[], int]
    """The clock of the database in milliseconds."""
    rows: dict[str, NodeRow] = field(default_factory=dict)
    owners: dict[str, OwnerRow] = field(default_factory=dict)

    def is_dead(self, node: str | None) -> bool:
        """Whether a node was declared dead, or never entered."""
        return node is None or node not in self.rows or self.rows[node].until == 0

    def check(self, game: str, claim: Claim) -> None:
        """What every append asks. Raises `OwnedElsewhereError`."""
        row = self.owners.get(game)
        if row is None or (row.node, row.epoch) != (claim.node, claim.epoch):
            raise OwnedElsewhereError


class MemoryNodes:
    """A `NodeStore`: the way of one process to the database, which may be cut."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self.is_cut = False

    async def enter_node(self, peer: Peer, lease: int) -> int:
        """See `NodeStore`."""
        self._reach()
        now = max(self._nodes.now(), *(row.peer.at for row in self._nodes.rows.values()), 0)
        self._nodes.rows[peer.id] = NodeRow(replace(peer, at=now), self._nodes.now() + lease)
        return now

    async def renew_lease(self, node: str, at: int, lease: int) -> int | None:
        """See `NodeStore`."""
        self._reach()
        if self._nodes.is_dead(node):
            return None
        self._nodes.rows[node] = NodeRow(replace(self._nodes.rows[node].peer, at=at), self._nodes.now() + lease)
        return self._nodes.now()

    async def read_tidings(self, node: str, lease: int, known: Collection[str] | None, buries: bool) -> Tidings:
        """See `NodeStore`."""
        self._reach()
        now, rows, owners = self._nodes.now(), self._nodes.rows, self._nodes.owners
        for id, row in rows.items():
            if buries and id != node and not now <= row.until <= now + 2 * lease:
                row.until = 0
        mine = [game for game, row in owners.items() if row.node == node and row.in_play]
        return Tidings(
            tuple(row.peer for row in rows.values() if row.until),
            tuple(game for game, row in owners.items() if row.in_play and self._nodes.is_dead(row.node)),
            tuple(game for game in mine if (owners[game].freed is not None if known is None else game not in known)),
        )

    async def claim_games(self, node: str, games: Sequence[str]) -> Mapping[str, Claim]:
        """See `NodeStore`."""
        self._reach()
        claims = {}
        for game in games:
            row = self._nodes.owners.setdefault(game, OwnerRow())
            if row.node == node or self._nodes.is_dead(row.node):
                former = self._nodes.rows.get(row.node or "")
                stopped = row.freed if row.freed is not None or former is None else former.peer.at
                row.node, row.epoch, row.freed = node, row.epoch + 1, None
                claims[game] = Claim(node, row.epoch, stopped)
        return claims

    async def owner_of(self, game: str) -> Peer | None:
        """See `NodeStore`."""
        self._reach()
        row = self._nodes.owners.get(game)
        return (
            None
            if row is None or row.node is None or self._nodes.is_dead(row.node)
            else self._nodes.rows[row.node].peer
        )

    async def note_play(self, game: str, in_play: bool) -> None:
        """See `NodeStore`."""
        self._reach()
        self._nodes.owners.setdefault(game, OwnerRow()).in_play = in_play

    async def games_of(self, node: str) -> Sequence[str]:
        """See `NodeStore`."""
        self._reach()
        return [game for game, row in self._nodes.owners.items() if row.node == node and row.in_play]

    async def give_games(self, node: str, heirs: Mapping[str, Sequence[str]], at: int) -> None:
        """See `NodeStore`."""
        self._reach()
        for heir, games in heirs.items():
            for game in games:
                row = self._nodes.owners[game]
                if row.node == node:
                    row.node, row.epoch, row.freed = heir or None, row.epoch + 1, at

    async def bury_node(self, node: str) -> None:
        """See `NodeStore`."""
        self._reach()
        self._nodes.rows[node].until = 0

    def _reach(self) -> None:
        if self.is_cut:
            raise SaveError("The database cannot be written: {why}.", why="no answer")
