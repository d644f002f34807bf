"""A game that cannot be read is put aside, with a sentence in health and for its players; all others start and are played."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mostek.app.lobby import Proposal
from mostek.app.ports import LogError
from mostek.core.players import Seat
from mostek.features.tables.live.session_manager import SessionManager
from mostek.referee.commands import PassTurn
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.page_check import check_pages
from mostek.store.sqlite import FILE
from server.http.visitors import House, Passing, Visitor, open_house, refused

PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


def games(folder: Path, count: int = 12) -> tuple[list[str], Visitor]:
    """So many games of the same two people, each with a page of events."""
    with open_house(folder) as house:
        ala, ola = house.visitor("Ala"), house.visitor("Ola")
        tables = [ala.open() for _ in range(count)]
        for table in tables:
            ala.sit(table)
            assert ola.sit(table).json()["status"] == "playing"
    return tables, ala


def changed(folder: Path, sql: str, *values: object) -> None:
    """Change the database as a fault of the disk would, and nothing that checks it does."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute(sql, values)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def damaged_page(folder: Path, table: str) -> None:
    """Overwrite the pages on which the events of a game begin."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        wanted = "SELECT line FROM event WHERE game = ? ORDER BY version"
        line = connection.execute(wanted, (table,)).fetchone()[0]
    data = bytearray((folder / FILE).read_bytes())
    start = data.index(line[-66:]) // PAGE * PAGE
    data[start : start + PAGE] = b"\xa7" * PAGE
    (folder / FILE).write_bytes(data)


def unreadable_line(folder: Path, table: str) -> None:
    changed(
        folder, "UPDATE event SET line = CAST(replace(line, 'a', 'b') AS BLOB) WHERE game = ? AND version = 2", table
    )


def line_of_another_type(folder: Path, table: str) -> None:
    changed(folder, "UPDATE event SET line = 17 WHERE game = ? AND version = 2", table)


def missing_edition(folder: Path, table: str) -> None:
    """The game says that it is played by an edition that this mostek does not have."""
    from mostek.store.hash_chain import BEGINNING, body_of, written

    with closing(sqlite3.connect(folder / FILE)) as connection:
        (header,) = connection.execute("SELECT header FROM sitting WHERE id = ?", (table,)).fetchone()
        wanted = "SELECT version, asked, line FROM event WHERE game = ? ORDER BY version"
        rows = connection.execute(wanted, (table,)).fetchall()
        head = written(BEGINNING, [body_of(header)])[1]
        for version, asked, line in rows:
            new_asked = None
            if asked:
                new_asked, head = written(head, [body_of(asked)])
            body = body_of(line)
            if version == 1:
                event = json.loads(body)
                event["event"]["edition"] = "1899"
                body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
            new_line, head = written(head, [body])
            change = "UPDATE event SET asked = ?, line = ? WHERE game = ? AND version = ?"
            connection.execute(change, (new_asked, new_line, table, version))
        connection.commit()


def opened(house: House) -> list[str]:
    """Wait until the games are opened; the codes of what the operator should know."""
    until = time.monotonic() + 30
    while (found := house.visitor().get("/health").json())["opening"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    return [each["code"] for each in found["warnings"]]


@pytest.mark.parametrize("harm", [damaged_page, unreadable_line, line_of_another_type, missing_edition])
def test_a_damaged_game_is_put_aside_and_the_others_are_played(folder: Path, harm: Callable[[Path, str], None]) -> None:
    tables, ala = games(folder)
    harm(folder, tables[3])
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = ala.cookies
        assert opened(house) == ["put_aside"]
        aside = set(house.state.services.database.damage.tables)
        assert tables[3] in aside
        assert len(aside) < 5, "a page holds the events of a few games"
        for table in set(tables) - aside:
            assert not house.run(_pass, house, table)
        with pytest.raises(LogError, match=r"^This game is put aside, because its record cannot be read: "):
            house.run(_pass, house, tables[3])
        listed = {each["id"] for each in again.get("/tables").json()["tables"]}
        assert listed >= set(tables) - aside
        assert house.visitor("Ewa").post("/tables", {}).status_code == 201


async def _pass(house: House, table: str) -> Any:
    session = await house.state.services.served["tables"].sessions.session(table)
    assert session is not None
    game = await session.open()
    seat = game.on_turn or Seat.FIRST
    return await session.perform(PassTurn(seat=seat)) and None


@pytest.mark.parametrize(
    ("column", "value"),
    [("proposal", b"{"), ("proposal", b'{"rulebook":"gone"}'), ("status", "odd"), ("status", "playing")],
)
def test_a_damaged_table_is_left_out_of_the_lists_and_explained_at_its_address(
    folder: Path, column: str, value: object
) -> None:
    with open_house(folder) as house:
        ala = house.visitor("Ala")
        good, bad = ala.open(public=True), ala.open(public=True)
    changed(folder, f"UPDATE sitting SET {column} = ? WHERE id = ?", value, bad)
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = ala.cookies
        opened(house)
        listed = [each["id"] for each in again.get("/tables").json()["tables"]]
        if value == "playing":  # a game that has not begun can be listed
            assert set(listed) == {good, bad}
            return
        assert listed == [good]
        assert refused(again.get(f"/tables/{bad}")) == (503, "unreadable")
        assert again.sit(good).status_code == 200


def test_a_database_that_is_damaged_as_a_whole_is_said_at_the_start(tmp_path: Path) -> None:
    from cli.program import run

    Database.open(tmp_path).close()
    (tmp_path / FILE).write_bytes(b"not a database at all" * 1000)
    done = run("serve", "--data", tmp_path, "--port", "0", locale="pl_PL.UTF-8")
    assert done.returncode == 2
    assert done.stderr.startswith(f"Błąd: Plik {tmp_path / FILE} jest uszkodzony: ")
    assert "mostek restore" in done.stderr


def test_a_kill_while_games_are_opened_takes_no_time_from_anybody(tmp_path: Path) -> None:
    """Two servers were killed before they had opened the game; the third credits everything since the first."""

    async def story() -> None:
        database = Database.open(tmp_path)
        tables = TableStore(database)
        table = await _begun(database, tables)
        hour = 60 * 60 * 1000
        changed(tmp_path, "UPDATE event SET at = at - ?", hour)
        changed(tmp_path, "UPDATE heartbeat SET at = at - ?", hour)
        before = database.last_beat()
        for _ in range(2):
            early = SessionManager(DatabaseGames(database), tables, Passing())
            await early.start()
            assert early.opening
            await early.stop()  # before the first game is opened
            assert database.last_beat() == before
        late = SessionManager(DatabaseGames(database), tables, Passing())
        await late.start()
        while late.opening:
            await asyncio.sleep(0.01)
        session = await late.session(table)
        assert session is not None
        game = await session.open()
        assert game.clock is not None
        await late.stop()
        assert (database.last_beat() or 0) > (before or 0) + hour // 2
        database.close()

    asyncio.run(story())


async def _begun(database: Database, tables: TableStore) -> str:
    from mostek.store.users import UserStore

    people = UserStore(database)
    seated = [(await people.welcome(name, "pl"))[0] for name in ("Ala", "Ola")]
    table = await tables.create(seated[0].id, Proposal(rulebook="pfs", window=None))
    for each in seated:
        await tables.sit(table.id, None, each.id, each.name, ready=1)
    sessions = SessionManager(DatabaseGames(database), tables, Passing())
    await sessions.start()
    await sessions.begin(table.id)
    await sessions.stop()
    return table.id


@pytest.mark.parametrize("harm", [damaged_page, unreadable_line, line_of_another_type])
def test_the_check_finds_damage_in_a_game_that_nobody_opens(folder: Path, harm: Callable[[Path, str], None]) -> None:
    tables, _ = games(folder)
    with open_house(folder) as house:
        for table in tables:
            house.end(table)
    harm(folder, tables[3])
    with open_house(folder) as house:
        assert opened(house) == [], "a game that is over is not opened"
        database = house.state.services.database
        house.run(check_pages, database, 0)
        assert tables[3] in database.damage.tables
        assert len(database.damage.tables) < len(tables)
        assert opened(house) == ["put_aside"]


def test_the_check_finds_a_damaged_part_and_nothing_in_a_whole_database(folder: Path) -> None:
    games(folder, 2)
    with open_house(folder) as house:
        database = house.state.services.database
        house.run(check_pages, database, 0)
        assert not database.damage.tables
        assert not database.damage.parts
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'passkey'").fetchone()
    data = bytearray((folder / FILE).read_bytes())
    data[(page - 1) * PAGE : page * PAGE] = b"\xa7" * PAGE
    (folder / FILE).write_bytes(data)
    with open_house(folder) as house:
        database = house.state.services.database
        house.run(check_pages, database, 0)
        assert "passkey" in database.damage.parts
        assert opened(house) == ["damaged"]
        assert house.visitor("Ewa").post("/tables", {}).status_code == 201
