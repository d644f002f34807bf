"""The words of a league: who goes up and down, and the names of its players."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.tournament.rating.league import Move, Player

MOVES: Mapping[Move, str] = {
    Move.UP: "goes up",
    Move.DOWN: "goes down",
    Move.STAYS: "stays in the group",
    Move.WAS_AWAY: "was away, and keeps the group",
    Move.SHIFTED: "moved so that the groups are even",
}
"""Why a player is in a group of the next evening."""


def said_player(player: Player) -> str:
    """A player with the city."""
    name, city = player
    return f"{name} ({city})" if city else name
