"""One process at a time: a lock on an open file, which ends with the process, however it ends."""

from __future__ import annotations

import os
import sys


def lock(file: int) -> None:
    """Take the file of this handle for this process alone. Raises `OSError` when another process has it."""
    if sys.platform == "win32":
        import msvcrt

        # Far behind the end, because Windows keeps others from reading what is locked.
        os.lseek(file, 1 << 40, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
