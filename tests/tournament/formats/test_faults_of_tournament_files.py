"""Each thing that can be wrong in a file of a tournament is named, with its place."""

from __future__ import annotations

import json
import struct

import pytest

from mostek.core.diagnostics import Kind, NotationError
from mostek.tournament.file_formats import detect, read_tournament
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats import csv, pfs_json, pfs_text, scrabble_manager
from tournament.formats.broken_files import EXPORT, JSON, PAGE, TABLE, instead_of, read_tsh, survives
from tournament.formats.sample_event import TEXT, TSH


@pytest.mark.parametrize(
    ("change", "fault", "text"),
    [
        ({"players": []}, FileFault.NO_PLAYERS, "players"),
        ({"players": [1]}, FileFault.BAD_VALUE, "players[0]"),
        ({"players": {}}, FileFault.BAD_VALUE, "players"),
        ({"tournament": []}, FileFault.BAD_VALUE, "tournament"),
        ({"players": [{"place": 1}]}, FileFault.MISSING_FIELD, "players[0].startingPosition"),
        ({"players": [{"startingPosition": 1, "big": 1.3}]}, FileFault.BAD_NUMBER, "players[0].big"),
        ({"players": [{"startingPosition": True}]}, FileFault.BAD_NUMBER, "players[0].startingPosition"),
        ({"players": [{"startingPosition": 1}] * 2}, FileFault.SAME_PLAYER, "players[1].startingPosition"),
        ({"players": [{"startingPosition": 1, "place": 1}]}, FileFault.MISSING_FIELD, "players[0].name"),
        ({"results": [{"round": 1}]}, FileFault.MISSING_FIELD, "results[0].host"),
        ({"results": [{"round": 1, "host": "1a"}]}, FileFault.BAD_NUMBER, "results[0].host"),
        ({"ranking": [{"lp": 1, "main": 1}]}, FileFault.BAD_VALUE, "ranking[0].main"),
    ],
)
def test_a_wrong_field_of_the_federations_json_is_named(change: dict[str, object], fault: FileFault, text: str) -> None:
    source = {**json.loads(JSON), **change}
    error = survives(pfs_json.read, json.dumps(source, indent=0).encode())
    assert error is not None
    assert (error.fault, error.text) == (fault, text)
    assert error.line > 1


@pytest.mark.parametrize(
    ("line", "change", "fault"),
    [
        (14, ("Łoś ", "Kto "), FileFault.UNKNOWN_PLAYER),
        (14, ("390", "39o"), FileFault.UNKNOWN_PLAYER),
        (14, (" - Ala", "   Ala"), FileFault.UNKNOWN_PLAYER),
        (14, ("Ala            Łoś", "Iga            Kot - Mąka"), FileFault.SEATED_TWICE),
        (32, ("400", "401"), FileFault.ONE_SIDED),
        (5, ("178", ""), FileFault.BAD_NUMBER),
        (5, ("177.79      1.5      700      178      410", "7"), FileFault.COLUMN_COUNT),
        (5, ("1.5", "1.3"), FileFault.BAD_NUMBER),
        (5, ("Ala             Łoś       ", "Iga             Kot - Mąka"), FileFault.SAME_PLAYER),
        (32, ("1 Iga", "x Iga"), FileFault.BAD_LINE),
    ],
)
def test_a_wrong_line_of_the_report_is_named(line: int, change: tuple[str, str], fault: FileFault) -> None:
    lines = TEXT.split("\n")
    assert change[0] in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(*change)
    error = survives(pfs_text.read, "\n".join(lines).encode())
    assert error is not None
    assert error.fault is fault


@pytest.mark.parametrize(
    ("old", "new", "fault", "line"),
    [
        ("410 350 400", "410 350", FileFault.ONE_SIDED, 1),
        ("3 2 4;", "3 2 9;", FileFault.UNKNOWN_PLAYER, 1),
        ("3 2 4;", "3 2 1;", FileFault.SEATED_TWICE, 1),
        ("p12 2 1 1", "p12 2 2 1", FileFault.ONE_SIDED, 1),
        ("401", "4o1", FileFault.BAD_NUMBER, 3),
        ("300 300 0; ", "300 300 0 9; ", FileFault.BAD_LINE, 5),
        ("130 1 4 2; 350 401 300; board 1 2 2; class B; p12 2 1 2", "130", FileFault.ONE_SIDED, 1),
        ("130 1 4 2; ", "", FileFault.BAD_NUMBER, 3),
    ],
)
def test_a_wrong_line_of_tsh_is_named(old: str, new: str, fault: FileFault, line: int) -> None:
    assert TSH.count(old) == 1
    error = survives(read_tsh, TSH.replace(old, new).encode())
    assert error is not None
    assert (error.fault, error.line) == (fault, line)


@pytest.mark.parametrize(
    ("player", "number", "record", "fault"),
    [
        (3, 1, (2, 1, 0, 351, 2), FileFault.ONE_SIDED),
        (3, 1, (2, 9, 0, 350, 1), FileFault.ONE_SIDED),
        (3, 1, (1, 1, 0, 350, 1), FileFault.ONE_SIDED),
        (3, 1, (2, 1, 2, 350, 1), FileFault.ONE_SIDED),
        (1, 1, (1, 1, 2, 410, 6), FileFault.UNKNOWN_PLAYER),
        (5, 1, (3, 3, 2, 300, 1), FileFault.BAD_VALUE),
        (5, 1, (7, 0, 0, 0, 0), FileFault.BAD_VALUE),
        (5, 4, (0, 0, 0, 0, 0), FileFault.BAD_VALUE),
    ],
)
def test_a_record_that_the_other_side_contradicts_is_named_by_its_number(
    player: int, number: int, record: tuple[int, ...], fault: FileFault
) -> None:
    place = (player - 1) * 4 + number - 1
    data = EXPORT[".re"][: place * 8] + struct.pack("<bBHHH", *record) + EXPORT[".re"][place * 8 + 8 :]
    error = survives(instead_of(".re"), data)
    assert error is not None
    assert (error.fault, error.file) == (fault, ".re")
    assert error.line in (place + 1, 1)


@pytest.mark.parametrize(
    ("table", "fault", "line"),
    [
        ("Zawodnik;Ranking\nAla;1\nOla;x\n", FileFault.BAD_NUMBER, 3),
        ("Zawodnik;Ranking\nAla;1\nOla\n", FileFault.COLUMN_COUNT, 3),
        ("Zawodnik;Ranking\nAla;1;2\n", FileFault.COLUMN_COUNT, 2),
        ("Zawodnik;Ranking\n;1\n", FileFault.MISSING_FIELD, 2),
        ('Zawodnik;Ranking\n"Ala;1\n', FileFault.BAD_QUOTE, 2),
        ("Ranking;Miasto\n1;x\n", FileFault.NO_NAME_COLUMN, 1),
        ("Zawodnik;Ranking\n", FileFault.NO_PLAYERS, 1),
        ("Nr;Zawodnik\n1;Ala\n1;Ola\n", FileFault.SAME_PLAYER, 3),
    ],
)
def test_a_wrong_row_of_a_table_is_named(table: str, fault: FileFault, line: int) -> None:
    error = survives(csv.read, table.encode())
    assert error is not None
    assert (error.fault, error.line) == (fault, line)


def test_a_set_of_files_is_told_by_content_and_must_be_whole() -> None:
    misnamed = {f"file{number}": data for number, data in enumerate(EXPORT.values())}
    assert read_tournament(misnamed) == scrabble_manager.read(EXPORT)
    faults = {}
    for files in (
        {"a.re": EXPORT[".re"]},
        {"a.re": EXPORT[".re"], "a.lte": EXPORT[".lte"]},
        {**{f"a{suffix}": data for suffix, data in EXPORT.items()}, "b.re": EXPORT[".re"]},
        {"a.json": JSON, "b.json": JSON},
        {},
        {"a": b"\x00\x01"},
        {"a": b"Ala ma kota"},
    ):
        with pytest.raises(TournamentFileError) as refused:
            read_tournament(files)
        faults[" ".join(files)] = (refused.value.fault.value, refused.value.file)
    assert faults == {
        "a.re": ("missing_file", ".lte"),
        "a.re a.lte": ("missing_file", ".tin"),
        "a.lte a.re a.tin a.nag a.smt b.re": ("too_many_files", "b.re"),
        "a.json b.json": ("too_many_files", "b.json"),
        "": ("missing_file", ""),
        "a": ("not_recognised", "a"),
    }


def test_divisions_in_files_of_their_own_are_one_event() -> None:
    both = read_tournament({"a.t": TSH.encode(), "b.t": TSH.encode("cp1250")})
    assert [(each.number, each.category) for each in both.players][::5] == [(1, "a"), (6, "b")]
    assert len(both.results) == 2 * len(read_tsh(TSH.encode()).results)
    with pytest.raises(TournamentFileError) as refused:
        read_tournament({"a.t": TSH.encode(), "b.t": TSH.replace("410 350 400", "410").encode()})
    assert (refused.value.file, refused.value.line) == ("b.t", 1)


def test_every_format_is_told_by_its_content() -> None:
    found = [
        detect(data).name for data in (JSON, PAGE, TEXT.encode(), TSH.encode(), TABLE, EXPORT[".lte"], EXPORT[".re"])
    ]
    assert found == [
        "pfs_json", "pfs_text", "pfs_text", "tsh", "csv",
        "scrabble_manager", "scrabble_manager",
    ]  # fmt: skip
    assert [detect(EXPORT[suffix]).name for suffix in (".tin", ".smt")] == ["scrabble_manager"] * 2


def test_a_fault_is_a_notation_error_with_its_facts() -> None:
    with pytest.raises(NotationError) as refused:
        read_tsh(b"Ala 100 2; 400\nOla")
    error = refused.value
    assert isinstance(error, TournamentFileError)
    assert str(error.of("a.t").at(7)) == "a.t: line 7, column 1: bad line: 'Ola'"
    said = error.of("a.t").diagnostic
    assert (said.kind, said.line) == (Kind.UNREADABLE, 2)
    assert said.params == {"fault": "bad_line", "text": "Ola", "file": "a.t"}
