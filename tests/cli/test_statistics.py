"""`mostek statistics` as a person and a spreadsheet meet it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.game_logs import passed_out
from engine.short_lexicon import short_lexicon, short_lexicon_folder
from engine.written_games import whole_game
from mostek.cli import mostek
from mostek.engine.review import GameReview, Grade, review, to_json
from mostek.engine.review.statistics import statistics

__all__ = ["short_lexicon", "short_lexicon_folder"]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", "statistics", *map(str, arguments)])


@pytest.fixture
def reviews(short_lexicon: str) -> list[GameReview]:
    """Two games; in the second one the players sit the other way round."""
    games = [whole_game(short_lexicon, seed, (1, 2)) for seed in (5, 9)]
    games[1] = games[1].replace("#player1 ala Ala\n#player2 ola Ola", "#player1 ala OLA\n#player2 ola ala")
    return [review(game, "static") for game in games]


@pytest.fixture
def folder(reviews: list[GameReview], tmp_path: Path) -> Path:
    for number, found in enumerate(reviews):
        (tmp_path / f"{number}.json").write_bytes(to_json(found))
    return tmp_path


def test_a_person_is_counted_over_games_whatever_the_seat(reviews: list[GameReview]) -> None:
    found = statistics(reviews)
    assert [(person.name, person.games) for person in found.people] == [("Ala", 2), ("Ola", 2)]
    ala = found.people[0]
    scores = (reviews[0].players[0].score, reviews[1].players[1].score)
    assert ala.points == sum(scores) / 2
    assert ala.best_game == max(scores)
    assert ala.won + ala.drawn + ala.lost == 2
    assert ala.judged == reviews[0].players[0].judged + reviews[1].players[1].judged
    assert found.all is not None
    assert sum(found.all.grades.values()) == found.all.judged == sum(person.judged for person in found.people)
    assert found.all.won == found.all.lost


def test_words_are_counted_as_they_were_played(reviews: list[GameReview]) -> None:
    words = [word for found in reviews for turn in found.turns if turn.kind == "play" for word in turn.words]
    found = statistics(reviews).all
    assert found is not None
    assert all(words.count(word) == number for word, number in found.words)
    assert found.words[0][1] == max(map(words.count, words))


def test_reviews_and_games_are_read_alike(folder: Path, reviews: list[GameReview]) -> None:
    answer = run(folder, "--json")
    assert answer.exit_code == 0
    assert [person["points"] for person in json.loads(answer.stdout)["people"]] == [
        person.points for person in statistics(reviews).people
    ]


def test_a_spreadsheet_gets_a_line_for_each_person(folder: Path, tmp_path: Path) -> None:
    assert run(folder, "--csv", "-o", tmp_path / "table.csv").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text("utf-8").splitlines()))
    assert [row["name"] for row in rows] == ["Ala", "Ola"]
    assert all(f"grade_{grade.value}" in rows[0] for grade in Grade)


def test_a_name_is_no_formula(reviews: list[GameReview], tmp_path: Path) -> None:
    text = to_json(reviews[0]).decode().replace('"name":"Ala"', '"name":"=1+1"')
    (tmp_path / "formula.json").write_text(text, "utf-8")
    answer = run(tmp_path, "--csv")
    assert "'=1+1" in answer.stdout


def test_the_page_has_plots_and_no_scripts(folder: Path, tmp_path: Path) -> None:
    assert run(folder, "--player", "OLA", "--html", "-o", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<svg") >= 3
    assert "<script" not in page
    assert "Statistics: Ola" in page


def test_an_unknown_person_is_told(folder: Path) -> None:
    answer = run(folder, "--player", "Alla")
    assert answer.exit_code == 2
    assert "Nobody called 'Alla'" in answer.stderr


def test_a_log_of_mostek_has_times(short_lexicon: str, tmp_path: Path) -> None:
    passed_out(tmp_path / "game.jsonl", short_lexicon, (5, 40))
    answer = run(tmp_path, "--json")
    assert answer.exit_code == 0, answer.stderr
    ala, ola = json.loads(answer.stdout)["people"]
    assert (ala["name"], ala["timed_games"], ala["seconds_per_turn"]) == ("Ala", 1, 5.0)
    assert (ola["seconds_per_turn"], ola["seconds_by_phase"]) == (40.0, {"opening": 40.0})
    assert ola["seconds_per_game"] == 40.0 * ola["timed_turns"] == ola["points_of_games"][0]["seconds"]
    assert [(each["least"], each["turns"]) for each in ola["by_time"]] == [(30, ola["timed_turns"])]
    assert "0:40" in run(tmp_path).stdout
    page = run(tmp_path, "--html").stdout
    assert "Seconds for each turn" in page
    assert "Times come from the clocks" in page
    rows = list(csv.DictReader(run(tmp_path, "--csv").stdout.splitlines()))
    assert [row["seconds_per_turn"] for row in rows] == ["5.0", "40.0"]


def test_files_without_times_have_none(folder: Path) -> None:
    people = json.loads(run(folder, "--json").stdout)["people"]
    assert {(person["timed_games"], person["seconds_per_turn"], len(person["by_time"])) for person in people} == {
        (0, None, 0)
    }
    assert "Times are not shown" in run(folder, "--html").stdout


def test_a_damaged_log_is_told_and_the_others_count(short_lexicon: str, tmp_path: Path) -> None:
    good = passed_out(tmp_path / "a.jsonl", short_lexicon, (5, 40)).read_bytes()
    (tmp_path / "b.jsonl").write_bytes(good.replace(b'"millis":1200000', b'"millis":1300000', 1))
    answer = run(tmp_path, "--json")
    assert answer.exit_code == 2
    assert "b.jsonl: " in answer.stderr
    assert [person["games"] for person in json.loads(answer.stdout)["people"]] == [1, 1]
