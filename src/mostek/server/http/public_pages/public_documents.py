"""The documents that spectators may have: which there are, and their PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mostek.documents.document import Document, PrintRequest, Subject, categories_of, documents
from mostek.server.http.problems import unknown
from mostek.server.http.public_pages.event_view import EventView


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
