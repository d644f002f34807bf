"""A server that cannot serve says so: bots whose processes are killed, a disk without room, a database that is not written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from cli.program import MOSTEK, environment
from mostek.app.ports import LogError, SaveError
from mostek.core.errors import SentenceError
from mostek.engine.bots.workers import BotError
from mostek.features.tables.bot_watch import BotState, BotWatch
from mostek.lexicon import LexiconError
from mostek.server import condition
from server.http.visitors import House, open_house

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")
MEGABYTE = 1_000_000
ENGLISH = {"accept-language": "en"}


@contextmanager
def serving(folder: Path, limit: str = "") -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """`mostek serve` in a folder of its own, under a limit of the shell, and somebody who asks it."""
    program = [*MOSTEK, "serve", "--data", str(folder), "--port", "0", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        ["sh", "-c", f'{limit}exec "$@"', "sh", *program],
        env=environment("en_GB.UTF-8") | {"MOSTEK_BOT_PROCESSES": "1"},
        stdout=subprocess.PIPE,
        stderr=(folder / "log").open("w"),
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        with httpx.Client(base_url=address, headers=ENGLISH, timeout=30) as client:
            yield process, client
    finally:
        process.terminate()
        process.communicate(timeout=30)


def reasons(client: httpx.Client) -> dict[str, dict[str, str]]:
    """Why the server is not ready, by code; none if it is."""
    answer = client.get("/readyz")
    told = answer.json()
    assert (answer.status_code, told["status"]) in ((200, "ready"), (503, "not_ready"))
    assert bool(told["reasons"]) is (answer.status_code == 503)
    assert all(set(each) == {"code", "detail", "remedy"} for each in told["reasons"])
    return {each["code"]: each for each in told["reasons"]}


def until(holds: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def bots(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The processes of the bots."""
    children = psutil.Process(process.pid).children(recursive=True)
    return [each for each in children if "spawn_main" in " ".join(each.cmdline())]


@pytest.mark.slow
def test_bots_that_the_system_kills_are_missed_and_come_back(tmp_path: Path) -> None:
    """As at a limit of memory: whenever a process of the bots begins to work, it is killed."""
    with serving(tmp_path) as (process, client):

        def is_given_up() -> bool:
            for each in bots(process):
                each.send_signal(signal.SIGKILL)
            return "bots" in reasons(client)

        until(is_given_up)
        told = reasons(client)["bots"]
        assert told["detail"] == "Bots cannot play. 3 processes of the bots have died one after another."
        assert "more memory" in told["remedy"]
        warned = client.get("/api/health").json()["warnings"]
        assert [each["code"] for each in warned] == ["bots"]
        figures = client.get("/metrics").text
        assert 'mostek_jobs_total{kind="graph",outcome="died"} 3.0' in figures
        assert "mostek_ready 0.0" in figures
        page = client.get("/operator").text
        assert "3 processes of the bots have died" in page
        assert "its process has died" in page
        assert client.get("/healthz").text == "ok\n", "it is alive all the while"
        until(lambda: not reasons(client))
        assert client.get("/api/health").json()["warnings"] == []
    events = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    assert events.count("bots_cannot_play") == events.count("bots_play_again") == 1


@pytest.mark.slow
def test_without_room_for_the_graph_bots_cannot_play_and_one_line_says_why(tmp_path: Path) -> None:
    with serving(tmp_path, "ulimit -f 16000; ") as (_, client):
        until(lambda: set(reasons(client)) == {"bots"})
        told = reasons(client)["bots"]
        assert told["detail"] == "Bots cannot play. A process of the bots met a fault: File too large."
        assert told["remedy"].startswith("Free some space on the disk")
    log = (tmp_path / "log").read_text()
    (line,) = [json.loads(each) for each in log.splitlines() if "bots_cannot_play" in each]
    assert line["why"] == "A process of the bots met a fault: File too large."
    assert "Traceback" not in log


@pytest.fixture
def ready(folder: Path) -> Iterator[House]:
    with open_house(folder) as house:
        until(lambda: not reasons(house.client))
        yield house


def warnings(house: House) -> list[str]:
    return [each["code"] for each in house.client.get("/api/health").json()["warnings"]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


def test_a_server_that_lives_says_so_without_reading_anything(ready: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise LogError("The database cannot be read: {why}.", why="gone")

    ala = ready.visitor("Ala")
    monkeypatch.setattr(ready.state.database, "read_now", fails)
    answer = ala.send("GET", "/healthz", {})
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "set-cookie" not in answer.headers
    assert set(reasons(ready.client)) == {"unreadable"}


@pytest.mark.parametrize(
    ("free", "limit", "blocks", "warned"),
    [
        (15, 500, ["disk_full"], ["disk_full"]),
        (499, 500, [], ["disk_low"]),
        (501, 500, [], []),
        (40, 0, [], []),
        (None, 500, [], []),
    ],
)
def test_a_disk_with_little_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch, free: int | None, limit: int, blocks: list[str], warned: list[str]
) -> None:
    monkeypatch.setattr(condition, "free_space", lambda _: None if free is None else free * MEGABYTE)
    with open_house(folder, disk_limit=limit) as house:
        assert list(reasons(house.client)) == blocks
        assert warnings(house) == warned


def test_a_database_that_is_not_written(ready: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_: int) -> None:
        raise SaveError("The database cannot be written: {why}.", why=os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(ready.state.database, "beat", fails)
        until(lambda: "not_kept" in reasons(ready.client))
        assert reasons(ready.client)["not_kept"]["remedy"].startswith("Zwolnij miejsce")
        assert ready.client.get("/api/health").status_code == 503
    until(lambda: not reasons(ready.client))


@pytest.mark.parametrize(
    ("fault", "detail", "remedy"),
    [
        (
            BotError("A bot has failed: {trace}", trace="File /srv/x.py"),
            "Bots cannot play; the log says why.",
            "The server",
        ),
        (BotError("A process of the bots has too little memory."), "has too little memory", "more memory"),
        (LexiconError("{name} cannot be read.", name="pl-wolny"), "pl-wolny cannot be read", "Look at the log"),
    ],
)
def test_each_fault_of_the_bots_has_its_next_step(ready: House, fault: SentenceError, detail: str, remedy: str) -> None:
    watch: BotWatch = ready.state.services.served["tables"].watch
    watch.state, watch.fault = BotState.FAILING, fault
    answer = ready.client.get("/readyz", headers=ENGLISH).json()["reasons"][0]
    assert detail in answer["detail"]
    assert remedy in answer["remedy"]
    assert "/srv" not in str(answer)


def test_while_the_graph_is_prepared_nobody_is_warned(ready: House) -> None:
    ready.state.services.served["tables"].watch.state = BotState.PREPARING
    assert list(reasons(ready.client)) == ["graph"]
    assert warnings(ready) == []
