"""Known words: those that a player can be expected to know, so that no rare word is a key by chance.

A word is known if the core lexicon has it and if it is common. Common words are the short ones of the core list for schools,
and those whose base form people write often. The frequencies of all forms of a base form are added: a player who knows
`wahadło` also knows `wahadłu`. Frequencies come from wordfreq, base forms from morfeusz2 (extra `frequency`). Without them the
core lexicon alone decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from math import log10
from threading import Lock
from typing import Any, Final

from mostek.lexicon.core_list import core_list
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.word_search import spelling_of

COMMON: Final = 2.0
"""The least frequency of a common base form on the Zipf scale: once in ten million words of books, news and talk."""
_BILLION: Final = 9
_ALPHABET: Final = "pl"
_SHORT_LEVELS: Final = 3
"""The levels of the core list with words of two and three letters, which players learn whether people use them or not."""


@dataclass(frozen=True, slots=True)
class KnownWords:
    """The words that people know."""

    core: OpenLexicon
    """Every word of a play must be in it."""
    frequencies: str = ""
    """The editions of the frequencies; empty if the core lexicon alone decides."""
    school: frozenset[str] = field(default=frozenset(), repr=False)

    def knows(self, words: Sequence[str]) -> bool:
        """Whether the words of a play are known, the key first: the others are mostly short, and no person has to find them."""
        return all(word in self.core for word in words) and self.is_common(words[0])

    def is_common(self, word: str) -> bool:
        """Whether people use a word."""
        return not self.frequencies or word in self.school or _frequencies().zipf(word.lower()) >= COMMON


def frequencies() -> str:
    """The editions of the installed frequencies, by which a common word is known; empty if they are not installed."""
    try:
        return f"wordfreq {version('wordfreq')}, {_frequencies().edition}"
    except (PackageNotFoundError, ModuleNotFoundError):
        return ""


@lru_cache(maxsize=8)
def known_words(core: str, used: str) -> KnownWords:
    """The known words of a core lexicon, with frequencies of these editions; `used` is empty for none.

    Raises `LexiconError`, `OSError`; `ValueError` if other editions are installed.
    """
    lexicon = open_lexicon(core)
    if not used or spelling_of(lexicon).tiles.alphabet.name != _ALPHABET:
        return KnownWords(lexicon)
    if used != (found := frequencies()):
        raise ValueError(f"the frequencies are {found or 'not installed'}, not {used}")
    school = frozenset(word for level in core_list(lexicon)[:_SHORT_LEVELS] for word in level.words)
    return KnownWords(lexicon, used, school)


class _Frequencies:
    """Frequencies of base forms in what people write: those of their forms, added."""

    def __init__(self) -> None:
        from morfeusz2 import Morfeusz
        from wordfreq import get_frequency_dict

        self._of_form: dict[str, float] = get_frequency_dict(_ALPHABET, "best")
        self._morphology: Any = Morfeusz()
        self._lock = Lock()  # Morfeusz is one object of C++, and not made for two threads at once
        self._known: dict[str, float] = {}
        self.edition = str(self._morphology.dict_id())

    def zipf(self, word: str) -> float:
        """The frequency of the most frequent base form of a word; 0 if people never write it."""
        with self._lock:
            if word not in self._known:
                most = max([self._of_form.get(word, 0.0), *map(self._of_base, self._bases(word))])
                self._known[word] = log10(most) + _BILLION if most else 0.0
            return self._known[word]

    def _bases(self, word: str) -> set[str]:
        """The base forms; names are none, because no list of the game has them."""
        whole = (each[2] for each in self._morphology.analyse(word) if (each[0], each[1]) == (0, 1))
        return {base for _, base, tag, *_ in whole if tag != "ign" and base[:1].islower()}

    def _of_base(self, base: str) -> float:
        return sum(
            self._of_form.get(form, 0.0) for form in {each[0].lower() for each in self._morphology.generate(base)}
        )


@cache
def _frequencies() -> _Frequencies:
    return _Frequencies()
