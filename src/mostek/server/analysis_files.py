"""The files with which a page analyses by itself: the kernel, a word list, and the numbers of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mostek.lexicon.files import LexiconFile
from mostek.lexicon.library import built_in
from mostek.work import kinds
from mostek.work.analysis_values import AnalysisFile

if TYPE_CHECKING:
    from mostek.server.http.jobs import Jobs

KERNEL = Path(__file__).parent / "wasm" / "kernel.wasm"


class AnalysisFiles:
    """The files, each read and packed once, by a worker. A new kernel is served after a restart."""

    def __init__(self, kernel: Path = KERNEL) -> None:
        self._path = kernel
        self._known: dict[str, AnalysisFile] = {}

    async def kernel(self, jobs: Jobs) -> AnalysisFile | None:
        """The kernel as WebAssembly; `None` where mostek was built without it."""
        return await self._packed(jobs, self._path) if self._path.is_file() else None

    async def words(self, jobs: Jobs, lexicon: str) -> AnalysisFile | None:
        """The file of a lexicon of the package; `None` for any other one: imported lists are not ours to give away."""
        part = offline(lexicon)
        return None if part is None else await self._packed(jobs, part.path)

    async def game(self, jobs: Jobs, lexicon: str) -> AnalysisFile | None:
        """The numbers of a game with a lexicon of the package."""
        part = offline(lexicon)
        if part is None:
            return None
        name = f"{part.header.name}@{part.header.edition}"
        if name not in self._known:
            self._known[name] = await jobs.run(kinds.PACK_GAME, name, part.header.hash)
        return self._known[name]

    async def _packed(self, jobs: Jobs, path: Path) -> AnalysisFile:
        if path.name not in self._known:
            self._known[path.name] = await jobs.run(kinds.PACK_FILE, path)
        return self._known[path.name]


def offline(lexicon: str) -> LexiconFile | None:
    """The lexicon of the package by that name; `None` for any other one."""
    return next((part for part in built_in() if part.header.name == lexicon), None)
