"""`mostek samples`: files that every command takes, the same each time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.core.moves import words_on
from mostek.features.samples.sample_games import replayed_game
from mostek.lexicon.school_words import are_fit_for_school

GUIDES = Path(__file__).parents[2] / "docs" / "guide"


def run_mostek(*arguments: str | Path, data: Path | None = None) -> Result:
    environment = {} if data is None else {"MOSTEK_DATA": str(data)}
    return CliRunner().invoke(mostek, ["--lang", "en", *map(str, arguments)], env=environment)


@pytest.fixture(scope="module")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    assert run_mostek("samples", folder).exit_code == 0
    return folder


def test_the_files_are_told_and_are_there_as_they_were_told(sample_folder: Path, tmp_path: Path) -> None:
    answer = run_mostek("samples", tmp_path, "--json")
    told = [Path(path) for path in json.loads(answer.stdout)["files"]]
    assert sorted(told) == sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert all(path.read_bytes() == (sample_folder / path.relative_to(tmp_path)).read_bytes() for path in told)


def test_a_file_that_is_there_is_kept_unless_it_may_go(tmp_path: Path) -> None:
    own = tmp_path / "final.gcg"
    own.write_text("my game")
    refused = run_mostek("samples", tmp_path)
    assert refused.exit_code == 2
    assert f"{own} is there already, so nothing was written" in refused.output
    assert list(tmp_path.iterdir()) == [own]
    assert run_mostek("samples", tmp_path, "--force").exit_code == 0
    assert own.read_text("utf-8").startswith("#character-encoding")


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = run_mostek("samples", tmp_path / "file" / "below")
    assert refused.exit_code == 2
    assert "below" in refused.output


def test_the_last_sentence_names_a_folder_with_blanks_as_a_shell_takes_it(tmp_path: Path) -> None:
    answer = run_mostek("samples", tmp_path / "Zażółć gęślą")
    assert f"cd '{tmp_path}/Zażółć gęślą' && mostek review final.gcg" in answer.stdout


def test_people_enter_an_event(sample_folder: Path, tmp_path: Path) -> None:
    run_mostek("tournament", "new", "Próba", "--template", "pfs", "--set", "rounds=5", data=tmp_path)
    assert (
        "24 people have entered"
        in run_mostek("tournament", "register", "--file", sample_folder / "zawodnicy.csv", data=tmp_path).output
    )


def test_pupils_enter_an_event_of_schools(sample_folder: Path, tmp_path: Path) -> None:
    run_mostek("tournament", "new", "Szkoły", "--template", "school", "--set", "rounds=5", data=tmp_path)
    for school in ("SP 1 Kutno", "SP 2 Łódź", "SP 3 Płock", "SP 4 Żory"):
        run_mostek("tournament", "team", school, "--contact", "Ela Noteć", "--division", "gimnazja", data=tmp_path)
    assert (
        "32 people have entered"
        in run_mostek("tournament", "register", "--file", sample_folder / "szkoly.csv", data=tmp_path).output
    )


def test_the_event_goes_on_in_its_third_round(sample_folder: Path, tmp_path: Path) -> None:
    assert (
        "24 players, 3 rounds"
        in run_mostek("tournament", "import", sample_folder / "turniej.zip", data=tmp_path).output
    )
    assert "the results of tables 6–12 are missing" in run_mostek("tournament", "show", data=tmp_path).output
    assert "are missing" in run_mostek("tournament", "result", "7", "412:388", data=tmp_path).output
    verified = run_mostek("tournament", "verify", data=tmp_path)
    assert verified.exit_code == 0
    assert "✗" not in verified.output


def test_each_recorded_game_is_without_a_fault(sample_folder: Path) -> None:
    games = sorted((sample_folder / "partie").glob("*.gcg"))
    assert len(games) == 10
    for game in games:
        assert run_mostek("replay", game).exit_code == 0, game
        words = [word.text for word in words_on(replayed_game(game.stem).board)]
        assert words
        assert are_fit_for_school(words), game


def test_the_saved_game_is_proved(sample_folder: Path) -> None:
    verified = run_mostek("verify", sample_folder / "partia.jsonl")
    assert verified.exit_code == 0
    assert "✓ The draws are proven" in verified.output
    assert run_mostek("convert", sample_folder / "partia.jsonl", "--to", "gcg").output == (
        sample_folder / "final.gcg"
    ).read_text("utf-8")


def test_the_position_is_one_of_the_game(sample_folder: Path) -> None:
    position = (sample_folder / "pozycja.cgp").read_text("utf-8")
    assert run_mostek("convert", sample_folder / "final.gcg", "--to", "cgp", "--turn", "8").output == position


def test_the_words_make_a_list(sample_folder: Path, tmp_path: Path) -> None:
    made = run_mostek(
        "lexicon", "import", sample_folder / "slowa.txt", "--name", "klub", "--edition", "1", data=tmp_path
    )
    assert made.exit_code == 0, made.output
    assert "VALID" in run_mostek("judge", "--lexicon", "klub", "kot", data=tmp_path).output


def test_what_guides_print_as_a_file_is_the_sample(sample_folder: Path) -> None:
    (people,) = re.findall(r"```csv\n(.*?)```", (GUIDES / "tournament.md").read_text("utf-8"), re.DOTALL)
    assert (sample_folder / "gracze.csv").read_text("utf-8") == people
    told = re.findall(r"```json\n(.*?)```", (GUIDES / "table.md").read_text("utf-8"), re.DOTALL)
    assert (sample_folder / "stol.jsonl").read_text("utf-8") == "".join(told)
