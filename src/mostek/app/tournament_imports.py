"""Import a tournament held elsewhere: the commands that recreate it, and the differences in its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.tournament.classification import Standing
from mostek.tournament.commands import (
    AwardForfeit,
    CheckIn,
    Command,
    CreateTournament,
    EnterResult,
    PairRound,
    RegisterEntrant,
    Withdraw,
)
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.files import FileNote
from mostek.tournament.pairing.values import BY_HAND
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import EventRating
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind, round_count
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.settings import ScalpRule
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import ForfeitCause, Played, Source, Tournament


class Difference(Struct, frozen=True):
    """A figure of the file that differs from our computation."""

    number: int
    figure: str
    stated: int
    reckoned: int | None


class Imported(Struct, frozen=True):
    """The result of an import."""

    steps: tuple[Step, ...]
    state: Tournament
    differences: tuple[Difference, ...]
    settings: Mapping[str, Any]
    """The settings with which the figures agree."""
    notes: tuple[FileNote, ...] = ()
    """For the person who imports the file."""


class ImportRefusedError(ValueError):
    """Our desk refuses a command of an imported event."""

    def __init__(self, command: Command, refused: DeskRefusal) -> None:
        super().__init__(refused.reason)
        self.command = command
        self.refused = refused


def imported(
    written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any] | None = None
) -> Imported:
    """Import an event as our desk would have run it. Raises `ImportRefusedError`.

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
    """The commands that recreate the event by the template of the file, or that of the federation: entries, then rounds."""
    started = datetime.combine(written.first_day or at.date(), time())
    numbers = {player.number: place for place, player in enumerate(written.players, 1)}
    divisions = divisions_of(written)
    stated: dict[str, Any] = {"rounds": written.rounds} if written.rounds else {}
    if written.results:
        stated["plan"] = BY_HAND  # how the rounds were paired, no file says
    if len(divisions) > 1:
        stated["divisions"] = list(divisions)
    ratings = [player.rating for player in written.players if player.rating is not None]
    if not all(map(RatingScale.PFS.holds, ratings)) and all(map(RatingScale.WESPA.holds, ratings)):
        stated["rating_scale"] = RatingScale.WESPA  # the file does not say which of the large scales it is
    scale = RatingScale({**stated, **written.settings, **settings}.get("rating_scale", RatingScale.PFS))
    yield CreateTournament(
        at=started,
        name=written.name or name,
        template=written.template or "pfs",
        starts_on=started.date(),
        ends_on=written.last_day if written.last_day and written.last_day > started.date() else None,
        seed=name,
        city=written.city,
        organisers=(written.organiser,) if written.organiser else (),
        arbiter=written.arbiter,
        settings={**stated, **written.settings, **settings},
    )
    division_of = {number: name for name, members in divisions.items() for number in members}
    for player in written.players:
        division = division_of[player.number]
        yield RegisterEntrant(at=started, person=_person(player, scale), division=division, channel=Channel.FILE)
    if written.results:
        yield CheckIn(at=started, numbers=tuple(numbers.values()))
    for number in range(1, round_count(written.results) + 1):
        for name, members in divisions.items():
            rows = tuple(row for row in written.round(number) if row.host in members)
            is_last = number == round_count(written.results)
            yield from _round(number, name, rows, numbers, started, is_last=is_last)
    for player in written.players:
        if player.has_left:
            yield Withdraw(at=started, number=numbers[player.number])


def divisions_of(written: RecordedTournament) -> Mapping[str, frozenset[int]]:
    """The categories as divisions, if all players play within their own; otherwise one division without a name."""
    categories: dict[str, set[int]] = {}
    for player in written.players:
        categories.setdefault(player.category, set()).add(player.number)
    category_of = {number: name for name, members in categories.items() for number in members}
    crossed = any(row.guest and category_of[row.host] != category_of[row.guest] for row in written.results)
    if crossed or not written.results or len(categories) < 2:
        return {"": frozenset(category_of)}
    return {name: frozenset(members) for name, members in categories.items()}


def differences(written: RecordedTournament, state: Tournament) -> tuple[Difference, ...]:
    """The differences between the file's points, scalps or places and ours."""
    standings = {row.number: row for name in state.divisions for row in standings_of(state, name)}
    ratings = {number: rating for name in state.divisions for number, rating in ratings_of(state, name).items()}
    return tuple(
        difference
        for number, player in enumerate(written.players, 1)
        for difference in _differences(number, player, standings.get(number), ratings.get(number))
    )


def _run(written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any]) -> Imported:
    desk = Desk(UnsavedLog())
    for command in commands_of(written, at, name, settings):
        done = desk.do(command)
        if isinstance(done, DeskRefusal):
            raise ImportRefusedError(command, done)
    return Imported(desk.steps, desk.state, differences(written, desk.state), settings, written.notes)


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


def _person(player: RecordedPlayer, scale: RatingScale) -> Person:
    return Person(
        name=player.name.strip(),
        city=player.city,
        category=player.category,
        rating=scale.bounds.unrated if player.rating is None else player.rating,
    )


def _round(
    number: int,
    division: str,
    rows: tuple[RecordedResult, ...],
    numbers: Mapping[int, int],
    at: datetime,
    *,
    is_last: bool,
) -> Iterator[Command]:
    """The tables of a round with their results; a row with neither opponent nor bye had no player.

    A game of the last round without a score is still to be played.
    """
    games = [row for row in rows if row.guest]
    byes = [(numbers[row.host],) for row in rows if row.kind is ResultKind.BYE]
    seats = [(numbers[row.host], numbers[row.guest]) for row in games]
    if not seats and not byes:
        return
    yield PairRound(at=at, division=division, tables=(*seats, *byes))
    for table, row in enumerate(games, 1):
        if is_last and row.host_score is None:
            continue
        yield _result(number, division, table, row, numbers, at)


def _result(
    number: int, division: str, table: int, row: RecordedResult, numbers: Mapping[int, int], at: datetime
) -> Command:
    host, guest = row.host_score or 0, row.guest_score or 0
    awarded = AwardForfeit(at=at, division=division, round=number, table=table, winner=None, cause=ForfeitCause.LEFT)
    match row.kind:
        case ResultKind.FORFEIT:
            winner = numbers[row.host if host > guest else row.guest]
            return replace(awarded, winner=winner, points=max(host, guest))
        case ResultKind.NOT_PLAYED:
            return awarded
        case _:
            played = Played((host, guest), rated=row.kind is not ResultKind.UNSCORED, source=Source.FILE)
            return EnterResult(at=at, division=division, round=number, table=table, result=played, confirmed=True)
