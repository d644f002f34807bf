"""SQLite and PostgreSQL: the same tables, the same answers, and backups that go from either to either."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.dialects.sqlite import insert as put

from fixtures_postgresql import Cluster
from mostek.app.host_date import HostDate
from mostek.app.lobby import Proposal
from mostek.app.ports import ConflictError, LogError, RestoredError, SaveError
from mostek.features.replication.store.backup import back_up, restore
from mostek.server.condition import Condition
from mostek.server.config import Config
from mostek.store.database import Database
from mostek.store.lobby import TableStore
from mostek.store.schema import event, heartbeat, metadata, official, person, sitting
from mostek.store.users import UserStore

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def address(empty_database: Callable[[], str]) -> str:
    """A database on PostgreSQL with all tables."""
    return empty_database()


def rows(game: str, first: int, number: int) -> list[dict[str, object]]:
    """Rows of a game's log."""
    return [
        {"game": game, "version": first + each, "at": 1, "asked": None, "token": None, "line": b"{}\n"}
        for each in range(number)
    ]


def test_the_tables_have_the_same_columns_keys_and_rules(tmp_path: Path, address: str, postgresql: Cluster) -> None:
    Database.open(tmp_path).close()
    name = address.partition("@/")[2].partition("?")[0]
    theirs = {
        (table, column, is_needed == "NO")
        for table, column, is_needed in postgresql.query(
            name,
            "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'",
        )
        if table != "schema_version"
    }
    with closing(sqlite3.connect(tmp_path / "mostek.sqlite")) as connection:
        ours, keys, references = set(), {}, {}
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            described = connection.execute(f"PRAGMA table_info({table})").fetchall()
            ours |= {(table, column, bool(needed or key)) for _, column, _, needed, _, key in described}
            keys[table] = tuple(each[1] for each in sorted(described, key=lambda each: each[5]) if each[5])
            foreign = connection.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            references[table] = sorted((each[3], each[2], each[6]) for each in foreign)
    assert theirs == ours
    named: dict[str, dict[int, str]] = {}
    for table, column, place in postgresql.query(
        name,
        "SELECT conrelid::regclass::text, attname, array_position(conkey, attnum) FROM pg_constraint"
        " JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)"
        " WHERE contype = 'p' AND connamespace = 'public'::regnamespace",
    ):
        named.setdefault(str(table), {})[int(str(place))] = str(column)
    primary = {table: tuple(column for _, column in sorted(columns.items())) for table, columns in named.items()}
    assert primary == {table: key for table, key in keys.items() if key}
    found: dict[str, list[tuple[str, str, str]]] = {table: [] for table in references}
    actions = {"c": "CASCADE", "n": "SET NULL", "a": "NO ACTION"}
    for table, column, there, action in postgresql.query(
        name,
        "SELECT conrelid::regclass::text, attname, confrelid::regclass::text, confdeltype FROM pg_constraint"
        " JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'",
    ):
        found[str(table)].append((str(column), str(there), actions[str(action)]))
    assert {table: sorted(each) for table, each in found.items()} == references


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_batch_with_a_conflict_fails_for_its_own_caller_only(kind: str, tmp_path: Path, address: str) -> None:
    database = Database.open(tmp_path, address if kind == "postgresql" else None)

    async def append_all() -> list[object]:
        first = [database.append(f"game{number}", 0, rows(f"game{number}", 1, 3)) for number in range(20)]
        again = database.append("game7", 0, rows("game7", 1, 2))
        return list(await asyncio.gather(*first, again, return_exceptions=True))

    with closing(database):
        found = asyncio.run(append_all())
        assert [each for each in found if each is not None] == [found[-1]]
        assert isinstance(found[-1], ConflictError)
        assert found[-1].actual == 3
        assert database.read_now(lambda connection: connection.scalar(select(func.count()).select_from(event))) == 60


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_truth_values_bytes_and_order_are_the_same(kind: str, tmp_path: Path, address: str) -> None:
    database = Database.open(tmp_path, address if kind == "postgresql" else None)

    async def work() -> list[object]:
        users, tables = UserStore(database), TableStore(database)
        names = ["ćma", "Zofia", "adam", "Łucja", "Ala"]
        people = [(await users.welcome(name, "pl"))[0] for name in names]
        shown = await tables.create(people[0].id, Proposal(seats=2, public=True))
        await tables.create(people[0].id, Proposal(seats=2, public=False))
        await database.execute(
            insert(official).values(sitting=shown.id, person=people[1].id, role="arbiter", sees_racks=True)
        )
        beat = put(heartbeat).values(one=1, at=5, lineage="x")
        await database.execute(beat.on_conflict_do_update(index_elements=["one"], set_={"at": 7}))
        listed = await tables.listed(None, 10)
        order = await database.read(
            lambda connection: list(connection.scalars(select(person.c.name).order_by(person.c.name)))
        )
        sees = await database.read(lambda connection: connection.scalar(select(official.c.sees_racks)))
        return [[each.id for each in listed] == [shown.id], order, sees, database.last_beat()]

    with closing(database):
        assert asyncio.run(work()) == [True, ["Ala", "Zofia", "adam", "ćma", "Łucja"], 1, 7]


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a file, but for what a restore gives anew."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE heartbeat SET lineage = ''")
        return {
            name: sorted(connection.execute(f"SELECT {', '.join(table.columns.keys())} FROM {name}"), key=repr)
            for name, table in metadata.tables.items()
        }


async def fill(database: Database) -> None:
    """Store people, tables and games."""
    users, tables = UserStore(database), TableStore(database)
    host, _ = await users.welcome("Żaneta 🎲", "pl")
    for number in range(12):
        table = await tables.create(host.id, Proposal(seats=2, public=bool(number % 2)))
        await database.append(table.id, 0, rows(table.id, 1, 5))


def test_a_backup_goes_from_either_database_to_either(tmp_path: Path, address: str) -> None:
    here, there, back = (tmp_path / name for name in ("here", "there", "back"))
    with closing(Database.open(here)) as database:
        asyncio.run(fill(database))
    first = back_up(here, tmp_path / "1.sqlite")
    assert restore(there, first.path, database=address).now.events == 60
    second = back_up(there, tmp_path / "2.sqlite", database=address)
    restore(back, second.path)
    third = back_up(back, tmp_path / "3.sqlite")
    assert (first.tables, first.events) == (second.tables, second.events) == (third.tables, third.events) == (12, 60)
    assert contents(first.path) == contents(second.path) == contents(third.path)


def test_a_running_server_notices_a_restore_and_the_former_data_is_aside(tmp_path: Path, address: str) -> None:
    with closing(Database.open(tmp_path / "old")) as old, closing(Database.open(tmp_path, address)) as running:
        asyncio.run(fill(old))
        asyncio.run(running.append("before", 0, rows("before", 1, 2)))
        restored = restore(tmp_path, back_up(tmp_path / "old", tmp_path / "b.sqlite").path, database=address)
        with pytest.raises(RestoredError):
            asyncio.run(running.append("before", 2, rows("before", 3, 1)))
        running.renew()
        asyncio.run(running.append("after", 0, rows("after", 1, 1)))
        assert restored.aside is not None
        assert [row[:2] for row in contents(restored.aside)["event"]] == [("before", 1), ("before", 2)]


def test_what_one_database_cannot_hold_is_refused_and_nothing_changes(tmp_path: Path, address: str) -> None:
    with closing(Database.open(tmp_path / "old")) as old, closing(Database.open(tmp_path, address)) as running:
        asyncio.run(fill(old))
        asyncio.run(running.append("before", 0, rows("before", 1, 2)))
        asyncio.run(old.execute(sitting.update().values(rematch="\0")))
        file = back_up(tmp_path / "old", tmp_path / "b.sqlite").path
        with pytest.raises(SaveError, match="PostgreSQL"):
            restore(tmp_path, file, database=address)
        asyncio.run(running.append("before", 2, rows("before", 3, 1)))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("mysql://somebody:secret@localhost/db", "none of PostgreSQL"),
        ("nothing", "none of PostgreSQL"),
        ("postgresql://mostek:secret@localhost:1/mostek", "postgresql://mostek@localhost:1/mostek cannot be written"),
    ],
)
def test_a_wrong_address_gets_a_sentence_without_the_password(wrong: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(LogError, match=sentence) as caught:
        Database.open(tmp_path, wrong)
    assert "secret" not in str(caught.value)


def test_a_database_of_a_later_mostek_is_not_touched(address: str, postgresql: Cluster, tmp_path: Path) -> None:
    name = address.partition("@/")[2].partition("?")[0]
    postgresql.query(name, "UPDATE schema_version SET version = 999")
    with pytest.raises(LogError, match="later mostek"):
        Database.open(tmp_path, address)


def test_an_old_postgresql_is_refused(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mostek.store.backends import postgresql

    monkeypatch.setattr(postgresql, "OLDEST", 99)
    with pytest.raises(LogError, match="needs 99 or later"):
        Database.open(tmp_path, address)


def test_a_database_that_only_reads_says_so(address: str, postgresql: Cluster, tmp_path: Path) -> None:
    name = address.partition("@/")[2].partition("?")[0]
    with closing(Database.open(tmp_path, address)) as database:
        postgresql.query("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        database.backend.engine.dispose()
        with pytest.raises(SaveError, match="Read-only"):
            asyncio.run(database.append("game", 0, rows("game", 1, 1)))
        assert asyncio.run(database.lines("game")) == []


def test_a_database_that_was_away_is_used_again(address: str, postgresql: Cluster, tmp_path: Path) -> None:
    with closing(Database.open(tmp_path, address)) as database:
        asyncio.run(database.append("game", 0, rows("game", 1, 1)))
        postgresql.stop("fast")
        try:
            with pytest.raises(SaveError):
                asyncio.run(database.append("game", 1, rows("game", 2, 1)))
            with pytest.raises(LogError):
                asyncio.run(database.lines("game"))
            condition = Condition(Config(data=tmp_path, database=address), database, {}, HostDate(None))
            (matter,) = [each for each in asyncio.run(condition.matters()) if each.blocks]
            assert "PostgreSQL" in matter.remedy
        finally:
            postgresql.start()
        asyncio.run(database.append("game", 1, rows("game", 2, 1)))
        assert [row.version for row in asyncio.run(database.lines("game"))] == [1, 2]


_WITHOUT_DRIVER = "import sys; sys.modules['psycopg'] = None; from mostek.cli import main; main()"


@pytest.mark.parametrize("command", [("backup", "b.sqlite"), ("reset-password", "ala"), ("serve", "--port", "0")])
def test_without_the_driver_a_command_says_what_to_install(command: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_DRIVER, "--lang", "en", *command, "--data", str(tmp_path)],
        env={**os.environ, "MOSTEK_DATABASE": "postgresql://mostek@localhost/mostek"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "pip install 'mostek[postgres]'" in done.stderr
    assert "Traceback" not in done.stderr
