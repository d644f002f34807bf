"""What the kernel is to reach, and what the best of its peers reaches in Polish.

The peers (MAGPIE with wider arcs, wolges, Netskrafl) were built and measured side by side on a machine of two cores, one
thread, with a Polish list of 3 276 062 words. Where a word map needs an alphabet of 31 letters, its figure stands second.
Between machines compare the ratios, and what the chase through memory says.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Goal(NamedTuple):
    """A figure to reach and the peers', in the unit of the question."""

    goal: str
    peer: str


GOALS: Final = {
    "all plays": Goal("15 000 /s", "MAGPIE 7 300 /s"),
    "best play": Goal("28 000 /s", "MAGPIE 9 300, 14 300 /s"),
    "games": Goal("1 300 /s", "MAGPIE 395, 650 /s"),
    "two threads": Goal("1.9 times one", ""),
    "2 plies": Goal("17 000 /s", "MAGPIE 5 300, 8 800 /s"),
    "5 plies": Goal("5 500 /s", "MAGPIE 1 550, 2 800 /s"),
    "endgames": Goal("20 of 40 in 4 s", "MAGPIE 7 of 40 in 4 s"),
    "one in the bag": Goal("20 s", "MAGPIE 40-56 s"),
    "compact graph": Goal("0.66 s, 95 MiB, 1.74 MB", "wolges 0.66 s, 95 MB, 1.74 MB"),
    "search graph": Goal("4.8 s, 400 MiB", "wolges 4.8 s, 408 MB"),
    "word map": Goal("15 s, 1024 MiB", "MAGPIE 96 s, 8 884 MB"),
    "opening": Goal("0.5 ms", "4.9 ms"),
    "words": Goal("100 ns", "162 ns"),
    "changed words": Goal("100 ns", "111 ns"),
    "memory": Goal("300 MiB", "MAGPIE 43 MB, 2 850 MB with its map"),
    "through Python": Goal("within 10 %", "Netskrafl 31 /s"),
}

CHASES: Final = {"16 KB": 1.4, "512 KB": 4.6, "2 MB": 20, "8 MB": 43, "16 MB": 79}
"""Nanoseconds for a step through so much memory on the machine on which the peers were measured."""
