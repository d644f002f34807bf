"""Learning what leaves are worth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mostek.core.tiles import BLANK, tile_set
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.leaves import no_values, vowel_bits
from mostek.engine.self_play import Match
from mostek.engine.training import CHUNK, Generation, Regression, Training, TrainingGames, TrainingSums, learning_curve

LETTERS = tile_set("pl-current").alphabet.letters
CODES, SIZE = 33, 7
TERMS = CODES * SIZE + CODES * (CODES - 1) // 2 + (SIZE + 1) ** 2


@pytest.fixture
def played_with(short_lexicon: str) -> Equipment:
    return equipment(short_lexicon)


@pytest.fixture
def sums(played_with: Equipment) -> TrainingSums:
    return TrainingGames(played_with, 7, no_values(LETTERS))(range(60))


def matrix(sums: TrainingSums) -> np.ndarray:
    half = np.zeros((TERMS, TERMS))
    half[np.triu_indices(TERMS)] = np.frombuffer(sums.squares, "<i8")
    return half + np.triu(half, 1).T


def together(regression: Regression, *parts: TrainingSums) -> Generation:
    for part in parts:
        regression.add(part)
    return regression.generation(1, 60, no_values(LETTERS))


def test_terms_stand_where_the_values_look_for_them(sums: TrainingSums) -> None:
    """Of each tile no more are met than there are; no consonants are met with vowels beyond a rack."""
    met = matrix(sums).diagonal() > 0
    equal = met[: CODES * SIZE].reshape(CODES, SIZE)
    counts = tile_set("pl-current").tiles.counts
    for row, face in zip(equal, (BLANK, *LETTERS), strict=True):
        assert row[0]
        assert not row[counts[face] :].any(), face
    pairs = met[CODES * SIZE : -((SIZE + 1) ** 2)]
    assert pairs.mean() > 0.9
    balance = met[-((SIZE + 1) ** 2) :].reshape(SIZE + 1, SIZE + 1)
    vowels, others = np.indices(balance.shape)
    assert not balance[vowels + others > SIZE].any()
    assert balance[(vowels + others <= 4)].all()


def test_the_values_are_those_of_least_squares_and_doubt(played_with: Equipment, sums: TrainingSums) -> None:
    """Where the penalised sum of squares is least it has no slope."""
    regression = Regression(played_with)
    regression.add(sums)
    values = regression.generation(1, 60, no_values(LETTERS)).values
    squares, products = matrix(sums) / 8, np.frombuffer(sums.products, "<i8") / 8
    doubts = regression._doubts * sums.variance / 8 / sums.racks
    learnt = regression._vector(values)
    slope = (squares + doubts) @ learnt - products
    # Values are whole thousandths: half of one, summed over the terms that go with it, is no slope.
    flat = np.abs(slope) <= np.abs(squares + doubts).sum(1) / 2
    assert flat[CODES * SIZE :].all()
    assert np.abs(slope[CODES * SIZE :]).max() < np.abs(products).max() / 1000


def test_lessons_may_be_added_in_any_parts(played_with: Equipment, sums: TrainingSums) -> None:
    lessons = TrainingGames(played_with, 7, no_values(LETTERS))
    parts = [lessons(range(40, 60)), lessons(range(40))]
    assert together(Regression(played_with), sums) == together(Regression(played_with), *parts)
    assert together(Regression(played_with), sums).racks == sums.racks > 1000


def test_a_stopped_training_goes_on_where_it_was(
    played_with: Equipment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mostek.engine.training.CHUNK", 4)
    training = Training(played_with, generations=3, games=5)
    whole = list(training.carried_out())
    stopped = training.carried_out(tmp_path)
    assert next(stopped) == whole[0]
    del stopped
    games: list[tuple[int, int]] = []
    assert list(training.carried_out(tmp_path, progress=lambda *done: games.append(done))) == whole
    assert games[0] == (2, 4)
    assert [generation.games for generation in whole] == [5, 10, 20]
    assert training.all_games == 35
    games.clear()
    assert list(training.carried_out(tmp_path, progress=lambda *done: games.append(done))) == whole
    assert games == []


def test_what_was_learnt_wins(played_with: Equipment) -> None:
    *_, last = Training(played_with, generations=2, games=CHUNK).carried_out()
    games = Match(played_with, 8, (last.values, no_values(LETTERS)), pairs=True).played(400)
    assert games.spread[0] > games.spread[1]


def test_a_picture_shows_every_generation() -> None:
    values = no_values(LETTERS)
    learnt = [Generation(n, 1, 8, values, change, share) for n, change, share in [(1, 6.8, 0.156), (2, 2.4, 0.21)]]
    picture = learning_curve(learnt, ("change", "explained", "generation"))
    assert picture.startswith("<svg ")
    assert picture.count("<circle") == 4
    assert all(f">{label}</text>" in picture for label in ("6.8", "2.4", "16", "21", "change", "explained"))
    assert learning_curve(learnt[:1], ("", "", "")).count("<circle") == 2


def test_vowels_reach_the_kernel(sums: TrainingSums) -> None:
    """Six As are six vowels and no consonant; were A none, one row of the square would be empty."""
    assert vowel_bits(LETTERS) & 1 << 1
    assert matrix(sums).diagonal()[-((SIZE + 1) ** 2) :].reshape(SIZE + 1, SIZE + 1)[:5, 0].all()
