"""The chess report read: players, colours, byes, forfeits, what it cannot say, and the cases of another program."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.tournament.file_formats import read_tournament, write_tournament
from mostek.tournament.files import FileFault, NoteKind, TournamentFileError
from mostek.tournament.formats import trf
from mostek.tournament.recorded import RecordedTournament, ResultKind
from tournament.formats.sample_event import EVENT

HEAD = "012 Memoriał P0\n022 Łódź\n032 POL\n042 2026/11/21\n052 22 listopada 2026\n102 IA Sędzia\n132 26/11/21\nXXR 3\n"
PLAYERS = (
    "001    1 m FM P001, Ala                         2100 POL     1100001 1990/01/01  2.0    1     2 w 1  0000 - U     3 b 0\n"
    "001    2      P002, Ola                         2000                             1.5    2     1 b 0     4 w +  0000 - H\n"
    "001    3      P003 Ela                          1900                             2.5    3     4 b =     0 - Z     1 w 1\n"
    "001    4      P004, Iza                            0                             0.5    4     3 w =     2 b -          \n"
)
REPORT = HEAD + PLAYERS
BBP = {"dutch_2025_C5": (6, 6), "dutch_2025_C9": (5, 2), "issue_15": (180, 990), "issue_7": (60, 420)}


def read(text: str) -> RecordedTournament:
    return read_tournament({"x.trf": text.encode()})


def test_players_colours_byes_and_forfeits_are_read() -> None:
    found = read(REPORT)
    assert (found.name, found.city, found.arbiter, found.rounds) == ("Memoriał P0", "Łódź", "IA Sędzia", 3)
    assert (str(found.first_day), str(found.last_day)) == ("2026-11-21", "2026-11-22")
    assert [(each.number, each.name, each.rating, each.half_points, each.place) for each in found.players] == [
        (1, "Ala P001", 210000, 4, 1), (2, "Ola P002", 200000, 3, 2), (3, "P003 Ela", 190000, 5, 3),
        (4, "Iza P004", None, 1, 4),
    ]  # fmt: skip
    rows = [(each.round, each.host, each.guest, each.host_score, each.guest_score, each.kind) for each in found.results]
    assert rows == [
        (1, 1, 2, 1, 0, ResultKind.GAME),
        (1, 4, 3, 0, 0, ResultKind.GAME),
        (2, 1, 0, 1, None, ResultKind.BYE),
        (2, 2, 4, 2, 1, ResultKind.FORFEIT),
        (3, 2, 0, 0, None, ResultKind.BYE),
        (3, 3, 1, 1, 0, ResultKind.GAME),
    ]


def test_a_report_says_what_it_cannot_hold_and_what_is_left_out() -> None:
    notes = {note.kind: note.params for note in read(REPORT).notes}
    assert notes == {
        NoteKind.NO_GAME_POINTS: {"win": "1:0", "draw": "0:0"},
        NoteKind.NOT_HELD: {"what": "032, 132, 001 sex, 001 title, 001 federation, 001 FIDE, 001 born"},
    }


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_report_goes_out_as_it_came_in(ending: str) -> None:
    data = REPORT.replace("\n", ending)
    lines = [line.rstrip() for line in REPORT.splitlines()]
    assert write_tournament(read(data), "trf")[".trf"].decode().split("\r\n") == [*lines, ""]


def test_our_own_report_is_read_again() -> None:
    again = read_tournament({"x": trf.write(EVENT)})
    assert [(each.number, each.name, each.half_points, each.place) for each in again.players] == [
        (each.number, each.name, each.half_points, each.place)
        for each in sorted(EVENT.players, key=lambda each: each.number)
    ]
    assert Counter(each.kind for each in again.results) == Counter(each.kind for each in EVENT.results)


@pytest.mark.parametrize(
    ("old", "new", "fault", "line"),
    [
        ("     1 b 0     4", "     1 b 1     4", FileFault.ONE_SIDED, 9),
        ("     1 b 0     4", "     1 w 0     4", FileFault.ONE_SIDED, 9),
        ("     1 b 0     4", "     3 b 0     4", FileFault.ONE_SIDED, 9),
        ("     2 w 1  0000", "     9 w 1  0000", FileFault.UNKNOWN_PLAYER, 9),
        ("     2 w 1  0000", "     1 w 1  0000", FileFault.SEATED_TWICE, 9),
        ("     2 w 1  0000", "     2 w x  0000", FileFault.BAD_LINE, 9),
        ("     2 w 1  0000", "     2 w 1 10000", FileFault.BAD_LINE, 9),
        ("2100 POL", "2l00 POL", FileFault.BAD_NUMBER, 9),
        ("  2.0    1", "  2,x    1", FileFault.BAD_NUMBER, 9),
        ("001    2 ", "001    1 ", FileFault.SAME_PLAYER, 10),
        ("001    2 ", "001      ", FileFault.BAD_LINE, 10),
        ("001    2 ", "001  1 2 ", FileFault.BAD_LINE, 10),
        ("     2 w 1  0000", "   1 2 w 1  0000", FileFault.BAD_LINE, 9),
        ("P002, Ola", "         ", FileFault.MISSING_FIELD, 10),
        ("0000 - U", "0000 - 1", FileFault.BAD_VALUE, 9),
    ],
)
def test_a_wrong_line_of_a_report_is_named(old: str, new: str, fault: FileFault, line: int) -> None:
    assert REPORT.count(old) == 1
    with pytest.raises(TournamentFileError) as refused:
        read(REPORT.replace(old, new))
    assert (refused.value.fault, refused.value.line) == (fault, line)


def test_points_counted_otherwise_are_not_compared() -> None:
    for line in ("BBW  3.0", "162 W 3.0    D 1.0    L 0.0"):
        found = read(HEAD + line + "\n" + PLAYERS)
        assert {each.half_points for each in found.players} == {None}
        assert "162" in next(str(note.params["what"]) for note in found.notes if note.kind is NoteKind.NOT_HELD)
    assert read(HEAD + "162 W 1.0    D 0.5\n" + PLAYERS).players[0].half_points == 4


@pytest.mark.parametrize(
    ("line", "halves"),
    [
        ("BBU  0.5", 1),
        ("BBU  1.0", 2),
        ("162 W 1.0    D 0.5    L 0.0    P 0.5", 1),
        ("162 W 1.0    D 0.5    L 0.0", 2),
        ("XXS W=1.0 D=0.5 PAB=0.5", 1),
        ("XXS PAB=0.0", 0),
    ],
)
def test_the_lines_on_points_say_what_a_bye_is_worth(line: str, halves: int) -> None:
    found = read(HEAD + line + "\n" + PLAYERS)
    assert found.settings["bye.half_points"] == halves
    assert {row.host: row.half_points for row in found.results if row.guest == 0} == {1: halves, 2: 1}


MIXED = (
    "XXR 3\n"
    "001    1      Alfa, Anna                        1500                             1.5    2  0000 - H     3 w 1\n"
    "001    2      Beta, Bolek                       1400                             2.0    1     3 w 1  0000 - +\n"
    "001    3      Gama, Genek                       1300                             0.0    4     2 b 0     1 b 0\n"
    "001    4      Delta, Dora                       1200                             1.0    3  0000 - -  0000 - U\n"
)


def test_byes_and_forfeits_without_an_opponent_keep_their_own_points(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (tmp_path / "x.trf").write_text(MIXED)
    answer = desk.does(f"import {tmp_path}/x.trf --name szachy")
    assert answer["differences"] == []
    rows = desk.does("standings -e szachy")["tables"][0]["standings"]
    assert [(row["number"], row["half_points"], row["wins"], row["losses"], row["byes"]) for row in rows] == [
        (2, 4, 2, 0, 0), (1, 3, 1, 0, 1), (4, 2, 0, 1, 1), (3, 0, 0, 2, 0),
    ]  # fmt: skip
    assert "✓ Decided again" in desk.says("verify -e szachy")
    assert "forfeit" in desk.says("card 4 -e szachy")
    desk.does("pair -e szachy")
    desk.does("result 1 400:300 -e szachy")
    (file,) = desk.does(f"export trf -e szachy -o {tmp_path}/out")["files"]
    lines = [line for line in Path(file).read_text().splitlines() if line.startswith("001")]
    assert [line[91:109] for line in lines] == [line[91:109] for line in MIXED.splitlines()[1:]]


def test_a_sign_that_cannot_stand_without_an_opponent_is_named_with_its_column() -> None:
    with pytest.raises(TournamentFileError) as refused:
        read(MIXED.replace("0000 - +", "0000 - ="))
    assert (refused.value.fault, refused.value.line, refused.value.column, refused.value.text) == (
        FileFault.BAD_VALUE, 3, 109, "0000 - =",
    )  # fmt: skip


def test_byes_of_a_round_that_is_not_paired_yet_are_left_out_aloud(tmp_path: Path) -> None:
    """Pairing programs are told who will be absent, and what that is worth, before they pair."""
    desk = Desk(tmp_path)
    text = "".join(f"{line.ljust(121)}0000 - {sign}\n" for line, sign in zip(PLAYERS.splitlines(), "HZF ", strict=True))
    (tmp_path / "x.trf").write_text(HEAD.replace("XXR 3", "XXR 5") + text)
    answer = desk.does(f"import {tmp_path}/x.trf --name szachy")
    (note,) = (note for note in answer["notes"] if "Round 4" in note)
    assert "Ala P001, P003 Ela" in note
    assert desk.pairings("-e szachy")["round"] == 3
    desk.does("pair -e szachy")


def test_a_round_that_is_being_played_is_played_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    text = REPORT.replace("1     2 w 1  0000 - U     3 b 0", "1     2 w 1  0000 - U     3 b  ")
    text = text.replace("4 b =     0 - Z     1 w 1", "4 b =     0 - Z     1 w  ")
    (tmp_path / "x.trf").write_text(text)
    answer = desk.does(f"import {tmp_path}/x.trf --name szachy")
    assert any("1:0" in note for note in answer["notes"])
    (table,) = desk.pairings("-e szachy")["tables"]
    assert (table["result"], [player["number"] for player in table["players"]]) == (None, [3, 1])
    desk.does("result 1 400:300 -e szachy")
    (file,) = desk.does(f"export trf -e szachy -o {tmp_path}/out")["files"]
    lines = [line for line in Path(file).read_text().splitlines() if line.startswith("001")]
    assert lines[2][91:] == "   4 b =  0000 - Z     1 w 1"


@pytest.mark.corpus
@pytest.mark.parametrize("name", BBP)
def test_the_reports_of_another_program_are_read_in_full(shared_corpus: Path, name: str) -> None:
    data = (shared_corpus / "pairing" / "bbp" / f"{name}.input").read_bytes()
    found = read_tournament({name: data})
    assert (len(found.players), len(found.results)) == BBP[name]
    assert write_tournament(found, "trf")[".trf"].split() == data.split()
