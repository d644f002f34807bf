"""Earlier editions of the built-in lexica, so that a game that was begun with one goes on with the same words.

The package has one file a lexicon. An earlier edition differs from it by a few words, which `data/earlier.toml` names; it is made
from them when a game or a person asks for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from mostek.lexicon.kernel import Words, read


class EarlierEdition(NamedTuple):
    """An edition that the shipped one of the same name has replaced. Words are in capitals."""

    name: str
    edition: str
    hash: str
    source: str
    """Which dictionaries it was made from."""
    more: tuple[str, ...]
    """The words that it has and the shipped edition lacks."""
    fewer: tuple[str, ...]
    """The words that it lacks and the shipped edition has."""

    def has(self, word: str, is_shipped: bool) -> bool:
        """Whether this edition has a word, in capitals, which the shipped one has or lacks."""
        return word in self.more or (is_shipped and word not in self.fewer)

    def words(self, shipped: Words, letters: tuple[str, ...]) -> Words:
        """The words of this edition, made from those of the shipped one."""
        return shipped.difference(_read(self.fewer, letters)).union(_read(self.more, letters))


@cache
def earlier_editions() -> tuple[EarlierEdition, ...]:
    """All of them, the newest of a name first."""
    import tomllib  # a command that reads the newest edition does without it

    text = (Path(__file__).parent / "data" / "earlier.toml").read_text("utf-8")
    return tuple(
        EarlierEdition(
            entry["name"],
            entry["edition"],
            entry["hash"],
            entry["source"],
            tuple(entry["more"].split()),
            tuple(entry["fewer"].split()),
        )
        for entry in tomllib.loads(text)["edition"]
    )


def _read(words: tuple[str, ...], letters: tuple[str, ...]) -> Words:
    return read("\n".join(words).encode(), letters, capitals=True)[0]
