"""Comparisons by looking ahead, as a person meets them: run on and on, shared out, shown as tables."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from mostek.core.moves import Pass
from mostek.engine import best, simulate
from mostek.engine.inference import read_last_turn
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import PositionError, search_position

TURN = "/".join(["15"] * 7 + ["6KO7"] + ["15"] * 7) + " TAERZ?Ł/ 30/40 0"


def test_deals_give_the_same_wherever_they_are_followed(short_lexicon: str) -> None:
    here = simulate(TURN, candidates=4, lexicon=short_lexicon).run(deals=600)
    in_parts = simulate(TURN, candidates=4, lexicon=short_lexicon)
    in_parts.run(deals=100)
    with ThreadPoolExecutor(2) as threads:
        in_parts.run(deals=300, executor=threads)
    in_parts.run(deals=50)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        assert in_parts.run(deals=150, executor=processes) == here
    assert here.deals == 600
    assert {prospect.deals for prospect in here.candidates} == {600}


def test_a_race_is_not_shared_out(short_lexicon: str) -> None:
    race = simulate(TURN, candidates=4, error_probability=0.1, lexicon=short_lexicon)
    with pytest.raises(ValueError, match="without a race"):
        race.run(deals=10, executor=ThreadPoolExecutor)
    with pytest.raises(ValueError, match="by their number"):
        simulate(TURN, lexicon=short_lexicon).run(executor=ThreadPoolExecutor)
    assert race.run().is_decided
    assert list(race.interim(seconds=5))[1:] == []


def test_the_candidates_are_those_asked_for(short_lexicon: str) -> None:
    plays = best(TURN, count=2, lexicon=short_lexicon)
    asked = [plays[0].move, plays[1].move, Pass()]
    forecast = simulate(TURN, candidates=asked, lexicon=short_lexicon).run(deals=64)
    assert {prospect.candidate for prospect in forecast.candidates} >= set(plays.candidates)
    assert forecast.candidates[-1].candidate.written == "-"
    assert forecast.best.share == max(prospect.share for prospect in forecast.candidates)
    assert isinstance(forecast.best.candidate.move, FoundPlay)


def test_the_equity_of_candidates_is_that_without_looking_ahead(short_lexicon: str) -> None:
    forecast = simulate(TURN, candidates=10, lexicon=short_lexicon).result
    assert [prospect.candidate for prospect in forecast.candidates] == list(best(TURN, lexicon=short_lexicon))
    assert forecast.deals == 0


def test_the_score_counts(short_lexicon: str) -> None:
    ahead, behind = (
        simulate(TURN.replace("30/40", scores), candidates=1, lexicon=short_lexicon).run(deals=64).best
        for scores in ("140/40", "40/140")
    )
    assert behind.share + 0.2 < ahead.share
    assert behind.spread == ahead.spread


def test_interim_answers_know_more_and_more(short_lexicon: str) -> None:
    deals = [forecast.deals for forecast in simulate(TURN, lexicon=short_lexicon).interim(seconds=0.15, every=0.05)]
    assert len(deals) == 3
    assert 0 < deals[0] < deals[1] < deals[2]


def test_a_forecast_is_shown_as_a_table(short_lexicon: str) -> None:
    forecast = simulate(TURN, candidates=3, lexicon=short_lexicon).run(deals=10)
    assert [line.split()[-1] for line in str(forecast).splitlines()] == ["deals", "10", "10", "10"]
    assert forecast._repr_html_().count("<td>") == 3 * 7


LAST = "H7 KO"


def test_what_the_other_player_did_tells_what_they_kept(short_lexicon: str) -> None:
    """Who gave one tile back keeps six good ones; who gave all back may hold anything."""
    looking = [simulate(TURN, candidates=1, last=last, lexicon=short_lexicon) for last in (None, "-7", "-1", LAST)]
    blind, new, kept, laid = (each.run(deals=2000).best for each in looking)
    assert kept.spread + kept.spread_margin < blind.spread - blind.spread_margin
    assert abs(new.spread - blind.spread) < 1.5 * blind.spread_margin
    assert abs(laid.spread - blind.spread) > 1.5 * blind.spread_margin


def test_a_clue_is_followed_the_same_wherever(short_lexicon: str) -> None:
    here, there = (simulate(TURN, candidates=3, last=LAST, lexicon=short_lexicon) for _ in range(2))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        assert there.run(deals=300, executor=processes) == here.run(deals=300)


@pytest.mark.parametrize(
    ("rows", "last", "before"),
    [
        (TURN, "H7 KO", ""),
        (TURN.replace("KO", "Ko"), "H7 Ko", ""),
        (TURN.replace("6KO7", "6KOT6"), "H7 (KO)T", "6KO7"),
        (TURN.replace("6KO7", "6KOT6"), "H7 ..T", "6KO7"),
        (TURN.replace("6KO7", "6KO7/7T7", 1).replace("/15 ", " "), "8H (O)T", "6KO7"),
    ],
)
def test_the_turn_before_is_taken_off_the_board(short_lexicon: str, rows: str, last: str, before: str) -> None:
    asked = search_position(rows, lexicon=short_lexicon)
    expected = search_position("/".join(["15"] * 7 + [before or "15"] + ["15"] * 7), "A", lexicon=short_lexicon).board
    clue = read_last_turn(last, asked)
    assert clue.before == expected
    assert isinstance(clue.turn, FoundPlay)
    assert clue.turn.score > 0


@pytest.mark.parametrize(
    "last",
    ["", "KO", "H7", "H7 KOT", "H7 Ko", "7H KO", "H7 (A)O", "H7 (KO)", "H7 K!", "Z7 KO", "-8", "-AK", "H7 KO KO"],
)
def test_what_has_not_led_here_is_no_clue(short_lexicon: str, last: str) -> None:
    with pytest.raises(PositionError, match="is no turn that has led to this position"):
        simulate(TURN, last=last, lexicon=short_lexicon)


def test_sums_of_other_candidates_are_refused(short_lexicon: str) -> None:
    one, other = (simulate(TURN, candidates=count, lexicon=short_lexicon) for count in (2, 3))
    with pytest.raises(ValueError, match="sums are of other candidates"):
        one._simulation.add(1, other._simulation.sums())
