"""The report for arbiters: engines that play best or by chance, credits and absences, and what cannot be said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from mostek.app.ports import LogError
from mostek.core.moves import Exchange, Pass
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.engine.equipment import equipment
from mostek.engine.position import SearchPosition
from mostek.engine.search import Candidate, best_of
from mostek.features.reviews.fair_play import (
    ComparedTurn,
    agreement,
    compared_turns,
    fair_play_report,
    reference_levels,
)
from mostek.features.reviews.model import FEWEST, Omitted, PlayerReport
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import find
from mostek.referee import Game, conduct
from mostek.referee import commands as c
from mostek.referee import events as e
from mostek.referee.state import Over
from mostek.rules.loading import rulebook

Choose = Callable[[list[Candidate], Random], Candidate]
BOOK = rulebook("pfs")
MINUTES = 20 * 60_000


def best(candidates: list[Candidate], chance: Random) -> Candidate:
    return candidates[0]


def any_one(candidates: list[Candidate], chance: Random) -> Candidate:
    return chance.choice(candidates)


class Played:
    """A game of two players, each of whom chooses in a way of their own, with the seconds that every turn takes."""

    def __init__(self, seed: int = 1, pin: bool = True) -> None:
        self.chance = Random(seed)
        self.now = 1_000
        self.events: list[e.Event] = []
        self.game: Game | None = None
        lexicon = find(DEFAULT).header.pin if pin else None
        self.do(c.CreateGame(rulebook="pfs", players=("Ala", "Jan"), millis=MINUTES, lexicon=lexicon))

    def draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(self.chance.sample(list(bag), count))

    def do(self, command: c.Command) -> None:
        conducted = conduct(self.game, replace(command, at=self.now), BOOK, self.draw)
        assert conducted.refused is None, conducted.refused
        self.events += conducted.events
        self.game = conducted.game

    def play(
        self, ways: dict[Seat, Choose], turns: int = 200, seconds: Callable[[int], int] = lambda turn: 5
    ) -> Played:
        used = equipment()
        for turn in range(turns):
            game = self.game
            assert game is not None
            if isinstance(game.phase, Over):
                break
            seat = game.on_turn
            assert seat is not None
            self.now += 1000 * seconds(turn)
            found = list(best_of(SearchPosition(used, game.board, game.racks[seat]), 400))
            if game.exchanges[seat] >= BOOK.exchange.maximum.value:
                found = [each for each in found if not isinstance(each.move, Exchange)]
            self._choose(seat, ways[seat](found, self.chance))
        return self

    def _choose(self, seat: Seat, chosen: Candidate) -> None:
        match chosen.move:
            case Exchange(tiles):
                self.do(c.ExchangeTiles(seat=seat, tiles=tiles, count=len(tiles)))
            case Pass():
                self.do(c.PassTurn(seat=seat))
            case found:
                self.do(c.LayTiles(seat=seat, placement=found.placement))
        assert self.game is not None
        other = self.game.players.next(seat)
        if not isinstance(self.game.phase, Over) and self.game.on_turn is seat:
            self.do(c.RecordMove(seat=other))


@cache
def finished() -> tuple[e.Event, ...]:
    """A game of a player who takes the best by static equity against one who takes anything."""
    return tuple(Played().play({Seat.FIRST: best, Seat.SECOND: any_one}).events)


def test_who_always_takes_the_best_agrees_in_every_turn_and_who_takes_anything_in_hardly_any() -> None:
    first, second = fair_play_report(finished()).players
    assert first.agreement is not None
    assert second.agreement is not None
    assert first.agreement.turns >= FEWEST
    assert first.agreement.best == first.agreement.turns
    assert first.agreement.share is not None
    assert first.agreement.share.value == 1.0
    assert first.agreement.share.low < 0.85, "a few turns prove little"
    assert first.agreement.loss is not None
    assert (first.agreement.loss.value, first.agreement.loss.high) == (0.0, 0.0)
    assert second.agreement.share is not None
    assert second.agreement.share.high < 0.5
    assert second.agreement.loss is not None
    assert second.agreement.loss.low > 5


def test_the_loss_is_what_the_engine_itself_says() -> None:
    game = Played().play({Seat.FIRST: best, Seat.SECOND: lambda found, chance: found[7]}, turns=6)
    assert game.game is not None
    assert not isinstance(game.game.phase, Over)
    turns = list(compared_turns(game.events))
    assert [turn.loss == 0 for turn in turns if turn.seat is Seat.FIRST] == [True] * 3
    position = next(
        before for before, event in _before(game.events) if isinstance(event, e.TilesLaid) and event.seat is Seat.SECOND
    )
    found = best_of(SearchPosition(equipment(), position.board, position.racks[Seat.SECOND]), 8)
    expected = (found[0].equity - found[7].equity) / 1000
    assert next(turn.loss for turn in turns if turn.seat is Seat.SECOND) == pytest.approx(expected)


def _before(events: list[e.Event]) -> Iterator[tuple[Game, e.Event]]:
    from mostek.referee import evolve, replay

    game: Game | None = None
    for event in events:
        if game is not None:
            yield game, event
        game = replay((event,)) if game is None else evolve(game, event)


def test_a_game_that_goes_on_has_no_report() -> None:
    game = Played().play({Seat.FIRST: best, Seat.SECOND: best}, turns=4)
    with pytest.raises(LogError, match="not over yet"):
        fair_play_report(game.events)


def test_the_times_are_those_of_the_clock() -> None:
    even = Played().play({Seat.FIRST: best, Seat.SECOND: best}).events
    for player in fair_play_report(even).players:
        assert player.times is not None
        assert player.times.median == 5_000
        assert player.times.variation is not None
        assert (player.times.variation.value, player.times.variation.high) == (0.0, 0.0)
    uneven = Played().play({Seat.FIRST: best, Seat.SECOND: best}, seconds=lambda turn: 1 + turn * turn % 40).events
    first, _ = fair_play_report(uneven).players
    assert first.times is not None
    assert first.times.variation is not None
    assert 0.3 < first.times.variation.low < first.times.variation.value < first.times.variation.high


def test_few_turns_give_no_share() -> None:
    few = agreement([ComparedTurn(Seat.FIRST, None, 0.0)] * (FEWEST - 1))
    assert (few.turns, few.share, few.loss) == (FEWEST - 1, None, None)
    enough = agreement([ComparedTurn(Seat.FIRST, None, 0.0)] * FEWEST)
    assert enough.share is not None
    omitted = agreement([ComparedTurn(Seat.FIRST, Omitted.FORCED)] * 20)
    assert (omitted.turns, omitted.omitted) == (0, {Omitted.FORCED: 20})


def _resigned(changed: Callable[[Played], object]) -> PlayerReport:
    """The report of the first player in a game that ends by a ruling after something has happened."""
    game = Played().play({Seat.FIRST: best, Seat.SECOND: best}, turns=2)
    changed(game)
    game.do(
        c.Rule(
            by=Role.ARBITER,
            clause="PFS-7.1d",
            measure=c.ExcludeFromGame(seat=Seat.SECOND),
            reason="x",
        )
    )
    return fair_play_report(game.events).players[0]


def test_credits_are_counted_by_wait_and_measured_against_the_allowance() -> None:
    def waits(game: Played) -> None:
        for millis in (10_000, 20_000):
            game.now += millis
            game.do(c.CreditTime(seat=Seat.FIRST, millis=millis, why=c.CreditReason.DELIVERY, by=Role.HOST))
        game.now += 1
        game.do(c.CreditTime(seat=Seat.FIRST, millis=1, why=c.CreditReason.TRANSIT, by=Role.HOST))

    found = _resigned(waits).credits
    assert (found.deliveries, found.millis, found.longest) == (1, 30_000, 30_000)
    assert found.share == pytest.approx(0.1), "five minutes are allowed in a game of twenty"


def test_absences_are_counted_to_the_end() -> None:
    def goes(game: Played) -> None:
        game.now += 1_000
        game.do(c.NotePresence(seat=Seat.FIRST, here=False, by=Role.HOST))
        game.now += 70_000
        game.do(c.NotePresence(seat=Seat.FIRST, here=True, by=Role.HOST))

    found = _resigned(goes).absences
    assert (found.gone, found.millis, found.longest) == (1, 70_000, 70_000)
    nobody = _resigned(lambda game: None).absences
    assert (nobody.gone, nobody.millis) == (0, 0)


def test_a_game_without_a_word_list_says_only_the_rest() -> None:
    events = [replace(event, lexicon=None) if isinstance(event, e.GameCreated) else event for event in finished()]
    report = fair_play_report(events)
    assert report.uncompared is not None
    assert "no word list" in str(report.uncompared)
    assert [player.agreement for player in report.players] == [None, None]
    assert all(player.times is not None for player in report.players)


def test_a_word_list_that_is_not_here_says_only_the_rest() -> None:
    def other(event: e.Event) -> e.Event:
        if not isinstance(event, e.GameCreated) or event.lexicon is None:
            return event
        return replace(event, lexicon=event.lexicon._replace(name="inny"))

    report = fair_play_report([other(event) for event in finished()])
    assert report.uncompared is not None
    assert "inny" in str(report.uncompared)


def test_racks_that_nobody_has_stated_are_left_out_and_counted() -> None:
    events = list(finished())
    at = next(place for place, event in enumerate(events) if isinstance(event, e.TilesLaid))
    known = list(compared_turns(events[: at + 12]))
    hidden = [
        replace(event, tiles=Tiles.face_down(len(event.tiles))) if isinstance(event, e.TilesDrawn) else event
        for event in events[: at + 12]
    ]
    assert known[0].omitted is None
    assert {turn.omitted for turn in compared_turns(hidden)} == {Omitted.UNKNOWN}


def test_the_levels_rise_with_strength_and_the_static_one_is_the_measure() -> None:
    found = {each.level: each for each in reference_levels()}
    shares = [found[name].share.value for name in ("beginner", "pupil", "club", "static")]
    assert shares == sorted(shares)
    assert found["static"].share.value == 1.0
    assert found["beginner"].share.high < 0.1 < 0.2 < found["club"].share.low
    for each in found.values():
        assert each.share.low <= each.share.value <= each.share.high
        assert each.game_low <= each.share.value <= each.game_high
