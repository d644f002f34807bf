"""Bots think in processes of their own: these can die, hang and be interrupted, and the table gets its answer all the same."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.test_bots import taken_up
from mostek.core.players import Seat
from mostek.engine.bots.bot import open_bot
from mostek.engine.bots.workers import BotError, BotsBusyError, BotWorkers, _answered
from mostek.lexicon import LexiconError
from mostek.referee import view_for
from mostek.referee.commands import LayTiles
from mostek.referee.views import View
from mostek.rules.loading import book_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def view() -> View:
    return view_for(taken_up("H8 K H9 O", ["TAKIEŻE", "AEKOSTZ"]), Seat.FIRST)


def with_workers(work: Callable[[BotWorkers], Awaitable[None]], count: int = 1, **settings: float) -> None:
    async def all_of_it() -> None:
        workers = BotWorkers(count, **settings)  # type: ignore[arg-type]
        try:
            await work(workers)
        finally:
            await asyncio.wait_for(workers.close(), 20)

    asyncio.run(asyncio.wait_for(all_of_it(), 90))


def pids(workers: BotWorkers) -> list[int]:
    return [worker._pid for worker in workers._workers if worker._pid]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_worker_answers_as_the_bot_does(short_lexicon: str) -> None:
    expected = open_bot(book_of("gen", {}), short_lexicon).command(view())
    assert isinstance(expected, LayTiles)

    async def work(workers: BotWorkers) -> None:
        assert await workers.command(view(), "static", short_lexicon) == expected
        spectator = view_for(taken_up("H8 K", ["A", "B"]), Seat.SECOND)
        assert await workers.command(spectator, "static", short_lexicon) is None
        many = [workers.command(view(), "static", short_lexicon) for _ in range(20)]
        assert await asyncio.gather(*many) == [expected] * 20
        assert len(pids(workers)) == 2
        assert os.getpid() not in pids(workers)

    with_workers(work, 2)


def test_what_cannot_be_asked_is_an_error_and_harms_nobody(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        with pytest.raises(LookupError):
            await workers.command(view(), "oracle", short_lexicon)
        for name in ("no-such", "{no} such"):
            with pytest.raises(LexiconError) as raised:
                await workers.command(view(), "static", name)
            assert raised.value.params["name"] == name
            assert "{name!r}" in raised.value.sentence
        assert isinstance(await workers.command(view(), "static", short_lexicon), LayTiles)

    with_workers(work)


def test_a_failing_bot_says_why_to_the_operator(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        broken = replace(view(), layout="none-such")
        with pytest.raises(BotError, match="none-such"):
            await workers.command(broken, "static", short_lexicon)

    with_workers(work)


def test_a_killed_worker_is_replaced_and_asked_again(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        expected = await workers.command(view(), "static", short_lexicon)
        (first,) = pids(workers)
        os.kill(first, signal.SIGSTOP)
        asked = asyncio.create_task(workers.command(view(), "static", short_lexicon))
        await asyncio.sleep(0.2)
        assert not asked.done()
        os.kill(first, signal.SIGKILL)
        assert await asked == expected
        assert pids(workers) != [first]
        os.kill(pids(workers)[0], signal.SIGKILL)  # and one that dies while nobody asks
        await asyncio.sleep(0.2)
        assert await workers.command(view(), "static", short_lexicon) == expected

    with_workers(work)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone chooses by a score")
def test_short_of_memory_the_system_ends_a_worker_before_the_games(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        await workers.prepare(short_lexicon)
        (worker,) = pids(workers)
        own = int(Path("/proc/self/oom_score_adj").read_text())
        assert int(Path(f"/proc/{worker}/oom_score_adj").read_text()) >= own + 500

    with_workers(work)


def test_every_question_is_noted_with_its_outcome(short_lexicon: str) -> None:
    noted: list[tuple[str, str]] = []

    async def story() -> None:
        workers = BotWorkers(timeout=2.0, note=lambda kind, outcome, seconds: noted.append((kind, outcome)))
        try:
            await workers.command(view(), "static", short_lexicon)
            os.kill(pids(workers)[0], signal.SIGSTOP)
            await workers.command(view(), "static", short_lexicon)
            with pytest.raises(BotError):
                await workers.command(replace(view(), layout="none-such"), "static", short_lexicon)
            with pytest.raises(BotError):
                await workers._asked(os._exit, 1)
        finally:
            await asyncio.wait_for(workers.close(), 20)

    asyncio.run(asyncio.wait_for(story(), 90))
    assert noted == [
        ("graph", "done"),
        ("bot", "done"),
        ("bot", "deadline"),
        ("bot", "done"),
        ("bot", "failed"),
        *[("bot", "died")] * 3,
    ]


def test_a_disk_without_room_is_a_sentence_and_no_traceback(
    short_lexicon: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lexica").mkdir()
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))

    async def work(workers: BotWorkers) -> None:
        with pytest.raises(BotError) as raised:
            await workers.prepare("pl-wolny")
        assert str(raised.value) == "A process of the bots met a fault: File too large."

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        with_workers(work)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_worker_that_hangs_is_replaced(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        expected = await workers.command(view(), "static", short_lexicon)
        (first,) = pids(workers)
        os.kill(first, signal.SIGSTOP)
        assert await workers.command(view(), "static", short_lexicon) == expected
        assert not is_running(first)

    with_workers(work, timeout=4.0)


def test_a_question_that_kills_is_given_up_and_others_are_answered(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        deadly: asyncio.Task[None] = asyncio.create_task(workers._asked(os._exit, 1))
        answers = await asyncio.gather(*(workers.command(view(), "static", short_lexicon) for _ in range(5)))
        assert all(isinstance(each, LayTiles) for each in answers)
        with pytest.raises(BotError, match="3 processes"):
            await deadly

    with_workers(work, 2)


def test_only_so_many_wait(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        asked = [asyncio.create_task(workers.command(view(), "static", short_lexicon)) for _ in range(4)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in answers] == [LayTiles, LayTiles, BotsBusyError, BotsBusyError]

    with_workers(work, waiting=2)


def test_who_stops_waiting_does_not_lose_a_worker(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        await workers.command(view(), "static", short_lexicon)
        for _ in range(5):
            impatient = asyncio.create_task(workers.command(view(), "static", short_lexicon))
            await asyncio.sleep(0.001)
            impatient.cancel()
        assert isinstance(await workers.command(view(), "static", short_lexicon), LayTiles)
        assert workers._waiting == 0

    with_workers(work)


def test_closing_waits_for_nobody(short_lexicon: str) -> None:
    async def work(workers: BotWorkers) -> None:
        await workers.command(view(), "static", short_lexicon)
        (pid,) = pids(workers)
        busy = [asyncio.create_task(workers._asked(time.sleep, 60.0)) for _ in range(3)]
        await asyncio.sleep(0.3)
        before = time.monotonic()
        await workers.close()
        assert time.monotonic() - before < 5
        ends = await asyncio.wait_for(asyncio.gather(*busy, return_exceptions=True), 5)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends)
        assert not is_running(pid)
        with pytest.raises(asyncio.CancelledError):
            await workers.command(view(), "static", short_lexicon)

    with_workers(work)


PROGRAM = """
import asyncio, signal, sys
from mostek.engine.bots.workers import BotWorkers

async def main():
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGINT, ending.set)
    workers = BotWorkers(2)
    from os import getpid
    asked = [asyncio.create_task(workers._asked(getpid)) for _ in range(2)]
    print(*[await each for each in asked], flush=True)
    print("kernel" if "mostek._kernel" in sys.modules else "no kernel", flush=True)
    await ending.wait()
    again = await workers._asked(getpid)
    print(again, flush=True)
    await workers.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def started(folder: Path) -> tuple[subprocess.Popen[str], set[int]]:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    assert process.stdout is not None
    workers = {int(pid) for pid in process.stdout.readline().split()}
    assert process.stdout.readline() == "no kernel\n"
    return process, workers


def test_an_interrupt_reaches_the_server_alone(tmp_path: Path) -> None:
    process, workers = started(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert int(out) in workers, "the worker has outlived Ctrl-C"
    assert err == ""
    assert not any(is_running(pid) for pid in workers)


def test_workers_follow_a_server_that_was_killed(tmp_path: Path) -> None:
    process, workers = started(tmp_path)
    process.kill()
    process.communicate(timeout=30)
    deadline = time.monotonic() + 10
    while any(is_running(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_running(pid) for pid in workers)


def test_an_answer_that_comes_when_the_loop_has_ended_troubles_nobody(caplog: pytest.LogCaptureFixture) -> None:
    future: Future[int] = Future()

    async def goes() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(_answered(future), timeout=0.01)

    asyncio.run(goes())
    future.set_exception(BrokenProcessPool("too late"))
    assert not caplog.records


def test_a_question_taken_back_is_not_waited_for() -> None:
    future: Future[int] = Future()

    async def waits() -> None:
        waiting = asyncio.create_task(_answered(future))
        await asyncio.sleep(0)
        future.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(waits())
