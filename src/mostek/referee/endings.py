"""How a game ends, and what the tiles left on the racks do to the scores."""

from __future__ import annotations

from mostek.referee.course import Course
from mostek.referee.events import ClockStopped, GameEnded
from mostek.referee.state import Game, Turn, TurnKind
from mostek.results import Ending, GameResult
from mostek.rules.rulebook import EndRule, Ruling, TieBreak
from mostek.seats import BySeat, Seat
from mostek.tiles import Tiles, TileSet


def ended(course: Course, seat: Seat) -> bool:
    """Whether a turn that has just closed ends the game; if so the game is ended."""
    game = course.game
    if not len(game.bag) and not len(game.racks[seat]) and not len(game.set_aside[seat]):
        end(course, Ending.OUT, course.ruling(Ruling.OUT), seat)
        return True
    return ended_by_passes(course)


def ended_by_passes(course: Course) -> bool:
    """Whether the run of passes, or of passes and lost turns, ends the game; if so the game is ended."""
    game, rule = course.game, course.book.end
    passes = rule.solo_passes if game.solo else rule.passes_each
    limit = passes.value if game.solo else passes.value * len(game.seats)
    mixed = rule.solo_mixed if game.solo else rule.mixed_run
    if game.passes >= limit:
        end(course, Ending.PASSES, passes.clause)
    elif mixed.value and game.idle >= mixed.value:
        end(course, Ending.PASSES_AND_LOSSES, mixed.clause)
    else:
        return False
    return True


def end(course: Course, ending: Ending, clause: str, out: Seat | None = None) -> None:
    """End the game and settle the scores."""
    clock = course.game.clock
    if clock is not None and clock.running is not None:
        course.happen(ClockStopped(clock.running, course.now, clock.left_at(clock.running, course.now)))
    game, rule = course.game, course.book.end
    racks = BySeat(rack + aside for rack, aside in zip(game.racks, game.set_aside, strict=True))
    adjustments = leftovers(racks, out, course.tile_set, rule)
    course.happen(GameEnded(result(game, ending, adjustments, rule.tie_break.value), clause))


def leftovers(racks: BySeat[Tiles], out: Seat | None, tile_set: TileSet, rule: EndRule) -> BySeat[int]:
    """What the tiles left do: everyone loses their own, and a player who went out gains all the others' (GEN-15d, 15e)."""
    own = racks.map(tile_set.value)
    change = own.map(lambda points: -points if rule.leftovers_own.value else 0)
    if out is not None and rule.leftovers_to_out.value:
        change = change.put(out, sum(own) - own[out])
    return change


def result(game: Game, ending: Ending, change: BySeat[int], tie_break: TieBreak) -> GameResult:
    """The result when the leftovers are known: the higher score wins, equal scores are told apart by rule (S13)."""
    final = BySeat(score + points for score, points in zip(game.scores, change, strict=True))
    second = BySeat(_last_value(game.turns, seat, tie_break) for seat in game.seats)
    keys = {seat: (final[seat], second[seat]) for seat in game.seats}
    places = BySeat(1 + sum(other > keys[seat] for other in keys.values()) for seat in game.seats)
    winners = tuple(seat for seat in game.seats if places[seat] == 1)
    best = max(final)
    tie_broken = len(winners) < sum(points == best for points in final)
    return GameResult(ending, final, change, winners, places, tie_broken)


def _last_value(turns: tuple[Turn, ...], seat: Seat, tie_break: TieBreak) -> int:
    own = [turn for turn in turns if turn.seat is seat]
    if tie_break is TieBreak.LAST_WORD:
        own = [turn for turn in own if turn.kind is TurnKind.PLACEMENT]
    return own[-1].best_word if own and tie_break is not TieBreak.NONE else 0
