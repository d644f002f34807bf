"""A refereed game gives the desk its result: scores, forfeits and exclusions, without anybody typing them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from documents.score_sheet import table_game
from mostek.core.players import BySeat, Seat
from mostek.core.result import Ending, GameResult
from mostek.tournament.commands import AwardForfeit, Command, EnterResult, Exclude
from mostek.tournament.results import commands_for
from mostek.tournament.state import BothForfeited, ForfeitCause, Forfeited, Played, Source
from tournament.desk.hall import TEN, Hall, ready


def ended(first: int, second: int, **more: object) -> GameResult:
    places = BySeat([1 + (second > first), 1 + (first > second)])
    winners = tuple(seat for seat, place in places.items() if place == 1)
    fields = {
        "ending": Ending.OUT, "final": BySeat([first, second]), "leftovers": BySeat([0, 0]), "winners": winners,
        "places": places, "tie_broken": False,
    }  # fmt: skip
    return GameResult(**(fields | more))  # type: ignore[arg-type]


def asked(result: GameResult, seats: tuple[int, int] = (1, 2), players: tuple[int, int] = (1, 2)) -> list[Command]:
    return [*commands_for(result, BySeat(seats), players, at=TEN, round_number=1, table=1, reference="g1")]


def met() -> Hall:
    hall = ready(2)
    hall.pair()
    return hall


def entered(hall: Hall, commands: list[Command]) -> object:
    for command in commands:
        hall.ok(command)
    return hall.state.divisions[""].rounds[0].tables[0].result


def test_the_scores_stand_in_the_order_of_the_table() -> None:
    hall = met()
    first, second = hall.state.divisions[""].rounds[0].tables[0].players
    found = entered(hall, asked(ended(410, 388), (second, first), (first, second)))
    assert found == Played((388, 410), source=Source.GAME, reference="g1")


def test_no_slip_is_signed_where_the_referee_knows() -> None:
    (command,) = asked(ended(410, 388))
    assert isinstance(command, EnterResult)
    assert command.signed == ()


def test_a_tie_that_the_last_word_broke_stays_broken() -> None:
    (command,) = asked(ended(300, 300, tie_broken=True, places=BySeat([2, 1]), winners=(Seat.SECOND,)))
    assert isinstance(command, EnterResult)
    first, second = command.result.last_words
    assert second > first


def test_a_game_lost_by_forfeit_is_awarded_with_the_score_of_the_moment() -> None:
    (command,) = asked(ended(120, 455, ending=Ending.FORFEIT, forfeited=(Seat.FIRST,)))
    assert isinstance(command, AwardForfeit)
    assert (command.winner, command.score_now) == (2, 455)


def test_both_may_have_lost() -> None:
    hall = met()
    found = entered(hall, asked(ended(0, 0, ending=Ending.FORFEIT, forfeited=(Seat.FIRST, Seat.SECOND))))
    assert isinstance(found, BothForfeited)


def test_who_was_excluded_from_the_event_plays_no_more_of_it() -> None:
    hall = met()
    first, second = hall.state.divisions[""].rounds[0].tables[0].players
    result = ended(120, 455, ending=Ending.FORFEIT, forfeited=(Seat.FIRST,), excluded=(Seat.FIRST,))
    commands = asked(result, (first, second), (first, second))
    assert [type(command) for command in commands] == [Exclude]
    assert entered(hall, commands) == Forfeited(second, 455, ForfeitCause.EXCLUDED)


def test_other_people_are_another_game() -> None:
    with pytest.raises(ValueError, match="sit at table 1"):
        asked(ended(410, 388), (1, 3))


def test_the_desk_finds_the_table_by_the_names(desk: Desk, tmp_path: Path) -> None:
    answers = tmp_path / "partia.jsonl"
    answers.write_text(table_game.whole(), "utf-8")
    desk.does('new "Próba" --date 2026-11-21 --seed abc --set rounds=2')
    for name in ("Bartek", "Celina", "Anna", "Darek"):
        desk.does(f"register {name}")
    desk.does("checkin --all")
    desk.does('pair --tables "2-4 3-1"')
    assert "Celina" in desk.says("missing")
    desk.does(f"game {answers}")
    table = desk.pairings()["tables"][1]
    assert table["result"]["scores"] == [1, -5]
    assert table["result"]["source"] == "game"


def test_a_game_of_others_or_one_that_goes_on_is_said(desk: Desk, tmp_path: Path) -> None:
    answers = tmp_path / "partia.jsonl"
    answers.write_text(table_game.whole(), "utf-8")
    desk.founded(4)
    desk.does("pair")
    assert "Anna, Bartek" in desk.fails(f"game {answers}")
    desk.does("amend 1 --name Anna")
    desk.does("amend 3 --name Bartek")
    going = tmp_path / "trwa.jsonl"
    going.write_text(table_game.played(table_game.beginning()), "utf-8")
    assert "not over" in desk.fails(f"game {going}")
    assert desk.does(f"game {answers}")["events"][0]["type"] == "result_entered"
