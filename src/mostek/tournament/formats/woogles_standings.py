"""The standings of an event at Woogles as a table: recognised, and refused because the games are not in it."""

from __future__ import annotations

import re
from typing import Never

from mostek.tournament.file_formats import Files, TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError

NAME = "woogles_standings"


def is_standings(text: str) -> bool:
    """Whether a text begins with the headings of such a table."""
    return _HEADINGS.match(text) is not None


def read(files: Files) -> Never:
    """Raises `TournamentFileError`: a tournament needs its games, and Woogles exports them in another file."""
    raise TournamentFileError(FileFault.NO_GAMES, 1, 1, "division,rank,username,…")


_HEADINGS = re.compile(r"\ufeff?division,rank,username,wins,losses,draws\b", re.IGNORECASE)

FORMAT = TournamentFormat(
    name=NAME,
    option="woogles-standings",
    pl="klasyfikacja turnieju z Woogles",
    en="the standings of an event at Woogles",
    precedence=35,
    detect=lambda data, text: is_standings(text),
    read=read,
)
