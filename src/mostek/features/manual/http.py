"""The manual in the browser: `/pomoc` in Polish, `/help` in English, its pictures and its search."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.features.manual import model
from mostek.messages import use
from mostek.server.http.middleware import WebRequest
from mostek.server.http.page_templates import Assets, html_of_template
from mostek.server.http.services import WithServices

_TEMPLATES = model.PAGES.parent / "templates"
_PICTURES = "pictures/"
_SEARCH = "search"
_LONGEST = 80
"""The characters of a search."""
_A_DAY = {"Cache-Control": "public, max-age=86400"}
_CHECKED = {"Cache-Control": "no-cache"}


@get(["/pomoc", "/pomoc/{path:path}", "/help", "/help/{path:path}"], help=Help.NONE, include_in_schema=False)
async def show_manual(
    request: WebRequest, state: State, services: WithServices, path: FromPath[str] = ""
) -> Response[bytes]:
    """A page of the manual, a picture, or what a search has found. The address settles the language."""
    language = next(code for code, base in model.ADDRESSES.items() if request.scope["path"].startswith(base))
    use(language)
    name = path.strip("/")
    if name.startswith(_PICTURES) and (data := (await asyncio.to_thread(_pictures)).get(name.removeprefix(_PICTURES))):
        return Response(data, headers=_A_DAY, media_type="image/webp")
    assets = Assets.among(await state.pages.files())
    contact = services.config.contact
    if name == _SEARCH:
        words = request.query_params.get("q", "")[:_LONGEST]
        data = await asyncio.to_thread(_search_html, words, language, assets)
        return Response(data, headers=_CHECKED, media_type="text/html")
    try:
        data = await asyncio.to_thread(_page_html, name or model.START, language, contact, assets)
    except KeyError:
        data = _missing_html(language, assets)
        return Response(data, status_code=HTTPStatus.NOT_FOUND, headers=_CHECKED, media_type="text/html")
    return Response(data, headers=_CHECKED, media_type="text/html")


@cache
def _pictures() -> Mapping[str, bytes]:
    """The pictures of the manual by their names; nothing is remembered of a name that a visitor makes up."""
    return {path.name: path.read_bytes() for path in model.PICTURES.glob("*.webp")}


def _page_html(name: str, language: str, contact: str | None, assets: Assets) -> bytes:
    order = model.page_order()
    page = model.manual_page(name, language)
    place = order.index(name)
    before, after = order[max(place - 1, 0) : place], order[place + 1 : place + 2]
    return _manual_html(
        language,
        assets,
        page=page,
        previous=_page_link(before[0], language) if before else None,
        following=_page_link(after[0], language) if after else None,
        other_address=model.page_address(name, _other_language(language)),
        contact=contact,
    )


def _search_html(words: str, language: str, assets: Assets) -> bytes:
    return _manual_html(
        language,
        assets,
        page=None,
        words=words,
        found=model.search_manual(words, language),
        other_address=model.ADDRESSES[_other_language(language)],
    )


def _missing_html(language: str, assets: Assets) -> bytes:
    return _manual_html(
        language, assets, page=None, words="", found=None, other_address=model.ADDRESSES[_other_language(language)]
    )


def _manual_html(language: str, assets: Assets, **own: object) -> bytes:
    contents = [
        (group.title_in(language), [_page_link(name, language) for name in group.pages])
        for group in model.page_groups()
    ]
    base = model.ADDRESSES[language]
    shown = {"words": "", "found": None, "previous": None, "following": None, "contact": None, **own}
    return html_of_template("manual", assets, _TEMPLATES, base=base, start=model.START, contents=contents, **shown)


def _page_link(name: str, language: str) -> tuple[str, str, str]:
    """Name, address and title of a page."""
    return name, model.page_address(name, language), model.title_of(name, language)


def _other_language(language: str) -> str:
    return next(code for code in model.ADDRESSES if code != language)
