"""From the bytes of a text file to its text, in UTF-8 or windows-1250, with a fault where neither was meant."""

from __future__ import annotations

import re

from mostek.core.encoding import decode
from mostek.tournament.formats.faults import FileFault, TournamentFileError


def readable(data: bytes) -> str:
    """The text of a file. Raises `TournamentFileError` at the first character that shows a wrong code page."""
    decoded = decode(data)
    text = decoded.text
    found = _CONTROL.search(text)
    if found is None and not decoded.encoding.startswith("utf"):
        # A wrong code page turns letters into signs that no name has.
        found = next((sign for sign in _FOREIGN.finditer(text) if not sign[0].isalpha()), None)
    if found is not None:
        line, column = position(text, found.start())
        raise TournamentFileError(FileFault.WRONG_CODE_PAGE, line, column, found[0])
    return text


def encoded(text: str, encoding: str = "utf-8") -> bytes:
    """The text as bytes. Raises `TournamentFileError` at the first character that the encoding does not have."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        line, column = position(text, error.start)
        raise TournamentFileError(FileFault.NOT_ENCODABLE, line, column, text[error.start]) from None


def position(text: str, place: int) -> tuple[int, int]:
    """Line and column of a place in a text, both from 1."""
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_FOREIGN = re.compile("[^\x00-\x7f\xa0–—„”’‘“…°§]")
