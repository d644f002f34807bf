"""Several results at once: every row has its own answer, a list goes in whole, and typing it again does no harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Answer, Desk

PEOPLE = ["Anna Lis", "Bogdan Żak", "Celina Żak", "Daniel Wąs", "Ewa Ćma", "Franek Kot"]
TABLES = "1-4 5-2 3-6"
"""Anna Lis – Daniel Wąs, Ewa Ćma – Bogdan Żak, Celina Żak – Franek Kot."""


@pytest.fixture
def hall(desk: Desk) -> Desk:
    """Six people at three tables."""
    desk.does("new Próba --date 2026-11-21 --seed abc --set rounds=3")
    for place, name in enumerate(PEOPLE):
        desk.does(f'register "{name}" --rating {150 - place}')
    desk.does("checkin --all")
    desk.does(f"pair --tables '{TABLES}'")
    return desk


def rows(desk: Desk, line: str, status: int = 0, stdin: str = "") -> list[Answer]:
    result = desk.run(f"result {line} --json", stdin)
    assert result.exit_code == status, result.output
    found: list[Answer] = json.loads(result.stdout)["rows"]
    return found


def outcomes(found: list[Answer]) -> list[str]:
    return [row["outcome"] for row in found]


def scores(desk: Desk) -> dict[int, Any]:
    """The results of the round that was paired last, in the order of each table."""
    return {
        table["table"]: result and (result.get("scores") or (result["kind"], result.get("winner")))
        for table in desk.pairings()["tables"]
        for result in [table["result"]]
    }


@pytest.mark.parametrize(
    ("typed", "table", "found"),
    [
        ("1 412 388", 1, [412, 388]),
        ("1 412:388", 1, [412, 388]),
        ("1 412-388", 1, [412, 388]),
        ("1 412–388", 1, [412, 388]),
        ("1 412 - 388", 1, [412, 388]),
        ("1. 412 388", 1, [412, 388]),
        ("'stół 1 412 388'", 1, [412, 388]),
        ("1,412,388", 1, [412, 388]),
        ("lis 412:388", 1, [412, 388]),
        ("was 412:388", 1, [388, 412]),
        ("was 412 lis 388", 1, [388, 412]),
        ("4 412 1 388", 1, [388, 412]),
        ("1 was 412 lis 388", 1, [388, 412]),
        ("'daniel wąs' 412 'anna lis' 388", 1, [388, 412]),
        ("'daniel wąs 412 anna lis 388'", 1, [388, 412]),
        ("2 0:-5 confirmed", 2, [0, -5]),
        ("3 walkower kot", 3, ("forfeited", 6)),
        ("3 w.o. 6", 3, ("forfeited", 6)),
        ("kot walkower dla kot", 3, ("forfeited", 6)),
        ("3 walkover to celina", 3, ("forfeited", 3)),
        ("3 --forfeit-to 'franek kot'", 3, ("forfeited", 6)),
        ("3 obustronny", 3, ("both_forfeited", None)),
        ("3 w.o. both", 3, ("both_forfeited", None)),
        ("3 --both-forfeit", 3, ("both_forfeited", None)),
    ],
)
def test_a_row_as_directors_type_it(hall: Desk, typed: str, table: int, found: Any) -> None:
    assert outcomes(rows(hall, typed)) == ["entered"]
    assert scores(hall)[table] == found


@pytest.mark.parametrize(
    ("line", "table", "found"),
    [
        ("1;412;388", 1, [412, 388]),
        ("1\t412\t388", 1, [412, 388]),
        ("2 0 -5 confirmed", 2, [0, -5]),
        ('1;"Daniel Wąs";412;"Anna Lis";388', 1, [388, 412]),
        ("3 walkower kot przyczyna wykluczenie wynik teraz 455", 3, ("forfeited", 6)),
        ("Lis 412, Wąs 388", 1, [412, 388]),
    ],
)
def test_a_row_of_a_file(hall: Desk, line: str, table: int, found: Any) -> None:
    assert outcomes(rows(hall, "--file -", stdin=line)) == ["entered"]
    assert scores(hall)[table] == found


def test_options_of_a_row_hold_for_it_alone_and_may_be_polish(desk: Desk) -> None:
    desk.does(
        "new Szkolny --template open --date 2026-11-21 --seed a --set rounds=2 --set minutes=20 --set results.signatures=2"
    )
    for name in PEOPLE:
        desk.does(f'register "{name}"')
    desk.does("checkin --all")
    desk.does(f"pair --tables '{TABLES}'")
    found = rows(desk, "--file -", 1, "1 412 388 bez podpisów\n2 400 400 ostatnie słowa 14:9 bez rankingu\n3 401 1\n")
    assert outcomes(found) == ["refused", "held_back", "held_back"]
    assert found[0]["refused"]["reason"] == "signatures_missing"
    assert outcomes(rows(desk, "--file - --each", 1, "1 1412 388\n2 400 400 --last-words=14:9 unrated\n")) == [
        "refused",
        "entered",
    ]
    result = desk.pairings()["tables"][1]["result"]
    assert (result["last_words"], result["rated"]) == ([14, 9], False)
    assert outcomes(rows(desk, "1 1012 388 potwierdzona, 3 401 1")) == ["entered", "entered"]


def test_an_option_of_the_command_holds_for_every_row(hall: Desk) -> None:
    rows(hall, "1 400:1 2 400:2 3 400:3 --unrated")
    assert [table["result"]["rated"] for table in hall.pairings()["tables"]] == [False] * 3


def test_a_reason_is_the_rest_of_the_line(hall: Desk) -> None:
    rows(hall, "--file -", stdin="3 walkower kot powód nie przyszła, choć ją wołano\n")
    command = hall.does("log --last 1")["steps"][0]
    assert command["command"] == "award_forfeit"
    log = (hall.folder / "tournaments/proba.jsonl").read_text("utf-8").splitlines()[-1]
    assert json.loads(log)["command"]["reason"] == "nie przyszła, choć ją wołano"


def test_one_wrong_row_holds_the_others_back_and_each_has_its_answer(hall: Desk) -> None:
    before = (hall.folder / "tournaments/proba.jsonl").read_bytes()
    said = hall.run("result 1 412 388, 2 5001:300 'nikt 300 lis 200' 3 400:390")
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.splitlines() == [
        "Row 1: Table 1: Anna Lis 412 – Daniel Wąs 388, Anna Lis wins – not entered, because another row is wrong.",
        "Row 2 (2 5001:300): No: Table 2: 5001 points are unusual.",
        "  Next: … --confirmed",
        "Row 3 (nikt 300 lis 200): Column 1: No entrant is called 'nikt'.",
        "Row 4: Table 3: Celina Żak 400 – Franek Kot 390, Celina Żak wins – not entered, because another row is wrong.",
        "Nothing has been done.",
    ]
    assert (hall.folder / "tournaments/proba.jsonl").read_bytes() == before


def test_with_each_what_is_right_is_entered(hall: Desk) -> None:
    said = hall.run("result --each 1 412 388, 2 5001:300 3 400:390")
    assert said.exit_code == 1
    assert "2 results are entered, 1 row is wrong." in said.stdout
    assert "Row 2 (2 5001:300)" in said.stderr
    assert scores(hall) == {1: [412, 388], 2: None, 3: [400, 390]}
    assert len(hall.does("log --last 9")["steps"]) == 9  # two steps, which can be undone one by one


def test_a_result_that_is_there_is_no_fault_and_no_step(hall: Desk) -> None:
    hall.does("result 1 412:388")
    before = (hall.folder / "tournaments/proba.jsonl").read_bytes()
    for line in ("result 1 412:388", "result lis 412 was 388", "result was 388:412", "result 1 412:388 1 412 388"):
        assert set(outcomes(hall.does(line)["rows"])) == {"already"}
    assert "entered already" in hall.says("result 1 412:388")
    assert (hall.folder / "tournaments/proba.jsonl").read_bytes() == before
    refused = hall.refuses("result 1 412:387")
    assert (refused["reason"], refused["next"]) == ("result_there", "mostek tournament correct 1 … --round 1")
    assert "Its result is 412:388." in hall.run("result 1 412:387").stderr
    assert hall.refuses("result 1 412:388 --unrated")["reason"] == "result_there"


def test_a_list_that_was_entered_in_part_is_entered_to_its_end(hall: Desk) -> None:
    hall.does("result 2 401 350")
    found = rows(hall, "1 412 388, 2 401 350, 3 400 390")
    assert outcomes(found) == ["entered", "already", "entered"]
    assert outcomes(rows(hall, "1 412 388, 2 401 350, 3 400 390")) == ["already"] * 3


def test_two_rows_of_one_list_for_one_table(hall: Desk) -> None:
    assert outcomes(rows(hall, "1 412 388, 1 412 388")) == ["entered", "already"]
    assert outcomes(rows(hall, "2 412 388, 2 388 412", 1)) == ["held_back", "refused"]


@pytest.mark.parametrize(
    "line",
    [
        "result 1 --both-forfeit",
        "result 1 w.o. lis cause left score now 120",
        "checkin 1-3",
        "checkin 1 2 --undo",
        "withdraw 7 --score-now 0",
        "correct 2 400:401 --reason pomyłka --yes",
        "report 6 400:300",
    ],
)
def test_the_same_command_twice_is_one_step(desk: Desk, line: str) -> None:
    desk.does("new Próba --date 2026-11-21 --set rounds=3 --set results.self_report=yes")
    for name in [*PEOPLE, "Gabriela Gil"]:
        desk.does(f'register "{name}"')
    if not line.startswith("checkin"):
        desk.does("checkin --all")
        desk.does(f"pair --tables '{TABLES} 7'")
        desk.does("result 2 401:350")
    elif "undo" in line:
        desk.does("checkin 1 2")
    desk.does(line)
    steps = desk.does("log")["steps"]
    assert desk.does(line)["events"] == []
    assert "already" in desk.says(line)
    assert desk.does("log")["steps"] == steps


def test_who_has_come_is_passed_over_and_the_others_come_in(desk: Desk) -> None:
    desk.does("new Próba --set rounds=3")
    for name in PEOPLE:
        desk.does(f'register "{name}"')
    desk.does("checkin 1-3")
    assert [each["number"] for each in desk.does("checkin 2-4")["events"]] == [4]
    assert desk.refuses("checkin 1 1")["reason"] == "same_player_twice"


def test_a_list_of_entries_twice_enters_nobody_twice(desk: Desk, tmp_path: Path) -> None:
    desk.does("new Próba --set rounds=3")
    (tmp_path / "lista.csv").write_text("Nazwisko\n" + "\n".join(PEOPLE), "utf-8")
    desk.does(f"register --file {tmp_path / 'lista.csv'}")
    assert desk.does(f"register --file {tmp_path / 'lista.csv'}")["entered"] == 0
    assert "Everybody on the list has entered already." in desk.says(f"register --file {tmp_path / 'lista.csv'}")


def test_a_file_names_its_lines_and_passes_over_comments_headings_and_empty_lines(hall: Desk, tmp_path: Path) -> None:
    path = tmp_path / "wyniki.csv"
    path.write_bytes(
        "Stół;Gospodarz;Gość\r\n# po rundzie\r\n1;412;388\r\n\r\n2;401\r\nżak -\r\n? lis\r\n".encode("cp1250")
    )
    found = rows(hall, f"--file {path}", 2)
    assert [(row["row"], row["outcome"]) for row in found] == [
        (3, "held_back"),
        (5, "unreadable"),
        (6, "unreadable"),
        (7, "unreadable"),
    ]
    assert found[1]["column"] == 3
    assert found[1]["message"] == "Column 3: '401' is no score; write 412:388, the host first."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The list has no result."),
        (b"# nothing\n\n", "The list has no result."),
        (b"1 400 300\n" * 5001, "more than 5000 rows"),
        (b"x" * 5_000_001, "larger than 5000 KB"),
    ],
)
def test_a_file_that_is_no_list_of_results(hall: Desk, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "x").write_bytes(content)
    assert said in hall.fails(f"result --file {tmp_path / 'x'}")


def test_bytes_of_nothing_are_rows_that_cannot_be_read(hall: Desk, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(bytes(range(256)) * 20)
    result = hall.run(f"result --file {tmp_path / 'x'}")
    assert result.exit_code == 2
    assert all(sign.isprintable() or sign == "\n" for sign in result.output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 412 388 spalony", "'spalony' is no option of a result; known: unsigned"),
        ("1 412:388 ostatnie słowa", "After 'ostatnie' its value is missing"),
        ("1 412:388 przyczyna deszcz", "There is no 'deszcz' here; known: late, excluded, left."),
        ("1 412:388 runda x", "'x' is no number"),
        ("9 was 400 lis 300", "These players sit at table 1, not at table 9."),
        ("lis 400 ewa 300", "these do not sit at one table: lis, ewa"),
        ("żak 400:300", "Several are called 'żak': 2. Bogdan Żak; 3. Celina Żak"),
        ("liss 400:300", "No entrant is called 'liss'. Did you mean 'Anna Lis'?"),
        ("1 400:300 2 400:300", "One line holds one result; '2' is too much."),
        ("1 walkower", "For a forfeit name one table, and who it goes to."),
        ("1 9999999 300", "is no score"),
        ("1" + " 1" * 600, "The line is longer than 1000 characters."),
        ("1 = 388 412", "A list enters results; correct one with: mostek tournament correct"),
        ("pair", "A list enters results; 'pair' is none."),
    ],
)
def test_a_line_that_cannot_be_read_says_why(hall: Desk, line: str, said: str) -> None:
    hall.does("result 1 412:388 2 400:300")
    result = hall.run("result --file - --json", f"3 400 300\n{line}\n")
    assert result.exit_code == 2
    assert said in json.loads(result.stdout)["rows"][1]["message"]
    assert scores(hall)[3] is None


def test_a_preview_says_who_wins_and_who_leads_and_enters_nothing(hall: Desk) -> None:
    polish = Desk(hall.folder, "pl")
    said = polish.says("result --preview 1 412 388, 2 400:400 3 walkower kot").splitlines()
    assert said[1:] == [
        "Wiersz 1: Stół 1: Anna Lis 412 – Daniel Wąs 388, wygrywa Anna Lis; nowe: prowadzi Anna Lis.",
        "Wiersz 2: Stół 2: Ewa Ćma 400 – Bogdan Żak 400, remis.",
        "Wiersz 3: Stół 3: Celina Żak – Franek Kot, 1:400, walkower, wygrywa Franek Kot.",
        "To był podgląd; nic nie zapisano.",
    ]
    assert set(scores(hall).values()) == {None}


def test_divisions_are_named_before_the_row_or_found_by_the_player(desk: Desk) -> None:
    desk.does(
        "new Dwie --date 2026-11-21 --set rounds=1 --set plan=swiss --set divisions=gimnazja,licea --set results.signatures=0"
    )
    for place, name in enumerate(PEOPLE[:4]):
        desk.does(f'register "{name}" --division {("gimnazja", "licea")[place // 2]}')
    desk.does("checkin --all")
    for division in ("gimnazja", "licea"):
        desk.does(f"pair --division {division} --tables '{'1-2' if division == 'gimnazja' else '3-4'}'")
    assert "Say which division" in desk.fails("result 1 400:300")
    found = rows(desk, "--file -", stdin="gim: 1 400 300\nlicea 1 412 388\n")
    assert [(row["division"], row["outcome"]) for row in found] == [("gimnazja", "entered"), ("licea", "entered")]
    desk.does("undo --yes")
    desk.does("undo --yes")
    assert [row["division"] for row in rows(desk, "lis 400:300 celina 1:2")] == ["gimnazja", "licea"]
    assert "There is no division 'x'. Known: gimnazja, licea." in desk.fails("result x: 1 400:300")
    assert desk.does("result 1 1:2 --division licea")["rows"][0]["outcome"] == "already"


def test_tables_of_three_and_four(desk: Desk) -> None:
    desk.does("new Challenge --template chal --date 2026-11-21 --seed a --set rounds=1")
    for name in [*PEOPLE, "Gabriela Gil"]:
        desk.does(f'register "{name}"')
    desk.does("checkin --all")
    desk.does("pair --tables '1-2-3 4-5-6-7'")
    assert outcomes(rows(desk, "1 120 90 80, 2 50 60 70 80")) == ["entered", "entered"]
    assert scores(desk) == {1: [120, 90, 80], 2: [50, 60, 70, 80]}
    assert outcomes(rows(desk, "3 80 1 120 2 90")) == ["already"]


def test_a_round_of_thirty_tables_in_one_file_is_one_write(desk: Desk, tmp_path: Path) -> None:
    desk.does("new Duży --date 2026-11-21 --set rounds=3")
    (tmp_path / "l.csv").write_text("Nazwisko\n" + "".join(f"Gracz {n}\n" for n in range(1, 61)), "utf-8")
    desk.does(f"register --file {tmp_path / 'l.csv'}")
    desk.does("checkin --all")
    desk.does("pair")
    (tmp_path / "r.txt").write_text("".join(f"{n} {400 + n} {300 + n}\n" for n in range(1, 31)), "utf-8")
    assert outcomes(rows(desk, f"--file {tmp_path / 'r.txt'}")) == ["entered"] * 30
    assert desk.does("missing")["missing"] == []
    assert desk.does("verify duzy")["holds"]


def test_two_who_are_absent_at_a_table_of_four_have_no_last_words(desk: Desk) -> None:
    """Equal zeros are no tie between words (CHAL-10b); equal points of those who play are."""
    desk.founded(4, "--template chal --set rounds=2 --set results.signatures=0")
    desk.does("pair")
    assert desk.refuses("result 1 300:300:0:0")["reason"] == "no_draws"
    desk.does("result 1 300:250:0:0")
    assert desk.pairings()["tables"][0]["result"]["scores"] == [300, 250, 0, 0]
