"""The files by which programs learn what a site has: robots.txt, sitemap.xml, security.txt and the description of the API."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from xml.sax.saxutils import escape

from litestar import MediaType, Response, get
from litestar.datastructures import State

from mostek.app.help import Help
from mostek.app.hosted_tournaments import Visibility
from mostek.messages import LANGUAGES
from mostek.server.http.api_pages import description_file, html_of_api
from mostek.server.http.middleware import WebRequest
from mostek.server.http.page_templates import Assets
from mostek.server.http.problems import unknown
from mostek.server.http.services import WithServices

_PRIVATE = (
    "/api/",
    "/live/",
    "/operator",
    "/t/",
    "/embed/",
    "/join/",
    "/me/",
    "/office/",
    "/publish/",
    "/pupil",
    "/class",
    "/review/",
    "/account",
    "/e/*/desk",
    "/e/*/arbiter",
    "/e/*/me",
)
"""What search engines should leave alone: games and people. Public pages of events, rules and what can be learned are open."""
_VALID = timedelta(days=180)
"""How long the contact for weaknesses is good after it was read; RFC 9116 asks for less than a year."""
_SHORT_LIVED = {"Cache-Control": "public, max-age=3600"}


@get("/robots.txt", help=Help.NONE, media_type=MediaType.TEXT, include_in_schema=False)
async def show_robots(services: WithServices) -> Response[str]:
    """The addresses that search engines should leave alone (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _PRIVATE), "Allow: /"]
    if services.config.public_url is not None:
        lines += ["", f"Sitemap: {services.config.public_url}/sitemap.xml"]
    return Response("\n".join([*lines, ""]), media_type=MediaType.TEXT, headers=_SHORT_LIVED)


@get("/sitemap.xml", help=Help.NONE, include_in_schema=False)
async def show_sitemap(services: WithServices) -> Response[bytes]:
    """The pages for everybody: those of the site, and the public tournaments."""
    public = [each for each in await services.hosted.all() if each.audience.visibility is Visibility.PUBLIC]
    paths = ["/", "/e", "/rules", "/learn", "/about", "/pomoc", "/help", *(f"/e/{quote(each.id)}" for each in public)]
    places = "".join(f"<url><loc>{escape(services.config.url + path)}</loc></url>" for path in paths)
    written = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_SITEMAP}">{places}</urlset>\n'
    return Response(written.encode(), media_type="application/xml", headers=_SHORT_LIVED)


_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


@get("/.well-known/security.txt", help=Help.NONE, include_in_schema=False)
async def show_security_contact(services: WithServices) -> Response[str]:
    """The contact for people who find a weakness (RFC 9116). Without one there is no such file, which must name a contact."""
    config = services.config
    if config.security_contact is None:
        raise unknown()
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {config.security_contact}",
        f"Expires: {(today + _VALID).isoformat().replace('+00:00', 'Z')}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
    ]
    if config.public_url is not None:
        lines.append(f"Canonical: {config.public_url}/.well-known/security.txt")
    return Response("\n".join([*lines, ""]), media_type=MediaType.TEXT, headers=_SHORT_LIVED)


@get("/openapi.json", help=Help.NONE, include_in_schema=False)
async def show_description(request: WebRequest) -> Response[bytes]:
    """The description of the API (OpenAPI)."""
    written = await asyncio.to_thread(description_file, request.app)
    return Response(written, media_type="application/json", headers=_SHORT_LIVED)


@get("/docs", help=Help.NONE, include_in_schema=False)
async def show_docs(request: WebRequest, state: State) -> Response[bytes]:
    """The description of the API for people."""
    page = await asyncio.to_thread(html_of_api, request.app, Assets.among(await state.pages.files()))
    return Response(page, media_type="text/html", headers={"Cache-Control": "no-cache"})
