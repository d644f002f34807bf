"""A folder of tournaments for tests, and events kept in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mostek.app.tournaments import Desk
from mostek.store.tournament_files import TournamentFile, create_tournament, path_of
from tournament.desk.hall import Hall


def event(people: int = 4, rounds: int = 1) -> Hall:
    """An event with some rounds played."""
    hall = Hall("pfs", {"rounds": 8})
    hall.enter(people)
    for _ in range(rounds):
        hall.pair()
        hall.play()
    return hall


def kept(hall: Hall, name: str = "wiosna") -> Path:
    """The same event in a file."""
    create_tournament(path_of(name), hall.desk.steps[:1])
    file = TournamentFile.open(path_of(name))
    for number, step in enumerate(hall.desk.steps[1:], 1):
        file.append(number, step)
    file.close()
    return file.path


@contextmanager
def opened(path: Path) -> Iterator[Desk]:
    """The desk of a file, which is free again afterwards."""
    file = TournamentFile.open(path)
    try:
        yield Desk(file)
    finally:
        file.close()
