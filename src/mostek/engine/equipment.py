"""The equipment of games: a lexicon and a tile set. Without NumPy, which a server need not load at its start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.engine.kernel import Searcher, open_searcher
from mostek.lexicon import DEFAULT, LexiconError
from mostek.lexicon.library import find

TILE_SET = "pl-current"


@dataclass(frozen=True, slots=True)
class Equipment:
    """The equipment of games: a lexicon, by the hash of its words, and a tile set, on the standard board."""

    lexicon: str
    hash: str
    tile_set: str = TILE_SET

    @property
    def name(self) -> str:
        """The name of the lexicon, without the edition."""
        return self.lexicon.partition("@")[0]

    @property
    def searcher(self) -> Searcher:
        """A searcher for this equipment. Raises `LexiconError`, also for other words under this name, and `OSError`."""
        return _searcher(self)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the alphabet."""
        return tile_set(self.tile_set).alphabet.letters

    @property
    def tiles(self) -> bytes:
        """All tiles of the set, in the kernel's codes."""
        return bytes(sorted(self.searcher.rack_codes(tile_set(self.tile_set).tiles)))


def equipment(lexicon: str = DEFAULT) -> Equipment:
    """The equipment with the lexicon of this name; builds a missing GADDAG.

    Raises `LexiconError`, `OSError`.
    """
    header = find(lexicon).header
    found = Equipment(f"{header.name}@{header.edition}", header.hash)
    _searcher(found)
    return found


@lru_cache(maxsize=8)
def _searcher(equipment: Equipment) -> Searcher:
    pin = find(equipment.lexicon).header.pin
    if pin.hash != equipment.hash:
        missing = pin._replace(hash=equipment.hash)
        raise LexiconError(
            "The lexicon {name} {edition} with the hash {hash} is not here; import it.", **missing._asdict()
        )
    return open_searcher(equipment.lexicon, tile_set(equipment.tile_set), layout())
