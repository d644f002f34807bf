"""TRF16, the report of chess tournaments: written only, and with a loss, for it cannot hold the points of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import encoded
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    names,
    results_by_player,
)

LOSSY = "### LOSSY: this format holds no game points, no spread, no scalps; the ratings are rounded"
"""What the file says of itself. Three pound signs begin a comment in the format's edition of 2026."""

BYE = DRAW
"""What a bye is worth to a player whose points the file does not state, in half points."""


def write(tournament: RecordedTournament) -> bytes:
    """The report, for programs of chess federations and for a second opinion on pairings.

    A bye comes from the pairing (`U`), never from a request, so that no program gives the same player another; what it was
    worth stands in a line of its own.
    """
    results = results_by_player(tournament)
    lines = [LOSSY, *_heading(tournament), f"BBU {BYE // 2:2}.{5 * (BYE % 2)}"]
    players = sorted(tournament.players, key=lambda player: player.number)
    lines += [_player(tournament, each, results.get(each.number, {})) for each in players]
    return encoded("".join(f"{line.rstrip()}\r\n" for line in lines))


def _heading(tournament: RecordedTournament) -> Iterator[str]:
    yield f"012 {_plain(tournament.name)}"
    yield f"022 {_plain(tournament.city)}"
    for code, day in (("042", tournament.first_day), ("052", tournament.last_day or tournament.first_day)):
        if day is not None:
            yield f"{code} {day:%Y/%m/%d}"
    yield f"062 {len(tournament.players)}"
    yield "092 Individual: Swiss-System"
    yield f"102 {_plain(tournament.arbiter)}"
    yield f"XXR {tournament.rounds}"


def _player(tournament: RecordedTournament, player: RecordedPlayer, results: Mapping[int, RecordedResult]) -> str:
    first, last = names(player)
    name = _plain(f"{last}, {first}" if first else last)[:33]
    points = player.half_points
    if points is None:
        points = sum(_half_points(player.number, result) for result in results.values())
    rating = "" if player.rating is None else (player.rating + 50) // 100
    line = (
        f"001 {player.number:4} {'':4} {name:<33} {rating:>4} {'':3} {'':11} {'':10} {points // 2:2}.{5 * (points % 2)}"
    )
    place = "" if player.place is None else player.place
    return f"{line} {place:>4}" + "".join(
        f"  {_round(player.number, results.get(number))}" for number in range(1, tournament.rounds + 1)
    )


def _round(number: int, result: RecordedResult | None) -> str:
    """Opponent, colour and result of a round; the starter is white."""
    if result is None or (result.guest == 0 and result.kind is not ResultKind.BYE):
        return "0000 - Z"
    if result.kind is ResultKind.BYE:
        return "0000 - U"
    hosts = result.host == number
    opponent = result.guest if hosts else result.host
    return f"{opponent:4} {'w' if hosts else 'b'} {_sign(number, result)}"


def _sign(number: int, result: RecordedResult) -> str:
    if result.host_score is None or result.guest_score is None:
        return " "
    halves = _half_points(number, result)
    return {ResultKind.FORFEIT: "-=+", ResultKind.UNSCORED: "LDW", ResultKind.NOT_PLAYED: "---"}.get(
        result.kind, "0=1"
    )[halves]


def _half_points(number: int, result: RecordedResult) -> int:
    if result.kind is ResultKind.BYE:
        return BYE
    if result.kind is ResultKind.NOT_PLAYED or result.host_score is None or result.guest_score is None:
        return 0
    difference = (result.host_score - result.guest_score) * (1 if result.host == number else -1)
    return WIN if difference > 0 else DRAW if difference == 0 else 0


def _plain(text: str) -> str:
    return " ".join(text.split())


FORMAT = TournamentFormat(
    name="trf",
    option="trf",
    pl="raport szachowy TRF",
    en="the chess report TRF",
    precedence=70,
    write=lambda tournament, encoding: {".trf": write(tournament)},
    is_lossy=True,
)
