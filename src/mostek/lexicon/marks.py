"""Which lexicon files were checked in full, so that opening one again need not read it through.

Checking the sum of a search graph takes a hundred times as long as mapping it. So once a file was found sound, an empty file in
the cache is named after its place on the disk, its size and its times: whoever changes it changes those, and it is checked anew.
Not noticed is what changes a file behind the system's back, a failing disk. The kernel reads even such a file without harm.
"""

from __future__ import annotations

from contextlib import suppress
from os import stat_result
from pathlib import Path
from typing import Final

from mostek.lexicon.files import Part, describe, verify

_SETTLED: Final = 2 * 10**9
"""Nanoseconds after which another change must show in a file's times; the coarsest file system counts in two seconds."""


def checked(path: Path, cache: Path, now: int) -> Part:
    """A lexicon file whose nodes are as they were written, found so at `now`, in nanoseconds, or before.

    Raises `LexiconError` and `OSError` as `verify`. A cache that cannot be written costs time, nothing else.
    """
    status = path.stat()
    mark = cache / "checked" / _name(status)
    if mark.exists():
        return describe(path)
    part = verify(path)
    if now - max(status.st_mtime_ns, status.st_ctime_ns) > _SETTLED:
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
    return part


def _name(status: stat_result) -> str:
    numbers = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return "-".join(f"{number:x}" for number in numbers)
