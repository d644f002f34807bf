"""An event of which all rounds are paired at once, as TSH does it: what has no score yet is a game to come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Desk

CIRCLE = {1: [2, 3, 4], 2: [1, 4, 3], 3: [4, 1, 2], 4: [3, 2, 1]}
SCORES = {1: [400], 2: [390], 3: [], 4: []}
NAMES = ["Lis, Anna", "Kot, Jan", "Rak, Ewa", "Mak, Iza"]


def as_tourney(scores: dict[int, list[int]]) -> str:
    players: list[Any] = [None]
    for number, opponents in CIRCLE.items():
        own = {"pairings": opponents, "scores": scores.get(number, []), "etc": {}}
        players.append({"id": number, "name": NAMES[number - 1], "rating": 1600 - 100 * number, **own})
    data = {"config": {"event_name": "Liga", "max_rounds": 3}, "divisions": [{"name": "A", "players": players}]}
    return f"newt={json.dumps(data)};\n"


def as_lines(scores: dict[int, list[int]]) -> str:
    return "".join(
        f"{NAMES[number - 1]:<20} {1600 - 100 * number} {' '.join(map(str, opponents))};"
        f" {' '.join(map(str, scores.get(number, [])))}\n"
        for number, opponents in CIRCLE.items()
    )


FILES = {"tourney.js": as_tourney, "liga.t": as_lines}


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def with_file(folder: Path, name: str, scores: dict[int, list[int]]) -> Desk:
    (folder / name).write_text(FILES[name](scores))
    desk = Desk(folder)
    desk.does(f"import {folder}/{name} --name liga")
    return desk


def standings(desk: Desk) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = desk.does("standings")["tables"][0]["standings"]
    return rows


def open_tables(desk: Desk) -> list[tuple[int, int]]:
    return [(each["round"], each["table"]) for each in desk.does("missing")["missing"]]


def test_what_has_no_score_is_to_be_played(tmp_path: Path, file: str) -> None:
    desk = with_file(tmp_path, file, {})
    assert open_tables(desk) == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert [(row["games"], row["game_points"]) for row in standings(desk)] == [(0, 0)] * 4
    assert "Round 1: the results of tables 1, 2 are missing." in desk.says("missing")
    assert "All rounds are played" not in desk.says(f"import {tmp_path}/{file} --name again")


def test_the_rounds_are_played_one_after_the_other(tmp_path: Path, file: str) -> None:
    desk = with_file(tmp_path, file, SCORES)
    desk.does("result 2 350:300")
    assert open_tables(desk)[0] == (2, 1)
    assert desk.does("show")["divisions"][0]["paired"] == 2
    for table in (1, 2):
        desk.does(f"result {table} 410:300")
    for table in (1, 2):
        desk.does(f"result {table} 420:300")
    assert open_tables(desk) == []
    assert {row["games"] for row in standings(desk)} == {3}
    desk.does("close")


def test_a_round_that_comes_later_can_be_played_first(tmp_path: Path, file: str) -> None:
    desk = with_file(tmp_path, file, {})
    desk.does("result 2 350:300 --round 3")
    assert (3, 2) not in open_tables(desk)
    assert "Round 1: the results of tables 1, 2 are missing." in desk.says("missing")


def test_who_has_not_come_is_missed_in_the_round_that_was_played(tmp_path: Path, file: str) -> None:
    """Rounds to come are paired already: the absentee of the first one is known all the same (PFS-6.3.4b)."""
    desk = with_file(tmp_path, file, {})
    desk.does("result 1 --forfeit-to 1 --cause late")
    absentee = next(
        each["number"] for each in desk.pairings("--round 1")["tables"][0]["players"] if each["number"] != 1
    )
    desk.does("result 2 350:300")
    (seen,) = desk.does(f"checkin {absentee}")["events"]
    assert (seen["type"], seen["round"], seen["number"]) == ("arrival_noted", 1, absentee)
    assert desk.does(f"checkin {absentee}")["events"] == []


def test_who_has_never_come_is_removed_with_rounds_paired_ahead(tmp_path: Path) -> None:
    desk = with_file(tmp_path, "liga.t", {})
    desk.does("result 1 --forfeit-to 1 --cause late")
    desk.does("result 2 350:300")
    assert desk.does("remove 2")["events"][-1]["status"] == "removed"


def test_an_event_that_is_paired_ahead_goes_out_as_it_came(tmp_path: Path) -> None:
    desk = with_file(tmp_path, "liga.t", SCORES)
    (out,) = desk.does(f"export tsh -o {tmp_path}/out")["files"]
    assert Path(out).read_text() == as_lines(SCORES)


def test_a_bye_counts_when_its_round_is_reached(tmp_path: Path) -> None:
    (tmp_path / "x.t").write_text("Lis, Anna 1500 2 3 0;\nKot, Jan 1400 1 0 3;\nRak, Ewa 1300 0 1 2; 50\n")
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/x.t --name x")
    assert {row["name"]: row["spread"] for row in standings(desk)} == {"Anna Lis": 0, "Jan Kot": 0, "Ewa Rak": 50}
    desk.does("result 1 400:390")
    assert {row["name"]: row["spread"] for row in standings(desk)} == {"Anna Lis": 10, "Jan Kot": 40, "Ewa Rak": 50}


def test_a_file_that_was_cut_is_doubted_with_its_place(tmp_path: Path) -> None:
    whole = as_lines({1: [400, 410, 420], 2: [390, 300, 310], 3: [350, 360, 370], 4: [340, 345, 355]})
    (tmp_path / "x.t").write_text(whole[:-3])
    assert "cut off in line 4" in Desk(tmp_path).says(f"import {tmp_path}/x.t --name x")
    (tmp_path / "y.t").write_text(whole)
    assert Desk(tmp_path).does(f"import {tmp_path}/y.t --name y")["notes"] == []


def test_who_is_behind_with_scores_is_named_with_the_line(tmp_path: Path) -> None:
    scores = {1: [400, 410, 420], 2: [390, 300, 310], 3: [], 4: []}
    lines = [
        f"{NAMES[number - 1]:<20} {1600 - 100 * number} {' '.join(map(str, opponents))}; {' '.join(map(str, scores[number]))}"
        for number, opponents in {1: [2, 2, 2], 2: [1, 1, 1], 3: [4, 4, 4], 4: [3, 3, 3]}.items()
    ]
    (tmp_path / "x.t").write_text("".join(f"{line}\n" for line in lines))
    (note,) = Desk(tmp_path).does(f"import {tmp_path}/x.t --name x")["notes"]
    assert "the first in line 3: Ewa Rak, Iza Mak" in note or "the first in line 3: Rak, Ewa, Mak, Iza" in note
    off = [f"{line};off 0" if place > 1 else line for place, line in enumerate(lines)]
    (tmp_path / "y.t").write_text("".join(f"{line}\n" for line in off))
    assert not any("line 3" in note for note in Desk(tmp_path).does(f"import {tmp_path}/y.t --name y")["notes"])
