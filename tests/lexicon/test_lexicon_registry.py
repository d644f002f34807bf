"""A lexicon is one file: found by its folder, offered in both languages, judging; an incomplete one fails when it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from lexicon.toy import toy_header, toy_words
from mostek.cli import mostek
from mostek.core.registry import RegistryError
from mostek.lexicon import CORE, DEFAULT, library
from mostek.lexicon.files import write
from mostek.lexicon.library import built_in, find, open_lexicon
from server.http.visitors import open_house

TITLES = {"title_pl": "Manekin", "title_en": "Dummy"}


@pytest.fixture
def add(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Add a file to the built-in lexica, for this test only."""
    folder = tmp_path / "built-in"
    monkeypatch.setattr(library, "FOLDERS", [*library.FOLDERS, folder])

    def put(file: str = "dummy.lexicon", **fields: str) -> None:
        words = toy_words()
        header = replace(toy_header(words, name="dummy"), **({**TITLES, **fields}))  # type: ignore[arg-type]
        write(folder / file, header, words.dawg())

    return put


def run(*arguments: str) -> str:
    return CliRunner().invoke(mostek, arguments).output


def test_a_lexicon_of_one_file_is_listed_and_judges(add: Callable[..., None]) -> None:
    add()
    assert [part.header.name for part in built_in()] == [DEFAULT, "dummy", CORE]
    for language, title in (("pl", "Manekin"), ("en", "Dummy")):
        (line,) = [line for line in run("--lang", language, "lexicon", "list").splitlines() if "dummy@1" in line]
        assert line.endswith(title)
    assert run("--lang", "en", "judge", "--lexicon", "dummy", "gżegżółka").startswith("VALID\nLexicon: dummy 1")
    assert run("--lang", "en", "judge", "--lexicon", "dummy", "dom").startswith("INVALID\n")


def test_a_lexicon_of_one_file_is_offered_in_the_lobby(add: Callable[..., None], tmp_path: Path) -> None:
    add()
    with open_house(tmp_path / "data") as house:
        for language, title in (("pl", "Manekin"), ("en", "Dummy")):
            offered = house.visitor(accept_language=language).get("/catalogue").json()["lexica"]
            assert {"name": "dummy", "edition": "1", "title": title, "words": 9} in offered
        table = house.visitor("Ala").post("/tables", {"rulebook": "gen", "seats": 2, "lexicon": "dummy"}).json()
        assert table["proposal"]["lexicon"] == "dummy"


@pytest.mark.parametrize("key", ["title_pl", "title_en", "source", "licence", "edition", "name"])
def test_a_lexicon_without_a_text_fails_when_it_is_read(add: Callable[..., None], key: str) -> None:
    add("broken.lexicon", **{key: ""})
    with pytest.raises(RegistryError, match="a text is missing") as caught:
        find(DEFAULT)
    assert (caught.value.file, caught.value.key) == ("broken.lexicon", key)


def test_a_second_lexicon_of_one_name_fails_when_it_is_read(add: Callable[..., None]) -> None:
    add()
    add("twin.lexicon")
    with pytest.raises(RegistryError, match="another lexicon is called 'dummy' too") as caught:
        open_lexicon()
    assert (caught.value.file, caught.value.key) == ("twin.lexicon", "name")


def test_a_header_without_a_field_fails_when_it_is_read(
    add: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("mostek.lexicon.files.asdict", lambda header: {"name": header.name, "letters": ["A"]})
        add()
    with pytest.raises(RegistryError, match="'graph'") as caught:
        built_in()
    assert (caught.value.file, caught.value.key) == ("dummy.lexicon", "header")
