"""Two copies of an event that went on separately become one: what goes together is merged, what does not is asked."""

from __future__ import annotations

import pytest

from mostek.tournament import commands as c
from mostek.tournament.entrants import EntrantStatus, Person
from mostek.tournament.events import CopiesMerged
from mostek.tournament.merging.copies import MergeSide, Relation, relation
from mostek.tournament.merging.merge import merged
from mostek.tournament.merging.replaying import StepOutcome
from mostek.tournament.prize_lists import Prize, PrizeList
from mostek.tournament.standings import standings_of
from mostek.tournament.state import ForfeitCause, PairRule, Played
from tournament.desk.hall import Hall, correction, paired, ready
from tournament.merging.copies import copied_log, copy_of, merge_of, questions, split, whole


def eight() -> tuple[Hall, Hall]:
    """Two copies of an event of eight people whose first round is paired."""
    return split(paired(people=8))


def test_results_of_different_tables_give_what_one_desk_would_have() -> None:
    hall = paired(people=8)
    first, second = split(hall)
    for desk in (first, hall):
        desk.result(1, 400, 300)
        desk.result(3, 410, 310)
    for desk in (second, hall):
        desk.result(2, 380, 381)
        desk.result(4, 500, 200)
    found = merge_of(first, second)
    assert standings_of(found.state, "") == standings_of(hall.state, "")
    assert found.state.divisions == hall.state.divisions


def test_the_record_names_both_copies() -> None:
    first, second = eight()
    first.result(1, 400, 300)
    second.result(2, 380, 381)
    second.result(3, 380, 382)
    found = merge_of(first, second)
    (merge,) = found.state.merges
    a, b = copy_of(first.log), copy_of(second.log)
    assert found.continued is MergeSide.B
    assert (merge.continued, merge.taken) == (b.end, a.end)
    assert (merge.common, merge.added, merge.left_out) == (len(a.steps) - 1, 1, ())
    assert isinstance(found.added[0].events[0], CopiesMerged)


def test_the_same_result_in_both_copies_is_there_once() -> None:
    first, second = eight()
    first.result(1, 400, 300)
    second.result(1, 400, 300)
    second.result(2, 380, 381)
    found = merge_of(first, second)
    assert sorted(found.outcomes.values()) == ["applies", "applies", "known"]
    assert found.state.divisions[""].rounds[0].tables[0].result == Played((400, 300))


def test_of_a_result_and_its_correction_the_correction_counts() -> None:
    first, second = eight()
    first.result(1, 300, 400)
    second.result(1, 300, 400)
    second.ok(correction(second, 400, 300))
    first.result(2, 380, 381)
    found = merge_of(first, second)
    assert found.state.divisions[""].rounds[0].tables[0].result == Played((400, 300))


@pytest.mark.parametrize(("answer", "scores"), [("a", (400, 300)), ("b", (300, 400))])
def test_different_results_of_a_table_are_asked_and_the_other_is_corrected(
    answer: str, scores: tuple[int, int]
) -> None:
    first, second = eight()
    first.result(1, 400, 300)
    first.result(2, 350, 340)
    second.result(1, 300, 400)
    (name,) = questions(first, second)
    found = merge_of(first, second, {name: answer})
    assert found.state.divisions[""].rounds[0].tables[0].result == Played(scores)
    overruled = [place[0] for place, outcome in found.outcomes.items() if outcome is StepOutcome.OVERRULED]
    assert overruled == ([MergeSide.A] if answer == "b" else [])
    commands = [step.command for step in found.added]
    assert [each.kind for each in commands if isinstance(each, c.CorrectResult)] == (
        [c.CorrectionKind.SWAPPED] if answer == "b" else []
    )


def test_a_result_that_was_paired_upon_is_corrected_and_the_pairing_stays() -> None:
    first, second = eight()
    first.play()
    first.pair()
    second.result(1, 300, 400)
    (name,) = questions(first, second)
    found = merge_of(first, second, {name: "b"})
    rounds = found.state.divisions[""].rounds
    assert rounds[0].tables[0].result == Played((300, 400))
    assert rounds[1].tables == first.round().tables


def test_the_copy_that_paired_goes_on_and_its_pairing_stands() -> None:
    """A latecomer whom the other copy has entered does not change what hung on the wall."""
    first, second = split(ready(8))
    (number,) = first.enter(1)
    second.pair()
    second.result(1, 400, 300)
    found = merge_of(first, second)
    assert found.continued is MergeSide.B
    assert found.state.divisions[""].rounds == second.state.divisions[""].rounds
    assert found.state.entrants[number].is_present


@pytest.mark.parametrize("answer", ["a", "b"])
def test_of_two_pairings_of_a_round_one_stands_with_all_its_results(answer: str) -> None:
    first, second = split(ready(8))
    first.pair((1, 2), (3, 4), (5, 6), (7, 8))
    first.play()
    second.pair((1, 8), (2, 7), (3, 6), (4, 5))
    second.result(1, 400, 300)
    assert questions(first, second) == ["round//1"]
    found = merge_of(first, second, {"round//1": answer})
    kept = first if answer == "a" else second
    assert found.state.divisions[""].rounds == kept.state.divisions[""].rounds
    left_out = {place[0] for place, outcome in found.outcomes.items() if outcome is StepOutcome.LEFT_OUT}
    assert left_out == {MergeSide.B if answer == "a" else MergeSide.A}


def test_the_same_pairing_in_both_copies_is_no_conflict() -> None:
    first, second = split(ready(8))
    first.pair()
    first.result(1, 400, 300)
    second.later(5)
    second.pair()
    second.result(2, 380, 381)
    found = merge_of(first, second)
    assert [table.result is not None for table in found.state.divisions[""].rounds[0].tables] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("answer", ["a", "b"])
def test_a_round_taken_back_in_one_copy_and_played_in_the_other_is_asked(answer: str) -> None:
    first, second = eight()
    first.ok(c.UnpairRound(at=first.now, reason="pomyłka"))
    second.result(1, 400, 300)
    found = merge_of(first, second, {"round//1": answer})
    assert len(found.state.divisions[""].rounds) == (0 if answer == "a" else 1)


def test_a_round_taken_back_in_one_copy_is_taken_back_if_the_other_did_nothing_with_it() -> None:
    first, second = eight()
    first.ok(c.UnpairRound(at=first.now, reason="pomyłka"))
    second.ok(c.RecordDecision(at=second.now, clause="PFS-7.1a", text="upomnienie"))
    found = merge_of(first, second)
    assert found.state.divisions[""].rounds == ()
    assert len(found.state.decisions) == 1


def test_two_new_people_with_one_number_get_two_and_later_commands_follow() -> None:
    first, second = eight()
    first.enter(1)
    first.result(1, 400, 300)
    first.result(2, 400, 301)
    second.ok(c.RegisterEntrant(at=second.now, person=Person(name="Hanna Sowa")))
    second.ok(c.CheckIn(at=second.now, numbers=(9,)))
    second.ok(c.AmendEntrant(at=second.now, number=9, person=Person(name="Hanna Sowa", city="Łódź")))
    second.ok(c.RecordDecision(at=second.now, clause="PFS-7.1a", text="upomnienie", about=(9,)))
    second.ok(c.Withdraw(at=second.now, number=9))
    found = merge_of(first, second)
    here = found.numbers[MergeSide.A if found.continued is MergeSide.B else MergeSide.B]
    assert here == {9: 10}
    assert {each.person.name for each in found.state.entrants.values()} >= {"Gracz 9", "Hanna Sowa"}
    sowa = next(each for each in found.state.entrants.values() if each.person.name == "Hanna Sowa")
    assert (sowa.person.city, sowa.status) == ("Łódź", EntrantStatus.WITHDRAWN)
    assert found.state.decisions[0].about == (sowa.number,)


def test_a_number_that_was_asked_for_stays_if_it_is_free() -> None:
    """With a number two people may have one name and city."""
    first, second = eight()
    first.ok(c.RegisterEntrant(at=first.now, person=Person(name="Hanna Sowa"), number=20))
    first.ok(c.RegisterEntrant(at=first.now, person=Person(name="Hanna Sowa"), number=30))
    first.result(1, 400, 300)
    second.ok(c.RegisterEntrant(at=second.now, person=Person(name="Jan Kot"), number=20))
    second.ok(c.CheckIn(at=second.now, numbers=(20,)))
    found = merge_of(first, second)
    names = {number: each.person.name for number, each in found.state.entrants.items() if number > 8}
    assert names == {20: "Hanna Sowa", 30: "Hanna Sowa", 31: "Jan Kot"}
    assert found.state.entrants[31].is_present


def test_one_person_whom_both_have_entered_is_one_entrant_under_one_number() -> None:
    first, second = eight()
    first.enter(1)
    first.ok(c.RegisterEntrant(at=first.now, person=Person(name="Hanna Sowa", city="Łódź")))
    second.ok(c.RegisterEntrant(at=second.now, person=Person(name="Hanna Sowa", city="Łódź")))
    second.ok(c.CheckIn(at=second.now, numbers=(9,)))
    found = merge_of(first, second)
    assert [each.person.name for each in found.state.entrants.values()].count("Hanna Sowa") == 1
    assert next(each for each in found.state.entrants.values() if each.person.name == "Hanna Sowa").is_present


@pytest.mark.parametrize(("answer", "people"), [("a", ["15000"]), ("b", ["12000"]), ("both", ["12000", "15000"])])
def test_a_new_person_with_two_sets_of_details_is_asked(answer: str, people: list[str]) -> None:
    first, second = eight()
    first.ok(c.RegisterEntrant(at=first.now, person=Person(name="Hanna Sowa", rating=15_000)))
    second.ok(c.RegisterEntrant(at=second.now, person=Person(name="Hanna Sowa", city="Łódź", rating=12_000)))
    second.ok(c.CheckIn(at=second.now, numbers=(9,)))
    found = merge_of(first, second, {"person/Hanna Sowa": answer})
    named = [each for each in found.state.entrants.values() if each.person.name == "Hanna Sowa"]
    assert sorted(str(each.person.rating) for each in named) == people
    assert sum(each.is_present for each in named) == 1


@pytest.mark.parametrize(("answer", "minutes"), [("a", 25), ("b", 30)])
def test_a_setting_that_both_chose_is_asked(answer: str, minutes: int) -> None:
    first, second = split(ready(4))
    first.choose(minutes=25, bye__half_points=2)
    second.choose(minutes=30)
    found = merge_of(first, second, {"setting/minutes": answer})
    assert found.state.settings.minutes.value == minutes
    assert found.state.settings.bye.half_points.value == 2


@pytest.mark.parametrize(("answer", "amount"), [("a", 500), ("b", 700)])
def test_prizes_that_both_named_are_asked_and_those_of_a_category_stand_beside(answer: str, amount: int) -> None:
    first, second = split(ready(4))
    first.ok(c.SetPrizes(at=first.now, prizes=PrizeList(prizes=(Prize(amount=500),))))
    second.ok(c.SetPrizes(at=second.now, prizes=PrizeList(prizes=(Prize(amount=700),))))
    second.ok(c.SetPrizes(at=second.now, prizes=PrizeList(category="junior", prizes=(Prize(thing="puchar"),))))
    found = merge_of(first, second, {"prizes///False": answer})
    assert {each.category: each.prizes[0].amount for each in found.state.prizes} == {"": amount, "junior": 0}


def test_the_same_prizes_in_both_copies_are_no_question() -> None:
    first, second = split(ready(4))
    for each in (first, second):
        each.ok(c.SetPrizes(at=each.now, prizes=PrizeList(prizes=(Prize(amount=500),))))
    assert len(merge_of(first, second).state.prizes) == 1


@pytest.mark.parametrize(("answer", "status"), [("a", EntrantStatus.WITHDRAWN), ("b", EntrantStatus.EXCLUDED)])
def test_two_ways_of_leaving_are_asked(answer: str, status: EntrantStatus) -> None:
    first, second = split(ready(5))
    first.ok(c.Withdraw(at=first.now, number=5))
    second.ok(c.Exclude(at=second.now, number=5, reason="oszustwo"))
    found = merge_of(first, second, {"status/5": answer})
    assert found.state.entrants[5].status is status


@pytest.mark.parametrize(("answer", "points"), [("a", 5), ("b", 10), ("both", 15)])
def test_deductions_of_both_copies_may_be_one_or_two(answer: str, points: int) -> None:
    first, second = eight()
    first.ok(c.DeductPoints(at=first.now, round=1, number=1, points=5, reason="rozmowy"))
    second.ok(c.DeductPoints(at=second.now, round=1, number=1, points=10, reason="spóźnienie"))
    found = merge_of(first, second, {"deduction//1/1": answer})
    table = found.state.divisions[""].rounds[0].table_of(1)
    assert table is not None
    assert table.deducted == {1: points}


def test_the_same_deduction_in_both_copies_is_one() -> None:
    first, second = eight()
    for desk in (first, second):
        desk.ok(c.DeductPoints(at=desk.now, round=1, number=1, points=5, reason="rozmowy"))
        desk.result(1, 400, 300)
    found = merge_of(first, second)
    table = found.state.divisions[""].rounds[0].table_of(1)
    assert table is not None
    assert table.deducted == {1: 5}
    assert len(found.state.decisions) == 1


@pytest.mark.parametrize("answer", ["a", "b"])
def test_a_pair_that_must_and_must_not_meet_is_asked(answer: str) -> None:
    first, second = split(ready(4))
    first.ok(c.SetPairRule(at=first.now, pair=(1, 2), rule=PairRule.FORCED))
    second.ok(c.SetPairRule(at=second.now, pair=(2, 1), rule=PairRule.FORBIDDEN))
    found = merge_of(first, second, {"pair_rule/1-2": answer})
    assert found.state.pair_rules == {frozenset({1, 2}): PairRule.FORCED if answer == "a" else PairRule.FORBIDDEN}


@pytest.mark.parametrize("answer", ["a", "b"])
def test_a_closed_copy_and_one_that_went_on_are_asked(answer: str) -> None:
    hall = paired(people=4)
    hall.play()
    hall.pair()
    hall.play()
    first, second = split(hall)
    first.ok(c.CloseTournament(at=first.now))
    second.ok(c.DeductPoints(at=second.now, round=2, number=1, points=5, reason="rozmowy"))
    found = merge_of(first, second, {"end": answer})
    assert (found.state.closed_on is not None) == (answer == "a")
    assert (found.state.decisions == ()) == (answer == "a")


def test_a_decision_after_the_end_needs_no_question() -> None:
    hall = paired(people=4)
    hall.play()
    hall.pair()
    hall.play()
    first, second = split(hall)
    first.ok(c.CloseTournament(at=first.now))
    second.ok(c.RecordDecision(at=second.now, clause="PFS-7.1a", text="upomnienie"))
    found = merge_of(first, second)
    assert found.state.closed_on is not None
    assert len(found.state.decisions) == 1


def test_a_step_of_the_common_part_taken_back_stays_so_if_nobody_built_on_it() -> None:
    hall = paired(people=8)
    hall.result(1, 300, 400)
    first, second = split(hall)
    first.ok(c.Undo(at=first.now))
    first.result(1, 400, 300)
    second.result(2, 380, 381)
    found = merge_of(first, second)
    tables = found.state.divisions[""].rounds[0].tables
    assert [table.result for table in tables[:2]] == [Played((400, 300)), Played((380, 381))]


@pytest.mark.parametrize("answer", ["a", "b"])
def test_a_step_of_the_common_part_taken_back_in_one_copy_and_built_on_in_the_other_is_asked(answer: str) -> None:
    first, second = eight()
    first.ok(c.Undo(at=first.now))
    second.result(1, 400, 300)
    (name,) = questions(first, second)
    assert name.startswith("taken_back/")
    found = merge_of(first, second, {name: answer})
    assert len(found.state.divisions[""].rounds) == (0 if answer == "a" else 1)


def test_a_player_who_left_in_one_copy_and_was_paired_in_the_other_is_asked() -> None:
    """Otherwise a game would be lost by forfeit that nobody has awarded."""
    first, second = split(ready(8))
    first.pair()
    second.ok(c.Withdraw(at=second.now, number=8))
    (name,) = questions(first, second)
    both = merge_of(first, second, {name: "both"})
    table = both.state.divisions[""].rounds[0].table_of(8)
    assert table is not None
    assert table.result is not None
    first_only = merge_of(first, second, {name: "a"})
    assert first_only.state.entrants[8].is_present
    assert first_only.state.divisions[""].rounds == first.state.divisions[""].rounds
    second_only = merge_of(first, second, {name: "b"})
    assert second_only.state.divisions[""].rounds == ()


def test_tables_added_in_both_copies_are_two_and_results_find_theirs() -> None:
    hall = Hall("pfs", {"rounds": 2, "minutes": 20})
    hall.enter(8)
    hall.pair((1, 2), (3, 4))
    first, second = split(hall)
    first.ok(c.AddTable(at=first.now, players=(5, 6)))
    first.result(3, 400, 300)
    first.result(1, 401, 300)
    second.ok(c.AddTable(at=second.now, players=(7, 8)))
    second.result(3, 200, 500)
    found = merge_of(first, second)
    played = found.state.divisions[""].rounds[0]
    results = {table.players: table.result for table in played.tables}
    assert results[5, 6] == Played((400, 300))
    assert results[7, 8] == Played((200, 500))


def test_each_division_may_be_run_on_its_own_desk() -> None:
    hall = Hall("pfs", {"rounds": 3, "minutes": 20, "divisions": ["a", "b"]})
    hall.enter(6, "a")
    hall.enter(6, "b")
    first, second = split(hall)
    for desk, division in ((first, "a"), (second, "b"), (hall, "a"), (hall, "b")):
        for _ in range(3):
            desk.pair(division=division)
            desk.play(division=division)
    found = merge_of(first, second)
    for division in ("a", "b"):
        assert standings_of(found.state, division) == standings_of(hall.state, division)


def test_a_forfeit_and_a_played_result_of_one_table_are_asked() -> None:
    first, second = eight()
    players = first.round().tables[0].players
    award = c.AwardForfeit(at=first.now, round=1, table=1, winner=players[0], cause=ForfeitCause.LATE)
    first.ok(award)
    second.result(1, 300, 400)
    (name,) = questions(first, second)
    for answer, kind in (("a", "forfeited"), ("b", "played")):
        found = merge_of(first, second, {name: answer})
        result = found.state.divisions[""].rounds[0].tables[0].result
        assert type(result).__name__.lower() == kind


def test_a_copy_that_goes_on_after_a_merge_is_merged_again_without_old_questions() -> None:
    first, second = eight()
    first.result(1, 400, 300)
    second.result(1, 300, 400)
    second.enter(1)
    first.enter(1)
    first.ok(c.AmendEntrant(at=first.now, number=9, person=Person(name="Zofia Nowa")))
    name = "result//1/1-5"
    found = merge_of(
        first,
        second,
        {name: "a", "person/Gracz 9": "a"} if "person/Gracz 9" in questions(first, second) else {name: "a"},
    )
    third = split(first if found.continued is MergeSide.A else second)[0]
    for step in found.added:
        third.log.append(third.log._count, step)
    third.desk = type(third.desk)(third.log)
    assert third.state == found.state
    late = second if found.continued is MergeSide.A else first
    late.result(2, 380, 381)
    third.result(3, 350, 351)
    again = merge_of(third, late)
    played = again.state.divisions[""].rounds[0].tables
    assert [table.result is not None for table in played] == [True, True, True, False]
    assert played[0].result == Played((400, 300))
    assert len(again.state.merges) == 2


def test_files_are_told_apart() -> None:
    hall = paired(people=4)
    first, second = split(hall)
    assert relation(copy_of(first.log), copy_of(second.log)) is Relation.SAME
    with pytest.raises(ValueError, match="did not both go on"):
        merged(copy_of(first.log), copy_of(second.log), {}, at=first.now)
    first.result(1, 400, 300)
    assert relation(copy_of(first.log), copy_of(second.log)) is Relation.A_IS_LONGER
    assert relation(copy_of(second.log), copy_of(first.log)) is Relation.B_IS_LONGER
    second.result(2, 400, 300)
    assert relation(copy_of(first.log), copy_of(second.log)) is Relation.FORKED
    other = Hall("open", {"rounds": 2, "minutes": 20})
    assert relation(copy_of(first.log), copy_of(other.log)) is Relation.OTHER_EVENT
    assert copied_log(first.log).read() == first.log.read()


def test_a_merge_has_all_of_the_copy_that_it_took_in() -> None:
    first, second = eight()
    first.result(1, 400, 300)
    second.result(2, 400, 300)
    found = merge_of(first, second)
    base, taken = (first, second) if found.continued is MergeSide.A else (second, first)
    third = split(base)[0]
    for step in found.added:
        third.log.append(third.log._count, step)
    assert relation(copy_of(third.log), copy_of(taken.log)) is Relation.A_IS_LONGER
    assert relation(copy_of(base.log), copy_of(third.log)) is Relation.B_IS_LONGER


def test_a_long_log_is_not_taken_back_where_a_correction_does() -> None:
    first, second = eight()
    first.play()
    first.pair()
    first.play()
    second.result(1, 300, 400)
    (name,) = questions(first, second)
    found = merge_of(first, second, {name: "b"})
    assert not any(isinstance(step.command, c.Undo) for step in whole(found))
