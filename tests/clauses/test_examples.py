from __future__ import annotations

import pytest

from clauses.examples import Example, examples, run
from clauses.kinds import KINDS


@pytest.mark.parametrize("example", examples(), ids=str)
def test_the_example_holds(example: Example) -> None:
    KINDS.get(example.data.get("kind", "game"), run)(example)
