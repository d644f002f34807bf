"""The end of a game: its conditions, the tiles left on the racks, the result slip, and the seed of the bag."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import Tiles, TileSet
from mostek.referee import events as e
from mostek.referee.commands import Check, CorrectSlip, HandInSlip, RevealSeed, SignSlip, Venue
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import ARBITER, PLAYER, CommandRule, plain
from mostek.referee.state import Game, Over, Settling, Turn, TurnKind
from mostek.rules.rulebook import EndRule, Rulebook, Ruling, SlipWindow, TieBreak, TieMeasure


def ended(course: Course, seat: Seat) -> bool:
    """Whether a turn that has just closed ends the game; if so the game is ended."""
    game = course.game
    empty = not len(game.bag) or (game.bag_dead and course.book.order.dead_bag_is_empty.value)
    if empty and not len(game.racks[seat]) and not len(game.set_aside[seat]):
        end(course, Ending.OUT, course.ruling(Ruling.OUT), seat)
        return True
    return ended_by_passes(course)


def ended_by_passes(course: Course) -> bool:
    """Whether the run of passes, or of passes and lost turns, ends the game; if so the game is ended."""
    game, rule = course.game, course.book.end
    passes = rule.solo_passes if game.solo else rule.passes_each
    limit = passes.value if game.solo else passes.value * len(game.active)
    mixed = rule.solo_mixed if game.solo else rule.mixed_run
    if limit and game.passes >= limit:
        end(course, Ending.PASSES, passes.clause)
    elif mixed.value and game.idle >= mixed.value:
        end(course, Ending.PASSES_AND_LOSSES, mixed.clause)
    else:
        return False
    return True


def end(course: Course, ending: Ending, clause: str, out: Seat | None = None) -> None:
    """End the game and settle the scores, as soon as it is known what lies on the racks."""
    course.stop_clock()
    if any(rack.unseen for rack in course.game.racks):
        _work_out(course)
    active = course.game.active
    if any(course.game.racks[seat].unseen or course.game.set_aside[seat].unseen for seat in active):
        course.happen(e.LeftoversDue(ending, clause, out))
    else:
        _settle(course, ending, clause, out)


def settle(course: Course, due: Settling) -> None:
    """Settle the scores of a game whose final racks were not stated, if they are known now."""
    _work_out(course)
    if not any(course.game.racks[seat].unseen for seat in course.game.active):
        _settle(course, due.ending, due.clause, due.out)


def _work_out(course: Course) -> None:
    """When the bag is empty and one rack only is unknown, it holds all unseen tiles."""
    game = course.game
    hidden = [seat for seat, rack in game.racks.items() if rack.unseen]
    unseen = game.unseen()
    if len(hidden) == 1 and not len(game.bag) and len(unseen) == game.racks[hidden[0]].unseen:
        course.happen(e.RackStated(hidden[0], game.racks[hidden[0]].seen + unseen))


def _settle(course: Course, ending: Ending, clause: str, out: Seat | None) -> None:
    game, rule = course.game, course.book.end
    # Who has resigned need not show what lies on the rack: only what is known of it counts.
    racks = BySeat((rack + aside).seen for rack, aside in zip(game.racks, game.set_aside, strict=True))
    adjustments = leftovers(racks, out, course.tile_set, rule)
    course.happen(e.GameEnded(result(game, ending, adjustments, rule), clause))


def forfeit(course: Course, seats: tuple[Seat, ...], clause: str, excluded: tuple[Seat, ...] = ()) -> None:
    """End the game by forfeit (PFS-6.3.4a, 7.1c, 7.1d); the scores stay as they are for the tournament (PFS-7.2b)."""
    game = course.game
    winners = tuple(seat for seat in game.seats if seat not in seats)
    places = BySeat(1 if seat in winners else len(winners) + 1 for seat in game.seats)
    break_off(course, Ending.FORFEIT, clause, winners, places, seats, excluded)


def break_off(
    course: Course,
    ending: Ending,
    clause: str,
    winners: tuple[Seat, ...],
    places: BySeat[int],
    lost: tuple[Seat, ...] = (),
    excluded: tuple[Seat, ...] = (),
) -> None:
    """End the game before its last move. The scores stay, and the tiles left count for nothing."""
    course.stop_clock()
    scores = course.game.scores
    nothing = BySeat.all(len(scores), 0)
    course.happen(e.GameEnded(GameResult(ending, scores, nothing, winners, places, False, lost, excluded), clause))


def leftovers(racks: BySeat[Tiles], out: Seat | None, tile_set: TileSet, rule: EndRule) -> BySeat[int]:
    """The value of the tiles left: everyone loses their own, and a player who went out gains all the others' (GEN-15d, 15e).

    A separate setting says whether every player does so when none went out (S12).
    """
    own = racks.map(tile_set.value)
    loses = rule.leftovers_nobody_out if out is None else rule.leftovers_own
    change = own.map(lambda points: -points if loses.value else 0)
    if out is not None and rule.leftovers_to_out.value:
        change = change.put(out, sum(own) - own[out])
    return change


def result(game: Game, ending: Ending, change: BySeat[int], rule: EndRule) -> GameResult:
    """The result when the leftovers are known: the higher score wins, a rule separates equal scores (S13)."""
    final = BySeat(score + points for score, points in zip(game.scores, change, strict=True))
    second = BySeat(_last_value(game.turns, seat, rule) for seat in game.seats)
    keys = {seat: (final[seat], second[seat]) for seat in game.seats}
    places = BySeat(1 + sum(other > keys[seat] for other in keys.values()) for seat in game.seats)
    winners = tuple(seat for seat in game.seats if places[seat] == 1)
    best = max(final)
    tie_broken = len(winners) < sum(points == best for points in final)
    return GameResult(ending, final, change, winners, places, tie_broken)


def _last_value(turns: Sequence[Turn], seat: Seat, rule: EndRule) -> int:
    own = [turn for turn in turns if turn.seat is seat]
    if rule.tie_break.value is TieBreak.LAST_WORD:
        own = [turn for turn in own if turn.kind is TurnKind.PLACEMENT]
    if not own or rule.tie_break.value is TieBreak.NONE:
        return 0
    whole = rule.tie_measure.value is TieMeasure.MOVE_TOTAL
    return own[-1].points if whole else own[-1].best_word


@CommandRule(SignSlip, phases=(Over,), probes=lambda game, seat: [("", SignSlip(seat=seat, final=game.scores))])
def sign_slip(course: Course, command: SignSlip) -> Refused | None:
    """Enter the result and sign it (PFS-5.2a); figures may be wrong, and may be altered until the slip is handed in."""
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    if over.slip.handed_in is not None:
        return course.refuse(Reason.SLIP_HANDED_IN)
    if len(command.final) != len(course.game.seats):
        return course.refuse(Reason.SLIP_DIFFERS)
    course.happen(e.SlipSigned(command.seat, command.final))
    return None


@CommandRule(
    HandInSlip,
    roles=PLAYER | ARBITER,
    phases=(Over,),
    probes=plain(HandInSlip),
    in_place=lambda game, seat, role: [("", HandInSlip(seat=seat, by=role))],
)
def hand_in_slip(course: Course, command: HandInSlip) -> Refused | None:
    """Hand the slip to the arbiter with two signatures under the same figures (PFS-5.2a).

    What is altered both confirm to the arbiter, who takes it in then (PFS-5.2c). Before that comes the square of the tiles
    where people own them (PFS-1.1.1d).
    """
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    slip, order = over.slip, course.book.order
    if slip.handed_in is not None:
        return course.refuse(Reason.SLIP_HANDED_IN)
    if slip.signed.keys() != set(course.game.seats):
        return course.refuse(Reason.SLIP_UNSIGNED)
    final, *others = slip.signed.values()
    if any(other != final for other in others):
        return course.refuse(Reason.SLIP_DIFFERS)
    if order.square_after_game.value and course.game.venue is Venue.TABLE and over.square is None:
        return course.refuse(Reason.SQUARE_MISSING)
    if slip.amended and not (command.by is not Role.PLAYER and _all_agree(course)):
        return course.refuse(Reason.SLIP_UNCONFIRMED)
    course.happen(e.SlipHandedIn(command.seat, final))
    return None


def _exchanged(game: Game) -> BySeat[int]:
    slip = game.phase.slip.handed_in if isinstance(game.phase, Over) else None
    return BySeat(reversed(list(slip or game.scores)))


@CommandRule(
    CorrectSlip,
    roles=PLAYER | ARBITER,
    phases=(Over,),
    probes=lambda game, seat: [("", CorrectSlip(seat=seat, final=_exchanged(game)))],
    in_place=lambda game, seat, role: [("", CorrectSlip(seat=seat, final=_exchanged(game), by=role))],
)
def correct_slip(course: Course, command: CorrectSlip) -> Refused | None:
    """Correct a handed-in slip in time (PFS-4.6.4, T8); later it is final (PFS-5.2b)."""
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    rule, given = course.book.order.slip_window, over.slip.handed_in
    if given is None:
        return course.refuse(Reason.SLIP_NOT_HANDED_IN)
    allowed = _may_swap if rule.value is SlipWindow.REVERSED_ONLY else _may_change
    if not allowed(course, command, given):
        return course.refuse(Reason.SLIP_FINAL)
    course.happen(e.SlipCorrected(command.final, command.by, course.ruling(Ruling.SLIP_CORRECTED)))
    return None


def awaits_consent(game: Game, book: Rulebook) -> bool:
    """Whether both must confirm the figures: altered ones before the slip is handed in (PFS-5.2c), and other ones
    after that where the older wording lets both agree on them (PFS-4.6.4, T8).
    """
    if not isinstance(game.phase, Over):
        return False
    slip = game.phase.slip
    if slip.handed_in is None:
        return slip.amended
    return book.order.slip_window.value is SlipWindow.BOTH_AGREE


def _may_swap(course: Course, command: CorrectSlip, given: BySeat[int]) -> bool:
    """Whether exchanged scores may be corrected: by anyone until the next round is paired, then on that day by the arbiter."""
    assert isinstance(course.game.phase, Over)
    swapped = BySeat(reversed(tuple(given)))
    if command.final != swapped or given == course.game.phase.result.final:
        return False
    return not command.next_round_paired or (command.by is not Role.PLAYER and not command.day_over)


def _may_change(course: Course, command: CorrectSlip, given: BySeat[int]) -> bool:
    """Any figures if all agree, until the next round is paired: the older wording."""
    whole = len(command.final) == len(given) and command.final != given
    return whole and _all_agree(course) and not command.next_round_paired


def _all_agree(course: Course) -> bool:
    return all((seat, Check.SLIP) in course.game.confirmed for seat in course.game.seats)


def _finished(course: Course) -> Over | Refused:
    """The game that is over under a rulebook that has a slip, or why there is nothing to sign."""
    phase = course.game.phase
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    return (
        phase
        if isinstance(phase, Over)
        else course.refuse(Reason.GAME_NOT_OVER, course.book.refusals[Reason.SLIP_UNSIGNED])
    )


def committed(seed: str) -> str:
    """The commitment to a seed: its SHA-256 in hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


@CommandRule(RevealSeed)
def reveal_seed(course: Course, command: RevealSeed) -> Refused | None:
    """Publish the seed, so that everybody can draw again what was drawn; the commitment shows that it is the same."""
    game = course.game
    if not isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_NOT_OVER)
    if game.seed is not None or committed(command.seed) != game.commitment:
        return course.refuse(Reason.SEED_DIFFERS)
    course.happen(e.SeedRevealed(command.seed))
    return None
