"""Write a list of words as `.kwg`, the graph of wolges, Woogles and MAGPIE; see `word_graphs` for the format.

A `.kwg` has the words from their first letter (DAWG) and from every letter (GADDAG): a prefix backwards, the separator, the rest
forwards. Our GADDAG is the same graph with another spelling: a row is a mask of letters and an arc for each of them. Its rows
after the separator are those of the words; only their first row is not among them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mostek.lexicon import LexiconError
from mostek.lexicon.kernel import Words
from mostek.lexicon.word_graphs import KWG_NODES

_Numbers = npt.NDArray[np.int64]
_ENDS: Final = 1 << 23
_LAST: Final = 1 << 22
_LETTER: Final = 24
_ROOTS: Final = 2
"""The nodes that lead to the words and to the GADDAG."""


class KwgFile(NamedTuple):
    """The bytes of a `.kwg`, and the nodes that a GADDAG would have needed if it did not fit."""

    data: bytes
    missing_gaddag: int = 0


def kwg_of(words: Words, letters: int) -> KwgFile:
    """The `.kwg` of a list over an alphabet of this many letters.

    A list whose GADDAG needs more nodes than 22 bits can name is written without it. Raises `LexiconError` if the words alone
    need more.
    """
    nodes = _gaddag_nodes(np.frombuffer(words.gaddag(), "<u4").astype(np.int64), letters) if len(words) else None
    if nodes is not None and len(nodes) <= KWG_NODES:
        return KwgFile(_bytes(nodes))
    alone = _word_nodes(np.frombuffer(words.dawg(), "<u4").astype(np.int64))
    if len(alone) > KWG_NODES:
        raise LexiconError(
            "The graph of the words has {found} nodes, and a .kwg holds {most}.", found=len(alone), most=KWG_NODES
        )
    return KwgFile(_bytes(alone), 0 if nodes is None else len(nodes))


def _bytes(nodes: _Numbers) -> bytes:
    return nodes.astype("<u4").tobytes()


def _word_nodes(dawg: _Numbers) -> _Numbers:
    """The nodes of our DAWG, after a node for the GADDAG that there is not. See `kernel/crates/search/src/dawg.rs`."""
    child = dawg & 0xFFFFFF
    nodes = (dawg >> 26) << _LETTER | ((dawg >> 25) & 1) * _ENDS | ((dawg >> 24) & 1) * _LAST
    nodes |= np.where(child > 0, child + 1, 0)
    nodes[0] |= _LAST
    return np.insert(nodes, 1, _LAST)


def _gaddag_nodes(gaddag: _Numbers, letters: int) -> _Numbers:
    """The nodes of our GADDAG and the first row of the words. See `kernel/crates/search/src/gaddag.rs`.

    An arc has two numbers, or three for more than 32 letters. Arc 0 leads to the root.
    """
    arcs = gaddag.reshape(-1, 2 if letters <= 32 else 3)
    ends = arcs[:, 0] >> 31 & 1
    has_separator = arcs[:, 0] >> 30 & 1
    mask = arcs[:, 1] << 1 | has_separator
    if letters > 32:
        mask |= arcs[:, 2] << 33
    first = (arcs[:, 0] & (1 << 30) - 1) // arcs.shape[1] - has_separator
    letter, is_last = _rows(first, mask, letters)
    root = first[0] + np.arange(int(mask[0]).bit_count())
    # Arc 0 gives its place to the two roots; the first row of the words follows after all.
    child = np.where(mask > 0, first + _ROOTS - 1, 0)
    nodes = letter << _LETTER | ends * _ENDS | is_last * _LAST | child
    # A word has at least two letters, so each of its first letters leads on, past the separator.
    root = root[has_separator[root] == 1]
    words = letter[root] << _LETTER | child[first[root]]
    words[-1] |= _LAST
    roots = np.array([_LAST | len(arcs) + _ROOTS - 1, _LAST | child[0]])
    return np.concatenate((roots, nodes[1:], words))


def _rows(first: _Numbers, mask: _Numbers, letters: int) -> tuple[_Numbers, _Numbers]:
    """For each arc its letter, the separator being 0, and whether it is the last of its row."""
    rows, at = np.unique(first[mask > 0], return_index=True)
    masks = mask[mask > 0][at]
    letter, is_last = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
    count = np.zeros(len(rows), np.int64)
    for code in range(letters + 1):
        has = masks >> code & 1 == 1
        letter[rows[has] + count[has]] = code
        count += has
    is_last[rows + count - 1] = 1
    return letter, is_last
