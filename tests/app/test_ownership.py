"""Who owns a game: whatever is stopped, woken, killed or cut off, what was acknowledged is there once, by one owner at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from live.memory_nodes import MemoryNodes, Nodes
from mostek.app.ownership import Claim, Node, OwnedElsewhereError, Peer, preferred_node
from mostek.app.ports import SaveError

T = TypeVar("T")
GAMES = tuple(f"game{number}" for number in range(6))
HOUR = 3_600_000


def peers(count: int) -> list[Peer]:
    return [Peer(f"{number:04x}", f"node{number}", "", 1, 0) for number in range(count)]


def test_a_node_that_leaves_or_joins_moves_only_its_own_share_of_the_games() -> None:
    games = [f"game{number}" for number in range(4000)]
    nodes = peers(5)
    before = {game: preferred_node(game, nodes) for game in games}
    shares = Counter(node.id for node in before.values() if node is not None)
    assert all(650 < shares[node.id] < 950 for node in nodes), shares
    gone, *rest = nodes
    for game in games:
        now = preferred_node(game, rest)
        assert now == before[game] or before[game] == gone, "the games of the others stay"
    assert preferred_node("game1", nodes) == preferred_node("game1", reversed(nodes)), (
        "in whatever order the nodes are known"
    )
    assert preferred_node("game1", []) is None


class Host:
    """A process with a node: its clock, and what it was about to append when it was stopped."""

    def __init__(self, nodes: Nodes, name: str, ahead: int, clock: list[float]) -> None:
        self.way = MemoryNodes(nodes)
        self.ahead = ahead
        """The milliseconds by which the clock of its machine is ahead, which nobody asks."""
        self.monotonic: Callable[[], float] = lambda: clock[0] + ahead / 1000
        self.node = Node(self.way, name, f"https://{name}", 1, self.monotonic)
        self.base = 0.0
        self.games: dict[str, int] = {}
        """The games in memory with the version that it knows."""
        self.pending: list[tuple[str, Claim, int, str]] = []
        self.is_stopped = False

    @property
    def time(self) -> int:
        """The time of its games, which does not follow the clock of the database."""
        return int(self.base + self.monotonic() * 1000)

    def advance(self, moment: int) -> None:
        """See `HostTime`."""
        self.base += max(0, moment - self.time)


class Owners(RuleBasedStateMachine):
    """Nodes on one database, any of which may be stopped at any point."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.clock = [1_800_000_000.0]
        self.leapt = 0
        self.nodes = Nodes(lambda: int(self.clock[0] * 1000) + self.leapt)
        self.hosts: list[Host] = []
        self.logs: dict[str, list[tuple[str, str, int]]] = {game: [] for game in GAMES}
        self.acknowledged: list[tuple[str, str]] = []
        self.tokens = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def tried(self, work: Coroutine[Any, Any, object]) -> bool:
        try:
            self.do(work)
        except SaveError:
            return False
        return True

    def teardown(self) -> None:
        try:
            self.settle()
        finally:
            self.loop.close()

    def awake(self, number: int) -> Host | None:
        running = [host for host in self.hosts if not host.is_stopped]
        return running[number % len(running)] if running else None

    @precondition(lambda self: len(self.hosts) < 4)
    @rule(hours=st.integers(-1, 1))
    def start(self, hours: int) -> None:
        host = Host(self.nodes, f"n{len(self.hosts)}", hours * HOUR, self.clock)
        host.base = self.do(host.node.enter_lease()) - host.monotonic() * 1000
        self.hosts.append(host)

    @rule(game=st.sampled_from(GAMES), number=st.integers(0, 3))
    def begin(self, game: str, number: int) -> None:
        if (host := self.awake(number)) is not None:
            self.tried(host.node.begin_game(game))

    @rule(millis=st.sampled_from((10, 100, 500, 500, 1000, 2500, 60_000)))
    def wait(self, millis: int) -> None:
        """Time passes, in which those that run renew, unless it passes at once."""
        self.clock[0] += millis / 1000

    @rule(times=st.integers(1, 8))
    def run_on(self, times: int) -> None:
        for _ in range(times):
            self.clock[0] += 0.5
            for host in self.hosts:
                if not host.is_stopped:
                    self.renew(host)

    def renew(self, host: Host) -> None:
        try:
            news = self.do(host.node.renew_lease(host.time))
        except SaveError:
            return
        if news.is_lost:
            host.games.clear()
        if news.stopped is not None:
            assert news.stopped <= host.time
            host.games.clear()
            host.node.go_on()
        host.advance(news.latest)
        for game in news.games:
            self.open(host, game)

    def open(self, host: Host, game: str) -> None:
        """Read the game, after it is owned."""
        host.games[game] = len(self.logs[game])

    @rule(number=st.integers(0, 3), game=st.sampled_from(GAMES), at_once=st.booleans())
    def act(self, number: int, game: str, at_once: bool) -> None:
        """A page acts at a node; the append may be under way for long."""
        host = self.awake(number)
        if host is None:
            return
        try:
            if game not in host.games:
                self.do(host.node.claim_game(game))
                self.open(host, game)
            claim = host.node.claim_of(game)
        except OwnedElsewhereError:
            host.games.pop(game, None)
            return
        except SaveError:
            return
        self.tokens += 1
        host.pending.append((game, claim, host.games[game], f"t{self.tokens}"))
        if at_once:
            self.deliver(number)

    @rule(number=st.integers(0, 3))
    def deliver(self, number: int) -> None:
        """What was under way arrives, however late."""
        host = self.awake(number)
        if host is None or not host.pending or host.way.is_cut:
            return
        game, claim, version, token = host.pending.pop(0)
        try:
            self.nodes.check(game, claim)
        except OwnedElsewhereError:
            host.games.pop(game, None)
            host.node.let_go(game)
            return
        if len(self.logs[game]) != version:  # the unique key of the log
            host.games.pop(game, None)
            return
        self.logs[game].append((token, claim.node, claim.epoch))
        self.acknowledged.append((game, token))
        if host.games.get(game) == version:
            host.games[game] = version + 1

    @rule(number=st.integers(0, 3))
    def stop(self, number: int) -> None:
        if (host := self.awake(number)) is not None:
            host.is_stopped = True

    @rule(number=st.integers(0, 3))
    def go_on(self, number: int) -> None:
        if self.hosts:
            self.hosts[number % len(self.hosts)].is_stopped = False

    @rule(number=st.integers(0, 3))
    def kill(self, number: int) -> None:
        if self.hosts:
            self.hosts.pop(number % len(self.hosts))

    @rule(number=st.integers(0, 3), is_cut=st.booleans())
    def cut(self, number: int, is_cut: bool) -> None:
        if (host := self.awake(number)) is not None:
            host.way.is_cut = is_cut

    @rule(is_cut=st.booleans())
    def cut_all(self, is_cut: bool) -> None:
        for host in self.hosts:
            host.way.is_cut = is_cut

    @rule(number=st.integers(0, 3))
    def drain(self, number: int) -> None:
        if (host := self.awake(number)) is not None:
            self.hosts.remove(host)
            if self.tried(host.node.hand_over(host.time)):
                self.tried(host.node.end_lease(host.time))

    @rule(hours=st.integers(-1, 1))
    def set_clock_of_database(self, hours: int) -> None:
        self.leapt += hours * HOUR

    @rule(number=st.integers(0, 3), until=st.sampled_from((0, 1, 10**13)), game=st.sampled_from(GAMES))
    def edit_by_hand(self, number: int, until: int, game: str) -> None:
        for row in list(self.nodes.rows.values())[number : number + 1]:
            row.until = until
        if until == 1 and game in self.nodes.owners:
            self.nodes.owners[game].epoch += 3

    @invariant()
    def one_owner_appends_in_an_epoch(self) -> None:
        for log in self.logs.values():
            epochs = [epoch for _, _, epoch in log]
            assert epochs == sorted(epochs)
            assert len({(node, epoch) for _, node, epoch in log}) == len(set(epochs))

    @invariant()
    def an_owner_knows_all_events(self) -> None:
        for host in self.hosts:
            for game, version in host.games.items():
                claim, row = host.node._claims.get(game), self.nodes.owners.get(game)
                if claim is not None and row is not None and (row.node, row.epoch) == (claim.node, claim.epoch):
                    assert version == len(self.logs[game]), "somebody else has appended"

    def settle(self) -> None:
        """Everybody comes back, and after a few seconds every game in play has one owner, which knows it."""
        for host in self.hosts:
            host.is_stopped = host.way.is_cut = False
            host.pending.clear()
        if not self.hosts:
            self.start(0)
        self.run_on(8)
        for number, host in enumerate(self.hosts):
            for game in list(host.node._claims):
                self.act(number, game, at_once=True)  # an owner whose row was changed by hand learns of it
        self.run_on(8)
        for game, row in self.nodes.owners.items():
            if row.in_play:
                (owner,) = [host for host in self.hosts if host.node._me.id == row.node]
                assert owner.node.claim_of(game).epoch == row.epoch
        done = [(game, token) for game, log in self.logs.items() for token, _, _ in log]
        assert sorted(done) == sorted(self.acknowledged), "none lost, none twice"
        assert all(not host.node._pauses for host in self.hosts)


def state_machine(examples: int) -> None:
    # A schedule is as short as it was drawn: making it shorter takes longer than reading it.
    drawn = settings(max_examples=examples, stateful_step_count=30, deadline=None, phases=[Phase.generate])
    run_state_machine_as_test(Owners, settings=drawn)


def test_no_schedule_loses_or_doubles_an_event_or_leaves_a_game_without_owner() -> None:
    state_machine(25)


@pytest.mark.long
def test_no_schedule_of_thousands_does() -> None:
    state_machine(2000)
