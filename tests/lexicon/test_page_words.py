"""What a page finds in a word list without a server is what the library finds.

Some hundred questions with the answers of the library are listed in `web/fixtures/words.json`; a test of the page asks them
of the page's own kernel. Run this file to write the list again after the default word list has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from mostek.features.study.model import questions, words_of
from mostek.lexicon import DEFAULT
from mostek.lexicon.core_list import core_list
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.school_words import is_fit_for_school, is_vulgar
from mostek.lexicon.word_facts import facts_of
from mostek.lexicon.word_search import WordSearch, WordSearchError, find_words
from mostek.lexicon.word_study import hooks_of, likely, stems

FIXTURE = Path(__file__).parents[2] / "web" / "fixtures" / "words.json"
SHOWN = 8
LETTERS = "AAAĄBCĆDEEEĘFGHIIIJKLŁMNŃOOOÓPRSŚTUWYZŹŻ"
Asked = Mapping[str, Any]
SCHOOL = (
    "KOT CIPA DOWCIP KURWIMETR PODKURWIĆ NIESRACZKOWATY OSRAMOWI FLET PEDAŁ PEDALSKI PEDAŁOWAĆ RUCHACH RUCHASZ NADYMAĆ "
    "WYDYMAĆ DYMASZ SYFILIS SYFILIBY BLADZI BLADŹ PYTA PYT POSZCZĄ OBSZCZAĆ SZCZAW ĆŹŻ JEB CHUJU DACHUJU"
)


def short(words: Sequence[str]) -> dict[str, Any]:
    """How many words, the first of them, and a sum over all."""
    return {"count": len(words), "first": list(words[:SHOWN]), "sum": crc32(" ".join(words).encode())}


def search(lexicon: OpenLexicon, asked: Asked) -> object:
    wanted = WordSearch(**{name: value for name, value in asked.items() if name != "limit"})
    found = find_words(lexicon, wanted, asked["limit"], longest_first=bool(wanted.tiles))
    return short(found.words) | {"total": found.total, "complete": found.is_complete}


def about(lexicon: OpenLexicon, asked: Asked) -> object:
    facts = facts_of(lexicon, asked["word"], most_ranked=9)
    odds = facts.likelihood
    return {
        **{"word": facts.word, "valid": facts.valid, "points": facts.points, "anagrams": list(facts.anagrams[:500])},
        **{"alphagram": odds.alphagram, "combinations": odds.combinations, "rank": odds.rank, "of": odds.of},
        "hooks": facts.hooks._asdict(),
    }


def rows(lexicon: OpenLexicon, asked: Asked) -> object:
    found = likely(lexicon, asked["length"], 1, asked["count"])
    return short([f"{row.rank} {row.alphagram} {row.combinations} {' '.join(row.words)}" for row in found])


def asks(lexicon: OpenLexicon, asked: Asked) -> object:
    words = asked["words"].upper().split() if "words" in asked else words_of(lexicon, asked["set"])
    found = questions(lexicon, asked["kind"], words, asked["count"], asked["seed"], own="words" in asked)
    return short([f"{each.question}: {' '.join(each.answers)}" for each in found])


ANSWERS: Mapping[str, Callable[[OpenLexicon, Asked], object]] = {
    "search": search,
    "about": about,
    "likely": rows,
    "questions": asks,
    "stems": lambda lexicon, asked: {letter: list(words) for letter, words in stems(lexicon, asked["stem"]).items()},
    "hooks": lambda lexicon, asked: [found._asdict() for found in hooks_of(lexicon, asked["words"])],
    "school": lambda lexicon, asked: [[is_vulgar(word), is_fit_for_school(word)] for word in asked["words"]],
    "core": lambda lexicon, asked: [{"level": level.level, "words": list(level.words)} for level in core_list(lexicon)],
}


def asked(random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    def some(low: int, high: int, signs: str = LETTERS) -> str:
        return "".join(random.choice(signs) for _ in range(random.randint(low, high)))

    for _ in range(60):
        yield "search", {"pattern": some(2, 7, LETTERS + "????**"), "shortest": 2, "longest": 15, "limit": 500}
    for _ in range(60):
        blanks = "?" * random.randint(0, 2)
        tiles = {"tiles": some(3, 7) + blanks, "shortest": random.randint(2, 6), "longest": 15, "limit": 500}
        yield "search", tiles | ({"contains": some(1, 1)} if random.random() < 0.3 else {})
    for _ in range(30):
        lengths = {"shortest": random.randint(2, 5), "longest": random.randint(5, 15)}
        wishes = {"contains": some(1, 4), "excludes": some(1, 12)}
        yield "search", {"pattern": random.choice(["", "*[AEIO]", "[^AEIOUY]??*"]), **wishes, **lengths, "limit": 200}
    for pattern in (
        "k1",
        "[",
        "[AB",
        "[]",
        "[^" + "".join(sorted(set(LETTERS))) + "]",
        "a[?]",
        "A" * 64,
        "**a**",
        "[aĄ]b*",
    ):
        yield "search", {"pattern": pattern, "shortest": 2, "longest": 15, "limit": 20}
    for rack in ("a1", "A" * 21, "?" * 3, "ß"):
        yield "search", {"tiles": rack, "shortest": 2, "longest": 7, "limit": 20}
    yield "search", {"contains": "?", "shortest": 2, "longest": 7, "limit": 20}
    yield "search", {"pattern": "a*", "shortest": 9, "longest": 3, "limit": 20}
    for word in (
        "a",
        "xq",
        "ą?",
        "",
        "kot",
        "żółć",
        "klarnet",
        "OTORBIAJĄC",
        "A" * 15,
        "NAJNIEPRAWDOPODOBNIEJSZ",
        "zażółć",
    ):
        yield "about", {"word": word}
    # Sorted, so that the page ranks the words of each length once.
    for word in sorted((some(2, 9) for _ in range(25)), key=len):
        yield "about", {"word": word}
    for stem in ("karten", "a", "saltire", "?", "a" * 15, "karte1", *(some(2, 7) for _ in range(12))):
        yield "stems", {"stem": stem}
    for length in (2, 5, 7, 8, 9):
        yield "likely", {"length": length, "count": 100}
    yield "hooks", {"words": [some(2, 6) for _ in range(40)]}
    yield "core", {}
    yield "school", {"words": SCHOOL.split()}
    for kind in ("anagrams", "hooks", "word"):
        for name in ("twos", "threes", "core2", "core4", "sevens"):
            yield "questions", {"kind": kind, "set": name, "count": 30, "seed": some(0, 9)}
        yield "questions", {"kind": kind, "words": "kot tok żółć klarnet tkxo oś", "count": 20, "seed": "ąę"}


def fixture() -> list[dict[str, Any]]:
    lexicon = open_lexicon(DEFAULT)
    found = []
    for name, question in asked(Random(17)):
        try:
            answer = ANSWERS[name](lexicon, question)
        except WordSearchError as error:
            answer = {"refused": error.params.get("place", 0) if hasattr(error, "params") else 0}
        found.append({"name": name, "asked": question, "answer": answer})
    return found


def written(questions: list[dict[str, Any]]) -> str:
    lines = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in questions)
    return "[\n" + ",\n".join(lines) + "\n]\n"


@pytest.mark.slow
def test_the_answers_that_a_page_must_find_are_those_of_the_library() -> None:
    assert json.loads(FIXTURE.read_text("utf-8")) == json.loads(written(fixture()))


if __name__ == "__main__":
    FIXTURE.write_text(written(fixture()), "utf-8")
