"""A tournament in the formats of other programs: the files of an export, by the ends of their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mostek.app.tournament_origins import as_it_came
from mostek.app.tournament_records import recorded
from mostek.tournament.file_formats import writable, write_tournament
from mostek.tournament.state import Tournament


class ExportedFile(NamedTuple):
    """A file of an export."""

    division: str
    """The division that it alone is about; empty where one file has all."""
    end: str
    """The end of its name."""
    data: bytes


def exported(
    state: Tournament, form: str, division: str | None = None, encoding: str | None = None
) -> Iterator[ExportedFile]:
    """Write a tournament in a format of another program.

    Args:
        state: the tournament.
        form: the name of the format, one of `writable()`.
        division: one division; otherwise all, each with its own files where the format holds only one.
        encoding: for formats that do not fix their own.

    Returns:
        The files.

    Raises:
        TablesError: there are tables of more than two, which the format does not know.
        TournamentFileError: something cannot be said in the format.
    """
    chosen = writable()[form]
    divisions = [division] if division is not None else list(state.divisions)
    # What came in one file goes out in one.
    is_one = chosen.holds_divisions or (state.origin is not None and state.origin.format == chosen.name)
    for several in [divisions] if is_one else [[name] for name in divisions]:
        own = several[0] if len(divisions) > len(several) else ""
        files = as_it_came(
            state.origin, write_tournament(recorded(state, *several, form=chosen.name), chosen.name, encoding)
        )
        yield from (ExportedFile(own, end, data) for end, data in files.items())
