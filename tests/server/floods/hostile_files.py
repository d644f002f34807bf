"""Files that cost much to read, made when they are wanted: zips that grow, brackets, and events with the longest fields."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from pathlib import Path

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.store.tournament_files import create_tournament
from mostek.tournament.commands import Command, CreateTournament, RegisterEntrant
from mostek.tournament.entrants import Person
from mostek.tournament.limits import LONGEST_NAME, LONGEST_TEXT
from mostek.tournament.refusals import DeskRefusal

MEGABYTE = 2**20
_TEXT = 4 * MEGABYTE - 64
"""The bytes of a text that is just small enough to be read."""
_MEMBERS = 15
"""So many of these are just small enough for a zip."""
_AT = datetime.fromisoformat("2026-11-28T10:00")
EVENT_SIZES = ((1200, LONGEST_TEXT), (500, LONGEST_TEXT), (500, 100), (300, 60), (120, 40))
"""People and characters of a field, the largest first: a guest tries until an event is taken."""


@cache
def brackets() -> bytes:
    """A JSON of four megabytes of brackets, of which a reader that believes it makes a million lists."""
    return b"[" + b"[]," * ((_TEXT - 4) // 3) + b"[]]"


@cache
def zip_of_brackets() -> bytes:
    """Sixty kilobytes that become sixty megabytes of brackets."""
    return _zipped(brackets())


@cache
def zip_of_lines() -> bytes:
    """Sixty kilobytes that become sixty megabytes of empty lines."""
    return _zipped(b"\n" * _TEXT)


def _zipped(text: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for number in range(_MEMBERS):
            package.writestr(f"{number}.txt", text)
    return out.getvalue()


@cache
def event_file(people: int, length: int, name: str = "Turniej") -> bytes:
    """A valid file of our own: an event of so many people whose fields have so many characters."""
    desk = Desk(UnsavedLog())
    for command in _commands(people, length, name):
        refused = desk.do(command)
        assert not isinstance(refused, DeskRefusal), refused
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.jsonl"
        create_tournament(path, desk.steps)
        return path.read_bytes()


def _commands(people: int, length: int, name: str) -> Iterator[Command]:
    settings = {"rounds": 5, "minutes": 20}
    yield CreateTournament(
        at=_AT, by="A", name=name, template="pfs", starts_on=date(2026, 11, 28), seed="flood", settings=settings
    )
    words = "żółw jaźń " * (length // 10 + 1)
    for number in range(1, people + 1):
        own = f"{number} {words}"[:length].strip()
        person = Person(name=own[:LONGEST_NAME].strip(), first=own, last=own, city=own, club=own)
        yield RegisterEntrant(at=_AT, person=person)
