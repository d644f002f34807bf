"""In which editions of a list a word is valid, of all that are at hand here: installed, built in, or earlier ones of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mostek.lexicon.earlier import earlier_editions
from mostek.lexicon.library import edition_order, installed, open_lexicon


class WordEditions(NamedTuple):
    """The editions of a list, the oldest first, by whether they have a word."""

    valid_in: tuple[str, ...]
    not_in: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether the editions differ about the word."""
        return bool(self.valid_in and self.not_in)


def word_editions(name: str, words: Sequence[str]) -> tuple[WordEditions, ...]:
    """The editions in which each of some words is valid.

    Args:
        name: the list, without its edition.
        words: the words, in either case.

    Returns:
        For each word the editions with it and those without it. The differences of earlier editions of a built-in list are known,
        so none of them is made for the question.

    Raises:
        LexiconError: there is no such list.

    Example:
        >>> from mostek.lexicon.editions import word_editions
        >>> word_editions("pl-wolny", ["aka"])[0].not_in
        ('2022-03',)
    """
    verdicts = {
        part.header.edition: open_lexicon(f"{name}@{part.header.edition}").valid(words)
        for part in installed()
        if part.header.name == name
    }
    spelled = [word.upper() for word in words]
    shipped = open_lexicon(name).valid(words)
    for earlier in earlier_editions():
        if earlier.name == name and earlier.edition not in verdicts:
            verdicts[earlier.edition] = [earlier.has(word, now) for word, now in zip(spelled, shipped, strict=True)]
    ordered = sorted(verdicts, key=edition_order)
    return tuple(
        WordEditions(
            valid_in=tuple(edition for edition in ordered if verdicts[edition][index]),
            not_in=tuple(edition for edition in ordered if not verdicts[edition][index]),
        )
        for index in range(len(words))
    )
