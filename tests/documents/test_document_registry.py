"""A document is one file: it is found by its folder and printed by the desk; an incomplete one fails when it is loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek import messages
from mostek.core.registry import RegistryError
from mostek.documents import tournament
from mostek.documents.document import documents

Add = Callable[[str], None]
Read = Callable[[bytes], str]

DUMMY = """
from mostek.documents.document import Document, Subject
from mostek.documents.listing import Section, listing, wide


def fill(state, request):
    rows = [[entrant.person.name] for entrant in state.entrants_of(request.division)]
    return listing(state, [Section([wide("")], rows)], division=request.division)


DOCUMENTS = Document(
    name="badges",
    pl="Plakietki",
    en="Badges",
    help_pl="dla każdego",
    help_en="for everybody",
    order=25,
    subject=Subject.DIVISION,
    template="listing",
    fill=fill,
)
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Add a file to the documents, for this test only."""
    monkeypatch.setattr(tournament, "__path__", [*tournament.__path__, str(tmp_path)])

    def write(text: str) -> None:
        (tmp_path / "badges.py").write_text(text, "utf-8")
        documents.cache_clear()

    yield write
    sys.modules.pop(f"{tournament.__name__}.badges", None)
    vars(tournament).pop("badges", None)
    documents.cache_clear()


@pytest.mark.parametrize(
    ("language", "title", "told"), [("pl", "Plakietki", "dla każdego"), ("en", "Badges", "for everybody")]
)
def test_a_document_of_one_file_is_listed_and_printed(
    add: Add, read: Read, tmp_path: Path, language: str, title: str, told: str
) -> None:
    add(DUMMY)
    desk = Desk(tmp_path, language).founded(2)
    listed = desk.says("print").splitlines()
    assert listed[2] == f"badges        {title}: {told}"
    assert "badges" in desk.says("print --help")
    desk.says(f"print badges -o {tmp_path / 'badges.pdf'}")
    said = read((tmp_path / "badges.pdf").read_bytes())
    assert all(each in said for each in (title, "Próba", "Gracz 1", "Gracz 2"))


@pytest.mark.parametrize(
    ("change", "key", "file"),
    [
        (('    pl="Plakietki",\n', ""), "DOCUMENTS", "mostek/documents/tournament/badges.py"),
        (('"for everybody"', '" "'), "DOCUMENTS.help_en", "mostek/documents/tournament/badges.py"),
        (("fill=fill", "fill=None"), "DOCUMENTS.fill", "mostek/documents/tournament/badges.py"),
        (('"badges"', '"log"'), "DOCUMENTS.name", "mostek/documents/tournament/lists.py"),
        (("DOCUMENTS = ", "DOCUMENT = "), "DOCUMENTS", "mostek/documents/tournament/badges.py"),
        (('"listing"', '"badges"'), "badges", "templates/badges.typ"),
    ],
)
def test_an_incomplete_document_is_refused_and_nothing_is_printed(
    add: Add, tmp_path: Path, change: tuple[str, str], key: str, file: str
) -> None:
    add(DUMMY.replace(*change))
    with pytest.raises(RegistryError) as caught:
        documents()
    assert (caught.value.key, caught.value.file) == (key, file)
    for language in messages.LANGUAGES:
        desk = Desk(tmp_path / language, language).founded(0)
        messages.use(language)
        fault = messages.explained(caught.value.sentence, caught.value.params)
        assert f"{file}: {key}: {fault}" in desk.fails(f"print log -o {tmp_path / 'log.pdf'}")
    assert not (tmp_path / "log.pdf").exists()
