"""The endpoints for teachers: sets of tasks, and the lessons in which a class solves them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, TypeAlias, cast

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.core.spreadsheet import table_text
from mostek.engine.kernel import POINT
from mostek.feature import FeatureService
from mostek.features.classes.exam import find_case
from mostek.features.classes.feature import MAKE_CLASS_SET
from mostek.features.classes.http.exam import case_text
from mostek.features.classes.model import (
    MOST_HOURS,
    USUAL_HOURS,
    AnagramDraft,
    CaseDraft,
    ClassError,
    ClassFault,
    ClassTask,
    Lesson,
    Lessons,
    PositionDraft,
    Pupil,
    SetDraft,
    TaskKind,
    WordDraft,
    percent_of,
)
from mostek.features.classes.store import ClassSetStore, LessonFiles, LessonKeeper, SharedLessons, StoredSet
from mostek.messages import language, text
from mostek.server.http.bodies import Body, Millis, Nothing
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import address_of, by_both
from mostek.server.http.problems import refusing
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers, qr_picture
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.store.file_names import file_stem
from mostek.store.tokens import now


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


class Classes(FeatureService):
    """The sets of teachers, and the open lessons."""

    def __init__(self, services: Services) -> None:
        self.sets = ClassSetStore(services.database)
        self.lessons = Lessons()
        self._keeper = LessonKeeper(self.lessons, LessonFiles(services.config.data))
        self._shared = SharedLessons(services.database, self.lessons)
        self._is_shared = services.database.is_shared
        self.do_together = self._shared.do_together
        self._keeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the lessons that the last run of the server left."""
        if self._is_shared:
            self._keeping = asyncio.get_running_loop().create_task(self._shared.follow_nodes(now))
            return
        await asyncio.to_thread(self._keeper.restore, now())
        self._keeping = asyncio.get_running_loop().create_task(self._keeper.run(now))

    def forget(self, person: str) -> None:
        """End the lessons of a teacher."""
        if self._is_shared:
            self._shared.erased.add(person)  # this node may not have read them yet
        else:
            self.lessons.forget_teacher(person)

    def closes_words(self, kind: str, id: str) -> bool:
        """Whether the set of an open lesson closes vulgar words."""
        return kind == LESSON and self.lessons.closes_words(id, now())

    async def close(self) -> None:
        """Write what the lessons have."""
        if self._keeping is not None:
            self._keeping.cancel()
        if not self._is_shared:
            await self._keeper.write()


WithClasses: TypeAlias = NamedDependency[Classes]
LESSON = "lesson"
"""The kind of what a pupil takes part in."""
_STATUSES: dict[ClassFault, int] = {
    ClassFault.NO_SET: HTTPStatus.NOT_FOUND,
    ClassFault.NO_LESSON: HTTPStatus.NOT_FOUND,
    ClassFault.NO_PUPIL: HTTPStatus.NOT_FOUND,
    ClassFault.NO_TASK: HTTPStatus.NOT_FOUND,
    ClassFault.WRONG_CODE: HTTPStatus.FORBIDDEN,
    ClassFault.NOT_OPEN: HTTPStatus.FORBIDDEN,
    ClassFault.TOO_MANY_SETS: HTTPStatus.CONFLICT,
    ClassFault.TOO_MANY_LESSONS: HTTPStatus.CONFLICT,
    ClassFault.CLASS_FULL: HTTPStatus.CONFLICT,
    ClassFault.NAME_TAKEN: HTTPStatus.CONFLICT,
    ClassFault.ANSWERED: HTTPStatus.CONFLICT,
    ClassFault.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
CLASS_ERRORS = refusing(
    ClassError, lambda error: (_STATUSES.get(error.fault, HTTPStatus.BAD_REQUEST), error.fault.value)
)
"""The handler of their errors."""


routes = Routes("/api/class", tag="class", errors=CLASS_ERRORS)


@routes.post(
    "/sets",
    help=Help.ENGINE,
    limit=by_both("class sets", "tables"),
    status=201,
    refuses=(401, 403, 409, 413, 429, 503),
    operation_id="make_class_set",
)
async def add_set(
    request: Request[Any, Any, Any],
    classes: WithClasses,
    person: Asking,
    jobs: WithJobs,
    data: JSONBody[SetDraft],
) -> SetDetails:
    """Make a set. Its positions are searched once, now."""
    leaver = leaver_of(request, person)
    made = await jobs.run(MAKE_CLASS_SET, data)
    return _details(await classes.sets.add(leaver, made))


@routes.put(
    "/sets/{id:str}",
    help=Help.ENGINE,
    limit=by_both("class sets", "tables"),
    refuses=(401, 403, 404, 409, 413, 429, 503),
    operation_id="change_class_set",
)
async def change_set(
    request: Request[Any, Any, Any],
    classes: WithClasses,
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    data: JSONBody[SetDraft],
) -> SetDetails:
    """Replace a set. Lessons that are open keep the version before."""
    teacher = known(person).id
    await classes.sets.get(teacher, id)
    made = await jobs.run(MAKE_CLASS_SET, data)
    return _details(await classes.sets.replace(leaver_of(request, person), id, made))


@routes.get("/sets", help=Help.NONE, refuses=(401,), operation_id="list_class_sets")
async def list_sets(classes: WithClasses, person: Asking) -> SetCards:
    """My sets, the latest first."""
    sets = await classes.sets.all(known(person).id)
    return SetCards(tuple(SetCard(each.id, each.tasks.title, len(each.tasks.tasks), each.changed) for each in sets))


@routes.get("/sets/{id:str}", help=Help.NONE, refuses=(401, 404), operation_id="show_class_set")
async def show_set(classes: WithClasses, person: Asking, id: FromPath[str]) -> SetDetails:
    """One of my sets, with its solutions."""
    return _details(await classes.sets.get(known(person).id, id))


@routes.delete("/sets/{id:str}", help=Help.NONE, refuses=(401, 403, 404), operation_id="remove_class_set")
async def remove_set(classes: WithClasses, person: Asking, id: FromPath[str]) -> SetCards:
    """Delete one of my sets. Lessons that are open go on."""
    await classes.sets.remove(known(person).id, id)
    return await list_sets.fn(classes, person)  # type: ignore[no-any-return]


@routes.get("/lessons", help=Help.NONE, refuses=(401,))
async def list_lessons(classes: WithClasses, person: Asking) -> LessonCards:
    """My open lessons."""
    found = await classes.do_together(lambda: classes.lessons.of_teacher(known(person).id, now()))
    return LessonCards(
        tuple(
            LessonCard(each.id, each.tasks.title, len(each.tasks.tasks), len(each.pupils), each.until) for each in found
        )
    )


@routes.post(
    "/sets/{id:str}/lessons",
    help=Help.NONE,
    limit=by_both("class sets", "tables"),
    status=201,
    refuses=(401, 403, 404, 409, 429),
)
async def _open_lesson(
    request: Request[Any, Any, Any],
    services: WithServices,
    classes: WithClasses,
    person: Asking,
    id: FromPath[str],
    data: JSONBody[OpenLesson],
) -> LessonView:
    """Give a set to a class: the answer has the code and the address for the pupils."""
    teacher = known(person).id
    stored = await classes.sets.get(teacher, id)
    address = address_of(request)
    opened = await classes.do_together(
        lambda: classes.lessons.open(teacher, address, id, stored.tasks, data.hours, now())
    )
    return _view(services, opened)


@routes.get("/lessons/{id:str}", help=Help.NONE, limit=by_both("lessons", "commands"), refuses=(401, 404, 429))
async def _show_lesson(
    services: WithServices,
    classes: WithClasses,
    person: Asking,
    id: FromPath[str],
    seen: Annotated[int, QueryParameter(name="seen", ge=-1)] = -1,
) -> LessonView:
    """A lesson of mine: who has done what. With the version that was seen, pupils are sent only if something has changed."""
    return _view(services, await _lesson(classes, person, id), seen)


@routes.delete("/lessons/{id:str}", help=Help.NONE, limit=by_both("lessons", "commands"), refuses=(401, 403, 404, 429))
async def _close_lesson(classes: WithClasses, person: Asking, id: FromPath[str]) -> LessonCards:
    """End a lesson: everything about its pupils is forgotten."""
    await _lesson(classes, person, id, classes.lessons.close)
    return await list_lessons.fn(classes, person)  # type: ignore[no-any-return]


@routes.post(
    "/lessons/{id:str}/code",
    help=Help.NONE,
    limit=by_both("lessons", "commands"),
    refuses=(401, 403, 404, 429),
    operation_id="renew_lesson_code",
)
async def _renew_code(
    services: WithServices, classes: WithClasses, person: Asking, id: FromPath[str], data: JSONBody[Nothing]
) -> LessonView:
    """Another code and another address: the earlier ones admit no more pupils. Pupils who are in stay."""
    return _view(services, await _lesson(classes, person, id, classes.lessons.renew))


@routes.put(
    "/lessons/{id:str}/door",
    help=Help.NONE,
    limit=by_both("lessons", "commands"),
    refuses=(401, 403, 404, 429),
    operation_id="let_pupils_in",
)
async def _let_in(
    services: WithServices, classes: WithClasses, person: Asking, id: FromPath[str], data: JSONBody[LetIn]
) -> LessonView:
    """Let pupils join from now on, or no more."""
    return _view(services, await _lesson(classes, person, id, lambda lesson: classes.lessons.let_in(lesson, data.open)))


@routes.delete(
    "/lessons/{id:str}/pupils/{number:int}",
    help=Help.NONE,
    limit=by_both("lessons", "commands"),
    refuses=(401, 403, 404, 429),
)
async def _remove_pupil(
    services: WithServices, classes: WithClasses, person: Asking, id: FromPath[str], number: FromPath[int]
) -> LessonView:
    """Remove a pupil, with the name and all answers."""
    return _view(services, await _lesson(classes, person, id, lambda lesson: classes.lessons.remove(lesson, number)))


@routes.get(
    "/lessons/{id:str}/results.csv",
    help=Help.NONE,
    limit=by_both("lessons", "commands"),
    refuses=(401, 404, 429),
    operation_id="lesson_results",
    media_type="text/csv",
)
async def _results(classes: WithClasses, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The results as CSV, for a teacher who wants to keep them: the server keeps nothing."""
    lesson = await _lesson(classes, person, id)
    tasks = range(len(lesson.tasks.tasks))
    rows: list[list[str | int | None]] = [[text("Name"), "%", *(task + 1 for task in tasks)]]
    for pupil in lesson.pupils.values():
        marks = [pupil.marks[task].percent if task in pupil.marks else None for task in tasks]
        rows.append([pupil.name, _percent(lesson, pupil), *marks])
    return Response(
        ("\ufeff" + table_text(rows)).encode(),
        media_type="text/csv",
        headers=file_headers(f"{file_stem(lesson.tasks.title)}.csv"),
    )


@routes.get(
    "/lessons/{id:str}/qr.svg",
    help=Help.NONE,
    limit=by_both("lessons", "commands"),
    refuses=(401, 404, 429),
    operation_id="lesson_qr_code",
    media_type="image/svg+xml",
)
async def _picture(services: WithServices, classes: WithClasses, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The address for the pupils as a picture."""
    address = _address(services, await _lesson(classes, person, id))
    return Response(await asyncio.to_thread(qr_picture, address), media_type="image/svg+xml")


async def _lesson(
    classes: Classes, person: Asking, id: str, change: Callable[[Lesson], None] = lambda lesson: None
) -> Lesson:
    """A lesson of a teacher, after a change."""

    def changed_lesson() -> Lesson:
        lesson = classes.lessons.get(known(person).id, id, now())
        change(lesson)
        return lesson

    return await classes.do_together(changed_lesson)


def _address(services: Services, lesson: Lesson) -> str:
    return f"{services.config.url}/pupil/{lesson.link}"


def _view(services: Services, lesson: Lesson, seen: int = -1) -> LessonView:
    rows = None if seen == lesson.version else tuple(_row(lesson, pupil) for pupil in lesson.pupils.values())
    return LessonView(
        id=lesson.id,
        title=lesson.tasks.title,
        code=lesson.code,
        url=_address(services, lesson),
        until=lesson.until,
        open=lesson.is_open,
        version=lesson.version,
        tasks=tuple(task_shown(task, answers_shown(lesson, number)) for number, task in enumerate(lesson.tasks.tasks)),
        pupils=rows,
    )


def _row(lesson: Lesson, pupil: Pupil) -> PupilRow:
    answers = tuple(answer_shown(task, pupil) for task in sorted(pupil.marks))
    return PupilRow(pupil.number, pupil.name, _percent(lesson, pupil), answers)


def answer_shown(task: int, pupil: Pupil) -> AnswerShown:
    """The body for an answer."""
    mark = pupil.marks[task]
    return AnswerShown(task, mark.percent, mark.said, mark.points, mark.wrong_words)


def _percent(lesson: Lesson, pupil: Pupil) -> int:
    return percent_of(pupil.marks.values(), len(lesson.tasks.tasks))


def _details(stored: StoredSet) -> SetDetails:
    return SetDetails(
        stored.id,
        stored.changed,
        stored.tasks.draft,
        tuple(map(task_shown, stored.tasks.tasks)),
        stored.tasks.lexicon,
    )


def task_shown(task: ClassTask, answers: tuple[str, ...] = ()) -> TaskShown:
    """A task with its solution in words, for its teacher."""
    kind = cast("TaskKind", type(task.draft).__struct_config__.tag)
    return TaskShown(kind, _task_text(task), solution_text(task), answers)


def answers_shown(lesson: Lesson, number: int) -> tuple[str, ...]:
    """The rulings from which a case offers a choice, in the order in which the class sees them; nothing for other tasks."""
    draft = lesson.tasks.tasks[number].draft
    if not isinstance(draft, CaseDraft):
        return ()
    answers = find_case(draft.case).answers
    return tuple(answers[each].text(language()) for each in lesson.order(number))


def _task_text(task: ClassTask) -> str:
    match task.draft:
        case PositionDraft(rack=rack):
            return rack.upper()
        case WordDraft():
            return task.solution.words[0]
        case AnagramDraft(letters):
            return letters.upper()
        case CaseDraft(case):
            return case_text(find_case(case), language())


def solution_text(task: ClassTask) -> str:
    """The solution of a task in words."""
    solution = task.solution
    match task.draft:
        case PositionDraft(counts="equity"):
            points = text("{points} points, equity {equity}", points=solution.points, equity=solution.equity / POINT)
            return f"{solution.best}: {points}"
        case PositionDraft():
            return f"{solution.best}: {text('{points} points', points=solution.points)}"
        case WordDraft():
            return text("The word is allowed.") if solution.valid else text("The word is not allowed.")
        case AnagramDraft():
            return ", ".join(solution.words)
        case CaseDraft(case):
            found = find_case(case)
            rulings = "; ".join(found.answers[number].text(language()) for number in sorted(found.right))
            cited = " ".join(f"{clause.id}: {clause.wording(language())}" for clause in found.cited)
            return f"{rulings} {found.wording(language()).why} {cited}"
