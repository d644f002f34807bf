"""The names of files that people's titles are turned into: of tournaments, and of what is exported from them."""

from __future__ import annotations

import unicodedata

_LONGEST = 80
_MOST_BYTES = 160
"""File systems take 255 bytes, of which ends and copies need some."""


def file_stem(title: str) -> str:
    """The name of the file for a title, without its end: small letters and digits of any script, `mistrzostwa-sochaczewa-2026`.

    Args:
        title: what people call it.

    Returns:
        The name; empty for a title without a letter and a digit.

    Example:
        >>> file_stem("Mistrzostwa Łodzi, 2026")
        'mistrzostwa-lodzi-2026'
    """
    spread = unicodedata.normalize("NFKD", title.casefold().replace("ł", "l"))
    plain = (sign for sign in spread if not unicodedata.combining(sign))
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    return "-".join(words)[:_LONGEST].encode()[:_MOST_BYTES].decode(errors="ignore").strip("-")
