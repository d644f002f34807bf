"""The pages about the rules say what is so: the generated ones are fresh, and what the decisions point to exists."""

from __future__ import annotations

import re
import runpy
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from loops import with_each
from mostek.rules.loading import clause, rulebook, rulebooks, source_of
from mostek.rules.switches import switches

DOCS = Path(__file__).parents[2] / "docs"
GENERATOR = runpy.run_path(str(DOCS / "generate_rules.py"))
OPEN_QUESTIONS = {"0010-tracked-changes.md": ("T", 14), "0011-ambiguities.md": ("S", 83)}
"""The pages, with the letter and the number of the questions in the clause register."""


@cache
def pages() -> dict[str, str]:
    """The pages as they are generated now, by name."""
    made: dict[str, str] = GENERATOR["pages"]()
    return made


class Question(NamedTuple):
    """A row of a table of open questions."""

    number: str
    clause: str
    question: str
    default: str
    code: str
    changed_by: str


def questions(page: str) -> list[Question]:
    lines = (DOCS / "decisions" / page).read_text("utf-8").splitlines()
    rows = [line.strip("|").split("|") for line in lines if re.match(r"\| [ST]\d", line)]
    return [Question(*(cell.strip() for cell in row)) for row in rows]


ALL = [row for page in OPEN_QUESTIONS for row in questions(page)]


def test_generated_pages_are_fresh() -> None:
    stale = [name for name, page in pages().items() if (DOCS / "rules" / name).read_text("utf-8") != page]
    assert not stale, "run `python docs/generate_rules.py`"


def test_there_is_no_page_of_a_rulebook_that_is_gone() -> None:
    assert {path.name for path in (DOCS / "rules").glob("*.md")} == set(pages())


def test_docstrings_cite_clauses_that_exist() -> None:
    cited = list(GENERATOR["citations"]())
    assert len(cited) > 50
    assert [(place, identifier) for place, identifier in cited if not GENERATOR["meant_by"](identifier)] == []


def test_every_value_of_a_rulebook_stands_on_the_page_of_its_clause() -> None:
    for book in rulebooks().values():
        for path, ruled in GENERATOR["ruled_values"](book).items():
            section = pages()[f"{source_of(ruled.clause).name}.md"].split(f'<a id="{ruled.clause}">')[1]
            assert f"`{path} = {ruled.value}`" in section.split("<a id=")[0]


@pytest.mark.parametrize("page", OPEN_QUESTIONS)
def test_every_open_question_is_asked_once(page: str) -> None:
    letter, number = OPEN_QUESTIONS[page]
    asked = sorted(int(row.number.removeprefix(letter)) for row in questions(page))
    assert asked == list(range(1, number + 1))


@with_each("row", ALL)
def test_an_open_question_is_a_question_with_a_default_and_real_places(row: Question) -> None:
    assert row.question.endswith("?")
    assert row.default
    places = re.findall(r"`([^`]+)`", row.code)
    assert places
    changes = re.findall(r"`([^`]+)`", row.changed_by)
    assert changes or row.changed_by == "nothing"
    for place in (*places, *changes):
        assert exists(place), place


def test_questions_and_switches_name_each_other() -> None:
    values = GENERATOR["ruled_values"](rulebook("gen"))
    named = {
        (place, row.number) for row in ALL for place in re.findall(r"`([^`]+)`", row.changed_by) if place in values
    }
    assert named == {(path, number) for path, switch in switches().items() for number in switch.questions}


def exists(place: str) -> bool:
    """Whether a place is a clause, a value of the rulebooks, or a name in the code."""
    if place.startswith(tuple(f"{book.prefix}-" for book in rulebooks().values())):
        return clause(place).id == place
    module, colon, name = place.partition(":")
    if not colon:
        return place in GENERATOR["ruled_values"](rulebook("gen"))
    found: object = import_module(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found is not None
