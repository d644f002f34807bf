"""Reviews, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mostek.engine.review.statistics import Statistics
    from mostek.features.reviews.model import (
        CountedGame,
        FairPlayReport,
        FileForm,
        OwnCount,
        PlayedGame,
        ReadGame,
        ReviewPiece,
        ReviewRequest,
        StatisticsForm,
    )
    from mostek.notation.game_record import RecordedGame

_GAME: dict[str, Any] = {"lane": Lane.QUICK, "seconds": 20, "megabytes": 100}
READ_GIVEN_GAME: JobKind[[bytes], ReadGame] = JobKind(
    name="given file of a game",
    help=Help.NONE,
    target="mostek.features.reviews.making:read_given",
    places=2,
    **_GAME,
)
READ_TABLE_GAME: JobKind[[bytes], RecordedGame] = JobKind(
    name="game of a table", help=Help.NONE, target="mostek.features.reviews.making:game_of_log", **_GAME
)
FIRST_VERDICTS: JobKind[[ReviewRequest], ReviewPiece] = JobKind(
    name="first verdicts of a review",
    help=Help.ENGINE,
    target="mostek.features.reviews.making:first_verdicts",
    lane=Lane.QUICK,
    seconds=30,
    megabytes=150,
    places=2,
)
REVIEW_PIECE: JobKind[[ReviewRequest, bytes], ReviewPiece] = JobKind(
    name="piece of a review",
    help=Help.ENGINE,
    target="mostek.features.reviews.making:review_piece",
    lane=Lane.LONG,
    seconds=120,
    megabytes=150,
    places=2,
)
CLOSE_REVIEW: JobKind[[bytes], bytes] = JobKind(
    name="review for a school", help=Help.ENGINE, target="mostek.features.reviews.making:review_for_school", **_GAME
)
EXPORT_REVIEW: JobKind[[RecordedGame | bytes, bytes, FileForm], bytes] = JobKind(
    name="review as a file",
    help=Help.ENGINE,
    target="mostek.features.reviews.making:review_file",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=300,
    answer_megabytes=16,
)
REPORT_ON_GAME: JobKind[[bytes], FairPlayReport] = JobKind(
    name="report on the play in a game",
    help=Help.ENGINE,
    target="mostek.features.reviews.making:report_on_game",
    **_GAME,
)

_STATISTICS: dict[str, Any] = {"help": Help.ENGINE, "lane": Lane.QUICK, "seconds": 30, "megabytes": 200, "places": 2}
OWN_STATISTICS: JobKind[[Path, str | None, str, int, int], OwnCount] = JobKind(
    name="own statistics", target="mostek.features.reviews.making:own_statistics", **_STATISTICS
)
OWN_STATISTICS_FILE: JobKind[[Path, str | None, str, int, int, StatisticsForm], bytes] = JobKind(
    name="own statistics as a file", target="mostek.features.reviews.making:own_statistics_file", **_STATISTICS
)
COUNTED_GAMES: JobKind[[Path, Sequence[PlayedGame]], Sequence[bytes | None]] = JobKind(
    name="games of an event, counted", target="mostek.features.reviews.making:counted_games", **_STATISTICS
)
EVENT_STATISTICS: JobKind[[Sequence[CountedGame]], Statistics | None] = JobKind(
    name="statistics of an event", target="mostek.features.reviews.making:event_statistics", **_STATISTICS
)
EVENT_STATISTICS_FILE: JobKind[[Sequence[CountedGame], StatisticsForm], bytes] = JobKind(
    name="statistics of an event as a file",
    target="mostek.features.reviews.making:event_statistics_file",
    answer_megabytes=16,
    **_STATISTICS,
)

FEATURE = Feature(
    name="reviews",
    commands={
        "report": (
            "mostek.features.reviews.cli.report:report",
            "Report on the play in a finished game: for arbiters, a hint and no verdict.",
        ),
        "review": (
            "mostek.features.reviews.cli.review:review",
            "Review games: best moves, mistakes, luck and skill.",
        ),
        "statistics": (
            "mostek.features.reviews.cli.statistics:statistics",
            "Show statistics of people over many games: points, bingos, accuracy.",
        ),
    },
    routes=(
        "mostek.features.reviews.http.reviews:routes",
        "mostek.features.reviews.http.game_statistics:own_routes",
        "mostek.features.reviews.http.game_statistics:event_routes",
        "mostek.features.reviews.http.fair_play:routes",
    ),
    service="mostek.features.reviews.awaited:Reviews",
    jobs=(
        READ_GIVEN_GAME,
        READ_TABLE_GAME,
        FIRST_VERDICTS,
        REVIEW_PIECE,
        CLOSE_REVIEW,
        EXPORT_REVIEW,
        REPORT_ON_GAME,
        OWN_STATISTICS,
        OWN_STATISTICS_FILE,
        COUNTED_GAMES,
        EVENT_STATISTICS,
        EVENT_STATISTICS_FILE,
    ),
)
