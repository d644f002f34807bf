"""Searches in word lists, and questions about their words.

Each answer begins with the list that gave it, `NAME@EDITION`. For a school it leaves out vulgar words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from mostek.features.study.model import Kind, Question, questions, words_of
from mostek.lexicon.core_list import CoreLevel, core_list
from mostek.lexicon.library import OpenLexicon, find, open_lexicon
from mostek.lexicon.school_hints import closed_facts, closed_hooks, closed_words
from mostek.lexicon.word_facts import WordFacts, facts_of
from mostek.lexicon.word_search import WordSearch, WordsFound, find_words
from mostek.lexicon.word_study import Hooks, LikelyWords, hooks_of, likely, stems
from mostek.messages import language


def search_words(
    lexicon: str, wanted: WordSearch, limit: int, with_hooks: bool, school: bool
) -> tuple[str, WordsFound, Sequence[Hooks]]:
    """The words that fit a search, the longest first where there are tiles, and their hooks."""
    there = _opened(lexicon)
    found = find_words(there, wanted, limit, longest_first=bool(wanted.tiles))
    if school:
        shown = closed_words(found.words)
        found = found._replace(words=shown, total=found.total - len(found.words) + len(shown))
    hooks = hooks_of(there, found.words) if with_hooks else []
    return _name(there), found, list(map(closed_hooks, hooks)) if school else hooks


def invalid_words(lexicon: str, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The words that are not in a list."""
    there = _opened(lexicon)
    return _name(there), [word for word, valid in zip(words, there.valid(words), strict=True) if not valid]


def likely_words(lexicon: str, length: int, start: int, count: int, school: bool) -> tuple[str, Sequence[LikelyWords]]:
    """The words of a length by the likelihood of drawing their letters."""
    there = _opened(lexicon)
    rows = likely(there, length, start, count)
    if school:
        rows = tuple(row._replace(words=words) for row in rows if (words := closed_words(row.words)))
    return _name(there), rows


def stems_of(lexicon: str, stem: str, school: bool) -> tuple[str, Mapping[str, tuple[str, ...]]]:
    """The words that the letters of a stem make with one more letter."""
    there = _opened(lexicon)
    found = stems(there, stem)
    if school:
        found = {letter: words for letter, every in found.items() if (words := closed_words(every))}
    return _name(there), dict(found)


def facts_about(lexicon: str, word: str, most_ranked: int, school: bool) -> tuple[str, WordFacts]:
    """The facts of a word, in the current language."""
    there = _opened(lexicon)
    facts = facts_of(there, word, language(), most_ranked=most_ranked)
    return _name(there), closed_facts(facts) if school else facts


def core_levels(lexicon: str) -> tuple[str, Sequence[CoreLevel]]:
    """The core list for schools."""
    there = _opened(lexicon)
    return _name(there), core_list(there)


def asked_questions(
    lexicon: str, kind: Kind, words: Sequence[str], of_set: str, count: int, seed: str, school: bool
) -> tuple[str, Sequence[Question]]:
    """Questions about words, or about those of a set where there are none."""
    there = _opened(lexicon)
    return _name(there), questions(
        there, kind, words or words_of(there, of_set), count, seed, own=bool(words) and not school
    )


def _opened(name: str) -> OpenLexicon:
    """An installed list, opened once. Raises `LexiconError` for an unknown one."""
    part = find(name)
    return _open(f"{part.header.name}@{part.header.edition}", part.header.hash)


@lru_cache(maxsize=4)
def _open(name: str, hash: str) -> OpenLexicon:
    return open_lexicon(name)


def _name(lexicon: OpenLexicon) -> str:
    return f"{lexicon.header.name}@{lexicon.header.edition}"
