"""The cases of the exam, read from the data of the package: one file for each rulebook in `data/`.

A case may say how the referee plays it (`proof`), and an answer what is then true of the game (`then`). The tests play each such
case: what is said of the right answers must hold, what is said of the others must not, so the exam cannot contradict the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.core.registry import RegistryError, Text, converted, files_in, read_toml
from mostek.rules.clause import Clause
from mostek.rules.loading import clause, rulebook

FOLDERS = [files("mostek.exam") / "data"]
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
        >>> from mostek.exam import cases
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
        >>> from mostek.exam import find_case
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
