"""Debian packages, pinned by their hash, and the files inside them; read without any tool of Debian's."""

from __future__ import annotations

import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from mostek.lexicon import LexiconError


class Package(NamedTuple):
    """A Debian package, pinned by the hash of its file, and the files inside it that are read."""

    name: str
    version: str
    sha256: str
    members: tuple[str, ...]


WPOLISH: Final = Package(
    name="wpolish",
    version="20220301-1",
    sha256="78d94681b9838aeb8419629d5ce378085e0db6a22517c3c170aa883451cc9ccf",
    members=("./usr/share/dict/polish",),
)
"""The spelling dictionary of sjp.pl with all its inflected forms, UTF-8, one a line, as Debian 12 has packed it."""

WPOLISH_2024: Final = WPOLISH._replace(
    version="20240901-1", sha256="c7fdbafe18ff6f7fb346285919573831fa29eaa6e5a7fc635bafed600f56ac40"
)
"""The same dictionary of September 2024, as Debian 13 has packed it."""

WPOLISH_2026: Final = WPOLISH._replace(
    version="20260301-1", sha256="c5dd287dd67da910b6bba6fa674a3505073e9ca59a44531a9372677d77947d0b"
)
"""The same dictionary of March 2026, after the spelling reform of that year, as Debian testing has packed it."""

HUNSPELL: Final = Package(
    name="hunspell-pl",
    version="1:7.5.0-1",
    sha256="9af9e010e5586ab3e5b46009273df8e94c8c1f0da8e3c7b1e2df1398ce68ef07",
    members=("./usr/share/hunspell/pl_PL.aff", "./usr/share/hunspell/pl_PL.dic"),
)
"""The dictionary of the spell checker of LibreOffice 7.5: rules of inflection, and base forms with their rules."""


def contents(path: Path, package: Package) -> tuple[bytes, ...]:
    """The files inside the pinned package, in the order in which it names them.

    Raises `LexiconError` when the file is another one, `OSError`.
    """
    _, files = recognised(path, package)
    return files


def recognised(path: Path, *packages: Package) -> tuple[Package, tuple[bytes, ...]]:
    """Which of the pinned packages a file is, told by its hash, and the files inside it.

    Raises `LexiconError` when it is none of them, `OSError`.
    """
    data = path.read_bytes()
    found = sha256(data).hexdigest()
    package = next((known for known in packages if known.sha256 == found), None)
    if package is None:
        raise LexiconError(
            "{path} is not {packages}: its SHA-256 is {found}.",
            path=path,
            packages=" / ".join(f"{known.name} {known.version}" for known in packages),
            found=found,
        )
    return package, _members(data, package)


def _members(data: bytes, package: Package) -> tuple[bytes, ...]:
    with tarfile.open(fileobj=BytesIO(_archived(data, b"data.tar"))) as archive:
        return tuple(_read(archive, member) for member in package.members)


def _read(archive: tarfile.TarFile, member: str) -> bytes:
    file = archive.extractfile(member)
    assert file is not None, "the hash of the package has been checked"
    return file.read()


def _archived(archive: bytes, prefix: bytes) -> bytes:
    """The first member of an `ar` archive whose name begins so (ar(5): headers of 60 bytes, members padded to even).

    A Debian package is an `ar` archive of tar archives (deb(5)).
    """
    place = len(b"!<arch>\n")
    while place < len(archive):
        name, size = archive[place : place + 16], int(archive[place + 48 : place + 58])
        place += 60
        if name.startswith(prefix):
            return archive[place : place + size]
        place += size + size % 2
    raise LexiconError("The Debian package has no {name}.", name=prefix.decode())
