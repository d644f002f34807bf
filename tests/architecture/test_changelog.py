"""The changelog: releases, newest first, and entries that a reader takes in at a glance."""

from __future__ import annotations

import re
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

LINES = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8").splitlines()
LONGEST = 200


def test_an_entry_is_one_line() -> None:
    rest = [line for line in LINES[2:] if line and not line.startswith(("## ", "### "))]
    assert [line for line in rest if not re.fullmatch(r"- \S.*[^\s].", line) or len(line) > LONGEST] == []


def test_releases_are_newest_first_and_have_the_version_of_the_package() -> None:
    found = [re.fullmatch(r"## (\d+)\.(\d+)\.(\d+)(, unreleased)?", line) for line in LINES if line.startswith("## ")]
    assert all(found), "a release is a version, or the next one, which is unreleased"
    numbers = [tuple(map(int, each.groups()[:3])) for each in found if each]
    assert numbers == sorted(set(numbers), reverse=True)
    assert tuple(map(int, version("mostek").split("."))) in numbers


def test_each_release_says_the_rules_first() -> None:
    kinds = [line for line in LINES if line.startswith(("## ", "### "))]
    assert [following for line, following in pairwise(kinds) if line.startswith("## ")] == [
        "### Rules" for line in kinds if line.startswith("## ")
    ]
