"""The search graphs of word lists, which are built once on a machine."""

from __future__ import annotations

import logging
from collections.abc import Callable

from mostek.lexicon.library import open_gaddag, open_word_map

log = logging.getLogger(__name__)
_STEP = 25
"""The percentage between two lines of the log."""


def build_graphs(lexicon: str) -> None:
    """Build the GADDAG and the word map of a lexicon where they are missing. Raises `LexiconError`, `OSError`."""
    open_gaddag(lexicon, _progress_of(lexicon))
    open_word_map(lexicon)


def _progress_of(lexicon: str) -> Callable[[float], None]:
    last = -1

    def progress(done: float) -> None:
        nonlocal last
        step = int(done * 100) // _STEP * _STEP
        if step > last:
            last = step
            log.info("the GADDAG of %s is built, only this once: %d %%", lexicon, step)

    return progress
