"""A whole event of each template, from the first entry to the end, by the command line alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk


def places(desk: Desk, options: str = "") -> list[tuple[int, int]]:
    table = desk.does(f"standings {options}")["tables"][0]["standings"]
    return [(row["place"], row["number"]) for row in table]


def test_a_tournament_of_the_federation(desk: Desk) -> None:
    desk.founded(9, "--set rounds=4 --city Sochaczew --organiser Klub --arbiter Sędzia")
    for number in range(1, 5):
        paired = desk.does("pair --explain")
        assert paired["pairing"]["round"] == number
        assert len(paired["pairing"]["tables"]) == 4
        assert len(paired["pairing"]["byes"]) == 1
        assert len(paired["reasons"]["messages"]["tables"]) == 4
        assert paired["next"][0]["stage"] == "results"
        desk.plays()
    assert places(desk)[0] == (1, 1)
    assert desk.does("show")["next"] == [
        {
            "stage": "close",
            "division": "",
            "round": 0,
            "tables": [],
            "numbers": [],
            "names": [],
            "command": "mostek tournament close",
            "message": "All rounds are over: close the tournament.",
        }
    ]
    assert desk.does("close")["next"][0]["stage"] == "closed"
    assert desk.does("verify proba")["holds"]
    assert desk.refuses("register Spóźniony -e proba")["reason"] == "tournament_closed"
    assert len(desk.does("rating")["ratings"]) == 9
    assert len(desk.does("crosstable")["tables"][0]["rows"]) == 9
    assert len(desk.does("card 3")["lines"]) == 4


def test_an_open_event_with_a_deadline_and_last_words(desk: Desk) -> None:
    desk.does("new Pińczów --template open --date 2016-04-29 --seed s --set rounds=3 --set entry.deadline=20.04.2016")
    assert desk.does("register Ada --entered-on 2016-04-20")["events"][0]["entrant"]["number"] == 1
    late = desk.refuses("register Bea --entered-on 2016-04-21")
    assert (late["reason"], late["clause"], late["setting"]) == ("deadline_passed", "OPEN-reg-1", "entry.deadline")
    taken = desk.does('register Bea --entered-on 2016-04-21 --override "poczta się spóźniła"')
    assert taken["events"][0]["entrant"]["override"] == "poczta się spóźniła"
    for name in ("Cyd", "Dan"):
        desk.does(f"register {name} --entered-on 2016-04-01 --channel phone")
    assert desk.refuses("pair")["reason"] == "settings_open"
    desk.does("set minutes=20")
    desk.does("checkin 1-4")
    for _ in range(3):
        desk.does("pair")
        equal = desk.refuses("result 1 300:300")
        assert (equal["reason"], equal["next"]) == ("no_draws", "… --last-words 14:9")
        desk.does("result 1 300:300 --last-words 14:9")
        desk.plays()
    assert desk.does("close")["events"][0]["type"] == "tournament_closed"


@pytest.fixture
def schools(desk: Desk, tmp_path: Path) -> Desk:
    rows = ["Imię i nazwisko;Szkoła;Klasa;Niepełnoletni;Zgoda"]
    for school in (1, 2):
        rows += [f"Uczeń {school}{pupil};Szkoła nr {school};gimnazja;tak;tak" for pupil in range(1, 9)]
    (tmp_path / "lista.csv").write_bytes("\r\n".join(rows).encode("cp1250"))
    desk.does("new Szkolny --template school --date 2016-04-28 --seed s --set rounds=3")
    for school in (1, 2):
        desk.does(f'team "Szkoła nr {school}" --contact "Opiekun {school}" --division gimnazja')
    return desk


def test_a_tournament_of_schools(schools: Desk, tmp_path: Path) -> None:
    desk = schools
    assert desk.does(f"register --file {tmp_path / 'lista.csv'}")["entered"] == 16
    again = desk.does(f"register --file {tmp_path / 'lista.csv'}")
    assert again["entered"] == 0, "whoever has entered already is passed over"
    desk.does("checkin --all")
    assert desk.refuses("pair --division gim")["reason"] == "teams_unconfirmed"
    for school in (1, 2):
        desk.does(f'team "nr {school}" --confirm')
    for _ in range(3):
        desk.does("pair")
        desk.plays()
    teams = desk.does("teams")["tables"][0]["table"]
    assert [row["place"] for row in teams["rows"]] == [1, 2]
    assert len(teams["winners"]) == 1
    assert desk.does('close --reason "jedna grupa"')["next"][0]["stage"] == "closed"


def test_an_evening_of_challenge_at_tables_of_four(desk: Desk) -> None:
    desk.founded(7, "--template chal --set rounds=2")
    for _ in range(2):
        paired = desk.does("pair")
        assert sorted(len(table["players"]) for table in paired["pairing"]["tables"]) == [3, 4]
        desk.plays()
    assert places(desk)[0] == (1, 1)
    desk.does("close")


def test_a_director_reads_what_comes_next(desk: Desk) -> None:
    polish = Desk(desk.folder, "pl")
    polish.founded(4, "--set rounds=1 --set plan=duński")
    paired = polish.says("pair")
    assert "Rozstawiono rundę 1 (duński): 2 stoły." in paired
    assert "Runda 1: brakuje wyników stołów 1, 2." in paired
    assert "brakuje wyniku stołu 2." in polish.says("result 1 412:388")
    assert "Wszystkie rundy rozegrane" in polish.says("result 2 300:299")
    assert "Klasyfikacja po rundzie 1" in polish.says("standings")
    assert "Turniej zamknięto" in polish.says("close", "y\n")


def test_before_round_one_the_desk_says_what_is_lacking(desk: Desk) -> None:
    desk.does("new Próba")
    stages = [desk.does("show")["next"][0]["stage"]]
    for line in ("set rounds=2", "register Ada", "checkin Ada"):
        stages.append(desk.does(line)["next"][0]["stage"])
    assert stages == ["settings", "entries", "check_in", "pair"]
    assert desk.refuses("pair")["params"]["fault"] == "too_few"


def test_when_everybody_has_left_the_desk_says_how_they_return(desk: Desk) -> None:
    for line in (
        "new Próba",
        "set rounds=2",
        "register Ada",
        "register Ewa",
        "checkin Ada Ewa",
        "pair",
        "result 1 400:300",
    ):
        desk.does(line)
    desk.does("withdraw Ada --yes")
    desk.does("withdraw Ewa --yes")
    refused = desk.refuses("pair")
    assert (refused["params"]["fault"], refused["next"]) == ("too_few", "mostek tournament return 2")
    desk.does("return 2")


def test_withdraw_with_yes_asks_nothing_and_says_what_it_needs(desk: Desk) -> None:
    for line in ("new Próba", "set rounds=2", "register Ada", "register Ewa", "checkin Ada Ewa", "pair"):
        desk.does(line)
    assert "add --score-now with the points of Ewa" in desk.fails("withdraw Ada --yes")
    desk.does("withdraw Ada --yes --score-now 120")


def test_help_says_that_an_adjournment_needs_a_reason(desk: Desk) -> None:
    assert "needed with --until" in " ".join(desk.says("adjourn --help").split())
