"""What mostek of November 2026 has stored is read, decided again with the same result, and goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from cli.tournament.desk import Desk
from mostek.app.games import LoggedGame
from mostek.app.lobby import TableStatus
from mostek.app.ports import LogError, StoredGame
from mostek.app.verification import Commitment, verify_game
from mostek.core.players import Seat
from mostek.engine.random_draws import random_draws
from mostek.features.replication.store.backup import restore
from mostek.referee.commands import PassTurn
from mostek.referee.events import GameCreated
from mostek.referee.options import allowed_options
from mostek.referee.state import Laid
from mostek.rules.rulebook import READINGS, AfterFlag, Restart
from mostek.store.database import Database
from mostek.store.game_files import MemoryLog
from mostek.store.game_lines import read_lines
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore

EARLIER = Path(__file__).with_name("earlier")


def test_a_tournament_with_teams_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "tournaments"
    folder.mkdir()
    (folder / "szkolny.jsonl").write_bytes((EARLIER / "szkolny.jsonl").read_bytes())
    desk = Desk(tmp_path)
    proof = desk.does("verify")
    assert proof["holds"]
    assert [check["outcome"] for check in proof["checks"]] == ["holds", "holds", "open", "holds", "open"]
    first, second = desk.says("teams").splitlines()[-2:]
    assert first.split() == ["1", "Szkoła", "nr", "2", "7", "4070", "+683", "2"]
    assert second.split() == ["2", "Szkoła", "nr", "1", "3", "3387", "-683", "1"]
    for number in range(2, 8):
        desk.does(f"result {number} 400:3{number}0")
    assert len(desk.does("pair")["pairing"]["tables"]) == 7
    assert desk.does("verify")["holds"]


def test_a_backup_of_a_server_goes_on(tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    with closing(sqlite3.connect(backup)) as connection:
        connection.executescript((EARLIER / "server.sql").read_text("utf-8"))
    restore(tmp_path / "data", backup)

    async def story() -> None:
        database = Database.open(tmp_path / "data")
        user, password = await UserStore(database).credentials("ewa") or ("", "")
        assert PasswordHasher().verify(password, "tajne-haslo-123")
        tables = TableStore(database)
        (playing,) = await tables.playing()
        table = await tables.get(playing)
        assert table is not None
        assert table.host == user
        assert table.status is TableStatus.PLAYING
        log = await DatabaseGames(database).open_log(table)
        seed = log.seed
        game = LoggedGame(log, lambda public: random_draws(seed, public), lambda number, event: None, seed)
        assert game.open() == 0
        assert isinstance(game.game.phase, Laid)
        assert game.game.phase.words[0].text == "EŃ"
        database.close()

    asyncio.run(story())


def test_a_game_of_a_server_is_decided_again_as_it_was(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript((EARLIER / "server.sql").read_text("utf-8"))
        (header,) = connection.execute("SELECT header FROM sitting WHERE header IS NOT NULL").fetchone()
        rows = connection.execute("SELECT coalesce(asked, x''), line FROM event ORDER BY version").fetchall()
    contents = read_lines(header + b"".join(asked + line for asked, line in rows))
    found = verify_game(contents.kept, contents.asked, contents.header.table.seed)
    assert (found.stray, found.is_known, found.commitment) == (None, True, Commitment.SECRET)
    assert found.drawn > 0


def test_a_game_keeps_the_readings_with_which_it_began() -> None:
    """Its player closed a move a thousandth of a second after the opponent's flag, as was right then (decision 57)."""
    contents = read_lines((EARLIER / "pfs-without-arbiter.jsonl").read_bytes())
    found = verify_game(contents.kept, contents.asked, contents.header.table.seed)
    assert (found.stray, found.is_known, found.events) == (None, True, 19)
    game = LoggedGame(MemoryLog(contents.kept), lambda public: random_draws(33, public), lambda number, event: None)
    assert game.open() == 0
    assert game.book.challenge.after_flag.value is AfterFlag.WITH_MOVE
    assert game.book.order.restart.value is Restart.UNDECLARED_BLANK
    assert not game.carry_out(PassTurn(seat=Seat.FIRST, at=190_000)).refused
    assert "start_clock" not in [option.command for option in allowed_options(game.game, Seat.SECOND).allowed]


def test_readings_of_a_later_mostek_are_refused() -> None:
    contents = read_lines((EARLIER / "pfs-without-arbiter.jsonl").read_bytes())
    created, *rest = contents.kept.events
    assert isinstance(created, GameCreated)
    later = StoredGame((replace(created, readings=READINGS + 1), *rest))
    with pytest.raises(LogError, match="does not know"):
        LoggedGame(MemoryLog(later), lambda public: random_draws(33, public), lambda number, event: None).open()
    assert not verify_game(later, contents.asked, 33).is_known
