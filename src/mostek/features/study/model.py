"""Studying words: boxes of cards that come again when they are due, and questions with their answers.

The page works out when a card is due (FSRS, by ts-fsrs); here a box is checked, merged and written as a file. A card is never
taken out of a box: a removed one stays as a mark, so that no other device brings it back. Two boxes of one person become one by
`merged`, in any order and as often as one likes with the same result.

The same seed gives the same questions. A page asks the same questions without a network: `web/src/lib/words/questions.ts` does
the same, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Meta, Struct

from mostek.core.errors import SentenceError
from mostek.lexicon.core_list import core_list
from mostek.lexicon.library import OpenLexicon
from mostek.lexicon.school_words import are_fit_for_school, is_fit_for_school
from mostek.lexicon.word_search import WordSearch, WordSearchError, find_words, spelling_of
from mostek.lexicon.word_study import anagrams, hooks_of, likely

MOST_CARDS: Final = 5_000
"""The cards of a box, removed ones included."""
MOST_REVIEWS: Final = 20_000
"""The reviews of a box; beyond them the oldest are forgotten, which moves no card."""
MOST_BYTES: Final = 12 * 1024 * 1024

Kind = Literal["anagrams", "hooks", "word"]
"""The question of a card: which words the letters make, which letters hook on to the word, or whether it is a word."""
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=4_102_444_800_000)]
"""Milliseconds since 1970, before 2100."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=30)]


class BoxError(SentenceError, ValueError):
    """A file is no box, or a box has no room."""


class StudyCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card. The fields from `due` to `last` are those of FSRS."""

    kind: Kind
    question: Word
    """Letters in the order of the alphabet, or a word, in capitals."""
    lexicon: Annotated[str, Meta(max_length=81)]
    """The list that answers, NAME@EDITION."""
    answers: Annotated[tuple[Word, ...], Meta(max_length=120)]
    """The words; the letters in front, a `|`, and those behind; or for a word `yes` or `no`."""
    added: Moment
    changed: Moment
    """When the card was last reviewed, added or removed; the later of two wins."""
    due: Moment
    stability: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    difficulty: Annotated[float, Meta(ge=0, le=10)] = 0.0
    state: Annotated[int, Meta(ge=0, le=3)] = 0
    """0 new, 1 learning, 2 review, 3 relearning."""
    reps: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    lapses: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    interval: Annotated[int, Meta(ge=0, le=36_500)] = 0
    """Days from the last review until it is due."""
    step: Annotated[int, Meta(ge=0, le=100)] = 0
    """The step of learning."""
    last: Moment | None = None
    removed: bool = False

    @property
    def name(self) -> str:
        """The name of the card in its box."""
        return f"{self.kind}:{self.question}:{self.lexicon}"


class Review(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """An answer to a card."""

    at: Moment
    card: Annotated[str, Meta(max_length=130)]
    """The name of the card."""
    rating: Annotated[int, Meta(ge=1, le=4)]
    """1 again, 2 hard, 3 good, 4 easy."""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards and reviews of a person, as the file of an export has them."""

    cards: Annotated[tuple[StudyCard, ...], Meta(max_length=MOST_CARDS)] = ()
    reviews: Annotated[tuple[Review, ...], Meta(max_length=MOST_REVIEWS)] = ()
    format: Literal["mostek-box-1"] = "mostek-box-1"


class BoxPart(Struct, frozen=True):
    """The part of a stored box that a page does not have yet."""

    cards: tuple[StudyCard, ...]
    reviews: tuple[Review, ...]
    place: int
    """Up to where the page has everything now; it names this place when it asks again."""
    more: bool
    """Whether the box goes on behind this place."""


def later(one: StudyCard, other: StudyCard) -> StudyCard:
    """The card that was changed last; of two that were changed at once the same one in any order."""
    return max(one, other, key=lambda card: (card.changed, msgspec.json.encode(card)))


def merged(*boxes: Box) -> Box:
    """One box of several of the same person.

    Args:
        boxes: The boxes, in any order.

    Returns:
        The box with every card of any of them, as it was last changed, and every review.

    Raises:
        BoxError: they have more cards than a box holds.
    """
    cards: dict[str, StudyCard] = {}
    for card in (card for box in boxes for card in box.cards):
        there = cards.get(card.name)
        cards[card.name] = card if there is None else later(there, card)
    if len(cards) > MOST_CARDS:
        raise BoxError("A box holds {most} cards; these are {found}.", most=MOST_CARDS, found=len(cards))
    reviews = sorted({review for box in boxes for review in box.reviews})
    return Box(tuple(cards[name] for name in sorted(cards)), tuple(reviews[-MOST_REVIEWS:]))


def exported(box: Box) -> bytes:
    """A box as a file of JSON."""
    return msgspec.json.format(msgspec.json.encode(box), indent=1)


def imported(data: bytes) -> Box:
    """The box of a file. Raises `BoxError` for anything else."""
    if len(data) > MOST_BYTES:
        raise BoxError("This file is too large for a box of cards.")
    try:
        return msgspec.json.decode(data, type=Box)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BoxError("This file is no box of cards: it must be a box that mostek has exported.") from None


MOST_QUESTIONS: Final = 200
MOST_ANSWERS: Final = 120
_HOOKED_AT_ONCE: Final = 50
_BITS: Final = 0xFFFFFFFF
_TRIES: Final = 200
"""Changes that are tried to make a false word of a true one."""


class Question(NamedTuple):
    """A question of a quiz, or of a card, with its answers as `study.box.StudyCard` has them."""

    kind: Kind
    question: str
    answers: tuple[str, ...]


SETS: Final[Mapping[str, Callable[[OpenLexicon], Sequence[str]]]] = {
    "twos": lambda lexicon: _of_length(lexicon, 2),
    "threes": lambda lexicon: _of_length(lexicon, 3),
    "core1": lambda lexicon: core_list(lexicon)[0].words,
    "core2": lambda lexicon: core_list(lexicon)[1].words,
    "core3": lambda lexicon: core_list(lexicon)[2].words,
    "core4": lambda lexicon: core_list(lexicon)[3].words,
    "sevens": lambda lexicon: _likeliest(lexicon, 7),
    "eights": lambda lexicon: _likeliest(lexicon, 8),
}
"""The sets of words that questions are taken from: all short words, the levels of the core list, the 500 likeliest alphagrams."""


def questions(
    lexicon: OpenLexicon, kind: Kind, words: Sequence[str], count: int, seed: str, *, own: bool = False
) -> tuple[Question, ...]:
    """Questions about words of a set, in an order that depends on the seed alone.

    A question is left out if it or one of its answers is not fit for a school: leaving out the answer alone would make a right
    answer a wrong one.

    Args:
        lexicon: The list that answers.
        kind: The kind of question. Of the questions "word or not" half are about false words that differ from a true one in one
            letter and look like words: each run of three letters is in a true word of the set or of five letters or fewer.
        words: The words of the set.
        count: The most questions.
        seed: Any text.
        own: Whether a person has chosen the words, so that none of them is left out.

    Returns:
        The questions with their answers.

    Raises:
        WordSearchError: a word has other signs than letters.
    """
    name = f"{seed}/{kind}/{lexicon.pin.hash}"
    chosen = sorted(dict.fromkeys(words), key=lambda word: (chance_of(f"{name}/{word}"), word))
    if not own:
        chosen = list(filter(is_fit_for_school, chosen))
    count = min(count, MOST_QUESTIONS)
    match kind:
        case "anagrams":
            asked = _about_anagrams(lexicon, chosen, own)
        case "hooks":
            asked = _about_hooks(lexicon, chosen, own)
        case "word":
            asked = _words_or_not(lexicon, chosen, name)
    return tuple(islice(asked, count))


def words_of(lexicon: OpenLexicon, name: str) -> Sequence[str]:
    """The words of a set by its name. Raises `WordSearchError` if there is no such set."""
    if name not in SETS:
        raise WordSearchError("There is no set of words {name!r}. Known: {names}.", name=name, names=", ".join(SETS))
    return SETS[name](lexicon)


def chance_of(text: str) -> int:
    """A number of 32 bits that depends on a text alone and looks like chance, in the page as here.

    A checksum alone would put similar words together; the mixing is that of MurmurHash3.
    """
    mixed = crc32(text.encode())
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6B & _BITS
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35 & _BITS
    return mixed ^ mixed >> 16


def _about_anagrams(lexicon: OpenLexicon, chosen: Sequence[str], own: bool) -> Iterator[Question]:
    for gram in dict.fromkeys(map(_alphagram(lexicon), chosen)):
        words = anagrams(lexicon, gram, limit=MOST_ANSWERS).words
        if own or are_fit_for_school(words):
            yield Question("anagrams", gram, words)


def _about_hooks(lexicon: OpenLexicon, chosen: Sequence[str], own: bool) -> Iterator[Question]:
    for at in range(0, len(chosen), _HOOKED_AT_ONCE):
        for each in hooks_of(lexicon, chosen[at : at + _HOOKED_AT_ONCE]):
            if own or are_fit_for_school(each.longer):
                yield Question("hooks", each.word, (f"{each.front}|{each.back}",))


def _words_or_not(lexicon: OpenLexicon, chosen: Sequence[str], name: str) -> Iterator[Question]:
    seen = _runs(lexicon, chosen)
    # Two short words may differ in one letter from the same false word, which is then a question once.
    used = set(chosen)
    for word in chosen:
        is_false = chance_of(f"{name}/{word}/false") % 2 == 1
        false = _false_word(lexicon, word, seen, f"{name}/{word}", used) if is_false else None
        if false is None:
            yield Question("word", word, ("yes" if word in lexicon else "no",))
        else:
            used.add(false)
            yield Question("word", false, ("no",))


def _false_word(lexicon: OpenLexicon, word: str, seen: frozenset[str], name: str, used: Set[str]) -> str | None:
    letters = spelling_of(lexicon).letters(word)
    every = lexicon.header.letters
    for number in range(_TRIES):
        changed = list(letters)
        place = chance_of(f"{name}/{number}/place") % len(letters)
        changed[place] = chance_of(f"{name}/{number}/letter") % len(every) + 1
        made = "".join(every[code - 1] for code in changed)
        is_new = made not in lexicon and made not in used
        if is_new and all(run in seen for run in _runs_in(made)) and is_fit_for_school(made):
            return made
    return None


def _runs(lexicon: OpenLexicon, words: Sequence[str]) -> frozenset[str]:
    short = find_words(lexicon, WordSearch(longest=5), 50_000).words
    return frozenset(run for word in (*words, *short) for run in _runs_in(word))


def _runs_in(word: str) -> Iterable[str]:
    """The runs of three signs, where the ends count as signs; of a word of two letters both ends with the word."""
    marked = f"<{word}>"
    return (marked[place : place + 3] for place in range(len(marked) - 2))


def _alphagram(lexicon: OpenLexicon) -> Callable[[str], str]:
    spelling, letters = spelling_of(lexicon), lexicon.header.letters
    return lambda word: "".join(letters[code - 1] for code in sorted(spelling.letters(word)))


def _of_length(lexicon: OpenLexicon, length: int) -> Sequence[str]:
    return find_words(lexicon, WordSearch(shortest=length, longest=length), 50_000).words


def _likeliest(lexicon: OpenLexicon, length: int) -> Sequence[str]:
    return [word for row in likely(lexicon, length, 1, 500) for word in row.words]
