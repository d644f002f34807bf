"""Full disks, copies, two directors at once, `kill -9`: nothing that was kept is lost."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import Desk
from mostek.store.desk_journal import journal_of
from mostek.store.tournament_files import COPIES, TournamentFile, create_tournament, path_of
from mostek.store.tournament_lines import read_tournament
from mostek.tournament import commands as c
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Person
from mostek.tournament.refusals import DeskRefusal
from tournament.desk import writer
from tournament.desk.hall import TEN, Hall
from tournament.desk.tournament_folder import event, kept, opened

pytestmark = pytest.mark.usefixtures("data")


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk on which no file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_on_a_full_disk_the_event_stays_as_it_was() -> None:
    path = kept(event())
    before = path.read_bytes()
    with opened(path) as desk:
        state = desk.state
        with room_for(len(before) + 60), pytest.raises(SaveError):
            desk.do(c.PairRound(at=TEN))
        assert (desk.state, path.read_bytes()) == (state, before)
        assert not isinstance(desk.do(c.PairRound(at=TEN)), DeskRefusal)
        after = desk.state
    with opened(path) as desk:
        assert desk.state == after


def test_a_copy_that_cannot_be_made_is_told_and_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "stick"
    blocked.write_text("no folder")
    monkeypatch.setenv("MOSTEK_BACKUP", str(blocked))
    file = TournamentFile.open(kept(event()))
    assert not isinstance(Desk(file).do(c.PairRound(at=TEN)), DeskRefusal)
    file.close()
    assert file.copy_fault is not None
    assert str(blocked) in file.copy_fault


def test_a_name_whose_file_could_not_be_begun_is_free_again() -> None:
    path, steps = path_of("nowy"), event().desk.steps
    for room in (0, 10, 200, 1000):
        with room_for(room), pytest.raises(SaveError):
            create_tournament(path, steps)
        assert [*path.parent.glob("*")] == []
    create_tournament(path, steps)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        create_tournament(path, steps[:1])
    assert path.read_bytes() == before


@pytest.mark.parametrize("lacking", ["O_TMPFILE", "link"])
def test_where_the_system_has_no_nameless_files_or_no_links_a_file_is_created_all_the_same(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE")
    if lacking == "link":
        monkeypatch.setattr("os.link", lambda *_, **__: (_ for _ in ()).throw(PermissionError(errno.EPERM, "no links")))
    path, steps = path_of("nowy"), event().desk.steps
    with room_for(1000), pytest.raises(SaveError):
        create_tournament(path, steps)
    assert [*path.parent.glob("*")] == []
    create_tournament(path, steps)
    assert read_tournament(path.read_bytes()).steps == steps
    with pytest.raises(FileExistsError):
        create_tournament(path, steps[:1])
    assert sorted(path.parent.iterdir()) == [journal_of(path), path]


def test_a_list_cut_at_any_byte_is_there_as_a_whole_or_not_at_all() -> None:
    hall = event()
    path = kept(hall)
    before, steps = path.read_bytes(), hall.desk.steps
    batch = tuple(entered(hall, f"Nowy {number}") for number in range(5))
    file = TournamentFile.open(path)
    file.append_all(len(steps), batch)
    file.close()
    whole = path.read_bytes()
    for cut in range(len(before), len(whole) + 1, 7):
        contents = read_tournament(whole[:cut])
        done = cut >= len(whole) - 1
        assert contents.steps == (*steps, *batch) if done else contents.steps == steps, f"cut at byte {cut}"
        path.write_bytes(whole[:cut])
        file = TournamentFile.open(path)
        file.close()
        assert path.read_bytes() == (whole if done else before)


def test_a_list_on_a_full_disk_is_not_there_at_all() -> None:
    hall = event()
    path = kept(hall)
    before, steps = path.read_bytes(), hall.desk.steps
    batch = tuple(entered(hall, f"Nowy {number}") for number in range(5))
    file = TournamentFile.open(path)
    for room in range(len(before), len(before) + 1500, 250):
        with room_for(room), pytest.raises(SaveError):
            file.append_all(len(steps), batch)
        assert path.read_bytes() == before
    file.append_all(len(steps), batch)
    file.close()
    assert read_tournament(path.read_bytes()).steps == (*steps, *batch)


def test_a_copy_on_a_full_disk_leaves_no_part() -> None:
    """The tournament itself has room, its copy has none; a draft that a kill has left goes with the next copy."""
    path = kept(event())
    copies = path.parent / "copies"
    for left in (f".{path.stem}-000007.jsonl.1.ab", f"{path.stem}-000010.part"):
        (copies / left).write_bytes(b"left by a kill")
    before = sorted(copies.iterdir())
    fsync = os.fsync

    def full(handle: int) -> None:
        if "/copies/" in os.readlink(f"/proc/self/fd/{handle}"):
            raise OSError(errno.ENOSPC, "no room")
        fsync(handle)

    file = TournamentFile.open(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert not isinstance(Desk(file).do(c.PairRound(at=TEN)), DeskRefusal)
    assert file.copy_fault is not None
    assert sorted(copies.iterdir()) == before
    assert not isinstance(Desk(file).do(c.UnpairRound(at=TEN)), DeskRefusal)
    assert not isinstance(Desk(file).do(c.PairRound(at=TEN)), DeskRefusal)
    file.close()
    assert [each for each in copies.iterdir() if each.suffix not in (".jsonl", ".heads") or each.name[0] == "."] == []


def test_copies_rotate_and_each_is_a_whole_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    monkeypatch.setenv("MOSTEK_BACKUP", str(stick))
    hall = event(rounds=8)
    for _ in range(100):
        hall.ok(c.RecordDecision(at=TEN, clause="PFS-7.1a", text="upomnienie"))
    path = kept(hall)
    for place in (path.parent / "copies", stick):
        copies = sorted(place.glob("*.jsonl"))
        assert len(copies) == COPIES
        for copy in copies:
            steps = read_tournament(copy.read_bytes()).steps
            assert steps == hall.desk.steps[: len(steps)]
    latest = sorted(stick.glob("*.jsonl"))[-1]
    path.unlink()
    shutil.copy(latest, path)
    with opened(path) as desk:
        assert desk.steps == hall.desk.steps[: len(desk.steps)]


def test_a_writer_who_has_missed_something_is_turned_away() -> None:
    hall = event()
    file = TournamentFile.open(kept(hall))
    with pytest.raises(ConflictError):
        file.append(1, hall.desk.steps[1])
    file.close()


def test_another_window_waits_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mostek.store.tournament_files._TIMEOUT", 0.1)
    path = kept(event())
    file = TournamentFile.open(path)
    with pytest.raises(LogError, match="another window"):
        TournamentFile.open(path)
    file.close()
    TournamentFile.open(path).close()


def entered(hall: Hall, name: str) -> Step:
    """An entry, and what the desk makes of it."""
    events = hall.ok(c.RegisterEntrant(at=TEN, person=Person(name=name)))
    return Step(hall.desk.steps[-1].command, events)


def director(path: Path, who: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(writer.__file__)), str(path), who, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def names(path: Path) -> list[str]:
    with opened(path) as desk:
        return [entrant.person.name for entrant in desk.state.entrants.values()]


def test_two_directors_at_once_lose_nothing() -> None:
    path = kept(Hall())
    first, second = director(path, "Ala", 15), director(path, "Ola", 15)
    assert (first.wait(60), second.wait(60)) == (0, 0)
    for each in (first, second):
        assert each.stdout is not None
        each.stdout.close()
    assert sorted(names(path)) == sorted(f"{who} {number}" for who in ("Ala", "Ola") for number in range(15))


def test_what_was_told_is_there_after_a_kill() -> None:
    """`kill -9` at any moment: everything that the director was told of is kept, and the desk opens at once."""
    path = kept(Hall())
    told: list[str] = []
    for round_number in range(3):
        running = director(path, f"Ala {round_number}", 1000)
        assert running.stdout is not None
        for _ in range(3 + round_number):
            told.append(f"Ala {round_number} {running.stdout.readline().strip()}")
        running.kill()
        running.wait()
        running.stdout.close()
        assert names(path)[: len(told)] == told or set(told) <= set(names(path))
    writer.enter(path, "Ola")
    assert names(path)[-1] == "Ola"
