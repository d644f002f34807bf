"""Formats of tournament files: what an entry has, the formats that are there, and the one door to read and write.

A format is one file in `formats/` with an entry `FORMAT`. Nothing else lists formats: detection, `import`, `export`, help and
titles in both languages come from the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct

from mostek.core.encoding import decode
from mostek.core.registry import RegistryError, file_of, load
from mostek.tournament.division_files import together
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.limits import MOST_PEOPLE, MOST_RESULTS
from mostek.tournament.recorded import RecordedTournament

FORMATS = "mostek.tournament.formats"
"""The package whose modules are the formats."""

Files = Mapping[str, bytes]
"""The bytes of each file by its name."""

LARGEST_FILE = 4 * 2**20
"""The most bytes of one file. An event of a hundred players with all its rounds has about a tenth of a million."""
MOST_PARTS = 100_000
"""The most lists and objects of a file in JSON, each of which takes far more memory than its two brackets."""


class TournamentFormat(Struct, frozen=True, kw_only=True):
    """A format of tournament files with all that belongs to it; it can be read, or written, or both."""

    name: str
    """As `RecordedTournament.format` says it."""
    option: str
    """As `mostek tournament export` takes it."""
    pl: str
    en: str
    """What people call it, in each language."""
    precedence: int
    """The lower one is tried first where bytes could be of several formats, and listed first."""
    detect: Callable[[bytes, str], bool] = lambda data, text: False
    """Whether bytes, with what they say as text, are of this format."""
    is_sure: bool = True
    """Whether a file that is detected is of this format indeed, and not only read as such where no other format fits."""
    is_export: Callable[[Files], bool] = lambda files: False
    """Whether several files are the parts of one export."""
    read: Callable[[Files], RecordedTournament] | None = None
    """The tournament in a file or in the files of an export; raises `TournamentFileError`."""
    takes_divisions: bool = False
    """Whether several files are the divisions of one event."""
    holds_divisions: bool = False
    """Whether one set of written files holds all the divisions of an event."""
    write: Callable[[RecordedTournament, str | None], Mapping[str, bytes]] | None = None
    """The files by the ends of their names; the encoding is for formats that do not fix their own."""
    is_lossy: bool = False
    """Whether the results cannot be read back in full."""


@cache
def tournament_formats() -> Mapping[str, TournamentFormat]:
    """All formats by their names, in the order of precedence.

    Raises `RegistryError` if an entry is incomplete or two have one name or one option.
    """
    found = sorted(load(FORMATS, "FORMAT", TournamentFormat).values(), key=lambda each: each.precedence)
    options = [each.option for each in found]
    for each in found:
        if options.count(each.option) > 1:
            file = file_of(f"{FORMATS}.{each.name}")
            raise RegistryError(file, "FORMAT.option", "Another entry is called {name!r} too.", name=each.option)
    return {each.name: each for each in found}


def writable() -> Mapping[str, TournamentFormat]:
    """The formats that can be written, by their option of `export`."""
    return {each.option: each for each in tournament_formats().values() if each.write is not None}


def detect(data: bytes) -> TournamentFormat:
    """The format of a file by what stands in it. Raises `TournamentFileError` for one that is not known."""
    text = decode(data).text
    for form in tournament_formats().values():
        if form.read is not None and form.detect(data, text):
            return form
    raise TournamentFileError(FileFault.NOT_RECOGNISED, 1 if text else 0, 1, " ".join(text[:40].split()))


def base_name(name: str) -> str:
    """The name of a file without its folders."""
    return name.replace("\\", "/").rpartition("/")[2]


def read_tournament(files: Files) -> RecordedTournament:
    """Read a tournament from a file, from the files of one export, or from one file for each division.

    Args:
        files: the bytes of each file by its name; the names only say which file is at fault.

    Raises:
        TournamentFileError: with the fault, the file, the line and the column.
    """
    if not files:
        raise TournamentFileError(FileFault.MISSING_FILE)
    for name, data in files.items():
        if len(data) > LARGEST_FILE:
            raise TournamentFileError(FileFault.FILE_TOO_LARGE, file=name)
        if len(data) - len(data.translate(None, b"[{")) > MOST_PARTS:
            raise TournamentFileError(FileFault.TOO_MANY_PARTS, file=name)
    read = _read_files(files)
    if fault := size_fault(read):
        raise fault
    return read


def size_fault(written: RecordedTournament) -> TournamentFileError | None:
    """The error for an event that is larger than any may be, before it is run again."""
    if len(written.players) > MOST_PEOPLE:
        return TournamentFileError(FileFault.TOO_MANY_PLAYERS, text=str(len(written.players)))
    if len(written.results) > MOST_RESULTS:
        return TournamentFileError(FileFault.TOO_MANY_RESULTS, text=str(len(written.results)))
    return None


def _read_files(files: Files) -> RecordedTournament:
    if len(files) == 1:
        ((name, data),) = files.items()
        return _read_one(name, data, None)
    for form in tournament_formats().values():
        if form.read is not None and form.is_export(files):
            return form.read(files)
    first: TournamentFormat | None = None
    parts: dict[str, RecordedTournament] = {}
    for name, data in files.items():
        found = detect(data)
        first = first or found
        if found is not first or found.read is None:
            raise TournamentFileError(FileFault.TOO_MANY_FILES, file=name)
        parts[name] = _read_one(name, data, found)
    assert first is not None
    assert first.read is not None
    return first.read(files) if first.takes_divisions else together(parts)


def write_tournament(tournament: RecordedTournament, name: str, encoding: str | None = None) -> Mapping[str, bytes]:
    """Write a tournament.

    Args:
        tournament: what to write.
        name: the name of the format.
        encoding: for formats that do not fix their own, as `windows-1250`.

    Returns:
        The files, each by the end of its name.

    Raises:
        TournamentFileError: the format cannot hold something of the tournament.
        LookupError: no format of this name can be written.
    """
    form = tournament_formats().get(name)
    if form is None or form.write is None:
        raise LookupError(f"no format {name!r} to write")
    return form.write(tournament, encoding)


def _read_one(name: str, data: bytes, form: TournamentFormat | None) -> RecordedTournament:
    try:
        form = form or detect(data)
        assert form.read is not None
        return form.read({name: data})
    except TournamentFileError as error:
        raise error.of(error.file or name) from None
