"""The public pages of an event, their documents and the pictures of links, made in a worker."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mostek.documents.document import PrintRequest
from mostek.documents.link_picture import link_picture
from mostek.documents.picture_row import PictureRow
from mostek.documents.printing import print_document
from mostek.messages import count, text
from mostek.server.http.public_pages.event_view import EventView, ShownEvent
from mostek.server.http.public_pages.kinds.overview_page import place_and_days
from mostek.server.http.public_pages.page_cache import StoredPage
from mostek.server.http.public_pages.public_documents import check_public
from mostek.server.http.public_pages.public_page import PageRequest, pages
from mostek.server.http.public_pages.rendering import Assets, html_of

_ROWS = 5
"""The rows of a picture."""


def rendered_page(
    event: ShownEvent, lang: str | None, name: str, request: PageRequest, path: str, mark: str, assets: Assets
) -> StoredPage:
    """A page as it is sent, in the current language.

    Args:
        event: the tournament.
        lang: the language that the address names, if it names one.
        name: the page.
        request: the choices in its address.
        path: the address below that of the tournament.
        mark: the place in the stream of changes after which the script follows it.
        assets: the files of the built page.

    Raises:
        RequestRefused: there is no such page now.
    """
    return StoredPage.of(html_of(EventView(event, lang), pages()[name], request, path, mark, assets), "text/html")


def printed_document(event: ShownEvent, name: str, request: PrintRequest, code: str) -> StoredPage:
    """A document for the public, as PDF, in the current language.

    Args:
        event: the tournament.
        name: the document.
        request: its subject.
        code: what stands at the edge of each page.

    Raises:
        RequestRefused: the public has no such document.
        NothingToPrintError: there is nothing about that subject.
        NoTypesetterError: the addition that makes PDF is not installed.
    """
    view = EventView(event)
    check_public(view, name, request)
    data = print_document(name, view.state, replace(request, concealed=view.concealed), code)
    return StoredPage.of(data, "application/pdf")


def drawn_picture(event: ShownEvent) -> StoredPage:
    """The picture of a link to the event, in the current language. Raises `NoTypesetterError`."""
    view = EventView(event)
    address = f"{view.url}/e/{view.id}".partition("://")[2]
    data = link_picture(view.state.name, place_and_days(view), _state(view), _rows(view), address)
    return StoredPage.of(data, "image/png")


def _state(view: EventView) -> str:
    if view.state.closed_on is not None:
        return text("Final standings")
    rounds = {(each.number, each.rounds) for each in view.rounds_now()}
    if not rounds:
        return count("{n} player", "{n} players", len(view.state.entrants))
    number, of = max(rounds)
    return text("Round {round} of {rounds}", round=number, rounds=of)


def _rows(view: EventView) -> Iterator[PictureRow]:
    """The top of the classification; of several divisions the leader of each."""
    begun = [name for name in view.divisions if view.state.divisions[name].rounds]
    for name in begun:
        for row in view.top(name, 1 if len(begun) > 1 else _ROWS):
            person = f"{row.person.before}{row.person.surname}{row.person.after}"
            label = f"{person} ({name})" if len(begun) > 1 else person
            yield PictureRow(row.place, label, row.match_points)
