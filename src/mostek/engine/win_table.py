"""The win table, from self-play: the share of games won with each lead, by the number of unseen tiles.

How much a lead changes until the end hardly depends on how large it is. So each row holds, for every lead, the share of all
turns with so many tiles unseen (and some more or fewer) whose change would have won from that lead: the rows rise with the
lead, and every game says something about every lead.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from mostek.engine import kernel
from mostek.engine.leaves import Provenance, trained_files

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WINS_SUFFIX = ".wins"
SPREAD = 300
"""The largest lead in the table, in points."""
_CHANGE = 1000
"""The largest change of a lead, in points."""
_WIDTH = 3
"""The smoothing width in rows: neighbours differ by less than their sampling error."""
_FIRST = 8
"""The first smoothed row. Rows below it have an empty bag, and neighbours differ too much."""


class WinTable(msgspec.Struct, frozen=True):
    """A win table with its provenance."""

    made: Provenance
    unseen: int
    spread: int
    shares: bytes
    """Thousandths, 16 bits little-endian: for each number of tiles unseen the leads from -`spread` to `spread`."""

    @property
    def table(self) -> npt.NDArray[np.uint16]:
        """The thousandths: a row for each number of tiles unseen."""
        import numpy as np  # here, because NumPy would slow down every start of a server

        return np.frombuffer(self.shares, "<u2").reshape(self.unseen + 1, -1)

    def to_kernel(self) -> kernel.WinTable:
        """The table in the kernel's form. Raises `ValueError` if it is malformed."""
        return kernel.WinTable(self.unseen, self.spread, self.kernel_shares())

    def kernel_shares(self) -> list[int]:
        """The shares in 1/65535, row by row."""
        shares: list[int] = ((self.table.astype("<u4").ravel() * 65535 + 500) // 1000).tolist()
        return shares


def fit_win_table(leads: npt.NDArray[np.int32], made: Provenance, spread: int = SPREAD) -> WinTable:
    """Fit the table to the turns of games, see `PlayedGames.leads`."""
    import numpy as np

    unseen = int(leads[:, 0].max())
    changes = np.clip(leads[:, 2] - leads[:, 1], -_CHANGE, _CHANGE) + _CHANGE
    counts = np.bincount(leads[:, 0] * (2 * _CHANGE + 1) + changes, minlength=(unseen + 1) * (2 * _CHANGE + 1))
    smooth = _smoothed(counts.reshape(unseen + 1, -1))
    # With nothing unseen the game is over: the lead is what it is.
    smooth[0, _CHANGE] = 1
    sums = np.cumsum(smooth[:, ::-1], axis=1)[:, ::-1]
    won = sums[:, _CHANGE - spread : _CHANGE + spread + 1][:, ::-1]
    drawn = smooth[:, _CHANGE - spread : _CHANGE + spread + 1][:, ::-1]
    shares = (won - drawn / 2) / sums[:, :1]
    return WinTable(made, unseen, spread, np.rint(shares * 1000).astype("<u2").tobytes())


def _smoothed(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Smooth each row with its neighbours; a row without games takes the next row with games."""
    import numpy as np

    smooth = counts.astype(np.float64)
    for row in range(_FIRST, len(counts)):
        near = range(max(_FIRST, row - _WIDTH), min(len(counts), row + _WIDTH + 1))
        smooth[row] = sum((_WIDTH + 1 - abs(row - other)) * counts[other] for other in near)
    for above, row in pairwise(reversed(range(1, len(counts)))):
        if not smooth[row].any():
            smooth[row] = smooth[above]
    smooth[0] = 0
    return smooth


def parse_win_table(data: bytes) -> WinTable:
    """Parse the file of a table. Raises `ValueError`."""
    wins = msgspec.msgpack.decode(data, type=WinTable)
    wins.to_kernel()
    return wins


def format_win_table(wins: WinTable) -> bytes:
    """Format the file of a table."""
    return msgspec.msgpack.encode(wins)


def open_win_table(lexicon: str) -> WinTable:
    """Open the win table for a lexicon: its own, or the default lexicon's. Raises like `open_values`, and `LookupError`."""
    for file in trained_files(lexicon, WINS_SUFFIX):
        return parse_win_table(file.read_bytes())
    raise LookupError("there is no win table")
