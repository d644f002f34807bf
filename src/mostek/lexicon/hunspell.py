"""The words that a spelling dictionary of Hunspell stands for: base forms with the prefixes and suffixes they take.

Of the format (hunspell(5)) this reads what Polish needs: one prefix and one suffix at a time, flags of one character, and
conditions on the end of a base form. A dictionary that asks for more is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mostek.lexicon import LexiconError

_SILENT: Final = frozenset({"SET", "TRY", "MAP", "REP"})
"""Options that do not change which words there are: the encoding, and what to try for suggestions."""


class Suffixes:
    """The suffixes of one flag. What they do to a word depends on its last letters alone, which many words share."""

    def __init__(self) -> None:
        self._rules: list[tuple[str, str, re.Pattern[str]]] = []
        self._width = 1
        self._seen: dict[str, tuple[tuple[int, str], ...]] = {}

    def add(self, cut: str, put: str, condition: str) -> None:
        """`put` instead of `cut` at the end of a word whose end is like `condition`, which may have classes in brackets."""
        self._rules.append((cut, put, re.compile(f"{condition}$")))
        self._width = max(self._width, len(cut), len(re.sub(r"\[[^]]*\]", ".", condition)))

    def of(self, word: str) -> Iterator[str]:
        """The forms of a word."""
        tail = word[-self._width :]
        if (endings := self._seen.get(tail)) is None:
            endings = tuple(
                (len(cut), put) for cut, put, fits in self._rules if tail.endswith(cut) and fits.search(tail)
            )
            self._seen[tail] = endings
        return (word[: len(word) - cut] + put for cut, put in endings)


class AffixFile:
    """The rules of an affix file (`.aff`)."""

    def __init__(self, text: str) -> None:
        """Raises `LexiconError` when the rules are more than this reads."""
        self._prefixes: dict[str, str] = {}
        self._suffixes: dict[str, Suffixes] = {}
        for number, line in enumerate(text.splitlines(), 1):
            match line.split():
                case [] | ["PFX" | "SFX", _, "Y", _]:
                    pass
                case [option, *_] if option in _SILENT:
                    pass
                case ["PFX", flag, "0", prefix, "."] if flag not in self._prefixes and "/" not in prefix:
                    self._prefixes[flag] = prefix
                case ["SFX", flag, cut, put, condition] if "/" not in put:
                    self._suffixes.setdefault(flag, Suffixes()).add(_letters(cut), _letters(put), condition)
                case _:
                    raise LexiconError("Line {line} of the affix file says more than is read here.", line=number)

    def words(self, dictionary: str) -> Iterator[str]:
        """Every word of a dictionary file (`.dic`), in its order; some come more than once."""
        for line in dictionary.splitlines()[1:]:
            word, _, flags = line.strip().partition("/")
            forms = [word]
            for flag in flags:
                if suffixes := self._suffixes.get(flag):
                    forms.extend(suffixes.of(word))
            yield from forms
            for flag in flags:
                if prefix := self._prefixes.get(flag):
                    yield from (prefix + form for form in forms)


def _letters(field: str) -> str:
    return "" if field == "0" else field
