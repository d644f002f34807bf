"""Repair the file of a tournament: keep every step that follows, mend values that this version does not read, drop the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mostek.app.ports import ConflictError, LogError
from mostek.app.tournaments import replayed
from mostek.lexicon.files import atomically
from mostek.store.desk_journal import journal_of
from mostek.store.hash_chain import BEGINNING, body_of, follows, written
from mostek.store.line_file import not_saved
from mostek.store.tournament_lines import (
    TournamentLine,
    header_body,
    read_header,
    read_line,
    read_tournament,
    step_body,
    steps_of,
)
from mostek.tournament.decide import Step
from mostek.tournament.limits import LONGEST_NAME, LONGEST_TEXT
from mostek.tournament.rating.scales import GREATEST

DAMAGED = ".damaged"
"""The suffix of the original."""


class Repair(Struct, frozen=True):
    """The result of a repair, before it replaces the file."""

    data: bytes
    steps: tuple[Step, ...]
    mended: tuple[int, ...]
    """The lines, from 1, with a value that had to be changed."""
    lost: int
    """The number of lines at the end that are unusable."""
    fault: LogError | None
    """The fault of the first unusable line."""

    @property
    def is_rewritten(self) -> bool:
        """Whether lines differ from the original, so that hashes and signatures of the original no longer hold."""
        return bool(self.mended)


def repair(data: bytes) -> Repair:
    """Work out the repair of a file.

    Args:
        data: The bytes of the file.

    Returns:
        The new bytes, which were read again and replayed, and the mended and lost lines.

    Raises:
        LogError: The first line does not identify a tournament, or no step can be read.
    """
    first, *rest = data.split(b"\n")
    header = read_header(first)
    linked = follows(BEGINNING, first)
    if linked is None:
        raise LogError("Line {line}: the hash does not agree; the line, or one before it, was changed.", line=1)
    left, mended, fault = _kept(linked, rest)
    steps = steps_of(header, left)
    while steps and (found := _replay_fault(steps)):
        fault, steps = found, steps[:-1]
    if not steps:
        raise fault or LogError("The file is empty.")
    mended = tuple(line for line in mended if line < len(steps) + 2)
    if mended:
        stamped = replace(header, repaired=sha256(data).hexdigest())
        bodies = (step_body(number, step) for number, step in enumerate(steps, 1))
        made, _ = written(BEGINNING, [header_body(stamped), *bodies])
    else:
        made = b"".join(line + b"\n" for line in (first, *rest[: len(steps)]))
    if read_tournament(made).steps != steps:
        raise LogError("The repaired file would not be read as it was meant; nothing was changed.")
    lines = sum(bool(line) for line in rest)
    return Repair(made, steps, mended, lines - len(steps), fault)


def replace_file(path: Path, before: bytes, found: Repair) -> Path:
    """Put a repaired file in the place of the original, which stays beside it.

    Args:
        path: The file.
        before: The bytes for which the repair was worked out.
        found: The repair.

    Returns:
        The path of the original.

    Raises:
        SaveError: Nothing was changed.
        ConflictError: Another window has written meanwhile.
    """
    left = _free(path)
    try:
        with atomically(left) as file:
            file.write(before)
        if path.read_bytes() != before:
            left.unlink()
            raise ConflictError(len(before), path.stat().st_size)
        if found.is_rewritten and journal_of(path).exists():
            journal_of(path).replace(left.with_name(left.name + journal_of(path).suffix))
        with atomically(path) as file:
            file.write(found.data)
    except OSError as error:
        raise not_saved(path, error) from None
    return left


def _kept(head: str, lines: list[bytes]) -> tuple[list[TournamentLine], tuple[int, ...], LogError | None]:
    """The lines that can be read one after another, the numbers of the mended ones, and the fault that ended them."""
    left: list[TournamentLine] = []
    mended: list[int] = []
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        linked = follows(head, line)
        if linked is None:
            is_torn = number == len(lines) + 1
            signed = (
                "The last line was cut off when it was written; it is left out."
                if is_torn
                else "Line {line}: the hash does not agree; the line, or one before it, was changed."
            )
            return left, tuple(mended), LogError(signed, line=number)
        head = linked
        try:
            left.append(read_line(number, line))
        except LogError as fault:
            try:
                left.append(read_line(number, _mended(line)))
            except (LogError, ValueError, TypeError):
                return left, tuple(mended), fault
            mended.append(number)
    return left, tuple(mended), None


def _replay_fault(steps: tuple[Step, ...]) -> LogError | None:
    try:
        replayed(steps)
    except LogError as fault:
        return fault
    return None


def _mended(line: bytes) -> bytes:
    """The body of a line with each value within its limits; an earlier version wrote values that this one does not read."""
    return msgspec.json.encode(_within(msgspec.json.decode(body_of(line))))


def _name(value: str) -> str:
    return " ".join(value.split())[:LONGEST_NAME].strip() or "?"


def _words(value: str) -> str:
    return value[:LONGEST_TEXT]


_TEXTS: Mapping[str, Callable[[str], str]] = {
    **dict.fromkeys(("name", "contact"), _name),
    **dict.fromkeys(("city", "club", "category", "team", "reason", "arbiter", "override"), _words),
}


def _within(value: Any) -> Any:
    if isinstance(value, list):
        return [_within(each) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, each in value.items():
        if key in _TEXTS and isinstance(each, str):
            found[key] = _TEXTS[key](each)
        elif key == "organisers" and isinstance(each, list):
            found[key] = [_name(organiser) for organiser in each if isinstance(organiser, str)]
        elif key == "rating" and isinstance(each, int | float):
            found[key] = min(max(0, int(each)), GREATEST)
        else:
            found[key] = _within(each)
    return found


def _free(path: Path) -> Path:
    """A name beside the file that no file has."""
    for number in range(1, 1000):
        left = path.with_name(f"{path.name}{DAMAGED}{'' if number == 1 else number}")
        if not left.exists():
            return left
    raise LogError("There are a thousand damaged copies of {path} already.", path=path)
