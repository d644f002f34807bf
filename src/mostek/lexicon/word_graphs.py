"""Word graphs of other programs: Quackle's `.dawg` in both versions, and the `.kwg` of wolges, Woogles and MAGPIE.

All three are graphs of nodes in rows. A node is a letter, whether a word ends with it, whether it is the last of its row, and
the number of the first node of the row that follows it (0: none).

Quackle's `.dawg`: nodes of 7 bytes, numbers with their highest byte first. A node has 3 bytes with its child, one byte with
letter and marks, 3 bytes of playability. In version 0 (the file begins with the byte 0, and has nothing but nodes) the letter has
five bits from 0, 32 marks the end of a word and 64 the last child. In version 1 the file begins with the byte 1; 16 bytes of
hash; 3 bytes of word count; one byte with the number of letters of the alphabet; the letters in UTF-8, each followed by a blank.
The letter has six bits, and a word ends where the playability is not 0. Node 0 is the root; children stand in any order.

`.kwg`: little-endian numbers of 32 bits. From the top: the letter (8 bits, from 1; 0 is the separator of the GADDAG), whether a
word ends (1 bit), whether the row ends (1 bit), the child (22 bits). Node 0 leads to the words, node 1 to the GADDAG, which is
not read.

Sources: quackle `quackleio/dawgfactory.cpp`, `lexiconparameters.cpp`; wolges `src/kwg.rs`, `src/build.rs`.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from mostek.lexicon import LexiconError


class GraphNode(NamedTuple):
    """A node: the place of its letter in the alphabet, from 0."""

    letter: int
    ends: bool
    last: bool
    child: int


NodeAt: TypeAlias = Callable[[int], GraphNode]
"""The node of that number. Raises `IndexError` beyond the end of the graph."""

_FRONT: Final = 21
_NODE: Final = 7
_KWG_NODE: Final = 4
_MOST_WORDS: Final = 6_000_000
"""Nearly twice as many as any list of words has."""
_MOST_NODES: Final = 1 << 24
"""A child has three bytes; a graph that visits more nodes is none of words."""
_DEEPEST: Final = 32
"""No word of any game is so long."""
_WIDEST: Final = 64
"""No alphabet has so many letters."""
_REMEMBERED: Final = 200
"""Up to so many endings a row are remembered; most rows are reached by many beginnings and have few endings."""
KWG_NODES: Final = 1 << 22
"""The nodes that the 22 bits of a child can name."""


def form_of_graph(data: bytes, name: str) -> str | None:
    """The format of a graph, `quackle`, `quackle-0` or `kwg`; `None` for bytes that are none of them.

    A `.kwg` has no mark of its own: its name says it, or a first node that has no letter and ends its row.
    """
    if name.lower().endswith(".kwg"):
        return "kwg"
    # Latin text in UTF-16 looks alike, but for its byte order mark.
    is_text = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if not is_text and len(data) >= 8 and len(data) % 4 == 0 and data[2] >> 6 == 1 and not data[3]:
        return "kwg"
    if data[:1] == b"\x01":
        return "quackle"
    if data[:1] == b"\x00" and len(data) >= 2 * _NODE and len(data) % _NODE == 0:
        return "quackle-0"
    return None


def graph_text(data: bytes, form: str, name: str, letters: Sequence[str]) -> str:
    """All words of a graph, one a line. Raises `LexiconError` for a file that is cut short or damaged."""
    try:
        match form:
            case "kwg":
                words = _kwg_words(data, name, letters)
            case "quackle-0":
                words = _words(_quackle_0(data), _child(data, 0), letters)
            case _:
                words = _quackle_words(data, name)
    except NodeError as error:
        raise error.of(name, len(data) // (_KWG_NODE if form == "kwg" else _NODE)) from None
    except (IndexError, EndlessError):
        raise LexiconError("{path} is damaged: its nodes lead nowhere.", path=name) from None
    return "\n".join(words)


def letters_of_graph(data: bytes, form: str, name: str, alphabets: Sequence[Sequence[str]]) -> Sequence[str]:
    """The one of the alphabets that a graph has.

    A file of Quackle's version 1 states its letters. The others do not: of several alphabets it is the one that has exactly
    as many letters as the graph names. Raises `LexiconError` when it is none of them.
    """
    if form == "quackle":
        stated, _ = _alphabet(data, name)
        fits = [letters for letters in alphabets if set(stated) <= set(letters)]
        if fits:
            return min(fits, key=lambda letters: set(letters) != set(stated))
        known = {letter for letters in alphabets for letter in letters}
        raise LexiconError(
            "{path} is a list of another alphabet, for which mostek has no tiles: {letters}. The first letter that no tile has "
            "is {letter}.",
            path=name,
            letters=" ".join(stated),
            letter=next((letter for letter in stated if letter not in known), stated[-1]),
        )
    if len(alphabets) == 1 or (form == "kwg" and _is_cut(data)):
        return alphabets[0]
    # The first node of version 0 is the root and has no letter.
    named = max(data[3::_KWG_NODE]) if form == "kwg" else max(mark & 31 for mark in data[_NODE + 3 :: _NODE]) + 1
    for letters in alphabets:
        if len(letters) == named:
            return letters
    raise LexiconError(
        "{path} does not say its alphabet, which has {found} letters; the tile sets here have {known}. "
        "Choose one with --tile-set.",
        path=name,
        found=named,
        known=", ".join(str(len(letters)) for letters in alphabets),
    )


def _quackle_words(data: bytes, name: str) -> list[str]:
    letters, start = _alphabet(data, name)
    nodes = data[start:]
    if len(data) < _FRONT or len(nodes) < _NODE or len(nodes) % _NODE:
        raise LexiconError("{path} is cut short: it has {found} bytes.", path=name, found=len(data))
    words = _words(_quackle_1(nodes), _child(nodes, 0), letters)
    expected = int.from_bytes(data[17:20], "big")
    if len(words) != expected:
        raise LexiconError(
            "{path} is damaged: it has {found} words, and says {expected}.",
            path=name,
            found=len(words),
            expected=expected,
        )
    return words


def _kwg_words(data: bytes, name: str, letters: Sequence[str]) -> list[str]:
    if _is_cut(data):
        raise LexiconError("{path} is cut short: it has {found} bytes.", path=name, found=len(data))
    return kwg_texts(data, letters, 1)


def _is_cut(data: bytes) -> bool:
    return len(data) < _KWG_NODE or len(data) % _KWG_NODE != 0


def kwg_texts(data: bytes, letters: Sequence[str], lowest: int) -> list[str]:
    """The texts of the nodes of a `.kwg` in their order, with the code of the first letter; leaves begin with the blank, 0.

    Raises `IndexError` or `EndlessError` for a graph that leads nowhere.
    """
    # A row that begins at the last place may go on beyond it.
    if len(data) // _KWG_NODE > KWG_NODES + _WIDEST:
        raise EndlessError

    def node_at(place: int) -> GraphNode:
        if place * _KWG_NODE >= len(data):
            raise IndexError
        low, middle, high, letter = data[place * _KWG_NODE : (place + 1) * _KWG_NODE]
        return GraphNode(letter - lowest, bool(high & 128), bool(high & 64), low | middle << 8 | (high & 63) << 16)

    return _words(node_at, node_at(0).child, letters, lowest)


def _child(nodes: bytes, place: int) -> int:
    return int.from_bytes(nodes[place * _NODE : place * _NODE + 3], "big")


def _quackle_1(nodes: bytes) -> NodeAt:
    def node_at(place: int) -> GraphNode:
        at = place * _NODE
        mark = nodes[at + 3]
        return GraphNode(mark & 63, any(nodes[at + 4 : at + _NODE]), bool(mark & 64), _child(nodes, place))

    return node_at


def _quackle_0(nodes: bytes) -> NodeAt:
    def node_at(place: int) -> GraphNode:
        mark = nodes[place * _NODE + 3]
        return GraphNode(mark & 31, bool(mark & 32), bool(mark & 64), _child(nodes, place))

    return node_at


def _alphabet(data: bytes, name: str) -> tuple[list[str], int]:
    """The letters, and where the nodes begin."""
    letters, place = [], _FRONT
    try:
        for _ in range(data[_FRONT - 1]):
            end = data.index(b" ", place)
            letters.append(data[place:end].decode().strip("|"))
            place = end + 1
    except (IndexError, ValueError):
        raise LexiconError("{path} is damaged: its alphabet cannot be read.", path=name) from None
    return letters, place


class NodeError(IndexError):
    """A node that there is not, or whose letter the alphabet lacks."""

    def __init__(self, node: int, letter: int | None = None) -> None:
        super().__init__(node)
        self.node = node
        self.letter = letter
        """Its code, if there is such a node."""

    def of(self, path: str, nodes: int) -> LexiconError:
        """The error of a file with so many nodes."""
        if self.letter is None:
            return LexiconError(
                "{path} is damaged: it needs node {node}, and its last one is {last}.",
                path=path,
                node=self.node,
                last=nodes - 1,
            )
        return LexiconError(
            "{path} is damaged: node {node} has the letter {letter}, which the alphabet lacks.",
            path=path,
            node=self.node,
            letter=self.letter,
        )


class EndlessError(Exception):
    """A graph that never ends, or has more words than any list."""


def _words(node_at: NodeAt, first: int, letters: Sequence[str], lowest: int = 0) -> list[str]:
    """The words of a graph whose first row this is; `lowest` is the code of the first letter.

    Raises `IndexError`, also `NodeError`, and `EndlessError`.
    """
    rows = _Rows(node_at, letters, lowest)
    rows.measure(first, 0)
    return rows.endings(first)


class _Rows:
    """The rows of a graph. They are measured first: a small file can claim more words than any memory holds."""

    def __init__(self, node_at: NodeAt, letters: Sequence[str], lowest: int) -> None:
        self._node_at = node_at
        self._letters = letters
        self._lowest = lowest
        self._read: dict[int, list[GraphNode]] = {}
        self._measured: dict[int, tuple[int, int]] = {}
        self._known: dict[int, list[str]] = {}
        self._visited = 0

    def measure(self, row: int, depth: int) -> tuple[int, int]:
        """The number of endings that begin in a row, and the length of the longest."""
        if not row:
            return 0, 0
        known = self._measured.get(row)
        if known is None:
            if depth > _DEEPEST:
                raise EndlessError
            words = height = 0
            for node in self._nodes(row):
                more, longest = self.measure(node.child, depth + 1)
                words += more + node.ends
                height = max(height, longest + 1)
            known = self._measured[row] = words, height
        if known[0] > _MOST_WORDS or depth + known[1] > _DEEPEST:
            raise EndlessError
        return known

    def endings(self, row: int) -> list[str]:
        """The endings that begin in a row, which was measured."""
        if not row:
            return []
        if (known := self._known.get(row)) is not None:
            return known
        found: list[str] = []
        for node in self._read[row]:
            letter = self._letters[node.letter]
            if node.ends:
                found.append(letter)
            found += [letter + ending for ending in self.endings(node.child)]
        if len(found) <= _REMEMBERED:
            self._known[row] = found
        return found

    def _nodes(self, row: int) -> list[GraphNode]:
        nodes: list[GraphNode] = []
        while not nodes or not nodes[-1].last:
            try:
                node = self._node_at(row + len(nodes))
            except IndexError:
                raise NodeError(row + len(nodes)) from None
            if not 0 <= node.letter < len(self._letters):
                raise NodeError(row + len(nodes), node.letter + self._lowest)
            if len(nodes) == _WIDEST:
                raise EndlessError
            nodes.append(node)
        self._visited += len(nodes)
        if self._visited > _MOST_NODES:
            raise EndlessError
        self._read[row] = nodes
        return nodes
