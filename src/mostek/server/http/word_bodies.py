"""The bodies of the endpoints of words and of the box of cards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mostek.server.http.bodies import Body
from mostek.study.box import Kind, Review, StudyCard

MOST_WORDS = 500
"""The most words of an answer."""
MOST_SENT = 100
"""The most cards in a request; a request has 64 kB at most."""


class HooksTold(Struct, frozen=True):
    """The letters that make another word in front of a word and behind it, and whether it is one without an end."""

    word: str
    front: str
    back: str
    front_hook: bool
    back_hook: bool


class WordsTold(Struct, frozen=True):
    """The words that fit a search."""

    lexicon: str
    """The list, NAME@EDITION."""
    words: tuple[str, ...]
    total: int
    """How many fit, of which `words` are the first."""
    is_complete: bool
    """Whether the whole list was searched."""
    hooks: tuple[HooksTold, ...]
    """The hooks of the words, if they were wished for."""


class WordsChecked(Struct, frozen=True):
    """The words that were looked up and are not in the list."""

    lexicon: str
    unknown: tuple[str, ...]


class LikelyTold(Struct, frozen=True):
    """The words of an alphagram."""

    rank: int
    alphagram: str
    combinations: int
    words: tuple[str, ...]


class LikelyWordsTold(Struct, frozen=True):
    """The likeliest words of a length."""

    lexicon: str
    rows: tuple[LikelyTold, ...]


class StemTold(Struct, frozen=True):
    """The words that a stem makes with one more letter."""

    letter: str
    words: tuple[str, ...]


class StemsTold(Struct, frozen=True):
    """The words that a stem makes, by the letter."""

    lexicon: str
    stem: str
    letters: tuple[StemTold, ...]


class ReadingTold(Struct, frozen=True):
    """A base form and a grammatical form."""

    lemma: str
    form: str
    source: str


class WordTold(Struct, frozen=True):
    """The facts of a word."""

    lexicon: str
    word: str
    valid: bool
    points: int
    hooks: HooksTold
    anagrams: tuple[str, ...]
    alphagram: str
    combinations: int
    rank: int | None
    """Its place among the alphagrams of its length; `null` if its letters make no word, or it has more than nine."""
    of: int
    readings: tuple[ReadingTold, ...]
    with_morphology: bool
    """Whether the grammatical dictionary is installed here; otherwise only short words have readings."""
    editions: str
    """In which editions of the list the word is valid, in words; empty where all that are here say the same."""


class CoreTold(Struct, frozen=True):
    """A level of the core list."""

    level: int
    title: str
    words: tuple[str, ...]


class CoreListTold(Struct, frozen=True):
    """The core list for schools."""

    lexicon: str
    levels: tuple[CoreTold, ...]


class QuestionTold(Struct, frozen=True):
    """A question with its answers: quizzes and cards are for oneself, and go on without a network."""

    kind: Kind
    question: str
    answers: tuple[str, ...]


class QuestionsTold(Struct, frozen=True):
    """The questions of a quiz, or of new cards."""

    lexicon: str
    questions: tuple[QuestionTold, ...]


class BoxChanges(Body, frozen=True):
    """The changes of a box since the page last sent some, and up to where the page has everything."""

    cards: Annotated[tuple[StudyCard, ...], Meta(max_length=MOST_SENT)] = ()
    reviews: Annotated[tuple[Review, ...], Meta(max_length=4 * MOST_SENT)] = ()
    since: Annotated[int, Meta(ge=0, le=1 << 53)] = 0
