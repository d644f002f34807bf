"""The exam on paper: the questions, with boxes to tick, and the key on pages of its own."""

from __future__ import annotations

from mostek.core.board import layout
from mostek.documents import typesetting
from mostek.documents.template_files import Data
from mostek.features.classes.exam import CasePosition, Paper, PaperQuestion, shown_board
from mostek.messages import language, text

_LETTERS = "abcde"


def exam_pages(paper: Paper, key: bool = False) -> bytes:
    """The paper of an exam.

    Args:
        paper: the paper.
        key: whether the key follows, with clauses and explanations.

    Returns:
        The bytes of a PDF on A4, in the current language; the same paper gives the same bytes.

    Raises:
        NoTypesetterError: the addition that makes PDF is not installed.
    """
    data: Data = {
        "title": text("Arbiters' exam"),
        "event": text("Arbiters' exam"),
        "where": text("seed {seed}", seed=paper.seed),
        "division": "",
        "name": text("First name and surname"),
        "date": text("Date"),
        "points": text("Right"),
        "hint": text("Tick every ruling that is right."),
        "key": text("Key") if key else "",
        "questions": [_question(question, place) for place, question in enumerate(paper.questions, 1)],
    }
    return typesetting.pages("exam", data)


def _question(question: PaperQuestion, place: int) -> Data:
    case = question.case
    wording = case.wording(language())
    answers = [case.answers[number].text(language()) for number in question.order]
    return {
        "number": str(place),
        "label": f"{case.rulebook.upper()} · {'●' * case.difficulty}{'○' * (3 - case.difficulty)}",
        "situation": wording.situation,
        "question": wording.question,
        "answers": [{"letter": letter, "text": answer} for letter, answer in zip(_LETTERS, answers, strict=False)],
        "board": _board(case.shown) if case.shown is not None and (case.shown.words or case.shown.laid) else [],
        "clocks": " / ".join(case.shown.clocks) if case.shown is not None else "",
        "right": ", ".join(_LETTERS[each] for each in sorted(question.right)),
        "why": wording.why,
        "clauses": [f"{cited.id}: {cited.wording(language())}" for cited in case.cited],
    }


def _board(position: CasePosition) -> list[list[Data]]:
    """The rows of the board: the letter of a square, whether it was laid last, and its premium."""
    shown = shown_board(position)
    rows: list[list[Data]] = [[] for _ in range(layout().rows)]
    for square in layout().squares():
        tile = shown.board[square]
        premium = layout().premium(square)
        rows[square.row].append(
            {
                "letter": str(tile) if tile else "",
                "new": square in shown.laid,
                "premium": f"{premium.letter * premium.word}{'W' if premium.word > 1 else 'L'}"
                if premium.letter * premium.word > 1
                else "",
            }
        )
    return rows
