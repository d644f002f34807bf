"""The chain over the lines of a game: each line ends with a hash of itself and of every line before it.

A line is JSON, `{…,"hash":"<h>"}`. Its body is the line without `,"hash":"<h>"` and without its end; `h` is the SHA-256, in
64 small hexadecimal digits, of the hash of the line before as it stands there (nothing before the first line) and the body.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

BEGINNING = ""
"""The hash before the first line."""
_OPENS, _CLOSES = b',"hash":"', b'"}'
_DIGITS = sha256().digest_size * 2
_WIDTH = len(_OPENS) + _DIGITS + len(_CLOSES)


def link(before: str, body: bytes) -> str:
    """The hash of a line that follows the hash `before`."""
    return sha256(before.encode() + body).hexdigest()


def written(before: str | None, bodies: Iterable[bytes]) -> tuple[bytes, str | None]:
    """The lines of bodies and the hash of the last; with `before=None` the lines have no hashes."""
    lines = []
    for body in bodies:
        if before is not None:
            before = link(before, body)
            body = body[:-1] + _OPENS + before.encode() + _CLOSES
        lines.append(body + b"\n")
    return b"".join(lines), before


def follows(before: str, line: bytes) -> str | None:
    """The hash of a line without its line end, or `None` if it does not continue the chain."""
    computed = link(before, line[:-_WIDTH] + b"}")
    return computed if line.endswith(_OPENS + computed.encode() + _CLOSES) else None


def body_of(line: bytes) -> bytes:
    """The body of a line of a chain, with or without its line end."""
    return line.rstrip(b"\n")[:-_WIDTH] + b"}"


def stated(line: bytes) -> str:
    """The hash in a line of a chain."""
    return line[-_WIDTH + len(_OPENS) : -len(_CLOSES)].decode("ascii", "replace")


def chained(before: str, lines: Iterable[bytes]) -> list[str]:
    """The hashes of lines that follow the hash `before`, up to the first that does not continue the chain."""
    heads = []
    for line in lines:
        after = follows(before, line)
        if after is None:
            break
        heads.append(before := after)
    return heads


def end_of(data: bytes, head: str) -> int | None:
    """The bytes of the lines up to the one with this hash; `None` if there is none."""
    if head == BEGINNING:
        return 0
    if len(head) != _DIGITS:
        return None
    found = data.rfind(_OPENS + head.encode() + _CLOSES + b"\n")
    return None if found < 0 else found + _WIDTH + 1


def line_noted(data: bytes, noted: str) -> int | None:
    """The number, from 1, of the line whose hash begins with the given digits; at least 8 digits identify a line.

    Paper shows them in groups.
    """
    wanted = "".join(noted.lower().split())
    if len(wanted) < 8:
        return None
    return next((number for number, line in enumerate(data.split(b"\n"), 1) if stated(line).startswith(wanted)), None)
