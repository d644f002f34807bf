"""Bots: players that get the view of their seat and answer with the commands of a player.

`level.py` reads how they play and needs no kernel; the player itself is in `bot.py`.
"""

from mostek.engine.bots.level import DEFAULT_LEVEL, NEWCOMER_LEVEL, Level, LookaheadLimits, levels

__all__ = ["DEFAULT_LEVEL", "NEWCOMER_LEVEL", "Level", "LookaheadLimits", "levels"]
