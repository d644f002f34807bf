"""Choices that the documents leave open: visible, possible, fixed by the first round (S47, S80, OPEN-info-1, PFS-7.2d)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from mostek.app.tournaments import Carried, Desk, UnsavedLog
from mostek.tournament import commands as c
from mostek.tournament.creation import FREE
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.settings import listed, names, settings_of, templates
from tournament.desk.hall import DAY, TEN, Hall, KeptInMemory

ABOUT: dict[str, Any] = {"at": TEN, "name": "Turniej", "starts_on": DAY, "seed": "1"}


@pytest.mark.parametrize("template", templates())
def test_every_template_founds_an_event_and_says_of_every_setting_what_it_rests_on(template: str) -> None:
    hall = Hall(template)
    for name, setting in listed(hall.state.settings):
        assert setting.clause, name


def test_a_template_that_is_none_is_refused() -> None:
    desk = Desk(KeptInMemory())
    refused = desk.do(c.CreateTournament(template="fide", **ABOUT))
    assert isinstance(refused, DeskRefusal)
    assert refused.reason is DeskReason.TEMPLATE_NOT_KNOWN
    assert refused.params["known"] == list(templates())


def test_nothing_happens_before_the_founding_and_it_happens_once() -> None:
    desk = Desk(KeptInMemory())
    refused = desk.do(c.PairRound(at=TEN))
    assert isinstance(refused, DeskRefusal)
    assert refused.reason is DeskReason.TOURNAMENT_NOT_CREATED
    assert Hall().no(c.CreateTournament(template="pfs", **ABOUT)).reason is DeskReason.TOURNAMENT_CREATED


@pytest.mark.parametrize(("template", "minutes"), [("pfs", 20), ("school", 15), ("open", None), ("chal", None)])
def test_the_time_of_a_player_is_the_templates(template: str, minutes: int | None) -> None:
    """PFS-1.2a, SCHOOL-time-1, OPEN-info-1; CHAL-4a times the turn."""
    settings = settings_of(template, {})
    assert settings.minutes.value == minutes
    assert settings.turn_seconds.value == (120 if template == "chal" else None)


def test_no_round_is_paired_while_the_time_is_not_chosen() -> None:
    """OPEN-info-1, S47."""
    hall = Hall("open", {"rounds": 3})
    hall.enter(4)
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.clause, refused.setting) == (DeskReason.SETTINGS_OPEN, "OPEN-info-1", "minutes")
    hall.choose(minutes=25)
    hall.pair()


def test_no_round_is_paired_while_the_rounds_are_not_chosen() -> None:
    """PFS-7.2d: R belongs to the worth of every forfeit."""
    hall = Hall("pfs")
    hall.enter(4)
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.clause, refused.setting) == (DeskReason.SETTINGS_OPEN, "PFS-7.2d", "rounds")
    hall.choose(rounds=3)
    hall.pair()


def test_a_challenge_evening_needs_no_time_for_a_game() -> None:
    """CHAL-4a."""
    hall = Hall("chal", {"rounds": 2})
    hall.enter(4)
    hall.pair()


def test_readings_are_those_that_the_rulebook_leaves_open() -> None:
    hall = Hall("pfs", {"rounds": 3})
    assert hall.state.settings.has_draws
    hall.choose(readings={"end.tie_break": "last_word", "order.hasty_draw": "refused"})
    assert not hall.state.settings.has_draws
    refused = hall.no(c.ChooseSettings(at=TEN, settings={"rulebook": "gen"}))
    assert (refused.reason, refused.setting) == (DeskReason.SETTING_NOT_POSSIBLE, "readings"), "GEN has no order"
    assert refused.params["value"] == "order.hasty_draw"
    hall.choose(readings=None)
    assert hall.state.settings.has_draws
    hall.choose(rulebook="gen")


def begun() -> Hall:
    hall = Hall("pfs", {"rounds": 3})
    hall.enter(4)
    hall.pair()
    return hall


def test_the_number_of_rounds_is_fixed_by_the_first_round() -> None:
    """PFS-7.2d, A-7."""
    refused = begun().no(c.ChooseSettings(at=TEN, settings={"rounds": 4}))
    assert (refused.reason, refused.clause, refused.setting) == (DeskReason.ROUNDS_FIXED, "PFS-7.2d", "rounds")


def test_the_rounds_may_be_chosen_anew_when_the_first_round_was_taken_back() -> None:
    hall = begun()
    hall.ok(c.UnpairRound(at=TEN))
    hall.choose(rounds=4)
    assert hall.state.rounds_planned == 4


@pytest.mark.parametrize("name", sorted(set(names()) - FREE - {"rounds"}))
def test_what_places_rest_on_is_fixed_by_the_first_round(name: str) -> None:
    """S80."""
    hall = begun()
    refused = hall.no(c.ChooseSettings(at=TEN, settings={name: 1}))
    clause = dict(listed(hall.state.settings))[name].clause
    assert (refused.reason, refused.clause, refused.setting) == (DeskReason.SETTING_FIXED, clause, name)


def test_what_changes_no_place_may_be_chosen_later() -> None:
    hall = begun()
    hall.choose(entry__late="refused", results__largest=800, prize_ties="decide")
    assert hall.state.settings.results.largest.value == 800


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("rounds", 0, id="no round"),
        pytest.param("rounds", "dwanaście", id="a word for a number"),
        pytest.param("table.size", 1, id="one at a table"),
        pytest.param("table.size", 5, id="five at a table (GEN-1a)"),
        pytest.param("bye.half_points", 3, id="a bye worth more than a win"),
        pytest.param("bye.allowed", None, id="a bye neither allowed nor not"),
        pytest.param("plan", None, id="no plan"),
        pytest.param("divisions", None, id="no divisions"),
        pytest.param("divisions", [], id="an empty list of divisions"),
        pytest.param("divisions", ["a", "A"], id="two divisions of one name"),
        pytest.param("divisions", ["a/b"], id="a stroke in the name of a division"),
        pytest.param("keys", [], id="no key of the classification"),
        pytest.param("keys", ["urok"], id="an unknown key"),
        pytest.param("rulebook", "fide", id="an unknown rulebook"),
        pytest.param("entry.deadline", "wczoraj", id="no day"),
        pytest.param("kolor", "zielony", id="no such setting"),
        pytest.param("bye", 1, id="a group of settings"),
        pytest.param("bye.own.value", 1, id="the inside of a setting"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_with_its_name(name: str, value: Any) -> None:
    refused = Hall().no(c.ChooseSettings(at=TEN, settings={name: value}))
    assert (refused.reason, refused.setting) == (DeskReason.SETTING_NOT_POSSIBLE, name)


@pytest.mark.parametrize("name", ["rounds", "minutes", "team.size", "team.best", "entry.deadline", "entry.announce_by"])
def test_what_may_stay_open_may_be_opened_again(name: str) -> None:
    hall = Hall("school")
    hall.ok(c.ChooseSettings(at=TEN, settings={name: None}))
    assert dict(listed(hall.state.settings))[name].value is None


@pytest.mark.parametrize(
    ("plan", "rounds"),
    [
        ("swiss:2 danish:1", 4),
        ("swiss danish", 4),
        ("swiss:0 danish", 4),
        ("kołowy", 4),
        ("swiss:5", 4),
        ("", 4),
        ("half_split:1 swiss danish:1", 1),
        ("swiss:" + "9" * 5000, 4),
    ],
)
def test_a_plan_that_does_not_fit_the_rounds_is_refused(plan: str, rounds: int) -> None:
    refused = Hall().no(c.ChooseSettings(at=TEN, settings={"plan": plan, "rounds": rounds}))
    assert (refused.reason, refused.clause, refused.setting) == (DeskReason.PLAN_NOT_POSSIBLE, "S80", "plan")
    assert refused.params["rounds"] == rounds


def test_a_day_is_kept_as_it_is_read_again() -> None:
    """A choice goes through the log: the event as it stands is the one that the log tells."""
    hall = Hall()
    hall.ok(c.ChooseSettings(at=TEN, settings={"entry.deadline": date(2026, 4, 20)}))
    assert Desk(hall.log).state == hall.state
    assert hall.state.settings.entry.deadline.value == date(2026, 4, 20)


def test_a_division_with_people_or_teams_in_it_stays() -> None:
    hall = Hall("school")
    hall.ok(c.RegisterTeam(at=TEN, name="Szkoła 1", division="gimnazja", contact="Opiekun"))
    refused = hall.no(c.ChooseSettings(at=TEN, settings={"divisions": ["ponadgimnazjalne"]}))
    assert (refused.reason, refused.setting) == (DeskReason.SETTING_NOT_POSSIBLE, "divisions")
    hall.choose(divisions=["gimnazja", "licea"])
    assert set(hall.state.divisions) == {"gimnazja", "licea"}


def test_teams_may_be_given_up_and_the_event_still_be_shown() -> None:
    hall = Hall("school")
    hall.ok(c.RegisterTeam(at=TEN, name="Szkoła 1", division="gimnazja", contact="Opiekun"))
    shown = hall.desk.preview(c.ChooseSettings(at=TEN, settings={"team.size": None}))
    assert isinstance(shown, Carried)


def test_the_federations_defaults_are_those_of_real_events() -> None:
    """S80, TOURNAMENTS section 0."""
    settings = settings_of("pfs", {})
    assert settings.keys.chosen == ("match_points", "game_points", "spread")
    assert (settings.bye.half_points.chosen, settings.bye.own.chosen, settings.bye.other.chosen) == (1, 300, 0)
    assert settings.plan.chosen == "half_split:1 swiss danish:1"
    assert settings.results.signatures.chosen == 2


def test_an_event_of_two_days_ends_on_its_last_day() -> None:
    create = c.CreateTournament(at=TEN, name="Turniej", template="pfs", starts_on=DAY, seed="s")
    reversed_days = Desk(UnsavedLog()).do(replace(create, ends_on=DAY - timedelta(days=1)))
    assert isinstance(reversed_days, DeskRefusal)
    assert reversed_days.reason is DeskReason.DAYS_REVERSED
    for last in (DAY, DAY + timedelta(days=1)):
        desk = Desk(UnsavedLog())
        assert not isinstance(desk.do(replace(create, ends_on=last)), DeskRefusal)
        assert desk.state.last_day == last
