"""Rulebooks and clauses, read from the data of the package.

A rulebook is a file in `rulebooks/`, found by its name. Its clauses are in the same file as `[[clause]]`; many clauses have
a file of the same name in `clauses/`, which is not read to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mostek.core.package_data import package_data
from mostek.core.registry import InBothLanguages, RegistryError, converted, files_in, read_toml
from mostek.rules.clause import Clause, Stage
from mostek.rules.rulebook import READINGS, AfterFlag, Restart, Rulebook, SurplusClaim

FOLDERS = [package_data("mostek.rules") / "rulebooks"]
"""The folders with rulebooks."""
_CLAUSES = package_data("mostek.rules") / "clauses"
HOUSE = "HOUSE"
"""The prefix of the house rules: mostek's own, labelled so."""
_OWN = ("name", "prefix", "edition", "title", "about", "place")
"""The keys that a rulebook does not inherit from its base."""


class ClauseFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of a rulebook in the order of the document."""

    clause: tuple[Clause, ...] = ()


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """All rulebooks by their names, the most general first.

    Raises `RegistryError` for an incomplete one, and for two with the same prefix of clauses.
    """
    found = [rulebook(name) for name in files_in(FOLDERS)]
    holders: dict[str, str] = {}
    for book in found:
        if (other := holders.setdefault(book.prefix, book.name)) != book.name:
            raise RegistryError(_file(book.name), "prefix", "The rulebook {name!r} has this prefix too.", name=other)
    return {book.name: book for book in sorted(found, key=lambda book: (len(_lineage(book.name)), book.place))}


@cache
def rulebook(name: str) -> Rulebook:
    """A rulebook by its name, with the values inherited from its base.

    Args:
        name: the name of its file in `rules/rulebooks`, without the ending: `gen`, `pfs`.

    Returns:
        The rulebook; the same object for the same name.

    Raises:
        LookupError: there is no such rulebook; the error names all.
        RegistryError: a key of its file is unknown, missing or wrong, or it cites a clause that is neither its own nor of
            its base.

    Example:
        >>> from mostek import rulebook
        >>> rulebook("pfs").exchange.maximum.value, rulebook("pfs").exchange.maximum.clause
        (3, 'PFS-4.3.1a')
    """
    if name not in files_in(FOLDERS):
        raise LookupError(f"no rulebook {name!r}; known: {', '.join(rulebooks())}")
    _, *bases = _lineage(name)
    own = {key: value for key, value in _data(name).items() if key != "clause"}
    taken = msgspec.to_builtins(rulebook(bases[0])) if bases else {}
    book = converted(_file(name), over({key: taken[key] for key in taken if key not in _OWN}, own), Rulebook)
    if book.name != name:
        raise RegistryError(_file(name), "name", "The name of the file is expected: {name!r}.", name=name)
    _check(book, own, [rulebook(base) for base in bases])
    return book


def _check(book: Rulebook, own: Mapping[str, Any], bases: list[Rulebook]) -> None:
    """Raises `RegistryError` if a rulebook knows a reason or a command that its base does not, or cites unknown clauses."""
    for group in ("refusals", "faults", "permits") if bases else ():
        known = {key.partition(".")[0] for key in getattr(bases[0], group)}
        for key in own.get(group, {}):
            if key.partition(".")[0] not in known:
                raise RegistryError(_file(book.name), f"{group}.{key}", "The base has no such key.")
    if other := next((base.name for base in bases if base.prefix == book.prefix), None):
        raise RegistryError(_file(book.name), "prefix", "The rulebook {name!r} has this prefix too.", name=other)
    prefixes = {HOUSE, *(each.prefix for each in (book, *bases))}
    there = None if (_CLAUSES / _file(book.name)).is_file() else _clauses(book)
    for key, cited in _citations(own):
        prefix = cited.partition("-")[0]
        wrong = prefix == HOUSE and cited not in house_rules()
        if wrong or prefix not in prefixes or (prefix == book.prefix and there is not None and cited not in there):
            raise RegistryError(_file(book.name), key, "There is no clause {name!r}.", name=cited)


def _citations(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Each clause that a rulebook cites, with the key that does."""
    for key, value in data.items():
        if isinstance(value, dict) and key not in _OWN:
            if "clause" in value:
                yield from ((f"{path}{key}", cited) for cited in value["clause"].split(", "))
            else:
                yield from _citations(value, f"{path}{key}.")
        elif path and isinstance(value, str):
            yield from ((f"{path}{key}", cited) for cited in value.split(", "))


@cache
def _data(name: str) -> Mapping[str, Any]:
    return read_toml(files_in(FOLDERS)[name])


@cache
def _lineage(name: str) -> tuple[str, ...]:
    """The rulebook, its base, the base of that, to the most general one."""
    names = [name]
    while isinstance(base := _data(names[-1]).get("base"), str) and base:
        if base in names or base not in files_in(FOLDERS):
            raise RegistryError(_file(names[-1]), "base", "No other entry called {name!r} can be its base.", name=base)
        names.append(base)
    return tuple(names)


def _file(name: str) -> str:
    return f"{name}.toml"


def changed(book: Rulebook, changes: Mapping[str, Any]) -> Rulebook:
    """The rulebook with some values changed for an event, `{"exchange.maximum": 2}`.

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
    """Set a value that has a clause, by its dotted path. Returns whether it exists."""
    place: Any = data
    for part in path.split("."):
        place = place.get(part) if isinstance(place, dict) else None
    if not isinstance(place, dict) or "clause" not in place:
        return False
    place["value"] = value
    return True


EARLIER: Mapping[int, Mapping[str, Any]] = {
    1: {
        "challenge.after_flag": AfterFlag.WITH_MOVE,
        "order.restart": Restart.UNDECLARED_BLANK,
        "order.surplus_claim": SurplusClaim.UNTIL_RECORDED,
    },
}
"""The values of earlier readings, in all rulebooks; see `READINGS`."""


def book_of(name: str, changes: Mapping[str, Any], readings: int = READINGS) -> Rulebook:
    """The rulebook of a game: by name, with the changes of its event and the readings with which the game began.

    It is the same object for all games that share it. Raises `LookupError`, `ValueError`.
    """
    return _changed(name, tuple((path, type(value), value) for path, value in sorted(changes.items())), readings)


@lru_cache(maxsize=64)
def _changed(name: str, changes: tuple[tuple[str, type, Any], ...], readings: int) -> Rulebook:
    """A key with the type of its value, because `1 == True`."""
    book = rulebook(name)
    if readings != READINGS:
        book = replace(changed(book, EARLIER[readings]), readings=readings)
    return changed(book, {path: value for path, _, value in changes}) if changes else book


@cache
def clauses(name: str) -> Mapping[str, Clause]:
    """Every clause of a rulebook by its id, in the order of the document. Raises `LookupError`, `RegistryError`."""
    return _clauses(rulebook(name))


def _clauses(book: Rulebook) -> Mapping[str, Clause]:
    file = _CLAUSES / _file(book.name)
    data = read_toml(file) if file.is_file() else {"clause": _data(book.name).get("clause", [])}
    return _by_id(file.name, data, book.prefix)


@cache
def house_rules() -> Mapping[str, Clause]:
    """The rules of mostek's own by their ids, for what no document settles. Every rulebook may cite them."""
    file = _CLAUSES / "house.toml"
    return _by_id(file.name, read_toml(file), HOUSE)


def _by_id(file: str, data: dict[str, Any], prefix: str) -> Mapping[str, Clause]:
    found: dict[str, Clause] = {}
    for entry in converted(file, data, ClauseFile).clause:
        if entry.id in found or entry.id.partition("-")[0] != prefix:
            raise RegistryError(file, "clause.id", "Another id is expected here than {name!r}.", name=entry.id)
        found[entry.id] = entry
    return found


def clause(identifier: str) -> Clause:
    """A clause of any rulebook, by its id in the register.

    Args:
        identifier: the prefix of its rulebook, a hyphen and its place in the document: `PFS-4.3.1b`.

    Returns:
        The clause: one line of our own wording in each language, and what mostek does about it.

    Raises:
        LookupError: there is no such clause.

    Example:
        >>> from mostek import clause
        >>> clause("GEN-12a").en
        'Laying all 7 tiles in one move earns 50 points.'
    """
    house = identifier.partition("-")[0] == HOUSE
    if found := (house_rules() if house else clauses(rulebook_of(identifier).name)).get(identifier):
        return found
    raise LookupError(f"no clause {identifier!r}")


class ClauseSource(NamedTuple):
    """The text to which a clause belongs: a rulebook, or the house rules."""

    name: str
    title: InBothLanguages


HOUSE_RULES = ClauseSource("house", InBothLanguages(pl="Reguły domowe mostka", en="House rules of mostek"))


def source_of(identifier: str) -> ClauseSource:
    """The text to which a clause belongs, by the prefix of its id. Raises `LookupError`."""
    if identifier.partition("-")[0] == HOUSE:
        return HOUSE_RULES
    book = rulebook_of(identifier)
    return ClauseSource(book.name, book.title)


def rulebook_of(identifier: str) -> Rulebook:
    """The rulebook that a clause belongs to, by the prefix of its id. Raises `LookupError`."""
    prefix = identifier.partition("-")[0]
    for book in rulebooks().values():
        if book.prefix == prefix:
            return book
    raise LookupError(f"no clause {identifier!r}")


@cache
def guidance(name: str, stage: Stage) -> tuple[Clause, ...]:
    """The guidance for that stage: the rulebook's own clauses, then those of its base (PFS-0a, S77).

    Raises `LookupError` for an unknown rulebook.
    """
    own = tuple(entry for entry in clauses(name).values() if stage in entry.when)
    base = rulebook(name).base
    return own + (guidance(base, stage) if base else ())


def over(base: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """The values of a rulebook over those of its base; tables other than ruled values are merged."""
    merged = dict(base)
    for key, value in above.items():
        inner = merged.get(key)
        is_table = isinstance(inner, dict) and isinstance(value, dict) and "clause" not in value
        merged[key] = over(inner, value) if is_table and inner is not None else value
    return merged
