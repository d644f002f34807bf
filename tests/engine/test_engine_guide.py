"""The guide to the engine tells what the engine answers."""

from __future__ import annotations

import doctest
import re
from importlib.metadata import version
from pathlib import Path

from mostek import messages
from mostek.cli.engine_talk import Talk

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "engine.md"


def steady(line: str) -> str:
    """A line without the numbers that change whenever the engine has learnt more."""
    return re.sub(r"(won|margin|spread) \S+", r"\1 …", line)


def test_the_examples_of_the_guide_hold() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False)
    assert result.attempted >= 15
    assert result.failed == 0


def test_the_examples_of_the_guide_to_reviews_hold() -> None:
    result = doctest.testfile(str(GUIDE.with_name("review.md")), module_relative=False)
    assert (result.attempted, result.failed) == (7, 0)


def test_the_conversation_of_the_guide_is_held() -> None:
    (block,) = re.findall(r"```\n(> .*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    messages.use("en")
    held: list[str] = []
    talking = Talk(lambda line: held.append(steady(f"< {line.replace(version('mostek'), 'VERSION')}")))
    for line in block.splitlines():
        if line.startswith("> "):
            held.append(line)
            talking.hear(line[2:])
            talking.finish()
    assert held == [steady(line) for line in block.splitlines()]
    assert talking.is_over
