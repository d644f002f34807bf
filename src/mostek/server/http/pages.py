"""The page: files that the build has put into the package, read once and kept compressed."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from litestar import Response, route
from litestar.datastructures import State
from litestar.params import FromPath

from mostek.messages import text
from mostek.server.http.people import Asked
from mostek.server.http.problems import unknown

STATIC = Path(__file__).parents[1] / "static"
INDEX = "index.html"
_HASHED = "assets/"
"""Where the build puts files whose names change with what is in them."""
_TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page."""

    data: bytes
    packed: bytes | None
    """The same as gzip; `None` where that is no gain."""
    media_type: str
    tag: str
    is_hashed: bool

    @classmethod
    def read(cls, name: str, data: bytes) -> PageFile:
        """The file of that name, relative to the folder of the page."""
        suffix = Path(name).suffix
        media_type = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        packed = gzip.compress(data, 9, mtime=0) if media_type.startswith(_PACKED) else None
        if packed is not None and len(packed) >= len(data):
            packed = None
        return cls(data, packed, media_type, f'"{sha256(data).hexdigest()[:32]}"', name.startswith(_HASHED))


def read_pages(folder: Path = STATIC) -> Mapping[str, PageFile]:
    """Every file of the page by its name. Nothing outside the folder can be asked for: only these names are known."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith(".map"))
    return {
        name: PageFile.read(name, path.read_bytes()) for path in files if (name := path.relative_to(folder).as_posix())
    }


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, packed=True)
async def show_page(request: Asked, state: State, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the page; for every other address the page itself, which knows what to show there."""
    files: Mapping[str, PageFile] = state.pages
    name = path.strip("/")
    found = files.get(name)
    if found is None and (name.startswith(_HASHED) or name == "api" or name.startswith("api/")):
        raise unknown()
    file = found or files.get(INDEX)
    return _missing() if file is None else _answer(request, file)


def _answer(request: Asked, file: PageFile) -> Response[bytes]:
    headers = {
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
        "Cache-Control": "public, max-age=31536000, immutable" if file.is_hashed else "no-cache",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
    return Response(file.data, headers=headers, media_type=file.media_type)


def _missing() -> Response[bytes]:
    """What is shown when mostek was installed without its page."""
    said = text("The page was not built. Build it with `make page`, or install mostek from a wheel.")
    page = f"<!doctype html><html><head><title>mostek</title></head><body><h1>mostek</h1><p>{said}</p></body></html>"
    return Response(page.encode(), status_code=503, media_type="text/html")
