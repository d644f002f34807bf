"""TOU: what readers of rating offices agree on, read from files of our own; and what is refused, with its place."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.tournament.file_formats import read_tournament
from mostek.tournament.files import TournamentFileError

WHOLE = """\
*M21.11.2026 Cup of the North
*A
                                       0
Anna van der Lis     2430  +2 2401   3 1350  +4
Bob Kot               380   1 2365  +4 2400   3
Cy Rak               2388  +4  399  +1  320  +2
Dee Mak               310   3  350   2 1350   1
*B
                                       0
Ela Żuk              2415  +2 2300   1 1400   3
Fay Wąs               401   1 2350  +3    0   2
Gaja Cis             1000   3  320   2 1400  +1
*** END OF FILE ***
"""


def test_the_event_its_divisions_and_its_games() -> None:
    found = read_tournament({"x.TOU": WHOLE.encode()})
    assert (found.name, found.first_day, found.rounds, found.notes) == ("Cup of the North", date(2026, 11, 21), 3, ())
    people = [(each.number, each.name, each.division) for each in found.players]
    assert people[:2] == [(1, "Anna van der Lis", "A"), (2, "Bob Kot", "A")]
    assert people[4:] == [(5, "Ela Żuk", "B"), (6, "Fay Wąs", "B"), (7, "Gaja Cis", "B")]
    games = {
        (row.round, row.host, row.guest): (row.host_score, row.guest_score, row.half_points) for row in found.results
    }
    assert games == {
        (1, 1, 2): (430, 380, None), (1, 3, 4): (388, 310, None), (1, 5, 6): (415, 401, None), (1, 7, 0): (0, None, 1),
        (2, 3, 1): (399, 401, None), (2, 2, 4): (365, 350, None), (2, 5, 0): (300, None, 2), (2, 6, 7): (350, 320, None),
        (3, 1, 4): (350, 350, 1), (3, 3, 2): (320, 400, None), (3, 7, 5): (400, 400, 1),
    }  # fmt: skip


def test_the_desk_computes_the_standings(tmp_path: Path) -> None:
    (tmp_path / "cup.tou").write_text(WHOLE)
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/cup.tou --name cup")
    tables = desk.does("standings -e cup")["tables"]
    assert [[(row["name"], row["half_points"], row["spread"]) for row in table["standings"]] for table in tables] == [
        [("Anna van der Lis", 5, 52), ("Bob Kot", 4, 45), ("Cy Rak", 2, -4), ("Dee Mak", 1, -93)],
        [("Ela Żuk", 5, 314), ("Fay Wąs", 2, 16), ("Gaja Cis", 2, -30)],
    ]


@pytest.mark.parametrize(("winner", "loser", "halves"), [("2400", " 400", 2), (" 400", "2400", 0)])
def test_an_equal_game_has_the_winner_that_stands_before_its_score(
    tmp_path: Path, winner: str, loser: str, halves: int
) -> None:
    text = f"*M21.11.2026 Cup\n*A\nAnna Lis {winner} +2\nBob Kot {loser} 1\n*** END OF FILE ***\n"
    assert read_tournament({"x": text.encode()}).results[0].half_points == halves
    (tmp_path / "cup.tou").write_text(text)
    desk = Desk(tmp_path)
    desk.does(f"import {tmp_path}/cup.tou --name cup")
    rows = {row["number"]: row["half_points"] for row in desk.does("standings -e cup")["tables"][0]["standings"]}
    assert rows == {1: halves, 2: 2 - halves}


@pytest.mark.parametrize(
    ("line", "instead", "fault", "at"),
    [
        ("2365  +4 2400   3", "2365  +4 2400   9", "unknown_player", 5),
        ("Bob Kot               380   1", "Bob Kot              2380   1", "one_sided", 4),
        ("Bob Kot               380   1", "Bob Kot               480   1", "one_sided", 4),
        ("Bob Kot               380   1", "Bob Kot               380   3", "one_sided", 4),
        ("Bob Kot               380  ", "Bob Kot               38O  ", "bad_number", 5),
        ("Bob Kot               380  ", "Bob Kot              9380  ", "bad_number", 5),
        ("Bob Kot               380  ", "                     ", "one_sided", 4),
        ("Bob Kot               380", "380", "missing_field", 5),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_with_its_place(line: str, instead: str, fault: str, at: int) -> None:
    assert line in WHOLE
    with pytest.raises(TournamentFileError) as refused:
        read_tournament({"x.TOU": WHOLE.replace(line, instead).encode()})
    assert (refused.value.fault.value, refused.value.line) == (fault, at)


def test_a_file_cut_at_any_line_is_refused_or_doubted() -> None:
    lines = WHOLE.splitlines(keepends=True)
    for number in range(1, len(lines)):
        notes = notes_of("".join(lines[:number]))
        assert notes in (None, ["maybe_cut"]), number


def notes_of(text: str) -> list[str] | None:
    """The kinds of the notes on a file; `None` where it is refused."""
    try:
        return [note.kind.value for note in read_tournament({"x.TOU": text.encode()}).notes]
    except TournamentFileError:
        return None
