"""The commands of the guide to a hall exist, with the options that it names."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from mostek.cli import mostek
from mostek.cli.groups import LazyGroup

GUIDE = (Path(__file__).parents[3] / "docs" / "guide" / "hall.md").read_text("utf-8")
LINES = [
    line.partition(" #")[0]
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("mostek tournament ")
]


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_guide_exists(line: str) -> None:
    words = shlex.split(line)[2:]
    group = mostek.load("tournament")
    assert isinstance(group, LazyGroup)
    name = next(word for word in words if group.place_of(word))
    known = {option for each in group.load(name).params if isinstance(each, click.Option) for option in each.opts}
    assert {word for word in words if word.startswith("-")} <= known | {"--server"}
