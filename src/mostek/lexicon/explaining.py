"""Explanations of words: the base form and the grammatical form, in the terms of Polish schools.

An explanation is not a verdict. The morphological dictionary lacks many valid words and accepts others that no list has;
whether a word counts, only the lexicon says.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from mostek.lexicon.curated import removed_words, short_words

CURATED: Final = "mostek"
MORPHOLOGY: Final = "SGJP"
_COMMON: Final = "pospolita"


class WordExplanation(NamedTuple):
    """One way of reading a word."""

    word: str
    lemma: str
    form: str
    """Part of speech and form, or for a short word its meaning; Polish."""
    source: str
    """`CURATED` (our short words) or `MORPHOLOGY` (the Grammatical Dictionary of Polish, through morfeusz2)."""
    is_proper: bool = False
    """Whether it is a proper name, which does not count (GEN-7b); `form` says so."""


class MorphologyMissingError(ModuleNotFoundError):
    """The optional package morfeusz2 is not installed: `pip install mostek[morphology]`."""


def curated(word: str) -> WordExplanation | None:
    """Our table's entry for a word of two or three letters, in either case."""
    short = short_words().get(word.upper())
    return short and WordExplanation(short.word, short.lemma, short.meaning, CURATED)


def removed(word: str) -> str | None:
    """The reason in Polish why `pl-wolny` leaves a word out, if our tables have one."""
    return removed_words().get(word.upper())


def morphology(word: str, language: str = "pl") -> tuple[WordExplanation, ...]:
    """Every reading that the morphological dictionary gives; none for a word that it does not know.

    The grammatical forms are in Polish, or in English for any other language.

    Raises `MorphologyMissingError`.
    """
    segments = [segment for segment in _analyser().analyse(word.lower()) if segment[2][2] != "ign"]
    last = max((end for _, end, _ in segments), default=0)
    particles = {start: reading[0] for start, end, reading in segments if start and end == last}
    readings: dict[WordExplanation, None] = {}
    for start, end, (_, lemma, tag, names, *_rest) in segments:
        # The dictionary has zrób + że, not zróbże: such a word is explained by its first part.
        if start == 0 and (end == last or end in particles):
            form = describe(tag, language)
            if end != last:
                form += f" + {particles[end]}"
            is_proper = bool(names) and not any(_COMMON in name for name in names)
            if is_proper:
                form += f" ({_proper_name(names, language)})"
            readings[WordExplanation(word.upper(), lemma.partition(":")[0], form, MORPHOLOGY, is_proper)] = None
    return tuple(readings)


def describe(tag: str, language: str = "pl") -> str:
    """A tag of the National Corpus in school terms: `subst:pl:inst:m3` → rzeczownik, liczba mnoga, narzędnik, …"""
    grammar = _grammar()
    names: dict[str, str] = {} if language == "pl" else grammar["english"]
    name, *positions = tag.split(":")
    kind = next((grammar[name][value] for value in positions if value in grammar.get(name, {})), None)
    terms = [[kind or grammar["classes"].get(name, name)]]
    for position in positions:
        values = [value for value in position.split(".") if value not in grammar["silent"]["values"]]
        if values and not (kind and position in grammar[name]) and not _all_genders(values):
            terms.append([grammar["values"].get(value, value) for value in values])
    either = " lub " if language == "pl" else " or "
    return ", ".join(either.join(names.get(each, each) for each in term) for term in terms)


def _proper_name(names: list[str], language: str) -> str:
    """The kind of a proper name, and that it does not count."""
    said: dict[str, str] = {} if language == "pl" else _grammar()["english"]
    kinds = ", ".join(said.get(name, name.replace("_", " ")) for name in names)
    proper, does_not_count = (said.get(each, each) for each in ("nazwa własna", "nie liczy się"))
    return f"{proper}, {kinds}: {does_not_count}"


def _all_genders(values: list[str]) -> bool:
    return len(values) == len(("m1", "m2", "m3", "f", "n"))


@cache
def _grammar() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / "grammar.toml").read_text("utf-8"))


@cache
def _analyser() -> Any:
    try:
        from morfeusz2 import Morfeusz
    except ModuleNotFoundError:
        raise MorphologyMissingError("morfeusz2", name="morfeusz2") from None
    return Morfeusz(expand_tags=False, praet="composite")
