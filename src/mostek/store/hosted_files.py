"""The files of hosted tournaments that came from another computer, and the name of one whose title has no letters."""

from __future__ import annotations

from pathlib import Path

from mostek.app.ports import LogError
from mostek.store.line_file import create_whole
from mostek.store.tournament_lines import read_tournament

NAMELESS = "turniej"
"""The name of a file for a title without letters and digits."""


def keep_file(path: Path, data: bytes) -> None:
    """Keep a file as it came, under a new name; it is read again first, or nothing is written.

    Raises:
        FileExistsError: there is a file of this name.
        SaveError: it could not be written.
        LogError: it cannot be read.
    """

    def check(written: bytes) -> None:
        if written != data or read_tournament(written).torn:
            raise LogError("{path} was not read as it was written; nothing was kept.", path=path)

    create_whole(path, data, check)
