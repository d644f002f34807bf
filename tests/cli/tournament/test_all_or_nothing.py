"""Lists and imports on a disk that is full or read-only, or killed at any write: the state before, or the state after."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from cli.tournament.faulty_disk import KILL, every_place

PEOPLE = "Nazwisko;Ranking\n" + "".join(f"Gracz {number};{200 - number}\n" for number in range(1, 41))
FAULTS = {"killed": KILL, "full": errno.ENOSPC, "read-only": errno.EROFS}


def contents(folder: Path) -> dict[str, bytes]:
    """The tournaments of a folder, and whatever else lies there."""
    return {path.name: path.read_bytes() for path in (folder / "tournaments").glob("*") if path.is_file()}


def in_use(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in found.items() if name.endswith(".jsonl")}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest) -> int:
    return FAULTS[str(request.param)]


def tried(desk: Desk, line: str, fault: int, tmp_path: Path) -> list[bool]:
    """Give a command with the fault at every call; whether it was carried out each time, after looking that it was no half."""
    before_folder = tmp_path / "before"
    shutil.copytree(desk.folder, before_folder)

    def again() -> None:
        shutil.rmtree(desk.folder)
        shutil.copytree(before_folder, desk.folder)

    assert desk.run(line).exit_code == 0
    after, again_before = in_use(contents(desk.folder)), in_use(contents(before_folder))
    happened = []
    for place, status in every_place(desk, line, fault, again):
        found = contents(desk.folder)
        kept = in_use(found)
        lengths = {name: len(data) for name, data in kept.items()}
        before = {name: len(data) for name, data in again_before.items()}
        done = lengths == {name: len(data) for name, data in after.items()}
        for name in kept:
            # What a kill leaves of a list is set aside by the next command, which must see the state before.
            seen = len(desk.does(f"entrants -e {Path(name).stem}")["entrants"])
            assert seen == (40 if done else 0), (place, status)
        if fault != KILL:
            assert done or lengths == before, (place, status, lengths)
            assert [name for name in found if "part" in name or name.startswith(".")] == [], place
            assert (status == 0) == done, (place, status)
        happened.append(done)
        again()
    return happened


def test_an_import(tmp_path: Path, fault: int) -> None:
    desk = Desk(tmp_path / "data")
    (desk.folder / "tournaments").mkdir(parents=True)
    assert desk.run("list").exit_code == 0
    (tmp_path / "lista.csv").write_text(PEOPLE, "utf-8")
    desk.does("new Klucz")  # the key of the desk is there
    (desk.folder / "tournaments/klucz.jsonl").unlink()
    (desk.folder / "tournaments/klucz.heads").unlink()
    happened = tried(desk, f"import {tmp_path / 'lista.csv'} --name lista", fault, tmp_path)
    assert len(happened) > 3
    assert happened[-1]
    assert not all(happened)


def test_a_list_of_entries(tmp_path: Path, fault: int) -> None:
    desk = Desk(tmp_path / "data")
    (tmp_path / "lista.csv").write_text(PEOPLE, "utf-8")
    desk.does("new Próba")
    happened = tried(desk, f"register --file {tmp_path / 'lista.csv'}", fault, tmp_path)
    assert len(happened) > 3
    assert happened[-1]
    assert not all(happened)


def test_a_new_tournament(tmp_path: Path, fault: int) -> None:
    desk = Desk(tmp_path / "data")
    desk.does("new Klucz")
    for end in ("jsonl", "heads"):
        (desk.folder / f"tournaments/klucz.{end}").unlink()
    before = tmp_path / "before"
    shutil.copytree(desk.folder, before)

    def again() -> None:
        shutil.rmtree(desk.folder)
        shutil.copytree(before, desk.folder)

    for place, _ in every_place(desk, "new Wiosna", fault, again):
        found = in_use(contents(desk.folder))
        assert all(b"tournament_created" in data for data in found.values()), place
        assert desk.run("list").exit_code == 0


def test_many_people_come_or_none(tmp_path: Path, fault: int) -> None:
    desk = Desk(tmp_path / "data")
    (tmp_path / "lista.csv").write_text(PEOPLE, "utf-8")
    desk.does("new Próba")
    desk.does(f"register --file {tmp_path / 'lista.csv'}")
    before = tmp_path / "before"
    shutil.copytree(desk.folder, before)

    def again() -> None:
        shutil.rmtree(desk.folder)
        shutil.copytree(before, desk.folder)

    for place, _ in every_place(desk, "checkin --all", fault, again):
        assert desk.does("entrants")["counts"]["present"] in (0, 40), place


@pytest.mark.parametrize("option", ["", "--each"])
def test_a_batch_of_results(tmp_path: Path, fault: int, option: str) -> None:
    """Also with --each, what is right goes in as one write: six results or none."""
    desk = Desk(tmp_path / "data").founded(12)
    desk.does("pair")
    rows = "".join(f"{table} {400 + table} 300\n" for table in range(1, 7))
    (tmp_path / "wyniki.txt").write_text(rows + ("9 400 300\n" if option else ""), "utf-8")
    before = tmp_path / "before"
    shutil.copytree(desk.folder, before)

    def again() -> None:
        shutil.rmtree(desk.folder)
        shutil.copytree(before, desk.folder)

    happened = []
    for place, status in every_place(desk, f"result {option} --file {tmp_path / 'wyniki.txt'}", fault, again):
        missing = len(desk.does("missing")["missing"])
        assert missing in (0, 6), (place, status)
        if fault != KILL:
            assert (status == (1 if option else 0)) == (missing == 0), (place, status)
        happened.append(missing == 0)
        # Typing the whole list again does no harm, whatever has happened.
        assert desk.run(f"result {option} --file {tmp_path / 'wyniki.txt'}").exit_code == (1 if option else 0)
        assert desk.does("missing")["missing"] == []
        checked = desk.run("verify proba")
        assert checked.exit_code == 0, (place, checked.output)
    assert len(happened) > 3
    assert happened[-1]
    assert not all(happened)
