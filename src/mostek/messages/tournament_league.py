"""The words of a league: who goes up and down."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.tournament.rating.league import Move

MOVES: Mapping[Move, str] = {
    Move.UP: "goes up",
    Move.DOWN: "goes down",
    Move.STAYS: "stays in the group",
    Move.WAS_AWAY: "was away, and keeps the group",
    Move.SHIFTED: "moved so that the groups are even",
}
"""Why a player is in a group of the next evening."""
