"""A disk that fails at a chosen call: the program is killed there, or the call fails as on a full or a read-only disk.

A command runs in a child process, so that a kill is a kill."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from cli.tournament.desk import Desk

CALLS = ("open", "write", "fsync", "ftruncate", "link", "rename", "replace", "unlink", "mkdir")
"""The calls of `os` by which files are written."""
KILL = 0
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def run_at(desk: Desk, line: str, place: int, fault: int) -> int | None:
    """Give a command on a disk that fails at call number `place`, from 1.

    Args:
        desk: the desk; its folder is the disk.
        line: the command.
        place: the call at which the fault happens.
        fault: the number of the error, as `errno.ENOSPC`; `KILL` kills the program.

    Returns:
        The exit status; `None` if the program was killed; -1 if there were fewer calls.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 99
        try:
            met = _Disk(str(desk.folder), place, fault)
            result = desk.run(line)
            status = result.exit_code if met.count >= place else 98
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    if os.WIFSIGNALED(ended):
        return None
    return -1 if os.WEXITSTATUS(ended) == 98 else os.WEXITSTATUS(ended)


def every_place(desk: Desk, line: str, fault: int, again: Callable[[], None]) -> Iterator[tuple[int, int | None]]:
    """Give a command with the fault at each of its calls in turn; `again` puts the folder back before each."""
    for place in range(1, 200):
        again()
        status = run_at(desk, line, place, fault)
        if status == -1:
            return
        yield place, status
    raise AssertionError("a command with 200 calls")


class _Disk:
    """Counts the calls that write into a folder, and fails at one of them."""

    def __init__(self, folder: str, place: int, fault: int) -> None:
        self.count = 0
        self._folder = folder
        self._place = place
        self._fault = fault
        for name in CALLS:
            setattr(os, name, self._met(name, getattr(os, name)))

    def _met(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            if not self._is_written(name, given):
                return real(*given, **named)
            self.count += 1
            if self.count != self._place:
                return real(*given, **named)
            if name == "write":  # a write may go half way before its end
                real(given[0], bytes(given[1])[: len(given[1]) // 2])
            if self._fault == KILL:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(self._fault, os.strerror(self._fault))

        return call

    def _is_written(self, name: str, given: tuple[Any, ...]) -> bool:
        if name == "open":
            return str(given[0]).startswith(self._folder) and bool(given[1] & _WRITING)
        if name in ("write", "fsync", "ftruncate"):
            return os.readlink(f"/proc/self/fd/{given[0]}").startswith(self._folder)
        return any(str(each).startswith(self._folder) for each in given)
