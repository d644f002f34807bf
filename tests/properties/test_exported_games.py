"""Our own games, with rulings and all, exported as GCG and read back strictly: nothing is reported that did not happen."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from books import SEATS
from loops import with_seeds
from mostek.app.export import recorded
from mostek.cli import mostek
from mostek.core.board import Board, layout
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.moves import faults
from mostek.core.tiles import tile_set
from mostek.notation.formats.gcg import from_recorded
from mostek.referee import Game, replay
from mostek.referee.commands import CorrectTiles
from mostek.referee.events import Event, GameCreated
from mostek.referee.state import Over, TurnKind
from properties.random_games import RandomGame, kernel_plays, no_plays
from properties.random_tables import table

GAMES = 6
"""Games of each rulebook and each kind in a run of the tests."""


def alarms(log: Sequence[Event], folder: Path) -> list[tuple[str, str]]:
    """What `mostek replay --strict` says of the exported game: kinds, and for points the stated and true ones."""
    file = folder / "game.gcg"
    file.write_bytes(from_recorded(recorded(log)).data)
    answer = CliRunner().invoke(mostek, ["--lang", "en", "replay", "--strict", "--json", str(file)])
    assert answer.exit_code in (0, 1), answer.output
    said = [each for each in json.loads(answer.output)["diagnostics"] if each["severity"] != "note"]
    assert bool(said) is bool(answer.exit_code)
    return [(each["kind"], f"{each['params'].get('stated')}/{each['params'].get('true')}") for each in said]


def wrong_points(game: Game) -> list[tuple[str, str]]:
    """The turns whose recorded points are not those of the tiles: the players may err, and the record says what they wrote."""
    return [("points", f"{turn.points}/{turn.true}") for turn in game.turns if turn.points != turn.true]


def is_irregular(game: Game) -> bool:
    """Whether the sheet has something that no GCG may show: a rack of eight, a faulty placement, a tile that was reread."""
    tiles, board = tile_set(game.tile_set), Board(layout())
    for turn in game.turns:
        if len(turn.rack) > 7:
            return True
        if turn.kind is TurnKind.PLACEMENT and turn.placement:
            if faults(board, turn.placement, None, tiles.alphabet):
                return True
            board = board.lay(turn.placement.tiles)
    reread = any(isinstance(made.ruling.measure, CorrectTiles) for made in game.rulings)
    return reread or game.tiles != tiles.tiles or any(tile.letter is None for _, tile in game.board.tiles())


def check(log: Sequence[Event], folder: Path) -> None:
    """The strict reading of an exported game reports the players' own errors, and nothing else."""
    created = log[0]
    assert isinstance(created, GameCreated)
    if created.board.tiles or any(created.scores):
        with pytest.raises(NotationError) as refused:
            recorded(log)
        assert refused.value.fault is TextFault.BEGAN_LATER
        return
    game = replay(log)
    assert game is not None
    found = alarms(log, folder)
    if not is_irregular(game):
        assert found == wrong_points(game)
    text = (folder / "game.gcg").read_text()
    assert (text.splitlines()[-1] == "#incomplete") is not isinstance(game.phase, Over)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", SEATS)
@with_seeds(GAMES, "number")
def test_a_table_with_rulings_reads_back_strictly(rulebook: str, number: int, tmp_path: Path) -> None:
    game = table(rulebook, 19, number, no_plays, options=0)
    game.share = (0.1, 0.3, 0.5)[number % 3]
    game.play()
    check(game.log, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", SEATS)
@with_seeds(GAMES, "number")
def test_a_game_of_words_reads_back_strictly_whenever_it_stops(rulebook: str, number: int, tmp_path: Path) -> None:
    seats = SEATS[rulebook][number % len(SEATS[rulebook])]
    game = RandomGame(rulebook, seats, random.Random(f"export-{rulebook}-{number}"), kernel_plays())
    game.play()
    check(game.log, tmp_path)
    for _ in range(3):
        check(game.log[: game.rng.randint(1, len(game.log))], tmp_path)
