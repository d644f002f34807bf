"""PostgreSQL for tests: a server of their own in a folder of their own, and a database for each test that asks for one.

With `--store postgresql` every test that opens the database of a folder in its own process gets one on PostgreSQL instead.
"""

from __future__ import annotations

import os
import platform
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

_PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"))
"""Where Debian's package has the programs of the server, which are not in the path."""
_PACKAGE = "postgresql-15"
_QUICK = ("listen_addresses=", "max_connections=300", "fsync=off", "full_page_writes=off", "shared_buffers=32MB")
"""Settings of a server whose data nobody needs after the tests. What is acknowledged survives all but a power cut."""


ON_THE_FILE = (
    "test_a_code_for_nobody_is_refused_in_a_sentence",
    "test_a_code_of_the_operator_sets_a_password_once",
    "test_a_second_computer_with_games",
    "test_nonsense_breaks_nothing_and_is_answered_as_described[count_own_games]",
    "test_statistics_are_of_ones_own_finished_games_alone",
    "test_statistics_leave_out_a_damaged_game",
    "test_statistics_name_nobody_who_was_erased",
    "test_the_database_holds_no_token_and_no_password",
    "test_the_journal_of_the_database",
    "test_words_are_for_everybody_and_a_box_for_its_person",
)
"""Tests that look at the file of SQLite themselves, or by another process; they are not run with `--store postgresql`."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--store") == "postgresql":
        items[:] = [item for item in items if not item.name.startswith(ON_THE_FILE)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--store", choices=("sqlite", "postgresql"), default="sqlite", help="the database of the tests")


class Cluster:
    """A server of PostgreSQL in a folder of its own, reached by a socket there."""

    def __init__(self, folder: Path, settings: Sequence[str] = _QUICK) -> None:
        self.folder = folder
        self._settings = settings
        found = next((place for place in _PLACES if (place / "postgres").exists()), None)
        self._programs = found or _from_debian(folder / "debian")
        self._numbers = count(1)
        # It refuses to run for root.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._run(
            "initdb", "-D", folder / "data", "-U", "mostek", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"
        )
        self.start()

    def start(self) -> None:
        """Start the server."""
        settings = " ".join(f"-c {each}" for each in self._settings)
        self._run(
            "pg_ctl",
            "-D",
            self.folder / "data",
            "-l",
            self.folder / "log",
            "-w",
            "-o",
            f"-k {self.folder} {settings}",
            "start",
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server at once; `fast` ends its connections and writes everything first."""
        self._run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    def database(self, template: str = "template0") -> str:
        """The address of a new database, by default an empty one."""
        name = f"test{next(self._numbers)}"
        self.query("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def address(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://mostek@/{name}?host={self.folder}"

    def query(self, database: str, sql: str) -> list[tuple[object, ...]]:
        """Carry out a statement."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="mostek", dbname=database, autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def _run(self, program: str, *words: object) -> None:
        libraries = self._programs.parents[2] / f"{platform.machine()}-linux-gnu"
        subprocess.run(
            [str(self._programs / program), *map(str, words)],
            check=True,
            capture_output=True,
            cwd=self.folder,
            user=self._user,
            extra_groups=[] if self._user else None,
            env={**os.environ, "LD_LIBRARY_PATH": str(libraries)},
        )


def _from_debian(folder: Path) -> Path:
    """The programs of PostgreSQL, from Debian's packages, which are unpacked into a folder and not installed."""
    from fixtures_debian import apt_get

    folder.mkdir()
    folder.parent.chmod(0o755)
    for command in (
        ("update",),
        ("install", "--yes", "--reinstall", "--download-only", "--no-install-recommends", _PACKAGE),
    ):
        done = apt_get(folder, *command)
        assert done.returncode == 0, f"PostgreSQL is neither here nor to be had: {done.stderr}"
    for package in (folder / "cache" / "archives").glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)
    return folder / "root" / "usr" / "lib" / "postgresql" / "15" / "bin"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A running server of PostgreSQL."""
    folder = Path(tempfile.mkdtemp(prefix="mostek-pg-"))
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def empty_database(postgresql: Cluster) -> Callable[[], str]:
    """Makes a database with all tables and returns its address."""
    from mostek.store.database import Database

    template = postgresql.database()
    Database.open(Path(), template).close()
    name = template.partition("@/")[2].partition("?")[0]
    return lambda: postgresql.database(name)


@pytest.fixture(scope="session", autouse=True)
def _store(request: pytest.FixtureRequest) -> Iterator[None]:
    """With `--store postgresql` the databases of folders are on PostgreSQL, one for each folder."""
    if request.config.getoption("--store") == "sqlite":
        yield
        return
    from sqlalchemy import Connection

    from mostek.store import backends, database

    make = request.getfixturevalue("empty_database")
    addresses: dict[Path, str] = {}

    def opened(folder: Path, address: str | None, first: Callable[[Connection], None]) -> backends.Backend:
        place = folder.resolve()
        if address is None and place not in addresses:
            addresses[place] = make()
        return backends.open_backend(folder, address or addresses[place], first)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "open_backend", opened)
        yield
