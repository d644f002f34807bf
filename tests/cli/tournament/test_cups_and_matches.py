"""Cups, ladders and matches of teams, as a director types them."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


@pytest.mark.parametrize(
    ("language", "plan", "seeds", "winners"),
    [
        ("pl", "szwajcarski:1 pucharowy", "rozstawieni z numerami 1 i 4", "zwycięzca stołu 1 z rundy 2"),
        ("en", "swiss:1 cup", "seeds 1 and 4", "the winner of table 1 of round 2"),
    ],
)
def test_a_cup_after_swiss_rounds_is_explained_and_shown(
    desk: Desk, language: str, plan: str, seeds: str, winners: str
) -> None:
    desk.language = language
    desk.founded(6, f'--set rounds=3 --set "plan={plan}"')
    desk.does("pair")
    desk.plays()
    assert seeds in desk.says("pair --explain")
    desk.plays()
    said = desk.says("pair --explain")
    assert winners in said
    desk.plays()
    shown = desk.says("bracket")
    assert "Gracz 1" in shown
    assert ("Finał" if language == "pl" else "Final") in shown
    rows = desk.does("standings")["tables"][0]["standings"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert desk.does("standings")["keys"][0] == "cup"
    assert desk.refuses("pair")["next"].endswith("close")
    desk.does("close")


def test_a_bracket_is_refused_where_there_is_none(desk: Desk) -> None:
    desk.founded(4)
    assert "knock-out" in desk.fails("bracket")
    assert desk.refuses("set plan=pucharowy:9")["reason"] == "plan_not_possible"


def teams(desk: Desk) -> Desk:
    desk.does(
        'new "Liga" --template team-league --date 2026-11-21 --seed abc --set rounds=1 --set match.boards=2 --set team.size=3'
    )
    for name in ("Zamek", "Wieża"):
        desk.does(f"team {name} --contact Kapitan")
        for number in (1, 2, 3):
            desk.does(f'register "{name} {number}" --team {name}')
        desk.does(f"team {name} --confirm")
    desk.does("checkin --all")
    return desk


def test_a_line_up_is_said_by_names_and_shown(desk: Desk) -> None:
    teams(desk)
    assert desk.does("lineup zamek")["playing"] == [1, 2]
    desk.does('lineup zamek "Zamek 3" 1')
    shown = desk.does("lineup zamek")
    assert (shown["playing"], shown["bench"]) == ([3, 1], [2])
    desk.does("lineup zamek --clear")
    assert desk.does("lineup zamek")["playing"] == [1, 2]
    assert desk.refuses("lineup zamek 4")["reason"] == "line_up_wrong"
    assert "basz" in desk.fails("lineup basz")
    assert "99999999999" in desk.fails("lineup zamek 1-99999999999")


@pytest.mark.parametrize(("language", "result"), [("pl", "remis"), ("en", "a drawn match")])
def test_matches_are_listed_with_their_boards(desk: Desk, language: str, result: str) -> None:
    teams(desk).language = language
    desk.does("pair")
    tables = desk.pairings()["tables"]
    for table in tables:
        first = table["players"][0]["number"]
        desk.does(f"result {table['table']} {'400:300' if first in (1, 5) else '300:400'}")
    (match,) = desk.does("matches")["matches"]
    assert (match["half_points"], match["winner"], match["complete"]) == ([2, 2], None, True)
    assert result in desk.says("matches")
    assert "1:1" in desk.says("matches --table")
    rows = desk.does("teams")["tables"][0]["table"]["rows"]
    assert [row["matches"]["points"] for row in rows] == [1, 1]


def test_a_ladder_is_read_from_the_top(desk: Desk) -> None:
    desk.founded(4, "--template ladder --set rounds=5")
    desk.does("pair")
    for table in desk.pairings()["tables"]:
        first, second = (player["number"] for player in table["players"])
        desk.does(f"result {table['table']} {300 + first}:{300 + second}")
    rows = desk.does("standings")["tables"][0]["standings"]
    assert [row["number"] for row in rows] == [2, 1, 4, 3]
    assert desk.does("standings")["keys"] == ["ladder"]
    assert desk.does("pair --explain")["reasons"]["tables"][0]["why"] in ("neighbours", "near")


def test_the_bracket_does_not_know_who_wins_what_is_still_to_be_played(desk: Desk) -> None:
    """Five in a cup: the opponent of the best seed comes from a game that is not over."""
    desk.does("new Puchar --template cup --date 2026-11-21 --seed abc --set rounds=3 --set minutes=20")
    for name in ("Ada", "Bea", "Cyd", "Dan", "Ewa"):
        desk.does(f"register {name}")
    desk.does("checkin --all")
    desk.does("pair")
    first, second, final = desk.does("bracket")["brackets"][0]["stages"]
    assert [tie["through"] for tie in first["ties"]].count(None) == 1, "three byes"
    assert [tie["through"] for tie in second["ties"]] == [None, None]
    assert [tie["through"] for tie in final["ties"]] == [None]
    desk.does("result 1 400:300")
    _, second, final = desk.does("bracket")["brackets"][0]["stages"]
    assert [tie["through"] for tie in (*second["ties"], *final["ties"])] == [None, None, None]
    assert desk.says("bracket").count("…") == 4, "both semi-finals, and both places of the final"
