"""A tournament that was held elsewhere, told to our desk: the commands that make it, and what comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any

from msgspec import Struct

from mostek.notation.tournaments.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind
from mostek.tournament.classification import Standing
from mostek.tournament.commands import (
    AwardForfeit,
    CheckIn,
    Command,
    CreateTournament,
    EnterResult,
    PairRound,
    RegisterEntrant,
)
from mostek.tournament.decide import decide
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.evolve import evolve
from mostek.tournament.history import Step
from mostek.tournament.rating.events import EventRating
from mostek.tournament.refusals import Refused
from mostek.tournament.settings import ScalpRule
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament
from mostek.tournament.table_results import Cause, Played, Source

DEBUTANT = 10_000
"""The rating of somebody who has none, in hundredths, by the federation's ranking rules."""


class Difference(Struct, frozen=True):
    """A figure that the file states and our reckoning does not give."""

    number: int
    figure: str
    stated: int
    reckoned: int | None


class Imported(Struct, frozen=True):
    """What a file has become."""

    steps: tuple[Step, ...]
    state: Tournament
    differences: tuple[Difference, ...]
    settings: Mapping[str, Any]
    """What was chosen so that the figures agree."""


class ImportRefusedError(ValueError):
    """A command of an imported event that our desk refuses: the command, and why."""

    def __init__(self, command: Command, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.command = command
        self.refused = refused


def imported(
    written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any] | None = None
) -> Imported:
    """The event as our desk would have run it. Raises `ImportRefusedError`.

    Whether the clause on a favourite by more than 50 held is not said in files, so that rule is taken by which the scalps agree.
    """
    chosen = dict(settings or {})
    first = _run(written, at, name, chosen)
    if "scalps" in chosen or not any(each.figure == "scalps" for each in first.differences):
        return first
    tried = (
        first,
        *(_run(written, at, name, {**chosen, "scalps": rule}) for rule in (ScalpRule.PLAIN, ScalpRule.OVER_FIFTY)),
    )
    return min(tried, key=lambda each: len(each.differences))


def commands_of(written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any]) -> Iterator[Command]:
    """The commands that make the event again, by the template of the federation: entries, then round by round."""
    started = datetime.combine(written.first_day or at.date(), time())
    numbers = {player.number: place for place, player in enumerate(written.players, 1)}
    yield CreateTournament(
        at=started,
        name=written.name or name,
        template="pfs",
        starts_on=started.date(),
        seed=name,
        city=written.city,
        organisers=(written.organiser,) if written.organiser else (),
        arbiter=written.arbiter,
        settings={"rounds": max(written.rounds, 1), **settings},
    )
    for player in written.players:
        yield RegisterEntrant(at=started, person=_person(player), channel=Channel.FILE)
    if numbers:
        yield CheckIn(at=started, numbers=tuple(numbers.values()))
    for number in range(1, max((result.round for result in written.results), default=0) + 1):
        yield from _round(number, written.round(number), numbers, started)


def differences(written: RecordedTournament, state: Tournament, division: str = "") -> tuple[Difference, ...]:
    """Where the file states other points, scalps or places than ours."""
    standings = {standing.number: standing for standing in standings_of(state, division)}
    ratings = ratings_of(state, division)
    return tuple(
        difference
        for number, player in enumerate(written.players, 1)
        for difference in _differences(number, player, standings.get(number), ratings.get(number))
    )


def _run(written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any]) -> Imported:
    state: Tournament | None = None
    steps: list[Step] = []
    for command in commands_of(written, at, name, settings):
        decided = decide(state, command)
        if isinstance(decided, Refused):
            raise ImportRefusedError(command, decided)
        for event in decided:
            state = evolve(state, event)
        steps.append(Step(command, decided))
    assert state is not None, "the first command founds the event"
    return Imported(tuple(steps), state, differences(written, state), settings)


def _differences(
    number: int, player: RecordedPlayer, standing: Standing | None, rating: EventRating | None
) -> Iterator[Difference]:
    for figure, stated, reckoned in (
        ("place", player.place, standing.place if standing else None),
        ("half_points", player.half_points, standing.half_points if standing else None),
        ("game_points", player.game_points, standing.game_points if standing else None),
        ("spread", player.spread, standing.spread if standing else None),
        ("scalps", player.scalps, rating.scalps if rating else None),
    ):
        if stated is not None and stated != reckoned:
            yield Difference(number, figure, stated, reckoned)


def _person(player: RecordedPlayer) -> Person:
    return Person(
        name=player.name.strip(),
        city=player.city,
        category=player.category,
        rating=DEBUTANT if player.rating is None else player.rating,
    )


def _round(
    number: int, results: tuple[RecordedResult, ...], numbers: Mapping[int, int], at: datetime
) -> Iterator[Command]:
    """The tables as they were laid out, and what came of them; a row without result and opponent seated nobody."""
    seated = [row for row in results if row.guest or row.kind is ResultKind.BYE]
    games = [row for row in seated if row.guest]
    byes = [(numbers[row.host],) for row in seated if not row.guest]
    yield PairRound(at=at, tables=(*((numbers[row.host], numbers[row.guest]) for row in games), *byes))
    for table, row in enumerate(games, 1):
        yield _result(number, table, row, numbers, at)


def _result(number: int, table: int, row: RecordedResult, numbers: Mapping[int, int], at: datetime) -> Command:
    host, guest = row.host_score or 0, row.guest_score or 0
    match row.kind:
        case ResultKind.FORFEIT:
            winner = numbers[row.host if host > guest else row.guest]
            points = max(host, guest)
            return AwardForfeit(at=at, round=number, table=table, winner=winner, cause=Cause.LEFT, points=points)
        case ResultKind.NOT_PLAYED:
            return AwardForfeit(at=at, round=number, table=table, winner=None, cause=Cause.LEFT)
        case _:
            rated = row.kind is not ResultKind.UNSCORED
            played = Played((host, guest), rated=rated, source=Source.FILE)
            return EnterResult(at=at, round=number, table=table, result=played, confirmed=True)
