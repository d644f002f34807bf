"""Updates of a tournament as frames of a stream of server-sent events, packed once for all pages."""

from __future__ import annotations

import zlib

from mostek.live.tournament_feed import StreamFrame

GZIP_HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""RFC 1952: deflate, no name, no date, no known system. The end that names length and checksum never comes."""


def event_frame(mark: str, data: bytes) -> StreamFrame:
    """An update as a server-sent event; one for a single player has no number."""
    head = b"id: " + mark.encode() + b"\n" if mark else b""
    return _frame(head + b"data: " + data + b"\n\n")


def _frame(plain: bytes) -> StreamFrame:
    """A full flush ends the deflate blocks of a frame at a byte, and nothing after it refers to what is before it."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return StreamFrame(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


ALIVE = _frame(b":\n\n")
"""A line that tells a page that the stream lives."""
