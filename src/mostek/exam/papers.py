"""A paper: questions for a person, drawn by chance that a seed repeats, and its marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct

from mostek.exam.cases import Case, cases

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
        >>> from mostek.exam import CaseSelection, draw_paper
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
        >>> from mostek.exam import CaseSelection, draw_paper, mark_paper
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
