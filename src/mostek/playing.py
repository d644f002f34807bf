"""A game played by a program: moves are pushed, the referee judges them, and nobody need know its commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mostek.app.export import recorded
from mostek.app.games import public
from mostek.core.board import Board
from mostek.core.clock import Millis
from mostek.core.moves import Exchange, Move, Pass, Placement, faults, words_formed
from mostek.core.players import BySeat, Seat
from mostek.core.position import Position
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.random_draws import random_draws, secret_seed
from mostek.lexicon import Lexicon
from mostek.lexicon.library import open_lexicon
from mostek.messages.refusals import say
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import cgp
from mostek.notation.game_formats import write_game
from mostek.notation.plays import NO_PLAY, parse_play, spell_rack
from mostek.notation.replay import Replay, ReplayedTurn, replay
from mostek.referee import Refused, conduct
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.state import Game as RefereedGame
from mostek.referee.state import Laid, Over
from mostek.rules.loading import rulebook as rulebook_of
from mostek.rules.rulebook import ClockMode


class RefusedError(ValueError):
    """The referee has refused a move; its text is the sentence, `refused` the reason with its clause."""

    def __init__(self, sentence: str, refused: Refused | None = None) -> None:
        super().__init__(sentence)
        self.refused = refused


@dataclass(frozen=True, eq=False, repr=False)
class ProgramGame:
    """A game between two and four players whose moves a program makes. A game is a value: write `game = game.push(move)`.

    Example:
        >>> import mostek
        >>> from mostek.engine import best
        >>> game = mostek.Game.new(["Ala", "Ola"], lexicon="pl-wolny", seed=1)
        >>> game = game.push(best(game)[0])
        >>> game.turns[0].seat, str(game.turns[0].word), game.scores[0] == game.turns[0].points, game.on_turn
        (<Seat.FIRST: 1>, 'ŻYWNA', True, <Seat.SECOND: 2>)
        >>> game.pop().turns
        ()
    """

    state: RefereedGame
    """The game as the referee sees it, with everything that is hidden."""
    events: tuple[Event, ...]
    """All events, from which it follows."""
    lexicon: Lexicon | None = None
    """The list that words must be in; without one every word counts."""
    _seed: int | str = field(default_factory=secret_seed)
    _before: ProgramGame | None = None

    @classmethod
    def new(
        cls,
        players: Sequence[str] = ("1", "2"),
        *,
        rulebook: str = "pfs",
        lexicon: str | None = None,
        tiles: str | None = None,
        seed: int | str | None = None,
    ) -> ProgramGame:
        """Begin a game: tiles are dealt, and the first player is on turn.

        Args:
            players: Their names, two to four.
            rulebook: The rulebook, as `mostek rules` names it; three and four players need `gen`.
            lexicon: A list that each word must be in, `NAME` or `NAME@EDITION`.
            tiles: The tile set; by default that of the rulebook.
            seed: Makes the draws repeatable; without it they are random.

        Raises:
            RefusedError: The rulebook does not allow so many players.
            LookupError: There is no such rulebook or tile set; a `LexiconError` for a list of words.
            TypeError: The names are one text.
        """
        if isinstance(players, str):
            raise TypeError(f"players is a list of names, not the text {players!r}")
        words = None if lexicon is None else open_lexicon(lexicon)
        if tiles is not None:
            tile_set(tiles)
        clock = rulebook_of(rulebook).clock
        is_open = clock.mode.value is not ClockMode.NONE and not clock.millis.value
        create = c.CreateGame(
            rulebook=rulebook,
            players=tuple(players),
            millis=_UNUSED_TIME if is_open else None,
            tile_set=tiles,
            lexicon=None if words is None else words.pin,
            starter=Seat.FIRST,
        )
        seed = secret_seed() if seed is None else seed
        done = conduct(None, create, rulebook_of(rulebook), random_draws(seed, 0))
        if done.game is None:
            raise _refused_error(done.refused)
        return cls(done.game, done.events, words, seed)

    def push(self, move: object) -> ProgramGame:
        """The game after a move of the player on turn, to which nobody objects; `pop` gives this one back.

        Args:
            move: A play or candidate of the engine, a `Placement`, an `Exchange`, a `Pass`; or a text: `H8 KOT` with the row's
                letter first for a word across, `-AK` for an exchange, `-` for a pass.

        Raises:
            RefusedError: The referee refuses it, or a word is not in the game's list.
            NotationError: The text is no move.
            TypeError: It is no move at all.
        """
        seat = self.on_turn
        if seat is None:
            raise RefusedError(f"the game is over: {self!r}")
        made = self._read_move(move)
        match made:
            case Placement():
                self._check_words(made)
                command: c.Command = c.LayTiles(seat=seat, placement=made)
            case Exchange(tiles):
                command = c.ExchangeTiles(seat=seat, tiles=tiles)
            case Pass():
                command = c.PassTurn(seat=seat)
        after = self._carry_out(command)
        while isinstance(laid := after.state.phase, Laid):  # who writes a move down objects to it no more
            writer = next(each for each in after.state.opponents_of(seat) if each not in laid.records)
            after = after._carry_out(c.RecordMove(seat=writer))
        return ProgramGame(after.state, after.events, self.lexicon, self._seed, self)

    def pop(self) -> ProgramGame:
        """The game before the last `push`. Raises `ValueError` if there was none."""
        if self._before is None:
            raise ValueError("no move was pushed in this game")
        return self._before

    def _read_move(self, move: object) -> Move:
        if isinstance(move, str):
            return self._read_text(move.strip())
        move = getattr(move, "move", move)
        if isinstance(move, Exchange | Pass):
            return move
        tiles = move if isinstance(move, Mapping) else getattr(move, "tiles", None)
        if isinstance(tiles, Mapping) and not isinstance(move, ReplayedTurn):
            return Placement(tiles)
        raise TypeError(f"{move!r} is no move; push a play of the engine, a Placement, an Exchange, a Pass, or a text")

    def _read_text(self, text: str) -> Move:
        alphabet = tile_set(self.state.tile_set).alphabet
        if text.startswith(NO_PLAY):
            given = text.removeprefix(NO_PLAY)
            return Exchange(spell_rack(given, alphabet)) if given else Pass()
        return parse_play(text, Orientation.LETTERED_ROWS, alphabet).placement(self.board)

    def _check_words(self, placement: Placement) -> None:
        """Words outside the list; a placement against the rules is left to the referee."""
        if self.lexicon is None or faults(self.board, placement, None, tile_set(self.state.tile_set).alphabet):
            return
        unknown = [word.text for word in words_formed(self.board, placement) if word.text not in self.lexicon]
        if unknown:
            raise RefusedError(f"not in {self.lexicon.pin.name}: {', '.join(unknown)}")

    def _carry_out(self, command: c.Command) -> ProgramGame:
        draw = random_draws(self._seed, public(self.events))
        done = conduct(self.state, command, rulebook_of(self.state.rulebook), draw)
        if done.refused is not None or done.game is None:
            raise _refused_error(done.refused)
        return ProgramGame(done.game, (*self.events, *done.events), self.lexicon, self._seed)

    @property
    def players(self) -> tuple[str, ...]:
        """The names, seat by seat."""
        return tuple(self.state.players)

    @property
    def board(self) -> Board:
        """The tiles on the board."""
        return self.state.board

    @property
    def on_turn(self) -> Seat | None:
        """The player on turn; `None` when the game is over."""
        return self.state.on_turn

    @property
    def rack(self) -> Tiles:
        """The tiles of the player on turn; none when the game is over."""
        return self.state.racks[self.on_turn] if self.on_turn else Tiles()

    @property
    def racks(self) -> BySeat[Tiles]:
        """The tiles of each player, seat by seat: `racks[Seat.FIRST]`."""
        return self.state.racks

    @property
    def bag(self) -> Tiles:
        """The tiles in the bag."""
        return self.state.bag

    @property
    def scores(self) -> tuple[int, ...]:
        """The points, seat by seat; with the reckoning of the tiles left when the game is over."""
        phase = self.state.phase
        return tuple(phase.result.final) if isinstance(phase, Over) else tuple(self.state.scores)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.state.phase, Over)

    @property
    def position(self) -> Position:
        """The position as the player on turn knows it, as the engine takes it: the racks of the others are left out."""
        seat = self.on_turn or Seat.FIRST
        order = (seat, *self.state.opponents_of(seat))
        return Position(
            self.board,
            (tuple(self.rack), *((),) * (len(order) - 1)),
            tuple(self.state.scores[each] for each in order),
            self.state.idle,
            _tile_operation(self.state.tile_set),
        )

    def cgp(self) -> str:
        """The position as the player on turn knows it, as a line of CGP."""
        return cgp.format_position(self.position)

    def replay(self) -> Replay:
        """The game so far, replayed from its score sheet: turns, true points, diagnostics."""
        return self._replay

    @cached_property
    def _replay(self) -> Replay:
        """A loop over `turns` asks for it each time."""
        return replay(recorded(self.events), rulebook_of(self.state.rulebook))

    @property
    def turns(self) -> tuple[ReplayedTurn, ...]:
        """The turns so far: each knows seat, rack, play, points, and the board after it."""
        return self.replay().turns

    def gcg(self) -> str:
        """The game so far as GCG."""
        return write_game(recorded(self.events), "gcg").decode()

    def _repr_svg_(self) -> str:
        return self.board.svg()

    def __str__(self) -> str:
        return f"{self.board}\n{self!r}"

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {points}" for name, points in zip(self.players, self.scores, strict=True))
        turn = "over" if self.on_turn is None else f"{self.state.players[self.on_turn]} on turn"
        return f"<Game {scores}; {turn}>"


_UNUSED_TIME = Millis(20 * 60_000)
"""A clock that a rulebook demands; moves without a time of their own take none of it."""
Game = ProgramGame
"""What `mostek.Game` is; the referee's own state is `mostek.referee.Game`."""


def _refused_error(refused: Refused | None) -> RefusedError:
    return RefusedError("the game is over" if refused is None else f"{say(refused)} ({refused.clause})", refused)


def _tile_operation(tiles: str) -> str:
    """The operation of CGP that names the tile set."""
    return f"ld {tiles};"
