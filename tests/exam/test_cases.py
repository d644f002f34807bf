"""The cases of the exam: whole, in both languages, with clauses that exist, and in agreement with the referee and the desk."""

from __future__ import annotations

from typing import Any

import pytest

from clauses.examples import Example, run
from clauses.kinds import KINDS
from loops import with_each
from mostek.core.tiles import TileError
from mostek.features.classes.exam import Case, cases
from mostek.rules.loading import clause, rulebooks

PLAYED = [case for case in cases().values() if case.proof is not None]


def agrees(case: Case, then: dict[str, Any]) -> bool:
    """Whether the referee, or the desk, says of the case what `then` says."""
    assert case.proof is not None
    data = {"given": case.proof.given, "when": list(case.proof.when), "then": then, "name": case.id, "clauses": []}
    try:
        KINDS.get(case.proof.kind, run)(Example("exam", case.rulebook, data))
    except (AssertionError, AttributeError, TileError):
        return False
    return True


@with_each("case", PLAYED)
def test_the_referee_gives_the_ruling_of_the_exam(case: Case) -> None:
    said = [(answer.right, agrees(case, answer.then), answer.en) for answer in case.answers if answer.then is not None]
    assert [(right, en) for right, holds, en in said if right is not holds] == []
    assert {right for right, _, _ in said} == {True, False}, "a ruling that is compared with none beside it"


def test_there_are_a_hundred_cases_and_most_of_them_are_played() -> None:
    assert len(cases()) >= 100
    assert len(PLAYED) >= 0.75 * len(cases())
    assert {case.rulebook for case in cases().values()} == set(rulebooks())
    assert {case.difficulty for case in cases().values()} == {1, 2, 3}


@pytest.mark.parametrize("book", rulebooks())
def test_a_rulebook_has_cases_of_its_own_clauses(book: str) -> None:
    own = [case for case in cases().values() if case.rulebook == book]
    assert len(own) >= 10
    assert all(case.clauses[0].startswith(rulebooks()[book].prefix) for case in own)


@with_each("case", cases().values())
def test_a_case_is_whole_in_both_languages(case: Case) -> None:
    for one in ("pl", "en"):
        wording = case.wording(one)
        assert wording.question.endswith("?")
        assert wording.situation.endswith((".", "”.", "!”.", "”", "!"))
        assert len({answer.text(one) for answer in case.answers}) == len(case.answers)
    assert len(case.clauses) == len(set(case.clauses))
    assert all(entry.wording("pl") and entry.wording("en") for entry in case.cited)
    if case.shown is not None:
        assert case.shown.words or case.shown.laid or case.shown.clocks


@with_each("case", cases().values())
def test_nothing_is_copied_from_the_register(case: Case) -> None:
    """A case says in words of its own what the register says of a clause."""
    for identifier in case.clauses:
        for one in ("pl", "en"):
            assert clause(identifier).wording(one) not in case.wording(one).why
