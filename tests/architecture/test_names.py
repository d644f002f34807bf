"""One concept has one name and one place: no class name twice, no name and no module that the program never uses."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import mostek
from mostek.feature import features

SOURCES = Path(mostek.__file__).parent

FACES = ("mostek", "mostek.engine", "mostek.lexicon", "mostek.notation", "mostek.tournament")
"""The packages whose `__all__` is for other programs; nothing in src need use these names."""
ENTRY_POINTS = {
    "mostek.__main__": "python -m mostek",
}
"""Modules that run without an import, with what runs them."""
FOUND_BY_FOLDER: dict[str, str] = {
    "mostek.documents.tournament": "documents.document.documents",
    "mostek.features.public_pages.kinds": "features.public_pages.public_page.pages",
    "mostek.notation.formats": "notation.game_formats.known_formats",
    "mostek.tournament.pairing.systems": "tournament.pairing.system.systems",
    "mostek.tournament.formats": "tournament.file_formats.tournament_formats",
}
"""Packages that import every module of their folder, with the function that does."""
UNUSED: dict[str, str] = {
    "mostek.cli.param_types:OneOf.shell_complete": "click calls it",
    "mostek.engine.simulation:Simulation.interim": "for notebooks (docs/guide/engine.md)",
    "mostek.engine.arrays:each": "for notebooks (docs/guide/engine.md)",
    "mostek.engine.endgame:PreEndgameSolution.wins_most": "for notebooks (docs/guide/engine.md)",
    "mostek.documents.tournament.letters:press_text": "for programs (docs/guide/documents.md)",
    "mostek.engine.columns:DataTable.to_pandas": "for programs (docs/guide/python.md)",
    "mostek.engine.columns:DataTable.to_polars": "for programs (docs/guide/python.md)",
    "mostek.lexicon.word_list:WordList.made_of": "for programs (docs/guide/words.md)",
    "mostek.notation.replay:ReplayedTurn.play": "for programs (README)",
    "mostek.app.help:granting": "for tests of what a request without a declaration reaches",
    "mostek.work.job_queue:JobQueue.pids": "for tests in which workers are killed",
}
"""Public names that nothing in src uses, with the reader who does."""
CEILING_FILES = 5
SHARED_FILE_NAMES = dict.fromkeys(
    ("model", "store", "http", "cli", "paper", "words", "feature"), "the files of a feature, see CONTRIBUTING.md"
)
"""File names that three folders and more have in common, with the reason."""

CEILING_ONE_WORD = 3_984
CEILING_VAGUE = 225
VAGUE = {"said", "asked", "kept", "told", "meant", "patience", "anew", "somebody", "nobody", "sitting"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
PASSIVE = {
    "abstractmethod", "asynccontextmanager", "cache", "cached_property", "classmethod", "contextmanager", "dataclass",
    "final", "lru_cache", "overload", "override", "property", "runtime_checkable", "setter", "staticmethod",
    "total_ordering", "unique",
}  # fmt: skip
"""Decorators that register nothing. Any other one (of click, of Litestar, of a registry) uses what it decorates."""


class Definition(NamedTuple):
    """A public name, the module that defines it, and the syntax of the definition."""

    module: str
    name: str
    node: ast.AST

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax of every module of src, by its dotted name."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        name = ".".join(("mostek", *path.relative_to(SOURCES).with_suffix("").parts)).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text("utf-8"))
    return found


def is_registered(node: ast.ClassDef | Function) -> bool:
    called = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return any(
        (each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "")) not in PASSIVE for each in called
    )


def defined(module: str, tree: ast.Module) -> Iterator[Definition]:
    """The public functions, classes, methods and constants of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (Definition(module, each.id, node) for each in targets if isinstance(each, ast.Name))
        if isinstance(node, ast.ClassDef | Function) and not is_registered(node):
            yield Definition(module, node.name, node)
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, Function) and not is_registered(method):
                    yield Definition(module, f"{node.name}.{method.name}", method)


def names_in(node: ast.AST) -> Counter[str]:
    """How often each name is read, as a name, an attribute or a word of a dotted text."""
    found: Counter[str] = Counter()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            found[each.id] += 1
        elif isinstance(each, ast.Attribute):
            found[each.attr] += 1
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and re.fullmatch(r"[\w.:]+", each.value):
            found.update(re.split(r"[.:]", each.value))
    return found


def answers_a_framework(definition: Definition) -> bool:
    """Whether a method carries out a method of a class of another package."""
    if "." not in definition.name:
        return False
    holder = getattr(import_module(definition.module), definition.name.partition(".")[0])
    foreign = [base for base in holder.__mro__ if not base.__module__.startswith("mostek")]
    return any(definition.short in vars(base) for base in foreign)


def unused() -> list[str]:
    """Public names that nothing in src reads."""
    read = sum((names_in(tree) for tree in modules().values()), Counter())
    offered = {(face, name) for face in FACES for name in getattr(import_module(face), "__all__", ())}
    offered_names = {name for _, name in offered}
    found = []
    for module, tree in modules().items():
        for each in defined(module, tree):
            if each.short.startswith("_") or each.name in offered_names:
                continue
            own = names_in(each.node)[each.short] if isinstance(each.node, ast.ClassDef | Function) else 0
            if read[each.short] <= own and str(each) not in UNUSED and not answers_a_framework(each):
                found.append(str(each))
    return found


def imported() -> set[str]:
    """Every module that a module of src imports or names by its full path."""
    found: set[str] = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.partition(":")[0])
    return found


def test_every_module_is_imported() -> None:
    wiring = {f"mostek.features.{each.name}.feature" for each in features()}  # found by the folders of features
    known = imported() | set(ENTRY_POINTS) | wiring
    lonely = [name for name in modules() if name not in known and name.rpartition(".")[0] not in FOUND_BY_FOLDER]
    assert [name for name in lonely if not any(other.startswith(f"{name}.") for other in known)] == []


def test_every_public_name_is_used() -> None:
    assert unused() == []


def test_a_class_name_means_one_class() -> None:
    places = defaultdict(list)
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module)
    twice = [f"{name}: {', '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1]
    assert twice == []


def test_a_file_name_is_not_shared_by_three_folders() -> None:
    stems = Counter(path.stem for path in SOURCES.rglob("*.py") if path.stem not in {"__init__", *SHARED_FILE_NAMES})
    many = {stem: count for stem, count in stems.items() if count > 2}
    assert len(many) <= CEILING_FILES, many


def named() -> Iterator[str]:
    """Every name of a function, a class, an argument and a variable in src."""
    for tree in modules().values():
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                    yield name
                case _:
                    pass


def test_names_that_say_too_little_only_become_fewer() -> None:
    """A name says what is held or done: `request`, not `asked`; `free_seat`, not `free`. Lower the ceilings with the counts."""
    functions = [
        node.name
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, Function) and not node.name.startswith("__")
    ]
    one_word = sum("_" not in name.strip("_") for name in functions)
    vague = Counter(word for name in named() for word in name.lower().split("_") if word in VAGUE)
    assert one_word <= CEILING_ONE_WORD, one_word
    assert vague.total() <= CEILING_VAGUE, vague
