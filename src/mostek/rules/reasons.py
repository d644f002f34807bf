"""The table of reasons: on which clause each rulebook rests a refusal, for every refusal that can occur under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec import Struct

from mostek.core.registry import converted, read_toml
from mostek.rules.clause import Clause
from mostek.rules.loading import clause, rulebooks
from mostek.rules.rulebook import Rulebook

_FILE = files("mostek.rules") / "reasons.toml"


class Only(Struct, frozen=True, forbid_unknown_fields=True):
    """Reasons that occur only where a value of the rulebook, by its dotted name, is among these."""

    value: str
    among: tuple[str | int | bool, ...]
    reasons: tuple[str, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    only: tuple[Only, ...]


class Citation(NamedTuple):
    """A reason to refuse, a rulebook under which it can occur, and the clauses that say it."""

    reason: str
    rulebook: str
    clauses: tuple[Clause, ...]


@cache
def conditions() -> tuple[Only, ...]:
    """The conditions of the data file. Raises `RegistryError` for a wrong one."""
    return converted("reasons.toml", read_toml(_FILE), _File).only


def occurs(book: Rulebook, reason: str) -> bool:
    """Whether the reason can be given under that rulebook, as its values stand."""
    return all(_value(book, only.value) in only.among for only in conditions() if reason in only.reasons)


def _value(book: Rulebook, name: str) -> Any:
    section, _, key = name.partition(".")
    return getattr(getattr(book, section), key).value


def citations(books: Mapping[str, Rulebook] | None = None) -> Iterator[Citation]:
    """Each reason with each rulebook under which it can occur, in the order of the base rulebook.

    Args:
        books: The rulebooks by their names; all if not given.

    Returns:
        The rows of the table, reason by reason.

    Raises:
        LookupError: A rulebook cites a clause that does not exist.

    Example:
        >>> next(row for row in citations() if row.reason == "exchanges_used_up").clauses[0].id
        'CHAL-7b'
    """
    chosen = rulebooks() if books is None else books
    for reason in next(iter(rulebooks().values())).refusals:
        for name, book in chosen.items():
            if occurs(book, reason):
                cited = book.refusals[reason].split(", ")
                yield Citation(reason, name, tuple(clause(identifier) for identifier in cited))
