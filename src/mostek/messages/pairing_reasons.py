"""Why everybody sits where they sit, in sentences that a person can read to a player who protests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mostek.messages import count, text
from mostek.messages.tournament_words import halves, system_name
from mostek.tournament.pairing.explain import (
    ByeReason,
    ByeWhy,
    Explanation,
    Obstacle,
    Passed,
    SeatReason,
    StartWhy,
    TableReason,
    Why,
)

Names = Callable[[int], str]

WHYS: Mapping[Why, str] = {
    Why.FORCED: "the director has said that they meet in this round",
    Why.MEANT: "the system means them for each other",
    Why.DEPARTS: "not as the system means them first",
    Why.FIRST_FREE: "the highest whom the upper one may meet, such that all others can still be paired",
    Why.CIRCLE: "Berger's table says so",
    Why.CIRCLE_LEFT: "both lost their opponents of Berger's table to a pair that the director has forced",
    Why.BOARD: "the same board of two teams that meet",
    Why.COMPANY: "together they make the fewest repeated meetings, then stand nearest in the classification",
    Why.LAID_OUT: "the director has laid it out so",
}
"""Why these sit at one table."""

STARTS: Mapping[StartWhy, str] = {
    StartWhy.STARTED_LESS: "{who} starts: fewer starts so far than the others.",
    StartWhy.COIN: "{who} starts: as many starts as the others, so by lot from the seed.",
    StartWhy.CIRCLE: "{who} starts, by Berger's table.",
    StartWhy.BOARDS: "{who} starts: the teams start on every other board.",
    StartWhy.LAID_OUT: "{who} starts, as the director has said.",
    StartWhy.LETTERS: "The players draw letters for the start.",
}
"""Why the first of a table starts."""

BYES: Mapping[ByeWhy, str] = {
    ByeWhy.LOWEST: "{who} has the bye: the lowest of those with the fewest byes so far who can be spared.",
    ByeWhy.LOT: "{who} has the bye, by lot from the seed.",
    ByeWhy.CIRCLE: "{who} has the bye: free in Berger's table, or the opponent is not there.",
    ByeWhy.TEAM: "{who} has the bye with the team.",
    ByeWhy.LAID_OUT: "{who} has the bye, as the director has said.",
}
"""Why somebody has a bye."""

OBSTACLES: Mapping[Obstacle, str] = {
    Obstacle.FORBIDDEN: "{one} was not to meet {other}: the director has forbidden it.",
    Obstacle.TEAMMATES: "{one} was not to meet {other}: they are teammates.",
    Obstacle.NEEDED: "{one} would come to {other} first, but then the others could not be paired as well.",
    Obstacle.FORCED: "{other} meets an entrant whom the director has named.",
}
"""What stood between two who were to meet."""


def summary(found: Explanation) -> Iterator[str]:
    """What the pairing of a round adds up to."""
    yield text(
        "Round {round}, {system}, seed {seed}.", round=found.round, system=system_name(found.system), seed=found.seed
    )
    yield (
        ", ".join(
            (
                count("{n} table repeats an earlier meeting", "{n} tables repeat an earlier meeting", found.repeats),
                count("at {n} the match points differ", "at {n} the match points differ", found.floats),
                count("at {n} teammates meet", "at {n} teammates meet", found.teammates),
            )
        )
        + "."
    )


def of_table(found: TableReason, names: Names) -> Iterator[str]:
    """Why these sit at this table: who they are in the standings, why each other, who starts."""
    yield text("Table {table}: {why}.", table=found.table, why=text(WHYS[found.why]))
    for seat in found.seats:
        yield _standing(seat, names)
    for seat in found.seats:
        yield from (_passed(seat, each, names) for each in seat.passed)
    if found.met:
        yield count("They have met {n} time before.", "They have met {n} times before.", found.met)
    yield text(STARTS[found.start], who=names(found.seats[0].number))


def of_bye(found: ByeReason, names: Names) -> Iterator[str]:
    """Why somebody has the bye, and why those below do not."""
    yield text(BYES[found.why], who=names(found.seat.number))
    yield _standing(found.seat, names)
    for each in found.seat.passed:
        yield _spared(each, names)


def _standing(seat: SeatReason, names: Names) -> str:
    return text(
        "{who}: place {place}, match points {points}, {group_place} of {group_size} with as many; started {starts} of {games}.",
        who=names(seat.number),
        place=seat.place,
        points=halves(seat.half_points),
        group_place=seat.group_place,
        group_size=seat.group_size,
        starts=seat.starts,
        games=seat.games,
    )


def _passed(seat: SeatReason, passed: Passed, names: Names) -> str:
    """What stood between two who were to meet; 0 is the bye."""
    one, other = names(seat.number), names(passed.number) if passed.number else text("the bye")
    if passed.obstacle is Obstacle.MET:
        return count(
            "{one} was to meet {other}, but they have met {n} time.",
            "{one} was to meet {other}, but they have met {n} times.",
            passed.times,
            one=one,
            other=other,
        )
    if passed.obstacle is Obstacle.SEATED:
        meets = names(passed.meets) if passed.meets else text("the bye")
        return text("{one} was to meet {other}, who has {meets}.", one=one, other=other, meets=meets)
    if passed.obstacle is Obstacle.HAD_BYE:
        return _spared(passed, names)
    return text(OBSTACLES[passed.obstacle], one=one, other=other)


def _spared(passed: Passed, names: Names) -> str:
    """Why somebody who stands lower does not have the bye."""
    who = names(passed.number)
    if passed.obstacle is Obstacle.HAD_BYE:
        return count(
            "{who} stands lower, but has had {n} bye.",
            "{who} stands lower, but has had {n} byes.",
            passed.times,
            who=who,
        )
    if passed.obstacle is Obstacle.FORCED:
        return text("{who} stands lower, but meets an entrant whom the director has named.", who=who)
    return text("{who} stands lower, but without them the others could not be paired as well.", who=who)
