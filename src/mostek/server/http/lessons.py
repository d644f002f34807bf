"""The endpoints for teachers: sets of tasks, and the lessons in which a class solves them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from mostek.app.class_sets import (
    AnagramDraft,
    CaseDraft,
    ClassTask,
    PositionDraft,
    SetDraft,
    TaskKind,
    WordDraft,
)
from mostek.app.help import Help
from mostek.app.lessons import Lesson, Pupil, percent_of
from mostek.core.spreadsheet import table_text
from mostek.engine.kernel import POINT
from mostek.exam.cases import find_case
from mostek.messages import language, text
from mostek.server.http.bodies import Nothing
from mostek.server.http.exam_bodies import (
    AnswerShown,
    LessonCard,
    LessonCards,
    LessonView,
    LetIn,
    OpenLesson,
    PupilRow,
    SetCard,
    SetCards,
    SetDetails,
    TaskShown,
)
from mostek.server.http.exams import case_text
from mostek.server.http.invitations import qr_picture
from mostek.server.http.jobs import WithJobs
from mostek.server.http.middleware import Limits, address_of, by_both
from mostek.server.http.problems import problems
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.store.class_sets import StoredSet
from mostek.store.file_names import file_stem
from mostek.store.tokens import now
from mostek.work import kinds


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    limit, often = by_both("class sets", limits.tables), by_both("lessons", limits.commands)

    async def add_set(
        request: Request[Any, Any, Any],
        services: WithServices,
        person: Asking,
        jobs: WithJobs,
        data: JSONBody[SetDraft],
    ) -> SetDetails:
        """Make a set. Its positions are searched once, now."""
        leaver = leaver_of(request, person)
        made = await jobs.run(kinds.MAKE_CLASS_SET, data)
        return _details(await services.class_sets.add(leaver, made))

    async def change_set(
        request: Request[Any, Any, Any],
        services: WithServices,
        person: Asking,
        jobs: WithJobs,
        id: FromPath[str],
        data: JSONBody[SetDraft],
    ) -> SetDetails:
        """Replace a set. Lessons that are open keep the version before."""
        teacher = known(person).id
        await services.class_sets.get(teacher, id)
        made = await jobs.run(kinds.MAKE_CLASS_SET, data)
        return _details(await services.class_sets.replace(leaver_of(request, person), id, made))

    return Router(
        "/class",
        route_handlers=[
            list_sets,
            show_set,
            remove_set,
            list_lessons,
            post("/sets", help=Help.ENGINE, middleware=limit, **_ADD)(add_set),
            put("/sets/{id:str}", help=Help.ENGINE, middleware=limit, **_CHANGE)(change_set),
            post("/sets/{id:str}/lessons", help=Help.NONE, middleware=limit, **_OPEN)(_open_lesson),
            get("/lessons/{id:str}", help=Help.NONE, middleware=often, **_SHOW)(_show_lesson),
            delete("/lessons/{id:str}", help=Help.NONE, middleware=often, **_CLOSE)(_close_lesson),
            post("/lessons/{id:str}/code", help=Help.NONE, middleware=often, **_RENEW)(_renew_code),
            put("/lessons/{id:str}/door", help=Help.NONE, middleware=often, **_DOOR)(_let_in),
            delete("/lessons/{id:str}/pupils/{number:int}", help=Help.NONE, middleware=often, **_REMOVE)(_remove_pupil),
            get("/lessons/{id:str}/results.csv", help=Help.NONE, middleware=often, **_RESULTS)(_results),
            get("/lessons/{id:str}/qr.svg", help=Help.NONE, middleware=often, **_PICTURE)(_picture),
        ],
        tags=["class"],
    )


@get("/sets", help=Help.NONE, operation_id="list_class_sets", responses=problems(401))
async def list_sets(services: WithServices, person: Asking) -> SetCards:
    """My sets, the latest first."""
    sets = await services.class_sets.all(known(person).id)
    return SetCards(tuple(SetCard(each.id, each.tasks.title, len(each.tasks.tasks), each.changed) for each in sets))


@get("/sets/{id:str}", help=Help.NONE, operation_id="show_class_set", responses=problems(401, 404))
async def show_set(services: WithServices, person: Asking, id: FromPath[str]) -> SetDetails:
    """One of my sets, with its solutions."""
    return _details(await services.class_sets.get(known(person).id, id))


@delete(
    "/sets/{id:str}",
    help=Help.NONE,
    operation_id="remove_class_set",
    status_code=200,
    responses=problems(401, 403, 404),
)
async def remove_set(services: WithServices, person: Asking, id: FromPath[str]) -> SetCards:
    """Delete one of my sets. Lessons that are open go on."""
    await services.class_sets.remove(known(person).id, id)
    return await list_sets.fn(services, person)  # type: ignore[no-any-return]


@get("/lessons", help=Help.NONE, operation_id="list_lessons", responses=problems(401))
async def list_lessons(services: WithServices, person: Asking) -> LessonCards:
    """My open lessons."""
    found = services.lessons.of_teacher(known(person).id, now())
    return LessonCards(
        tuple(
            LessonCard(each.id, each.tasks.title, len(each.tasks.tasks), len(each.pupils), each.until) for each in found
        )
    )


async def _open_lesson(
    request: Request[Any, Any, Any],
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    data: JSONBody[OpenLesson],
) -> LessonView:
    """Give a set to a class: the answer has the code and the address for the pupils."""
    teacher = known(person).id
    stored = await services.class_sets.get(teacher, id)
    return _view(services, services.lessons.open(teacher, address_of(request), id, stored.tasks, data.hours, now()))


async def _show_lesson(
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    seen: Annotated[int, QueryParameter(name="seen", ge=-1)] = -1,
) -> LessonView:
    """A lesson of mine: who has done what. With the version that was seen, pupils are sent only if something has changed."""
    return _view(services, _lesson(services, person, id), seen)


async def _close_lesson(services: WithServices, person: Asking, id: FromPath[str]) -> LessonCards:
    """End a lesson: everything about its pupils is forgotten."""
    services.lessons.close(_lesson(services, person, id))
    return await list_lessons.fn(services, person)  # type: ignore[no-any-return]


async def _renew_code(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[Nothing]) -> LessonView:
    """Another code and another address: the earlier ones admit no more pupils. Pupils who are in stay."""
    lesson = _lesson(services, person, id)
    services.lessons.renew(lesson)
    return _view(services, lesson)


async def _let_in(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[LetIn]) -> LessonView:
    """Let pupils join from now on, or no more."""
    lesson = _lesson(services, person, id)
    services.lessons.let_in(lesson, data.open)
    return _view(services, lesson)


async def _remove_pupil(services: WithServices, person: Asking, id: FromPath[str], number: FromPath[int]) -> LessonView:
    """Remove a pupil, with the name and all answers."""
    lesson = _lesson(services, person, id)
    services.lessons.remove(lesson, number)
    return _view(services, lesson)


async def _results(services: WithServices, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The results as CSV, for a teacher who wants to keep them: the server keeps nothing."""
    lesson = _lesson(services, person, id)
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


async def _picture(services: WithServices, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The address for the pupils as a picture."""
    address = _address(services, _lesson(services, person, id))
    return Response(await asyncio.to_thread(qr_picture, address), media_type="image/svg+xml")


def _lesson(services: Services, person: Asking, id: str) -> Lesson:
    return services.lessons.get(known(person).id, id, now())


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


_ADD: dict[str, Any] = {
    "operation_id": "make_class_set",
    "status_code": 201,
    "responses": problems(401, 403, 409, 413, 429, 503),
}
_CHANGE: dict[str, Any] = {
    "operation_id": "change_class_set",
    "responses": problems(401, 403, 404, 409, 413, 429, 503),
}
_OPEN: dict[str, Any] = {
    "operation_id": "open_lesson",
    "status_code": 201,
    "responses": problems(401, 403, 404, 409, 429),
}
_SHOW: dict[str, Any] = {"operation_id": "show_lesson", "responses": problems(401, 404, 429)}
_CLOSE: dict[str, Any] = {
    "operation_id": "close_lesson",
    "status_code": 200,
    "responses": problems(401, 403, 404, 429),
}
_RENEW: dict[str, Any] = {
    "operation_id": "renew_lesson_code",
    "status_code": 200,
    "responses": problems(401, 403, 404, 429),
}
_DOOR: dict[str, Any] = {"operation_id": "let_pupils_in", "responses": problems(401, 403, 404, 429)}
_REMOVE: dict[str, Any] = {
    "operation_id": "remove_pupil",
    "status_code": 200,
    "responses": problems(401, 403, 404, 429),
}
_RESULTS: dict[str, Any] = {
    "operation_id": "lesson_results",
    "media_type": "text/csv",
    "responses": problems(401, 404, 429),
}
_PICTURE: dict[str, Any] = {
    "operation_id": "lesson_qr_code",
    "media_type": "image/svg+xml",
    "responses": problems(401, 404, 429),
}
