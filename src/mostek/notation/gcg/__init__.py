"""GCG, the file format of recorded games: lines as values, lenient and strict reading, writing, the game they record."""

from mostek.notation.gcg.lines import GcgFile
from mostek.notation.gcg.reading import parse, read
from mostek.notation.gcg.recording import record
from mostek.notation.gcg.writing import from_recorded, of_contents

__all__ = ["GcgFile", "from_recorded", "of_contents", "parse", "read", "record"]
