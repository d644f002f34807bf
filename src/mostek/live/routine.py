"""What happens at a table without a person: verdicts of the lexicon, and the hands of a bot."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.moves import faults, words_formed
from mostek.core.players import Seat
from mostek.core.tiles import tile_set
from mostek.lexicon import Lexicon
from mostek.referee import Game
from mostek.referee.commands import (
    AnnounceValue,
    Command,
    Confirm,
    DrawStartTile,
    DrawTiles,
    LayTiles,
    RecordMove,
    RunCheck,
    SignSlip,
    StartClock,
    StopClock,
    TypeWords,
)
from mostek.referee.state import Challenged, Closing, HandingOver, Laid, Over, Thinking
from mostek.rules.rulebook import Rulebook


def awaits_lexicon(game: Game) -> bool:
    """Whether the word list is to give its verdict now."""
    phase = game.phase
    return isinstance(phase, Challenged) and (phase.run or game.steps.check)


def unknown_words(game: Game, command: LayTiles, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a move that are not in the list, at a table where that is looked up before the move is laid (S66)."""
    if faults(game.board, command.placement, None, tile_set(game.tile_set).alphabet):
        return ()  # the referee says what is wrong with it
    return tuple(word.text for word in words_formed(game.board, command.placement) if word.text not in lexicon)


def closing_step(game: Game, book: Rulebook) -> Command | None:
    """What is done when nobody has objected to a move for as long as the table waits.

    By the federation's rules the opponent's clock is started, who dawdles (PFS-4.6.2); elsewhere the move is written down.
    """
    phase = game.phase
    if not isinstance(phase, Laid):
        return None
    if book.order.procedures.value and game.clock is not None:
        return None if phase.hurried else StartClock(seat=phase.seat)
    return RecordMove(seat=game.players.next(phase.seat))


def hands(game: Game, seat: Seat) -> Iterator[Command]:
    """What a bot does without thinking where steps do not happen by themselves; what does not fit is refused."""
    phase = game.phase
    for check in game.checks:
        if (seat, check) not in game.confirmed:
            yield Confirm(seat=seat, what=check)
    yield DrawStartTile(seat=seat)
    yield DrawTiles(seat=seat)
    match phase:
        case Thinking(seat=mover, plan=plan) if mover is seat and plan is not None:
            yield StopClock(seat=seat)
        case Laid(seat=mover, announced=None, points=points) if mover is seat:
            yield AnnounceValue(seat=seat, points=points)
        case Laid(seat=mover, records=records) if mover is seat and seat not in records:
            yield RecordMove(seat=seat)
        case Challenged(words=words):
            yield TypeWords(seat=seat, words=words)
            yield RunCheck(seat=seat)
        case Closing():
            yield RecordMove(seat=seat)
        case HandingOver() | Thinking():
            yield StartClock(seat=seat)
        case Over(slip=slip, result=result) if seat not in slip.signed and slip.signed:
            yield SignSlip(seat=seat, final=result.final)
        case _:
            yield StartClock(seat=seat)


def bot_in_turn(game: Game, bots: frozenset[Seat], content: frozenset[Seat]) -> Seat | None:
    """The bot that is to think: about its own turn, or about the move of somebody else that it has not looked at."""
    match game.phase:
        case Thinking(seat=seat) if seat in bots:
            return seat
        case Laid(seat=mover):
            return next((seat for seat in game.opponents_of(mover) if seat in bots and seat not in content), None)
        case _:
            return None


def nobody_else_objects(game: Game, bots: frozenset[Seat]) -> bool:
    """Whether only bots could still object to the move, so that one of them may write it down."""
    phase = game.phase
    return isinstance(phase, Laid) and set(game.opponents_of(phase.seat)) <= bots
