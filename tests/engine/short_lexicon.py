"""A lexicon of the words of two and three letters, for tests that need real games and few words."""

from pathlib import Path

import pytest

from mostek.lexicon import DEFAULT
from mostek.lexicon.curated import short_words
from mostek.lexicon.earlier import earlier_editions
from mostek.lexicon.kernel import read
from mostek.lexicon.library import install
from mostek.lexicon.recipes import LETTERS, header_of

NAME = "krotkie"


def toy_words() -> set[str]:
    """Those of the first edition: the games that the tests look for by their seeds stay the same when our table changes."""
    first = next(edition for edition in earlier_editions() if (edition.name, edition.edition) == (DEFAULT, "2022-03"))
    return ({*short_words()} - {*first.fewer}) | {*first.more}


@pytest.fixture(scope="session")
def short_lexicon_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexica")
    words, rejected = read("\n".join(toy_words()).encode(), LETTERS, capitals=True)
    assert not rejected
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        install(header_of(words, name=NAME, edition="1", source="tests", licence="Apache-2.0"), words.dawg())
    return folder


@pytest.fixture
def short_lexicon(short_lexicon_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the lexicon, which can be opened while the test runs."""
    monkeypatch.setenv("MOSTEK_DATA", str(short_lexicon_folder))
    return NAME
