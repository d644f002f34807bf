"""What people type at the prompt of `mostek resume` meets the clauses: a line for each step, and the answer on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clauses.examples import Example, Table, examples
from cli.play.typed_examples import CHOSEN, Script, UntypableError, holds, kept, saved, script_of, sit, stop_clock
from mostek.referee.events import TilesLaid
from reaching import reaches

EXAMPLES = {str(example): example for example in examples()}
FEW = [
    pytest.param(EXAMPLES[name], id=name, marks=reaches(*EXAMPLES[name].clauses))
    for name in CHOSEN.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("example", FEW)
def test_an_example_that_is_typed(example: Example, own_lexica: None, monkeypatch: pytest.MonkeyPatch) -> None:
    holds(example, script_of(example), monkeypatch)


_UNKNOWN, _OUTSIDE = "is neither a square nor a word that I know", "A tile would lie outside the board. (GEN-2.4a)"


@reaches("GEN-2.4.1a")
@pytest.mark.parametrize(
    ("line", "squares", "said"),
    [
        ("G8 AEI", ["G8", "G9", "G10"], "Anna lays AEI G8"),
        ("9G AEI", ["G9", "H9", "I9"], "Anna lays AEI 9G"),
        ("8 AEI", [], _UNKNOWN),
        ("P1 AEI", [], _OUTSIDE),
        ("A16 AEI", [], _OUTSIDE),
    ],
)
def test_a_coordinate_names_the_first_square_and_the_direction(
    line: str, squares: list[str], said: str, own_lexica: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter first: along the row; the number first: down the column; anything else names no square."""
    example = Example("typed", "gen", {"given": {"racks": ["AEIKLOT"], "board": ["H6 KRA"]}})
    name = saved(example, Script(Table(example)))
    stop_clock(monkeypatch)
    shown = sit(name, 0, line)
    laid = [event for event in kept(name) if isinstance(event, TilesLaid)]
    assert [square.name for event in laid for square in event.placement.tiles] == squares
    assert said in " ".join(shown.split())


@pytest.mark.long
@pytest.mark.parametrize("source", sorted({example.source for example in EXAMPLES.values()}))
def test_every_example_that_can_be_typed(source: str, own_lexica: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for example in EXAMPLES.values():
        if example.source != source:
            continue
        try:
            script = script_of(example)
        except UntypableError:
            continue
        holds(example, script, monkeypatch)


@pytest.fixture
def own_lexica(data: Path) -> None:
    """A folder for the lists of the examples: the one that tests share stays as it is."""
    (data / "lexica").unlink()
