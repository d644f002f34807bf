"""Each clause that is marked implemented has an example on each side of it; each example cites clauses that exist."""

from __future__ import annotations

import pytest

from clauses.examples import examples
from mostek.rules.clause import ClauseStatus
from mostek.rules.loading import clause, clauses, rulebooks


def test_the_register_is_whole() -> None:
    assert {book: len(clauses(book)) for book in rulebooks()} == {
        "gen": 97,
        "chal": 26,
        "open": 57,
        "school": 60,
        "pfs": 198,
    }


@pytest.mark.parametrize("book", rulebooks())
def test_implemented_clauses_have_an_example_on_each_side(book: str) -> None:
    sides: dict[str, set[str]] = {}
    for example in examples():
        for identifier in example.clauses:
            sides.setdefault(identifier, set()).add(example.side)
    implemented = [entry.id for entry in clauses(book).values() if entry.status is ClauseStatus.IMPLEMENTED]
    lacking = {identifier: {"in", "out"} - sides.get(identifier, set()) for identifier in implemented}
    assert {identifier: sorted(missing) for identifier, missing in lacking.items() if missing} == {}


def test_examples_cite_implemented_clauses() -> None:
    cited = {identifier for example in examples() for identifier in example.clauses}
    assert [
        identifier for identifier in sorted(cited) if clause(identifier).status is not ClauseStatus.IMPLEMENTED
    ] == []


def test_engine_and_clock_rows_of_the_short_rulebooks_are_implemented() -> None:
    for book in rulebooks().keys() - {"pfs"}:
        for entry in clauses(book).values():
            if {"engine", "clock"} & set(entry.realisation):
                assert entry.status is ClauseStatus.IMPLEMENTED, entry.id


@pytest.mark.parametrize("book", rulebooks())
def test_no_clause_waits(book: str) -> None:
    assert [entry.id for entry in clauses(book).values() if entry.status is ClauseStatus.NOT_YET] == []
