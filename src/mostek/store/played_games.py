"""The finished games of a person, read by a worker.

A worker reads the database itself: sixty logs cost the process of the games more than the answer that is made from them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from mostek.app.lobby import FORGOTTEN, Proposal, TableStatus
from mostek.app.ports import LogError
from mostek.core.players import Seat
from mostek.store.game_lines import for_everybody, log_of
from mostek.store.sqlite import FILE, database_why, opened

# A person who played several sides on one device has no statistics from such a game.
_GAMES = """
    SELECT sitting.id, sitting.header, sitting.proposal, min(place.seat)
    FROM sitting JOIN place ON place.sitting = sitting.id
    WHERE place.person = ? AND sitting.status = ? AND sitting.header IS NOT NULL
    GROUP BY sitting.id HAVING count(*) = 1
    ORDER BY sitting.created DESC LIMIT ?
"""
_NAMES = (
    "SELECT CASE WHEN person IS NULL AND bot IS NULL THEN ? ELSE name END FROM place WHERE sitting = ? ORDER BY seat"
)
_LINES = "SELECT asked, line FROM event WHERE game = ? ORDER BY version"


class PlayedGame(NamedTuple):
    """A finished game of a table."""

    id: str
    """The name of the table."""
    log: bytes
    rulebook: str
    seat: Seat | None = None
    """The seat of the person whose statistics they are; `None` for those of all."""
    names: tuple[str, ...] = ()
    """The names of the players, by seat, where they are needed."""


def played_games(data: Path, person: str, most: int) -> list[PlayedGame]:
    """The latest finished games of a person, newest first, as everybody may see them.

    The logs are without the evidence that names people; the names come from the table, without those that were erased.

    Args:
        data: The data folder of the server.
        person: The id of the person.
        most: The number of games.

    Raises:
        LogError: the database cannot be read.
    """
    try:
        with closing(opened(data / FILE, read_only=True)) as connection:
            found = connection.execute(_GAMES, (person, TableStatus.OVER.value, most)).fetchall()
            return [game for row in found if (game := _game(connection, *row)) is not None]
    except sqlite3.Error as error:
        raise LogError("The table cannot be read: {why}.", why=database_why(error)) from None


def _game(connection: sqlite3.Connection, id: str, header: bytes, proposal: bytes, seat: int) -> PlayedGame | None:
    """A game; `None` where its row is damaged, which the server's health says."""
    try:
        rulebook = msgspec.json.decode(proposal, type=Proposal).rulebook
        log = for_everybody(log_of(header, connection.execute(_LINES, (id,))))
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        return None
    names = tuple(str(name) for (name,) in connection.execute(_NAMES, (FORGOTTEN, id)))
    return PlayedGame(id, log, rulebook, Seat(seat), names)
