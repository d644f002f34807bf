"""Tournaments of a server of several processes: the database has every line, and a file of each process is a copy of it.

A line is stored in the database first, where its number is free or another process was quicker; then it is written to the file,
which all that works with files goes on using. A process whose file is behind takes what it lacks before it reads or writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import strftime

import structlog
from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.dialects.sqlite import insert

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.store.database import Database
from mostek.store.hash_chain import written
from mostek.store.line_file import create_whole, replace_whole
from mostek.store.schema import tournament_line
from mostek.store.shared_tournament import SharedTournament
from mostek.store.tournament_files import TournamentFile
from mostek.store.tournament_lines import read_tournament, step_bodies
from mostek.tournament.decide import Step

log = structlog.get_logger("mostek.store")


class TournamentInDatabase(SharedTournament):
    """A `SharedTournamentLog` whose lines are in the database, and whose file is a copy of them."""

    def __init__(self, database: Database, file: str, path: Path, few_copies: bool = False) -> None:
        """`file` is the name of the tournament's file for all processes, `path` is the copy of this one.

        Raises `LogError` for a tournament that cannot be read.
        """
        self._database = database
        self._file = file
        self._bring_together(path)
        super().__init__(path, few_copies)

    def has_changed(self) -> bool:
        """Whether another process, or a program at this one's file, has written since the log was read."""
        # Asked at every request: a file that is as it was is not read again.
        if self.path.exists() and not self._is_written() and self._number() == 1 + len(self.read()):
            return False
        return self._bring_together(self.path) or self._is_written()

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Store steps in one go. See `SharedTournament`."""
        if self.has_changed():
            self.reload()
        if len(self.read()) != expected:
            raise ConflictError(expected, len(self.read()))
        lines, _ = written(self.head, step_bodies(expected + 1, steps))
        self._store(expected + 1, lines.splitlines(keepends=True))
        try:
            super().append_all(expected, steps)
        except SaveError as error:  # it is stored: only the copy here lacks it, and takes it when there is room
            self._contents, self.faults = read_tournament(self._all_lines()), (str(error),)
            self._stamp = self._stamp._replace(size=-1)

    def _bring_together(self, path: Path) -> bool:
        """Take the lines that the file lacks, or store those that the database lacks. Returns whether the file has changed."""
        ours = _lines_of(path)
        theirs = self._number()
        common = min(theirs, len(ours))
        if common and self._line(common - 1) != ours[common - 1]:
            # Somebody has written to this file while another process wrote other lines: those were acknowledged to people.
            aside = path.with_name(f"{path.name}.{strftime('%Y%m%d-%H%M%S')}.apart")
            create_whole(aside, b"".join(ours), lambda _: None)
            log.error("tournament_apart", file=str(path), aside=str(aside))
            ours = []
        elif len(ours) > theirs:
            self._store(theirs, ours[theirs:])
        if len(ours) >= theirs:
            return False
        _take_lines(path, self._all_lines(), len(ours))
        return True

    def _all_lines(self) -> bytes:
        return b"".join(
            self._database.read_now(lambda connection: connection.scalars(_ALL, {"file": self._file}).all())
        )

    def _number(self) -> int:
        """The number of lines in the database."""
        found: int = self._database.read_now(lambda connection: connection.scalar(_NUMBER, {"file": self._file})) or 0
        return found

    def _line(self, number: int) -> bytes | None:
        found: bytes | None = self._database.read_now(
            lambda connection: connection.scalar(_LINE, {"file": self._file, "number": number})
        )
        return found

    def _store(self, first: int, lines: Sequence[bytes]) -> None:
        """Store lines in one go. Raises `ConflictError` if another process was quicker, `SaveError`."""
        rows = [{"file": self._file, "number": number, "line": line} for number, line in enumerate(lines, first)]

        def store_in(connection: Connection) -> None:
            statement = insert(tournament_line).values(rows).on_conflict_do_nothing()
            if connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount != len(rows):
                there = connection.scalar(_NUMBER, {"file": self._file}) or 0
                raise ConflictError(first - 1, there - 1)

        self._database.append_now(store_in)


_OWN = tournament_line.c.file == bindparam("file")
_NUMBER = select(func.max(tournament_line.c.number) + 1).where(_OWN)
_LINE = select(tournament_line.c.line).where(_OWN, tournament_line.c.number == bindparam("number"))
_ALL = select(tournament_line.c.line).where(_OWN).order_by(tournament_line.c.number)


def _lines_of(path: Path) -> list[bytes]:
    """The complete lines of a file; none of one that is missing. Raises `LogError`."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
    return data[: read_tournament(data).size].splitlines(keepends=True)


def _take_lines(path: Path, data: bytes, known: int) -> None:
    """Write the lines after the `known` first ones to a file; with none known, the whole file. Raises `LogError`, `SaveError`."""
    contents = read_tournament(data)
    if known:
        # Line by line under the lock of the file, because a terminal may write to it.
        file = TournamentFile.open(path)
        try:
            file.append_all(known - 1, contents.steps[known - 1 :])
            if file.contents.head == contents.head:
                return
        finally:
            file.close()
    replace_whole(path, data)
