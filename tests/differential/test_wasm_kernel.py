"""The kernel of the page answers as the native one, on every position of `corpus/plays`, and refuses what is malformed.

It runs in Node.
"""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np
import pytest

from differential.game_folder import NO_TILE, PLAYS, TILES, Turn, turns
from differential.page_reviews import node
from mostek import _kernel
from mostek.core.board import layout
from mostek.core.tiles import BLANK
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import Searcher
from mostek.engine.leaves import LeaveValues, parse_values
from mostek.engine.page_game import page_game
from mostek.engine.win_table import open_win_table
from mostek.features.analysis.http import KERNEL
from mostek.lexicon.library import find, open_gaddag

HARNESS = Path(__file__).with_name("wasm_kernel.mjs")
VALUES, MADE = parse_values((PLAYS / "leaves.toml").read_text("utf-8"))
LEXICON = str(MADE["lexicon"])
GAME, GRAPH, TOTALS, BEST, SIMULATE, ITERATE, SOLVE, JUDGE, DEAL = 4, 5, 6, 7, 8, 9, 10, 16, 17
ALL, ROW = 100_000, 28
LETTERS = TILES.alphabet.letters

pytestmark = pytest.mark.slow


class Answer(TypedDict):
    fault: int
    index: int
    answer: str
    micros: float


class Request(NamedTuple):
    operation: int
    argument: int
    numbers: Sequence[int]


class PageKernel:
    """The kernel of the page with a game and the words of the corpus."""

    def __init__(self, folder: Path, values: LeaveValues) -> None:
        self.folder = folder
        part = find(LEXICON)
        equipment = Equipment(LEXICON, part.header.hash)
        nodes = part.path.read_bytes()[part.offset : part.offset + part.length]
        heading = [number for letter in LETTERS for number in (*map(ord, letter), 0)]
        (folder / "words").write_bytes(struct.pack(f"<{len(heading) + 1}I", len(heading), *heading) + nodes)
        (folder / "game").write_bytes(page_game(equipment, values))

    def answers(self, requests: Iterable[Request]) -> list[Answer]:
        numbers = [
            number & 0xFFFFFFFF
            for request in requests
            for number in (request.operation, request.argument, len(request.numbers), *request.numbers)
        ]
        (self.folder / "requests").write_bytes(struct.pack(f"<{len(numbers)}I", *numbers))
        files = (KERNEL, *(self.folder / name for name in ("game", "words", "requests")))
        done = subprocess.run([node(), HARNESS, *files], capture_output=True, text=True, timeout=250, check=False)
        assert done.returncode == 0, done.stderr
        first, *lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert (first["game"], first["graph"]) == (0, 0)
        assert first["open"] < 50, "the instance that answers, in MB"
        assert first["building"] + first["open"] < 140, "the budget of a phone, in MB, while both are there"
        return lines


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> PageKernel:
    return PageKernel(tmp_path_factory.mktemp("wasm"), VALUES)


@pytest.fixture(scope="module")
def native() -> _kernel.Search:
    return Searcher(open_gaddag(LEXICON), TILES, layout()).search


def held(rack: bytes) -> bytes:
    return rack.rstrip(bytes([NO_TILE]))


def unseen(turn: Turn) -> list[int]:
    codes = {face: code for code, face in enumerate((BLANK, *LETTERS))}
    left = [codes[face] for face in TILES.tiles]
    for code in (*(0 if code & 0x80 else code for code in turn.board if code), *held(turn.rack)):
        left.remove(code)
    return left


def numbers_of(turn: Turn) -> list[int]:
    rack, hidden = held(turn.rack), unseen(turn)
    return [len(turn.board), *turn.board, len(rack), *rack, len(hidden), *hidden, turn.lead, 0]


def points(codes: Iterable[int]) -> int:
    faces = (BLANK, *LETTERS)
    return sum(TILES.values[faces[code]] for code in codes)


def plays_in(answer: str) -> list[tuple[_kernel.Play, int]]:
    """The plays of an answer of `best`, in the form of the native kernel, with their equity."""
    data, found = bytes.fromhex(answer), []
    for at in range(4, len(data), ROW):
        score, equity, row, column, way, length = struct.unpack_from("<iiBBBB", data, at)
        if way < 2:
            found.append(((row, column, way, data[at + 12 : at + 12 + length], score), equity))
    return found


@pytest.mark.parametrize("name", ["turns.tsv", "one_in_the_bag.tsv"])
def test_all_positions_agree_play_by_play(page: PageKernel, native: _kernel.Search, name: str) -> None:
    positions, leaves = turns(name), VALUES.to_kernel()
    asked = [
        request
        for turn in positions
        for request in (Request(TOTALS, 0, numbers_of(turn)), Request(BEST, ALL, numbers_of(turn)))
    ]
    answers = page.answers(asked)
    assert [answer["fault"] for answer in answers] == [0] * len(asked)
    totals = [list(native.totals(turn.board, held(turn.rack))) for turn in positions]
    for turn, native_totals, page_totals, best in zip(positions, totals, answers[::2], answers[1::2], strict=True):
        plays, low, high, top = struct.unpack("<4I", bytes.fromhex(page_totals["answer"]))
        assert [plays, low | high << 32, top] == native_totals
        worth = leaves if len(unseen(turn)) > 7 else points(unseen(turn))
        found = plays_in(best["answer"])
        assert len(found) == plays
        assert found == native.best(turn.board, held(turn.rack), ALL, worth)


def test_simulations_give_the_same_numbers(page: PageKernel, native: _kernel.Search) -> None:
    wins = open_win_table(LEXICON)
    positions = [turn for turn in turns("turns.tsv") if len(unseen(turn)) > 7][::150]
    heading = (2, 7, 0, 10_000, 5_000)
    asked = [
        request
        for turn in positions
        for request in (Request(SIMULATE, 5, [*numbers_of(turn), *heading]), Request(ITERATE, 40, []))
    ]
    for turn, answer in zip(positions, page.answers(asked)[1::2], strict=True):
        simulation = _kernel.Simulation(
            native,
            VALUES.to_kernel(),
            wins.to_kernel(),
            turn.board,
            held(turn.rack),
            bytes(unseen(turn)),
            lead=turn.lead,
            candidates=5,
            plies=2,
            seed=7,
            error_probability=0.01,
        )
        simulation.run(40, threads=1)
        data = bytes.fromhex(answer["answer"])
        wanted = [estimate[1:] for estimate in simulation.estimates()]
        size = ROW + 4 + 32
        assert [struct.unpack_from("<I4d", data, at + ROW) for at in range(16, len(data), size)] == wanted


def test_endgames_have_the_proved_values(page: PageKernel) -> None:
    positions = turns("endgames.tsv")[:12]
    proved = [int(line.split("\t")[1]) for line in (PLAYS / "endgames.tsv").read_text("utf-8").splitlines()[:12]]
    answers = page.answers(Request(SOLVE, 1 << 20, numbers_of(turn)) for turn in positions)
    found = [struct.unpack_from("<iI", bytes.fromhex(answer["answer"])) for answer in answers]
    assert found == [(value, 1) for value in proved]


def test_malformed_requests_are_refused_with_a_code_and_its_index(page: PageKernel) -> None:
    good = numbers_of(turns("turns.tsv")[3])
    letters = len(LETTERS)
    # Two comparisons, again, the seed, two times three limits, a phoney, its equity.
    efforts = [5, 8, 8, 2, 4, 16, 16, 2, 0, 1, 0, *[0] * 12, 0, 0]
    wrong = {
        "no operation": (Request(99, 0, []), 1, 99),
        "nothing": (Request(BEST, 5, []), 2, 0),
        "cut": (Request(BEST, 5, good[:100]), 2, 100),
        "another board": (Request(BEST, 5, [224, *good[1:]]), 10, 224),
        "a board without end": (Request(BEST, 5, [0xFFFFFFFF, *good[1:]]), 3, 0),
        "a letter that is none": (Request(BEST, 5, [225, letters + 1, *good[2:]]), 11, 0),
        "a square beyond a byte": (Request(BEST, 5, [225, 256, *good[2:]]), 3, 1),
        "eight tiles": (Request(BEST, 5, [225, *[0] * 225, 8, *[1] * 8, 0, 0, 0]), 12, 8),
        "a tile that is none": (Request(BEST, 5, [225, *[0] * 225, 1, letters + 1, 0, 0, 0]), 13, letters + 1),
        "no candidates": (Request(SIMULATE, 0, [*good, 2, 1, 0, 0, 0]), 16, 0),
        "more than needed": (Request(SIMULATE, 5, [*good, 2, 1, 0, 0, 0, 0]), 2, len(good) + 5),
        "no simulation": (Request(ITERATE, 5, []), 9, 0),
        "no candidates to judge": (Request(JUDGE, 0, [*good, 0]), 3, len(good)),
        "no batches": (Request(JUDGE, 0, [*good, 5, 0]), 3, len(good) + 1),
        "turns without end": (Request(JUDGE, 0, [*good, 5, 8, 8, 99]), 3, len(good) + 3),
        "a move off the board": (Request(JUDGE, 0, [*good, *efforts, 14, 14, 0, 3, 1, 1, 1]), 16, 0),
        "tiles that are not held": (Request(JUDGE, 0, [*good, *efforts, 0, 0, 2, 7, *[0] * 7]), 16, 0),
        "nothing to judge": (Request(DEAL, 5, []), 9, 0),
        "another checksum": (Request(GRAPH, 1, [1, 2, 3, 4]), 6, 0),
        "a game of nothing": (Request(GAME, 0, []), 2, 0),
    }
    answers = page.answers(request for request, _, _ in wrong.values())
    assert {name: (answer["fault"], answer["index"]) for name, answer in zip(wrong, answers, strict=True)} == {
        name: (fault, index) for name, (_, fault, index) in wrong.items()
    }


def test_a_forged_graph_gives_no_more_than_wrong_plays(page: PageKernel) -> None:
    """Its checksum is right and its nodes are nonsense: every place that they name is looked up within bounds."""
    from zlib import crc32

    random = np.random.default_rng(1)
    good = numbers_of(turns("turns.tsv")[3])
    asked = []
    for _ in range(20):
        nodes = random.integers(0, 1 << 32, 2000, dtype=np.uint32)
        asked += [Request(GRAPH, crc32(nodes.tobytes()), nodes.tolist()), Request(TOTALS, 0, good)]
    answers = page.answers(asked)
    assert {answer["fault"] for answer in answers} == {0}
