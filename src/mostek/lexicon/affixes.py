"""The words that a spelling dictionary of Hunspell stands for: base forms with the prefixes and suffixes they take.

Of the format (hunspell(5)) this reads what Polish needs: one prefix and one suffix at a time, flags of one character, and
conditions on the end of a base form. A dictionary that asks for more is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from mostek.lexicon import LexiconError

_PLAIN: Final = frozenset({"SET", "TRY"})
"""Options that do not change which words there are."""


class _Rule(NamedTuple):
    """One line of a suffix: what is cut from the end of a word that fits, and what comes in its place."""

    cut: str
    put: str
    fits: re.Pattern[str]


class Affixes:
    """The rules of an affix file (`.aff`)."""

    def __init__(self, text: str) -> None:
        """Raises `LexiconError` when the rules are more than this reads."""
        self._prefixes: dict[str, str] = {}
        self._suffixes: defaultdict[str, list[_Rule]] = defaultdict(list)
        # What a suffix does depends on the last letters alone, and most words share theirs with others.
        self._endings: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            match line.split():
                case [] | ["PFX" | "SFX", _, "Y", _]:
                    pass
                case [option, *_] if option in _PLAIN:
                    pass
                case ["PFX", flag, "0", prefix, "."] if "/" not in prefix and flag not in self._prefixes:
                    self._prefixes[flag] = prefix
                case ["SFX", flag, cut, put, condition] if "/" not in put:
                    fits = re.compile(f"{condition}$")
                    self._suffixes[flag].append(_Rule(_letters(cut), _letters(put), fits))
                case _:
                    raise LexiconError("Line {line} of the affix file is beyond what is read here.", line=number)
        rules = [rule for rules in self._suffixes.values() for rule in rules]
        self._tail = max((max(len(rule.cut), _width(rule.fits)) for rule in rules), default=0)

    def words(self, dictionary: str) -> Iterator[str]:
        """Every word of a dictionary file (`.dic`), in its order; some come more than once."""
        for line in dictionary.splitlines()[1:]:
            word, _, flags = line.strip().partition("/")
            forms = [word, *(form for flag in flags for form in self._inflected(word, flag))]
            yield from forms
            for flag in flags:
                if prefix := self._prefixes.get(flag):
                    yield from (prefix + form for form in forms)

    def _inflected(self, word: str, flag: str) -> Iterator[str]:
        tail = word[-self._tail :]
        if (endings := self._endings.get((flag, tail))) is None:
            rules = self._suffixes.get(flag, ())
            endings = [(len(cut), put) for cut, put, fits in rules if tail.endswith(cut) and fits.search(tail)]
            self._endings[flag, tail] = endings
        for cut, put in endings:
            yield word[: len(word) - cut] + put


def _letters(field: str) -> str:
    return "" if field == "0" else field


def _width(condition: re.Pattern[str]) -> int:
    """How many letters a condition looks at: a class in brackets is one."""
    return len(re.sub(r"\[[^]]*\]", ".", condition.pattern)) - len("$")
