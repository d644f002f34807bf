"""Before the first turn: how a game may be set up, who comes late, and what is checked and disputed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending
from mostek.core.tiles import Tiles, tile_set
from mostek.referee import Conducted, Game, Refused, conduct, decide, replay
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.state import AwaitingPlayers, ChoosingStarter, Over, Thinking
from mostek.rules.loading import changed, rulebook

PFS = rulebook("pfs")
ONE, TWO = Seat.FIRST, Seat.SECOND
TIME = 60_000
WHOLE = tile_set("pl-current").tiles


def creation(**given: Any) -> c.CreateGame:
    usual: dict[str, Any] = {"rulebook": "pfs", "players": ("Anna", "Bartek"), "millis": TIME, "at": 0}
    return c.CreateGame(**usual | given)


def position(first: str, second: str, bag: str | None = None) -> c.StartPosition:
    racks = BySeat([Tiles.of(first), Tiles.of(second)])
    return c.StartPosition(Placement({}), racks, BySeat([0, 0]), ONE, None if bag is None else Tiles.of(bag))


def no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("nobody draws by chance here")


def played(*commands: c.Command) -> Conducted:
    """The last answer; every answer before it accepted its command, and replay equals the live game after each."""
    answer, log = Conducted(None, ()), list[Event]()
    for command in commands:
        assert answer.refused is None, answer.refused
        answer = conduct(answer.game, command, PFS, lambda bag, count: Tiles(sorted(bag)[:count]))
        log.extend(answer.events)
        assert replay(log) == answer.game
    return answer


def live(*commands: c.Command) -> Game:
    game = played(*commands).game
    assert game is not None
    return game


@pytest.mark.parametrize(
    ("command", "reason", "why"),
    [
        (creation(absent=(Seat.THIRD,)), "no_such_seat", None),
        (creation(officials=(Seat.FOURTH,)), "no_such_seat", None),
        (creation(absent=(ONE,), position=position("ABCDEFG", "AEIKLOT")), "position_impossible", "absent"),
        (creation(checks=(c.Check.LEAVE,)), "position_impossible", "checks"),
        (creation(checks=(c.Check.SET,), position=position("ABCDEFG", "AEIKLOT")), "position_impossible", "checks"),
        (creation(commitment="ab" * 31), "position_impossible", "commitment"),
        (creation(commitment="AB" * 32), "position_impossible", "commitment"),
        (creation(commitment="g" * 64), "position_impossible", "commitment"),
        (creation(position=position("#######", "AEIKLOT")), "position_impossible", "letters"),
        (creation(venue=c.Venue.TABLE, position=position("#######", "AEIKLOT", "#")), "position_impossible", "letters"),
        (creation(venue=c.Venue.TABLE, position=position("#######", "######", "ABC")), "position_impossible", "tiles"),
    ],
)
def test_a_game_that_cannot_be_is_not_set_up(command: c.CreateGame, reason: str, why: str | None) -> None:
    answer = decide(None, command, PFS, no_draw)
    assert isinstance(answer, Refused)
    assert answer.reason == reason
    assert answer.params.get("why") == why


def test_nobody_is_waited_for_without_a_clock() -> None:
    book = changed(rulebook("gen"), {"order.procedures": True})
    answer = decide(None, creation(rulebook="gen", millis=None, absent=(ONE,)), book, no_draw)
    assert isinstance(answer, Refused)
    assert answer.reason == "no_clock"


def test_what_the_event_said_stands_in_the_game() -> None:
    asked = creation(officials=(TWO, TWO), full_record=True, commitment="0a" * 32, checks=(c.Check.CLOCK,))
    game = live(asked)
    assert (game.officials, game.full_record, game.commitment) == ((TWO,), True, "0a" * 32)
    assert game.checks == (c.Check.CLOCK,)


def test_at_a_table_only_the_faces_that_were_told_are_known() -> None:
    game = live(creation(venue=c.Venue.TABLE, steps=c.AT_TABLE, position=position("AEIKLOT", "##B")))
    assert game.tiles == WHOLE
    assert game.bag == Tiles.face_down(90)
    assert len(game.all_tiles()) == 100
    assert game.unseen() == WHOLE - Tiles.of("AEIKLOTB")


def test_a_bag_that_is_told_holds_the_tiles_of_hidden_racks_as_well() -> None:
    game = live(creation(venue=c.Venue.TABLE, steps=c.AT_TABLE, position=position("AB", "##", "CDE")))
    assert game.tiles == Tiles.of("ABCDE")
    assert (game.bag, game.unseen()) == (Tiles.of("#"), Tiles.of("CDE"))


def test_while_somebody_is_missing_it_is_not_said_who_starts() -> None:
    answer = decide(None, creation(absent=(TWO,), starter=TWO), PFS, no_draw)
    assert not isinstance(answer, Refused)
    assert [type(event).__name__ for event in answer] == ["GameCreated"]


@pytest.mark.parametrize(("count", "allowed"), [(13, False), (14, True), (200, True), (201, False)])
def test_a_set_fills_the_racks_and_is_none_of_hundreds(count: int, allowed: bool) -> None:
    game = live(creation(venue=c.Venue.TABLE, steps=c.AT_TABLE))
    answer = conduct(game, c.StateSet(seat=ONE, tiles=Tiles(["A"] * count)), PFS, no_draw)
    assert (answer.refused is None) is allowed


def opening(absent: tuple[Seat, ...]) -> tuple[c.Command, ...]:
    by_hand = creation(absent=absent, steps=c.BY_HAND, venue=c.Venue.TABLE)
    return (by_hand, c.StartLateness(by=Role.ARBITER, at=0) if len(absent) == 2 else c.StartClock(seat=ONE, at=0))


@given(st.integers(0, TIME + 2000), st.integers(0, TIME + 2000), st.booleans())
def test_each_loses_the_own_delay_and_no_more(first: int, second: int, second_comes_first: bool) -> None:
    early, late = sorted((first, second))
    sooner, later = (TWO, ONE) if second_comes_first else (ONE, TWO)
    game = live(*opening((ONE, TWO)), c.CheckTime(at=early)) if early >= TIME else None
    if game is not None:
        assert isinstance(game.phase, Over)
        assert (game.phase.result.forfeited, game.phase.result.winners) == ((ONE, TWO), ())
        return
    came = (*opening((ONE, TWO)), c.Arrive(seat=sooner, at=early))
    game = live(*came, c.CheckTime(at=late) if late >= TIME else c.Arrive(seat=later, at=late))
    assert game.clock is not None
    assert game.clock.left[sooner] == TIME - early
    if late >= TIME:
        assert isinstance(game.phase, Over)
        assert (game.phase.result.ending, game.phase.result.winners) == (Ending.FORFEIT, (sooner,))
    else:
        assert isinstance(game.phase, ChoosingStarter)
        assert (game.clock.left[later], game.clock.running) == (TIME - late, None)


def test_who_is_not_there_can_only_arrive() -> None:
    game = live(*opening((TWO,)))
    for kind in (c.PassTurn, c.CountTiles, c.DisputePlaces, c.StartClock, c.LeaveBoard, c.ReturnToBoard):
        answer = conduct(game, kind(seat=TWO), PFS, no_draw)
        assert answer.refused is not None
        assert (answer.refused.reason, answer.game) == ("away", game)


deeds = st.lists(
    st.one_of(
        st.builds(
            c.Confirm,
            seat=st.sampled_from([ONE, TWO]),
            what=st.sampled_from([c.Check.SET, c.Check.CLOCK, c.Check.LEAVE]),
        ),
        st.builds(c.StateSet, seat=st.just(ONE), tiles=st.sampled_from([WHOLE, WHOLE - Tiles.of("A"), Tiles.of("AB")])),
        st.builds(c.LaySquare, seat=st.just(TWO), count=st.integers(-1, 201)),
        st.builds(c.DisputePlaces, seat=st.sampled_from([ONE, TWO])),
        st.builds(c.ChoosePlace, seat=st.sampled_from([ONE, TWO]), place=st.sampled_from(c.Place)),
        st.builds(c.DrawStartTile, seat=st.sampled_from([ONE, TWO]), tile=st.sampled_from(["A", "B", "C"])),
        st.builds(
            c.DrawTiles, seat=st.sampled_from([ONE, TWO]), tiles=st.sampled_from([Tiles.of("#"), Tiles.of("IIII")])
        ),
        st.builds(c.StartClock, seat=st.sampled_from([ONE, TWO])),
        st.builds(c.Arrive, seat=st.sampled_from([ONE, TWO])),
        st.just(c.StartLateness(by=Role.ARBITER)),
    ),
    max_size=25,
)


PROPERLY: tuple[c.Command, ...] = (
    c.Arrive(seat=ONE),
    c.Arrive(seat=TWO),
    *(c.Confirm(seat=seat, what=check) for seat in (ONE, TWO) for check in (c.Check.SET, c.Check.CLOCK)),
    c.DrawStartTile(seat=ONE, tile="A"),
    c.DrawStartTile(seat=TWO, tile="B"),
    c.ChoosePlace(seat=ONE, place=c.Place.CLOCK_LEFT),
    c.ChoosePlace(seat=TWO, place=c.Place.CLOCK_LEFT),
    *(c.DrawTiles(seat=seat, tiles=Tiles.of("#")) for seat in (ONE, TWO)),
    c.StartClock(seat=ONE),
    c.StartClock(seat=TWO),
)
"""What is to be done, in order; where it has been done, or the other is to do it, it is refused."""


@given(deeds, st.sampled_from([(), (ONE,), (ONE, TWO)]), st.sampled_from([None, ONE, TWO]))
def test_whatever_people_do_before_a_game_it_begins_in_order(
    deeds: list[c.Command], absent: tuple[Seat, ...], starter: Seat | None
) -> None:
    asked = creation(
        absent=absent, starter=starter, steps=c.AT_TABLE, venue=c.Venue.TABLE, checks=(c.Check.SET, c.Check.CLOCK)
    )
    answer = conduct(None, asked, PFS, no_draw)
    log, game = list(answer.events), answer.game
    for command in (*deeds, *PROPERLY, *PROPERLY):
        assert game is not None
        before = game
        answer = conduct(game, command, PFS, no_draw)
        log.extend(answer.events)
        game = answer.game
        assert game == (before if answer.refused else replay(log))
        assert game is not None
        assert len(game.all_tiles()) == len(game.tiles)
        assert before.tiles == game.tiles or not before.started
        if game.started or any(map(len, game.racks)):
            checked = {(seat, check) for seat in (ONE, TWO) for check in (c.Check.SET, c.Check.CLOCK)}
            assert checked <= game.confirmed
            assert not isinstance(game.phase, AwaitingPlayers)
            assert game.starter is not None
            assert starter in (None, game.starter)
        assert isinstance(game.phase, Thinking) <= game.started
    assert game is not None
    assert game.started
