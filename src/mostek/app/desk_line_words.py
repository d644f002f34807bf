"""Sentences about lines of the desk: the effect of one that is being typed, and a result that was entered."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.app.desk_grammar import DeskWord
from mostek.app.desk_line import AbsentLine, DeskLine, ResultOrder, WhereLine, WordLine
from mostek.app.repeats import left_to_do, table_at
from mostek.messages import text
from mostek.messages.outcome_words import note_of, outcome_text
from mostek.messages.tournament import say
from mostek.messages.tournament_events import called
from mostek.tournament.decide import decide
from mostek.tournament.evolve import evolve
from mostek.tournament.outcomes import DecidedBy, TableOutcome
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Played, Table, Tournament


def what_it_does(state: Tournament, line: DeskLine) -> str:
    """The effect of a line, in the language that is spoken.

    Args:
        state: the tournament as it stands.
        line: a line, as `read_line` gives it.

    Returns:
        One sentence: the result by names with the winner and a new leader, why the desk would refuse it, that it is so already,
        or where a person sits.
    """
    match line:
        case WordLine(word=word, division=division):
            return _within(state, division, text(WORDS_DO[word]))
        case AbsentLine(number=number):
            return text("Not there: {who}.", who=called(state)(number))
        case WhereLine(number=number):
            return where_is(state, number)
        case _:
            return _result(state, line)


WORDS_DO = {
    DeskWord.PAIR: "Pairs the next round.",
    DeskWord.START: "Starts the games of the round.",
    DeskWord.UNDO: "Takes the last command back.",
}
"""The effect of lines of one word."""


def where_is(state: Tournament, number: int) -> str:
    """The table of a person in the round that is played."""
    entrant, who = state.entrants[number], called(state)(number)
    played = state.divisions[entrant.division].current
    if played is None:
        return text("{who}: no round is paired yet.", who=who)
    table = played.table_of(number)
    if table is not None:
        players = " – ".join(map(called(state), table.players))
        where = text(
            "Round {round}, table {table}: {players}.", round=played.number, table=table.number, players=players
        )
        return f"{where} {outcome_text(outcome_at(state, entrant.division, played.number, table))}".rstrip()
    if number in played.byes:
        return text("{who} has the bye in round {round}.", who=who, round=played.number)
    return text("{who} has no table in round {round}.", who=who, round=played.number)


def table_in_words(state: Tournament, division: str, round_number: int, number: int) -> str:
    """A table with its result by names, and who has won: `Table 7: Anna Lis 412 – Bogdan Żak 388, Anna Lis wins`."""
    table = table_at(state, division, round_number, number)
    if table is None or table.result is None:
        return _within(state, division, text("Table {table}", table=number))
    names = [_named(state, player) for player in table.players]
    outcome = outcome_at(state, division, round_number, table)
    if isinstance(table.result, Played):
        sides = [f"{name} {points}" for name, points in zip(names, table.result.scores, strict=True)]
        players = " – ".join(sides)
    else:
        players = f"{' – '.join(names)}, {outcome_text(outcome)}"
    sentence = text("Table {table}: {players}", table=number, players=players)
    return _within(state, division, ", ".join((sentence, *_outcome(state, table, outcome))))


def _outcome(state: Tournament, table: Table, outcome: TableOutcome) -> Iterator[str]:
    winners = [_named(state, table.players[seat]) for seat in outcome.winners]
    if len(winners) == 1:
        yield text("{who} wins", who=winners[0])
    elif winners:
        yield text("a draw")
    if outcome.by is DecidedBy.LAST_WORDS:
        yield note_of(outcome)
    if isinstance(table.result, Played) and not table.result.rated:
        yield text("not rated")


def _result(state: Tournament, order: ResultOrder) -> str:
    if left_to_do(state, order) is None:
        sentence = table_in_words(state, order.division, order.round, order.table)
        return text("{what} – entered already.", what=sentence)
    decided = decide(state, order)
    if isinstance(decided, DeskRefusal):
        return say(decided, called(state))
    after = state
    for event in decided:
        after = evolve(after, event)
    sentence = table_in_words(after, order.division, order.round, order.table)
    leads = _lead(state, after, order.division)
    return f"{sentence}; {leads}." if leads else f"{sentence}."


def _lead(before: Tournament, after: Tournament, division: str) -> str:
    """The new leaders, if they are others than before."""
    first, now = _leaders(before, division), _leaders(after, division)
    if not now or first == now:
        return ""
    return text("new in the lead: {who}", who=", ".join(_named(after, number) for number in now))


def _leaders(state: Tournament, division: str) -> tuple[int, ...]:
    if not any(table.result for played in state.divisions[division].rounds for table in played.tables):
        return ()
    return tuple(row.number for row in standings_of(state, division) if row.place == 1)


def _named(state: Tournament, number: int) -> str:
    """A person by name; of two of one name also by number."""
    entrant = state.entrants.get(number)
    if entrant is None:
        return str(number)
    alike = sum(each.person.name == entrant.person.name for each in state.entrants.values())
    return entrant.person.name if alike == 1 else called(state)(number)


def _within(state: Tournament, division: str, sentence: str) -> str:
    return f"{division}: {sentence}" if len(state.divisions) > 1 else sentence
