"""The picture of a link to an event, as a message or a post shows it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import to_builtins

from mostek.documents import typesetting
from mostek.documents.picture_row import PictureRow


def link_picture(title: str, where: str, state: str, rows: Iterable[PictureRow], address: str) -> bytes:
    """The picture as PNG, in the current language.

    Args:
        title: the name of the event.
        where: its place and days.
        state: how far it is.
        rows: the top of the classification, five rows at most.
        address: of the page, for people.

    Returns:
        The bytes of a PNG of `WIDTH` by `HEIGHT`; the same data give the same bytes.

    Raises:
        NoTypesetterError: the addition that makes PDF and pictures is not installed.

    Example:
        >>> link_picture("Mistrzostwa", "Kutno", "Runda 1 z 12", (), "example.org/e/k7m3")[:4]
        b'\\x89PNG'
    """
    shown = [to_builtins(each) for each in rows]
    data = {"title": title, "where": where, "state": state, "rows": shown[:5], "address": address}
    return typesetting.picture("link_picture", data)
