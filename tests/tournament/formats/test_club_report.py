"""A club's two text reports, as clubs write them: read together, cut anywhere refused in one sentence."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from mostek.cli import mostek
from mostek.tournament.file_formats import detect, read_tournament
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats import club_report
from mostek.tournament.recorded import RecordedTournament, ResultKind
from tournament.formats.broken_files import survives

STANDINGS = """Wiosna_Klub - 17 marca 2026 r. (2 rundy)

MIEJSCE                                              p-ty RAZEM
---------------------------------------------------------------
  1.Adam Lis                145 Poznań              730  1.5
  2.Ewa Kot                 120.50                   680  1.5
  3.Jan Maria Rak-Bór       133 Lutol_Suchy         700  0.0
"""
HEAD = """
RUNDA STÓŁ      PRZECIWNIK             RNK       WYNIK   SKALP
--------------------------------------------------------------
"""
FOOT = """                                                 --------------
                                                 RANKING: 167.67


"""
CARDS = f"""Wiosna_Klub

  1  Adam Lis                145 Poznań
{HEAD}   1    1    2  Jan Maria Rak-Bór      133   +  430:350   183
   2         PAUZA
{FOOT}
  2  Jan Maria Rak-Bór       133 Lutol_Suchy
{HEAD}   1    1    1  Adam Lis               145   -  350:430    95
   2    1    3  Ewa Kot                120.50   -  350:380    70
{FOOT}
  3  Ewa Kot                 120.50
{HEAD}   1         PAUZA                           +  300:  0
   2    1    2  Jan Maria Rak-Bór      133   +  380:350   183
{FOOT}"""
FILES = {"klub.txt": STANDINGS.encode("cp1250"), "klubHH.txt": CARDS.encode("cp1250")}


def fault(files: dict[str, bytes]) -> TournamentFileError:
    with pytest.raises(TournamentFileError) as refused:
        read_tournament(files)
    return refused.value


def altered(old: str, new: str) -> dict[str, bytes]:
    assert old in STANDINGS + CARDS
    return {name: data.decode("cp1250").replace(old, new).encode("cp1250") for name, data in FILES.items()}


def facts(read: RecordedTournament) -> list[tuple[object, ...]]:
    return [(row.round, row.table, row.host, row.guest, row.host_score, row.guest_score) for row in read.results]


def test_the_two_reports_are_one_tournament() -> None:
    read = read_tournament(FILES)
    assert (read.name, read.first_day, read.rounds) == ("Wiosna_Klub", date(2026, 3, 17), 2)
    assert [(player.number, player.name, player.city, player.rating) for player in read.players] == [
        (1, "Adam Lis", "Poznań", 14500),
        (2, "Jan Maria Rak-Bór", "Lutol Suchy", 13300),
        (3, "Ewa Kot", "", 12050),
    ]
    assert [(player.place, player.game_points, player.half_points) for player in read.players] == [
        (1, 730, 3),
        (3, 700, 0),
        (2, 680, 3),
    ]
    # The score of a bye that is not printed is what the published points have more than the games.
    assert facts(read) == [
        (1, 0, 3, 0, 300, None),
        (1, 1, 1, 2, 430, 350),
        (2, 0, 1, 0, 300, None),
        (2, 1, 2, 3, 350, 380),
    ]
    assert [row.kind for row in read.results].count(ResultKind.BYE) == 2
    assert [row.host_scalp for row in read.results if row.guest] == [183, 70]


def test_the_order_of_the_files_and_one_file_for_both_say_the_same() -> None:
    whole = read_tournament(FILES)
    assert read_tournament(dict(reversed(FILES.items()))) == whole
    assert read_tournament({"both.txt": (STANDINGS + "\n" + CARDS).encode()}).results == whole.results
    assert detect(FILES["klubHH.txt"]).name == detect(FILES["klub.txt"]).name == "club_report"


def test_cards_alone_have_no_places_and_a_classification_alone_no_games() -> None:
    alone = read_tournament({"klubHH.txt": FILES["klubHH.txt"]})
    assert [player.place for player in alone.players] == [None] * 3
    missing = fault({"klub.txt": FILES["klub.txt"]})
    assert (missing.fault, missing.text) == (FileFault.MISSING_BLOCK, "RUNDA  STÓŁ  PRZECIWNIK")


@pytest.mark.parametrize(
    ("old", "new", "expected", "file"),
    [
        ("350:430    95", "350:431    95", FileFault.ONE_SIDED, "klubHH.txt"),
        ("   1    1    1  Adam", "   1    1    9  Adam", FileFault.ONE_SIDED, "klubHH.txt"),
        ("   1    1    2  Jan", "   1    1    9  Jan", FileFault.UNKNOWN_PLAYER, "klubHH.txt"),
        ("   2         PAUZA", "   1         PAUZA", FileFault.SEATED_TWICE, "klubHH.txt"),
        ("   2         PAUZA", "   2         PRZERWA", FileFault.BAD_LINE, "klubHH.txt"),
        ("  1.Adam Lis ", "  1.Adam Lys ", FileFault.UNKNOWN_PLAYER, "klub.txt"),
        ("  3  Ewa Kot", "  2  Ewa Kot", FileFault.SAME_PLAYER, "klubHH.txt"),
    ],
)
def test_a_fault_is_named_with_its_file_and_line(old: str, new: str, expected: FileFault, file: str) -> None:
    found = fault(altered(old, new))
    assert (found.fault, found.file) == (expected, file)
    assert found.line > 0


def test_reports_cut_anywhere_are_refused_or_read_as_they_stand() -> None:
    for name, data in FILES.items():
        for end in range(len(data)):
            survives(partial(_read_with, name), data[:end])


def _read_with(name: str, cut: bytes) -> RecordedTournament:
    return club_report.read({**FILES, name: cut})


def test_a_folder_of_reports_becomes_an_event_whose_figures_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))
    folder = tmp_path / "klub"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    done = CliRunner().invoke(mostek, ["--lang", "en", "tournament", "import", "--yes", str(folder)])
    assert done.exit_code == 0, done.output
    assert "Wiosna_Klub: 3 players, 2 rounds." in done.output
    assert "The figures are as the file states them" in done.output


@pytest.mark.corpus
def test_the_shared_report_is_read(shared_corpus: Path) -> None:
    folder = shared_corpus.parent / "cases" / "files" / "club-report"
    read = read_tournament({path.name: path.read_bytes() for path in folder.iterdir()})
    assert (len(read.players), len(read.results), read.rounds) == (4, 6, 3)
