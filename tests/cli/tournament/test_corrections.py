"""What is corrected, decided or taken back shows first what changes by it, and asks."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


@pytest.fixture
def played(desk: Desk) -> Desk:
    """Two rounds; after the first one player 1 stands first."""
    desk.founded(4, "--set rounds=3")
    desk.does("pair --tables '1-2 3-4'")
    desk.does("result 1 500:300 2 400:390")
    desk.does("pair --tables '1-3 2-4'")
    return desk


def test_a_correction_shows_what_changes_and_asks(played: Desk) -> None:
    line = "correct 1 300:500 --round 1 --kind entry --consent --reason 'na protokole odwrotnie'"
    refused = played.run(line, "n\n")
    assert refused.exit_code != 0
    assert "2. Gracz 2: place 4 → 1" in refused.stdout
    assert "Rounds 2 were paired by the earlier standings" in refused.stdout
    assert played.does("standings --round 1")["tables"][0]["standings"][0]["number"] == 1
    assert "Done." in played.says(line, "y\n")
    assert played.does("standings --round 1")["tables"][0]["standings"][0]["number"] == 2


def test_another_winner_after_the_next_pairing_needs_the_arbiters_consent(played: Desk) -> None:
    line = "correct 1 300:500 --round 1 --kind entry --reason pomyłka --yes"
    refused = played.refuses(line)
    assert (refused["reason"], refused["clause"], refused["next"]) == ("winner_reversed", "PFS-4.6.4", "… --consent")
    assert refused["message"].startswith("Round 1, table 1: somebody else would have won")
    assert played.does("correct 1 500:301 --round 1 --reason pomyłka --yes")["events"], "the same winner"
    assert played.refuses("correct 1 400:400 --round 1 --reason pomyłka --yes")["reason"] == "winner_reversed"
    assert played.does(f"{line} --consent")["events"]
    played.does("result 1 400:300")
    assert played.does("correct 1 300:401 --reason pomyłka --yes")["events"], "nobody was paired by it yet"


def test_a_program_gets_the_consequences_as_data_and_must_say_yes(played: Desk) -> None:
    line = "correct 1 500:301 --round 1 --reason pomyłka"
    assert "--yes" in played.fails(f"{line} --json")
    found = played.does(f"{line} --yes")["consequences"]
    assert found["standing_rounds"] == [["", 2]]


def test_a_forfeit_further_on_is_worth_another_n(desk: Desk) -> None:
    desk.founded(4, "--set rounds=2 --set plan=swiss")
    desk.does("pair --tables '1-2 3-4'")
    desk.does("result 1 500:300 2 400:390")
    desk.does("pair --tables '1-3 2-4'")
    desk.does("result 1 --forfeit-to 1")
    said = desk.says("correct 1 600:300 --round 1 --reason pomyłka", "y\n")
    assert "Round 2, table 1: the forfeit is worth 500 instead of 450 (PFS-7.2a)." in said


def test_a_result_entered_the_wrong_way_round(played: Desk) -> None:
    late = played.refuses("correct 1 --swapped --round 1 --yes --at 2026-11-21T12:00")
    assert (late["reason"], late["clause"], late["next"]) == ("correction_too_late", "PFS-4.6.4", "… --consent")
    played.does("result 1 400:300")
    done = played.does("correct 1 --swapped --yes")["events"]
    assert [(event["type"], event["kind"]) for event in done] == [("result_corrected", "swapped")]
    assert played.pairings()["tables"][0]["result"]["scores"] == [300, 400]
    turned = played.does("correct 1 400:300 --yes")["events"][0]
    assert turned["kind"] == "swapped", "the same scores turned round are a swap"


def test_a_correction_by_ruling_names_its_clause(played: Desk) -> None:
    done = played.does("correct 1 400:390 --round 1 --clause PFS-7.4 --reason 'po proteście' --yes")["events"]
    assert [event["type"] for event in done] == ["decision_made", "result_corrected"]
    assert len(played.does("log --decisions")["steps"]) == 1


def test_points_are_taken_and_the_winner_worked_out_again(played: Desk) -> None:
    said = played.says("deduct 3 15 --reason rozmowy --round 1", "y\n")
    assert "4. Gracz 4: place 3 → 2" in said
    row = next(line for line in played.says("pairings --round 1").splitlines() if "Gracz 3" in line)
    table = next(each for each in played.does("pairings --round 1")["pairings"][0]["tables"] if "3" in each["deducted"])
    seat = [each["number"] for each in table["players"]].index(3)
    scored = table["result"]["scores"]
    counts = ":".join(str(points - 15 * (place == seat)) for place, points in enumerate(scored))
    assert row.rstrip().endswith(f"{counts} (3: {scored[seat]} − 15)")


def test_to_undo_says_what_is_taken_back(played: Desk) -> None:
    polish = Desk(played.folder, "pl")
    played.does("result 1 400:300")
    said = polish.says("undo", "t\n")
    assert "Cofnięte zostanie:" in said
    assert "Runda 2, stół 1: 1. Gracz 1 – 3. Gracz 3  400:300" in said
    assert played.pairings()["tables"][0]["result"] is None
    steps = played.does("log")["steps"]
    assert [step["undone"] for step in steps[-2:]] == [True, False]
    assert "[cofnięte]" in polish.says("log --last 2")


def test_nothing_is_taken_back_before_the_founding(desk: Desk) -> None:
    desk.does("new Próba")
    assert desk.refuses("undo --yes")["reason"] == "nothing_to_undo"


def test_equals_are_ordered_by_the_organiser(desk: Desk) -> None:
    desk.founded(4, "--set rounds=1 --set plan=swiss --set prize_ties=decide")
    desk.does("pair --tables '1-2 3-4'")
    desk.does("result 1 400:300 2 400:300")
    assert [step["command"] for step in desk.does("show")["next"]] == [
        "mostek tournament tie 1 3 --reason …",
        "mostek tournament tie 2 4 --reason …",
        "mostek tournament close",
    ]
    assert desk.refuses("close")["reason"] == "ties_undecided"
    desk.does("tie 3 1 --reason dogrywka --yes")
    desk.does("tie 4 2 --reason losowanie --yes")
    assert [row["number"] for row in desk.does("standings")["tables"][0]["standings"]] == [3, 1, 4, 2]
    assert "Decided by the organiser: 3, 1, 4, 2." in desk.says("standings")
    desk.does("close")


def test_the_classification_of_a_category_and_what_has_decided(desk: Desk) -> None:
    desk.does("new Próba --set rounds=1 --set plan=swiss")
    for name, category in (("Ada", "A"), ("Bea", "B"), ("Cyd", "A"), ("Dan", "B")):
        desk.does(f"register {name} --category {category}")
    desk.does("checkin --all")
    desk.does("pair --tables '1-2 3-4'")
    desk.does("result 1 400:300 2 410:300")
    found = desk.does("standings --category b")["tables"][0]["standings"]
    assert [(row["place"], row["number"]) for row in found] == [(1, 2), (2, 4)]
    below = [line.split()[-2:] for line in desk.says("standings --key-columns").splitlines()[-3:]]
    assert below == [["game", "points"], ["match", "points"], ["+0", "spread"]] or "below by" in desk.says(
        "standings --key-columns"
    )
