"""A latecomer's virtual points are said where people read of a pairing: the reasons, the check, the settings, the paper."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


@pytest.fixture
def late(desk: Desk) -> Desk:
    """Eight have played a round at a desk that seats latecomers at the place of their rating, and a ninth and tenth have come."""
    desk.founded(8, "--set rounds=3 --set plan=half_split_in_turn --set pairing.latecomers=seed_place")
    desk.does("pair")
    desk.plays()
    desk.does("register Spóźniona --rating 198.50")
    desk.does("register Ostatni --rating 100")
    desk.does("checkin --all")
    return desk


def test_the_reasons_and_the_check_name_the_virtual_points(late: Desk) -> None:
    said = late.says("pair --explain")
    assert (
        "9. Spóźniona came late: for this pairing alone, 1 is added to the match points and 494 to the game points."
        in said
    )
    assert "Paired with virtual points, which count for nothing else: 9. Spóźniona, 10. Ostatni." in said
    assert "494 to the game points" in late.says("pairings --explain --round 2")


def test_they_are_data_too(late: Desk) -> None:
    reasons = late.does("pair --explain")["reasons"]
    seats = {seat["number"]: seat for table in reasons["tables"] for seat in table["seats"]}
    assert (seats[9]["virtual_half_points"], seats[9]["virtual_game_points"]) == (2, 494)
    assert seats[1]["virtual_half_points"] == 0


def test_the_standings_do_not_know_them(late: Desk) -> None:
    late.does("pair")
    rows = {row["number"]: row for row in late.does("standings")["tables"][0]["standings"]}
    assert (rows[9]["half_points"], rows[9]["game_points"]) == (0, 0)


def test_the_settings_and_the_regulation_sheet_say_the_treatment(late: Desk) -> None:
    treatment = "count for pairing as if they stood, when they came, at the place of their rating"
    assert treatment in late.says("settings")
    assert treatment in late.prints("regulation")


def test_it_is_said_in_polish(late: Desk) -> None:
    said = Desk(late.folder, "pl").says("pair --explain")
    assert (
        "9. Spóźniona: gracz spóźniony; tylko do tego rozstawienia doliczono duże punkty: 1 i małe punkty: 494." in said
    )
    assert "Rozstawieni z punktami wirtualnymi, które nie liczą się nigdzie indziej: 9. Spóźniona, 10. Ostatni." in said
