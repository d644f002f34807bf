"""Games won by forfeit, through the desk (PFS-7.1c, 7.1d, 7.2, S31 to S33, TOURNAMENTS 9.4)."""

from __future__ import annotations

import pytest

from mostek.tournament import commands as c
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.scoring import credits_of, forfeit_at
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import BothForfeited, ForfeitCause, Forfeited
from tournament.desk.hall import TEN, Hall


def shares(total: int, games: int) -> list[int]:
    """So many points in so many games."""
    return [total // games + (game < total % games) for game in range(games)] if games else []


def hall_with(rounds: int, total: int, games: int, joined: int = 1, **settings: str) -> Hall:
    """Number 1 has `total` points of `games` games, and the next round is paired; before `joined` the others played alone."""
    hall = Hall("pfs", {"rounds": rounds, "plan": "danish", "forfeit.absent_removed": False})
    hall.choose(**settings)
    hall.enter(3)
    for _ in range(1, joined):
        hall.pair((2, 3))
        hall.play()
    for points in shares(total, games):
        hall.pair((1, 2))
        hall.play({1: points, 2: 250})
    hall.pair((1, 2))
    return hall


def award(
    hall: Hall, winner: int | None = 1, score_now: int = 0, cause: ForfeitCause = ForfeitCause.LATE
) -> c.AwardForfeit:
    number = hall.round().number
    return c.AwardForfeit(at=TEN, round=number, table=1, winner=winner, cause=cause, score_now=score_now)


@pytest.mark.parametrize(
    ("rounds", "total", "games", "score_now", "worth"),
    [
        pytest.param(12, 0, 0, 0, 400, id="9.4, W3, PFS-7.2c: nobody comes to round 1 of 12"),
        pytest.param(12, 2100, 5, 0, 408, id="9.4: round 6, five games of 420 on average"),
        pytest.param(12, 1650, 5, 0, 400, id="9.4: round 6, five games of 330 on average"),
        pytest.param(12, 2100, 5, 455, 455, id="9.4: round 6, the opponent is excluded at 455 points"),
        pytest.param(12, 5100, 11, 0, 458, id="9.4: round 12, eleven games of 463.6 on average"),
        pytest.param(5, 710, 2, 0, 400, id="9.4: a school event of five rounds, 710 points after two"),
        pytest.param(5, 905, 2, 0, 421, id="9.4: a school event of five rounds, 905 points after two"),
        pytest.param(12, 2200, 5, 0, 417, id="W1, PFS-7.2a: 416.67 goes up"),
        pytest.param(12, 1700, 5, 431, 431, id="W2, PFS-7.2b: the score of the game"),
        pytest.param(7, 3000, 6, 0, 486, id="W4, PFS-7.2d: the last round, 485.71"),
        pytest.param(12, 2100, 5, 407, 408, id="PFS-7.2a against 7.2b: one point less in the game"),
        pytest.param(12, 2100, 5, 409, 409, id="PFS-7.2b against 7.2a: one point more in the game"),
        pytest.param(12, 1700, 5, 399, 400, id="PFS-7.2c: 399 in the game"),
        pytest.param(12, 1700, 5, 401, 401, id="PFS-7.2b: 401 in the game"),
        pytest.param(2, 401, 1, 0, 401, id="S32: 400.5 goes up"),
        pytest.param(3, 801, 2, 0, 400, id="S32: 400.33 goes down"),
    ],
)
def test_a_forfeit_is_worth_the_greatest_of_three(
    rounds: int, total: int, games: int, score_now: int, worth: int
) -> None:
    hall = hall_with(rounds, total, games)
    hall.ok(award(hall, score_now=score_now))
    won, lost = hall.credit(1, games + 1), hall.credit(2, games + 1)
    assert (won.half_points, won.own, won.other, won.rated) == (2, worth, 1, True)
    assert (lost.half_points, lost.own, lost.other, lost.rated) == (0, 1, worth, True)


@pytest.mark.parametrize(("missed", "worth", "left"), [("settled", 400, 7), ("unplayed", 408, 10)])
def test_rounds_before_a_late_entry_are_over_or_still_to_come(missed: str, worth: int, left: int) -> None:
    """TOURNAMENTS 9.4, A-5: joined in round 4, now round 6, 900 points of two games."""
    hall = hall_with(12, 900, 2, joined=4, forfeit__missed_rounds=missed)
    assert hall.round().number == 6
    hall.ok(award(hall))
    assert hall.credit(1, 6).own == worth
    assert forfeit_at(hall.state, "", 6, Forfeited(1, 0, ForfeitCause.LATE)).left == left


def test_an_earlier_forfeit_counts_with_its_worth_or_with_one() -> None:
    """S32."""
    hall = hall_with(3, 0, 0)
    hall.ok(award(hall, score_now=700))
    hall.pair((1, 2))
    hall.ok(award(hall, winner=1))
    assert hall.credit(1, 2).own == 500, "(700 + 2 · 400) / 3"
    hall.pair((1, 2))
    hall.ok(award(hall, winner=2))
    assert forfeit_at(hall.state, "", 3, Forfeited(2, 0, ForfeitCause.LATE)).sum_so_far == 2
    assert hall.credit(2, 3).own == 400


def test_a_bye_counts_in_the_estimate_with_its_points() -> None:
    """S32, A-5: the formula adds whatever the player has."""
    hall = Hall("pfs", {"rounds": 2, "plan": "danish", "bye.own": 500})
    hall.enter(3)
    hall.pair((2, 3), (1,))
    hall.play()
    hall.pair((1, 2))
    hall.ok(award(hall))
    assert hall.credit(1, 2).own == 450


def test_the_worth_follows_the_results_before_it_when_they_are_corrected() -> None:
    """PFS-7.2d: more points before, never less for the forfeit."""
    hall = hall_with(4, 500, 1)
    hall.ok(award(hall))
    assert hall.credit(1, 2).own == 425
    worth = []
    for points in (100, 380, 500, 620):
        correction = c.CorrectResult(
            at=TEN,
            round=1,
            table=1,
            result=hall.slip(1, points, 251).result,
            kind=c.CorrectionKind.ENTRY,
            reason="na protokole jest inaczej",
            consent=True,
        )
        hall.ok(correction)
        worth.append(hall.credit(1, 2).own)
    assert worth == [400, 400, 425, 455]


def test_what_changes_by_a_correction_is_shown_before() -> None:
    hall = hall_with(4, 500, 1)
    hall.ok(award(hall))
    correction = c.CorrectResult(
        at=TEN, round=1, table=1, result=hall.slip(1, 620, 250).result, kind=c.CorrectionKind.ENTRY, reason="protokół"
    )
    shown = hall.desk.preview(correction)
    assert not isinstance(shown, DeskRefusal)
    (forfeit,) = shown.consequences.forfeits
    assert (forfeit.round, forfeit.table, forfeit.before, forfeit.after) == (2, 1, 425, 455)
    assert shown.consequences.standing_rounds == (("", 2),)
    assert shown.consequences.places == ()
    assert hall.credit(1, 2).own == 425


def test_only_what_changes_is_shown() -> None:
    hall = hall_with(4, 500, 1)
    hall.play({1: 380, 2: 390})
    hall.pair((1, 3))
    hall.ok(award(hall, winner=3))
    swap = c.CorrectResult(
        at=TEN, round=2, table=1, result=hall.slip(1, 390, 380).result, kind=c.CorrectionKind.SWAPPED, consent=True
    )
    shown = hall.desk.preview(swap)
    assert not isinstance(shown, DeskRefusal)
    assert shown.consequences.forfeits == ()
    changes = {each.number: (each.before, each.after) for each in shown.consequences.places}
    assert changes == {2: (2, 3), 3: (3, 2)}, "number 1 stays the first"


def test_a_forfeit_counts_for_the_ranking_and_one_without_a_game_does_not() -> None:
    """PFS-7.2a; TOURNAMENTS section 0: 400:1 has scalps, 400:0 has none."""
    hall = hall_with(4, 400, 1)
    hall.ok(award(hall))
    hall.pair((1, 2))
    hall.result(1, 400, 0, rated=False)
    assert ratings_of(hall.state, "")[1].games == 2
    assert hall.standing(1).half_points == 6
    assert hall.standing(1).game_points == 400 + 400 + 400


def test_both_may_lose() -> None:
    """S31: no N:1, nobody wins; the arbiter decides by PFS-7.4."""
    hall = hall_with(4, 400, 1)
    hall.ok(award(hall, winner=None))
    for number in (1, 2):
        row = hall.credit(number, 2)
        assert (row.kind, row.half_points, row.own, row.other) == (CreditKind.FORFEIT, 0, 0, 0)
    assert ratings_of(hall.state, "")[1].games == 1


def test_a_forfeit_is_of_two_and_its_winner_sits_there() -> None:
    """PFS-7.2: the federation plays at tables of two."""
    hall = Hall("chal", {"rounds": 2})
    hall.enter(4)
    hall.pair()
    refused = hall.no(award(hall))
    assert refused.reason is DeskReason.FORFEIT_OF_TWO
    hall = hall_with(4, 400, 1)
    assert hall.no(award(hall, winner=3)).reason is DeskReason.NOT_AT_THE_TABLE
    hall.ok(award(hall))
    assert hall.no(award(hall)).reason is DeskReason.RESULT_THERE


def excluded() -> Hall:
    """Number 1 wins twice, number 2 is beaten; then number 1 is excluded during the third round."""
    hall = hall_with(5, 900, 2)
    hall.ok(c.Exclude(at=TEN, number=1, reason="celowe łamanie zasad", score_now=431))
    return hall


def test_who_is_excluded_loses_the_game_that_is_played() -> None:
    """PFS-7.1c, 7.1d, 7.2e: the opponent gets N:1."""
    hall = excluded()
    assert hall.round().tables[0].result == Forfeited(2, 431, ForfeitCause.EXCLUDED)
    assert hall.credit(2, 3).own == 431
    assert hall.credit(1, 3).own == 1


def test_who_is_excluded_has_no_place_and_no_points() -> None:
    """PFS-7.1d, S33."""
    hall = excluded()
    standing = hall.standing(1)
    assert (standing.place, standing.half_points, standing.wins, standing.draws) == (None, 0, 0, 0)
    assert standings_of(hall.state, "")[-1].number == 1
    assert hall.standing(2).place == 1


def test_results_against_the_excluded_stay() -> None:
    """PFS-7.2e, S33: for the opponents and for the ranking."""
    hall = excluded()
    assert [(row.half_points, row.own, row.other) for row in credits_of(hall.state, "")[2][:2]] == [
        (0, 250, 450),
        (0, 250, 450),
    ]
    assert ratings_of(hall.state, "")[2].games == 3
    assert ratings_of(hall.state, "")[1].games == 3


def test_exclusion_needs_a_reason_and_is_written_down() -> None:
    """PFS-6.1b, 7.3: the report to the board rests on it."""
    hall = hall_with(5, 900, 2)
    assert hall.no(c.Exclude(at=TEN, number=1, reason=" ")).clause == "PFS-6.1b"
    hall.ok(c.Exclude(at=TEN, by="Arbiter", number=1, reason="oszustwo"))
    (decision,) = hall.state.decisions
    assert (decision.clause, decision.about, decision.round, decision.by) == ("PFS-7.1d", (1,), 3, "Arbiter")
    assert decision.text == "oszustwo"


def test_who_is_excluded_never_comes_back() -> None:
    """PFS-7.1d."""
    hall = excluded()
    for command in (c.Return(at=TEN, number=1), c.CheckIn(at=TEN, numbers=(1,))):
        assert hall.no(command).reason is DeskReason.EXCLUDED_FOR_GOOD
    assert hall.no(c.Exclude(at=TEN, number=1, reason="drugi raz")).reason is DeskReason.STATUS_ALREADY
    hall.pair()
    assert hall.round().missed == (1,)


def test_who_leaves_loses_the_open_game_and_may_return() -> None:
    """PFS-7.2, 7.4."""
    hall = hall_with(5, 900, 2)
    hall.ok(c.Withdraw(at=TEN, number=2, score_now=431))
    assert hall.credit(1, 3).own == 431, "more than (900 + 3 · 400) / 5"
    hall.pair((1, 3))
    hall.play()
    assert hall.credit(2, 4).kind is CreditKind.ABSENT
    assert hall.no(c.Withdraw(at=TEN, number=2)).reason is DeskReason.STATUS_ALREADY
    hall.ok(c.Return(at=TEN, number=2))
    assert hall.no(c.Return(at=TEN, number=2)).reason is DeskReason.STATUS_ALREADY
    assert hall.state.entrants[2].status is EntrantStatus.PRESENT
    hall.pair((1, 2))


def test_who_leaves_after_the_game_has_lost_nothing() -> None:
    hall = hall_with(5, 900, 2)
    hall.play({1: 300, 2: 400})
    hall.ok(c.Withdraw(at=TEN, number=2))
    assert hall.credit(2, 3).half_points == 2


def test_an_excluded_pair_has_both_lost() -> None:
    hall = hall_with(5, 900, 2)
    hall.ok(award(hall, winner=None, cause=ForfeitCause.EXCLUDED))
    assert hall.round().tables[0].result == BothForfeited(ForfeitCause.EXCLUDED)
    hall.ok(c.Exclude(at=TEN, number=1, reason="bójka"))
    hall.ok(c.Exclude(at=TEN, number=2, reason="bójka"))
    assert [each.place for each in standings_of(hall.state, "")] == [1, None, None]
