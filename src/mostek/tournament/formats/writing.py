"""Tournaments to bytes, in any format that can be written."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from mostek.tournament.formats import csv, pfs_json, pfs_text, scrabble_manager, trf, tsh
from mostek.tournament.recorded import RecordedTournament


class WrittenFormat(StrEnum):
    """A format that can be written; all but the last can be read again, of `CSV` the players."""

    PFS_JSON = pfs_json.FORMAT
    PFS_TEXT = "pfs_text"
    SCRABBLE_MANAGER = scrabble_manager.FORMAT
    TSH = tsh.FORMAT
    CSV = csv.FORMAT
    TRF = "trf"
    """Loses the points of the games."""

    @property
    def is_lossy(self) -> bool:
        """Whether the results cannot be had back from it in full."""
        return self is WrittenFormat.TRF


def write_tournament(
    tournament: RecordedTournament, form: WrittenFormat, encoding: str | None = None
) -> dict[str, bytes]:
    """The files of a tournament, each by the end of its name; `encoding` is for those formats that do not fix their own.

    Raises `TournamentFileError` for what a format cannot hold.
    """
    stated: dict[str, Any] = {} if encoding is None else {"encoding": encoding}
    match form:
        case WrittenFormat.PFS_JSON:
            return {".json": pfs_json.write(tournament)}
        case WrittenFormat.PFS_TEXT:
            return {".html": pfs_text.write(tournament, **stated)}
        case WrittenFormat.SCRABBLE_MANAGER:
            return scrabble_manager.write(tournament)
        case WrittenFormat.TSH:
            return {".t": tsh.write(tournament, **stated)}
        case WrittenFormat.CSV:
            return {
                "-players.csv": csv.write_players(tournament, **stated),
                "-results.csv": csv.write_results(tournament, **stated),
                "-standings.csv": csv.write_standings(tournament, **stated),
            }
        case WrittenFormat.TRF:
            return {".trf": trf.write(tournament)}
