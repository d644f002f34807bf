"""How a page becomes HTML: the templates, and what every page has around what is its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from mostek.app.hosted_tournaments import Visibility
from mostek.documents.picture_row import HEIGHT, WIDTH
from mostek.messages import count, language, text
from mostek.messages.tournament_words import moment
from mostek.server.http.problems import unknown
from mostek.server.http.public_pages.event_view import EventView, lights, other_language
from mostek.server.http.public_pages.kinds.overview_page import summary
from mostek.server.http.public_pages.link_pictures import ADDRESS, can_draw
from mostek.server.http.public_pages.public_page import Context, PageRequest, PublicPage, pages

TEMPLATES = Path(__file__).parents[2] / "templates"
_ICON = "/icon-512.png"
"""The picture of a link that is sent to somebody, where none of the event can be made."""
_LOCALES = {"pl": "pl_PL", "en": "en_GB"}


class Assets(Struct, frozen=True):
    """The addresses of script, styles and font of the public pages; empty ones where the page was not built."""

    js: str
    css: str
    font: str

    @classmethod
    def among(cls, files: Iterable[str]) -> Assets:
        """Those among the files of the built page."""
        ours = ("assets/event-", "assets/inter-")
        found = {name.rpartition(".")[2]: f"/{name}" for name in files if name.startswith(ours)}
        return cls(found.get("js", ""), found.get("css", ""), found.get("woff2", ""))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(text=text, count=count, picture_size=(WIDTH, HEIGHT))
    return made


def html_of(view: EventView, page: PublicPage, request: PageRequest, path: str, mark: str, assets: Assets) -> bytes:
    """A page as HTML, in the current language. Raises `RequestRefused` if there is no such page now."""
    if not page.available(view):
        raise unknown("There is nothing to show yet.")
    own = page.fill(view, request)
    title = page.label if page.title is None else page.title(view, request)
    listed = view.visibility is Visibility.PUBLIC
    query = {name: getattr(request, name) for name in sorted(page.takes)}
    context = _around(page, title, assets) | {
        "view": view,
        "canonical": f"{view.url}{view.link(path, **query, lang='')}",
        "elsewhere": view.link(path, **query, lang=other_language()),
        "description": summary(view),
        "picture": view.link(ADDRESS, lang=language()) if can_draw() else _ICON,
        "is_drawn": can_draw(),
        "listed": listed,
        "navigation": [
            (each.name, *each.navigation(view)) for each in pages().values() if each.order and each.available(view)
        ],
        "changed": moment(view.changed_at),
        "live": _live(view, page, mark),
    }
    return _environment().get_template(f"{page.template}.html").render(context, **own).encode()


def html_of_template(template: str, assets: Assets, **own: object) -> bytes:
    """A page of the server itself, about no tournament."""
    context = {"language": language(), "other": other_language(), "assets": assets, **own}
    return _environment().get_template(f"{template}.html").render(context).encode()


def html_of_problem(status: int, sentence: str, assets: Assets) -> bytes:
    """A page that says why there is none."""
    return html_of_template("problem", assets, status=status, sentence=sentence)


def html_of_list(events: Sequence[Context], assets: Assets) -> bytes:
    """The page that lists the public tournaments of the server."""
    return html_of_template("events", assets, events=events)


def _around(page: PublicPage, title: str, assets: Assets) -> dict[str, object]:
    return {
        "language": language(),
        "locale": _LOCALES[language()],
        "other": other_language(),
        "assets": assets,
        "page": page,
        "title": title,
    }


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
