"""A real server, `mostek serve`, in a process of its own, that a test may stop, kill and start again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

_MOSTEK = str(Path(sys.executable).with_name("mostek"))
_SHORT_WAITS = """
from mostek.app import lobby
from mostek.features.tables.live import session
session.GONE = 300
lobby._WAITS.update({name: (500, most) for name, (_, most) in lobby._WAITS.items()})
from mostek.cli import main
main()
"""
IMPATIENT = (sys.executable, "-c", _SHORT_WAITS)
"""The program with waits that a test can sit out: a player is gone, and may be claimed against, after parts of a second."""
_PATIENCE = 60.0
"""How long the server may take to answer, in seconds; a busy machine is slow."""


@dataclass
class Server:
    """A server in its folder, always at the same port."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = field(default_factory=lambda: free_port())
    process: subprocess.Popen[bytes] | None = None
    program: tuple[str, ...] = (_MOSTEK,)

    @property
    def url(self) -> str:
        """The address of the page, without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers. Raises `RuntimeError` with what it has said if it does not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "said.log").open("ab") as said:
            self.process = subprocess.Popen(
                [*self.program, "serve", "--host", self.host, "--port", str(self.port)],
                env={**os.environ, "MOSTEK_DATA": str(self.folder), "MOSTEK_BOT_PROCESSES": "1"},
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self._wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it as a power cut does: it can do nothing more, nor can the processes of its bots."""
        self._end(signal.SIGKILL)

    def said(self) -> str:
        """What it has written so far."""
        return (self.folder / "said.log").read_text(encoding="utf-8")

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        if how is signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        self.process.wait(timeout=30)
        self.process = None

    def _wait(self) -> None:
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            dead = self.process is None or self.process.poll() is not None
            if dead or time.monotonic() > until:
                raise RuntimeError(f"the server does not answer:\n{self.said()}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/me", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def free_port() -> int:
    """A port at which nobody listens just now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
