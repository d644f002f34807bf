"""Ports of the application: the storage of games and tournaments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from mostek.core.errors import SentenceError

if TYPE_CHECKING:
    from mostek.app.lobby import LobbyTable
    from mostek.app.seals import Countersignature, SignedHead
    from mostek.core.result import GameResult
    from mostek.referee.commands import Command, CreateGame
    from mostek.referee.events import Event, GameCreated
    from mostek.tournament.decide import Step


class ConflictError(Exception):
    """Another writer has appended to the log: it has `actual` entries instead of `expected`."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"the log has {actual} entries, not {expected}")
        self.expected = expected
        self.actual = actual


class LogError(SentenceError, ValueError):
    """The stored log cannot be read, or cannot be opened now."""


class SaveError(LogError):
    """The storage could not be written to; no part of the addition was stored."""


class RestoredError(SaveError):
    """A backup replaced the database under the running server, so nothing is stored until `GameStore.renew` is called.

    What the server holds in memory comes from the database before, and must be dropped first.
    """


class TableSetup(Struct, frozen=True):
    """The setup of the table outside the rules; the game itself does not depend on it."""

    humans: int
    """The number of people, who have the first seats."""
    bot: str
    seed: int | str | None
    """The secret of the bag, hidden until the end of the game. `None` in old files: no seed was committed."""
    orientation: str


@dataclass(frozen=True, slots=True)
class StoredCommand:
    """A stored command with its place among the events."""

    command: Command | None
    """The command; `None` for automatic steps after the game was read."""
    after: int
    """The number of events before the command."""
    events: int
    """The number of events of the command."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The content of a game's log."""

    events: tuple[Event, ...]
    unfinished: StoredCommand | None = None
    """The last command, if some of its events are missing after an incomplete write."""
    moment: int = 0
    """The latest time, in milliseconds, at which a player was still at the table."""

    @property
    def setup(self) -> GameCreated | CreateGame:
        """The setup of the game, or the one that was prepared. Raises `LogError` if none is stored."""
        from mostek.referee.commands import CreateGame
        from mostek.referee.events import GameCreated

        match self.events[0] if self.events else self.unfinished and self.unfinished.command:
            case GameCreated() | CreateGame() as setup:
                return setup
            case _:
                raise LogError("No part of the game was saved.")


class EventLog(Protocol):
    """The facts of one game, in order. One writer at a time."""

    @property
    def head(self) -> str | None:
        """The hash of the whole stored log (`store.hash_chain`); `None` for a log that began without a chain."""
        ...

    def read(self) -> StoredGame:
        """The whole stored log."""
        ...

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Store the events of a command as a whole, after the `expected` stored ones.

        When this returns, they outlive the process. Raises `ConflictError`, `SaveError`.
        """
        ...

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Store the missing events of the unfinished command. Raises like `append`."""
        ...

    def note_moment(self, at: int) -> None:
        """Store the time up to which a player was at the table, so that a clock does not go back. Never raises."""
        ...


class PendingLog(EventLog, Protocol):
    """The log of a live game: appended events wait until `GameStore.save` has stored them.

    If that fails, drop the log and the game with it: they are ahead of the store.
    """

    at: int
    """The time, in milliseconds since 1970, that is stored with the next events."""

    @property
    def signed(self) -> SignedHead | None:
        """The last head that the server has signed."""
        ...

    @property
    def key(self) -> str | None:
        """The public key that signs the game; `None` for a game that is not signed."""
        ...

    @property
    def seed(self) -> int | str | None:
        """The secret seed of the game."""
        ...

    @property
    def is_begun(self) -> bool:
        """Whether the log had events when it was opened."""
        ...

    @property
    def command_ids(self) -> Sequence[str]:
        """The ids of the stored commands, in order."""
        ...

    @property
    def waiting(self) -> Sequence[Event]:
        """The events that wait to be written."""
        ...

    def tag(self, version: int, command_id: str) -> None:
        """Store the id of a command with its first event, which still waits."""
        ...


class GameStore(Protocol):
    """The games of a server: their logs, and the last moment at which the server ran. Times are milliseconds since 1970."""

    async def open_log(self, table: LobbyTable) -> PendingLog:
        """The log of the game of a table. Raises `LogError`."""
        ...

    async def save(self, log: PendingLog, sign: bool = False) -> None:
        """Store the waiting rows of a log as a whole, with `sign` also its signed head. Raises `ConflictError`, `SaveError`."""
        ...

    async def timed_events(self, table: LobbyTable) -> Sequence[tuple[int, Event]]:
        """Every stored event of the game of a table with its time. Raises `LogError`."""
        ...

    async def countersign(self, game: str, given: Countersignature) -> bool:
        """Store what a player's page has signed in place of its last one. Returns whether the signature is valid.

        Raises `SaveError`.
        """
        ...

    async def has_command(self, game: str, command_id: str) -> bool:
        """Whether a command with this id was carried out."""
        ...

    async def beat(self, at: int) -> None:
        """Store the moment at which the server is known to run. Raises `SaveError`, `RestoredError`."""
        ...

    def last_beat(self) -> int | None:
        """The last moment at which a server is known to have run."""
        ...

    def renew(self) -> None:
        """Continue with a restored database, after all data of the old one has been dropped from memory."""
        ...


class GameTables(Protocol):
    """The tables of a server, as far as their games need them. Raises `TableError`, `SaveError`."""

    async def get(self, id: str) -> LobbyTable | None:
        """The table of that id."""
        ...

    async def playing(self) -> Sequence[str]:
        """The tables at which a game is being played; the one with the latest event comes first."""
        ...

    async def idle(self, before: int, most: int, but: Collection[str] = ()) -> Sequence[tuple[str, int]]:
        """The games in progress without an event since a moment, each with its last one; the longest idle come first."""
        ...

    async def begin(self, id: str, begun: int) -> LobbyTable:
        """Begin the game, drawn from the shares that were given at its table; a game begins only once."""
        ...

    async def let_see(self, id: str, people: Collection[str]) -> LobbyTable:
        """Let officials of a table see the racks; no change for a person who is no longer an official there."""
        ...

    async def finish(self, id: str, result: GameResult, ended: int) -> LobbyTable:
        """Store the result of a finished game; a corrected result replaces the first."""
        ...


class TournamentLog(Protocol):
    """The steps of one tournament, in order. One writer at a time."""

    @property
    def name(self) -> str:
        """The name of the log in its storage."""
        ...

    def read(self) -> tuple[Step, ...]:
        """The whole stored log."""
        ...

    def append(self, expected: int, step: Step) -> None:
        """Store a step, all or nothing, after the `expected` stored ones.

        When this returns, it outlives the process and a power cut. Raises `ConflictError`, `SaveError`.
        """
        ...


class SharedTournamentLog(TournamentLog, Protocol):
    """A log that several programs write to, each for the time of a write."""

    @property
    def head(self) -> str:
        """The hash of the whole log as it was read or written last."""
        ...

    @property
    def size(self) -> int:
        """The bytes of the whole log as it was read or written last."""
        ...

    def has_changed(self) -> bool:
        """Whether another program has written since the log was read. Raises `LogError`."""
        ...

    def reload(self) -> None:
        """Read the log again. Raises `LogError`."""
        ...

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Store steps in one go: all of them, or none. See `append`."""
        ...

    def data(self) -> bytes:
        """The log as it is stored. Raises `LogError`."""
        ...
