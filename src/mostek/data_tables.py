"""Games and tournaments as tables for pandas, Polars and Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mostek.engine.columns import DataTable, ValueColumns
from mostek.engine.search import Ranking
from mostek.notation.replay import Replay
from mostek.playing import ProgramGame
from mostek.tournament.recorded import RecordedTournament
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament


def table(value: object) -> DataTable:
    """A value as a table for programs: `pandas.DataFrame(table)`, `polars.DataFrame(table)`, `pyarrow.table(table)`.

    Args:
        value: A game (`Replay` or `Game`): its turns, with the board after each as CGP. A tournament that was read: its results,
            a line for each game. A `mostek.tournament.Tournament`: the standings of its divisions. Candidates of the engine. Or
            several of a kind, in one table with the number of each in its first column.

    Returns:
        The table. Points of a match are games won, half a point for a draw.

    Raises:
        TypeError: The value is none of these.

    Example:
        >>> import mostek
        >>> game = mostek.read(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n")
        >>> turns = mostek.table(game)
        >>> turns["points"], list(turns)[0]["move"]
        ([10], 'H8 KOT')
    """
    match value:
        case DataTable():
            return value
        case ProgramGame():
            return table(value.replay())
        case Replay():
            return _table_of(_TURN, _turn_lines(value))
        case RecordedTournament():
            return _table_of(_RESULT, _result_lines(value))
        case Tournament():
            return _table_of(_STANDING, _standing_lines(value))
        case Ranking():
            return _table_of(_CANDIDATE, ((each.written, each.score, each.equity, str(each.left)) for each in value))
        case list() | tuple() if value and all(isinstance(each, Replay) for each in value):
            return _table_of({"game": "int", **_TURN}, _with_numbers(map(_turn_lines, value)))
        case list() | tuple() if value and all(isinstance(each, RecordedTournament) for each in value):
            return _table_of({"tournament": "int", **_RESULT}, _with_numbers(map(_result_lines, value)))
        case list() | tuple() if value and all(isinstance(each, Tournament) for each in value):
            return _table_of({"tournament": "int", **_STANDING}, _with_numbers(map(_standing_lines, value)))
        case _:
            pass
    raise TypeError(f"no table is made of {type(value).__name__}; games, tournaments and candidates have one")


_TURN = {
    "turn": "int",
    "seat": "int",
    "player": "text",
    "rack": "text",
    "move": "text",
    "word": "text",
    "points": "int",
    "total": "int",
    "board": "text",
}
_RESULT = {
    "name": "text",
    "day": "date",
    "round": "int",
    "table": "int",
    "host": "text",
    "guest": "text",
    "host_score": "int",
    "guest_score": "int",
    "host_points": "float",
    "guest_points": "float",
    "kind": "text",
}
_STANDING = {
    "division": "text",
    "place": "int",
    "number": "int",
    "player": "text",
    "games": "int",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "points": "float",
    "game_points": "int",
    "spread": "int",
}
_CANDIDATE = {"move": "text", "score": "int", "equity": "int", "left": "text"}


def _table_of(kinds: dict[str, str], lines: Iterable[tuple[Any, ...]]) -> ValueColumns:
    columns: Sequence[Sequence[Any]] = list(zip(*lines, strict=True)) or [()] * len(kinds)
    return ValueColumns({name: (kind, column) for (name, kind), column in zip(kinds.items(), columns, strict=True)})


def _with_numbers(values: Iterable[Iterable[tuple[Any, ...]]]) -> Iterable[tuple[Any, ...]]:
    return ((number, *line) for number, lines in enumerate(values) for line in lines)


def _turn_lines(game: Replay) -> Iterable[tuple[Any, ...]]:
    for number, turn in enumerate(game.turns, 1):
        rack, word = turn.rack and str(turn.rack), turn.word and str(turn.word)
        name = game.game.players[turn.seat].name
        yield number, int(turn.seat), name, rack, turn.written, word, turn.points, turn.total, turn.board.cgp()


def _result_lines(event: RecordedTournament) -> Iterable[tuple[Any, ...]]:
    names: dict[int, str] = {player.number: player.name for player in event.players}
    for row in event.results:
        scores = row.host_score, row.guest_score
        is_game = None not in scores and row.guest
        points = [row.halves_of(number) / 2 if is_game else None for number in (row.host, row.guest)]
        people = names.get(row.host), names.get(row.guest)
        yield event.name, event.first_day, row.round, row.table or None, *people, *scores, *points, row.kind.value


def _standing_lines(event: Tournament) -> Iterable[tuple[Any, ...]]:
    for division in event.divisions:
        for row in standings_of(event, division):
            name = event.entrants[row.number].person.name
            counted = row.games, row.wins, row.draws, row.losses
            yield division, row.place, row.number, name, *counted, row.half_points / 2, row.game_points, row.spread
