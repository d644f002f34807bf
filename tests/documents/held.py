"""Events that are held in memory, for the documents: a federation event, a school event, an evening at tables of four."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from mostek.documents.document import PrintRequest
from mostek.documents.printing import print_document
from mostek.tournament import commands as c
from mostek.tournament.decide import decide
from mostek.tournament.entrants import Person
from mostek.tournament.evolve import evolve
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Played, Table, Tournament

DAY = date(2026, 11, 21)
CITIES = ("Pińczów", "Łódź", "", "Żory", "Świdnica")


def printed(name: str, state: Tournament, division: str = "", round_number: int = 0, **request: Any) -> bytes:
    """A copy of a document."""
    return print_document(name, state, PrintRequest(division, round_number, **request))


class Held:
    """An event that goes on from command to command."""

    def __init__(self, template: str = "pfs", rounds: int = 5, **told: Any) -> None:
        self.now = datetime.fromisoformat("2026-11-21T10:00")
        self._chance = random.Random(1)
        self._state: Tournament | None = None
        settings: Mapping[str, Any] = {"rounds": rounds, "minutes": 20} | told.pop("settings", {})
        self.do(
            c.CreateTournament,
            **{
                "name": "Turniej o Kałamarz",
                "template": template,
                "starts_on": DAY,
                "seed": "kałamarz",
                "settings": settings,
            }
            | told,
        )

    @property
    def state(self) -> Tournament:
        assert self._state is not None
        return self._state

    def do(self, kind: Callable[..., c.Command], **told: Any) -> None:
        """Carry a command out; it must not be refused."""
        self.now += timedelta(seconds=20)
        decided = decide(self._state, kind(at=self.now, **told))
        assert not isinstance(decided, DeskRefusal), decided
        for event in decided:
            self._state = evolve(self._state, event)

    def enter(self, *people: Person, **told: Any) -> None:
        for person in people:
            self.do(c.RegisterEntrant, person=person, **told)

    def all_present(self) -> None:
        self.do(c.CheckIn, numbers=tuple(self.state.entrants))

    def pair(self, division: str = "") -> int:
        """Pair a round; its number."""
        self.do(c.PairRound, division=division)
        return len(self.state.divisions[division].rounds)

    def play(self, division: str = "", missing: int = 0) -> None:
        """Pair a round and enter its results, all but the last ones."""
        played = self.pair(division)
        tables = self.state.divisions[division].rounds[-1].tables
        for table in tables[: len(tables) - missing]:
            self.result(played, table, division=division)

    def result(self, played: int, table: Table, scores: Sequence[int] = (), division: str = "") -> None:
        """Enter a result; without scores, by chance."""
        own = tuple(scores or (self._chance.randrange(240, 520) for _ in table.players))
        words = tuple(self._chance.randrange(8, 60) for _ in own)
        last = () if self.state.settings.has_draws or len(set(own)) == len(own) else words
        result = Played(own, last)
        self.do(c.EnterResult, division=division, round=played, table=table.number, result=result, signed=table.players)


def player(number: int) -> Person:
    return Person(
        name=f"Gracz {number}",
        city=CITIES[number % len(CITIES)],
        category="senior" if number % 4 == 0 else "",
        rating=max(0, 17_500 - number * 321),
    )


def federation(players: int = 16, rounds: int = 5, played: int = 5, missing: int = 0, **told: Any) -> Held:
    """A federation event."""
    event = Held(
        rounds=rounds,
        **{"city": "Pińczów", "organisers": ("Biblioteka w Pińczowie", "Dom Kultury"), "arbiter": "Sędzia 1"} | told,
    )
    event.enter(*(player(number) for number in range(1, players + 1)))
    event.all_present()
    for number in range(1, played + 1):
        event.play(missing=missing if number == played else 0)
    return event


def schools(count: int = 3, played: int = 3) -> Held:
    """A school event of two divisions, of which the first one is played."""
    event = Held(
        template="school",
        rounds=3,
        name="Międzyszkolny Turniej Scrabble",
        city="Pińczów",
        organisers=("Szkoła nr 1", "Biblioteka w Pińczowie"),
        arbiter="Sędzia 1",
        settings={"minutes": 15, "entry.deadline": "2026-11-20", "team.best": 6},
    )
    number = 0
    for school in range(1, count + 1):
        name = f"Szkoła nr {school}"
        event.do(c.RegisterTeam, name=name, division="gimnazja", contact="Opiekun", entered_on=date(2026, 11, 2))
        for _ in range(8):
            number += 1
            person = Person(name=f"Gracz {number}", club=name, minor=True, consent=True)
            event.enter(person, division="gimnazja", team=name, entered_on=date(2026, 11, 2))
        event.do(c.ConfirmTeam, name=name, division="gimnazja")
    event.all_present()
    for _ in range(played):
        event.play("gimnazja")
    return event


def evening(players: int = 11) -> Held:
    """A challenge evening: tables of three and four."""
    event = Held(template="chal", rounds=3, name="Wieczór Scrabble Challenge", city="Łódź")
    event.enter(*(player(number) for number in range(1, players + 1)))
    event.all_present()
    event.play()
    event.pair()
    return event
