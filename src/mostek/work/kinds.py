"""The table of costly work: for each kind of job its lane, its deadline, its memory, its answer and its places.

The functions are named, not imported: they run in workers, and the process of the games must not load them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from mostek.app.help import Help
from mostek.feature import features

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from mostek.app.entry_lists import EntryRow, Stated
    from mostek.app.fair_play_report import FairPlayReport
    from mostek.documents.document import PrintRequest
    from mostek.engine.review.statistics import Statistics
    from mostek.notation.game_record import RecordedGame
    from mostek.server.http.public_pages.event_view import ShownEvent
    from mostek.server.http.public_pages.page_cache import StoredPage
    from mostek.server.http.public_pages.public_page import PageRequest
    from mostek.server.http.public_pages.rendering import Assets
    from mostek.store.game_proof import ProofCheck
    from mostek.store.log_checking import CheckedLines
    from mostek.store.played_games import PlayedGame
    from mostek.tournament.decide import Step
    from mostek.tournament.state import Tournament
    from mostek.work.review_values import FileForm, ReadGame, ReviewPiece, ReviewRequest
    from mostek.work.statistics_values import CountedGame, OwnCount, StatisticsForm

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)


class Lane(StrEnum):
    """A row in which jobs wait. Each lane has workers of its own, so a short job never waits behind a long one."""

    QUICK = "quick"
    """What a person looks at a page for."""
    LONG = "long"
    """What takes many seconds, or many pieces."""
    BUILDING = "building"
    """The search graphs of word lists, each once on a machine."""


@dataclass(frozen=True, slots=True)
class LaneLimits:
    """The limits of a lane."""

    workers: int
    """The jobs that are worked on at once. Where there are several, one address leaves one to others."""
    niceness: int
    """Live games and bots have 0."""
    waiting: int
    """The jobs that may wait; when there are more, the address with most of them loses the last."""
    waiting_of_one: int
    """The jobs of one address that may wait."""
    builds: bool = False
    """Whether its workers build the graphs of word lists; the others leave that to this lane."""


LANES = {
    Lane.QUICK: LaneLimits(workers=2, niceness=10, waiting=128, waiting_of_one=64),
    Lane.LONG: LaneLimits(workers=2, niceness=15, waiting=64, waiting_of_one=32),
    Lane.BUILDING: LaneLimits(workers=1, niceness=19, waiting=16, waiting_of_one=16, builds=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind(Generic[P, T_co]):
    """A kind of job."""

    name: str
    """What is done, for documentation and figures."""
    target: str
    """The function, as `module:function` below `mostek.work.tasks`."""
    help: Help
    """What the answer gives a person; a request whose endpoint does not declare that does not run such a job."""
    lane: Lane
    seconds: int
    """The deadline of one job."""
    megabytes: int
    """The memory that one job may take."""
    answer_megabytes: int = 4
    """The largest answer."""
    places: int = 4
    """The jobs of this kind of one person that wait or are worked on."""


_PAPER: dict[str, Any] = {"help": Help.NONE, "lane": Lane.QUICK, "seconds": 20, "answer_megabytes": 16}
PRINT_DOCUMENT: JobKind[[str, Tournament, PrintRequest, str], bytes] = JobKind(
    name="document of an event", target="mostek.documents.printing:print_document", megabytes=300, **_PAPER
)
PAPERS_OF_RESULTS: JobKind[[Tournament, str], tuple[tuple[str, bytes], ...]] = JobKind(
    name="papers of a letter", target="mostek.work.tasks.event_tasks:papers_of_results", megabytes=300, **_PAPER
)
_PUBLIC: dict[str, Any] = _PAPER | {"places": 16}
PUBLIC_PAGE: JobKind[[ShownEvent, str | None, str, PageRequest, str, str, Assets], StoredPage] = JobKind(
    name="public page", target="mostek.server.http.public_pages.page_tasks:rendered_page", megabytes=150, **_PUBLIC
)
PUBLIC_DOCUMENT: JobKind[[ShownEvent, str, PrintRequest, str], StoredPage] = JobKind(
    name="public document",
    target="mostek.server.http.public_pages.page_tasks:printed_document",
    megabytes=300,
    **_PUBLIC,
)
LINK_PICTURE: JobKind[[ShownEvent], StoredPage] = JobKind(
    name="picture of a link",
    target="mostek.server.http.public_pages.page_tasks:drawn_picture",
    megabytes=150,
    **_PUBLIC,
)

REPORT_ON_GAME: JobKind[[bytes], FairPlayReport] = JobKind(
    name="report on the play in a game",
    help=Help.ENGINE,
    target="mostek.work.tasks.report_tasks:report_on_game",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=100,
)

_FILE: dict[str, Any] = {"help": Help.NONE, "lane": Lane.LONG, "seconds": 20, "megabytes": 150, "places": 1}
READ_EVENT: JobKind[[bytes], str] = JobKind(
    name="file of an event", target="mostek.work.tasks.event_tasks:event_name", **_FILE
)
BRING_EVENT: JobKind[[bytes, datetime], tuple[str, tuple[Step, ...], tuple[str, ...]]] = JobKind(
    name="foreign file of an event", target="mostek.work.tasks.event_tasks:brought_event", answer_megabytes=16, **_FILE
)
JUDGE_LIST: JobKind[[Tournament, bytes, Stated], tuple[EntryRow, ...]] = JobKind(
    name="list of entries", target="mostek.work.tasks.event_tasks:judged_list", **_FILE
)
PROVE_EVENT: JobKind[[Path, bytes], tuple[ProofCheck, ...]] = JobKind(
    name="proof of an event", target="mostek.work.tasks.event_tasks:proved_event", **_FILE
)
CHECK_PIECE: JobKind[[Path | None, int, bytes, float], CheckedLines] = JobKind(
    name="piece of a published event",
    help=Help.NONE,
    target="mostek.work.tasks.event_tasks:checked_piece",
    lane=Lane.LONG,
    seconds=120,
    megabytes=300,
    answer_megabytes=16,
)
EXPORT_EVENT: JobKind[[Tournament, str, str], tuple[str, bytes]] = JobKind(
    name="export of an event", target="mostek.work.tasks.event_tasks:exported_event", answer_megabytes=16, **_FILE
)
FEDERATION_ARCHIVE: JobKind[[Path, bytes, Tournament, str, str], bytes] = JobKind(
    name="archive for the federation",
    help=Help.NONE,
    target="mostek.work.tasks.event_tasks:federation_archive",
    lane=Lane.QUICK,
    seconds=40,
    megabytes=300,
    answer_megabytes=16,
    places=1,
)

BUILD_GRAPHS: JobKind[[str], None] = JobKind(
    name="graphs of a word list",
    help=Help.NONE,
    target="mostek.work.tasks.graph_tasks:build_graphs",
    lane=Lane.BUILDING,
    seconds=600,
    megabytes=600,
    places=16,
)

READ_GIVEN_GAME: JobKind[[bytes], ReadGame] = JobKind(
    name="given file of a game",
    help=Help.NONE,
    target="mostek.work.tasks.review_tasks:read_given",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=100,
    places=2,
)
READ_TABLE_GAME: JobKind[[bytes], RecordedGame] = JobKind(
    name="game of a table",
    help=Help.NONE,
    target="mostek.work.tasks.review_tasks:game_of_log",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=100,
)
FIRST_VERDICTS: JobKind[[ReviewRequest], ReviewPiece] = JobKind(
    name="first verdicts of a review",
    help=Help.ENGINE,
    target="mostek.work.tasks.review_tasks:first_verdicts",
    lane=Lane.QUICK,
    seconds=30,
    megabytes=150,
    places=2,
)
REVIEW_PIECE: JobKind[[ReviewRequest, bytes], ReviewPiece] = JobKind(
    name="piece of a review",
    help=Help.ENGINE,
    target="mostek.work.tasks.review_tasks:review_piece",
    lane=Lane.LONG,
    seconds=120,
    megabytes=150,
    places=2,
)
CLOSE_REVIEW: JobKind[[bytes], bytes] = JobKind(
    name="review for a school",
    help=Help.ENGINE,
    target="mostek.work.tasks.review_tasks:review_for_school",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=100,
)
EXPORT_REVIEW: JobKind[[RecordedGame | bytes, bytes, FileForm], bytes] = JobKind(
    name="review as a file",
    target="mostek.work.tasks.review_tasks:review_file",
    megabytes=300,
    **(_PAPER | {"help": Help.ENGINE}),
)

_STATISTICS: dict[str, Any] = {"help": Help.ENGINE, "lane": Lane.QUICK, "seconds": 30, "megabytes": 200, "places": 2}
OWN_STATISTICS: JobKind[[Path, str, int, int], OwnCount] = JobKind(
    name="own statistics", target="mostek.work.tasks.statistics_tasks:own_statistics", **_STATISTICS
)
OWN_STATISTICS_FILE: JobKind[[Path, str, int, int, StatisticsForm], bytes] = JobKind(
    name="own statistics as a file", target="mostek.work.tasks.statistics_tasks:own_statistics_file", **_STATISTICS
)
COUNTED_GAMES: JobKind[[Path, Sequence[PlayedGame]], Sequence[bytes | None]] = JobKind(
    name="games of an event, counted", target="mostek.work.tasks.statistics_tasks:counted_games", **_STATISTICS
)
EVENT_STATISTICS: JobKind[[Sequence[CountedGame]], Statistics | None] = JobKind(
    name="statistics of an event", target="mostek.work.tasks.statistics_tasks:event_statistics", **_STATISTICS
)
EVENT_STATISTICS_FILE: JobKind[[Sequence[CountedGame], StatisticsForm], bytes] = JobKind(
    name="statistics of an event as a file",
    target="mostek.work.tasks.statistics_tasks:event_statistics_file",
    answer_megabytes=16,
    **_STATISTICS,
)


def every_kind() -> list[JobKind[Any, Any]]:
    """All kinds of jobs: those of this table in its order, then those of features."""
    own = [each for each in globals().values() if isinstance(each, JobKind)]
    return [*own, *(kind for feature in features() for kind in feature.jobs)]
