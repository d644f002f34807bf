"""Nodes on PostgreSQL: a game has one owner, and what a former owner appends is refused, whatever happens in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from mostek.app.ownership import LEASE, Claim, Node, OwnedElsewhereError, Renewal
from mostek.app.ports import ConflictError, RestoredError, SaveError
from mostek.features.replication.store.backup import back_up, restore
from mostek.store.database import Database
from mostek.store.nodes import DatabaseNodes
from store.writing_server import row


@pytest.fixture
def address(empty_database: Callable[[], str]) -> str:
    """A database on PostgreSQL with all tables."""
    return empty_database()


@pytest.fixture
def database(address: str, tmp_path: Path) -> Iterator[Database]:
    """The same, opened."""
    with closing(Database.open(tmp_path, address)) as opened:
        yield opened


@pytest.fixture
def nodes(database: Database) -> Iterator[Callable[[str], Node]]:
    """Makes nodes on it, by their names."""
    made: list[DatabaseNodes] = []

    def node(name: str) -> Node:
        made.append(DatabaseNodes(database))
        return Node(made[-1], name, f"https://{name}", 1)

    yield node
    for each in made:
        each.close()


def age(address: str, node: Node) -> None:
    """Let the lease of a node run out."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE node SET until = 1 WHERE id = %s", (node._me.id,))


def ends_waiting(node: Node) -> None:
    """Let it declare others dead at once, as if it had lived for long."""
    node._buries_from = 0


async def taken(nodes: Callable[[str], Node], address: str) -> tuple[Node, Node, Claim]:
    """Two nodes, the second of which owns a game now that the first had; and the claim of the first."""
    first = nodes("first")
    await first.enter_lease()
    await first.begin_game("game")
    await first.claim_game("game")
    claim = first.claim_of("game")
    second = nodes("second")
    await second.enter_lease()
    age(address, first)
    ends_waiting(second)
    assert await second.renew_lease(5) == Renewal(("game",), latest=5)
    return first, second, claim


def test_what_a_former_owner_appends_is_refused(database: Database, nodes: Callable[[str], Node], address: str) -> None:
    async def story() -> None:
        first, second, former = await taken(nodes, address)
        claim = second.claim_of("game")
        assert claim.epoch == former.epoch + 1
        with pytest.raises(OwnedElsewhereError):
            await database.append("game", 0, [row("game", 1)], claim=former)
        together = [
            database.append("game", 0, [row("game", 1), row("game", 2)], claim=former),
            database.append("game", 0, [row("game", 1)], claim=claim),
        ]
        found = await asyncio.gather(*together, return_exceptions=True)
        assert isinstance(found[0], OwnedElsewhereError)
        assert found[1] is None
        with pytest.raises(ConflictError):
            await database.append("game", 0, [row("game", 1)], claim=claim)
        assert [each.version for each in await database.lines("game")] == [1]
        news = await first.renew_lease(9)
        assert news.is_lost
        with pytest.raises(OwnedElsewhereError) as caught:
            await first.claim_game("game")
        assert caught.value.address == "https://second"

    asyncio.run(story())


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_game_taken_over_while_an_append_waits_is_not_appended_to(
    database: Database, nodes: Callable[[str], Node], address: str, is_kept: bool
) -> None:
    async def story() -> None:
        node = nodes("first")
        await node.enter_lease()
        await node.claim_game("game")
        claim = node.claim_of("game")
        with psycopg.connect(address) as other:
            other.execute("UPDATE ownership SET epoch = epoch + 1 WHERE game = 'game'")
            waiting = asyncio.ensure_future(database.append("game", 0, [row("game", 1)], claim=claim))
            await asyncio.sleep(0.2)
            assert not waiting.done(), "it waits for what the other one does"
            other.commit() if is_kept else other.rollback()
        if is_kept:
            with pytest.raises(OwnedElsewhereError):
                await waiting
        else:
            await waiting
        assert len(await database.lines("game")) == (0 if is_kept else 1)

    asyncio.run(story())


def test_a_game_to_which_somebody_appends_is_taken_over_only_afterwards(
    database: Database, nodes: Callable[[str], Node], address: str
) -> None:
    async def story() -> None:
        first, second = nodes("first"), nodes("second")
        await first.enter_lease()
        await first.begin_game("game")
        assert await first.claim_game("game") is None, "nobody had it before"
        claim = first.claim_of("game")
        await second.enter_lease()
        age(address, first)
        ends_waiting(second)
        with psycopg.connect(address) as stopped:
            stopped.execute("SELECT 1 FROM ownership WHERE game = 'game' FOR SHARE")
            assert (await second.renew_lease(5)).games == (), "and nobody waits for the one that holds it"
        await database.append("game", 0, [row("game", 1)], claim=claim)
        assert (await second.renew_lease(6)).games == ("game",)

    asyncio.run(story())


@pytest.mark.long
def test_a_node_that_stops_within_an_append_holds_its_games_for_a_second(database: Database, address: str) -> None:
    with database.backend.together.connect() as stopped, psycopg.connect(address) as other:
        stopped.exec_driver_sql("INSERT INTO ownership (game, epoch, in_play) VALUES ('game', 1, 1)")
        other.execute("SET statement_timeout = '3s'")
        other.execute("INSERT INTO ownership (game, epoch, in_play) VALUES ('game', 2, 1)")
        other.commit()
        stopped.invalidate()


def test_a_node_that_joins_takes_no_game_of_a_living_one_unless_it_is_handed_over(nodes: Callable[[str], Node]) -> None:
    async def story() -> None:
        games = [f"game{number}" for number in range(40)]
        first = nodes("first")
        await first.enter_lease()
        for game in games:
            assert await first.begin_game(game)
        assert set((await first.renew_lease(1)).games) == set(games)
        second, third = nodes("second"), nodes("third")
        await second.enter_lease()
        await third.enter_lease()
        ends_waiting(second)
        assert (await second.renew_lease(2)).games == ()
        await third.renew_lease(2)
        await first.renew_lease(3)
        heirs = await first.hand_over(77)
        assert set(heirs) == set(games)
        assert set(heirs.values()) == {"https://second", "https://third"}
        await first.end_lease(77)
        mine = (await second.renew_lease(4)).games
        theirs = (await third.renew_lease(4)).games
        assert sorted(mine + theirs) == sorted(games)
        assert [await second.claim_game(game) for game in mine] == [77] * len(mine), "clocks go on from the hand-over"
        with pytest.raises(OwnedElsewhereError):
            await first.claim_game("another")

    asyncio.run(story())


def test_a_lease_changed_by_hand_ends_and_the_node_comes_back(nodes: Callable[[str], Node], address: str) -> None:
    async def story() -> None:
        first, second = nodes("same"), nodes("same")
        second._me = replace(second._me, version=2)
        await first.enter_lease()
        await first.begin_game("game")
        await first.renew_lease(1)
        await second.enter_lease()
        ends_waiting(second)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE node SET until = 99999999999999 WHERE id = %s", (first._me.id,))
        assert (await second.renew_lease(1)).games == ("game",)
        assert [str(fault).partition(";")[0] for fault in second.node_faults()] == []
        former = first._me.id
        assert (await first.renew_lease(2)).is_lost
        assert first._me.id != former
        await second.renew_lease(3)
        assert len(list(second.node_faults())) == 2, "one name, and two versions"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("DELETE FROM node WHERE id = %s", (second._me.id,))
        news = await second.renew_lease(4)
        assert news.is_lost
        assert news.games + (await first.renew_lease(5)).games == ("game",)

    asyncio.run(story())


def test_a_node_without_its_database_does_not_act_and_its_games_stand_still(nodes: Callable[[str], Node]) -> None:
    async def story() -> None:
        node = nodes("only")
        passed = 0.0
        node._clock = lambda: passed
        await node.enter_lease()
        await node.begin_game("game")
        assert (await node.renew_lease(1000)).games == ("game",)
        passed = LEASE / 1000
        for refused in (node.check_lease, lambda: node.claim_of("game")):
            with pytest.raises(SaveError, match="cannot reach its database"):
                refused()
        passed = 60.0
        news = await node.renew_lease(61_000)
        assert news.stopped == 1000, "nobody has declared it dead, and its games stood still from then on"
        with pytest.raises(SaveError):
            node.check_lease()
        node.go_on()
        assert node.claim_of("game").epoch == 1

    asyncio.run(story())


def test_a_node_of_a_restored_backup_begins_anew(
    database: Database, nodes: Callable[[str], Node], address: str, tmp_path: Path
) -> None:
    async def story() -> None:
        node = nodes("only")
        await node.enter_lease()
        await node.begin_game("game")
        beat = time.time_ns() // 1_000_000 + 5000
        assert (await node.renew_lease(beat)).games == ("game",)
        claim = node.claim_of("game")
        await database.append("game", 0, [row("game", 1)], claim=claim)
        backup = await asyncio.to_thread(back_up, tmp_path, tmp_path / "b.sqlite", database=address)
        await database.append("game", 1, [row("game", 2)], claim=claim)
        await asyncio.to_thread(restore, tmp_path, backup.path, database=address)
        with pytest.raises(RestoredError):
            await database.append("game", 2, [row("game", 3)], claim=claim)
        assert (await node.renew_lease(5)).is_lost
        await node.claim_game("game")
        await database.append("game", 1, [row("game", 2)], claim=node.claim_of("game"))
        assert database.last_beat() == beat, "the clocks go on from there"

    asyncio.run(story())


def test_the_database_of_one_process_has_no_nodes(tmp_path: Path) -> None:
    with closing(Database.open(tmp_path)) as database:
        assert not database.is_shared
        asyncio.run(database.beat(7))
        assert database.last_beat() == 7


def test_a_game_that_is_over_is_shown_by_the_node_to_which_a_page_comes(nodes: Callable[[str], Node]) -> None:
    async def story() -> None:
        first, second = nodes("first"), nodes("second")
        for node in (first, second, first, second):
            await (node.renew_lease(1) if node._me.id else node.enter_lease())
        games = [f"game{number}" for number in range(12)]
        for game in games:
            await first.claim_game(game, in_play=False)
        found = await asyncio.gather(*map(first.claim_game, games), return_exceptions=True)
        assert found == [None] * len(games)
        others = await asyncio.gather(*(second.claim_game(f"play{n}") for n in range(12)), return_exceptions=True)
        assert {type(each) for each in others} == {type(None), OwnedElsewhereError}, "games in play are shared"

    asyncio.run(story())
