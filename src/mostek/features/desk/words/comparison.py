"""The comparison of published pairings with ours, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mostek.messages import count, text
from mostek.messages.tournament_words import CHOICES, halves, system_name, told
from mostek.tournament.comparison import PairingComparison, RoundComparison, StandingsReading
from mostek.tournament.departures import Departure, DepartureCause, DepartureReason
from mostek.tournament.settings import Latecomers

Names = Callable[[int], str]

CAUSES: Mapping[DepartureCause, str] = {
    DepartureCause.BYE: "another player has the bye: {who}",
    DepartureCause.LATECOMER: "came after round 1: {who}",
    DepartureCause.REPEAT_PUBLISHED: "had met before and met again: {who}",
    DepartureCause.REPEAT_AVOIDED: "our pairing would repeat their meeting: {who}",
    DepartureCause.FORBIDDEN: "were not to meet: {who}",
    DepartureCause.TEAMMATES: "play for one team: {who}",
    DepartureCause.TWO_TABLES: "only these two tables differ, as when a director changes them by hand",
}
"""Why a published pairing departs from ours."""


def reading_text(reading: StandingsReading, tried: Iterable[StandingsReading]) -> str:
    """A reading of the standings, as far as the readings that were tried differ."""
    all_tried = tuple(tried)
    sentences = []
    if len({each.latecomers for each in all_tried}) > 1:
        sentences.append(text("latecomers {treatment}", treatment=text(CHOICES[Latecomers][reading.latecomers])))
    if reading.rests:
        sentences.append(text("single missed rounds count as byes, which the file leaves out"))
    if len({each.keys for each in all_tried}) > 1 or not sentences:
        sentences.append(text("order: {keys}", keys=told(reading.keys)))
    return "; ".join(sentences)


def alike_text(alike: int, seats: int) -> str:
    """A number of tables and byes that are ours, and of all: `430 of 433 (99 %)`."""
    share = 100 * alike // seats if seats else 0
    return text("{alike} of {seats} ({share} %)", alike=alike, seats=seats, share=share)


def result(found: PairingComparison) -> Iterator[str]:
    """The settings that explain most, and how sure that is."""
    yield text("Alike: {alike} tables and byes.", alike=alike_text(found.alike, found.seats))
    yield text("Explained best so: {reading}.", reading=reading_text(found.reading, tried(found)))
    equal = sum(alike == found.alike for _, alike in found.readings) - 1
    if equal:
        yield count(
            "{n} other reading explains as many, so it is not proved.",
            "{n} other readings explain as many, so it is not proved.",
            equal,
        )
    whole = sum(each.alike == each.seats for each in found.rounds)
    yield count("{n} round is alike as a whole.", "{n} rounds are alike as a whole.", whole)
    by_hand = sum(len(each.by_hand) for each in found.rounds)
    yield (
        count(
            "{n} table or bye is given by no system that was tried: it looks paired by hand.",
            "{n} tables and byes are given by no system that was tried: they look paired by hand.",
            by_hand,
        )
        if by_hand
        else text("Every table is given by a system that was tried.")
    )


def tried(found: PairingComparison) -> tuple[StandingsReading, ...]:
    """All readings that were tried, the best first."""
    return tuple(reading for reading, _ in found.readings)


def of_round(found: RoundComparison, names: Names, readings: Sequence[StandingsReading]) -> Iterator[str]:
    """In what a round differs, circle by circle; nothing for a round that is alike."""
    if found.departures:
        yield text(
            "Round {round}, {system}: {alike} tables and byes are alike; {rest}.",
            round=found.round,
            system=system_name(found.system),
            alike=alike_text(found.alike, found.seats),
            rest=count("the others form {n} circle", "the others form {n} circles", len(found.departures)),
        )
    for departure in found.departures:
        yield from _departure(departure, names)
    if by_hand := ", ".join(_seats(each.players, names) for each in found.by_hand):
        yield text("Given by no system: {tables}.", tables=by_hand)
    if found.other is not None:
        reading, system, alike = found.other
        yield text(
            "More of this round is explained otherwise: {alike} by the {system} system, {reading}.",
            alike=alike_text(alike, found.seats),
            system=system_name(system),
            reading=reading_text(reading, readings),
        )
    if found.moved is not None:
        yield text(
            "{alike} would be alike if {who} stood at place {place} with {points} match points, as by no reading.",
            alike=alike_text(found.moved.alike, found.seats),
            who=names(found.moved.player),
            place=found.moved.place,
            points=halves(found.moved.half_points),
        )


def _departure(found: Departure, names: Names) -> Iterator[str]:
    yield text(
        "published {theirs}; ours {ours}",
        theirs=", ".join(_seats(table, names) for table in found.published) or "–",
        ours=", ".join(_seats(table, names) for table in found.ours) or "–",
    )
    for reason in found.reasons:
        yield "· " + _reason(reason, names)


def _reason(reason: DepartureReason, names: Names) -> str:
    return text(CAUSES[reason.cause], who=", ".join(map(names, reason.players)))


def _seats(players: tuple[int, ...], names: Names) -> str:
    if len(players) == 1:
        return text("bye {who}", who=names(players[0]))
    return " – ".join(map(names, players))
