"""The values that events of the log state, and of which things: by these two copies are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament import events as e
from mostek.tournament.entrants import Entrant
from mostek.tournament.state import BothForfeited, Forfeited, Played, TableResult, Tournament, team_key

Who = Callable[[int], str]
"""What a player of a copy is called in conflicts: the same in both copies."""


class FactKind(StrEnum):
    """The kinds of things that two copies can say differently."""

    SETTING = "setting"
    ARBITER = "arbiter"
    TEAM = "team"
    LINE_UP = "line_up"
    BOARDS = "boards"
    """Who plays the next matches of a team."""
    ENTRY = "entry"
    PERSON = "person"
    STATUS = "status"
    PAIR_RULE = "pair_rule"
    ROUND = "round"
    ADDED_TABLE = "added_table"
    CREDIT = "credit"
    """What a round without an opponent brings to a player."""
    START = "start"
    ARRIVAL = "arrival"
    ADJOURNMENT = "adjournment"
    REPORT = "report"
    RESULT = "result"
    DEDUCTION = "deduction"
    DECISION = "decision"
    TIE = "tie"
    PRIZES = "prizes"
    END = "end"
    MERGE = "merge"
    ORIGIN = "origin"


class FactKey(Struct, frozen=True):
    """A thing of the event."""

    kind: FactKind
    where: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """The thing as answers name it: `result/1/3-7`."""
        return "/".join((self.kind, *("-".join(each) if isinstance(each, tuple) else str(each) for each in self.where)))


class StatedFact(Struct, frozen=True):
    """The value of a thing that an event states."""

    key: FactKey
    value: Any
    is_main: bool = True
    """Whether the command was given for it; the rest is what followed from it."""


BESIDES: Mapping[type[Any], frozenset[FactKind]] = {
    c.RegisterEntrant: frozenset({FactKind.PERSON}),
    c.Withdraw: frozenset({FactKind.RESULT}),
    c.Return: frozenset({FactKind.ARRIVAL}),
    c.Remove: frozenset({FactKind.RESULT, FactKind.DECISION}),
    c.Exclude: frozenset({FactKind.RESULT, FactKind.DECISION}),
    c.PairRound: frozenset({FactKind.PAIR_RULE}),
    c.ReportResult: frozenset({FactKind.RESULT}),
    c.CorrectResult: frozenset({FactKind.DECISION}),
    c.AdjournGame: frozenset({FactKind.DECISION}),
    c.DeductPoints: frozenset({FactKind.DECISION}),
}
"""What follows from a command besides that for which it is given."""
_FOLLOWS_ALONE = frozenset({FactKind.PAIR_RULE, FactKind.DECISION, FactKind.ARRIVAL})
"""What follows from a command and is compared by that command alone."""


def facts_of(event: e.Event, command: c.Request, before: Tournament, who: Who) -> Iterator[StatedFact]:
    """The facts that an event states.

    Args:
        event: the event.
        command: the command that it followed from.
        before: the event as it stood before, in the same copy.
        who: what people are called.
    """
    besides = BESIDES.get(type(command), frozenset())
    for key, value in _READERS[type(event)](event, command, before, who):
        if key.kind not in besides:
            yield StatedFact(key, value)
        elif key.kind not in _FOLLOWS_ALONE:
            yield StatedFact(key, value, is_main=False)


_Read = Iterator[tuple[FactKey, Any]]


def _settings(event: e.SettingsChosen, command: object, before: object, who: Who) -> _Read:
    for name, value in event.changes.items():
        yield FactKey(FactKind.SETTING, (name,)), value


def _team(event: e.TeamEntered, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.TEAM, (team_key(event.team.division, event.team.name),)), event.team.contact


def _line_up(event: e.TeamConfirmed, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.LINE_UP, (team_key(event.division, event.name),)), True


def _boards(event: e.LineUpSet, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.BOARDS, (team_key(event.division, event.name),)), tuple(map(who, event.players))


def _entry(event: e.EntrantEntered, command: object, before: object, who: Who) -> _Read:
    entrant: Entrant = event.entrant
    yield FactKey(FactKind.ENTRY, (who(entrant.number),)), (entrant.division, entrant.team.casefold())
    yield FactKey(FactKind.PERSON, (who(entrant.number),)), entrant.person


def _amended(event: e.EntrantAmended, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.PERSON, (who(event.number),)), event.person


def _status(event: e.StatusChanged, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.STATUS, (who(event.number),)), event.status


def _pair_rule(event: e.PairRuleSet, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.PAIR_RULE, (_people(event.pair, who),)), event.rule


def _round(event: e.RoundPaired, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ROUND, (event.division, event.round)), _seats(event, who)


def _unpaired(event: e.RoundUnpaired, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ROUND, (event.division, event.round)), None


def _table(event: e.TableAdded, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ADDED_TABLE, (event.division, event.round, _people(event.players, who))), True


def _start(event: e.RoundStarted, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.START, (event.division, event.round)), _people(event.absent, who)


def _arrival(event: e.ArrivalNoted, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ARRIVAL, (event.division, event.round, who(event.number))), True


def _adjournment(event: e.GameAdjourned, command: object, before: Tournament, who: Who) -> _Read:
    players = players_at(before, event.division, event.round, event.table)
    yield FactKey(FactKind.ADJOURNMENT, (event.division, event.round, _people(players, who))), event.until


def _report(event: e.ResultReported, command: object, before: Tournament, who: Who) -> _Read:
    players = players_at(before, event.division, event.round, event.table)
    words = event.last_words or (0,) * len(players)
    players_ = players if len(event.scores) > 1 else (event.number,)
    scores = tuple(sorted(zip(map(who, players_), event.scores, words, strict=False)))
    yield (
        FactKey(FactKind.REPORT, (event.division, event.round, _people(players, who), who(event.number))),
        scores,
    )


def _result(event: e.ResultEntered | e.ResultCorrected, command: object, before: Tournament, who: Who) -> _Read:
    players = players_at(before, event.division, event.round, event.table)
    yield (
        FactKey(FactKind.RESULT, (event.division, event.round, _people(players, who))),
        outcome(event.result, players, who),
    )


def _deduction(event: e.PointsDeducted, command: c.DeductPoints, before: object, who: Who) -> _Read:
    key = FactKey(FactKind.DEDUCTION, (event.division, event.round, who(event.number)))
    yield key, (event.points, " ".join(command.reason.split()).casefold())


def _decision(event: e.DecisionMade, command: object, before: object, who: Who) -> _Read:
    made = event.decision
    words = " ".join(made.text.split()).casefold()
    yield FactKey(FactKind.DECISION, (made.clause, words, _people(made.about, who), made.round)), True


def _tie(event: e.TieDecided, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.TIE, (_people(event.order, who),)), tuple(map(who, event.order))


def _arbiter(event: e.ArbiterNamed, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ARBITER), event.arbiter


def _credit(event: e.RoundCredited, command: object, before: object, who: Who) -> _Read:
    own = event.credit
    brings = None if own is None else (own.half_points, own.own, own.other)
    yield FactKey(FactKind.CREDIT, (event.division, event.round, who(event.number))), (event.kind, brings)


def _prizes(event: e.PrizesSet, command: object, before: object, who: Who) -> _Read:
    named = event.prizes
    yield FactKey(FactKind.PRIZES, (named.division, named.category, named.teams)), named.prizes


def _end(event: e.TournamentClosed, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.END), True


def _merge(event: e.CopiesMerged, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.MERGE, (event.merge.continued.head, event.merge.taken.head)), True


def _origin(event: e.OriginRecorded, command: object, before: object, who: Who) -> _Read:
    yield FactKey(FactKind.ORIGIN), event.origin


def _nothing(event: object, command: object, before: object, who: Who) -> _Read:
    """The founding is common to both; what was undone is not in force."""
    yield from ()


def are_alike(first: Sequence[e.Event], second: Sequence[e.Event]) -> bool:
    """Whether events are the same, but for the numbers of decisions, which go on from those before."""
    return [_unnumbered(each) for each in first] == [_unnumbered(each) for each in second]


def _unnumbered(event: e.Event) -> e.Event:
    return replace(event, decision=replace(event.decision, number=0)) if isinstance(event, e.DecisionMade) else event


def players_at(state: Tournament, division: str, played: int, table: int) -> tuple[int, ...]:
    """The players of a table, in its order."""
    return state.divisions[division].rounds[played - 1].tables[table - 1].players


def outcome(result: TableResult, players: tuple[int, ...], who: Who) -> tuple[Any, ...]:
    """A result without its source, for each player by name."""
    match result:
        case Played():
            words = result.last_words or (0,) * len(players)
            rows = sorted(zip(map(who, players), result.scores, words, strict=False))
            return ("played", *rows, result.rated)
        case Forfeited():
            return ("forfeited", who(result.winner), result.score_now, result.cause, result.points)
        case BothForfeited():
            return ("both_forfeited", result.cause)


def _seats(event: e.RoundPaired, who: Who) -> tuple[Any, ...]:
    tables = tuple(tuple(map(who, table)) for table in event.tables)
    own = tuple(sorted((who(each.number), each.kind, each.half_points, each.own, each.other) for each in event.credits))
    return (tables, _people(event.byes, who), *own)


def _people(numbers: tuple[int, ...] | frozenset[int], who: Who) -> tuple[str, ...]:
    return tuple(sorted(map(who, numbers)))


_READERS: Mapping[type[Any], Callable[[Any, Any, Any, Who], _Read]] = {
    e.TournamentCreated: _nothing,
    e.SettingsChosen: _settings,
    e.ArbiterNamed: _arbiter,
    e.TeamEntered: _team,
    e.TeamConfirmed: _line_up,
    e.LineUpSet: _boards,
    e.EntrantEntered: _entry,
    e.OriginRecorded: _origin,
    e.EntrantAmended: _amended,
    e.StatusChanged: _status,
    e.PairRuleSet: _pair_rule,
    e.RoundPaired: _round,
    e.RoundUnpaired: _unpaired,
    e.TableAdded: _table,
    e.RoundCredited: _credit,
    e.RoundStarted: _start,
    e.ArrivalNoted: _arrival,
    e.GameAdjourned: _adjournment,
    e.ResultReported: _report,
    e.ResultEntered: _result,
    e.ResultCorrected: _result,
    e.PointsDeducted: _deduction,
    e.DecisionMade: _decision,
    e.TieDecided: _tie,
    e.PrizesSet: _prizes,
    e.TournamentClosed: _end,
    e.CopiesMerged: _merge,
    e.Undone: _nothing,
}
"""What each kind of event says; a test compares it with `Event`."""
