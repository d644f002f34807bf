"""Study, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mostek.features.study.model import Kind, Question
    from mostek.lexicon.core_list import CoreLevel
    from mostek.lexicon.word_facts import WordFacts
    from mostek.lexicon.word_search import WordSearch, WordsFound
    from mostek.lexicon.word_study import Hooks, LikelyWords

_WORDS: dict[str, Any] = {"lane": Lane.QUICK, "seconds": 10, "megabytes": 100}
SEARCH_WORDS: JobKind[[str, WordSearch, int, bool, bool], tuple[str, WordsFound, Sequence[Hooks]]] = JobKind(
    name="word search", help=Help.WORDS, target="mostek.features.study.searching:search_words", **_WORDS
)
INVALID_WORDS: JobKind[[str, Sequence[str]], tuple[str, Sequence[str]]] = JobKind(
    name="word check", help=Help.VERDICTS, target="mostek.features.study.searching:invalid_words", **_WORDS
)
LIKELY_WORDS: JobKind[[str, int, int, int, bool], tuple[str, Sequence[LikelyWords]]] = JobKind(
    name="likely words", help=Help.WORDS, target="mostek.features.study.searching:likely_words", **_WORDS
)
STEMS: JobKind[[str, str, bool], tuple[str, Mapping[str, tuple[str, ...]]]] = JobKind(
    name="stems", help=Help.WORDS, target="mostek.features.study.searching:stems_of", **_WORDS
)
FACTS_ABOUT: JobKind[[str, str, int, bool], tuple[str, WordFacts]] = JobKind(
    name="facts about a word", help=Help.WORDS, target="mostek.features.study.searching:facts_about", **_WORDS
)
CORE_LEVELS: JobKind[[str], tuple[str, Sequence[CoreLevel]]] = JobKind(
    name="core list", help=Help.WORDS, target="mostek.features.study.searching:core_levels", **_WORDS
)
ASKED_QUESTIONS: JobKind[[str, Kind, Sequence[str], str, int, str, bool], tuple[str, Sequence[Question]]] = JobKind(
    name="questions about words", help=Help.WORDS, target="mostek.features.study.searching:asked_questions", **_WORDS
)

FEATURE = Feature(
    name="study",
    commands={
        "words": ("mostek.features.study.cli:words", "Study words: anagrams, patterns, hooks, stems, likely words.")
    },
    routes=("mostek.features.study.http:routes", "mostek.features.study.http:box_routes"),
    jobs=(SEARCH_WORDS, INVALID_WORDS, LIKELY_WORDS, STEMS, FACTS_ABOUT, CORE_LEVELS, ASKED_QUESTIONS),
    own_data="mostek.features.study.store:own_data",
)
