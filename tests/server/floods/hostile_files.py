"""Files that cost much to read, made when they are wanted: zips that grow, brackets, and events with the longest fields."""

from __future__ import annotations

import io
import tempfile
import zipfile
from datetime import date, datetime
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.store.tournament_files import create_tournament
from mostek.tournament.commands import CreateTournament, RegisterEntrant
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Person
from mostek.tournament.events import EntrantEntered
from mostek.tournament.limits import LONGEST_NAME, LONGEST_TEXT
from mostek.tournament.refusals import DeskRefusal

MEGABYTE = 2**20
_TEXT = 4 * MEGABYTE - 64
"""The bytes of a text that is just small enough to be read."""
_MEMBERS = 15
"""So many of these are just small enough for a zip."""
_AT = datetime.fromisoformat("2026-11-28T10:00")
EVENT_SIZES = ((1200, LONGEST_TEXT), (1000, LONGEST_TEXT), (500, LONGEST_TEXT), (500, 100), (300, 60), (120, 40))
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
def event_file(people: int, length: int) -> bytes:
    """A file of our own with so many people whose fields have so many characters, also where a desk would take no more."""
    settings = {"rounds": 5, "minutes": 20}
    founding = CreateTournament(
        at=_AT, by="A", name="Turniej", template="pfs", starts_on=date(2026, 11, 28), seed="flood", settings=settings
    )
    desk = Desk(UnsavedLog())
    for command in (founding, RegisterEntrant(at=_AT, person=Person(name="A"))):
        refused = desk.do(command)
        assert not isinstance(refused, DeskRefusal), refused
    founded, entered = desk.steps
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.jsonl"
        create_tournament(path, (founded, *(_entry(entered, number, length) for number in range(1, people + 1))))
        return path.read_bytes()


def _entry(entered: Step, number: int, length: int) -> Step:
    own = f"{number} {'żółw jaźń ' * (length // 10 + 1)}"[:length].strip()
    person = Person(name=own[:LONGEST_NAME].strip(), first=own, last=own, city=own, club=own)
    (event,) = entered.events
    assert isinstance(entered.command, RegisterEntrant)
    assert isinstance(event, EntrantEntered)
    return Step(
        replace(entered.command, person=person),
        (replace(event, entrant=replace(event.entrant, number=number, person=person)),),
    )
