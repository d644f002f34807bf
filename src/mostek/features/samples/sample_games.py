"""The ten games of the samples: played by our bots, kept as GCG, and played again by the referee from the same bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from mostek.app.games import LoggedGame
from mostek.app.lobby import Proposal
from mostek.app.ports import EventLog, TableSetup
from mostek.app.shares import joined
from mostek.core.moves import Pass
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.engine.random_draws import commitment, random_draws
from mostek.lexicon.library import open_lexicon
from mostek.notation.coordinates import Orientation
from mostek.notation.game_formats import replay_file
from mostek.notation.game_record import RecordedExchange
from mostek.notation.replay import Replay
from mostek.referee.commands import Command, ExchangeTiles, LayTiles, PassTurn, RecordMove
from mostek.referee.state import Laid
from mostek.rules.loading import rulebook
from mostek.store.game_files import FileLog
from mostek.store.game_lines import GameHeader

FOLDER = Path(__file__).parent / "data" / "partie"
PROPOSAL = Proposal(rulebook="pfs")
THINKING = 45_000
"""The milliseconds that each player takes for a move."""


def game_names() -> list[str]:
    """The names of the games, in order."""
    return sorted(path.stem for path in FOLDER.glob("*.gcg"))


def game_record(name: str) -> bytes:
    """A game as GCG."""
    return (FOLDER / f"{name}.gcg").read_bytes()


def replayed_game(name: str) -> Replay:
    """A game, replayed."""
    return replay_file(game_record(name), "gcg", rulebook(PROPOSAL.rulebook))


def secret_of(name: str) -> str:
    """The share of the seed that a server gives; the pages of the players gave none."""
    return f"partia-{name}"


def seed_of(name: str) -> str:
    """The seed of the bag of a game."""
    return joined(secret_of(name), [None, None])


def begin_game(log: EventLog, seed: str, players: tuple[str, ...]) -> LoggedGame:
    """Create a game whose bag comes from the seed."""
    game = LoggedGame(log, lambda events: random_draws(seed, events), lambda number, event: None, seed)
    pin = open_lexicon(PROPOSAL.lexicon).pin
    game.create(PROPOSAL.creation(players, pin, commitment(seed), arbiter=False))
    return game


def play_again(
    name: str, replayed: Replay, log: EventLog, keep_time: Callable[[int], None] = lambda at: None
) -> LoggedGame:
    """Play a game to its end as it was played, into a log; `keep_time` hears the time of each move in milliseconds."""
    keep_time(0)
    game = begin_game(log, seed_of(name), replayed.players)
    for command in _commands_of(replayed):
        keep_time(game.game.now + THINKING)
        carry_out(game, command)
        if isinstance(laid := game.game.phase, Laid):
            (other,) = game.game.opponents_of(laid.seat)
            carry_out(game, RecordMove(seat=other))
    return game


def carry_out(game: LoggedGame, command: Command) -> None:
    """Carry a command out, at the time at which the player has thought enough."""
    wait = 0 if isinstance(command, RecordMove) else THINKING
    carried = game.carry_out(replace(command, at=game.game.now + wait))
    assert carried.refused is None, carried.refused


def _commands_of(replayed: Replay) -> Iterator[Command]:
    for turn in replayed.turns:
        seat = Seat(turn.seat)
        if turn.placement is not None:
            yield LayTiles(seat=seat, placement=turn.placement)
        elif isinstance(turn.play, RecordedExchange):
            tiles = turn.play.tiles or Tiles()
            yield ExchangeTiles(seat=seat, tiles=tiles, count=len(tiles))
        elif isinstance(turn.play, Pass):
            yield PassTurn(seat=seat)


def saved_game(name: str) -> bytes:
    """A game as `mostek play` saves it."""
    header = GameHeader(game=name, table=TableSetup(2, "", seed_of(name), Orientation.LETTERED_ROWS.value))
    with TemporaryDirectory() as folder, closing(FileLog.create(Path(folder) / name, header)) as log:
        play_again(name, replayed_game(name), log)
        return log.path.read_bytes()
