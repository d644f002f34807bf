"""GCG, the file format of recorded games: lines as values, lenient and strict reading, writing, the game they record."""

from mostek.notation.gcg.file import GcgFile, parse, read
from mostek.notation.gcg.game import from_recorded, of_contents, record

__all__ = ["GcgFile", "from_recorded", "of_contents", "parse", "read", "record"]
