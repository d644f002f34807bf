"""Games of rounds online in the database: read for a second computer, and taken over there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, Select, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from mostek.app.lobby import Proposal, TableStatus
from mostek.app.ports import LogError
from mostek.features.replication.model import (
    MOST_GAMES,
    CopiedEvent,
    CopiedHead,
    CopiedName,
    CopiedPerson,
    CopiedSeat,
    GameCopy,
    event_mark,
    has_version,
    mark_of,
)
from mostek.store.database import Database
from mostek.store.game_lines import log_of, read_lines
from mostek.store.round_games import online_of
from mostek.store.schema import (
    countersignature,
    event,
    heartbeat,
    person,
    place,
    round_game,
    seat_name,
    session,
    signed_head,
    sitting,
)
from mostek.store.tokens import now

_LASTING = 120_000
"""The milliseconds after the end of a game from which it does not change: until then pages countersign it."""
_SESSIONS = 8
PIECE = 192 * 1024
"""The bytes of games at which a piece ends, unless one game alone has more."""


_ROWS = 400
"""The events of a game in a piece."""


class MissingGames(Struct, frozen=True, kw_only=True):
    """The difference between the games of a tournament and what a second computer has."""

    games: tuple[GameCopy, ...] = ()
    """Those of which it lacks something, in a piece of a bounded size."""
    untied: tuple[str, ...] = ()
    """Those that are no games of the tournament any more."""
    more: bool = False
    """Whether there is something else that it lacks."""
    unknown: bool = False
    """Whether it lacks a game altogether."""

    @property
    def is_empty(self) -> bool:
        """Whether it has everything."""
        return not self.games and not self.untied and not self.more


class GameCopyStore:
    """Reads the games of tournaments for second computers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._final: dict[str, str] = {}
        """The marks of games that do not change any more."""

    def changed(self, game: str) -> None:
        """A game has changed, perhaps by a ruling after its end."""
        self._final.pop(game, None)

    async def missing(self, id: str, known: Mapping[str, str]) -> MissingGames:
        """The games that differ from what is known by those marks. Raises `LogError`."""
        return await self._database.read(lambda connection: self._missing(connection, id, known))

    def _missing(self, connection: Connection, id: str, known: Mapping[str, str]) -> MissingGames:
        wanted = select(round_game).where(round_game.c.tournament == id)
        latest = wanted.order_by(round_game.c.settled, round_game.c.round.desc()).limit(MOST_GAMES)
        tied = connection.execute(latest).all()
        names = [row.game for row in tied]
        untied = tuple(game for game in known if game not in set(names))
        changing = [row for row in tied if self._final.get(row.game, "") != known.get(row.game)]
        found: list[GameCopy] = []
        size, more, unknown = 0, False, False
        for copy, last in _besides(connection, changing):
            mark = mark_of(copy, last)
            if copy.online.settled and copy.ended is not None and copy.ended < now() - _LASTING:
                self._final[copy.online.game] = mark
            if known.get(copy.online.game) == mark:
                continue
            unknown = unknown or copy.online.game not in known
            if size >= PIECE:
                more = True
                break
            part = _with_events(connection, copy, known.get(copy.online.game, ""))
            size += sum(len(each.line) + len(each.asked or b"") for each in part.events) + 2048
            more = more or part.version < copy.version
            found.append(part)
        return MissingGames(games=tuple(found), untied=untied, more=more, unknown=unknown)


def _besides(connection: Connection, tied: Sequence[Row[Any]]) -> Iterable[tuple[GameCopy, bytes | None]]:
    """The games without their events, each with the line of its last event."""
    names = [row.game for row in tied]
    if not names:
        return
    newest = event.alias()
    last = select(func.max(newest.c.version)).where(newest.c.game == sitting.c.id).correlate(sitting).scalar_subquery()
    tables = {
        row.id: row for row in connection.execute(select(sitting, last.label("version")).where(sitting.c.id.in_(names)))
    }
    ends = {
        row.game: row.line
        for row in connection.execute(
            select(event.c.game, event.c.line)
            .join(sitting, sitting.c.id == event.c.game)
            .where(sitting.c.id.in_(names), event.c.version == last)
        )
    }
    seats = _grouped(connection, select(place, place.c.sitting.label("game")).where(place.c.sitting.in_(names)))
    named = _grouped(connection, select(seat_name).where(seat_name.c.game.in_(names)))
    signed = _grouped(connection, select(signed_head).where(signed_head.c.game.in_(names)))
    countersigned = _grouped(connection, select(countersignature).where(countersignature.c.game.in_(names)))
    people = _people(connection, {row.person for rows in seats.values() for row in rows if row.person is not None})
    for row in tied:
        table = tables.get(row.game)
        if table is None:
            continue
        places = sorted(seats.get(row.game, ()), key=lambda each: int(each.seat))
        heads = [CopiedHead(None, each.lines, each.seal, "", each.signature) for each in signed.get(row.game, ())]
        heads += [
            CopiedHead(each.seat, each.lines, each.seal, each.key, each.signature)
            for each in sorted(countersigned.get(row.game, ()), key=lambda each: int(each.seat))
        ]
        copy = GameCopy(
            online=online_of(row),
            proposal=table.proposal,
            status=table.status,
            created=table.created,
            begun=table.begun,
            ended=table.ended,
            header=table.header,
            result=table.result,
            secret=table.secret,
            awaited=table.awaited,
            seats=tuple(
                CopiedSeat(each.seat, each.person, each.name, each.ready, each.commitment, each.share)
                for each in places
            ),
            people=tuple(people[each.person] for each in places if each.person in people),
            names=tuple(
                CopiedName(each.seat, each.person, each.name, each.salt)
                for each in sorted(named.get(row.game, ()), key=lambda each: int(each.seat))
            ),
            heads=tuple(heads),
            after=table.version or 0,
        )
        yield copy, ends.get(row.game)


def _grouped(connection: Connection, wanted: Select[Any]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(wanted):
        found.setdefault(row.game, []).append(row)
    return found


def _people(connection: Connection, ids: set[str]) -> dict[str, CopiedPerson]:
    tokens: dict[str, list[str]] = {}
    opened = select(session.c.person, session.c.token).where(session.c.person.in_(ids)).order_by(session.c.token)
    for row in connection.execute(opened):
        tokens.setdefault(row.person, []).append(row.token)
    return {
        row.id: CopiedPerson(row.id, row.name, row.language, tuple(tokens.get(row.id, ())[:_SESSIONS]))
        for row in connection.execute(select(person).where(person.c.id.in_(ids)))
    }


def _with_events(connection: Connection, copy: GameCopy, known: str) -> GameCopy:
    """A game with the events that a second computer lacks; all of them if it has others."""
    have, last = has_version(known)
    if have:
        there = select(event.c.line).where(event.c.game == copy.online.game, event.c.version == have)
        if event_mark(connection.scalar(there)) != last:
            have = 0
    wanted = select(event).where(event.c.game == copy.online.game, event.c.version > have)
    rows = connection.execute(wanted.order_by(event.c.version).limit(_ROWS)).all()
    events = tuple(CopiedEvent(row.version, row.at, row.asked, row.token, row.line) for row in rows)
    return msgspec.structs.replace(copy, after=have, events=events)


def adopt_games(connection: Connection, tournament: str, games: Iterable[GameCopy], seen: int) -> None:
    """Go on here with the games of a hall that was heard of last at `seen`, in milliseconds since 1970.

    A game that cannot be read, or whose name another table here has, is left out: its table gets another game. Clocks wait from
    the last sign of the hall on, not from the last run of this server.
    """
    connection.execute(update(heartbeat).where(heartbeat.c.at > seen).values(at=seen))
    for copy in games:
        if _is_sound(copy, tournament) and _makes_room(connection, copy.online.game, tournament):
            _adopt(connection, tournament, copy)


def forget_ties(connection: Connection, tournament: str) -> list[Row[Any]]:
    """Untie the games that a tournament has here from an earlier time. Returns the ties."""
    before = list(connection.execute(select(round_game).where(round_game.c.tournament == tournament)).all())
    connection.execute(delete(round_game).where(round_game.c.tournament == tournament))
    return before


def tie_again(connection: Connection, before: Sequence[Row[Any]]) -> None:
    """Tie finished games of an earlier time again whose tables have no other; what else is left of them is closed."""
    tied = set(connection.scalars(select(round_game.c.game)))
    for row in before:
        if row.game in tied:
            continue
        if row.settled:
            connection.execute(insert(round_game).values(row._asdict()).on_conflict_do_nothing())
        else:
            unfinished = sitting.c.status.in_((TableStatus.OPEN, TableStatus.PLAYING))
            left = update(sitting).where(sitting.c.id == row.game, unfinished)
            connection.execute(left.values(status=TableStatus.CLOSED, ended=now()))


def _is_sound(copy: GameCopy, tournament: str) -> bool:
    try:
        if msgspec.json.decode(copy.proposal, type=Proposal).tournament != tournament:
            return False
        if copy.header is not None:
            read_lines(log_of(copy.header, ((each.asked, each.line) for each in copy.events)))
    except (LogError, msgspec.MsgspecError, ValueError):
        return False
    return copy.after == 0


def _makes_room(connection: Connection, game: str, tournament: str) -> bool:
    """Remove what is here of a game of this tournament. Returns whether its name is free then."""
    there = connection.execute(select(sitting.c.proposal).where(sitting.c.id == game)).first()
    if there is None:
        return True
    if msgspec.json.decode(there.proposal, type=Proposal).tournament != tournament:
        return False
    connection.execute(delete(event).where(event.c.game == game))
    connection.execute(delete(sitting).where(sitting.c.id == game))
    return True


def _adopt(connection: Connection, tournament: str, copy: GameCopy) -> None:
    game, there = copy.online.game, copy.online.place
    for each in copy.people:
        adopt_person(connection, each.id, each.called, each.language, each.sessions)
    known = set(connection.scalars(select(person.c.id).where(person.c.id.in_([each.id for each in copy.people]))))
    columns = ("proposal", "status", "created", "begun", "ended", "header", "result", "secret", "awaited")
    connection.execute(sitting.insert().values(id=game, **{name: getattr(copy, name) for name in columns}))
    for seat in copy.seats:
        row = msgspec.structs.asdict(seat) | {"person": seat.person if seat.person in known else None}
        connection.execute(place.insert().values(sitting=game, **row))
    for name in copy.names:
        if name.person is None or name.person in known:
            connection.execute(seat_name.insert().values(game=game, **msgspec.structs.asdict(name)))
    for head in copy.heads:
        row = {"game": game, "lines": head.lines, "seal": head.seal, "signature": head.signature}
        if head.seat is None:
            connection.execute(signed_head.insert().values(row))
        else:
            connection.execute(countersignature.insert().values(row | {"seat": head.seat, "key": head.key}))
    if copy.events:
        connection.execute(event.insert(), [{"game": game, **msgspec.structs.asdict(each)} for each in copy.events])
    values = {"tournament": tournament, "division": there.division, "round": there.round, "place": there.table}
    players = msgspec.json.encode(copy.online.players).decode()
    tied = {"game": game, "players": players, "settled": int(copy.online.settled)}
    connection.execute(insert(round_game).values(**values, **tied).on_conflict_do_nothing())


def adopt_person(connection: Connection, id: str, called: str, language: str, sessions: Iterable[str]) -> None:
    """A person of a hall as a guest of this server; one who is known here already stays as they are."""
    guest = {"id": id, "name": called, "language": language, "created": now(), "seen": now()}
    if connection.execute(insert(person).values(guest).on_conflict_do_nothing()).rowcount == 0:
        return
    for token in sessions:
        opened = {"token": token, "person": id, "created": now(), "seen": now()}
        connection.execute(insert(session).values(opened).on_conflict_do_nothing())
