"""An event goes out in a format, comes in again, is run on, and goes out in every other format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Desk

HOLDS_POINTS = ("json", "text", "manager", "tsh", "tourney", "csv")
"""The formats that have the points of each game."""
PEOPLE = ("Anna Lis", "Bogdan Żak", "Celina Żak", "Jan Maria Rokita-Nowak", "Żaneta", "Piotr von Wąs", "Ola Kot")


def event(desk: Desk) -> str:
    """Three of five rounds: byes, a forfeit, a player who left, a late one, one of one name."""
    desk.does('new "Turniej Próbny" --date 2026-11-21 --city Łódź --seed w --set rounds=5')
    for place, name in enumerate(PEOPLE):
        desk.does(f'register "{name}" --city Kutno --rating {150 - 3 * place}.5')
    desk.does("checkin --all")
    desk.does("pair")
    desk.plays()
    desk.does("pair")
    first, second = (player["number"] for player in desk.pairings()["tables"][0]["players"])
    desk.does(f"result 1 --forfeit-to {first}")
    desk.does(f"checkin {second}")
    for table in (2, 3):
        desk.does(f"result {table} 40{table}:390")
    desk.does("withdraw 6")
    desk.does('register "Zofia Późna" --city Reda --rating 141')
    desk.does("checkin 8")
    desk.does("pair")
    desk.plays()
    return "turniej-probny"


def standings(desk: Desk, name: str) -> list[tuple[Any, ...]]:
    tables = desk.does(f"standings -e {name}")["tables"]
    figures = ("place", "name", "half_points", "game_points", "spread")
    return [tuple(row[figure] for figure in figures) for each in tables for row in each["standings"]]


def carried(desk: Desk, source: str, form: str, name: str, options: str = "") -> Any:
    """Export an event and import it under another name."""
    target = desk.folder / f"{name}-files" / "x"
    target.parent.mkdir()
    files = [Path(file) for file in desk.does(f"export {form} -e {source} -o {target}")["files"]]
    given = target if form == "tsh" else " ".join(map(str, files))
    answer = desk.does(f"import {given} --name {name} {options}")
    desk.does(f"verify {name}")
    return answer


@pytest.mark.parametrize("form", HOLDS_POINTS)
def test_an_event_comes_in_goes_on_and_goes_out_in_every_format(form: str, desk: Desk) -> None:
    source = event(desk)
    answer = carried(desk, source, form, "in", "--set rounds=5")
    assert answer["differences"] == []
    assert standings(desk, "in") == standings(desk, source)
    desk.does("pair -e in")
    assert desk.does("show -e in")["divisions"][0]["system"] == "swiss"
    for table in desk.pairings("-e in")["tables"]:
        desk.does(f"result {table['table']} 4{table['table']}0:333 -e in")
    after = standings(desk, "in")
    for other in HOLDS_POINTS:
        again = carried(desk, "in", other, other)
        assert (other, again["differences"]) == (other, [])
        assert (other, standings(desk, other)) == (other, after)


def test_a_chess_report_comes_in_with_who_won_and_what_a_bye_is_worth(desk: Desk) -> None:
    source = event(desk)
    carried(desk, source, "trf", "in")
    points = {row[1]: row[2] for row in standings(desk, source)}
    assert {row[1]: row[2] for row in standings(desk, "in")} == points
    desk.does("pair -e in")


def test_divisions_come_back_from_tables_with_their_byes(desk: Desk) -> None:
    desk.does(
        "new Klasy --template wespa --date 2026-11-21 --seed w --set rounds=3 --set divisions=A,B --set plan=swiss"
    )
    for number, division in enumerate("ABABAB"):
        desk.does(f'register "Gracz {number}" --rating {1500 - number} --division {division}')
    desk.does("checkin --all")
    for division in "AB":
        desk.does(f"pair --division {division}")
        desk.does(f"result 1 400:390 --division {division}")
    answer = carried(desk, "klasy", "csv", "in", "--set rounds=3")
    assert answer["differences"] == []
    assert standings(desk, "in") == standings(desk, "klasy")
    desk.does("pair --division A --system swiss -e in")


def test_an_imported_event_without_further_rounds_says_how_it_goes_on(desk: Desk) -> None:
    event(desk)
    target = desk.folder / "x"
    desk.does(f"export csv -o {target}")
    said = desk.says(f"import {target}-players.csv {target}-results.csv --name in")
    assert "--set rounds=NUMBER" in said
    refused = desk.refuses("pair -e in")
    assert refused["reason"] == "all_rounds_paired"


def test_a_round_by_hand_without_tables_says_what_to_do(desk: Desk) -> None:
    desk.founded(4, "--set rounds=2 --set plan=manual")
    assert desk.refuses("pair")["message"] == "Round 1 is paired by hand: lay out the tables, or name a system."
    desk.does("pair --system swiss")


PLAYERS = "Nr;Imię i nazwisko;Miasto;Ranking\n1;Ala Kot;Łódź;120\n2;Ola Lis;;110\n3;Ela Wąs;;100\n"
RESULTS = (
    "Runda;Stół;Gospodarz;Gość;Punkty gospodarza;Punkty gościa\n1;1;Ala Kot;Ola Lis;400;390\n1;2;Ela Wąs;pauza;300;0\n"
)


def tables(folder: Path, players: str, results: str) -> str:
    files = {"players.csv": players, "results.csv": results}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return " ".join(str(folder / name) for name, text in files.items() if text)


@pytest.mark.parametrize("results", [RESULTS, RESULTS.replace(";", "\t"), RESULTS.replace("Punkty", "punkty")])
def test_results_that_name_people_are_read(results: str, desk: Desk, tmp_path: Path) -> None:
    desk.does(f"import {tables(tmp_path, PLAYERS, results)} --name in")
    assert standings(desk, "in") == [
        (1, "Ala Kot", 2, 400, 10), (2, "Ela Wąs", 1, 300, 300), (3, "Ola Lis", 0, 390, -10),
    ]  # fmt: skip


def test_results_alone_are_an_event_of_those_whom_they_name(desk: Desk, tmp_path: Path) -> None:
    desk.does(f"import {tables(tmp_path, '', RESULTS)} --name in")
    assert [row[1] for row in standings(desk, "in")] == ["Ala Kot", "Ela Wąs", "Ola Lis"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (RESULTS.splitlines()[0] + "\n", "names no players"),
        (
            RESULTS.splitlines()[0] + "\n" + "".join(f"{n // 21 + 1};1;G{n};H{n};1;2\n" for n in range(20_001)),
            "More files",
        ),
        (RESULTS + "1;3;" + "x" * 200_000 + ";Ola;1;2\n", "results.csv"),
    ],
)
def test_a_table_of_nothing_or_of_too_much_is_refused(text: str, said: str, desk: Desk, tmp_path: Path) -> None:
    assert said in desk.fails(f"import {tables(tmp_path, '', text)} --name in")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Ola Lis;400", "Ola Wilk;400", "results.csv, line 2"),
        ("400;390", "4oo;390", "results.csv, line 2"),
        ("400;390", "400;", "results.csv, line 2"),
        ("1;2;Ela Wąs;pauza", "1;2;Ala Kot;pauza", "results.csv, line 3"),
        ("1;1;Ala", "0;1;Ala", "results.csv, line 2"),
        ("1;1;Ala", "9999;1;Ala", "results.csv, line 2"),
        ("1;1;Ala", "99999999999;1;Ala", "results.csv, line 2"),
        ("1;1;Ala Kot;Ola Lis", "1;1;Ala Kot", "results.csv, line 2"),
        (";400;390", ';"400;390', "results.csv, line 3"),
    ],
)
def test_a_wrong_row_of_results_is_named(old: str, new: str, said: str, desk: Desk, tmp_path: Path) -> None:
    assert RESULTS.count(old) == 1
    files = tables(tmp_path, PLAYERS, RESULTS.replace(old, new))
    assert said in desk.fails(f"import {files} --name in")
    assert desk.does("list") == []
