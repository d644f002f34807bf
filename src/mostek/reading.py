"""The front door for files: any game, position or tournament that mostek reads, from one function."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mostek.app.export import recorded as recorded_game
from mostek.app.tournament_packages import ZIP, read_event
from mostek.app.tournament_records import recorded as recorded_tournament
from mostek.app.tournaments import replayed
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.encoding import decode
from mostek.core.position import Position
from mostek.notation.game_formats import detect_format, read_file, read_game, replay_read
from mostek.notation.replay import Replay, replay
from mostek.referee.events import GameCreated
from mostek.rules.loading import rulebook as rulebook_of
from mostek.store.game_lines import read_lines
from mostek.store.tournament_lines import is_tournament
from mostek.store.tournament_lines import read_tournament as read_own_tournament
from mostek.tournament.file_formats import detect
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.recorded import RecordedTournament

_RANKS: Final = 14
"""The slashes of a board in CGP; hardly a path has so many."""
_OWN_GAME: Final = b'{"mostek":"game"'


def read(file: str | os.PathLike[str] | bytes, *, rulebook: str = "pfs") -> Replay | Position | RecordedTournament:
    """Read a game, a position or a tournament, in any format that mostek knows.

    Args:
        file: The path of a file, or its bytes: GCG, CGP, GameHistory, GameDocument, CGH, Quackle's own, the logs of mostek; TRF,
            TOU, TSH, the tables and JSON of the federation, and the others of `mostek tournament import`.
        rulebook: The rulebook of the final scores, for a game whose file names none.

    Returns:
        A game as a `Replay`: players, turns with true points, boards after each turn, and a diagnostic for each difference from
        what the file states. A line of CGP as a `Position`. A tournament as a `RecordedTournament`: players, results by round.

    Raises:
        OSError: The file cannot be opened.
        ValueError: It is the text of a file, such as a line of CGP, and no path.
        NotationError: It cannot be read, with line and column; `TournamentFileError` for a tournament.
        LogError: A log of mostek is damaged.

    Example:
        >>> import mostek
        >>> game = mostek.read(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n")
        >>> turn = game.turns[0]
        >>> game.players, turn.seat.value, str(turn.rack), turn.points, turn.board.cgp()[21:26]
        (('Ala', 'Ola'), 1, 'AAAKMOT', 10, '7KOT5')
        >>> mostek.read(b"15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0").scores
        (10, 0)
    """
    if isinstance(file, str) and ("\n" in file or file.count("/") >= _RANKS):
        raise ValueError("this is the text of a file and no path; read it as bytes: mostek.read(text.encode())")
    data = file if isinstance(file, bytes) else Path(file).read_bytes()
    if data.startswith(_OWN_GAME):
        return _own_game(data)
    if is_tournament(data):
        return _own_tournament(data)
    # The formats of tournaments are tried first: GCG, the last of those of games, accepts any text.
    if data.startswith(ZIP) or _is_tournament_file(data):
        return read_event(data, "" if isinstance(file, bytes) else Path(file).name)
    name = detect_format(data)
    found = read_file(data, name)
    if isinstance(found, Position):
        return found
    return replay_read(found, lambda tiles: read_game(data, name, tiles), rulebook_of(rulebook))


def _own_game(data: bytes) -> Replay:
    events = read_lines(data).kept.events
    created = events[0] if events else None
    if not isinstance(created, GameCreated):
        raise NotationError(TextFault.NO_TURNS, 1, 1, decode(data).text[:40])
    return replay(recorded_game(events), rulebook_of(created.rulebook))


def _own_tournament(data: bytes) -> RecordedTournament:
    state = replayed(read_own_tournament(data).steps)
    if state is None:
        raise TournamentFileError(FileFault.NOT_RECOGNISED)
    return recorded_tournament(state, *state.divisions)


def _is_tournament_file(data: bytes) -> bool:
    try:
        detect(data)
    except TournamentFileError:
        return False
    return True
