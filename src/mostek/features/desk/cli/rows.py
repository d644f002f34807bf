"""Several results at once: each row has its answer, and a list goes in as a whole unless the person says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import click

from mostek.cli import output
from mostek.cli.output import Failure, printable
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.session import Session
from mostek.features.desk.desk_rows import RowAnswer, RowOutcome, TypedRow, judge_rows
from mostek.features.desk.grammar import LONGEST, as_typed, rows_of_words
from mostek.features.desk.line import ResultOrder, Typing, WordLine, read_line, read_order
from mostek.features.desk.typed_names import TypedError, plain
from mostek.messages import count, explained, text
from mostek.messages.tournament import say
from mostek.messages.tournament_advice import remedy
from mostek.messages.tournament_events import called, result_text, told
from mostek.messages.tournament_words import CAUSES
from mostek.tournament.commands import AwardForfeit, CorrectResult, EnterResult
from mostek.tournament.events import Event, ResultEntered
from mostek.tournament.refusals import DeskReason
from mostek.tournament.scoring import forfeit_at
from mostek.tournament.state import Forfeited, Tournament

MOST_ROWS = 5000
"""The most rows of a list; the largest events have some hundred tables."""
_LARGEST = MOST_ROWS * LONGEST
_HEADINGS = frozenset({"stol", "nr", "nr stolu", "table", "gospodarz", "host"})


def rows_typed(state: Tournament, words: Sequence[str], typing: Typing) -> list[TypedRow]:
    """The rows of words of the command line."""
    rows = []
    for place, tokens in enumerate(rows_of_words(words), 1):
        try:
            order: ResultOrder | TypedError = read_order(state, tokens, typing)
        except TypedError as error:
            order = error
        rows.append(TypedRow(place, as_typed(tokens), order))
    return rows


def rows_of_file(state: Tournament, file: BinaryIO, typing: Typing) -> list[TypedRow]:
    """The rows of a file, a result a line; empty lines, comments and a line of headings are passed over. Raises `Failure`."""
    from mostek.core.encoding import decode, split_lines

    data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Failure(text("The list is larger than {most} KB; no list of results is.", most=_LARGEST // 1000))
    lines = split_lines(decode(data).text)
    found = [(place, line) for place, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]
    if found and _is_heading(found[0][1]):
        del found[0]
    if not found:
        raise Failure(text("The list has no result."))
    if len(found) > MOST_ROWS:
        raise Failure(text("The list has more than {most} rows; no list of results has.", most=MOST_ROWS))
    return [TypedRow(place, printable(line.strip()), _meant(state, line, typing)) for place, line in found]


def _is_heading(line: str) -> bool:
    cells = {plain(cell.strip(' "')) for cell in line.replace("\t", ";").replace(",", ";").split(";")}
    return bool(cells & _HEADINGS) and not any(sign.isdecimal() for sign in line)


def _meant(state: Tournament, line: str, typing: Typing) -> ResultOrder | TypedError:
    try:
        found = read_line(state, line, typing)
    except TypedError as error:
        return error
    if isinstance(found, EnterResult | AwardForfeit):
        return found
    if isinstance(found, CorrectResult):
        return TypedError("A list enters results; correct one with: mostek tournament correct")
    typed = found.word.value if isinstance(found, WordLine) else line.strip()
    return TypedError("A list enters results; {said!r} is none.", said=typed)


def preview_rows(session: Session, rows: Sequence[TypedRow]) -> None:
    """Say what each row would do, one after the other, and change nothing."""
    found = judge_rows(session.state, rows, each=True)
    state = session.state
    sentences = []
    for answer in found:
        order = answer.row.meant
        sentences.append(_fault_text(order) if isinstance(order, TypedError) else _would_do(state, answer))
        state = answer.after(state)
    if session.as_json:
        data = [
            {**row_data(answer, session.state), "message": line} for answer, line in zip(found, sentences, strict=True)
        ]
        session.print_json(preview=True, rows=data)
    else:
        session.head()
        for answer, line in zip(found, sentences, strict=True):
            output.tell(_numbered(answer, line, len(found)), fg="red" if answer.is_fault else None)
        click.echo(text("This was a preview; nothing was saved."))
    _end(found)


def _would_do(state: Tournament, answer: RowAnswer) -> str:
    from mostek.features.desk.line import what_it_does

    order = answer.row.meant
    assert isinstance(order, EnterResult | AwardForfeit), "a row of results"
    return what_it_does(state, order)


def enter_rows(session: Session, rows: Sequence[TypedRow], *, each: bool) -> None:
    """Enter the rows, and answer each. The command ends with status 1 if a row was refused, 2 if one cannot be read."""
    before = session.state
    found = session.do_rows(rows, each=each)
    events = tuple(event for answer in found if answer.outcome is RowOutcome.ENTERED for event in answer.events)
    if session.as_json:
        _print_json(session, found, events)
    else:
        _print(session, before, found, events)
    _end(found)


def _print(session: Session, before: Tournament, found: Sequence[RowAnswer], events: Sequence[Event]) -> None:
    """The answers of all rows; where nothing could be entered, on standard error, as every refusal."""
    fails = any(answer.is_fault for answer in found) and not events
    if not fails:
        session.head()
    state = before
    for answer in found:
        after = answer.after(state)
        _print_row(answer, state, after, rows=len(found), err=fails)
        if helps := remedy(answer.refused, session.state) if answer.refused is not None else "":
            click.echo("  " + text("Next: {command}", command=helps), err=True)
        state = after
    for line in formulas(session.state, events):
        click.echo("  " + line)
    if fails:
        if len(found) > 1:
            click.echo(text("Nothing has been done."), err=True)
        return
    if len(found) > 1:
        click.echo(_summary(found))
    answers.tell_next(session.state)


def _print_row(answer: RowAnswer, before: Tournament, after: Tournament, *, rows: int, err: bool) -> None:
    if rows == 1 and answer.refused is not None:
        answers.say_refused(answer.refused, after, helps=False)
        if there := _there(answer, after):
            click.echo(" " + there, err=True)
        return
    sentence = " ".join(told(answer.events, before, after)) if rows == 1 and answer.events else row_text(answer, after)
    colour = "red" if answer.is_fault else None
    output.tell(_numbered(answer, sentence, rows), err=err or answer.is_fault, fg=colour)


def _summary(found: Sequence[RowAnswer]) -> str:
    counted = {outcome: sum(answer.outcome is outcome for answer in found) for outcome in RowOutcome}
    done, already = counted[RowOutcome.ENTERED], counted[RowOutcome.ALREADY]
    wrong = len(found) - done - already
    parts = [count("{n} result is entered", "{n} results are entered", done)]
    if already:
        parts.append(count("{n} was entered before", "{n} were entered before", already))
    if wrong:
        parts.append(count("{n} row is wrong", "{n} rows are wrong", wrong))
    return ", ".join(parts) + "."


def _print_json(session: Session, found: Sequence[RowAnswer], events: Sequence[Event]) -> None:
    state = session.state
    facts: dict[str, Any] = {"rows": [row_data(answer, state) for answer in found]}
    refused = next((answer.refused for answer in found if answer.refused is not None), None)
    if refused is not None:
        facts["refused"] = answers.refusal(refused, state)
    session.print_json(events=events, **facts, forfeits=[*forfeits(state, events)], next=answers.next_steps(state))


def _end(found: Sequence[RowAnswer]) -> None:
    outcomes = {answer.outcome for answer in found}
    if RowOutcome.UNREADABLE in outcomes:
        raise click.exceptions.Exit(2)
    if RowOutcome.REFUSED in outcomes:
        raise click.exceptions.Exit(1)


def row_data(answer: RowAnswer, state: Tournament) -> dict[str, Any]:
    """A row with its answer as plain data."""
    row = answer.row
    data: dict[str, Any] = {"row": row.place, "typed": row.typed, "outcome": answer.outcome.value}
    if isinstance(row.meant, TypedError):
        return data | {"column": row.meant.column, "message": _fault_text(row.meant)}
    data |= {"message": row_text(answer, answer.after(state))}
    if isinstance(row.meant, EnterResult | AwardForfeit):
        data |= {"division": row.meant.division, "round": row.meant.round, "table": row.meant.table}
    if answer.refused is not None:
        data["refused"] = answers.refusal(answer.refused, state)
    return data


def row_text(answer: RowAnswer, after: Tournament) -> str:
    """The outcome of a row, in a sentence."""
    order = answer.row.meant
    if isinstance(order, TypedError):
        return _fault_text(order)
    assert isinstance(order, EnterResult | AwardForfeit), "a row of results"
    if answer.refused is not None:
        sentence = text("No: {message}", message=say(answer.refused, called(after)))
        return sentence + _there(answer, after)
    from mostek.features.desk.line import table_in_words

    sentence = table_in_words(after, order.division, order.round, order.table)
    match answer.outcome:
        case RowOutcome.ALREADY:
            return text("{what} – entered already.", what=sentence)
        case RowOutcome.HELD_BACK:
            return text("{what} – not entered, because another row is wrong.", what=sentence)
        case _:
            return sentence + "."


def _there(answer: RowAnswer, state: Tournament) -> str:
    """The result that a table has, where it keeps another from being entered."""
    from mostek.features.desk.desk_rows import table_at

    order, refused = answer.row.meant, answer.refused
    if refused is None or refused.reason is not DeskReason.RESULT_THERE or isinstance(order, TypedError):
        return ""
    assert isinstance(order, EnterResult | AwardForfeit), "a row of results"
    table = table_at(state, order.division, order.round, order.table)
    return (
        "" if table is None else " " + text("Its result is {result}.", result=result_text(table.result, table.players))
    )


def _fault_text(fault: TypedError) -> str:
    sentence = explained(fault.sentence, fault.params)
    return text("Column {column}: {said}", column=fault.column, said=sentence) if fault.column else sentence


def _numbered(answer: RowAnswer, sentence: str, rows: int) -> str:
    """A row of several with its number and, if it is wrong, with what was typed."""
    if rows == 1:
        return sentence
    typed = f" ({answer.row.typed[:60]})" if answer.is_fault else ""
    return text("Row {n}", n=answer.row.place) + f"{typed}: {sentence}"


def forfeits(state: Tournament, events: Sequence[Event]) -> Iterator[dict[str, int | str]]:
    """The derivation of N for each forfeit, as plain data."""
    for event in events:
        if isinstance(event, ResultEntered) and isinstance(event.result, Forfeited):
            found = forfeit_at(state, event.division, event.round, event.result)
            yield {
                "table": event.table,
                "cause": event.result.cause,
                "S": found.sum_so_far,
                "M": found.left,
                "R": found.rounds,
                "W": found.estimate,
                "score_now": found.score_now,
                "N": found.points,
            }


def formulas(state: Tournament, events: Sequence[Event]) -> Iterator[str]:
    """The derivation of N as text: W = (S + M · 400) / R, and N."""
    for each in forfeits(state, events):
        yield text(
            "W = ({S} + {M} · 400) / {R} = {W}; N is the greatest of {W}, {score_now} and 400: {N} (PFS-7.2). Cause: {cause}.",
            **{**each, "cause": text(CAUSES[str(each["cause"])])},
        )
