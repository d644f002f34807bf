"""A director in a process of their own: enters people into a tournament file, one opening and one line for each."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from mostek.app.tournaments import Desk
from mostek.store.tournament_files import TournamentFile
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.refusals import DeskRefusal

AT = datetime.fromisoformat("2026-04-28T10:00")


def enter(path: Path, name: str) -> None:
    """Open, write, close: what a command of the desk does."""
    file = TournamentFile.open(path)
    try:
        assert not isinstance(Desk(file).do(c.RegisterEntrant(at=AT, person=Person(name=name))), DeskRefusal)
    finally:
        file.close()


def main() -> None:
    path, who, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for number in range(count):
        enter(path, f"{who} {number}")
        print(number, flush=True)


if __name__ == "__main__":
    main()
