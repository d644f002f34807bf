"""Small programs as a user of python-chess writes them at first: each runs, or its error names the right word."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import nanoarrow as na
import pandas
import polars
import pytest

import mostek
from cli.tournament.conftest import desk
from cli.tournament.desk import Desk
from engine.conftest import short_lexicon, short_lexicon_folder
from loops import with_each
from mostek.core.diagnostics import NotationError, Severity
from mostek.engine import autoplay, best, best_many, in_pieces, moves, review_many, simulate, totals_many
from mostek.notation.replay import Replay
from mostek.referee.commands import PassTurn
from mostek.tournament import commands as t
from mostek.tournament import decide, evolve
from mostek.tournament.recorded import RecordedTournament

__all__ = ["desk", "short_lexicon", "short_lexicon_folder"]

GCG = b"#player1 ala Ala\n#player2 ola Ola\n>ala: KOTMAAA 8H KOT +10 10\n>ola: EEEEEAA 7G AE +6 6\n>ala: MAAA - +0 10\n"
GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "python.md"
TURN = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"


@pytest.fixture
def game() -> Replay:
    read = mostek.read(GCG)
    assert isinstance(read, Replay)
    return read


def test_who_played_and_how_did_it_end(game: Replay) -> None:
    assert game.players == ("Ala", "Ola")
    assert repr(game) == "<Replay Ala 10, Ola 6; 3 turns>"
    assert str(game).splitlines()[2].split() == ["Ola", "AAEEEEE", "G7", "AE", "+6", "6"]


def test_every_turn_of_a_game(game: Replay) -> None:
    seen = [(t.seat.value, str(t.rack), t.written, t.points, t.total, t.board.cgp()[21:26]) for t in game.turns]
    assert seen[0] == (1, "AAAKMOT", "H8 KOT", 10, 10, "7KOT5")
    assert [str(turn) for turn in game.turns] == ["H8 KOT +10 10", "G7 AE +6 6", "- +0 10"]


def test_what_is_wrong_in_a_game() -> None:
    wrong = mostek.read(GCG.replace(b"+10 10", b"+12 12"))
    assert isinstance(wrong, Replay)
    assert ("points", 3) in [(found.kind.value, found.line) for found in wrong.diagnostics]


def test_a_move_is_pushed_and_taken_back() -> None:
    board = mostek.Board()
    found = best(board, "AKOTZŻE")[0]
    after = board.push(found)
    assert after["H8"] is not None
    assert after.pop() == board
    assert str(found) == found.written


def test_a_turn_of_a_game_is_pushed(game: Replay) -> None:
    board = mostek.Board()
    for turn in game.turns:
        board = board.push(turn)
    assert board == game.board


def test_a_board_is_printed_and_drawn(game: Replay, tmp_path: Path) -> None:
    assert repr(game.board).startswith("<Board 15/15/")
    assert ". K O T ." in str(game.board)
    (tmp_path / "board.svg").write_text(game.board.svg(), "utf-8")
    assert game.board._repr_svg_() in game._repr_html_()


def test_values_print_as_what_they_are(short_lexicon: str) -> None:
    looking = simulate(TURN, lexicon=short_lexicon, candidates=2, seed=1)
    shown = {
        repr(mostek.layout()): "<Layout standard15, 15 × 15>",
        repr(mostek.tile_set("pl-current")): "<TileSet pl-current, 100 tiles>",
        repr(mostek.tile_set("pl-current").alphabet): "<Alphabet pl, 32 letters>",
        repr(mostek.Exchange(mostek.Tiles("AK"))): "Exchange(tiles=Tiles.of('AK'))",
        repr(looking): "<Simulation of 2 candidates, 0 deals>",
        repr(in_pieces(totals_many, [TURN])): "<Pieces of totals_many, 0 rows answered>",
        repr(autoplay(2, lexicon=short_lexicon, seed=1))[:22]: "<PlayedGames 2 games, ",
    }
    assert [*shown] == [*shown.values()]
    ranking = best(TURN, count=1, lexicon=short_lexicon)
    assert repr(ranking) == str(ranking)
    assert (
        repr(ranking[0])
        == f"<Candidate {ranking[0]}, {ranking[0].score} points, equity {ranking[0].equity / 1000:+.1f}>"
    )


def test_a_square_by_either_name() -> None:
    assert mostek.Square.named("8H") == mostek.Square.named("H8") == mostek.layout().start
    assert mostek.Square.named("8D", numbered_rows=True).name == "H4"


def test_what_a_tile_is_worth() -> None:
    tiles = mostek.tile_set("pl-current")
    assert (tiles.value(mostek.Tile.read("Ż")), tiles.value("ŻŻ"), tiles.value(mostek.Tile.read("ż"))) == (5, 10, 0)


def test_words_in_a_list(tmp_path: Path) -> None:
    words = mostek.words("pl-wolny")
    assert "żółw" in words
    assert list(islice(words, 2)) == ["AA", "AD"]
    assert {"KOT", "KTT"} - words == {"KTT"}
    assert words.anagrams("KOTA")
    assert words.matching("K?T")
    assert words.hooks("KOT").front


def test_a_game_is_played_by_moves_of_the_engine() -> None:
    game = mostek.Game.new(["Ala", "Ola"], lexicon="pl-wolny", seed=1)
    while not game.is_over:
        game = game.push(best(game)[0])
    assert game.on_turn is None
    assert sum(game.scores) > 500
    assert game.scores == tuple(game.replay().totals)
    assert repr(game) == f"<Game Ala {game.scores[0]}, Ola {game.scores[1]}; over>"
    again = mostek.read(game.gcg().encode())
    assert isinstance(again, Replay)
    assert again.board == game.board
    assert again.severity < Severity.DIFFERENCE
    with pytest.raises(mostek.RefusedError, match="the game is over"):
        game.push("-")


def test_a_game_is_played_by_texts_and_taken_back() -> None:
    game = mostek.Game.new(seed=1)
    first = next(iter(best(game)))
    after = game.push(first).push("-")
    assert [turn.written for turn in after.turns] == [first.written, "-"]
    assert after.pop().pop() is game
    assert game.push(f"-{game.rack}").racks[mostek.Seat.FIRST] != game.rack
    assert best(game.cgp())[0].written == first.written
    assert mostek.Game.new(seed=1).rack == game.rack
    assert game.push(moves(game)[0]).scores[0] == moves(game)[0].score


def test_a_game_says_why_it_refuses_a_move() -> None:
    game = mostek.Game.new(["Ala", "Ola"], lexicon="pl-wolny", seed=1)
    with pytest.raises(mostek.RefusedError) as caught:
        game.push("A1 KOT")
    assert caught.value.refused is not None
    assert caught.value.refused.clause in str(caught.value)
    rack = str(game.rack)
    with pytest.raises(mostek.RefusedError, match=f"not in pl-wolny: {rack}"):
        game.push(f"H4 {rack}")
    with pytest.raises(NotationError):
        game.push("KOT")
    with pytest.raises(TypeError, match="5 is no move; push a play of the engine"):
        game.push(5)
    with pytest.raises(ValueError, match="no move was pushed"):
        game.pop()
    with pytest.raises(TypeError, match="a list of names, not the text 'Ala'"):
        mostek.Game.new("Ala")
    with pytest.raises(mostek.RefusedError, match=r"\(PFS-"):
        mostek.Game.new(["Ala", "Ola", "Ela"])
    assert len(mostek.Game.new(["Ala", "Ola", "Ela"], rulebook="gen").racks) == 3


def test_a_loop_over_a_refusal_says_that_it_is_one() -> None:
    answer: Any = mostek.decide(None, PassTurn(seat=mostek.Seat.FIRST), mostek.rulebook("pfs"), lambda bag, count: bag)
    for wrong in (lambda: list(answer), lambda: sum([answer], ()), lambda: [*answer]):
        with pytest.raises(
            TypeError, match=r"the command was refused.*game_not_created.*isinstance\(answer, Refused\)"
        ):
            wrong()
    told: Any = decide(None, t.CloseTournament(at=datetime(2026, 11, 21, 10, tzinfo=UTC)))
    with pytest.raises(TypeError, match=r"isinstance\(answer, DeskRefusal\)"):
        evolve(None, *told)


def test_answers_are_frames_in_one_call(short_lexicon: str) -> None:
    found = best_many([TURN, "nonsense"], 3, lexicon=short_lexicon)
    written = found["written"].tolist()
    assert polars.DataFrame(found)["written"].to_list() == found.to_polars()["written"].to_list() == written
    assert pandas.DataFrame(found)["written"].tolist() == found.to_pandas()["written"].tolist() == written
    assert found.to_pandas().dtypes["score"] == found["score"].dtype
    assert [line["written"] for line in found] == written
    assert dict(found)["score"] is found["score"]


def test_games_are_frames_in_one_call(game: Replay) -> None:
    turns = mostek.table(game)
    assert polars.DataFrame(turns)["move"].to_list() == ["H8 KOT", "G7 AE", "-"]
    assert pandas.DataFrame(turns)["total"].tolist() == [10, 6, 10]
    assert turns.to_pandas()["word"].isna().tolist() == [False, False, True]
    both = mostek.table([game, game])
    assert both.to_polars()["game"].to_list() == [0, 0, 0, 1, 1, 1]
    assert [field.type for field in na.Schema(both).fields if field.name == "points"] == [na.Type.INT64]
    assert mostek.table(best(TURN, count=2)).to_polars()["score"].to_list() == [92, 81]
    assert mostek.table(mostek.Game.new(seed=1).push("-"))["move"] == ["-"]


def test_a_tournament_is_frames_in_one_call(desk: Desk, tmp_path: Path) -> None:
    desk.founded(4)
    desk.does("pair")
    desk.does("start")
    desk.does("result 1 400 350")
    (log,) = (tmp_path / "tournaments").glob("*.jsonl")
    event = mostek.read(log)
    assert isinstance(event, RecordedTournament)
    assert repr(event).endswith(": 4 players, 2 results>")
    assert "Gracz 1" in event._repr_html_()
    results = mostek.table(event).to_polars()
    assert sorted(results["host_score"].to_list(), key=bool) == [None, 400]
    assert results["day"].dtype == polars.Date
    assert sorted(results["host_points"].to_list(), key=bool) == [None, 1.0]


def test_a_list_of_another_library_is_asked_about(short_lexicon: str) -> None:
    texts = [TURN, None, "nonsense", TURN]
    of_list = totals_many(texts, lexicon=short_lexicon)
    for column in (
        polars.Series(texts, dtype=polars.Categorical),
        polars.DataFrame({"cgp": polars.Series(texts, dtype=polars.Categorical)}),
        polars.Series("cgp", texts),
    ):
        found = totals_many(column, lexicon=short_lexicon)
        assert list(found) == list(of_list)
        assert [str(error) for error in found.errors] == [str(error) for error in of_list.errors]
    game = polars.Series([GCG.decode()] * 2, dtype=polars.Categorical)
    assert list(review_many(game, lexicon=short_lexicon)) == list(review_many([GCG] * 2, lexicon=short_lexicon))


def test_answers_about_a_stream_are_a_stream(short_lexicon: str) -> None:
    lines = (TURN if number % 3 else "nonsense" for number in range(10))
    pieces = in_pieces(totals_many, lines, size=4, lexicon=short_lexicon)
    assert [field.name for field in na.Schema(pieces).fields] == ["position", "plays", "score", "best"]
    assert polars.DataFrame(pieces)["position"].to_list() == [1, 2, 4, 5, 7, 8]
    assert [error.row for error in pieces.errors] == [0, 3, 6, 9]
    failing = in_pieces(totals_many, [TURN, 5], size=1, lexicon=short_lexicon)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="A position is a line of CGP"):
        na.ArrayStream(failing).read_all()


@with_each(
    "guess_and_right",
    [
        ("best", "mostek.engine.best"),
        ("simulate", "mostek.engine.simulate"),
        ("pair", "mostek.tournament.pair"),
        ("write_gcg", "mostek.notation.write_gcg"),
        ("open", "mostek.read"),
        ("Dictionary", "mostek.words"),
        ("new_game", "mostek.Game.new"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one(guess_and_right: tuple[str, str]) -> None:
    guess, right = guess_and_right
    with pytest.raises(AttributeError, match=right):
        getattr(mostek, guess)


def test_a_wrong_value_is_answered_with_the_right_one() -> None:
    with pytest.raises(TypeError, match="parse_play"):
        mostek.Board().push("H8 KOT")
    with pytest.raises(TypeError, match="no table is made of int; games, tournaments and candidates have one"):
        mostek.table(5)
    for text in (TURN, GCG.decode()):
        with pytest.raises(ValueError, match=r"no path; read it as bytes: mostek.read\(text.encode\(\)\)"):
            mostek.read(text)
    with pytest.raises(ValueError, match="names no square"):
        mostek.Square.named("H-8")


def test_the_guide_for_programmers_holds() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 30
    assert result.failed == 0
