"""The budgets of what people leave on the disk of a server: by person, by address, and for the server as a whole.

An address has a budget of its own, because a guest is quickly made; a school or a hall has one address for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from mostek.core.errors import SentenceError

KB: Final = 1000
MB: Final = 1000 * KB


class LeftKind(StrEnum):
    """The kinds of things that people leave."""

    TOURNAMENT = "tournament"
    REVIEW = "review"
    CLASS_SET = "class_set"
    BOX = "box"
    GAME = "game"


class ByteBudget(Struct, frozen=True, kw_only=True):
    """The bytes of one kind that may lie on the disk."""

    what: str
    """In the table of the guide for operators."""
    of_person: int
    of_address: int
    of_server: str
    """The bound of the server as a whole."""
    full: str
    """The sentence for who has used their budget."""
    gives_way: bool = False
    """Whether the oldest goes where there is no room, instead of a refusal."""


BUDGETS: Final[Mapping[LeftKind, ByteBudget]] = {
    LeftKind.TOURNAMENT: ByteBudget(
        what="tournaments, with their journals and rotating copies",
        of_person=10 * MB,
        of_address=100 * MB,
        of_server="`MOSTEK_TOURNAMENT_SHARE` of the disk",
        full=(
            "Your tournaments take {used} of {most} MB on this server. "
            "Remove one after you have fetched its file, or run this one at your own computer."
        ),
    ),
    LeftKind.REVIEW: ByteBudget(
        what="games given for a review, and finished reviews; the oldest give way",
        of_person=2 * MB,
        of_address=20 * MB,
        of_server="256 MB, the oldest give way",
        full="",
        gives_way=True,
    ),
    LeftKind.CLASS_SET: ByteBudget(
        what="sets for a class",
        of_person=1 * MB,
        of_address=10 * MB,
        of_server="",
        full="Your sets take {used} of {most} MB. Delete one first.",
    ),
    LeftKind.BOX: ByteBudget(
        what="boxes of cards",
        of_person=3 * MB // 2,
        of_address=15 * MB,
        of_server="",
        full="Your box takes {used} of {most} MB. Save it as a file, delete it here, and go on with fewer cards.",
    ),
    LeftKind.GAME: ByteBudget(
        what="games at tables that a guest has opened",
        of_person=3 * MB,
        of_address=300 * MB,
        of_server="",
        full="Your games take {used} of {most} MB. Create an account on the page of your name to open more tables.",
    ),
}
"""The budgets in bytes. What is removed costs nothing: it is gone from the disk."""
ADDRESS_FULL: Final = (
    "From your network people have left as much on this server as they may: {used} of {most} MB. "
    "Remove something that is not needed any more, or ask who runs the server."
)
SERVER_FULL: Final = (
    "The disk of this server has no room for another tournament. "
    "Run this one at your own computer, or ask who runs the server."
)
SMALL: Final = 256 * KB
"""The bytes of rotating copies that any tournament may have; those of a larger one take no more than its file."""
GAME: Final = 20 * KB
"""The bytes that a game is reckoned to take."""
NAMELESS_PLACES: Final = 60
"""The browsers of one address whose people have given no name, to which messages of a tournament are sent."""


class Leaver(Struct, frozen=True, kw_only=True):
    """A person who leaves something, and the address from which they come."""

    person: str
    address: str


class BudgetScope(StrEnum):
    """The budgets that may be full."""

    PERSON = "person"
    ADDRESS = "address"
    SERVER = "server"


class BudgetError(SentenceError, ValueError):
    """There is no room for more. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, scope: BudgetScope, sentence: str, /, **params: object) -> None:
        super().__init__(sentence, **params)
        self.scope = scope


def check_budget(kind: LeftKind, of_person: int, of_address: int) -> None:
    """Check what a person and an address would have left. Raises `BudgetError`."""
    budget = BUDGETS[kind]
    if of_person > budget.of_person:
        raise BudgetError(BudgetScope.PERSON, budget.full, **_said(of_person, budget.of_person))
    if of_address > budget.of_address:
        raise BudgetError(BudgetScope.ADDRESS, ADDRESS_FULL, **_said(of_address, budget.of_address))


def tournament_cost(size: int) -> int:
    """The bytes that a tournament may take: its file and its journal, and rotating copies of both."""
    return size + max(size, SMALL)


def _said(used: int, most: int) -> dict[str, str]:
    return {"used": f"{used / MB:.1f}", "most": f"{most / MB:g}"}
