"""What must hold of tiles and secrets in every game after every event."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.tiles import Tiles
from mostek.referee import Game, event_for, view_for
from mostek.referee import events as e
from mostek.referee.commands import Venue
from mostek.referee.events import Event
from mostek.referee.state import Challenged, Exchanging, History, Inspecting, Laid, Over, Thinking, Turn
from mostek.referee.views import rows_changed, rows_for

_PUBLIC = (e.SetCounted,)
"""Events whose tiles everybody saw lying on the table."""


_SEEING = ("seat", "of", "chooser")
"""Whose tiles an event is about, and who has looked at them."""


def tiles_hold(game: Game) -> None:
    """No tile is made or lost; what is known of some leaves room for the rest."""
    everything = game.all_tiles()
    assert len(everything) == len(game.tiles), "a tile was made or lost"
    assert len(game.unseen()) == everything.unseen
    if game.venue is Venue.ONLINE:
        assert everything == game.tiles, "a tile was exchanged for another"
        assert not everything.unseen


def stays(before: Game, after: Game) -> None:
    """When a game is over no tile moves, whatever is said about them."""
    if isinstance(before.phase, Over) and isinstance(after.phase, Over):
        assert before.board == after.board
        assert len(before.bag) == len(after.bag)
        assert before.racks.map(len) == after.racks.map(len)


def sheet_is_told(before: Game, after: Game, viewer: Viewer) -> None:
    """What a viewer is told of the score sheet makes the one they had into the one they are to have, from the first change on."""
    had, has = rows_for(before, viewer), rows_for(after, viewer)
    same, rows = rows_changed(before, after, viewer)
    assert had[:same] + rows == has
    assert had[: same + 1] != has[: same + 1] or same == len(had) == len(has), "a row was told that had not changed"


def keeps_secrets(game: Game, events: tuple[Event, ...], rng: random.Random) -> None:
    """Whatever a viewer gets is the same whatever the tiles are that they may not see."""
    viewers: tuple[Viewer, ...] = (Role.SPECTATOR, Role.ASSISTANT, Role.LEXICON, *game.seats)
    for viewer in viewers:
        if not isinstance(game.phase, Over):
            assert view_for(game, viewer) == view_for(_other(game, viewer, rng), viewer), f"{viewer} sees a secret"
        for event in events:
            _hides(event_for(event, viewer), viewer)


def _hides(shown: Event | None, viewer: Viewer) -> None:
    if shown is None or isinstance(shown, _PUBLIC) or viewer in [getattr(shown, name, 0) for name in _SEEING]:
        return
    for name in shown.__struct_fields__:
        value = getattr(shown, name)
        others = [part for seat, part in value.items() if seat is not viewer] if isinstance(value, BySeat) else [value]
        for tiles in others:
            assert not isinstance(tiles, Tiles) or not len(tiles.seen), f"{viewer} learns {shown}"
    assert not getattr(shown, "faults", ())


def with_other_tiles(game: Game, viewer: Seat, rng: random.Random) -> Game | None:
    """A possible game with other tiles where the viewer cannot see them; `None` where what others have begun shows them."""
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    if isinstance(game.phase, Inspecting) or (plan is not None and game.on_turn is not viewer):
        return None
    hidden = [seat for seat in game.seats if seat is not viewer]
    pool = game.unseen() + game.bag.seen
    for seat in hidden:
        pool = pool + game.racks[seat].seen + game.set_aside[seat].seen
    faces = rng.sample(sorted(pool), len(pool))

    def dealt(tiles: Tiles) -> Tiles:
        some = Tiles(faces.pop() for _ in range(len(tiles.seen)))
        return some + Tiles.face_down(tiles.unseen)

    racks, aside = game.racks, game.set_aside
    for seat in hidden:
        racks, aside = racks.put(seat, dealt(racks[seat])), aside.put(seat, dealt(aside[seat]))
    phase = game.phase
    if isinstance(phase, Laid):
        phase = replace(phase, faults=() if phase.faults else ("gap",))
    return replace(game, phase=phase, racks=racks, set_aside=aside, bag=dealt(game.bag))


def _other(game: Game, viewer: Viewer, rng: random.Random) -> Game:
    """The same game with every tile another one that the viewer may not see."""

    def mixed(tiles: Tiles) -> Tiles:
        return Tiles(rng.choice("AĄBCĆDEĘ?#") for _ in range(len(tiles)))

    def of(seat: Seat, tiles: Tiles) -> Tiles:
        return tiles if seat is viewer else mixed(tiles)

    def row(turn: Turn) -> Turn:
        return replace(turn, rack=of(turn.seat, turn.rack))

    def parts(values: BySeat[Tiles]) -> BySeat[Tiles]:
        return BySeat(of(seat, tiles) for seat, tiles in values.items())

    phase: Any = game.phase
    match phase:
        case Thinking(seat=seat, plan=Exchanging(tiles=tiles, count=count)):
            phase = replace(phase, plan=Exchanging(of(seat, tiles), count))
        case Laid():
            phase = replace(phase, faults=("gap",))
        case Challenged(laid=laid):
            phase = replace(phase, laid=replace(laid, faults=("gap",)))
        case Inspecting(seat=seat, chooser=chooser, drawn=drawn):
            seen = drawn is None or viewer in (seat, chooser)
            phase = replace(phase, pool=mixed(phase.pool), drawn=drawn if seen or drawn is None else mixed(drawn))
        case _:
            pass
    return replace(
        game,
        phase=phase,
        racks=parts(game.racks),
        set_aside=parts(game.set_aside),
        bag=mixed(game.bag),
        turns=History(row(turn) for turn in game.turns),
    )
