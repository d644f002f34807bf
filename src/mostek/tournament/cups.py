"""The knock-out of a division: its bracket and results, read from the rounds, and whether a round is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mostek.tournament.credits import Credit, Credits
from mostek.tournament.outcomes import DecidedBy, played_outcome
from mostek.tournament.pairing.bracket import EMPTY, CupStage, Tie, current, ranks, stages_of
from mostek.tournament.pairing.system import systems
from mostek.tournament.pairing.values import Cup, CupGame, CupRound, CupRules, Pairing
from mostek.tournament.scoring import credits_of
from mostek.tournament.state import Division, Played, Round, Table, Tournament


def is_cup(division: Division, before: int | None = None) -> bool:
    """Whether a round of a knock-out was paired, of all rounds or of those before one."""
    return any(played.bracket and (before is None or played.number < before) for played in division.rounds)


def cup_of(state: Tournament, division: str, credits: Credits, before: int | None = None) -> Cup:
    """The knock-out so far; without rounds where none is paired yet."""
    there = state.divisions[division]
    rounds = [played for played in there.rounds if played.bracket and (before is None or played.number < before)]
    has_draws = state.settings.has_draws
    return Cup(rules=rules_of(state), rounds=tuple(_round(played, credits, has_draws) for played in rounds))


def rules_of(state: Tournament) -> CupRules:
    """How the event plays a knock-out."""
    setting = state.settings.knockout
    return CupRules(setting.games.chosen, setting.decides.chosen, setting.draws.chosen, setting.third_place.chosen)


def _round(played: Round, credits: Credits, has_draws: bool) -> CupRound:
    games = (_game(played, table, credits, has_draws) for table in played.tables if len(table.players) == 2)
    return CupRound(played.number, played.bracket, tuple(games), played.byes)


def _game(played: Round, table: Table, credits: Credits, has_draws: bool) -> CupGame:
    one, other = table.players
    result = table.result
    if result is None:
        return CupGame(table.number, (one, other))
    first, second = (_credit(credits.get(number, ()), played.number) for number in table.players)
    by_words = isinstance(result, Played) and played_outcome(table, result, has_draws).by is DecidedBy.LAST_WORDS
    halves, points = (first.half_points, second.half_points), (first.own, second.own)
    return CupGame(table.number, (one, other), halves, points, by_words)


def _credit(rows: Iterable[Credit], number: int) -> Credit:
    return next(row for row in rows if row.round == number)


def present_in(state: Tournament, division: str) -> frozenset[int]:
    """The players of a division who are paired next."""
    return frozenset(entrant.number for entrant in state.entrants_of(division) if entrant.is_present)


def cup_ranks(state: Tournament, division: str, credits: Credits, before: int | None = None) -> dict[int, int]:
    """The progress of all players in the knock-out, as `Key.CUP` counts it."""
    if not is_cup(state.divisions[division], before):
        return {}
    return ranks(cup_of(state, division, credits, before), present_in(state, division))


def places_in_cup(state: Tournament, division: str, present: int) -> int:
    """The number of players in a knock-out that begins now: everybody in the first round, later two for each tie that is left."""
    played, plan = len(state.divisions[division].rounds), list(_plan(state))
    if not played:
        return present
    own = [*plan[played:]]
    rounds = next((count for count, name in enumerate(own) if not systems()[name].eliminates), len(own)) or len(own)
    ties = max(1, rounds // state.settings.knockout.games.chosen)
    return min(present, 2**ties) if ties < present.bit_length() else present


def _plan(state: Tournament) -> Iterator[str]:
    return (state.system_of(number) for number in range(1, state.rounds_planned + 1))


def is_cup_next(state: Tournament, division: str) -> bool:
    """Whether the next round belongs to a knock-out, by the plan or because one has begun."""
    there = state.divisions[division]
    return is_cup(there) or (
        bool(state.rounds_planned) and systems()[state.system_of(len(there.rounds) + 1)].eliminates
    )


def is_round_due(state: Tournament, division: str) -> bool:
    """Whether another round is to be paired: a knock-out ends with its winner, sooner or later than was planned."""
    there = state.divisions[division]
    played, planned = len(there.rounds), state.rounds_planned
    if not planned or not is_cup(there):
        return played < planned
    is_over = current(cup_of(state, division, credits_of(state, division)), present_in(state, division)) is None
    if played >= planned:
        return not is_over and bool(there.rounds[-1].bracket)
    rest = (state.system_of(number) for number in range(played + 1, planned + 1))
    return not is_over or not all(systems()[name].eliminates for name in rest)


def laid_line(cup: Cup, present: frozenset[int], pairing: Pairing) -> tuple[int, ...]:
    """The line of a round that the director lays out in a knock-out; empty where none of its ties is played.

    Ties as the bracket has them leave it as it is. Others are a new draw: those who are still in meet as they are laid out, and
    whom the director gives no opponent goes on without a game. A first round that is laid out is the draw itself.
    """
    stage = current(cup, present)
    if stage is None:
        return ()
    going = [(tie, tie.through(present)) for tie in stage.ties]
    alive = [number for tie, through in going for number in (tie.players if through is None else (through,))]
    if not cup.rounds:
        alive += [number for group in (*pairing.tables, pairing.byes) for number in group if number not in alive]
    alive = [number for number in alive if number != EMPTY]
    met = [table for table in pairing.tables if len(table) == 2 and set(table) <= {*alive}]
    if not met:
        third = stage.third
        is_third = third is not None and any({*table} == {third.one, third.other} for table in pairing.tables)
        return stage.line if is_third else ()
    if all(any({*table} == {tie.one, tie.other} for tie in stage.ties) for table in met):
        return stage.line
    seated = {number for table in met for number in table}
    line = [number for table in met for number in table]
    line += [place for number in alive if number not in seated for place in (number, EMPTY)]
    size = 2
    while size < len(line):
        size *= 2
    return (*line, *([EMPTY] * (size - len(line))))


def stages(state: Tournament, division: str) -> tuple[CupStage, ...]:
    """The stages of the bracket to the final, with who goes on already; `EMPTY` stands where it is not decided."""
    present = present_in(state, division)
    found = list(stages_of(cup_of(state, division, credits_of(state, division))))
    while found and len(found[-1].line) > 2:
        last = found[-1]
        ahead = [tie.through(present) for tie in last.ties]
        line = tuple(number or EMPTY for number in ahead)
        ties = tuple(
            Tie(one or EMPTY, other or EMPTY, is_open=one is None or other is None)
            for one, other in zip(ahead[::2], ahead[1::2], strict=True)
        )
        found.append(CupStage(line, ties, level=last.level + 1))
    return tuple(found)
