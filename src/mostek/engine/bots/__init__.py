"""Bots: players that see what a person in their seat sees, and act through the same commands.

`level.py` reads how they play and needs no kernel; the player itself is in `bot.py`.
"""

from mostek.engine.bots.level import DEFAULT_LEVEL, Level, LookaheadLimits, levels

__all__ = ["DEFAULT_LEVEL", "Level", "LookaheadLimits", "levels"]
