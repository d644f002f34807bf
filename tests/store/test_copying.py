"""The continuous copy: what was acknowledged is on the second disk too, whatever happens to the first, and to the second."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.program import run
from mostek.app.ports import ConflictError, LogError
from mostek.features.replication.store.backup import restore
from mostek.store import checking, copying
from mostek.store.copying import BASE, JOURNAL
from mostek.store.database import Database
from mostek.store.journal import Journal
from mostek.store.line_file import LineFile
from mostek.store.sqlite import FILE
from mostek.store.users import UserStore
from store.writing_server import row

_TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "_LOOK", 0.05)


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """The second disk."""
    folder = tmp_path / "second"
    folder.mkdir()
    return folder


def until(what: Callable[[], bool]) -> None:
    ends = time.monotonic() + 30
    while not what():
        assert time.monotonic() < ends
        time.sleep(0.01)


def copied(folder: Path, second: Path) -> Database:
    """A database whose copy is complete."""
    database = Database.open(folder)
    database.copy_to(second)
    until(lambda: not is_behind(database))
    return database


def is_behind(database: Database) -> bool:
    assert database.copy_state is not None
    return database.copy_state.is_behind


def play(database: Database, game: str, first: int, last: int) -> None:
    async def story() -> None:
        for version in range(first, last + 1):
            await database.append(game, version - 1, [row(game, version)])

    asyncio.run(story())


def own(second: Path) -> Path:
    (folder,) = second.iterdir()
    return folder


def journal(second: Path) -> Path:
    return max(own(second).glob(JOURNAL))


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """Everything that is stored, except when the server last ran and what belongs to the copy itself."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]
        return [
            (name, *each)
            for name in names
            if name != "heartbeat"
            for each in connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
        ]


def restored(tmp_path: Path, second: Path) -> list[tuple[Any, ...]]:
    restore(tmp_path / "new", second)
    return rows(tmp_path / "new")


@pytest.mark.parametrize("seed", range(4))
def test_after_any_kill_and_the_loss_of_the_first_disk_everything_acknowledged_is_there(
    tmp_path: Path, second: Path, seed: int
) -> None:
    rng = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        asked = [
            sys.executable,
            "-m",
            "store.writing_server",
            str(tmp_path / "data"),
            str(second),
            str(len(acknowledged)),
        ]
        process = subprocess.Popen(asked, cwd=_TESTS, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.05, 0.8))  # also while the base is being made
        process.kill()
        for line in process.stdout.read().splitlines():
            game, _, version = line.partition(" ")
            if version.isdigit():
                acknowledged[game] = int(version)
    shutil.rmtree(tmp_path / "data")
    restore(tmp_path / "data", second)
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as connection:
        found = dict(connection.execute("SELECT game, max(version) FROM event GROUP BY game"))
    assert {game: found.get(game, 0) >= version for game, version in acknowledged.items()} == dict.fromkeys(
        acknowledged, True
    )


def test_everything_in_the_database_is_in_the_copy(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    people = UserStore(database)

    async def story() -> None:
        ala, token = await people.welcome("Ala „Ż” 1", "pl")
        ola, _ = await people.welcome("Ola", "en")
        await people.make_account(ala.id, "ala", "argon2")
        await people.forget(ola.id)
        await people.close_session(token)
        with pytest.raises(ConflictError):
            await asyncio.gather(*(database.append("g", 0, [row("g", 1)]) for _ in range(2)))
        await database.append("g", 1, [row("g", 2) | {"line": bytes(range(256))}, row("g", 3)])

    asyncio.run(story())
    database.close()
    assert rows(tmp_path / "data") == restored(tmp_path, second)
    assert len(rows(tmp_path / "data")) == 6  # one of them is the news that a session has ended


def test_a_restart_continues_the_journal_and_drops_what_was_never_committed(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    database.close()
    bases, whole = list(own(second).glob(BASE)), journal(second).read_bytes()
    (name,) = own(second).glob(JOURNAL)
    # As after a kill between the journal and the database: a line that nobody was told of.
    from mostek.store.hash_chain import stated, written
    from mostek.store.journal import Statement, batch_body

    head = stated(whole.splitlines()[-1])
    sql = "INSERT INTO event (game, version, at, line) VALUES (?, ?, ?, ?)"
    name.write_bytes(whole + written(head, [batch_body(1, [Statement(sql, ("g", 4, 0, b"never"))])])[0])
    database = copied(tmp_path / "data", second)
    play(database, "g", 4, 6)
    database.close()
    assert list(own(second).glob(BASE)) == bases, "no new base is needed"
    assert restored(tmp_path, second) == rows(tmp_path / "data")


def test_a_second_disk_that_vanishes_stops_nothing_and_is_caught_up(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    away = second.rename(tmp_path / "away")
    own(away).rename(away / "unmounted")
    journals = list((away / "unmounted").glob(JOURNAL))
    os.truncate(journals[0], 0)
    play(database, "g", 4, 6)
    database._writer.copy._fall_behind("the disk is gone")  # type: ignore[union-attr]
    play(database, "g", 7, 9)
    assert is_behind(database)
    shutil.rmtree(away)
    second.mkdir()
    until(lambda: not is_behind(database))
    play(database, "g", 10, 12)
    database.close()
    assert restored(tmp_path, second) == rows(tmp_path / "data")
    assert len(rows(tmp_path / "data")) == 12


@pytest.mark.parametrize("hangs", [False, True])
def test_a_second_disk_that_is_full_or_hangs_stops_nothing_and_is_caught_up(
    tmp_path: Path, second: Path, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    monkeypatch.setattr(copying, "_LATE", 0.3)
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    trouble = {"now": True}
    write = os.write

    def written(file: int, data: Any) -> int:
        if trouble["now"] and str(second) in os.readlink(f"/proc/self/fd/{file}"):
            if hangs:
                while trouble["now"]:
                    time.sleep(0.02)
            else:
                raise OSError(errno.ENOSPC, "no room")
        return write(file, data)

    monkeypatch.setattr(os, "write", written)
    before = time.monotonic()
    play(database, "g", 4, 40)
    assert time.monotonic() - before < 10
    assert is_behind(database)
    trouble["now"] = False
    until(lambda: not is_behind(database))
    play(database, "g", 41, 43)
    database.close()
    assert restored(tmp_path, second) == rows(tmp_path / "data")
    assert len(rows(tmp_path / "data")) == 43


def test_after_a_gap_the_copy_is_behind_until_the_next_base_is_whole(
    tmp_path: Path, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    (journal_before,), is_copied, check = own(second).glob(JOURNAL), threading.Event(), checking.check
    monkeypatch.setattr(copying, "check", lambda path: is_copied.wait(30) and check(path))
    with monkeypatch.context() as disk:
        disk.setattr(LineFile, "add", full)
        play(database, "g", 4, 4)
    until(lambda: journal(second) != journal_before and journal(second).read_bytes().count(b"\n") == 2)
    play(database, "g", 5, 5)
    assert is_behind(database)
    shutil.copytree(second, tmp_path / "lost", ignore=shutil.ignore_patterns(".mostek-*"))
    restore(tmp_path / "old", tmp_path / "lost")
    assert len(rows(tmp_path / "old")) == 3, "what is said to be behind"
    is_copied.set()
    until(lambda: not is_behind(database))
    database.close()
    assert restored(tmp_path, second) == rows(tmp_path / "data")


def full(file: LineFile, bodies: Any) -> None:
    raise OSError(errno.ENOSPC, "no room")


def test_what_another_program_writes_is_in_the_next_base(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 2)
    other = Database.open(tmp_path / "data")
    play(other, "other", 1, 2)
    other.close()
    play(database, "g", 3, 4)
    until(lambda: not is_behind(database))
    play(database, "g", 5, 6)
    database.close()
    assert restored(tmp_path, second) == rows(tmp_path / "data")


@pytest.mark.parametrize("cut", [1, 40, 66])
def test_a_cut_line_at_the_end_is_left_out(tmp_path: Path, second: Path, cut: int) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 5)
    database.close()
    data = journal(second).read_bytes()
    journal(second).write_bytes(data[:-cut])
    assert len(restored(tmp_path, second)) == 4


def test_a_damaged_line_ends_the_restoration_and_is_said(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 9)
    database.close()
    lines = journal(second).read_bytes().splitlines(keepends=True)
    lines[-4] = lines[-4].replace(b"x", b"y", 1)
    journal(second).write_bytes(b"".join(lines))
    done = run("restore", second, "--data", tmp_path / "new", locale="pl_PL.UTF-8")
    assert done.returncode == 0, done.stderr
    assert "Nie można użyć 4 wierszy dziennika" in done.stdout
    assert len(rows(tmp_path / "new")) == 5


def test_files_that_do_not_belong_there_are_passed_over(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    database.close()
    (own(second) / "base-9999999999999-aaaa.sqlite").write_bytes(b"no database")
    (own(second) / "journal-9999999999999-aaaa.jsonl").write_bytes(b"no journal\n")
    (own(second) / "notes.txt").write_text("mine")
    (second / "photos").mkdir()
    assert restored(tmp_path, second) == rows(tmp_path / "data")


def test_a_server_on_an_empty_folder_leaves_the_copy_of_the_lost_one_alone(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    database.close()
    lost, before = own(second), rows(tmp_path / "data")
    shutil.rmtree(tmp_path / "data")
    copied(tmp_path / "data", second).close()
    done = run("restore", second, "--data", tmp_path / "data", locale="en_GB.UTF-8")
    assert done.returncode == 2
    assert "there are copies of several databases" in done.stderr
    assert str(lost) in done.stderr
    done = run("restore", lost, "--data", tmp_path / "data", locale="en_GB.UTF-8")
    assert done.returncode == 0, done.stderr
    assert "changes of the journal are in it" in done.stdout
    assert rows(tmp_path / "data") == before


def test_a_folder_without_a_copy_is_refused_and_changes_nothing(tmp_path: Path, second: Path) -> None:
    Database.open(tmp_path / "data").close()
    with pytest.raises(LogError, match="there is no copy of a server"):
        restore(tmp_path / "data", second)
    assert not (tmp_path / "data" / "backups").exists()


def test_after_a_restoration_under_a_running_server_the_copy_goes_on(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 3)
    first = own(second)
    restore(tmp_path / "data", second)
    database.renew()
    until(lambda: not is_behind(database))
    play(database, "g", 4, 5)
    database.close()
    (later,) = set(second.iterdir()) - {first}
    assert restored(tmp_path, later) == rows(tmp_path / "data")
    assert len(rows(tmp_path / "data")) == 5


def test_a_large_journal_gives_way_to_a_new_base(tmp_path: Path, second: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "_LARGE", 3_000)
    database = copied(tmp_path / "data", second)
    first = {*own(second).glob(JOURNAL)}
    for version in range(1, 40):
        play(database, "g", version, version)
        time.sleep(0.01)
    until(lambda: not first & {*own(second).glob(JOURNAL)})
    database.close()
    assert restored(tmp_path, second) == rows(tmp_path / "data")


def test_the_lines_are_readable_and_no_one_elses(tmp_path: Path, second: Path) -> None:
    database = copied(tmp_path / "data", second)
    play(database, "g", 1, 1)
    database.close()
    read = Journal.read(journal(second))
    assert not read.lost
    assert b'"text":"xxx' in journal(second).read_bytes()
    assert own(second).stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in own(second).iterdir())
