"""Fields of the federation's JSON: values taken and given, and what a file has besides, so that it can be written again.

The extras of an object are what we would write otherwise: `fields` that we do not know or that stand there in another way, and
fields that are `absent`. They hold for as long as the attribute is what the file said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from mostek.tournament.dates import read_dates
from mostek.tournament.files import FileFault, FileNote, NoteKind


class FieldError(ValueError):
    """A field that has not what it should."""

    def __init__(self, fault: FileFault, key: str = "") -> None:
        self.fault = fault
        self.key = key


class Field(NamedTuple):
    """One field: its key, the attribute that holds its value, and how each is made of the other."""

    key: str
    attribute: str
    take: Callable[[Any], Any]
    give: Callable[[Any], Any]
    needed: bool = False
    """Whether the rest means nothing without it."""
    with_null: bool = False
    """Whether we write a null where nothing is stated: a game without a score yet."""
    loose: bool = False
    """Whether a value that cannot be taken is let pass, and comes back by way of the extras."""
    blank: Any = None
    """The value of the attribute that states nothing, besides `None`."""

    def is_unstated(self, value: Any) -> bool:
        """Whether a value of the attribute states nothing."""
        return value is None or value == self.blank


class Remarks:
    """Notes on the values that were read."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._rounded: list[str] = []

    def take(self, item: Mapping[str, Any], fields: Iterable[Field], path: str) -> dict[str, Any]:
        """The attributes that an object states; a null states nothing. Raises `FieldError`."""
        taken = {}
        for field in fields:
            value = item.get(field.key)
            if value is None:
                if field.needed:
                    raise FieldError(FileFault.MISSING_FIELD, field.key)
                continue
            try:
                taken[field.attribute] = field.take(value)
            except FieldError as bad:
                if field.loose:
                    continue
                raise FieldError(bad.fault, field.key) from None
            if field.take is not text and field.take is not day:
                self._note(value, taken[field.attribute], field, f"{path}.{field.key}")
        return taken

    def _note(self, value: Any, taken: Any, field: Field, path: str) -> None:
        if isinstance(value, str):
            self._texts.append(path)
        elif field.give(taken) != value:
            self._rounded.append(path)

    def notes(self) -> Iterable[FileNote]:
        """The notes, each with the first place."""
        for kind, paths in ((NoteKind.NUMBERS_AS_TEXT, self._texts), (NoteKind.ROUNDED, self._rounded)):
            if paths:
                yield FileNote(kind, {"n": len(paths), "first": paths[0]})


def give(value: Any, fields: Iterable[Field]) -> dict[str, Any]:
    """The object that we would write: what is not stated is left out, or is null."""
    given = {}
    for field in fields:
        stated = getattr(value, field.attribute)
        if not field.is_unstated(stated):
            given[field.key] = field.give(stated)
        elif field.with_null:
            given[field.key] = None
    return given


def extras_of(item: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an object that we do not know or would write otherwise."""
    fields = {key: value for key, value in item.items() if key not in given or given[key] != value}
    absent = [key for key in given if key not in item]
    return ({"fields": fields} if fields else {}) | ({"absent": absent} if absent else {})


def restored(
    given: Mapping[str, Any], extras: Mapping[str, Any], fields: Iterable[Field], value: Any, order: tuple[str, ...]
) -> dict[str, Any]:
    """The object as the file had it, with the fields that have changed since; in the order of the federation's files."""
    known = {field.key: field for field in fields}
    both = dict(given)
    for key in extras.get("absent", ()):
        if key in both and key in known and known[key].is_unstated(getattr(value, known[key].attribute)):
            del both[key]
    for key, stated in extras.get("fields", {}).items():
        # A null beside something that says the same in another field: a name in two parts.
        is_null = stated is None and key not in both
        if key not in known or is_null or _still_says(known[key], stated, getattr(value, known[key].attribute)):
            both[key] = stated
    return {key: both[key] for key in order if key in both} | both


def _still_says(field: Field, stated: Any, value: Any) -> bool:
    """Whether a value of the file is the one that the attribute has now."""
    try:
        said = None if stated is None else field.take(stated)
    except FieldError:
        said = None
    return field.is_unstated(value) if said is None else bool(said == value)


def integer(value: Any) -> int:
    """A whole number, also in a text; JSON also has `true`, which is none."""
    number = _number(value)
    if abs(number) >= _MOST or number != round(number):
        raise FieldError(FileFault.BAD_NUMBER)
    return round(number)


def ordinal(value: Any) -> int:
    """A whole number from 1: of a round, or of a player."""
    number = integer(value)
    if not 1 <= number <= GREATEST_ORDINAL:
        raise FieldError(FileFault.BAD_NUMBER)
    return number


def whole(value: Any) -> int:
    """A whole number from 0 that is not too large for a player, or none."""
    return 0 if integer(value) == 0 else ordinal(value)


def hundredths(value: Any) -> int:
    """A rating, in hundredths, rounded where there are more decimals."""
    return _parts(value, 100)


def halves(value: Any) -> int:
    """Match points, in halves."""
    parts = _parts(value, 2)
    if parts / 2 != _number(value):
        raise FieldError(FileFault.BAD_NUMBER)
    return parts


def _parts(value: Any, count: int) -> int:
    number = _number(value)
    if abs(number) >= _MOST:
        raise FieldError(FileFault.BAD_NUMBER)
    return round(number * count)


def fraction_of(count: int) -> Callable[[int], int | float]:
    """The number of so many parts to one, whole where it can be. A float is written as the shortest decimal that names it."""
    return lambda parts: parts // count if parts % count == 0 else parts / count


def text(value: Any) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise FieldError(FileFault.BAD_VALUE)


def truth(value: Any) -> bool:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    raise FieldError(FileFault.BAD_VALUE)


def day(value: Any) -> date:
    """A day, `2026-03-29` or as people write it."""
    found = read_dates(value) if isinstance(value, str) else None
    if found is None:
        raise FieldError(FileFault.BAD_DATE)
    return found.first


def same(value: Any) -> Any:
    """The fields that are written unchanged."""
    return value


def _number(value: Any) -> int | float:
    if isinstance(value, str) and (match := _AS_TEXT.fullmatch(value.strip())):
        return float(match[0].replace(",", ".")) if "," in value or "." in value else int(match[0])
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FieldError(FileFault.BAD_NUMBER)
    return value


GREATEST_ORDINAL = 9999
"""More players or rounds than any event has: a number beyond comes from a damaged file."""
_MOST = 10**9
_AS_TEXT = re.compile(r"-?[0-9]{1,10}(?:[.,][0-9]{1,10})?")
