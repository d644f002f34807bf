"""The logo and the colour that an organiser has for diplomas: what a file must be, before it is drawn."""

from __future__ import annotations

import re
import struct
from typing import Final

from mostek.core.errors import SentenceError
from mostek.documents.document import Emblem

MOST_BYTES: Final = 512 * 1024
MOST_PIXELS: Final = 4000
"""Of a side; a small file can else ask for more memory than there is."""
_PNG = b"\x89PNG\r\n\x1a\n"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_SVG = re.compile(rb"<svg[\s>]")
_OUTSIDE = re.compile(rb"<!ENTITY|(?:href|src)\s*=\s*[\"'](?!#|data:image/png)|url\(\s*[\"']?(?!#)", re.IGNORECASE)
"""What would be read from elsewhere, or grow while it is read."""


class EmblemError(SentenceError, ValueError):
    """A logo or a colour that cannot be printed."""


def emblem(logo: bytes = b"", colour: str = "") -> Emblem:
    """The look of diplomas.

    Args:
        logo: The bytes of a PNG or SVG file; none for no logo.
        colour: As `#rrggbb`; empty for dark grey.

    Returns:
        The look, for `PrintRequest.emblem`.

    Raises:
        EmblemError: The file is no such picture, is too large, or refers to other files; the colour is no colour.

    Example:
        >>> from mostek.documents.emblem import emblem
        >>> emblem(colour="#8A2B0E").colour
        '#8a2b0e'
    """
    if colour and not _COLOUR.fullmatch(colour):
        raise EmblemError("{colour!r} is no colour; write it as #8a2b0e: red, green, blue.", colour=colour[:40])
    _check_logo(logo)
    return Emblem(logo, colour.lower()) if colour else Emblem(logo)


def _check_logo(logo: bytes) -> None:
    if not logo:
        return
    if len(logo) > MOST_BYTES:
        raise EmblemError("The logo has more than {most} kB.", most=MOST_BYTES // 1024)
    if logo.startswith(_PNG):
        width, height = struct.unpack(">II", logo[16:24].ljust(8, b"\0"))
        if not 0 < width <= MOST_PIXELS or not 0 < height <= MOST_PIXELS:
            sentence = "The logo has {width} × {height} pixels; at most {most} × {most} are printed."
            raise EmblemError(sentence, width=width, height=height, most=MOST_PIXELS)
    elif not _SVG.search(logo[:4096]):
        raise EmblemError("The logo is neither PNG nor SVG.")
    elif _OUTSIDE.search(logo):
        raise EmblemError("The logo refers to other files; save it as one SVG file with everything in it.")
