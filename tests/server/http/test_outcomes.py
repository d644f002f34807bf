"""One outcome of a table on every surface: each special ending, as pages, papers, phones, the desk and exports tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

import pytest

from server.http.test_http_tournaments import codes, give
from server.http.test_public_pages import TAGS, looks, paper, words
from server.http.visitors import House, Visitor

NAMES = ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma")
ROW = re.compile(r'<td class="figure">([^<]*)</td><td>([+=−]?)(?: <small>([^<]*)</small>)?</td>')


class Ending(NamedTuple):
    """An ending, and what people must be told of it."""

    name: str
    commands: tuple[dict[str, Any], ...]
    """After the pairing; `winner` and `number` are seats, from 0."""
    signs: str
    """Won, drawn or lost, in the order of the table; empty without a result."""
    decided_by: str | None = "points"
    scores: str = ""
    note: str = ""
    places: tuple[int, ...] = ()
    template: str = "open"
    size: int = 2


def entered(*scores: int, words: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "enter_result", "result": {"kind": "played", "scores": scores, "last_words": words}}


def corrected(*scores: int, words: tuple[int, ...] = ()) -> dict[str, Any]:
    result = entered(*scores, words=words)["result"]
    return {"type": "correct_result", "result": result, "kind": "entry", "reason": "pomyłka", "consent": True}


def forfeit(winner: int | None, cause: str = "late") -> dict[str, Any]:
    return {"type": "award_forfeit", "winner": winner, "cause": cause, "score_now": 0, "reason": "spóźnienie"}


LAST = "ostatnie słowa"
ENDINGS = (
    Ending("by points", (entered(412, 388),), "+−", scores="412:388", places=(1, 2)),
    Ending("last words", (entered(400, 400, words=(14, 9)),), "+−", "last_words", "400:400", f"{LAST} 14:9", (1, 2)),
    Ending(
        "last words, guest", (entered(400, 400, words=(9, 14)),), "−+", "last_words", "400:400", f"{LAST} 9:14", (2, 1)
    ),
    Ending("equal last words", (entered(400, 400, words=(9, 9)),), "==", scores="400:400", places=(1, 1)),
    Ending("a draw", (entered(400, 400),), "==", scores="400:400", places=(1, 1), template="pfs"),
    Ending("late", (forfeit(1),), "−+", "forfeit", "1:400", "walkower", (2, 1)),
    Ending("both late", (forfeit(None),), "−−", "both_forfeited", note="walkower obustronny"),
    Ending(
        "excluded",
        ({"type": "exclude", "number": 0, "reason": "S80", "score_now": 0},),
        "−+",
        "forfeit",
        "1:400",
        "walkower",
        (2, 1),
    ),
    Ending(
        "corrected winner",
        (entered(400, 400, words=(14, 9)), corrected(400, 400, words=(9, 14))),
        "−+",
        "last_words",
        "400:400",
        f"{LAST} 9:14",
        (2, 1),
    ),
    Ending(
        "points taken",
        (entered(405, 400), {"type": "deduct", "number": 0, "points": 10, "reason": "kara"}),
        "−+",
        scores="395:400",
        places=(2, 1),
        template="pfs",
    ),
    Ending(
        "adjourned",
        ({"type": "adjourn_game", "until": "2099-11-21T18:00:00", "reason": "prąd"},),
        "",
        None,
        note="odłożona",
    ),
    Ending(
        "three",
        (entered(210, 180, 180, words=(0, 5, 9)),),
        "+−−",
        "last_words",
        "210:180:180",
        f"{LAST} 0:5:9",
        (1, 3, 2),
        "chal",
        3,
    ),
    Ending(
        "three, shared second",
        (entered(210, 180, 180, words=(1, 5, 5)),),
        "+−−",
        "points",
        "210:180:180",
        "",
        (1, 2, 2),
        "chal",
        3,
    ),
    Ending(
        "four, last words for the first place",
        (entered(210, 210, 180, 90, words=(3, 8, 0, 0)),),
        "−+−−",
        "last_words",
        "210:210:180:90",
        f"{LAST} 3:8:0:0",
        (2, 1, 3, 4),
        "chal",
        4,
    ),
    Ending(
        "four, shared first",
        (entered(210, 210, 180, 180, words=(7, 7, 4, 4)),),
        "==−−",
        "points",
        "210:210:180:180",
        "",
        (1, 1, 3, 3),
        "chal",
        4,
    ),
)


class Told(NamedTuple):
    """An event after its ending, and where everybody sits."""

    house: House
    director: Visitor
    id: str
    seats: tuple[int, ...]


def told(house: House, ending: Ending) -> Told:
    director = house.visitor("Ewa")
    settings: dict[str, Any] = {"rounds": 3, "results.self_report": True} | (
        {} if ending.template == "chal" else {"minutes": 20}
    )
    body = {
        "name": f"Turniej {ending.name}",
        "template": ending.template,
        "starts_on": "2026-11-21",
        "settings": settings,
    }
    made = director.post("/tournaments", body)
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    people: list[dict[str, Any]] = [
        {"type": "register_entrant", "person": {"name": name}, "override": "późno"} for name in NAMES[: ending.size]
    ]
    ready = {"type": "check_in", "numbers": list(range(1, ending.size + 1))}
    for command in (*people, ready, {"type": "pair_round"}):
        done = give(director, id, command)
        assert done.status_code == 200, done.text
    (table,) = director.get(f"/tournaments/{id}").json()["whole"]["tables"]
    seats = tuple(table["players"])
    for command in ending.commands:
        done = give(director, id, _seated(command, seats))
        assert done.status_code == 200, done.text
    return Told(house, director, id, seats)


def _seated(command: Mapping[str, Any], seats: tuple[int, ...]) -> dict[str, Any]:
    given = dict(command)
    if given["type"] in ("enter_result", "award_forfeit", "correct_result", "adjourn_game", "deduct"):
        given |= {"round": 1}
    if given["type"] in ("enter_result", "award_forfeit", "correct_result", "adjourn_game"):
        given |= {"table": 1}
    if given["type"] == "enter_result":
        given |= {"signed": list(seats)}
    return given | {key: seats[given[key]] for key in ("number", "winner") if given.get(key) is not None}


def cards(found: Told) -> Iterator[tuple[str, dict[str, Any]]]:
    """The card of the table as the desk, a stranger and each player get it."""
    yield "desk", found.director.get(f"/tournaments/{found.id}").json()["whole"]["tables"][0]
    stranger = found.house.visitor().get(f"/tournaments/{found.id}").json()
    yield "stranger", stranger["whole"]["tables"][0]
    for number, code in codes(found.director, found.id).items():
        page = found.house.visitor().get(f"/players/{code['code']}").json()
        yield f"phone {number}", page["mine"]
        yield f"phone {number}, card", page["page"]["whole"]["tables"][0]


def won(ending: Ending) -> list[int]:
    return [seat for seat, sign in enumerate(ending.signs) if sign == "+"]


def check_cards(found: Told, ending: Ending) -> str:
    for who, card in cards(found):
        assert card.get("decided_by") == ending.decided_by, who
        assert tuple(card.get("places", ())) == ending.places, who
        if who != "desk":
            assert ":".join(map(str, card.get("scores", ()))) == ending.scores, who
        last = ":".join(map(str, card.get("last_words", ())))
        assert last == (ending.note.removeprefix(LAST).strip() if ending.decided_by == "last_words" else ""), who
    return f"{ending.decided_by or '–'} {ending.places or ''}"


def check_round_page(found: Told, ending: Ending) -> str:
    page = looks(found.house, f"/e/{found.id}/r/1").text
    (row,) = re.findall(r"<tr data-table=.*?</tr>", page, re.DOTALL)
    people, scores = re.findall(r'<td class="(?:figure )?seats">(.*?)</td>', row, re.DOTALL)
    marked = [" won" in f" {seat}" for seat in re.findall(r'<span(?: data-score)?(?: class="(won)")?>', scores)]
    assert [seat for seat, has in enumerate(marked) if has] == won(ending)
    assert len(re.findall('class="won"', people)) == len(won(ending))
    said = " ".join(TAGS.sub(" ", row).split())
    assert ending.note in said
    assert "remis" not in said
    return ending.note or said.rpartition(" ")[2]


def check_player_pages(found: Told, ending: Ending) -> str:
    """The card of each player: winner, loser, third and fourth."""
    signs = []
    for number in found.seats:
        page = looks(found.house, f"/e/{found.id}/p/{number}").text
        rows = ROW.findall(page)
        assert len(rows) == bool(ending.signs)
        for score, sign, note in rows:
            signs.append(sign)
            assert unescape(note) == ending.note
            if ending.scores and ending.size == 2:
                assert sorted(score.split(" : ")) == sorted(ending.scores.split(":"))
    assert "".join(signs) == ending.signs
    return "".join(signs)


def check_standings(found: Told, ending: Ending) -> str:
    page = words(looks(found.house, f"/e/{found.id}/standings"))
    rows = found.director.get(f"/tournaments/{found.id}").json()["whole"].get("standings", ())
    points = {row["number"]: row.get("half_points", 0) for row in rows}
    worth = {"+": 2, "=": 1, "−": 0}
    if ending.size == 2:
        assert [points[number] for number in found.seats] == [worth[sign] for sign in ending.signs or "−−"]
    else:
        order = sorted(found.seats, key=lambda number: -points[number])
        assert [found.seats.index(number) for number in order][: len(won(ending))] == won(ending)
    assert all(name in page for name in NAMES[: ending.size])
    return " ".join(str(points[number]) for number in found.seats)


def check_cross_table(found: Told, ending: Ending) -> str:
    said = words(looks(found.house, f"/e/{found.id}/crosstable"))
    printed = paper(found.director.get(f"/tournaments/{found.id}/documents/crosstable.pdf"))
    for text in (said, printed):
        rows = text.partition("szachownica")[2] or text
        for sign in set(ending.signs):
            assert sign in rows, (sign, text)
        if "=" not in ending.signs:
            assert not re.search(r"= ?\d", rows), text
    return "".join(sorted(set(ending.signs)))


def check_results_paper(found: Told, ending: Ending) -> str:
    said = paper(found.director.get(f"/tournaments/{found.id}/documents/results.pdf?round=1"))
    said = " ".join(said.replace("\u200b", "").split())
    assert ending.note in said
    assert ending.scores.replace(":", " : ") in said
    return ending.note or ending.scores


def check_desk_line(found: Told, ending: Ending) -> str:
    """What the desk says of the table when somebody is looked for, and when the result is typed again."""
    asked = found.director.post(f"/tournaments/{found.id}/line", {"text": "? lis"}).json()["message"]
    result = ending.commands[-1].get("result")
    if result is None:
        return "–" if not ending.note else asked
    again = " ".join(map(str, ["1", *result["scores"]]))
    if result["last_words"]:
        again += f" ostatnie słowa {':'.join(map(str, result['last_words']))}"
    said: str = found.director.post(f"/tournaments/{found.id}/line", {"text": again}).json()["message"]
    winners = won(ending)
    if winners and len(set(ending.places)) == len(ending.places):
        (seat,) = winners
        assert f"wygrywa {NAMES[found.seats[seat] - 1]}" in said, said
    assert ("remis" in said) is ("=" in ending.signs), said
    assert ending.note in said
    return said


def check_log(found: Told, ending: Ending) -> str:
    printed = paper(found.director.get(f"/tournaments/{found.id}/documents/log.pdf"))
    said = " ".join(printed.replace("\u200b", "").split())
    assert "remis" not in said
    return "read"


SURFACES = {
    "cards": check_cards,
    "public round": check_round_page,
    "public cards": check_player_pages,
    "standings": check_standings,
    "cross-table": check_cross_table,
    "results.pdf": check_results_paper,
    "desk line": check_desk_line,
    "log.pdf": check_log,
}


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda each: each.name)
def test_every_surface_tells_the_same_outcome(house: House, ending: Ending, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(house, ending)
    said, faults = {}, []
    for name, check in SURFACES.items():
        try:
            said[name] = check(found, ending)
        except AssertionError as fault:
            said[name] = "✗"
            faults.append(f"{name}: {fault}")
    with capsys.disabled():
        print(f"\n{ending.name:38}", " | ".join(f"{name}: {each}" for name, each in said.items()))
    assert not faults, "\n".join(faults)


def report(found: Told, number: int, points: tuple[int, ...], last_words: tuple[int, ...] = ()) -> Any:
    """A player tells the result on the phone, the own points first."""
    code = codes(found.director, found.id)[number]["code"]
    id = f"phone-{number}-" + "-".join(map(str, (*points, *last_words)))
    body = {"id": id, "round": 1, "points": points, "last_words": last_words}
    return found.house.visitor().post(f"/players/{code}/result", body)


def test_players_report_an_equal_game_with_its_last_words(house: House) -> None:
    found = told(house, Ending("reported", (), ""))
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
def test_a_table_of_more_than_two_is_reported_and_confirmed_by_all(house: House, size: int) -> None:
    found = told(house, Ending("reported", (), "", template="chal", size=size))
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


def test_the_refusal_of_an_equal_result_at_the_desk_says_how_to_type_last_words(house: House) -> None:
    found = told(house, Ending("refused", (), ""))
    asked = found.director.post(f"/tournaments/{found.id}/line", {"text": "1 400 400"}).json()
    assert "Dopisz je do wyniku, na przykład: ostatnie słowa 14:9" in asked["message"]
    typed = found.director.post(f"/tournaments/{found.id}/line", {"text": "1 400 400 ostatnie słowa 14:9"}).json()
    assert give(found.director, found.id, typed["command"]).status_code == 200
