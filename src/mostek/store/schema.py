"""The tables of the database by the names of their columns, and the steps that make them or bring earlier ones up to date.

The SQL stands in `migrations`, once: a new database takes all steps, an earlier one those that it lacks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Column, MetaData, Table

from mostek.app.ports import LogError, SaveError
from mostek.core.package_data import package_data
from mostek.store.sqlite import damaged, database_why, is_damage, opened

MIGRATIONS = package_data("mostek.store") / "migrations"
"""A file of SQL for each version, which leads there from the version before; one that was published never changes."""
VERSION = 12
"""The version of the tables: the last of the `MIGRATIONS`. An older mostek does not write to a newer database."""

metadata = MetaData()


def _table(name: str, columns: str) -> Table:
    return Table(name, metadata, *(Column(column) for column in columns.split()))


person = _table("person", "id name login password language created seen")
session = _table("session", "token person created seen device confirmed")
wrong_guess = _table("wrong_guess", "name until")
reset_code = _table("reset_code", "token person until")
passkey_challenge = _table("passkey_challenge", "visit challenge at")
passkey = _table("passkey", "id person credential public_key count name created used")
sitting = _table("sitting", "id host proposal status created begun ended header result rematch secret awaited")
place = _table("place", "sitting seat person name bot ready commitment share")
official = _table("official", "sitting person role sees_racks asks")
invitation = _table("invitation", "token sitting role created uses until withdrawn")
invitation_use = _table("invitation_use", "token person at")
event = _table("event", "game version at asked token line")
seat_name = _table("seat_name", "game seat person name salt")
signed_head = _table("signed_head", "game lines seal signature")
countersignature = _table("countersignature", "game seat lines seal key signature")
hosted_tournament = _table("hosted_tournament", "id file host secret audience created online")
round_game = _table("round_game", "tournament division round place game players settled")
tournament_office = _table("tournament_office", "tournament person role name until")
tournament_invitation = _table("tournament_invitation", "token tournament role name created until office_until used")
player_code = _table("player_code", "tournament number generation")
arbiter_call = _table("arbiter_call", "tournament id number division round place reason at taken_by taken_at closed_at")
announcement = _table("announcement", "tournament id text author at withdrawn")
log_copy = _table("log_copy", "token label created until tournament key at codes moved")
standby = _table("standby", "token tournament created until key")
push_subscription = _table(
    "push_subscription", "tournament browser topic number person endpoint p256dh auth language created address"
)
study_card = _table("study_card", "person card body place")
study_review = _table("study_review", "person at card rating place")
class_set = _table("class_set", "id teacher body changed")
left_file = _table("left_file", "kind name leaver person address bytes at")
tournament_line = _table("tournament_line", "file number line")
heartbeat = _table("heartbeat", "one at lineage dated copied")
node = _table("node", "id name address version started until beat")
ownership = _table("ownership", "game node epoch freed in_play")
shared_review = _table("shared_review", "name body version is_done at watched")
server_secret = _table("server_secret", "name value")
node_chore = _table("node_chore", "name until")
node_news = _table("node_news", "number node at topic about")
puzzle_strength = _table("puzzle_strength", "person mean deviation tried solved")
puzzle_rating = _table("puzzle_rating", "puzzle mean deviation tried solved")
puzzle_try = _table("puzzle_try", "person puzzle at hints solved")

open_lesson = Table("open_lesson", MetaData(), *(Column(column) for column in ("id", "version", "body")))
"""Apart from the others, so that no backup has it: what pupils have done is gone when their lesson ends."""

FIRST_TABLES = frozenset({"person", "session", "sitting", "place", "official", "invitation", "event", "heartbeat"})
"""The tables that a database of any version has."""


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the tables of a database, 0 for an empty one. Raises `LogError` for one of a later mostek."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise LogError("{path} was written by a later mostek; install that one.", path=path)
    # An earlier mostek that was killed at its first start may have left the number and no tables.
    return version if connection.execute("SELECT 1 FROM sqlite_master").fetchone() else 0


def upgrade(path: Path, before: Callable[[], object] = lambda: None) -> None:
    """Take all missing steps of a database, or none. `before` is called for one that is not empty, when others are locked out.

    Raises `LogError` for a database of a later mostek, `SaveError`, and what `before` raises.
    """
    try:
        with closing(opened(path)) as connection:
            if version_of(connection, path) < VERSION:
                connection.execute("BEGIN IMMEDIATE")
                if there := version_of(connection, path):
                    before()
                take_steps(connection, there)
                # The journal of the copy does not have these steps.
                connection.execute("UPDATE heartbeat SET copied = ''")
                connection.execute("COMMIT")
    except sqlite3.Error as error:
        if is_damage(error):
            raise damaged(path, error) from None
        raise SaveError("{path} cannot be written: {why}.", path=path, why=database_why(error)) from None


def take_steps(connection: sqlite3.Connection, there: int, upto: int = VERSION) -> None:
    """Take the steps of a database from the version `there` to another one, in the transaction that is open."""
    for version in range(there + 1, upto + 1):
        for statement in statements((MIGRATIONS / f"{version:04}.sql").read_text("utf-8")):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={upto}")


def statements(script: str) -> Iterator[str]:
    """The statements of a script, each of which begins on a line of its own; `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
