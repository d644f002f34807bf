"""Logs of games as a table writes them, for commands that read logs."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from mostek.app.ports import TableSetup
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.lexicon.library import find
from mostek.referee import Game, conduct
from mostek.referee import commands as c
from mostek.referee.state import Over
from mostek.rules.loading import rulebook
from mostek.store.game_files import FileLog
from mostek.store.game_lines import GameHeader


def passed_out(path: Path, lexicon: str, seconds: tuple[int, int], rules: str = "pfs") -> Path:
    """The log of a game in which the players only pass, each after so many seconds."""
    game: Game | None = None
    now, written, book = 0, 0, rulebook(rules)
    log = FileLog.create(path, GameHeader(game="g", table=TableSetup(2, "static", None, "lettered-rows")))

    def do(command: c.Command) -> None:
        nonlocal game, written
        done = conduct(game, replace(command, at=now), book, lambda bag, count: Tiles(sorted(bag)[:count]))
        assert done.refused is None, done.refused
        log.append(written, command, done.events)
        written += len(done.events)
        game = done.game

    pin = find(lexicon).header.pin
    do(c.CreateGame(rulebook=rules, players=("Ala", "Ola"), millis=20 * 60_000, starter=Seat.FIRST, lexicon=pin))
    while game is not None and not isinstance(game.phase, Over):
        assert game.on_turn is not None
        now += 1000 * seconds[game.on_turn - 1]
        do(c.PassTurn(seat=game.on_turn))
    log.close()
    return path
