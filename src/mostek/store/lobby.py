"""Tables in the database. The one writer decides concurrent requests in the order in which they arrive."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from secrets import token_urlsafe
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    exists,
    literal,
    or_,
    select,
    update,
)

from mostek.app.invitation_terms import HOUR, USUAL_HOURS, StoredInvitation, uses_of
from mostek.app.lobby import (
    LobbyTable,
    Proposal,
    TableFault,
    TableStatus,
    TakenSeat,
)
from mostek.app.ports import LogError
from mostek.app.seals import new_sealing, sealed_names
from mostek.app.shares import commitments, setup_of
from mostek.core.players import Role, Seat
from mostek.core.result import GameResult
from mostek.engine.random_draws import commitment as commitment_to
from mostek.notation.wire import encode
from mostek.referee.commands import Venue
from mostek.store import invitations
from mostek.store.database import Database
from mostek.store.game_lines import game_header
from mostek.store.schema import official, place, round_game, seat_name, sitting
from mostek.store.table_rows import (
    LAST,
    TableWork,
    appoint,
    ask_again,
    change,
    free,
    get,
    insert,
    is_host_gone,
    last_of,
    own,
    own_place,
    place_of,
    present,
    read,
    require,
    seat_people,
    set_values,
    take,
)
from mostek.store.tokens import new_name, now

_WAITING = 20
"""The largest number of open tables of one host."""
_CLOSING = 20
"""The games with other people of one person that are looked at to say that one of them runs."""
_FRESH = 3
"""The seconds for which the list of public tables is cached; another process may change names in it."""


def _newest(which: ColumnElement[bool], limit: int | None) -> Select[Any]:
    return select(sitting).where(which).order_by(sitting.c.created.desc()).limit(limit)


def _with_people() -> Select[Any]:
    """The games of `person` for `games_with_people`."""
    mine, other = place.alias(), place.alias()
    person: BindParameter[str] = bindparam("person")
    sits = exists().where(mine.c.sitting == sitting.c.id, mine.c.person == person)
    another = exists().where(
        mine.c.sitting == sitting.c.id,
        mine.c.person == person,
        other.c.sitting == sitting.c.id,
        other.c.seat != mine.c.seat,
        other.c.bot.is_(None),
    )
    of_event = exists().where(round_game.c.game == sitting.c.id)
    return _newest((sitting.c.status == TableStatus.PLAYING) & sits & (another | of_event), _CLOSING)


_WITH_PEOPLE = _with_people()
"""Made once: to put it together takes longer than to carry it out, and almost every request asks it."""


class TableStore:
    """The tables in the database. Raises `TableError` for a fault at a table, and `SaveError` if the database cannot be
    written."""

    def __init__(self, database: Database, key: str | None = None) -> None:
        """`key` is the public key of the server."""
        self._database = database
        self._key = key
        self._changes = 0
        self._kept: tuple[tuple[int, int], float, list[LobbyTable]] | None = None

    async def get(self, id: str) -> LobbyTable | None:
        """The table of that name."""
        return await self._database.read(lambda connection: get(connection, id))

    async def tables(self, ids: Collection[str]) -> dict[str, LobbyTable]:
        """The tables of those names, without any that cannot be read."""
        return {table.id: table for table in await self._sittings(sitting.c.id.in_(ids), None)}

    async def playing(self) -> list[str]:
        """The tables with a game in progress; the one with the latest event comes first."""
        wanted = select(sitting.c.id).where(sitting.c.status == TableStatus.PLAYING).order_by(LAST.desc())
        try:
            return await self._database.read(lambda connection: list(connection.scalars(wanted)))
        except LogError:  # a page of events is damaged, so they come in another order
            return await self._names(sitting.c.status == TableStatus.PLAYING)

    async def games_with_people(self, person: str) -> list[LobbyTable]:
        """The games in progress in which this person has a seat and another person has one, and those of tournaments; the
        newest first, and not more than a few.
        """
        return await self._read(_WITH_PEOPLE, person=person)

    async def idle(self, before: int, most: int, but: Collection[str] = ()) -> list[tuple[str, int]]:
        """The games in progress without an event since a moment, each with its last one; the longest idle come first."""
        wanted = select(sitting.c.id, LAST).where(sitting.c.status == TableStatus.PLAYING, before > LAST)
        wanted = wanted.where(sitting.c.id.not_in(list(but))).order_by(LAST).limit(most)
        try:
            rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        except LogError:  # a page of events is damaged: the games beside it are looked at one by one
            return await self._idle_one_by_one(before, most, but)
        return [(row.id, row.last) for row in rows]

    async def _idle_one_by_one(self, before: int, most: int, but: Collection[str]) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for name in await self._names(sitting.c.status == TableStatus.PLAYING):
            with suppress(LogError):  # a damaged game is reported where it is opened, and the others are looked at
                last = await self._database.read(partial(last_of, name))
                found += [(name, last)] if last is not None and last < before and name not in but else []
        return sorted(found, key=lambda each: each[1])[:most]

    async def complete(self) -> list[str]:
        """The open tables where everybody is ready, because the server stopped before their game could begin."""
        wanted = await self._sittings(sitting.c.status == TableStatus.OPEN, limit=None)
        return [each.id for each in wanted if each.can_begin]

    async def listed(self, person: str | None, limit: int = 100) -> list[LobbyTable]:
        """A person's lobby, newest first: public tables that are open or in play, and the person's own tables.

        At most so many of each.
        """
        found = {each.id: each for each in await self._public(limit)}
        if person is not None:
            mine = own(person) & (sitting.c.status != TableStatus.CLOSED)
            found |= {each.id: each for each in await self._sittings(mine, limit)}
        return sorted(found.values(), key=lambda each: each.created, reverse=True)

    async def _public(self, limit: int) -> list[LobbyTable]:
        """The list is the same for all viewers, so it is cached until a change."""
        changes, until = self._changes, time.monotonic() + _FRESH
        if self._kept is not None and self._kept[0] == (changes, limit) and time.monotonic() < self._kept[1]:
            return self._kept[2]
        alive = sitting.c.status.in_((TableStatus.OPEN, TableStatus.PLAYING))
        public = self._database.backend.is_true_in_json(sitting.c.proposal, "public")
        found = await self._sittings(alive & public, limit)
        self._kept = ((changes, limit), until, found)
        return found

    async def create(self, host: str, proposal: Proposal, bots: Sequence[tuple[str, str]] = ()) -> LobbyTable:
        """Open a table. `bots` are the names and titles of the bots in the last seats.

        Of those that wait for players the oldest is closed when its host opens too many.
        """
        id, created = new_name(), now()
        first = proposal.seats - len(bots)
        seats = [TakenSeat(Seat(first + number), None, title, bot) for number, (bot, title) in enumerate(bots, 1)]

        def create_in(connection: Connection) -> None:
            insert(connection, id, host, proposal, created, seats)
            waiting = select(sitting.c.id).where(sitting.c.host == host, sitting.c.status == TableStatus.OPEN)
            oldest = waiting.order_by(sitting.c.created.desc(), sitting.c.id).offset(_WAITING)
            row = update(sitting).where(sitting.c.id.in_(oldest))
            connection.execute(row.values(status=TableStatus.CLOSED, ended=created))

        await self._database.write(create_in)
        self._changes += 1
        return await self._known(id)

    async def sit(
        self,
        id: str,
        seat: Seat | None,
        person: str,
        name: str,
        others: Sequence[tuple[Seat | None, str]] = (),
        ready: int | None = None,
        commitment: str | None = None,
    ) -> LobbyTable:
        """Give a person a seat, the first free one by default. A person with a seat stays in it.

        `others` play on the same device, each in a seat or in the first free one: at a real board only. `ready` is the moment at
        which the person agreed that the game begins, if that was before. `commitment` is that of the person's page to its share
        of the seed, unless there is one already.
        """

        def sit_in(connection: Connection, table: LobbyTable) -> None:
            require(not others or table.proposal.venue is Venue.TABLE, TableFault.OWN_DEVICES)
            own = table.seat_of(person)
            if own is not None and table.takes_shares and not table.is_complete:
                row = place_of(id, own).where(place.c.commitment.is_(None))
                connection.execute(row.values(commitment=commitment))
            wanted = [*([] if own else [(seat, name)]), *others]
            seat_people(connection, table, person, wanted, ready, commitment)

        return await self._change(id, sit_in)

    async def leave(self, id: str, person: str) -> LobbyTable:
        """Free a person's seat before the game begins; no change for a person without a seat."""

        def leave_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            seat = table.seat_of(person)
            if seat is not None:
                free(connection, id, [seat])

        return await self._change(id, leave_in)

    async def set_ready(
        self, id: str, person: str, at: int, commitment: str | None = None, anew: bool = False
    ) -> LobbyTable:
        """Note that a person is ready, once every seat is taken; no change if nobody is asked any more.

        `commitment` is that of the person's page to its share of the seed; it cannot be exchanged afterwards. With `anew` the
        draw begins again for everybody, because the page that was committed has gone.
        """

        def set_ready_in(connection: Connection, table: LobbyTable) -> None:
            own = own_place(table, person)
            if table.can_begin or table.status is TableStatus.PLAYING:
                return
            require(table.asks_ready, TableFault.NOT_ASKED)
            promise = commitment if table.takes_shares else None
            ready: int | None = at
            if anew and not (table.asks_people and own.ready is not None):
                # Nobody said that they were ready, so no other page counts on the commitment of this one.
                require(own.share is None and own.seat in table.unshared, TableFault.COMMITTED)
                ready = own.ready
            elif anew:
                ask_again(connection, id)
            elif own.ready is not None or not table.unready:
                require(promise in (None, own.commitment), TableFault.COMMITTED)
                return
            connection.execute(place_of(id, own.seat).values(ready=ready, commitment=promise))

        return await self._change(id, set_ready_in)

    async def give_share(self, id: str, person: str, share: str) -> LobbyTable:
        """Take the share of the seed to which a person's page is committed; no change if the game has begun.

        Raises `TableError` before all have committed themselves, and for another share.
        """

        def give_share_in(connection: Connection, table: LobbyTable) -> None:
            own = own_place(table, person)
            if table.status is TableStatus.PLAYING or own.share == share:
                return
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            require(own.commitment is not None, TableFault.NO_COMMITMENT)
            require(commitment_to(share) == own.commitment, TableFault.SHARE_DIFFERS)
            require(own.seat in table.unshared, TableFault.SHARE_TOO_EARLY)
            connection.execute(place_of(id, own.seat).values(share=share))

        return await self._change(id, give_share_in)

    async def free_seat(self, id: str, seat: Seat, person: str, at: int) -> LobbyTable:
        """Free the seat of a player who is not ready, for somebody who has waited; no change for a seat that is free."""

        def free_seat_in(connection: Connection, table: LobbyTable) -> None:
            require(table.seat_of(person) is not None, TableFault.NOT_SITTING)
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            if seat not in table.free:
                require(table.may_free(person, seat, at), TableFault.NOT_OVERDUE)
                free(connection, id, [seat])

        return await self._change(id, free_seat_in)

    async def put_bot(self, id: str, seat: Seat | None, bot: str, title: str) -> LobbyTable:
        """Give a free seat to a bot before the game; during it, the seat of a person, who is then a spectator."""

        def put_bot_in(connection: Connection, table: LobbyTable) -> None:
            if table.status is TableStatus.OPEN:
                take(connection, table, seat, TakenSeat(Seat.FIRST, None, title, bot))
                return
            require(table.status is TableStatus.PLAYING, TableFault.NOT_PLAYING)
            taken = next((each for each in table.places if each.seat == seat and each.bot is None), None)
            require(taken is not None, TableFault.NO_SUCH_SEAT, seat=seat)
            row = update(place).where(place.c.sitting == id, place.c.seat == seat)
            connection.execute(row.values(person=None, bot=bot, name=title))

        return await self._change(id, put_bot_in)

    async def begin(self, id: str, begun: int) -> LobbyTable:
        """Begin the game with a header for its log that contains the setup. A game begins only once."""

        def begin_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            require(table.can_begin, TableFault.NOT_PLAYING)
            names = sealed_names({place.seat: place.name for place in table.places})
            people = {place.seat: place.person for place in table.places}
            rows = [{"game": id, "person": people[each.seat], **asdict(each)} for each in names]
            connection.execute(seat_name.insert(), rows)
            setup = setup_of(table)
            header = game_header(id, setup, new_sealing(names, self._key, commitments(setup) or UNSET))
            set_values(connection, id, status=TableStatus.PLAYING, header=header, begun=begun, secret=None)
            connection.execute(update(place).where(place.c.sitting == id).values(commitment=None, share=None))

        return await self._change(id, begin_in)

    async def finish(self, id: str, result: GameResult, ended: int) -> LobbyTable:
        """Store the result of a finished game; a corrected result replaces the first."""

        def finish_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.PLAYING, TableStatus.OVER), TableFault.NOT_PLAYING)
            set_values(connection, id, status=TableStatus.OVER, result=encode(result), ended=table.ended or ended)

        return await self._change(id, finish_in)

    async def delete(self, id: str, person: str, at: int) -> LobbyTable:
        """Close a table without a game for its host, or for somebody who sits there if the host has gone.

        A closed table stays closed.
        """

        def delete_in(connection: Connection, table: LobbyTable) -> None:
            if table.host != person:
                sits = table.seat_of(person) is not None
                require(sits and is_host_gone(connection, table, at), TableFault.NOT_HOST)
            require(table.status in (TableStatus.OPEN, TableStatus.CLOSED), TableFault.BEGUN)
            set_values(connection, id, status=TableStatus.CLOSED, ended=table.ended or at)

        return await self._change(id, delete_in)

    async def close(self, id: str) -> LobbyTable:
        """Close a table; no effect on a game that is over."""

        def close_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.OPEN, TableStatus.CLOSED), TableFault.NOT_OPEN)
            set_values(connection, id, status=TableStatus.CLOSED, ended=table.ended or now())

        return await self._change(id, close_in)

    async def close_forgotten(self, before: int, deserted: int = 0) -> list[str]:
        """Close the tables without a game that were opened before a moment, those without a person before the other one."""
        sits = select(place.c.sitting).where(place.c.person.is_not(None))
        empty = (sitting.c.created < deserted) & sitting.c.id.not_in(sits)
        old = await self._names((sitting.c.status == TableStatus.OPEN) & or_(sitting.c.created < before, empty))
        for id in old:
            await self.close(id)
        return old

    async def invite(
        self, id: str, role: Role, uses: int = 1, hours: int = USUAL_HOURS
    ) -> tuple[str, StoredInvitation]:
        """Create an invitation to that role for so many people and hours.

        Returns its token, of which only the SHA-256 is stored, and what is stored.
        """
        token, created = token_urlsafe(18), now()
        made: list[StoredInvitation] = []

        def invite_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.OPEN, TableStatus.PLAYING), TableFault.NOT_OPEN)
            until = created + hours * HOUR
            invitations.put(connection, token, id, role, created, uses_of(role, uses), until)
            made[:] = [invitations.find(connection, token)]

        await self._change(id, invite_in)
        return token, made[0]

    async def invitations(self, id: str) -> list[StoredInvitation]:
        """The open invitations to a table, the newest first; none once its seats and officials can no longer change."""
        at = now()

        def invitations_in(connection: Connection) -> list[StoredInvitation]:
            table = present(connection, id)
            if table.status not in (TableStatus.OPEN, TableStatus.PLAYING):
                return []
            found = invitations.open_at(connection, id, at)
            return [each for each in found if table.status is TableStatus.OPEN or each.role is not Role.PLAYER]

        return await self._database.read(invitations_in)

    async def withdraw(self, id: str, invitation: str) -> None:
        """Withdraw an invitation, which nobody can use from then on."""
        at = now()
        await self._change(id, lambda connection, table: invitations.withdraw(connection, id, invitation, at))

    async def invited(self, token: str, person: str | None = None) -> StoredInvitation:
        """An invitation that the person can use. Raises `TableError` for one that was used, withdrawn or has expired."""
        at = now()
        return await self._database.read(lambda connection: invitations.check(connection, token, person, at))

    async def accept(self, token: str, person: str, name: str, commitment: str | None = None) -> LobbyTable:
        """Accept an invitation: take a seat, or become an official. A spectator's invitation changes nothing.

        Of two people with an invitation for one, the writer's first gets it. `commitment` is that of the person's page to its
        share of the seed.
        """
        given, at = await self.invited(token, person), now()
        if given.role is Role.SPECTATOR:
            return await self._known(given.table)

        def accept_in(connection: Connection, table: LobbyTable) -> None:
            invitations.check(connection, token, person, at)
            if table.officials.get(person) is given.role or (given.role is Role.PLAYER and table.seat_of(person)):
                return
            if given.role is Role.PLAYER:
                seat_people(connection, table, person, [(None, name)], commitment=commitment)
            else:
                appoint(connection, table, person, given.role)
            invitations.use(connection, token, person, at)

        return await self._change(given.table, accept_in)

    async def appoint(self, id: str, person: str, role: Role) -> LobbyTable:
        """Make a person an official of the table; a player cannot be one."""

        def appoint_in(connection: Connection, table: LobbyTable) -> None:
            appoint(connection, table, person, role)

        return await self._change(id, appoint_in)

    async def let_see(self, id: str, people: Collection[str]) -> LobbyTable:
        """Let officials of a table act and see the racks, because all players have consented.

        No change for a person who is no longer an official there.
        """

        def let_see_in(connection: Connection, table: LobbyTable) -> None:
            row = update(official).where(official.c.sitting == id, official.c.person.in_(people))
            connection.execute(row.values(sees_racks=1, asks=0))

        return await self._change(id, let_see_in)

    async def dismiss(self, id: str, person: str) -> LobbyTable:
        """Let an official of a table go who wants to leave; no change for anybody else."""

        def dismiss_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.OPEN, TableStatus.PLAYING), TableFault.NOT_OPEN)
            connection.execute(delete(official).where(official.c.sitting == id, official.c.person == person))

        return await self._change(id, dismiss_in)

    async def judged_by(self, person: str) -> list[str]:
        """The tables in play of which a person is an official."""
        rules = select(official.c.sitting).where(official.c.person == person)
        return await self._names((sitting.c.status == TableStatus.PLAYING) & sitting.c.id.in_(rules))

    async def set_rematch(
        self, id: str, proposal: Proposal, host: str, seats: Sequence[TakenSeat], commitment: str | None = None
    ) -> LobbyTable:
        """Return the table of the rematch; the first request opens it.

        `commitment` is that of the host's page to its share of the seed.
        """
        promise = commitment if proposal.venue is Venue.ONLINE else None
        seats = [replace(each, commitment=promise if each.person == host else None) for each in seats]
        fresh, created = new_name(), now()

        def set_rematch_in(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OVER, TableFault.NOT_OVER)
            if table.rematch is None:
                insert(connection, fresh, host, proposal, created, seats)
                same = select(literal(fresh), official.c.person, official.c.role, official.c.sees_racks)
                same = same.where(official.c.sitting == id, official.c.asks == 0)
                connection.execute(official.insert().from_select(["sitting", "person", "role", "sees_racks"], same))
                set_values(connection, id, rematch=fresh)

        table = await self._change(id, set_rematch_in)
        return await self._known(table.rematch or fresh)

    async def before_rematch(self, id: str) -> LobbyTable | None:
        """The table before this rematch."""
        found = await self._sittings(sitting.c.rematch == id, limit=1)
        return found[0] if found else None

    async def _change(self, id: str, work: TableWork) -> LobbyTable:
        after = await change(self._database, id, work)
        self._changes += 1
        return after

    async def _known(self, id: str) -> LobbyTable:
        return await self._database.read(lambda connection: present(connection, id))

    async def _names(self, which: ColumnElement[bool]) -> list[str]:
        wanted = select(sitting.c.id).where(which).order_by(sitting.c.created)
        return await self._database.read(lambda connection: list(connection.scalars(wanted)))

    async def _sittings(self, which: ColumnElement[bool], limit: int | None) -> list[LobbyTable]:
        return await self._read(_newest(which, limit))

    async def _read(self, wanted: Select[Any], **values: str) -> list[LobbyTable]:
        return await self._database.read(
            lambda connection: read(connection, connection.execute(wanted, values).all(), self._database.damage)
        )
