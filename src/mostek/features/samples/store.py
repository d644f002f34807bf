"""The sample club of `mostek serve --demo`: an event in its third round, ten games, and accounts to try."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

from sqlalchemy import update

from mostek.app.hosted_tournaments import Audience, HostedTournament, Visibility
from mostek.app.player_codes import code_of
from mostek.app.tournament_roles import OfficeRole
from mostek.app.tournaments import hall_time
from mostek.core.players import Seat
from mostek.features.samples.event import FILE, LASTED, NAME, sample_log
from mostek.features.samples.sample_games import PROPOSAL, game_names, play_again, replayed_game, secret_of
from mostek.messages import language, text
from mostek.notation.replay import Replay
from mostek.referee.state import Over
from mostek.server.demo import Demo
from mostek.store import schema
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.hosted_tournaments import HostedTournamentStore
from mostek.store.line_file import create_whole
from mostek.store.lobby import TableStore
from mostek.store.signing_key import signer_of
from mostek.store.tokens import now
from mostek.store.tournament_files import SUFFIX
from mostek.store.users import UserStore

PASSWORD = "kalina i jesion"
ACCOUNTS = {"dyrektor": "Wanda Wkra", "nauczyciel": "Zenon Cis", "gracz": "Ala Bzura"}
"""Name to log in → name of the person. Ala plays in four of the games."""
_HOURS, _OFFICE_HOURS = 24, 48
_BETWEEN = 40 * 60 * 1000
"""The milliseconds from the beginning of one game to that of the next."""


def make_club(data: Path, show: Callable[[float], None]) -> Demo:
    """Put the club into an empty data folder of a server. Raises `LogError`."""
    return asyncio.run(_make_club(data, show))


async def _make_club(data: Path, show: Callable[[float], None]) -> Demo:
    database = Database.open(data)
    try:
        club = _Club(data, database)
        replays = [replayed_game(name) for name in game_names()]
        show(0.2)
        await club.welcome_people({*ACCOUNTS.values(), *(name for game in replays for name in game.players)})
        await club.open_accounts()
        show(0.3)
        hosted = await club.host_event()
        links = await club.invite_officials(hosted)
        show(0.4)
        # Together, so that the database writes many of their steps at once.
        begun = [now() - _BETWEEN * (len(replays) - number) for number in range(len(replays))]
        games = await asyncio.gather(*map(club.add_game, game_names(), replays, begun))
        show(1)
    finally:
        database.close()
    return Demo(accounts=tuple(ACCOUNTS), password=PASSWORD, event=hosted.id, games=tuple(reversed(games)), links=links)


class _Club:
    """The club, as it is put together."""

    def __init__(self, data: Path, database: Database) -> None:
        self._data = data
        self._database = database
        signer = signer_of(data)
        self._people = UserStore(database)
        self._tables = TableStore(database, None if signer is None else signer.public)
        self._games = DatabaseGames(database, signer)
        self._hosted = HostedTournamentStore(database)
        self._ids: dict[str, str] = {}
        """Name of a person → their id."""

    async def welcome_people(self, names: Collection[str]) -> None:
        """People of these names."""
        welcomed = await asyncio.gather(*(self._people.welcome(name, language()) for name in names))
        self._ids = {person.name: person.id for person, _ in welcomed}

    async def open_accounts(self) -> None:
        """Accounts for some of them."""
        from argon2 import PasswordHasher

        stored = PasswordHasher().hash(PASSWORD)
        await asyncio.gather(
            *(self._people.make_account(self._ids[name], login, stored) for login, name in ACCOUNTS.items())
        )

    async def host_event(self) -> HostedTournament:
        """The event, in its third round now."""
        path = self._data / "tournaments" / f"{FILE}{SUFFIX}"
        title = text("{name} (demo)", name=NAME)
        create_whole(path, sample_log(hall_time() - LASTED, title), lambda data: None)
        name = ACCOUNTS["dyrektor"]
        return await self._hosted.create(FILE, self._ids[name], name, Audience(visibility=Visibility.PUBLIC))

    async def invite_officials(self, hosted: HostedTournament) -> tuple[tuple[str, str], ...]:
        """Links for officials and for a player; each is for one person."""
        roles = (OfficeRole.DIRECTOR, OfficeRole.CHIEF_ARBITER, OfficeRole.SCOREKEEPER)
        links = []
        for role in roles:
            token, _ = await self._hosted.invite(hosted.id, role, "", _HOURS, _OFFICE_HOURS)
            links.append((role.value, f"/office/{token}"))
        return (*links, ("player", f"/me/{code_of(hosted.id, hosted.secret, 1, 0)}"))

    async def add_game(self, name: str, replayed: Replay, begun: int) -> str:
        """A finished game; the id of its table."""
        players = replayed.players
        table = await self._tables.create(self._ids[players[0]], PROPOSAL)
        row = update(schema.sitting).where(schema.sitting.c.id == table.id)
        await self._database.execute(row.values(secret=secret_of(name), created=begun))
        for number, player in enumerate(players, 1):
            await self._tables.sit(table.id, Seat(number), self._ids[player], player, ready=begun)
        log = await self._games.open_log(await self._tables.begin(table.id, begun))

        def keep_time(at: int) -> None:
            log.at = begun + at

        phase = play_again(name, replayed, log, keep_time).game.phase
        assert isinstance(phase, Over), phase
        await self._games.save(log, sign=True)
        await self._tables.finish(table.id, phase.result, log.at)
        return table.id
