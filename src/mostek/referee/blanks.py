"""Blanks: declaring, writing, disputing, dead blanks."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Tile, tile_set
from mostek.referee import placements, turns
from mostek.referee.commands import DeclareBlanks, DisputeBlank, WriteBlanks
from mostek.referee.course import Course
from mostek.referee.events import (
    BlankDied,
    BlanksDeclared,
    BlankSettled,
    BlanksWritten,
    Lock,
    MoveReopened,
    MoveTakenBack,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import TURN, CommandRule, blank_lies, plans
from mostek.referee.state import Arranged, Game, Laid, Over, Thinking, TurnKind
from mostek.rules.rulebook import Rulebook, Ruling


def _declares(game: Game, seat: Seat, book: Rulebook) -> bool:
    late = isinstance(game.phase, Laid) and game.phase.seat is seat and game.phase.undeclared
    return late or plans(game, seat, book)


def _to_try(game: Game, seat: Seat, on_board: bool) -> list[Placement]:
    """The blanks of the move that is being made, and those that lie on the board, each alone; any square if there is none.

    A blank gets the letter that the player has written, else the one that it stands for.
    """
    plan = game.phase.plan if isinstance(game.phase, Thinking) else game.phase
    tiles = plan.placement.tiles if isinstance(plan, Arranged | Laid) else {}
    any_blank = Tile(tile_set(game.tile_set).alphabet.letters[0], blank=True)
    blanks = {square: tile for square, tile in tiles.items() if tile.blank}
    if on_board:
        blanks |= game.board.blanks()
    blanks = blanks or {Square(0, 0): any_blank}
    card = game.cards.get(seat, Placement({})).tiles
    known = {square: tile if tile.letter else any_blank for square, tile in blanks.items()}
    return [Placement({square: card.get(square, tile)}) for square, tile in known.items()]


@CommandRule(
    DeclareBlanks,
    phases=(Thinking, Laid),
    when=_declares,
    reads=TURN,
    probes=lambda game, seat: [
        ("", DeclareBlanks(seat=seat, blanks=one)) for one in _to_try(game, seat, on_board=False)
    ],
)
def declare_blanks(course: Course, command: DeclareBlanks) -> Refused | None:
    """Declare the letters of blanks in the player's own move, before the clock is stopped (PFS-4.2.1).

    When the opponent has started the clock again for it, letters that were given stay (PFS-4.5.3). What was forgotten is
    said when the move lies there, before it is written down: only then can its words be checked (PFS-4.7.9b).
    """
    if isinstance(course.game.phase, Laid) and course.game.phase.seat is command.seat:
        return _declare_late(course, command, course.game.phase)
    if refused := turns.turn_fault(course, command.seat):
        return refused
    phase = course.game.phase
    plan = phase.plan if isinstance(phase, Thinking) else None
    lying = plan.placement.tiles if isinstance(plan, Arranged) else {}
    if refused := _letters_fault(course, command.blanks) or _absent(course, command.blanks, lying):
        return refused
    fixed = isinstance(phase, Thinking) and phase.lock is Lock.LAYOUT
    if fixed and any(lying[square].letter is not None for square in command.blanks.tiles):
        return course.refuse(Reason.BLANK_DECLARED)
    course.happen(BlanksDeclared(command.seat, command.blanks))
    return None


def _declare_late(course: Course, command: DeclareBlanks, laid: Laid) -> Refused | None:
    lying = laid.placement.tiles
    if refused := _letters_fault(course, command.blanks) or _absent(course, command.blanks, lying):
        return refused
    if any(lying[square].letter is not None for square in command.blanks.tiles):
        return course.refuse(Reason.BLANK_DECLARED)
    for square, tile in command.blanks.tiles.items():
        _read_as(course, square, tile, Ruling.BLANK_UNDECLARED)
    return None


def _is_in_view(game: Game, seat: Seat, book: Rulebook) -> bool:
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    laid_out = plan.placement.tiles.values() if isinstance(plan, Arranged) else ()
    return blank_lies(game, seat, book) or any(tile.blank for tile in laid_out)


@CommandRule(
    WriteBlanks,
    when=_is_in_view,
    reads=("blanks",),
    probes=lambda game, seat: [("", WriteBlanks(seat=seat, blanks=one)) for one in _to_try(game, seat, on_board=True)],
)
def write_blanks(course: Course, command: WriteBlanks) -> Refused | None:
    """Write letters of blanks on the player's own card (PFS-4.2.2a, 1.3.1d): of the current move or of any blank on the board.

    What is written of a blank on the board stays; and once a move uses an older blank, writing comes too late (PFS-4.8.4a).
    """
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    lying = dict(plan.placement.tiles) if isinstance(plan, Arranged) else {}
    lying |= {square: tile for square in command.blanks.tiles if (tile := game.board[square]) is not None}
    if refused := _letters_fault(course, command.blanks) or _absent(course, command.blanks, lying):
        return refused
    card = game.cards.get(command.seat, Placement({})).tiles
    if any(game.board[square] and card.get(square, tile) != tile for square, tile in command.blanks.tiles.items()):
        return course.refuse(Reason.BLANK_DECLARED)
    if placements.older_tiles_used(game) & command.blanks.tiles.keys():
        return course.refuse(Reason.BLANK_IN_DISPUTE, _of_layer(course))
    course.happen(BlanksWritten(command.seat, command.blanks))
    return None


def _of_layer(course: Course) -> str | None:
    """The clause on the letter that the layer has written, where the rules of order are in force."""
    return course.ruling(Ruling.BLANK_OF_LAYER) if course.book.order.procedures.value else None


def _letters_fault(course: Course, blanks: Placement) -> Refused | None:
    """Each must be a blank with a letter of the set (GEN-2.1b)."""
    alphabet = course.tile_set.alphabet
    wrong = [square.name for square, tile in blanks.tiles.items() if not tile.blank or tile.letter not in alphabet]
    return course.refuse(Reason.BLANK_NOT_THERE, squares=wrong) if wrong or not blanks.tiles else None


def _absent(course: Course, blanks: Placement, lying: Mapping[Square, Tile]) -> Refused | None:
    absent = [square.name for square in blanks.tiles if square not in lying or not lying[square].blank]
    return course.refuse(Reason.BLANK_NOT_THERE, squares=absent) if absent else None


@CommandRule(
    DisputeBlank,
    phases=(Thinking, Laid),
    when=blank_lies,
    reads=("blanks",),
    probes=lambda game, seat: [("", DisputeBlank(seat=seat, blank=one)) for one in _to_try(game, seat, on_board=True)],
)
def dispute_blank(course: Course, command: DisputeBlank) -> Refused | None:
    """Dispute a blank on the board: the letter written by its layer decides, otherwise the other's (PFS-4.8.4a, 4.8.4b).

    Once a move lies there it is the opponent's to dispute: its player does not get it back by that (PFS-4.4.1a). The word may
    then be challenged (PFS-4.8.4c). If no player wrote anything, the blank is dead and the mover whose word uses
    it moves again without a loss (PFS-4.8.4d, S24); if it is a blank of this very move, the mover declares it on running
    time and changes nothing else (PFS-4.5.3).
    """
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if not isinstance(game.phase, Thinking | Laid):
        return course.refuse(Reason.NOT_THINKING)
    if isinstance(game.phase, Laid) and command.seat is game.phase.seat:
        return course.refuse(Reason.OWN_MOVE, _of_layer(course))
    squares = list(command.blank.tiles)
    tile = game.board[squares[0]] if len(squares) == 1 else None
    if tile is None or not tile.blank:
        return course.refuse(Reason.BLANK_NOT_THERE, squares=[square.name for square in squares])
    (square,) = squares
    if square in game.dead:
        return course.refuse(Reason.BLANK_DEAD)
    if isinstance(game.phase, Laid) and command.seat in game.phase.records:
        return course.refuse(Reason.WINDOW_CLOSED)
    _settle(course, square, tile)
    return None


def _settle(course: Course, square: Square, lying: Tile) -> None:
    cards = course.game.cards
    written = [(cards[seat].tiles.get(square), ruling) for seat, ruling in _writers(course, square) if seat in cards]
    if course.game.steps.card and lying.letter is not None:
        written.append((lying, Ruling.BLANK_OF_LAYER))
    for tile, ruling in written:
        if tile is not None:
            _read_as(course, square, tile, ruling)
            return
    _die(course, square)


def _writers(course: Course, square: Square) -> list[tuple[Seat, Ruling]]:
    """The players in the order in which their cards count: the layer of the blank first."""
    layer = _layer(course, square)
    seats = course.game.seats if layer is None else course.game.players.clockwise_from(layer)
    return [(seat, Ruling.BLANK_OF_LAYER if seat is layer else Ruling.BLANK_OF_OTHER) for seat in seats]


def _layer(course: Course, square: Square) -> Seat | None:
    game = course.game
    if isinstance(game.phase, Laid) and square in game.phase.placement.tiles:
        return game.phase.seat
    rows = [turn for turn in game.turns if turn.kind is TurnKind.PLACEMENT and turn.placement]
    return next((turn.seat for turn in rows if turn.placement and square in turn.placement.tiles), None)


def _read_as(course: Course, square: Square, tile: Tile, ruling: Ruling) -> None:
    blank, phase = Placement({square: tile}), course.game.phase
    words = placements.reread(course, phase, blank) if isinstance(phase, Laid) else ()
    course.happen(BlankSettled(blank, course.ruling(ruling), words))


def _die(course: Course, square: Square) -> None:
    clause = course.ruling(Ruling.BLANK_DIED)
    phase = course.game.phase
    if isinstance(phase, Laid) and square in phase.placement.tiles:
        course.stop_clock()
        course.happen(MoveReopened(phase.seat, Lock.LAYOUT, course.ruling(Ruling.BLANK_UNDECLARED)))
        course.run_clock(phase.seat)
        return
    course.happen(BlankDied(Placement({square: Tile(None, blank=True)}), clause))
    if isinstance(phase, Laid) and placements.lies_on_dead_blank(course, phase):
        course.stop_clock()
        course.happen(MoveTakenBack(phase.seat, clause))
        course.run_clock(phase.seat)
