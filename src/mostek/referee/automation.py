"""Automatic actions at a table: time-outs, routine steps, verdicts of the lexicon, the steps of bots.

The server, the terminal and `mostek referee` all take these steps from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from mostek.core.moves import faults, words_formed
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.lexicon import Lexicon
from mostek.referee import commands as c
from mostek.referee import draws
from mostek.referee import state as s
from mostek.referee.agreements import lacks_sight
from mostek.referee.course import Course, Draw
from mostek.referee.decide import OF_THE_SERVER, course_of
from mostek.referee.events import Event
from mostek.referee.refusals import Refused
from mostek.rules.rulebook import CheckMode, FirstClock, Recording, Rulebook

_INDIFFERENT = (c.Check.SIGHT, c.Check.ADJOURN, c.Check.RESUME, c.Check.GO_ON)
"""The agreements to which a bot consents as soon as the people do."""


@dataclass(frozen=True, slots=True)
class Conducted:
    """The game after a command, the events that led there, and the refusal if the command itself was refused.

    Events may stand beside a refusal: time that had run out before the command came is a fact.
    """

    game: s.Game | None
    events: tuple[Event, ...]
    refused: Refused | None = None


def conduct(game: s.Game | None, command: c.Command, book: Rulebook, draw: Draw) -> Conducted:
    """Carry out one command with its automatic steps, as a server does.

    Args:
        game: The game so far; `None` before `CreateGame`.
        command: What is asked; without `at` it happens at the time of the last event.
        book: The rulebook of the game, with the changes of its event.
        draw: Chance: takes so many tiles from a bag, where the command does not state them.

    Returns:
        The game after it, all events that led there, and the refusal if the command itself was refused.

    Raises:
        AssertionError: An automatic step that was due is refused: the game does not follow from its events.

    Example:
        >>> from mostek import Seat, Tiles, conduct, rulebook
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> game = conduct(None, create, rulebook("gen"), first).game
        >>> game.on_turn, [len(rack) for rack in game.racks]
        (<Seat.FIRST: 1>, [7, 7])

    """
    events: list[Event] = []
    if game is not None and command.at is not None and not isinstance(command, OF_THE_SERVER):
        while game.is_overdue(command.at):
            game = _follow(game, c.CheckTime(at=command.at), book, draw, events)
            game = _settle(game, book, draw, events)
    course = course_of(game, command, book, draw)
    if isinstance(course, Refused):
        return Conducted(game, tuple(events), course)
    events.extend(course.events)
    if isinstance(command, c.CreditTime):
        return Conducted(course.game, tuple(events))  # no step becomes due by it
    # Time that has run out is dated back to its moment, and so is what follows; all else happens when the command does.
    at = None if isinstance(command, OF_THE_SERVER) else command.at
    return Conducted(_settle(course.game, book, draw, events, at), tuple(events))


def settle(game: s.Game, book: Rulebook, draw: Draw) -> Conducted:
    """Take the automatic steps that are due: after a game is read from a log that ends with a whole command."""
    events: list[Event] = []
    return Conducted(_settle(game, book, draw, events), tuple(events))


def _settle(game: s.Game, book: Rulebook, draw: Draw, events: list[Event], at: int | None = None) -> s.Game:
    """Take every routine step until a person must act, at the given time or at that of the last event."""
    while (step := routine_step(game, book)) is not None:
        game = _follow(game, replace(step, at=at), book, draw, events)
    return game


def _follow(game: s.Game, command: c.Command, book: Rulebook, draw: Draw, events: list[Event]) -> s.Game:
    course = course_of(game, command, book, draw)
    if isinstance(course, Refused):
        raise AssertionError(f"a step that was due has been refused: {command} {course}")
    events.extend(course.events)
    return course.game


def routine_step(game: s.Game, book: Rulebook) -> c.Command | None:
    """The automatic step that is due now by the table's `Steps`, if any; none while the arbiter is awaited."""
    if game.interruption is not None and game.interruption.awaiting:
        return None
    return _draw_step(game, book) or _record_step(game, book) or _clock_step(game, book)


def _draw_step(game: s.Game, book: Rulebook) -> c.Command | None:
    if not game.steps.draw or game.venue is c.Venue.TABLE:
        return None
    if isinstance(game.phase, s.ChoosingStarter):
        waiting = [seat for seat in game.phase.contenders if seat not in game.phase.drawn]
        allowed = draws.beginning_fault(Course(game, book, _no_draw, game.now)) is None
        return c.DrawStartTile(seat=waiting[0]) if allowed else None
    course = Course(game, book, _no_draw, game.now)
    order = game.players.clockwise_from(game.starter) if game.starter else game.seats
    for seat in order:
        if seat not in game.active:
            continue
        owed = course.owed(seat)
        if owed and draws.draw_fault(course, seat, owed) is None:
            return c.DrawTiles(seat=seat)
    return None


def _record_step(game: s.Game, book: Rulebook) -> c.Command | None:
    both = book.move.recording.value is Recording.BOTH
    match game.phase:
        case s.Laid(seat=seat, announced=None, points=points) if game.steps.announce:
            return c.AnnounceValue(seat=seat, points=points)
        case s.Laid(seat=seat, records=records) if both and game.steps.record_own and seat not in records:
            return c.RecordMove(seat=seat)
        case s.Closing(recorded=recorded) if game.steps.record_closed:
            ready = [seat for seat in game.active if not {seat} & {*recorded, *game.must_draw, *game.away}]
            return c.RecordMove(seat=ready[0]) if ready else None
        case _:
            return None


def _clock_step(game: s.Game, book: Rulebook) -> c.Command | None:
    if not game.steps.clock or (game.clock is not None and game.clock.running is not None):
        return None
    if game.interruption is not None and game.interruption.running is not None:
        return _resume_step(game, game.interruption)
    match game.phase:
        case s.Dealing(starter=starter) if book.clock.first.value is FirstClock.BY_OPPONENT and len(
            game.racks[starter]
        ):
            return c.StartClock(seat=game.players.next(starter))
        case s.HandingOver(seat=seat):
            return c.StartClock(seat=seat)
        case s.Thinking(seat=seat, lock=lock) if lock is not None and book.order.procedures.value:
            return c.StartClock(seat=game.players.next(seat))
        case _:
            return None


def _resume_step(game: s.Game, waiting: s.Interruption) -> c.Command | None:
    """The step that resumes play after the arbiter has ruled, surplus tiles are back, or a break is over."""
    by_itself = waiting.reason in (c.StopReason.ARBITER, c.StopReason.SURPLUS, c.StopReason.BREAK)
    return c.StartClock(seat=waiting.seat) if by_itself and not isinstance(game.phase, s.Inspecting) else None


def _no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("asking whether a draw is due draws nothing")


def awaits_verdict(game: s.Game, book: Rulebook) -> bool:
    """Whether the lexicon gives its verdict now: at once, or after the check if players type the words (PFS-4.7.12).

    Words on a slip are judged by the assistant arbiter who is there (PFS-4.7.10-aux).
    """
    phase = game.phase
    is_for_assistant = book.challenge.check.value is CheckMode.SLIP and Role.ASSISTANT in game.beside
    return isinstance(phase, s.Challenged) and (phase.run or game.steps.check) and not is_for_assistant


def verdict(game: s.Game, lexicon: Lexicon) -> c.JudgeWords:
    """The joint verdict of a lexicon on the open challenge: every challenged word must be in it (GEN-7c, PFS-4.7.11a)."""
    assert isinstance(game.phase, s.Challenged)
    return c.JudgeWords(valid=all(word in lexicon for word in game.phase.words), by=Role.LEXICON)


def unknown_words(game: s.Game, command: c.LayTiles, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a move that are not in the lexicon, for a table that looks them up before the move is laid (S66)."""
    if faults(game.board, command.placement, None, tile_set(game.tile_set).alphabet):
        return ()  # the referee says what is wrong with it
    return tuple(word.text for word in words_formed(game.board, command.placement) if word.text not in lexicon)


def unopposed_step(game: s.Game, book: Rulebook) -> c.Command | None:
    """The step that ends the wait for an objection, after the table's time for objections.

    Under the federation's rules the clock of the slow opponent is started (PFS-4.6.2); elsewhere the move is written down.
    """
    phase = game.phase
    if not isinstance(phase, s.Laid):
        return None
    if book.order.procedures.value and game.clock is not None:
        return None if phase.hurried else c.StartClock(seat=phase.seat)
    waiting = [seat for seat in game.opponents_of(phase.seat) if seat in game.active and seat not in phase.records]
    return c.RecordMove(seat=waiting[0]) if waiting else None


def bot_to_act(game: s.Game, bots: Collection[Seat], content: Collection[Seat]) -> Seat | None:
    """The bot that acts next: on its own turn, or on an unchecked move of another player.

    `content` are the players who have looked at the move and do not object.
    """
    match game.phase:
        case s.Thinking(seat=seat) if seat in bots:
            return seat
        case s.Laid(seat=mover, records=records):
            silent = (seat for seat in game.opponents_of(mover) if seat not in content and seat not in records)
            return next((seat for seat in silent if seat in bots and seat in game.active), None)
        case _:
            return None


def bot_consent(game: s.Game, bots: Collection[Seat]) -> c.Confirm | None:
    """The consent that a bot gives next: to an official, a break or its end, when all people who play on have consented.

    A bot has no interest of its own in these, and people must not wait for it.
    """
    people = [seat for seat in game.active if seat not in bots]
    for what in _INDIFFERENT:
        is_wanted = bool(people) or (what is c.Check.SIGHT and lacks_sight(game))
        if is_wanted and all((seat, what) in game.confirmed for seat in people):
            for seat in game.active:
                if seat in bots and (seat, what) not in game.confirmed:
                    return c.Confirm(seat=seat, what=what)
    return None


def bot_steps(game: s.Game, seat: Seat) -> Iterator[c.Command]:
    """The routine commands of a bot at a table without automatic steps; some may be refused."""
    phase = game.phase
    for check in game.checks:
        if (seat, check) not in game.confirmed:
            yield c.Confirm(seat=seat, what=check)
    yield c.DrawStartTile(seat=seat)
    yield c.DrawTiles(seat=seat)
    match phase:
        case s.Thinking(seat=mover, plan=plan) if mover is seat and plan is not None:
            yield c.StopClock(seat=seat)
        case s.Laid(seat=mover, announced=None, points=points) if mover is seat:
            yield c.AnnounceValue(seat=seat, points=points)
        case s.Laid(seat=mover, records=records) if mover is seat and seat not in records:
            yield c.RecordMove(seat=seat)
        case s.Challenged(words=words):
            yield c.TypeWords(seat=seat, words=words)
            yield c.RunCheck(seat=seat)
        case s.Closing():
            yield c.RecordMove(seat=seat)
        case s.Over(slip=slip, result=result) if seat not in slip.signed and slip.signed:
            yield c.SignSlip(seat=seat, final=result.final)
        case _:
            yield c.StartClock(seat=seat)
