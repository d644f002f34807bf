"""Where in a JSON text an object stands, for errors found after it was parsed."""

from __future__ import annotations

import json
import re

from mostek.tournament.formats.texts import position


def line_of(text: str, section: str, index: int | None) -> int:
    """The line where the field `section` of the whole begins, or item `index` of its list; 1 if it is not there.

    The text is known to be JSON; it is gone through a second time because values do not know where they came from.
    """
    place = _skip(text, 0) + 1
    while text[place := _skip(text, place)] == '"':
        key, place = _decoder.raw_decode(text, place)
        place = _skip(text, _skip(text, place) + 1)
        if key == section:
            return position(text, place if index is None else _item(text, place, index))[0]
        place = _skip(text, _decoder.raw_decode(text, place)[1])
        place += text[place] == ","
    return 1


def _item(text: str, place: int, index: int) -> int:
    place = _skip(text, place + 1)
    for _ in range(index):
        place = _skip(text, _decoder.raw_decode(text, place)[1])
        place = _skip(text, place + 1)
    return place


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


_decoder = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
