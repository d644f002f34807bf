"""Copies of a league of teams and of a knock-out that went on in two places."""

from __future__ import annotations

import pytest

from mostek.tournament import commands as c
from mostek.tournament.standings import standings_of
from tournament.desk.test_desk_knockout import cup
from tournament.desk.test_desk_team_matches import league
from tournament.merging.copies import merge_of, questions, split


@pytest.mark.parametrize(("answer", "players"), [("a", (3, 1)), ("b", (2, 3))])
def test_two_line_ups_of_one_team_are_asked(answer: str, players: tuple[int, ...]) -> None:
    first, second = split(league(3, 3))
    first.ok(c.SetLineUp(at=first.now, name="A", players=(3, 1)))
    second.ok(c.SetLineUp(at=second.now, name="A", players=(2, 3)))
    (question,) = questions(first, second)
    assert merge_of(first, second, {question: answer}).state.teams["/a"].line_up == players


def test_line_ups_of_different_teams_are_both_there() -> None:
    first, second = split(league(3, 3))
    first.ok(c.SetLineUp(at=first.now, name="A", players=(3, 1)))
    second.ok(c.SetLineUp(at=second.now, name="B", players=(6, 4)))
    teams = merge_of(first, second).state.teams
    assert (teams["/a"].line_up, teams["/b"].line_up) == ((3, 1), (6, 4))


def test_the_results_of_a_cup_from_two_copies_make_one_bracket() -> None:
    hall = cup(4, 2)
    hall.pair()
    first, second = split(hall)
    first.result(1, 400, 300)
    second.result(2, 300, 400)
    found = merge_of(first, second).state
    rounds = found.divisions[""].rounds
    winners = {rounds[0].tables[0].players[0], rounds[0].tables[1].players[1]}
    best = {each.number for each in standings_of(found, "") if each.place in (1, 2)}
    assert best == winners
