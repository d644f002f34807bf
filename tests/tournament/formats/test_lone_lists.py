"""Files that are only a part of an event: an entry list of TSH is read, standings alone are refused by what they lack."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek

ENTRIES = "Lis, Anna            1111\nKot, Jan             1098\nde la Cruz, Maria Ewa 900;\n"
STANDINGS = "division,rank,username,wins,losses,draws,winpts,spread\nA,1,lis_anna,2,0,0,2.0,153\n"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))


def imported(folder: Path, name: str, text: str) -> Result:
    path = folder / name
    path.write_text(text, "utf-8")
    return CliRunner().invoke(mostek, ["--lang", "en", "tournament", "import", "--yes", str(path)])


def test_an_entry_list_of_tsh_is_read_with_names_and_ratings(tmp_path: Path) -> None:
    done = imported(tmp_path, "lone.t", ENTRIES)
    assert done.exit_code == 0, done.output
    shown = CliRunner().invoke(mostek, ["--lang", "en", "tournament", "entrants"]).output
    for name, rating in (("Anna Lis", "1111"), ("Jan Kot", "1098"), ("Maria Ewa de la Cruz", "900")):
        assert any(name in line and rating in line for line in shown.splitlines()), shown


def test_standings_without_games_are_refused_by_what_they_lack(tmp_path: Path) -> None:
    done = imported(tmp_path, "woogles-standings.csv", STANDINGS)
    assert done.exit_code == 2
    assert "Standings without the games; export the event from Woogles for TSH" in done.output
    assert not (tmp_path / "data" / "tournaments").exists()


def test_a_sentence_about_an_unknown_file_is_on_one_line(tmp_path: Path) -> None:
    done = imported(tmp_path, "odd.txt", "x\ny\tz\n1 2 3\n")
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "\ufffd" not in done.output
