"""Which tests meet which clauses on a surface that people use; `src/mostek/rules/reach.toml` is written from it.

A test says with `@reaches("PFS-4.3.5")` which clauses it meets. Its folder is the surface: people in browsers, the command
line, or documents. To write the list anew: `python -m reaching` in the folder `tests`.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from clauses.examples import examples
from mostek.rules.reach import Surface

TESTS = Path(__file__).parent
FILE = TESTS.parent / "src" / "mostek" / "rules" / "reach.toml"
SURFACES = {"browser": Surface.PAGE, "cli": Surface.COMMAND, "documents": Surface.PAPER}
"""What people use in the tests of a folder."""
_HEAD = "# Written by `python -m reaching` in the folder `tests`: where each clause is met, and by which test.\n"


class Proof(NamedTuple):
    """A test that meets a clause on its surface."""

    clause: str
    surface: Surface
    test: str


def reaches(*clauses: str) -> pytest.MarkDecorator:
    """The clauses that a test meets on the surface of its folder."""
    return pytest.mark.reaches(*clauses)


def proofs() -> Iterator[Proof]:
    """Every proof that a test offers, in the order of the files."""
    for folder, surface in SURFACES.items():
        for path in sorted((TESTS / folder).rglob("test_*.py")):
            if "reaches(" in path.read_text("utf-8"):
                yield from _in_file(path, surface)


def _in_file(path: Path, surface: Surface) -> Iterator[Proof]:
    place = path.relative_to(TESTS)
    module = importlib.import_module(".".join(place.with_suffix("").parts))
    for name, test in vars(module).items():
        if name.startswith("test_") and test.__module__ == module.__name__:
            for identifier, part in _marked(test):
                yield Proof(identifier, surface, f"tests/{place}::{name}{part}")


def _marked(test: Callable[..., object]) -> Iterator[tuple[str, str]]:
    """The clauses of a test, each with the part of a test with parameters that meets it."""
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "reaches":
            yield from ((identifier, "") for identifier in mark.args)
        elif mark.name == "parametrize":
            for case in mark.args[1]:
                for inner in getattr(case, "marks", ()):
                    if inner.name == "reaches":
                        yield from ((identifier, f"[{case.id}]") for identifier in inner.args)


def chosen() -> dict[str, dict[Surface, str]]:
    """The first proof of each clause on each surface, in the order of the register."""
    from mostek.rules.loading import clauses, house_rules, rulebooks

    register = [identifier for book in rulebooks() for identifier in clauses(book)] + list(house_rules())
    found: dict[str, dict[Surface, str]] = {identifier: {} for identifier in register}
    for proof in proofs():
        found[proof.clause].setdefault(proof.surface, proof.test)
    return {identifier: tests for identifier, tests in found.items() if tests}


def written(reach: dict[str, dict[Surface, str]]) -> str:
    """The file with these proofs."""
    lines = [_HEAD]
    for identifier, tests in reach.items():
        lines.append(f'["{identifier}"]')
        lines += (f"{surface} = {json.dumps(test, ensure_ascii=False)}" for surface, test in tests.items())
        lines.append("")
    return "\n".join(lines)


def few(names: Iterable[str]) -> list[str]:
    """As few of these examples as meet every clause that any of them meets, each within the clause where there is such a one."""
    known = {str(example): example for example in examples()}
    candidates = sorted((known[name] for name in names), key=lambda example: (example.side, -len(example.clauses)))
    chosen: dict[str, set[str]] = {}
    for example in candidates:
        met = set().union(*chosen.values())
        if not met.issuperset(example.clauses):
            chosen[str(example)] = set(example.clauses)
    return [name for name in known if name in chosen]


if __name__ == "__main__":
    FILE.write_text(written(chosen()), "utf-8")
