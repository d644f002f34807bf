"""The same work on a cluster of machines, here two processes that talk over the net, gives the same results."""

from __future__ import annotations

import doctest
import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from cli.program import run
from engine.shared_work import LoneGames, Squares, Tally
from mostek.cli import mostek
from mostek.core.tiles import tile_set
from mostek.engine import autoplay, simulate
from mostek.engine.equipment import equipment
from mostek.engine.leaves import no_values
from mostek.engine.parallel import ClusterError, ResultStore, cluster, map_chunks, ranges
from mostek.engine.self_play import Match
from mostek.engine.training import Training
from mostek.lexicon import LexiconError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

pytestmark = pytest.mark.slow
TURN = "/".join(["15"] * 7 + ["6KO7"] + ["15"] * 7) + " TAERZ?Ł/ 30/40 0"
LOCAL = {"threads_per_worker": 1, "dashboard_address": ":0"}


@pytest.fixture(scope="module")
def client(short_lexicon_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(short_lexicon_folder))
        patch.setenv("DASK_CONFIG", str(tmp_path_factory.mktemp("dask")))  # or it writes into the user's folder
        distributed = pytest.importorskip("distributed")
        folder = str(tmp_path_factory.mktemp("cluster"))
        with (
            distributed.LocalCluster(n_workers=2, local_directory=folder, **LOCAL) as machines,
            distributed.Client(machines) as client,
        ):
            yield client


@pytest.fixture
def executor(client: Client) -> Executor:
    executor = client.get_executor()  # type: ignore[no-untyped-call]
    assert isinstance(executor, Executor)
    return executor


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        yield processes


@pytest.fixture(params=["processes", "executor"])
def elsewhere(request: pytest.FixtureRequest) -> Executor:
    """Another process, or a cluster."""
    executor = request.getfixturevalue(request.param)
    assert isinstance(executor, Executor)
    return executor


@pytest.fixture
def address(client: Client) -> str:
    """Where the scheduler of the cluster is."""
    return str(client.scheduler_info()["address"])


def test_games_are_the_same_on_a_cluster_and_in_threads(short_lexicon: str, executor: Executor, tmp_path: Path) -> None:
    work, kept = LoneGames(short_lexicon, 7), ResultStore(tmp_path, Tally)
    expected = list(map_chunks(work, ranges(3, 40)))
    assert list(map_chunks(work, ranges(3, 40), executor, kept=kept)) == expected
    assert list(map_chunks(work, ranges(3, 40), kept=kept)) == expected
    assert len(list(tmp_path.iterdir())) == len(expected)


def test_deals_are_the_same_here_and_elsewhere(short_lexicon: str, elsewhere: Executor) -> None:
    here, there = (simulate(TURN, candidates=4, lexicon=short_lexicon) for _ in range(2))
    assert there.run(deals=600, executor=elsewhere) == here.run(deals=600)
    assert there._simulation.sums() == here._simulation.sums()


def test_autoplay_is_the_same_here_and_elsewhere(
    short_lexicon: str, elsewhere: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = autoplay(40, short_lexicon, seed=3)
    monkeypatch.setattr("mostek.engine.self_play.CHUNK", 16)
    assert autoplay(40, short_lexicon, seed=3, executor=elsewhere) == here
    assert autoplay(40, short_lexicon, seed=4, executor=elsewhere) != here


def test_training_learns_the_same_here_and_elsewhere(
    short_lexicon: str, elsewhere: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = Training(equipment(short_lexicon), generations=3, games=12)
    here = list(training.carried_out())
    monkeypatch.setattr("mostek.engine.training.CHUNK", 8)
    assert list(training.carried_out(executor=elsewhere)) == here
    assert next(training.carried_out(tmp_path)) == here[0]
    assert list(training.carried_out(tmp_path, elsewhere)) == here, "begun here, it goes on there"


def test_the_command_trains_the_same_on_a_cluster(short_lexicon: str, address: str, tmp_path: Path) -> None:
    few = ["engine", "train", "--generations", "2", "--games", "8", "--duel", "32", "--wins", "64"]
    made = []
    for name, more in (("here", []), ("there", ["--scheduler", address])):
        folder = tmp_path / name
        done = run(
            "--lang", "en", *few, *more, "--lexicon", short_lexicon, "--between", folder, "--output", folder / "o"
        )
        assert done.returncode == 0, done.stderr
        made.append({path.name: path.read_bytes() for path in (folder / "o").iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 3


def test_a_cluster_is_an_executor(address: str, tmp_path: Path) -> None:
    with cluster(address) as executor:
        assert list(map_chunks(Squares(str(tmp_path)), ranges(5, 10), executor)) == [
            (range(5), 30),
            (range(5, 10), 255),
        ]


def test_a_scheduler_that_goes_is_missed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    machines = distributed.LocalCluster(n_workers=1, local_directory=str(tmp_path), **LOCAL)
    with pytest.raises(ClusterError, match="is gone"):
        _go_on_without(machines, Squares(str(tmp_path)))


def test_a_scheduler_that_goes_while_a_result_is_on_its_way_is_missed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")

    def goes(future: object, timeout: float | None = None) -> None:
        raise distributed.comm.core.CommClosedError("Stream is closed")

    monkeypatch.setattr(distributed.Future, "result", goes)
    with pytest.raises(ClusterError, match="is gone"), cluster(address) as executor:
        list(map_chunks(Squares(str(tmp_path)), ranges(5, 10), executor))


def _go_on_without(machines: LocalCluster, work: Squares) -> None:
    with cluster(machines.scheduler_address) as executor:
        results = map_chunks(work, ranges(5), executor)
        next(results)
        machines.close()
        for _ in results:
            pass


def test_a_chunk_that_kills_whoever_works_at_it_is_given_up(client: Client, address: str, tmp_path: Path) -> None:
    work = Squares(str(tmp_path), deadly=0, deaths=100)
    with pytest.raises(ClusterError, match="has given up"), cluster(address) as executor:
        list(map_chunks(work, ranges(5, 5), executor))
    assert work.count() == 4
    client.wait_for_workers(2, timeout=20)  # the dead are replaced for those who come after


def test_a_scheduler_without_workers_is_not_waited_for(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, local_directory=str(tmp_path), **LOCAL) as machines,
        pytest.raises(ClusterError, match="has no workers"),
        cluster(machines.scheduler_address),
    ):
        pass


def test_machines_of_another_version_do_not_work(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mostek.engine.parallel.cluster_executor.version", lambda _: "99.0")
    with pytest.raises(ClusterError, match=r"this machine 99\.0; all need the same version"), cluster(address):
        pass


@pytest.mark.parametrize(
    ("wrong", "why"),
    [("tcp://127.0.0.1:1", "after 1 s"), ("tower", "missing port number"), ("smoke://hill", "unknown address scheme")],
)
def test_where_nobody_answers_is_told(wrong: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("mostek.engine.parallel.cluster_executor._TIMEOUT", 1)
    with pytest.raises(ClusterError, match=f"No scheduler answers at {wrong}: .*{why}"), cluster(wrong):
        pass


def test_without_the_extra_the_command_says_what_is_missing(
    short_lexicon: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    asked = ["--lang", "en", "engine", "train", "--lexicon", short_lexicon, "--scheduler", "tcp://tower:8786"]
    result = CliRunner().invoke(mostek, asked)
    assert result.exit_code == 2
    assert result.stderr == "Error: A cluster needs Dask: pip install 'mostek[cluster]'.\n"


def test_a_machine_that_dies_is_replaced(executor: Executor, tmp_path: Path) -> None:
    work = Squares(str(tmp_path), deadly=7)
    chunks = list(ranges(5, 30))
    assert list(map_chunks(work, chunks, executor)) == [(chunk, work(chunk)) for chunk in chunks]
    assert work.count(range(5, 10)) == 3, "by the one that died, by another, and here"


def test_what_a_work_raises_over_there_comes_out_here(executor: Executor, tmp_path: Path) -> None:
    results = map_chunks(Squares(str(tmp_path), faulty=7), ranges(5, 30), executor)
    assert next(results) == (range(5), 30)
    with pytest.raises(ZeroDivisionError, match="7 is faulty") as raised:
        next(results)
    assert "range(5, 10)" in raised.value.__notes__[-1]


def test_work_without_end_stops_when_nobody_wants_more(executor: Executor, tmp_path: Path) -> None:
    results = map_chunks(Squares(str(tmp_path)), ranges(5), executor, ahead=4)
    assert next(results) == (range(5), 30)
    results.close()  # type: ignore[attr-defined]
    assert executor.submit(os.getpid).result() != os.getpid()
    assert Squares(str(tmp_path)).count() <= 4


def test_a_machine_with_other_words_says_so(short_lexicon: str, elsewhere: Executor) -> None:
    values = no_values(tile_set("pl-current").alphabet.letters)
    other = Match(replace(equipment(short_lexicon), hash="0" * 64), 1, (values, values))
    with pytest.raises(LexiconError, match="is not here; import it") as raised:
        list(map_chunks(other, ranges(1, 1), elsewhere))
    assert raised.value.params["name"] == short_lexicon


def test_the_examples_of_the_guide(short_lexicon: str, address: str, tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs" / "guide" / "cluster.md"
    known = {"address": address, "folder": str(tmp_path), "lexicon": short_lexicon}
    result = doctest.testfile(str(guide), module_relative=False, extraglobs=known)
    assert result.attempted >= 14
    assert result.failed == 0
