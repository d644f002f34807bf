"""Pairing a round: previews, reasons, the director's own word, late arrivals, forfeits, and what one is warned of."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


def test_a_preview_keeps_nothing(desk: Desk) -> None:
    desk.founded(4)
    shown = desk.does("pair --preview")
    assert shown["preview"]
    assert shown["pairing"]["tables"]
    assert desk.does("show")["divisions"][0]["paired"] == 0
    assert desk.does("pair")["pairing"]["tables"] == shown["pairing"]["tables"]


def test_the_reasons_of_a_round_are_worked_out_again_later(desk: Desk) -> None:
    desk.founded(5)
    said = desk.does("pair --explain")["reasons"]["messages"]
    desk.plays()
    assert desk.does("pairings --explain")["reasons"][0]["messages"] == said
    person = desk.says("pairings --explain --table 1")
    assert "the system means them for each other" in person
    assert "Table 2: " not in person


def test_the_desk_says_what_a_round_without_an_opponent_brings(desk: Desk) -> None:
    """A half bye, a forfeit that has its own points, an absence: in standings, card and files (decision 0053)."""
    desk.founded(3)
    idle = desk.does("pair")["pairing"]["byes"][0]["number"]
    said = desk.says(f"credit {idle} bye --points ½ --own 300 --other 250")
    assert "The bye of" in said
    assert "½" in said
    row = next(each for each in desk.does("standings")["tables"][0]["standings"] if each["number"] == idle)
    assert (row["half_points"], row["game_points"], row["spread"]) == (1, 300, 50)
    desk.does(f"credit {idle} walkower --points 0 --other 50")
    row = next(each for each in desk.does("standings")["tables"][0]["standings"] if each["number"] == idle)
    assert (row["half_points"], row["losses"], row["spread"]) == (0, 1, -50)
    desk.does(f"export trf -o {desk.folder / 'event'}")
    path = desk.folder / "event.trf"
    line = next(each for each in path.read_text().splitlines() if each.startswith(f"001 {idle:>4}"))
    assert "0000 - -" in line, "lost by forfeit without an opponent"
    assert desk.refuses(f"credit {idle} absent --points 1")["reason"] == "credit_not_possible"
    assert desk.refuses(f"credit {idle} bye --round 2")["reason"] == "round_not_paired"
    assert "write 0, ½ or 1" in desk.fails(f"credit {idle} bye --points 3")
    assert "Known: " in desk.fails(f"credit {idle} gra")


def test_a_round_robin_is_paired_ahead_of_its_results(desk: Desk) -> None:
    desk.founded(4, "--set rounds=3 --set plan=round_robin")
    for number in (1, 2, 3):
        assert desk.does("pair --ahead")["pairing"]["round"] == number
    assert desk.does("show")["divisions"][0]["paired"] == 1, "the first one is played"
    desk.plays("--round 1")
    assert desk.does("show")["divisions"][0]["paired"] == 2


def test_only_tables_that_rest_on_no_result_are_paired_ahead(desk: Desk) -> None:
    desk.founded(4)
    desk.does("pair --system danish")
    assert desk.refuses("pair --system danish --ahead")["reason"] == "results_missing"
    assert desk.does("pair --tables '1-2 3-4' --ahead")["pairing"]["round"] == 2


def test_a_round_laid_out_by_hand(desk: Desk) -> None:
    desk.founded(5)
    paired = desk.does("pair --tables '2-1 3-5 4' --explain")["pairing"]
    assert [[player["number"] for player in table["players"]] for table in paired["tables"]] == [[2, 1], [3, 5]]
    assert [player["number"] for player in paired["byes"]] == [4]
    assert paired["system"] == "manual"


def test_another_system_by_what_directors_call_it(desk: Desk) -> None:
    desk.founded(4)
    for said in ("duński", "dunski", "danish", "losowy", "kołowy"):
        assert desk.does(f"pair --system {said}")["pairing"]["system"] in ("danish", "random", "round_robin")
        desk.does("unpair --yes")


def test_two_may_be_forced_or_forbidden_to_meet(desk: Desk) -> None:
    desk.founded(4)
    desk.does("force 1 2")
    tables = desk.does("pair")["pairing"]["tables"]
    assert [1, 2] in [sorted(player["number"] for player in table["players"]) for table in tables]
    desk.does("unpair --yes")
    desk.does("forbid 1 3")
    tables = desk.does("pair")["pairing"]["tables"]
    assert [1, 3] not in [sorted(player["number"] for player in table["players"]) for table in tables]
    assert desk.does("allow 1 3")["events"][0]["rule"] is None


def test_a_late_entry_meets_whoever_has_the_bye(desk: Desk) -> None:
    desk.founded(3).does("pair")
    (bye,) = desk.pairings()["byes"]
    desk.does("register Spóźniony")
    desk.does("checkin Spóźniony")
    desk.does(f"table 4 {bye['number']}")
    assert len(desk.pairings()["tables"]) == 2
    assert desk.pairings()["byes"] == []


def test_a_pairing_with_results_is_not_taken_back_by_a_slip(desk: Desk) -> None:
    desk.founded(4).does("pair")
    desk.does("result 1 400:300")
    assert desk.refuses("unpair --yes")["reason"] == "results_would_be_lost"
    assert desk.run("unpair --discard --reason pomyłka", "n\n").exit_code == 1
    assert desk.does("show")["divisions"][0]["paired"] == 1
    desk.does("unpair --discard --reason pomyłka --yes")
    assert desk.does("show")["divisions"][0]["paired"] == 0


def test_a_late_arrival_has_the_time_that_is_left(desk: Desk) -> None:
    desk.founded(4).does("pair --tables '1-2 3-4'")
    desk.does("start --absent 2 --at 2026-11-21T10:00")
    late = desk.does("late --at 2026-11-21T10:05")["late"]
    assert [(each["number"], each["seconds_left"]) for each in late] == [(1, 1200), (2, 900)]
    answer = desk.does("arrived 2 --at 2026-11-21T10:07:30")
    assert [(each["number"], each["seconds_left"], each["awaited"]) for each in answer["late"]] == [(2, 750, False)]
    late = desk.does("late --at 2026-11-21T10:19")["late"]
    assert [(each["number"], each["seconds_left"]) for each in late] == [(1, 1200), (2, 750)]


def test_an_arrival_says_how_much_time_is_left_and_until_when_the_other_is_awaited(desk: Desk) -> None:
    desk.founded(4).does("pair --tables '1-2 3-4'")
    desk.does("start --absent 1 --absent 2 --absent 3 --at 2026-11-21T10:00")
    said = desk.says("arrived 2 --at 2026-11-21T10:07:30")
    assert "12:30 for the game (PFS-6.3.2)" in said
    assert "still awaited: in 12:30 the game is lost by forfeit (PFS-6.3.4a)" in said
    assert "(PFS-6.3.4a)" in desk.says("arrived 3 --at 2026-11-21T10:20")
    assert "by forfeit" not in desk.says("arrived 1 --at 2026-11-21T10:19:59")


def test_a_forfeit_shows_where_its_points_come_from(desk: Desk) -> None:
    desk.founded(4, "--set rounds=12").does("pair --tables '1-2 3-4'")
    desk.does("result 1 500:300")
    desk.does("result 2 --forfeit-to 3 --score-now 455 --cause excluded")
    desk.does("pair --tables '1-3 2-4'")
    answer = desk.does("result 1 --forfeit-to 'gracz 1'")
    assert answer["forfeits"] == [
        {"table": 1, "cause": "late", "S": 500, "M": 11, "R": 12, "W": 408, "score_now": 0, "N": 408}
    ]
    assert desk.pairings()["tables"][0]["worth"] == 408
    assert "forfeit 408:1" in desk.says("pairings")
    assert desk.does("result 2 --both-forfeit")["events"][0]["result"]["kind"] == "both_forfeited"


def test_whoever_never_came_is_removed_before_the_next_round(desk: Desk) -> None:
    desk.founded(4).does("pair --tables '1-2 3-4'")
    desk.does("result 1 --forfeit-to 1")
    desk.does("result 2 400:300")
    refused = desk.refuses("pair")
    assert (refused["reason"], refused["next"]) == ("absentees", "mostek tournament remove 2")
    assert desk.does("show")["next"][0]["stage"] == "absent"
    desk.does("checkin 2")
    assert desk.does("pair")


def test_whoever_leaves_and_comes_back(desk: Desk) -> None:
    desk.founded(6).does("pair")
    desk.plays()
    desk.does("withdraw 6 --reason wyjazd")
    desk.does("exclude 5 --reason obelgi")
    assert len(desk.does("pair")["pairing"]["tables"]) == 2
    desk.plays()
    assert "plays on" in desk.says("return 6")
    assert desk.refuses("return 5")["reason"] == "excluded_for_good"
    row = [each for each in desk.does("standings")["tables"][0]["standings"] if each["number"] == 5]
    assert row[0]["place"] is None


def test_two_reports_that_agree_are_the_result(desk: Desk) -> None:
    desk.founded(4, "--set rounds=3 --set results.self_report=yes").does("pair --tables '1-2 3-4'")
    desk.does("report 1 400:300")
    assert desk.does("report 2 300:400")["events"][-1]["type"] == "result_entered"
    desk.does("report 3 400:300")
    desk.does("report 4 400:300")
    (missing,) = desk.does("missing")["missing"]
    assert missing["disputed"]
    assert desk.does("show")["next"][0]["stage"] == "disputes"
    assert "disputed" in desk.says("pairings")


def test_a_last_round_that_rewards_staying_away_is_warned_of(desk: Desk) -> None:
    desk.founded(8, "--set rounds=3 --set plan=swiss")
    assert desk.does("show")["warnings"][0]["code"] == "last_round_not_danish"
    for _ in range(2):
        desk.does("pair")
        desk.plays()
    codes = {warning["code"] for warning in desk.does("pair")["warnings"]}
    assert "last_round_not_danish" in codes
    assert codes <= {"last_round_not_danish", "last_round_rewards"}


def test_a_round_that_repeats_meetings_says_so(desk: Desk) -> None:
    desk.founded(4)
    desk.does("pair --tables '1-2 3-4'")
    desk.plays()
    warned = desk.does("pair --tables '2-1 3-4'")["warnings"]
    assert [warning["message"] for warning in warned] == ["Tables 1, 2 repeat earlier meetings. (S80)"]


@pytest.mark.parametrize("command", ["withdraw 1", "exclude 1 --reason obelgi"])
def test_who_leaves_an_open_game_is_asked_for_the_points_of_the_opponent(desk: Desk, command: str) -> None:
    """PFS-7.2b: N is never less than what the opponent has in the game at that moment."""
    desk.founded(4).does("pair --tables '1-2 3-4'")
    assert "--score-now" in desk.fails(f"{command} --json")
    assert "add --score-now with the points of Gracz 2 at this moment" in desk.fails(f"{command} --json")
    said = desk.says(command, "many\n431\n")
    assert "The points of Gracz 2 at this moment" in said
    found = desk.pairings()["tables"][0]["result"]
    assert (found["winner"], found["score_now"]) == (2, 431)
    assert "forfeit 1:431" in desk.says("pairings")


def test_who_has_no_open_game_leaves_without_a_question(desk: Desk) -> None:
    desk.founded(5).does("pair --tables '1-2 3-4 5'")
    desk.does("result 1 400:300")
    for number in (1, 5):
        assert desk.does(f"withdraw {number}")["events"]
    desk.does("withdraw 3 --score-now 0")
    assert "forfeit 1:400" in desk.says("pairings")
