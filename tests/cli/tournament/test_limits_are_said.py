"""A value beyond its limits is refused with a sentence by every command that takes it, and the file stays readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk

LONG = "x" * 121


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f'register "{LONG}"', "Name: 121 characters are too many; there is room for 120."),
        ('register " "', "Name: this must not be empty."),
        ('register "Anna\nAdamska"', "must stand on one line"),
        ("register Anna --rating 300.01", "Anna: 300.01 is no rating of the scale PFS, which goes from 0 to 300."),
        ("register Anna --rating 99999", "Rating: 99999 is not between 0 and 3000."),
        (f'register Anna --city "{"x" * 501}"', "City: 501 characters are too many; there is room for 500."),
        ("amend 1 --rating 400", "is no rating of the scale PFS"),
        (f'amend 1 --name "{LONG}"', "Name: 121 characters"),
    ],
)
def test_a_value_beyond_its_limit_is_said_before_anything_is_written(desk: Desk, line: str, said: str) -> None:
    desk.founded(1)
    file = desk.folder / "tournaments/proba.jsonl"
    before = file.read_bytes()
    result = desk.run(line)
    assert (result.exit_code, said in result.stderr) == (1, True), result.output
    assert "$." not in result.output
    assert file.read_bytes() == before


@pytest.mark.parametrize("title", [LONG, "Turniej\nmarcowy", "x\udc80"])
def test_a_title_beyond_its_limit_leaves_no_file(desk: Desk, title: str) -> None:
    result = desk.run(f"new '{title}'")
    assert result.exit_code == 1
    assert result.stderr.startswith("No: Name: ")
    assert list(desk.folder.rglob("*.jsonl")) == []


def test_ratings_of_three_thousand_on_their_own_scale(desk: Desk) -> None:
    desk.does("new Liga --set rounds=1 --set plan=swiss --set rating_scale=wespa")
    desk.does("register Ada --rating 3000")
    desk.does("register Ola")
    assert desk.refuses("register Ela --rating 3001")["message"] == "Rating: 3001 is not between 0 and 3000."
    assert desk.refuses("register Ela --rating 1500.5")["message"].endswith("whole numbers from 0 to 3000.")
    assert [each["rating"] for each in desk.does("entrants")["entrants"]] == ["3000", "0"]
    desk.does("checkin --all")
    desk.does("pair")
    desk.does("result 1 400:300")
    assert "The scale of this event has no scalps: WESPA." in desk.says("rating")


def test_an_imported_file_with_such_ratings_has_their_scale(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "a.t"
    file.write_text("Adamska, Anna  1850 2; 400\nBednarz, Bartosz 1500 1; 300\n", "utf-8")
    desk.does(f"import {file} --name liga")
    assert [each["rating"] for each in desk.does("entrants -e liga")["entrants"]] == ["1850", "1500"]


def test_a_rating_that_is_on_no_scale_imports_nothing(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("name;rating\nAnna Adamska;161,25\nBartosz Bednarz;12345\n", "utf-8")
    assert "12345" in desk.fails(f"import {file}")
    assert list(desk.folder.rglob("*.jsonl")) == []
