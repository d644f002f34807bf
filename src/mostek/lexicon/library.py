"""The folders of lexica, and opening one by name.

The built-in ones lie in the package, a file each, whose header is the entry of the registry. Imported ones lie in the user's data
folder and are never uploaded. GADDAGs and word maps, which are made from them, lie in the cache folder. The environment variable
MOSTEK_DATA names one folder for both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import time, time_ns
from typing import Final

from mostek.lexicon import DEFAULT, LexiconError, LexiconPin, kernel
from mostek.lexicon.earlier import EarlierEdition, earlier_editions
from mostek.lexicon.files import SUFFIX, GraphKind, HeaderError, LexiconFile, LexiconHeader, checked, describe, write

FOLDERS = [Path(__file__).parent / "data"]
"""Where built-in lexica are found."""

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_EDITION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,39}")
_FORMATS: Final = {GraphKind.SEARCH: "2", GraphKind.MAP: "map-3"}
"""What the kernel makes of the words; changed with its shape, so that a cached one of another shape is never opened."""
_OUTDATED: Final = 30 * 24 * 3600.0
"""The seconds after which a cached structure of another shape is deleted when one of this shape is built."""


@dataclass(frozen=True)
class OpenLexicon:
    """A lexicon that is mapped into memory."""

    header: LexiconHeader
    graph: kernel.Dawg

    @property
    def pin(self) -> LexiconPin:
        """The pin of this lexicon for a game."""
        return self.header.pin

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self.graph

    def valid(self, words: Sequence[str]) -> list[bool]:
        """For each word whether it is in the lexicon: faster than one by one."""
        return self.graph.valid(words)

    def words(self) -> kernel.Words:
        """All the words, for comparing, counting and building."""
        return kernel.Words.of(self.graph)


def data_folder() -> Path:
    """The folder of imported lexica."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "lexica"
    from platformdirs import user_data_path

    return user_data_path("mostek") / "lexica"


def cache_folder() -> Path:
    """The folder of GADDAGs and of the marks of checked files; it may be deleted at any time."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "cache"
    from platformdirs import user_cache_path

    return user_cache_path("mostek")


def built_in() -> tuple[LexiconFile, ...]:
    """The lexica of the package, the default one first, then by name.

    Raises `RegistryError` for a header that lacks a field or a title, and for a second lexicon of one name; `LexiconError` for
    a damaged file.
    """
    found: dict[str, LexiconFile] = {}
    for path in sorted(path for folder in FOLDERS for path in folder.glob(f"*{SUFFIX}")):
        part = _entry(path)
        name = part.header.name
        if name in found:
            raise _incomplete(path, "name", f"another lexicon is called {name!r} too")
        found[name] = part
    return tuple(sorted(found.values(), key=lambda part: (part.header.name != DEFAULT, part.header.name)))


def _entry(path: Path) -> LexiconFile:
    try:
        part = describe(path)
    except HeaderError as error:
        raise _incomplete(path, "header", str(error.params["reason"])) from None
    for key in ("name", "edition", "source", "licence", "title_pl", "title_en"):
        if not getattr(part.header, key).strip():
            raise _incomplete(path, key, "a text is missing")
    return part


def _incomplete(path: Path, key: str, fault: str) -> Exception:
    from mostek.core.registry import RegistryError

    return RegistryError(path.name, key, fault)


def installed() -> tuple[LexiconFile, ...]:
    """Every lexicon at hand: the built-in ones, then the others by name, newest edition first.

    Files in the user's folder that are none are passed over.
    """
    own = [part for path in data_folder().glob(f"[!.]*{SUFFIX}") if (part := _readable(path))]
    own = [part for part in own if part.header.graph is GraphKind.WORDS]
    own.sort(key=lambda part: edition_order(part.header.edition), reverse=True)
    return (*built_in(), *sorted(own, key=lambda part: part.header.name))


def find(name: str) -> LexiconFile:
    """The lexicon of that name, `NAME` for its newest edition or `NAME@EDITION`.

    Raises `LexiconError` with the nearest known name.
    """
    wanted, _, edition = name.partition("@")
    parts = installed()
    for part in parts:
        if part.header.name == wanted.lower() and edition in ("", part.header.edition):
            return part
    for earlier in earlier_editions():
        if (earlier.name, earlier.edition) == (wanted.lower(), edition):
            return _restored(earlier)
    _show_damage(wanted.lower())
    known = sorted({shown for part in parts for shown in _names(part, edition)})
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), known, n=1, cutoff=0.5)
    if close:
        raise LexiconError(
            "There is no lexicon {name!r}. Did you mean {nearest!r}? Known: {names}.",
            name=name,
            nearest=close[0],
            names=", ".join(known),
        )
    raise LexiconError("There is no lexicon {name!r}. Known: {names}.", name=name, names=", ".join(known))


def open_lexicon(name: str = DEFAULT) -> OpenLexicon:
    """Open a lexicon by name, see `find`. Raises `LexiconError`, `OSError`."""
    return _opened(find(name))


def open_pinned(pin: LexiconPin) -> OpenLexicon:
    """Open the very list that a game was played with. Raises `LexiconError` when it is not at hand."""
    for part in installed():
        if part.header.hash == pin.hash:
            return _opened(part)
    for earlier in earlier_editions():
        if earlier.hash == pin.hash:
            return _opened(_restored(earlier))
    raise LexiconError("The lexicon {name} {edition} with the hash {hash} is not here; import it.", **pin._asdict())


def open_gaddag(name: str = DEFAULT, progress: Callable[[float], object] | None = None) -> kernel.Gaddag:
    """Open the GADDAG of a lexicon; it is built first where it is missing, with `progress` from 0 to 1.

    Two processes may build the same one at once: each puts a whole file in place. Raises `LexiconError`, `OSError`.
    """
    return kernel.Gaddag.open(*_made(name, GraphKind.SEARCH, progress).mapped)


def open_word_map(name: str = DEFAULT, progress: Callable[[float], object] | None = None) -> kernel.WordMap:
    """Open the word map of a lexicon as `open_gaddag` opens its graph. `ValueError` for more than 32 letters."""
    return kernel.WordMap.open(*_made(name, GraphKind.MAP, progress).mapped)


def install(header: LexiconHeader, nodes: bytes) -> Path:
    """Put a lexicon into the user's data folder, whole or not at all. Raises `LexiconError`, `OSError`."""
    check_name(header.name, header.edition)
    return _put(header, nodes)


def install_edition(header: LexiconHeader, nodes: bytes) -> Path:
    """Put another edition of a built-in lexicon beside it, to be opened as NAME@EDITION. Raises `LexiconError`, `OSError`."""
    known = [(part.header.name, part.header.edition) for part in built_in()]
    if (header.name, header.edition) in known:
        raise LexiconError("{name} {edition} is built in.", name=header.name, edition=header.edition)
    return _put(header, nodes)


def _put(header: LexiconHeader, nodes: bytes) -> Path:
    path = data_folder() / f"{header.name}@{header.edition}{SUFFIX}"
    if path.exists() and (known := _readable(path)) and known.header.hash != header.hash:
        raise LexiconError(
            "{name} {edition} is here already and has other words; give the new one another edition.",
            name=header.name,
            edition=header.edition,
        )
    kernel.Dawg.of(nodes, header.letters)  # refuses a graph that could not be opened again
    write(path, header, nodes)
    return path


def check_name(name: str, edition: str) -> None:
    """Raises `LexiconError` when an imported list may not be called that."""
    if name in [part.header.name for part in built_in()]:
        raise LexiconError("{name!r} is the name of a built-in lexicon; choose another.", name=name)
    if not _NAME.fullmatch(name):
        raise LexiconError("{name!r} is no name: small letters a to z, digits and hyphens, at most 40.", name=name)
    if not _EDITION.fullmatch(edition):
        raise LexiconError(
            "{edition!r} is no edition: letters a to z, digits, dots and hyphens, at most 40.", edition=edition
        )


def _show_damage(name: str) -> None:
    """A lexicon that is here but cannot be read is not one that is unknown: say what is wrong with it."""
    for path in data_folder().glob(f"*{SUFFIX}"):
        if path.name.partition("@")[0] == name:
            describe(path)


def _readable(path: Path) -> LexiconFile | None:
    try:
        return describe(path)
    except (LexiconError, OSError):
        return None


def _cached(path: Path, graph: GraphKind) -> LexiconFile | None:
    """The cached words; a missing or damaged cache is built again."""
    try:
        part = checked(path, cache_folder(), time_ns())
    except (LexiconError, OSError):
        return None
    return part if part.header.graph is graph else None


class GraphMissingError(RuntimeError):
    """The graphs of a lexicon are not built yet, and this process leaves that to another one.

    It is no `LexiconError`, which would be an answer about the lexicon.
    """

    def __init__(self, lexicon: str) -> None:
        super().__init__(lexicon)
        self.lexicon = lexicon


_builds = True


def leave_building_to_others() -> None:
    """Raise `GraphMissingError` from now on where a graph would be built: that takes seconds and 300 MB."""
    global _builds
    _builds = False


def _made(name: str, graph: GraphKind, progress: Callable[[float], object] | None) -> LexiconFile:
    lexicon = find(name).header
    path = cache_folder() / f"{lexicon.hash}-{_FORMATS[graph]}{SUFFIX}"
    if part := _cached(path, graph):
        return part
    if not _builds:
        raise GraphMissingError(name)
    words = open_lexicon(name).words()
    numbers = words.gaddag(progress) if graph is GraphKind.SEARCH else words.word_map(progress=progress)
    write(path, replace(lexicon, graph=graph), numbers)
    _drop_outdated(lexicon.hash)
    return describe(path)


def _drop_outdated(hash: str) -> None:
    """Delete what earlier versions of mostek built from these words, unless one of them may still be in use here."""
    current = {f"{hash}-{shape}{SUFFIX}" for shape in _FORMATS.values()}
    for path in cache_folder().glob(f"{hash}-*{SUFFIX}"):
        with suppress(OSError):  # another process may use or delete it; the next start tries again
            if path.name not in current and time() - path.stat().st_mtime > _OUTDATED:
                path.unlink()


def _opened(part: LexiconFile) -> OpenLexicon:
    checked(part.path, cache_folder(), time_ns())
    return OpenLexicon(part.header, kernel.Dawg.open(*part.mapped))


def _restored(earlier: EarlierEdition) -> LexiconFile:
    """The file of an earlier edition of a built-in lexicon; it is made once and kept in the cache folder."""
    path = cache_folder() / f"{earlier.hash}{SUFFIX}"
    if part := _cached(path, GraphKind.WORDS):
        return part
    shipped = next(part for part in built_in() if part.header.name == earlier.name)
    words = earlier.words(_opened(shipped).words(), shipped.header.letters)
    header = replace(
        shipped.header,
        edition=earlier.edition,
        source=earlier.source,
        words=len(words),
        hash=kernel.hash_of(words),
    )
    assert header.hash == earlier.hash, "a test makes every earlier edition"
    write(path, header, words.dawg())
    return describe(path)


def _names(part: LexiconFile, edition: str) -> tuple[str, ...]:
    """The identifier of a lexicon in a request; with its edition when the request has one."""
    return (f"{part.header.name}@{part.header.edition}",) if edition else (part.header.name,)


def edition_order(edition: str) -> list[tuple[int, str]]:
    """Editions in the order people count them: 9 before 10, 2022-03 before 2026-01."""
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.findall(r"\d+|\D+", edition)]
