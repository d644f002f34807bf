"""What a director may do wrong is answered with a clear sentence, and nothing is lost."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest

from cli.tournament.desk import Desk


def test_an_odd_field_with_byes_forbidden(desk: Desk) -> None:
    desk.founded(5, "--set rounds=3 --set bye.allowed=no")
    refused = desk.refuses("pair")
    assert (refused["params"]["fault"], refused["setting"]) == ("odd_without_bye", "bye.allowed")


def test_a_team_of_seven_and_a_second_team_of_a_school(desk: Desk) -> None:
    desk.does("new Szkolny --template school --set rounds=3")
    desk.does('team "Szkoła nr 1" --contact Opiekun --division gimnazja')
    for number in range(7):
        desk.does(f'register "Uczeń {number}" --team "Szkoła nr 1"')
    short = desk.refuses('team "Szkoła nr 1" --confirm')
    assert (short["reason"], short["clause"]) == ("team_incomplete", "SCHOOL-team-2")
    assert short["message"] == "A team has exactly 8 members; Szkoła nr 1 has 7."
    second = desk.refuses('team "szkoła nr 1" --contact Inny --division gimnazja')
    assert (second["reason"], second["clause"]) == ("team_exists", "SCHOOL-team-1")
    assert desk.does('team "Szkoła nr 1" --contact Opiekun --division ponadgimnazjalne')


def test_a_result_for_a_table_that_was_not_paired(desk: Desk) -> None:
    desk.founded(4).does("pair")
    assert desk.refuses("result 9 400:300")["message"] == "There is no table 9 in round 1."
    assert desk.refuses("result 1 400:300 --round 2")["reason"] == "table_not_paired"


def test_another_number_of_rounds_after_the_first(desk: Desk) -> None:
    desk.founded(4).does("pair")
    refused = desk.refuses("set rounds=4")
    assert (refused["reason"], refused["clause"]) == ("rounds_fixed", "PFS-7.2d")
    assert desk.does("set entry.late=refused")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("result 1 400", "is no score"),
        ("result 1", "Write a table and its score"),
        ("result 1 400:x", "is no score"),
        ("result nobody 400:300", "No entrant is called"),
        ("result 1 400:300 --round 0", "0 is not in the range"),
        ("register Ada --rating dużo", "is no rating"),
        ("register", "Say who enters"),
        ("checkin", "Say who has come"),
        ("pair --system wczorajszy", "There is no system"),
        ("pair --tables 1:2", "Write the tables as"),
        ("start --at jutro", "is no time"),
        ("standings --division C", "There is no division"),
        ("standings --category C", "There is no category"),
        ("card 77", "No entrant has the starting number 77"),
        ("pairings --round 9", "has not been paired"),
        ("teams", "No team has entered"),
        ("frobnicate", "There is no command 'frobnicate'"),
        ("verify nowhere", "There is no tournament 'nowhere'"),
        ("undo --json", "--yes"),
    ],
)
def test_wrong_use_is_said_and_nothing_is_lost(desk: Desk, line: str, answer: str) -> None:
    desk.founded(4).does("pair")
    before = desk.does("log")["steps"]
    assert answer in desk.fails(line)
    assert desk.does("log")["steps"] == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("register ''", "not_well_formed"),
        (f"register {'x' * 121}", "not_well_formed"),
        ("result 1 1001:300", "score_unusual"),
        ("result 1 10001:300 --confirmed", "score_unusual"),
        ("result 1 400:300 --unsigned", "signatures_missing"),
        ("result 1 1:2:3", "scores_differ_in_number"),
        ("report 1 400:300", "reports_not_taken"),
        ("deduct 1 7 --reason x --yes", "penalty_step"),
        ("rule PFS-99 słowo", "clause_not_known"),
        ("remove 77", "entrant_not_known"),
        ("return 1", "status_already"),
        ("table 1 2", "not_free"),
        ("force 1 1", "pair_impossible"),
        ("close", "results_missing"),
        ("pair", "results_missing"),
        ("checkin 1 1", "same_player_twice"),
        ("checkin 1 --undo", "has_a_table"),
        ("register 'Gracz 1'", "name_taken"),
        ("register Ada --team A", "no_teams"),
    ],
)
def test_what_is_refused_changes_nothing(desk: Desk, line: str, reason: str) -> None:
    desk.founded(4).does("pair")
    before = desk.does("log")["steps"]
    assert desk.refuses(line)["reason"] == reason
    assert desk.does("log")["steps"] == before


def test_of_several_results_none_is_entered_where_one_is_refused(desk: Desk) -> None:
    desk.founded(4).does("pair")
    before = (desk.folder / "tournaments/proba.jsonl").read_bytes()
    result = desk.run("result 1 400:300 2 5000:300")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1] == "Nothing has been done."
    assert (desk.folder / "tournaments/proba.jsonl").read_bytes() == before
    desk.does("result 1 400:300 2 500:300")
    assert desk.does("missing")["missing"] == []


def test_an_unusual_score_that_was_looked_at_twice_is_taken(desk: Desk) -> None:
    desk.founded(4).does("pair")
    assert desk.refuses("result 1 1001:300")["next"] == "… --confirmed"
    assert desk.does("result 1 1001:300 --confirmed")["events"]


def test_a_list_is_entered_whole_or_not_at_all(desk: Desk, tmp_path: Path) -> None:
    desk.does("new Próba --set entry.deadline=2020-01-01 --set entry.late=refused")
    (tmp_path / "lista.csv").write_text("Nazwisko;Ranking\nAda;120\nBea;130,5\n", "utf-8")
    assert desk.refuses(f"register --file {tmp_path / 'lista.csv'}")["reason"] == "deadline_passed"
    assert desk.does("entrants")["entrants"] == []
    desk.does("set entry.late=allowed")
    desk.does(f"register --file {tmp_path / 'lista.csv'}")
    assert [each["rating"] for each in desk.does("entrants")["entrants"]] == ["120.00", "130.50"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"a;b\n1;2\n", b"Nazwisko;Ranking\nAda;120;5;6\n"])
def test_a_list_that_cannot_be_read(desk: Desk, tmp_path: Path, data: bytes) -> None:
    desk.does("new Próba")
    (tmp_path / "lista.csv").write_bytes(data)
    assert "The list cannot be read" in desk.fails(f"register --file {tmp_path / 'lista.csv'}")


def test_a_file_cut_in_half_goes_on_with_the_lines_that_are_whole(desk: Desk) -> None:
    desk.founded(4)
    path = desk.folder / "tournaments" / "proba.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - 30])
    assert len(desk.does("entrants")["entrants"]) == 4
    assert not all(each["status"] == "present" for each in desk.does("entrants")["entrants"])
    cut = desk.run("verify proba")
    assert cut.exit_code == 1
    assert "was cut off" in cut.stdout
    told = desk.run("checkin --all")
    assert told.exit_code == 0
    assert "proba.torn" in told.stderr
    assert desk.does("verify proba")["holds"]


def test_a_file_that_was_changed_says_where_and_where_the_copy_is(desk: Desk) -> None:
    desk.founded(4).does("pair")
    path = desk.folder / "tournaments" / "proba.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Gracz 2", b"Gracz 9"))
    said = desk.fails("show -e proba")
    assert "Line 4: the hash does not agree" in said
    assert "The latest copy is" in said
    assert desk.run("verify proba").exit_code == 1
    assert desk.does("list")[0]["readable"] is False


def test_a_decision_that_does_not_follow_is_found_though_the_chain_is_whole(desk: Desk) -> None:
    from mostek.store.hash_chain import BEGINNING, written

    desk.founded(4).does("pair")
    path = desk.folder / "tournaments" / "proba.jsonl"
    bodies = [line.rpartition(b',"hash":')[0] + b"}" for line in path.read_bytes().splitlines()]
    swapped = bodies[-1].replace(b'"tables":[[', b'"tables":[[2,1],[')
    path.write_bytes(written(BEGINNING, [*bodies[:-1], swapped])[0])
    result = desk.run("verify proba")
    assert result.exit_code == 1
    assert "Step 7 does not follow from its command" in result.stdout


def test_a_hash_that_was_noted_proves_the_tournament_as_it_was(desk: Desk) -> None:
    desk.founded(4)
    head = desk.does("verify proba")["checks"][1]["head"]
    desk.does("pair")
    assert desk.does(f"verify proba --head {head[:8]}")["holds"]
    assert desk.run("verify proba --head 00000000").exit_code == 1


def test_a_disk_that_is_full_is_told_and_nothing_is_lost(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, data: bytes) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    polish = Desk(desk.folder, "pl").founded(4)
    polish.does("pair")
    with monkeypatch.context() as patched:
        patched.setattr("mostek.store.line_file.os.write", full)
        assert "na dysku nie ma miejsca" in polish.fails("result 1 400:300")
    assert [each["table"] for each in desk.does("missing")["missing"]] == [1, 2]
    assert desk.does("result 1 400:300")
    assert desk.does("-e proba verify")["holds"]
