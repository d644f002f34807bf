"""Computers of a hall as they are: each with a folder, a server that runs or is killed, and a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from mostek.server.network import listening
from mostek.store.hall_client import AnsweredError, HallClient

MOSTEK = str(Path(sys.executable).with_name("mostek"))
PATIENCE = 180.0


class Computer:
    """A computer with mostek."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with listening("127.0.0.1", 0) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "MOSTEK_DATA": str(folder), "MOSTEK_BOT_PROCESSES": "1", "COLUMNS": "200"}
        self.environment |= {"MOSTEK_PUBLIC_URL": self.url, "MOSTEK_PUBLISH": "anywhere"}
        self.environment.pop("MOSTEK_TOURNAMENT", None)
        self.server: subprocess.Popen[bytes] | None = None
        self.others: list[subprocess.Popen[bytes]] = []

    def path(self, name: str = "hala") -> Path:
        """The file of a tournament."""
        return self.folder / "tournaments" / f"{name}.jsonl"

    def run(self, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        """A command in the terminal."""
        line = [MOSTEK, "--lang", "en", "tournament", *words]
        return subprocess.run(line, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, input=said)

    def does(self, *words: str) -> Any:
        """A command that is carried out, with its answer as data."""
        done = self.run(*words, "--json")
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return json.loads(done.stdout)

    def fails(self, *words: str) -> str:
        """A command that is not carried out, with what is said of it."""
        done = self.run(*words)
        assert done.returncode != 0, (words, done.stdout)
        return done.stderr

    def follows(self, *words: str) -> subprocess.Popen[bytes]:
        """A command that goes on until it is ended; `said` is what it has written so far."""
        line = [MOSTEK, "--lang", "en", "tournament", *words]
        with (self.folder / "said.log").open("ab") as said:
            begun = subprocess.Popen(line, env=self.environment | {"PYTHONUNBUFFERED": "1"}, stdout=said, stderr=said)
        self.others.append(begun)
        return begun

    @property
    def said(self) -> str:
        """The lines of the commands that go on."""
        return (self.folder / "said.log").read_text("utf-8")

    def founded(self, people: int = 4) -> Computer:
        """A tournament in which all have come, and the first round is paired."""
        self.does("new", "Hala", "--date", "2026-11-21", "--seed", "abc", "--set", "rounds=5", "--set", "minutes=20")
        rows = "".join(f"Gracz {number}\n" for number in range(1, people + 1))
        table = self.folder / "people.csv"
        table.write_text(f"name\n{rows}", "utf-8")
        self.does("register", "--file", str(table))
        self.does("checkin", "--all")
        self.does("pair")
        return self

    def serve(self) -> Computer:
        """Start the server."""
        line = [MOSTEK, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder)]
        with (self.folder / "server.log").open("ab") as log:
            self.server = subprocess.Popen(line, env=self.environment, stdout=log, stderr=log)
        until(lambda: is_up(self.url) or self.server is None or self.server.poll() is not None)
        assert self.server.poll() is None, (self.folder / "server.log").read_text()
        return self

    def kill(self) -> None:
        """The power fails."""
        if self.server is not None:
            self.server.send_signal(signal.SIGKILL)
            self.server.wait()
            self.server = None

    def end(self) -> None:
        """Put everything away."""
        for other in self.others:
            other.kill()
            other.wait()
        self.kill()

    def director(self, name: str = "Ewa") -> Director:
        """A browser in which the director's link was opened."""
        hosted = self.does("host")
        client = HallClient(self.url)
        client.ask("POST", "/me", {"name": name})
        client.ask("POST", f"/office-invitations/{hosted['director'].rpartition('/')[2]}", {"name": name})
        return Director(client, hosted["id"])


class Director:
    """A browser of the director."""

    def __init__(self, client: HallClient, id: str) -> None:
        self.client = client
        self.id = id

    def ask(self, method: str, path: str = "", body: Any = None) -> Any:
        """A request about the tournament."""
        return json.loads(self.client.ask(method, f"/tournaments/{self.id}{path}", body))

    def gives(self, *commands: dict[str, Any]) -> Any:
        """Give commands."""
        seen = self.ask("GET")["n"]
        return self.ask("POST", "/commands", {"seen": seen, "commands": list(commands)})

    def refused(self, method: str, path: str = "", body: Any = None) -> AnsweredError:
        """A request that is refused."""
        try:
            self.ask(method, path, body)
        except AnsweredError as error:
            return error
        raise AssertionError(f"{method} {path} was carried out")

    def at(self, computer: Computer) -> Director:
        """The same browser, whose address leads to another computer now."""
        return Director(HallClient(computer.url, self.client.kept), self.id)


def result(table: int, first: int, second: int) -> dict[str, Any]:
    """The command for a result."""
    played = {"kind": "played", "scores": [first, second]}
    return {"type": "enter_result", "round": 1, "table": table, "result": played, "signed": list(range(1, 200))}


def is_up(url: str) -> bool:
    """Whether a server answers."""
    try:
        urlopen(f"{url}/api/health", timeout=5).close()
    except (URLError, OSError):
        return False
    return True


def until(is_so: Callable[[], Any]) -> Any:
    """Wait for something, however slow the machine is. Returns it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(0.1)
    raise AssertionError("it has never come")
