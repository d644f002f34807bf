"""Jobs that misbehave, for the tests of the queue."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from mostek.core.diagnostics import NotationError, TextFault
from mostek.lexicon import LexiconError
from mostek.lexicon.library import data_folder
from mostek.messages import text


def double(number: int) -> int:
    return 2 * number


def process() -> int:
    return os.getpid()


def lists_folder() -> Path:
    return data_folder()


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def take_memory(megabytes: int) -> int:
    return len(bytearray(megabytes * 1_000_000))


def take_memory_for_good(megabytes: int) -> int:
    _kept.append(b"x" * (megabytes * 1_000_000))
    return os.getpid()


_kept: list[bytes] = []


def answer_largely(megabytes: int) -> bytes:
    return b"x" * (megabytes * 1_000_000)


def raise_sentence() -> None:
    raise LexiconError("There is no lexicon {name}.", name="xx")


def raise_notation() -> None:
    raise NotationError(TextFault.BAD_MESSAGE, 3, 4, "abc")


def raise_what_cannot_travel() -> None:
    class HomelessError(Exception):
        pass

    raise HomelessError("here")


def abort() -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def say() -> str:
    return text("Please enter a name first.")
