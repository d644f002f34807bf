"""A hall with a desk in it: the log is kept as the lines of a file would be, so that every step goes through JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from mostek.app.ports import ConflictError
from mostek.app.tournaments import Desk
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.tournament_lines import TournamentHeader, header_body, read_tournament, step_body
from mostek.tournament import commands as c
from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credit
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Person
from mostek.tournament.events import Event
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import standings_of
from mostek.tournament.state import EDITION, Played, Round, Tournament

DAY = date(2026, 4, 28)
TEN = datetime.fromisoformat("2026-04-28T10:00")
"""Ten o'clock on the day of the event."""

Given = TypeVar("Given", bound=c.Order)


class KeptInMemory:
    """A `TournamentLog` that holds the bytes which a file would hold."""

    name = "hall"

    def __init__(self) -> None:
        lines, self._head = written(BEGINNING, [header_body(TournamentHeader(self.name))])
        self.data = bytearray(lines)
        self._count = 0

    def read(self) -> tuple[Step, ...]:
        return read_tournament(bytes(self.data)).steps

    def append(self, expected: int, step: Step) -> None:
        if expected != self._count:
            raise ConflictError(expected, self._count)
        line, self._head = written(self._head, [step_body(expected + 1, step)])
        self.data += line
        self._count += 1


class Hall:
    """An event that is under way, and the sentences with which a test drives it."""

    def __init__(
        self, template: str = "pfs", settings: Mapping[str, Any] | None = None, edition: int = EDITION
    ) -> None:
        self.log = KeptInMemory()
        self.desk = Desk(self.log)
        self.now = TEN
        self.ok(
            c.CreateTournament(
                at=TEN,
                name="Turniej",
                template=template,
                starts_on=DAY,
                seed="hall",
                settings=settings or {},
                edition=edition,
            )
        )

    @property
    def state(self) -> Tournament:
        return self.desk.state

    def ok(self, command: c.Request) -> tuple[Event, ...]:
        """A command that the desk carries out."""
        decided = self.desk.do(command)
        assert not isinstance(decided, DeskRefusal), decided
        return decided

    def no(self, command: c.Request) -> DeskRefusal:
        """A command that the desk refuses; nothing changes by it."""
        before, state, kept = self.desk.steps, self.state, bytes(self.log.data)
        refused = self.desk.do(command)
        assert isinstance(refused, DeskRefusal), refused
        assert (self.desk.steps, self.state, bytes(self.log.data)) == (before, state, kept)
        return refused

    def choose(self, **settings: Any) -> None:
        """Choose settings; two underscores stand for the dot."""
        chosen = {name.replace("__", "."): value for name, value in settings.items()}
        self.ok(c.ChooseSettings(at=self.now, settings=chosen))

    def enter(self, count: int, division: str = "", team: str = "") -> tuple[int, ...]:
        """Enter so many people, each rated one point below the one before, and check them in."""
        first = len(self.state.entrants) + 1
        numbers = tuple(range(first, first + count))
        for number in numbers:
            person = Person(name=f"Gracz {number}", rating=15_000 - 100 * number)
            self.ok(c.RegisterEntrant(at=self.now, person=person, division=division, team=team))
        self.ok(c.CheckIn(at=self.now, numbers=numbers))
        return numbers

    def pair(self, *tables: tuple[int, ...], division: str = "") -> Round:
        """Pair the next round, by hand where tables are given."""
        self.ok(c.PairRound(at=self.now, division=division, tables=tables))
        return self.state.divisions[division].rounds[-1]

    def round(self, division: str = "") -> Round:
        """The round that is played."""
        return self.state.divisions[division].rounds[-1]

    def slip(self, table: int, *scores: int, division: str = "", **more: Any) -> c.EnterResult:
        """A slip of the round that is played, signed by all."""
        played = self.round(division)
        signed = played.tables[table - 1].players
        return c.EnterResult(
            at=self.now,
            division=division,
            round=played.number,
            table=table,
            result=Played(scores, **more),
            signed=signed,
        )

    def result(self, table: int, *scores: int, division: str = "", **more: Any) -> None:
        """Enter the slip of a table."""
        self.ok(self.slip(table, *scores, division=division, **more))

    def play(self, scores: Mapping[int, int] | None = None, division: str = "") -> None:
        """Every open table ends with these points by starting number; 350 for the others, and 20 more for the host."""
        given = scores or {}
        for table in self.round(division).tables:
            if table.result is None:
                host, *others = table.players
                points = [given.get(host, 370), *(given.get(number, 350) for number in others)]
                self.result(table.number, *points, division=division)

    def later(self, minutes: float = 0, days: int = 0) -> None:
        """Time goes by."""
        self.now += timedelta(minutes=minutes, days=days)

    def credit(self, number: int, round_number: int, division: str = "") -> Credit:
        """What a round was worth to somebody."""
        rows = credits_of(self.state, division)[number]
        return next(row for row in rows if row.round == round_number)

    def standing(self, number: int, division: str = "") -> Standing:
        """Where somebody stands."""
        return next(each for each in standings_of(self.state, division) if each.number == number)


def numbers_at(tables: Iterable[tuple[int, ...]]) -> list[int]:
    """Everybody at these tables."""
    return sorted(number for table in tables for number in table)


def ready(people: int = 4, template: str = "pfs", **settings: Any) -> Hall:
    """People who are there for three rounds."""
    hall = Hall(template, {"rounds": 3, "minutes": 20})
    hall.choose(**settings)
    hall.enter(people)
    return hall


def paired(template: str = "pfs", people: int = 4, edition: int = EDITION, **settings: Any) -> Hall:
    """The first of two rounds is paired."""
    hall = Hall(template, {"rounds": 2, "minutes": 20}, edition)
    hall.choose(**settings)
    hall.enter(people)
    hall.pair()
    return hall


def correction(hall: Hall, *scores: int, round_number: int = 1, **more: Any) -> c.CorrectResult:
    """Other scores at table 1; they were swapped, if nothing else is said."""
    more.setdefault("kind", c.CorrectionKind.SWAPPED)
    return c.CorrectResult(at=hall.now, round=round_number, table=1, result=Played(scores), **more)
