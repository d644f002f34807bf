"""The server as a process: it starts with an address and ends with a sentence, and says in one sentence why it cannot."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from cli.program import MOSTEK, environment, run

PROGRAM = Path(__file__).with_name("small_server.py")
CHAT = [Subprotocol("mostek.1")]


@contextmanager
def small(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The small server, and its port."""
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def asked(port: int, path: str = "/") -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    return connection


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_quietly_and_tells_the_pages_that_it_restarts(tmp_path: Path, number: signal.Signals) -> None:
    with small(tmp_path) as (process, port), connect(f"ws://127.0.0.1:{port}/", subprotocols=CHAT) as page:
        page.send("KOT")
        assert page.recv(5) == "KOT"
        os.kill(process.pid, number)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (0, "put away\nended\n", "")


def test_a_request_without_end_does_not_keep_it(tmp_path: Path) -> None:
    with small(tmp_path) as (process, port):
        slow = asked(port, "/slow")
        time.sleep(0.3)
        before = time.monotonic()
        process.terminate()
        assert slow.getresponse().status == 500
        process.communicate(timeout=10)
        assert 4 < time.monotonic() - before < 20
        assert process.returncode == 0


def test_what_it_says_about_itself(tmp_path: Path) -> None:
    with small(tmp_path) as (_, port):
        answer = asked(port).getresponse()
        assert answer.read() == str(port).encode(), "the application knows the port that was really taken"
        assert answer.getheader("server") is None
        with connect(f"ws://127.0.0.1:{port}/", subprotocols=CHAT, compression="deflate") as page:
            assert page.protocol.extensions == [], "messages are not packed"


def test_a_message_that_is_too_long_ends_the_connection(tmp_path: Path) -> None:
    with small(tmp_path) as (_, port), connect(f"ws://127.0.0.1:{port}/", subprotocols=CHAT) as page:
        page.send("x" * 60_000)
        assert len(page.recv(5)) == 60_000
        page.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_one_server_in_a_folder_and_the_next_after_a_kill(tmp_path: Path) -> None:
    with small(tmp_path):
        second = run("serve", "--data", tmp_path, "--port", "0", locale="pl_PL.UTF-8")
        assert second.returncode == 2
        assert second.stderr == f"Błąd: W {tmp_path} działa już inny serwer; podaj inny folder: --data\n"
    with small(tmp_path) as (_, port):
        assert asked(port).getresponse().status == 200


def test_an_application_that_cannot_start_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(tmp_path)],
        env=environment() | {"BROKEN": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "not started\n")
    assert "no such thing as starting" in done.stderr


def test_what_keeps_it_from_starting_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        cases = {
            f"Port {port} is taken; another program listens there. Name another: --port {port + 1}": (
                "--host",
                "127.0.0.1",
                "--port",
                str(port),
            ),
            "'192.0.2.77' is no address of this machine; leave --host out.": ("--host", "192.0.2.77"),
            "'no such host' is no address of this machine; leave --host out.": ("--host", "no such host"),
            "'ftp://a' is no public address; it looks like https://example.org, with a port but without a path.": (
                "--public-url",
                "ftp://a",
            ),
        }
        for sentence, options in cases.items():
            done = run("serve", "--data", tmp_path, *options, locale="en_GB.UTF-8")
            assert (done.returncode, done.stderr) == (2, f"Error: {sentence}\n")
    (tmp_path / "file").write_text("")
    done = run("serve", "--data", tmp_path / "file" / "inner", locale="en_GB.UTF-8")
    assert (done.returncode, done.stderr) == (2, f"Error: {tmp_path}/file/inner cannot be written: Not a directory.\n")


def test_a_full_disk_keeps_it_from_starting_with_a_sentence(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 4; exec "$@"', "sh", *MOSTEK, "serve", "--data", str(tmp_path), "--port", "0"],
        env=environment("en_GB.UTF-8"),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(f"Error: {tmp_path}/mostek.sqlite cannot be written: .*\\.\n", done.stderr), done.stderr


@pytest.mark.parametrize(("missing", "words"), [("uvicorn", ["serve"]), ("sqlalchemy", ["backup", "x"])])
def test_without_its_parts_it_says_what_to_install(missing: str, words: list[str]) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None\nfrom mostek.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env=environment("en_GB.UTF-8"),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: The server is not installed (")
    assert "pip install 'mostek[server]'" in done.stderr


def test_the_real_server_from_its_first_sentence_to_its_last(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*MOSTEK, "serve", "--data", str(tmp_path), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment("en_GB.UTF-8"),
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith("On this machine: http://127.0.0.1:")
        answer = asked(int(first.rpartition(":")[2]), "/api/health").getresponse()
        assert answer.status == 200
        process.terminate()
        out = process.stdout.read()
        err = process.communicate(timeout=20)[1]
    finally:
        process.kill()
    assert process.returncode == 0
    assert out.splitlines()[-2:] == [
        f"Data folder: {tmp_path}. Ctrl-C stops the server.",
        "The server has stopped. Every game is saved and continues when the server runs again.",
    ]
    # On a slow machine the search graph is begun before it ends.
    assert [line for line in err.splitlines() if "only this once" not in line] == []
