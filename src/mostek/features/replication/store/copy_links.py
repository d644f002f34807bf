"""Links for copies of tournaments in the database: for publishing here, and for a second computer that stands by."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex, token_urlsafe
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from mostek.app.hosted_tournaments import DAY, Announcement, Audience, HostedTournament
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.tournament_roles import OfficeRole
from mostek.features.replication.model import GameCopy, HallSnapshot, OfficeHolder, UnusedInvitation
from mostek.features.replication.store.game_copies import adopt_games, adopt_person, forget_ties, tie_again
from mostek.store.database import Database
from mostek.store.hosted_tournaments import hosted_row
from mostek.store.put_row import put_row
from mostek.store.schema import (
    announcement,
    arbiter_call,
    hosted_tournament,
    log_copy,
    person,
    player_code,
    session,
    standby,
    tournament_invitation,
    tournament_office,
)
from mostek.store.tokens import digest, new_name, now
from mostek.store.tournament_files import COPIES_FOLDER

MOST_LINKS = 200
"""The most links for publishing that a server has: each is for one tournament of at most 8 MB."""
MOST_STANDBYS = 4
"""The most links for second computers of a tournament."""
STANDBY_DAYS = 7


class CopyLink(Struct, frozen=True, kw_only=True):
    """A link for publishing. Times are milliseconds since 1970."""

    token: str
    """Its hash."""
    label: str
    created: int
    until: int
    tournament: str | None
    key: str | None
    at: int | None
    codes: dict[str, str]
    moved: int | None


class StandbyLink(Struct, frozen=True, kw_only=True):
    """A link for a second computer."""

    token: str
    """Its hash."""
    tournament: str
    until: int
    key: str | None


class CopyLinkStore:
    """The links for copies. Raises `CopyError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def offer(self, label: str, hours: int) -> str:
        """Make a link by which one tournament may be published here; its token is not stored."""
        token, at = token_urlsafe(32), now()

        def offer_in(connection: Connection) -> None:
            expired = log_copy.c.tournament.is_(None) & (log_copy.c.until <= at)
            connection.execute(delete(log_copy).where(expired))
            if (connection.scalar(select(func.count()).select_from(log_copy)) or 0) >= MOST_LINKS:
                raise CopyError(CopyFault.TOO_MANY, most=MOST_LINKS)
            values = {"token": digest(token), "label": label, "created": at, "until": at + hours * DAY // 24}
            connection.execute(log_copy.insert().values(values))

        await self._database.write(offer_in)
        return token

    async def renew(self, tournament: str) -> str:
        """Another link for a tournament that is published here; the one before opens nothing, and any desk may go on."""
        token = token_urlsafe(32)

        def renew_in(connection: Connection) -> None:
            mine = update(log_copy).where(log_copy.c.tournament == tournament)
            if not connection.execute(mine.values(token=digest(token), key=None)).rowcount:
                raise CopyError(CopyFault.NO_LINK)

        await self._database.write(renew_in)
        return token

    async def all(self) -> list[CopyLink]:
        """Every link, the latest first."""
        wanted = select(log_copy).order_by(log_copy.c.created.desc())
        return [_link(row) for row in await self._database.read(lambda connection: connection.execute(wanted).all())]

    async def get(self, token: str) -> CopyLink:
        """The link with this token."""
        wanted = select(log_copy).where(log_copy.c.token == digest(token))
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            raise CopyError(CopyFault.NO_LINK)
        return _link(row)

    async def of_tournament(self, id: str) -> CopyLink | None:
        """The link by which a tournament is published here; `None` for one that is run here."""
        wanted = select(log_copy).where(log_copy.c.tournament == id)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else _link(row)

    async def begin(self, link: CopyLink, wished: str, audience: Audience, key: str) -> HostedTournament:
        """Show the tournament of a link here: under the id that it has in the hall, if that is free."""
        hosted = HostedTournament(
            id=wished or new_name(),
            file="",
            host=None,
            secret=token_hex(32),
            audience=audience,
            created=now(),
        )
        made: list[HostedTournament] = []

        def begin_in(connection: Connection) -> None:
            made.clear()
            taken = connection.scalar(select(hosted_tournament.c.id).where(hosted_tournament.c.id == hosted.id))
            id = hosted.id if taken is None else new_name()
            new = msgspec.structs.replace(hosted, id=id, file=f"{COPIES_FOLDER}/{link.token[:32]}")
            connection.execute(hosted_tournament.insert().values(hosted_row(new)))
            connection.execute(
                update(log_copy).where(log_copy.c.token == link.token).values(tournament=id, key=key, at=now())
            )
            made.append(new)

        await self._database.write(begin_in)
        return made[0]

    async def note(self, link: CopyLink, **values: Any) -> None:
        """Note what a piece has brought: `at`, `key` or `codes`."""
        if "codes" in values:
            values["codes"] = msgspec.json.encode(values["codes"]).decode()
        noted = update(log_copy).where(log_copy.c.token == link.token).values(**values)
        await self._database.execute(noted)

    async def go_on(self, link: CopyLink, file: str, who: str, name: str) -> None:
        """The tournament of a link is run here from now on; its owner is the director."""

        def go_on_in(connection: Connection) -> None:
            connection.execute(
                update(hosted_tournament).where(hosted_tournament.c.id == link.tournament).values(file=file)
            )
            connection.execute(update(log_copy).where(log_copy.c.token == link.token).values(moved=now()))
            office = {"role": OfficeRole.DIRECTOR, "name": name, "until": now() + 3650 * DAY}
            row = {"tournament": link.tournament, "person": who, **office}
            put_row(connection, tournament_office, row, "tournament", "person")

        await self._database.write(go_on_in)

    async def set_announcements(self, id: str, announcements: Sequence[Announcement]) -> None:
        """Put the announcements of the hall in place of those that are here."""

        def set_announcements_in(connection: Connection) -> None:
            connection.execute(delete(announcement).where(announcement.c.tournament == id))
            for each in announcements:
                row = {"tournament": id, "id": each.id, "text": each.text, "author": each.by, "at": each.at}
                connection.execute(announcement.insert().values(row))

        await self._database.write(set_announcements_in)

    # A second computer

    async def offer_standby(self, id: str) -> str:
        """Make a link for a second computer, which is good for a week."""
        token, at = token_urlsafe(32), now()

        def offer_standby_in(connection: Connection) -> None:
            mine = standby.c.tournament == id
            connection.execute(delete(standby).where(mine, standby.c.until <= at))
            if (connection.scalar(select(func.count()).select_from(standby).where(mine)) or 0) >= MOST_STANDBYS:
                raise CopyError(CopyFault.TOO_MANY, most=MOST_STANDBYS)
            values = {"token": digest(token), "tournament": id, "created": at, "until": at + STANDBY_DAYS * DAY}
            connection.execute(standby.insert().values(values))

        await self._database.write(offer_standby_in)
        return token

    async def standby(self, token: str, key: str | None = None) -> StandbyLink:
        """The link with this token; the first computer that comes with its key has it."""
        wanted = select(standby).where(standby.c.token == digest(token), standby.c.until > now())
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            raise CopyError(CopyFault.NO_LINK)
        found = StandbyLink(token=row.token, tournament=row.tournament, until=row.until, key=row.key)
        if key is not None and found.key is None:
            noted = update(standby).where(standby.c.token == found.token, standby.c.key.is_(None)).values(key=key)
            await self._database.execute(noted)
            return await self.standby(token)
        return found

    async def standbys(self, id: str) -> list[StandbyLink]:
        """The links for second computers of a tournament."""
        wanted = select(standby).where(standby.c.tournament == id, standby.c.until > now()).order_by(standby.c.created)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [StandbyLink(token=row.token, tournament=id, until=row.until, key=row.key) for row in rows]

    async def withdraw_standbys(self, id: str) -> None:
        """Withdraw every link for a second computer of a tournament."""
        gone = delete(standby).where(standby.c.tournament == id)
        await self._database.execute(gone)

    async def holders(self, id: str) -> tuple[tuple[OfficeHolder, ...], tuple[UnusedInvitation, ...]]:
        """The officials with their sessions, and the open invitations."""
        return await self._database.read(lambda connection: (_holders(connection, id), _invitations(connection, id)))

    async def adopt(
        self, hall: HallSnapshot, file: str, games: Sequence[GameCopy], seen: int, continued: str | None = None
    ) -> None:
        """Host here what was hosted in another hall, heard of last at `seen`: the same id, codes, officials, calls, announcements
        and games.

        The hall names the id, which may be that of a tournament of this computer: it takes its place only if that is the file
        which goes on, or the one `continued`. Raises `CopyError` otherwise.
        """

        def adopt_in(connection: Connection) -> None:
            _check_id(connection, hall.id, file, continued)
            before = forget_ties(connection, hall.id)
            _adopt(connection, hall, file)
            adopt_games(connection, hall.id, games, seen)
            tie_again(connection, before)

        await self._database.write(adopt_in)


def _holders(connection: Connection, id: str) -> tuple[OfficeHolder, ...]:
    wanted = (
        select(tournament_office, person.c.name.label("called"), person.c.language)
        .join(person, person.c.id == tournament_office.c.person)
        .where(tournament_office.c.tournament == id, tournament_office.c.until > now())
        .order_by(tournament_office.c.person)
    )
    found = []
    for row in connection.execute(wanted).all():
        tokens = select(session.c.token).where(session.c.person == row.person).order_by(session.c.token).limit(8)
        found.append(
            OfficeHolder(
                person=row.person,
                called=row.called,
                language=row.language,
                role=OfficeRole(row.role),
                name=row.name,
                until=row.until,
                sessions=tuple(connection.scalars(tokens).all()),
            )
        )
    return tuple(found)


def _invitations(connection: Connection, id: str) -> tuple[UnusedInvitation, ...]:
    open_ = tournament_invitation.c.used.is_(None) & (tournament_invitation.c.until > now())
    wanted = select(tournament_invitation).where(tournament_invitation.c.tournament == id, open_)
    return tuple(
        UnusedInvitation(
            token=row.token,
            role=OfficeRole(row.role),
            name=row.name,
            created=row.created,
            until=row.until,
            office_until=row.office_until,
        )
        for row in connection.execute(wanted.order_by(tournament_invitation.c.token)).all()
    )


def _check_id(connection: Connection, id: str, file: str, continued: str | None) -> None:
    there = connection.scalar(select(hosted_tournament.c.file).where(hosted_tournament.c.id == id))
    if there not in (None, file, continued):
        raise CopyError(CopyFault.ID_TAKEN, file=there)


def _adopt(connection: Connection, hall: HallSnapshot, file: str) -> None:
    own = hosted_tournament.c.id == hall.id
    host = connection.scalar(select(hosted_tournament.c.host).where(own))
    office = connection.execute(
        select(tournament_office).where(tournament_office.c.tournament == hall.id, tournament_office.c.person == host)
    ).first()
    connection.execute(delete(hosted_tournament).where(own))
    hosted = HostedTournament(
        id=hall.id,
        file=file,
        host=host,
        secret=hall.secret,
        audience=hall.audience,
        created=hall.created,
        online=hall.online,
    )
    connection.execute(hosted_tournament.insert().values(hosted_row(hosted)))
    for each in hall.offices:
        _adopt_official(connection, hall.id, each)
    if office is not None:  # who hosts it here stays its director
        connection.execute(insert(tournament_office).values(office._asdict()).on_conflict_do_nothing())
    for given in hall.invitations:
        values = {**msgspec.structs.asdict(given), "tournament": hall.id}
        connection.execute(insert(tournament_invitation).values(values).on_conflict_do_nothing())
    for number, generation in hall.generations.items():
        connection.execute(player_code.insert().values(tournament=hall.id, number=number, generation=generation))
    for call in hall.calls:
        values = {**msgspec.structs.asdict(call), "tournament": hall.id, "place": call.table}
        del values["table"]
        connection.execute(arbiter_call.insert().values(values))
    for told in hall.announcements:
        row = {"tournament": hall.id, "id": told.id, "text": told.text, "author": told.by, "at": told.at}
        connection.execute(announcement.insert().values(row))


def _adopt_official(connection: Connection, id: str, each: OfficeHolder) -> None:
    adopt_person(connection, each.person, each.called, each.language, each.sessions)
    values = {"tournament": id, "person": each.person, "role": each.role, "name": each.name, "until": each.until}
    connection.execute(insert(tournament_office).values(values).on_conflict_do_nothing())


def _link(row: Row[Any]) -> CopyLink:
    return CopyLink(
        token=row.token,
        label=row.label,
        created=row.created,
        until=row.until,
        tournament=row.tournament,
        key=row.key,
        at=row.at,
        codes=msgspec.json.decode(row.codes, type=dict[str, str]),
        moved=row.moved,
    )
