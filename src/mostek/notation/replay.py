"""Replay a recorded game on a board, and compare what the record states with the true scores, words and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from mostek.core.board import Board, Layout, layout
from mostek.core.diagnostics import Diagnostic, Kind, Severity, worst
from mostek.core.moves import IMPOSSIBLE, Placement, PlayScore, Word, fault_names, faults, score
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import BLANK, NO_TILES, Tiles
from mostek.lexicon import Lexicon
from mostek.notation.game_record import (
    TURN,
    ChallengeBonus,
    Leftovers,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
)
from mostek.notation.plays import WrittenPlay
from mostek.referee.endings import leftovers
from mostek.rules.rulebook import EndRule, Rulebook


class Booking(Enum):
    """How a record books the tiles left at the end. The spread is the same for two players, the totals are not."""

    TWICE = "twice_for_winner"
    """Who went out gains twice the others' tiles, the others lose nothing: GCG as most programs write it."""
    BOTH = "gain_and_loss"
    """Who went out gains the others' tiles, the others lose them: the rules of the game (GEN-15d, GEN-15e)."""


@dataclass(frozen=True, slots=True)
class RecordedEnding:
    """The end of a game as far as the record lets it be known."""

    out: Seat | None
    """Who used up all tiles."""
    leftovers: BySeat[Tiles | None]
    """The tiles left to each player; `None` where the record does not tell."""
    booking: Booking | None
    """How the record books them; `None` where nothing tells the two apart."""
    final: BySeat[int] | None
    """The final scores under the rules; `None` for a game that is unfinished or whose leftovers are not known."""

    def decisive(self, seat: Seat) -> Tiles | None:
        """The tiles left to all the others; `None` if some are not known."""
        others = NO_TILES
        for other, tiles in self.leftovers.items():
            if other is not seat:
                if tiles is None:
                    return None
                others += tiles
        return others


def _ending_of(game: RecordedGame, board: Board, totals: BySeat[int], laid: Tiles, rule: EndRule) -> RecordedEnding:
    """The end of a game from its record, the final board, the true totals before the end, and what the last turn laid."""
    out = _gainer(game) or _emptied(game, board, laid)
    over = out is not None or any(_end_lines(game))
    left = BySeat(_left(game, board, seat, out) if over else None for seat in game.players.seats)
    known = [tiles for tiles in left if tiles is not None]
    final = None
    if len(known) == len(left):
        change = leftovers(BySeat(known), out, game.tile_set, rule)
        final = BySeat(total + points for total, points in zip(totals, change, strict=True))
    return RecordedEnding(out, left, _booking(game), final)


def _end_points(game: RecordedGame, board: Board, turn: RecordedTurn) -> int:
    """The points that an end line should state, in the convention that it follows."""
    stated = turn.points or 0
    tiles = _named(turn)
    if tiles is None:
        # The record does not say; the board does, once a player went out.
        tiles = _unseen(game, board) if _gainer(game) and len(game.players) == _PAIR else None
    if tiles is None:
        return stated
    worth = game.tile_set.value(tiles)
    if stated < 0:
        return -worth
    return worth if stated == worth or game.format != "gcg" else 2 * worth


def _gainer(game: RecordedGame) -> Seat | None:
    """The player who gains at the end, and so went out."""
    for turn in _end_lines(game):
        if turn.points is not None and (turn.points > 0 or (turn.points == 0 and _named(turn) is None)):
            return turn.seat
    return None


def _emptied(game: RecordedGame, board: Board, laid: Tiles) -> Seat | None:
    """The player whose last placement left neither rack nor bag a tile, in a record without end lines."""
    if not game.turns or any(_end_lines(game)) or game.incomplete or len(game.players) != _PAIR:
        return None
    last = game.turns[-1]
    if not laid or laid != last.rack or last.seat in dict(game.racks) or _unseen(game, board) is None:
        return None
    return last.seat


def _unseen(game: RecordedGame, board: Board) -> Tiles | None:
    """The tiles that lie nowhere on the board, if so few that one rack holds them all."""
    faces = board.faces()
    if faces.missing_from(game.tile_set.tiles):
        return None
    unseen = game.tile_set.tiles - faces
    return unseen if len(unseen) <= _RACK else None


def _left(game: RecordedGame, board: Board, seat: Seat, out: Seat | None) -> Tiles | None:
    if seat is out:
        return NO_TILES
    lines = {turn.seat: turn for turn in _end_lines(game)}
    if seat in lines and (lines[seat].points or 0) < 0 and (own := _named(lines[seat])) is not None:
        return own
    if out is None or len(game.players) != _PAIR:
        return None
    unseen = _unseen(game, board)
    return unseen if unseen is not None or out not in lines else _named(lines[out])


def _named(turn: RecordedTurn) -> Tiles | None:
    """The tiles of an end line, if it names them: `()` and `(?)` are how programs write that they do not know."""
    tiles = turn.action.tiles if isinstance(turn.action, Leftovers) else None
    return tiles if tiles and set(tiles) != {BLANK} else None


def _booking(game: RecordedGame) -> Booking | None:
    ends = list(_end_lines(game))
    signs = {(turn.points or 0) > 0 for turn in ends if turn.points}
    if len(signs) > 1:
        return Booking.BOTH
    for turn in ends:
        worth = game.tile_set.value(_named(turn) or NO_TILES)
        if worth and turn.points in (worth, 2 * worth):
            return Booking.BOTH if turn.points == worth else Booking.TWICE
    return None


def _end_lines(game: RecordedGame) -> Iterator[RecordedTurn]:
    return (turn for turn in game.turns if isinstance(turn.action, Leftovers))


_PAIR = 2
_RACK = 7
"""Tiles on a full rack (GEN-2.2b)."""


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A turn with its true value."""

    recorded: RecordedTurn
    points: int
    """True points; those stated where only the people at the table could know them."""
    total: int
    """The running total of true points."""
    board: Board
    """The board after the turn."""
    placement: Placement | None = None
    score: PlayScore | None = None
    word: Word | None = None
    """The main word as the board has it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was replayed: true values, the end, and everything that differs."""

    game: RecordedGame
    turns: tuple[ReplayedTurn, ...]
    board: Board
    totals: BySeat[int]
    """True totals in the convention of the record, end of the game included."""
    stated: BySeat[int | None]
    """The last total that the record states for each player, or that follows from the points it states."""
    ending: RecordedEnding
    diagnostics: tuple[Diagnostic, ...]

    @property
    def severity(self) -> Severity:
        """The worst thing that was found."""
        return worst(self.diagnostics)


def replay(
    game: RecordedGame, book: Rulebook, lexicon: Lexicon | None = None, board_layout: Layout | None = None
) -> Replay:
    """Replay a game and verify every score; with a lexicon, every word too.

    Args:
        game: The game as it was written down.
        book: The rulebook of the final scores.
        lexicon: If given, words that it lacks are reported.
        board_layout: The board; by default the standard one.

    Returns:
        True points and totals of each turn, the end of the game, and a diagnostic for each difference. No statement of a
        record raises.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import read_game
        >>> from mostek.notation.replay import replay
        >>> game = read_game(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n")
        >>> replay(game, rulebook("pfs")).totals[1]
        10
    """
    replaying = _Replaying(game, lexicon, Board(board_layout or layout()))
    for turn in game.turns:
        replaying.take(turn)
    last = replaying.turns[-1].placement if replaying.turns else None
    end = _ending_of(game, replaying.board, BySeat(replaying.before_end), last.faces if last else NO_TILES, book.end)
    diagnostics = (*game.diagnostics, *replaying.diagnostics, *_leftover_diagnostics(game, end))
    return Replay(
        game,
        tuple(replaying.turns),
        replaying.board,
        BySeat(replaying.totals),
        BySeat(replaying.stated),
        end,
        (*sorted(diagnostics, key=lambda diagnostic: diagnostic.line), *_finals(game, end)),
    )


class _Replaying:
    """The state of a replay between two turns."""

    def __init__(self, game: RecordedGame, lexicon: Lexicon | None, board: Board) -> None:
        self.game = game
        self.lexicon = lexicon
        self.board = board
        self.turns: list[ReplayedTurn] = []
        self.totals = [0] * len(game.players)
        self.before_end = [0] * len(game.players)
        self.stated: list[int | None] = [None] * len(game.players)
        self.diagnostics: list[Diagnostic] = []
        self._excess = NO_TILES
        self._board_before = board
        self._withdrawable: ReplayedTurn | None = None
        self._last: Seat | None = None
        self._finished: set[Seat] = set()

    def take(self, turn: RecordedTurn) -> None:
        """Replays one turn."""
        self._check_rotation(turn)
        self._check_rack(turn)
        match turn.action:
            case WrittenPlay():
                self._play(turn, turn.action)
            case Withdrawn():
                self._withdraw(turn)
            case Leftovers():
                self._finish(turn, _end_points(self.game, self.board, turn))
            case ChallengeBonus() | TimePenalty():
                self._finish(turn, turn.points or 0)
            case RecordedExchange(_, tiles):
                self._check_on_rack(turn, tiles or NO_TILES)
                self._finish(turn, 0)
            case _:
                self._finish(turn, 0)

    def _play(self, turn: RecordedTurn, play: WrittenPlay) -> None:
        placement = play.placement(self.board)
        hole = play.misfits(self.board)
        if hole:
            self._report(Kind.NOTHING_TO_PLAY_THROUGH, turn, square=hole[0].name)
        found = faults(self.board, placement, None, self.game.tile_set.alphabet)
        self._check_on_rack(turn, placement.faces)
        if found and not hole:
            self._report(Kind.ILLEGAL_PLAY, turn, faults=" ".join(fault_names(found)))
        if hole or found & IMPOSSIBLE:
            self._finish(turn, turn.points or 0)
            return
        value = score(self.board, placement, self.game.tile_set)
        main = next((each.word for each in value.words if each.word.direction is play.direction), None)
        before = self.board
        self.board = self.board.lay(placement.tiles)
        self._check_words(turn, play, placement, value)
        self._check_supply(turn, placement)
        main = main or (value.words[0].word if value.words else None)
        self._finish(turn, value.total, placement, value, main)
        self._withdrawable = self.turns[-1]
        self._board_before = before

    def _check_words(self, turn: RecordedTurn, play: WrittenPlay, placement: Placement, value: PlayScore) -> None:
        formed = [each.word for each in value.words]
        if play.words:
            if sorted(play.words) != sorted(word.text for word in formed):
                true = "/".join(word.text for word in formed)
                self._report(Kind.WORDS, turn, stated="/".join(play.words), true=true)
        elif not any(
            word.start == play.start and word.direction is play.direction and len(word.tiles) == len(play.cells)
            for word in formed
        ) and (len(play.cells) > 1 or not formed):
            self._report(
                Kind.WORDS,
                turn,
                stated="".join(str(self.board[square] or "") for square in play.squares),
                true="/".join(map(str, formed)),
            )
        if self.lexicon is not None:
            for word in formed:
                if word.text not in self.lexicon:
                    self._report(Kind.INVALID_WORD, turn, word=word.text)

    def _withdraw(self, turn: RecordedTurn) -> None:
        play = self._withdrawable
        if play is None or play.recorded.seat is not turn.seat:
            self._report(Kind.NOTHING_TO_WITHDRAW, turn)
            self._finish(turn, 0)
            return
        self.board = self._board_before
        # Taking back what was written is right even where what was written was wrong.
        as_written = turn.points is not None and turn.points == -(play.recorded.points or 0)
        self._finish(turn, -play.points, excused=as_written)

    def _finish(
        self,
        turn: RecordedTurn,
        points: int,
        placement: Placement | None = None,
        value: PlayScore | None = None,
        word: Word | None = None,
        *,
        excused: bool = False,
    ) -> None:
        seat = turn.seat - 1
        if turn.points is not None and turn.points != points and not excused:
            self._report(Kind.POINTS, turn, stated=turn.points, true=points)
        self._check_total(turn, points)
        self.totals[seat] += points
        if not isinstance(turn.action, Leftovers):
            self.before_end[seat] += points
        self._withdrawable = None
        self.turns.append(ReplayedTurn(turn, points, self.totals[seat], self.board, placement, value, word))

    def _check_total(self, turn: RecordedTurn, points: int) -> None:
        """A total that follows from the stated points, or makes good for them, is no further difference."""
        before = self.stated[turn.seat - 1] or 0
        following = before + (turn.points or 0)
        self.stated[turn.seat - 1] = following if turn.total is None else turn.total
        if turn.total is not None and turn.points is not None and turn.total not in (following, before + points):
            self._report(Kind.TOTAL, turn, stated=turn.total, true=following)

    def _check_rotation(self, turn: RecordedTurn) -> None:
        """A player whose tiles were reckoned up takes no more turns: the time of one player may end before the game does."""
        if isinstance(turn.action, TURN):
            seats = self.game.players
            after = seats.clockwise_from(seats.next(self._last)) if self._last else (turn.seat,)
            if turn.seat is not next((seat for seat in after if seat not in self._finished), None):
                self._report(Kind.OUT_OF_TURN, turn, nick=seats[turn.seat].nick)
            self._last = turn.seat
        if isinstance(turn.action, Leftovers) or (isinstance(turn.action, RecordedLoss) and turn.action.last):
            self._finished.add(turn.seat)

    def _check_rack(self, turn: RecordedTurn) -> None:
        if turn.rack and len(turn.rack) > _RACK:
            self._report(Kind.RACK_SIZE, turn, count=len(turn.rack))

    def _check_on_rack(self, turn: RecordedTurn, tiles: Tiles) -> None:
        """A rack that the record does not give cannot lack a tile."""
        if turn.rack and (missing := tiles.missing_from(turn.rack)):
            self._report(Kind.NOT_ON_RACK, turn, tiles=self._sorted(missing))

    def _check_supply(self, turn: RecordedTurn, placement: Placement) -> None:
        """The tiles on the board and those still on the rack cannot be more than the set has."""
        kept = turn.rack - placement.faces if turn.rack and not placement.faces.missing_from(turn.rack) else Tiles()
        excess = (self.board.faces() + kept).missing_from(self.game.tile_set.tiles)
        if excess and excess != self._excess:
            self._report(Kind.TOO_MANY_TILES, turn, tiles=self._sorted(excess))
        self._excess = excess

    def _sorted(self, tiles: Tiles) -> str:
        return self.game.tile_set.alphabet.sort(tiles)

    def _report(self, kind: Kind, turn: RecordedTurn, **params: str | int) -> None:
        self.diagnostics.append(Diagnostic(kind, turn.line, turn.column, params))


def _leftover_diagnostics(game: RecordedGame, end: RecordedEnding) -> Iterator[Diagnostic]:
    for turn in game.turns:
        if not isinstance(turn.action, Leftovers) or turn.action.tiles is None:
            continue
        true = end.decisive(turn.seat) if (turn.points or 0) >= 0 else end.leftovers[turn.seat]
        if true is None or turn.action.tiles == true:
            continue
        sort = game.tile_set.alphabet.sort
        unknown = set(turn.action.tiles) <= {BLANK} and BLANK not in true
        kind = Kind.LEFTOVERS_UNKNOWN if unknown else Kind.LEFTOVERS
        yield Diagnostic(kind, turn.line, turn.column, {"stated": sort(turn.action.tiles), "true": sort(true)})


def _finals(game: RecordedGame, end: RecordedEnding) -> Iterator[Diagnostic]:
    """Heading and last totals of a log that ends as the rules say."""
    if game.finals is None or end.final is None:
        return
    for seat, stated in game.finals.items():
        if stated is not None and stated != end.final[seat]:
            params: dict[str, str | int] = {
                "nick": game.players[seat].nick,
                "stated": stated,
                "true": end.final[seat],
            }
            yield Diagnostic(Kind.FINAL, params=params)


"""Tiles on a full rack (GEN-2.2b)."""
