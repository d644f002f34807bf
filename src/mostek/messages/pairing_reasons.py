"""The reasons for pairings, in sentences for a player who protests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from mostek.messages import count, language, text
from mostek.messages.prize_words import outlook_text
from mostek.messages.tournament_words import halves, system_name
from mostek.tournament.pairing.check import Breach
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
from mostek.tournament.pairing.system import systems

Names = Callable[[int], str]

WHYS: Mapping[str, str] = {
    Why.FORCED: "the director has said that they meet in this round",
    Why.MEANT: "the system means them for each other",
    Why.DEPARTS: "not as the system means them first",
    Why.UNAVOIDABLE: "a repeat or a meeting of teammates that could not be avoided, of the least cost",
    Why.FIRST_FREE: "the highest whom the upper one may meet, such that all others can still be paired",
}
"""Why these sit at one table; the reasons that only one system has are in its entry."""

STARTS: Mapping[str, str] = {
    StartWhy.STARTED_LESS: "{who} starts: fewer starts so far than the others.",
    StartWhy.DUE: "{who} starts: as many starts as the others, but longer without one.",
    StartWhy.BREAKS_RUN: "{who} starts: otherwise one of the two would have the same role a third time in a row.",
    StartWhy.COIN: "{who} starts: as many starts as the others, so by lot from the seed.",
    StartWhy.LETTERS: "The players draw letters for the start.",
}
"""Why the first of a table starts."""

BYES: Mapping[str, str] = {
    ByeWhy.LOWEST: "{who} has the bye: the lowest of those with the fewest byes so far who can be spared.",
}
"""The reasons for a bye."""

OBSTACLES: Mapping[Obstacle, str] = {
    Obstacle.FORBIDDEN: "{one} was not to meet {other}: the director has forbidden it.",
    Obstacle.TEAMMATES: "{one} was not to meet {other}: they are teammates.",
    Obstacle.NEEDED: "{one} would come to {other} first, but then the others could not be paired as well.",
    Obstacle.FORCED: "{other} meets an entrant whom the director has named.",
}
"""What stood between two who were to meet."""

BREACHES: Mapping[Breach, str] = {
    Breach.SEATED_TWICE: "a player has two seats",
    Breach.NOT_PRESENT: "a player is not present",
    Breach.LEFT_OUT: "a player has neither a table nor a bye",
    Breach.TABLE_SIZE: "a table has the wrong size",
    Breach.FORBIDDEN: "a forbidden pair meets",
    Breach.FORCED_MISSING: "a forced pair does not meet",
    Breach.TEAMMATES_FORBIDDEN: "teammates meet, which is forbidden",
    Breach.TEAMMATES_AVOIDABLE: "teammates meet, which could have been avoided",
    Breach.REPEAT_AVOIDABLE: "an earlier meeting is repeated, which could have been avoided",
    Breach.CIRCLE_REPEAT: "two players meet more often than the round robin says",
    Breach.BYE_NOT_ALLOWED: "a bye, which this event does not allow",
    Breach.BYE_NEEDLESS: "a bye that the number of players does not need",
    Breach.BYE_AGAIN_AVOIDABLE: "another bye for a player, which could have been avoided",
    Breach.BYE_TOO_HIGH: "a player who stands lower could have the bye",
    Breach.STARTER: "the starter of a table has started more often than the opponent",
    Breach.ROLE_RUN: "a player has the same role a third time in a row, which could have been avoided",
    Breach.OUT_OF_TURN: "a player passed over an opponent whom they could have met",
    Breach.MATCH_TORN: "a team meets more than one team",
    Breach.RIVALS_AVOIDABLE: "a player does not meet whom the race for the prizes wants, which could have been avoided",
    Breach.SETTLED_TOO_LOW: "a player whose prize is settled could have met a higher one of those out of the race",
    Breach.BOARDS_DIFFER: "two players meet who do not have the same board",
    Breach.TOO_FAR: "players could meet nearer neighbours on the ladder",
    Breach.CUP_OUT: "a player is paired who has no tie of the knock-out to play",
    Breach.CUP_TIE: "two players meet whom the bracket does not bring together",
    Breach.CUP_SEEDS: "the seeds of the first round of the knock-out are not where they should be",
}
"""What the check of a pairing has found."""

PROVED: Mapping[Breach, str] = {
    Breach.BYE_AGAIN_AVOIDABLE: "second byes",
    Breach.TEAMMATES_AVOIDABLE: "meetings of teammates",
    Breach.REPEAT_AVOIDABLE: "repeated meetings",
    Breach.RIVALS_AVOIDABLE: "players without a rival in the race for the prizes",
    Breach.BYE_TOO_HIGH: "places between the bye and the lowest player who is due for it",
}
"""What cannot be less in any pairing of the round."""


def summary(found: Explanation, names: Names = str) -> Iterator[str]:
    """A summary of the pairing of a round."""
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
    outlooks = [seat.outlook for table in found.tables for seat in table.seats if seat.outlook]
    outlooks += [each.seat.outlook for each in found.byes if each.seat.outlook]
    settled = [names(each.number) for each in outlooks if each.is_settled]
    if settled:
        yield text("Sure of their prizes in all cases: {people}.", people=", ".join(settled))
    elif outlooks:
        yield text("The prize of no player is settled yet.")


def of_matches(found: Explanation) -> Iterator[Iterator[str]]:
    """In team matches: the reasons why team meets team, a paragraph for each match and bye."""
    matches = found.matches
    if matches is None:
        return
    for each in matches.tables:
        home, guest = (found.teams[seat.number] for seat in each.seats)
        yield chain([text("{home} – {guest}", home=home, guest=guest)], _of_match(each, found, matches.system))
    for rested in matches.byes:
        yield of_bye(rested, found.teams.__getitem__, matches.system)


def _of_match(each: TableReason, found: Explanation, system: str) -> Iterator[str]:
    names = found.teams.__getitem__
    yield text("{system}: {why}.", system=system_name(system), why=_why(each, system))
    for seat in each.seats:
        yield text(
            "{who}: place {place}, points of matches {points}.",
            who=names(seat.number),
            place=seat.place,
            points=seat.half_points,
        )
    for seat in each.seats:
        yield from (_passed(seat, passed, names) for passed in seat.passed)
    if each.met:
        yield count("They have met {n} time before.", "They have met {n} times before.", each.met)


def checked(found: Explanation, names: Names) -> Iterator[str]:
    """The findings of the pairing check, whose algorithm is independent of the pairing."""
    if not found.proof.faults:
        yield text("Checked: every player has one seat, and nothing departs from the rules of the pairing.")
    for fault in found.proof.faults:
        about = ", ".join(map(names, fault.about))
        sentence = text("Check: {fault}.", fault=text(BREACHES[fault.breach]))
        yield f"{sentence} ({about})" if about else sentence
    seats = [*(seat for table in found.tables for seat in table.seats), *(bye.seat for bye in found.byes)]
    if late := [names(seat.number) for seat in seats if _is_virtual(seat)]:
        yield text("Paired with virtual points, which count for nothing else: {who}.", who=", ".join(late))
    if found.proof.proved:
        what = ", ".join(text(PROVED[breach]) for breach in found.proof.proved)
        yield text("Proved: no pairing of this round has fewer of these: {what}.", what=what)


def of_table(found: TableReason, names: Names, system: str) -> Iterator[str]:
    """The reasons for a table: the players' places, their pairing, and the starter."""
    yield text("Table {table}: {why}.", table=found.table, why=_why(found, system))
    for seat in found.seats:
        yield _standing(seat, names)
        yield from _virtual(seat, names)
        if seat.outlook is not None:
            yield outlook_text(seat.outlook, names)
    for seat in found.seats:
        yield from (_passed(seat, each, names) for each in seat.passed)
    if found.met:
        yield count("They have met {n} time before.", "They have met {n} times before.", found.met)
    yield _reason(system, f"start.{found.start}", STARTS, found.start, who=names(found.seats[0].number))


def _why(found: TableReason, system: str) -> str:
    return _reason(system, found.why, WHYS, found.why, **found.numbers)


def of_bye(found: ByeReason, names: Names, system: str) -> Iterator[str]:
    """The reason for the bye, and why lower players do not have it."""
    yield _reason(system, f"bye.{found.why}", BYES, found.why, who=names(found.seat.number))
    yield _standing(found.seat, names)
    yield from _virtual(found.seat, names)
    if found.seat.outlook is not None:
        yield outlook_text(found.seat.outlook, names)
    for each in found.seat.passed:
        yield _spared(each, names)


def _reason(system: str, key: str, common: Mapping[str, str], code: str, **params: object) -> str:
    """The sentence for a reason: from the entry of the system, or one that all systems share."""
    if key not in systems()[system].reasons:
        return text(common[code], **params)
    polish, english = systems()[system].reasons[key]
    return (polish if language() == "pl" else english).format(**params)


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


def _virtual(seat: SeatReason, names: Names) -> Iterator[str]:
    """The points that a latecomer has for pairing only."""
    if _is_virtual(seat):
        yield text(
            "{who} came late: for this pairing alone, {points} is added to the match points and {small} to the game points.",
            who=names(seat.number),
            points=halves(seat.virtual_half_points),
            small=seat.virtual_game_points,
        )


def _is_virtual(seat: SeatReason) -> bool:
    return seat.virtual_half_points > 0 or seat.virtual_game_points > 0


def _passed(seat: SeatReason, passed: Passed, names: Names) -> str:
    """The obstacle between two players; 0 is the bye."""
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
    """The reason why a lower player does not have the bye."""
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
