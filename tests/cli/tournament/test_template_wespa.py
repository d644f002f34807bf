"""An event by the customs of WESPA: wins, then spread; a bye is a win by 50; ratings to 3000."""

from __future__ import annotations

from cli.tournament.desk import Desk


def test_places_go_by_wins_and_spread_and_a_bye_is_a_win_by_fifty(desk: Desk) -> None:
    desk.does("new Open --template wespa --date 2026-11-21 --seed abc --set rounds=2 --set minutes=25")
    for name, rating in (("Ala", 3000), ("Ola", 1850), ("Ela", 0)):
        desk.does(f"register {name} --rating {rating}")
    desk.does("checkin --all")
    desk.does("pair")
    (table,) = desk.pairings()["tables"]
    host, guest = (player["number"] for player in table["players"])
    alone = ({1, 2, 3} - {host, guest}).pop()
    desk.does("result 1 300:260")
    rows = desk.does("standings")["tables"][0]["standings"]
    assert [(row["number"], row["half_points"], row["spread"]) for row in rows] == [
        (alone, 2, 50), (host, 2, 40), (guest, 0, -40),
    ]  # fmt: skip
    # The sum of points would put the host before the player without an opponent.
    assert rows[1]["game_points"] > rows[0]["game_points"]


def test_a_rating_beyond_the_scale_is_refused(desk: Desk) -> None:
    desk.does("new Open --template wespa --date 2026-11-21 --seed abc")
    desk.does("register Ala --rating 3000")
    assert "3000" in desk.run("register Ola --rating 3001").output
    assert len(desk.does("entrants")["entrants"]) == 1
