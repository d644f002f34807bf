"""The files that `mostek tournament import` is given: files, folders, and .zip packages of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mostek.app.tournament_packages import ZIP, is_hidden, sizes_fault, unpacked
from mostek.cli.output import Failure, read_file, why
from mostek.messages import text
from mostek.messages.tournament_files import say_file_fault
from mostek.tournament.files import TournamentFileError


def files_at(paths: Iterable[Path]) -> tuple[dict[str, bytes], bool]:
    """The bytes of all files by their names, and whether a folder or a .zip is among them. Raises `Failure`."""
    files: dict[str, bytes] = {}
    packed = False
    for path in paths:
        if path.is_dir():
            packed = True
            files |= _within(path)
        else:
            data = checked_file(path)
            if data.startswith(ZIP):
                packed = True
                files |= _unpacked(path, data)
            else:
                files[path.name] = data
    return files, packed


def _within(folder: Path) -> dict[str, bytes]:
    """The files in a folder and below, without hidden ones and links. Raises `Failure`."""
    try:
        found = {path.relative_to(folder).as_posix(): path for path in _walk(folder)}
        fault = sizes_fault({name: path.stat().st_size for name, path in found.items()})
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=folder, why=why(error))) from None
    if fault is not None:
        raise Failure(say_file_fault(fault))
    if not found:
        raise Failure(text("There is no file in {path}.", path=folder))
    return {name: read_file(path) for name, path in sorted(found.items())}


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or is_hidden(path.name):
            continue
        if path.is_dir():
            yield from _walk(path)
        elif path.is_file():
            yield path


def checked_file(path: Path) -> bytes:
    """The bytes of a file that is not too large. Raises `Failure`."""
    try:
        fault = sizes_fault({path.name: path.stat().st_size})
    except OSError:
        fault = None  # reading says why
    if fault is not None:
        raise Failure(say_file_fault(fault))
    return read_file(path)


def _unpacked(path: Path, data: bytes) -> dict[str, bytes]:
    try:
        return dict(unpacked(data, path.name))
    except TournamentFileError as error:
        raise Failure(say_file_fault(error)) from None
