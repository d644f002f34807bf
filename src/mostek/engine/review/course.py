"""The course of a recorded game: each turn with the position before it, what came off again, and the challenges around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from mostek.core.board import Board
from mostek.core.moves import Pass, PlayScore
from mostek.core.players import BySeat, Seat
from mostek.core.position import Position
from mostek.core.tiles import NO_TILES, Tile, Tiles
from mostek.engine.kernel import POINT, FoundPlay
from mostek.engine.review.values import TurnKind
from mostek.lexicon import Lexicon
from mostek.notation.formats.cgp import format_position
from mostek.notation.game_record import (
    TURN,
    ChallengeBonus,
    RecordedExchange,
    RecordedLoss,
    TimePenalty,
    Withdrawn,
)
from mostek.notation.plays import WrittenPlay
from mostek.notation.record_checks.racks import FULL_RACK
from mostek.notation.replay import Replay, ReplayedTurn
from mostek.referee.endings import leftovers
from mostek.rules.rulebook import EndRule

CHALLENGE_LOST = "challenge"
"""The cause of a lost turn by which some formats mark a challenge that failed."""


@dataclass(frozen=True, slots=True)
class CourseTurn:
    """A turn of a game."""

    number: int
    line: int
    seat: Seat
    action: WrittenPlay | RecordedExchange | Pass | RecordedLoss
    before: Board
    after: Board
    """The board after the turn, without tiles that came off."""
    rack: Tiles | None
    """The rack as the record gives it; it may be a part."""
    scores: tuple[int, ...]
    """True scores before the turn."""
    passes: int
    """The consecutive passes just before."""
    laid: FoundPlay | None = None
    """The placement along its main word, if it can lie so."""
    value: PlayScore | None = None
    came_off: bool = False
    invalid: tuple[str, ...] = ()
    """The words of the play that the list lacks."""
    challenged_wrongly: int | None = None
    """The points that the player lost, or gave, by a wrong challenge of the play before; `None` for no such challenge."""
    outside: tuple[int, ...] = ()
    """Points outside of play that were booked just before this turn, by seat."""

    @property
    def kind(self) -> TurnKind:
        """The kind of the turn."""
        match self.action:
            case WrittenPlay():
                return "play"
            case RecordedExchange():
                return "exchange"
            case Pass():
                return "pass"
            case RecordedLoss():
                return "lost_turn"

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the play."""
        return () if self.value is None else tuple(each.word.text for each in self.value.words)

    @property
    def score(self) -> int:
        """The points of the turn; 0 if its tiles came off."""
        return 0 if self.value is None or self.came_off else self.value.total

    @property
    def is_phoney(self) -> bool:
        """Whether the play has a word that the list lacks."""
        return bool(self.invalid)

    @property
    def lead(self) -> int:
        """The lead of the player over the best other before the turn."""
        others = [score for place, score in enumerate(self.scores, 1) if place != self.seat]
        return self.scores[self.seat - 1] - max(others, default=0)

    def position(self) -> str:
        """The position before the turn as CGP, with the rack as far as it is known."""
        order = [(self.seat - 1 + step) % len(self.scores) for step in range(len(self.scores))]
        racks = (tuple(self.rack or ()), *((),) * (len(order) - 1))
        return format_position(Position(self.before, racks, tuple(self.scores[place] for place in order), self.passes))


@dataclass(frozen=True, slots=True)
class GameCourse:
    """The turns of a game, and what was booked after the last one."""

    turns: tuple[CourseTurn, ...]
    outside: tuple[int, ...]
    """Points outside of play after the last turn, by seat."""
    scores: tuple[int, ...]
    """The final scores, or those reached."""
    is_finished: bool


def course_of(replayed: Replay, lexicon: Lexicon, end: EndRule) -> GameCourse:
    """The course of a replayed game; the list tells which words are invalid, the rule how passes end a game."""
    following = _Following(replayed, lexicon)
    for place, turn in enumerate(replayed.turns):
        following.take(turn, replayed.turns[place + 1] if place + 1 < len(replayed.turns) else None)
    final = replayed.ending.final or _passed_out(replayed, following, end)
    return GameCourse(
        tuple(following.turns),
        tuple(following.outside),
        tuple(replayed.totals if final is None else final),
        final is not None,
    )


def _passed_out(replayed: Replay, following: _Following, end: EndRule) -> BySeat[int] | None:
    """The final scores of a game that ended by passes, in a record without a reckoning; the last racks must be known."""
    seats = len(following.scores)
    racks = {turn.seat: turn.rack for turn in following.turns[-seats:]}
    if following.passes < end.passes_each.value * seats or len(racks) < seats or not all(racks.values()):
        return None
    left = BySeat(racks[seat] or NO_TILES for seat in replayed.game.players.seats)
    change = leftovers(left, None, replayed.game.tile_set, end)
    return BySeat(score + points for score, points in zip(following.scores, change, strict=True))


@dataclass
class _Following:
    """The state between two lines of a record."""

    replayed: Replay
    lexicon: Lexicon
    turns: list[CourseTurn] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.replayed.game.players)
        self.board = Board(self.replayed.board.layout)
        self.scores = [0] * seats
        self.outside = [0] * seats
        self.passes = 0
        self.wrong: dict[int, int] = {}

    def take(self, turn: ReplayedTurn, following: ReplayedTurn | None) -> None:
        """Follow a line of the record."""
        record = turn.recorded
        if isinstance(record.action, TURN):
            came_off = following is not None and _takes_off(turn, following)
            found = self._turn(turn, came_off)
            self.turns.append(found)
            self.outside = [0] * len(self.scores)
            self.passes = self.passes + 1 if isinstance(record.action, Pass) else 0
            self.board = found.after
            self.scores[record.seat - 1] += found.score
        elif isinstance(record.action, ChallengeBonus | TimePenalty):
            self.outside[record.seat - 1] += turn.points
            self.scores[record.seat - 1] += turn.points
            if isinstance(record.action, ChallengeBonus):
                self._blame(record.seat, turn.points)

    def _blame(self, seat: Seat, points: int) -> None:
        """A bonus tells of a wrong challenge by the other player, a loss of one by the player."""
        if len(self.scores) == _PAIR and points:
            self.wrong[seat if points < 0 else _PAIR + 1 - seat] = abs(points)

    def _turn(self, turn: ReplayedTurn, came_off: bool) -> CourseTurn:
        record = turn.recorded
        assert isinstance(record.action, TURN)
        wrongly = self.wrong.pop(int(record.seat), None)
        if isinstance(record.action, RecordedLoss) and record.action.cause == CHALLENGE_LOST:
            wrongly = wrongly or 0
        words = [] if turn.score is None else [each.word.text for each in turn.score.words]
        return CourseTurn(
            len(self.turns),
            record.line,
            record.seat,
            record.action,
            self.board,
            self.board if came_off or turn.placement is None else turn.board,
            record.rack,
            tuple(self.scores),
            self.passes,
            _found_play(turn),
            turn.score,
            came_off,
            tuple(word for word in words if word not in self.lexicon),
            wrongly,
            tuple(self.outside),
        )


def _takes_off(turn: ReplayedTurn, following: ReplayedTurn) -> bool:
    withdrawn = isinstance(following.recorded.action, Withdrawn) and following.recorded.seat is turn.recorded.seat
    return withdrawn and turn.placement is not None


def _found_play(turn: ReplayedTurn) -> FoundPlay | None:
    """The placement along its main word."""
    if turn.placement is None or turn.score is None or turn.word is None:
        return None
    laid = turn.placement.tiles
    word: list[Tile | None] = [laid.get(square) for square in turn.word.squares()]
    return FoundPlay(turn.word.start, turn.word.direction, tuple(word), turn.score.total, POINT * turn.score.total)


def whole_rack(turn: CourseTurn, tiles: Tiles, players: int) -> Tiles | None:
    """The rack of a turn if it is known completely: seven tiles, or what the others cannot hold at the end."""
    rack = turn.rack
    if rack is None or not rack or "" in rack:
        return None
    off = len(tiles) - len(turn.before)
    if len(rack) == FULL_RACK:
        return rack
    is_end = off <= FULL_RACK * players and off - len(rack) <= FULL_RACK * (players - 1)
    return rack if is_end and players == _PAIR else None


def is_possible(turn: CourseTurn, rack: Tiles, tiles: Tiles) -> bool:
    """Whether the set of tiles has such a rack beside the board, and the rack holds what was played or exchanged."""
    used = NO_TILES
    if turn.laid is not None:
        used = turn.laid.faces
    elif isinstance(turn.action, RecordedExchange) and turn.action.tiles is not None:
        used = turn.action.tiles
    too_many = (turn.before.faces() + rack).missing_from(tiles)
    return not too_many and not used.missing_from(rack) and len(rack) <= FULL_RACK


_PAIR = 2
