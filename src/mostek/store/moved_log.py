"""A mark beside the file of a tournament that another computer has taken over: nothing is written to the file any more."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from mostek.app.ports import LogError
from mostek.store.line_file import not_saved, replace_whole

SUFFIX = ".moved"


class MovedLog(Struct, frozen=True, kw_only=True):
    """The place where a tournament goes on."""

    url: str
    """The page of the tournament there."""
    at: str
    """When, as the clock of the hall showed it."""
    n: int
    """The steps that the other computer took over."""
    head: str


def moved_log(path: Path) -> MovedLog | None:
    """The place where the tournament of a file goes on; `None` if it goes on here.

    Raises `LogError` for a mark that cannot be read.
    """
    mark = path.with_suffix(SUFFIX)
    try:
        return msgspec.json.decode(mark.read_bytes(), type=MovedLog)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError):
        raise LogError("{path} cannot be read: {why}", path=mark, why="?") from None


def mark_moved(path: Path, moved: MovedLog) -> None:
    """Note that another computer goes on. Raises `SaveError`."""
    replace_whole(path.with_suffix(SUFFIX), msgspec.json.encode(moved))


def unmark_moved(path: Path) -> None:
    """The tournament goes on here again. Raises `SaveError`."""
    try:
        path.with_suffix(SUFFIX).unlink(missing_ok=True)
    except OSError as error:
        raise not_saved(path.with_suffix(SUFFIX), error) from None
