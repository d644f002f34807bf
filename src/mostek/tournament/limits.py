"""The limits of what a command may hold, all in one place, and which of them a command breaks.

A type of this file says the limit where the log is read; `broken_limit` says the same of a command before it is judged, so
that nothing is ever written that could not be read again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from mostek.tournament.rating.scales import GREATEST

LONGEST_NAME = 120
"""The most characters in a name: of a person, a team, an organiser, an event, a division."""
LONGEST_TEXT = 500
"""The most characters in a city, a club, a reason and other short texts."""
MOST_ROUNDS = 1000
LONGEST_CURRENCY = 12
"""The most characters of the sign of a currency."""
LARGEST_NUMBER = 100_000
"""The largest starting number, and the largest number of a table."""
MOST_PEOPLE = 1000
"""The most people, and the most teams, of an event; the largest of the world had 837."""
MOST_DIVISIONS = 100
MOST_STEPS = 50_000
"""The most steps of a log: a thousand people with fifty rounds take about 40 000."""
LAST_STEPS = 100
"""The steps beyond, for what ends an event."""
MOST_RESULTS = 20_000
"""The most results in a file of another program: five hundred players and eighty rounds."""
LARGEST_LOG = 8 * 2**20
"""The largest file of a tournament that a server takes, in bytes; twelve rounds of 300 players have less than three million."""
LARGEST_STEP = 2**19
"""The most bytes of a step, unless it says from which file an event comes; the pairing of a thousand people has about 100 000."""
LARGEST_SETTINGS = 2**15
"""The most bytes of the settings that a step chooses."""
LONGEST_ANYWHERE = 2000
"""The most characters of any text in a step."""

LARGEST_EXTRA = 60_000
"""The most bytes of one value of a file that the desk keeps without knowing it."""
DEEPEST_EXTRA = 20
"""The most lists and objects within each other in such a value."""
LARGEST_ORIGIN = 2_000_000
"""The most bytes that the desk keeps of a file besides its games; the largest events of the federation have 100 000."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"^\S(.*\S)?\Z")]
"""A name as people write it, or the pseudonym of a pupil; on one line, no blanks around it."""
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
DecisionText = Annotated[str, Meta(min_length=1, max_length=2000)]
CommandId = Annotated[str, Meta(max_length=64)]
Seed = Annotated[str, Meta(min_length=1, max_length=100)]
Number = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
"""A starting number: the order in which people entered."""
Rating = Annotated[int, Meta(ge=0, le=GREATEST)]
"""In hundredths, on any scale; `RatingScale` says what an event takes."""
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
StepCount = Annotated[int, Meta(ge=1, le=10_000_000)]
"""A number of steps of a log."""
TableNumber = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Score = Annotated[int, Meta(ge=-10_000, le=10_000)]
Penalty = Annotated[int, Meta(ge=1, le=1000)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]
"""A hash or a public key in hexadecimal digits."""
Moment = Annotated[datetime, Meta(tz=False)]
"""The time in the hall, to the second, without a zone."""

SETTING_LIMITS: Mapping[str, tuple[int, int]] = {
    "rounds": (1, MOST_ROUNDS),
    "minutes": (1, 600),
    "turn_seconds": (5, 3600),
    "bye.half_points": (0, 2),
    "bye.own": (0, 1000),
    "bye.other": (0, 1000),
    "results.signatures": (0, 4),
    "results.largest": (1, 10_000),
    "results.penalty_step": (1, 100),
    "team.size": (2, 100),
    "team.best": (1, 100),
    "table.size": (2, 4),
    "prizes.unit": (1, 1_000_000),
    "gibson.spread": (0, 5000),
    "knockout.games": (1, 5),
    "league.move": (0, 50),
    "league.best": (1, 366),
    "league.size": (2, 1000),
    "match.boards": (1, 100),
    "match.rounds": (1, 100),
}
"""The least and the greatest value of settings that are numbers (GEN-1a for the size of a table)."""


class LimitKind(StrEnum):
    """The kinds of limits."""

    TOO_LONG = "too_long"
    EMPTY = "empty"
    NOT_ONE_LINE = "not_one_line"
    """A name with blanks around it, or a line end in it."""
    NOT_WRITABLE = "not_writable"
    """A text with half a character, which no file can hold."""
    OUT_OF_RANGE = "out_of_range"
    WRONG_KIND = "wrong_kind"
    """A value of another kind than the field holds, or a field that is not known."""


class BrokenLimit(Struct, frozen=True, kw_only=True):
    """A value of a command that cannot be written down."""

    kind: LimitKind
    field: str
    """Its field, as the log calls it: `name`, `rating`."""
    value: Any = None
    least: int | None = None
    most: int | None = None
    """The greatest number, or the most characters."""


class EventLimit(StrEnum):
    """The limits of an event as a whole, which are the same for every door."""

    PEOPLE = "people"
    TEAMS = "teams"
    DIVISIONS = "divisions"
    ROUNDS = "rounds"
    STEPS = "steps"
    TEXT = "text"
    STEP = "step"


class BrokenEventLimit(Struct, frozen=True, kw_only=True):
    """A limit that an event breaks."""

    limit: EventLimit
    found: int
    most: int
    step: int = 0
    """The step at fault, from 1; 0 for the event as a whole."""


def exceeded(limit: EventLimit, found: int, most: int, step: int = 0) -> Iterator[BrokenEventLimit]:
    """The limit, if more was found than there may be."""
    if found > most:
        yield BrokenEventLimit(limit=limit, found=found, most=most, step=step)


def json_size(value: Any) -> int:
    """The bytes of a value as JSON."""
    return len(json.encode(value))


def is_extra(value: Any) -> bool:
    """Whether a value that the desk does not know may be stored: neither too deep nor too large, and without half a character."""
    try:
        return _is_shallow(value, DEEPEST_EXTRA) and json_size(value) <= LARGEST_EXTRA
    except UnicodeEncodeError:
        return False


def _is_shallow(value: Any, levels: int) -> bool:
    if not isinstance(value, Mapping | list | tuple):
        return True
    inner = value.values() if isinstance(value, Mapping) else value
    return levels > 0 and all(_is_shallow(each, levels - 1) for each in inner)


def broken_limit(command: Struct) -> BrokenLimit | None:
    """The first value of a command that breaks a limit of its type; `None` if there is none.

    It goes by the types themselves, so that a limit is written once.
    """
    from msgspec import inspect

    return next(_broken("", inspect.type_info(type(command)), command), None)


def _broken(field: str, kind: Any, value: Any) -> Iterator[BrokenLimit]:
    from msgspec import inspect

    match kind:
        case inspect.Metadata():
            yield from _broken(field, kind.type, value)
        case inspect.StructType() if isinstance(value, kind.cls):
            for each in kind.fields:
                yield from _broken(each.encode_name, each.type, getattr(value, each.name))
        case inspect.UnionType():
            yield from _broken_union(field, kind, value)
        case inspect.StrType():
            yield from _broken_text(field, kind, value)
        case inspect.IntType():
            yield from _broken_number(field, kind, value)
        case inspect.VarTupleType() if isinstance(value, tuple | list):
            for each in value:
                yield from _broken(field, kind.item_type, each)
        case inspect.TupleType() if isinstance(value, tuple | list) and len(value) == len(kind.item_types):
            for inner, each in zip(kind.item_types, value, strict=True):
                yield from _broken(field, inner, each)
        case inspect.DateTimeType() if not isinstance(value, datetime) or value.tzinfo is not None:
            yield BrokenLimit(kind=LimitKind.WRONG_KIND, field=field, value=str(value))
        case _:
            pass


def _broken_union(field: str, kind: Any, value: Any) -> Iterator[BrokenLimit]:
    """A value breaks a union if it breaks every one of its types."""
    faults = [next(_broken(field, each, value), None) for each in _fitting(kind.types, value)]
    if faults and all(faults):
        yield from filter(None, faults[:1])


def _fitting(kinds: Iterable[Any], value: Any) -> list[Any]:
    from msgspec import inspect

    if value is None:
        return []
    there = [each for each in kinds if not isinstance(each, inspect.NoneType)]
    return [each for each in there if not isinstance(each, inspect.StructType) or isinstance(value, each.cls)]


def _broken_text(field: str, kind: Any, value: Any) -> Iterator[BrokenLimit]:
    if not isinstance(value, str):
        yield BrokenLimit(kind=LimitKind.WRONG_KIND, field=field, value=str(value))
    elif any("\ud800" <= sign <= "\udfff" for sign in value):
        yield BrokenLimit(kind=LimitKind.NOT_WRITABLE, field=field)
    elif kind.max_length is not None and len(value) > kind.max_length:
        yield BrokenLimit(kind=LimitKind.TOO_LONG, field=field, value=len(value), most=kind.max_length)
    elif kind.min_length and not value.strip():
        yield BrokenLimit(kind=LimitKind.EMPTY, field=field)
    elif kind.pattern and (value != value.strip() or "\n" in value):
        yield BrokenLimit(kind=LimitKind.NOT_ONE_LINE, field=field, value=value)
    elif kind.pattern and not re.search(kind.pattern, value):
        yield BrokenLimit(kind=LimitKind.WRONG_KIND, field=field, value=value)


def _broken_number(field: str, kind: Any, value: Any) -> Iterator[BrokenLimit]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield BrokenLimit(kind=LimitKind.WRONG_KIND, field=field, value=str(value))
    elif (kind.ge is not None and value < kind.ge) or (kind.le is not None and value > kind.le):
        yield BrokenLimit(kind=LimitKind.OUT_OF_RANGE, field=field, value=value, least=kind.ge, most=kind.le)
