"""Files that hold one division each, read together as the divisions of one event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import takewhile

from msgspec.structs import replace

from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament


def together(parts: Mapping[str, RecordedTournament]) -> RecordedTournament:
    """One event of the tournaments that were read from files of a format that knows no divisions.

    A division is called by what only its file is called. Where two files number their players alike, those of the later ones
    get the numbers after. What only the format of the files has is left out, because no file of it holds the whole.

    Args:
        parts: what was read from each file, by the name of the file.

    Raises:
        TournamentFileError: they are not of one event by its name and its first day, a file has no results, or two of them
            have the same players with the same results: one division that was given twice.
    """
    titles = dict(zip(parts, division_titles(list(parts)), strict=True))
    (_, first), *_ = parts.items()
    read: list[RecordedTournament] = []
    for name, part in parts.items():
        is_twice = any((part.players, part.results) == (other.players, other.results) for other in read)
        if _event_of(part) != _event_of(first) or not part.results or is_twice:
            raise TournamentFileError(FileFault.TOO_MANY_FILES, file=name)
        read.append(part)
    players: list[RecordedPlayer] = []
    results: list[RecordedResult] = []
    for name, part in parts.items():
        above = _numbers_before(players, part)
        players += [
            replace(each, number=each.number + above, division=titles[name], extras={}) for each in part.players
        ]
        results += [_moved(row, above) for row in part.results]
    last = [part.last_day for part in parts.values() if part.last_day is not None]
    named = "; ".join(f"{title} ({name})" for name, title in titles.items())
    return replace(
        first,
        format="",
        last_day=max(last, default=None),
        rounds=max(part.rounds for part in parts.values()),
        players=tuple(players),
        results=tuple(sorted(results, key=lambda row: row.round)),
        ranking=next((part.ranking for part in parts.values() if part.ranking), ()),
        notes=(
            *(note for part in parts.values() for note in part.notes),
            FileNote(NoteKind.DIVISIONS, {"files": named}),
        ),
        extras={},
    )


def division_titles(names: list[str]) -> list[str]:
    """The names of the divisions: `wiosna-a.json` and `wiosna-b.json` are A and B.

    Example:
        >>> division_titles(["wiosna-a.json", "wiosna-b.json"]), division_titles(["open.json", "juniorzy.json"])
        (['A', 'B'], ['open', 'juniorzy'])
    """
    files = [name.replace("\\", "/").rpartition("/")[2] for name in names]
    stems = [file.rpartition(".")[0] or file for file in files]
    # The common part ends where a word does, so that `szkola1` and `szkola2` stay whole.
    common = "".join(signs[0] for signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*stems, strict=False)))
    shared = max(common.rfind(sign) for sign in "-_ .") + 1
    own = [stem[shared:] for stem in stems]
    own = own if all(own) and len(set(own)) == len(own) else names
    return [each.upper() if len(each) == 1 else each for each in own]


def _event_of(part: RecordedTournament) -> tuple[str, date | None]:
    return part.name.casefold().strip(), part.first_day


def _numbers_before(players: list[RecordedPlayer], part: RecordedTournament) -> int:
    """The amount that is added to the numbers of a file: 0 where they are free."""
    taken = {each.number for each in players}
    return max(taken, default=0) if any(each.number in taken for each in part.players) else 0


def _moved(row: RecordedResult, above: int) -> RecordedResult:
    return replace(row, host=row.host + above, guest=row.guest + above if row.guest else 0, extras={})
