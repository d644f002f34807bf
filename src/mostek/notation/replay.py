"""Replay a recorded game on a board, and compare what the record states with the true scores, words and tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from mostek.core.board import Board, Layout, Square, layout
from mostek.core.diagnostics import Diagnostic, Kind, Severity, worst
from mostek.core.moves import IMPOSSIBLE, Placement, PlayFault, PlayScore, Word, fault_names, faults, score
from mostek.core.players import BySeat, Seat
from mostek.core.text_table import PrintedTable, Row, html_table
from mostek.core.tiles import NO_TILES, Tile, Tiles
from mostek.lexicon import Lexicon
from mostek.notation.coordinates import format_square
from mostek.notation.game_record import (
    TURN,
    ChallengeBonus,
    Leftovers,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
)
from mostek.notation.plays import WrittenPlay
from mostek.notation.record_checks.ending import (
    RecordedEnding,
    end_points,
    ending_of,
    final_diagnostics,
    gainer,
    leftover_diagnostics,
    named_tiles,
    unseen_tiles,
)
from mostek.notation.record_checks.order import RecordedOrder
from mostek.notation.record_checks.racks import RecordedRacks
from mostek.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True, repr=False)
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

    @property
    def seat(self) -> Seat:
        """The seat of the player."""
        return self.recorded.seat

    @property
    def rack(self) -> Tiles | None:
        """The rack before the turn; `None` where the record does not state it."""
        return self.recorded.rack

    @property
    def play(self) -> RecordedAction:
        """The move as the record states it: a `WrittenPlay`, an exchange, a pass or what else a line can be."""
        return self.recorded.action

    @property
    def written(self) -> str:
        """The move as people write it: `H4 SPR(Ó)BUJe`, `-AKŻ` or `-3` for an exchange, `-` for a pass or a turn lost."""
        match self.recorded.action:
            case WrittenPlay() as play:
                return f"{play.start.written(play.direction)} {self._written_word(play)}"
            case RecordedExchange(count, tiles):
                return f"-{count if tiles is None else tiles}"
            case Withdrawn():
                return "--"
            case Leftovers(tiles):
                return f"({tiles or ''})"
            case ChallengeBonus():
                return "(challenge)"
            case TimePenalty():
                return "(time)"
            case _:
                return "-"

    def _written_word(self, play: WrittenPlay) -> str:
        """The tiles of the board in brackets."""
        if self.placement is None:
            return play.word
        tiles = [(square in self.tiles, str(self.board[square])) for square in play.squares]
        runs = [(laid, "".join(text for _, text in run)) for laid, run in groupby(tiles, lambda tile: tile[0])]
        return "".join(text if laid else f"({text})" for laid, text in runs)

    def __str__(self) -> str:
        return f"{self.written} {self.points:+} {self.total}"

    def __repr__(self) -> str:
        return f"<Turn of seat {int(self.seat)}: {self}>"

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """The tiles that were laid, as `Board.push` takes them; none for another turn than a play."""
        return self.placement.tiles if self.placement else {}


@dataclass(frozen=True, slots=True, repr=False)
class Replay(PrintedTable):
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
    def players(self) -> tuple[str, ...]:
        """The names of the players, seat by seat."""
        return tuple(player.name for player in self.game.players)

    @property
    def completed(self) -> RecordedGame:
        """The record with the true points and totals where it states none."""
        turns = [
            replace(
                turn.recorded,
                points=turn.points if turn.recorded.points is None else turn.recorded.points,
                total=turn.total if turn.recorded.total is None else turn.recorded.total,
            )
            for turn in self.turns
        ]
        return replace(self.game, turns=tuple(turns))

    @property
    def severity(self) -> Severity:
        """The worst thing that was found."""
        return worst(self.diagnostics)

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`: the turns."""
        return ("player", "rack", "move", "points", "total"), [
            (self.game.players[turn.seat].name, str(turn.rack or ""), turn.written, f"{turn.points:+}", str(turn.total))
            for turn in self.turns
        ]

    def _repr_html_(self) -> str:
        return f"{self.board.svg()}{html_table(*self.printed_lines())}"

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {points}" for name, points in zip(self.players, self.totals, strict=True))
        return f"<Replay {totals}; {len(self.turns)} turns>"


def replay(
    game: RecordedGame, book: Rulebook, lexicon: Lexicon | None = None, board_layout: Layout | None = None
) -> Replay:
    """Replay a game and verify every score; with a lexicon, every word too.

    Args:
        game: The game as it was written down.
        book: The rulebook of the final scores.
        lexicon: If given, words that it lacks are reported.
        board_layout: The board; by default that of the record.

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
    replaying = _Replaying(game, lexicon, Board(board_layout or layout(game.layout)))
    for turn in game.turns:
        replaying.take(turn)
    for rack in game.racks:
        replaying.diagnostics += replaying.racks.check_last(rack, replaying.board)
    last = replaying.turns[-1].placement if replaying.turns else None
    end = ending_of(game, replaying.board, BySeat(replaying.before_end), last.faces if last else NO_TILES, book.end)
    diagnostics = (*game.diagnostics, *replaying.diagnostics, *leftover_diagnostics(game, end))
    return Replay(
        game,
        tuple(replaying.turns),
        replaying.board,
        BySeat(replaying.totals),
        BySeat(replaying.stated),
        end,
        (*sorted(diagnostics, key=lambda diagnostic: diagnostic.line), *final_diagnostics(game, end)),
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
        self.racks = RecordedRacks(game)
        self._order = RecordedOrder(game)
        self._board_before = board
        self._withdrawable: ReplayedTurn | None = None

    def take(self, turn: RecordedTurn) -> None:
        """Replays one turn."""
        self.diagnostics += self._order.check(turn)
        if not isinstance(turn.action, Withdrawn | ChallengeBonus | TimePenalty):
            self.diagnostics += self.racks.check(turn, self.board)
        if isinstance(turn.action, TURN):
            self.racks.take(turn, None)
        match turn.action:
            case WrittenPlay():
                self._replay_play(turn, turn.action)
            case Withdrawn():
                self._take_back(turn)
            case Leftovers():
                self._check_reckoned(turn, named_tiles(turn) or NO_TILES)
                self._finish_turn(turn, end_points(self.game, self.board, turn))
            case ChallengeBonus() | TimePenalty():
                self._finish_turn(turn, turn.points or 0)
            case RecordedExchange(_, tiles):
                self._check_on_rack(turn, tiles or NO_TILES)
                self._check_supply(turn)
                self._finish_turn(turn, 0)
            case _:
                self._check_supply(turn)
                self._finish_turn(turn, 0)

    def _replay_play(self, turn: RecordedTurn, play: WrittenPlay) -> None:
        placement = play.placement(self.board)
        hole = play.misfits(self.board)
        found = faults(self.board, placement, None, self.game.tile_set.alphabet)
        if any(square not in self.board.layout for square in play.squares):
            found |= PlayFault.OFF_BOARD
            self._note_difference(Kind.ILLEGAL_PLAY, turn, faults=" ".join(fault_names(found)))
        elif hole:
            square = format_square(hole[0], self.game.orientation)
            self._note_difference(Kind.NOTHING_TO_PLAY_THROUGH, turn, square=square)
        elif found:
            self._note_difference(Kind.ILLEGAL_PLAY, turn, faults=" ".join(fault_names(found)))
        self._check_on_rack(turn, placement.faces)
        if hole or found & IMPOSSIBLE:
            self._finish_turn(turn, turn.points or 0)
            return
        value = score(self.board, placement, self.game.tile_set)
        main = next((each.word for each in value.words if each.word.direction is play.direction), None)
        before = self.board
        self.board = self.board.lay(placement.tiles)
        self._check_words(turn, play, placement, value)
        self._check_supply(turn, placement.faces)
        self.racks.take(turn, placement.faces)
        self._order.is_over = self._order.is_over or self._is_out(turn, placement.faces)
        main = main or (value.words[0].word if value.words else None)
        self._finish_turn(turn, value.total, placement, value, main)
        self._withdrawable = self.turns[-1]
        self._board_before = before

    def _check_words(self, turn: RecordedTurn, play: WrittenPlay, placement: Placement, value: PlayScore) -> None:
        formed = [each.word for each in value.words]
        if play.words:
            if sorted(play.words) != sorted(word.text for word in formed):
                true = "/".join(word.text for word in formed)
                self._note_difference(Kind.WORDS, turn, stated="/".join(play.words), true=true)
        elif not any(
            word.start == play.start and word.direction is play.direction and len(word.tiles) == len(play.cells)
            for word in formed
        ) and (len(play.cells) > 1 or not formed):
            self._note_difference(
                Kind.WORDS,
                turn,
                stated="".join(str(self.board[square] or "") for square in play.squares),
                true="/".join(map(str, formed)),
            )
        if self.lexicon is not None:
            for word in formed:
                if word.text not in self.lexicon:
                    self._note_difference(Kind.INVALID_WORD, turn, word=word.text)

    def _take_back(self, turn: RecordedTurn) -> None:
        play = self._withdrawable
        if play is None or play.recorded.seat is not turn.seat:
            self._note_difference(Kind.NOTHING_TO_WITHDRAW, turn)
            self._finish_turn(turn, 0)
            return
        self.board = self._board_before
        self.racks.take_back(play.recorded)
        if turn.rack and play.recorded.rack and turn.rack != play.recorded.rack:
            stated, true = self._sorted_text(turn.rack), self._sorted_text(play.recorded.rack)
            self._note_difference(Kind.WITHDRAWN_RACK, turn, stated=stated, true=true)
        # Taking back what was written is right even where what was written was wrong.
        as_written = turn.points is not None and turn.points == -(play.recorded.points or 0)
        self._finish_turn(turn, -play.points, excused=as_written)

    def _finish_turn(
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
            self._note_difference(Kind.POINTS, turn, stated=turn.points, true=points)
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
            self._note_difference(Kind.TOTAL, turn, stated=turn.total, true=following)

    def _check_on_rack(self, turn: RecordedTurn, tiles: Tiles) -> None:
        """A rack that the record does not give cannot lack a tile."""
        if turn.rack and (missing := tiles.missing_from(turn.rack)):
            self._note_difference(Kind.NOT_ON_RACK, turn, tiles=self._sorted_text(missing))

    def _check_supply(self, turn: RecordedTurn, laid: Tiles = NO_TILES) -> None:
        """The tiles on the board and those still on the rack cannot be more than the set has."""
        rack = turn.rack or NO_TILES
        leave = NO_TILES if laid.missing_from(rack) else rack - laid
        self.diagnostics += self.racks.supply(leave, self.board, turn.line, turn.column)

    def _check_reckoned(self, turn: RecordedTurn, named: Tiles) -> None:
        """The tiles of an end line come from a rack; who loses points names their own rack twice."""
        self.diagnostics += self.racks.supply(named, self.board, turn.line, turn.column)
        if turn.rack and named and (turn.points or 0) < 0 and turn.rack != named:
            self._note_difference(
                Kind.LEFTOVERS, turn, stated=self._sorted_text(named), true=self._sorted_text(turn.rack)
            )

    def _is_out(self, turn: RecordedTurn, laid: Tiles) -> bool:
        """Whether a placement ended the game: by the tiles, and by the lines at the end of the record.

        A rack that names only the tiles laid proves nothing when the player lays or exchanges more in a later line.
        """
        return (
            laid == turn.rack
            and gainer(self.game) is turn.seat
            and unseen_tiles(self.game, self.board) is not None
            and not any(
                later.seat is turn.seat and isinstance(later.action, WrittenPlay | RecordedExchange)
                for later in self.game.turns[len(self.turns) + 1 :]
            )
        )

    def _sorted_text(self, tiles: Tiles) -> str:
        return self.game.tile_set.alphabet.sort(tiles)

    def _note_difference(self, kind: Kind, turn: RecordedTurn, **params: str | int) -> None:
        self.diagnostics.append(Diagnostic(kind, turn.line, turn.column, params))
