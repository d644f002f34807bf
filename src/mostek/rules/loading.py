"""Reading rulebooks and clauses from the data files of the package."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from mostek.rules.clause import Clause, Stage, Status
from mostek.rules.rulebook import Rulebook

RULEBOOKS = ("gen", "chal", "open", "school", "pfs")
"""The rulebooks, the most general first."""


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises `LookupError` with the known names."""
    return msgspec.convert(_merged(name), Rulebook)


def changed(book: Rulebook, changes: Mapping[str, Any]) -> Rulebook:
    """The rulebook with some values set otherwise for an event, `{"exchange.maximum": 2}`.

    The clause stays, with the mark that the organiser changed the value. Raises `ValueError` for an unknown name or a
    value of the wrong kind.
    """
    data = msgspec.to_builtins(book)
    for path, value in changes.items():
        if not put(data, path, value):
            raise ValueError(f"the rulebook {book.name!r} has no value {path!r}")
    try:
        return msgspec.convert(data, Rulebook)
    except msgspec.ValidationError as error:
        raise ValueError(f"the rulebook {book.name!r} cannot be changed so: {error}") from None


def put(data: dict[str, Any], path: str, value: Any) -> bool:
    """Set a value that has a clause, by its dotted path; whether there is one."""
    place: Any = data
    for part in path.split("."):
        place = place.get(part) if isinstance(place, dict) else None
    if not isinstance(place, dict) or "clause" not in place:
        return False
    place["value"] = value
    return True


def book_of(name: str, changes: Mapping[str, Any]) -> Rulebook:
    """The rulebook of a game: by name, with the changes of its event; the same object for all games that share it.

    Raises `LookupError`, `ValueError`.
    """
    return _changed(name, tuple((path, type(value), value) for path, value in sorted(changes.items())))


@lru_cache(maxsize=64)
def _changed(name: str, changes: tuple[tuple[str, type, Any], ...]) -> Rulebook:
    """The type belongs to the key: `1` is no `True` in a rulebook."""
    return changed(rulebook(name), {path: value for path, _, value in changes}) if changes else rulebook(name)


@cache
def clauses(name: str) -> Mapping[str, Clause]:
    """Every clause of a rulebook by its id, in the order of the document."""
    _known(name)
    data = tomllib.loads((_FOLDER / "clauses" / f"{name}.toml").read_text("utf-8"))
    entries = msgspec.convert(data["clause"], list[Clause])
    return {entry.id: entry for entry in entries}


def clause(identifier: str) -> Clause:
    """The clause with that id, `PFS-4.3.1b`. Raises `LookupError`."""
    book = identifier.partition("-")[0].lower()
    if book in RULEBOOKS and (found := clauses(book).get(identifier)):
        return found
    raise LookupError(f"no clause {identifier!r}")


@cache
def guidance(name: str, stage: Stage) -> tuple[Clause, ...]:
    """What people keep among themselves at that stage: the rulebook's own clauses, then those of its base (PFS-0a, S77).

    Raises `LookupError` for an unknown rulebook.
    """
    own = tuple(entry for entry in clauses(name).values() if entry.status is Status.GUIDANCE and stage in entry.when)
    base = rulebook(name).base
    return own + (guidance(base, stage) if base else ())


def _merged(name: str) -> dict[str, Any]:
    _known(name)
    data = tomllib.loads((_FOLDER / "rulebooks" / f"{name}.toml").read_text("utf-8"))
    return over(_merged(data["base"]), data) if data["base"] else data


def over(base: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """What is said above goes before what the base says; tables that are not a ruled value are merged."""
    merged = dict(base)
    for key, value in above.items():
        inner = merged.get(key)
        is_table = isinstance(inner, dict) and isinstance(value, dict) and "clause" not in value
        merged[key] = over(inner, value) if is_table and inner is not None else value
    return merged


def _known(name: str) -> None:
    if name not in RULEBOOKS:
        raise LookupError(f"no rulebook {name!r}; known: {', '.join(RULEBOOKS)}")


_FOLDER = files("mostek") / "rules"
