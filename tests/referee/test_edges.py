"""Edges of the judge that no single command of an example reaches: time that is up to the millisecond, and tiny sets."""

from __future__ import annotations

from typing import Any

import pytest

from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee import Game, Refused, decide, evolve, replay
from mostek.referee import commands as c
from mostek.referee.events import Event, StartDrawTied
from mostek.referee.refusals import Reason
from mostek.rules.loading import changed, rulebook
from mostek.rules.rulebook import Rulebook

ONE, TWO = Seat.FIRST, Seat.SECOND
TIME = 60_000
CHANGES = {"start.tie": "without_return"}


def no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("nobody draws by chance here")


def played(book: Rulebook, *commands: c.Command) -> tuple[Game, tuple[Event, ...]]:
    """The game after these commands, and the events of the last one."""
    game: Game | None = None
    events: tuple[Event, ...] | Refused = ()
    for command in commands:
        events = decide(game, command, book, no_draw)
        assert not isinstance(events, Refused), events
        if game is None:
            game = replay(events)
        else:
            for event in events:
                game = evolve(game, event)
    assert game is not None
    assert not isinstance(events, Refused)
    return game, events


def creation(**given: Any) -> c.CreateGame:
    usual: dict[str, Any] = {"rulebook": "pfs", "players": ("Anna", "Bartek"), "millis": TIME, "at": 0}
    return c.CreateGame(**usual | given)


@pytest.mark.parametrize("at", [TIME, TIME + 1])
def test_when_the_time_of_both_is_up_nobody_arrives_any_more(at: int) -> None:
    book = rulebook("pfs")
    game, _ = played(book, creation(absent=(ONE, TWO)), c.StartLateness(by=Role.ARBITER))

    answer = decide(game, c.Arrive(seat=TWO, at=at), book, no_draw)

    assert answer == Refused(Reason.TIME_EXCEEDED, "PFS-6.3.4a", {"seat": TWO})


def test_a_millisecond_before_that_they_do() -> None:
    book = rulebook("pfs")
    game, _ = played(book, creation(absent=(ONE, TWO)), c.StartLateness(by=Role.ARBITER))

    assert not isinstance(decide(game, c.Arrive(seat=TWO, at=TIME - 1), book, no_draw), Refused)


def test_tied_tiles_stay_outside_as_long_as_both_can_still_draw() -> None:
    """Fourteen equal tiles: after six ties two are left for the seventh, and only after that they all go back (S2)."""
    book = changed(rulebook("pfs"), CHANGES)
    start: list[c.Command] = [
        creation(changes=CHANGES, venue=c.Venue.TABLE),
        c.StateSet(seat=ONE, tiles=Tiles.of("A" * 14)),
    ]
    draw: list[c.Command] = [c.DrawStartTile(seat=ONE, tile="A"), c.DrawStartTile(seat=TWO, tile="A")]

    ties = [event for times in (6, 7) for event in played(book, *start, *draw * times)[1]]

    assert [tie.kept for tie in ties if isinstance(tie, StartDrawTied)] == [True, False]


@pytest.mark.parametrize(("book", "judge"), [("open", Role.JURY), ("chal", Role.TEACHER)])
def test_a_penalty_on_a_general_clause_is_refused_where_only_the_order_of_play_is_the_federations(
    book: str, judge: Role
) -> None:
    changes = {"order.procedures": True}
    millis = 600_000 if book == "open" else None
    game, _ = played(
        changed(rulebook(book), changes),
        creation(rulebook=book, changes=changes, millis=millis, starter=Seat.FIRST),
    )
    penalty = c.Rule(clause="GEN-9b", measure=c.Deduct(Seat.FIRST, 5), reason="cheating", by=judge)
    answer = decide(game, penalty, changed(rulebook(book), changes), no_draw)
    assert isinstance(answer, Refused)
    assert (answer.reason, answer.params) == (Reason.ORDER_NOT_POSSIBLE, {"order": "penalty"})
