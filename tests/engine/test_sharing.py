"""Work is shared out in chunks: in order, never too far ahead, over threads and processes, and whoever dies is replaced."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial, reduce
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shared_work import LoneGames, Squares, Tally
from mostek.engine.parallel import CHUNK_SECONDS, ResultStore, map_chunks, ranges, units_per_chunk
from mostek.engine.parallel.chunks import threads

PROCESSES = partial(ProcessPoolExecutor, 2, multiprocessing.get_context("spawn"))
THREADS = partial(ThreadPoolExecutor, 4)


def squares(numbers: range) -> int:
    return sum(number * number for number in numbers)


def own_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("mostek-sharing")]


@given(st.integers(1, 40), st.integers(0, 100))
def test_the_chunks_are_the_units_in_order_each_once(size: int, units: int) -> None:
    chunks = list(ranges(size, units))
    assert [unit for chunk in chunks for unit in chunk] == list(range(units))
    assert all(len(chunk) == size for chunk in chunks[:-1])


@given(st.integers(1, 40))
def test_the_sum_is_the_same_however_the_units_are_divided(size: int) -> None:
    assert sum(result for _, result in map_chunks(squares, ranges(size, 100))) == squares(range(100))


def test_games_are_the_same_in_threads_and_processes_and_however_they_are_divided(short_lexicon: str) -> None:
    work = LoneGames(short_lexicon, 7)
    alone = [(games, work(games)) for games in ranges(4, 20)]
    assert list(map_chunks(work, ranges(4, 20))) == alone
    assert list(map_chunks(work, ranges(4, 20), PROCESSES)) == alone
    total = reduce(Tally.plus, (tally for _, tally in alone))
    assert total == work(range(20))
    assert total.games == 20
    assert total.moves > 200


def test_results_come_in_the_order_of_the_chunks_whoever_is_done_first() -> None:
    last_is_done = threading.Event()

    def work(number: int) -> int:
        if number == 3:
            last_is_done.set()
        else:
            assert last_is_done.wait(20)
        return -number

    assert list(map_chunks(work, range(4), THREADS)) == [(0, 0), (1, -1), (2, -2), (3, -3)]


def test_chunks_without_end_are_asked_for_only_a_little_ahead() -> None:
    asked: list[int] = []

    def numbers() -> Iterator[int]:
        for number in count():
            asked.append(number)
            yield number

    results = map_chunks(abs, numbers(), ahead=5)
    for told in range(1, 100):
        assert next(results) == (told - 1, told - 1)
        assert len(asked) == told + 4
    results.close()  # type: ignore[attr-defined]
    assert not own_threads()


def test_no_chunks_are_no_results() -> None:
    assert list(map_chunks(squares, [])) == []


def test_an_executor_that_was_given_stays_open() -> None:
    with THREADS() as executor:
        assert dict(map_chunks(abs, range(3), executor)) == {0: 0, 1: 1, 2: 2}
        assert dict(islice(map_chunks(abs, count(), executor), 3)) == {0: 0, 1: 1, 2: 2}
        assert executor.submit(abs, -1).result() == 1


def test_what_a_work_raises_comes_out_in_its_place_and_says_for_which_chunk() -> None:
    def work(number: int) -> int:
        return 6 // (number - 3)

    results = map_chunks(work, range(10))
    assert [next(results) for _ in range(3)] == [(0, -2), (1, -3), (2, -6)]
    with pytest.raises(ZeroDivisionError) as raised:
        next(results)
    assert raised.value.__notes__ == ["This was the chunk 3, asked for 1 time(s)."]
    assert not own_threads()


def test_what_is_done_when_another_chunk_fails_is_kept(tmp_path: Path) -> None:
    work, kept = Squares(str(tmp_path), faulty=2), ResultStore(tmp_path / "kept", int)
    with pytest.raises(ZeroDivisionError):
        list(map_chunks(work, ranges(1, 4), THREADS, kept=kept, ahead=4))
    assert [kept.find(work, chunk) for chunk in ranges(1, 4)] == [0, 1, None, 9]


def test_a_process_that_dies_is_replaced_and_its_chunk_asked_for_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    work = Squares(str(tmp_path), deadly=7, deaths=2)
    assert dict(map_chunks(work, ranges(5, 30), PROCESSES)) == {each: squares(each) for each in ranges(5, 30)}
    assert work.count(range(5, 10)) == 3
    assert "the worker of range(5, 10) has died (attempt 2 of 3)" in caplog.text


def test_a_chunk_that_kills_whoever_works_at_it_is_given_up(tmp_path: Path) -> None:
    work = Squares(str(tmp_path), deadly=0, deaths=100)
    with pytest.raises(BrokenExecutor) as raised:
        list(map_chunks(work, ranges(5, 10), PROCESSES, ahead=1))
    assert raised.value.__notes__ == ["This was the chunk range(0, 5), asked for 3 time(s)."]
    assert work.count() == 3


def test_the_death_of_a_given_executor_comes_out_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    work = Squares(str(tmp_path), deadly=0)
    with PROCESSES() as executor:
        for _ in range(2):  # the second time it is broken before it is asked
            with pytest.raises(BrokenExecutor) as raised:
                list(map_chunks(work, ranges(5, 10), executor))
            assert "range(0, 5), asked for 1 time" in raised.value.__notes__[-1]
    assert not caplog.records


@dataclass(frozen=True)
class CtrlC:
    """Somebody presses Ctrl-C over the first of many chunks, when some of the others are done."""

    calls: str

    def __call__(self, number: int) -> int:
        (Path(self.calls) / str(number)).touch()
        time.sleep(0.01 if number else 0.3)
        if number == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return number


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Python drops what is raised while the garbage of other tests is collected, a `KeyboardInterrupt` too."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("make", [threads, THREADS])
def test_ctrl_c_leaves_nothing_running_and_what_was_begun_is_kept(tmp_path: Path, make: Callable[[], Executor]) -> None:
    (calls := tmp_path / "calls").mkdir()
    work, kept = CtrlC(str(calls)), ResultStore(tmp_path / "kept", int)
    with pytest.raises(KeyboardInterrupt):
        list(map_chunks(work, range(1000), make, kept=kept, ahead=1000))
    begun = sorted(int(each.name) for each in calls.iterdir())
    assert 0 < len(begun) < 1000
    assert not own_threads()
    assert [kept.find(work, number) for number in begun] == begun
    assert [number for number in range(1000) if kept.find(work, number) is not None] == begun


@pytest.mark.usefixtures("no_collection")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_at_any_moment_leaves_no_worker_waiting() -> None:
    """Most of these moments are while chunks are submitted, where an executor holds its locks."""

    for moment in range(40):
        with pytest.raises(KeyboardInterrupt):
            list(map_chunks(partial(_press_at, moment), range(100_000), threads, ahead=100_000))
        assert not own_threads()


def _press_at(moment: int, number: int) -> int:
    time.sleep(0.001)
    if number == moment:
        os.kill(os.getpid(), signal.SIGINT)
    return number


@pytest.mark.usefixtures("no_collection")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_drops_what_a_given_executor_has_not_begun_and_waits_for_the_rest(tmp_path: Path) -> None:
    ended: list[int] = []

    def work(number: int) -> None:
        CtrlC(str(tmp_path))(number)
        ended.append(number)

    with THREADS() as executor:
        with pytest.raises(KeyboardInterrupt):
            list(map_chunks(work, range(1000), executor, ahead=1000))
        assert sorted(ended) == sorted(int(begun.name) for begun in tmp_path.iterdir())
        assert executor.submit(abs, -1).result() == 1
    assert 0 < len(ended) == len(list(tmp_path.iterdir())) < 1000


def test_the_size_of_a_chunk_is_the_first_that_takes_long_enough() -> None:
    now, asked = [100.0], []

    def work(units: range) -> None:
        asked.append(len(units))
        now[0] += 3.0 if len(asked) == 1 else 0.01 * len(units)  # the first one opens a lexicon

    assert units_per_chunk(work, clock=lambda: now[0]) == 64
    assert asked == [1, 1, 2, 4, 8, 16, 32, 64]
    assert 0.01 * 32 < CHUNK_SECONDS <= 0.01 * 64
    assert units_per_chunk(work, seconds=0.01, clock=lambda: now[0]) == 1


def test_the_size_of_a_chunk_is_measured_once_in_a_run_that_is_kept(tmp_path: Path) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += speed
        return now[0]

    (calls := tmp_path / "calls").mkdir()
    work, kept = Squares(str(calls)), ResultStore(tmp_path / "kept", int)
    speed = 1.0
    assert units_per_chunk(work, kept, seconds=1.0, clock=clock) == 1
    speed = 0.001
    done = work.count()
    assert units_per_chunk(work, kept, seconds=1.0, clock=clock) == 1, "a slower machine goes on with the same chunks"
    assert dict(map_chunks(work, ranges(1, 2), kept=kept)) == {range(1): 0, range(1, 2): 1}
    assert work.count() == done + 1, "the chunk that was measured is not worked at again"
