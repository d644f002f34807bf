"""Puzzles, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mostek.core.board import Square
    from mostek.core.players import Seat
    from mostek.core.tiles import Tile
    from mostek.features.puzzles.model import Puzzle, Verdict

_JUDGING: dict[str, Any] = {"help": Help.ENGINE, "lane": Lane.QUICK, "seconds": 20, "megabytes": 150}
JUDGE_PUZZLE: JobKind[[Puzzle, Mapping[Square, Tile]], Verdict] = JobKind(
    name="verdict on an answer", target="mostek.features.puzzles.judging:judged_answer", **_JUDGING
)
RANK_PUZZLE: JobKind[[Puzzle], Sequence[tuple[str, int, int]]] = JobKind(
    name="best plays of a puzzle", target="mostek.features.puzzles.judging:ranked_plays", **_JUDGING
)
FIND_MISTAKES: JobKind[[bytes, bytes, Sequence[Seat]], Sequence[Puzzle]] = JobKind(
    name="puzzles of a game",
    help=Help.ENGINE,
    target="mostek.features.puzzles.mining:own_mistakes",
    lane=Lane.LONG,
    seconds=60,
    megabytes=300,
    places=2,
)

FEATURE = Feature(
    name="puzzles",
    commands={"puzzles": ("mostek.features.puzzles.cli:puzzles", "Mine, vet, solve and export puzzles.")},
    routes=("mostek.features.puzzles.http:routes",),
    service="mostek.features.puzzles.http:Puzzles",
    jobs=(JUDGE_PUZZLE, RANK_PUZZLE, FIND_MISTAKES),
    own_data="mostek.features.puzzles.store:own_data",
)
