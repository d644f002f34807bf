"""An event with divisions goes out as a file for each, and comes back from them as one event."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.store.file_names import file_stem
from mostek.tournament.division_files import division_titles


@pytest.fixture
def exports(desk: Desk, tmp_path: Path) -> list[Path]:
    """The files of two divisions with a round each."""
    desk.does('new Wiosna --set rounds=1 --set plan=swiss --set "divisions=A, Młodzicy" --set results.signatures=0')
    for number in range(4):
        desk.does(f'register "Anna {["Lis", "Żak", "Bór", "Cis"][number]}" --division A --category weteran')
        desk.does(f'register "Jan {["Sum", "Rak", "Lin", "Kos"][number]}" --division Młodzicy')
    desk.does("checkin --all")
    for name in ("A", "Młodzicy"):
        desk.does(f"pair --division {name}")
        desk.does(f"result --division {name} 1 400:300 2 350:380")
    return [Path(each) for each in desk.does(f"export json -o {tmp_path}/w")["files"]]


def test_both_files_are_one_event_again(desk: Desk, exports: list[Path], tmp_path: Path) -> None:
    answer = desk.does(f"import {' '.join(map(str, exports))} --name druga")
    assert answer["differences"] == []
    assert [note for note in answer["notes"] if "A (w-a.json); mlodzicy (w-mlodzicy.json)" in note]
    shown = desk.does("entrants -e druga")["entrants"]
    assert {each["division"] for each in shown} == {"A", "mlodzicy"}
    assert {each["person"].get("category") for each in shown if each["division"] == "A"} == {"weteran"}
    again = [Path(each) for each in desk.does(f"export json -e druga -o {tmp_path}/x")["files"]]
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in exports]


def test_players_of_one_number_in_both_files_are_numbered_on(desk: Desk, exports: list[Path], tmp_path: Path) -> None:
    twin = tmp_path / "w-b.json"
    twin.write_text(exports[0].read_text("utf-8").replace("Anna", "Hanna"), "utf-8")
    desk.does(f"import {exports[0]} {twin} --name druga")
    people = desk.does("entrants -e druga")["entrants"]
    first, second = ([each["number"] for each in people if each["division"] == name] for name in "AB")
    assert len(people) == 8
    assert min(second) > max(first)
    pairings = desk.does("pairings -e druga --division B")["pairings"]
    assert {each["number"] for table in pairings[0]["tables"] for each in table["players"]} == set(second)


def test_one_division_given_twice_is_refused_by_name(desk: Desk, exports: list[Path], tmp_path: Path) -> None:
    twin = tmp_path / "w-b.json"
    twin.write_bytes(exports[0].read_bytes())
    assert "w-b.json" in desk.fails(f"import {exports[0]} {twin} --name druga")


def test_files_of_two_events_are_refused_by_name(desk: Desk, exports: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "inny.json"
    other.write_text(exports[1].read_text("utf-8").replace("Wiosna", "Jesień"), "utf-8")
    assert "inny.json" in desk.fails(f"import {exports[0]} {other} --name druga")
    assert not (tmp_path / "tournaments" / "druga.jsonl").exists()


def test_a_damaged_file_among_them_is_named(desk: Desk, exports: list[Path]) -> None:
    exports[1].write_bytes(exports[1].read_bytes()[:200])
    assert "w-mlodzicy.json" in desk.fails(f"import {' '.join(map(str, exports))} --name druga")


@pytest.mark.parametrize(
    ("names", "titles"),
    [
        (["w-a.json", "w-b.json"], ["A", "B"]),
        (["szkola1.json", "szkola2.json"], ["szkola1", "szkola2"]),
        (["x/gra.json", "y/gra.json"], ["x/gra.json", "y/gra.json"]),
        (["open.json", "open-b.json"], ["open", "open-b"]),
    ],
)
def test_divisions_are_called_by_what_tells_their_files_apart(names: list[str], titles: list[str]) -> None:
    assert division_titles(names) == titles


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Mistrzostwa Łodzi, 2026", "mistrzostwa-lodzi-2026"),
        ("Café – żółw", "cafe-zolw"),
        ("Кубок", "кубок"),
        ("!!!", ""),
        ("a" * 300, "a" * 80),
        ("漢" * 300, "漢" * 53),
    ],
)
def test_a_title_is_a_file_name_of_any_script(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_an_event_is_found_by_its_title_whatever_its_file_was_called(desk: Desk, tmp_path: Path) -> None:
    desk.does("new Wiosna")
    (tmp_path / "tournaments" / "wiosna.jsonl").rename(tmp_path / "tournaments" / "café-wiosna.jsonl")
    assert desk.does("show -e 'Café Wiosna'")["name"] == "Wiosna"


def test_an_import_without_a_letter_in_its_name_is_refused(desk: Desk, exports: list[Path], tmp_path: Path) -> None:
    assert "no letter" in desk.fails(f"import {exports[0]} --name '!!!'")
    assert not (tmp_path / "tournaments" / ".jsonl").exists()
