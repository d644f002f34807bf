"""A database of an earlier mostek goes on as it was, and nothing of it can be lost on the way."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from mostek.app.ports import LogError, SaveError
from mostek.features.people.store import PasskeyStore
from mostek.features.replication.store.backup import back_up, restore
from mostek.store import schema
from mostek.store.checking import check
from mostek.store.database import Database
from mostek.store.lobby import TableStore
from mostek.store.schema import VERSION
from mostek.store.sqlite import ASIDE, FILE
from mostek.store.users import UserStore
from store.writing_server import row

EARLIER = range(1, VERSION)
LAYOUTS = {
    1: "d01f4b04e2e64307",
    2: "f5fd8de32d5f6d1c",
    3: "65ad1866daec8cec",
    4: "89b8d89e5a85e50d",
    5: "c3f32afac9308350",
    6: "8e11c67defc09511",
    7: "98ae13358c369cd5",
    8: "ed24a948e106d978",
    9: "087db8ddd217ab40",
    10: "a6b9cb9d8c6ef078",
    11: "97f78495140ccaea",
    12: "e42d89a6c8aae7c1",
}
"""The beginning of the SHA-256 of the layout of each version, as databases out there have it."""


def made(path: Path, version: int) -> Path:
    """An empty database of that version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        schema.take_steps(connection, 0, version)
        connection.execute("COMMIT")
    return path


def earlier(folder: Path, version: int) -> Path:
    """A database of that version with a person in it, who has a session, and an event."""
    folder.mkdir(parents=True, exist_ok=True)
    path = made(folder / FILE, version)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO person VALUES ('p1', 'Ala', 'ala', 'argon2', 'pl', 1, 2)")
        connection.execute("INSERT INTO heartbeat (one, at, lineage) VALUES (1, 1000, 'lineage')")
        connection.execute(
            "INSERT INTO sitting (id, host, proposal, status, created) VALUES ('t1', 'p1', '{}', 'open', 1)"
        )
        given = sha256(b"given").hexdigest()
        row = "INSERT INTO invitation (token, sitting, role, created) VALUES (?, 't1', 'player', 1)"
        connection.execute(row, (given,))
        connection.execute("INSERT INTO event VALUES ('g1', 1, 5, NULL, NULL, ?)", (b"{}",))
        connection.commit()
    return path


def layout_of(path: Path) -> list[tuple[object, ...]]:
    """What tables, columns and indices a database has, however they came about."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")]
        found = [("version", *connection.execute("PRAGMA user_version").fetchone())]
        for name in sorted(names):
            for pragma in ("table_xinfo", "foreign_key_list", "index_list", "index_xinfo"):
                rows = connection.execute(f"PRAGMA {pragma}({name})").fetchall()
                # The number of an index is that of its making, which follows no order.
                found += sorted((name, pragma, *each[pragma == "index_list" :]) for each in rows)
        return found


def test_every_version_has_its_step() -> None:
    names = sorted(path.name for path in schema.MIGRATIONS.iterdir())
    assert names == [f"{version:04}.sql" for version in range(1, VERSION + 1)]


def test_steps_that_databases_have_taken_do_not_change(tmp_path: Path) -> None:
    layouts = {version: layout_of(made(tmp_path / str(version), version)) for version in range(1, VERSION + 1)}
    digests = {version: sha256(repr(layout).encode()).hexdigest()[:16] for version, layout in layouts.items()}
    assert digests == LAYOUTS, "another layout is another version: raise `schema.VERSION` and add a step"


def test_the_names_of_columns_are_those_of_the_tables(tmp_path: Path) -> None:
    with closing(sqlite3.connect(made(tmp_path / "now", VERSION))) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = {**schema.metadata.tables, schema.open_lesson.name: schema.open_lesson}
        there = {name: {row[1] for row in connection.execute(f"PRAGMA table_info({name})")} for name in names}
    assert {name: set(table.columns.keys()) for name, table in tables.items()} == there


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_database_becomes_as_a_new_one_is(tmp_path: Path, version: int) -> None:
    path = earlier(tmp_path / "old", version)
    Database.open(tmp_path / "old").close()
    Database.open(tmp_path / "new").close()
    assert layout_of(path) == layout_of(tmp_path / "new" / FILE)


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_invitation_is_for_any_number_of_people(tmp_path: Path, version: int) -> None:
    earlier(tmp_path, version)

    async def story() -> None:
        database = Database.open(tmp_path)
        tables, people = TableStore(database), UserStore(database)
        for name in ("Ola", "Ela"):
            guest, _ = await people.welcome(name, "pl")
            table = await tables.accept("given", guest.id, guest.name)
        assert [place.name for place in table.places] == ["Ola", "Ela"]
        database.close()

    asyncio.run(story())


@pytest.mark.parametrize("version", EARLIER)
def test_play_goes_on_in_an_earlier_database(tmp_path: Path, version: int) -> None:
    earlier(tmp_path, version)

    async def story() -> None:
        database = Database.open(tmp_path)
        assert (await UserStore(database).credentials("ala")) == ("p1", "argon2")
        assert database.last_beat() == 1000
        assert [each.version for each in await database.lines("g1")] == [1]
        await database.append("g1", 1, [row("g1", 2)])
        await PasskeyStore(database).add("p1", b"credential", b"key", 0, "phone")
        assert len(await PasskeyStore(database).of_person("p1")) == 1
        database.close()

    asyncio.run(story())


def test_what_was_there_is_kept_aside_once(tmp_path: Path) -> None:
    path = earlier(tmp_path, 1)
    before = layout_of(path)
    for _ in range(2):
        Database.open(tmp_path).close()
    (aside,) = (tmp_path / ASIDE).iterdir()
    assert layout_of(aside) == before
    assert check(aside).events == 1
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600


def test_a_new_database_and_one_of_this_version_keep_nothing_aside(tmp_path: Path) -> None:
    for _ in range(2):
        Database.open(tmp_path).close()
    assert not (tmp_path / ASIDE).exists()


def test_a_first_start_that_was_killed_before_it_made_the_tables_is_made_good(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version={VERSION}")
    Database.open(tmp_path).close()
    assert layout_of(tmp_path / FILE) == layout_of(made(tmp_path / "new", VERSION))
    assert not (tmp_path / ASIDE).exists()


def test_a_step_that_fails_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = earlier(tmp_path, 1)
    before = layout_of(path)
    copied = tmp_path / "migrations"
    copied.mkdir()
    for step in schema.MIGRATIONS.iterdir():
        (copied / step.name).write_text(step.read_text("utf-8"), "utf-8")
    with (copied / f"{VERSION:04}.sql").open("a") as last:
        last.write("CREATE TABLE person (id);\n")
    monkeypatch.setattr(schema, "MIGRATIONS", copied)
    with pytest.raises(SaveError, match="person already exists"):
        Database.open(tmp_path)
    assert layout_of(path) == before
    monkeypatch.undo()
    Database.open(tmp_path).close()
    assert layout_of(path) != before


def test_nothing_is_changed_that_could_not_be_kept_aside(tmp_path: Path) -> None:
    path = earlier(tmp_path, 1)
    before = layout_of(path)
    (tmp_path / ASIDE).write_text("a file in the way")
    with pytest.raises(SaveError):
        Database.open(tmp_path)
    assert layout_of(path) == before


def test_a_database_of_a_later_mostek_is_left_alone(tmp_path: Path) -> None:
    Database.open(tmp_path).close()
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(LogError, match="later mostek"):
        Database.open(tmp_path)
    assert path.read_bytes() == before
    assert not (tmp_path / ASIDE).exists()


def test_an_earlier_database_is_backed_up_and_its_backup_restored(tmp_path: Path) -> None:
    old = earlier(tmp_path / "old", 1)
    copy = back_up(tmp_path / "old", tmp_path / "copy.sqlite").path
    assert [row for row in layout_of(copy) if row[0] != "kept_file"] == layout_of(old), "beside the files of the server"
    restore(tmp_path / "new", copy)
    Database.open(tmp_path / "fresh").close()
    assert layout_of(tmp_path / "new" / FILE) == layout_of(tmp_path / "fresh" / FILE)
    assert check(tmp_path / "new" / FILE).events == 1
