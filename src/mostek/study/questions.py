"""Questions about words with their answers, for quizzes and for the cards of a box; the same seed gives the same questions.

A page asks the same questions without a network: `web/src/lib/words/questions.ts` does the same, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple
from zlib import crc32

from mostek.lexicon.library import OpenLexicon
from mostek.lexicon.school_words import are_fit_for_school, is_fit_for_school
from mostek.lexicon.word_search import WordSearch, WordSearchError, find_words, spelling_of
from mostek.lexicon.word_study import anagrams, hooks_of, likely
from mostek.study.box import Kind
from mostek.study.core_list import core_list

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
    for word in chosen:
        is_false = chance_of(f"{name}/{word}/false") % 2 == 1
        false = _false_word(lexicon, word, seen, f"{name}/{word}") if is_false else None
        if false is None:
            yield Question("word", word, ("yes" if word in lexicon else "no",))
        else:
            yield Question("word", false, ("no",))


def _false_word(lexicon: OpenLexicon, word: str, seen: frozenset[str], name: str) -> str | None:
    letters = spelling_of(lexicon).letters(word)
    every = lexicon.header.letters
    for number in range(_TRIES):
        changed = list(letters)
        place = chance_of(f"{name}/{number}/place") % len(letters)
        changed[place] = chance_of(f"{name}/{number}/letter") % len(every) + 1
        made = "".join(every[code - 1] for code in changed)
        if made not in lexicon and all(run in seen for run in _runs_in(made)) and is_fit_for_school(made):
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
