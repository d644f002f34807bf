"""Bytes to text and back, for files that may not say how they are encoded; no byte is ever lost."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with all that is needed to write the same bytes again."""

    text: str
    encoding: str
    mark: bytes = b""
    """The byte order mark that the bytes began with."""
    stated: str | None = None
    """The encoding that the text names in a pragma, if it does."""

    @property
    def is_as_stated(self) -> bool:
        """Whether the text was read in the encoding that it names."""
        return self.stated is not None and _codec(self.stated) == self.encoding

    @property
    def data(self) -> bytes:
        """The bytes that were decoded."""
        return self.mark + self.text.encode(self.encoding)


def decode(data: bytes) -> Decoded:
    """The text of a file: by its pragma, byte order mark, as UTF-8, as windows-1250 if that gives Polish letters, as
    ISO 8859-1, the first that fits in this order. It never fails: ISO 8859-1 reads every byte.
    """
    match = _PRAGMA.search(data)
    stated = match[1].decode("ascii") if match else None
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    body = data[len(mark) :]
    for candidate in (_codec(stated) if stated else None, encoding):
        if candidate and (text := _exact(body, candidate)) is not None:
            return Decoded(text, candidate, mark, stated)
    central = _exact(data, "cp1250")
    if central is not None and not _POLISH.isdisjoint(central):
        return Decoded(central, "cp1250", b"", stated)
    return Decoded(data.decode("iso8859-1"), "iso8859-1", b"", stated)


def split_lines(text: str) -> list[str]:
    """The lines of a text as editors count them: other signs than CR and LF end no line."""
    return _LINE_END.split(text.removeprefix("\ufeff"))


def _exact(data: bytes, encoding: str) -> str | None:
    """The text, if the encoding reads the bytes and would write the same ones."""
    try:
        text = data.decode(encoding)
        return text if text.encode(encoding) == data else None
    except (LookupError, UnicodeError):
        return None


def _codec(name: str) -> str | None:
    """The plain name of a character set; `None` for an unknown one and for codecs that are not character sets."""
    try:
        plain = codecs.lookup(name).name
    except LookupError:
        return None
    return plain if _CHARACTER_SETS.fullmatch(plain) else None


_LINE_END = re.compile(r"\r\n|\r|\n")
_PRAGMA = re.compile(rb"^(?:\xef\xbb\xbf)?#character-encoding[ \t]+([!-~]+)", re.MULTILINE)
_CHARACTER_SETS = re.compile(r"utf-8|ascii|iso8859-\d+|cp\d{3,4}|mac-\w+|koi8-\w+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Without Ó, which ISO 8859-1 has at the same place: it decides nothing.
_POLISH = frozenset("ĄĆĘŁŃŚŹŻąćęłńśźż")
