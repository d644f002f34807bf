"""The endpoints for words: searches, hooks, stems, likely words, facts, the core list, and questions about them.

Nobody searches while a game of theirs is in progress, as nobody analyses then. Every answer is bounded. The costly searches wait
in the queue of slow requests, one at a time and each visitor in turn, so games in progress go on beside them; the longest one,
through all of a list of 3.4 million words, takes a quarter of a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from typing import Annotated, Any, TypeVar

from litestar import Router, get
from litestar.params import FromPath, QueryParameter

from mostek.app.users import User
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import OpenLexicon, find, open_lexicon
from mostek.lexicon.school_hints import closed_facts, closed_hooks, closed_words
from mostek.lexicon.word_facts import WordFacts, facts_of
from mostek.lexicon.word_search import LONGEST, MOST_PARTS, SHORTEST, WordSearch, WordSearchError, find_words
from mostek.lexicon.word_study import Hooks, hooks_of, likely, stems
from mostek.messages import language, text
from mostek.messages.study import LEVELS
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.http.school_hints import SchoolHints
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.word_bodies import (
    MOST_WORDS,
    CoreListTold,
    CoreTold,
    HooksTold,
    LikelyTold,
    LikelyWordsTold,
    QuestionsTold,
    QuestionTold,
    ReadingTold,
    StemsTold,
    StemTold,
    WordsChecked,
    WordsTold,
    WordTold,
)
from mostek.study.box import Kind
from mostek.study.core_list import core_list
from mostek.study.questions import MOST_QUESTIONS, questions, words_of

MOST_RANKED = 9
"""The most letters of words that are ranked here: the table of longer ones takes up to 16 MB and a second."""

Name = Annotated[str, QueryParameter(name="lexicon", max_length=81)]
Letters = Annotated[str, QueryParameter(max_length=2 * MOST_PARTS)]
Length = Annotated[int, QueryParameter(ge=SHORTEST, le=LONGEST)]

_Told = TypeVar("_Told")
_explaining = Lock()
"""The grammatical dictionary answers one thread at a time."""


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    return Router(
        "/words",
        route_handlers=[search_words, look_words_up, show_likely, show_stems, show_word, show_core, ask_questions],
        middleware=by_both("words", limits.words),
        tags=["words"],
    )


@get("/search", operation_id="search_words", responses=problems(400, 409, 429))
async def search_words(
    services: WithServices,
    person: Asking,
    school_hints: SchoolHints,
    lexicon: Name = DEFAULT,
    pattern: Letters = "",
    tiles: Letters = "",
    contains: Letters = "",
    excludes: Letters = "",
    shortest: Length = SHORTEST,
    longest: Length = LONGEST,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_WORDS)] = 200,
    hooks: Annotated[bool, QueryParameter()] = False,
) -> WordsTold:
    """The words that fit a pattern, are made of tiles, have and lack letters, the longest first where there are tiles."""
    wanted = WordSearch(pattern, tiles, contains, excludes, shortest, longest)

    def work() -> WordsTold:
        there = opened(lexicon)
        found = find_words(there, wanted, limit, longest_first=bool(tiles))
        shown = closed_words(found.words) if school_hints else found.words
        known = hooks_of(there, shown) if hooks else []
        if school_hints:
            known = list(map(closed_hooks, known))
        total = found.total - len(found.words) + len(shown)
        return WordsTold(_full(there), shown, total, found.is_complete, tuple(map(_hooks, known)))

    return await _answered(services, person, work)


@get("/valid", operation_id="look_words_up", responses=problems(400, 409, 429))
async def look_words_up(
    services: WithServices,
    person: Asking,
    words: Annotated[str, QueryParameter(max_length=4000)] = "",
    lexicon: Name = DEFAULT,
) -> WordsChecked:
    """Whether each of some words, with spaces between them, is in the list."""

    def work() -> WordsChecked:
        there = opened(lexicon)
        asked = tuple(dict.fromkeys(words.upper().split()))[:MOST_WORDS]
        verdicts = zip(asked, there.valid(asked), strict=True)
        return WordsChecked(_full(there), tuple(word for word, valid in verdicts if not valid))

    return await _answered(services, person, work)


@get("/likely", operation_id="show_likely_words", responses=problems(400, 409, 429))
async def show_likely(
    services: WithServices,
    person: Asking,
    school_hints: SchoolHints,
    lexicon: Name = DEFAULT,
    length: Annotated[int, QueryParameter(ge=SHORTEST, le=MOST_RANKED)] = 7,
    start: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_WORDS)] = 100,
) -> LikelyWordsTold:
    """The words of a length by the likelihood of drawing their letters from a full bag."""

    def work() -> LikelyWordsTold:
        there = opened(lexicon)
        rows = likely(there, length, start, count)
        if school_hints:
            rows = tuple(row._replace(words=words) for row in rows if (words := closed_words(row.words)))
        return LikelyWordsTold(_full(there), tuple(LikelyTold(*row) for row in rows))

    return await _answered(services, person, work)


@get("/stems/{stem:str}", operation_id="show_stems", responses=problems(400, 409, 429))
async def show_stems(
    services: WithServices, person: Asking, school_hints: SchoolHints, stem: FromPath[str], lexicon: Name = DEFAULT
) -> StemsTold:
    """The words that the letters of a stem make with one more letter."""

    def work() -> StemsTold:
        there = opened(lexicon)
        found = stems(there, stem[: 2 * LONGEST])
        if school_hints:
            found = {letter: words for letter, every in found.items() if (words := closed_words(every))}
        return StemsTold(_full(there), stem.upper(), tuple(StemTold(*each) for each in found.items()))

    return await _answered(services, person, work)


@get("/about/{word:str}", operation_id="show_word", responses=problems(400, 409, 429))
async def show_word(
    services: WithServices, person: Asking, school_hints: SchoolHints, word: FromPath[str], lexicon: Name = DEFAULT
) -> WordTold:
    """The facts of a word: verdict, points, hooks, anagrams, likelihood, base form and grammatical form."""
    if len(word) > 2 * LONGEST:
        raise WordSearchError("Words have {shortest} to {longest} letters.", shortest=SHORTEST, longest=LONGEST)
    spoken = language()

    def work() -> WordTold:
        there = opened(lexicon)
        with _explaining:
            facts = facts_of(there, word, spoken, most_ranked=MOST_RANKED)
        return _told(there, closed_facts(facts) if school_hints else facts)

    return await _answered(services, person, work)


@get("/core", operation_id="show_core_list", responses=problems(400, 409, 429))
async def show_core(services: WithServices, person: Asking, lexicon: Name = DEFAULT) -> CoreListTold:
    """The core list for schools: the most useful short words in four levels."""
    titles = {level: text(title) for level, title in LEVELS.items()}

    def work() -> CoreListTold:
        there = opened(lexicon)
        levels = (CoreTold(each.level, titles[each.level], each.words) for each in core_list(there))
        return CoreListTold(_full(there), tuple(levels))

    return await _answered(services, person, work)


@get("/questions", operation_id="ask_questions", responses=problems(400, 409, 429))
async def ask_questions(
    services: WithServices,
    person: Asking,
    school_hints: SchoolHints,
    kind: Annotated[Kind, QueryParameter()],
    set: Annotated[str, QueryParameter(max_length=20)] = "core1",
    words: Annotated[str, QueryParameter(max_length=4000)] = "",
    count: Annotated[int, QueryParameter(ge=1, le=MOST_QUESTIONS)] = 20,
    seed: Annotated[str, QueryParameter(max_length=64)] = "",
    lexicon: Name = DEFAULT,
) -> QuestionsTold:
    """Questions about the words of a set, or about words of one's own, in an order that the seed decides."""

    def work() -> QuestionsTold:
        there = opened(lexicon)
        chosen = words.upper().split()[:MOST_QUESTIONS] if words else words_of(there, set)
        asked = questions(there, kind, chosen, count, seed, own=bool(words) and not school_hints)
        return QuestionsTold(_full(there), tuple(QuestionTold(*each) for each in asked))

    return await _answered(services, person, work)


async def _answered(services: Services, person: User | None, work: Callable[[], _Told]) -> _Told:
    if await services.is_playing(person):
        raise RequestRefused(
            HTTPStatus.CONFLICT, "playing", "You are playing a game now. Words can be searched again when it is over."
        )
    return await asyncio.to_thread(work)


def opened(name: str) -> OpenLexicon:
    """An installed list, opened once. Raises `LexiconError` for an unknown one."""
    part = find(name)
    return _opened(f"{part.header.name}@{part.header.edition}", part.header.hash)


@lru_cache(maxsize=8)
def _opened(name: str, hash: str) -> OpenLexicon:
    return open_lexicon(name)


def _full(lexicon: OpenLexicon) -> str:
    return f"{lexicon.header.name}@{lexicon.header.edition}"


def _hooks(found: Hooks) -> HooksTold:
    return HooksTold(*found)


def _told(lexicon: OpenLexicon, facts: WordFacts) -> WordTold:
    odds: Any = facts.likelihood
    return WordTold(
        lexicon=_full(lexicon),
        word=facts.word,
        valid=facts.valid,
        points=facts.points,
        hooks=_hooks(facts.hooks),
        anagrams=facts.anagrams[:MOST_WORDS],
        alphagram=odds.alphagram,
        combinations=odds.combinations,
        rank=odds.rank,
        of=odds.of,
        readings=tuple(ReadingTold(each.lemma, each.form, each.source) for each in facts.readings),
        with_morphology=facts.with_morphology,
    )
