"""Comparisons by looking ahead, as a person meets them: run on and on, shared out, shown as tables."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from mostek.engine import best, simulate
from mostek.engine.kernel import FoundPlay
from mostek.plays import Pass

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
    assert {prospect.deals for prospect in here.prospects} == {600}


def test_a_race_is_not_shared_out(short_lexicon: str) -> None:
    race = simulate(TURN, candidates=4, doubt=0.1, lexicon=short_lexicon)
    with pytest.raises(ValueError, match="without a race"):
        race.run(deals=10, executor=ThreadPoolExecutor)
    with pytest.raises(ValueError, match="by their number"):
        simulate(TURN, lexicon=short_lexicon).run(executor=ThreadPoolExecutor)
    assert race.run().is_decided
    assert list(race.interim(seconds=5))[1:] == []


def test_the_candidates_are_those_asked_for(short_lexicon: str) -> None:
    plays = best(TURN, count=2, lexicon=short_lexicon)
    asked = [plays[0].choice, plays[1].choice, Pass()]
    forecast = simulate(TURN, candidates=asked, lexicon=short_lexicon).run(deals=64)
    assert {prospect.candidate for prospect in forecast.prospects} >= set(plays.candidates)
    assert forecast.prospects[-1].candidate.written == "-"
    assert forecast.best.share == max(prospect.share for prospect in forecast.prospects)
    assert isinstance(forecast.best.candidate.choice, FoundPlay)


def test_the_equity_of_candidates_is_that_without_looking_ahead(short_lexicon: str) -> None:
    forecast = simulate(TURN, candidates=10, lexicon=short_lexicon).forecast
    assert [prospect.candidate for prospect in forecast.prospects] == list(best(TURN, lexicon=short_lexicon))
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


def test_sums_of_other_candidates_are_refused(short_lexicon: str) -> None:
    one, other = (simulate(TURN, candidates=count, lexicon=short_lexicon) for count in (2, 3))
    with pytest.raises(ValueError, match="sums of other candidates"):
        one._simulation.add(1, other._simulation.sums())
