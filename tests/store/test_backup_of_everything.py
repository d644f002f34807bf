"""A backup holds everything that a server needs: back up, delete, restore, and everything goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.tournament.running_servers import Computer, result, until
from mostek.app.ports import LogError
from mostek.features.replication.store.backup import back_up, restore
from mostek.store.database import Database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a server with a tournament, a copy, a followed hall, links and keys."""
    folder = tmp_path / "data"
    Database.open(folder).close()
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    for name in ("cache/x", "lexica/x.lexicon", "backups/old.sqlite", "tournaments/copies/hala-000001.jsonl"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"not in a backup")
    return folder


FILES = {
    "tournaments/hala.jsonl": b"1\n2\n",
    "tournaments/hala.heads": b"a\n",
    "tournaments/hala.moved": b"{}",
    "copies/0123.jsonl": b"1\n",
    "copies/0123.heads": b"a\n",
    "standby/ab12/log.jsonl": b"1\n",
    "standby/ab12/hall.json": b"{}",
    "standby/ab12/games/k7m3p.json": b"{}",
    "publications.json": b"{}",
    "untold.json": b"[]",
    "servers.json": b"{}",
    "signing.key": b"5e" * 32,
    "push.key": b"5e" * 32,
}


def there(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}


def test_every_file_that_a_server_needs_comes_back(folder: Path, tmp_path: Path) -> None:
    moment = (folder / "standby/ab12/hall.json").stat().st_mtime_ns
    copied = back_up(folder, tmp_path / "kopia.sqlite")
    assert copied.files == len(FILES)
    assert (tmp_path / "kopia.sqlite").stat().st_mode & 0o077 == 0
    shutil.rmtree(folder)
    restored = restore(folder, tmp_path / "kopia.sqlite")
    assert restored.now.files == len(FILES)
    assert there(folder) == FILES
    assert not (folder / "cache").exists()
    assert {(folder / name).stat().st_mode & 0o077 for name in FILES} == {0}, "for the owner alone"
    assert (folder / "standby/ab12/hall.json").stat().st_mtime_ns == moment, "when the hall was heard of last"
    with closing(sqlite3.connect(folder / "mostek.sqlite")) as live:
        assert not live.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept_file'").fetchall()


def test_steps_after_the_backup_are_not_lost_and_other_files_are_kept_aside(folder: Path, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "kopia.sqlite")
    (folder / "tournaments/hala.jsonl").write_bytes(b"1\n2\n3\n")
    (folder / "copies/0123.jsonl").write_bytes(b"another file")
    (folder / "tournaments/nowy.jsonl").write_bytes(b"1\n")
    aside = restore(folder, tmp_path / "kopia.sqlite").aside
    assert (folder / "tournaments/hala.jsonl").read_bytes() == b"1\n2\n3\n", "the file goes on from the backup"
    assert (folder / "tournaments/nowy.jsonl").exists()
    assert (folder / "copies/0123.jsonl").read_bytes() == FILES["copies/0123.jsonl"]
    assert aside is not None
    restore(folder, aside)
    assert (folder / "copies/0123.jsonl").read_bytes() == b"another file"


@pytest.mark.parametrize(
    "name", ["../out", "/tmp/out", "tournaments/../../out", "tournaments/.draft", "mostek.sqlite", "x/y"]
)
def test_a_backup_that_names_a_file_elsewhere_is_none(folder: Path, tmp_path: Path, name: str) -> None:
    kept = tmp_path / "kopia.sqlite"
    back_up(folder, kept)
    with closing(sqlite3.connect(kept, isolation_level=None)) as connection:
        connection.execute("INSERT INTO kept_file VALUES (?, 1, x'00')", (name,))
    before = there(folder)
    with pytest.raises(LogError, match="no backup"):
        restore(folder, kept)
    assert there(folder) == before
    assert not (tmp_path / "out").exists()


def test_a_backup_of_an_earlier_mostek_has_no_files(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kopia.sqlite"
    back_up(folder, kept)
    with closing(sqlite3.connect(kept, isolation_level=None)) as connection:
        connection.execute("DROP TABLE kept_file")
    assert restore(folder, kept).now.files == 0
    assert there(folder) == FILES


@pytest.mark.slow
def test_a_server_goes_on_after_its_folder_was_lost(tmp_path: Path) -> None:
    """Tournament, officials, codes, and the publication on both sides: with another key it could not go on."""
    hall, public = Computer(tmp_path / "hall"), Computer(tmp_path / "public")
    for each in (hall, public):
        each.folder.mkdir()
    try:
        public.serve()
        link = public.does("mirror")["link"]
        hall.founded(4).serve()
        director = hall.director()
        audience = {"visibility": "link", "names": "full", "minors": "initials", "calls": True}
        director.ask("POST", "/publication", {"link": link, "audience": audience, "agreed": True})
        until(lambda: director.ask("GET", "/publication")["stage"] == "current")
        kept = {each: tmp_path / f"{each.folder.name}.sqlite" for each in (hall, public)}
        for each, file in kept.items():
            back_up(each.folder, file)
            each.kill()
            shutil.rmtree(each.folder)
            restore(each.folder, file)
            each.serve()
        director.gives(result(1, 412, 388))
        copy = next((public.folder / "copies").glob("*.jsonl"))
        until(lambda: copy.read_bytes() == hall.path().read_bytes())
    finally:
        hall.end()
        public.end()
