"""Nothing that mostek shows of its own accord is vulgar: documents, sentences, sample positions, cases of the exam."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from mostek.core.moves import words_on
from mostek.core.tiles import tile_set
from mostek.features.classes.exam import cases, shown_board
from mostek.lexicon.school_words import is_fit_for_school, is_vulgar
from mostek.notation.formats.cgp import parse_position

ROOT = Path(__file__).parents[2]
SUFFIXES = {".html", ".md", ".py", ".svelte", ".toml", ".ts", ".typ"}
TABLES = {"earlier.toml"}
"""What defines a list must have its words."""
LETTERS = re.compile(r"[^\W\d_]+")
CAPITALS = re.compile(r"\b[A-ZĄĆĘŁŃÓŚŹŻ()]{2,15}\b")
BOARD = re.compile(r"[^\W_]{1,15}(?:/[^\W_]{1,15}){14}(?= )")


def texts() -> Iterator[tuple[str, str]]:
    """The sources and documents, each with its place; tests may name what must not be shown."""
    for folder in ("docs", "src/mostek", "web/src", "web/messages"):
        for path in sorted((ROOT / folder).rglob("*")):
            written = path.suffix in SUFFIXES and ".test." not in path.name and path.name not in TABLES
            if written and not {"paraglide", "static"} & set(path.parts):
                yield str(path.relative_to(ROOT)), path.read_text("utf-8")
    yield "README.md", (ROOT / "README.md").read_text("utf-8")


def polish() -> Iterator[tuple[str, str]]:
    """The Polish sentences of the program and of the page."""
    with (ROOT / "src/mostek/messages/pl/LC_MESSAGES/mostek.po").open("rb") as file:
        for message in read_po(file):
            yield f"mostek.po:{message.lineno}", str(message.string)
    for path in sorted((ROOT / "web/messages").glob("*/pl.json")):
        for key, form in json.loads(path.read_text("utf-8")).items():
            yield f"{path.relative_to(ROOT)}: {key}", json.dumps(form, ensure_ascii=False)


def test_no_word_in_capitals_is_unfit() -> None:
    """Examples of words stand in capitals, and letters through which a play goes in parentheses."""
    found = [
        (place, word)
        for place, text in texts()
        for word in CAPITALS.findall(text)
        if not is_fit_for_school(word.replace("(", "").replace(")", ""))
    ]
    assert found == []


def test_no_polish_sentence_is_vulgar() -> None:
    found = [(place, word) for place, text in polish() for word in LETTERS.findall(text) if is_vulgar(word.upper())]
    assert found == []


def test_no_sample_position_has_an_unfit_word() -> None:
    looked = 0
    for place, text in texts():
        for row in BOARD.findall(text):
            board = parse_position(f"{row} / 0/0 0", tile_set("pl-current")).board
            looked += board.count > 0
            assert all(is_fit_for_school(word.text) for word in words_on(board)), place
    assert looked >= 3


def test_no_picture_of_the_exam_has_an_unfit_word() -> None:
    pictures = {name: case.shown for name, case in cases().items() if case.shown is not None}
    assert len(pictures) >= 10
    for name, position in pictures.items():
        assert all(is_fit_for_school(word.text) for word in words_on(shown_board(position).board)), name
