"""Hosted tournaments in the database: who runs them, the codes of players, calls, announcements; and their files."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex, token_urlsafe
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from mostek.app.hosted_tournaments import (
    DAY,
    MOST_ANNOUNCEMENTS,
    MOST_CALLS,
    MOST_CALLS_OF_PLAYER,
    MOST_HOSTED,
    MOST_OFFICES,
    Announcement,
    ArbiterCall,
    Audience,
    HostedTournament,
    HostingError,
    HostingFault,
    OfficeInvitation,
)
from mostek.app.online_play import OnlinePlay
from mostek.app.tournament_roles import Office, OfficeRole
from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import (
    announcement,
    arbiter_call,
    hosted_tournament,
    log_copy,
    player_code,
    tournament_invitation,
    tournament_line,
    tournament_office,
)
from mostek.store.tokens import digest, new_name, now

FOREVER = 10 * 365 * DAY
"""How long the host is the director."""
_ID = 16
"""The hexadecimal digits of the hashed token that name an invitation to the director."""


class HostedTournamentStore:
    """The hosted tournaments of a server. Raises `HostingError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, file: str, host: str | None, name: str, audience: Audience) -> HostedTournament:
        """Host the tournament of a file; its host is its first director."""
        hosted = HostedTournament(
            id=new_name(), file=file, host=host, secret=token_hex(32), audience=audience, created=now()
        )

        def create_in(connection: Connection) -> None:
            if host is not None and _count(connection, hosted_tournament.c.host == host) >= MOST_HOSTED:
                raise HostingError(HostingFault.TOO_MANY, most=MOST_HOSTED)
            try:
                connection.execute(hosted_tournament.insert().values(hosted_row(hosted)))
            except IntegrityError:
                raise HostingError(HostingFault.NAME_TAKEN, name=file) from None
            if host is not None:
                _appoint(connection, hosted.id, host, OfficeRole.DIRECTOR, name, now() + FOREVER)

        await self._database.write(create_in)
        return hosted

    async def count_of(self, host: str) -> int:
        """The number of tournaments that a person hosts."""
        return await self._database.read(lambda connection: _count(connection, hosted_tournament.c.host == host))

    async def get(self, id: str) -> HostedTournament | None:
        """The tournament of that id."""
        return await self._one(hosted_tournament.c.id == id)

    async def of_file(self, file: str) -> HostedTournament | None:
        """The tournament of that file."""
        return await self._one(hosted_tournament.c.file == file)

    async def _one(self, wanted: Any) -> HostedTournament | None:
        row = await self._database.read(
            lambda connection: connection.execute(select(hosted_tournament).where(wanted)).first()
        )
        return None if row is None else _hosted(row)

    async def all(self) -> list[HostedTournament]:
        """Every hosted tournament, the latest first."""
        newest = select(hosted_tournament).order_by(hosted_tournament.c.created.desc())
        return [_hosted(row) for row in await self._database.read(lambda connection: connection.execute(newest).all())]

    async def of_person(self, person: str) -> list[HostedTournament]:
        """The tournaments in which a person holds an office, the latest first."""
        mine = (
            select(hosted_tournament)
            .join(tournament_office, tournament_office.c.tournament == hosted_tournament.c.id)
            .where(tournament_office.c.person == person, tournament_office.c.until > now())
            .order_by(hosted_tournament.c.created.desc())
        )
        return [_hosted(row) for row in await self._database.read(lambda connection: connection.execute(mine).all())]

    async def set_audience(self, id: str, audience: Audience) -> None:
        """Choose who sees the public pages, and how."""
        values = {"audience": msgspec.json.encode(audience).decode()}
        chosen = update(hosted_tournament).where(hosted_tournament.c.id == id).values(values)
        await self._database.execute(chosen)

    async def set_online(self, id: str, online: OnlinePlay) -> None:
        """Choose which tables are played on the server."""
        values = {"online": msgspec.json.encode(online).decode()}
        chosen = update(hosted_tournament).where(hosted_tournament.c.id == id).values(values)
        await self._database.execute(chosen)

    async def remove(self, id: str) -> None:
        """Host it no more; its file stays where it is."""
        gone = delete(hosted_tournament).where(hosted_tournament.c.id == id)
        await self._database.execute(gone)

    async def drop_lines(self, file: str) -> None:
        """Delete the lines of a file that was deleted, where the database has them."""
        await self._database.execute(delete(tournament_line).where(tournament_line.c.file == file))

    async def office(self, id: str, person: str) -> Office | None:
        """The office of a person; `None` without one, or after it has expired."""
        wanted = select(tournament_office).where(
            tournament_office.c.tournament == id, tournament_office.c.person == person
        )
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        found = None if row is None else _office(row)
        return found if found is not None and found.holds(now()) else None

    async def offices(self, id: str) -> list[Office]:
        """Everybody who holds an office, by name."""
        wanted = (
            select(tournament_office).where(tournament_office.c.tournament == id).order_by(tournament_office.c.name)
        )
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [office for office in map(_office, rows) if office.holds(now())]

    async def dismiss(self, id: str, person: str) -> None:
        """End the office of a person; the last director stays."""

        def dismiss_in(connection: Connection) -> None:
            directors = connection.scalars(
                select(tournament_office.c.person).where(
                    tournament_office.c.tournament == id, tournament_office.c.role == OfficeRole.DIRECTOR
                )
            ).all()
            if list(directors) == [person]:
                raise HostingError(HostingFault.LAST_DIRECTOR)
            connection.execute(
                delete(tournament_office).where(
                    tournament_office.c.tournament == id, tournament_office.c.person == person
                )
            )

        await self._database.write(dismiss_in)

    async def invite(
        self, id: str, role: OfficeRole, name: str, hours: int, office_hours: int
    ) -> tuple[str, OfficeInvitation]:
        """Invite one person to an office. Returns the token of the link, which is not stored."""
        token, at = token_urlsafe(32), now()
        given = OfficeInvitation(id=digest(token)[:_ID], role=role, name=name, created=at, until=at + hours * DAY // 24)

        def invite_in(connection: Connection) -> None:
            _check_room(connection, id, at)
            connection.execute(
                tournament_invitation.insert().values(
                    token=digest(token),
                    tournament=id,
                    role=role,
                    name=name,
                    created=at,
                    until=given.until,
                    office_until=at + office_hours * DAY // 24,
                )
            )

        await self._database.write(invite_in)
        return token, given

    async def invitations(self, id: str) -> list[OfficeInvitation]:
        """The invitations that can still be used, the newest first."""
        wanted = (
            select(tournament_invitation)
            .where(
                tournament_invitation.c.tournament == id,
                tournament_invitation.c.used.is_(None),
                tournament_invitation.c.until > now(),
            )
            .order_by(tournament_invitation.c.created.desc())
        )
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [_invitation(row) for row in rows]

    async def withdraw(self, id: str, invitation: str) -> None:
        """Withdraw an unused invitation."""
        named = func.substr(tournament_invitation.c.token, 1, _ID) == invitation
        gone = delete(tournament_invitation).where(tournament_invitation.c.tournament == id, named)
        await self._database.execute(gone)

    async def invited(self, token: str) -> tuple[str, OfficeInvitation]:
        """The tournament and the invitation of a link."""
        wanted = select(tournament_invitation).where(tournament_invitation.c.token == digest(token))
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            raise HostingError(HostingFault.NO_INVITATION)
        return row.tournament, _invitation(row)

    async def accept(self, token: str, person: str, name: str) -> tuple[str, Office]:
        """Take the office of an invitation. Who has used it already comes back with it; it is for one person."""
        given: list[tuple[str, Office]] = []

        def accept_in(connection: Connection) -> None:
            given.clear()
            wanted = select(tournament_invitation).where(tournament_invitation.c.token == digest(token))
            row = connection.execute(wanted).first()
            if row is None:
                raise HostingError(HostingFault.NO_INVITATION)
            if row.used is not None:
                raise HostingError(HostingFault.INVITATION_USED)
            if now() >= row.until:
                raise HostingError(HostingFault.INVITATION_OVER)
            role, called = OfficeRole(row.role), row.name or name
            _appoint(connection, row.tournament, person, role, called, row.office_until)
            connection.execute(
                update(tournament_invitation).where(tournament_invitation.c.token == row.token).values(used=now())
            )
            office = Office(person=person, role=role, name=called, until=row.office_until)
            given.append((row.tournament, office))

        await self._database.write(accept_in)
        return given[0]

    async def copied_at(self, id: str) -> int | None:
        """When a copy last had everything, in milliseconds since 1970; `None` for a tournament that is run here."""
        wanted = select(log_copy.c.at).where(log_copy.c.tournament == id, log_copy.c.moved.is_(None))
        found: int | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found

    async def set_file(self, id: str, file: str) -> None:
        """Go on with another file, as that of a merge."""

        def set_file_in(connection: Connection) -> None:
            try:
                connection.execute(update(hosted_tournament).where(hosted_tournament.c.id == id).values(file=file))
            except IntegrityError:
                raise HostingError(HostingFault.NAME_TAKEN, name=file) from None

        await self._database.write(set_file_in)

    async def generation(self, id: str, number: int) -> int:
        """The number of withdrawn codes of a player."""
        wanted = select(player_code.c.generation).where(player_code.c.tournament == id, player_code.c.number == number)
        found: int | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found or 0

    async def generations(self, id: str) -> dict[int, int]:
        """The players whose codes were withdrawn, and how often."""
        wanted = select(player_code.c.number, player_code.c.generation).where(player_code.c.tournament == id)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return {row.number: row.generation for row in rows}

    async def withdraw_code(self, id: str, number: int) -> None:
        """Give a player another code; the one before opens nothing any more."""
        anew = insert(player_code).values(tournament=id, number=number, generation=1)
        anew = anew.on_conflict_do_update(
            index_elements=["tournament", "number"], set_={"generation": player_code.c.generation + 1}
        )
        await self._database.execute(anew)

    async def call(self, id: str, call: ArbiterCall) -> list[ArbiterCall]:
        """Store a call of the arbiter; one that is sent again is one call. Returns the open calls."""

        def call_in(connection: Connection) -> None:
            there = _open_calls(connection, id)
            if any(each.id == call.id for each in there):
                return
            own = [each for each in there if each.number == call.number]
            if len(own) >= MOST_CALLS_OF_PLAYER or len(there) >= MOST_CALLS:
                raise HostingError(HostingFault.TOO_MANY_CALLS)
            values = {**msgspec.structs.asdict(call), "tournament": id, "place": call.table}
            del values["table"]
            connection.execute(insert(arbiter_call).values(values).on_conflict_do_nothing())

        await self._database.write(call_in)
        return await self.open_calls(id)

    async def open_calls(self, id: str) -> list[ArbiterCall]:
        """The calls that were not closed, the oldest first."""
        return await self._database.read(lambda connection: _open_calls(connection, id))

    async def take_call(self, id: str, call: str, by: str) -> list[ArbiterCall]:
        """An arbiter goes to the table. Returns the open calls."""
        taken = update(arbiter_call).where(arbiter_call.c.tournament == id, arbiter_call.c.id == call)
        taken = taken.where(arbiter_call.c.closed_at.is_(None)).values(taken_by=by, taken_at=now())
        await self._database.execute(taken)
        return await self.open_calls(id)

    async def close_call(self, id: str, call: str, number: int | None = None) -> list[ArbiterCall]:
        """Close a call; with `number` only one of that player. Returns the open calls."""
        closed = update(arbiter_call).where(arbiter_call.c.tournament == id, arbiter_call.c.id == call)
        if number is not None:
            closed = closed.where(arbiter_call.c.number == number)
        closed = closed.where(arbiter_call.c.closed_at.is_(None)).values(closed_at=now())
        await self._database.execute(closed)
        return await self.open_calls(id)

    async def announce(self, id: str, text: str, by: str) -> list[Announcement]:
        """Announce something. Returns all announcements."""

        def announce_in(connection: Connection) -> None:
            own = announcement.c.tournament == id
            known = connection.scalar(select(func.count()).select_from(announcement).where(own)) or 0
            if known >= MOST_ANNOUNCEMENTS:
                raise HostingError(HostingFault.TOO_MANY_ANNOUNCEMENTS, most=MOST_ANNOUNCEMENTS)
            last = connection.scalar(select(func.max(announcement.c.id)).where(own)) or 0
            connection.execute(announcement.insert().values(tournament=id, id=last + 1, text=text, author=by, at=now()))

        await self._database.write(announce_in)
        return await self.announcements(id)

    async def withdraw_announcement(self, id: str, announced: int) -> list[Announcement]:
        """Withdraw an announcement. Returns the others."""
        gone = update(announcement).where(announcement.c.tournament == id, announcement.c.id == announced)
        gone = gone.values(withdrawn=now())
        await self._database.execute(gone)
        return await self.announcements(id)

    async def announcements(self, id: str) -> list[Announcement]:
        """The announcements, the latest first."""
        wanted = (
            select(announcement)
            .where(announcement.c.tournament == id, announcement.c.withdrawn.is_(None))
            .order_by(announcement.c.id.desc())
        )
        rows: Sequence[Row[Any]] = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [Announcement(id=row.id, text=row.text, by=row.author, at=row.at) for row in rows]


def _count(connection: Connection, wanted: Any) -> int:
    return connection.scalar(select(func.count()).select_from(hosted_tournament).where(wanted)) or 0


def _check_room(connection: Connection, id: str, at: int) -> None:
    officials = select(func.count()).select_from(tournament_office).where(tournament_office.c.tournament == id)
    invited = (
        select(func.count())
        .select_from(tournament_invitation)
        .where(
            tournament_invitation.c.tournament == id,
            tournament_invitation.c.used.is_(None),
            tournament_invitation.c.until > at,
        )
    )
    if (connection.scalar(officials) or 0) + (connection.scalar(invited) or 0) >= MOST_OFFICES:
        raise HostingError(HostingFault.TOO_MANY_OFFICIALS, most=MOST_OFFICES)


def _appoint(connection: Connection, id: str, person: str, role: OfficeRole, name: str, until: int) -> None:
    row = {"tournament": id, "person": person, "role": role, "name": name, "until": until}
    put_row(connection, tournament_office, row, "tournament", "person")


def _open_calls(connection: Connection, id: str) -> list[ArbiterCall]:
    wanted = (
        select(arbiter_call)
        .where(arbiter_call.c.tournament == id, arbiter_call.c.closed_at.is_(None))
        .order_by(arbiter_call.c.at)
    )
    return [_call(row) for row in connection.execute(wanted)]


def _call(row: Row[Any]) -> ArbiterCall:
    return ArbiterCall(
        id=row.id,
        number=row.number,
        division=row.division,
        round=row.round,
        table=row.place,
        reason=row.reason,
        at=row.at,
        taken_by=row.taken_by,
        taken_at=row.taken_at,
        closed_at=row.closed_at,
    )


def hosted_row(hosted: HostedTournament) -> dict[str, Any]:
    """A hosted tournament as its row."""
    chosen = {"audience": hosted.audience, "online": hosted.online}
    return {
        **msgspec.structs.asdict(hosted),
        **{name: msgspec.json.encode(each).decode() for name, each in chosen.items()},
    }


def _hosted(row: Row[Any]) -> HostedTournament:
    return HostedTournament(
        id=row.id,
        file=row.file,
        host=row.host,
        secret=row.secret,
        audience=msgspec.json.decode(row.audience, type=Audience),
        created=row.created,
        online=msgspec.json.decode(row.online, type=OnlinePlay),
    )


def _office(row: Row[Any]) -> Office:
    return Office(person=row.person, role=OfficeRole(row.role), name=row.name, until=row.until)


def _invitation(row: Row[Any]) -> OfficeInvitation:
    return OfficeInvitation(
        id=row.token[:_ID],
        role=OfficeRole(row.role),
        name=row.name,
        created=row.created,
        until=row.until,
        used=row.used,
    )
