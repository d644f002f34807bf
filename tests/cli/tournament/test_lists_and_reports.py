"""Lists of names and a club's reports as they arrive: read, run on, and refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from tournament.formats.sample_event import TEXT

NAMES = "# zgłoszenia\n1. Zofia Wąs, Łódź, 161,25\n2) Jan Żak, 99\nJan Żak, Kraków\n4 Ewa Lis\n"


def entered(desk: Desk, event: str = "proba") -> list[tuple[str, str, str]]:
    rows = desk.does(f"entrants -e {event}")["entrants"]
    return [(row["person"]["name"], row["person"].get("city", ""), row["rating"]) for row in rows]


PEOPLE = [
    ("Zofia Wąs", "Łódź", "161.25"),
    ("Jan Żak", "", "99.00"),
    ("Jan Żak", "Kraków", "100.00"),
    ("Ewa Lis", "", "100.00"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_bare_list_of_names_is_entered_and_imported(
    desk: Desk, tmp_path: Path, encoding: str, separator: str
) -> None:
    text = NAMES if separator == "," else NAMES.replace(", ", separator)
    (tmp_path / "lista.txt").write_bytes(text.replace("\n", "\r\n").encode(encoding))
    desk.founded(0)
    assert desk.does(f"register --file {tmp_path}/lista.txt")["entered"] == 4
    assert entered(desk) == PEOPLE
    answer = desk.does(f"import {tmp_path}/lista.txt --name lista")
    assert entered(desk, "lista") == PEOPLE
    assert any("Jan Żak" in note for note in answer["notes"])


def test_a_person_who_stands_twice_in_a_list_is_named(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "lista.txt").write_text(NAMES + "Zofia  Wąs, Łódź, 161.25\n")
    desk.founded(0)
    assert "Zofia Wąs (2, 6)" in desk.fails(f"register --file {tmp_path}/lista.txt")
    assert "Zofia Wąs (2, 6)" in desk.fails(f"import {tmp_path}/lista.txt --name lista")
    assert entered(desk) == []


@pytest.mark.parametrize(
    ("text", "said"), [("Ala ma, kota, psa, 1\nOla Kot\n", "Line 1"), ("Jan Żak\n123\n", "Line 2"), ("\n", "")]
)
def test_a_line_that_is_no_person_is_named(desk: Desk, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "lista.txt").write_text(text)
    desk.founded(0)
    assert said in desk.fails(f"register --file {tmp_path}/lista.txt")
    assert entered(desk) == []


@pytest.mark.parametrize(("language", "heading"), [("pl", "Imię i nazwisko;"), ("en", "Name;")])
def test_the_sample_explains_itself_and_is_entered(tmp_path: Path, language: str, heading: str) -> None:
    desk = Desk(tmp_path, language).founded(0)
    shown = desk.run("sample")
    assert shown.stdout.startswith(heading)
    assert len(shown.stderr.splitlines()) == len(heading.split(";")) + 3
    desk.says(f"sample -o {tmp_path}/wzor.csv")
    assert desk.does(f"register --file {tmp_path}/wzor.csv")["entered"] == 2
    desk.does(f"import {tmp_path}/wzor.csv --name wzor")
    assert entered(desk, "wzor") == entered(desk)


def blocks() -> dict[str, bytes]:
    rounds = TEXT.index("Wyniki poszczególnych rund")
    cards = TEXT.index("Wyniki poszczególnych graczy")
    parts = {"klasyfikacja.txt": TEXT[:rounds], "rundy.txt": TEXT[rounds:cards], "hh.txt": TEXT[cards:]}
    return {name: text.replace("\n", "\r\n").encode("cp1250") for name, text in parts.items()}


def standings(desk: Desk, event: str) -> list[tuple[object, ...]]:
    rows = desk.does(f"standings -e {event}")["tables"][0]["standings"]
    return [(row["name"], row["half_points"], row["game_points"]) for row in rows]


@pytest.mark.parametrize(
    "files", [("klasyfikacja.txt", "rundy.txt", "hh.txt"), ("rundy.txt", "hh.txt"), ("klasyfikacja.txt", "hh.txt")]
)
def test_a_clubs_reports_in_files_of_their_own_are_one_event(
    desk: Desk, tmp_path: Path, files: tuple[str, ...]
) -> None:
    place = tmp_path / "klub"
    place.mkdir()
    for name in files:
        (place / name).write_bytes(blocks()[name])
    answer = desk.does(f"import {place} --name klub")
    assert {row[:2] for row in standings(desk, "klub")} >= {("Ala Łoś", 3), ("Iga Kot - Mąka", 2)}
    assert any("who started" in note for note in answer["notes"]) == ("rundy.txt" not in files)


def test_the_cards_alone_tell_the_games(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "hh.txt").write_bytes(blocks()["hh.txt"])
    answer = desk.does(f"import {tmp_path}/hh.txt --name karty")
    assert any("who started" in note for note in answer["notes"])
    assert [row[1] for row in standings(desk, "karty")] == [3, 2, 1]


def test_a_card_that_the_other_one_contradicts_is_named(desk: Desk, tmp_path: Path) -> None:
    wrong = blocks()["hh.txt"].replace(b"400: 390  178", b"401: 390  178")
    (tmp_path / "hh.txt").write_bytes(wrong)
    assert "recorded differently" in desk.fails(f"import {tmp_path}/hh.txt --name karty")


def test_the_same_report_twice_is_refused(desk: Desk, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(blocks()["hh.txt"])
    assert "b.txt" in desk.fails(f"import {tmp_path}/a.txt {tmp_path}/b.txt --name karty")


MEGABYTE = 2**20


@pytest.mark.parametrize("line", ["\n", "x", "Jan Żak;Kutno\n", '{"players":['])
def test_a_file_of_fifty_megabytes_is_refused_before_it_is_read_through(desk: Desk, tmp_path: Path, line: str) -> None:
    desk.founded(0)
    data = line.encode()
    (tmp_path / "duży").write_bytes(data * (50 * MEGABYTE // len(data)))
    told = desk.fails(f"import {tmp_path}/duży --name duzy")
    assert "More files or bytes than a tournament has; at most 16 MB and 2000 files are read" in told
    told = desk.fails(f"register --file {tmp_path}/duży")
    assert "The file is larger than any file of a tournament; at most 4 MB are read" in told
    assert entered(desk) == []


def test_a_file_of_more_than_sixty_four_megabytes_is_not_read(desk: Desk, tmp_path: Path) -> None:
    with (tmp_path / "ogromny").open("wb") as file:
        file.truncate(64 * MEGABYTE + 1)
    assert "More files or bytes than a tournament has" in desk.fails(f"import {tmp_path}/ogromny")
    with (tmp_path / "kiedyś").open("wb") as file:
        file.truncate(2**33)  # eight gigabytes, of which none is on the disk
    assert "More files or bytes than a tournament has" in desk.fails(f"import {tmp_path}/kiedyś")
    desk.founded(0)
    assert "at most 4 MB are read" in desk.fails(f"register --file {tmp_path}/kiedyś")


def test_a_list_of_more_people_than_any_tournament_has(desk: Desk, tmp_path: Path) -> None:
    desk.founded(0)
    (tmp_path / "wielu.csv").write_text("Nazwisko\n" + "".join(f"Gracz {n}\n" for n in range(5001)), "utf-8")
    for command in (f"import {tmp_path}/wielu.csv --name wielu", f"register --file {tmp_path}/wielu.csv"):
        assert "More players than any tournament has; at most 1000 are read: 5001" in desk.fails(command)
    assert not (desk.folder / "tournaments/wielu.jsonl").exists()


def test_a_log_that_was_changed_is_not_imported_under_a_new_signature(desk: Desk) -> None:
    from mostek.store.hash_chain import BEGINNING, written

    desk.founded(4).does("pair")
    desk.does("result 1 400:300")
    data = (desk.folder / "tournaments/proba.jsonl").read_bytes()
    bodies = [line.rpartition(b',"hash":')[0] + b"}" for line in data.splitlines()]
    bodies[-1] = bodies[-1].replace(b'"scores":[400,300]}}]', b'"scores":[300,400]}}]')
    (desk.folder / "obcy.jsonl").write_bytes(written(BEGINNING, bodies)[0])
    assert "Step 8 does not follow from its command" in desk.fails(f"import {desk.folder}/obcy.jsonl --name obcy")
    header = data.splitlines(keepends=True)[0]
    (desk.folder / "pusty.jsonl").write_bytes(header)
    assert "The file has no complete step" in desk.fails(f"import {desk.folder}/pusty.jsonl --name pusty")
    assert [path.name for path in (desk.folder / "tournaments").glob("*.jsonl")] == ["proba.jsonl"]
