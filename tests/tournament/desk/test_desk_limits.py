"""What a command may hold: every limit on both sides, said by name, and the scales of ratings."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mostek.app.tournaments import as_kept
from mostek.tournament import commands as c
from mostek.tournament.decide import growth_refusal
from mostek.tournament.entrants import Person
from mostek.tournament.limits import (
    LAST_STEPS,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_DIVISIONS,
    MOST_STEPS,
    EventLimit,
    LimitKind,
    broken_limit,
)
from mostek.tournament.rating.scales import GREATEST, RatingScale
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import Played
from tournament.desk.hall import DAY, TEN, Hall

ENTRY = c.RegisterEntrant(at=TEN, person=Person(name="Ala"))
FOUNDING = c.CreateTournament(at=TEN, name="Próba", template="pfs", starts_on=DAY, seed="s")
SLIP = c.EnterResult(at=TEN, round=1, table=1, result=Played((400, 350)))


def person(**known: Any) -> c.RegisterEntrant:
    return replace(ENTRY, person=Person(**{"name": "Ala", **known}))


@pytest.mark.parametrize(
    "command",
    [
        person(name="x" * LONGEST_NAME),
        person(city="x" * LONGEST_TEXT),
        person(city=""),
        person(rating=0),
        person(rating=GREATEST),
        replace(FOUNDING, organisers=("x", "y" * LONGEST_NAME)),
        replace(SLIP, round=1000, table=100_000),
        c.CheckIn(at=TEN, numbers=()),
        c.SetPairRule(at=TEN, pair=(1, 2)),
        c.PairRound(at=TEN, tables=((1, 2), (3,)), seed="x" * 100),
    ],
    ids=repr,
)
def test_what_is_within_its_limits_is_kept(command: c.Request) -> None:
    assert broken_limit(command) is None
    assert as_kept(command) == command


@pytest.mark.parametrize(
    ("command", "field", "kind"),
    [
        (person(name=""), "name", LimitKind.EMPTY),
        (person(name="   "), "name", LimitKind.EMPTY),
        (person(name="x" * (LONGEST_NAME + 1)), "name", LimitKind.TOO_LONG),
        (person(name="Ala\n"), "name", LimitKind.NOT_ONE_LINE),
        (person(name=" Ala"), "name", LimitKind.NOT_ONE_LINE),
        (person(name="A\nla"), "name", LimitKind.NOT_ONE_LINE),
        (person(name="Ala\udc80"), "name", LimitKind.NOT_WRITABLE),
        (person(city="\ud800"), "city", LimitKind.NOT_WRITABLE),
        (person(city="x" * (LONGEST_TEXT + 1)), "city", LimitKind.TOO_LONG),
        (person(rating=-1), "rating", LimitKind.OUT_OF_RANGE),
        (person(rating=GREATEST + 1), "rating", LimitKind.OUT_OF_RANGE),
        (person(rating=16.5), "rating", LimitKind.WRONG_KIND),
        (person(club=None), "club", LimitKind.WRONG_KIND),
        (replace(FOUNDING, name="x" * (LONGEST_NAME + 1)), "name", LimitKind.TOO_LONG),
        (replace(FOUNDING, organisers=("x", "")), "organisers", LimitKind.EMPTY),
        (replace(FOUNDING, seed=""), "seed", LimitKind.EMPTY),
        (replace(SLIP, round=0), "round", LimitKind.OUT_OF_RANGE),
        (replace(SLIP, table=100_001), "table", LimitKind.OUT_OF_RANGE),
        (c.CheckIn(at=TEN, numbers=(1, 0)), "numbers", LimitKind.OUT_OF_RANGE),
        (c.SetPairRule(at=TEN, pair=(1, -2)), "pair", LimitKind.OUT_OF_RANGE),
        (c.PairRound(at=TEN, tables=((1, 2), (0,))), "tables", LimitKind.OUT_OF_RANGE),
        (c.PairRound(at=TEN, seed=""), "seed", LimitKind.EMPTY),
        (c.DeductPoints(at=TEN, round=1, number=1, points=1001, reason=""), "points", LimitKind.OUT_OF_RANGE),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
def test_a_broken_limit_is_named_and_would_not_have_been_read_again(
    command: c.Request, field: str, kind: LimitKind
) -> None:
    refused = as_kept(command)
    assert isinstance(refused, DeskRefusal)
    assert (refused.reason, refused.params["field"], refused.params["limit"]) == (
        DeskReason.NOT_WELL_FORMED,
        field,
        kind,
    )
    with pytest.raises((msgspec.MsgspecError, UnicodeEncodeError)):
        msgspec.json.decode(msgspec.json.encode(command), type=c.Request)


@pytest.mark.parametrize(
    ("scale", "rating", "fits"),
    [
        ("pfs", 0, True),
        ("pfs", 16_125, True),
        ("pfs", 30_000, True),
        ("pfs", 30_001, False),
        ("wespa", 0, True),
        ("wespa", 300_000, True),
        ("wespa", 185_000, True),
        ("wespa", 185_050, False),
        ("naspa", 300_000, True),
        ("naspa", 1, False),
    ],
)
def test_a_rating_is_on_the_scale_of_the_event_or_is_refused(scale: str, rating: int, fits: bool) -> None:
    hall = Hall("pfs", {"rating_scale": scale})
    if fits:
        hall.ok(person(rating=rating))
        hall.ok(c.AmendEntrant(at=TEN, number=1, person=Person(name="Ola", rating=rating)))
        return
    hall.ok(ENTRY)
    for command in (
        person(name="Ola", rating=rating),
        c.AmendEntrant(at=TEN, number=1, person=Person(name="Ola", rating=rating)),
    ):
        refused = hall.no(command)
        assert (refused.reason, refused.setting) == (DeskReason.RATING_OFF_SCALE, "rating_scale")


def test_a_scale_is_not_chosen_over_the_ratings_that_are_there() -> None:
    hall = Hall("pfs")
    hall.ok(person(rating=16_125))
    refused = hall.no(c.ChooseSettings(at=TEN, settings={"rating_scale": "wespa"}))
    assert (refused.reason, refused.params["name"]) == (DeskReason.RATING_OFF_SCALE, "Ala")
    hall.ok(c.AmendEntrant(at=TEN, number=1, person=Person(name="Ala", rating=16_100)))
    hall.ok(c.ChooseSettings(at=TEN, settings={"rating_scale": "wespa"}))
    assert hall.state.settings.rating_scale.chosen is RatingScale.WESPA


@pytest.mark.parametrize(
    ("scale", "text", "rating"),
    [
        (RatingScale.PFS, "161.25", 16_125),
        (RatingScale.PFS, "300", 30_000),
        (RatingScale.PFS, "300.01", None),
        (RatingScale.WESPA, "1850", 185_000),
        (RatingScale.WESPA, "1850.5", None),
        (RatingScale.NASPA, "3001", None),
        (RatingScale.NASPA, "-5", None),
    ],
)
def test_a_rating_is_read_and_written_as_its_scale_does(scale: RatingScale, text: str, rating: int | None) -> None:
    assert scale.parse_rating(text) == rating
    if rating is not None:
        assert scale.format_rating(rating) == {"300": "300.00"}.get(text, text)


PLAN = c.ChooseSettings(at=TEN, settings={"plan": "swiss " * 8000})
DIVISIONS = c.ChooseSettings(at=TEN, settings={"divisions": [f"D{n}" for n in range(MOST_DIVISIONS + 1)]})


@pytest.mark.parametrize(
    ("steps", "command", "limit"),
    [
        (MOST_STEPS, ENTRY, EventLimit.STEPS),
        (MOST_STEPS + LAST_STEPS, c.CloseTournament(at=TEN), EventLimit.STEPS),
        (1, DIVISIONS, EventLimit.DIVISIONS),
        (1, PLAN, EventLimit.STEP),
    ],
    ids=["steps", "end", "divisions", "settings"],
)
def test_no_command_makes_an_event_larger_than_any_may_be(steps: int, command: c.Request, limit: EventLimit) -> None:
    refusal = growth_refusal(steps, None, command)
    assert refusal is not None
    assert (refusal.reason, refusal.params["limit"]) == (DeskReason.LIMIT_REACHED, limit)


def test_an_event_as_long_as_one_may_be_can_be_ended() -> None:
    assert growth_refusal(MOST_STEPS - 1, None, ENTRY) is None
    assert growth_refusal(MOST_STEPS, None, c.CloseTournament(at=TEN)) is None
    assert growth_refusal(MOST_STEPS + 1, None, c.Undo(at=TEN, reason="pomyłka")) is None
