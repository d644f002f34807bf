"""The fields of a JSON object: how each is checked on reading, and what is written for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, NamedTuple

from mostek.tournament.formats.faults import FileFault
from mostek.tournament.formats.recorded import parse_day


class Field(NamedTuple):
    """One field: its key, the attribute that holds its value, and how each is made of the other."""

    key: str
    attribute: str
    take: Callable[[Any], Any]
    give: Callable[[Any], Any]
    required: bool = False
    nullable: bool = False
    """Whether a null is a value of the field: a game without a score yet."""
    loose: bool = False
    """Whether something else than a text is let pass, for the reader to keep as an extra."""


class FieldError(ValueError):
    """A field that has not what it should."""

    def __init__(self, fault: FileFault, key: str) -> None:
        self.fault = fault
        self.key = key


def take(item: Mapping[str, Any], fields: tuple[Field, ...]) -> dict[str, Any]:
    """The attributes that an object states. A null states nothing, and comes back by way of the extras."""
    taken = {}
    for field in fields:
        value = item.get(field.key)
        if value is None:
            if field.required and not (field.nullable and field.key in item):
                raise FieldError(FileFault.MISSING_FIELD, field.key)
            continue
        if field.loose and not isinstance(value, str):
            continue
        try:
            taken[field.attribute] = field.take(value)
        except FieldError as bad:
            raise FieldError(bad.fault, field.key) from None
    return taken


def give(value: Any, fields: tuple[Field, ...]) -> dict[str, Any]:
    """The object that we would write: what is not stated is left out, unless the format asks for it."""
    given = {}
    for field in fields:
        stated = getattr(value, field.attribute)
        if field.required or (stated is not None and stated != ""):
            given[field.key] = None if stated is None else field.give(stated)
    return given


def integer(value: Any) -> int:
    """A whole number; JSON also has `true` and `1.0`, which are none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST:
        return value
    raise FieldError(FileFault.BAD_NUMBER, "")


def ordinal(value: Any) -> int:
    """A whole number from 1: of a round, or of a player."""
    number = integer(value)
    if not 1 <= number <= GREATEST_ORDINAL:
        raise FieldError(FileFault.BAD_NUMBER, "")
    return number


def parts_of(count: int) -> Callable[[Any], int]:
    """A number that JSON holds as a decimal fraction, in so many parts to one."""

    def parts(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or not -_MOST < value < _MOST:
            raise FieldError(FileFault.BAD_NUMBER, "")
        if round(value * count) / count != value:
            raise FieldError(FileFault.BAD_NUMBER, "")
        return round(value * count)

    return parts


def fraction_of(count: int) -> Callable[[int], int | float]:
    """The opposite of `parts_of`, whole where it can be. A float is written as the shortest decimal that names it: exactly."""
    return lambda parts: parts // count if parts % count == 0 else parts / count


def text(value: Any) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise FieldError(FileFault.BAD_VALUE, "")


def truth(value: Any) -> bool:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    raise FieldError(FileFault.BAD_VALUE, "")


def day(value: Any) -> date:
    """A day, `2026-03-29`."""
    found = parse_day(value) if isinstance(value, str) else None
    if found is None:
        raise FieldError(FileFault.BAD_DATE, "")
    return found


def same(value: Any) -> Any:
    """What is written as it is held."""
    return value


GREATEST_ORDINAL = 9999
"""More players or rounds than any event has: a number beyond comes from a damaged file."""
_MOST = 10**9
