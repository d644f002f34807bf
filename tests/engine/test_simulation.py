"""Looking ahead by chance: the same for a seed, whatever the threads; it can be stopped; it says how sure it is."""

from __future__ import annotations

import itertools
import math
import signal
import threading
from collections.abc import Callable

import pytest

from mostek import _kernel
from mostek.core.tiles import BLANK, tile_set
from mostek.lexicon.curated import short_words
from mostek.lexicon.recipes import LETTERS

TILES = tile_set("pl-current")
SIDE, START = 15, 112
CODES = {BLANK: 0} | {letter: code for code, letter in enumerate(LETTERS, 1)}
EMPTY = bytes(SIDE * SIDE)
RACK = bytes(CODES[letter] for letter in "AKOTSYZ")


def without(tiles: bytes, gone: bytes) -> bytes:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return bytes(left)


UNSEEN = without(bytes(CODES[face] for face in TILES.tiles), RACK)

Simulate = Callable[..., _kernel.Simulation]


@pytest.fixture(scope="module")
def search() -> _kernel.Search:
    words = _kernel.Words.read("\n".join(short_words()).encode(), LETTERS, capitals=True)
    graph = _kernel.Gaddag.of(words.gaddag(), LETTERS)
    layout = _kernel.Layout(SIDE, SIDE, bytes([1] * SIDE**2), bytes([1] * SIDE**2), START)
    return _kernel.Search(graph, layout, bytes(TILES.values[face] for face in (BLANK, *LETTERS)), 7, 50)


@pytest.fixture(scope="module")
def simulate(search: _kernel.Search) -> Simulate:
    """Simulations of the first turn of a game."""
    codes = len(LETTERS) + 1
    equal = [1000 * count * (20 if code == 0 else -1) for code in range(codes) for count in range(1, 16)]
    leaves = _kernel.Leaves(len(LETTERS), equal, [0] * codes**2, [0] * 16**2, 0)

    win = _kernel.WinTable.logistic()

    def of(unseen: bytes = UNSEEN, board: bytes = EMPTY, rack: bytes = RACK, **more: object) -> _kernel.Simulation:
        return _kernel.Simulation(search, leaves, win, board, rack, unseen, **more)  # type: ignore[arg-type]

    return of


def test_a_seed_gives_the_same_on_any_number_of_threads(simulate: Simulate) -> None:
    results = []
    for threads, parts in itertools.product([1, 3], [[96], [1, 40, 55]]):
        simulation = simulate(seed=5, candidates=6)
        for iterations in parts:
            simulation.run(iterations, threads=threads)
        assert simulation.iterations == 96
        results.append(simulation.estimates())
    assert all(result == results[0] for result in results)


def test_two_seeds_agree_within_their_errors(simulate: Simulate) -> None:
    runs = [simulate(seed=seed, candidates=5) for seed in (1, 2)]
    for simulation in runs:
        simulation.run(300)
    one, other = ({estimate[0]: estimate[1:] for estimate in run.estimates()} for run in runs)
    assert one != other
    for choice, (samples, share, share_error, spread, spread_error) in one.items():
        their_samples, their_share, their_share_error, their_spread, their_spread_error = other[choice]
        assert samples == their_samples == 300
        assert abs(share - their_share) <= 5 * math.hypot(share_error, their_share_error)
        assert abs(spread - their_spread) <= 5 * math.hypot(spread_error, their_spread_error)


def test_choices_come_back_as_they_were_asked_for(simulate: Simulate, search: _kernel.Search) -> None:
    play = search.best(EMPTY, RACK, 1)[0][0]
    asked = [play, RACK[:2], b""]
    simulation = simulate(candidates=asked)
    simulation.run(64)
    estimates = simulation.estimates()
    assert {estimate[0] for estimate in estimates} == set(asked)
    assert estimates[0][0] == play
    assert [estimate[2] for estimate in estimates] == sorted((estimate[2] for estimate in estimates), reverse=True)


def test_a_larger_lead_wins_more_games(simulate: Simulate) -> None:
    shares = []
    for lead in (-80, 0, 80):
        simulation = simulate(candidates=1, lead=lead)
        simulation.run(50)
        ((_, _, share, _, spread, _),) = simulation.estimates()
        shares.append((share, spread))
    assert shares == sorted(shares)
    assert shares[0][0] < 0.4 < 0.6 < shares[2][0]
    assert shares[0][1] == shares[2][1], "the spread is what the lead grows by"


def test_the_fourth_pass_ends_the_game(simulate: Simulate) -> None:
    simulation = simulate(candidates=[b""], passes=3, lead=1)
    simulation.run(64)
    ((_, samples, share, _, spread, spread_error),) = simulation.estimates()
    points = {CODES[face]: TILES.values[face] for face in (BLANK, *LETTERS)}
    own, unseen = (sum(points[tile] for tile in tiles) for tiles in (RACK, UNSEEN))
    assert samples == 64
    assert 0 < share < 1
    assert abs(spread - (7 * unseen / len(UNSEEN) - own)) <= 5 * spread_error, "each loses the tiles left"


def test_a_race_ends_by_itself(simulate: Simulate) -> None:
    simulation = simulate(candidates=25, error_probability=0.05, indifference=0.003)
    assert not simulation.is_decided
    simulation.run()
    assert simulation.is_decided
    iterations, estimates = simulation.iterations, simulation.estimates()
    assert min(samples for _, samples, *_ in estimates) < iterations == estimates[0][1]
    simulation.run(milliseconds=1000)
    assert (simulation.iterations, simulation.estimates()) == (iterations, estimates)


def test_time_ends_a_run_and_another_goes_on(simulate: Simulate) -> None:
    simulation = simulate(candidates=2)
    assert all(math.isnan(share) for _, _, share, *_ in simulation.estimates())
    simulation.run(milliseconds=0, threads=1)
    assert simulation.iterations == 1
    simulation.run(milliseconds=30)
    assert simulation.iterations > 1
    assert {samples for _, samples, *_ in simulation.estimates()} == {simulation.iterations}


def test_the_keyboard_interrupts(simulate: Simulate) -> None:
    simulation = simulate(candidates=2)
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        simulation.run()
    timer.join()
    iterations = simulation.iterations
    simulation.run(10)
    assert simulation.iterations == iterations + 10 > 10


def test_an_inference_changes_the_sampled_racks(simulate: Simulate, search: _kernel.Search) -> None:
    leaves = _kernel.Leaves(len(LETTERS), [0] * 33 * 15, [0] * 33**2, [0] * 16**2, 0)
    last, _ = search.best(EMPTY, UNSEEN[:7], 1)[0]
    board = bytearray(EMPTY)
    for place, tile in enumerate(last[3]):
        board[last[0] * SIDE + last[1] + place * (SIDE if last[2] else 1)] = tile
    unseen = without(UNSEEN, bytes(0 if tile & 0x80 else tile for tile in last[3]))
    inference = _kernel.Inference(search, leaves, EMPTY, last, unseen, temperature=1000)
    results = []
    for known in (None, inference, inference):
        simulation = simulate(unseen=unseen, board=bytes(board), candidates=3, inference=known)
        simulation.run(40)
        results.append(simulation.estimates())
    assert results[0] != results[1] == results[2]
    with pytest.raises(ValueError, match="made for other unseen tiles"):
        simulate(unseen=unseen[1:], board=bytes(board), inference=inference)
    with pytest.raises(ValueError, match="no play on this board"):
        _kernel.Inference(search, leaves, bytes(board), last, unseen)


@pytest.mark.parametrize(("exchange_from", "bag"), [(7, 7), (0, 2), (8, 8)])
def test_tiles_are_exchanged_while_the_rulebook_allows_it(simulate: Simulate, exchange_from: int, bag: int) -> None:
    """PFS-4.3.1b, GEN-6X-b and OPEN-exch-4: of two tiles and one tile fewer in the bag than they need."""
    given = bytes(sorted(RACK[:2]))
    simulation = simulate(candidates=[given], unseen=UNSEEN[: 7 + bag], exchange_from=exchange_from, plies=30)
    simulation.run(20)
    assert simulation.estimates()[0][:2] == (given, 20)
    with pytest.raises(ValueError, match="candidate 0 is not an exchange"):
        simulate(candidates=[given], unseen=UNSEEN[: 6 + bag], exchange_from=exchange_from)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"candidates": 0}, "1 to 256 candidates can be compared, not 0"),
        ({"candidates": [(7, 7, 0, b"\x01\x02", 6)]}, "candidate 0 is nothing that this rack can do here"),
        ({"candidates": [(7, 7, 0, b"\x01\x01", 2)]}, "candidate 0 lays tiles that the rack does not hold"),
        ({"candidates": [b"", b"\x01\x01"]}, "candidate 1 is nothing that this rack can do here"),
        ({"candidates": [RACK[:1]], "unseen": UNSEEN[:13]}, "candidate 0 is not an exchange that is possible now"),
        ({"unseen": b""}, "the game is over: a player holds no tiles"),
        ({"rack": b"\x63"}, "code 99 on the rack is no letter of the alphabet"),
        ({"board": b""}, "the board has 225 squares, not 0"),
        ({"error_probability": 0.0}, "the error probability and the indifference must be above 0 and below 1"),
    ],
)
def test_what_cannot_be_simulated_is_refused(simulate: Simulate, wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        simulate(**wrong)


def test_the_win_table_says_what_a_lead_is_worth(simulate: Simulate, search: _kernel.Search) -> None:
    codes = len(LETTERS) + 1
    leaves = _kernel.Leaves(len(LETTERS), [0] * codes * 15, [0] * codes**2, [0] * 16**2, 0)
    even = _kernel.WinTable(0, 1, [20000] * 3)
    simulation = _kernel.Simulation(search, leaves, even, EMPTY, RACK, UNSEEN, candidates=1, plies=1)
    simulation.run(10)
    assert simulation.estimates()[0][2:4] == pytest.approx((20000 / 65535, 0)), "after one reply it is our turn"
    simulation = _kernel.Simulation(search, leaves, even, EMPTY, RACK, UNSEEN, candidates=1, plies=2)
    simulation.run(10)
    assert simulation.estimates()[0][2:4] == pytest.approx((45535 / 65535, 0)), "after two it is the other's"


def test_a_win_table_is_what_was_written_down() -> None:
    table = _kernel.WinTable(1, 1, [1, 2, 3, 40, 500, 60000])
    assert [table.share(spread, unseen) for unseen in (0, 1) for spread in (-2, 0, 1)] == [1, 2, 3, 40, 500, 60000]
    with pytest.raises(ValueError, match="needs 6 shares, not 5"):
        _kernel.WinTable(1, 1, [0] * 5)
    curve = _kernel.WinTable.logistic()
    assert curve.share(-18, 50) == 32768
    assert curve.share(30, 10) > curve.share(30, 60) > curve.share(10, 60) > 32768
