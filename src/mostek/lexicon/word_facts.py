"""The facts of a word in one value: verdict, points, hooks, likelihood, and base form with grammatical form.

The base form of a word of two or three letters is in our own table. All others need the Grammatical Dictionary of Polish, which
the optional package morfeusz2 brings. Its library of 20 MB is larger than all the rest of mostek, so it stays optional.
"""

from __future__ import annotations

from typing import NamedTuple

from mostek.lexicon.editions import WordEditions, word_editions
from mostek.lexicon.explaining import MorphologyMissingError, WordExplanation, curated, morphology
from mostek.lexicon.library import OpenLexicon
from mostek.lexicon.word_search import LONGEST, SHORTEST, spelling_of
from mostek.lexicon.word_study import Hooks, Likelihood, anagrams, hooks, likelihood


class WordFacts(NamedTuple):
    """The facts of a word."""

    word: str
    valid: bool
    points: int
    """The sum of the values of its tiles, without premiums and blanks."""
    hooks: Hooks
    likelihood: Likelihood
    anagrams: tuple[str, ...]
    """The other words of the same letters."""
    readings: tuple[WordExplanation, ...]
    """Its base forms and grammatical forms, none where nothing explains it."""
    with_morphology: bool
    """Whether the grammatical dictionary is installed; without it only short words are explained."""
    editions: WordEditions
    """The editions of the list, of those at hand, that have the word, and those that have it not."""


def facts_of(lexicon: OpenLexicon, word: str, language: str = "pl", most_ranked: int = LONGEST) -> WordFacts:
    """The facts of a word, which need not be in the list; words of more than `most_ranked` letters get no rank.

    Raises `WordSearchError` for other signs than letters.
    """
    found = hooks(lexicon, word)
    spelled = found.word
    likely = likelihood(lexicon, spelled, most_ranked)
    readings, with_morphology = readings_of(lexicon, spelled, language)
    others = anagrams(lexicon, spelled).words if SHORTEST <= len(spelled) <= LONGEST else ()
    return WordFacts(
        word=spelled,
        valid=spelled in lexicon,
        points=spelling_of(lexicon).tiles.value(letter for letter in _letters(lexicon, spelled)),
        hooks=found,
        likelihood=likely,
        anagrams=tuple(other for other in others if other != spelled),
        readings=readings,
        with_morphology=with_morphology,
        editions=word_editions(lexicon.header.name, [spelled])[0],
    )


def readings_of(lexicon: OpenLexicon, word: str, language: str = "pl") -> tuple[tuple[WordExplanation, ...], bool]:
    """The readings of a Polish word, and whether the grammatical dictionary is installed. Words of other languages have none."""
    if spelling_of(lexicon).tiles.alphabet.name != "pl":
        return (), False
    short = curated(word)
    own = (short,) if short else ()
    try:
        return own + morphology(word, language), True
    except MorphologyMissingError:
        return own, False


def _letters(lexicon: OpenLexicon, word: str) -> list[str]:
    codes = spelling_of(lexicon).letters(word)
    return [lexicon.header.letters[code - 1] for code in codes]
