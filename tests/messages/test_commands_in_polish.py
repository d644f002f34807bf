"""Commands answer in the language of --lang alone: documents of the wrong shape, explanations of words, advice of the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mostek import messages
from mostek.cli import mostek
from mostek.lexicon.explaining import _grammar, describe


@pytest.fixture(autouse=True)
def _language() -> None:
    messages.use("en")


def said(language: str, *arguments: str, given: str = "") -> str:
    done = CliRunner().invoke(mostek, ["--lang", language, *arguments], input=given.encode())
    return done.output


@pytest.mark.parametrize(
    ("line", "polish", "english"),
    [
        ('{"type":"lay_tiles","seat":9}', "wartość 9 nie jest tu możliwa", "Invalid enum value 9 - at `$.seat`"),
        ('{"type":"create_game","rulebook":5}', "oczekiwano „str”, a jest „int”", "Expected `str`, got `int`"),
        ('{"type":"pass_turn"}', "brakuje pola „seat”", "missing required field `seat`"),
        ('{"type":"pass_turn","seat":1,"x":1}', "nieznane pole „x”", "contains unknown field `x`"),
        ('{"a"', "zapis JSON jest ucięty", "Input data was truncated"),
        ("x{", "błąd zapisu JSON (bajt 0)", "JSON is malformed: invalid character (byte 0)"),
    ],
)
def test_a_line_of_the_wrong_shape_is_explained_in_one_language(line: str, polish: str, english: str) -> None:
    in_polish, in_english = (said(language, "referee", "--jsonl", given=line) for language in ("pl", "en"))
    assert polish in in_polish
    assert english in in_english
    assert not [word for word in ("Invalid", "Expected", "Object", "malformed", "truncated") if word in in_polish]


def test_a_word_is_explained_in_english_too() -> None:
    assert describe("subst:sg:nom.acc:m3", "en") == "noun, singular, nominative or accusative, masculine inanimate"
    grammar = _grammar()
    tables = [table for name, table in grammar.items() if name not in ("english", "silent")]
    terms = {term for table in tables for term in table.values()}
    assert terms <= grammar["english"].keys()
    assert {"nazwa własna", "nazwisko", "tytuł"} <= grammar["english"].keys() - terms, "what proper names are called"


@pytest.mark.parametrize(("language", "advised"), [("pl", "register NAZWA"), ("en", "register NAME")])
def test_advice_names_what_is_to_be_filled_in_as_the_help_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, advised: str
) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    said(language, "tournament", "new", "Turniej", "--template", "pfs")
    assert advised in said(language, "tournament", "set", "rounds=5")
