"""The recipes of the built-in lexica, `pl-wolny` and `pl-rdzen`.

`pl-wolny` has the words of the pinned Debian package, the forms that follow from them, and our short words. `pl-rdzen` has the
words of `pl-wolny` that two dictionaries of other makers know as well: bots and hints use it, because a person accepts its words;
it lacks too many words to judge with. The same packages give the same words, and the same words the same file, byte for byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from mostek.core.tiles import tile_set
from mostek.lexicon import CORE, DEFAULT, LexiconError
from mostek.lexicon.curated import removed_words, short_words
from mostek.lexicon.debian import HUNSPELL, WPOLISH, WPOLISH_2024, WPOLISH_2026, Package
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.hunspell import AffixFile
from mostek.lexicon.kernel import Words, hash_of, read

LETTERS: Final[tuple[str, ...]] = tile_set("pl-current").alphabet.letters
"""The letters of Polish tiles, in capitals and in their order."""

_SHORT: Final = 3
"""Words up to this length come from the curated table alone: there the wide list is wrong every second time."""

_PAST: Final = ("ło", "ła", "ły", "łoby")
_NEUTER: Final = ("łom", "łoś", "łobym", "łobyś")


class FreeEdition(NamedTuple):
    """An edition of `pl-wolny`: the month of the dictionary it is made from, and after a dot which of our tables it has."""

    edition: str
    package: Package


SHIPPED: Final = FreeEdition("2022-03.2", WPOLISH)
"""The edition in the package. Why it is not made from a newer dictionary: docs/decisions/0005."""

FREE_EDITIONS: Final = (SHIPPED, FreeEdition("2024-09", WPOLISH_2024), FreeEdition("2026-03", WPOLISH_2026))
"""The editions that can be built, the shipped one first."""


def free_words(text: bytes) -> Words:
    """The words of `pl-wolny`, made from the text of the pinned package."""
    wide, _ = read(_long_lines(text), LETTERS, capitals=False)
    derived, _ = read("\n".join(neuter_forms(text.decode())).encode(), LETTERS, capitals=False)
    removed = _words(removed_words())
    return wide.union(derived).difference(removed).union(_words(short_words()))


def free_lexicon(words: Words, edition: FreeEdition = SHIPPED) -> tuple[LexiconHeader, bytes]:
    """Header and nodes of `pl-wolny`."""
    header = header_of(
        words,
        name=DEFAULT,
        edition=edition.edition,
        source=f"Debian {edition.package.name} {edition.package.version} (sjp.pl), mostek",
        licence="Apache-2.0",
        title_pl="Wolny słownik polski",
        title_en="Free Polish list",
    )
    return header, words.dawg()


def header_of(
    words: Words,
    *,
    name: str,
    edition: str,
    source: str,
    licence: str,
    letters: tuple[str, ...] = LETTERS,
    title_pl: str = "",
    title_en: str = "",
) -> LexiconHeader:
    """The header of a list, by default of Polish words, with the texts that describe it."""
    return LexiconHeader(
        name=name,
        edition=edition,
        source=source,
        licence=licence,
        title_pl=title_pl,
        title_en=title_en,
        letters=letters,
        words=len(words),
        hash=hash_of(words),
    )


def neuter_forms(text: str) -> list[str]:
    """The first and second person of the neuter past, `robiłom`, `robiłobyś`, which the dictionary leaves out.

    They follow where -ło, -ła, -ły and -łoby all stand: a verb has all four, `mydło` has not.
    """
    endings: defaultdict[str, set[str]] = defaultdict(set)
    for word in text.splitlines():
        if word.endswith(_PAST):
            stem, ł, ending = word.rpartition("ł")
            endings[stem].add(ł + ending)
    return [stem + form for stem, found in endings.items() if len(found) == len(_PAST) for form in _NEUTER]


def _long_lines(text: bytes) -> bytes:
    return "\n".join(word for word in text.decode().splitlines() if len(word) > _SHORT).encode()


def _words(words: Iterable[str]) -> Words:
    return read("\n".join(words).encode(), LETTERS, capitals=True)[0]


SGJP: Final = "pl.sgjp.sgjp-2026.06.01"
"""The edition of the Grammatical Dictionary of Polish, as morfeusz2 names it."""

_ENCODING: Final = "iso-8859-2"
_NO_WORDS: Final = frozenset({"ign", "brev", "aglt", "frag"})
"""Classes of strings that are no words of their own: unknown, abbreviations, endings of the past, parts of phrases."""
_COMMON: Final = "pospolita"
_PROGRESS_STEP: Final = 10_000

Segment: TypeAlias = tuple[int, int, tuple[str, str, str, list[str], list[str]]]
"""A reading of a stretch of a word, from one cut to another: form, base form, tag, kinds of name, labels."""


def core_lexicon(words: Words) -> tuple[LexiconHeader, bytes]:
    """Header and nodes of `pl-rdzen`."""
    header = header_of(
        words,
        name=CORE,
        edition="2026-06.2",
        source=f"{DEFAULT} {SHIPPED.edition}, Debian {HUNSPELL.name} {HUNSPELL.version}, SGJP 2026-06-01",
        licence="Apache-2.0 AND BSD-2-Clause",
        title_pl="Rdzeń słownika polskiego",
        title_en="Core Polish list",
    )
    return header, words.dawg()


def core_words(
    free: Words, spelled: Words, is_common: Callable[[str], bool], progress: Callable[[float], object] | None = None
) -> Words:
    """The words of `pl-wolny` that the spelling dictionary has and the grammatical one calls common; some minutes."""
    candidates = free.intersection(spelled).text().decode().lower().split()
    words = "\n".join(filter(is_common, _told(candidates, progress)))
    return read(words.encode(), LETTERS, capitals=False)[0]


def spelled_words(affixes: bytes, dictionary: bytes) -> Words:
    """The words that the spelling dictionary accepts, with the neuter forms that it leaves out as the source of `pl-wolny` does.

    Raises `LexiconError`.
    """
    forms = "\n".join(AffixFile(affixes.decode(_ENCODING)).words(dictionary.decode(_ENCODING)))
    stated, _ = read(forms.encode(), LETTERS, capitals=False)
    derived, _ = read("\n".join(neuter_forms(forms)).encode(), LETTERS, capitals=False)
    return stated.union(derived)


def grammatical_dictionary() -> Callable[[str], bool]:
    """Whether SGJP has a word in small letters as a common one.

    Raises `LexiconError` without morfeusz2, and when it brings another edition than the pinned one.
    """
    try:
        import morfeusz2
    except ModuleNotFoundError:
        raise LexiconError(
            "The core list needs the Grammatical Dictionary of Polish; install it: {command}",
            command="pip install 'mostek[morphology]'",
        ) from None
    analyser: Any = morfeusz2.Morfeusz(
        generate=False, expand_tags=False, praet="composite", case_handling=morfeusz2.STRICTLY_CASE_SENSITIVE
    )
    if (found := analyser.dict_id()) != SGJP:
        raise LexiconError("morfeusz2 brings the dictionary {found}, not {expected}.", found=found, expected=SGJP)
    return lambda word: is_common(analyser.analyse(word))


def is_common(segments: Iterable[Segment]) -> bool:
    """Whether one of the readings makes the string a common word: whole, or an imperative with its particle (zrób + że)."""
    segments = list(segments)
    last = max((end for _, end, _ in segments), default=0)
    particles = {start for start, end, reading in segments if end == last and _class(reading[2]) == "part"}
    return any(
        (end == last and _is_word(reading[2], reading[3])) or (end in particles and _class(reading[2]) == "impt")
        for start, end, reading in segments
        if start == 0
    )


def _is_word(tag: str, names: list[str]) -> bool:
    return _class(tag) not in _NO_WORDS and (not names or any(_COMMON in name for name in names))


def _class(tag: str) -> str:
    return tag.partition(":")[0]


def _told(words: list[str], progress: Callable[[float], object] | None) -> Iterator[str]:
    for place, word in enumerate(words):
        if progress and place % _PROGRESS_STEP == 0:
            progress(place / len(words))
        yield word
