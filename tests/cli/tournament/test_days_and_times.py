"""An event of several days: on the command line, on paper, and the day that a bare time belongs to."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from cli.tournament.desk import Desk


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-11-21", "2026-11-21", "21 listopada 2026"),
        ("21.11.2026", "22.11.2026", "21–22 listopada 2026"),
        ("2026-11-30", "2026-12-01", "30 listopada 2026 – 1 grudnia 2026"),
        ("2026-11-21", "2027-11-21", "21 listopada 2026 – 21 listopada 2027"),
    ],
)
def test_the_days_are_on_every_paper_and_in_the_overview(desk: Desk, first: str, last: str, said: str) -> None:
    desk.language = "pl"
    desk.does(f"new Otwarty --city Kutno --date {first} --end {last}")
    assert f"{said}, Kutno" in desk.says("show")
    assert said in desk.prints("regulation")
    assert f"Kutno, {said}" in desk.prints("start-list")


def test_an_event_does_not_end_before_it_begins(desk: Desk) -> None:
    refused = desk.refuses("new Otwarty --date 2026-11-22 --end 2026-11-21")
    assert refused["reason"] == "days_reversed"
    assert refused["message"] == "The tournament would end on 2026-11-21, before it begins on 2026-11-22."
    assert not list(desk.folder.rglob("*.jsonl"))


def test_the_last_day_comes_back_from_a_file(desk: Desk) -> None:
    desk.founded(2, "--end 2026-11-22")
    desk.does(f"export json -o {desk.folder / 'dni'}")
    desk.does(f"import {desk.folder / 'dni.json'} --name Wczytany")
    assert desk.does("show -e wczytany")["ends_on"] == "2026-11-22"


def test_a_bare_time_is_one_of_the_day_of_the_round(desk: Desk) -> None:
    """Long after the event, results of the second day are typed with the times of that day."""
    desk.does("new Dawny --date 2024-05-18 --end 2024-05-19 --set rounds=2 --seed s --at 9:00")
    desk.does("register Ala --at 9:10")
    desk.does("register Ola --at 9:11")
    desk.does("checkin --all --at 9:20")
    desk.does("pair --at 10:00")
    desk.does("result 1 400:300 --at 11:00")
    desk.does("pair --at 2024-05-19T10:00")
    desk.does("result 1 400:300 --at 11:15")
    times = [step["at"] for step in desk.does("log")["steps"]]
    assert (times[0], times[-1]) == ("2024-05-18T09:00:00", "2024-05-19T11:15:00")
    assert "19.05.2024 11:15:00" in desk.says("log --last 1")


def test_during_the_event_a_bare_time_is_one_of_today(desk: Desk) -> None:
    today = datetime.now().astimezone().date()
    desk.does(f"new Dzisiejszy --date {today - timedelta(days=1)} --end {today + timedelta(days=1)}")
    desk.does("register Ala --at 9:10")
    assert desk.does("log")["steps"][-1]["at"] == f"{today}T09:10:00"


@pytest.mark.parametrize(
    "typed",
    [
        "2026-11-21",
        "21.11.2026",
        "21/11/2026",
        "21-11-2026",
        "2026.11.21",
        "21 listopada 2026",
        "21 XI 2026",
        "Nov 21, 2026",
    ],
)
def test_a_day_in_any_usual_spelling(desk: Desk, typed: str) -> None:
    desk.does(f'new Otwarty --date "{typed}" --set "entry.deadline={typed}"')
    assert desk.does("show")["starts_on"] == "2026-11-21"
    settings = {each["name"]: each["value"] for each in desk.does("settings")["settings"]}
    assert settings["entry.deadline"] == "2026-11-21"


@pytest.mark.parametrize("typed", ["31.02.2026", "21.11.26", "jutro", "10-11.11.2026", ""])
def test_what_is_no_one_day_is_refused(desk: Desk, typed: str) -> None:
    assert "is no day" in desk.fails(f'new Otwarty --date "{typed}"')
    assert not list(desk.folder.rglob("*.jsonl"))
