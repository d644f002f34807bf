"""The table of reasons: on which clause each rulebook rests a refusal, for every refusal that can occur under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from mostek.core.package_data import package_data
from mostek.core.registry import converted, read_toml
from mostek.rules.clause import Clause
from mostek.rules.loading import clause, rulebooks
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import value_of

_FILE = package_data("mostek.rules") / "reasons.toml"
_OPTIONAL = "order.square_after_game"
"""The square is laid also where nobody must (GEN-2.1h)."""


class Only(Struct, frozen=True, forbid_unknown_fields=True):
    """Reasons that occur only where a value of the rulebook, by its dotted name, is among these."""

    value: str
    among: tuple[str | int | bool, ...]
    reasons: tuple[str, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    only: tuple[Only, ...]
    causes: Mapping[str, tuple[str, ...]]
    causes_of_order: Mapping[str, tuple[str, ...]]


class Citation(NamedTuple):
    """A reason to refuse, a rulebook under which it can occur, and the clauses that say it."""

    reason: str
    rulebook: str
    clauses: tuple[Clause, ...]


@cache
def _table() -> _File:
    return converted("reasons.toml", read_toml(_FILE), _File)


def conditions() -> tuple[Only, ...]:
    """The conditions of the data file. Raises `RegistryError` for a wrong one."""
    return _table().only


def cited(book: Rulebook, reason: str) -> tuple[str, ...]:
    """The ids of the clauses on which a rulebook rests a refusal, as its values stand: first the usual one, then those of causes.

    What ends a game outside of its rules, a resignation for instance, has a house rule that is not among them, and so has an
    arbiter's ruling.
    """
    table = _table()
    causes = table.causes.get(reason, ())
    if book.order.procedures.value:
        causes += table.causes_of_order.get(reason, ())
    found = (_clause_of(book, cause) for cause in causes)
    return tuple(dict.fromkeys([book.refusals[reason], *filter(None, found)]))


def _clause_of(book: Rulebook, cause: str) -> str | None:
    """The clause of a cause; `None` where the rulebook has no such thing."""
    section, _, key = cause.partition(".")
    if section in ("rulings", "refusals"):
        named: Mapping[str, str] = getattr(book, section)
        return named[key]
    ruled = value_of(book, cause)
    return ruled.clause if ruled.value or cause == _OPTIONAL else None


def occurs(book: Rulebook, reason: str) -> bool:
    """Whether the reason can be given under that rulebook, as its values stand."""
    return all(value_of(book, only.value).value in only.among for only in conditions() if reason in only.reasons)


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
                yield Citation(reason, name, tuple(map(clause, cited(book, reason))))
