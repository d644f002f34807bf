"""Games from the Polish converters for Quackle: GCG without a colon after the player, and with square brackets round the
tiles that lie on the board already.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mostek.core.encoding import decode
from mostek.notation.formats.gcg import parse, record
from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import RecordedGame


def _is_without_colons(text: str) -> bool:
    """Whether every event lacks the colon; a single one that lacks it is a fault of a GCG file."""
    events = re.findall(r"^[ \t]*>.*", text, re.MULTILINE)
    return any(map(_EVENT.match, events)) and not any(":" in event.split()[0] for event in events)


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    text = _EVENT.sub(_as_gcg, decode(data).text)
    game = record(parse(text, strict=how.strict), how.tile_set, how.orientation, strict=how.strict)
    return replace(game, format=FORMAT.name)


def _as_gcg(match: re.Match[str]) -> str:
    """The event as GCG writes it, with every sign at its place: a colon for the first blank, round brackets for square ones."""
    return f"{match[1]}:{match[2].translate(_BRACKETS)}"


_EVENT = re.compile(r"^([ \t]*>[^\s:]+)[ \t](.*)", re.MULTILINE)
_BRACKETS = str.maketrans("[]", "()")
FORMAT = GameFormat(
    name="quackle_pl",
    pl="partia z polskich konwerterów do Quackle",
    en="a game from the Polish converters for Quackle",
    detect=_is_without_colons,
    read=_read,
    priority=1,
)
