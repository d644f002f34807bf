"""Quackle's `.dawg` file, version 1, as a plain list of words.

The format, as its writer lays it out: one byte 1; 16 bytes of hash; 3 bytes of word count; one byte saying how many letters
the alphabet has; the letters in UTF-8, each followed by a blank; then nodes of 7 bytes. A node has 3 bytes with the number of
its first child (0: none), one byte with the letter (six bits), 64 on the last child, and 3 bytes of playability, which is not 0
where a word ends. All numbers have their highest byte first. Node 0 is the root, and children stand in any order.
"""

from __future__ import annotations

from typing import Final

from mostek.lexicon import LexiconError

_FRONT: Final = 21
_NODE: Final = 7
_MOST_WORDS: Final = 1 << 24
"""The word count has three bytes."""
_KEPT: Final = 200
"""Up to so many endings a node are remembered; most nodes are reached by many beginnings and have few endings."""


def is_quackle(data: bytes) -> bool:
    """Whether the bytes begin as such a file does; no text begins with the byte 1."""
    return data[:1] == b"\x01"


def quackle_text(data: bytes, name: str) -> str:
    """All words, one a line. Raises `LexiconError` for a file that is cut short or damaged."""
    letters, start = _alphabet(data, name)
    nodes = data[start:]
    if len(data) < _FRONT or len(nodes) < _NODE or len(nodes) % _NODE:
        raise LexiconError("{path} is cut short: it has {found} bytes.", path=name, found=len(data))
    try:
        words = _Endings(nodes, letters).after(0)
    except (IndexError, _EndlessError):
        raise LexiconError("{path} is damaged: its nodes lead nowhere.", path=name) from None
    expected = int.from_bytes(data[17:20], "big")
    if len(words) != expected:
        raise LexiconError(
            "{path} is damaged: it has {found} words, and says {expected}.",
            path=name,
            found=len(words),
            expected=expected,
        )
    return "\n".join(words)


class _EndlessError(Exception):
    """A graph that never ends, or has more words than it can say."""


class _Endings:
    def __init__(self, nodes: bytes, letters: list[str]) -> None:
        self._nodes = nodes
        self._letters = letters
        self._known: dict[int, list[str]] = {}
        self._open: set[int] = set()

    def after(self, node: int) -> list[str]:
        """What can follow a node to make a word."""
        child = int.from_bytes(self._nodes[node * _NODE : node * _NODE + 3], "big")
        if not child:
            return []
        if (known := self._known.get(child)) is not None:
            return known
        if child in self._open:
            raise _EndlessError
        self._open.add(child)
        endings = self._family(child)
        self._open.remove(child)
        if len(endings) <= _KEPT:
            self._known[child] = endings
        return endings

    def _family(self, child: int) -> list[str]:
        """The endings that begin with a child or one of its later siblings."""
        endings: list[str] = []
        while True:
            place = child * _NODE
            mark = self._nodes[place + 3]
            letter = self._letters[mark & 63]
            if any(self._nodes[place + 4 : place + 7]):
                endings.append(letter)
            endings += [letter + ending for ending in self.after(child)]
            if len(endings) > _MOST_WORDS:
                raise _EndlessError
            if mark & 64:
                return endings
            child += 1


def _alphabet(data: bytes, name: str) -> tuple[list[str], int]:
    """The letters, and where the nodes begin."""
    letters, place = [], _FRONT
    try:
        for _ in range(data[_FRONT - 1]):
            end = data.index(b" ", place)
            letters.append(data[place:end].decode())
            place = end + 1
    except (IndexError, ValueError):
        raise LexiconError("{path} is damaged: its alphabet cannot be read.", path=name) from None
    return letters, place
