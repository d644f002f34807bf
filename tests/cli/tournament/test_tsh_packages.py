"""Packages of TSH and Woogles as they arrive: a folder, a .zip, an archive, tourney.js; in, on, and out again."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.app import tournament_packages
from mostek.tournament.file_formats import read_tournament, write_tournament

CONFIG = r"""# Two divisions of a weekend
division A a.t
division B b.t
config event_name = "Open \"P\" 2026"
config event_date = "November 21-22, 2026"
config max_rounds = 4
config realm = 'wespa'
config bye_spread = 50;
classes A 2
prize rank 1 A $100
"""
A = r"""P001, Ala              900 2 3 0; 400 350 50; board 1 1 0; class A; p12 1 2 0; phone 5\;5 \\x
P002, Ola              800 1 0 3; 300 50 444; board 1 0 1; class B; p12 2 0 1; rtime 17 00 19
P003, Ela              700 0 1 2; 50 360 333; board 0 1 1; off -50; p12 0 1 2
"""
B = "P004, Iza 600\r\n# a late entry\r\nP005, Jan  500 0; 50\r\nP006, Ewa 400 4; 300\r\nP007, Leo 300 3; 350\r\n"
PACKAGE = {"config.tsh": CONFIG, "a.t": A, "b.t": B}

ARCHIVE = (
    "# tsh archive file\ndivision A a.t\ndivision B b.t\nconfig event_name = 'Open'\n"
    f"#begin_file name=a.t\n{A}#end_file name=a.t\n#begin_file name='b.t'\nP004, Iza 600;\n#end_file name='b.t'\n"
)

WOOGLES = (
    "#division NWL\n#ratingcheck off\nP001, Ala\t1500 2 0; 400 50\nP002, Ola\t1400 1 3; 380 420\nnickname\t1300 0 2; -50 399\n"
    "#division CSW\n#ratingcheck off\nP004\t0 2 2; 300 410\nP005, Jan\t0 1 1; 310 0\n"
)

TOURNEY = (
    'newt={"config":{"_termdict":{"messages":{"undefined":{"brief":"undefined \\" x"}}},"check_by_winner":undefined,'
    '"entry":"both","event_date":"February 14-16, 2026","event_name":"P0 Classic, undefined","max_rounds":4},'
    '"divisions":[{"classes":2,"maxr":3,"maxrp":1,"name":"B","players":[undefined,'
    '{"etc":{"board":[1,1],"class":["A"],"excwins":[-2.5],"p12":[1,2],"rcrank":undefined,"seat":[]},"id":1,'
    '"name":"P001, Ala","newr":undefined,"pairings":[2,2],"photo":"pix/u.gif","rating":1726,"scores":[400,350]},'
    '{"etc":{"board":[1,1],"p12":[2,1]},"id":2,"name":"P002, Ola","pairings":[1,1],"rating":1615,"scores":[399,360]}],'
    '"rating_system":"naspa-csw","seeds":[1,2]}],"profile":undefined};\n'
)


def data(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def folder(place: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return place


def packed(path: Path, files: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(name, text)
    return path


def standings(desk: Desk, event: str) -> list[list[tuple[object, ...]]]:
    tables = desk.does(f"standings -e {event}")["tables"]
    return [[(row["name"], row["half_points"], row["spread"]) for row in each["standings"]] for each in tables]


def test_a_package_goes_out_as_it_came_in() -> None:
    read = read_tournament(data(PACKAGE))
    assert write_tournament(read, "tsh") == {f"/{name}": text for name, text in data(PACKAGE).items()}
    assert (read.name, str(read.first_day), str(read.last_day), read.rounds) == (
        'Open "P" 2026', "2026-11-21", "2026-11-22", 4,
    )  # fmt: skip
    assert [(each.number, each.category, each.has_left) for each in read.players] == [
        (1, "A", False), (2, "A", False), (3, "A", True), (4, "B", False), (5, "B", False),
        (6, "B", False), (7, "B", False),
    ]  # fmt: skip
    assert dict(read.players[0].extras["sections"]) == {"class": "A", "phone": r"5;5 \x"}
    assert read.settings["bye.own"] == 50


@pytest.mark.parametrize("text", [A, B, ARCHIVE, WOOGLES], ids=["a", "b", "archive", "woogles"])
def test_a_single_file_goes_out_as_it_came_in(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp1250", "utf-16"):
        changed = text.replace("Ala", "Łucja").encode(encoding)
        assert write_tournament(read_tournament({"x": changed}), "tsh") == {".t": changed}, encoding


def test_a_changed_name_changes_one_line_of_the_configuration() -> None:
    from msgspec.structs import replace

    read = replace(read_tournament(data(PACKAGE)), name="Ala's", rounds=5)
    written = write_tournament(read, "tsh")["/config.tsh"].decode().splitlines()
    before = CONFIG.splitlines()
    assert [(old, new) for old, new in zip(before, written, strict=True) if old != new] == [
        (before[3], r"config event_name = 'Ala\'s'"),
        (before[5], "config max_rounds = 5"),
    ]


@pytest.mark.parametrize("arrives", ["folder", "zip", "files", "zip of a folder"])
def test_an_event_of_tsh_is_run_on_and_goes_out_again(desk: Desk, tmp_path: Path, arrives: str) -> None:
    beside = {**PACKAGE, "old/a.t": "broken", "html/index.html": "<p>", "__MACOSX/._a.t": "\0", ".DS_Store": "\0"}
    source = folder(tmp_path / "event", beside)
    if arrives.startswith("zip"):
        inner = {f"event/{name}" if "of" in arrives else name: text for name, text in beside.items()}
        source = packed(tmp_path / "event.zip", inner)
    given = " ".join(str(source / name) for name in PACKAGE) if arrives == "files" else str(source)
    answer = desk.does(f"import {given} --name weekend --set plan=swiss")
    left_out = [note for note in answer["notes"] if "index.html" in note]
    assert len(left_out) == (0 if arrives == "files" else 1)
    assert standings(desk, "weekend") == [
        [("Ala P001", 4, 140), ("Ola P002", 4, 61), ("Ela P003", 4, -51)],
        [("Jan P005", 2, 50), ("Leo P007", 2, 50), ("Iza P004", 0, 0), ("Ewa P006", 0, -50)],
    ]
    desk.does("pair --division A")
    paired = desk.pairings("--division A")
    assert {player["number"] for table in paired["tables"] for player in table["players"]} == {1, 2}
    desk.does("result 1 400:390 --division A")
    files = desk.does(f"export tsh -o {tmp_path}/out")["files"]
    assert [Path(file).name for file in files] == ["config.tsh", "a.t", "b.t"]
    before = standings(desk, "weekend")
    desk.does(f"import {tmp_path}/out --name again")
    assert standings(desk, "again") == before


def test_an_export_says_in_the_configuration_what_a_bye_is_worth(desk: Desk, tmp_path: Path) -> None:
    desk.founded(3, "--set rounds=2", name="Nieparzyści")
    for number, name in enumerate(("Jan Żak", "Anna Maria Wąs", "Ewa Lis"), 1):
        desk.does(f'amend {number} --name "{name}"')
    desk.does("pair")
    desk.plays()
    config, players = (Path(file) for file in desk.does(f"export tsh -o {tmp_path}/out")["files"])
    lines = config.read_text("utf-8").splitlines()
    assert {
        "division A a.t",
        "config event_name = 'Nieparzyści'",
        "config realm = 'pol'",
        "config bye_spread = 300",
        "config all_byes_tie = 1",
        "config sum_before_spread = 1",
        "config tfile_encoding = 'utf8'",
    } <= set(lines)
    assert "config event_date = '2026-11-21" in config.read_text("utf-8")
    assert players.read_text("utf-8").startswith("Żak, Jan ")
    assert "Wąs, Anna Maria " in players.read_text("utf-8")
    desk.does(f"import {tmp_path}/out --name again")
    assert standings(desk, "again") == standings(desk, "nieparzysci")


def test_woogles_divisions_and_byes_are_read(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "export.tsh").write_text(WOOGLES)
    desk.does(f"import {tmp_path}/export.tsh --name woogles")
    assert standings(desk, "woogles") == [
        [("Ala P001", 4, 70), ("Ola P002", 2, 1), ("nickname", 0, -71)],
        [("P004", 2, 400), ("Jan P005", 2, -400)],
    ]


def test_the_tourney_of_a_web_page_is_read_and_written(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "tourney.js").write_text(TOURNEY)
    desk.does(f"import {tmp_path}/tourney.js --name www --set plan=round_robin")
    assert desk.does("show -e www")["name"] == "P0 Classic, undefined"
    assert standings(desk, "www") == [[("Ola P002", 2, 9), ("Ala P001", 2, -9)]]
    (file,) = desk.does(f"export tourney -o {tmp_path}/out")["files"]
    assert Path(file).read_text() == TOURNEY, "nothing was changed"
    desk.does("amend 1 --name 'Ala P011' -e www")
    (file,) = desk.does(f"export tourney -e www -o {tmp_path}/out")["files"]
    text = Path(file).read_text()
    content = json.loads(text.removeprefix("newt=").rstrip(";\n"))
    assert [each and each["name"] for each in content["divisions"][0]["players"]] == [None, "P011, Ala", "P002, Ola"]
    assert content["divisions"][0]["players"][1]["scores"] == [400, 350]
    desk.does(f"import {file} --name again")
    assert standings(desk, "again") == standings(desk, "www")


def test_what_a_tourney_says_besides_comes_back() -> None:
    written = write_tournament(read_tournament({"tourney.js": TOURNEY.encode()}), "tourney")["-tourney.js"]
    content = json.loads(written.decode().removeprefix("newt=").rstrip(";\n"))
    first = content["divisions"][0]["players"][1]
    assert (first["photo"], first["etc"]["class"], first["etc"]["excwins"]) == ("pix/u.gif", ["A"], [-2.5])
    assert content["divisions"][0]["rating_system"] == "naspa-csw"
    assert content["config"]["entry"] == "both"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"a.t": None, "b.t": None}, "a.t"),
        ({"a.t": A.replace("400", "4o0")}, "a.t, line 1"),
        ({"a.t": A.replace("; 400 350 50", "; 400 350 50 7")}, "a.t, line 1"),
        ({"b.t": "P004, Iza 600 2;"}, "b.t, line 1"),
        ({"b.t": "", "a.t": ""}, "names no players"),
        ({"config.tsh": CONFIG + "division a c.t\n"}, "config.tsh, line 11"),
    ],
)
def test_a_fault_in_a_package_is_named_with_its_file(
    desk: Desk, tmp_path: Path, change: dict[str, str | None], said: str
) -> None:
    files = {name: text for name, text in {**PACKAGE, **change}.items() if text is not None}
    assert said in desk.fails(f"import {folder(tmp_path / 'event', files)} --name x")
    assert not list((tmp_path / "tournaments").glob("*"))


def test_a_division_whose_file_is_not_there_is_left_out_aloud(desk: Desk, tmp_path: Path) -> None:
    files = {name: text for name, text in PACKAGE.items() if name != "b.t"}
    answer = desk.does(f"import {folder(tmp_path / 'event', files)} --name x")
    assert [note for note in answer["notes"] if "b.t" in note]
    assert len(standings(desk, "x")) == 1


def test_a_package_that_is_none_is_refused_in_a_sentence(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = packed(tmp_path / "event.zip", PACKAGE).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    assert "cut.zip" in desk.fails(f"import {tmp_path}/cut.zip")
    place = whole.index(b"Two") if b"Two" in whole else 80
    (tmp_path / "damaged.zip").write_bytes(whole[:place] + b"\xff\xff\xff\xff" + whole[place + 4 :])
    assert "damaged" in desk.fails(f"import {tmp_path}/damaged.zip")
    packed(tmp_path / "empty.zip", {})
    assert desk.fails(f"import {tmp_path}/empty.zip")
    packed(tmp_path / "other.zip", {"readme.txt": "Ala ma kota.", "x.png": "\x89PNG"})
    assert "readme.txt" in desk.fails(f"import {tmp_path}/other.zip")
    (tmp_path / "bare").mkdir()
    assert "no file" in desk.fails(f"import {tmp_path}/bare")
    monkeypatch.setattr(tournament_packages, "LARGEST", 2000)
    packed(tmp_path / "bomb.zip", {**PACKAGE, "a.t": A + "#" * 3000})
    assert "16 MB" in desk.fails(f"import {tmp_path}/bomb.zip")
    folder(tmp_path / "large", {**PACKAGE, "a.t": A + "#" * 3000})
    assert "16 MB" in desk.fails(f"import {tmp_path}/large")
    (tmp_path / "large.t").write_text(A + "#" * 3000)
    assert "16 MB" in desk.fails(f"import {tmp_path}/large.t")
    monkeypatch.setattr(tournament_packages, "LARGEST", 2**20)
    monkeypatch.setattr(tournament_packages, "MEMBERS", 2)
    assert "2000 files" in desk.fails(f"import {tmp_path}/event.zip")


def test_no_more_of_a_package_is_unpacked_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_packages, "LARGEST", 1000)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("zeros", b"0" * 50_000_000)
    taken = []
    read = zipfile.ZipExtFile.read

    def count(file: zipfile.ZipExtFile, size: int = -1) -> bytes:
        taken.append(size)
        return read(file, size)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", count)
    with pytest.raises(Exception, match="too large"):
        tournament_packages.unpacked(stream.getvalue(), "x.zip")
    assert taken == [1001]


def test_another_file_in_a_zip_is_no_hindrance(desk: Desk, tmp_path: Path) -> None:
    desk.founded(2, "--set rounds=2")
    (file,) = desk.does(f"export json -o {tmp_path}/out")["files"]
    packed(tmp_path / "mail.zip", {"wyniki.json": Path(file).read_text(), "list.docx": "PK"})
    answer = desk.does(f"import {tmp_path}/mail.zip --name mail")
    assert any("list.docx" in note for note in answer["notes"])


BY_HAND = """\
// 03_round2_pairings
/* generated: "2025" */

newt = {
  config: {
    event_name: "Test: // 'B' {a: 1,}", // not a comment within
    event_date: 'August 5, 2025',
    max_rounds: 7,
  },
  divisions: [
    {
      name: "A",
      players: [
        null,
        { etc: { p12: [1, 1], newr: [], }, id: 1, name: "Ala", pairings: [2, 3], rating: 2201, scores: [477], },
        { etc: { p12: [2, 0], }, id: 2, name: 'Jan "Żak" O\\'Hara', pairings: [1, 0], rating: 2101, scores: [470, 50], },
        { etc: { p12: [0, 2], }, id: 3, name: "Ewa", pairings: [0, 1], rating: undefined, scores: [50], },
      ],
      maxr: 7,
    },
  ],
};
"""


def test_a_tourney_written_as_people_write_javascript_is_read(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "t.js").write_text(BY_HAND, "utf-8")
    desk.does(f"import {tmp_path}/t.js --name js")
    shown = desk.does("show -e js")
    assert (shown["name"], shown["starts_on"]) == ("Test: // 'B' {a: 1,}", "2025-08-05")
    assert standings(desk, "js") == [[("Ewa", 2, 50), ('Jan "Żak" O\'Hara', 2, 43), ("Ala", 2, 7)]]
    assert desk.pairings("-e js")["round"] == 2


def test_the_object_alone_is_read_too(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(json.dumps(json.loads(TOURNEY[5:-2].replace("undefined", "null")), indent=1))
    desk.does(f"import {tmp_path}/t.json --name www")
    assert standings(desk, "www") == [[("Ola P002", 2, 9), ("Ala P001", 2, -9)]]


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("rating: 2101", "rating: 2101 x", 16, 99),
        ("id: 3,", "id: 3,, ", 17, 40),
        ("max_rounds: 7", "max_rounds: 7 'x", 8, 19),
    ],
)
def test_where_such_a_file_breaks_off_is_named(
    old: str, new: str, line: int, column: int, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "t.js").write_text(BY_HAND.replace(old, new), "utf-8")
    assert f"line {line}, column {column}" in desk.fails(f"import {tmp_path}/t.js --name js")


def test_a_large_file_of_nothing_but_comments_and_quotes_is_refused_soon(desk: Desk, tmp_path: Path) -> None:
    for text in ("/*" * 200_000, "newt={" + "'" * 200_001, "newt={" + '"\\' * 200_000, "newt={" + "a:{" * 100_000):
        (tmp_path / "t.js").write_text(text)
        desk.fails(f"import {tmp_path}/t.js --name js")
