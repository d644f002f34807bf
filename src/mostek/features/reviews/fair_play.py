"""A report for arbiters on a finished game: credited time, absences, times of the turns, agreement with the engine.

All of it is a hint and never a verdict: a network that breaks, a habit and a good day look the same as a fraud.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from mostek.app.credit_allowance import MOST_CREDIT, delivery_allowance
from mostek.app.ports import LogError
from mostek.core.board import layout
from mostek.core.moves import BINGO, Pass
from mostek.core.package_data import package_data
from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.engine.kernel import POINT
from mostek.features.reviews.intervals import bootstrap, variation, wilson
from mostek.features.reviews.model import (
    FEWEST,
    Absences,
    Agreement,
    Credits,
    FairPlayReport,
    LevelReference,
    Omitted,
    PlayerReport,
    TurnTimes,
    UncomparableError,
)
from mostek.lexicon import Lexicon, LexiconError
from mostek.lexicon.library import open_pinned
from mostek.referee import Game, evolve, replay
from mostek.referee.commands import CreditReason
from mostek.referee.events import (
    ClockStarted,
    Event,
    LeftBoard,
    MoveAccepted,
    MoveTakenBack,
    MoveWithdrawn,
    PresenceChanged,
    ScoredWord,
    TilesLaid,
    TilesSetAside,
    TimeCredited,
    TurnPassed,
)
from mostek.referee.state import Over
from mostek.referee.turn_times import turn_times
from mostek.rules.loading import book_of
from mostek.rules.rulebook import ClockMode, Rulebook

if TYPE_CHECKING:
    from mostek.engine.equipment import Equipment
FEW_PLAYS = 10
"""A turn with at most so many plays says nothing: the best of a handful is found by everybody."""


def fair_play_report(events: Sequence[Event]) -> FairPlayReport:
    """Report what the record of a finished game says about the play of each player.

    Args:
        events: All events of the game.

    Returns:
        For each player credits, absences, times and agreement with the engine; parts that cannot be said are `None`.

    Raises:
        LogError: The game is not over, or its events contradict each other.

    """
    game = _finished(events)
    try:
        compared: list[ComparedTurn] | None = list(compared_turns(events))
        why = None
    except UncomparableError as error:
        compared, why = None, error
    reports = tuple(
        PlayerReport(
            seat,
            name,
            _credits(events, seat, _allowance(game)),
            _absences(events, seat),
            _times(events, seat) if game.clock is not None else None,
            None if compared is None else agreement([turn for turn in compared if turn.seat is seat]),
        )
        for seat, name in game.players.items()
    )
    return FairPlayReport(reports, why, reference_levels())


def agreement(turns: Sequence[ComparedTurn]) -> Agreement:
    """The agreement of a player with the engine.

    Args:
        turns: The player's turns.

    Returns:
        Share and loss with their intervals, and the turns that were left out.

    Example:
        >>> found = agreement([ComparedTurn(Seat.FIRST, None, 0.0)] * 9 + [ComparedTurn(Seat.FIRST, Omitted.FEW)])
        >>> found.share.value, found.omitted
        (1.0, {<Omitted.FEW: 'few'>: 1})

    """
    losses = [turn.loss for turn in turns if turn.omitted is None]
    best, enough = sum(not loss for loss in losses), len(losses) >= FEWEST
    omitted = Counter(turn.omitted for turn in turns if turn.omitted is not None)
    return Agreement(
        len(losses),
        best,
        wilson(best, len(losses)) if enough else None,
        bootstrap(losses, fmean) if enough else None,
        {why: omitted[why] for why in Omitted if omitted[why]},
    )


@cache
def reference_levels() -> tuple[LevelReference, ...]:
    """The figures of the levels of the bots, from the file beside this module, which `bench/fair_play.py` writes."""
    levels = tomllib.loads((package_data("mostek.features.reviews") / "agreement_levels.toml").read_text("utf-8"))
    return tuple(msgspec.convert(levels["level"], list[LevelReference]))


def _finished(events: Sequence[Event]) -> Game:
    game = replay(events)
    if game is None or not isinstance(game.phase, Over):
        raise LogError("The game is not over yet; its report comes after it.")
    return game


def _allowance(game: Game) -> int | None:
    """The most that deliveries can credit to a player in the whole game; `None` without a clock."""
    if game.clock is None or not game.turn_millis:
        return None
    per_turn = book_of(game.rulebook, game.changes, game.readings).clock.mode.value is ClockMode.PER_TURN
    return MOST_CREDIT if per_turn else delivery_allowance(game.turn_millis)


def _credits(events: Sequence[Event], seat: Seat, allowance: int | None) -> Credits:
    """The credits of a player. Parts of one wait that follow each other without a start of the clock are one delivery."""
    sums: Counter[CreditReason] = Counter()
    waits: list[int] = []
    is_fresh = True
    for event in events:
        if isinstance(event, ClockStarted) and event.seat is seat:
            is_fresh = True
        elif isinstance(event, TimeCredited) and event.seat is seat:
            sums[event.why] += event.millis
            if event.why is CreditReason.DELIVERY:
                waits += [event.millis] if is_fresh else []
                waits[-1] += 0 if is_fresh else event.millis
                is_fresh = False
    millis = sums[CreditReason.DELIVERY]
    share = None if not allowance else min(1.0, millis / allowance)
    longest = max(waits, default=0)
    return Credits(len(waits), millis, longest, share, sums[CreditReason.TRANSIT], sums[CreditReason.OUTAGE])


def _absences(events: Sequence[Event], seat: Seat) -> Absences:
    spans: list[int] = []
    since: int | None = None
    left = now = 0
    for event in events:
        now = max(now, getattr(event, "at", None) or 0)
        match event:
            case PresenceChanged(seat=one, here=False, at=at) if one is seat:
                since = at
            case PresenceChanged(seat=one, here=True, at=at) if one is seat and since is not None:
                spans.append(at - since)
                since = None
            case LeftBoard(seat=one) if one is seat:
                left += 1
            case _:
                pass
    if since is not None:
        spans.append(max(0, now - since))
    return Absences(len(spans), sum(spans), max(spans, default=0), left)


def _times(events: Sequence[Event], seat: Seat) -> TurnTimes:
    times = [float(time.millis) for time in turn_times(events) if time.seat is seat and time.millis is not None]
    enough = len(times) >= FEWEST
    return TurnTimes(
        len(times), round(median(times)) if enough else None, bootstrap(times, variation) if enough else None
    )


class ComparedTurn(NamedTuple):
    """A turn of a player: its loss in points, or why it was left out."""

    seat: Seat
    omitted: Omitted | None
    loss: float = 0.0


class _Decision(NamedTuple):
    """The choice of a player on turn: points, tiles that leave the rack, and the words."""

    game: Game
    seat: Seat
    points: int
    gone: Tiles
    words: Sequence[ScoredWord]


def compared_turns(events: Sequence[Event]) -> Iterator[ComparedTurn]:
    """Compare the turns of a game with the best choice by static equity.

    Args:
        events: All events of a finished game.

    Yields:
        Each turn of each player, in order.

    Raises:
        UncomparableError: The game was played with a word list that is not here, on another board, or with other racks.

    """
    game = replay(events[:1])
    assert game is not None, "a game has events"
    book = book_of(game.rulebook, game.changes, game.readings)
    used, lexicon = _equipment(game, book)
    for decision in _decisions(events):
        if isinstance(decision, ComparedTurn):
            yield decision
        else:
            yield _compared(decision, used, lexicon, book)


def _equipment(game: Game, book: Rulebook) -> tuple[Equipment, Lexicon]:
    from mostek.engine.equipment import Equipment  # here, because NumPy would slow down every start of a server

    pin = game.lexicon
    same = (book.move.rack_size.value, book.move.bingo_tiles.value, book.move.bingo_points.value)
    if game.board.layout != layout() or same != (BINGO.tiles, BINGO.tiles, BINGO.points):
        raise UncomparableError("The engine judges games on the usual board, with racks of seven tiles.")
    if pin is None:
        raise UncomparableError("The game names no word list, so the engine cannot judge its turns.")
    try:
        used = Equipment(f"{pin.name}@{pin.edition}", pin.hash, game.tile_set)
        _ = used.searcher
        return used, open_pinned(pin)
    except LexiconError as error:
        raise UncomparableError(error.sentence, **error.params) from None


def _decisions(events: Sequence[Event]) -> Iterator[_Decision | ComparedTurn]:
    """The choices of the players in turn; a laid move counts when its fate is known."""
    game: Game | None = None
    laid: _Decision | None = None
    for event in events:
        if game is not None:
            match event:
                case TilesLaid(seat=seat, placement=placement, points=points, words=words):
                    gone = Tiles(tile.face for tile in placement.tiles.values())
                    laid = _Decision(game, seat, points, gone, words)
                case MoveTakenBack():
                    laid = None
                case MoveAccepted() if laid is not None:
                    yield laid
                    laid = None
                case MoveWithdrawn(seat=seat) if laid is not None:
                    yield ComparedTurn(seat, Omitted.NOT_IN_LIST)
                    laid = None
                case TilesSetAside(seat=seat, tiles=tiles):
                    yield _Decision(game, seat, 0, tiles, ())
                case TurnPassed(seat=seat, forced=forced):
                    yield (
                        _Decision(game, seat, 0, NO_TILES, ()) if forced is None else ComparedTurn(seat, Omitted.FORCED)
                    )
                case _:
                    pass
        game = replay((event,)) if game is None else evolve(game, event)


def _compared(decision: _Decision, used: Equipment, lexicon: Lexicon, book: Rulebook) -> ComparedTurn:
    game, seat = decision.game, decision.seat
    rack = game.racks[seat]
    if rack.unseen or len(rack) > BINGO.tiles or game.board.faces().unseen:
        return ComparedTurn(seat, Omitted.UNKNOWN)
    if any(word.text not in lexicon for word in decision.words):
        return ComparedTurn(seat, Omitted.NOT_IN_LIST)
    if len(game.seats) > 2 and not len(game.bag):
        return ComparedTurn(seat, Omitted.LATE)
    from mostek.engine.position import SearchPosition
    from mostek.engine.search import exchanges_and_pass, plays

    position = SearchPosition(used, game.board, rack)
    count = position.searcher.totals(position.board, rack).plays
    others = list(exchanges_and_pass(position))
    if not _may_exchange(game, seat, book):
        others = [each for each in others if isinstance(each.move, Pass)]
    if not count and len(others) == 1:
        return ComparedTurn(seat, Omitted.FORCED)
    if count <= FEW_PLAYS:
        return ComparedTurn(seat, Omitted.FEW)
    best = max(each.equity for each in (*plays(position, 1), *others))
    played = POINT * decision.points + position.equity_of_keeping(rack - decision.gone)
    return ComparedTurn(seat, None, max(0, best - played) / POINT)


def _may_exchange(game: Game, seat: Seat, book: Rulebook) -> bool:
    rule = book.exchange
    is_allowed = not rule.maximum.value or game.exchanges[seat] < rule.maximum.value
    return is_allowed and len(game.bag) >= rule.bag_minimum.value
