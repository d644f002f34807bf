"""Packages of tournament files: a .zip in memory, and the choice of what in a package is the tournament."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from mostek.tournament.file_formats import LARGEST_FILE, Files, base_name, detect, read_tournament, tournament_formats
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError
from mostek.tournament.recorded import RecordedTournament

LARGEST: Final = 16 * 2**20
"""The bytes that a package may have unpacked. The largest events of the world have less than one million."""
MEMBERS: Final = 2000
"""The files that a package may have: a folder of TSH has a report for each round and division."""
ZIP: Final = b"PK\x03\x04"
"""The first bytes of a .zip."""
_SHOWN = 10


def unpacked(data: bytes, name: str) -> Files:
    """The files in a .zip by their paths within it, which name nothing outside.

    Raises:
        TournamentFileError: it is damaged or encrypted, has more files than `MEMBERS` or more bytes than `LARGEST`.
    """
    import zipfile

    files: dict[str, bytes] = {}
    left = LARGEST
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = [each for each in package.infolist() if not each.is_dir() and not is_hidden(each.filename)]
            if len(members) > MEMBERS:
                raise TournamentFileError(FileFault.TOO_LARGE, file=name)
            for member in members:
                with package.open(member) as file:
                    # The header may lie about the size, so no more is unpacked than is allowed.
                    files[member.filename] = file.read(left + 1)
                left -= len(files[member.filename])
                if left < 0:
                    raise TournamentFileError(FileFault.TOO_LARGE, file=name)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        if isinstance(error, TournamentFileError):
            raise
        # An encrypted member is a RuntimeError, a method of packing that is not known a NotImplementedError.
        raise TournamentFileError(FileFault.BAD_PACKAGE, file=name) from None
    if not files:
        raise TournamentFileError(FileFault.MISSING_FILE, file=name)
    return files


def is_hidden(path: str) -> bool:
    """Whether a file in a package is one of the system or of a program: hidden, or what macOS puts beside each file."""
    return any(part.startswith((".", "__MACOSX")) for part in path.replace("\\", "/").split("/"))


def read_event(data: bytes, name: str) -> RecordedTournament:
    """The tournament in a file, or in a .zip with the files of one event; the name says which file is at fault.

    Raises:
        TournamentFileError: with the fault, the file, the line and the column.
    """
    return read_package(unpacked(data, name)) if data.startswith(ZIP) else read_tournament({name: data})


def read_package(files: Files) -> RecordedTournament:
    """The tournament in a package, where other files may stand beside it; a note says which were left out.

    Raises:
        TournamentFileError: no file, or several that do not belong together, are a tournament.
    """
    forms = tournament_formats().values()
    if len(files) == 1 or any(form.read is not None and form.is_export(files) for form in forms):
        return read_tournament(files)
    known: dict[str, bytes] = {}
    for name, data in files.items():
        try:
            if len(data) <= LARGEST_FILE and detect(data).is_sure:
                known[name] = data
        except TournamentFileError:  # a package may hold other files; only those that are known count
            continue
    if not known:
        raise TournamentFileError(FileFault.NOT_RECOGNISED, file=base_name(next(iter(files))))
    found = read_tournament(known)
    left_out = [base_name(name) for name in files if name not in known]
    if not left_out:
        return found
    shown = ", ".join([*left_out[:_SHOWN], *(["…"] if len(left_out) > _SHOWN else [])])
    return replace(found, notes=(*found.notes, FileNote(NoteKind.LEFT_OUT, {"files": shown})))


def sizes_fault(sizes: Mapping[str, int]) -> TournamentFileError | None:
    """The error for files that are too many or too large together, before they are read."""
    if len(sizes) > MEMBERS or sum(sizes.values()) > LARGEST:
        return TournamentFileError(FileFault.TOO_LARGE, file=next(iter(sizes), ""))
    return None
