"""The choice of a director: which tables of a hosted tournament are played on the server."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.players import Seat
from mostek.lexicon import DEFAULT
from mostek.tournament.state import Table


class OnlineTables(StrEnum):
    """The tables that are played on the server."""

    NONE = "none"
    ALL = "all"
    CHOSEN = "chosen"
    """Those at which all players are on the list of who plays from elsewhere: a mixed hall."""


class OnlinePlay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a tournament is played on the server."""

    tables: OnlineTables = OnlineTables.NONE
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=100_000)], ...], Meta(max_length=2_000)] = ()
    """The starting numbers of who plays from elsewhere, for a mixed hall."""
    lexicon: Annotated[str, Meta(max_length=64)] = DEFAULT
    watched: bool = True
    """Whether the public pages lead to the tables, where spectators see no racks."""
    slip: bool = False
    """Whether an assistant arbiter checks words, who gets them on a slip (PFS-4.7.10)."""
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    """The delay of spectators in seconds."""


def is_online(table: Table, play: OnlinePlay) -> bool:
    """Whether a table is played online: in a mixed hall, if all its players are at home."""
    if not 2 <= len(table.players) <= len(Seat):
        return False
    match play.tables:
        case OnlineTables.NONE:
            return False
        case OnlineTables.ALL:
            return True
        case OnlineTables.CHOSEN:
            return set(table.players) <= set(play.players)
