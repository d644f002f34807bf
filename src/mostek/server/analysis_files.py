"""The files with which a page analyses by itself: the kernel, a word list, and the numbers of a game."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from mostek.lexicon.files import LexiconFile
from mostek.lexicon.library import built_in

KERNEL = Path(__file__).parent / "wasm" / "kernel.wasm"
_TAG = 32
"""The characters of a hash in an address."""
_LEVEL = 6


@dataclass(frozen=True, slots=True)
class AnalysisFile:
    """A file whose address has the hash of its content."""

    data: bytes
    packed: bytes
    """The same by gzip."""
    tag: str

    @classmethod
    def of(cls, data: bytes) -> AnalysisFile:
        """The file with this content."""
        return cls(data, gzip.compress(data, _LEVEL, mtime=0), sha256(data).hexdigest()[:_TAG])


class AnalysisFiles:
    """The files, each read and packed once. A new kernel is served after a restart."""

    def __init__(self, kernel: Path = KERNEL) -> None:
        self._path = kernel
        self._known: dict[str, AnalysisFile] = {}
        self._lock = asyncio.Lock()

    async def kernel(self) -> AnalysisFile | None:
        """The kernel as WebAssembly; `None` where mostek was built without it."""
        return await self._once("kernel", self._kernel)

    async def words(self, lexicon: str) -> AnalysisFile | None:
        """The file of a lexicon of the package; `None` for any other one: imported lists are not ours to give away."""
        return await self._once(f"words {lexicon}", lambda: _words(lexicon))

    async def game(self, lexicon: str) -> AnalysisFile | None:
        """The numbers of a game with a lexicon of the package."""
        return await self._once(f"game {lexicon}", lambda: _game(lexicon))

    def _kernel(self) -> AnalysisFile | None:
        return AnalysisFile.of(self._path.read_bytes()) if self._path.is_file() else None

    async def _once(self, name: str, read: Callable[[], AnalysisFile | None]) -> AnalysisFile | None:
        async with self._lock:
            if name not in self._known:
                found = await asyncio.to_thread(read)
                if found is None:
                    return None
                self._known[name] = found
            return self._known[name]


def _words(lexicon: str) -> AnalysisFile | None:
    part = offline(lexicon)
    return None if part is None else AnalysisFile.of(part.path.read_bytes())


def _game(lexicon: str) -> AnalysisFile | None:
    part = offline(lexicon)
    if part is None:
        return None
    # NumPy comes with it, which nothing else in a server needs.
    from mostek.engine.equipment import Equipment
    from mostek.engine.page_game import page_game

    header = part.header
    return AnalysisFile.of(page_game(Equipment(f"{header.name}@{header.edition}", header.hash)))


def offline(lexicon: str) -> LexiconFile | None:
    """The lexicon of the package by that name; `None` for any other one."""
    return next((part for part in built_in() if part.header.name == lexicon), None)
