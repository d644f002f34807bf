"""The endpoints for words: searches, hooks, stems, likely words, facts, the core list, questions about them, and boxes of cards.

Every answer is bounded. Workers search; the longest search, through all of a list of 3.4 million words, takes a quarter of a
second. Of its box a page sends what has changed, and gets what other devices have changed. No one else sees a box: it is in the
person's own data, and goes with the account or by itself.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.features.study.feature import (
    ASKED_QUESTIONS,
    CORE_LEVELS,
    FACTS_ABOUT,
    INVALID_WORDS,
    LIKELY_WORDS,
    SEARCH_WORDS,
    STEMS,
)
from mostek.features.study.model import MOST_QUESTIONS, BoxError, BoxPart, Kind, Review, StudyCard
from mostek.features.study.store import StudyBoxStore
from mostek.features.study.words import LEVELS
from mostek.lexicon import DEFAULT
from mostek.lexicon.word_facts import WordFacts
from mostek.lexicon.word_search import LONGEST, MOST_PARTS, SHORTEST, WordSearch, WordSearchError
from mostek.lexicon.word_study import Hooks
from mostek.messages import text
from mostek.messages.word_editions import editions_text
from mostek.server.http.bodies import Body
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import refusing
from mostek.server.http.routing import Routes
from mostek.server.http.school_hints import SchoolHints
from mostek.server.http.services import Asking, WithServices, known, leaver_of

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


MOST_RANKED = 9
"""The most letters of words that are ranked here: the table of longer ones takes up to 16 MB and a second."""

Name = Annotated[str, QueryParameter(name="lexicon", max_length=81)]
Letters = Annotated[str, QueryParameter(max_length=2 * MOST_PARTS)]
Length = Annotated[int, QueryParameter(ge=SHORTEST, le=LONGEST)]


routes = Routes("/api/words", tag="words", limit=by_both("words"))


@routes.get("/search", help=Help.WORDS, refuses=(400, 409, 422, 429, 503))
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
    name, found, known = await jobs.run(SEARCH_WORDS, lexicon, wanted, limit, hooks, school_hints)
    return WordsTold(name, found.words, found.total, found.is_complete, tuple(map(_hooks, known)))


@routes.get("/valid", help=Help.VERDICTS, refuses=(400, 409, 422, 429, 503))
async def look_words_up(
    jobs: WithJobs,
    words: Annotated[str, QueryParameter(max_length=4000)] = "",
    lexicon: Name = DEFAULT,
) -> WordsChecked:
    """Whether each of some words, with spaces between them, is in the list."""
    asked = tuple(dict.fromkeys(words.upper().split()))[:MOST_WORDS]
    name, invalid = await jobs.run(INVALID_WORDS, lexicon, asked)
    return WordsChecked(name, tuple(invalid))


@routes.get("/likely", help=Help.WORDS, refuses=(400, 409, 422, 429, 503), operation_id="show_likely_words")
async def show_likely(
    jobs: WithJobs,
    school_hints: SchoolHints,
    lexicon: Name = DEFAULT,
    length: Annotated[int, QueryParameter(ge=SHORTEST, le=MOST_RANKED)] = 7,
    start: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_WORDS)] = 100,
) -> LikelyWordsTold:
    """The words of a length by the likelihood of drawing their letters from a full bag."""
    name, rows = await jobs.run(LIKELY_WORDS, lexicon, length, start, count, school_hints)
    return LikelyWordsTold(name, tuple(LikelyTold(*row) for row in rows))


@routes.get("/stems/{stem:str}", help=Help.WORDS, refuses=(400, 409, 422, 429, 503))
async def show_stems(
    jobs: WithJobs, school_hints: SchoolHints, stem: FromPath[str], lexicon: Name = DEFAULT
) -> StemsTold:
    """The words that the letters of a stem make with one more letter."""
    name, found = await jobs.run(STEMS, lexicon, stem[: 2 * LONGEST], school_hints)
    return StemsTold(name, stem.upper(), tuple(StemTold(*each) for each in found.items()))


@routes.get("/about/{word:str}", help=Help.WORDS, refuses=(400, 409, 422, 429, 503))
async def show_word(
    jobs: WithJobs, school_hints: SchoolHints, word: FromPath[str], lexicon: Name = DEFAULT
) -> WordTold:
    """The facts of a word: verdict, points, hooks, anagrams, likelihood, base form and grammatical form."""
    if len(word) > 2 * LONGEST:
        raise WordSearchError("Words have {shortest} to {longest} letters.", shortest=SHORTEST, longest=LONGEST)
    return _told(*await jobs.run(FACTS_ABOUT, lexicon, word, MOST_RANKED, school_hints))


@routes.get("/core", help=Help.WORDS, refuses=(400, 409, 422, 429, 503), operation_id="show_core_list")
async def show_core(jobs: WithJobs, lexicon: Name = DEFAULT) -> CoreListTold:
    """The core list for schools: the most useful short words in four levels."""
    name, levels = await jobs.run(CORE_LEVELS, lexicon)
    return CoreListTold(name, tuple(CoreTold(each.level, text(LEVELS[each.level]), each.words) for each in levels))


@routes.get("/questions", help=Help.WORDS, refuses=(400, 409, 422, 429, 503))
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
    name, asked = await jobs.run(ASKED_QUESTIONS, lexicon, kind, chosen, set, count, seed, school_hints)
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


box_routes = Routes(
    "/api/study/box",
    tag="words",
    limit=by_both("box", "words"),
    errors=refusing(BoxError, lambda error: (HTTPStatus.CONFLICT, "box")),
)


@box_routes.post(help=Help.NONE, refuses=(400, 401, 403, 409, 413, 429, 503))
async def merge_box(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, data: JSONBody[BoxChanges]
) -> BoxPart:
    """Merge changes into my box. Of a card the later change stays; no card is ever lost."""
    store = StudyBoxStore(services.database)
    return await store.merge(leaver_of(request, person), data.cards, data.reviews, data.since)


@box_routes.delete(help=Help.NONE, status=204, refuses=(401, 403, 429, 503))
async def clear_box(services: WithServices, person: Asking) -> None:
    """Delete my box with all its cards and reviews."""
    await StudyBoxStore(services.database).clear(known(person).id)
