"""A lexicon of the words of two and three letters, for tests that need real games and few words."""

from pathlib import Path

import pytest

from mostek.lexicon.curated import short_words
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.kernel import hash_of, read
from mostek.lexicon.library import install
from mostek.lexicon.recipes import LETTERS

NAME = "krotkie"


@pytest.fixture(scope="session")
def short_lexicon_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexica")
    words, rejected = read("\n".join(short_words()).encode(), LETTERS, capitals=True)
    assert not rejected
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        header = LexiconHeader(
            name=NAME,
            edition="1",
            source="tests",
            licence="Apache-2.0",
            letters=LETTERS,
            words=len(words),
            hash=hash_of(words),
        )
        install(header, words.dawg())
    return folder


@pytest.fixture
def short_lexicon(short_lexicon_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the lexicon, which can be opened while the test runs."""
    monkeypatch.setenv("MOSTEK_DATA", str(short_lexicon_folder))
    return NAME
