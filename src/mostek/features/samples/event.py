"""The event of the samples: 24 people in their third round, five of whose tables have handed in a result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.features.samples.people import sample_people
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.tournament_lines import TournamentHeader, header_body, step_bodies
from mostek.tournament.commands import (
    CheckIn,
    Command,
    CreateTournament,
    EnterResult,
    PairRound,
    RegisterEntrant,
    StartRound,
)
from mostek.tournament.decide import Step
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Played

BEGIN = datetime.fromisoformat("2026-11-21T09:00")
LASTED = timedelta(minutes=131)
"""The time from the beginning to the last step."""
NAME = "Turniej o Złotą Kalinę"
FILE = "zlota-kalina"
ROUNDS, PLAYED, HANDED_IN = 7, 2, 5
_STRENGTH = 0.6
"""How many points of the difference of ratings are seen in a game."""


def sample_steps(begin: datetime = BEGIN, name: str = NAME) -> tuple[Step, ...]:
    """The steps of the event, which begins at that time."""
    event = _Event(begin)
    event.carry_out(
        CreateTournament,
        name=name,
        template="pfs",
        starts_on=begin.date(),
        seed="kalina",
        city="Kutno",
        settings={"rounds": ROUNDS, "minutes": 20},
    )
    for person in sample_people():
        event.carry_out(RegisterEntrant, person=person, entered_on=begin.date() - timedelta(days=7))
    event.carry_out(CheckIn, numbers=tuple(event.desk.state.entrants))
    for _ in range(PLAYED):
        event.play_round()
    event.play_round(HANDED_IN, minutes=30)
    return event.desk.steps


def sample_log(begin: datetime = BEGIN, name: str = NAME) -> bytes:
    """The event as a file of our desk."""
    steps = sample_steps(begin, name)
    return written(BEGINNING, [header_body(TournamentHeader(FILE)), *step_bodies(1, steps)])[0]


class _Event:
    """An event that goes on from command to command."""

    def __init__(self, begin: datetime) -> None:
        self.desk = Desk(UnsavedLog())
        self._now = begin
        self._chance = Random("kalina")

    def carry_out(self, kind: Callable[..., Command], **values: object) -> None:
        """Carry out a command a few seconds later; it is not refused."""
        self._now += timedelta(seconds=10)
        done = self.desk.do(kind(at=self._now, **values))
        assert not isinstance(done, DeskRefusal), done

    def play_round(self, handed_in: int = 1_000, minutes: int = 45) -> None:
        """Pair and start a round, and enter so many of its results after some minutes."""
        self.carry_out(PairRound)
        self.carry_out(StartRound)
        rounds = self.desk.state.divisions[""].rounds
        self._now += timedelta(minutes=minutes)
        for number, table in enumerate(rounds[-1].tables[:handed_in], 1):
            result = Played(self._draw_scores(table.players))
            self.carry_out(EnterResult, round=len(rounds), table=number, result=result, signed=table.players)

    def _draw_scores(self, players: tuple[int, ...]) -> tuple[int, ...]:
        entrants = self.desk.state.entrants
        ratings = [entrants[number].person.rating / 100 for number in players]
        middle = sum(ratings) / len(ratings)
        return tuple(round(self._chance.gauss(360 + _STRENGTH * (rating - middle), 35)) for rating in ratings)
