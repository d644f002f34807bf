"""The public functions say what they take, what they give back and what they raise, and their examples hold."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

FACES = ("mostek", "mostek.engine", "mostek.engine.review", "mostek.notation", "mostek.tournament")


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions of the faces, each once, with the name by which a program calls it."""
    for face in FACES:
        package = import_module(face)
        for name in getattr(package, "__all__", ()):
            value = getattr(package, name)
            if inspect.isfunction(inspect.unwrap(value)):
                yield f"{face}.{name}", value
    notation = import_module("mostek.notation")
    for found in iter_modules(notation.__path__):
        module = import_module(f"mostek.notation.{found.name}")
        for name, value in vars(module).items():
            if inspect.isfunction(value) and not name.startswith("_") and value.__module__ == module.__name__:
                yield f"{module.__name__}.{name}", value


FUNCTIONS = dict(public_functions())


def missing(function: Callable[..., Any]) -> Iterator[str]:
    """The parts that the docstring of a public function lacks."""
    text = inspect.getdoc(function) or ""
    signature = inspect.signature(function)
    for name in signature.parameters:
        if f"\n    {name}: " not in text.partition("Args:")[2]:
            yield f"Args: {name}"
    if signature.return_annotation not in {"None", None} and "Returns:" not in text:
        yield "Returns"
    if "raise " in inspect.getsource(inspect.unwrap(function)).replace(text, "") and "Raises:" not in text:
        yield "Raises"
    if ">>>" not in text:
        yield "an example"


def test_public_functions_are_described() -> None:
    lacking = [f"{name}: {part}" for name, function in FUNCTIONS.items() for part in missing(function)]
    assert lacking == []


def test_the_examples_of_public_functions_hold() -> None:
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for name, function in FUNCTIONS.items():
        for test in finder.find(inspect.unwrap(function), name, globs={}):
            runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
