"""Wait for a typed line and handle other events meanwhile."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.cells import cell_len

TICK = 0.2
"""Seconds between two looks at the clock."""

Prompt = Callable[[], str]
"""The prompt as it reads now: the time in it goes on."""


class Keyboard(Protocol):
    """The source of typed lines."""

    def ask(self, prompt: Prompt, due: Callable[[], bool]) -> str | None:
        """The next line without its end; `None` as soon as something else is `due`.

        Raises `EOFError` when no line will ever come, `KeyboardInterrupt` for Ctrl-C.
        """
        ...

    def forget(self) -> None:
        """Drop what has been typed and not ended with Enter."""
        ...


class PipedLines:
    """Lines from a pipe or a file. The prompt is a line of its own, written once for each requested line."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._ended = False

    def ask(self, prompt: Prompt, due: Callable[[], bool]) -> str | None:
        """See `Keyboard`."""
        self._write(prompt())
        while "\n" not in self._text and not self._ended:
            if due():
                return None
            if readable(TICK):
                data = os.read(sys.stdin.fileno(), 65536)
                self._ended = not data
                self._text += self._decoder.decode(data, final=self._ended)
        if due():
            return None
        if not self._text:
            raise EOFError
        line, _, self._text = self._text.partition("\n")
        return line.rstrip("\r")

    def forget(self) -> None:
        """A pipe holds whole lines; none of them is dropped."""


class TypedLines:
    """Lines typed at a terminal. What has been typed so far survives a redrawing of the screen."""

    def __init__(self) -> None:
        self._typed = ""
        self._keys: list[str] = []
        """Keys pressed that have had no effect yet: what was pasted after an Enter."""
        self._history: list[str] = []
        self._back = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def ask(self, prompt: Prompt, due: Callable[[], bool]) -> str | None:
        """See `Keyboard`."""
        with _key_by_key():
            shown = ""
            while not due():
                if (now := prompt() + self._typed) != shown:
                    shown = now
                    _write(f"\r\x1b[K{_tail(shown)}")
                if not self._keys and readable(TICK):
                    data = os.read(sys.stdin.fileno(), 4096)
                    if not data:
                        raise EOFError
                    self._keys = _KEYS.findall(self._decoder.decode(data))
                while self._keys:
                    if (line := self._press(self._keys.pop(0))) is not None:
                        _write(f"\r\x1b[K{_tail(prompt() + line)}\n")
                        return line
            return None

    def forget(self) -> None:
        """See `Keyboard`."""
        self._typed, self._keys = "", []

    def _press(self, key: str) -> str | None:
        """The effect of a key; the line, when it was Enter."""
        match key:
            case "\r" | "\n":
                line, self._typed, self._back = self._typed, "", 0
                if line.strip():
                    self._history.append(line)
                return line
            case "\x04" if not self._typed:
                raise EOFError
            case "\x7f" | "\b":
                self._typed = self._typed[:-1]
            case "\x15":
                self._typed = ""
            case "\x17":
                self._typed = re.sub(r"\S*\s*$", "", self._typed)
            case "\x1b[A" | "\x1bOA" | "\x1b[B" | "\x1bOB":
                self._recall(1 if key[-1] == "A" else -1)
            case _:
                self._typed += key if key.isprintable() else ""
        return None

    def _recall(self, step: int) -> None:
        """Go back or forward among the lines typed before."""
        self._back = min(len(self._history), max(0, self._back + step))
        self._typed = self._history[-self._back] if self._back else ""


class WholeLines:
    """Lines typed where keys cannot be read one by one: a clock is looked at only when a line has come."""

    def ask(self, prompt: Prompt, due: Callable[[], bool]) -> str | None:
        """See `Keyboard`."""
        line = input(prompt())
        return None if due() else line

    def forget(self) -> None:
        """There is nothing to drop: the system owns what is being typed."""


def readable(seconds: float) -> bool:
    """Whether standard input has something within so many seconds; where the system cannot say, true."""
    if sys.platform == "win32":
        return True
    import select

    return bool(select.select([sys.stdin.fileno()], [], [], seconds)[0])


@contextmanager
def _key_by_key() -> Iterator[None]:
    """The terminal without echo and without waiting for Enter; Ctrl-C still interrupts."""
    import termios

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    now = termios.tcgetattr(file)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(file, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


def _tail(line: str) -> str:
    """As much of the end of a line as the terminal is wide, so that it never wraps."""
    width = os.get_terminal_size(sys.stdout.fileno()).columns - 1
    while cell_len(line) > width:
        line = line[1:]
    return line


def _write(shown: str) -> None:
    sys.stdout.write(shown)
    sys.stdout.flush()


_KEYS = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|\x1b|.", re.DOTALL)
