"""Files in answers: their names, in any alphabet, whether a browser saves or shows them, and addresses as pictures."""

from __future__ import annotations

import io
from urllib.parse import quote

from litestar import Response


def file_headers(name: str, *, inline: bool = False) -> dict[str, str]:
    """The header that names a file. A browser saves it, or shows it with `inline`."""
    return {"Content-Disposition": f"{'inline' if inline else 'attachment'}; filename*=UTF-8''{quote(name, safe='')}"}


def sent_file(data: bytes, media_type: str, name: str, *, inline: bool = False) -> Response[bytes]:
    """A file whose contents other people have made, to save or to look at; whatever is in it runs no script."""
    headers = file_headers(name, inline=inline) | {"Content-Security-Policy": "sandbox"}
    return Response(data, media_type=media_type, headers=headers)


def qr_picture(address: str) -> bytes:
    """An address as a QR code, in SVG."""
    import segno

    out = io.BytesIO()
    # A code is read dark on light, whatever the colours of the page around it are.
    segno.make(address, error="m", micro=False).save(out, kind="svg", scale=8, border=4, light="white", xmldecl=False)
    return out.getvalue()
