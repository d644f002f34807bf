"""What people type at the prompt of `mostek resume` meets the clauses: a line for each step, and the answer on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clauses.examples import Example, examples
from cli.play.typed_examples import CHOSEN, UntypableError, holds, script_of
from reaching import reaches

EXAMPLES = {str(example): example for example in examples()}
FEW = [
    pytest.param(EXAMPLES[name], id=name, marks=reaches(*EXAMPLES[name].clauses))
    for name in CHOSEN.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("example", FEW)
def test_an_example_that_is_typed(example: Example, own_lexica: None, monkeypatch: pytest.MonkeyPatch) -> None:
    holds(example, script_of(example), monkeypatch)


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
