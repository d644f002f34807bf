"""The commands of the desk on a running server: the same as on a file, by everybody who holds an office."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from cli.tournament.desk import Desk
from mostek.server.network import listening

pytestmark = pytest.mark.slow
MOSTEK = str(Path(sys.executable).with_name("mostek"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A running server with a tournament: its address, and the link of the director."""
    with listening("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    data = tmp_path / "server"
    environment = {**os.environ, "MOSTEK_DATA": str(data), "MOSTEK_PUBLIC_URL": f"http://127.0.0.1:{port}"}

    def says(*words: str) -> str:
        return subprocess.run(
            [MOSTEK, "--lang", "en", *words], env=environment, check=True, capture_output=True, text=True
        ).stdout

    says(
        "tournament", "new", "Hala", "--date", "2026-11-21", "--seed", "abc", "--set", "rounds=3", "--set", "minutes=20"
    )
    hosted = json.loads(says("tournament", "host", "--json"))
    running = subprocess.Popen(
        [MOSTEK, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            try:
                urlopen(f"http://127.0.0.1:{port}/api/health").close()
                break
            except (URLError, OSError):
                assert running.poll() is None
                time.sleep(0.1)
        yield hosted["url"], hosted["director"]
    finally:
        running.terminate()
        running.wait()


def test_a_round_by_the_commands_of_the_desk(server: tuple[str, str], desk: Desk, tmp_path: Path) -> None:
    address, link = server
    assert json.loads(desk.says(f"join {link} --name Ewa --json"))["server"] == address
    there = f"--server {address}"
    for name in ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma"):
        desk.does(f"register '{name}' {there}")
    desk.does(f"checkin --all {there}")
    desk.does(f"pair {there}")
    rows = desk.does(f"result 1 412:388 2 350:377 {there}")
    assert [event["type"] for event in rows["events"]] == ["result_entered"] * 2
    assert desk.does(f"missing {there}")["missing"] == []
    first = desk.does(f"standings {there}")["tables"][0]["standings"][0]
    assert (first["half_points"], first["game_points"]) == (2, 412)
    assert desk.does(f"log {there}")["steps"][-1]["by"] == "Ewa"
    # Taken whole, it is the same event: an import decides every step again.
    desk.does(f"export log -o {tmp_path / 'kopia'} {there}")
    desk.does(f"import {tmp_path / 'kopia.jsonl'}")
    assert desk.does("standings -e hala")["tables"] == desk.does(f"standings {there}")["tables"]
    assert "works on files" in desk.fails(f"verify {there}")


def test_who_has_no_office_is_told_so(server: tuple[str, str], desk: Desk) -> None:
    address, _ = server
    assert "Error: " in desk.fails(f"show --server {address}")
    assert "no invitation" in desk.fails(f"join {address} --name Ewa")
    assert "cannot be reached" in desk.fails("show --server http://127.0.0.1:9/e/abc")
    assert "is no address of a tournament" in desk.fails(f"show --server {address.rsplit('/', 2)[0]}/x/y")


def test_an_invitation_is_taken_once(server: tuple[str, str], desk: Desk) -> None:
    _, link = server
    desk.says(f"join {link} --name Ewa --json")
    assert "invitation" in desk.fails(f"join {link} --name Olga")
