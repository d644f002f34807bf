"""Import a club's own word list, from any program, system or decade.

Known are text in UTF-8, UTF-16 with its mark, ISO-8859-2 and Windows-1250, with any line ends and in either case; Quackle's
`.dawg` and the `.kwg` of Woogles, see `word_graphs`; and a zip with one of these inside, such as the word-game list of sjp.pl
(`slowa.txt`).
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import PurePath
from typing import Final, NamedTuple
from zipfile import BadZipFile, ZipFile

from mostek.lexicon import LexiconError
from mostek.lexicon.kernel import Rejected, Rejection, Words, read
from mostek.lexicon.word_graphs import form_of_graph, graph_text, letters_of_graph

OSPS_LENGTHS: Final = dict(
    enumerate(
        (125, 1459, 7315, 25251, 56852, 111815, 183858, 261178, 325409, 363706, 366957, 342746, 297862, 239804),
        start=2,
    )
)
"""How many words of each length the tournament list had in January 2019; it has grown since."""

_ISO_ONLY: Final = bytes.fromhex("b1 a1 b6 a6 bc ac")  # ą Ą ś Ś ź Ź in ISO-8859-2
_WINDOWS_ONLY: Final = bytes.fromhex("b9 a5 9c 8c 9f 8f")  # the same in Windows-1250; all other Polish letters agree
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_LIST_SUFFIXES: Final = (".txt", ".dawg", ".kwg", ".dic", ".lst", "")
_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_ASCII: Final = bytes(range(128))
_POLISH_UTF8: Final = re.compile(rb"[\xc3-\xc5][\x80-\xbf]")
_UNPACKED_LIMIT: Final = 1 << 30
"""No list of words has a gigabyte; a zip that claims one is a trap."""


class BadLine(NamedTuple):
    """A line that is no word of the game: its number from 1, its text and why."""

    line: int
    text: str
    reason: Rejection


@dataclass(frozen=True)
class ImportedList:
    """The kind of a file, found by its content."""

    words: Words
    letters: tuple[str, ...]
    """The alphabet that the list was read with."""
    form: str
    """`text/utf-8`, `text/iso-8859-2`, `text/cp1250`, `text/utf-16`, or a graph: `quackle`, `quackle-0`, `kwg`; with
    `zip:MEMBER:` in front."""
    bad_lines: tuple[BadLine, ...]

    @property
    def reasons(self) -> Counter[Rejection]:
        """The number of lines left out for each reason."""
        return Counter(line.reason for line in self.bad_lines)


def read_list(data: bytes, name: str, *alphabets: Sequence[str], leave_out: bool = False) -> ImportedList:
    """The words in the bytes of a file, with the one of the alphabets that fits it.

    A list with a letter that its alphabet lacks is refused; with `leave_out` such words are among the bad lines. Raises
    `LexiconError` also when the file cannot be read or is no list of words.
    """
    if not data.startswith(_ZIP):
        return _read_plain(data, name, alphabets, leave_out)
    member, data = _from_zip(data, name)
    inner = _read_plain(data, member, alphabets, leave_out)
    return replace(inner, form=f"zip:{member}:{inner.form}")


def decode(data: bytes, name: str) -> tuple[bytes, str]:
    """The text of a file as UTF-8, and the encoding it was in.

    A list that is UTF-8 but for a few lines is left as it is: the kernel names those lines. Raises `LexiconError` with the
    line of the first byte that cannot be read.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _recoded(data, "utf-16", name), "utf-16"
    if data.startswith(codecs.BOM_UTF8):
        return data, "utf-8"
    if b"\0" in data:
        raise LexiconError(
            "{path} is not text: there is a zero byte in line {line}.", path=name, line=_line(data, data.index(b"\0"))
        )
    if _is_utf8(data) or _mostly_utf8(data):
        return data, "utf-8"
    iso, windows = _count(data, _ISO_ONLY), _count(data, _WINDOWS_ONLY)
    if iso and windows:
        raise LexiconError(
            "{path} mixes two encodings: {iso} letters are written as in ISO-8859-2 and {windows} as in Windows-1250.",
            path=name,
            iso=iso,
            windows=windows,
        )
    encoding = "iso-8859-2" if iso else "cp1250"
    return _recoded(data, encoding, name), encoding


def in_capitals(text: bytes) -> bool:
    """Whether a list in UTF-8 is written in capitals, so that they do not mark proper nouns."""
    sample = text[: 1 << 20].decode(errors="replace")
    return sum(map(str.isupper, sample)) > sum(map(str.islower, sample))


def _read_plain(data: bytes, name: str, alphabets: Sequence[Sequence[str]], leave_out: bool) -> ImportedList:
    if form := form_of_graph(data, name):
        letters = letters_of_graph(data, form, name, alphabets)
        return _reading(graph_text(data, form, name, letters).encode(), form, name, letters, leave_out)
    text, encoding = decode(data, name)
    return _reading(text, f"text/{encoding}", name, _fitting(text, alphabets), leave_out)


def _fitting(text: bytes, alphabets: Sequence[Sequence[str]]) -> Sequence[str]:
    """The alphabet of a list: the first if it has all letters, else the smallest that has them, else the nearest."""
    if len(alphabets) == 1:
        return alphabets[0]
    used = {sign for sign in set(text.decode(errors="replace").upper()) if sign.isalpha()}
    if used <= set(alphabets[0]):
        return alphabets[0]

    def misfit(letters: Sequence[str]) -> tuple[int, int]:
        lacked = len(used.difference(letters))
        return lacked, 0 if lacked else len(letters)

    return min(alphabets, key=misfit)


def _reading(text: bytes, form: str, name: str, letters: Sequence[str], leave_out: bool) -> ImportedList:
    words, rejected = read(text, letters, capitals=in_capitals(text))
    if not leave_out:
        _refuse_foreign(text, rejected, name, letters)
    if not len(words):
        raise LexiconError("{path} has no word of the game in it.", path=name)
    if len(rejected) > len(words):
        (worst,) = _texts(text, rejected[:1])
        raise LexiconError(
            "{path} does not look like a list of words: {bad} lines are none, the first is line {line} ({text!r}).",
            path=name,
            bad=len(rejected),
            line=worst.line,
            text=worst.text[:40],
        )
    return ImportedList(words, tuple(letters), form, _texts(text, rejected))


def _refuse_foreign(text: bytes, rejected: Sequence[Rejected], name: str, letters: Sequence[str]) -> None:
    """Raises `LexiconError` for the first word that the alphabet lacks a letter of."""
    for bad in _texts(text, [each for each in rejected if each.reason is Rejection.LETTER]):
        foreign = next((sign for sign in bad.text if sign.upper() not in letters and sign.isalpha()), None)
        if foreign:
            raise LexiconError(
                "{path}, line {line}: {word} has the letter {letter}, which the alphabet {letters} lacks. Another is chosen with "
                "--tile-set; --leave-out leaves such words out.",
                path=name,
                line=bad.line,
                word=bad.text[:40],
                letter=foreign.upper(),
                letters=" ".join(letters),
            )


def _texts(text: bytes, rejected: Sequence[Rejected]) -> tuple[BadLine, ...]:
    if not rejected:
        return ()
    lines = _LINE_END.split(text)
    return tuple(BadLine(line, lines[line - 1].decode(errors="replace").strip(), reason) for line, reason in rejected)


def _from_zip(data: bytes, name: str) -> tuple[str, bytes]:
    try:
        with ZipFile(BytesIO(data)) as archive:
            member = _list_in(archive, name)
            if archive.getinfo(member).file_size > _UNPACKED_LIMIT:
                raise LexiconError("{path}: {member} is too big for a list of words.", path=name, member=member)
            return member, archive.read(member)
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:  # RuntimeError: a password is wanted
        raise LexiconError("{path} cannot be unpacked: {reason}.", path=name, reason=error) from None


def _list_in(archive: ZipFile, name: str) -> str:
    """The list in a zip: `slowa.txt` (sjp.pl) where there is one, else the one file that could be a list."""
    members = [info.filename for info in archive.infolist() if not info.is_dir()]
    for member in members:
        if PurePath(member).name.lower() == "slowa.txt":
            return member
    lists = [
        member
        for member in members
        if PurePath(member).suffix.lower() in _LIST_SUFFIXES and "readme" not in PurePath(member).name.lower()
    ]
    if len(lists) != 1:
        raise LexiconError(
            "{path} must have one list of words in it; it has {members}.", path=name, members=", ".join(members) or "—"
        )
    return lists[0]


def _recoded(data: bytes, encoding: str, name: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except UnicodeDecodeError as error:
        raise LexiconError(
            "{path}: line {line} is neither UTF-8 nor {encoding}.",
            path=name,
            line=_line(data, error.start),
            encoding=encoding.upper(),
        ) from None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _mostly_utf8(data: bytes) -> bool:
    """Whether nine tenths of the bytes beyond ASCII stand in pairs as UTF-8 writes Polish letters."""
    beyond = len(data.translate(None, _ASCII))
    return not beyond or 20 * len(_POLISH_UTF8.findall(data)) >= 9 * beyond


def _count(data: bytes, wanted: bytes) -> int:
    return sum(data.count(byte) for byte in wanted)


def _line(data: bytes, place: int) -> int:
    return len(_LINE_END.findall(data[:place])) + 1
