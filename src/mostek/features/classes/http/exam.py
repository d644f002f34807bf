"""The endpoints of the arbiters' exam: a paper for the page, and a paper as PDF. Nothing about who takes it is stored or sent."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_hex
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter
from msgspec import Struct

from mostek.app.help import Help
from mostek.documents.template_files import NoTypesetterError
from mostek.features.classes.exam import (
    MOST_QUESTIONS,
    PASSED,
    Case,
    CasePosition,
    CaseSelection,
    Paper,
    PaperQuestion,
    cases,
    draw_paper,
    shown_board,
)
from mostek.features.classes.feature import PRINT_EXAM
from mostek.messages import language
from mostek.rules.loading import rulebooks
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers
from mostek.store.file_names import file_stem

_MOST_PRINTED = 60
"""The questions of a printed paper."""
Books = Annotated[list[str] | None, QueryParameter(name="rulebook", max_items=10)]
Clauses = Annotated[list[str] | None, QueryParameter(name="clause", max_items=10)]
Levels = Annotated[list[int] | None, QueryParameter(name="difficulty", max_items=3)]
Number = Annotated[int, QueryParameter(name="questions", ge=1, le=MOST_QUESTIONS)]
Printed = Annotated[int, QueryParameter(name="questions", ge=1, le=_MOST_PRINTED)]
Seed = Annotated[str, QueryParameter(name="seed", max_length=40)]


class ShownPosition(Struct, frozen=True):
    """The picture of a case: tiles by square, those laid last, a rack, the clocks."""

    squares: dict[str, str]
    laid: tuple[str, ...]
    rack: str
    clocks: tuple[str, ...]


class CitedClause(Struct, frozen=True):
    """A clause with its wording, in the person's language."""

    id: str
    text: str


class ExamQuestion(Struct, frozen=True):
    """A case on a paper."""

    case: str
    rulebook: str
    difficulty: int
    situation: str
    question: str
    shown: ShownPosition | None
    answers: tuple[str, ...]
    right: tuple[int, ...]
    """The right answers, from 0."""
    why: str
    clauses: tuple[CitedClause, ...]


class ExamPaper(Struct, frozen=True):
    """The questions of an exam. The page marks them itself: nothing about who takes it is sent."""

    seed: str
    passed: int
    """The percentage from which the exam is passed."""
    questions: tuple[ExamQuestion, ...]


class ExamTopic(Struct, frozen=True):
    """A rulebook with its cases."""

    rulebook: str
    title: str
    cases: int


class ExamCase(Struct, frozen=True):
    """A case as a teacher chooses it."""

    case: str
    rulebook: str
    difficulty: int
    clauses: tuple[str, ...]
    text: str
    """The situation and the question."""


class ExamTopics(Struct, frozen=True):
    """The rulebooks and cases of the exam."""

    rulebooks: tuple[ExamTopic, ...]
    cases: tuple[ExamCase, ...]


routes = Routes("/api/exam", tag="exam")


@routes.get(
    "/paper.pdf",
    help=Help.NONE,
    limit=by_both("exam", "records"),
    refuses=(404, 429, 503),
    operation_id="print_exam_paper",
    media_type="application/pdf",
)
async def print_paper(
    jobs: WithJobs,
    rulebook: Books = None,
    clause: Clauses = None,
    difficulty: Levels = None,
    number: Printed = 20,
    seed: Seed = "",
    key: Annotated[bool, QueryParameter(name="key")] = False,
) -> Response[bytes]:
    """A paper as PDF, with the key if asked for. The same seed makes the same paper."""
    paper = _drawn(rulebook, clause, difficulty, number, seed)
    try:
        data = await jobs.run(PRINT_EXAM, paper, key)
    except NoTypesetterError as error:
        raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_pdf", error.sentence, **error.params) from None
    name = f"{file_stem(f'exam-{paper.seed}')}.pdf"
    return Response(data, media_type="application/pdf", headers=file_headers(name, inline=True))


@routes.get("/topics", help=Help.NONE, refuses=(429,), operation_id="show_exam_topics")
async def show_topics() -> ExamTopics:
    """The rulebooks and the cases of the exam."""
    found = tuple(cases().values())
    told = language()
    return ExamTopics(
        tuple(
            ExamTopic(book.name, book.title.text(told), sum(case.rulebook == book.name for case in found))
            for book in rulebooks().values()
        ),
        tuple(ExamCase(case.id, case.rulebook, case.difficulty, case.clauses, case_text(case, told)) for case in found),
    )


@routes.get(
    "/paper", help=Help.NONE, limit=by_both("exam", "records"), refuses=(404, 429), operation_id="draw_exam_paper"
)
async def _paper(
    rulebook: Books = None,
    clause: Clauses = None,
    difficulty: Levels = None,
    number: Number = 20,
    seed: Seed = "",
) -> ExamPaper:
    """A paper, with its right answers: who takes it marks it. The same seed makes the same paper."""
    paper = _drawn(rulebook, clause, difficulty, number, seed)
    return ExamPaper(paper.seed, PASSED, tuple(question_told(each) for each in paper.questions))


def question_told(question: PaperQuestion) -> ExamQuestion:
    """The body for a question, in the current language."""
    case, told = question.case, language()
    wording = case.wording(told)
    return ExamQuestion(
        case=case.id,
        rulebook=case.rulebook,
        difficulty=case.difficulty,
        situation=wording.situation,
        question=wording.question,
        shown=position_told(case.shown),
        answers=tuple(case.answers[number].text(told) for number in question.order),
        right=tuple(sorted(question.right)),
        why=wording.why,
        clauses=tuple(CitedClause(cited.id, cited.wording(told)) for cited in case.cited),
    )


def position_told(position: CasePosition | None) -> ShownPosition | None:
    """The body for what a case shows."""
    if position is None:
        return None
    shown = shown_board(position)
    return ShownPosition(
        squares={square.name: str(tile) for square, tile in shown.board.tiles()},
        laid=tuple(sorted(square.name for square in shown.laid)),
        rack=position.rack,
        clocks=position.clocks,
    )


def case_text(case: Case, typed: str) -> str:
    """The situation and the question in one text."""
    return f"{case.wording(typed).situation} {case.wording(typed).question}"


def _drawn(
    books: list[str] | None, clauses: list[str] | None, levels: list[int] | None, number: int, seed: str
) -> Paper:
    known = rulebooks()
    if any(book not in known for book in books or ()):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unknown", "There is no such rulebook.")
    chosen = CaseSelection(tuple(books or ()), tuple(each for each in clauses or () if each), tuple(levels or ()))
    if any(not each[:1].isalpha() or len(each) > 40 for each in chosen.clauses) or not seed.isprintable():
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unknown", "There is no such clause.")
    paper = draw_paper(chosen, number, seed or token_hex(4))
    if not paper.questions:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_cases", "There is no case of this kind; ask for less.")
    return paper
