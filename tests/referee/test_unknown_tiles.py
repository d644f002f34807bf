"""Tiles face down: their number is known, their faces are not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import BACK, NO_TILES, Tiles
from mostek.referee import Game, Reason, Refused, decide, replay
from mostek.referee import commands as c
from mostek.referee.course import Course
from mostek.referee.events import Event, SurplusFound, TilesDrawn, TilesInspected
from mostek.rules.loading import rulebook

faces = st.lists(st.sampled_from("AĄKZ?"), max_size=8)
PFS = rulebook("pfs")


@pytest.mark.parametrize(
    ("there", "taken", "left"),
    [
        ("ABC", "B", "AC"),
        ("AB##", "B", "A##"),
        ("AB##", "K", "AB#"),
        ("AB##", "BKT", "A"),
        ("AB##", "#", "###"),
        ("AB##", "A#", "##"),
        ("ABC", "##", "#"),
        ("####", "####", ""),
        ("", "", ""),
    ],
)
def test_what_stays_when_not_all_is_known(there: str, taken: str, left: str) -> None:
    assert Tiles.of(there).without(Tiles.of(taken)) == Tiles.of(left)


@pytest.mark.parametrize(("there", "taken"), [("ABC", "K"), ("AB#", "KT"), ("AB", "###"), ("AB#", "KT#"), ("", "#")])
def test_tiles_that_cannot_have_been_there_are_not_taken(there: str, taken: str) -> None:
    with pytest.raises(ValueError, match="not among"):
        Tiles.of(there).without(Tiles.of(taken))


@given(faces, st.data())
def test_hiding_some_tiles_never_forbids_what_was_possible(all_faces: list[str], data: st.DataObject) -> None:
    hidden = data.draw(st.sets(st.sampled_from(range(len(all_faces))))) if all_faces else set()
    seen = Tiles(BACK if place in hidden else face for place, face in enumerate(all_faces))
    taken = Tiles(data.draw(st.permutations(all_faces))[: data.draw(st.integers(0, len(all_faces)))])
    left = seen.without(taken)
    assert len(left) == len(all_faces) - len(taken)
    assert not left.seen.missing_from(Tiles(all_faces))
    assert len(seen) == len(seen.seen) + seen.unseen
    assert seen.backs() == Tiles.face_down(len(all_faces))


@given(faces, faces)
def test_of_known_tiles_nothing_unknown_is_taken(taken: list[str], left: list[str]) -> None:
    assert Tiles(taken + left).without(Tiles(taken)) == Tiles(left)


def test_the_tiles_that_nobody_has_told_are_the_rest_of_the_set() -> None:
    game = table_game("AEI####", "KOTY###")
    known = Tiles.of("AEIKOTY") + game.board.faces()
    assert game.unseen() == game.tiles - known
    assert len(game.unseen()) == len(game.bag) + 7
    assert game.bag.unseen == len(game.bag)


def test_no_chance_draws_at_a_table() -> None:
    game = table_game("AEI", "KOTYSBC")
    assert told(game, c.DrawTiles(seat=Seat.FIRST)) == [TilesDrawn(Seat.FIRST, Tiles.of("####"))]


def test_a_blind_draw_from_a_rack_that_the_system_keeps() -> None:
    """Online nobody can draw too many tiles, but a log may tell of it; then the system draws those that are looked at."""
    game, events = online_game()
    game = replayed(events, TilesDrawn(Seat.SECOND, Tiles.of("A"), surplus=1))
    game = replayed(events, SurplusFound(Seat.SECOND, 1, Seat.FIRST, "PFS-4.10.1a"))
    inspected = told(game, c.InspectTiles(seat=Seat.FIRST))
    assert inspected == [TilesInspected(Seat.FIRST, Seat.SECOND, Tiles.of("ABC"))]
    game = replayed(events, inspected[0])
    refused = decide(game, c.ReturnTiles(seat=Seat.FIRST, tiles=Tiles.of("#")), PFS, first)
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOT_AMONG_THEM
    returned = replayed(events, *told(game, c.ReturnTiles(seat=Seat.FIRST, tiles=Tiles.of("A"))))
    assert returned.racks[Seat.SECOND] == Tiles.of("BCKOSTY")
    assert returned.all_tiles() == returned.tiles


@given(st.integers(1, 12), st.integers(0, 7), st.data())
def test_the_procedure_ends_with_a_full_rack_whatever_was_drawn(extra: int, held: int, data: st.DataObject) -> None:
    """Any number of tiles too many, of any rack: x + 2 are looked at, or all; x go back; seven stay (PFS-4.10.1)."""
    game = table_game("#" * held, "KOTYSBC")
    first_seat, second = Seat.FIRST, Seat.SECOND
    game = after(game, c.DrawTiles(seat=first_seat, count=7 - held + extra))
    game = after(game, c.ClaimSurplus(seat=second, of=first_seat, seen=data.draw(st.booleans())))
    game = after(game, c.InspectTiles(seat=second))
    assert game.phase.drawn == Tiles.face_down(min(extra + 2, 7 + extra))  # type: ignore[union-attr]
    game = after(game, c.ReturnTiles(seat=second, tiles=Tiles.face_down(extra)))
    assert len(game.racks[first_seat]) == 7
    assert len(game.all_tiles()) == len(game.tiles)
    assert decide(game, c.ClaimSurplus(seat=second, of=first_seat), PFS, first) == Refused(
        Reason.NO_SURPLUS, "PFS-4.10.1a", {"of": first_seat}
    )


def first(bag: Tiles, count: int) -> Tiles:
    assert not bag.unseen, "chance draws only what the system keeps"
    return Tiles(sorted(bag)[:count])


def created(venue: c.Venue, *racks: str) -> tuple[Event, ...]:
    position = c.StartPosition(Placement({}), BySeat(map(Tiles.of, racks)), BySeat([0, 0]), Seat.FIRST)
    command = c.CreateGame(rulebook="pfs", players=("A", "B"), millis=1_200_000, position=position, venue=venue)
    events = decide(None, command, PFS, first)
    assert not isinstance(events, Refused), events
    return events


def table_game(*racks: str) -> Game:
    game = replay(created(c.Venue.TABLE, *racks))
    assert game is not None
    return game


def online_game() -> tuple[Game, list[Event]]:
    events = list(created(c.Venue.ONLINE, "AEIOUYZ", "KOTYSBC"))
    return replayed(events), events


def replayed(events: list[Event], *more: Event) -> Game:
    events.extend(more)
    game = replay(events)
    assert game is not None
    return game


def told(game: Game, command: c.Command) -> Sequence[Event]:
    events = decide(game, command, PFS, first)
    assert not isinstance(events, Refused), events
    return list(events)


def after(game: Game, command: c.Command) -> Game:
    course = Course(game, PFS, first, game.now)
    for event in told(game, command):
        course.happen(event)
    return course.game


def test_nothing_is_no_tile() -> None:
    assert Tiles.face_down(0) == NO_TILES
    assert NO_TILES.unseen == 0
