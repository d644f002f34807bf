"""Lessons: a class solves a set. Everything about pupils goes with the lesson.

A pupil has no account. The code of the lesson lets a pupil in; from then on a secret of the pupil's own opens their answers, and
no one else's. Until it ends, a server keeps a lesson beside its memory in one file, which is deleted in the same moment; nothing
is in its database, a log or a copy. A teacher who wants to keep results saves the table.
"""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.class_sets import (
    CaseDraft,
    ClassError,
    ClassFault,
    ClassSet,
    GivenAnswer,
    TaskMark,
    checked_nickname,
    mark_answer,
)
from mostek.exam.cases import find_case
from mostek.exam.papers import shuffled_answers

MOST_LESSONS = 200
"""The open lessons of a server: full of pupils who have answered everything they take less than 100 MB."""
MOST_OF_ADDRESS = 24
"""The open lessons from one address, which a school has: one address alone cannot fill the server."""
MOST_OF_TEACHER = 4
"""The open lessons of a teacher."""
MOST_PUPILS = 40
"""The pupils of a lesson."""
MOST_HOURS, USUAL_HOURS = 24, 3
_MISSED = 1000
"""More changes than a lesson can have between two writes."""
_HOUR = 60 * 60 * 1000
_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not confused when read aloud."""
_SHORT, _LONG = 6, 26
"""The signs of a code for typing, and of the secret in a link: 29 and 128 bits."""


class Pupil(Struct):
    """A pupil of a lesson."""

    number: int
    name: str
    token: str
    """The hash of the secret that opens the pupil's own page."""
    marks: dict[int, TaskMark]
    """By the number of the task, from 0."""


class Lesson(Struct):
    """A lesson. Times are milliseconds since 1970."""

    id: str
    teacher: str
    """The id of the person."""
    address: str
    """From which it was opened."""
    set_id: str
    tasks: ClassSet
    code: str
    """For typing; its tries are limited."""
    link: str
    """The secret in the address, too long to guess."""
    until: int
    is_open: bool
    """Whether pupils may still join."""
    pupils: dict[int, Pupil]
    version: int = 0
    """Grows with each change, so that a page that has everything gets nothing."""
    joined: int = 0
    """How many pupils have come, whether or not they are still there."""

    def order(self, task: int) -> tuple[int, ...]:
        """The rulings of a case in the order in which the class sees them, by their numbers in the case."""
        draft = self.tasks.tasks[task].draft
        return shuffled_answers(find_case(draft.case), self.id) if isinstance(draft, CaseDraft) else ()

    def pupil(self, number: int) -> Pupil:
        """The pupil with this number. Raises `ClassError`."""
        if number not in self.pupils:
            raise _no_pupil()
        return self.pupils[number]


class PupilSeat(Struct, frozen=True):
    """A pupil in a lesson."""

    lesson: Lesson
    pupil: Pupil


class Lessons:
    """The lessons of a server."""

    def __init__(self) -> None:
        self._lessons: dict[str, Lesson] = {}
        self._doors: dict[str, str] = {}
        """The lessons by their codes and links."""
        self._seats: dict[str, tuple[str, int]] = {}
        """Lesson and number of each pupil, by the hash of the secret."""
        self._when_ended: Callable[[str], None] = lambda id: None

    def when_ended(self, act: Callable[[str], None]) -> None:
        """Call this with the id of each lesson that ends."""
        self._when_ended = act

    def all(self) -> list[Lesson]:
        """The open lessons."""
        return list(self._lessons.values())

    def has(self, id: str) -> bool:
        """Whether a lesson is open."""
        return id in self._lessons

    def closes_words(self, id: str, now: int) -> bool:
        """Whether a lesson is open and its set closes vulgar words."""
        self.sweep(now)
        lesson = self._lessons.get(id)
        return lesson is not None and lesson.tasks.school_words

    def restore(self, lesson: Lesson) -> None:
        """Open a lesson again as it was before a restart."""
        # Pages may have seen a later version than the one that was stored: none of the next ones may be taken for it.
        lesson.version += _MISSED
        self._lessons[lesson.id] = lesson
        self._doors[lesson.code] = self._doors[lesson.link] = lesson.id
        for pupil in lesson.pupils.values():
            self._seats[pupil.token] = (lesson.id, pupil.number)

    def open(self, teacher: str, address: str, set_id: str, tasks: ClassSet, hours: int, now: int) -> Lesson:
        """Open a lesson. Raises `ClassError` if there are too many."""
        self.sweep(now)
        there = self._lessons.values()
        counts = (
            (sum(lesson.teacher == teacher for lesson in there), MOST_OF_TEACHER),
            (sum(lesson.address == address for lesson in there), MOST_OF_ADDRESS),
            (len(there), MOST_LESSONS),
        )
        for count, most in counts:
            if count >= most:
                raise ClassError(
                    ClassFault.TOO_MANY_LESSONS, "There are {most} open lessons; close one first.", most=most
                )
        lesson = Lesson(
            id=_random(12),
            teacher=teacher,
            address=address,
            set_id=set_id,
            tasks=tasks,
            code="",
            link="",
            until=now + min(max(hours, 1), MOST_HOURS) * _HOUR,
            is_open=True,
            pupils={},
        )
        self._lessons[lesson.id] = lesson
        self._set_doors(lesson)
        return lesson

    def of_teacher(self, teacher: str, now: int) -> list[Lesson]:
        """The open lessons of a teacher."""
        self.sweep(now)
        return [lesson for lesson in self._lessons.values() if lesson.teacher == teacher]

    def get(self, teacher: str, id: str, now: int) -> Lesson:
        """A lesson of this teacher. Raises `ClassError` for any other: that it is there, nobody else learns."""
        self.sweep(now)
        lesson = self._lessons.get(id)
        if lesson is None or lesson.teacher != teacher:
            raise ClassError(ClassFault.NO_LESSON, "There is no such lesson, or it is over.")
        return lesson

    def close(self, lesson: Lesson) -> None:
        """End a lesson: everything about its pupils is forgotten."""
        self._shut(lesson)
        for pupil in lesson.pupils.values():
            self._seats.pop(pupil.token, None)
        lesson.pupils.clear()
        self._lessons.pop(lesson.id, None)
        self._when_ended(lesson.id)

    def forget_teacher(self, teacher: str) -> None:
        """End the lessons of a person who is gone."""
        for lesson in [each for each in self._lessons.values() if each.teacher == teacher]:
            self.close(lesson)

    def renew(self, lesson: Lesson) -> None:
        """Give a lesson another code and another link: those before open nothing any more. Pupils who are in stay."""
        self._shut(lesson)
        self._set_doors(lesson)
        lesson.version += 1

    def let_in(self, lesson: Lesson, is_open: bool) -> None:
        """Let pupils join from now on, or no more."""
        lesson.is_open = is_open
        lesson.version += 1

    def remove(self, lesson: Lesson, number: int) -> None:
        """Forget a pupil: name, answers and the secret."""
        pupil = lesson.pupil(number)
        self._seats.pop(pupil.token, None)
        del lesson.pupils[number]
        lesson.version += 1

    def behind(self, code: str, now: int) -> Lesson:
        """The lesson that a code or a link opens. Raises `ClassError`."""
        self.sweep(now)
        lesson = self._lessons.get(self._doors.get(plain_code(code), ""))
        if lesson is None:
            raise ClassError(ClassFault.WRONG_CODE, "No lesson has this code. Ask your teacher for it.")
        return lesson

    def join(self, lesson: Lesson, name: str) -> tuple[PupilSeat, str]:
        """Take a pupil in. Returns the seat, and the secret that opens it. Raises `ClassError`."""
        if not lesson.is_open:
            raise ClassError(ClassFault.NOT_OPEN, "This lesson takes no more pupils. Ask your teacher.")
        if len(lesson.pupils) >= MOST_PUPILS:
            raise ClassError(ClassFault.CLASS_FULL, "The lesson is full: it has {most} pupils.", most=MOST_PUPILS)
        checked = checked_nickname(name)
        if any(pupil.name.casefold() == checked.casefold() for pupil in lesson.pupils.values()):
            raise ClassError(ClassFault.NAME_TAKEN, "Another pupil of this lesson has this name. Take another one.")
        token = _random(_LONG)
        lesson.joined += 1
        pupil = Pupil(lesson.joined, checked, _digest(token), {})
        lesson.pupils[pupil.number] = pupil
        self._seats[pupil.token] = (lesson.id, pupil.number)
        lesson.version += 1
        return PupilSeat(lesson, pupil), token

    def seat(self, token: str, now: int) -> PupilSeat:
        """The seat that a pupil's secret opens. Raises `ClassError`."""
        self.sweep(now)
        id, number = self._seats.get(_digest(token), ("", 0))
        lesson = self._lessons.get(id)
        if lesson is None or number not in lesson.pupils:
            raise _no_pupil()
        return PupilSeat(lesson, lesson.pupils[number])

    def answer(self, seat: PupilSeat, task: int, given: GivenAnswer) -> TaskMark:
        """Mark the answer of a pupil. Each task is answered once. Raises `ClassError`.

        It looks words up, so it belongs in a thread; `keep` then stores the mark.
        """
        tasks = seat.lesson.tasks
        if not 0 <= task < len(tasks.tasks):
            raise ClassError(ClassFault.NO_TASK, "The set has no such task.")
        if task in seat.pupil.marks:
            raise ClassError(ClassFault.ANSWERED, "This task is answered.")
        order = seat.lesson.order(task)
        if not order or not given.chosen or max(given.chosen) >= len(order):
            return mark_answer(tasks.tasks[task], given, tasks.lexicon)
        chosen = GivenAnswer(chosen=tuple(order[place] for place in given.chosen))
        letters = ", ".join("abcde"[place] for place in sorted(set(given.chosen)))
        return replace(mark_answer(tasks.tasks[task], chosen, tasks.lexicon), said=letters)

    def keep(self, seat: PupilSeat, task: int, mark: TaskMark) -> TaskMark:
        """Store a mark, unless the task was answered meanwhile. Returns the mark that counts."""
        kept = seat.pupil.marks.setdefault(task, mark)
        seat.lesson.version += 1
        return kept

    def sweep(self, now: int) -> None:
        """End the lessons whose time is over."""
        for lesson in [each for each in self._lessons.values() if each.until <= now]:
            self.close(lesson)

    def _set_doors(self, lesson: Lesson) -> None:
        lesson.code = next(code for code in iter(lambda: _random(_SHORT), "") if code not in self._doors)
        lesson.link = _random(_LONG)
        self._doors[lesson.code] = self._doors[lesson.link] = lesson.id

    def _shut(self, lesson: Lesson) -> None:
        for door in (lesson.code, lesson.link):
            self._doors.pop(door, None)


def plain_code(said: str) -> str:
    """A code as it is stored, however a person types it."""
    return "".join(said.lower().split()).replace("-", "")


def is_link(said: str) -> bool:
    """Whether this has the length of the secret in a link, which needs no limit of tries."""
    return len(plain_code(said)) == _LONG


def suggested_names(language: str, count: int, taken: Collection[str] = ()) -> list[str]:
    """Pseudonyms that are free in the lesson."""
    first, second = _pseudonyms().get(language) or _pseudonyms()["en"]
    known = {name.casefold() for name in taken}
    free = [f"{one} {other}" for one in first for other in second if f"{one} {other}".casefold() not in known]
    return secrets.SystemRandom().sample(free, min(count, len(free)))


def percent_of(marks: Iterable[TaskMark], tasks: int) -> int:
    """The result of a pupil: the mean over all tasks, those left out counting nothing."""
    return sum(mark.percent for mark in marks) // tasks if tasks else 0


@cache
def _pseudonyms() -> dict[str, tuple[Sequence[str], Sequence[str]]]:
    read = tomllib.loads((files("mostek.app") / "pseudonyms.toml").read_text("utf-8"))
    return {language: (words["first"], words["second"]) for language, words in read.items()}


def _no_pupil() -> ClassError:
    return ClassError(ClassFault.NO_PUPIL, "The lesson is over, or you are not in it any more.")


def _random(signs: int) -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(signs))


def _digest(token: str) -> str:
    return sha256(f"mostek pupil\n{token}".encode()).hexdigest()
