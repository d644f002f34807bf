"""A test of many values tries them all somewhere, and names those that fail."""

from __future__ import annotations

from typing import Any

import pytest

from loops import GATE, with_each, with_seeds

TRIED: list[int] = []


@with_seeds(23)
def fails_at_ten_and_above(seed: int, beside: str) -> None:
    TRIED.append(seed)
    assert seed < 10, beside


@with_seeds(1)
def has_one_seed(seed: int) -> None: ...


@with_each("word", ["a", "b", "c"])
def fails_but_for_b(word: str) -> None:
    assert word == "b"


def parts(test: Any) -> dict[str, tuple[list[int], bool]]:
    """The seeds of each part of a test, and whether `make test` leaves it out."""
    [mark] = test.pytestmark
    return {each.id: (list(each.values[0]), bool(each.marks)) for each in mark.args[1]}


def test_the_gate_tries_one_in_five_and_the_long_run_all_others() -> None:
    found = parts(fails_at_ten_and_above)
    assert found["gate"] == ([0, 5, 10, 15, 20], False)
    assert found["others"][1]
    assert sorted(found["gate"][0] + found["others"][0]) == list(range(23))
    assert list(parts(has_one_seed)) == ["gate"]
    assert GATE == 5


def test_all_are_tried_and_those_that_fail_are_named() -> None:
    TRIED.clear()
    with pytest.raises(AssertionError, match="beside") as failure:
        fails_at_ten_and_above(seeds=range(0, 23, 5), beside="what stands beside")
    assert TRIED == [0, 5, 10, 15, 20]
    assert failure.value.__notes__ == ["seed: 10, 15, 20"]
    fails_at_ten_and_above(seeds=[1, 2], beside="")
    with pytest.raises(AssertionError) as failure:
        fails_but_for_b()
    assert failure.value.__notes__ == ["word: a, c"]


def test_no_value_is_no_test() -> None:
    with pytest.raises(AssertionError, match="there is no word"):
        with_each("word", [])
