"""The bots of one game: they get the view of their seat, think in worker processes, and send the commands of a player."""

from __future__ import annotations

import asyncio

import structlog

from mostek.app.ports import ConflictError, LogError
from mostek.core.players import Seat
from mostek.engine.bots.workers import BotError, Thinker
from mostek.features.tables.live.session import GameSession
from mostek.lexicon import LexiconError
from mostek.referee import View, view_for
from mostek.referee.automation import bot_consent, bot_steps, bot_to_act
from mostek.referee.commands import Command, RecordMove
from mostek.referee.state import Over, Thinking

_AGAIN, _SELDOM = 2.0, 300.0
"""The delay in seconds before a failed bot tries again; it doubles up to the second figure."""

log = structlog.get_logger("mostek.bots")


class BotPlayers:
    """Plays the bots' seats of one game."""

    def __init__(self, session: GameSession, thinker: Thinker, pause: float) -> None:
        """`pause` is the shortest thinking time of a bot in seconds, so that people can follow."""
        self._session = session
        self._thinker = thinker
        self._pause = pause
        self._content: frozenset[Seat] = frozenset()
        self._tried = -1
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def look(self) -> None:
        """Let the bots act after a change of the game."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Stop the bots of a closed game."""
        if self._task is not None:
            self._task.cancel()

    async def _play(self) -> None:
        pause = _AGAIN
        while self._again:
            self._again = False
            try:
                while await self._step():
                    pause = _AGAIN
            except (LogError, ConflictError, LexiconError, LookupError, BotError) as error:
                # The game goes on for everybody else; what fails now, as on a full disk, may succeed later.
                log.error("bot_stopped", game=self._session.table.id, why=str(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _SELDOM)
                self._again = True

    async def _step(self) -> bool:
        """Carry out one command of a bot. Returns whether there was one."""
        session = self._session
        game = await session.open()
        if isinstance(game.phase, Thinking):
            self._content = frozenset()
        consent = bot_consent(game, session.bots)
        if consent is not None and await session.perform(consent) is None:
            return True
        for seat in sorted(session.bots):
            if await self._hands(seat):
                return True
        seat_in_turn = bot_to_act(game, session.bots, self._content)
        if seat_in_turn is None or isinstance(game.phase, Over):
            return False
        return await self._think(seat_in_turn)

    async def _hands(self, seat: Seat) -> bool:
        """The bot's manual step, such as a draw, an announcement or the clock, where steps are not automatic."""
        game = await self._session.open()
        if game.steps.draw and game.steps.clock and game.steps.announce and game.steps.record_closed:
            return False
        for command in bot_steps(game, seat):
            if await self._session.perform(command) is None:
                return True
        return False

    async def _think(self, seat: Seat) -> bool:
        session = self._session
        game = await session.open()
        version = session.version
        if version == self._tried:
            return False
        began = asyncio.get_running_loop().time()
        command = await self._asked(seat, view_for(game, seat))
        if isinstance(game.phase, Thinking):
            await asyncio.sleep(max(0.0, self._pause - (asyncio.get_running_loop().time() - began)))
        if session.version != version:
            return True  # the game went on meanwhile: look again
        if command is None:
            self._content |= {seat}
            return bot_to_act(game, session.bots, self._content) is not None
        refused = await session.perform(command)
        if refused is not None and isinstance(command, RecordMove):
            self._content |= {seat}  # it may not close the move, and does not object
            return bot_to_act(session.game, session.bots, self._content) is not None
        if refused is not None:
            self._tried = version
            log.error("bot_refused", game=session.table.id, seat=int(seat), reason=refused.reason)
        return refused is None

    async def _asked(self, seat: Seat, view: View) -> Command | None:
        places = {place.seat: place.bot for place in self._session.table.places}
        pin = view.lexicon
        lexicon = f"{pin.name}@{pin.edition}" if pin else self._session.table.proposal.lexicon
        return await self._thinker.command(view, places[seat] or "", lexicon)
