"""Events by chance: every command in sense and in nonsense, at any time, and what must hold after each of them."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from mostek.app.tournaments import Carried, Desk
from mostek.tournament import commands as c
from mostek.tournament.decide import decide, state_after
from mostek.tournament.events import Event, ResultEntered, RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.pending import absentees, missing_results
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import ForfeitCause, Tournament
from tournament.desk.random_checks import check_pairing, check_refusal, check_standings
from tournament.desk.random_commands import DISTURBANCES, NONSENSE
from tournament.desk.random_hall import RandomHall

SMALL = 60
"""In a bigger field the dear checks are made now and then only."""
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


class RandomEvent(RandomHall):
    """One event from its founding to its end."""

    def __init__(self, seed: object, size: int | None = None, rounds: int | None = None) -> None:
        super().__init__(seed, size, rounds)
        self.seen: set[DeskReason] = set()
        self.replayed: Tournament | None = None

    def run(self, commands: int = 0) -> RandomEvent:
        """Everything from the first entry to the last round, with whatever comes between."""
        self.give(self.founding())
        self.populate()
        for _ in range(commands or 6 + self.rounds * (4 + self.size // 3)):
            self.give(self.next_command())
        self.check_whole()
        return self

    def populate(self) -> None:
        for division in self.state.divisions:
            teams = [f"Szkoła {number}" for number in range(1, 4)] if self.state.settings.team.size.value else [""]
            for team in teams:
                if team:
                    self.give(c.RegisterTeam(at=self.now, division=division, name=team, contact="Opiekun"))
                size = self.state.settings.team.size.value
                for _ in range(size or self.size):
                    self.give(self.entry(division, team))
                if size:
                    self.give(c.ConfirmTeam(at=self.now, division=division, name=team))
        self.give(c.CheckIn(at=self.now, numbers=tuple(self.state.entrants)))

    def next_command(self) -> c.Request:
        """What a director would do next, or what somebody does besides, or nonsense."""
        self.now += timedelta(minutes=self.chance.choice((0, 1, 2, 30)))
        if self.chance.random() < 0.01:
            self.now += timedelta(days=1)
        kind = self.chance.random()
        if kind < 0.66:
            return self.ordinary()
        return self.chance.choice(DISTURBANCES if kind < 0.9 else NONSENSE)(self)

    def ordinary(self) -> c.Request:
        division = self.any_division()
        missing = missing_results(self.state, division)
        if missing:
            each = self.chance.choice(missing)
            return self.outcome_of(division, each.round, each.table)
        if absent := absentees(self.state, division):
            remove = c.Remove(at=self.now, number=absent[0])
            return self.chance.choice((remove, c.CheckIn(at=self.now, numbers=absent)))
        if len(self.state.divisions[division].rounds) >= self.state.rounds_planned and self.chance.random() < 0.2:
            return c.CloseTournament(at=self.now, reason=self.chance.choice(("", "koniec")))
        return c.PairRound(at=self.now, division=division)

    def outcome_of(self, division: str, number: int, table_number: int) -> c.Request:
        table = self.state.divisions[division].rounds[number - 1].tables[table_number - 1]
        if len(table.players) == 2 and self.chance.random() < 0.12:
            winner = self.chance.choice((*table.players, None))
            return c.AwardForfeit(
                at=self.now,
                division=division,
                round=number,
                table=table.number,
                winner=winner,
                cause=self.chance.choice(list(ForfeitCause)),
                score_now=self.chance.choice((0, 0, 120, 455, 600)),
            )
        return c.EnterResult(
            at=self.now,
            division=division,
            round=number,
            table=table.number,
            result=self.played(len(table.players)),
            signed=table.players,
        )

    def give(self, command: c.Request) -> Carried | DeskRefusal | tuple[Event, ...]:
        """Ask the desk, and see that everything holds which must."""
        before = self.desk.state if self.desk.is_founded else None
        thorough = self.size <= SMALL or self.chance.random() < 0.02
        shown = self.desk.preview(command) if thorough and self.chance.random() < 0.3 else None
        answer = self.desk.do(command)
        if isinstance(answer, DeskRefusal):
            self.seen.add(answer.reason)
            check_refusal(answer)
            assert before is None or self.desk.state == before
            assert shown is None or isinstance(shown, DeskRefusal)
            return answer
        assert shown is None or (isinstance(shown, Carried) and shown.state == self.state)
        self.fold(command, answer)
        if before is not None:
            for event in answer:
                if isinstance(event, RoundPaired) and not isinstance(command, c.Undo):
                    check_pairing(before, self.state, event)
            if thorough:
                self.check_undo(before)
        if thorough:
            check_standings(self.state)
            self.check_order_of_results()
        return answer

    def fold(self, command: c.Request, events: tuple[Event, ...]) -> None:
        """What the kept bytes tell is the event as it stands."""
        read = _EVENTS.decode(msgspec.json.encode(events))
        assert read == events
        if isinstance(command, c.Undo):
            self.replayed = state_after(self.desk.steps)
        for event in () if isinstance(command, c.Undo) else read:
            self.replayed = evolve(self.replayed, event)
        assert self.replayed == self.state

    def check_whole(self) -> None:
        """The whole file, read anew, tells the same event."""
        assert Desk(self.log).state == self.state
        check_standings(self.state)

    def check_undo(self, before: Tournament) -> None:
        if self.chance.random() < 0.2 and not isinstance(self.desk.steps[-1].command, c.Undo):
            undone = self.desk.preview(c.Undo(at=self.now))
            assert isinstance(undone, Carried)
            assert undone.state == before

    def check_order_of_results(self) -> None:
        """Results that came in one after the other may come in any order (PFS-5.2a says nothing of one)."""
        steps = list(self.desk.steps)
        last = len(steps)
        while last and isinstance(steps[last - 1].command, c.EnterResult | c.AwardForfeit):
            last -= 1
        results = steps[last:]
        if len(results) < 2 or self.chance.random() > 0.1:
            return
        state = state_after(steps[:last])
        for step in self.chance.sample(results, len(results)):
            assert not isinstance(step.command, c.Undo)
            decided = decide(state, step.command)
            assert not isinstance(decided, DeskRefusal)
            for event in decided:
                assert isinstance(event, ResultEntered)
                state = evolve(state, event)
        assert state == self.state
