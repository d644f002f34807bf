"""The arbiters' exam: cases of the rulebooks with their rulings, papers drawn from them, and their marks.

The cases are data of the package, one file for each rulebook. A case may say how the referee plays it (`proof`), and an answer
what is then true of the game (`then`). The tests play each such case: what is said of the right answers must hold, what is said
of the others must not, so the exam cannot contradict the referee.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.core.board import Board, Square, layout
from mostek.core.moves import Placement
from mostek.core.package_data import package_data
from mostek.core.registry import RegistryError, Text, converted, files_in, read_toml
from mostek.core.tiles import tile_set
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.rules.clause import Clause
from mostek.rules.loading import clause, rulebook

FOLDERS = [package_data("mostek.features.classes") / "data"]
"""The folders with cases, one file for each rulebook, named like it."""
_MOST_ANSWERS = 5


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """A case in one language."""

    situation: Text
    question: Text
    why: Text
    """The explanation of the right ruling."""


class CaseAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A possible ruling."""

    pl: Text
    en: Text
    right: bool = False
    then: dict[str, Any] | None = None
    """A statement about the game of the proof, in the words of `corpus/README.md`; it is true of the right answers alone."""

    def text(self, language: str) -> str:
        """The ruling in Polish for `pl`, in English for any other language."""
        return self.pl if language == "pl" else self.en


class CasePosition(Struct, frozen=True, forbid_unknown_fields=True):
    """The picture of a case: words on the board, those laid last, a rack and the clocks."""

    words: tuple[str, ...] = ()
    """As they are written in notation: `H2 PRÓBUJE`."""
    laid: str = ""
    """The play that is judged, as a word, or as tiles: `H1=S J10=A`."""
    rack: str = ""
    clocks: tuple[str, ...] = ()
    """The time that each player has left."""


class CaseProof(Struct, frozen=True, forbid_unknown_fields=True):
    """How the referee or the desk plays a case, in the words of `corpus/README.md`."""

    kind: str = "game"
    given: dict[str, Any] = {}
    when: tuple[Any, ...] = ()


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A case of the exam."""

    id: Text
    clauses: Annotated[tuple[Text, ...], Meta(min_length=1)]
    """The clause that decides first, then others that belong to it."""
    difficulty: Annotated[int, Meta(ge=1, le=3)]
    pl: Wording
    en: Wording
    answers: Annotated[tuple[CaseAnswer, ...], Meta(min_length=2, max_length=_MOST_ANSWERS)]
    shown: CasePosition | None = None
    proof: CaseProof | None = None
    rulebook: str = ""

    def wording(self, language: str) -> Wording:
        """The case in Polish for `pl`, in English for any other language."""
        return self.pl if language == "pl" else self.en

    @property
    def right(self) -> frozenset[int]:
        """The numbers of the right answers, from 0."""
        return frozenset(number for number, answer in enumerate(self.answers) if answer.right)

    @property
    def cited(self) -> tuple[Clause, ...]:
        """The clauses with their wording."""
        return tuple(clause(identifier) for identifier in self.clauses)


class CaseFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The cases of one rulebook, in the order of the document."""

    case: tuple[Case, ...]


@cache
def cases() -> Mapping[str, Case]:
    """All cases by their ids, in the order of the rulebooks and of their clauses.

    Returns:
        The cases; the same object each time.

    Raises:
        RegistryError: a file is incomplete, cites a clause that does not exist or is not of its rulebook, has two cases with one
            id, or a case without a right answer or without a wrong one.

    Example:
        >>> from mostek.features.classes.exam import cases
        >>> cases()["gen-one-tile"].rulebook
        'gen'
    """
    found: dict[str, Case] = {}
    for name, file in files_in(FOLDERS).items():
        for case in converted(file.name, read_toml(file), CaseFile).case:
            if case.id in found:
                raise RegistryError(file.name, case.id, "Another entry is called {name!r} too.", name=case.id)
            found[case.id] = _checked(file.name, name, case)
    return found


def find_case(id: str) -> Case:
    """The case with this id.

    Args:
        id: the id, as it stands in its file.

    Returns:
        The case.

    Raises:
        LookupError: there is no such case.

    Example:
        >>> from mostek.features.classes.exam import find_case
        >>> find_case("gen-one-tile").difficulty
        1
    """
    try:
        return cases()[id]
    except KeyError:
        raise LookupError(f"no case {id!r}") from None


def _checked(file: str, name: str, case: Case) -> Case:
    """The case with its rulebook, or an error."""
    prefixes = _prefixes(name)
    for identifier in case.clauses:
        try:
            known = clause(identifier).id == identifier
        except LookupError:
            known = False
        if not known or identifier.partition("-")[0] not in prefixes:
            raise RegistryError(file, case.id, "There is no clause {name!r}.", name=identifier)
    if not 0 < len(case.right) < len(case.answers):
        raise RegistryError(file, case.id, "A case has a right answer and a wrong one.")
    return replace(case, rulebook=name)


def _prefixes(name: str) -> set[str]:
    """The prefixes of the clauses that hold under a rulebook: its own and those of its bases."""
    book = rulebook(name)
    return {book.prefix} | (_prefixes(book.base) if book.base else set())


_ALPHABET = tile_set("pl-current").alphabet


class ShownBoard(Struct, frozen=True):
    """A board as a case shows it."""

    board: Board
    """With the tiles that were laid last."""
    laid: frozenset[Square]
    """Where those tiles lie."""


def shown_board(position: CasePosition) -> ShownBoard:
    """The board that a case shows. Raises `ValueError` for a word that does not fit."""
    board = Board(layout())
    for word in position.words:
        board = board.lay(_read(board, word).tiles)
    laid = _read(board, position.laid) if position.laid else Placement({})
    return ShownBoard(board.lay(laid.tiles), frozenset(laid.tiles))


def _read(board: Board, written: str) -> Placement:
    """A word with its place, or single tiles."""
    if "=" in written:
        pairs = (each.partition("=") for each in written.split())
        return Placement({Square.named(name): _ALPHABET.spell(letter)[0] for name, _, letter in pairs})
    place, _, word = written.partition(" ")
    square, direction = parse_coordinate(place, Orientation.LETTERED_ROWS)
    return Placement.along(board, square, direction, _ALPHABET.spell(word))


MOST_QUESTIONS = 200
"""The questions that one paper may have."""
PASSED = 80
"""The percentage from which an exam is passed."""


class CaseSelection(Struct, frozen=True):
    """The cases from which a paper is drawn; what is empty restricts nothing."""

    rulebooks: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    """Clauses, or the beginnings of their numbers: the number of a chapter means all its clauses."""
    difficulties: tuple[int, ...] = ()

    def has(self, case: Case) -> bool:
        """Whether a case is among them."""
        return (
            (not self.rulebooks or case.rulebook in self.rulebooks)
            and (not self.difficulties or case.difficulty in self.difficulties)
            and (not self.clauses or any(begins(cited, wanted) for cited in case.clauses for wanted in self.clauses))
        )


class PaperQuestion(Struct, frozen=True):
    """A case on a paper, with its answers in the order in which they are shown."""

    case: Case
    order: tuple[int, ...]
    """The numbers of the answers, as they are in the case."""

    @property
    def right(self) -> frozenset[int]:
        """The right answers by their place on the paper, from 0."""
        return frozenset(place for place, number in enumerate(self.order) if number in self.case.right)


class Paper(Struct, frozen=True):
    """The questions of one exam."""

    seed: str
    questions: tuple[PaperQuestion, ...]


class Marked(Struct, frozen=True):
    """The marks of a paper."""

    right: tuple[bool, ...]
    """For each question whether exactly the right answers were chosen."""
    read_again: tuple[str, ...]
    """The clauses of the questions that were missed, each once, in the order of the questions."""

    @property
    def percent(self) -> int:
        """The questions answered rightly, in hundredths, rounded down."""
        return 100 * sum(self.right) // len(self.right) if self.right else 0

    @property
    def passed(self) -> bool:
        """Whether so many are right that the exam is passed."""
        return self.percent >= PASSED


def begins(clause: str, wanted: str) -> bool:
    """Whether a clause is one of those that a person names: a chapter means its clauses, but not one whose number is longer."""
    rest = clause.upper().removeprefix(wanted.upper())
    return len(rest) < len(clause) and not (wanted[-1:].isdigit() and rest[:1].isdigit())


def draw_paper(selection: CaseSelection, count: int, seed: str, of: Mapping[str, Case] | None = None) -> Paper:
    """Draw a paper.

    Args:
        selection: the cases from which it is drawn.
        count: the number of questions; fewer if there are not so many cases.
        seed: the same seed, selection and number make the same paper.
        of: the cases; by default all of the package.

    Returns:
        The paper. Its questions go from easy to hard.

    Raises:
        ValueError: the number of questions is not from 1 to 200.

    Example:
        >>> from mostek.features.classes.exam import CaseSelection, draw_paper
        >>> paper = draw_paper(CaseSelection(rulebooks=("pfs",)), 5, "monday")
        >>> len(paper.questions), paper == draw_paper(CaseSelection(rulebooks=("pfs",)), 5, "monday")
        (5, True)
    """
    if not 1 <= count <= MOST_QUESTIONS:
        raise ValueError(f"{count} questions: from 1 to {MOST_QUESTIONS} can be asked")
    found = [case for case in (cases() if of is None else of).values() if selection.has(case)]
    drawn = sorted(found, key=lambda case: _lot(seed, case.id))[:count]
    drawn.sort(key=lambda case: (case.difficulty, _lot(seed, case.id)))
    return Paper(seed, tuple(PaperQuestion(case, shuffled_answers(case, seed)) for case in drawn))


def mark_paper(paper: Paper, chosen: Sequence[Collection[int]]) -> Marked:
    """Mark a paper.

    Args:
        paper: the paper.
        chosen: for each question the answers that were chosen, by their place on the paper; nothing for one left out.

    Returns:
        The marks. A question is right if all its right answers were chosen, and no other.

    Raises:
        ValueError: there are not as many answers as questions.

    Example:
        >>> from mostek.features.classes.exam import CaseSelection, draw_paper, mark_paper
        >>> paper = draw_paper(CaseSelection(rulebooks=("gen",)), 3, "monday")
        >>> mark_paper(paper, [question.right for question in paper.questions]).percent
        100
    """
    if len(chosen) != len(paper.questions):
        raise ValueError(f"{len(chosen)} answers to {len(paper.questions)} questions")
    right = tuple(frozenset(answer) == question.right for question, answer in zip(paper.questions, chosen, strict=True))
    missed = [question.case for question, is_right in zip(paper.questions, right, strict=True) if not is_right]
    return Marked(right, tuple(dict.fromkeys(clause for case in missed for clause in case.clauses)))


def shuffled_answers(case: Case, seed: str) -> tuple[int, ...]:
    """The numbers of the answers of a case in an order that the seed repeats."""
    return tuple(sorted(range(len(case.answers)), key=lambda number: _lot(seed, f"{case.id}/{number}")))


def _lot(seed: str, name: str) -> str:
    """The lot of a name: the same for the same seed, on every machine."""
    return sha256(f"mostek exam\n{seed}\n{name}".encode()).hexdigest()
