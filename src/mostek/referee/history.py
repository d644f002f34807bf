"""The turns of a game so far, packed: a server holds those of thousands of games, and looks at few of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import eq
from typing import Any, Final, get_type_hints, overload

from msgspec import msgpack
from msgspec.structs import astuple, replace

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.tiles import Tile, Tiles
from mostek.referee.phases import Turn

_RECENT = 128
"""How many rows are kept ready, of all games together: the last ones are asked for several times with every command."""


class History(Sequence[Turn]):
    """Rows of the score sheet in the order of play, immutable; as good as a tuple of them, in a tenth of its space.

    Each row is made anew for whoever asks for it, so two that are equal need not be the same object.
    """

    __slots__ = ("_rows", "is_true")

    def __init__(self, turns: Iterable[Turn] = ()) -> None:
        turns = tuple(turns)
        self._rows = tuple(map(_packed, turns))
        self.is_true = all(turn.points == turn.true for turn in turns)
        """Whether every turn counts what its tiles were worth."""

    def added(self, turn: Turn) -> History:
        """The history with one more turn."""
        history = History.__new__(History)
        history._rows = (*self._rows, _packed(turn))
        history.is_true = self.is_true and turn.points == turn.true
        return history

    def changed(self, turn: Turn) -> History:
        """The history with another row for the turn of that number."""
        return History(turn if old.number == turn.number else old for old in self)

    def common(self, other: History) -> int:
        """How many rows are equal before the first one that differs."""
        return len(list(takewhile(bool, map(eq, self._rows, other._rows))))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Turn]:
        return map(_unpacked, self._rows)

    @overload
    def __getitem__(self, place: int) -> Turn: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Turn, ...]: ...

    def __getitem__(self, place: int | slice) -> Turn | tuple[Turn, ...]:
        """The row at a place, counted from 0, or several."""
        if isinstance(place, int):
            return _unpacked(self._rows[place])
        return tuple(map(_unpacked, self._rows[place]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self._rows == other._rows

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


def _packed(turn: Turn) -> bytes:
    """The row as bytes; rows that are equal have the same."""
    return _encoder.encode(astuple(replace(turn, records=dict(sorted(turn.records.items())))))


@lru_cache(maxsize=_RECENT)
def _unpacked(row: bytes) -> Turn:
    return Turn(*_decoder.decode(row))


def _write(value: object) -> object:
    if isinstance(value, Placement):
        return {square.name: str(tile) for square, tile in value.tiles.items()}
    return str(value)


def _read(kind: type, value: Any) -> object:
    if kind is Placement:
        return Placement({Square.named(name): Tile.read(text) for name, text in value.items()})
    return Tiles.of(value)


_encoder = msgpack.Encoder(enc_hook=_write)
_decoder: msgpack.Decoder[tuple[Any, ...]] = msgpack.Decoder(
    tuple[tuple(get_type_hints(Turn)[name] for name in Turn.__struct_fields__)],  # type: ignore[misc]
    dec_hook=_read,
)
NO_TURNS: Final = History()
