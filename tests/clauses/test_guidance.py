"""What people keep among themselves is reachable: each row at its stages, each stage in a game that stands there."""

from __future__ import annotations

import pytest

from clauses.examples import Example, Table
from clauses.sentences import parse
from loops import with_each
from mostek.referee.views import stage_of
from mostek.rules.clause import Clause, ClauseStatus, Stage
from mostek.rules.loading import clauses, guidance, rulebook, rulebook_of, rulebooks

GUIDANCE = [entry for book in rulebooks() for entry in clauses(book).values() if entry.when]
POSITION = {"board": "B0", "racks": ["DARAEIO", "MASBCEN"], "steps": "by_hand", "millis": 1_200_000}
START = {"start": True, "steps": "by_hand"}
WAYS: list[tuple[Stage, dict[str, object], list[str]]] = [
    (Stage.BEFORE_GAME, START, []),
    (Stage.DRAWING, START, ["1 draws start A", "2 draws start B"]),
    (Stage.THINKING, POSITION, []),
    (Stage.STOPPED, POSITION, ["1 lays I6 DAR"]),
    (Stage.CHALLENGED, POSITION, ["1 lays I6 DAR", "2 challenges"]),
    (Stage.HANDING_OVER, POSITION, ["1 lays I6 DAR", "1 records", "2 records"]),
    (Stage.AWAY, START | {"absent": [2]}, []),
    (
        Stage.AWAY,
        POSITION,
        ["1 lays I6 DAR", "1 records", "2 records", "@1000 1 presses", "2 confirms leave", "@2000 1 leaves"],
    ),
    (Stage.ARBITER, POSITION, ["2 calls: the clock"]),
    (Stage.AFTER_GAME, {"board": "B0", "racks": ["S", "ŻB"], "bag": ""}, ["1 lays H1=S", "2 records"]),
]


@pytest.mark.parametrize("book", rulebooks())
def test_guidance_and_nothing_else_has_a_stage(book: str) -> None:
    for entry in clauses(book).values():
        assert (bool(entry.when) and not entry.ruled) is (entry.status is ClauseStatus.GUIDANCE), entry.id


@with_each("entry", GUIDANCE)
def test_a_row_appears_at_its_stages_and_at_no_other(entry: Clause) -> None:
    book = rulebook_of(entry.id).name
    assert {stage for stage in Stage if entry in guidance(book, stage)} == set(entry.when)


@pytest.mark.parametrize("stage", Stage)
def test_each_stage_has_guidance_in_a_federation_tournament(stage: Stage) -> None:
    assert any(entry.id.startswith("PFS-") for entry in guidance("pfs", stage))


@pytest.mark.parametrize("stage", Stage)
def test_a_rulebook_comes_with_the_guidance_of_its_base(stage: Stage) -> None:
    for book in rulebooks():
        if base := rulebook(book).base:
            assert set(guidance(base, stage)) <= set(guidance(book, stage))


@pytest.mark.parametrize(("stage", "given", "commands"), WAYS)
def test_a_game_comes_to_the_stage(stage: Stage, given: dict[str, object], commands: list[str]) -> None:
    table = Table(Example("guidance", "pfs", {"given": given}))
    for command in commands:
        table.send(parse(command, table))
        assert table.last.refused is None, (command, table.last.refused)
    assert table.game is not None
    assert stage_of(table.game) is stage


def test_every_stage_of_a_game_is_come_to() -> None:
    assert {stage for stage, _, _ in WAYS} == set(Stage) - {Stage.BEFORE_EVENT, Stage.AFTER_EVENT}
