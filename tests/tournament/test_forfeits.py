"""What a forfeit is worth, by the examples of the clause register (PFS-7.2)."""

from __future__ import annotations

import pytest

from mostek.tournament.scoring import Forfeit, forfeit_points


@pytest.mark.parametrize(
    ("sum_so_far", "played", "rounds", "score_now", "estimate", "points"),
    [
        pytest.param(2200, 5, 12, 0, 417, 417, id="7.2a: 5000 / 12 is 416.67"),
        pytest.param(1700, 5, 12, 431, 375, 431, id="7.2b: the score in the game is the greatest"),
        pytest.param(0, 0, 12, 0, 400, 400, id="7.2c: nothing played yet"),
        pytest.param(1700, 5, 12, 399, 375, 400, id="7.2c: never less than 400"),
        pytest.param(1700, 5, 12, 401, 375, 401, id="7.2b: one point more than 400 counts"),
        pytest.param(3000, 6, 7, 0, 486, 486, id="7.2d: the last round; 3400 / 7 is 485.71"),
        pytest.param(5, 1, 2, 0, 203, 400, id="S32: 202.5 goes up"),
        pytest.param(809, 1, 2, 0, 605, 605, id="S32: 604.5 goes up"),
        pytest.param(4, 1, 3, 0, 268, 400, id="S32: an earlier game lost by forfeit counts as 1 among the sum"),
        pytest.param(-200, 1, 4, -15, 250, 400, id="scores may lie below nothing"),
    ],
)
def test_the_greatest_of_three_numbers(
    sum_so_far: int, played: int, rounds: int, score_now: int, estimate: int, points: int
) -> None:
    forfeit = forfeit_points(sum_so_far, played, rounds, score_now)
    assert (forfeit.estimate, forfeit.points) == (estimate, points)


def test_its_parts_can_be_shown() -> None:
    assert forfeit_points(2200, 5, 12, 88) == Forfeit(sum_so_far=2200, left=7, rounds=12, score_now=88)


@pytest.mark.parametrize(("played", "rounds"), [(12, 12), (13, 12), (-1, 12), (0, 0)])
def test_some_game_must_be_left(played: int, rounds: int) -> None:
    with pytest.raises(ValueError, match=f"{played} games played leave none of {rounds}"):
        forfeit_points(0, played, rounds, 0)
