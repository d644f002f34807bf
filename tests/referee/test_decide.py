"""The judge as a whole: every kind of command has a room, every kind of event a fold, and what no example reaches."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee import Game, Refused, decide, evolve, replay
from mostek.referee import commands as c
from mostek.referee.decide import roles
from mostek.referee.events import Event
from mostek.referee.evolve import _FOLDS
from mostek.referee.refusals import Reason
from mostek.referee.rule import JUDGED
from mostek.rules.loading import rulebook, rulebooks

PFS = rulebook("pfs")
ONE, TWO = Seat.FIRST, Seat.SECOND
TIME = 60_000


def no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("nobody draws by chance here")


def creation(**given: Any) -> c.CreateGame:
    racks = BySeat([Tiles.of("DARAEIO"), Tiles.of("MASBCEN")])
    middle = c.StartPosition(Placement({}), racks, BySeat([0, 0]), ONE)
    usual: dict[str, Any] = {
        "rulebook": "pfs",
        "players": ("Anna", "Bartek"),
        "millis": TIME,
        "at": 0,
        "position": middle,
    }
    return c.CreateGame(**usual | given)


def running(**given: Any) -> Game:
    """A game in which the first player's time has been running since 0."""
    events = decide(None, creation(**given), PFS, no_draw)
    assert not isinstance(events, Refused)
    game = replay(events)
    assert game is not None
    return game


def refusal(game: Game | None, command: c.Command) -> Refused:
    answer = decide(game, command, PFS, no_draw)
    assert isinstance(answer, Refused)
    return answer


def test_every_command_but_the_first_has_one_rule() -> None:
    assert set(JUDGED) == set(get_args(c.Command)) - {c.CreateGame}


def test_every_event_has_a_fold() -> None:
    assert set(_FOLDS) == set(get_args(Event))


@pytest.mark.parametrize("kind", get_args(c.Command), ids=lambda kind: kind.__name__)
def test_every_command_can_be_given_by_somebody_and_never_by_everybody(kind: type[Any]) -> None:
    permitted = roles(kind)
    assert permitted
    assert permitted < set(Role)


@pytest.mark.parametrize("book", rulebooks())
def test_every_reason_rests_on_a_clause_in_every_rulebook(book: str) -> None:
    assert set(rulebook(book).refusals) == set(Reason)


def test_a_game_is_created_once() -> None:
    answer = refusal(running(), creation())
    assert (answer.reason, answer.clause) == (Reason.GAME_ALREADY_CREATED, "HOUSE-order")


def test_nothing_is_done_in_a_game_that_is_not_created() -> None:
    answer = refusal(None, c.PassTurn(seat=ONE))
    assert (answer.reason, answer.clause) == (Reason.GAME_NOT_CREATED, "HOUSE-order")


@pytest.mark.parametrize("command", [c.PassTurn(seat=ONE, at=TIME), c.CallArbiter(seat=TWO, at=TIME)])
def test_whoever_comes_after_the_time_has_run_out_comes_too_late(command: c.Command) -> None:
    """`conduct` lets the flag fall first; asked directly, the judge says why nothing else can be judged (PFS-6.2.2)."""
    answer = refusal(running(), command)
    assert (answer.reason, answer.clause, answer.params) == (Reason.TIME_EXCEEDED, "PFS-6.2.2", {"seat": ONE})


def test_a_tenth_of_a_second_before_that_nothing_is_late() -> None:
    """S29: 0:00.1 left is in time."""
    assert not isinstance(decide(running(), c.PassTurn(seat=ONE, at=TIME - 100), PFS, no_draw), Refused)


def test_at_zero_the_time_is_exceeded() -> None:
    game = running()
    assert refusal(game, c.CheckTime(at=TIME - 1)).reason is Reason.TIME_LEFT
    assert not isinstance(decide(game, c.CheckTime(at=TIME), PFS, no_draw), Refused)


def test_a_refused_command_changes_nothing() -> None:
    game = running()
    before = replay(events) if not isinstance(events := decide(None, creation(), PFS, no_draw), Refused) else None
    refusal(game, c.LayTiles(seat=TWO, placement=Placement({}), at=5))
    assert game == before


def test_the_events_of_a_command_lead_from_the_game_it_was_given_for() -> None:
    game = running(steps=c.AT_TABLE)
    events = decide(game, c.PassTurn(seat=ONE, at=7), PFS, no_draw)
    assert not isinstance(events, Refused)
    for event in events:
        game = evolve(game, event)
    assert refusal(game, c.PassTurn(seat=TWO, at=8)).reason is Reason.NOT_ON_TURN


def over(**given: Any) -> Game:
    """A game that has ended by the time of both."""
    game = running(**given)
    for at in (TIME, 2 * TIME):
        events = decide(game, c.CheckTime(at=at), PFS, no_draw)
        assert not isinstance(events, Refused)
        for event in events:
            game = evolve(game, event)
    return game


def test_another_seed_than_the_one_that_was_promised_is_refused() -> None:
    game = over(commitment="0" * 64)
    assert refusal(game, c.RevealSeed(seed="guess")).reason is Reason.SEED_DIFFERS


def test_a_seed_is_not_revealed_before_the_end() -> None:
    assert refusal(running(commitment="0" * 64), c.RevealSeed(seed="guess")).reason is Reason.GAME_NOT_OVER
