"""Pages with tables: what stands above them, their columns, and how large they are set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, to_builtins

from mostek.documents.people import fitting, name_parts
from mostek.documents.template_files import Data
from mostek.messages import text
from mostek.messages.tournament_words import days
from mostek.tournament.entrants import Person
from mostek.tournament.state import Tournament

HALL = ((24, 20), (32, 17))
"""Up to so many rows, points of type that a hall reads from a wall; with more, `CROWDED`."""
CROWDED = 14
DESK = 10
"""The type size in points for a page held in the hand."""


class Column(Struct, frozen=True):
    """A column: what stands above it, where its text stands, and its share of the space that is left; 0 is what it needs."""

    name: str
    align: Literal["left", "center", "right"] = "left"
    share: int = 0


class Cell(Struct, frozen=True):
    """A cell that is not plain: a part in bold between two others, and a line in small type below."""

    before: str = ""
    strong: str = ""
    after: str = ""
    small: str = ""
    box: bool = False
    """An empty box to be ticked."""
    span: int = 1


Row = Sequence["str | Cell"]


class Section(Struct, frozen=True):
    """A table under its title."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""
    note: str = ""
    empty: str = ""
    """What is said where there is no row."""


def hall_size(rows: int) -> int:
    """As large as a list can be set that people read standing."""
    return next((size for most, size in HALL if rows <= most), CROWDED)


def number(name: str) -> Column:
    """A column of figures."""
    return Column(name, "right")


def wide(name: str, share: int = 1) -> Column:
    """A column of words."""
    return Column(name, "left", share)


def name_cell(person: Person) -> Cell:
    """A name with the part in bold by which it is sorted."""
    before, surname, after = name_parts(person)
    return Cell(fitting(before), fitting(surname), fitting(after))


def heading(state: Tournament, division: str = "") -> Data:
    """The heading of every page of the event."""
    where = ", ".join(filter(None, (state.city, days(state.starts_on, state.last_day))))
    return {"event": fitting(state.name), "where": fitting(where), "division": fitting(division)}


def listing(
    state: Tournament,
    sections: Iterable[Section],
    *,
    title: str = "",
    division: str = "",
    lines: Iterable[tuple[str, str]] = (),
    size: int = DESK,
    landscape: bool = False,
    signatures: Iterable[str] = (),
) -> Data:
    """The data of the template `listing`: tables, each with its heads repeated; without a title that of the document."""
    shown = list(sections)
    return heading(state, division) | {
        **({"title": title} if title else {}),
        "lines": list(lines),
        "size": _fitting_size(shown, size, landscape),
        "landscape": landscape,
        "sections": [to_builtins(section) for section in shown],
        "signatures": list(signatures),
    }


def _fitting_size(sections: Sequence[Section], size: int, landscape: bool) -> int:
    """The size, or as much less as the longest words need to stand inside their columns."""
    width = (_LONG if landscape else _SHORT) - 2 * _MARGIN
    while size > _SMALLEST and not all(_fits(section, width / (size * _POINT)) for section in sections):
        size -= 1
    return size


def _fits(section: Section, width: float) -> bool:
    """Whether the words of a table stand inside its columns, on a page that is so many sizes of its type wide."""
    columns = [
        [_words(row[place]) for row in section.rows if place < len(row)] for place in range(len(section.columns))
    ]
    widest = [max((max(map(len, words), default=0) for words in column), default=0) * _LETTER for column in columns]
    left = width - sum(need + _INSET for need, each in zip(widest, section.columns, strict=True) if not each.share)
    shares = sum(each.share for each in section.columns) or 1
    wide = zip(widest, section.columns, strict=True)
    return all(need <= left * each.share / shares - _INSET for need, each in wide if each.share)


def _words(cell: str | Cell) -> list[str]:
    if isinstance(cell, Cell) and cell.span > 1:
        return []
    return _BREAKS.split(cell if isinstance(cell, str) else f"{cell.before}{cell.strong}{cell.after}")


_LONG, _SHORT, _MARGIN = 297.0, 210.0, 14.0
"""A4 and its margins, in millimetres."""
_POINT = 0.3528
_LETTER, _INSET = 0.52, 0.84
"""The width of a letter on average, and of the space about a cell, in sizes of the type."""
_SMALLEST = 8
_BREAKS = re.compile(r"[\s\u200b-]+")
"""Where a line may end."""


def arbiter_signature() -> str:
    """The label under the line where the arbiter signs."""
    return text("Arbiter")
