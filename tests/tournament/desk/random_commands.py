"""Commands by chance: what people do at any time besides their games, and what nobody in their senses would ask for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from mostek.tournament import commands as c
from mostek.tournament import settings as known_settings
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Channel, EntrantStatus, Person
from mostek.tournament.pairing.values import system_names
from mostek.tournament.prize_lists import Prize, PrizeList
from mostek.tournament.standings import standings_of
from mostek.tournament.state import BothForfeited, ForfeitCause, Forfeited, PairRule, Played, Table, TableResult
from tournament.desk.random_hall import CHOICES, RandomHall


def _withdraw(each: RandomHall) -> c.Request:
    return c.Withdraw(at=each.now, number=each.any_number(), score_now=each.chance.choice((0, 410)))


def _return(each: RandomHall) -> c.Request:
    gone = [entrant.number for entrant in each.state.entrants.values() if not entrant.is_present]
    return c.Return(at=each.now, number=each.chance.choice(gone or [1]))


def _remove(each: RandomHall) -> c.Request:
    return c.Remove(at=each.now, number=each.any_number())


def _exclude(each: RandomHall) -> c.Request:
    if each.chance.random() < 0.5:
        return _return(each)
    return c.Exclude(at=each.now, number=each.any_number(), reason=each.chance.choice(("", "oszustwo")), score_now=433)


def _late_entry(each: RandomHall) -> c.Request:
    return each.entry(each.any_division(), each.chance.choice(("", "", "Szkoła 1")))


def _check_in(each: RandomHall) -> c.Request:
    waiting = [one.number for one in each.state.entrants.values() if one.status is EntrantStatus.ENTERED]
    return c.CheckIn(at=each.now, numbers=tuple(waiting) or (each.any_number(),))


def _check_out(each: RandomHall) -> c.Request:
    return c.CheckOut(at=each.now, numbers=(each.any_number(),))


def _unpair(each: RandomHall) -> c.Request:
    chance = each.chance
    return c.UnpairRound(
        at=each.now,
        division=each.any_division(),
        discard_results=chance.random() < 0.5,
        reason=chance.choice(("", "pomyłka")),
    )


def _add_table(each: RandomHall) -> c.Request:
    division = each.any_division()
    rounds = each.state.divisions[division].rounds
    free = [
        entrant.number
        for entrant in each.state.entrants_of(division)
        if rounds and entrant.is_present and rounds[-1].table_of(entrant.number) is None
    ]
    players = tuple(each.chance.sample(free, 2)) if len(free) > 1 else (each.any_number(), each.any_number())
    return c.AddTable(at=each.now, division=division, players=players)


def _correct(each: RandomHall) -> c.Request:
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


def _correction(each: RandomHall, table: Table) -> TableResult:
    kind = each.chance.random()
    if kind < 0.5 and isinstance(table.result, Played):
        return msgspec.structs.replace(
            table.result, scores=table.result.scores[::-1], last_words=table.result.last_words[::-1]
        )
    if kind < 0.6:
        return BothForfeited(ForfeitCause.LATE)
    if kind < 0.75:
        return Forfeited(each.chance.choice((*table.players, each.any_number())), 0, ForfeitCause.LATE)
    return each.played(len(table.players))


def _deduct(each: RandomHall) -> c.Request:
    found = each.any_table()
    division, number, table = found or ("", 1, None)
    who = each.chance.choice(table.players) if table else 1
    points, reason = each.chance.choice((5, 10, 7)), each.chance.choice(("", "zachowanie"))
    return c.DeductPoints(at=each.now, division=division, round=number, number=who, points=points, reason=reason)


def _pair_rule(each: RandomHall) -> c.Request:
    rule = each.chance.choice((*PairRule, None, None))
    return c.SetPairRule(at=each.now, pair=(each.any_number(), each.any_number()), rule=rule)


def _manual(each: RandomHall) -> c.Request:
    division = each.any_division()
    present = [entrant.number for entrant in each.state.entrants_of(division) if entrant.is_present]
    each.chance.shuffle(present)
    size = each.state.settings.table.size.value or 2
    tables = [tuple(present[place : place + size]) for place in range(0, len(present), size)]
    return c.PairRound(at=each.now, division=division, tables=tuple(tables[: each.chance.choice((1, 2, 1000))]))


def _other_system(each: RandomHall) -> c.Request:
    system = each.chance.choice(system_names())
    return c.PairRound(at=each.now, division=each.any_division(), system=system, seed="inny los")


def _start(each: RandomHall) -> c.Request:
    absent = tuple(each.any_number() for _ in range(each.chance.choice((0, 1, 2))))
    return c.StartRound(at=each.now, division=each.any_division(), absent=absent)


def _arrive(each: RandomHall) -> c.Request:
    return c.NoteArrival(at=each.now, number=each.any_number())


def _adjourn(each: RandomHall) -> c.Request:
    division, number, table = each.any_table() or ("", 1, None)
    until = each.chance.choice((None, each.now + timedelta(hours=1), each.now))
    seated = 1 if table is None else table.number
    return c.AdjournGame(at=each.now, division=division, round=number, table=seated, until=until, reason="brak światła")


def _report(each: RandomHall) -> c.Request:
    found = each.any_table()
    division, number, table = found or ("", 1, None)
    who = each.chance.choice(table.players) if table else 1
    scores = each.chance.choice(((401, 399), (402, 399), (400, 400)))
    return c.ReportResult(at=each.now, division=division, round=number, number=who, scores=scores)


def _undo(each: RandomHall) -> c.Request:
    return c.Undo(at=each.now)


def _rule(each: RandomHall) -> c.Request:
    said = each.chance.choice(("PFS-7.1a", "PFS-7.4", "PFS-99"))
    return c.RecordDecision(
        at=each.now, clause=said, text=each.chance.choice((" ", "upomnienie")), about=(each.any_number(),)
    )


def _decide_tie(each: RandomHall) -> c.Request:
    division = each.any_division()
    by_place: dict[int | None, list[int]] = {}
    for standing in standings_of(each.state, division):
        by_place.setdefault(standing.place, []).append(standing.number)
    tied = [numbers for numbers in by_place.values() if len(numbers) > 1]
    order = each.chance.choice(tied) if tied else [each.any_number() for _ in range(each.chance.randrange(4))]
    return c.DecideTie(at=each.now, order=tuple(each.chance.sample(order, len(order))), reason="los")


def _amend(each: RandomHall) -> c.Request:
    number = each.any_number()
    minor, consent = each.chance.random() < 0.2, each.chance.random() < 0.5
    person = Person(name=f"Gracz {number}", rating=each.chance.randrange(20_000), minor=minor, consent=consent)
    return c.AmendEntrant(at=each.now, number=number, person=person)


def _settings(each: RandomHall) -> c.Request:
    name = each.chance.choice(list(CHOICES))
    return c.ChooseSettings(at=each.now, settings={name: each.chance.choice(CHOICES[name])})


def _prizes(each: RandomHall) -> c.Request:
    chance = each.chance
    amounts = sorted((chance.randrange(9) * 1000 for _ in range(chance.randrange(6))), reverse=True)
    listed = PrizeList(
        division=each.any_division(),
        category=chance.choice(("", "", "junior")),
        teams=chance.random() < 0.2,
        prizes=tuple(Prize(amount=amount, thing=chance.choice(("", "", "puchar"))) for amount in amounts),
    )
    return c.SetPrizes(at=each.now, prizes=listed)


def _credit(each: RandomHall) -> c.Request:
    chance = each.chance
    rounds = [played for division in each.state.divisions.values() for played in division.rounds]
    played = chance.choice(rounds) if rounds else None
    free = (*played.byes, *played.missed) if played else ()
    return c.CreditRound(
        at=each.now,
        number=chance.choice(free or (each.any_number(),)),
        round=played.number if played else 1,
        kind=chance.choice(list(CreditKind)),
        half_points=chance.choice((None, 0, 1, 2)),
        own=chance.choice((0, 0, 300)),
        other=chance.choice((0, 0, 50)),
        reason=chance.choice(("", "regulamin")),
    )


def _arbiter(each: RandomHall) -> c.Request:
    return c.NameArbiter(at=each.now, arbiter=each.chance.choice(("", "Jan Nowak", "Ola Rak")))


DISTURBANCES: tuple[Callable[[RandomHall], c.Request], ...] = (
    _withdraw, _return, _return, _remove, _exclude, _late_entry, _check_in, _check_out, _unpair, _add_table, _correct,
    _correct, _deduct, _pair_rule, _manual, _other_system, _start, _arrive, _report, _report, _undo, _rule, _decide_tie,
    _amend, _settings, _prizes, _adjourn, _credit, _credit, _arbiter,
)  # fmt: skip


def _strange_setting(each: RandomHall) -> c.Request:
    name = each.chance.choice((*known_settings.names(), "bye", "name", "", "bye.allowed.value", "nic"))
    value: Any = each.chance.choice(
        (None, -1, 0, 3, 10**6, "", "x", "swiss:3", True, [], [""], ["a", "b"], {}, 2.5, "chal")
    )
    return c.ChooseSettings(at=each.now, settings={name: value})


def _strange_table(each: RandomHall) -> c.Request:
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


def _strange_forfeit(each: RandomHall) -> c.Request:
    winner, number = each.chance.choice((None, -1, 0, 1, 50_000)), each.chance.choice((0, 1, 2))
    return c.AwardForfeit(at=each.now, round=number, table=1, winner=winner, cause=ForfeitCause.LEFT, score_now=99_999)


def _strange_correction(each: RandomHall) -> c.Request:
    result = each.chance.choice(
        (Played(()), Forfeited(-1, 0, ForfeitCause.LATE), Forfeited(1, -5, ForfeitCause.LATE, -7))
    )
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


def _strange_people(each: RandomHall) -> c.Request:
    chance = each.chance
    numbers = tuple(chance.choice((-1, 0, 1, 1, 99_999)) for _ in range(chance.randrange(3)))
    orders: tuple[c.Request, ...] = (
        c.CheckIn(at=each.now, numbers=numbers),
        c.CheckOut(at=each.now, numbers=numbers),
        c.AddTable(at=each.now, division=each.any_division(), players=numbers),
        c.DecideTie(at=each.now, order=numbers, reason=""),
        c.SetPairRule(at=each.now, pair=(1, 1), rule=PairRule.FORCED),
        c.StartRound(at=each.now, division="nie ma", absent=numbers),
        c.RecordDecision(at=each.now, clause="\ud800", text="", about=numbers, round=999),
        c.Withdraw(at=each.now, number=1, reason="x" * 501),
    )
    return chance.choice(orders)


def _strange_pairing(each: RandomHall) -> c.Request:
    chance = each.chance
    tables: tuple[tuple[int, ...], ...] = chance.choice(
        (((),), ((1, 2, 3, 4, 5),), ((1,), (1,)), ((1, 2, 3),), ((77, 78),))
    )
    division = chance.choice((each.any_division(), "nie ma"))
    return c.PairRound(at=each.now, division=division, tables=tables if chance.random() < 0.5 else (), system="manual")


def _strange_entry(each: RandomHall) -> c.Request:
    chance = each.chance
    name = chance.choice(("Gracz 1", " ", "x" * 121, "Nowy"))
    person = Person(name=name, rating=chance.choice((-1, 10_000)), minor=chance.random() < 0.5)
    division, team = chance.choice((each.any_division(), "nie ma")), chance.choice(("", "Szkoła 1", "nie ma"))
    return c.RegisterEntrant(at=each.now, person=person, division=division, team=team, channel=Channel.PHONE)


def _strange_team(each: RandomHall) -> c.Request:
    name, contact = each.chance.choice(("Szkoła 1", "SZKOŁA 1", "Szkoła 9", "")), each.chance.choice(("", "Opiekun"))
    if each.chance.random() < 0.5:
        return c.ConfirmTeam(at=each.now, division=each.any_division(), name=name or "x")
    return c.RegisterTeam(at=each.now, division=each.any_division(), name=name, contact=contact)


def _second_founding(each: RandomHall) -> c.Request:
    return each.founding()


NONSENSE: tuple[Callable[[RandomHall], c.Request], ...] = (
    _strange_setting, _strange_setting, _strange_table, _strange_forfeit, _strange_correction, _strange_people,
    _strange_pairing, _strange_entry, _strange_team, _second_founding,
)  # fmt: skip
