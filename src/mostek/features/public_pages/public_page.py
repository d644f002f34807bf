"""A kind of public page: its address below `/e/{id}`, its template, and what fills it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from mostek.core.registry import load
from mostek.documents.document import Document, PrintRequest, Subject, categories_of, documents
from mostek.features.public_pages.model import EventView
from mostek.messages import language
from mostek.server.http.problems import unknown

FOLDER = "mostek.features.public_pages.kinds"
TEMPLATES = Path(__file__).parent / "templates"
PICTURE = "picture.png"
"""The picture of a link to the event, below its address."""
MOST_PLACES = 20
"""The largest number of places that a prize-giving calls."""
Context = Mapping[str, object]


class PageRequest(Struct, frozen=True, kw_only=True):
    """The choices in the address of a page."""

    division: str | None = None
    """Only this division."""
    round: int | None = None
    player: int | None = None
    places: int | None = None
    ceremony: int | None = None
    """One prize-giving, by its place among those of the event."""


class PublicPage(Struct, frozen=True, kw_only=True):
    """A kind of page with all that belongs to it."""

    name: str
    address: tuple[str, ...]
    """The parts of the address below `/e/{id}`; `{round}`, `{player}` and `{ceremony}` stand for numbers."""
    template: str
    """The name of a file in `templates/`, without `.html`."""
    pl: str
    en: str
    """What people call it, in each language: in the navigation, and as the title unless `title` gives one."""
    fill: Callable[[EventView, PageRequest], Context]
    """What the template gets. Raises `RequestRefused` for what is not there."""
    title: Callable[[EventView, PageRequest], str] | None = None
    order: int = 0
    """The place in the navigation; with 0 the page is not in it."""
    available: Callable[[EventView], bool] = lambda view: True
    """Whether there is anything to show yet."""
    takes: frozenset[str] = frozenset()
    """What the address may ask for behind the question mark, besides the language."""
    applies: tuple[str, ...] = ()
    """The changes that the script puts into the page at once: `tables`, `standings`."""
    refreshes: tuple[str, ...] = ()
    """The changes after which the script fetches the page again, when it suits the server."""

    @property
    def label(self) -> str:
        """The name in the navigation, in the current language."""
        return self.pl if language() == "pl" else self.en

    def navigation(self, view: EventView) -> tuple[str, str]:
        """The label and the address of the page in the navigation; of a round, of the one that is played."""
        path = "/".join(self.address)
        if "{round}" not in self.address:
            return self.label, view.link(path)
        return f"{self.label} {view.current_round}", view.link(path.format(round=view.current_round))

    def read(self, path: str) -> dict[str, int] | None:
        """The numbers in the address of a page; `None` if it is another page's."""
        given = path.split("/") if path else []
        if len(self.address) != len(given):
            return None
        found = {}
        for part, value in zip(self.address, given, strict=True):
            if not part.startswith("{"):
                if part != value:
                    return None
            elif (number := whole_number(value)) is None:
                return None
            else:
                found[part[1:-1]] = number
        return found


@cache
def pages() -> Mapping[str, PublicPage]:
    """All kinds of pages, those of the navigation in its order."""
    found = load(FOLDER, "PAGES", PublicPage)
    return {each.name: each for each in sorted(found.values(), key=lambda each: each.order)}


def page_at(path: str) -> tuple[PublicPage, dict[str, int]] | None:
    """The page at an address below `/e/{id}`, with the numbers in it."""
    for page in pages().values():
        if (numbers := page.read(path)) is not None:
            return page, numbers
    return None


def is_public(path: str) -> bool:
    """Whether an address below `/e/{id}` belongs to the public pages, though there may be nothing at it."""
    first = path.partition("/")[0]
    return any(page.address[:1] == (first,) for page in pages().values()) or path == PICTURE or first == "documents"


def whole_number(value: str) -> int | None:
    """A number as addresses have it: from 1 to 999999, with no other way to write it."""
    fine = value.isascii() and value.isdecimal() and len(value) <= 6 and not value.startswith("0")
    return int(value) if fine else None


def divisions_asked(view: EventView, request: PageRequest) -> tuple[str, ...]:
    """The divisions that a page shows."""
    if request.division is None:
        return view.divisions
    if request.division not in view.state.divisions:
        raise unknown()
    return (request.division,)


class Offer(NamedTuple):
    """A document that can be had now."""

    document: str
    title: str
    about: str
    """The division, round or category."""
    href: str


def offers(view: EventView, round_number: int | None = None) -> list[Offer]:
    """The documents that can be had now; those of a round for this one, or for the last one."""
    return [
        offer
        for document in documents().values()
        if document.is_public and document.available(view.state)
        for offer in _offers(view, document, round_number)
    ]


def _offers(view: EventView, document: Document, round_number: int | None) -> Iterator[Offer]:
    divided = document.subject is not Subject.EVENT
    for division in view.divisions if divided else ("",):
        paired = len(view.state.divisions[division].rounds) if divided else 0
        number = (round_number or paired) if document.subject is Subject.ROUND else 0
        if document.subject is Subject.ROUND and not 1 <= number <= paired:
            continue
        if document.name == "teams" and not any(view.state.teams_of(division)):
            continue
        categories = categories_of(view.state, division) if document.subject is Subject.CATEGORY else ("",)
        for category in categories:
            about = ", ".join(filter(None, (division, str(number or ""), category)))
            href = view.link(f"documents/{document.name}.pdf", division=division, round=number, category=category)
            yield Offer(document.name, document.title, about, href)


def check_public(view: EventView, name: str, request: PrintRequest) -> None:
    """Check that the public may have a document about this subject. Raises `RequestRefused`."""
    document = documents().get(name)
    if document is None or not document.is_public:
        raise unknown()
    if document.subject is not Subject.EVENT and request.division not in view.state.divisions:
        raise unknown()
