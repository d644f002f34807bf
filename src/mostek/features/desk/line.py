"""The desk's line: one line of typing that enters a result, corrects it, awards a forfeit, or asks for something else.

    7 412 388           the result of table 7, the host first; also 7 412:388
    lis 401 was 350     the same by names; lis 401:350 has the points of Lis first
    7 = 388 412         a correction
    7 walkower lis      a forfeit; also 7 w.o. lis, and 7 obustronny
    zak -               Żak is absent;  ? zak  where is Żak;  pair, start, undo
    gimnazja: 7 412 388 in that division

After a result stand its options, in Polish or in English: `7 400:400 ostatnie słowa 14:9 bez podpisów`. Words in quotation marks
are a name. Commas, semicolons and tabs separate words, so that a line of a table is a line of the desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from mostek.features.desk.desk_rows import left_to_do, table_at
from mostek.features.desk.grammar import (
    DASHES,
    DESK_WORDS,
    DeskWord,
    LineItem,
    LineSentence,
    RowOptions,
    Token,
    begins_with_division,
    is_points,
    sentence_of,
    tokens_of,
)
from mostek.features.desk.typed_names import (
    TypedError,
    called_so,
    last_round,
    named_division,
    number_of,
    peopled_divisions,
    placed,
    plain,
    shortened,
    table_of,
    tables_of,
)
from mostek.messages import text
from mostek.messages.outcome_words import note_of, outcome_text
from mostek.messages.tournament import say
from mostek.messages.tournament_events import called
from mostek.tournament.commands import AwardForfeit, CorrectionKind, CorrectResult, EnterResult
from mostek.tournament.decide import decide
from mostek.tournament.evolve import evolve
from mostek.tournament.limits import LARGEST_NUMBER
from mostek.tournament.outcomes import DecidedBy, TableOutcome
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import BothForfeited, Forfeited, Played, Table, TableResult, Tournament


@dataclass(frozen=True, slots=True)
class Typing:
    """The moment of a line, and the choices that were made before it was typed."""

    at: datetime
    by: str = ""
    division: str | None = None
    """The division that was chosen before, by its name."""
    options: RowOptions = field(default_factory=RowOptions)
    """The options of each line that does not say otherwise."""


@dataclass(frozen=True, slots=True)
class WordLine:
    """`pair`, `start` or `undo`, in a division."""

    word: DeskWord
    division: str


@dataclass(frozen=True, slots=True)
class AbsentLine:
    """A person is not there."""

    number: int


@dataclass(frozen=True, slots=True)
class WhereLine:
    """The question where a person sits."""

    number: int


ResultOrder: TypeAlias = EnterResult | AwardForfeit | CorrectResult
"""The commands of a line about a table."""
DeskLine: TypeAlias = ResultOrder | WordLine | AbsentLine | WhereLine
"""The meaning of a line of the desk."""


def read_line(state: Tournament, line: str, typing: Typing) -> DeskLine:
    """Read a line of the desk.

    Args:
        state: the tournament as the person sees it.
        line: what was typed.
        typing: the moment, and what was chosen before.

    Returns:
        The command, or the question, the absent person or the word. The command may still be refused by the desk.

    Raises:
        TypedError: what is wrong, with the column.
    """
    tokens = tokens_of(line)
    if not tokens:
        raise TypedError("The line is empty.")
    if tokens[0].text.startswith("?"):
        return WhereLine(_entrant(state, _without_mark(tokens)))
    division, left = _division_before(state, tokens, typing.division)
    if not left:
        raise TypedError("After the division nothing is said.")
    if word := DESK_WORDS.get(plain(left[0].text)) if len(left) == 1 else None:
        return WordLine(word, division if division is not None else _only_division(state))
    if len(left) > 1 and left[-1].text in DASHES and not any(is_points(each) for each in left[1:-1]):
        return AbsentLine(_entrant(state, left[:-1]))
    return _order(state, sentence_of(left, line), replace(typing, division=division))


def read_order(state: Tournament, tokens: Sequence[Token], typing: Typing) -> ResultOrder:
    """The command of a line about a table. Raises `TypedError`."""
    division, left = _division_before(state, tokens, typing.division)
    return _order(state, sentence_of(left), replace(typing, division=division))


def read_correction(state: Tournament, tokens: Sequence[Token], typing: Typing) -> CorrectResult:
    """The correction that a row means where all rows are corrections, so that it needs no `=`. Raises `TypedError`."""
    division, left = _division_before(state, tokens, typing.division)
    found = _order(state, sentence_of(left, corrects=True), replace(typing, division=division))
    assert isinstance(found, CorrectResult), "a correction"
    return found


# Whom and what the parts mean.


def _order(state: Tournament, sentence: LineSentence, typing: Typing) -> ResultOrder:
    options = replace(typing.options, **sentence.options)
    first = sentence.items[0]
    division = typing.division if typing.division is not None else _division_of_first(state, first)
    played = last_round(state, division, options.round)
    where: dict[str, Any] = {"at": typing.at, "by": typing.by, "division": division, "round": played}
    if sentence.forfeit is not None:
        return _forfeit_order(state, sentence, options, where)
    if sentence.corrects and options.swapped:
        if sentence.scores or len(sentence.items) > 1:
            raise placed(first.column, "What is entered the wrong way round needs no score: name the table only.")
        table = table_meant(state, division, played, first.said, first.column)
        earlier = table.result if isinstance(table, Table) else None
        turned = swapped(earlier) if isinstance(earlier, Played) else Played(tuple(0 for _ in players_of(table)))
        return _correction(state, turned, options, number_of_table(table), where)
    number, players, scores = _scored(state, division, played, sentence)
    result = Played(scores, last_words=options.last_words, rated=not options.unrated)
    if sentence.corrects:
        return _correction(state, result, options, number, where)
    signed = () if options.unsigned else players
    return EnterResult(table=number, result=result, signed=signed, confirmed=options.confirmed, **where)


def _forfeit_order(
    state: Tournament, sentence: LineSentence, options: RowOptions, where: Mapping[str, Any]
) -> AwardForfeit | CorrectResult:
    assert sentence.forfeit is not None, "a forfeit"
    first, winner = sentence.items[0], sentence.forfeit.winner
    table = table_meant(state, where["division"], where["round"], first.said, first.column)
    to = None if winner is None else _who(state, winner, players_of(table))
    if sentence.corrects:
        lost: TableResult = BothForfeited(options.cause)
        result = lost if to is None else Forfeited(to, options.score_now, options.cause)
        return _correction(state, result, options, number_of_table(table), where)
    return AwardForfeit(
        table=number_of_table(table),
        winner=to,
        cause=options.cause,
        score_now=options.score_now,
        reason=options.reason,
        **where,
    )


def _correction(
    state: Tournament, result: TableResult, options: RowOptions, table: int, where: Mapping[str, Any]
) -> CorrectResult:
    tables = tables_of(state, where["division"], where["round"])
    earlier = tables[table - 1].result if 1 <= table <= len(tables) else None
    return CorrectResult(
        table=table,
        result=result,
        kind=correction_kind(earlier, result, options),
        consent=options.consent,
        clause=options.clause,
        reason=options.reason,
        confirmed=options.confirmed,
        **where,
    )


def correction_kind(earlier: TableResult | None, result: TableResult, options: RowOptions) -> CorrectionKind:
    """The kind of a correction; if not stated, reversed scores are a swap, and a clause makes a ruling."""
    if options.kind is not None:
        return options.kind
    if options.swapped:
        return CorrectionKind.SWAPPED
    if options.clause:
        return CorrectionKind.RULING
    turned = swapped(earlier) if isinstance(earlier, Played) else None
    return CorrectionKind.SWAPPED if turned == result else CorrectionKind.ENTRY


def swapped(earlier: Played) -> Played:
    """The result with the scores exchanged."""
    from msgspec.structs import replace as changed

    return changed(earlier, scores=earlier.scores[::-1], last_words=earlier.last_words[::-1])


def table_meant(state: Tournament, division: str, played: int, typed: str, column: int = 0) -> Table | int:
    """The table that is meant; only the number of one that was not paired, for the desk to say so. Raises `TypedError`."""
    try:
        found = table_of(state, division, played, typed)
    except TypedError as error:
        error.column = error.column or column
        raise
    if found is not None:
        return found
    if typed.isdecimal() and 0 < int(typed) <= LARGEST_NUMBER:
        return int(typed)
    raise placed(column, "{who} has no table in round {round}.", who=shortened(typed), round=played)


def number_of_table(table: Table | int) -> int:
    """The number of a table, paired or not."""
    return table if isinstance(table, int) else table.number


def players_of(table: Table | int) -> tuple[int, ...]:
    """The people at a table; none at one that was not paired."""
    return () if isinstance(table, int) else table.players


class _Scored(NamedTuple):
    table: int
    players: tuple[int, ...]
    scores: tuple[int, ...]


def _scored(state: Tournament, division: str, played: int, sentence: LineSentence) -> _Scored:
    """The table and its scores, in the order of the table."""
    items = sentence.items
    first = items[0]
    if not sentence.scores and len(items) == 1:
        raise placed(first.column, "Write a table and its score, as 7 412:388, or names with points.")
    if sentence.scores:
        if len(items) > 1:
            raise placed(items[1].column, "Write a table and its score, as 7 412:388, or names with points.")
        return _in_order(state, division, played, first, sentence.scores)
    points = tuple(int(each.said) for each in items[1:] if each.is_number)
    if first.is_number and len(points) == len(items) - 1 and not _are_pairs(state, division, played, items):
        table = table_meant(state, division, played, first.said, first.column)
        return _Scored(number_of_table(table), players_of(table), points)
    if first.is_number and not items[1].is_number:
        found = _by_names(state, division, played, items[1:])
        if found.table != int(first.said):
            raise placed(
                first.column,
                "These players sit at table {table}, not at table {said}.",
                table=found.table,
                said=first.said,
            )
        return found
    return _by_names(state, division, played, items)


def _in_order(state: Tournament, division: str, played: int, who: LineItem, scores: tuple[int, ...]) -> _Scored:
    """A score as it stands; after a name, that person's points come first."""
    table = table_meant(state, division, played, who.said, who.column)
    players = players_of(table)
    if who.said.isdecimal() or len(players) != len(scores):
        return _Scored(number_of_table(table), players, scores)
    first = number_of(state, who.said, players)
    named = (first, *(player for player in players if player != first))
    return _Scored(number_of_table(table), players, tuple(scores[named.index(player)] for player in players))


def _are_pairs(state: Tournament, division: str, played: int, items: Sequence[LineItem]) -> bool:
    """Whether numbers are starting numbers with points: 4 401 6 350. A table with as many people comes first."""
    if len(items) % 2 or len(items) < 4:
        return False
    tables = tables_of(state, division, played)
    number = int(items[0].said)
    return not (1 <= number <= len(tables) and len(tables[number - 1].players) == len(items) - 1)


def _by_names(state: Tournament, division: str, played: int, items: Sequence[LineItem]) -> _Scored:
    """Points for each of a table by name or starting number."""
    for who, points in zip(items[::2], items[1::2], strict=False):
        if not points.is_number:
            raise placed(points.column, "After {who} its points are missing.", who=shortened(who.said))
    if len(items) % 2:
        raise placed(items[-1].column, "After {who} its points are missing.", who=shortened(items[-1].said))
    seated = {number: table for table in tables_of(state, division, played) for number in table.players}
    scores = {_who(state, who, seated): int(each.said) for who, each in zip(items[::2], items[1::2], strict=True)}
    table = seated.get(next(iter(scores)))
    if table is None or set(table.players) != scores.keys():
        names = ", ".join(shortened(who.said) for who in items[::2])
        raise placed(
            items[0].column, "In round {round} these do not sit at one table: {names}.", round=played, names=names
        )
    return _Scored(table.number, table.players, tuple(scores[player] for player in table.players))


def _who(state: Tournament, item: LineItem, among: Iterable[int]) -> int:
    try:
        return number_of(state, item.said, among)
    except TypedError as error:
        error.column = error.column or item.column
        raise


def _entrant(state: Tournament, tokens: Sequence[Token]) -> int:
    """A person of the event, by all these words."""
    if not tokens:
        raise TypedError("Say who is meant: a starting number or a part of a name.")
    number = _who(
        state, LineItem(" ".join(each.text for each in tokens), tokens[0].column, is_number=False), state.entrants
    )
    if number not in state.entrants:
        raise placed(tokens[0].column, "No entrant has the starting number {number}.", number=number)
    return number


def _without_mark(tokens: Sequence[Token]) -> list[Token]:
    first = tokens[0]
    rest = first.text[1:]
    return [*([Token(rest, first.column + 1)] if rest else []), *tokens[1:]]


def _division_before(
    state: Tournament, tokens: Sequence[Token], chosen: str | None
) -> tuple[str | None, Sequence[Token]]:
    """The division that stands before the rest, as `gimnazja: 7 …`, and the rest."""
    if len(state.divisions) < 2 or not tokens or tokens[0].is_quoted:
        return chosen, tokens
    first, names = tokens[0], list(state.divisions)
    name, mark, rest = first.text.partition(":" if ":" in first.text else "/")
    if mark and begins_with_division(first.text):
        left = [Token(rest, first.column + len(name) + 1)] if rest else []
        try:
            return named_division(names, name), [*left, *tokens[1:]]
        except TypedError as error:
            error.column = first.column
            raise
    begins = [each for each in names if each and plain(each).startswith(plain(first.text))]
    is_name = called_so([each for each in state.entrants.values() if each.division not in begins], first.text)
    if len(begins) == 1 and len(tokens) > 1 and not first.text.isdecimal() and not is_name:
        people = [each for each in state.entrants.values() if each.division in begins]
        if not called_so(people, first.text):
            return begins[0], tokens[1:]
    return chosen, tokens


def _division_of_first(state: Tournament, item: LineItem) -> str:
    """The division of a line that does not name it: the only one, or that of the person."""
    peopled = peopled_divisions(state)
    if len(peopled) < 2:
        return peopled[0]
    if not item.said.isdecimal():
        entrant = state.entrants.get(_who(state, item, state.entrants))
        if entrant is not None:
            return entrant.division
    raise _several(peopled)


def _only_division(state: Tournament) -> str:
    peopled = peopled_divisions(state)
    if len(peopled) > 1:
        raise _several(peopled)
    return peopled[0]


def _several(names: Sequence[str]) -> TypedError:
    return TypedError(
        "Say which division: --division NAME, or begin with its name: {example}: … Known: {names}.",
        example=names[0],
        names=", ".join(names),
    )


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
