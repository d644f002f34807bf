"""A game as it was written down, in any format: players, turns, and what the record claims about each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from mostek.core.diagnostics import Diagnostic, Kind
from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import TileError, Tiles, TileSet, tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.plays import WrittenPlay


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """Tiles were exchanged: how many, and which ones if the record says."""

    count: int
    tiles: Tiles | None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The player's last placement was taken off again; its points go with it."""


@dataclass(frozen=True, slots=True)
class RecordedLoss:
    """A turn without a move, in a format that does not record what was tried; `cause` is the format's own sign."""

    cause: str
    last: bool = False
    """Whether the player's time is up, so that they take no more turns."""


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """Points for a challenge that failed. The amount is the organiser's affair and is taken as it stands."""


@dataclass(frozen=True, slots=True)
class TimePenalty:
    """Points for time exceeded. The amount is taken as it stands."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The reckoning at the end: the tiles of the others if points are gained, one's own if they are lost."""

    tiles: Tiles | None
    """`None` if the record does not name them."""


RecordedAction: TypeAlias = (
    WrittenPlay | RecordedExchange | Pass | Withdrawn | RecordedLoss | ChallengeBonus | TimePenalty | Leftovers
)

TURN = (WrittenPlay, RecordedExchange, Pass, RecordedLoss)
"""The actions that use up a turn."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One line of a record. Points and totals are what the record states; `None` where it states nothing."""

    seat: Seat
    action: RecordedAction
    rack: Tiles | None
    points: int | None
    total: int | None
    line: int
    column: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """A player: the short name of the record, and the full one."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it was written down. Nothing in it has been verified."""

    format: str
    players: BySeat[PlayerNames]
    tile_set: TileSet
    orientation: Orientation
    """How the record names squares; `WrittenPlay` holds the squares themselves."""
    turns: tuple[RecordedTurn, ...]
    racks: tuple[tuple[Seat, Tiles], ...] = ()
    """Racks that the record gives for the moment after the last turn."""
    incomplete: bool = False
    title: str = ""
    lexicon: str = ""
    finals: BySeat[int | None] | None = None
    """Final scores of a heading, if the format has one."""
    diagnostics: tuple[Diagnostic, ...] = ()

    def noting(self, *diagnostics: Diagnostic) -> RecordedGame:
        """A copy of the game with more facts."""
        return replace(self, diagnostics=self.diagnostics + diagnostics)


def choose_tile_set(stated: str | None, letters: str) -> tuple[TileSet, Diagnostic | None]:
    """Choose the tile set that a record was played with.

    Args:
        stated: A lexicon, language or tile set that the record names.
        letters: All the letters in the record.

    Returns:
        The tile set, and a note if the record names none: then it is the first of the Polish, English and German sets whose
        alphabet has all the letters.

    Example:
        >>> from mostek.notation.game_record import choose_tile_set
        >>> choose_tile_set("OSPS50", "")[0].name
        'pl-current'
    """
    for name, signs in _SIGNS.items():
        if stated and any(stated.casefold().startswith(sign) for sign in signs):
            return tile_set(name), None
    name = next((name for name in _SIGNS if _fits(letters, name)), next(iter(_SIGNS)))
    return tile_set(name), Diagnostic(Kind.ASSUMED, params={"what": "tile_set", "value": name})


def _fits(letters: str, name: str) -> bool:
    try:
        tile_set(name).alphabet.spell(letters)
    except TileError:
        return False
    return True


_SIGNS = {
    "pl-current": ("pl-current", "polish", "osps", "polski"),
    "en": ("en", "nwl", "twl", "otcwl", "owl", "csw", "sowpods", "america", "collins", "cel"),
    "de": ("de", "german", "rd", "d25wl"),
    "pl-1993": ("pl-1993",),
}
"""How the names of tile sets, languages and lexica begin, by the tile set they are played with."""
