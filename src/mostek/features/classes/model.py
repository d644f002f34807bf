"""Sets of tasks that teachers make, and the lessons in which a class solves them.

A pupil has no account. The code of the lesson lets a pupil in; from then on a secret of the pupil's own opens their answers, and
no one else's. Until it ends, a server keeps a lesson beside its memory in one file, which is deleted in the same moment; nothing
is in its database, a log or a copy. A teacher who wants to keep results saves the table.
"""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.app.users import AccountError, checked_name
from mostek.core.board import Board, Square, layout
from mostek.core.errors import SentenceError
from mostek.core.moves import Placement, faults, score, words_formed
from mostek.core.package_data import package_data
from mostek.core.tiles import Tile, TileError, Tiles, tile_set
from mostek.engine.kernel import POINT
from mostek.features.classes.exam import find_case, shuffled_answers
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import open_lexicon

MOST_TASKS = 40
"""The tasks of a set."""
MOST_SETS = 30
"""The sets of a teacher."""
LONGEST_TITLE = 80
_TILES = tile_set("pl-current")
_SHORTEST, _LONGEST = 2, 15
"""The letters of a word that a board can hold."""
RACK = 7


class ClassFault(StrEnum):
    """The faults of sets, lessons and answers."""

    NO_SET = "no_set"
    TOO_MANY_SETS = "too_many_sets"
    TOO_LARGE = "set_too_large"
    BAD_TASK = "bad_task"
    NO_LESSON = "no_lesson"
    TOO_MANY_LESSONS = "too_many_lessons"
    WRONG_CODE = "wrong_class_code"
    NOT_OPEN = "joining_closed"
    CLASS_FULL = "class_full"
    NAME_TAKEN = "nickname_taken"
    BAD_NAME = "bad_nickname"
    NO_PUPIL = "no_pupil"
    NO_TASK = "no_task"
    ANSWERED = "task_answered"
    BAD_ANSWER = "bad_answer"


class ClassError(SentenceError, ValueError):
    """A set, a lesson or an answer that cannot be. Its sentence is a key of the catalogue."""

    def __init__(self, fault: ClassFault, sentence: str, /, **params: object) -> None:
        super().__init__(sentence, **params)
        self.fault = fault


class PositionDraft(Struct, frozen=True, forbid_unknown_fields=True, tag="position"):
    """A position in which the best play is sought: words on the board or a line of CGP, and the rack."""

    board: Annotated[str, Meta(max_length=1200)]
    rack: Annotated[str, Meta(min_length=1, max_length=20)]
    counts: Literal["score", "equity"] = "score"
    """Whether a play is measured by its points, or by its points and what is left on the rack."""


class WordDraft(Struct, frozen=True, forbid_unknown_fields=True, tag="word"):
    """A word of which pupils say whether it is allowed."""

    word: Annotated[str, Meta(min_length=2, max_length=30)]


class AnagramDraft(Struct, frozen=True, forbid_unknown_fields=True, tag="anagram"):
    """Letters out of which a word is made that uses all of them."""

    letters: Annotated[str, Meta(min_length=2, max_length=20)]


class CaseDraft(Struct, frozen=True, forbid_unknown_fields=True, tag="case"):
    """A case of the arbiters' exam, by its id: what the ruling is, and why."""

    case: Annotated[str, Meta(min_length=1, max_length=60)]


TaskDraft: TypeAlias = PositionDraft | WordDraft | AnagramDraft | CaseDraft
TaskKind: TypeAlias = Literal["position", "word", "anagram", "case"]
"""The tags of the drafts."""


class SetDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """A set as a teacher writes it."""

    title: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
    tasks: Annotated[tuple[TaskDraft, ...], Meta(min_length=1, max_length=MOST_TASKS)]
    lexicon: Annotated[str, Meta(max_length=60)] = DEFAULT
    explain: bool = True
    """Whether a pupil sees after each answer whether it was right, and why."""
    school_words: bool = True
    """Whether its pupils see no vulgar words: in its tasks and solutions, and in hints of this server while a lesson is open.
    Verdicts on words do not depend on it."""


class Solution(Struct, frozen=True):
    """The solution of a task, found when its set was made."""

    squares: dict[str, str] = {}
    """The tiles on the board of a position; small letters are blanks."""
    rack: str = ""
    best: str = ""
    """The best play as it is written, `H8 KOT`."""
    points: int = 0
    equity: int = 0
    """Of the best play, in thousandths of a point."""
    equities: dict[str, int] = {}
    """The equity of the best plays by the tiles that they lay; see `tiles_key`."""
    valid: bool = False
    words: tuple[str, ...] = ()
    """The words that solve an anagram, as they are shown."""
    unshown: tuple[str, ...] = ()
    """The other words that solve it."""


class ClassTask(Struct, frozen=True):
    """A task with its solution."""

    draft: TaskDraft
    solution: Solution


class ClassSet(Struct, frozen=True):
    """A set that can be given to a class."""

    title: str
    tasks: tuple[ClassTask, ...]
    lexicon: str
    """With its edition, so that a verdict stays what it was."""
    explain: bool
    school_words: bool = True

    @property
    def draft(self) -> SetDraft:
        """The set as the teacher wrote it."""
        tasks = tuple(task.draft for task in self.tasks)
        return SetDraft(self.title, tasks, self.lexicon, self.explain, self.school_words)


class GivenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of a pupil; one field for each kind of task."""

    tiles: Annotated[dict[str, Annotated[str, Meta(max_length=2)]], Meta(max_length=7)] | None = None
    """The tiles laid, by square; small letters are blanks."""
    valid: bool | None = None
    word: Annotated[str, Meta(max_length=30)] | None = None
    chosen: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(max_length=5)] | None = None


class TaskMark(Struct, frozen=True):
    """The worth of an answer."""

    percent: int
    """From 0 to 100."""
    said: str
    """The answer in short, for the teacher: a play, a word, the letters of rulings."""
    points: int | None = None
    """The points of a play."""
    wrong_words: tuple[str, ...] = ()
    """The words of a play that are not allowed."""


def in_order(letters: str) -> str:
    """The letters of an anagram in the order of the alphabet: a teacher may have written the word itself."""
    return _TILES.alphabet.sort("".join(letters.split()).upper())


def mark_answer(task: ClassTask, given: GivenAnswer, lexicon: str) -> TaskMark:
    """The mark of an answer. Raises `ClassError` for one that does not fit the task, which the pupil may then put right."""
    match task.draft:
        case PositionDraft():
            if given.tiles is not None:
                return _marked_play(task, given.tiles, lexicon)
        case WordDraft():
            if given.valid is not None:
                return TaskMark(100 * (given.valid is task.solution.valid), "✓" if given.valid else "✗")
        case AnagramDraft():
            if given.word is not None:
                word = checked_word(given.word)
                is_right = word in task.solution.words or word in task.solution.unshown
                return TaskMark(100 * is_right, word)
        case CaseDraft(case):
            if given.chosen:
                chosen = frozenset(given.chosen)
                if max(chosen) < len(find_case(case).answers):
                    said = ", ".join("abcde"[number] for number in sorted(chosen))
                    return TaskMark(100 * (chosen == find_case(case).right), said)
    raise ClassError(ClassFault.BAD_ANSWER, "This is no answer to this task.")


def tiles_key(tiles: dict[str, str]) -> str:
    """The tiles of a play as one text, the same however they were laid."""
    return " ".join(f"{square}={tile}" for square, tile in sorted(tiles.items()))


def checked_nickname(name: str) -> str:
    """A nickname of a pupil. Raises `ClassError`."""
    try:
        checked = checked_name(name)
    except AccountError as error:
        raise ClassError(ClassFault.BAD_NAME, error.sentence, **error.params) from None
    if len(checked) > LONGEST_NICKNAME:
        raise ClassError(ClassFault.BAD_NAME, "The name is too long: at most {most} characters.", most=LONGEST_NICKNAME)
    return checked


LONGEST_NICKNAME = 24


def checked_word(text: str) -> str:
    """A word in capitals, of the letters of the alphabet alone."""
    word = "".join(text.split()).upper()
    try:
        letters = _TILES.alphabet.word(word)
    except TileError:
        letters = ()
    if not _SHORTEST <= len(letters) <= _LONGEST:
        raise ClassError(
            ClassFault.BAD_ANSWER, "{word} is no word: only letters lie on a board.", word=text.strip()[:30] or "–"
        )
    return word


def checked_rack(text: str) -> Tiles:
    """The tiles of a rack as it is typed. Raises `ClassError`."""
    try:
        rack = _TILES.alphabet.rack("".join(text.split()).upper())
    except TileError:
        rack = Tiles()
    if not 1 <= len(rack) <= RACK:
        raise ClassError(ClassFault.BAD_TASK, "A rack has one to seven letters; ? is a blank.")
    return rack


def _marked_play(task: ClassTask, tiles: dict[str, str], lexicon: str) -> TaskMark:
    solution = task.solution
    board = Board(layout(), _tiles(solution.squares))
    placement = Placement(_tiles(tiles))
    if not tiles or faults(board, placement, checked_rack(solution.rack), _TILES.alphabet):
        raise ClassError(ClassFault.BAD_ANSWER, "These tiles cannot lie so: one line, connected, from the rack.")
    formed = words_formed(board, placement)
    words = [word.text for word in formed]
    allowed = open_lexicon(lexicon).valid(words)
    wrong = tuple(word for word, is_valid in zip(words, allowed, strict=True) if not is_valid)
    points = score(board, placement, _TILES).total
    sentence = f"{formed[0].start.written(formed[0].direction)} {formed[0]}"
    if wrong:
        return TaskMark(0, sentence, points, wrong)
    draft = task.draft
    assert isinstance(draft, PositionDraft)
    if draft.counts == "score":
        return TaskMark(_share(points, solution.points), sentence, points)
    equity = solution.equities.get(tiles_key(tiles))
    if equity is None:
        return TaskMark(0, sentence, points)
    lost = solution.equity - equity
    return TaskMark(_share(max(solution.points, 1) * POINT - lost, max(solution.points, 1) * POINT), sentence, points)


def _share(got: int, best: int) -> int:
    return max(0, min(100, 100 * got // best)) if best > 0 else 100


def _tiles(squares: dict[str, str]) -> dict[Square, Tile]:
    try:
        return {Square.named(name): _TILES.alphabet.spell(tile)[0] for name, tile in squares.items()}
    except (ValueError, IndexError):
        raise ClassError(ClassFault.BAD_ANSWER, "This is no answer to this task.") from None


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
        self.take_over(lesson)

    def take_over(self, lesson: Lesson) -> None:
        """Hold a lesson as another node has left it, in the place of what was held."""
        if (there := self._lessons.get(lesson.id)) is not None:
            self._shut(there)
            for pupil in there.pupils.values():
                self._seats.pop(pupil.token, None)
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

    def end_lesson(self, id: str) -> None:
        """End the lesson of this id, if it is open."""
        if (lesson := self._lessons.get(id)) is not None:
            self.close(lesson)

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


def plain_code(typed: str) -> str:
    """A code as it is stored, however a person types it."""
    return "".join(typed.lower().split()).replace("-", "")


def is_link(typed: str) -> bool:
    """Whether this has the length of the secret in a link, which needs no limit of tries."""
    return len(plain_code(typed)) == _LONG


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
    read = tomllib.loads((package_data("mostek.features.classes") / "pseudonyms.toml").read_text("utf-8"))
    return {language: (words["first"], words["second"]) for language, words in read.items()}


def _no_pupil() -> ClassError:
    return ClassError(ClassFault.NO_PUPIL, "The lesson is over, or you are not in it any more.")


def _random(signs: int) -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(signs))


def _digest(token: str) -> str:
    return sha256(f"mostek pupil\n{token}".encode()).hexdigest()
