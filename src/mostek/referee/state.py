"""A game as it stands after its events: the phases of play, the rows of the score sheet, and `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from operator import eq
from typing import Any, Final, get_type_hints, overload

from msgspec import Struct, field, msgpack
from msgspec.structs import astuple, replace

from mostek.core.board import Board, Square
from mostek.core.clock import Clock, Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import NO_TILES, Tile, Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, Place, Steps, StopReason, Venue
from mostek.referee.events import Cause, CorrectionAsked, Lock, RulingMade, ScoredWord


class TurnKind(StrEnum):
    """The kinds of turns."""

    PLACEMENT = "placement"
    EXCHANGE = "exchange"
    PASS = "pass"
    LOSS = "loss"


class Turn(Struct, frozen=True):
    """A row of the score sheet."""

    seat: Seat
    kind: TurnKind
    points: int
    total: int
    words: tuple[ScoredWord, ...] = ()
    forced: bool = False
    placement: Placement | None = None
    """The tiles that were laid; those of a lost turn went back."""
    rack: Tiles = field(default_factory=lambda: NO_TILES)
    """The rack before the move, as far as it is known (PFS-1.3.2a)."""
    aside: int = 0
    """The number of tiles exchanged."""
    records: Mapping[Seat, int] = {}
    """The points recorded by each player."""
    number: int = 0
    """Its place among all turns, from 1."""
    true: int = 0
    """The real score of the tiles, which the record may not match."""

    @property
    def best_word(self) -> int:
        """The points of the best single word, without the bonus; 0 if no word was laid (S13)."""
        return max((word.points for word in self.words), default=0) if self.kind is TurnKind.PLACEMENT else 0


class ChoosingStarter(Struct, frozen=True):
    """Players draw for the start: who still takes part, and what has been drawn."""

    contenders: tuple[Seat, ...]
    drawn: Mapping[Seat, str]
    starter: Seat | None = None
    """Who starts by the pairing, when the draw is only about places (PFS-2.2)."""
    kept: Tiles = NO_TILES
    """Tiles of earlier, tied draws that stay out of the bag (S2)."""


class AwaitingPlayers(Struct, frozen=True):
    """Players are missing at the beginning of the round (PFS-6.3); since when the arbiter's clock runs for all of them."""

    absent: tuple[Seat, ...]
    since: Millis | None = None
    starter: Seat | None = None
    """Who starts by the pairing, announced when all are present."""


class ChoosingPlace(Struct, frozen=True):
    """The winner of the draw chooses a place (PFS-2.2); then this seat starts."""

    seat: Seat
    starter: Seat


class Dealing(Struct, frozen=True):
    """Racks are being filled for the first time, before any clock runs."""

    starter: Seat
    drawn: bool = False
    """Whether the starter won a draw, and with it the choice of places (PFS-2.2)."""


class Arranged(Struct, frozen=True):
    """Tiles that lie on the board while the clock runs, and may still be moved."""

    placement: Placement


class Exchanging(Struct, frozen=True):
    """An announced exchange; the tiles that lie aside, and the announced number."""

    tiles: Tiles
    count: int | None


class Passing(Struct, frozen=True):
    """An announced pass."""


Plan = Arranged | Exchanging | Passing
"""What a player has begun to do with a turn; only ending the move makes it one (PFS-4.4.1a)."""


class Thinking(Struct, frozen=True):
    """A player is on turn."""

    seat: Seat
    plan: Plan | None = None
    lock: Lock | None = None
    announced: int | None = None
    """The value that was said although the clock still runs (PFS-4.4.3)."""
    records: Mapping[Seat, int] = {}
    """What was written although the clock still runs."""
    early: int = 0
    """How many tiles were drawn although the clock still runs (PFS-4.4.4)."""


class Laid(Struct, frozen=True):
    """A move has ended and may be announced, challenged, recorded."""

    seat: Seat
    placement: Placement
    words: tuple[ScoredWord, ...]
    points: int
    faults: tuple[str, ...]
    announced: int | None = None
    records: Mapping[Seat, int] = {}
    challenged: bool = False
    """Whether words of this move have been challenged; where only once, that is used up (PFS-4.7.5)."""
    found: tuple[str, ...] = ()
    """The challenged words that the verdict has found valid (GEN-9d)."""
    claimed: bool = False
    """Whether the board has answered a complaint about how the tiles lie (PFS-4.7.1b)."""
    since: Millis | None = None
    """When the move ended, where a wait is measured from that."""
    flagged: Millis | None = None
    """When the opponent's time ran out over this move."""
    early: int = 0
    """How many tiles were drawn too early, before the opponent had dealt with the move (PFS-3.2.1i)."""
    hurried: bool = False
    """Whether the opponent's clock runs already because the opponent dawdles (PFS-4.6.2) or stays away (PFS-6.4e)."""

    @property
    def undeclared(self) -> bool:
        """Whether the letter of a blank in the move is not stated (PFS-4.5.3)."""
        return any(tile.letter is None for tile in self.placement.tiles.values())


class Challenged(Struct, frozen=True):
    """A verdict is awaited."""

    laid: Laid
    challenger: Seat
    words: tuple[str, ...]
    typed: tuple[str, ...] = ()
    """The words as typed, or written on the slip."""
    confirmed: bool = False
    """Whether the mover has found the slip without errors (PFS-4.7.10-aux)."""
    run: bool = False
    """Whether the verdict may be given."""


class Closing(Struct, frozen=True):
    """An exchange, a pass or a lost turn is to be written down."""

    seat: Seat
    kind: TurnKind
    recorded: frozenset[Seat] = frozenset()
    cause: Cause | None = None
    clause: str = ""
    withdrawn: Laid | None = None
    """The move that was lost, as long as its verdict can be set aside."""


class HandingOver(Struct, frozen=True):
    """The turn is over; this player is to press the clock."""

    seat: Seat
    closed: Laid | Closing | None = None
    """The turn before it was closed, as long as it can be lost because of surplus tiles (PFS-4.10.3b)."""
    idle: int = 0
    """Passes and lost turns in a row before it."""


class Inspecting(Struct, frozen=True):
    """Surplus tiles are being taken off a rack (PFS-4.10.1)."""

    seat: Seat
    """The player with the surplus."""
    count: int
    """The number of surplus tiles."""
    chooser: Seat
    """The player who inspects some of them and chooses those that go back."""
    pool: Tiles
    """The tiles among which the surplus ones are."""
    then: Dealing | Thinking | Laid | Closing | HandingOver
    """The phase that follows."""
    drawn: Tiles | None = None
    """The tiles that the chooser looks at."""


class Settling(Struct, frozen=True):
    """All moves are made; the tiles on the racks are not stated yet."""

    ending: Ending
    clause: str
    out: Seat | None


class Slip(Struct, frozen=True):
    """The result slip (PFS-5.2a): what each player has entered and signed."""

    signed: Mapping[Seat, BySeat[int]] = {}
    amended: bool = False
    """Whether a player signed other figures later: both must confirm that (PFS-5.2c)."""
    handed_in: BySeat[int] | None = None
    """The result that the arbiter has."""


class Over(Struct, frozen=True):
    """The game has ended."""

    result: GameResult
    before: Phase | None = None
    """Where a forfeit broke the game off, or anything the draw for the start."""
    slip: Slip = Slip()
    square: int | None = None
    """How many tiles lay in the square after the game (PFS-1.1.1d)."""
    clause: str = ""
    """By which clause it has ended."""


Phase = (
    AwaitingPlayers
    | ChoosingStarter
    | ChoosingPlace
    | Dealing
    | Thinking
    | Laid
    | Challenged
    | Closing
    | HandingOver
    | Inspecting
    | Settling
    | Over
)


_RECENT = 128
"""How many rows are cached, of all games together: every command reads the last ones several times."""


class History(Sequence[Turn]):
    """Rows of the score sheet in the order of play, immutable; as good as a tuple of them, in a tenth of its space.

    Each read makes a row again, so two equal rows need not be the same object.
    """

    __slots__ = ("_rows", "is_true")

    def __init__(self, turns: Iterable[Turn] = ()) -> None:
        turns = tuple(turns)
        self._rows = tuple(map(_packed, turns))
        self.is_true = all(turn.points == turn.true for turn in turns)
        """Whether every turn counts what its tiles were worth."""

    def added(self, turn: Turn) -> History:
        """The history with one more turn."""
        history = History.__new__(History)
        history._rows = (*self._rows, _packed(turn))
        history.is_true = self.is_true and turn.points == turn.true
        return history

    def changed(self, turn: Turn) -> History:
        """The history with another row for the turn of that number."""
        return History(turn if old.number == turn.number else old for old in self)

    def common(self, other: History) -> int:
        """The number of rows that are equal before the first one that differs."""
        return len(list(takewhile(bool, map(eq, self._rows, other._rows))))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Turn]:
        return map(_unpacked, self._rows)

    @overload
    def __getitem__(self, place: int) -> Turn: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Turn, ...]: ...

    def __getitem__(self, place: int | slice) -> Turn | tuple[Turn, ...]:
        """The row at a place, counted from 0, or several."""
        if isinstance(place, int):
            return _unpacked(self._rows[place])
        return tuple(map(_unpacked, self._rows[place]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self._rows == other._rows

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


def _packed(turn: Turn) -> bytes:
    """The row as bytes; rows that are equal have the same."""
    return _encoder.encode(astuple(replace(turn, records=dict(sorted(turn.records.items())))))


@lru_cache(maxsize=_RECENT)
def _unpacked(row: bytes) -> Turn:
    return Turn(*_decoder.decode(row))


def _write(value: object) -> object:
    if isinstance(value, Placement):
        return {square.name: str(tile) for square, tile in value.tiles.items()}
    return str(value)


def _read(kind: type, value: Any) -> object:
    if kind is Placement:
        return Placement({Square.named(name): Tile.read(text) for name, text in value.items()})
    return Tiles.of(value)


_encoder = msgpack.Encoder(enc_hook=_write)
_decoder: msgpack.Decoder[tuple[Any, ...]] = msgpack.Decoder(
    tuple[tuple(get_type_hints(Turn)[name] for name in Turn.__struct_fields__)],  # type: ignore[misc]
    dec_hook=_read,
)
NO_TURNS: Final = History()


class Interruption(Struct, frozen=True):
    """Play stands still (PFS-4.4.2b to d): who caused it and starts the clock again, and whose clock ran."""

    seat: Seat
    reason: StopReason
    running: Seat | None
    awaiting: bool
    """Whether the arbiter has not ruled yet, or the break is not over."""
    since: Millis | None = None
    """When it began, where a wait is measured from that."""


class Made(Struct, frozen=True):
    """A ruling, and whether it was taken back."""

    ruling: RulingMade
    reversed: bool = False
    change: int = 0
    """By how much it changed a score or a clock, in points or milliseconds."""
    was: Placement | None = None
    """The tiles that it replaced."""
    turns: int = 0
    """How many turns had been made."""


class OpenVerdict(Struct, frozen=True):
    """A verdict that the arbiter can still set aside, with the game as it stood before it."""

    before: Game
    valid: bool

    @property
    def laid(self) -> Laid:
        """The move that was judged."""
        assert isinstance(self.before.phase, Challenged)
        return self.before.phase.laid


class Game(Struct, frozen=True):
    """One game. It holds secrets (racks, bag): only `views.view_for` may leave the server."""

    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    players: BySeat[str]
    tile_set: str
    lexicon: LexiconPin | None
    steps: Steps
    venue: Venue
    tiles: Tiles
    """The set with which the game is played, as it was found (PFS-1.1.1c)."""
    checks: tuple[Check, ...]
    officials: tuple[Seat, ...]
    full_record: bool
    commitment: str | None
    board: Board
    bag: Tiles
    racks: BySeat[Tiles]
    set_aside: BySeat[Tiles]
    """Tiles taken off the rack for an exchange that do not lie in the bag yet."""
    scores: BySeat[int]
    exchanges: BySeat[int]
    clock: Clock | None
    turn_millis: Millis | None
    """The time that each turn gets, or each player at the start."""
    flagged: BySeat[bool]
    phase: Phase
    starter: Seat | None = None
    dealing: bool = True
    started: bool = False
    solo: bool = False
    passes: int = 0
    """Passes in a row."""
    idle: int = 0
    """Passes and lost turns in a row."""
    now: Millis = Millis(0)
    """The latest time that an event has stated."""
    turns: History = NO_TURNS
    confirmed: frozenset[tuple[Seat, Check]] = frozenset()
    places: Mapping[Seat, Place] = {}
    disputed: bool = False
    """Whether both want the same place, so that the draw for the start decides that too (PFS-2.2)."""
    cards: Mapping[Seat, Placement] = {}
    """The letters of blanks that each player has written (PFS-4.2.2a)."""
    dead: frozenset[Square] = frozenset()
    """Blanks that no new word may use (PFS-4.8.4d)."""
    bag_dead: bool = False
    """Whether the tiles in the bag are out of the game (PFS-4.10.5b)."""
    must_draw: Mapping[Seat, str] = {}
    """The player who must draw first, with the clause."""
    surplus_since: Mapping[Seat, int] = {}
    """Who has had too many tiles, and since how many turns had been made."""
    away: Mapping[Seat, Millis] = {}
    """The player who has left the board, and the time."""
    counting: Seat | None = None
    """The player who counts the tiles in the bag."""
    interruption: Interruption | None = None
    rulings: tuple[Made, ...] = ()
    asked: tuple[CorrectionAsked, ...] = ()
    """The players who have requested one and the same correction of a turn, the latest requested (T7)."""
    turn_left: Mapping[Seat, Millis] = {}
    """The time left for each player at the start of their last turn (PFS-4.8.2)."""
    credited: Mapping[Seat, Millis] = {}
    """How much time each player was given back while the position was on its way; the server caps it."""
    seed: str | None = None
    arbiter: bool = True
    """Whether somebody is there who rules (PFS-6.1a)."""
    arbiter_sees: bool = True
    """Whether anybody who rules sees the racks."""
    beside: tuple[Role, ...] = ()
    """The roles of the officials of a table on the server."""
    asking: tuple[Role, ...] = ()
    """The roles of those who came during the game, and are officials only when all players have consented."""
    readings: int = 1
    """The readings of the documents with which the game began."""
    scorer: Seat | None = None
    """Who keeps the record for all, in a game with one scorer (GEN-3a)."""
    resigned: frozenset[Seat] = frozenset()
    """Who plays no more in a game of three or four."""
    gone: Mapping[Seat, Millis] = {}
    """Whom the server has lost sight of, and since when."""
    verdict: OpenVerdict | None = None
    """The last verdict, until the next move of the player whose words were checked is written down."""

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats of those who play on."""
        return tuple(seat for seat in self.seats if seat not in self.resigned)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return self.players.seats

    @property
    def lateness_ends_at(self) -> Millis | None:
        """When the time is up that the arbiter's clock measures for all; `None` while it measures nothing (PFS-6.3.3)."""
        if not isinstance(self.phase, AwaitingPlayers) or self.phase.since is None or self.clock is None:
            return None
        return Millis(self.phase.since + min(self.clock.left))

    def is_overdue(self, now: int) -> bool:
        """Whether a time is up at `now` in milliseconds: of the running clock, or of players who are all late (S31)."""
        late = self.lateness_ends_at
        return (self.clock is not None and self.clock.overdue(Millis(now)) is not None) or (
            late is not None and now >= late
        )

    def confirmed_but(self, *kinds: Check) -> frozenset[tuple[Seat, Check]]:
        """The confirmations of players, without those that are valid once only."""
        return frozenset(done for done in self.confirmed if done[1] not in kinds)

    @property
    def on_turn(self) -> Seat | None:
        """The player whose turn it is, from thinking to handing over."""
        match self.phase:
            case Thinking(seat=seat) | Laid(seat=seat) | Closing(seat=seat) | HandingOver(seat=seat):
                return seat
            case Inspecting(then=then):
                return None if isinstance(then, Dealing) else then.seat
            case Challenged(laid=laid):
                return laid.seat
            case _:
                return None

    def opponents_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All others, in the order of play."""
        return self.players.clockwise_from(seat)[1:]

    def unseen(self) -> Tiles:
        """The tiles of the set without a stated location: in the bag or on a rack, face down."""
        return self.tiles - self.all_tiles().seen

    def all_tiles(self) -> Tiles:
        """Every tile at every location: always the set with which the game began (GEN-2a); those face down as backs."""
        tiles = self.bag + self.board.faces()
        for part in (*self.racks, *self.set_aside):
            tiles = tiles + part
        return tiles + self._drawn_for_start()

    def _drawn_for_start(self) -> Tiles:
        """The tiles that decide who starts; a game that is forfeited meanwhile still has them."""
        phase = self.phase.before if isinstance(self.phase, Over) else self.phase
        return phase.kept + Tiles(phase.drawn.values()) if isinstance(phase, ChoosingStarter) else NO_TILES
