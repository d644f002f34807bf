"""A tournament that another program wrote, as a server takes it: one file or a .zip, bounded, with notes for the director."""

from __future__ import annotations

from datetime import datetime

from mostek.app.import_words import difference_lines, refused_import
from mostek.app.tournament_imports import Imported, ImportRefusedError, imported
from mostek.app.tournament_packages import ZIP, read_package, unpacked
from mostek.messages import text
from mostek.messages.tournament_files import say_file_fault, say_file_note
from mostek.tournament.file_formats import read_tournament
from mostek.tournament.files import TournamentFileError, UnreadableTournamentError


def tournament_of_file(data: bytes, at: datetime) -> Imported:
    """Read a tournament of another program and run it again on our desk.

    Args:
        data: a file in a format that `import` reads, or a .zip with the files of one event.
        at: now, in the hall.

    Returns:
        The import.

    Raises:
        UnreadableTournamentError: with the fault and its place, or because the event is larger than any may be.
    """
    name = text("Tournament")
    try:
        written = read_package(unpacked(data, name)) if data.startswith(ZIP) else read_tournament({name: data})
        return imported(written, at, name)
    except TournamentFileError as error:
        raise UnreadableTournamentError(say_file_fault(error)) from None
    except ImportRefusedError as error:
        raise UnreadableTournamentError(refused_import(error)) from None


def import_notes(found: Imported) -> tuple[str, ...]:
    """The notes of an import for its director: on the file, and the figures that differ."""
    return (*map(say_file_note, found.notes), *(line.strip() for line in difference_lines(found)))
