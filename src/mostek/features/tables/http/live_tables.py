"""The service of tables: it runs their games, their bots and their sockets while the server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from socket import gethostname

import structlog

from mostek.app.help import SeatInPlay
from mostek.app.lobby import ABANDONED, DESERTED, LobbyTable, ProposalError
from mostek.app.ownership import Node
from mostek.app.ports import LogError, SaveError
from mostek.app.users import User
from mostek.core.players import Seat
from mostek.engine.bots.workers import BotWorkers
from mostek.feature import FeatureService
from mostek.features.tables.bot_watch import BotWatch, graph_builder
from mostek.features.tables.http.cards import card, cards
from mostek.features.tables.http.records import Verifications
from mostek.features.tables.http.socket import LiveSocket, OpenPages
from mostek.features.tables.http.tables import is_long_absent
from mostek.features.tables.live.session_manager import SessionManager
from mostek.messages import explained, text
from mostek.server import logs, metrics
from mostek.server.condition import Matter
from mostek.server.http.services import Services, tidy_part
from mostek.store.nodes import DatabaseNodes
from mostek.store.schema import VERSION
from mostek.store.tokens import now

log = structlog.get_logger("mostek.server")


class LiveTables(FeatureService):
    """The live games of the server, with its bots."""

    def __init__(self, services: Services) -> None:
        self._services = services
        config, build = services.config, graph_builder(services.jobs)
        self._workers = BotWorkers(config.bot_processes, set_up=logs.set_up, note=metrics.note_job, build=build)
        self.watch = BotWatch(self._workers if services.thinker is None else None)
        self._nodes = DatabaseNodes(services.database) if services.database.is_shared else None
        self._node = None
        if self._nodes is not None:
            name = config.node or gethostname()
            self._node = services.stored_games.ownership = Node(self._nodes, name, config.node_path, VERSION)
        self.sessions = SessionManager(
            services.stored_games,
            services.tables,
            services.thinker or self._workers,
            config.forgetful,
            damage=services.database.damage,
            node=self._node,
        )
        self.sessions.listen_to(services.news)
        self._pages = OpenPages()
        self.socket = LiveSocket(self.sessions, services.people, services.admission, config, self._pages)
        self.proofs = Verifications()
        self._preparing: asyncio.Task[None] | None = None
        self._beginning: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the games in progress and prepare the bots; then begin the games whose start a stop of the server prevented."""
        await self.sessions.start()
        loop = asyncio.get_running_loop()
        self._preparing = loop.create_task(self.watch.run())
        self._beginning = loop.create_task(self._begin_complete())

    async def close(self) -> None:
        """End with the server."""
        for task in (self._preparing, self._beginning):
            if task is not None:
                task.cancel()
        await self.sessions.stop()
        if self._nodes is not None:
            await asyncio.to_thread(self._nodes.close)
        await self._workers.close()

    async def tidy(self) -> None:
        """Close the tables that are not used."""
        if self._beginning is not None:
            await asyncio.wait({self._beginning})
        await self._services.tables.close_forgotten(now() - ABANDONED, now() - DESERTED)

    async def tidy_node(self) -> None:
        """End the idle games of this node, and say what is wrong with the nodes."""
        for fault in self._node.node_faults() if self._node is not None else ():
            log.warning("nodes", why=str(fault))
        if self._beginning is not None:
            await asyncio.wait({self._beginning})
        await tidy_part("games", self.sessions.end_idle_games())

    def sign_off(self, person: str) -> None:
        """Disconnect a person who has logged out or was erased."""
        self._pages.sign_off(person)

    def call_pages_back(self) -> None:
        """Let the pages of all people come back."""
        self._pages.call_back()

    async def officials_changed(self, table: str) -> None:
        """Tell the people of a game in progress who rules at its table now."""
        await self.sessions.officials_changed(table)

    async def seat_in_play(self, table: LobbyTable, seat: Seat) -> SeatInPlay | None:
        """A seat in a game in progress; `None` for a player who plays no more, and in a game that cannot go on."""
        found = await self.sessions.seat_in_play(table.id, seat)
        return None if found is None else found._replace(ways=(*found.ways, *self._replacements(table, seat)))

    async def first_answers(self, person: User | None, table: LobbyTable | None) -> Mapping[str, object]:
        """The card of a table; for the lobby the cards of all."""
        if table is not None:
            return {f"/tables/{table.id}": card(self._services, table, person)}
        listed = await self._services.tables.listed(person.id if person is not None else None)
        return {"/tables": cards(self._services, listed, person)}

    @property
    def games_to_open(self) -> int:
        """The number of games that are still to be opened after the start."""
        return self.sessions.opening

    @property
    def games_in_progress(self) -> int:
        """The number of games in memory that are not over."""
        return self.sessions.games_in_progress

    def write_fault(self) -> SaveError | None:
        """The error of the last write of a game; `None` after a success."""
        return self.sessions.write_fault()

    def operator_matters(self) -> Iterator[Matter]:
        """The matters of the bots and of the nodes for the operator."""
        yield from self.watch.operator_matters()
        for fault in self._node.node_faults() if self._node is not None else ():
            yield Matter("nodes", explained(fault.sentence, fault.params), text("Start the nodes again, one by one."))

    async def begin_if_ready(self, table: LobbyTable) -> LobbyTable:
        """Begin the game of a table if every seat is taken and everybody is ready. Returns the table."""
        if not table.can_begin:
            return table
        await self.sessions.begin(table.id)
        return await self._services.tables.get(table.id) or table

    async def _begin_complete(self) -> None:
        await tidy_part("complete", self._begin_all())

    async def _begin_all(self) -> None:
        for name in await self._services.tables.complete():
            try:
                await self.sessions.begin(name)
            except (LogError, ValueError) as error:
                log.error("not_begun", game=name, why=str(error))

    def _replacements(self, table: LobbyTable, seat: Seat) -> list[str]:
        """The players who have been away for so long that a bot can play on for them."""
        if table.proposal.tournament:
            return []
        try:
            table.proposal.check_bots()
        except ProposalError:
            return []
        others = (place for place in table.people if place.seat is not seat)
        return [
            text("Let a bot play for {name}", name=place.name)
            for place in others
            if is_long_absent(self._services, table, place.seat)
        ]
