"""The table of costly work: each kind names a function that is there and says what it takes, and the docs show the table."""

from __future__ import annotations

import inspect
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

from loops import with_each
from mostek.work.kinds import JobKind, every_kind

DOCS = Path(__file__).parents[2] / "docs"


@with_each("kind", every_kind())
def test_a_kind_names_a_function_that_takes_its_arguments_by_place(kind: JobKind[Any, Any]) -> None:
    module, _, name = kind.target.partition(":")
    function = getattr(import_module(module), name)
    assert function.__module__ == module
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.kind is not inspect.Parameter.KEYWORD_ONLY or parameter.default is not inspect.Parameter.empty


def test_no_kind_has_the_name_of_another() -> None:
    names = [kind.name for kind in every_kind()]
    assert len(set(names)) == len(names)


def test_the_page_of_limits_is_fresh() -> None:
    generator = runpy.run_path(str(DOCS / "generate_limits.py"))
    assert generator["PAGE"].read_text("utf-8") == generator["page"]()
