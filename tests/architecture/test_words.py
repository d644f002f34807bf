"""The English of the program, its page and its documents is plain: odd words are counted, and the count has a ceiling."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
ODD = re.compile(
    r"\b(somebody|nobody|whoever|whatever|wherever|beforehand|anew|kept|told|asked|of it|by it|that is there|there is of"
    r"|ceremon(?:y|ies)|clockwork|patience|retell\w*|sittings?|surroundings|wavering)\b",
    re.IGNORECASE,
)
"""Words that send a reader back to the start of the sentence."""

VAGUE = re.compile(
    r"(?:What|Who|Whom|Whose|Whoever|Where|Why|The same|So (?:many|much)|As (?:what|whom)"
    r"|(?:\w+ )?[Hh]ow (?:many|much|often|long|far|likely))\b"
)
"""The beginning of a docstring without a subject, such as "What a person hears."."""


class Passage(NamedTuple):
    """Some English, and the place where it stands."""

    place: str
    text: str


def docstrings() -> Iterator[Passage]:
    for path in sorted((ROOT / "src/mostek").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                line = getattr(node, "lineno", 1)
                yield Passage(f"{path.relative_to(ROOT)}:{line}", ast.get_docstring(node) or "")


def sentences() -> Iterator[Passage]:
    """Help lines and messages: the English keys of the catalogue."""
    with (ROOT / "src/mostek/messages/pl/LC_MESSAGES/mostek.po").open("rb") as file:
        for message in read_po(file):
            for form in message.id if isinstance(message.id, tuple) else (message.id,):
                assert isinstance(form, str)
                yield Passage(f"mostek.po:{message.lineno}", form)


def sentences_of_the_page() -> Iterator[Passage]:
    for path in sorted((ROOT / "web/messages").glob("*/en.json")):
        for key, form in json.loads(path.read_text("utf-8")).items():
            yield Passage(f"{path.relative_to(ROOT)}: {key}", json.dumps(form, ensure_ascii=False))


def pages(*patterns: str) -> Iterator[Passage]:
    """The lines of documents, without blocks of code."""
    for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
        is_code = False
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            is_code ^= line.lstrip().startswith("```")
            if not is_code:
                yield Passage(f"{path.relative_to(ROOT)}:{number}", re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))


def documents() -> Iterator[Passage]:
    return pages("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/guide/*.md", "bench/*.md", "bench/notes/*.md")


def decisions() -> Iterator[Passage]:
    return pages("docs/decisions/*.md")


CEILINGS = {docstrings: 1.0, sentences: 1.0, sentences_of_the_page: 1.0, documents: 1.0, decisions: 1.0}
"""How many odd words there may be among 1 000."""


@pytest.mark.parametrize("source", CEILINGS, ids=lambda source: source.__name__)
def test_sentences_are_plain(source: object) -> None:
    assert callable(source)
    passages = list(source())
    words = sum(len(passage.text.split()) for passage in passages)
    odd = [f"{passage.place}: {found}" for passage in passages for found in ODD.findall(passage.text)]
    share = 1000 * len(odd) / words
    assert share <= CEILINGS[source], f"{len(odd)} odd words among {words}:\n" + "\n".join(odd)


def test_docstrings_begin_with_a_subject() -> None:
    vague = [f"{passage.place}: {passage.text[:60]}" for passage in docstrings() if VAGUE.match(passage.text)]
    assert vague == []
