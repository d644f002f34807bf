"""GCG, the file format of recorded games: lines as values, lenient and strict reading, writing, the game they record."""

from mostek.notation.formats.gcg.file import GcgFile, parse, read
from mostek.notation.formats.gcg.game import from_recorded, of_contents, record, write_gcg
from mostek.notation.game_formats import GameFormat

FORMAT = GameFormat(
    name="gcg",
    pl="partia, wiersz na kolejkę",
    en="a game, a line for each turn",
    detect=lambda _: True,
    read=lambda data, how: record(read(data, strict=how.strict), how.tile_set, how.orientation, strict=how.strict),
    write=write_gcg,
    priority=-1,
)

__all__ = ["FORMAT", "GcgFile", "from_recorded", "of_contents", "parse", "read", "record", "write_gcg"]
