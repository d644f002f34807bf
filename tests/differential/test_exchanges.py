"""Exchanges and the pass among the best, against all candidates of a position valued one by one in plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from differential.game_folder import PLAYS
from mostek.core.moves import Exchange, Pass
from mostek.core.tiles import BLANK, Tiles
from mostek.engine import best, solve
from mostek.engine.endgame import PreEndgameSolution
from mostek.engine.kernel import FoundPlay
from mostek.engine.leaves import LeaveValues, at, is_vowel
from mostek.engine.position import SearchPosition, search_position
from mostek.engine.search import Candidate
from mostek.rules.loading import rulebooks

POSITIONS = [line.split("\t")[0] for line in (PLAYS / "turns.tsv").read_text("utf-8").splitlines()]
BAG_MINIMUM = {name: book.exchange.bag_minimum.value for name, book in rulebooks().items()}


def worth(values: LeaveValues, kept: Tiles) -> int:
    """The value of a leave, term by term."""
    faces = (BLANK, *values.letters)
    held = Counter(faces.index(face) for face in kept)
    if not held:
        return 0
    equal = sum(at(values.equal[code], count - 1) for code, count in held.items())
    pairs = sum(values.pairs[one][other - one - 1] for one, other in combinations(sorted(held), 2))
    vowels = sum(count for code, count in held.items() if code and is_vowel(faces[code]))
    consonants = held.total() - held[0] - vowels
    balance = at(at(values.balance, vowels), consonants) if vowels + consonants else 0
    return equal + pairs + balance


def equities(asked: SearchPosition, bag_minimum: int) -> list[tuple[int, str]]:
    """The equity of everything that the player may do, best first, with its kind."""
    rack = sorted(asked.rack)
    found = [
        (1000 * play.score + worth(asked.values, asked.rack - play.faces), "play")
        for play in asked.searcher.plays(asked.board, asked.rack)
    ]
    most = asked.bag if asked.bag >= bag_minimum else 0
    given = {part for size in range(1, most + 1) for part in combinations(rack, size)}
    found += [(worth(asked.values, asked.rack - Tiles(part)), "exchange") for part in given]
    found.append((worth(asked.values, asked.rack), "pass"))
    return sorted(found, reverse=True)


def kind(candidate: Candidate) -> str:
    match candidate.move:
        case FoundPlay():
            return "play"
        case Exchange():
            return "exchange"
        case Pass():
            return "pass"


@pytest.mark.parametrize("rulebook", ["gen", "pfs", "open"])
def test_the_best_are_the_best_of_plays_exchanges_and_the_pass(rulebook: str) -> None:
    kinds: Counter[str] = Counter()
    bags = set()
    for position in POSITIONS[::13]:
        asked = search_position(position)
        if asked.bag:
            found = best(position, count=300, exchange_from=BAG_MINIMUM[rulebook])
            expected = equities(asked, BAG_MINIMUM[rulebook])[:300]
            assert [candidate.equity for candidate in found] == [equity for equity, _ in expected]
            kinds.update(map(kind, found))
            bags.add(min(asked.bag, 7))
    assert kinds["play"] > 0
    assert kinds["exchange"] > 0
    assert bags > {7}, "there are positions with fewer than seven tiles in the bag"


@pytest.mark.parametrize(("bag_minimum", "most"), [(0, 3), (3, 3), (4, 0), (7, 0)])
def test_with_three_tiles_in_the_bag_the_rulebook_says_how_many_are_exchanged(bag_minimum: int, most: int) -> None:
    position = next(line for line in POSITIONS if search_position(line).bag == 3)
    found = best(position, count=100_000, exchange_from=bag_minimum)
    given = {len(candidate.move.tiles) for candidate in found if isinstance(candidate.move, Exchange)}
    assert given == set(range(1, most + 1))


def test_the_solver_weighs_exchanges_where_the_rulebook_allows_them() -> None:
    position = (PLAYS / "one_in_the_bag.tsv").read_text("utf-8").splitlines()[0].split("\t")[0]
    kinds = {}
    for name in ("gen", "pfs"):
        solved = solve(position, seconds=0.2, exchange_from=BAG_MINIMUM[name])
        assert isinstance(solved, PreEndgameSolution)
        kinds[name] = Counter(kind(each.candidate) for each in solved.candidates)
    one_each = len(set(search_position(position).rack))
    assert (kinds["gen"]["exchange"], kinds["pfs"]["exchange"]) == (one_each, 0)
    assert kinds["gen"]["play"] == kinds["pfs"]["play"]
    assert kinds["gen"]["pass"] == kinds["pfs"]["pass"] == 1
