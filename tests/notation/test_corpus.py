"""The real files of the world: every one is read, every right score confirmed, every human error named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mostek.core.diagnostics import Diagnostic, Kind, NotationError, Severity
from mostek.core.encoding import decode
from mostek.core.tiles import tile_set
from mostek.notation.formats import cgp, gcg
from mostek.notation.game_formats import detect_format, read_game, replay_file
from mostek.notation.plays import WrittenPlay
from mostek.notation.record_checks.ending import Booking
from mostek.notation.replay import Replay, replay
from mostek.rules.loading import rulebook

pytestmark = pytest.mark.corpus

TILES = {"english": "en", "german": "de", "polish": "pl-current"}

DIFFERENCES: dict[str, dict[str, list[str]]] = {
    "english": {
        "capp": ["points 14: 0, -45"],
        "multiplayer-crash": [
            "not_on_rack 7: F", "not_on_rack 8: AN", "not_on_rack 9: AGKW", "not_on_rack 13: X", "not_on_rack 15: EN",
            "not_on_rack 16: QT", "not_on_rack 18: V", "not_on_rack 19: N", "not_on_rack 20: GINSS",
        ],
    },
    "german": {
        "game01_nu19_stefan-hanns": ["points 28: 32, 22"],
        "game03_nu19_johannes-stefan": [
            "not_on_rack 20: U", "points 20: 66, 104", "total 20: 308, 309", "total 26: 257, 256",
        ],
    },
    "polish": {},
}  # fmt: skip
"""All the human errors of the corpus: kind, line, what is recorded and what is true."""

PLACEMENTS = {"english": 839, "german": 104, "polish": 191}


def replays(folder: Path) -> Iterator[tuple[Path, Replay]]:
    for path in sorted(folder.rglob("*.gcg")):
        game = gcg.record(gcg.read(path.read_bytes()), tile_set(TILES[path.parent.name]))
        yield path, replay(game, rulebook("pfs"))


def described(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.kind.value} {diagnostic.line}: {', '.join(map(str, diagnostic.params.values()))}"


@pytest.mark.parametrize("language", list(TILES))
def test_every_game_is_confirmed_but_for_the_known_human_errors(shared_corpus: Path, language: str) -> None:
    found: dict[str, list[str]] = {}
    placements = 0
    for path, result in replays(shared_corpus / "gcg" / language):
        placements += sum(turn.score is not None for turn in result.turns)
        wrong = [described(each) for each in result.diagnostics if each.severity >= Severity.DIFFERENCE]
        if wrong:
            found[path.stem] = wrong
    assert found == DIFFERENCES[language]
    assert placements == PLACEMENTS[language]


def test_every_file_is_written_back_byte_for_byte(shared_corpus: Path) -> None:
    paths = list((shared_corpus / "gcg").rglob("*.gcg"))
    assert len(paths) == 53
    for path in paths:
        assert gcg.read(path.read_bytes()).data == path.read_bytes()


def test_every_game_survives_being_written_anew(shared_corpus: Path) -> None:
    for path, result in replays(shared_corpus / "gcg"):
        again = gcg.record(gcg.parse(gcg.from_recorded(result.game).text), result.game.tile_set)
        after = replay(again, rulebook("pfs"))
        assert (path.name, after.board, after.totals) == (path.name, result.board, result.totals)


def test_players_who_share_a_nickname_and_four_players_are_told_apart(shared_corpus: Path) -> None:
    english = shared_corpus / "gcg" / "english"
    shared = dict(replays(english))[english / "consonant_heaviness_tendency.gcg"]
    assert [each.kind for each in shared.diagnostics] == [Kind.SHARED_NICKNAME]
    assert list(shared.totals) == [345, 356]
    four = dict(replays(english))[english / "multiplayer-crash.gcg"]
    assert list(four.totals) == [172, 184, 221, 149]


@pytest.mark.parametrize(
    ("name", "final", "booking"),
    [
        ("polish_endgame", [305, 312], Booking.TWICE),
        ("gcg-viewer", [347, 336], Booking.TWICE),
        ("zagraj_01", [389, 224], Booking.BOTH),
        ("zagraj_02", [337, 309], Booking.BOTH),
        ("zagraj_03", [291, 363], Booking.BOTH),
        ("zagraj_04", [373, 156], None),
    ],
)
def test_polish_games_end_as_the_federation_counts(
    shared_corpus: Path, name: str, final: list[int], booking: Booking | None
) -> None:
    data = (shared_corpus / "gcg" / "polish" / f"{name}.gcg").read_bytes()
    end = replay(read_game(data, "gcg"), rulebook("pfs")).ending
    assert end.final is not None
    assert (list(end.final), end.booking) == (final, booking)


@pytest.mark.parametrize("number", ["01", "02", "03", "04"])
def test_the_squares_of_a_zagraj_log_are_those_of_the_game_in_gcg(shared_corpus: Path, number: str) -> None:
    """The GCG files were made from the same logs by others."""
    log = (shared_corpus / "logs" / "zagraj" / f"test_game_{number}.txt").read_bytes()
    assert detect_format(log) == "zagraj"
    ours = read_game(log, "zagraj")
    theirs = read_game((shared_corpus / "gcg" / "polish" / f"zagraj_{number}.gcg").read_bytes(), "gcg")
    result = replay(ours, rulebook("pfs"))
    assert not result.diagnostics
    placed = [
        [turn.placement for turn in each.turns if isinstance(turn.recorded.action, WrittenPlay)]
        for each in (result, replay(theirs, rulebook("pfs")))
    ]
    assert placed[0] == placed[1]
    assert result.ending.final == ours.finals


def test_the_kurnik_log_ends_as_its_heading_says(shared_corpus: Path) -> None:
    log = (shared_corpus / "logs" / "kurnik" / "game_01.txt").read_bytes()
    assert detect_format(log) == "kurnik"
    result = replay(read_game(log, "kurnik"), rulebook("pfs"))
    assert [each.kind for each in result.diagnostics] == [Kind.ASSUMED]
    assert list(result.totals) == [350, 256]


MALFORMED = {43, 244, 246, 266, 267, *range(270, 282)}
"""Lines of the position file that engines must refuse: short rows, digits in racks, too many scores and the like."""


def test_every_well_formed_position_is_written_as_it_was(shared_corpus: Path) -> None:
    lines = (shared_corpus / "cgp" / "cgp.tsv").read_text("utf-8").splitlines()
    assert len(lines) == 300
    refused: set[int] = set()
    for number, line in enumerate(lines, 1):
        position = line.split("\t")[2]
        try:
            assert cgp.format_position(cgp.parse_position(position)) == position
        except NotationError:
            refused.add(number)
    assert refused == MALFORMED


def test_the_polish_positions_are_written_as_they_were(shared_corpus: Path) -> None:
    rows = [line.split("\t") for line in (shared_corpus / "cgp" / "polish.tsv").read_text("utf-8").splitlines()]
    positions = [row[3] for row in rows if row[2].startswith("OSPS") and row[3].count("/") > 10]
    assert len(positions) == 4
    assert [cgp.format_position(cgp.parse_position(position, strict=True)) for position in positions] == positions


def test_names_in_every_encoding_are_read(shared_corpus: Path) -> None:
    english = shared_corpus / "gcg" / "english"
    found = {path.name: decode(path.read_bytes()) for path in english.glob("name_*.gcg")}
    assert {name: decoded.encoding for name, decoded in found.items()} == {
        "name_iso8859-1.gcg": "iso8859-1",
        "name_utf8_noheader.gcg": "utf-8",
        "name_utf8_with_header.gcg": "utf-8",
        "name_weird_encoding_with_header.gcg": "utf-8",
    }
    assert all("césar" in decoded.text for decoded in found.values())


@pytest.mark.corpus
def test_tiles_that_nobody_names_are_those_that_make_the_scores_right(shared_corpus: Path) -> None:
    """`one_tile_play.gcg` has only letters that Polish tiles have too; its scores are right with English ones."""
    data = (shared_corpus / "gcg/english/one_tile_play.gcg").read_bytes()
    replayed = replay_file(data, "gcg", rulebook("pfs"))
    assert replayed.game.tile_set.name == "en"
    assert [(note.kind, note.params["value"]) for note in replayed.diagnostics] == [(Kind.ASSUMED, "en")]
