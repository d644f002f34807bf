from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_of_the_readme() -> None:
    readme = Path(__file__).parents[2] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0
