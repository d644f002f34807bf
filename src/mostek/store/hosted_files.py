"""The files of hosted tournaments: their names, and a file that came from another computer."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from mostek.app.ports import LogError
from mostek.store.line_file import create_whole
from mostek.store.tournament_lines import read_tournament

_LONGEST = 60


def file_stem(title: str) -> str:
    """The name of the file of a tournament: small letters and digits, `mistrzostwa-sochaczewa-2026`.

    Example:
        >>> file_stem("Mistrzostwa Łodzi, 2026")
        'mistrzostwa-lodzi-2026'
    """
    plain = unicodedata.normalize("NFKD", title.lower().replace("ł", "l"))
    words = re.findall(r"[a-z0-9]+", "".join(sign for sign in plain if not unicodedata.combining(sign)))
    return "-".join(words)[:_LONGEST].strip("-") or "turniej"


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
