"""One outcome of a table on every surface: each special ending, as pages, papers, phones, the desk and files tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from server.http import ending_surfaces as surface
from server.http.ending_exports import EXPORTS, NO_LAST_WORDS, export, unpacked
from server.http.endings import ENDINGS, Ending, Hall, Told, corrected, open_hall, told
from server.http.test_http_tournaments import codes, give

SURFACES: Mapping[str, Callable[[Told, Ending], str]] = {
    "cards": surface.check_cards,
    "public round": surface.check_round_page,
    "public cards": surface.check_player_pages,
    "overview": surface.check_overview,
    "walls": surface.check_walls,
    "standings": surface.check_standings,
    "cross-table": surface.check_cross_table,
    "results.pdf": surface.check_results_paper,
    "slip": surface.check_slip,
    "report": surface.check_report,
    "federation": surface.check_federation,
    "log.pdf": surface.check_log,
    "diplomas": surface.check_diplomas,
    "press": surface.check_press,
    "desk line": surface.check_desk_line,
    "link picture": surface.check_picture,
    "push": surface.check_push,
    "e-mail": surface.check_letter,
    **EXPORTS,
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory) as opened:
        yield opened


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda each: each.name)
def test_every_surface_tells_the_same_outcome(
    hall: Hall, ending: Ending, record_property: Callable[[str, object], None]
) -> None:
    """The report of the run has one table of all surfaces and endings (`tests/conftest.py`)."""
    found = told(hall, ending)
    said, faults = {}, []
    for name, check in SURFACES.items():
        try:
            said[name] = check(found, ending)
        except AssertionError as fault:
            said[name] = "✗"
            faults.append(f"{name}: {fault}")
    record_property("outcome", [ending.name, said])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("form", NO_LAST_WORDS)
def test_a_format_without_a_place_for_last_words_is_named(form: str) -> None:
    assert form in EXPORTS
    assert NO_LAST_WORDS[form]


def report(found: Told, number: int, points: tuple[int, ...], last_words: tuple[int, ...] = ()) -> Any:
    """A player tells the result on the phone, the own points first."""
    code = codes(found.director, found.id)[number]["code"]
    id = f"phone-{number}-" + "-".join(map(str, (*points, *last_words)))
    body = {"id": id, "round": 1, "points": points, "last_words": last_words}
    return found.house.visitor().post(f"/players/{code}/result", body)


def test_players_report_an_equal_game_with_its_last_words(hall: Hall) -> None:
    found = told(hall, Ending("reported", (), ""))
    host, guest = found.seats
    refused = report(found, host, (400, 400))
    assert refused.status_code == 409
    assert "ostatnie słowa 14:9" in refused.json()["detail"]
    assert report(found, host, (400, 400), (14, 9)).json()["mine"]["light"] == "told"
    assert report(found, guest, (400, 400), (14, 9)).json()["mine"]["light"] == "disputed", (
        "the guest says the opposite"
    )
    mine = report(found, guest, (400, 400), (9, 14)).json()["mine"]
    assert (mine["decided_by"], mine["places"], mine["last_words"]) == ("last_words", [1, 2], [14, 9])


@pytest.mark.parametrize("size", [3, 4])
def test_a_table_of_more_than_two_is_reported_and_confirmed_by_all(hall: Hall, size: int) -> None:
    found = told(hall, Ending("reported", (), "", template="chal", size=size))
    points = (250, 210, 210, 90)[:size]
    words = (0, 4, 11, 0)[:size]
    for seat, number in enumerate(found.seats):
        own_first = [(row[seat], *row[:seat], *row[seat + 1 :]) for row in (points, words)]
        mine = report(found, number, *own_first).json()["mine"]
        assert mine["light"] == ("in" if number == found.seats[-1] else "told")
    assert mine["places"] == [1, 3, 2, 4][:size]
    assert mine["scores"] == list(points)
    few = report(found, found.seats[0], (1, 2))
    assert few.status_code == 409


def test_each_tells_the_own_points_and_confirms_the_whole(hall: Hall) -> None:
    """At a table of several; what all have told alone is no result before they have seen it."""
    found = told(hall, Ending("reported", (), "", template="chal", size=3))
    one, two, three = found.seats
    for number, own in zip(found.seats, (250, 210, 180), strict=True):
        mine = report(found, number, (own,)).json()["mine"]
        assert mine["light"] == "told"
    assert {int(who): each["scores"] for who, each in mine["reports"].items()} == {one: [250], two: [210], three: [180]}
    assert report(found, one, (250, 210, 190)).json()["mine"]["light"] == "disputed", "the third has told 180"
    for number, points in ((one, (250, 210, 180)), (two, (210, 250, 180))):
        assert report(found, number, points).json()["mine"]["light"] == "told"
    mine = report(found, three, (180, 250, 210)).json()["mine"]
    assert (mine["light"], mine["scores"], mine["places"]) == ("in", [250, 210, 180], [1, 2, 3])


@pytest.mark.parametrize("points", [(-5,), (100_000,)])
def test_own_points_that_nobody_wins_are_refused(hall: Hall, points: tuple[int, ...]) -> None:
    found = told(hall, Ending("reported", (), "", template="chal", size=3))
    assert report(found, found.seats[0], points).status_code in (400, 409)
    assert "reports" not in found.director.get(f"/tournaments/{found.id}").json()["whole"]["tables"][0]


def test_at_a_table_of_two_the_own_points_alone_are_no_report(hall: Hall) -> None:
    found = told(hall, Ending("reported", (), ""))
    assert report(found, found.seats[0], (400,)).status_code == 409


@pytest.mark.parametrize("gone", ["late", "excluded", "gone home"])
def test_who_is_not_there_keeps_no_table_of_several_waiting(hall: Hall, gone: str) -> None:
    found = told(hall, Ending("reported", (), "", template="chal", size=3))
    one, two, three = found.seats
    commands: dict[str, dict[str, Any]] = {
        "late": {"type": "start_round", "absent": [three]},
        "excluded": {"type": "exclude", "number": three, "reason": "S80", "score_now": 0},
        "gone home": {"type": "withdraw", "number": three, "reason": "chora"},
    }
    assert give(found.director, found.id, commands[gone]).status_code == 200
    assert report(found, one, (250, 210, 0)).json()["mine"]["light"] != "in"
    mine = report(found, two, (210, 250, 0)).json()["mine"]
    assert (mine["light"], mine["places"]) == ("in", [1, 2, 3])


def test_an_absent_opponent_does_not_make_the_own_word_a_result(hall: Hall) -> None:
    """At a table of two there is nobody to confirm it: that is the arbiter's (6.3.4)."""
    found = told(hall, Ending("reported", (), ""))
    host, guest = found.seats
    assert give(found.director, found.id, {"type": "start_round", "absent": [guest]}).status_code == 200
    assert report(found, host, (400, 0)).json()["mine"]["light"] == "told"
    several = told(hall, Ending("reported", (), "", template="chal", size=3))
    one, *others = several.seats
    assert give(several.director, several.id, {"type": "start_round", "absent": others}).status_code == 200
    assert report(several, one, (400, 0, 0), (0, 0, 0)).json()["mine"].get("decided_by") is None


def test_the_refusal_of_an_equal_result_at_the_desk_says_how_to_type_last_words(hall: Hall) -> None:
    found = told(hall, Ending("refused", (), ""))
    asked = found.director.post(f"/tournaments/{found.id}/line", {"text": "1 400 400"}).json()
    assert "Dopisz je do wyniku, na przykład: ostatnie słowa 14:9" in asked["message"]
    typed = found.director.post(f"/tournaments/{found.id}/line", {"text": "1 400 400 ostatnie słowa 14:9"}).json()
    assert give(found.director, found.id, typed["command"]).status_code == 200


def test_the_bracket_tells_a_tie_that_the_last_word_decided(hall: Hall) -> None:
    settings = {"rulebook": "open", "minutes": 20, "rounds": 1, "plan": "knockout"}
    found = told(hall, ENDINGS[1]._replace(name="cup", template="cup"), settings)
    said = surface.printed(found, "bracket")
    assert "400:400, rozstrzyga ostatnie słowo" in said


def test_figures_of_a_file_do_not_outlive_its_last_words(hall: Hall) -> None:
    """Other figures than ours hold for the results of the file; another last word is another result."""
    first = told(hall, ENDINGS[1])
    tables = csv_files(first)
    tables["standings.csv"] = tables["standings.csv"].replace(b";400;", b";444;")
    put = first.director.ask("POST", "/tournaments/files", zipped(tables), {"content_type": "application/octet-stream"})
    again = first._replace(id=put.json()["id"])
    assert csv_files(again)["standings.csv"].count(b";444;") == 2
    done = give(first.director, again.id, corrected(400, 400, words=(9, 14)) | {"round": 1, "table": 1})
    assert done.status_code == 200, done.text
    assert csv_files(again)["standings.csv"].count(b";444;") == 0


def csv_files(found: Told) -> dict[str, bytes]:
    return unpacked(export(found, "csv").content)


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()
