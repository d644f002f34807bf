"""The public pages of an event as HTML, their documents and the pictures of links, made in a worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from mostek.app.hosted_tournaments import Visibility
from mostek.documents import typesetting
from mostek.documents.document import PrintRequest
from mostek.documents.printing import print_document
from mostek.features.public_pages.kinds.overview_page import place_and_days, summary
from mostek.features.public_pages.model import EventView, ShownEvent, lights
from mostek.features.public_pages.page_cache import StoredPage
from mostek.features.public_pages.public_page import (
    PICTURE,
    TEMPLATES,
    Context,
    PageRequest,
    PublicPage,
    check_public,
    pages,
)
from mostek.messages import count, language, text
from mostek.messages.tournament_words import moment
from mostek.server.http.page_templates import Assets, html_of_template, other_language
from mostek.server.http.problems import unknown

_ICON = "/icon-512.png"
"""The picture of a link that is sent to somebody, where none of the event can be made."""
_LOCALES = {"pl": "pl_PL", "en": "en_GB"}


def html_of(view: EventView, page: PublicPage, request: PageRequest, path: str, mark: str, assets: Assets) -> bytes:
    """A page as HTML, in the current language. Raises `RequestRefused` if there is no such page now."""
    if not page.available(view):
        raise unknown("There is nothing to show yet.")
    own = page.fill(view, request)
    title = page.label if page.title is None else page.title(view, request)
    listed = view.visibility is Visibility.PUBLIC
    query = {name: getattr(request, name) for name in sorted(page.takes)}
    context: dict[str, object] = {
        "locale": _LOCALES[language()],
        "page": page,
        "title": title,
        "view": view,
        "canonical": f"{view.url}{view.link(path, **query, lang='')}",
        "elsewhere": view.link(path, **query, lang=other_language()),
        "description": summary(view),
        "picture": view.link(PICTURE, lang=language()) if can_draw() else _ICON,
        "is_drawn": can_draw(),
        "picture_size": (WIDTH, HEIGHT),
        "listed": listed,
        "navigation": [
            (each.name, *each.navigation(view)) for each in pages().values() if each.order and each.available(view)
        ],
        "changed": moment(view.changed_at),
        "live": _live(view, page, mark),
    }
    return html_of_template(page.template, assets, TEMPLATES, **context | dict(own))


def _live(view: EventView, page: PublicPage, mark: str) -> Context:
    """The data of the script: where the changes come from, what it does with them, and its words."""
    return {
        "id": view.id,
        "mark": mark,
        "page": page.name,
        "applies": page.applies,
        "refreshes": page.refreshes,
        "round": view.link("r/"),
        "rounds": [[name, len(each.rounds)] for name, each in view.state.divisions.items()],
        "lights": lights(),
        "copied": None if view.copied is None else [view.copied.at, view.copied.is_quiet],
        "words": {
            "as_of": text("As of {time}", time="{time}"),
            "quiet": text("No news from the hall. As of {time}", time="{time}"),
            "cut": text("Connection lost; as of {time}", time="{time}"),
            "paired": text("Round {round} is paired.", round="{round}"),
            "show": text("Show the pairings"),
            "left": text("{time} left", time="{time}"),
            "over": text("Time is up"),
            "forfeit": text("forfeit"),
            "both": text("forfeit of both"),
            "last_words": text("last words {points}", points="{points}"),
            "last_word": text("the last word decides"),
        },
    }


def can_draw() -> bool:
    """Whether pictures can be made here."""
    return find_spec("typst") is not None


def link_picture(title: str, where: str, state: str, rows: Iterable[PictureRow], address: str) -> bytes:
    """The picture as PNG, in the current language.

    Args:
        title: the name of the event.
        where: its place and days.
        state: how far it is.
        rows: the top of the classification, five rows at most.
        address: of the page, for people.

    Returns:
        The bytes of a PNG of `WIDTH` by `HEIGHT`; the same data give the same bytes.

    Raises:
        NoTypesetterError: the addition that makes PDF and pictures is not installed.

    Example:
        >>> link_picture("Mistrzostwa", "Kutno", "Runda 1 z 12", (), "example.org/e/k7m3")[:4]
        b'\\x89PNG'
    """
    shown = [to_builtins(each) for each in rows]
    data = {"title": title, "where": where, "state": state, "rows": shown[:5], "address": address}
    return typesetting.picture("link_picture", data)


WIDTH, HEIGHT = 1200, 630
"""In points of the screen: what those who show links ask for."""


class PictureRow(Struct, frozen=True):
    """A row of the classification in the picture."""

    place: str
    name: str
    points: str


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
