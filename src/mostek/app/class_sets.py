"""Sets of tasks that a teacher makes for a class: positions, words and cases of the exam; and the marks of answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from mostek.app.users import AccountError, checked_name
from mostek.core.board import Board, Square, layout
from mostek.core.errors import SentenceError
from mostek.core.moves import Placement, faults, score, words_formed
from mostek.core.tiles import Tile, TileError, Tiles, tile_set
from mostek.engine.kernel import POINT
from mostek.exam.cases import find_case
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
    said = f"{formed[0].start.written(formed[0].direction)} {formed[0]}"
    if wrong:
        return TaskMark(0, said, points, wrong)
    draft = task.draft
    assert isinstance(draft, PositionDraft)
    if draft.counts == "score":
        return TaskMark(_share(points, solution.points), said, points)
    equity = solution.equities.get(tiles_key(tiles))
    if equity is None:
        return TaskMark(0, said, points)
    lost = solution.equity - equity
    return TaskMark(_share(max(solution.points, 1) * POINT - lost, max(solution.points, 1) * POINT), said, points)


def _share(got: int, best: int) -> int:
    return max(0, min(100, 100 * got // best)) if best > 0 else 100


def _tiles(squares: dict[str, str]) -> dict[Square, Tile]:
    try:
        return {Square.named(name): _TILES.alphabet.spell(tile)[0] for name, tile in squares.items()}
    except (ValueError, IndexError):
        raise ClassError(ClassFault.BAD_ANSWER, "This is no answer to this task.") from None
