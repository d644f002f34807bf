"""The files of an event: read when they come, proved and exported."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from mostek.app.event_size import check_size
from mostek.app.ports import LogError
from mostek.app.tournament_records import exported
from mostek.app.tournaments import replayed
from mostek.features.desk.entry_lists import EntryRow, Stated, division_by_name, judged_entries
from mostek.features.desk.tournament_imports import import_notes, tournament_of_file
from mostek.store.file_names import file_stem
from mostek.store.game_proof import ProofCheck
from mostek.store.tournament_lines import read_tournament
from mostek.store.tournament_proof import tournament_checks
from mostek.tournament.decide import Step
from mostek.tournament.state import Tournament


def event_name(data: bytes) -> str:
    """The name of the event in a file of our own that is whole. Raises `LogError`, and `LargeEventError` beyond the limits."""
    contents = read_tournament(data)
    state = replayed(contents.steps)
    if state is None or contents.torn:
        raise LogError("The file ends before the tournament was created.")
    check_size(contents.steps, state)
    return state.name


def brought_event(data: bytes, at: datetime) -> tuple[str, tuple[Step, ...], tuple[str, ...]]:
    """An event of another program: its name, its steps at our desk, and the notes of the import.

    Raises `UnreadableTournamentError`.
    """
    found = tournament_of_file(data, at)
    return found.state.name, found.steps, import_notes(found)


def judged_list(state: Tournament, data: bytes, stated: Stated) -> tuple[EntryRow, ...]:
    """The rows of a list of people, each judged. Raises `TournamentFileError`, `TypedError`."""
    return tuple(judged_entries(state, (), data, stated, division_by_name))


def proved_event(path: Path, data: bytes) -> tuple[ProofCheck, ...]:
    """Every check of a file, with its sentences."""
    return tuple(tournament_checks(path, data))


def exported_event(state: Tournament, form: str, stem: str) -> tuple[str, bytes]:
    """An event in a format of another program: the name of the file and its bytes; several files come in a zip archive.

    Raises `TablesError`, `TournamentFileError`.
    """
    files = {
        stem + (f"-{file_stem(each.division)}" if each.division else "") + each.end: each.data
        for each in exported(state, form)
    }
    if len(files) == 1:
        ((name, data),) = files.items()
        return name.replace("/", "-"), data
    return f"{stem}-{form}.zip", _zipped(files)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()
