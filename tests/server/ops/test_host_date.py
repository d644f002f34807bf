"""A date that jumps erases nobody: what is deleted for its age waits until the date is right, or until a person says it is."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from cli.program import MOSTEK, environment
from mostek.app.users import SESSION_DAYS
from mostek.store.sqlite import FILE
from server.http.visitors import House, Visitor, open_house

DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


def moved(folder: Path, days: float) -> None:
    """Everything in the database happened so many days earlier: as if the date had been set ahead since."""
    by = int(days * DAY)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for table, column in (
            ("person", "seen"),
            ("session", "seen"),
            ("sitting", "created"),
            ("event", "at"),
            ("heartbeat", "at"),
            ("heartbeat", "dated"),
        ):
            connection.execute(f"UPDATE {table} SET {column} = {column} - ?", (by,))
        connection.commit()


def filled(folder: Path) -> tuple[Visitor, str]:
    """A guest with a game that nobody has touched, and a table that waits."""
    with open_house(folder) as house:
        ala, ola = house.visitor("Ala"), house.visitor("Ola")
        table = ala.open()
        ala.sit(table)
        ola.sit(table)
        ala.open()
    return ala, table


def swept(house: House) -> dict[str, str]:
    """The warnings, and the numbers of people, sessions, tables that wait and games, after the first clean-up."""
    until = time.monotonic() + 30
    while house.visitor().get("/health").json()["opening"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    from mostek.server.application import tidy_once

    house.run(tidy_once, house.client.app)
    return {each["code"]: each["detail"] for each in house.visitor().get("/health").json()["warnings"]}


def counted(folder: Path) -> tuple[int, ...]:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        asked = (
            "SELECT count(*) FROM person",
            "SELECT count(*) FROM session",
            "SELECT count(*) FROM sitting WHERE status = 'open'",
            "SELECT count(*) FROM sitting WHERE status = 'playing'",
        )
        return tuple(connection.execute(each).fetchone()[0] for each in asked)


@pytest.mark.parametrize("days", [400, 31, -2, -4000])
def test_after_a_jump_of_the_date_nobody_is_erased_and_no_game_ends(folder: Path, days: float) -> None:
    ala, _ = filled(folder)
    moved(folder, days)
    before = counted(folder)
    with open_house(folder) as house:
        warning = swept(house)["date"]
        assert "--trust-date" in warning
        present = datetime.now(UTC).date()
        assert f"to {present}, a serwer ostatnio działał {present - timedelta(days=days)}." in warning
        assert counted(folder) == before == (2, 2, 1, 1)
        again = Visitor(house, {})
        again.cookies = ala.cookies
        assert again.get("/me").json()["person"]["name"] == "Ala"
    with open_house(folder) as house:
        assert "date" in swept(house), "the doubt outlives a second start, though that is close to the first"
        assert counted(folder) == before


@pytest.mark.parametrize("days", [29, 0, -0.5])
def test_a_holiday_and_a_clock_that_is_set_are_no_jump(folder: Path, days: float) -> None:
    filled(folder)
    moved(folder, days)
    with open_house(folder) as house:
        assert "date" not in swept(house)


def test_who_says_that_the_date_is_right_has_expired_data_deleted(folder: Path) -> None:
    filled(folder)
    moved(folder, SESSION_DAYS + 10)
    with open_house(folder, trust_date=True) as house:
        assert "date" not in swept(house)
        assert counted(folder)[:3] == (0, 0, 0)
        assert counted(folder)[3] == 1, "people get a day to come back to a game"
    with open_house(folder) as house:
        assert "date" not in swept(house)


@pytest.mark.parametrize("days", [400, -400])
def test_the_server_says_at_its_start_what_to_do(folder: Path, days: float) -> None:
    filled(folder)
    moved(folder, days)
    process = subprocess.Popen(
        [*MOSTEK, "serve", "--data", str(folder), "--port", "0", "--host", "127.0.0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment("pl_PL.UTF-8") | {"MOSTEK_BOT_PROCESSES": "1"},
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        try:
            told = httpx.get(f"{address}/api/health", headers={"accept-language": "pl"}).json()["warnings"]
        except httpx.HTTPError:
            process.kill()
            pytest.fail(f"{address!r} does not answer, and the server said {process.communicate()}")
        assert [each["code"] for each in told] == ["date"]
        assert str(datetime.now(UTC).date() - timedelta(days=days)) in told[0]["detail"]
        os.kill(process.pid, 15)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert "--trust-date" in err
    assert "date_doubted" in err
    assert process.returncode == 0, out
