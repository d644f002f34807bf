"""Telling people what they may do: worked out after everything urgent, and only as often as there is time for."""

from __future__ import annotations

import asyncio

import structlog

from mostek.app.ports import LogError
from mostek.core.players import Role, Viewer
from mostek.live.clock import HostTime
from mostek.live.session import GameSession
from mostek.referee.options import allowed_options, known_options, options

log = structlog.get_logger("mostek.hall")


class OptionsQueue:
    """Works out options one viewer at a time, between which the loop may do other things."""

    def __init__(self, time: HostTime) -> None:
        self._time = time
        self._asked: dict[tuple[GameSession, Viewer], bool] = {}
        self._task: asyncio.Task[None] | None = None

    def ask(self, session: GameSession, viewer: Viewer, everything: bool = False) -> None:
        """Tell a viewer soon what they may do; with `everything`, also what they may not. Spectators do nothing."""
        if viewer is Role.SPECTATOR:
            return
        self._asked[session, viewer] = everything or self._asked.get((session, viewer), False)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    def tell(self, session: GameSession, viewer: Viewer) -> None:
        """Tell a viewer what they may do after an update: with it where that is known, soon where it must be worked out."""
        known = None if viewer is Role.SPECTATOR else known_options(session.game, viewer, self._time.now())
        if known is None:
            self.ask(session, viewer)
        else:
            session.broadcast.send_options(viewer, known)

    def stop(self) -> None:
        """Work out nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        while self._asked:
            session, viewer = next(iter(self._asked))
            everything = self._asked.pop((session, viewer))
            try:
                await self._tell(session, viewer, everything)
            except LogError as error:  # whoever acts is told why
                log.error("options_not_told", game=session.table.id, why=str(error))
            await asyncio.sleep(0)

    async def _tell(self, session: GameSession, viewer: Viewer, everything: bool) -> None:
        game = await session.open()
        told = (options if everything else allowed_options)(game, viewer, self._time.now())
        session.broadcast.send_options(viewer, told)
