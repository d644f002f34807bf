"""A position as the player on turn sees it, with the lexicon, tiles and leave values of a search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from mostek.core.board import Board
from mostek.core.errors import SentenceError
from mostek.core.position import Position
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.engine import kernel
from mostek.engine.equipment import TILE_SET, Equipment
from mostek.engine.kernel import EXCHANGE_FROM, POINT, Searcher, Valuation
from mostek.engine.leaves import LeaveValues, open_values
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import find
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import cgp


class HasPosition(Protocol):
    """A game that knows its position, such as `mostek.Game`."""

    @property
    def position(self) -> Position:
        """The position of the player on turn."""
        ...


PositionLike: TypeAlias = str | Position | Board | HasPosition
"""A line of CGP as text or parsed, only a board, or a game with its position."""
_MOST_PASSES = 3
"""The fourth pass in a row ends a game (GEN-15c)."""


class PositionError(SentenceError, ValueError):
    """An impossible position, or one without an answer."""


class PlayerPosition:
    """A position as the player on turn sees it: board and own rack are known, the other tiles are unseen."""

    if TYPE_CHECKING:

        @property
        def board(self) -> Board:
            """The tiles on the board."""
            ...

        @property
        def rack(self) -> Tiles:
            """The tiles of the player on turn."""
            ...

        @property
        def searcher(self) -> Searcher:
            """The searcher of the position."""
            ...

    @property
    def tile_set(self) -> TileSet:
        """All the tiles."""
        return self.searcher.tile_set

    @cached_property
    def unseen(self) -> Tiles:
        """The tiles of the bag and of the opponents."""
        return self.tile_set.tiles.missing_from(self.board.faces() + self.rack)

    @property
    def bag(self) -> int:
        """The number of tiles in the bag after the opponent has filled the rack."""
        return max(0, len(self.unseen) - self.searcher.rack_size)

    @property
    def codes(self) -> tuple[bytes, bytes, bytes]:
        """The board, the rack and the unseen tiles in the kernel's codes."""
        codes = self.searcher.rack_codes
        return self.searcher.board_codes(self.board), codes(self.rack), codes(self.unseen)


@dataclass(frozen=True)
class SearchPosition(PlayerPosition):
    """A position of a game for two, as the input of a search."""

    equipment: Equipment
    board: Board
    rack: Tiles
    lead: int = 0
    """The lead of the player on turn, in points."""
    passes: int = 0
    """The number of consecutive scoreless turns before this one."""
    orientation: Orientation = Orientation.LETTERED_ROWS
    """The notation of coordinates in answers."""
    exchange_from: int = EXCHANGE_FROM
    """The tiles that the bag must contain for an exchange; 0 where there must be as many as are exchanged (GEN-6X-b)."""

    @property
    def searcher(self) -> Searcher:
        """The searcher of the position. Raises `LexiconError`, `OSError`."""
        return self.equipment.searcher

    @property
    def tile_set(self) -> TileSet:
        """All the tiles."""
        return tile_set(self.equipment.tile_set)

    @property
    def worth(self) -> Valuation:
        """The valuation of leaves in this position; see `Valuation`."""
        return self._leaves if self.bag else self.tile_set.value(self.unseen)

    @property
    def values(self) -> LeaveValues:
        """The leave values while the bag has tiles."""
        return _trained(self.equipment.lexicon, self.tile_set.name)[0]

    @property
    def most_exchanged(self) -> int:
        """The most tiles that the player on turn may exchange."""
        return self.bag if self.bag >= self.exchange_from else 0

    @property
    def _leaves(self) -> kernel.Leaves:
        return _trained(self.equipment.lexicon, self.tile_set.name)[1]

    def equity_of_keeping(self, leave: Tiles) -> int:
        """The value of the leave, in thousandths of a point."""
        if self.bag:
            return self._leaves.value(self.searcher.rack_codes(leave))
        return -2 * POINT * self.tile_set.value(leave) if len(leave) else 2 * POINT * self.tile_set.value(self.unseen)


def search_position(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> SearchPosition:
    """The search position of the player with this rack, by default the first rack of the position.

    `tiles` names the set of tiles, by default that of a line of CGP or else `pl-current`. Raises `PositionError` for a
    position that cannot be, `NotationError` for an unreadable line, `TileError` for an unreadable rack, `LexiconError`.
    """
    _check_types(position, rack, lexicon, tiles)
    named = tiles or (cgp.tile_set_of(position).name if isinstance(position, str) else TILE_SET)
    header = find(lexicon).header
    used = Equipment(f"{header.name}@{header.edition}", header.hash, named)
    return search_position_with(used, position, rack, orientation)


def search_position_with(
    used: Equipment,
    position: PositionLike,
    rack: Tiles | str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> SearchPosition:
    """The search position with chosen equipment."""
    tiles = tile_set(used.tile_set)
    read = _read(position, tiles)
    if rack is None:
        if not read.racks:
            raise PositionError("The position has no rack.")
        rack = read.rack(0)
    held = tiles.alphabet.rack(rack) if isinstance(rack, str) else rack
    lead = read.scores[0] - max(read.scores[1:]) if read.scores else 0
    found = SearchPosition(used, read.board, held, lead, max(0, min(read.zero_turns or 0, _MOST_PASSES)), orientation)
    _check(found)
    return found


def checked_count(name: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number in a range. Raises `PositionError` with its name."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        if most is None:
            sentence = "{name} is {found}; a whole number of at least {least} is expected."
        else:
            sentence = "{name} is {found}; a whole number from {least} to {most} is expected."
        raise PositionError(sentence, name=name, found=repr(value), least=least, most=most)
    return value


def kernel_leaves(lexicon: str, tiles: str) -> kernel.Leaves:
    """The leave values of a lexicon in the kernel's form. Raises `LexiconError`, `OSError`."""
    return _trained(lexicon, tiles)[1]


def _check_types(position: object, rack: object, lexicon: object, tiles: object) -> None:
    """Raise `PositionError` for arguments in a wrong place, such as a number where a position is expected."""
    if not isinstance(position, (str, Position, Board)) and not hasattr(position, "position"):
        kind = type(position).__name__
        raise PositionError("A position is a line of CGP, a Position or a Board, not {kind}.", kind=kind)
    if not isinstance(rack, (str, Tiles, type(None))):
        raise PositionError("A rack is a text or Tiles, not {kind}.", kind=type(rack).__name__)
    for name, value in (("lexicon", lexicon), ("tiles", tiles)):
        if not isinstance(value, str) and not (name == "tiles" and value is None):
            raise PositionError("{name} is a name, not {kind}.", name=name, kind=type(value).__name__)


def _read(position: PositionLike, tiles: TileSet) -> Position:
    match position:
        case str():
            return cgp.parse_position(position, tiles)
        case Board():
            return Position(position)
        case Position():
            return position
        case _:
            return position.position


def _check(found: SearchPosition) -> None:
    if len(found.rack) > found.searcher.rack_size:
        raise PositionError("A rack holds at most {most} tiles.", most=found.searcher.rack_size)
    if surplus := (found.board.faces() + found.rack).missing_from(found.tile_set.tiles):
        raise PositionError(
            "The set {tile_set!r} has fewer of these tiles: {tiles}.", tile_set=found.tile_set.name, tiles=surplus
        )


@lru_cache(maxsize=8)
def _trained(lexicon: str, tiles: str) -> tuple[LeaveValues, kernel.Leaves]:
    values = open_values(lexicon, tile_set(tiles).alphabet.letters)
    return values, values.to_kernel()
