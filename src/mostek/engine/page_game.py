"""The numbers of a game for the kernel in a page, which knows no file of ours: see `kernel/crates/wasm/src/game.rs`."""

from __future__ import annotations

import struct

from mostek.core.board import layout
from mostek.core.moves import BINGO
from mostek.core.tiles import tile_set
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import EXCHANGE_FROM
from mostek.engine.leaves import LeaveValues, open_values, vowel_bits
from mostek.engine.win_table import open_win_table

_PASSES, _OUT, _BLOCKED = 4, 2, 1
"""The passes that end a game (GEN-15c), how often the other's points count for going out (GEN-15d, GEN-15e), and one's own."""


def page_game(equipment: Equipment, values: LeaveValues | None = None) -> bytes:
    """The game of this equipment on the standard board, as little-endian numbers of 32 bits; `values` are the leave values.

    Raises `LexiconError`, `OSError`, `ValueError` as `open_values` and `open_win_table` do.
    """
    tiles, board = tile_set(equipment.tile_set), layout()
    letters = tiles.alphabet.letters
    premiums = [premium for row in board.premiums for premium in row]
    vowels = vowel_bits(letters)
    wins = open_win_table(equipment.lexicon)
    equal, pairs, balance = (values or open_values(equipment.lexicon, letters)).tables()
    rules = (BINGO.tiles, BINGO.points, EXCHANGE_FROM, _PASSES, _OUT, _BLOCKED)
    numbers = [
        *(len(letters), board.rows, board.columns, board.start.row * board.columns + board.start.column, *rules),
        *(0, *(tiles.values[letter] for letter in letters)),
        *(premium.letter for premium in premiums),
        *(premium.word for premium in premiums),
        *(vowels & 0xFFFFFFFF, vowels >> 32),
        *(number & 0xFFFFFFFF for table in (equal, pairs, balance) for number in table),
        *(wins.unseen, wins.spread, *wins.kernel_shares()),
    ]
    return struct.pack(f"<{len(numbers)}I", *numbers)
