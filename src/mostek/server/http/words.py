"""The endpoints for words: searches, hooks, stems, likely words, facts, the core list, and questions about them.

Every answer is bounded. Workers search; the
longest search, through all of a list of 3.4 million words, takes a quarter of a second.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Router, get
from litestar.params import FromPath, QueryParameter

from mostek.app.help import Help
from mostek.lexicon import DEFAULT
from mostek.lexicon.word_facts import WordFacts
from mostek.lexicon.word_search import LONGEST, MOST_PARTS, SHORTEST, WordSearch, WordSearchError
from mostek.lexicon.word_study import Hooks
from mostek.messages import text
from mostek.messages.study import LEVELS
from mostek.messages.word_editions import editions_text
from mostek.server.http.jobs import WithJobs
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import problems
from mostek.server.http.school_hints import SchoolHints
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
from mostek.study.questions import MOST_QUESTIONS
from mostek.work import kinds

MOST_RANKED = 9
"""The most letters of words that are ranked here: the table of longer ones takes up to 16 MB and a second."""

Name = Annotated[str, QueryParameter(name="lexicon", max_length=81)]
Letters = Annotated[str, QueryParameter(max_length=2 * MOST_PARTS)]
Length = Annotated[int, QueryParameter(ge=SHORTEST, le=LONGEST)]


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    return Router(
        "/words",
        route_handlers=[search_words, look_words_up, show_likely, show_stems, show_word, show_core, ask_questions],
        middleware=by_both("words", limits.words),
        tags=["words"],
    )


@get("/search", help=Help.WORDS, operation_id="search_words", responses=problems(400, 409, 422, 429, 503))
async def search_words(
    jobs: WithJobs,
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
    name, found, known = await jobs.run(kinds.SEARCH_WORDS, lexicon, wanted, limit, hooks, school_hints)
    return WordsTold(name, found.words, found.total, found.is_complete, tuple(map(_hooks, known)))


@get("/valid", help=Help.VERDICTS, operation_id="look_words_up", responses=problems(400, 409, 422, 429, 503))
async def look_words_up(
    jobs: WithJobs,
    words: Annotated[str, QueryParameter(max_length=4000)] = "",
    lexicon: Name = DEFAULT,
) -> WordsChecked:
    """Whether each of some words, with spaces between them, is in the list."""
    asked = tuple(dict.fromkeys(words.upper().split()))[:MOST_WORDS]
    name, invalid = await jobs.run(kinds.INVALID_WORDS, lexicon, asked)
    return WordsChecked(name, tuple(invalid))


@get("/likely", help=Help.WORDS, operation_id="show_likely_words", responses=problems(400, 409, 422, 429, 503))
async def show_likely(
    jobs: WithJobs,
    school_hints: SchoolHints,
    lexicon: Name = DEFAULT,
    length: Annotated[int, QueryParameter(ge=SHORTEST, le=MOST_RANKED)] = 7,
    start: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_WORDS)] = 100,
) -> LikelyWordsTold:
    """The words of a length by the likelihood of drawing their letters from a full bag."""
    name, rows = await jobs.run(kinds.LIKELY_WORDS, lexicon, length, start, count, school_hints)
    return LikelyWordsTold(name, tuple(LikelyTold(*row) for row in rows))


@get("/stems/{stem:str}", help=Help.WORDS, operation_id="show_stems", responses=problems(400, 409, 422, 429, 503))
async def show_stems(
    jobs: WithJobs, school_hints: SchoolHints, stem: FromPath[str], lexicon: Name = DEFAULT
) -> StemsTold:
    """The words that the letters of a stem make with one more letter."""
    name, found = await jobs.run(kinds.STEMS, lexicon, stem[: 2 * LONGEST], school_hints)
    return StemsTold(name, stem.upper(), tuple(StemTold(*each) for each in found.items()))


@get("/about/{word:str}", help=Help.WORDS, operation_id="show_word", responses=problems(400, 409, 422, 429, 503))
async def show_word(
    jobs: WithJobs, school_hints: SchoolHints, word: FromPath[str], lexicon: Name = DEFAULT
) -> WordTold:
    """The facts of a word: verdict, points, hooks, anagrams, likelihood, base form and grammatical form."""
    if len(word) > 2 * LONGEST:
        raise WordSearchError("Words have {shortest} to {longest} letters.", shortest=SHORTEST, longest=LONGEST)
    return _told(*await jobs.run(kinds.FACTS_ABOUT, lexicon, word, MOST_RANKED, school_hints))


@get("/core", help=Help.WORDS, operation_id="show_core_list", responses=problems(400, 409, 422, 429, 503))
async def show_core(jobs: WithJobs, lexicon: Name = DEFAULT) -> CoreListTold:
    """The core list for schools: the most useful short words in four levels."""
    name, levels = await jobs.run(kinds.CORE_LEVELS, lexicon)
    return CoreListTold(name, tuple(CoreTold(each.level, text(LEVELS[each.level]), each.words) for each in levels))


@get("/questions", help=Help.WORDS, operation_id="ask_questions", responses=problems(400, 409, 422, 429, 503))
async def ask_questions(
    jobs: WithJobs,
    school_hints: SchoolHints,
    kind: Annotated[Kind, QueryParameter()],
    set: Annotated[str, QueryParameter(max_length=20)] = "core1",
    words: Annotated[str, QueryParameter(max_length=4000)] = "",
    count: Annotated[int, QueryParameter(ge=1, le=MOST_QUESTIONS)] = 20,
    seed: Annotated[str, QueryParameter(max_length=64)] = "",
    lexicon: Name = DEFAULT,
) -> QuestionsTold:
    """Questions about the words of a set, or about words of one's own, in an order that the seed decides."""
    chosen = words.upper().split()[:MOST_QUESTIONS]
    name, asked = await jobs.run(kinds.ASKED_QUESTIONS, lexicon, kind, chosen, set, count, seed, school_hints)
    return QuestionsTold(name, tuple(QuestionTold(*each) for each in asked))


def _hooks(found: Hooks) -> HooksTold:
    return HooksTold(*found)


def _told(lexicon: str, facts: WordFacts) -> WordTold:
    odds: Any = facts.likelihood
    return WordTold(
        lexicon=lexicon,
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
        editions=editions_text(facts.editions),
    )
