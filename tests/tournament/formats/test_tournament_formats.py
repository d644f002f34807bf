"""Every format says what it can of an event, says it twice the same, and keeps what is its own."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from msgspec.structs import replace

from mostek.tournament.file_formats import read_tournament, writable, write_tournament
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats import csv, pfs_json, pfs_text, scrabble_manager, trf, tsh
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.recorded import RecordedTournament, ResultKind, format_halves, parse_halves
from tournament.formats.sample_event import EVENT, KINDS, TEXT, TSH, row

READABLE = [form.name for form in writable().values() if not form.is_lossy and form.name != "csv"]


def results(tournament: RecordedTournament) -> list[tuple[object, ...]]:
    """All that every format says of the games, by the names of the players."""
    named = {0: ""} | {each.number: each.name for each in tournament.players}
    return sorted(
        (each.round, each.table, named[each.host], named[each.guest], each.kind, each.guest and each.host_score)
        for each in tournament.results
        if each.kind is not ResultKind.NOT_PLAYED
    )


@pytest.mark.parametrize("form", READABLE)
def test_the_games_of_an_event_come_back_from_every_format(form: str) -> None:
    files = write_tournament(EVENT, form)
    again = read_tournament(files)
    assert results(again) == results(EVENT)
    assert write_tournament(again, form) == files
    assert Counter(each.kind for each in again.results) == KINDS
    assert [each.name for each in again.players if "Ł" in each.name] == ["Ala Łoś"]


@pytest.mark.parametrize("form", READABLE)
@pytest.mark.parametrize("other", READABLE)
def test_an_event_goes_from_one_format_to_another(form: str, other: str) -> None:
    first = read_tournament(write_tournament(EVENT, form))
    assert results(read_tournament(write_tournament(first, other))) == results(EVENT)


def test_what_a_row_is_follows_from_its_scores() -> None:
    kinds = {
        (0, 300, None): ResultKind.BYE,
        (0, 0, None): ResultKind.NOT_PLAYED,
        (2, 400, 1): ResultKind.FORFEIT,
        (2, 1, 458): ResultKind.FORFEIT,
        (2, 399, 1): ResultKind.GAME,
        (2, 400, 0): ResultKind.UNSCORED,
        (2, 0, 400): ResultKind.UNSCORED,
        (2, 401, 0): ResultKind.GAME,
        (2, 0, 0): ResultKind.NOT_PLAYED,
        (2, None, None): ResultKind.NOT_PLAYED,
        (2, 350, 350): ResultKind.GAME,
    }
    assert {key: row(1, 1, 1, *key).kind for key in kinds} == kinds


def test_ratings_and_points_are_whole_numbers_of_hundredths_and_halves() -> None:
    assert [parse_rating(text) for text in ("163.77", "163,7", "163", "1.234", "", "-1")] == [
        16377, 16370, 16300, None, None, None,
    ]  # fmt: skip
    assert [parse_halves(text) for text in ("10.5", "10", "10.0", "10.3")] == [21, 20, 20, None]
    assert [format_halves(value) for value in (21, 20)] == ["10.5", "10.0"]


def test_federation_json_keeps_fields_that_nobody_knows() -> None:
    source = {
        "tournament": {"dateStart": "2026-03-29", "name": "X", "city": "Y", "org": {"id": 7}, "level": None},
        "players": [
            {"startingPosition": 1, "place": 2, "firstName": "Ala", "lastName": "Łoś", "city": "Łódź", "big": 1.5},
            {"startingPosition": 2, "place": None, "name": "Ola", "ppGroup": "", "tournamentRank": 139.4, "x": [1.25]},
        ],
        "results": [{"round": 1, "table": 1, "host": 1, "guest": 2, "score1": None, "score2": None, "note": "ż"}],
        "rankDay": "2026-01-31",
        "ranking": [
            {"lp": 1, "main": True, "player": "Ala Łoś", "city": "Łódź", "rank": 159.0, "scalp": 159, "games": 1},
            {"lp": 2, "main": False, "name": "Ola", "rank": 95.5, "scalp": 191, "games": 2},
        ],
        "version": 3,
    }
    read = pfs_json.read(json.dumps(source).encode())
    assert json.loads(pfs_json.write(read)) == source
    assert [each.name for each in read.ranking] == ["Ala Łoś", "Ola"]
    assert (read.players[0].name, read.players[0].half_points, read.players[1].rating) == ("Ala Łoś", 3, 13940)
    assert read.results[0].kind is ResultKind.NOT_PLAYED


def test_whoever_was_absent_is_no_bye_in_the_federations_json() -> None:
    absent, bye = row(1, 0, 1, 0, 0, None), row(1, 2, 2, 0, 300, None)
    written = json.loads(pfs_json.write(replace(EVENT, results=(absent, bye))))
    assert written["results"] == [{"round": 1, "table": 2, "host": 2, "guest": 0, "score1": 300, "score2": 0}]


def test_a_result_put_right_is_written_and_not_the_old_one() -> None:
    for form in READABLE:
        read = read_tournament(write_tournament(EVENT, form))
        place = next(index for index, each in enumerate(read.results) if each.kind is ResultKind.GAME)
        right = replace(read.results[place], host_score=555, guest_score=222)
        changed = replace(read, results=(*read.results[:place], right, *read.results[place + 1 :]))
        files = write_tournament(changed, form)
        assert 555 in {each.host_score for each in read_tournament(files).results}, form


def test_the_report_names_players_and_numbers_are_by_rating() -> None:
    read = pfs_text.read(TEXT.encode())
    assert [(each.number, each.name, each.place) for each in read.players] == [
        (1, "Ala Łoś", 1), (2, "Iga Kot - Mąka", 2), (3, "Ewa Lis", None),
    ]  # fmt: skip
    assert (read.players[1].first, read.players[1].last) == ("Iga", "Kot - Mąka")
    assert [(each.host, each.guest, each.host_score, each.host_scalp, each.guest_scalp) for each in read.results] == [
        (2, 1, 390, 100, 178), (3, 0, None, None, None), (1, 0, 300, None, None), (3, 2, 1, 28, 128),
    ]  # fmt: skip
    assert [each.kind for each in read.results][::3] == [ResultKind.GAME, ResultKind.FORFEIT]


def test_the_report_is_written_as_it_was_read() -> None:
    read = pfs_text.read(TEXT.encode())
    page = pfs_text.write(read)
    assert pfs_text.read(page) == read
    blocks = "\n".join(pfs_text.blocks(read).values())
    assert blocks == TEXT


def test_a_name_longer_than_its_column_moves_the_column() -> None:
    long = replace(
        EVENT.players[0], first="Anna Maria Wiktoria Eleonora", last="Brzęczyszczykiewicz-Chrząszczewska", name=""
    )
    again = pfs_text.read(pfs_text.write(replace(EVENT, players=(long, *EVENT.players[1:]))))
    assert (again.players[0].first, again.players[0].last, again.players[0].city) == (long.first, long.last, "Łódź")


def test_a_page_may_print_hard_spaces_and_the_score_of_a_bye() -> None:
    page = pfs_text.write(pfs_text.read(TEXT.encode())).decode()
    odd = page.replace("PAUZA\n   2", "BYE BYE 250: 0\n   2").replace("  1 Ala", "&nbsp; 1 Ala")
    bye = pfs_text.read(odd.encode()).results[2]
    assert (bye.kind, bye.host_score, bye.guest_score) == (ResultKind.BYE, 250, None)


def test_a_page_of_html_means_its_letters() -> None:
    page = pfs_text.write(replace(EVENT, name="Kot & <Mysz>"))
    assert b"Kot &amp; &lt;Mysz&gt;" in page
    assert pfs_text.read(page).name == "Kot & <Mysz>"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
def test_polish_letters_are_read_in_utf_8_and_windows_1250(encoding: str) -> None:
    for text in (TEXT, TSH, "Zawodnik;Miasto\nAla Łoś;Łódź\n", pfs_json.write(EVENT).decode()):
        assert "Ala Łoś" in {each.name for each in read_tournament({"x": text.encode(encoding)}).players}


def test_scrabble_managers_files_have_records_of_fixed_size() -> None:
    files = scrabble_manager.write(EVENT)
    assert {suffix: len(data) for suffix, data in files.items() if suffix in (".lte", ".re", ".tin")} == {
        ".lte": 5 * 67, ".re": (5 * 4 + 3) * 8, ".tin": 20 + 2 * 5 + 4,
    }  # fmt: skip
    assert files[".lte"][:42] == b"Ala \x9co\x87".ljust(36) + b"177.79"
    assert files[".re"][:8] == bytes([1, 1, 2, 0, 154, 1, 3, 0])
    assert files[".smt"].decode("cp1250").split("\r\n")[:11] == [
        "46109.000000", "Łódź", "Sędzia Główny", "1", "1", "0", "1", "3", "1 4", "2 1", "3 3",
    ]  # fmt: skip


def test_scrabble_managers_own_settings_come_back() -> None:
    files = scrabble_manager.write(EVENT)
    files[".smt"] = files[".smt"].replace(b"46109.000000", b"46109.437500").replace(b"1 0.000 0 1", b"1 0.500 0 1")
    files[".tin"] = files[".tin"][:4] + b"\x02\x00" + files[".tin"][6:-4] + b"\x02\x00\x01\x00"
    files[".lte"] = b" Ala \x9co\x87".ljust(36) + files[".lte"][36:]
    files[".re"] = files[".re"][:-8] + bytes(8)
    assert scrabble_manager.write(scrabble_manager.read(files)) == files


def test_tsh_is_written_byte_for_byte() -> None:
    data = TSH.encode()
    read = tsh.read({"a.t": data})
    assert tsh.write(read) == {".t": data}
    assert not any("line" in each.extras for each in read.players)
    assert read.players[0].team == "Żuraw"
    assert read.players[0].extras["sections"] == (("rtime", "17 18 19"),)


def test_tsh_written_by_hand_comes_back_as_it_was() -> None:
    data = (
        "# tsh archive\ndivision A A.t\n\n#begin_file name=A.t\nŁoś, Ala\t150 2 0 00; 400 300;team a\\;b\n"
        "Ola 1500+20 1 0; 350 -50\n#end_file name=A.t\n#begin_file name=B.t\nEla  100 2; 1\nIza  100 1; 400; p12 1\n"
        "Uma 0 ;\n#end_file name=B.t\n"
    ).encode()
    read = tsh.read({"a.t": data})
    assert tsh.write(read) == {".t": data}
    assert [(each.number, each.category, each.name) for each in read.players] == [
        (1, "A", "Ala Łoś"), (2, "A", "Ola"), (3, "B", "Ela"), (4, "B", "Iza"), (5, "B", "Uma"),
    ]  # fmt: skip
    assert [(each.host, each.guest, each.host_score, each.kind.value) for each in read.results] == [
        (1, 2, 400, "game"), (4, 3, 400, "forfeit"), (1, 0, 300, "bye"), (2, 0, -50, "forfeit"),
    ]  # fmt: skip
    assert read.players[0].team == "a;b"


def test_divisions_are_files_of_their_own_unless_somebody_plays_across() -> None:
    classes = [replace(each, category="AB"[each.number > 2]) for each in EVENT.players]
    apart = [each for each in EVENT.results if (each.host > 2) == (each.guest > 2) or not each.guest]
    assert list(tsh.write(replace(EVENT, players=tuple(classes)))) == ["/config.tsh", "/a.t"]
    data = tsh.write(replace(EVENT, players=tuple(classes), results=tuple(apart)))
    assert list(data) == ["/config.tsh", "/a.t", "/b.t"]
    assert results(tsh.read(data)) == results(replace(EVENT, results=tuple(apart)))


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("english", [False, True])
def test_a_table_of_players_is_read_as_it_was_written(separator: str, english: bool) -> None:
    written = csv.write_players(EVENT)
    heading, *rows = written.decode("utf-8-sig").replace(";", separator).split("\r\n")
    named = {polish: (polish, in_english)[english] for polish, in_english in csv.HEADINGS.values()}
    heading = separator.join(named[word] for word in heading.split(separator))
    again = csv.read("\r\n".join([heading, *rows]).encode())
    assert [(each.number, each.first, each.last, each.city, each.rating) for each in again.players] == [
        (each.number, each.first, each.last, each.city, each.rating) for each in EVENT.players
    ]
    assert csv.write_players(again) == written


def test_headings_are_understood_in_many_words_and_the_rest_is_kept() -> None:
    table = 'L.p.;NAZWISKO I IMIĘ;Szkoła;ranking;Telefon\n7.;"Łoś; Ala";SP 1;163,77;123\n\n9;Kot Ola;;;\n'
    first, second = csv.read(table.encode("cp1250")).players
    assert (first.number, first.name, first.team, first.rating) == (7, "Łoś; Ala", "SP 1", 16377)
    assert (first.extras, second.rating) == ({"Telefon": "123"}, None)


def test_a_name_is_no_formula_for_a_spreadsheet() -> None:
    wicked = replace(EVENT.players[0], first="", last="", name="=1+1")
    data = csv.write_players(replace(EVENT, players=(wicked,)))
    assert b";'=1+1;" in data
    assert csv.read(data).players[0].name == "=1+1"


def test_results_and_standings_are_tables_too() -> None:
    lines = csv.write_results(EVENT).decode("utf-8-sig").splitlines()
    assert lines[1] == "1;1;1;Ala Łoś;3;Ela Kot-Mąka;410;350;partia"
    assert lines[3] == "1;3;5;Ewa Śledź;;;300;;pauza"
    standings = csv.write_standings(EVENT).decode("utf-8-sig").splitlines()
    assert standings[1] == "1;1;Ala Łoś;Łódź;;;177.79;3.0;1160;380;430"


def test_the_chess_report_says_that_it_is_lossy_and_has_its_columns() -> None:
    lines = trf.write(EVENT).decode().split("\r\n")
    assert lines[0].startswith("### LOSSY")
    assert {"012 II Turniej o Złotą Gęś", "042 2026/03/28", "052 2026/03/29", "062 5", "BBU  0.5"} <= set(lines)
    players = [line for line in lines if line.startswith("001")]
    assert players[0][:47] == "001    1      Łoś, Ala".ljust(47)
    assert players[0][48:52] == " 178"
    assert players[0][80:] == " 3.0    1     3 w 1     2 b =     4 b W"
    assert players[3][91:] == "   2 w 0     3 b -     1 w L"
    assert players[4][91:] == "0000 - U  0000 - U  0000 - U"


def test_points_that_nobody_published_are_counted_for_the_chess_report() -> None:
    bare = replace(EVENT, players=tuple(replace(each, half_points=None) for each in EVENT.players))
    lines = [line for line in trf.write(bare).decode().split("\r\n") if line.startswith("001")]
    assert [line[80:84] for line in lines] == [" 2.5", " 2.0", " 1.5", " 0.0", " 1.5"]


def test_a_letter_that_a_format_does_not_have_is_named() -> None:
    foreign = replace(EVENT.players[0], name="Ала", first="", last="")
    with pytest.raises(TournamentFileError) as refused:
        scrabble_manager.write(replace(EVENT, players=(foreign, *EVENT.players[1:])))
    assert (refused.value.fault, refused.value.file, refused.value.line, refused.value.text) == (
        FileFault.NOT_ENCODABLE, ".lte", 1, "А",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["Ala; Łoś", "2 3", "Ala 2 Łoś", "#Ala", ""])
def test_a_name_that_tsh_would_take_apart_is_refused(name: str) -> None:
    odd = replace(EVENT.players[0], name=name, first="", last="")
    with pytest.raises(TournamentFileError):
        tsh.write(replace(EVENT, players=(odd, *EVENT.players[1:])))
