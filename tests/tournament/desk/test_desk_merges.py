"""The record of a merge in the log: a fact that changes nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.refusals import DeskReason
from mostek.tournament.state import CopyHead
from tournament.desk.hall import Hall, paired


def record(hall: Hall) -> c.MergeCopies:
    """A merge of this log with a copy of twelve steps that had five in common with it."""
    first, second = (CopyHead(head=sign * 64, steps=12, key=key) for sign, key in (("a", "c" * 64), ("b", None)))
    return c.MergeCopies(
        at=hall.now, common=5, continued=first, taken=second, added=3, left_out=(7,), numbers=((9, 10),)
    )


def test_a_merge_is_a_fact_that_changes_nothing_else() -> None:
    hall = paired()
    before = hall.state
    hall.ok(record(hall))
    (merge,) = hall.state.merges
    assert (merge.taken.head, merge.added, merge.left_out, merge.numbers) == ("b" * 64, 3, (7,), ((9, 10),))
    assert replace(hall.state, merges=()) == before
    hall.ok(c.Undo(at=hall.now))
    assert hall.state == before


def test_a_copy_is_not_merged_with_itself() -> None:
    hall = paired()
    given = record(hall)
    assert hall.no(replace(given, taken=given.continued)).reason is DeskReason.NOTHING_TO_MERGE


def test_a_head_is_a_hash() -> None:
    hall = paired()
    given = record(hall)
    for head in ("", "b" * 63, "B" * 64, "g" * 64):
        refused = hall.no(replace(given, taken=CopyHead(head=head, steps=12)))
        assert refused.reason is DeskReason.NOT_WELL_FORMED
        assert refused.params["field"] == "head"


def test_a_closed_event_may_be_merged() -> None:
    hall = paired(people=4)
    hall.play()
    hall.pair()
    hall.play()
    hall.ok(c.CloseTournament(at=hall.now))
    hall.ok(record(hall))
    assert len(hall.state.merges) == 1
