"""Where the code alone does not say why: a fault that is passed over, a lock that is taken."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import mostek

SOURCES = Path(mostek.__file__).parent
_SYNCHRONISED = re.compile(r"= (?:threading\.|asyncio\.)?(?:R?Lock|Semaphore|Event)\(")


def passed_over(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """The first and the last line of each place where a fault is passed over in silence."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and all(isinstance(each, ast.Pass | ast.Continue) for each in node.body):
            yield node.lineno, node.body[-1].lineno
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                called = item.context_expr.func if isinstance(item.context_expr, ast.Call) else None
                if isinstance(called, ast.Name) and called.id == "suppress":
                    yield node.lineno, node.lineno


def uncommented(text: str, places: Iterator[tuple[int, int]]) -> Iterator[int]:
    """The first lines of those places that have no comment: in the line before, in them, or in the line after."""
    lines = text.split("\n")
    for first, last in places:
        if not any("#" in line or '"""' in line for line in lines[max(first - 2, 0) : last + 1]):
            yield first


def synchronised(text: str) -> Iterator[tuple[int, int]]:
    """The lines that make a lock or a signal."""
    return ((number, number) for number, line in enumerate(text.split("\n"), 1) if _SYNCHRONISED.search(line))


def test_a_fault_that_is_passed_over_says_why() -> None:
    assert silent(lambda text: passed_over(ast.parse(text))) == []


def test_a_lock_says_what_it_holds_apart() -> None:
    assert silent(synchronised) == []


def silent(places: Callable[[str], Iterator[tuple[int, int]]]) -> list[str]:
    """The places of all of src that say nothing, by file and line."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(SOURCES)}:{line}" for line in uncommented(text, places(text))]
    return found
