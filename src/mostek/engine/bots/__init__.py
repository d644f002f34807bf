"""Bots: players that see what a person in their seat sees, and act through the same commands.

How they play is in `levels.py`, which needs no kernel; the player itself is in `bot.py`.
"""

from mostek.engine.bots.levels import DEFAULT_LEVEL, LEVELS, Level, LookaheadLimits

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Level", "LookaheadLimits"]
