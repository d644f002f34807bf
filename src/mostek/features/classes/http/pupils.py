"""The endpoints for pupils: a code lets them in, and the secret that they get then is their right. There is no account.

Short codes have 29 bits. Their wrong tries are counted for each address, and right ones cost nothing; a link has 128 bits and is
not counted, so that those who guess at an address cannot lock out a class that scans the picture there.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.features.classes.exam import find_case
from mostek.features.classes.http.exam import ShownPosition, position_told
from mostek.features.classes.http.lessons import (
    CLASS_ERRORS,
    LESSON,
    AnswerShown,
    Classes,
    WithClasses,
    answer_shown,
    answers_shown,
    solution_text,
)
from mostek.features.classes.model import (
    AnagramDraft,
    CaseDraft,
    ClassError,
    ClassFault,
    GivenAnswer,
    Lesson,
    PositionDraft,
    PupilSeat,
    TaskKind,
    WordDraft,
    in_order,
    is_link,
    suggested_names,
)
from mostek.messages import language
from mostek.server.config import Config
from mostek.server.http.bodies import Body, Millis, Nothing
from mostek.server.http.limits import address_of, by_address
from mostek.server.http.problems import too_many
from mostek.server.http.routing import Routes
from mostek.server.http.school_hints import member_cookie, no_member_cookie
from mostek.server.http.services import Services, WithServices
from mostek.server.wrong_codes import note_wrong_code
from mostek.store.tokens import now
from mostek.store.wrong_guesses import GuessLimit, WrongGuesses

_NAMES = 4
"""The pseudonyms that are suggested."""


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


class PupilAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a task, by its number from 0."""

    task: int
    given: GivenAnswer


class WrongCodes:
    """The limit of wrong codes for an address, at all nodes together."""

    def __init__(self, times: int) -> None:
        self._times = times

    async def lesson(self, request: Request[Any, Any, Any], services: Services, classes: Classes, code: str) -> Lesson:
        """The lesson behind a code, or a refusal, which is counted where the code is a short one."""
        guesses = WrongGuesses(services.database)
        short = [] if is_link(code) else [GuessLimit(f"lesson code of address/{address_of(request)}", self._times)]
        if wait := max(await guesses.waits_for(short), default=0.0):
            raise too_many(wait)
        try:
            return await classes.do_together(lambda: classes.lessons.behind(code, now()))
        except ClassError:
            note_wrong_code(request.client.host if request.client else "", request.url.path)
            await guesses.note_guess(short)
            raise


routes = Routes(
    "/api/pupils", tag="class", errors=CLASS_ERRORS, keeps={"codes": lambda limits: WrongCodes(limits.codes * 6)}
)
"""A phone has no person, and a class shares an address: limits are for an address, and large."""


@routes.post("/lesson", help=Help.NONE, limit=by_address("pupils who join", "commands"), refuses=(403, 429))
async def find_lesson(
    request: Request[Any, Any, Any],
    services: WithServices,
    classes: WithClasses,
    codes: NamedDependency[WrongCodes],
    data: JSONBody[LessonCode],
) -> LessonDoor:
    """The lesson that a code opens, with free pseudonyms."""
    lesson = await codes.lesson(request, services, classes, data.code)
    taken = [pupil.name for pupil in lesson.pupils.values()]
    names = tuple(suggested_names(language(), _NAMES, taken))
    return LessonDoor(lesson.tasks.title, len(lesson.tasks.tasks), lesson.is_open, names)


@routes.post(
    help=Help.NONE,
    limit=by_address("pupils who join", "commands"),
    status=201,
    refuses=(403, 409, 429),
    operation_id="join_lesson",
)
async def join(
    request: Request[Any, Any, Any],
    services: WithServices,
    classes: WithClasses,
    codes: NamedDependency[WrongCodes],
    data: JSONBody[JoinLesson],
) -> Response[JoinedLesson]:
    """Join a lesson under a nickname, which nobody but the teacher sees. There is no account and no e-mail."""
    await codes.lesson(request, services, classes, data.code)
    lessons = classes.lessons
    seat, token = await classes.do_together(lambda: lessons.join(lessons.behind(data.code, now()), data.name))
    return Response(JoinedLesson(token), cookies=_cookies(seat.lesson, services.config))


def _cookies(lesson: Lesson, config: Config) -> list[Cookie]:
    """The cookie of a browser whose pupil takes part in a lesson; none where it closes nothing."""
    if not lesson.tasks.school_words:
        return []
    return [member_cookie(LESSON, lesson.id, max(1, (lesson.until - now()) // 1000), config)]


@routes.get(
    "/{pupil:str}",
    help=Help.NONE,
    limit=by_address("pupils", "commands", times=10),
    refuses=(404, 429),
    operation_id="show_pupil",
)
async def _show(classes: WithClasses, pupil: FromPath[str]) -> PupilView:
    """The tasks and the own answers of the pupil whose secret this is."""
    return _view(await classes.do_together(lambda: classes.lessons.seat(pupil, now())))


@routes.post(
    "/{pupil:str}/answers",
    help=Help.VERDICTS,
    limit=by_address("pupils", "commands", times=10),
    refuses=(403, 404, 409, 429),
    operation_id="answer_task",
)
async def _answer(classes: WithClasses, pupil: FromPath[str], data: JSONBody[PupilAnswer]) -> PupilView:
    """Answer a task, once."""
    seat = await classes.do_together(lambda: classes.lessons.seat(pupil, now()))
    mark = await asyncio.to_thread(classes.lessons.answer, seat, data.task, data.given)

    def seat_after() -> PupilSeat:
        seat = classes.lessons.seat(pupil, now())  # the lesson may have ended meanwhile
        classes.lessons.keep(seat, data.task, mark)
        return seat

    return _view(await classes.do_together(seat_after))


@routes.delete(
    "/{pupil:str}",
    help=Help.NONE,
    limit=by_address("pupils", "commands", times=10),
    refuses=(403, 404, 429),
    operation_id="leave_lesson",
)
async def _leave(services: WithServices, classes: WithClasses, pupil: FromPath[str]) -> Response[Nothing]:
    """Leave a lesson: the name and all answers are forgotten."""

    def leave_lesson() -> None:
        seat = classes.lessons.seat(pupil, now())
        classes.lessons.remove(seat.lesson, seat.pupil.number)

    await classes.do_together(leave_lesson)
    return Response(Nothing(), cookies=[no_member_cookie(services.config)])


def _view(seat: PupilSeat) -> PupilView:
    tasks = seat.lesson.tasks
    return PupilView(
        title=tasks.title,
        name=seat.pupil.name,
        until=seat.lesson.until,
        explain=tasks.explain,
        tasks=tuple(_task(seat, number) for number in range(len(tasks.tasks))),
    )


def _task(seat: PupilSeat, number: int) -> PupilTask:
    """A task without its solution, unless it is answered and the set explains."""
    task = seat.lesson.tasks.tasks[number]
    answered = answer_shown(number, seat.pupil) if number in seat.pupil.marks else None
    explains = seat.lesson.tasks.explain and answered is not None
    if answered is not None and not explains:
        answered = type(answered)(answered.task, 0, answered.said)
    solution = solution_text(task) if explains else ""
    match task.draft:
        case PositionDraft(counts=counts):
            shown = ShownPosition(task.solution.squares, (), task.solution.rack, ())
            return PupilTask(
                "position", shown, rack=task.solution.rack, counts=counts, answered=answered, solution=solution
            )
        case WordDraft():
            return PupilTask("word", word=task.solution.words[0], answered=answered, solution=solution)
        case AnagramDraft(letters):
            return PupilTask("anagram", letters=in_order(letters), answered=answered, solution=solution)
        case CaseDraft(case):
            found = find_case(case)
            wording = found.wording(language())
            return PupilTask(
                "case",
                position_told(found.shown),
                situation=wording.situation,
                question=wording.question,
                answers=answers_shown(seat.lesson, number),
                answered=answered,
                solution=solution,
            )
    raise ClassError(ClassFault.NO_TASK, "The set has no such task.")
