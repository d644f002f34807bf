"""The recipe of `pl-wolny`: the pinned Debian package, the forms that follow from it, and our short words.

The same package gives the same words, and the same words the same file, byte for byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from mostek.core.tiles import tile_set
from mostek.lexicon import DEFAULT
from mostek.lexicon.curated import removed_words, short_words
from mostek.lexicon.debian import WPOLISH
from mostek.lexicon.files import Header
from mostek.lexicon.kernel import Words, hash_of, read

LETTERS: Final[tuple[str, ...]] = tile_set("pl-current").alphabet.letters
"""The letters of Polish tiles, in capitals and in their order."""

EDITION: Final = "2022-03"
SOURCE: Final = f"Debian {WPOLISH.name} {WPOLISH.version} (sjp.pl), mostek"
LICENCE: Final = "Apache-2.0"

_SHORT: Final = 3
"""Words up to this length come from the curated table alone: there the wide list is wrong every second time."""

_PAST: Final = ("ło", "ła", "ły", "łoby")
_NEUTER: Final = ("łom", "łoś", "łobym", "łobyś")


def free_words(text: bytes) -> Words:
    """The words of `pl-wolny`, made from the text of the pinned package."""
    wide, _ = read(_long_lines(text), LETTERS, capitals=False)
    derived, _ = read("\n".join(neuter_forms(text.decode())).encode(), LETTERS, capitals=False)
    removed = _words(removed_words())
    return wide.union(derived).difference(removed).union(_words(short_words()))


def free_lexicon(words: Words) -> tuple[Header, bytes]:
    """Header and nodes of `pl-wolny`."""
    return described(words, name=DEFAULT, edition=EDITION, source=SOURCE, licence=LICENCE)


def described(words: Words, *, name: str, edition: str, source: str, licence: str) -> tuple[Header, bytes]:
    """Header and nodes of a list of Polish words."""
    header = Header(
        name=name,
        edition=edition,
        source=source,
        licence=licence,
        letters=LETTERS,
        words=len(words),
        hash=hash_of(words),
    )
    return header, words.word_graph()


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
