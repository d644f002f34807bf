"""Games that the kernel plays against itself, on any executor."""

from __future__ import annotations

import _thread
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from mostek import _kernel
from mostek.core.tiles import tile_set
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.leaves import LeaveValues, no_values
from mostek.engine.self_play import Match, PlayedGames, autoplay
from mostek.lexicon import LexiconError

LETTERS = tile_set("pl-current").alphabet.letters
NONE = no_values(LETTERS)
WASTEFUL = replace(NONE, equal=((-90_000,), *((90_000,) for _ in LETTERS)))
"""Would give anything to be rid of its blanks and keep all else."""


@pytest.fixture
def played_with(short_lexicon: str) -> Equipment:
    return equipment(short_lexicon)


def played(used: Equipment, first: int, count: int, threads: int = 1, *, pairs: bool = False) -> tuple[bytes, bytes]:
    leaves = NONE.to_kernel()
    return _kernel.self_play(
        used.searcher.search,
        used.tiles,
        (leaves, leaves),
        seed=3,
        first=first,
        count=count,
        pairs=pairs,
        threads=threads,
    )


def test_a_game_depends_on_the_seed_and_its_number_alone(played_with: Equipment) -> None:
    whole = played(played_with, 0, 40)
    parts = [played(played_with, 0, 13, threads=2), played(played_with, 13, 27, threads=3)]
    assert whole == tuple(one + other for one, other in zip(*parts, strict=True))
    assert whole != played(played_with, 1, 40)


def test_the_turns_of_a_game_lead_to_its_score(played_with: Equipment) -> None:
    games = autoplay(64, played_with.lexicon, seed=5)
    turns = np.split(games.leads, np.cumsum(games.table[:, 5])[:-1])
    for (first, one, other, *_), leads in zip(games.table, turns, strict=True):
        won = one - other if first == 0 else other - one
        assert leads[0].tolist() == [93, 0, won]
        assert (leads[::2, 2] == won).all()
        assert (leads[1::2, 2] == -won).all()
        assert (np.diff(leads[:, 0]) <= 7).all()
    assert games.table[:, 0].tolist() == [0, 1] * 32


def test_equals_from_equal_bags_are_equal(played_with: Equipment) -> None:
    games = Match(played_with, 2, (NONE, NONE), pairs=True).played(60)
    assert games.share == (0.5, 0.0)
    assert games.spread == (0.0, 0.0)
    assert games.points[0] == games.points[1] > 50


def test_who_throws_good_tiles_away_loses(played_with: Equipment) -> None:
    games = Match(played_with, 2, (NONE, WASTEFUL), pairs=True).played(200)
    assert games.share[0] - games.share[1] > 0.5
    assert games.spread[0] - games.spread[1] > 0
    assert games.measured["duel_games"] == len(games) == 200


@pytest.mark.parametrize(
    "executor",
    [
        lambda: ThreadPoolExecutor(2),
        pytest.param(lambda: ProcessPoolExecutor(1, multiprocessing.get_context("spawn")), marks=pytest.mark.slow),
    ],
    ids=["threads", "processes"],
)
def test_games_are_the_same_on_any_executor(
    played_with: Equipment, executor: Callable[[], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mostek.engine.self_play.CHUNK", 16)
    match, done = Match(played_with, 4, (NONE, WASTEFUL)), list[int]()
    games = match.played(24, executor, progress=done.append)
    assert done == [16, 24]
    assert games.rows == match(range(24))


def test_margins_are_those_of_chances(played_with: Equipment) -> None:
    """Of games that are alone each is a chance; of pairs that undo each other nothing is left to chance."""
    alone = Match(played_with, 6, (NONE, NONE)).played(400)
    share, margin = alone.share
    assert margin == pytest.approx(1.96 * 0.5 / 20, rel=0.02)
    assert abs(share - 0.5) < 2.5 * margin
    assert PlayedGames(alone.rows, pairs=True).share[0] == share


def test_values_of_another_alphabet_are_refused(played_with: Equipment) -> None:
    fewer = LeaveValues(("A",), ((0,), (0,)), ((0,), ()), ((0,),)).to_kernel()
    with pytest.raises(ValueError, match="the leaves are for 1 letters, the search for 32"):
        _kernel.self_play(
            played_with.searcher.search, b"", (fewer, fewer), seed=1, first=0, count=1, pairs=False, threads=1
        )


def test_a_machine_with_other_words_does_not_play(played_with: Equipment) -> None:
    with pytest.raises(LexiconError, match="is not here; import it"):
        Match(replace(played_with, hash="0" * 64), 1, (NONE, NONE))(range(1))


def test_ctrl_c_ends_a_series(played_with: Equipment) -> None:
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        played(played_with, 0, 10**9, threads=2)
