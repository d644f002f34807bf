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
    pass

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


BUILD_GRAPHS: JobKind[[str], None] = JobKind(
    name="graphs of a word list",
    help=Help.NONE,
    target="mostek.work.tasks.graph_tasks:build_graphs",
    lane=Lane.BUILDING,
    seconds=600,
    megabytes=600,
    places=16,
)


def every_kind() -> list[JobKind[Any, Any]]:
    """All kinds of jobs: those of this table in its order, then those of features."""
    own = [each for each in globals().values() if isinstance(each, JobKind)]
    return [*own, *(kind for feature in features() for kind in feature.jobs)]
