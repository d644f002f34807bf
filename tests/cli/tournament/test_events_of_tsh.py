"""Events of TSH as federations and schools have them: no ratings, numbers of members, forfeits, byes of several values."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Desk
from mostek.app.hosted_tournaments import Audience
from mostek.app.published_tournament import published
from mostek.features.desk.tournament_imports import imported
from mostek.tournament.file_formats import read_tournament
from mostek.tournament.origin import SOURCE, packed_source, unpacked_source
from mostek.tournament.standings import standings_of
from tournament.desk.hall import TEN


def with_tourney(folder: Path, *players: dict[str, Any], **config: Any) -> Desk:
    """An event of a published `tourney.js`; each player has what is said, and 1500 as rating."""
    numbered = [{"id": number, "rating": 1500, "etc": {}, **each} for number, each in enumerate(players, 1)]
    data = {
        "config": {"event_name": "Próba", "max_rounds": 3, **config},
        "divisions": [{"name": "A", "players": [None, *numbered]}],
    }
    (folder / "tourney.js").write_text(f"newt={json.dumps(data)};\n")
    desk = Desk(folder)
    desk.does(f"import {folder}/tourney.js --name x")
    return desk


ANNA = {"name": "Lis, Anna", "pairings": [2], "scores": [453]}
JAN = {"name": "Kot, Jan", "pairings": [1], "scores": [300]}


def standings(desk: Desk) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = desk.does("standings")["tables"][0]["standings"]
    return rows


@pytest.mark.parametrize("rating", ["0+0+0", "0", 0, None])
def test_an_event_without_ratings_is_read(tmp_path: Path, rating: object) -> None:
    desk = with_tourney(tmp_path, {**ANNA, "rating": rating}, {**JAN, "rating": rating})
    assert [row["name"] for row in standings(desk)] == ["Anna Lis", "Jan Kot"]
    assert {each["rating"] for each in desk.does("entrants")["entrants"]} == {"0"}


@pytest.mark.parametrize("rating", ["x", "1+", "+0", True, -1, 100_000, [1]])
def test_what_is_no_rating_is_named(tmp_path: Path, rating: object) -> None:
    data = {"config": {}, "divisions": [{"name": "A", "players": [None, {"id": 1, **ANNA, "rating": rating}]}]}
    (tmp_path / "tourney.js").write_text(f"newt={json.dumps(data)};\n")
    assert "players[1].rating" in Desk(tmp_path).fails(f"import {tmp_path}/tourney.js --name x")


def test_the_number_of_a_member_is_no_part_of_the_name(tmp_path: Path) -> None:
    names = [{**ANNA, "name": "Lis, Anna:XT000101"}, {**JAN, "name": "Kot, Jan:XT000202"}]
    desk = with_tourney(tmp_path, *names)
    assert [row["name"] for row in standings(desk)] == ["Anna Lis", "Jan Kot"]
    desk.does("amend 2 --city Kutno")
    (out,) = desk.does(f"export tourney -o {tmp_path}/out")["files"]
    players = json.loads(Path(out).read_text().removeprefix("newt=").removesuffix(";\n"))["divisions"][0]["players"]
    assert [player["name"] for player in players[1:]] == ["Lis, Anna:XT000101", "Kot, Jan:XT000202"]


def test_the_number_of_a_member_in_a_file_of_lines(tmp_path: Path) -> None:
    lines = "Lis, Anna:XT000101 1500 2; 453\nKot, Jan 1400 1; 300\n"
    (tmp_path / "x.t").write_text(lines)
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/x.t --name x")
    assert standings(desk)[0]["name"] == "Anna Lis"
    (out,) = desk.does(f"export tsh -o {tmp_path}/out")["files"]
    assert Path(out).read_text() == lines


FORFEITS = """\
Lis, Anna            1500 2 0 0; 400 50 -50
Kot, Jan             1400 1 3 3; 390 410 420
Rak, Ewa             1300 0 2 2; 100 380 300
"""


def test_a_forfeit_is_lost_with_its_own_margin_and_each_bye_has_its_own(tmp_path: Path) -> None:
    (tmp_path / "x.t").write_text(FORFEITS)
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/x.t --name x")
    rows = {row["name"]: row for row in standings(desk)}
    assert {name: row["spread"] for name, row in rows.items()} == {"Anna Lis": 10, "Jan Kot": 140, "Ewa Rak": -50}
    assert [rows["Anna Lis"][key] for key in ("wins", "losses", "byes", "half_points")] == [1, 1, 1, 4]
    card = desk.says("card 1")
    assert "-50" in card
    assert "forfeit" in card
    assert "without an opponent: 0 and the margin -50" in desk.says("log")
    (out,) = desk.does(f"export tsh -o {tmp_path}/out")["files"]
    assert Path(out).read_text() == FORFEITS


def test_a_person_whose_forfeit_is_known_can_still_be_seated(tmp_path: Path) -> None:
    lines = ("Lis, Anna 1500 2 0; 400 -50", "Kot, Jan 1400 1 3; 390 410", "Rak, Ewa 1300 0 2; 50 380")
    (tmp_path / "x.t").write_text("\n".join((*lines, "Mak, Iza 1200 0 0; 50 -50", "")))
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/x.t --name x --set rounds=2")
    desk.does("table 1 4")
    desk.does("result 2 400:300")
    rows = {row["name"]: row for row in standings(desk)}
    assert (rows["Anna Lis"]["spread"], rows["Iza Mak"]["spread"]) == (110, -50)


def test_the_public_page_counts_as_the_desk_does(tmp_path: Path) -> None:
    (tmp_path / "x.t").write_text(FORFEITS)
    found = imported(read_tournament({"x.t": (tmp_path / "x.t").read_bytes()}), TEN, "x")
    shown = published(found.state, Audience()).state
    assert standings_of(shown, "") == standings_of(found.state, "")
    assert {row.number: row.spread for row in standings_of(shown, "")} == {1: 10, 2: 140, 3: -50}


def test_points_of_a_bye_without_measure_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "x.t").write_text(FORFEITS.replace("; 100 380", "; 99999 380"))
    assert Desk(tmp_path).run(f"import {tmp_path}/x.t --name x").exit_code in (1, 2)
    assert not list(tmp_path.glob("tournaments/*"))


@pytest.mark.parametrize("option", ["spread_cap", "standings_spread_cap"])
@pytest.mark.parametrize(("cap", "margin"), [([100, 120], 100), (100, 100), ("100", 100), ([], 153), (None, 153)])
def test_a_cap_of_the_margin_holds_in_the_standings(tmp_path: Path, option: str, cap: object, margin: int) -> None:
    desk = with_tourney(tmp_path, ANNA, JAN, **{option: cap})
    assert [row["spread"] for row in standings(desk)] == [margin, -margin]
    assert [row["game_points"] for row in standings(desk)] == [453, 300]
    assert ("(counts +100)" in desk.says("card 1")) is (margin == 100)


def test_a_cap_goes_by_the_round_and_its_last_value_goes_on(tmp_path: Path) -> None:
    anna = {"name": "Lis, Anna", "pairings": [2, 2, 2, 2], "scores": [400, 400, 400, 300]}
    jan = {"name": "Kot, Jan", "pairings": [1, 1, 1, 1], "scores": [300, 300, 300, 400]}
    desk = with_tourney(tmp_path, anna, jan, spread_cap=[50, 70])
    assert [row["spread"] for row in standings(desk)] == [50 + 70 + 70 - 70, -(50 + 70 + 70 - 70)]
    assert "50, 70 (the last also in later rounds)" in desk.prints("regulation")
    config, *_ = desk.does(f"export tsh -o {tmp_path}/out")["files"]
    assert "config spread_cap = [50, 70]" in Path(config).read_text()
    desk.does(f"import {tmp_path}/out --name again")
    assert [row["spread"] for row in desk.does("standings -e again")["tables"][0]["standings"]] == [120, -120]


@pytest.mark.parametrize("cap", [[100, "x"], "so what", [0], [-5], {"a": 1}.__str__()])
def test_a_cap_without_a_number_is_named(tmp_path: Path, cap: object) -> None:
    players = [{"id": 1, "rating": 0, "etc": {}, **ANNA}, {"id": 2, "rating": 0, "etc": {}, **JAN}]
    data = {"config": {"spread_cap": cap}, "divisions": [{"name": "A", "players": [None, *players]}]}
    (tmp_path / "tourney.js").write_text(f"newt={json.dumps(data)};\n")
    assert any("spread_cap" in note for note in Desk(tmp_path).does(f"import {tmp_path}/tourney.js --name x")["notes"])


def test_divisions_have_caps_of_their_own(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.does("new Klasy --date 2026-11-21 --seed w --set rounds=2 --set divisions=A,B --set results.signatures=0")
    for said in ("100,", "x", "0", "C: 100", "A: 1; A: 2"):
        assert desk.refuses(f'set "spread_cap={said}"')["reason"] == "setting_not_possible"
    desk.does('set "spread_cap=A: 50; 120"')
    for number, division in enumerate("AABB"):
        desk.does(f'register "Gracz {number}" --division {division}')
    desk.does("checkin --all")
    for division in "AB":
        desk.does(f"pair --division {division}")
        desk.does(f"result 1 500:300 --division {division}")
    tables = desk.does("standings")["tables"]
    assert [[row["spread"] for row in table["standings"]] for table in tables] == [[50, -50], [120, -120]]


def test_a_cap_may_be_given_up_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path).founded(2, "--set rounds=2 --set results.signatures=0 --set spread_cap=50")
    desk.does("set spread_cap=none")
    desk.does("pair")
    desk.does("result 1 500:300")
    assert standings(desk)[0]["spread"] == 200


def test_ranks_that_a_file_states_are_compared(tmp_path: Path) -> None:
    ranks = {1: [1, 2], 2: [2, 1]}
    players = [{"id": 1, **ANNA, "etc": {"rrank": ranks[1]}}, {"id": 2, **JAN, "etc": {"rrank": ranks[2]}}]
    desk = with_tourney(tmp_path, *players)
    answer = desk.does(f"import {tmp_path}/tourney.js --name again")
    assert answer["compared"] == {"place": 2}
    assert [(each["number"], each["stated"], each["reckoned"]) for each in answer["differences"]] == [
        (1, 2, 1),
        (2, 1, 2),
    ]


def test_ranks_are_not_compared_while_games_are_open_or_without_those_who_left(tmp_path: Path) -> None:
    third = {"name": "Rak, Ewa", "pairings": [0], "scores": [-50], "etc": {"rrank": [3, 0], "off": [-50]}}
    players = [{**ANNA, "etc": {"rrank": [1, 1]}}, {**JAN, "etc": {"rrank": [2, 2]}}, third]
    desk = with_tourney(tmp_path, *players)
    assert desk.does(f"import {tmp_path}/tourney.js --name again")["compared"] == {}
    assert "can be compared" in desk.says(f"import {tmp_path}/tourney.js --name more")


PUBLISHED = (
    'newt={"config":{"_termdict":{"messages":{"1/2":{"brief":"1/2"}}},"event_date":"Winter,2026","event_name":"Liga",'
    '"max_rounds":2},"divisions":[{"classes":undefined,"maxr":1,"maxrp":0,"name":"A","players":[undefined,'
    '{"etc":{"board":[1],"excwins":[0.5],"newr":[1015],"off":[],"p12":[1],"time":[1777955648]},"id":1,'
    '"name":"Lis, Anna","newr":undefined,'
    '"pairings":[2],"photo":undefined,"rating":1500,"scores":[401]},'
    '{"etc":{"board":[1],"p12":[2]},"id":2,"name":"Kot, Jan","newr":undefined,"pairings":[1],"rating":1400,"scores":[390]}],'
    '"seeds":[1,1]}],"esb":{"message":{"mode":"reveal","text":""}},"profile":undefined};\n'
)
"""As TSH writes it: what JSON cannot say, fields beside the event, a date in words."""
TYPED = """\ufeff// made by hand\r\nvar newt = {
  config: { event_name: 'Liga', max_rounds: 1 }, /* one round */
  divisions: [ { name: "A", players: [ null,
    { id: 1, name: 'Lis, Anna', rating: 1500, pairings: [2], scores: [401], },
    { id: 2, name: "Kot, Jan", rating: 1400.0, pairings: [1], scores: [390] },
  ] } ],
}
"""


@pytest.mark.parametrize("text", [PUBLISHED, TYPED, PUBLISHED.replace("\n", "\r\n")])
def test_an_untouched_event_goes_out_as_it_came_to_the_byte(tmp_path: Path, text: str) -> None:
    data = text.encode()
    desk, out = with_file(tmp_path, data)
    assert out() == data
    desk.does("amend 1 --city Kraków")
    assert out() == data, "what the file cannot say changes nothing in it"
    desk.does("amend 1 --name 'Anna Mak'")
    changed = out()
    assert changed != data
    assert b"Mak" in changed
    assert b'"excwins":["' not in changed, "numbers stay numbers"
    if b"Winter" in data:
        assert b'"event_date":"Winter,2026"' in changed, "the days are the same"
    desk.does("undo --yes")
    assert out() == data
    desk.does("correct 1 405:390 --round 1 --kind entry --reason pomyłka --yes")
    assert b"405" in out()


def test_a_log_whose_kept_file_is_none_writes_its_own(tmp_path: Path) -> None:
    """A log comes from others too: what unpacks to no file, or to too much, is not believed."""
    bomb = packed_source(b"")[SOURCE] | {"0": [b64encode(zlib.compress(bytes(5 * 2**20), 9)).decode()]}
    for kept in (None, 7, {"0": ["%"]}, {"0": [1]}, {"1": ["eJwDAAAAAAE="]}, {"0": ["eJw="]}, bomb):
        assert unpacked_source(kept) is None
    assert packed_source(bytes(5 * 2**20)) == {}


def with_file(folder: Path, data: bytes) -> tuple[Desk, Callable[[], bytes]]:
    """The desk of an event of a `tourney.js`, and its export in that format."""
    (folder / "tourney.js").write_bytes(data)
    desk = Desk(folder)
    desk.does(f"import {folder}/tourney.js --name x")

    def out() -> bytes:
        (file,) = desk.does(f"export tourney -o {folder}/out")["files"]
        return Path(file).read_bytes()

    return desk, out
