"""Hints without vulgar words, for a class or an event that closes them. A verdict on a word is never among the hints."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.lexicon.school_words import is_vulgar
from mostek.lexicon.word_facts import WordFacts
from mostek.lexicon.word_study import Hooks


def closed_words(words: Iterable[str]) -> tuple[str, ...]:
    """Those of some words that are not vulgar."""
    return tuple(word for word in words if not is_vulgar(word))


def closed_hooks(found: Hooks) -> Hooks:
    """Hooks without the letters that make a vulgar word, in front, behind or by leaving one out."""
    word = found.word
    return found._replace(
        front="".join(letter for letter in found.front if not is_vulgar(letter + word)),
        back="".join(letter for letter in found.back if not is_vulgar(word + letter)),
        front_hook=found.front_hook and not is_vulgar(word[1:]),
        back_hook=found.back_hook and not is_vulgar(word[:-1]),
    )


def closed_facts(facts: WordFacts) -> WordFacts:
    """The facts of a word without vulgar words beside it; a vulgar word itself keeps its verdict and is not explained."""
    return facts._replace(
        hooks=closed_hooks(facts.hooks),
        anagrams=closed_words(facts.anagrams),
        readings=() if is_vulgar(facts.word) else facts.readings,
    )
