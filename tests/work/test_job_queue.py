"""Costly work in processes of its own: limits, turns, and what remains when a worker ends."""

from __future__ import annotations

import asyncio
import multiprocessing.forkserver
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from mostek.app.help import Help
from mostek.core.diagnostics import NotationError
from mostek.lexicon import LexiconError
from mostek.lexicon.library import data_folder
from mostek.messages import speaking
from mostek.work import job_queue
from mostek.work.job_errors import JobLostError, JobsFullError, JobTooCostlyError
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind, Lane

ALA, OLA = Asker("home", "ala"), Asker("school", "ola")


def kind(name: str, **changed: Any) -> JobKind[..., Any]:
    limits: dict[str, Any] = {"help": Help.NONE, "lane": Lane.QUICK, "seconds": 30, "megabytes": 100, **changed}
    return JobKind(name=name, target=f"work.job_tasks:{name}", **limits)


def told(story: Callable[[JobQueue], Awaitable[None]]) -> Counter[tuple[str, str]]:
    """Tell a story with a queue. Returns how often which kind ended how."""
    ended = Counter[tuple[str, str]]()

    async def run() -> None:
        queue = JobQueue(observe=lambda kind, outcome, seconds: ended.update([(kind, outcome)]))
        try:
            await story(queue)
        finally:
            await queue.close()

    asyncio.run(run())
    return ended


def test_a_job_is_done_elsewhere_in_the_language_that_is_spoken_here() -> None:
    async def story(queue: JobQueue) -> None:
        assert await queue.run(kind("double"), ALA, 21) == 42
        assert await queue.run(kind("process"), ALA) != os.getpid()
        for language, sentence in (("en", "Please enter a name first."), ("pl", "Podaj najpierw imię.")):
            with speaking(language):
                found = await queue.run(kind("say"), ALA)
                assert (found == sentence) is (language == "en")

    assert told(story)["double", "done"] == 1


def test_a_worker_reads_the_folders_of_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not those of whoever was the first to ask: all workers are forked from one process, which has begun with those."""

    async def story(queue: JobQueue) -> None:
        assert await queue.run(kind("lists_folder"), ALA) == data_folder()

    for name in ("first", "second"):
        monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / name))
        told(story)
    monkeypatch.delenv("MOSTEK_DATA")
    told(story)


def test_who_asks_gets_the_exception() -> None:
    async def story(queue: JobQueue) -> None:
        with pytest.raises(LexiconError) as sentence:
            await queue.run(kind("raise_sentence"), ALA)
        assert sentence.value.params == {"name": "xx"}
        with pytest.raises(NotationError) as fault:
            await queue.run(kind("raise_notation"), ALA)
        assert (fault.value.line, fault.value.column) == (3, 4)
        with pytest.raises(RuntimeError, match="HomelessError: here"):
            await queue.run(kind("raise_what_cannot_travel"), ALA)
        assert await queue.run(kind("double"), ALA, 1) == 2

    told(story)


@pytest.mark.parametrize(
    ("name", "args", "limits", "outcome"),
    [
        ("sleep", (60,), {"seconds": 1}, "deadline"),
        ("take_memory", (300,), {}, "memory"),
        ("abort", (), {}, "memory"),
        ("answer_largely", (5,), {"answer_megabytes": 4}, "answer"),
    ],
)
def test_a_job_beyond_a_limit_is_ended_with_a_sentence(
    name: str, args: tuple[Any, ...], limits: dict[str, Any], outcome: str
) -> None:
    async def story(queue: JobQueue) -> None:
        with pytest.raises(JobTooCostlyError):
            await queue.run(kind(name, **limits), ALA, *args)
        assert await queue.run(kind("double"), ALA, 1) == 2

    assert told(story)[name, outcome] == 1


def test_a_job_within_its_limits_is_done() -> None:
    async def story(queue: JobQueue) -> None:
        assert await queue.run(kind("take_memory"), ALA, 60) == 60_000_000
        assert len(await queue.run(kind("answer_largely"), ALA, 3)) == 3_000_000

    told(story)


def test_a_worker_that_holds_much_memory_is_renewed() -> None:
    async def story(queue: JobQueue) -> None:
        first = await queue.run(kind("process"), ALA)
        assert await queue.run(kind("process"), ALA) == first
        large = await queue.run(kind("take_memory_for_good", megabytes=300), ALA, 150)
        assert await queue.run(kind("process"), ALA) != large

    told(story)


def test_a_job_whose_worker_is_killed_once_is_done_again() -> None:
    async def story(queue: JobQueue) -> None:
        asked = asyncio.create_task(queue.run(kind("sleep"), ALA, 1.0))
        while not queue.pids:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        os.kill(killed := queue.pids[0], signal.SIGKILL)
        assert await asked != killed

    assert told(story)["sleep", "died"] == 1


@pytest.mark.skipif("forkserver" not in multiprocessing.get_all_start_methods(), reason="workers are started otherwise")
def test_a_job_is_done_when_what_starts_workers_is_killed() -> None:
    async def story(queue: JobQueue) -> None:
        working = asyncio.create_task(queue.run(kind("sleep"), ALA, 3.0))
        while not queue.pids:
            await asyncio.sleep(0.05)
        starts = multiprocessing.forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
        os.kill(starts, signal.SIGSTOP)
        asked = asyncio.create_task(queue.run(kind("double"), OLA, 1))
        await asyncio.sleep(0.5)
        os.kill(starts, signal.SIGKILL)
        assert await asked == 2
        assert await working
        assert await queue.run(kind("double"), ALA, 2) == 4

    assert told(story)["double", "died"] == 0  # nothing had begun


def test_workers_are_started_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """While what starts them is replaced, a second start would find it without an address (CPython 3.11)."""
    starting, most = 0, 0
    start = BaseProcess.start

    def watched(process: BaseProcess) -> None:
        nonlocal starting, most
        starting += 1
        most = max(most, starting)
        sleep(0.1)
        start(process)
        starting -= 1

    monkeypatch.setattr(BaseProcess, "start", watched)

    async def story(queue: JobQueue) -> None:
        asked = [queue.run(kind("sleep"), asker, 0.3) for asker in (ALA, OLA)]
        assert len(set(await asyncio.gather(*asked))) == 2

    told(story)
    assert most == 1


def test_a_job_over_which_workers_die_is_given_up() -> None:
    async def story(queue: JobQueue) -> None:
        with pytest.raises(JobLostError):
            await queue.run(kind("die"), ALA)
        assert await queue.run(kind("double"), ALA, 1) == 2

    told(story)


def test_an_address_with_much_to_do_leaves_a_worker_to_others() -> None:
    async def story(queue: JobQueue) -> None:
        flood = [asyncio.create_task(queue.run(kind("sleep"), Asker("home", f"name{n}"), 30.0)) for n in range(20)]
        while not queue.pids:
            await asyncio.sleep(0.05)
        assert await queue.run(kind("double"), OLA, 1) == 2  # it would wait for five minutes
        assert not any(each.done() for each in flood)
        for each in flood:
            each.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert queue.waiting == 0
        assert await queue.run(kind("double"), ALA, 2) == 4

    told(story)


def test_a_person_has_so_many_places() -> None:
    async def story(queue: JobQueue) -> None:
        slow = kind("sleep", places=2)
        asked = [asyncio.create_task(queue.run(slow, ALA, 30.0)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(JobsFullError) as full:
            await queue.run(slow, ALA, 30.0)
        assert full.value.seconds >= 2
        assert await queue.run(kind("sleep", places=2), OLA, 0.0)
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    assert told(story)["sleep", "refused"] == 1


def test_idle_workers_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "_IDLE", 0.1)

    async def story(queue: JobQueue) -> None:
        first = await queue.run(kind("process"), ALA)
        ends = monotonic() + 30
        while queue.pids and monotonic() < ends:
            await asyncio.sleep(0.05)
        assert not queue.pids
        assert await queue.run(kind("process"), ALA) != first

    told(story)
