"""An event by chance, as far as whoever gives commands must know: its size, its settings, somebody or some table of it."""

from __future__ import annotations

import random
from typing import Any

from mostek.app.tournaments import Desk
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.state import Played, Table, Tournament
from tournament.desk.hall import DAY, TEN, KeptInMemory

CHOICES: dict[str, tuple[Any, ...]] = {
    "bye.allowed": (True, True, False),
    "bye.half_points": (0, 1, 2),
    "forfeit.missed_rounds": ("settled", "unplayed"),
    "forfeit.absent_removed": (True, False),
    "results.corrections": ("swapped_only", "reasoned"),
    "results.self_report": (True,),
    "results.signatures": (0, 1, 2),
    "starters": ("balanced", "drawn"),
    "teammates": ("avoid", "forbid", "allow"),
    "prize_ties": ("share", "decide"),
    "prizes.doubles": ("one", "all"),
    "gibson.bye": (True, False),
    "gibson.inner": ("danish", "swiss"),
    "gibson.spread": (0, 100, 400),
    "scalps": ("by_date", "plain", "over_fifty"),
    "team.best": (1, 2),
    "team.scoring": ("sum", "mean"),
    "team.incomplete": ("as_is", "per_game_mean"),
    "team.exclude_internal_games": (True,),
    "table.points": ("beaten", "winner"),
    "keys": (["match_points", "spread"], ["match_points", "game_points", "head_to_head"], ["game_points"]),
    "entry.deadline": ("2026-04-20", "2026-05-20"),
    "entry.late": ("allowed", "override", "refused"),
}


class RandomHall:
    """The desk of an event, and the chance from which everything in it comes."""

    def __init__(self, seed: object, size: int | None = None, rounds: int | None = None) -> None:
        self.chance = random.Random(str(seed))
        self.now = TEN
        self.size = size or self.chance.choice((2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17))
        self.rounds = rounds or self.chance.choice((1, 2, 3, 4, 5, 6, 8, 12, 20))
        self.template = self.chance.choice(("pfs", "pfs", "open", "school", "chal"))
        self.log = KeptInMemory()
        self.desk = Desk(self.log)

    @property
    def state(self) -> Tournament:
        return self.desk.state

    def founding(self) -> c.CreateTournament:
        settings = {name: self.chance.choice(values) for name, values in CHOICES.items() if self.chance.random() < 0.25}
        settings |= {"rounds": self.rounds, "minutes": 20, "plan": self.plan()}
        if self.template == "school":
            settings |= {"team.size": self.chance.choice((2, 3, 4, None))}
        elif self.chance.random() < 0.15:
            settings |= {"divisions": ["a", "b"]}
        return c.CreateTournament(
            at=self.now, name="Turniej", template=self.template, starts_on=DAY, seed=str(self.size), settings=settings
        )

    def plan(self) -> str:
        if self.template == "chal":
            return "tables"
        usual = "half_split:1 swiss danish:1" if self.rounds > 1 else "swiss"
        if self.rounds > 2 and self.chance.random() < 0.2:
            return "half_split:1 swiss gibson:1" if self.chance.random() < 0.5 else "swiss gibson:2"
        return self.chance.choice(
            (
                usual,
                usual,
                "swiss",
                "half_split",
                "danish",
                "random",
                "round_robin",
                "danish_no_repeats",
                "knockout",
                "swiss:1 knockout",
            )
        )

    def entry(self, division: str, team: str = "") -> c.RegisterEntrant:
        number = len(self.state.entrants) + 1
        person = Person(name=f"Gracz {number}", rating=self.chance.randrange(100, 190) * 100)
        return c.RegisterEntrant(at=self.now, person=person, division=division, team=team)

    def played(self, players: int) -> Played:
        scores = tuple(self.chance.choice((300, 350, self.chance.randrange(150, 620))) for _ in range(players))
        words = tuple(self.chance.randrange(2, 40) for _ in range(players))
        return Played(scores, last_words=words if self.chance.random() < 0.5 else (), rated=self.chance.random() < 0.97)

    def any_division(self) -> str:
        return self.chance.choice(list(self.state.divisions))

    def any_number(self) -> int:
        return self.chance.randrange(1, len(self.state.entrants) + 2)

    def any_table(self) -> tuple[str, int, Table] | None:
        """Some table that was ever paired, rather of the last rounds."""
        division = self.any_division()
        rounds = self.state.divisions[division].rounds
        played = self.chance.choice((*rounds, *rounds[-2:])) if rounds else None
        return (division, played.number, self.chance.choice(played.tables)) if played and played.tables else None
