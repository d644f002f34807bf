"""Tournaments from bytes, whatever the format; and which format some bytes are in, by what stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from mostek.core.encoding import decode
from mostek.tournament.files import FileFault, TournamentFileError, readable
from mostek.tournament.formats import csv, pfs_json, pfs_text, scrabble_manager, tsh
from mostek.tournament.recorded import RecordedTournament


class Format(StrEnum):
    """A format that can be read."""

    PFS_JSON = pfs_json.FORMAT
    PFS_TEXT = pfs_text.FORMAT
    SCRABBLE_MANAGER = scrabble_manager.FORMAT
    TSH = tsh.FORMAT
    CSV = csv.FORMAT


def detect(data: bytes) -> Format:
    """The format of a file by what stands in it. Raises `TournamentFileError` for one that we do not know.

    Of Scrabble Manager's files any but `.nag` is known alone; that one is mere text.
    """
    text = decode(data).text
    if pfs_json.is_pfs_json(text):
        return Format.PFS_JSON
    if pfs_text.is_pfs_text(text):
        return Format.PFS_TEXT
    if csv.is_csv(text):
        return Format.CSV
    if tsh.is_tsh(text):
        return Format.TSH
    if scrabble_manager.part_of(data) is not None:
        return Format.SCRABBLE_MANAGER
    raise TournamentFileError(FileFault.NOT_RECOGNISED, 1 if text else 0, 1, text[:40])


def read_tournament(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in a file, or in the files of one export; the names serve only to say which one is at fault.

    Raises `TournamentFileError`.
    """
    if not files:
        raise TournamentFileError(FileFault.MISSING_FILE)
    if len(files) == 1:
        ((name, data),) = files.items()
        return _named(name, data)
    parts = {name: scrabble_manager.part_of(data) for name, data in files.items()}
    if not set(scrabble_manager.NEEDED).isdisjoint(parts.values()):
        return _read_export(files, parts)
    return _read_divisions(files)


def _read_export(files: Mapping[str, bytes], parts: Mapping[str, str | None]) -> RecordedTournament:
    """The files of Scrabble Manager; the one that is none of the others by its content is the name of the event."""
    by_suffix: dict[str, str] = {}
    for name, part in parts.items():
        if by_suffix.setdefault(part or ".nag", name) != name:
            raise TournamentFileError(FileFault.TOO_MANY_FILES, text=part or ".nag", file=name)
    try:
        return scrabble_manager.read({suffix: files[name] for suffix, name in by_suffix.items()})
    except TournamentFileError as error:
        raise error.of(by_suffix.get(error.file, error.file)) from None


def _read_divisions(files: Mapping[str, bytes]) -> RecordedTournament:
    """Several files of TSH are the divisions of one event; files of other formats do not go together."""
    texts = []
    for name, data in files.items():
        if detect(data) is not Format.TSH:
            raise TournamentFileError(FileFault.TOO_MANY_FILES, file=name)
        _named(name, data)
        texts.append(f"#begin_file name={name}\n{readable(data).rstrip()}\n#end_file name={name}\n")
    return tsh.read("".join(texts).encode())


def _named(name: str, data: bytes) -> RecordedTournament:
    try:
        return _read_one(data)
    except TournamentFileError as error:
        raise error.of(error.file or name) from None


def _read_one(data: bytes) -> RecordedTournament:
    match detect(data):
        case Format.PFS_JSON:
            return pfs_json.read(data)
        case Format.PFS_TEXT:
            return pfs_text.read(data)
        case Format.TSH:
            return tsh.read(data)
        case Format.CSV:
            return csv.read(data)
        case Format.SCRABBLE_MANAGER:
            return scrabble_manager.read({scrabble_manager.part_of(data) or ".nag": data})
