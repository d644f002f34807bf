"""A public page is one file: it is found by its folder, stands in the navigation, and is served; an incomplete one fails."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mostek.core.registry import RegistryError
from mostek.features.public_pages import kinds
from mostek.features.public_pages.public_page import pages
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind
from server.http.test_http_tournaments import founded
from server.http.visitors import House

Add = Callable[[str], None]
DUMMY = """
from mostek.features.public_pages.public_page import PublicPage

PAGES = PublicPage(
    name="press",
    address=("press",),
    template="paper",
    pl="Prasa",
    en="Press",
    order=9,
    fill=lambda view, request: {"papers": [], "documents": []},
)
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Add a file to the pages, for this test only."""
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])

    def write(text: str) -> None:
        (tmp_path / "press_page.py").write_text(text, "utf-8")
        pages.cache_clear()

    yield write
    sys.modules.pop(f"{kinds.__name__}.press_page", None)
    vars(kinds).pop("press_page", None)
    pages.cache_clear()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render pages here: workers load the pages that are installed, not one that a test adds."""

    async def run(queue: JobQueue, kind: JobKind[..., Any], asker: Asker, *args: Any) -> Any:
        module, _, name = kind.target.partition(":")
        return getattr(import_module(module), name)(*args)

    monkeypatch.setattr(JobQueue, "run", run)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("lang", "label"), [("pl", "Prasa"), ("en", "Press")])
def test_a_page_of_one_file_is_served_and_in_the_navigation(house: House, add: Add, lang: str, label: str) -> None:
    add(DUMMY)
    _, id = founded(house)
    visitor = house.visitor()
    shown = visitor.send("GET", f"/e/{id}/press?lang={lang}", {})
    assert shown.status_code == 200
    assert f"<h1>{label}</h1>" in shown.text
    assert f">{label}</a>" in visitor.send("GET", f"/e/{id}?lang={lang}", {}).text
    assert visitor.send("GET", f"/e/{id}/press/x", {}).status_code == 404


def test_a_page_without_a_name_in_a_language_fails_when_it_is_loaded(add: Add) -> None:
    add(DUMMY.replace('en="Press"', 'en=""'))
    with pytest.raises(RegistryError):
        pages()


def test_two_pages_of_one_name_fail_when_they_are_loaded(add: Add) -> None:
    add(DUMMY.replace('name="press"', 'name="wall"'))
    with pytest.raises(RegistryError):
        pages()
