"""Files of the small event, how each is read, and what must hold for whatever comes of them when they are broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mostek.tournament.file_formats import writable, write_tournament
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats import csv, pfs_json, pfs_text, scrabble_manager, tourney, trf, tsh
from mostek.tournament.recorded import RecordedTournament
from tournament.formats.sample_event import EVENT, TEXT, TSH

JSON = pfs_json.write(EVENT)
PAGE = pfs_text.write(EVENT)
TABLE = csv.write_players(EVENT)
EXPORT = scrabble_manager.write(EVENT)


def instead_of(suffix: str) -> Callable[[bytes], RecordedTournament]:
    return lambda data: scrabble_manager.read({**EXPORT, suffix: data})


def read_tsh(data: bytes) -> RecordedTournament:
    return tsh.read({"a.t": data})


READERS: dict[str, tuple[Callable[[bytes], RecordedTournament], bytes]] = {
    "json": (pfs_json.read, JSON),
    "page": (pfs_text.read, PAGE),
    "blocks": (pfs_text.read, TEXT.encode()),
    "tsh": (read_tsh, TSH.encode()),
    "table": (csv.read, TABLE),
    "trf": (trf.read, trf.write(EVENT)),
    "tourney": (tourney.read, tourney.write(EVENT)),
    **{suffix: (instead_of(suffix), data) for suffix, data in EXPORT.items()},
}


def fault_of(action: Callable[[], object]) -> TournamentFileError | None:
    try:
        action()
    except TournamentFileError as error:
        return error
    return None


def survives(read: Callable[[bytes], RecordedTournament], data: bytes) -> TournamentFileError | None:
    """The fault, if there is one. Whatever was read can be written in every format, or says why not."""
    error = fault_of(lambda: read(data))
    if error is None:
        for form in (each.name for each in writable().values()):
            fault_of(partial(write_tournament, read(data), form))
    else:
        assert (error.line >= 0, error.column >= 0, isinstance(error.fault, FileFault)) == (True, True, True)
    return error
