"""Ends of games, as a person meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.crowded import HELD, crowded
from mostek.core.board import Board
from mostek.core.moves import Pass
from mostek.core.tiles import Tiles, tile_set
from mostek.engine import solve
from mostek.engine.endgame import EndgameSolution, PreEndgameSolution
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import PositionError, search_position
from mostek.notation.formats import cgp

POLISH = tile_set("pl-current")


def gain(position: str, solution: EndgameSolution, lexicon: str) -> int:
    """What the player on turn gains by a line in which somebody goes out: points, and twice what the other one holds."""
    asked = search_position(position, lexicon=lexicon)
    board, racks, points = asked.board, [asked.rack, asked.unseen], [0, 0]
    for number, turn in enumerate(solution.line):
        if isinstance(turn.move, FoundPlay):
            assert turn.move in asked.searcher.plays(board, racks[number % 2])
            board = Board(board.layout, dict(board.tiles())).lay(turn.move.placement.tiles)
            racks[number % 2] -= turn.move.faces
            points[number % 2] += turn.move.score
    assert sum(not len(rack) for rack in racks) == 1
    left = [POLISH.value(rack) for rack in racks]
    return points[0] - points[1] + 2 * (left[1] - left[0])


def test_an_end_has_the_value_of_its_line(short_lexicon: str) -> None:
    position = f"{crowded(0)} {HELD}/ 100/90 0"
    solution = solve(position, lexicon=short_lexicon)
    assert isinstance(solution, EndgameSolution)
    assert solution.is_proved
    assert solution.gain == gain(position, solution, short_lexicon)
    assert solution.lead == 10 + solution.gain
    assert str(solution).splitlines()[1].endswith("yes")
    assert "<table>" in solution._repr_html_()


def test_kept_ends_have_the_values_that_were_proved() -> None:
    file = Path(__file__).parents[2] / "corpus" / "plays" / "endgames.tsv"
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    for position, value in sorted(lines, key=lambda line: len(line[0].split()[1]))[:5]:
        solution = solve(position, lexicon="pl-wolny@2022-03")
        assert isinstance(solution, EndgameSolution)
        assert solution.is_proved
        assert solution.gain == int(value)


def test_every_draw_is_counted(short_lexicon: str) -> None:
    found = solve(f"{crowded(1)} {HELD}/ 100/90 0", lexicon=short_lexicon)
    assert isinstance(found, PreEndgameSolution)
    assert found.candidates
    for ending in found.candidates:
        assert ending.draws == 8
        assert 0 <= ending.won + ending.drawn <= ending.settled <= ending.draws
    assert any(isinstance(ending.candidate.move, Pass) and ending.bag == 1 for ending in found.candidates)
    assert all(ending.bag == 0 for ending in found.candidates if not isinstance(ending.candidate.move, Pass))
    assert found.best is found.candidates[0]
    assert found.is_proved
    assert found.wins_most
    assert not found.best.is_beaten
    assert str(found).splitlines()[0].split()[-1] == "draws"


def test_a_turn_may_leave_tiles_in_the_bag(short_lexicon: str) -> None:
    found = solve(f"{crowded(2)} {HELD}/ 100/90 0", seconds=5, lexicon=short_lexicon)
    assert isinstance(found, PreEndgameSolution)
    for ending in found.candidates:
        laid = len(Tiles(HELD)) - len(ending.candidate.left)
        assert (ending.bag, ending.draws) == (max(0, 2 - laid), 9 * 8)
    assert {ending.bag for ending in found.candidates} == {0, 1, 2}


def test_the_last_pass_allowed_ends_the_game(short_lexicon: str) -> None:
    found = solve(f"{crowded(1)} {HELD}/ 100/90 3", seconds=5, lexicon=short_lexicon)
    assert isinstance(found, PreEndgameSolution)
    passed = next(ending for ending in found.candidates if isinstance(ending.candidate.move, Pass))
    assert passed.is_exact
    assert passed.settled == passed.draws


def test_a_full_bag_has_no_end_yet(short_lexicon: str) -> None:
    with pytest.raises(PositionError, match="at most 4 tiles in the bag; there are 5"):
        solve(f"{crowded(5)} {HELD}/", lexicon=short_lexicon)
    assert isinstance(solve(f"{crowded(4)} {HELD}/", seconds=0.2, lexicon=short_lexicon), PreEndgameSolution)


def test_what_is_found_in_no_time_is_no_proof(short_lexicon: str) -> None:
    found = solve(f"{crowded(1)} {HELD}/ 100/90 0", seconds=0, lexicon=short_lexicon)
    assert isinstance(found, PreEndgameSolution)
    assert not found.is_proved
    assert not found.wins_most


def test_a_game_that_is_over_has_no_end_to_come(short_lexicon: str) -> None:
    over = cgp.parse_position(crowded(0), POLISH)
    with pytest.raises(PositionError, match="a player holds no tiles"):
        solve(over, "", lexicon=short_lexicon)
