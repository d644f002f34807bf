"""Features: things that people do, each in a folder below `mostek.features` that its `feature.py` wires.

A feature that is not installed is a folder that is missing. What a feature gives is named, not imported, so that a process loads
only what it uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from mostek.app.help import SeatInPlay
    from mostek.app.hosted_tournaments import HostedTournament
    from mostek.app.lobby import LobbyTable
    from mostek.app.player_codes import PlayerCode
    from mostek.app.ports import SaveError
    from mostek.app.users import User
    from mostek.core.players import Seat
    from mostek.server.condition import Matter
    from mostek.server.http.tournaments.access import Access
    from mostek.work.kinds import JobKind

FOLDER = Path(__file__).parent / "features"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """The wiring of a feature to command line, server, workers and database. A place is `module:attribute`."""

    name: str
    """The name of the folder."""
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Name of a command → its place, and its summary in a line."""
    net_commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The same of the commands of `mostek tournament` that reach other computers."""
    routes: tuple[str, ...] = ()
    """The places of the endpoints below `/api`, each a `Routes`."""
    pages: tuple[str, ...] = ()
    """The places of the endpoints that have addresses of their own, outside of `/api`."""
    service: str = ""
    """The place of the class that serves the feature while the server runs; it takes the services. An endpoint gets it under
    the name of the feature."""
    log_copies: str = ""
    """The place of the class that opens the log of a tournament that another computer writes; it takes the path."""
    jobs: tuple[JobKind[Any, Any], ...] = ()
    """The costly work that workers do."""
    own_data: str = ""
    """The place of the function that gives what the database stores of a person, by headings."""
    demo: str = ""
    """The place of the function that puts an invented club into a data folder, for `mostek serve --demo`."""
    needs: tuple[str, ...] = ()
    """The features that it uses. They begin before it and end after it, and it is not installed without them."""


class FeatureService:
    """The base of an object that serves a feature while the server runs."""

    socket: ASGIApp | None = None
    """What carries the WebSockets of the server; one feature has them."""

    streams: tuple[str, ASGIApp] | None = None
    """The beginning of the addresses of its streams, and what carries them past Litestar."""

    @property
    def games_to_open(self) -> int:
        """The number of games that are still to be opened after the start."""
        return 0

    @property
    def games_in_progress(self) -> int:
        """The number of games in memory that are not over."""
        return 0

    async def start(self) -> None:
        """Begin, when all services are there."""

    async def tidy(self) -> None:
        """Delete what is expired in the database; called now and then, at one node of the server. Raises `LogError`."""

    async def tidy_node(self) -> None:
        """Delete what is expired in memory and in the folder of this node; called now and then. Raises `LogError`."""

    def forget(self, person: str) -> None:
        """Forget a person who is erased, beyond the database."""

    async def forget_code(self, tournament: str, number: int) -> None:
        """Forget the devices that have come with the code of a player, which was withdrawn."""

    def sign_off(self, person: str) -> None:
        """Disconnect a person who has logged out or was erased, at this node or another one."""

    def call_pages_back(self) -> None:
        """Let the pages of all people come back: some may have logged out unnoticed."""

    async def officials_changed(self, table: str) -> None:
        """Tell the people of a game in progress who rules at its table now."""

    async def moved_elsewhere(self, tournament: str, url: str) -> None:
        """Another computer has taken a tournament over and goes on with it there."""

    async def seat_in_play(self, table: LobbyTable, seat: Seat) -> SeatInPlay | None:
        """A seat in a game in progress; `None` for a player who plays no more, and in a game that cannot go on."""
        return None

    async def first_answers(self, person: User | None, table: LobbyTable | None) -> Mapping[str, object]:
        """The answers that a page asks for first, by their path under `/api`: the page of a table, or the lobby."""
        return {}

    async def player_answers(self, code: str, found: Access) -> Mapping[str, object]:
        """The answers that the page of a player asks for first, by their path under `/api`."""
        return {}

    def write_fault(self) -> SaveError | None:
        """The error of the last write to the store; `None` after a success."""
        return None

    def operator_matters(self) -> Iterable[Matter]:
        """The matters of the feature for the operator of the server."""
        return ()

    def closes_words(self, kind: str, id: str) -> bool:
        """Whether those who take part in something of this kind get hints without vulgar words."""
        return False

    async def forget_tournament(self, hosted: HostedTournament) -> None:
        """Forget a tournament that is removed."""

    async def knows_player(self, code: PlayerCode) -> bool:
        """Whether a code is that of a player in a tournament that is run elsewhere."""
        return False

    async def close(self) -> None:
        """End with the server."""


def each_feature() -> Iterator[Feature]:
    """The features that are installed, by their names; each is imported when it comes, because a command needs one alone."""
    for path in sorted(FOLDER.glob("*/feature.py")):
        feature: Feature = import_module(f"mostek.features.{path.parent.name}.feature").FEATURE
        yield feature


@cache
def features() -> tuple[Feature, ...]:
    """The features that are installed: by their names, but each after those that it needs."""
    found = {feature.name: feature for feature in each_feature()}
    placed: dict[str, Feature] = {}

    def place_feature(feature: Feature) -> bool:
        if all(name in placed or (name in found and place_feature(found[name])) for name in feature.needs):
            placed.setdefault(feature.name, feature)
        return feature.name in placed

    for feature in found.values():
        place_feature(feature)
    return tuple(placed.values())


def named(place: str) -> Any:
    """The function or class at a place, imported now."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
