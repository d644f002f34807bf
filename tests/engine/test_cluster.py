"""The same work on a cluster of machines, here two processes that talk over the net, gives the same results."""

from __future__ import annotations

import doctest
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.shared_work import LoneGames, Squares, Tally
from mostek.engine.sharing import KeptResults, ranges, share_out

if TYPE_CHECKING:
    from distributed import Client

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client(short_lexicon_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(short_lexicon_folder))
        patch.setenv("DASK_CONFIG", str(tmp_path_factory.mktemp("dask")))  # or it writes into the user's folder
        distributed = pytest.importorskip("distributed")
        settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
        folder = str(tmp_path_factory.mktemp("cluster"))
        with (
            distributed.LocalCluster(**settings, local_directory=folder) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client


@pytest.fixture
def executor(client: Client) -> Executor:
    executor = client.get_executor()  # type: ignore[no-untyped-call]
    assert isinstance(executor, Executor)
    return executor


def test_games_are_the_same_on_a_cluster_and_in_threads(short_lexicon: str, executor: Executor, tmp_path: Path) -> None:
    work, kept = LoneGames(short_lexicon, 7), KeptResults(tmp_path, Tally)
    expected = list(share_out(work, ranges(3, 40)))
    assert list(share_out(work, ranges(3, 40), executor, kept=kept)) == expected
    assert list(share_out(work, ranges(3, 40), kept=kept)) == expected
    assert len(list(tmp_path.iterdir())) == len(expected)


def test_a_machine_that_dies_is_replaced(executor: Executor, tmp_path: Path) -> None:
    work = Squares(str(tmp_path), deadly=7)
    chunks = list(ranges(5, 30))
    assert list(share_out(work, chunks, executor)) == [(chunk, work(chunk)) for chunk in chunks]
    assert work.count(range(5, 10)) == 3, "by the one that died, by another, and here"


def test_what_a_work_raises_over_there_comes_out_here(executor: Executor, tmp_path: Path) -> None:
    results = share_out(Squares(str(tmp_path), faulty=7), ranges(5, 30), executor)
    assert next(results) == (range(5), 30)
    with pytest.raises(ZeroDivisionError, match="7 is faulty") as raised:
        next(results)
    assert "range(5, 10)" in raised.value.__notes__[-1]


def test_work_without_end_stops_when_nobody_wants_more(executor: Executor, tmp_path: Path) -> None:
    results = share_out(Squares(str(tmp_path)), ranges(5), executor, ahead=4)
    assert next(results) == (range(5), 30)
    results.close()  # type: ignore[attr-defined]
    assert executor.submit(os.getpid).result() != os.getpid()
    assert Squares(str(tmp_path)).count() <= 4


def test_the_examples_of_the_guide(client: Client, tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs" / "guide" / "cluster.md"
    result = doctest.testfile(str(guide), module_relative=False, extraglobs={"client": client, "folder": str(tmp_path)})
    assert result.attempted >= 12
    assert result.failed == 0
