"""Equal games of an imported event that one side has won: as the file says of the game, or as its match points say.

Where the file states the winner of no game, the match points of its players tell: a player with one equal game has half of a win
more for a draw, and one for a win. What they leave open, or contradict, stays a draw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from mostek.rules.rulebook import TieBreak
from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.files import FileNote, NoteKind
from mostek.tournament.recorded import RecordedResult, RecordedTournament, ResultKind
from mostek.tournament.settings import Settings, settings_of

_SHOWN = 5
_HALVES = (None, 0, DRAW, WIN)


def with_winners(written: RecordedTournament, chosen: Mapping[str, Any]) -> RecordedTournament:
    """An event whose equal games have their winners, and the reading of the rules by which they can have some.

    Args:
        written: the event as its file states it.
        chosen: the settings of whoever imports it; a reading chosen there stands.

    Returns:
        The event, with a note on these games; as it was where there are none, and where a setting is none.
    """
    equal = [row for row in written.results if is_equal(row)]
    if not equal:
        return written
    try:
        settings = settings_of(written.template or "pfs", {**written.settings, **chosen})
        has_draws = settings.has_draws
    except (LookupError, ValueError):
        return written  # the desk refuses these settings, and says which
    told, doubtful = (
        _told_by_match_points(written, settings) if all(row.half_points is None for row in equal) else ({}, [])
    )
    results = tuple(replace(row, half_points=told.get(_key(row), row.half_points)) for row in written.results)
    won = [row for row in results if is_won(row)]
    notes = [FileNote(NoteKind.EQUAL_AND_OPEN, {"games": _named(written, doubtful)})] if doubtful else []
    readings: dict[str, Any] = {}
    if won and has_draws and "readings" not in chosen:
        notes.append(FileNote(NoteKind.WON_BY_LAST_WORD, {"games": _named(written, won)}))
        readings = {"readings": {**(settings.readings.value or {}), "end.tie_break": TieBreak.LAST_TURN.value}}
    return replace(written, results=results, settings={**written.settings, **readings}, notes=(*written.notes, *notes))


def is_equal(row: RecordedResult) -> bool:
    """Whether a row is a game that was played and is equal in points."""
    played = row.kind in (ResultKind.GAME, ResultKind.UNSCORED)
    return bool(row.guest) and played and row.host_score is not None and row.host_score == row.guest_score


def is_won(row: RecordedResult) -> bool:
    """Whether a row is an equal game that one side has won."""
    return is_equal(row) and row.half_points in (0, WIN)


def order_of_last_words(row: RecordedResult) -> tuple[int, int]:
    """The order of the last words of an equal game, where their worth is unknown."""
    halves = DRAW if row.half_points is None else row.half_points
    return (1, 0) if halves > DRAW else (0, 1) if halves < DRAW else (0, 0)


def _told_by_match_points(
    written: RecordedTournament, settings: Settings
) -> tuple[dict[tuple[int, int], int], list[RecordedResult]]:
    """The host's match points of the equal games that were won, and the equal games that fit no match points of their players."""
    left = _left_for_equal_games(written, settings)
    equal = [row for row in written.results if is_equal(row)]
    games: defaultdict[int, dict[tuple[int, int], RecordedResult]] = defaultdict(dict)
    for row in equal:
        games[row.host][_key(row)] = games[row.guest][_key(row)] = row
    told: dict[tuple[int, int], int] = {}
    sure_of = [number for number in left if len(games[number]) == 1]
    while sure_of:
        if len(games[number := sure_of.pop()]) != 1:
            continue
        (row,) = games[number].values()
        halves = told[_key(row)] = left[number] if number == row.host else WIN - left[number]
        for side, worth in ((row.host, halves), (row.guest, WIN - halves)):
            del games[side][_key(row)]
            if side in left:
                left[side] -= worth
                sure_of.append(side)
    wrong = {number for number, halves in left.items() if halves != DRAW * len(games[number])}
    doubtful = [row for row in equal if told.get(_key(row)) not in _HALVES or wrong & {row.host, row.guest}]
    sure = told.keys() - {_key(row) for row in doubtful}
    return {key: told[key] for key in sure if told[key] != DRAW}, doubtful


def _left_for_equal_games(written: RecordedTournament, settings: Settings) -> dict[int, int]:
    """By player whose match points the file states, what remains of them for the equal games."""
    left = {player.number: player.half_points for player in written.players if player.half_points is not None}
    bye = settings.bye.half_points.chosen
    for row in written.results:
        for number in (row.host, row.guest):
            if number in left and not is_equal(row):
                left[number] -= _halves_of(row, number, bye)
    return left


def _halves_of(row: RecordedResult, number: int, bye: int) -> int:
    if row.guest:
        return row.halves_of(number)
    if row.half_points is not None:
        return row.half_points
    return bye if row.kind is ResultKind.BYE else 0


def _key(row: RecordedResult) -> tuple[int, int]:
    return row.round, row.host


def _named(written: RecordedTournament, rows: list[RecordedResult]) -> str:
    called = {player.number: player.name for player in written.players}
    games = [f"{row.round}: {called[row.host]} – {called[row.guest]}" for row in rows[:_SHOWN]]
    return "; ".join(games) + (" …" if len(rows) > _SHOWN else "")
