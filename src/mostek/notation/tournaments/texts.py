"""From the bytes of a text file to its text, in UTF-8 or windows-1250, with a fault where neither was meant."""

from __future__ import annotations

from mostek.notation.encoding import decode
from mostek.notation.tournaments.faults import FileFault, TournamentFileError


def readable(data: bytes) -> str:
    """The text of a file. Raises `TournamentFileError` at the first character that shows a wrong code page."""
    decoded = decode(data)
    exact = decoded.encoding.startswith("utf")
    if not decoded.text.isascii() or not decoded.text.isprintable():
        for place, sign in enumerate(decoded.text):
            if not _is_expected(sign, exact=exact):
                raise _wrong(decoded.text, place)
    return decoded.text


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


def _wrong(text: str, place: int) -> TournamentFileError:
    line, column = position(text, place)
    return TournamentFileError(FileFault.WRONG_CODE_PAGE, line, column, text[place])


def _is_expected(sign: str, *, exact: bool) -> bool:
    """Whether a sign can stand in such a file; one that UTF-8 read needs no suspicion unless it is a control character."""
    if sign < "\x80":
        return sign >= " " or sign in "\t\n\r\f"
    if exact:
        return sign >= "\xa0" and sign != "\ufffd" and not "\ud800" <= sign <= "\udfff"
    # A wrong code page turns letters into signs and controls that no name has.
    return sign.isalpha() or sign in _PUNCTUATION


_PUNCTUATION = "\xa0–—„”’‘“…°§"
