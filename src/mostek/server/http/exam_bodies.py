"""The bodies of the exam, of sets and of lessons."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mostek.app.class_sets import SetDraft, TaskKind
from mostek.app.lessons import MOST_HOURS, USUAL_HOURS
from mostek.server.http.bodies import Body, Millis


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


class TaskShown(Struct, frozen=True):
    """A task as a teacher sees it, with its solution in words."""

    kind: TaskKind
    text: str
    solution: str
    answers: tuple[str, ...] = ()
    """The rulings of a case, as the class sees them."""


class SetCard(Struct, frozen=True):
    """A set of a teacher."""

    id: str
    title: str
    tasks: int
    changed: Millis


class SetDetails(Struct, frozen=True):
    """A set with its tasks and their solutions."""

    id: str
    changed: Millis
    draft: SetDraft
    tasks: tuple[TaskShown, ...]
    lexicon: str


class SetCards(Struct, frozen=True):
    """The sets of a teacher."""

    sets: tuple[SetCard, ...]


class OpenLesson(Body, frozen=True):
    """The hours for which a lesson stays open."""

    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = USUAL_HOURS


class LetIn(Body, frozen=True):
    """Whether pupils may join."""

    open: bool


class AnswerShown(Struct, frozen=True):
    """An answer of a pupil."""

    task: int
    percent: int
    said: str
    points: int | None = None
    wrong_words: tuple[str, ...] = ()


class PupilRow(Struct, frozen=True):
    """A pupil, as the teacher sees them."""

    number: int
    name: str
    percent: int
    answers: tuple[AnswerShown, ...]


class LessonCard(Struct, frozen=True):
    """A lesson of a teacher."""

    id: str
    title: str
    tasks: int
    pupils: int
    until: Millis


class LessonCards(Struct, frozen=True):
    """The open lessons of a teacher."""

    lessons: tuple[LessonCard, ...]


class LessonView(Struct, frozen=True):
    """A lesson as its teacher sees it; without pupils where nothing has changed since `seen`."""

    id: str
    title: str
    code: str
    url: str
    """The address for the pupils; it holds the secret of the lesson."""
    until: Millis
    open: bool
    version: int
    tasks: tuple[TaskShown, ...]
    pupils: tuple[PupilRow, ...] | None


class JoinLesson(Body, frozen=True):
    """The code of a lesson, or the secret of its link, and the nickname."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class LessonCode(Body, frozen=True):
    """The code of a lesson, or the secret of its link."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class LessonDoor(Struct, frozen=True):
    """A lesson before one joins: its title and pseudonyms that are free."""

    title: str
    tasks: int
    open: bool
    names: tuple[str, ...]


class JoinedLesson(Struct, frozen=True):
    """The secret that opens the pupil's own page. It is shown once."""

    pupil: str


class PupilTask(Struct, frozen=True):
    """A task as a pupil sees it, and the own answer, if there is one."""

    kind: TaskKind
    shown: ShownPosition | None = None
    rack: str = ""
    counts: str = ""
    word: str = ""
    letters: str = ""
    situation: str = ""
    question: str = ""
    answers: tuple[str, ...] = ()
    answered: AnswerShown | None = None
    solution: str = ""
    """Where the set explains, and the task is answered."""


class PupilView(Struct, frozen=True):
    """A lesson as a pupil sees it: the tasks and the own answers, and nothing about others."""

    title: str
    name: str
    until: Millis
    explain: bool
    tasks: tuple[PupilTask, ...]
