"""Exam and classes, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from mostek.features.classes.exam import Paper
    from mostek.features.classes.model import ClassSet, SetDraft

MAKE_CLASS_SET: JobKind[[SetDraft], ClassSet] = JobKind(
    name="class set",
    help=Help.ENGINE,
    target="mostek.features.classes.solving:make_set",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=100,
    places=1,
)
PRINT_EXAM: JobKind[[Paper, bool], bytes] = JobKind(
    name="exam paper",
    help=Help.NONE,
    target="mostek.features.classes.paper:exam_pages",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=150,
    answer_megabytes=16,
)

FEATURE = Feature(
    name="classes",
    commands={
        "exam": (
            "mostek.features.classes.cli:exam",
            "Take the arbiters' exam: cases of the rulebooks with their clauses.",
        )
    },
    routes=(
        "mostek.features.classes.http.exam:routes",
        "mostek.features.classes.http.lessons:routes",
        "mostek.features.classes.http.pupils:routes",
    ),
    service="mostek.features.classes.http.lessons:Classes",
    jobs=(MAKE_CLASS_SET, PRINT_EXAM),
    own_data="mostek.features.classes.store:own_data",
)
