"""Each clause that mostek carries out is met on a surface that people use, and the list of that says what the tests say."""

from __future__ import annotations

import pytest

from mostek.rules.clause import ClauseStatus
from mostek.rules.loading import clause, clauses, rulebooks
from mostek.rules.reach import standing
from reaching import FILE, chosen, proofs, written


def test_the_list_is_what_the_tests_say() -> None:
    assert FILE.read_text("utf-8") == written(chosen()), "run `python -m reaching` in the folder `tests`"


@pytest.mark.parametrize("book", rulebooks())
def test_no_clause_is_carried_out_by_json_only(book: str) -> None:
    entries = clauses(book).values()
    assert [entry.id for entry in entries if standing(entry) is ClauseStatus.JSON_ONLY] == []


def test_what_is_met_is_carried_out() -> None:
    assert [proof for proof in proofs() if clause(proof.clause).status is ClauseStatus.NOT_YET] == []


def test_a_clause_that_no_test_meets_is_by_json_only(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = clause("PFS-4.4.1a")
    assert standing(entry) is ClauseStatus.IMPLEMENTED
    monkeypatch.setattr("mostek.rules.reach.reach", lambda: {})
    assert standing(entry) is ClauseStatus.JSON_ONLY
