"""`mostek exam`: the arbiters' exam in the terminal, on paper, or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any

import click

from mostek.cli.output import Failure, json_option, print_json, tell, write_file
from mostek.cli.param_types import RULEBOOK
from mostek.core.board import Square
from mostek.features.classes.exam import (
    MOST_QUESTIONS,
    PASSED,
    Case,
    CasePosition,
    CaseSelection,
    Marked,
    Paper,
    PaperQuestion,
    ShownBoard,
    begins,
    cases,
    draw_paper,
    mark_paper,
    shown_board,
)
from mostek.messages import count, language, text
from mostek.notation.coordinates import Orientation, row_labels
from mostek.rules.loading import clause

_LETTERS = "abcde"
"""What the answers are called."""


@click.command()
@click.option("--rulebook", "books", type=RULEBOOK, multiple=True, help="Only cases of this rulebook; may be repeated.")
@click.option("--clause", "wanted", multiple=True, metavar="CLAUSE", help="Only this clause, or a chapter: PFS-4.7.")
@click.option("--difficulty", "levels", type=click.IntRange(1, 3), multiple=True, help="1 is easy, 3 is hard.")
@click.option("--questions", "number", type=click.IntRange(1, MOST_QUESTIONS), default=20, help="How many questions.")
@click.option("--seed", default=None, metavar="TEXT", help="The same text draws the same paper.")
@click.option("--minutes", type=click.IntRange(1, 600), default=None, help="How long the exam may take.")
@click.option("--at-the-end", is_flag=True, help="Explain the answers at the end, not after each question.")
@click.option("--answers", default=None, metavar="TEXT", help="Mark these answers and ask nothing: “a c - bd”.")
@click.option("--pdf", type=click.Path(path_type=Path), default=None, metavar="FILE", help="Write the paper as PDF.")
@click.option("--key", is_flag=True, help="With --pdf: add the key, with clauses and explanations.")
@json_option
def exam(
    books: tuple[str, ...],
    wanted: tuple[str, ...],
    levels: tuple[int, ...],
    number: int,
    seed: str | None,
    minutes: int | None,
    at_the_end: bool,
    answers: str | None,
    pdf: Path | None,
    key: bool,
    as_json: bool,
) -> None:
    """Take the arbiters' exam: cases of the five rulebooks, each with its clause and an explanation.

    An answer is a letter, or several where several rulings are right; an empty line leaves a question out.
    """
    paper = _drawn(CaseSelection(books, wanted, levels), number, seed)
    if key and pdf is None:
        raise Failure(text("The option --key belongs to --pdf."))
    if pdf is not None:
        from mostek.features.classes.paper import exam_pages

        write_file(pdf, exam_pages(paper, key=key))
        if not as_json:
            tell(text("{path} is written.", path=pdf))
            return
    if as_json or answers is not None:
        marked = None if answers is None else mark_paper(paper, _given(paper, answers))
        if as_json:
            print_json(_as_data(paper, marked))
        elif marked is not None:
            _tell_result(paper, marked)
        return
    _tell_result(paper, mark_paper(paper, _asked(paper, minutes, at_the_end)), at_the_end=at_the_end)


def _drawn(selection: CaseSelection, number: int, seed: str | None) -> Paper:
    known = {cited for case in cases().values() for cited in case.clauses}
    for each in selection.clauses:
        if not each or not any(begins(cited, each) for cited in known):
            raise Failure(text("No case of the exam is about the clause {name!r}.", name=each))
    paper = draw_paper(selection, number, seed if seed is not None else token_hex(4))
    if not paper.questions:
        raise Failure(text("There is no case of this kind; ask for less."))
    return paper


def _asked(paper: Paper, minutes: int | None, at_the_end: bool) -> list[frozenset[int]]:
    """The answers that a person gives; what comes after the time counts as left out."""
    end = None if minutes is None else monotonic() + 60 * minutes
    tell(count("{n} question, seed {seed}", "{n} questions, seed {seed}", len(paper.questions), seed=paper.seed))
    chosen: list[frozenset[int]] = []
    for place, question in enumerate(paper.questions, 1):
        if end is not None and monotonic() >= end:
            break
        click.echo()
        _tell_question(question, place, len(paper.questions))
        answer = _ask(question)
        if answer is None:
            break
        if end is not None and monotonic() >= end:
            tell(text("The time is over; this answer does not count."))
            break
        chosen.append(answer)
        if not at_the_end:
            _tell_ruling(question, answer)
    return [*chosen, *[frozenset[int]()] * (len(paper.questions) - len(chosen))]


def _ask(question: PaperQuestion) -> frozenset[int] | None:
    """The answer of a person; `None` at the end of the input."""
    last = _LETTERS[len(question.order) - 1]
    while True:
        click.echo(text("Your answer (a–{last}): ", last=last), nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        if not sys.stdin.isatty():
            click.echo(line.rstrip())
        chosen = _read(question, line)
        if chosen is not None:
            return chosen
        tell(text("Answers are letters from a to {last}; an empty line leaves the question out.", last=last))


def _read(question: PaperQuestion, typed: str) -> frozenset[int] | None:
    """The answers that letters mean; `None` if they mean none."""
    letters = [letter for letter in typed.lower() if letter not in " ,;\t\r\n-"]
    places = [_LETTERS.find(letter) for letter in letters]
    return frozenset(places) if all(0 <= place < len(question.order) for place in places) else None


def _given(paper: Paper, answers: str) -> list[frozenset[int]]:
    """The answers of `--answers`."""
    said = answers.split()
    if len(said) != len(paper.questions):
        raise Failure(
            text("{given} answers to {due} questions; - leaves one out.", given=len(said), due=len(paper.questions))
        )
    chosen: list[frozenset[int]] = []
    for place, (question, each) in enumerate(zip(paper.questions, said, strict=True), 1):
        found = _read(question, each)
        if found is None:
            raise Failure(text("Question {number} has no answer {name!r}.", number=place, name=each))
        chosen.append(found)
    return chosen


def _tell_question(question: PaperQuestion, place: int, of: int) -> None:
    case = question.case
    wording = case.wording(language())
    head = text("{number} of {all}", number=place, all=of)
    click.secho(f"{head} · {case.rulebook.upper()} · {'●' * case.difficulty}{'○' * (3 - case.difficulty)}", bold=True)
    tell(wording.situation)
    if case.shown is not None:
        click.echo("\n".join(_shown(case.shown)))
    tell(wording.question, bold=True)
    for letter, number in zip(_LETTERS, question.order, strict=False):
        tell(f"{letter}) {case.answers[number].text(language())}", indent="  ")


def _shown(position: CasePosition) -> Iterator[str]:
    """The position of a case in lines; tiles that were laid last stand in brackets."""
    if position.words or position.laid:
        yield from _board_lines(shown_board(position))
    if position.rack:
        yield "  " + text("Rack: {tiles}", tiles=position.rack)
    if position.clocks:
        yield "  " + text("Clocks: {times}", times=" / ".join(position.clocks))


def _board_lines(shown: ShownBoard) -> Iterator[str]:
    """The rows and columns in which tiles lie, with one around them."""
    board = shown.board
    lying = [square for square, _ in board.tiles()]
    rows = range(
        max(0, min(each.row for each in lying) - 1), min(board.layout.rows, max(each.row for each in lying) + 2)
    )
    columns = range(
        max(0, min(each.column for each in lying) - 1),
        min(board.layout.columns, max(each.column for each in lying) + 2),
    )
    yield "    " + "".join(f"{column + 1:>2} " for column in columns)
    for row, label in enumerate(row_labels(board.layout, Orientation.LETTERED_ROWS)):
        if row in rows:
            yield f"  {label} " + "".join(_cell(shown, Square(row, column)) for column in columns)


def _cell(shown: ShownBoard, square: Square) -> str:
    tile = shown.board[square]
    if tile is None:
        return " · "
    return f"[{tile}]" if square in shown.laid else f" {tile} "


def _tell_ruling(question: PaperQuestion, answer: frozenset[int]) -> None:
    is_right = answer == question.right
    click.secho(text("Right.") if is_right else text("Wrong."), fg="green" if is_right else "red", bold=True)
    _tell_explanation(question)


def _tell_explanation(question: PaperQuestion) -> None:
    for place in sorted(question.right):
        tell(f"{_LETTERS[place]}) {question.case.answers[question.order[place]].text(language())}", indent="  ")
    tell(question.case.wording(language()).why, indent="  ")
    for cited in question.case.cited:
        tell(f"{cited.id}: {cited.wording(language())}", indent="  ")


def _tell_result(paper: Paper, marked: Marked, at_the_end: bool = True) -> None:
    if at_the_end:
        for place, (question, is_right) in enumerate(zip(paper.questions, marked.right, strict=True), 1):
            if not is_right:
                click.echo()
                click.secho(text("Question {number}: {text}", number=place, text=_asks(question.case)), bold=True)
                _tell_explanation(question)
    click.echo()
    verdict = text("passed") if marked.passed else text("not passed: {percent} % are needed", percent=PASSED)
    tell(
        text(
            "{right} of {all} right, {percent} %: {verdict}",
            right=sum(marked.right),
            all=len(marked.right),
            percent=marked.percent,
            verdict=verdict,
        ),
        bold=True,
    )
    if marked.read_again:
        tell(text("Read again:"))
        for identifier in marked.read_again:
            tell(f"{identifier}: {clause(identifier).wording(language())}", indent="  ")


def _asks(case: Case) -> str:
    return f"{case.wording(language()).situation} {case.wording(language()).question}"


def _as_data(paper: Paper, marked: Marked | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seed": paper.seed,
        "questions": [_question_data(question, place) for place, question in enumerate(paper.questions, 1)],
    }
    if marked is not None:
        data["result"] = {
            "right": list(marked.right),
            "percent": marked.percent,
            "passed": marked.passed,
            "read_again": list(marked.read_again),
        }
    return data


def _question_data(question: PaperQuestion, place: int) -> dict[str, Any]:
    case = question.case
    wording = case.wording(language())
    return {
        "number": place,
        "case": case.id,
        "rulebook": case.rulebook,
        "clauses": list(case.clauses),
        "difficulty": case.difficulty,
        "situation": wording.situation,
        "question": wording.question,
        "shown": case.shown,
        "answers": _answer_texts(question),
        "right": [_LETTERS[place] for place in sorted(question.right)],
        "why": wording.why,
    }


def _answer_texts(question: PaperQuestion) -> Sequence[str]:
    return [question.case.answers[number].text(language()) for number in question.order]
