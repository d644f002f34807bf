"""`mostek serve` as a process of its own, seen from outside: its memory with that of all its workers, and its folder."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from mostek.lexicon.library import cache_folder

MOSTEK = str(Path(sys.executable).with_name("mostek"))
PUSH_HOST = "push.invalid"
"""A push service that no name server knows (RFC 6761), so that no message ever leaves this machine."""
_STARTED = 120.0
_CACHE = "cache"


class Memory(NamedTuple):
    """Resident and proportional memory in kilobytes: of the process that serves, and of all its processes together."""

    serving: int = 0
    serving_share: int = 0
    all: int = 0
    all_share: int = 0

    def most(self, other: Memory) -> Memory:
        """The larger of each figure."""
        return Memory(*map(max, self, other))


class ServerProcess:
    """A server with the settings of a newcomer on a folder of its own; only the search graphs are those of this machine."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        folder.mkdir(parents=True, exist_ok=True)
        cache_folder().mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            (folder / _CACHE).symlink_to(cache_folder(), target_is_directory=True)
        asked = [MOSTEK, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(folder)]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MOSTEK_")}
        clean |= {"MOSTEK_PUSH_HOSTS": PUSH_HOST, "MOSTEK_BOT_PROCESSES": "1", **environment}
        with (folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(asked, env=clean, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + _STARTED
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text("utf-8", "replace"))

    def workers(self) -> tuple[int, ...]:
        """The processes that the server has started, and those that these have started."""
        return tuple(each.pid for each in psutil.Process(self.process.pid).children(recursive=True))

    def memory(self) -> Memory:
        """Its memory now."""
        own, share = _memory(self.process.pid)
        others = [_memory(pid) for pid in self.workers()]
        return Memory(own, share, own + sum(each[0] for each in others), share + sum(each[1] for each in others))

    def disk(self) -> int:
        """The bytes in its folder, without the search graphs and the log of the tests."""
        total = 0
        for folder, names, files in os.walk(self.folder):
            if folder == str(self.folder):
                names[:] = [name for name in names if name != _CACHE]
            for file in files:
                with suppress(FileNotFoundError):
                    total += os.lstat(os.path.join(folder, file)).st_size
        return total

    @property
    def is_running(self) -> bool:
        """Whether the serving process lives."""
        return self.process.poll() is None

    def stop(self) -> None:
        """End it as an operator does, and otherwise at once."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            left = self.workers()
            self.process.kill()
            self.process.wait()
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def _memory(pid: int) -> tuple[int, int]:
    """Resident and proportional memory; nothing for a process that ends."""
    try:
        used = psutil.Process(pid).memory_full_info()
    except psutil.Error:
        return 0, 0
    return used.rss // 1024, used.pss // 1024
