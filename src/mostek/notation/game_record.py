"""A game as it was written down, in any format: players, turns, and what the record claims about each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mostek.core.board import layouts
from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault
from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import TileError, Tiles, TileSet, tile_set, tile_sets
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
class LastRack:
    """The rack of a player after the last turn, and the line that names it."""

    seat: Seat
    tiles: Tiles
    line: int = 0


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it was written down. Nothing in it has been verified."""

    format: str
    players: BySeat[PlayerNames]
    tile_set: TileSet
    orientation: Orientation
    """How the record names squares; `WrittenPlay` holds the squares themselves."""
    turns: tuple[RecordedTurn, ...]
    racks: tuple[LastRack, ...] = ()
    """Racks that the record gives for the moment after the last turn."""
    incomplete: bool = False
    title: str = ""
    lexicon: str = ""
    layout: str = "standard15"
    """The board, by its name in `core/layouts`."""
    books_twice: bool = True
    """Whether records of this format give to the player who went out twice the others' tiles, rather than take them off."""
    finals: BySeat[int | None] | None = None
    """Final scores of a heading, if the format has one."""
    diagnostics: tuple[Diagnostic, ...] = ()

    def noting(self, *diagnostics: Diagnostic) -> RecordedGame:
        """A copy of the game with more facts."""
        return replace(self, diagnostics=self.diagnostics + diagnostics)


def choose_tile_set(
    letters: str, tiles: str | None = None, lexicon: str | None = None
) -> tuple[TileSet, Diagnostic | None]:
    """Choose the tile set that a record was played with.

    Args:
        letters: All the letters in the record.
        tiles: A tile set or a language that the record names.
        lexicon: A lexicon that the record names.

    Returns:
        The tile set, and a diagnostic if the record names none, or one that nothing here knows: then it is the first of the
        Polish, English and German sets whose alphabet has all the letters.

    Raises:
        NotationError: The record is of a game with twice the tiles (Super), or of a language without a tile set here.

    Example:
        >>> from mostek.notation.game_record import choose_tile_set
        >>> choose_tile_set("", lexicon="OSPS50")[0].name
        'pl-current'
        >>> [choose_tile_set("ŚQ", lexicon=name)[0].name for name in ("pl-wolny", "pl-1993", "en-klub")]
        ['pl-current', 'pl-1993', 'en']
    """
    if tiles and _SUPER.search(tiles):
        raise NotationError(TextFault.OTHER_GAME, 0, 0, tiles)
    for name, (languages, _) in _SIGNS.items():
        if tiles and re.match(rf"(?:{name}|{languages})(?![\w-])", tiles.casefold()):
            return tile_set(name), None
    if lexicon and not tiles and (known := _tile_set_of_lexicon(lexicon.casefold())) is not None:
        return tile_set(known), None
    fitting = next((name for name in _SIGNS if _fits(letters, name)), None)
    foreign = tiles if tiles and _FOREIGN_TILES.match(tiles) else lexicon if is_foreign_lexicon(lexicon or "") else None
    if foreign or (fitting is None and (tiles or lexicon)):
        raise NotationError(TextFault.OTHER_LANGUAGE, 0, 0, foreign or tiles or lexicon or "")
    name = fitting or next(iter(_SIGNS))
    if tiles:
        params: dict[str, str | int] = {"what": "tile_set", "name": tiles, "value": name}
        return tile_set(name), Diagnostic(Kind.UNKNOWN_NAME, params=params)
    return tile_set(name), Diagnostic(Kind.ASSUMED, params={"what": "tile_set", "value": name})


def _tile_set_of_lexicon(lexicon: str) -> str | None:
    """The tile set of a lexicon by how its name begins: the longest beginning counts."""
    found = [
        (len(start), name) for name, (_, lexica) in _SIGNS.items() for start in lexica if lexicon.startswith(start)
    ]
    return max(found)[1] if found else None


def is_foreign_lexicon(name: str) -> bool:
    """Whether a name is that of a lexicon whose language has no tile set here.

    Args:
        name: The name, with or without an edition.

    Returns:
        Whether it is; `False` for a name that nothing here knows.

    Example:
        >>> from mostek.notation.game_record import is_foreign_lexicon
        >>> is_foreign_lexicon("ODS9"), is_foreign_lexicon("OSPS50")
        (True, False)
    """
    return _FOREIGN_LEXICA.fullmatch(name.strip()) is not None


def tile_sets_to_try() -> tuple[str, ...]:
    """Order the tile sets as an assumption prefers them.

    Returns:
        The names: Polish, English, German, then any other.

    Example:
        >>> from mostek.notation.game_record import tile_sets_to_try
        >>> tile_sets_to_try()
        ('pl-current', 'en', 'de', 'pl-1993')
    """
    return (*_SIGNS, *(name for name in tile_sets() if name not in _SIGNS))


def tile_set_with(letters: Sequence[str]) -> TileSet | None:
    """Find the tiles that words of an alphabet are laid with.

    Args:
        letters: The letters of the alphabet, in their order.

    Returns:
        The first tile set with exactly these letters, in the order of `tile_sets_to_try`; `None` if there is none.

    Example:
        >>> from mostek.notation.game_record import tile_set_with
        >>> tile_set_with("ABCDEFGHIJKLMNOPQRSTUVWXYZ").name
        'en'
    """
    sets = (tile_set(name) for name in tile_sets_to_try())
    return next((each for each in sets if each.alphabet.letters == tuple(letters)), None)


def choose_layout(stated: str | None) -> tuple[str, Diagnostic | None]:
    """Choose the board that a record was played on.

    Args:
        stated: The name that the record gives to its board; `None` if it gives none.

    Returns:
        The name of the layout, and a warning if nothing here knows the stated one: then it is the standard board.

    Raises:
        NotationError: The record is of a game on the board of 21 × 21 squares (Super).

    Example:
        >>> from mostek.notation.game_record import choose_layout
        >>> choose_layout("CrosswordGame")
        ('standard15', None)
    """
    if stated in layouts():
        return stated, None
    if stated and _SUPER.search(stated):
        raise NotationError(TextFault.OTHER_GAME, 0, 0, stated)
    if not stated or stated.casefold() in _STANDARD_BOARD:
        return STANDARD, None
    return STANDARD, Diagnostic(Kind.UNKNOWN_NAME, params={"what": "board_layout", "name": stated, "value": STANDARD})


def check_game_type(stated: str | None) -> Diagnostic | None:
    """Check that a record is of the game whose rules are known here.

    Args:
        stated: The name that the record gives to its rules; `None` if it gives none.

    Returns:
        A warning if the name is unknown: then the game is read as the usual one. `None` if all is well.

    Raises:
        NotationError: The record is of a game in which the letters of a word stand in any order (wordsmog), or of Super.

    Example:
        >>> from mostek.notation.game_record import check_game_type
        >>> check_game_type("jumble").kind.value
        'unknown_name'
    """
    if stated and re.search("wordsmog|super", stated, re.IGNORECASE):
        raise NotationError(TextFault.OTHER_GAME, 0, 0, stated)
    if stated and stated.casefold() != "classic":
        return Diagnostic(Kind.UNKNOWN_NAME, params={"what": "game_type", "name": stated, "value": "classic"})
    return None


def _fits(letters: str, name: str) -> bool:
    try:
        tile_set(name).alphabet.spell(letters)
    except TileError:
        return False
    return True


STANDARD = "standard15"
"""The layout of a record that names none."""
_STANDARD_BOARD = frozenset({"crosswordgame", "standard"})
"""The names that Woogles and Quackle give to it."""
_SUPER = re.compile(r"super|standard21", re.IGNORECASE)
"""The names of the boards and tile sets of Super (21 × 21 squares, 200 tiles) at Woogles and MAGPIE."""
_SIGNS = {
    "pl-current": ("polish|polski", ("osps", "pl-")),
    "en": ("english", ("nwl", "twl", "otcwl", "owl", "csw", "sowpods", "america", "collins", "cel", "en-")),
    "de": ("german", ("rd", "d25wl", "de-")),
    "pl-1993": ("pl-1993", ("pl-1993",)),
}
"""The languages, as a pattern, and how the names of lexica begin, by the tile set they are played with."""
_FOREIGN_LEXICA = re.compile(
    r"(?:ods|fise|disc|nsf|saol|zingarelli)\d*|(?:fra|file|loc|lexifile)\d{1,4}", re.IGNORECASE
)
"""Lists of Woogles, Quackle and others: French, Spanish, Catalan, Norwegian, Swedish, Italian, Romanian, Finnish."""
_FOREIGN_TILES = re.compile(
    r"(?:french|spanish|catalan|norwegian|swedish|danish|dutch|italian|romanian|finnish|portuguese|greek|turkish|russian|"
    r"hebrew|korean|estonian|czech|slovak|hungarian)\b",
    re.IGNORECASE,
)
"""The languages of other programs' tile sets."""
