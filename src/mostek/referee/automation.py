"""What happens at a table without a person: routine steps, verdicts of the lexicon, and the steps of bots.

The server, the terminal and `mostek referee` all take these steps from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mostek.core.moves import faults, words_formed
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.lexicon import Lexicon
from mostek.referee import commands as c
from mostek.referee import draws, setup
from mostek.referee.course import Course
from mostek.referee.state import (
    Challenged,
    ChoosingStarter,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Inspecting,
    Interruption,
    Laid,
    Over,
    Thinking,
)
from mostek.rules.rulebook import FirstClock, Recording, Rulebook


def routine_step(game: Game, book: Rulebook) -> c.Command | None:
    """The step that happens by itself now by the steps of the table (`Steps`), if any; none while the arbiter is awaited."""
    if game.interruption is not None and game.interruption.awaiting:
        return None
    return _draw_step(game, book) or _record_step(game, book) or _clock_step(game, book)


def _draw_step(game: Game, book: Rulebook) -> c.Command | None:
    if not game.steps.draw or game.venue is c.Venue.TABLE:
        return None
    if isinstance(game.phase, ChoosingStarter):
        waiting = [seat for seat in game.phase.contenders if seat not in game.phase.drawn]
        allowed = setup.missing(Course(game, book, _no_draw, game.now)) is None
        return c.DrawStartTile(seat=waiting[0]) if allowed else None
    course = Course(game, book, _no_draw, game.now)
    order = game.players.clockwise_from(game.starter) if game.starter else game.seats
    for seat in order:
        owed = course.owed(seat)
        if owed and draws.draw_fault(course, seat, owed) is None:
            return c.DrawTiles(seat=seat)
    return None


def _record_step(game: Game, book: Rulebook) -> c.Command | None:
    both = book.move.recording.value is Recording.BOTH
    match game.phase:
        case Laid(seat=seat, announced=None, points=points) if game.steps.announce:
            return c.AnnounceValue(seat=seat, points=points)
        case Laid(seat=seat, records=records) if both and game.steps.record_own and seat not in records:
            return c.RecordMove(seat=seat)
        case Closing(recorded=recorded) if game.steps.record_closed:
            ready = [seat for seat in game.seats if not {seat} & {*recorded, *game.must_draw, *game.away}]
            return c.RecordMove(seat=ready[0]) if ready else None
        case _:
            return None


def _clock_step(game: Game, book: Rulebook) -> c.Command | None:
    if not game.steps.clock or (game.clock is not None and game.clock.running is not None):
        return None
    if game.interruption is not None and game.interruption.running is not None:
        return _resume_step(game, game.interruption)
    match game.phase:
        case Dealing(starter=starter) if book.clock.first.value is FirstClock.BY_OPPONENT and len(game.racks[starter]):
            return c.StartClock(seat=game.players.next(starter))
        case HandingOver(seat=seat):
            return c.StartClock(seat=seat)
        case Thinking(seat=seat, lock=lock) if lock is not None and game.clock is not None:
            return c.StartClock(seat=game.players.next(seat))
        case _:
            return None


def _resume_step(game: Game, waiting: Interruption) -> c.Command | None:
    """Play goes on by itself once the arbiter has ruled and surplus tiles are back."""
    by_itself = waiting.reason in (c.StopReason.ARBITER, c.StopReason.SURPLUS)
    return c.StartClock(seat=waiting.seat) if by_itself and not isinstance(game.phase, Inspecting) else None


def _no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("asking whether a draw is due draws nothing")


def awaits_verdict(game: Game) -> bool:
    """Whether the lexicon gives its verdict now: at once, or after the check where players type the words (PFS-4.7.12)."""
    phase = game.phase
    return isinstance(phase, Challenged) and (phase.run or game.steps.check)


def verdict(game: Game, lexicon: Lexicon) -> c.JudgeWords:
    """The joint verdict of a lexicon on the open challenge: every challenged word must be in it (GEN-7c, PFS-4.7.11a)."""
    assert isinstance(game.phase, Challenged)
    return c.JudgeWords(valid=all(word in lexicon for word in game.phase.words), by=Role.LEXICON)


def unknown_words(game: Game, command: c.LayTiles, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a move that are not in the lexicon, for a table that looks them up before the move is laid (S66)."""
    if faults(game.board, command.placement, None, tile_set(game.tile_set).alphabet):
        return ()  # the referee says what is wrong with it
    return tuple(word.text for word in words_formed(game.board, command.placement) if word.text not in lexicon)


def unopposed_step(game: Game, book: Rulebook) -> c.Command | None:
    """What ends the wait for an objection to a move, once the time for objections at this table is over.

    Under the federation's rules the clock of the slow opponent is started (PFS-4.6.2); elsewhere the move is written down.
    """
    phase = game.phase
    if not isinstance(phase, Laid):
        return None
    if book.order.procedures.value and game.clock is not None:
        return None if phase.hurried else c.StartClock(seat=phase.seat)
    return c.RecordMove(seat=game.players.next(phase.seat))


def bot_to_act(game: Game, bots: Collection[Seat], content: Collection[Seat]) -> Seat | None:
    """The bot that acts next: on its own turn, or on a move of another player that it has not looked at.

    `content` are the players who have looked at the move and do not object.
    """
    match game.phase:
        case Thinking(seat=seat) if seat in bots:
            return seat
        case Laid(seat=mover):
            return next((seat for seat in game.opponents_of(mover) if seat in bots and seat not in content), None)
        case _:
            return None


def bots_accept(game: Game, bots: Collection[Seat], content: Collection[Seat]) -> bool:
    """Whether all opponents of the mover are bots and none of them objects, so that one of them may write the move down."""
    phase = game.phase
    return isinstance(phase, Laid) and all(seat in bots and seat in content for seat in game.opponents_of(phase.seat))


def bot_steps(game: Game, seat: Seat) -> Iterator[c.Command]:
    """What a bot does without thinking at a table whose steps do not happen by themselves; some of them may be refused."""
    phase = game.phase
    for check in game.checks:
        if (seat, check) not in game.confirmed:
            yield c.Confirm(seat=seat, what=check)
    yield c.DrawStartTile(seat=seat)
    yield c.DrawTiles(seat=seat)
    match phase:
        case Thinking(seat=mover, plan=plan) if mover is seat and plan is not None:
            yield c.StopClock(seat=seat)
        case Laid(seat=mover, announced=None, points=points) if mover is seat:
            yield c.AnnounceValue(seat=seat, points=points)
        case Laid(seat=mover, records=records) if mover is seat and seat not in records:
            yield c.RecordMove(seat=seat)
        case Challenged(words=words):
            yield c.TypeWords(seat=seat, words=words)
            yield c.RunCheck(seat=seat)
        case Closing():
            yield c.RecordMove(seat=seat)
        case Over(slip=slip, result=result) if seat not in slip.signed and slip.signed:
            yield c.SignSlip(seat=seat, final=result.final)
        case _:
            yield c.StartClock(seat=seat)
