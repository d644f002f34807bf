"""The pages: compressed files from the build, and HTML with the first answers."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from litestar import Response, get
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable
from mostek.app.ports import LogError
from mostek.app.users import User
from mostek.messages import text
from mostek.rules.loading import rulebooks
from mostek.server.demo import demo_banner
from mostek.server.http.bootstrap import answers, own_page, renewed, written
from mostek.server.http.middleware import WebRequest
from mostek.server.http.page_addresses import web_page_at
from mostek.server.http.problems import unknown
from mostek.server.http.school_hints import event_cookies
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import is_event
from mostek.store.hall_client import origin_of

STATIC = Path(__file__).parents[1] / "static"
_STAMP = ".built_from"
"""The file that the build writes last."""
_HTML = ".html"
_INDEX = "index.html"
"""The page for every address without a file; `t.html` is the same page, but preloads the files of a table."""
_OF_TABLES = ("t", "embed")
"""The prefixes of addresses of tables."""
_OF_PLAYERS = "me"
"""The prefix of addresses of players' own pages."""
_BOOTSTRAP = b'<script id="bootstrap" type="application/json">'
"""The place in the HTML for the first answers, which are data and not a script."""
_APP = b'<div id="app">'
"""The place in the HTML before which a banner stands."""
_HASHED = "assets/"
"""The folder of files whose names contain a hash of their content."""
_TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_QUICK = 5
"""The compression level for pages of one person."""
_PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_BROTLI = ".br"
"""The suffix of compressed files."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the built page."""

    data: bytes
    packed: Mapping[str, bytes]
    """The compressed contents by encoding, smallest first."""
    media_type: str
    tag: str
    is_hashed: bool

    @classmethod
    def read(cls, name: str, data: bytes, brotli: bytes | None = None) -> PageFile:
        """The file of that name, relative to the folder of the page."""
        suffix = Path(name).suffix
        media_type = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        packed = {} if brotli is None else {"br": brotli}
        if media_type.startswith(_PACKED):
            packed["gzip"] = gzip.compress(data, 9, mtime=0)
        smaller = {how: each for how, each in packed.items() if len(each) < len(data)}
        return cls(data, smaller, media_type, f'"{sha256(data).hexdigest()[:32]}"', name.startswith(_HASHED))


def read_files(folder: Path) -> Mapping[str, PageFile]:
    """Read every file of the page by its name. Other files are never served."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    read = {name: path.read_bytes() for name, path in found.items() if path.suffix != ".map" and name != _STAMP}
    return {
        name: PageFile.read(name, data, read.get(name + _BROTLI))
        for name, data in read.items()
        if not name.endswith(_BROTLI)
    }


@dataclass
class Pages:
    """The files of the last build; a new build is served without a restart."""

    folder: Path = STATIC
    _files: Mapping[str, PageFile] = field(default_factory=dict)
    _built: int | None = None

    async def files(self) -> Mapping[str, PageFile]:
        """The files by name; during a build those of the build before."""
        built = self._stamp()
        if not self._files or built not in (None, self._built):
            self._files, self._built = await asyncio.to_thread(read_files, self.folder), built
        return self._files

    def _stamp(self) -> int | None:
        try:
            return (self.folder / _STAMP).stat().st_mtime_ns
        except OSError:
            return None


@get(["/", "/{path:path}"], help=Help.NONE, include_in_schema=False, packed=True)
async def show_page(
    request: WebRequest, state: State, services: WithServices, person: Asking, path: FromPath[str] = ""
) -> Response[bytes]:
    """A file of the page; for every other address the page itself, which says so with status 404 where nothing is."""
    files = await state.pages.files()
    name = path.strip("/")
    if name in files and not name.endswith(_HTML):
        return _file(request, files[name])
    if name.startswith(_HASHED) or name == "api" or name.startswith("api/"):
        raise unknown()
    kind, _, rest = name.partition("/")
    html = files.get(kind + _HTML) or files.get(_INDEX)
    if html is None:
        return _missing()
    table = await services.tables.get(rest) if kind in _OF_TABLES else None
    if table is not None and (elsewhere := await _elsewhere(services, table)) is not None:
        return Response(b"", status_code=302, headers={"Location": f"{elsewhere}/{name}"})
    cookies = renewed(request, services, person)
    if kind == _OF_PLAYERS:
        own = await own_page(services, rest, request.client.host if request.client else "")
        cookies += await event_cookies(services, rest) if own else []
        answers_, is_there = written(own or {}), own is not None and web_page_at(name) is not None
    else:
        answers_ = written(await answers(request, services, person, name, table))
        is_there = await _is_there(services, person, name, table)
    # Who has played where is not for search engines.
    headers = {"X-Robots-Tag": "noindex"} if kind in (*_OF_TABLES, _OF_PLAYERS) else {}
    marked = html.data if kind == "embed" else _with_banner(html.data, services)
    answer = _told(request, marked, html.media_type, answers_, headers, cookies)
    answer.status_code = HTTPStatus.OK if is_there else HTTPStatus.NOT_FOUND
    return answer


async def _is_there(services: Services, person: User | None, name: str, table: LobbyTable | None) -> bool:
    """Whether the page has something to show there, as far as the server can know without a secret."""
    if (found := web_page_at(name)) is None:
        return False
    match found.page:
        case "table" | "embed":
            return table is not None
        case "desk" | "arbiter" | "find-me":
            return await is_event(services, found.named["id"], person)
        case "rules":
            return found.named.get("rulebook") in (None, *rulebooks())
        case _:
            return True


async def _elsewhere(services: Services, table: LobbyTable) -> str | None:
    """The server where the game of a table goes on, if another computer has taken its tournament over."""
    try:
        session = await services.halls.session(table.proposal.tournament) if table.proposal.tournament else None
    except LogError:
        return None
    moved = None if session is None else session.moved
    return None if moved is None else origin_of(moved)


def _file(request: WebRequest, file: PageFile) -> Response[bytes]:
    headers = {
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
        "Cache-Control": "public, max-age=31536000, immutable" if file.is_hashed else "no-cache",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    accepted = request.headers.get("accept-encoding", "")
    for how, packed in file.packed.items():
        if how in accepted:
            return Response(packed, headers={**headers, "Content-Encoding": how}, media_type=file.media_type)
    return Response(file.data, headers=headers, media_type=file.media_type)


def _with_banner(html: bytes, services: Services) -> bytes:
    """The page, on a demo with the banner that says so."""
    demo = services.config.demo
    return html if demo is None else html.replace(_APP, demo_banner(demo) + _APP, 1)


def _told(
    request: WebRequest,
    html: bytes,
    media_type: str,
    answers: bytes,
    headers: Mapping[str, str],
    cookies: Sequence[Cookie],
) -> Response[bytes]:
    """The page with its first answers. Its headers forbid caching, because it belongs to one person."""
    data = html.replace(_BOOTSTRAP, _BOOTSTRAP + answers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers = gzip.compress(data, _QUICK), {**headers, "Content-Encoding": "gzip"}
    return Response(data, headers=headers, cookies=cookies, media_type=media_type)


def _missing() -> Response[bytes]:
    """The answer if mostek was installed without the page."""
    sentence = text("The page was not built. Build it with `make page`, or install mostek from a wheel.")
    page = (
        f"<!doctype html><html><head><title>mostek</title></head><body><h1>mostek</h1><p>{sentence}</p></body></html>"
    )
    return Response(page.encode(), status_code=503, media_type="text/html")
