"""What every player did in every round, as Scrabble Manager exports it: records of eight bytes, each game in two of them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.formats.faults import FileFault, TournamentFileError
from mostek.tournament.formats.recorded import RecordedResult, RecordedTournament, ResultKind, kind_of

RECORD = struct.Struct("<bBHHH")
"""Status, table, result in half points, score, opponent."""
NOTHING: Final = 32767
"""What stands for a number that is not there."""
TAIL_RECORDS: Final = 3


def read_rounds(data: bytes, players: int, rounds: int) -> tuple[tuple[RecordedResult, ...], str]:
    """The results, and the end of the file in hexadecimal if it is not the usual one. Raises `TournamentFileError`."""
    wanted = (players * (rounds + 1) + TAIL_RECORDS) * RECORD.size
    if len(data) < wanted:
        raise TournamentFileError(FileFault.CUT, len(data) // RECORD.size + 1, 1, f"{len(data)} < {wanted}")
    if len(data) > wanted:
        raise TournamentFileError(FileFault.RECORD_COUNT, wanted // RECORD.size + 1, 1, f"{len(data)} > {wanted}")
    grid = _Grid([_Record(*fields) for fields in RECORD.iter_unpack(data)], players, rounds)
    results = [each for number in range(1, rounds + 1) for each in grid.round(number)]
    for player in range(1, players + 1):
        grid.check_end(player)
    results.sort(key=lambda result: (result.round, result.table or NOTHING, result.host))
    tail = data[-TAIL_RECORDS * RECORD.size :]
    return tuple(results), "" if tail == _tail(rounds) else tail.hex()


def write_rounds(tournament: RecordedTournament, players: int, tail: str, *, own: bool) -> bytes:
    """The records of all players, and the end of the file; what the results keep from such a file counts if it is their `own`.

    Raises `TournamentFileError` for a number without room.
    """
    rounds = tournament.rounds
    records = {(player, number): _ABSENTEE for player in range(1, players + 1) for number in range(1, rounds + 1)}
    for result in tournament.results:
        for player, record in _sides(result, result.extras if own else {}):
            if (player, result.round) not in records or not (0 <= record.score <= NOTHING and 0 <= record.table <= 255):
                raise TournamentFileError(FileFault.BAD_VALUE, 0, 0, f"{result.round}: {result.host}-{result.guest}")
            records[player, result.round] = record
    data = b""
    for player in range(1, players + 1):
        row = (records[player, number] for number in range(1, rounds + 1))
        data += b"".join(RECORD.pack(*record) for record in (*row, _END))
    return data + (bytes.fromhex(tail) if tail else _tail(rounds))


class _Record(NamedTuple):
    status: int
    table: int
    result: int
    score: int
    opponent: int


class _Grid(NamedTuple):
    """All the records, found by player and round."""

    records: list[_Record]
    players: int
    rounds: int

    def place(self, player: int, number: int) -> int:
        return (player - 1) * (self.rounds + 1) + number - 1

    def check_end(self, player: int) -> None:
        place = self.place(player, self.rounds + 1)
        if self.records[place] != _END:
            raise self.fault(FileFault.BAD_VALUE, place)

    def fault(self, fault: FileFault, place: int) -> TournamentFileError:
        return TournamentFileError(fault, place + 1, 1, " ".join(map(str, self.records[place])))

    def round(self, number: int) -> Iterator[RecordedResult]:
        for player in range(1, self.players + 1):
            place = self.place(player, number)
            record = self.records[place]
            if record.status in (_FIRST, _SECOND):
                self.check_sides(player, number)
                if record.status == _FIRST:
                    yield self.game(player, number)
            elif record.status == _BYE and record.opponent == 0:
                yield _bye(record, player, number)
            elif record == _END:
                yield _row(number, 0, player, 0, None, None)
            elif record != _ABSENTEE:
                raise self.fault(FileFault.BAD_VALUE, place)

    def check_sides(self, player: int, number: int) -> None:
        """That the opponent's record tells of the same game."""
        place = self.place(player, number)
        record = self.records[place]
        if not 1 <= record.opponent <= self.players:
            raise self.fault(FileFault.UNKNOWN_PLAYER, place)
        other = self.records[self.place(record.opponent, number)]
        agree = (
            other.opponent == player
            and other.table == record.table
            and other.status == _SECOND + _FIRST - record.status
        )
        if not agree or (record.result, other.result) not in _halves(record.score, other.score):
            raise self.fault(FileFault.ONE_SIDED, place)

    def game(self, player: int, number: int) -> RecordedResult:
        record = self.records[self.place(player, number)]
        other = self.records[self.place(record.opponent, number)]
        row = _row(number, record.table, player, record.opponent, _score(record), _score(other))
        stated = (record.result, other.result)
        if stated == _halves(record.score, other.score)[-1]:
            return row
        return replace(row, extras={"halves": stated})


def _halves(own: int, other: int) -> tuple[tuple[int, int], ...]:
    """The results in half points that go with these scores, the one that we write last; 0:0 may be lost by both (S31)."""
    if NOTHING in (own, other):
        return ((0, 0), (NOTHING, NOTHING))
    if own == other:
        return ((DRAW, DRAW), (0, 0)) if own == 0 else ((DRAW, DRAW),)
    return ((WIN, 0),) if own > other else ((0, WIN),)


def _score(record: _Record) -> int | None:
    return None if record.score == NOTHING else record.score


def _row(number: int, table: int, host: int, guest: int, own: int | None, other: int | None) -> RecordedResult:
    kind = kind_of(guest, own, other)
    return RecordedResult(
        round=number, table=table, host=host, guest=guest, host_score=own, guest_score=other, kind=kind
    )


def _bye(record: _Record, player: int, number: int) -> RecordedResult:
    return RecordedResult(
        round=number,
        table=record.table,
        host=player,
        guest=0,
        host_score=_score(record),
        guest_score=None,
        kind=ResultKind.BYE,
        # A bye was a full win in 2018 and has this sign; any other is kept.
        extras={} if record.result == WIN else {"result": record.result},
    )


def _sides(result: RecordedResult, extras: Mapping[str, Any]) -> Iterator[tuple[int, _Record]]:
    host, guest = (NOTHING if score is None else score for score in (result.host_score, result.guest_score))
    if result.guest == 0:
        bye = _Record(_BYE, result.table, extras.get("result", WIN), host, 0)
        yield result.host, bye if result.kind is ResultKind.BYE else _END if host == NOTHING else _ABSENTEE
        return
    halves = extras.get("halves", _halves(host, guest)[-1])
    yield result.host, _Record(_FIRST, result.table, halves[0], host, result.guest)
    yield result.guest, _Record(_SECOND, result.table, halves[1], guest, result.host)


def _tail(rounds: int) -> bytes:
    return RECORD.pack(1, 0, rounds + 1, NOTHING, 0) * TAIL_RECORDS


_ABSENT, _FIRST, _SECOND, _BYE = 0, 1, 2, 3
_ABSENTEE = _Record(_ABSENT, 0, 0, 0, 0)
_END = _Record(_ABSENT, 0, NOTHING, NOTHING, 0)
"""Closes the records of a player; we take it as well for a round that has not been paired yet."""
