"""What one person learns of an event. That nobody learns a secret is shown in random games; here, that nothing else is kept."""

from __future__ import annotations

import pytest

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.tiles import Tiles
from mostek.referee import decide, event_for
from mostek.referee import events as e
from mostek.referee.commands import CreateGame, Irregularity, StartPosition
from mostek.referee.refusals import Refused
from mostek.rules.loading import rulebook

ONE, TWO = Seat.FIRST, Seat.SECOND
RULE = (Role.ARBITER, Role.JURY, Role.TEACHER, Role.RECORDER)
BESIDE = (Role.SPECTATOR, Role.ASSISTANT, Role.LEXICON, Role.HOST)
DAR = Tiles.of("DAR")


@pytest.mark.parametrize(
    "event",
    [
        e.TilesDrawn(ONE, DAR),
        e.TilesReturned(ONE, DAR),
        e.TilesSetAside(ONE, DAR),
        e.ExchangeAnnounced(ONE, DAR, 3),
        e.RackStated(ONE, DAR),
    ],
    ids=lambda event: type(event).__name__,
)
def test_tiles_are_seen_by_who_holds_them_and_who_rules_and_counted_by_all(event: e.TilesDrawn) -> None:
    """GEN-2.2b, PFS-1.3.2c."""
    for viewer in (ONE, *RULE):
        assert event_for(event, viewer) == event
    for viewer in (TWO, *BESIDE):
        seen = event_for(event, viewer)
        assert isinstance(seen, type(event))
        assert (seen.seat, str(seen.tiles)) == (ONE, "###")


@pytest.mark.parametrize(
    "event",
    [e.TilesInspected(TWO, ONE, DAR), e.SurplusReturned(ONE, DAR, TWO)],
    ids=lambda event: type(event).__name__,
)
def test_tiles_that_are_looked_at_are_seen_by_both(event: e.TilesInspected | e.SurplusReturned) -> None:
    """PFS-4.10.1a, 4.10.1c."""
    for viewer in (ONE, TWO, *RULE):
        assert event_for(event, viewer) == event
    for viewer in BESIDE:
        seen = event_for(event, viewer)
        assert isinstance(seen, type(event))
        assert str(seen.tiles) == "###"


def test_what_is_wrong_with_a_placement_is_told_to_nobody() -> None:
    """PFS-3.2.3: finding it is the opponent's affair."""
    event = e.TilesLaid(ONE, Placement({}), (), 0, ("gap",))
    for viewer in (ONE, TWO, *RULE, *BESIDE):
        assert event_for(event, viewer) == e.TilesLaid(ONE, Placement({}), (), 0, ())


def test_a_suspicion_is_told_to_who_rules_alone() -> None:
    """PFS-6.6.9."""
    event = e.IrregularityReported(Irregularity.SUSPICION)
    assert [event_for(event, viewer) for viewer in (Role.ARBITER, Role.SPECTATOR, ONE)] == [event, None, None]


def test_nobody_learns_the_order_of_the_bag_and_players_their_own_rack_only() -> None:
    """GEN-2.2b."""
    racks = BySeat([DAR, Tiles.of("MAS")])
    command = CreateGame(
        rulebook="gen", players=("Anna", "Bartek"), position=StartPosition(Placement({}), racks, BySeat([0, 0]), ONE)
    )
    answer = decide(None, command, rulebook("gen"), lambda bag, count: bag)
    assert not isinstance(answer, Refused)
    created = answer[0]
    shown: dict[Viewer, list[str]] = {
        ONE: ["ADR", "###"],
        TWO: ["###", "AMS"],
        Role.SPECTATOR: ["###", "###"],
        Role.ARBITER: ["ADR", "AMS"],
    }
    for viewer, expected in shown.items():
        seen = event_for(created, viewer)
        assert isinstance(seen, e.GameCreated)
        assert [str(rack) for rack in seen.racks] == expected
        assert str(seen.bag) == "#" * 94


def test_what_everybody_saw_is_told_to_all() -> None:
    event = e.TurnPassed(ONE, None, "GEN-6P-a")
    assert all(event_for(event, viewer) == event for viewer in (ONE, TWO, *RULE, *BESIDE))
