"""Team against team, board by board, and in rounds until everybody has met everybody of the other team."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import Contender, PairingError, PairingFault, PairingTask
from tournament.pairing.pairing_tasks import two


def teams(*half_points: int, size: int = 3, met: tuple[tuple[int, int], ...] = ()) -> PairingTask:
    """Teams a, b, c … of so many points each; board 1 of a is number 1, of b number 11, of c number 21."""

    def opponents(team: int, board: int) -> dict[int, int]:
        others = {other for match in met for other in match if team in match and other != team}
        return {10 * other + board: 1 for other in others}

    contenders = tuple(
        Contender(
            number=10 * team + board, half_points=points if board == 1 else 0, team="abcdefgh"[team], board=board,
            met=opponents(team, board),
        )
        for team, points in enumerate(half_points)
        for board in range(1, size + 1)
    )  # fmt: skip
    return PairingTask(system="team_match", round=2, contenders=contenders, seed="s")


def matches(task: PairingTask) -> set[frozenset[int]]:
    return {frozenset(number // 10 for number in table) for table in pair(task).tables}


def test_the_teams_are_folded_like_players_and_their_boards_meet() -> None:
    pairing = pair(teams(0, 0, 0, 0))
    assert {frozenset(table) for table in pairing.tables} == {
        two(one + board, other + board) for one, other in ((0, 20), (10, 30)) for board in (1, 2, 3)
    }
    assert [min(table) for table in pairing.tables] == [1, 2, 3, 11, 12, 13]


def test_the_sums_of_the_members_make_the_standings() -> None:
    assert matches(teams(0, 4, 0, 4)) == {frozenset((1, 3)), frozenset((0, 2))}


def test_teams_that_have_met_do_not_meet_again() -> None:
    assert matches(teams(0, 0, 0, 0, met=((0, 2),))) == {frozenset((0, 3)), frozenset((1, 2))}


def test_teams_may_be_paired_by_another_system() -> None:
    assert matches(replace(teams(6, 5, 4, 3), inner="danish")) == {frozenset((0, 1)), frozenset((2, 3))}
    circle = replace(teams(0, 0, 0, 0), round=1, inner="round_robin", field=(1, 11, 21, 31))
    assert matches(circle) == {frozenset((0, 3)), frozenset((1, 2))}


def test_who_starts_alternates_from_board_to_board() -> None:
    tables = pair(teams(0, 0, size=4)).tables
    assert [table[0] // 10 for table in tables] in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_a_team_whose_first_board_has_started_begins_the_other_way() -> None:
    task = teams(0, 0, size=1)
    started = tuple(replace(each, starts=int(each.number == 1), games=1) for each in task.contenders)
    assert pair(replace(task, contenders=started)).tables == ((11, 1),)


def test_in_rounds_of_a_match_everybody_meets_everybody_of_the_other_team() -> None:
    task = teams(0, 0, 0, 0)
    first = pair(task).tables
    games = {frozenset(table) for table in first}
    for shift in (1, 2):
        games |= {frozenset(table) for table in pair(replace(task, round=2 + shift, shift=shift, tables=first)).tables}
    assert games == {two(a + i, b + j) for a, b in ((0, 20), (10, 30)) for i in (1, 2, 3) for j in (1, 2, 3)}


def test_the_odd_team_has_the_bye_with_all_its_members() -> None:
    assert pair(teams(4, 2, 0)).byes == (21, 22, 23)


def test_a_forced_pair_makes_the_teams_meet() -> None:
    assert frozenset((0, 1)) in matches(replace(teams(0, 0, 0, 0), forced=frozenset({two(2, 12)})))


def test_a_forced_pair_of_different_boards_cannot_be() -> None:
    with pytest.raises(PairingError) as caught:
        pair(replace(teams(0, 0, 0, 0), forced=frozenset({two(1, 12)})))
    assert caught.value.fault is PairingFault.FORCED_CLASH


def test_a_forbidden_pair_keeps_the_teams_apart_where_it_would_meet() -> None:
    task = teams(0, 0, 0, 0)
    assert frozenset((0, 2)) not in matches(replace(task, forbidden=frozenset({two(1, 21)})))
    assert frozenset((0, 2)) in matches(replace(task, forbidden=frozenset({two(1, 22)})))


def test_teams_of_different_size_do_not_meet() -> None:
    task = teams(0, 0)
    with pytest.raises(PairingError) as caught:
        pair(replace(task, contenders=task.contenders[:-1]))
    assert (caught.value.fault, caught.value.about) == (PairingFault.TEAMS_UNEQUAL, ("b",))
