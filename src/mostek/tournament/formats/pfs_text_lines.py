"""The blocks of the federation's report and their lines."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from mostek.tournament.formats.faults import FileFault, TournamentFileError


class Block(StrEnum):
    """A block, by the name that the page gives it."""

    STANDINGS = "p_klasyfikacja"
    ROUNDS = "p_rundy"
    CARDS = "p_hh"
    RANKING = "p_ranking"


class Line(NamedTuple):
    """A line of a block, and its number in the whole file."""

    number: int
    text: str

    def fault(self, fault: FileFault) -> TournamentFileError:
        """What is wrong with this line."""
        return TournamentFileError(fault, self.number, 1, self.text.strip())

    def number_from(self, cell: str, parse: Callable[[str], int | None]) -> int:
        """A number in a cell of this line. Raises `TournamentFileError`."""
        value = parse(cell)
        if value is None:
            raise TournamentFileError(FileFault.BAD_NUMBER, self.number, self.text.find(cell) + 1, cell)
        return value


HEADINGS: Final = {
    Block.STANDINGS: r"Wyniki turnieju\b(.*)",
    Block.ROUNDS: r"Wyniki poszczególnych rund turnieju\b(.*)",
    Block.CARDS: r"Wyniki poszczególnych graczy w turnieju\b(.*)",
    Block.RANKING: r"Lista rankingowa(.*)",
}
"""How each block begins. The ranking list's heading is ours: no published one was at hand."""
