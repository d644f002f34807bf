"""Writing the `.t` files of TSH: a line for each player, in the layout that TSH gives it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from mostek.tournament.formats.faults import FileFault, TournamentFileError
from mostek.tournament.formats.recorded import RecordedPlayer, RecordedResult, RecordedTournament
from mostek.tournament.formats.texts import encoded
from mostek.tournament.rating.events import format_rating

FORMAT: Final = "tsh"
UNKNOWN: Final = "00"
"""What stands for an opponent or a score that is not known yet."""


def write(tournament: RecordedTournament, encoding: str = "utf-8") -> bytes:
    """The file: a division for each category if nobody plays outside their own, otherwise one for all.

    Raises `TournamentFileError` for a name that the lines of the format would take apart.
    """
    own = tournament.format == FORMAT
    divisions = divisions_of(tournament)
    local = local_numbers(divisions)
    results = results_by_player(tournament)
    lines: list[str] = []
    for players in divisions:
        written = list(_division(players, results, local, own=own))
        name = players[0].category
        headed = not own and len(divisions) > 1
        lines += [f"#begin_file name={name}.t", *written, f"#end_file name={name}.t"] if headed else written
    extras = tournament.extras_for(FORMAT)
    ending = extras.get("ending", "\n")
    return encoded("".join(f"{line}{ending}" for line in _with_others(lines, extras.get("lines", ()))), encoding)


def divisions_of(tournament: RecordedTournament) -> list[list[RecordedPlayer]]:
    """The players by category, in the order in which the categories come; all together if a game is between two."""
    categories = {player.number: player.category for player in tournament.players}
    if any(result.guest and categories[result.host] != categories[result.guest] for result in tournament.results):
        return [list(tournament.players)]
    divisions: defaultdict[str, list[RecordedPlayer]] = defaultdict(list)
    for player in tournament.players:
        divisions[player.category].append(player)
    return list(divisions.values())


def local_numbers(divisions: Sequence[Sequence[RecordedPlayer]]) -> dict[int, int]:
    """By starting number, the number within the division, where each counts from 1."""
    return {player.number: place for players in divisions for place, player in enumerate(players, 1)}


def results_by_player(tournament: RecordedTournament) -> dict[int, dict[int, RecordedResult]]:
    """By starting number and round, the result."""
    found: defaultdict[int, dict[int, RecordedResult]] = defaultdict(dict)
    for result in tournament.results:
        found[result.host][result.round] = result
        if result.guest:
            found[result.guest][result.round] = result
    return found


def player_line(
    player: RecordedPlayer, results: Mapping[int, RecordedResult], local: Mapping[int, int], rounds: int = 0
) -> str:
    """A player's line, with an entry for each round up to the last result, or to `rounds` if those are more."""
    sides = [_side(player.number, results.get(number), local) for number in range(1, max([rounds, *results]) + 1)]
    scores = [score for _, score, _, _ in sides]
    while scores and scores[-1] == UNKNOWN:
        scores.pop()
    sections: list[tuple[str, str]] = list(player.extras.get("sections", ()))
    if sides:
        sections.append(("p12", " ".join(start for _, _, start, _ in sides)))
    if any(table != "0" for _, _, _, table in sides):
        sections.append(("board", " ".join(table for _, _, _, table in sides)))
    if player.team:
        sections.append(("team", re.sub(r"([\\;])", r"\\\1", player.team)))
    pairings = " ".join(opponent for opponent, _, _, _ in sides)
    line = f"{_name(player):<22} {_rating(player):>5} {pairings}; {' '.join(scores)}"
    return line + "".join(f"; {key} {text}".rstrip() for key, text in sorted(sections))


def _division(
    players: Sequence[RecordedPlayer],
    results: Mapping[int, dict[int, RecordedResult]],
    local: Mapping[int, int],
    *,
    own: bool,
) -> Iterator[str]:
    # Whoever has left has nothing but zeros to the end; in a file of TSH's own the lines are as long as they were.
    rounds = 0 if own else max((max(results.get(player.number, {0: None})) for player in players), default=0)
    for player in players:
        _check_name(player)
        if own:
            line = player_line(player, results.get(player.number, {}), local)
            ours, theirs = player.extras.get("line", (None, ""))
            yield theirs if line == ours else line
        else:
            yield player_line(replace(player, extras={}), results.get(player.number, {}), local, rounds)


def _with_others(lines: Sequence[str], others: Sequence[tuple[int, str]]) -> Iterator[str]:
    waiting = list(others)
    for place, line in enumerate(lines):
        while waiting and waiting[0][0] <= place:
            yield waiting.pop(0)[1]
        yield line
    yield from (line for _, line in waiting)


def _side(number: int, result: RecordedResult | None, local: Mapping[int, int]) -> tuple[str, str, str, str]:
    """Opponent, own score, who starts, and the table; a round without a row is one without the player."""
    if result is None:
        return "0", "0", "0", "0"
    hosts = result.host == number
    score = result.host_score if hosts else result.guest_score
    written = UNKNOWN if score is None else str(score)
    if result.guest == 0:
        return "0", written, "0", str(result.table)
    opponent = result.guest if hosts else result.host
    return str(local[opponent]), written, "1" if hosts else "2", str(result.table)


def _check_name(player: RecordedPlayer) -> None:
    if _UNSAFE.search(_name(player)) or not _name(player).strip() or "\n" in player.team:
        raise TournamentFileError(FileFault.BAD_VALUE, 0, 0, player.name)


def _name(player: RecordedPlayer) -> str:
    return f"{player.last}, {player.first}" if player.first or player.last else player.name


def _rating(player: RecordedPlayer) -> str:
    rating = player.rating or 0
    return str(rating // 100) if rating % 100 == 0 else format_rating(rating)


_UNSAFE = re.compile(r"[;\r\n]|^#|\s[0-9]+(?:[.+][0-9]+)*(?:\s|$)")
"""What ends a name in such a line: a semicolon, or a number after a space, which is taken for the rating."""
