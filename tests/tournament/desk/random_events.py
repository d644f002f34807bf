"""Events by chance: every command in sense and in nonsense, at any time, and what must hold after each of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import msgspec

from mostek.app.tournaments import Carried, Desk
from mostek.rules.loading import clause
from mostek.tournament import commands as c
from mostek.tournament import settings as known_settings
from mostek.tournament.awaiting import missing_results
from mostek.tournament.credits import CreditKind
from mostek.tournament.decide import decide
from mostek.tournament.entrants import Channel, Person, Status
from mostek.tournament.events import Event, ResultEntered, RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.forfeits import UNPLAYED
from mostek.tournament.history import state_after
from mostek.tournament.pairing.values import System
from mostek.tournament.reckoning import credits_of, forfeit_at
from mostek.tournament.refusals import Reason, Refused
from mostek.tournament.standings import ratings_of, standings_of, team_table_of
from mostek.tournament.state import PairRule, Round, Table, Tournament
from mostek.tournament.table_results import BothForfeited, Cause, Forfeited, Played, TableResult
from tournament.desk.hall import DAY, TEN, KeptInMemory

SMALL = 60
"""In a bigger field the dear checks are made now and then only."""
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


class RandomEvent:
    """One event from its founding to its end."""

    def __init__(self, seed: object, size: int | None = None, rounds: int | None = None) -> None:
        self.chance = random.Random(str(seed))
        self.desk = Desk(KeptInMemory())
        self.now = TEN
        self.size = size or self.chance.choice((2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17))
        self.rounds = rounds or self.chance.choice((1, 2, 3, 4, 5, 6, 8, 12, 20))
        self.template = self.chance.choice(("pfs", "pfs", "open", "school", "chal"))
        self.seen: set[Reason] = set()
        self.replayed: Tournament | None = None

    @property
    def state(self) -> Tournament:
        return self.desk.state

    def run(self, commands: int = 0) -> RandomEvent:
        """Everything from the first entry to the last round, with whatever comes between."""
        self.give(self.founding())
        self.populate()
        for _ in range(commands or 6 + self.rounds * (4 + self.size // 3)):
            self.give(self.next_command())
        self.check_whole()
        return self

    def founding(self) -> c.CreateTournament:
        settings = {name: self.chance.choice(values) for name, values in CHOICES.items() if self.chance.random() < 0.25}
        settings |= {"rounds": self.rounds, "minutes": 20, "plan": self.plan()}
        if self.template == "school":
            settings |= {"team.size": self.chance.choice((2, 3, 4))}
        return c.CreateTournament(
            at=self.now, name="Turniej", template=self.template, starts_on=DAY, seed=str(self.size), settings=settings
        )

    def plan(self) -> str:
        if self.template == "chal":
            return "tables"
        usual = "half_split:1 swiss danish:1" if self.rounds > 1 else "swiss"
        return self.chance.choice(
            (usual, usual, "swiss", "half_split", "danish", "random", "round_robin", "danish_no_repeats")
        )

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

    def entry(self, division: str, team: str = "") -> c.RegisterEntrant:
        number = len(self.state.entrants) + 1
        person = Person(name=f"Gracz {number}", rating=self.chance.randrange(100, 190) * 100)
        return c.RegisterEntrant(at=self.now, person=person, division=division, team=team)

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
                cause=self.chance.choice(list(Cause)),
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

    def give(self, command: c.Request) -> Carried | Refused | tuple[Event, ...]:
        """Ask the desk, and see that everything holds which must."""
        before = self.desk.state if self.desk.is_founded else None
        thorough = self.size <= SMALL or self.chance.random() < 0.02
        shown = self.desk.preview(command) if thorough and self.chance.random() < 0.3 else None
        answer = self.desk.do(command)
        if isinstance(answer, Refused):
            self.seen.add(answer.reason)
            check_refusal(answer)
            assert before is None or self.desk.state == before
            assert shown is None or isinstance(shown, Refused)
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
        assert Desk(self.desk._log).state == self.state
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
            assert not isinstance(decided, Refused)
            for event in decided:
                assert isinstance(event, ResultEntered)
                state = evolve(state, event)
        assert state == self.state


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


def _withdraw(each: RandomEvent) -> c.Request:
    return c.Withdraw(at=each.now, number=each.any_number(), score_now=each.chance.choice((0, 410)))


def _return(each: RandomEvent) -> c.Request:
    gone = [entrant.number for entrant in each.state.entrants.values() if not entrant.is_present]
    return c.Return(at=each.now, number=each.chance.choice(gone or [1]))


def _remove(each: RandomEvent) -> c.Request:
    return c.Remove(at=each.now, number=each.any_number())


def _exclude(each: RandomEvent) -> c.Request:
    if each.chance.random() < 0.5:
        return _return(each)
    return c.Exclude(at=each.now, number=each.any_number(), reason=each.chance.choice(("", "oszustwo")), score_now=433)


def _late_entry(each: RandomEvent) -> c.Request:
    return each.entry(each.any_division(), each.chance.choice(("", "", "Szkoła 1")))


def _check_in(each: RandomEvent) -> c.Request:
    waiting = [one.number for one in each.state.entrants.values() if one.status is Status.ENTERED]
    return c.CheckIn(at=each.now, numbers=tuple(waiting) or (each.any_number(),))


def _check_out(each: RandomEvent) -> c.Request:
    return c.CheckOut(at=each.now, numbers=(each.any_number(),))


def _unpair(each: RandomEvent) -> c.Request:
    chance = each.chance
    return c.UnpairRound(
        at=each.now,
        division=each.any_division(),
        discard_results=chance.random() < 0.5,
        reason=chance.choice(("", "pomyłka")),
    )


def _add_table(each: RandomEvent) -> c.Request:
    division = each.any_division()
    rounds = each.state.divisions[division].rounds
    free = [
        entrant.number
        for entrant in each.state.entrants_of(division)
        if rounds and entrant.is_present and rounds[-1].table_of(entrant.number) is None
    ]
    players = tuple(each.chance.sample(free, 2)) if len(free) > 1 else (each.any_number(), each.any_number())
    return c.AddTable(at=each.now, division=division, players=players)


def _correct(each: RandomEvent) -> c.Request:
    found = each.any_table()
    if found is None:
        return _add_table(each)
    division, number, table = found
    return c.CorrectResult(
        at=each.now,
        division=division,
        round=number,
        table=table.number,
        result=_correction(each, table),
        kind=each.chance.choice(list(c.CorrectionKind)),
        consent=each.chance.random() < 0.5,
        clause=each.chance.choice(("", "PFS-7.4", "PFS-4.6.4", "XYZ-1")),
        reason=each.chance.choice(("", "tak jest na protokole")),
        confirmed=each.chance.random() < 0.5,
    )


def _correction(each: RandomEvent, table: Table) -> TableResult:
    kind = each.chance.random()
    if kind < 0.5 and isinstance(table.result, Played):
        return msgspec.structs.replace(
            table.result, scores=table.result.scores[::-1], last_words=table.result.last_words[::-1]
        )
    if kind < 0.6:
        return BothForfeited(Cause.LATE)
    if kind < 0.75:
        return Forfeited(each.chance.choice((*table.players, each.any_number())), 0, Cause.LATE)
    return each.played(len(table.players))


def _deduct(each: RandomEvent) -> c.Request:
    found = each.any_table()
    division, number, table = found or ("", 1, None)
    who = each.chance.choice(table.players) if table else 1
    points, reason = each.chance.choice((5, 10, 7)), each.chance.choice(("", "zachowanie"))
    return c.Deduct(at=each.now, division=division, round=number, number=who, points=points, reason=reason)


def _pair_rule(each: RandomEvent) -> c.Request:
    rule = each.chance.choice((*PairRule, None, None))
    return c.SetPairRule(at=each.now, pair=(each.any_number(), each.any_number()), rule=rule)


def _manual(each: RandomEvent) -> c.Request:
    division = each.any_division()
    present = [entrant.number for entrant in each.state.entrants_of(division) if entrant.is_present]
    each.chance.shuffle(present)
    size = each.state.settings.table.size.value or 2
    tables = [tuple(present[place : place + size]) for place in range(0, len(present), size)]
    return c.PairRound(at=each.now, division=division, tables=tuple(tables[: each.chance.choice((1, 2, 1000))]))


def _other_system(each: RandomEvent) -> c.Request:
    system = each.chance.choice(list(System))
    return c.PairRound(at=each.now, division=each.any_division(), system=system, seed="inny los")


def _start(each: RandomEvent) -> c.Request:
    absent = tuple(each.any_number() for _ in range(each.chance.choice((0, 1, 2))))
    return c.StartRound(at=each.now, division=each.any_division(), absent=absent)


def _arrive(each: RandomEvent) -> c.Request:
    return c.NoteArrival(at=each.now, number=each.any_number())


def _report(each: RandomEvent) -> c.Request:
    found = each.any_table()
    division, number, table = found or ("", 1, None)
    who = each.chance.choice(table.players) if table else 1
    scores = each.chance.choice(((401, 399), (402, 399), (400, 400)))
    return c.ReportResult(at=each.now, division=division, round=number, number=who, scores=scores)


def _undo(each: RandomEvent) -> c.Request:
    return c.Undo(at=each.now)


def _rule(each: RandomEvent) -> c.Request:
    said = each.chance.choice(("PFS-7.1a", "PFS-7.4", "PFS-99"))
    return c.Rule(at=each.now, clause=said, text=each.chance.choice((" ", "upomnienie")), about=(each.any_number(),))


def _decide_tie(each: RandomEvent) -> c.Request:
    division = each.any_division()
    by_place: dict[int | None, list[int]] = {}
    for standing in standings_of(each.state, division):
        by_place.setdefault(standing.place, []).append(standing.number)
    tied = [numbers for numbers in by_place.values() if len(numbers) > 1]
    order = each.chance.choice(tied) if tied else [each.any_number() for _ in range(each.chance.randrange(4))]
    return c.DecideTie(at=each.now, order=tuple(each.chance.sample(order, len(order))), reason="los")


def _amend(each: RandomEvent) -> c.Request:
    number = each.any_number()
    minor, consent = each.chance.random() < 0.2, each.chance.random() < 0.5
    person = Person(name=f"Gracz {number}", rating=each.chance.randrange(20_000), minor=minor, consent=consent)
    return c.AmendEntrant(at=each.now, number=number, person=person)


def _settings(each: RandomEvent) -> c.Request:
    name = each.chance.choice(list(CHOICES))
    return c.ChooseSettings(at=each.now, settings={name: each.chance.choice(CHOICES[name])})


DISTURBANCES: tuple[Callable[[RandomEvent], c.Request], ...] = (
    _withdraw, _return, _return, _remove, _exclude, _late_entry, _check_in, _check_out, _unpair, _add_table, _correct,
    _correct, _deduct, _pair_rule, _manual, _other_system, _start, _arrive, _report, _report, _undo, _rule, _decide_tie,
    _amend, _settings,
)  # fmt: skip


def _strange_setting(each: RandomEvent) -> c.Request:
    name = each.chance.choice((*known_settings.names(), "bye", "name", "", "bye.allowed.value", "nic"))
    value: Any = each.chance.choice(
        (None, -1, 0, 3, 10**6, "", "x", "swiss:3", True, [], [""], ["a", "b"], {}, 2.5, "chal")
    )
    return c.ChooseSettings(at=each.now, settings={name: value})


def _strange_table(each: RandomEvent) -> c.Request:
    chance = each.chance
    return c.EnterResult(
        at=each.now,
        division=chance.choice((each.any_division(), "nie ma")),
        round=chance.choice((-1, 0, 1, each.rounds, 1000)),
        table=chance.choice((-1, 0, 1, 2, 99_999)),
        result=Played(tuple(chance.choice((-3, 0, 400, 5000, 10**30)) for _ in range(chance.randrange(5)))),
        signed=(1, 2, 2),
        confirmed=chance.random() < 0.5,
    )


def _strange_forfeit(each: RandomEvent) -> c.Request:
    winner, number = each.chance.choice((None, -1, 0, 1, 50_000)), each.chance.choice((0, 1, 2))
    return c.AwardForfeit(at=each.now, round=number, table=1, winner=winner, cause=Cause.LEFT, score_now=99_999)


def _strange_correction(each: RandomEvent) -> c.Request:
    result = each.chance.choice((Played(()), Forfeited(-1, 0, Cause.LATE), Forfeited(1, -5, Cause.LATE, -7)))
    return c.CorrectResult(
        at=each.now,
        division=each.any_division(),
        round=each.chance.choice((0, 1, 2)),
        table=each.chance.choice((0, 1)),
        result=result,
        kind=c.CorrectionKind.ENTRY,
        reason="x",
        confirmed=True,
    )


def _strange_people(each: RandomEvent) -> c.Request:
    chance = each.chance
    numbers = tuple(chance.choice((-1, 0, 1, 1, 99_999)) for _ in range(chance.randrange(3)))
    orders: tuple[c.Request, ...] = (
        c.CheckIn(at=each.now, numbers=numbers),
        c.CheckOut(at=each.now, numbers=numbers),
        c.AddTable(at=each.now, division=each.any_division(), players=numbers),
        c.DecideTie(at=each.now, order=numbers, reason=""),
        c.SetPairRule(at=each.now, pair=(1, 1), rule=PairRule.FORCED),
        c.StartRound(at=each.now, division="nie ma", absent=numbers),
        c.Rule(at=each.now, clause="\ud800", text="", about=numbers, round=999),
        c.Withdraw(at=each.now, number=1, reason="x" * 501),
    )
    return chance.choice(orders)


def _strange_pairing(each: RandomEvent) -> c.Request:
    chance = each.chance
    tables: tuple[tuple[int, ...], ...] = chance.choice(
        (((),), ((1, 2, 3, 4, 5),), ((1,), (1,)), ((1, 2, 3),), ((77, 78),))
    )
    division = chance.choice((each.any_division(), "nie ma"))
    return c.PairRound(
        at=each.now, division=division, tables=tables if chance.random() < 0.5 else (), system=System.MANUAL
    )


def _strange_entry(each: RandomEvent) -> c.Request:
    chance = each.chance
    name = chance.choice(("Gracz 1", " ", "x" * 121, "Nowy"))
    person = Person(name=name, rating=chance.choice((-1, 10_000)), minor=chance.random() < 0.5)
    division, team = chance.choice((each.any_division(), "nie ma")), chance.choice(("", "Szkoła 1", "nie ma"))
    return c.RegisterEntrant(at=each.now, person=person, division=division, team=team, channel=Channel.PHONE)


def _strange_team(each: RandomEvent) -> c.Request:
    name, contact = each.chance.choice(("Szkoła 1", "SZKOŁA 1", "Szkoła 9", "")), each.chance.choice(("", "Opiekun"))
    if each.chance.random() < 0.5:
        return c.ConfirmTeam(at=each.now, division=each.any_division(), name=name or "x")
    return c.RegisterTeam(at=each.now, division=each.any_division(), name=name, contact=contact)


def _second_founding(each: RandomEvent) -> c.Request:
    return each.founding()


NONSENSE: tuple[Callable[[RandomEvent], c.Request], ...] = (
    _strange_setting, _strange_setting, _strange_table, _strange_forfeit, _strange_correction, _strange_people,
    _strange_pairing, _strange_entry, _strange_team, _second_founding,
)  # fmt: skip


def check_refusal(refused: Refused) -> None:
    """A known reason; what it rests on exists: a clause of a rulebook, a reading of a gap, a setting."""
    assert isinstance(refused.reason, Reason)
    if refused.clause and not (refused.clause[0] == "S" and refused.clause[1:].isdecimal()):
        clause(refused.clause)
    assert refused.setting in ("", *known_settings.names()) or refused.reason is Reason.SETTING_NOT_POSSIBLE
    msgspec.json.encode(refused)


def check_pairing(before: Tournament, after: Tournament, event: RoundPaired) -> None:
    """Everybody who is present sits once, or has the bye; nobody else does."""
    played = after.divisions[event.division].rounds[-1]
    seated = [number for table in played.tables for number in table.players] + list(played.byes)
    present = {each.number for each in before.entrants_of(event.division) if each.is_present}
    assert played.tables or event.system is System.ROUND_ROBIN
    assert len(set(seated)) == len(seated)
    assert set(seated) <= present
    assert set(seated) | set(played.missed) == {each.number for each in before.entrants_of(event.division)}
    sizes = {len(table.players) for table in played.tables}
    assert min(sizes, default=2) >= 2
    assert max(sizes, default=2) <= (before.settings.table.size.value or 0) or event.system is not System.MANUAL
    if event.system is System.MANUAL:
        return
    assert set(seated) == present
    if event.system not in (System.ROUND_ROBIN, System.TEAM_MATCH):
        _check_freely_paired(before, played, event.division, present)


def _check_freely_paired(before: Tournament, played: Round, division: str, present: set[int]) -> None:
    forbidden = {pair for pair, rule in before.pair_rules.items() if rule is PairRule.FORBIDDEN}
    for table in played.tables:
        assert not any(pair <= set(table.players) for pair in forbidden)
    assert len(played.byes) <= len(present) % 2
    if played.byes and not before.pair_rules and before.settings.teammates.value != "forbid":
        credits = credits_of(before, division)
        had = {number: sum(row.kind is CreditKind.BYE for row in credits[number]) for number in present}
        awarded = {number for number in present for row in credits[number] if row.kind is CreditKind.FORFEIT}
        (idle,) = played.byes
        assert had[idle] <= min((had[number] for number in present if number not in awarded), default=had[idle])


def check_standings(state: Tournament) -> None:
    """The points of every table add up; places follow the points; whatever is shown can be worked out."""
    for name, division in state.divisions.items():
        credits = credits_of(state, name)
        rows = {(row.round, number): row for number, each in credits.items() for row in each}
        for played in division.rounds:
            for table in played.tables:
                _check_table(
                    state, name, played.number, table, {n: rows.get((played.number, n)) for n in table.players}
                )
        for number, each in credits.items():
            settled = [row.round for row in each]
            assert settled == sorted(set(settled)), number
        _check_order(state, name)
        ratings_of(state, name)
        if state.settings.team.size.value:
            team_table_of(state, name)


def _check_table(state: Tournament, name: str, number: int, table: Table, rows: dict[int, Any]) -> None:
    result = table.result
    if result is None:
        assert not any(rows.values())
        return
    points = [row.half_points for row in rows.values()]
    match result:
        case Played() if len(table.players) == 2:
            assert sum(points) == 2
            first, second = rows.values()
            assert (first.own, first.other) == (second.other, second.own)
            assert (first.starts, second.starts) == (True, False)
        case Played():
            assert len(rows) == len(table.players)
        case Forfeited():
            worth = forfeit_at(state, name, number, result)
            assert worth.points >= max(UNPLAYED, result.score_now, worth.estimate)
            assert sorted(points) == [0, 2]
            assert rows[result.winner].own == (result.points or worth.points)
            assert [row.own for who, row in rows.items() if who != result.winner] == [1]
        case BothForfeited():
            assert {(row.half_points, row.own, row.other) for row in rows.values()} == {(0, 0, 0)}


def _check_order(state: Tournament, name: str) -> None:
    standings = standings_of(state, name)
    numbers = [standing.number for standing in standings]
    assert len(set(numbers)) == len(numbers)
    placed = [standing.place for standing in standings if standing.place is not None]
    assert placed == sorted(placed)
    assert all(place <= index for index, place in enumerate(placed, 1))
    excluded = {each.number for each in state.entrants_of(name) if each.status is Status.EXCLUDED}
    assert {standing.number for standing in standings if standing.place is None} <= excluded
    present = {each.number for each in state.entrants_of(name) if each.is_present}
    assert present <= set(numbers)


def events(count: int, name: str = "event") -> Iterator[RandomEvent]:
    """So many events by chance."""
    for number in range(count):
        yield RandomEvent(f"{name} {number}")
