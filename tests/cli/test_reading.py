"""`mostek.read`: one function for every file, also for those that the commands of mostek write."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import pytest

import mostek
from cli.game_logs import passed_out
from cli.tournament.conftest import desk
from cli.tournament.desk import Desk
from mostek.core.diagnostics import NotationError
from mostek.core.position import Position
from mostek.notation.game_formats import write_game, written_formats
from mostek.notation.replay import Replay
from mostek.tournament.files import TournamentFileError
from mostek.tournament.recorded import RecordedTournament

__all__ = ["desk"]

GCG = b"#player1 ala Ala\n#player2 ola Ola\n>ala: KOTMAAA 8H KOT +10 10\n>ola: EEEEEEE -EEE +0 0\n"


def test_a_game_has_turns_that_know_seat_rack_play_points_and_board() -> None:
    game = mostek.read(GCG)
    assert isinstance(game, Replay)
    assert game.players == ("Ala", "Ola")
    first, second = game.turns
    assert (first.seat, str(first.rack), first.points, first.board.cgp()[21:26]) == (1, "AAAKMOT", 10, "7KOT5")
    assert mostek.Board(mostek.layout()).push(first).push(second) == second.board


@pytest.mark.parametrize("form", written_formats())
def test_a_game_in_each_format_that_is_written_is_read_as_the_same(form: str, tmp_path: Path) -> None:
    game = mostek.read(GCG)
    assert isinstance(game, Replay)
    path = tmp_path / "game"
    path.write_bytes(write_game(game.completed, form))
    again = mostek.read(path)
    assert isinstance(again, Replay)
    assert [(turn.seat, turn.points, turn.board) for turn in again.turns] == [
        (turn.seat, turn.points, turn.board) for turn in game.turns
    ]


def test_a_position_is_a_position() -> None:
    found = mostek.read(b"15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0")
    assert isinstance(found, Position)
    assert found.scores == (10, 0)


def test_the_log_of_a_game_is_replayed_by_its_own_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    passed_out(path, "pl-wolny", (5, 5))
    game = mostek.read(str(path))
    assert isinstance(game, Replay)
    assert len(game.players) == 2
    assert game.turns


def test_a_tournament_of_the_desk_is_read_and_so_is_each_file_that_it_exports(desk: Desk, tmp_path: Path) -> None:
    desk.founded(4)
    desk.does("pair")
    desk.does("start")
    for table in (1, 2):
        desk.does(f"result {table} 400 350")
    (log,) = (tmp_path / "tournaments").glob("*.jsonl")
    own = mostek.read(log)
    assert isinstance(own, RecordedTournament)
    assert sorted(player.name for player in own.players) == [f"Gracz {number}" for number in range(1, 5)]
    for form in ("trf", "json", "tourney"):
        (name,) = desk.does(f"export {form} -o {tmp_path}/out")["files"]
        there = mostek.read(name)
        assert isinstance(there, RecordedTournament)
        assert len(there.players) == 4
        packed = io.BytesIO()
        with ZipFile(packed, "w") as archive:
            archive.write(name, Path(name).name)
        assert mostek.read(packed.getvalue()) == there


def test_a_file_that_is_neither_says_where_it_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="no turns"):
        mostek.read(b"A letter to a friend.\n")
    with pytest.raises(NotationError, match="line 5, column 1: two games"):
        mostek.read(GCG + b"#player1 a A\n#player2 b B\n>a: KOTMAAA 8H KOT +10 10\n")
    with pytest.raises(TournamentFileError):
        mostek.read(b"PK\x03\x04 damaged")
    with pytest.raises(FileNotFoundError):
        mostek.read(tmp_path / "nothing")
