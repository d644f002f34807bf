"""The file of a tournament as one command uses it: read without a lock, and locked for the moment of a step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mostek.app.ports import LogError
from mostek.cli.failures import Failure, nearest, why
from mostek.messages import explained, text
from mostek.store.tournament_files import SUFFIX, TournamentFile, folder, path_of
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.history import Step, state_after
from mostek.tournament.state import Tournament

_PLAIN = str.maketrans("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ")


class Kept:
    """A `TournamentLog` that two commands at once share: each sees what is there, and the later one is told of a conflict."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self.notes: list[str] = []
        """What the person should know of the file: a line that was cut off, a copy that could not be made."""
        self._steps = contents_of(path).steps
        self._file: TournamentFile | None = None

    def reload(self) -> None:
        """See what somebody else has written meanwhile."""
        self._steps = contents_of(self.path).steps if self._file is None else self._file.read()

    def read(self) -> tuple[Step, ...]:
        """What was there when the command began."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step. See `TournamentLog`; a file that cannot be opened now raises `LogError`."""
        with self.held():
            assert self._file is not None, "held"
            self._file.append(expected, step)
            self._steps = self._file.read()
            self._note(self._file)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file open for several steps, as for a list of people."""
        if self._file is not None:
            yield
            return
        self._file = TournamentFile.open(self.path)
        try:
            yield
        finally:
            self._file.close()
            self._file = None

    def _note(self, file: TournamentFile) -> None:
        if file.set_aside is not None:
            said = text(
                "The last line was cut off when it was written; its remains lie in {path}.", path=file.set_aside
            )
            self.notes.append(said)
        if file.copy_fault is not None:
            self.notes.append(
                text("The copy could not be made: {why}. The tournament itself is kept.", why=file.copy_fault)
            )


class InMemory:
    """A log that lives as long as the command: to try something out, or for a script that keeps nothing."""

    name = ""

    def __init__(self, steps: tuple[Step, ...] = ()) -> None:
        self._steps = steps

    def read(self) -> tuple[Step, ...]:
        """Every step."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """One step more."""
        self._steps = (*self._steps, step)


def contents_of(path: Path) -> TournamentContents:
    """What a file holds. Raises `Failure`, with the place of the copies where the file is damaged."""
    try:
        return read_tournament(path.read_bytes())
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=why(error))) from None
    except LogError as error:
        raise Failure(f"{path.name}: {explained(error.sentence, error.params)}{_copies(path)}") from None


def _copies(path: Path) -> str:
    """Where the copies of a damaged file lie."""
    place = path.parent / "copies"
    found = sorted(place.glob(f"{path.stem}-*{SUFFIX}"))
    return " " + text("The latest copy is {path}.", path=found[-1]) if found else ""


def found(name: str | None) -> tuple[Path, bool]:
    """The file of the tournament that is meant, and whether somebody has named it. Raises `Failure`."""
    if name:
        return _named(name), True
    path = _latest()
    if path is None:
        raise Failure(text("There is no tournament yet. Begin one: mostek tournament new NAME"))
    return path, False


def plain(name: str) -> str:
    """Small letters without Polish signs, for what people type in a hurry."""
    return name.translate(_PLAIN).casefold()


def file_name(title: str) -> str:
    """What the file of a tournament is called: `mistrzostwa-sochaczewa-2026`."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in plain(title)).split())[:80]


def _named(name: str) -> Path:
    if (path := path_of(name)).exists():
        return path
    stems = sorted(path.stem for path in folder().glob(f"*{SUFFIX}"))
    wanted = file_name(name)
    like = [stem for stem in stems if stem == wanted] or [stem for stem in stems if wanted and wanted in stem]
    if len(like) == 1:
        return folder() / f"{like[0]}{SUFFIX}"
    if like:
        raise Failure(text("Several tournaments are called so: {names}.", names=", ".join(like)))
    raise Failure(text("There is no tournament {name!r}.", name=name) + nearest(name, stems))


def _latest() -> Path | None:
    """The tournament that was written to last among those that are not closed, or else among all."""
    paths = sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    return next((path for path in paths if _is_open(path)), paths[0] if paths else None)


def _is_open(path: Path) -> bool:
    state = state_of(path)
    return state is not None and state.closed_on is None


def state_of(path: Path) -> Tournament | None:
    """The tournament of a file; `None` for one that was not founded or cannot be read."""
    try:
        return state_after(read_tournament(path.read_bytes()).steps)
    except (LogError, OSError, LookupError, ValueError, AttributeError):
        return None
