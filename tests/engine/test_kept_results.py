"""Results outlive the run: killed in the middle, on a full disk, with damaged files, beside other runs."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shared_work import LoneGames, Squares, Tally
from mostek.engine.parallel import ResultStore, ResultStoreError, map_chunks, ranges

CHUNKS = list(ranges(3, 30))
PROCESSES = partial(ProcessPoolExecutor, 2, multiprocessing.get_context("spawn"))


@pytest.fixture
def work(tmp_path: Path) -> Squares:
    (tmp_path / "calls").mkdir()
    return Squares(str(tmp_path / "calls"))


@pytest.fixture
def kept(tmp_path: Path) -> ResultStore[int]:
    return ResultStore(tmp_path / "kept", int)


def files(kept: ResultStore[Any]) -> list[Path]:
    return sorted(kept.folder.iterdir())


def test_nothing_is_worked_at_twice(work: Squares, kept: ResultStore[int]) -> None:
    first = list(map_chunks(work, CHUNKS, kept=kept))
    assert work.count() == len(CHUNKS) == len(files(kept))
    assert list(map_chunks(work, CHUNKS, kept=kept)) == first
    assert list(map_chunks(work, ranges(3, 36), kept=kept))[:10] == first, "a run may be made longer"
    assert work.count() == len(CHUNKS) + 2


@pytest.mark.parametrize("kind", [bytes, Tally, dict[str, tuple[float, ...]], list[int]])
def test_a_result_comes_back_as_it_was(tmp_path: Path, kind: type[object]) -> None:
    results = {
        bytes: b"\x00\xff",
        Tally: Tally(1, 2, 3),
        list[int]: [],
        dict[str, tuple[float, ...]]: {"ż": (0.1, -1e300)},
    }
    kept = ResultStore(tmp_path, kind)
    work = LoneGames("krotkie", 1)
    kept.put(work, "all", results[kind])
    assert kept.find(work, "all") == results[kind]
    assert type(kept.find(work, "all")) is type(results[kind])


@dataclass(frozen=True)
class OtherGames:
    lexicon: str
    seed: int


@pytest.mark.parametrize(
    "asked",
    [
        (LoneGames("krotkie", 2), range(3)),
        (LoneGames("osps", 1), range(3)),
        (OtherGames("krotkie", 1), range(3)),
        (LoneGames("krotkie", 1), range(4)),
        (LoneGames("krotkie", 1), range(3, 6)),
    ],
    ids=["seed", "lexicon", "work", "more units", "other units"],
)
def test_what_was_asked_in_another_way_is_not_found(tmp_path: Path, asked: tuple[object, object]) -> None:
    kept = ResultStore(tmp_path, int)
    kept.put(LoneGames("krotkie", 1), range(3), 7)
    assert kept.find(*asked) is None
    assert kept.find(LoneGames("krotkie", 1), range(3)) == 7


def test_what_another_version_of_mostek_found_is_not_mixed_in(
    work: Squares, kept: ResultStore[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.put(work, range(3), 7)
    monkeypatch.setattr("mostek.engine.parallel.result_store._version", lambda: "later")
    assert kept.find(work, range(3)) is None


@pytest.mark.parametrize("work", [len, LoneGames("krotkie", 1).__call__, lambda chunk: chunk])
def test_a_work_that_does_not_say_what_it_depends_on_cannot_be_kept(tmp_path: Path, work: object) -> None:
    with pytest.raises(TypeError, match="not made of plain values"):
        ResultStore(tmp_path, int).find(work, range(3))


DAMAGE: Mapping[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-1],
    "cut in the checksum": lambda data: data[:10],
    "longer": lambda data: data + b"\0",
    "zeros, as after a power cut": lambda data: bytes(len(data)),
    "one bit of the result": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "one bit of the checksum": lambda data: bytes([data[0] ^ 128]) + data[1:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_result_is_told_of_and_done_again(
    work: Squares, kept: ResultStore[int], caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    first = list(map_chunks(work, CHUNKS, kept=kept))
    damaged = files(kept)[4]
    damaged.write_bytes(DAMAGE[damage](whole := damaged.read_bytes()))
    assert list(map_chunks(work, CHUNKS, kept=kept)) == first
    assert work.count() == len(CHUNKS) + 1
    assert f"{damaged} is damaged and its chunk is done again" in caplog.text
    assert damaged.read_bytes() == whole


def test_a_result_under_the_name_of_another_is_damaged(work: Squares, kept: ResultStore[int]) -> None:
    first = list(map_chunks(work, CHUNKS, kept=kept))
    one, other = files(kept)[:2]
    one.write_bytes(other.read_bytes())
    assert list(map_chunks(work, CHUNKS, kept=kept)) == first
    assert work.count() == len(CHUNKS) + 1


def test_a_result_of_another_kind_is_done_again(tmp_path: Path) -> None:
    work = LoneGames("krotkie", 1)
    ResultStore(tmp_path, list[int]).put(work, range(3), [1, 2, 3])
    assert ResultStore(tmp_path, bytes).find(work, range(3)) is None


@given(st.binary(max_size=60))
def test_no_file_makes_it_stumble(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    kept = ResultStore(tmp_path_factory.mktemp("kept"), bytes)
    work = LoneGames("krotkie", 1)
    kept.put(work, 1, b"whole")
    files(kept)[0].write_bytes(data)
    assert kept.find(work, 1) is None


def test_a_disk_that_is_full_ends_in_a_sentence(work: Squares, kept: ResultStore[int]) -> None:
    resource = pytest.importorskip("resource")
    list(map_chunks(work, CHUNKS[:2], kept=kept))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, before[1]))  # files of this process may not grow further
    try:
        with pytest.raises(ResultStoreError, match=r"chunk cannot be written: File too large\.$") as raised:
            list(map_chunks(work, CHUNKS, kept=kept))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert raised.value.sentence == "{path} cannot be written: {why}."
    assert len(files(kept)) == 2, "neither half results nor drafts"
    assert len(list(map_chunks(work, CHUNKS, kept=kept))) == len(CHUNKS)


def test_a_folder_that_cannot_be_made_or_read_is_told_in_a_sentence(work: Squares, tmp_path: Path) -> None:
    (file := tmp_path / "file").touch()
    with pytest.raises(ResultStoreError, match=r"cannot be read: Not a directory"):
        list(map_chunks(work, CHUNKS, kept=ResultStore(file, int)))
    with pytest.raises(ResultStoreError, match=r"cannot be written: "):
        ResultStore(file, int).put(work, 1, 1)
    kept = ResultStore(tmp_path, int)
    kept.put(work, 1, 1)
    (path,) = tmp_path.glob("*.chunk")
    path.unlink()
    path.mkdir()
    with pytest.raises(ResultStoreError, match=r"cannot be read: Is a directory"):
        kept.find(work, 1)


def test_ctrl_c_in_the_middle_of_keeping_loses_nothing(work: Squares, tmp_path: Path) -> None:
    class Interrupted(ResultStore[int]):
        presses = 1

        def put(self, work: object, chunk: object, result: int) -> None:
            if self.presses:
                self.presses = 0
                raise KeyboardInterrupt
            super().put(work, chunk, result)

    kept = Interrupted(tmp_path / "kept", int)
    with pytest.raises(KeyboardInterrupt):
        list(map_chunks(work, CHUNKS, kept=kept, ahead=100))
    assert len(files(kept)) == work.count() > 0


class Noted(ResultStore[Tally]):
    """Notes the chunks that were worked at."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, Tally)
        self.done: list[object] = []

    def put(self, work: object, chunk: object, result: Tally) -> None:
        super().put(work, chunk, result)
        self.done.append(chunk)


PROGRAM = """
import sys
from pathlib import Path
from engine.shared_work import LoneGames, Tally
from mostek.engine.parallel import ResultStore, ranges, map_chunks

lexicon, folder = sys.argv[1:]
for games, tally in map_chunks(LoneGames(lexicon, 3), ranges(2), kept=ResultStore(Path(folder), Tally), ahead=4):
    print(games.start, flush=True)
"""


def test_a_run_that_was_killed_goes_on_where_it_was(short_lexicon: str, tmp_path: Path) -> None:
    (program := tmp_path / "program.py").write_text(PROGRAM)
    work, kept, chunks = LoneGames(short_lexicon, 3), Noted(tmp_path / "kept"), list(ranges(2, 60))
    command = [sys.executable, str(program), short_lexicon, str(kept.folder)]
    path = os.pathsep.join(each for each in sys.path if each)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path}) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(6)]
        process.kill()
    assert told == [0, 2, 4, 6, 8, 10]
    there = [chunk for chunk in chunks if kept.find(work, chunk)]
    assert there[:6] == chunks[:6], "what was told had been kept before"
    assert list(map_chunks(work, chunks, PROCESSES, kept=kept)) == [(chunk, work(chunk)) for chunk in chunks]
    assert len(kept.done) == len(chunks) - len(there)
    assert set(kept.done) == {*chunks} - {*there}
