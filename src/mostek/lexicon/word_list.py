"""A list of words as a collection of Python: membership, iteration, anagrams, patterns and hooks."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from mostek.lexicon import DEFAULT, LexiconPin
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.word_search import LONGEST, SHORTEST, WordSearch, find_words
from mostek.lexicon.word_study import Hooks, hooks
from mostek.lexicon.word_study import anagrams as anagrams_in

_ALL: Final = 10_000_000
"""More words than any list has."""


class WordList(Set[str]):
    """The words of a lexicon, in capitals. What a `set` can do it can do, too; it is read from its file as it is used.

    Example:
        >>> import mostek
        >>> words = mostek.words("pl-wolny")
        >>> "KOT" in words, "kot" in words, "KTT" in words
        (True, True, False)
        >>> words.matching("K?T"), words.hooks("KOT").front
        (('KAT', 'KET', 'KIT', 'KOT', 'KUT'), 'S')
    """

    def __init__(self, lexicon: OpenLexicon) -> None:
        self.lexicon = lexicon

    @property
    def name(self) -> str:
        """The name of the list, as `words` takes it."""
        return self.lexicon.header.name

    @property
    def pin(self) -> LexiconPin:
        """Name, edition and hash: what a game is played with."""
        return self.lexicon.pin

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word.upper() in self.lexicon

    def __len__(self) -> int:
        return self.lexicon.header.words

    def __iter__(self) -> Iterator[str]:
        """All words, by length and in the order of the alphabet."""
        for length in range(SHORTEST, LONGEST + 1):
            yield from find_words(self.lexicon, WordSearch(shortest=length, longest=length), _ALL).words

    def __repr__(self) -> str:
        return f"<WordList {self.pin.name}@{self.pin.edition}, {len(self)} words>"

    @classmethod
    def _from_iterable(cls, words: Iterator[str]) -> Set[str]:  # type: ignore[override]
        """A plain set, as `&`, `|`, `-` and `^` give it."""
        return frozenset(words)

    def anagrams(self, letters: str) -> tuple[str, ...]:
        """The words of all these letters; `?` is any letter. Raises `LexiconError` for another sign."""
        return anagrams_in(self.lexicon, letters, limit=_ALL).words

    def made_of(self, tiles: str, *, shortest: int = SHORTEST, longest: int = LONGEST) -> tuple[str, ...]:
        """The words of some of these tiles, the longest first. Raises `LexiconError` for another sign."""
        search = WordSearch(tiles=tiles, shortest=shortest, longest=longest)
        return find_words(self.lexicon, search, _ALL, longest_first=True).words

    def matching(self, pattern: str, *, shortest: int = SHORTEST, longest: int = LONGEST) -> tuple[str, ...]:
        """The words of a pattern: `?` is a letter, `*` any number, `[AE]` one of these. Raises `LexiconError`."""
        search = WordSearch(pattern=pattern, shortest=shortest, longest=longest)
        return find_words(self.lexicon, search, _ALL).words

    def hooks(self, word: str) -> Hooks:
        """The letters that make another word in front of a word and behind it. Raises `LexiconError`."""
        return hooks(self.lexicon, word.upper())


def words(name: str = DEFAULT) -> WordList:
    """Open a list of words.

    Args:
        name: `NAME` for its newest edition here, or `NAME@EDITION`; `mostek lexicon list` shows what is here.

    Returns:
        The list, as a collection of words in capitals.

    Raises:
        LexiconError: There is no such list (the nearest name is given), or its file is damaged.

    Example:
        >>> import mostek
        >>> polish = mostek.words()
        >>> "ŻÓŁW" in polish, polish.anagrams("ŻÓŁW"), polish.made_of("KOTA", shortest=4)
        (True, ('WŁÓŻ', 'ŻÓŁW'), ('KATO', 'KOTA', 'TAKO'))
    """
    return WordList(open_lexicon(name))
