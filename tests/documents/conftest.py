"""What the tests of documents share: the text of a PDF, Polish unless a test asks otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest

from mostek import messages

BREAK = "\u200b"


@pytest.fixture(autouse=True)
def polish() -> Iterator[None]:
    before = messages.language()
    messages.use("pl")
    yield
    messages.use(before)


@pytest.fixture
def pages() -> Callable[[bytes], list[str]]:
    """The text of each page, blanks and line ends as single blanks."""
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")

    def read(document: bytes) -> list[str]:
        found = pypdf.PdfReader(BytesIO(document)).pages
        return [" ".join(page.extract_text().replace(BREAK, "").split()) for page in found]

    return read


@pytest.fixture
def read(pages: Callable[[bytes], list[str]]) -> Callable[[bytes], str]:
    """The text of a whole document."""
    return lambda document: " ".join(pages(document))
