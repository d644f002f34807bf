"""What the examples of the clauses cannot show of a turn: names in JSON, and what an event leaves out."""

from __future__ import annotations

import pytest

from clauses.examples import Example, Table
from clauses.sentences import parse
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.registry import tag
from mostek.core.tiles import Tiles
from mostek.referee import Refused, decide, replay
from mostek.referee import commands as c
from mostek.referee.events import PlayInterrupted
from mostek.referee.options import allowed_options
from mostek.referee.refusals import Reason
from mostek.rules.loading import rulebook

PFS = rulebook("pfs")


def no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("nobody draws by chance here")


@pytest.mark.parametrize(("name", "written"), [("PassTurn", "pass_turn"), ("ExcludeFromGame", "exclude_from_game")])
def test_a_kind_is_written_in_small_letters_with_strokes_between_the_words(name: str, written: str) -> None:
    assert tag(name) == written


def test_who_stops_the_clock_for_another_duty_gives_no_reason_of_the_own() -> None:
    """PFS-4.4.2d: the kind of the stop says all; only a call for the arbiter has words of its own."""
    racks = BySeat([Tiles.of("DARAEIO"), Tiles.of("MASBCEN")])
    middle = c.StartPosition(Placement({}), racks, BySeat([0, 0]), Seat.FIRST)
    creation = c.CreateGame(
        rulebook="pfs", players=("Anna", "Bartek"), millis=60_000, at=0, position=middle, officials=(Seat.SECOND,)
    )
    created = decide(None, creation, PFS, no_draw)
    assert not isinstance(created, Refused)
    stopped = decide(replay(created), c.StopClock(seat=Seat.SECOND, reason=c.StopReason.DUTY), PFS, no_draw)
    assert not isinstance(stopped, Refused)
    assert [event.why for event in stopped if isinstance(event, PlayInterrupted)] == [""]


def test_without_a_clock_no_time_can_be_up() -> None:
    """GEN-2b: the general rules say nothing of time; a game without any has no clock to look at."""
    book = rulebook("gen")
    created = decide(None, c.CreateGame(rulebook="gen", players=("Anna", "Bartek"), at=0), book, no_draw)
    assert not isinstance(created, Refused)
    refused = decide(replay(created), c.CheckTime(at=1), book, no_draw)
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.clause) == (Reason.NO_CLOCK, "GEN-2b")


@pytest.mark.parametrize(
    ("commands", "seat", "clause"),
    [
        (["1 lays I6 DAR", "1 stops"], 2, "PFS-4.9.5"),
        (["1 lays I6=?", "1 stops"], 2, "PFS-4.5.3"),
        (["1 lays I6 DAR", "1 stops", "1 announces 17", "1 records"], 1, "PFS-4.6.2"),
        (["1 lays I6 DAR", "1 stops", "1 announces 17", "1 records", "2 records"], 1, "PFS-4.9.1"),
    ],
)
def test_a_clock_is_offered_by_the_clause_of_its_occasion(commands: list[str], seat: int, clause: str) -> None:
    given = {"board": "B0", "racks": ["DARAEI?", "MASBCEN"], "venue": "table", "steps": "table", "millis": 60_000}
    table = Table(Example("options", "pfs", {"given": given}))
    for text in commands:
        assert table.send(parse(text, table)).refused is None, text
    assert table.game is not None
    offered = {option.command: option.clause for option in allowed_options(table.game, Seat(seat)).allowed}
    assert offered["start_clock"] == clause
