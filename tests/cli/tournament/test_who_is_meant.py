"""People, tables, tournaments and settings are named as people name them; what is unclear is asked back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.tournament.desk import Desk


@pytest.fixture
def named(desk: Desk) -> Desk:
    desk.does("new Próba --seed s --set rounds=3 --set minutes=20")
    for name in ("Łucja Żak", "Jan Żak", "Jan Kos", "Ewa Ćma"):
        desk.does(f'register "{name}" --city Łódź')
    desk.does("checkin --all")
    return desk


@pytest.mark.parametrize(
    ("said", "number"), [("3", 3), ("lucja", 1), ("ŻAK ł", 1), ("kos", 3), ("Ewa Ćma", 4), ("cma", 4), ("j kos", 3)]
)
def test_a_part_of_a_name_is_enough(named: Desk, said: str, number: int) -> None:
    assert named.does(f'card "{said}"')["entrant"]["number"] == number


def test_an_ambiguous_name_lists_who_may_be_meant(named: Desk) -> None:
    assert "2. Jan Żak (Łódź); 3. Jan Kos (Łódź)" in named.fails("card jan")


def test_an_unknown_name_is_answered_with_the_nearest(named: Desk) -> None:
    assert "Did you mean 'Jan Kos'?" in named.fails('withdraw "Jan Kot"')


def test_results_by_names_and_several_at_once(named: Desk) -> None:
    named.does("pair --tables '1-2 3-4'")
    events = named.does("result 1 400:390 2 350:310")["events"]
    assert [event["result"]["scores"] for event in events] == [[400, 390], [350, 310]]
    named.does("pair --tables '2-1 4-3'")
    by_name = named.does("result lucja 412 'jan żak' 388")["events"][0]
    assert (by_name["table"], by_name["result"]["scores"]) == (1, [388, 412])
    first = named.does("result kos 333:222")["events"][0]
    assert first["result"]["scores"] == [222, 333], "after a name that player's points come first"
    assert "do not sit at one table" in named.fails("result lucja 1 kos 2 --round 1")


def test_whoever_is_meant_in_a_result_sits_in_that_round(named: Desk) -> None:
    named.does("pair --tables '1-2 3-4'")
    assert named.does("result jan\\ ż 401:300")["events"][0]["table"] == 1


def test_a_command_may_be_typed_by_its_beginning(named: Desk) -> None:
    assert named.does("standi")["tables"]
    assert "start" in named.fails("sta")


def test_the_tournament_is_the_latest_open_one_or_the_one_that_is_named(desk: Desk) -> None:
    assert "There is no tournament yet" in desk.fails("show")
    desk.does('new "Puchar Zimy 2026"')
    desk.does('new "Puchar Lata 2026" --set rounds=2')
    assert "Tournament: Puchar Lata 2026 (puchar-lata-2026)" in desk.says("entrants")
    assert "Tournament:" not in desk.says("entrants -e zimy")
    assert desk.does("show -e 'Puchar Zimy 2026'")["event"] == "puchar-zimy-2026"
    assert desk.does("-e zimy show")["event"] == "puchar-zimy-2026"
    assert desk.does("-e zimy entrants -e lata")["event"] == "puchar-lata-2026"
    assert "puchar-lata-2026, puchar-zimy-2026" in desk.fails("show -e puchar")
    assert "Did you mean" in desk.fails("show -e puchar-zim-2027")
    desk.does("close --reason odwołany")
    assert desk.does("show")["event"] == "puchar-zimy-2026"
    assert [each["file"] for each in desk.does("list")] != []


SETTINGS = [
    ("rounds=12", "rounds", 12),
    ("bye.allowed=nie", "bye.allowed", False),
    ("last_round_check=tak", "last_round_check", True),
    ("entry.deadline=20.04.2026", "entry.deadline", "2026-04-20"),
    ("keys=match_points,spread,lots", "keys", ["match_points", "spread", "lots"]),
    ("keys='match points, scalps'", "keys", ["match_points", "scalps"]),
    ("plan='połówkowy:1 szwajcarski duński:2'", "plan", "half_split:1 swiss danish:2"),
    ("divisions=A,B", "divisions", ["A", "B"]),
    ("team.best=brak", "team.best", None),
    ("teammates=forbid", "teammates", "forbid"),
]


@pytest.mark.parametrize(("said", "name", "value"), SETTINGS)
def test_settings_are_written_as_people_write_them(desk: Desk, said: str, name: str, value: object) -> None:
    desk.does("new Próba")
    desk.does(f"set {said}")
    (row,) = [row for row in desk.does("settings")["settings"] if row["name"] == name]
    assert (row["value"], row["by_organiser"]) == (value, True)
    assert row["clause"]
    assert row["title"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("round=12", "Did you mean 'rounds'?"),
        ("rounds", "write name=value"),
        ("rounds=dużo", "a whole number"),
        ("bye.allowed=może", "yes or no"),
        ("entry.deadline=wczoraj", "a day"),
        ("teammates=maybe", "avoid, forbid, allow"),
        ("plan=xyz:1", "There is no system 'xyz'"),
    ],
)
def test_what_a_setting_cannot_be_is_said_with_what_is_expected(desk: Desk, said: str, answer: str) -> None:
    desk.does("new Próba")
    assert answer in desk.fails(f"set {said}")


@pytest.mark.parametrize(
    "command",
    ["show", "entrants", "standings", "list", "settings", "log", "verify", "ranking", "missing", "rule PFS-7.1a x"],
)
def test_what_stands_before_the_command_counts(desk: Desk, command: str) -> None:
    for name in ("Puchar Lata", "Puchar Zimy"):
        desk.founded(2, name=name)
    done = desk.run(f"--json {command}")
    assert done.exit_code == 0, done.output
    assert isinstance(json.loads(done.stdout), dict | list)


def test_a_tournament_is_verified_by_its_name(desk: Desk) -> None:
    for name in ("Puchar Lata", "Puchar Zimy"):
        desk.founded(2, name=name)
    for line in ("verify -e lata", "-e lata verify", "verify lata", "-e zimy verify lata"):
        assert desk.does(line)["event"] == "puchar-lata"
    assert desk.does("verify")["event"] == "puchar-zimy"


def test_a_team_of_one_division_says_the_division_of_its_people(desk: Desk, tmp_path: Path) -> None:
    desk.does("new Szkolny --template school --set rounds=2 --set team.size=2")
    for name, division in (("SP 1", "gimnazja"), ("LO 1", "ponadgimnazjalne"), ("SP 2", "gimnazja")):
        desk.does(f'team "{name}" --contact Opiekun --division {division}')
    (tmp_path / "a.csv").write_text(
        "Imię i nazwisko;Drużyna\nAnna Lis;SP 1\nBogdan Żak;LO 1\nCelina Żak;sp 1\n", "utf-8"
    )
    assert desk.does(f"register --file {tmp_path / 'a.csv'}")["entered"] == 3
    desk.does("register 'Daniel Wąs' --team 'lo 1'")
    rows = desk.does("entrants")["entrants"]
    assert {row["person"]["name"]: row["division"] for row in rows} == {
        "Anna Lis": "gimnazja",
        "Celina Żak": "gimnazja",
        "Bogdan Żak": "ponadgimnazjalne",
        "Daniel Wąs": "ponadgimnazjalne",
    }
    assert desk.does("team 'sp 1' --confirm")["events"][0]["division"] == "gimnazja"
    desk.does("team 'SP 2' --contact Opiekun --division ponadgimnazjalne")
    (tmp_path / "b.csv").write_text("Imię i nazwisko;Drużyna\nEwa Ćma;SP 2\n", "utf-8")
    assert "SP 2 is a team of gimnazja, ponadgimnazjalne: add --division NAME." in desk.fails(
        f"register --file {tmp_path / 'b.csv'}"
    )
    assert desk.does(f"register --file {tmp_path / 'b.csv'} --division gimnazja")["entered"] == 1


def test_two_of_one_name_are_told_apart_on_the_wall(desk: Desk) -> None:
    desk.does("new Próba --date 2026-11-21 --set rounds=2 --set minutes=20 --set plan=swiss")
    for person in ("'Jan Żak' --city Kutno", "'Jan Żak' --city Łódź", "'Ewa Ćma'", "'Ewa Ćma' --club Mat"):
        desk.does(f"register {person}")
    desk.does("checkin --all")
    desk.does("pair --tables '1-3 2-4'")
    desk.does("result 1 400:300 2 401:300")
    for document in ("pairings", "names", "results"):
        printed = desk.prints(document)
        for who in ("Jan Żak (Kutno)", "Jan Żak (Łódź)", "Ewa Ćma (no. 3)", "Ewa Ćma (Mat)"):
            assert who in printed, (document, printed)
    said = desk.says("result 1 400:300 2 401:300")
    assert "1. Jan Żak 400 – 3. Ewa Ćma 300, 1. Jan Żak wins" in said


@pytest.mark.parametrize("typed", ["1-99999999999", "100001", "1-100001", "9" * 5000])
def test_a_number_beyond_all_people_is_refused_at_once(desk: Desk, typed: str) -> None:
    desk.founded(2)
    assert "is too large for a number; the largest is 100000." in desk.fails(f"checkin {typed}")
