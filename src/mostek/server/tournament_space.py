"""The room that tournaments take on the disk of a server: whether one more fits, how they grow, and that removal removes."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

from mostek.app.byte_budgets import SERVER_FULL, BudgetError, BudgetScope, Leaver, LeftKind, tournament_cost
from mostek.app.hosted_tournaments import MOST_HOSTED, HostedTournament, HostingError, HostingFault
from mostek.store.desk_journal import journal_of
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.left_files import LeftFileStore
from mostek.store.moved_log import SUFFIX as MOVED
from mostek.store.tournament_files import COPIES_FOLDER, SUFFIX, copy_places
from mostek.tournament.limits import LARGEST_LOG

_LOOK = 5.0
"""The seconds for which the size of the folder is remembered."""
_STEP = 64 * 1024
"""The bytes by which a tournament grows before it is counted again."""
_LAST = 64 * 1024
"""The bytes beyond the largest file, for what ends a tournament."""


class TournamentSpace:
    """The folder of tournaments of a server. Tournaments of its operator and of the user of the computer have no budget."""

    def __init__(
        self, data: Path, share: int, hosted: HostedTournamentStore, left: LeftFileStore, is_shared: bool = False
    ) -> None:
        """`share` is the percentage of the disk for the folder; 0 for no bound. With `is_shared` other nodes take files, too."""
        self._is_shared = is_shared
        self._learnt = 0.0
        self._folder = data / "tournaments"
        self._share = share
        self._hosted = hosted
        self._left = left
        self._size = (-_LOOK, 0)
        self._counted: dict[str, int] = {}
        self._files: set[str] = set()

    async def start(self) -> None:
        """Learn which tournaments people have left."""
        self._learnt = monotonic()
        self._files = set(await self._left.names(LeftKind.TOURNAMENT))

    def is_left(self, file: str) -> bool:
        """Whether a person has left this file here, so that its rotating copies are bounded."""
        return file in self._files

    async def check(self, leaver: Leaver | None, size: int) -> None:
        """Check whether a file fits before it is written. Raises `BudgetError`, `HostingError`."""
        await self._check_folder(tournament_cost(size))
        if leaver is not None:
            if await self._hosted.count_of(leaver.person) >= MOST_HOSTED:
                raise HostingError(HostingFault.TOO_MANY, most=MOST_HOSTED)
            await self._left.check(LeftKind.TOURNAMENT, leaver, tournament_cost(size))

    async def note(self, leaver: Leaver | None, file: str) -> None:
        """Count a file that was written; it is deleted again if meanwhile there is no room for it. Raises `BudgetError`."""
        if leaver is None:
            return
        self._files.add(file)
        try:
            await self._left.note(LeftKind.TOURNAMENT, file, leaver, tournament_cost(self._size_of(file)))
        except BaseException:
            await asyncio.to_thread(self._delete, file)
            raise

    async def check_growth(self, hosted: HostedTournament, *, is_end: bool) -> None:
        """Check whether a tournament may grow; what ends it always fits. Raises `HostingError`."""
        if self._is_shared and hosted.file not in self._files and monotonic() - self._learnt > _LOOK:
            await self.start()
        if hosted.file not in self._files or is_end:
            return
        size = self._size_of(hosted.file)
        if size >= LARGEST_LOG + _LAST:
            raise HostingError(HostingFault.GROWN)
        if size < self._counted.get(hosted.file, 0) + _STEP:
            return
        try:
            await self._left.grown(LeftKind.TOURNAMENT, hosted.file, tournament_cost(size))
        except BudgetError:  # its sentence is for the host, and any official may have asked
            raise HostingError(HostingFault.GROWN) from None
        self._counted[hosted.file] = size

    async def remove(self, hosted: HostedTournament) -> None:
        """Delete the file that a person has left here, with its journal and its copies; the operator's files stay."""
        if hosted.file.startswith(f"{COPIES_FOLDER}/") or (hosted.host is None and hosted.file not in self._files):
            return
        await asyncio.to_thread(self._delete, hosted.file)
        await self._hosted.drop_lines(hosted.file)
        self._files.discard(hosted.file)
        self._counted.pop(hosted.file, None)
        await self._left.forget(LeftKind.TOURNAMENT, hosted.file)

    def _size_of(self, file: str) -> int:
        path = self._folder / f"{file}{SUFFIX}"
        return sum(_bytes_of(each) for each in (path, journal_of(path)))

    def _delete(self, file: str) -> None:
        path = self._folder / f"{file}{SUFFIX}"
        beside, *_ = copy_places(path)
        own = f"{file}-{'[0-9]' * 6}"
        copies = list(beside.glob(f"{own}{SUFFIX}"))
        for each in (path, journal_of(path), path.with_suffix(MOVED), *copies, *map(journal_of, copies)):
            # The tournament is gone from the list already, and a file that stays is counted as left.
            with suppress(OSError):
                each.unlink(missing_ok=True)

    async def _check_folder(self, more: int) -> None:
        if not self._share:
            return
        if monotonic() - self._size[0] > _LOOK:
            self._size = (monotonic(), await asyncio.to_thread(_folder_bytes, self._folder))
        used = self._size[1]
        with suppress(OSError):  # a system that does not tell its free space sets no share
            free = shutil.disk_usage(self._folder.parent).free
            if used + more > (used + free) * self._share // 100:
                raise BudgetError(BudgetScope.SERVER, SERVER_FULL)


def _folder_bytes(folder: Path) -> int:
    return sum(map(_bytes_of, _files(folder)))


def _files(folder: Path) -> Iterator[Path]:
    yield from (each for each in folder.rglob("*") if each.is_file())


def _bytes_of(path: Path) -> int:
    with suppress(OSError):  # it was deleted while the folder was read
        return path.stat().st_size
    return 0
