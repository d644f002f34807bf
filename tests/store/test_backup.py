"""A backup is one moment of a running server, and putting it back loses nothing that was acknowledged."""

from __future__ import annotations

import asyncio
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from cli.program import run
from mostek.app.ports import LogError, RestoredError, SaveError
from mostek.features.replication.store import backup as subject
from mostek.features.replication.store.backup import back_up, restore
from mostek.store.checking import check
from mostek.store.database import Database
from mostek.store.schema import VERSION
from mostek.store.sqlite import ASIDE, FILE
from store.writing_server import row

PROGRAM = Path(__file__).with_name("writing_server.py")


class Running:
    """A server in another process, and what it has acknowledged so far."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(folder)], stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.lines: list[str] = []
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.strip())

    @property
    def acknowledged(self) -> dict[str, int]:
        pairs = [line.split() for line in list(self.lines) if " " in line]
        return {game: int(version) for game, version in pairs}

    def wait_for(self, lines: int) -> None:
        import time

        deadline = time.monotonic() + 20
        while len(self.lines) < lines:
            assert self.process.poll() is None, "the server has ended"
            assert time.monotonic() < deadline, self.lines[-3:]
            time.sleep(0.01)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    server = Running(folder)
    try:
        server.wait_for(200)
        yield server
    finally:
        server.kill()


def written(path: Path) -> dict[str, int]:
    """Of each game the last version, after looking that none before it is missing."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT game, max(version), count(*) FROM event GROUP BY game").fetchall()
    assert all(last == number for _, last, number in rows)
    return {game: last for game, last, _ in rows}


def filled(folder: Path, games: int = 3, events: int = 20) -> Path:
    async def fill() -> None:
        database = Database.open(folder)
        for number in range(games):
            name = f"game-{number}"
            await database.append(name, 0, [row(name, version) for version in range(1, events + 1)])
        database.close()

    asyncio.run(fill())
    return folder / FILE


def test_a_backup_of_a_running_server_holds_everything_acknowledged_before_it(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        before = server.acknowledged
        copied = back_up(tmp_path / "data", tmp_path / "copy.sqlite")
        now = len(server.lines)
        server.wait_for(now + 100)  # it has not been held up
        after = server.acknowledged
    found = written(copied.path)
    assert all(before[game] <= found[game] <= after[game] for game in before)
    assert copied.events == sum(found.values())
    assert stat.S_IMODE(copied.path.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]


def test_a_restoration_under_a_running_server_loses_nothing_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server:
        copied = back_up(data, tmp_path / "copy.sqlite")
        saved = written(copied.path)
        server.wait_for(len(server.lines) + 100)
        restored = restore(data, copied.path)
        server.wait_for(next_restored(server) + 100)
    assert restored.aside is not None
    assert restored.aside.parent == data / ASIDE
    aside, now = written(restored.aside), written(data / FILE)
    first = {game: version for game, version in server.acknowledged.items() if game.startswith("0-")}
    assert aside == first, "what was acknowledged before the restoration lies aside, and nothing was after it"
    assert {game: version for game, version in now.items() if game in saved} == saved
    later = {game: version for game, version in server.acknowledged.items() if game not in first}
    assert later
    assert all(now[game] >= version for game, version in later.items())


def next_restored(server: Running) -> int:
    import time

    deadline = time.monotonic() + 10
    while "restored" not in server.lines:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return len(server.lines)


def test_everything_is_refused_until_the_server_has_dropped_what_it_knows(tmp_path: Path) -> None:
    live = filled(tmp_path)
    copied = back_up(tmp_path, tmp_path / "copy.sqlite")

    async def work() -> None:
        database = Database.open(tmp_path)
        restore(tmp_path, copied.path)
        with pytest.raises(RestoredError):
            await database.beat(1)
        with pytest.raises(RestoredError):
            await database.append("game-0", 20, [row("game-0", 21)])
        assert written(live) == written(copied.path)
        database.renew()
        await database.append("game-0", 20, [row("game-0", 21)])
        await database.beat(77)
        assert database.last_beat() == 77
        database.close()

    asyncio.run(work())


def test_into_an_empty_folder(tmp_path: Path) -> None:
    filled(tmp_path / "old")
    copied = back_up(tmp_path / "old", tmp_path / "copy.sqlite")
    restored = restore(tmp_path / "new", copied.path)
    assert restored.aside is None
    assert written(tmp_path / "new" / FILE) == written(copied.path)
    assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]


def test_what_a_lost_database_has_left_behind_does_not_get_into_the_new_one(tmp_path: Path) -> None:
    live = filled(tmp_path / "data")
    copied = back_up(tmp_path / "data", tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(live)) as connection:
        connection.execute("DELETE FROM event")
        connection.commit()
        log = live.with_name(f"{FILE}-wal").read_bytes()
    live.unlink()
    live.with_name(f"{FILE}-wal").write_bytes(log)
    restore(tmp_path / "data", copied.path)
    assert written(live) == written(copied.path)


def test_a_folder_gets_a_file_with_the_date_and_no_backup_is_lost(tmp_path: Path) -> None:
    filled(tmp_path / "data")
    (tmp_path / "backups").mkdir()
    first, second = (back_up(tmp_path / "data", tmp_path / "backups").path for _ in range(2))
    assert first != second
    assert first.name.startswith("mostek-20")
    assert check(second).events == 60


def test_an_older_backup_may_be_replaced_and_nothing_else(tmp_path: Path) -> None:
    live = filled(tmp_path)
    copy, letter = tmp_path / "copy.sqlite", tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    back_up(tmp_path, copy)
    assert back_up(tmp_path, copy).events == 60
    for target in (letter, live):
        before = target.read_bytes()
        with pytest.raises(SaveError):
            back_up(tmp_path, target)
        assert target.read_bytes() == before


@pytest.mark.parametrize("harm", ["another program's", "text", "cut", "scratched", "later"])
def test_a_file_that_is_no_whole_backup_changes_nothing(tmp_path: Path, harm: str) -> None:
    live = filled(tmp_path / "data", events=200)
    copy = back_up(tmp_path / "data", tmp_path / "copy.sqlite").path
    data = bytearray(copy.read_bytes())
    match harm:
        case "another program's":
            copy.unlink()
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("CREATE TABLE event (game, version)")
        case "text":
            copy.write_text("no database")
        case "cut":
            copy.write_bytes(data[: len(data) // 2])
        case "scratched":
            for place in range(4096, len(data), 4096):
                data[place : place + 64] = bytes(64)
            copy.write_bytes(data)
        case _:
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute(f"PRAGMA user_version={VERSION + 1}")
    before = written(live)
    with pytest.raises(LogError) as raised:
        restore(tmp_path / "data", copy)
    assert str(copy) in str(raised.value)
    assert written(live) == before
    assert not (tmp_path / "data" / ASIDE).exists()
    assert [path for path in (tmp_path / "data").iterdir() if "partial" in path.name] == []


def test_a_damaged_database_is_named_with_what_to_do(tmp_path: Path) -> None:
    live = filled(tmp_path)
    copy = back_up(tmp_path, tmp_path / "copy.sqlite").path
    live.write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
    with pytest.raises(LogError, match=r"move that file away"):
        restore(tmp_path, copy)
    assert live.read_bytes().endswith(b"\xff")
    live.unlink()
    assert restore(tmp_path, copy).aside is None
    assert written(live) == written(copy)


def test_one_that_is_broken_off_changes_nothing(tmp_path: Path) -> None:
    live = filled(tmp_path, events=500)
    copy = back_up(tmp_path, tmp_path / "copy.sqlite").path

    async def more() -> None:
        database = Database.open(tmp_path)
        await database.append("later", 0, [row("later", 1)])
        database.close()

    asyncio.run(more())
    before = written(live)

    def interrupted(done: float) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(tmp_path, copy, interrupted)
    assert written(live) == before
    assert "later" in before
    with pytest.raises(KeyboardInterrupt):
        back_up(tmp_path, tmp_path / "other.sqlite", interrupted)
    assert not (tmp_path / "other.sqlite").exists()


def test_somebody_who_writes_without_end_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = filled(tmp_path)
    copy = back_up(tmp_path, tmp_path / "copy.sqlite").path
    monkeypatch.setattr(subject, "TIMEOUT", 0.3)
    with closing(sqlite3.connect(live, isolation_level=None)) as hog:
        hog.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveError, match="stop the server"):
            restore(tmp_path, copy)
    assert written(live) == written(copy)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_on_a_full_disk_nothing_is_damaged_and_the_sentence_is_clear(tmp_path: Path, command: str) -> None:
    live = filled(tmp_path / "data", events=500)
    copy = back_up(tmp_path / "data", tmp_path / "copy.sqlite").path
    before, older = written(live), copy.read_bytes()
    asyncio.run(_write_more(tmp_path / "data"))
    size = len(older) // 2
    done = subprocess.run(
        [sys.executable, "-c", "from mostek.cli import main; main()", command, str(copy), "--data", tmp_path / "data"],
        env={"LANG": "pl_PL.UTF-8", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
    )
    assert done.returncode == 2
    assert "Nie da się zapisać" in done.stderr
    assert done.stderr.count("\n") == 1
    assert copy.read_bytes() == older
    assert written(live) == before | {"later": 1}
    assert check(live).events == sum(before.values()) + 1
    assert [path.name for path in tmp_path.rglob("*partial*")] == []


async def _write_more(folder: Path) -> None:
    database = Database.open(folder)
    await database.append("later", 0, [row("later", 1)])
    database.close()


def test_the_commands(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    empty = run("backup", "--data", data, copy, locale="en_GB.UTF-8")
    assert empty.returncode == 2
    assert "no database of a server" in empty.stderr
    filled(data)
    done = run("backup", "--data", data, copy, locale="pl_PL.UTF-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 stołów, 60 zdarzeń" in done.stdout
    again = run("restore", "--data", data, copy, locale="en_GB.UTF-8")
    assert again.returncode == 0
    assert "The earlier data is in" in again.stdout
    as_json = run("restore", "--data", data, "--json", copy)
    assert '"events":60' in as_json.stdout
    assert len([*(data / ASIDE).iterdir()]) == 2
    shutil.rmtree(data)
    missing = run("restore", "--data", data, tmp_path / "nothing.sqlite")
    assert missing.returncode == 2
    assert "nothing.sqlite" in missing.stderr


def test_what_was_acknowledged_outlives_a_killed_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        pass  # it is killed in the middle of writing
    found = written(tmp_path / FILE)
    acknowledged = server.acknowledged
    assert len(acknowledged) == 8
    assert all(found[game] >= version for game, version in acknowledged.items())
    assert check(tmp_path / FILE).events >= 200
