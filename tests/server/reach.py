"""What an endpoint reaches of lexicon and engine, found in the program itself: the functions that it names, and what these name.

Names are resolved by the annotations of arguments, attributes and results. What runs in another process is known by its kind of
job, or by the door to that process. A game on the server is not followed: its referee may look words up (`Help.REFEREE`).
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from mostek.app.help import Help
from mostek.work.kinds import JobKind

ENTRIES: Mapping[str, Help] = {
    "mostek.lexicon.library.open_lexicon": Help.VERDICTS,
    "mostek.lexicon.library.open_pinned": Help.VERDICTS,
    "mostek.lexicon.library.OpenLexicon.valid": Help.VERDICTS,
    "mostek.lexicon.word_facts": Help.WORDS,
    "mostek.lexicon.word_search": Help.WORDS,
    "mostek.lexicon.word_study": Help.WORDS,
    "mostek.lexicon.explaining": Help.WORDS,
    "mostek.lexicon.core_list": Help.WORDS,
    "mostek.features.study.model.questions": Help.WORDS,
    "mostek.features.study.model.words_of": Help.WORDS,
    "mostek.features.puzzles.judging.judge_play": Help.ENGINE,
    "mostek.features.puzzles.judging.ranking": Help.ENGINE,
    "mostek.features.puzzles.mining.mistakes": Help.ENGINE,
    "mostek.engine.batch": Help.ENGINE,
    "mostek.engine.bots.bot": Help.ENGINE,
    "mostek.engine.bots.level_move": Help.ENGINE,
    "mostek.engine.endgame": Help.ENGINE,
    "mostek.engine.kernel": Help.ENGINE,
    "mostek.engine.review.reviewing": Help.ENGINE,
    "mostek.engine.review.verdicts": Help.ENGINE,
    "mostek.engine.search": Help.ENGINE,
    "mostek.engine.simulation": Help.ENGINE,
    "mostek.features.reviews.fair_play": Help.ENGINE,
    "mostek.features.analysis.http._file": Help.ENGINE,
    "mostek.features.reviews.awaited.Reviews.ask": Help.ENGINE,
    "mostek.features.reviews.awaited.Reviews.show": Help.ENGINE,
}
"""The functions that give help, by the beginning of their full names."""
FOLLOWED = ("mostek.", "tests.")
BEYOND = (
    "mostek.features.hall.online_rounds",
    "mostek.features.tables.live",
    "mostek.live",
    "mostek.referee",
    "mostek.store",
)
"""What is not followed."""


class Reached(NamedTuple):
    """An entry that is reached, and by which way."""

    help: Help
    way: tuple[str, ...]


class _Of(NamedTuple):
    """Something of which only the type is known."""

    type: type


def reached_by(function: Callable[..., Any]) -> list[Reached]:
    """Every entry that a function reaches."""
    found: list[Reached] = []
    seen: set[str] = set()
    waiting: list[tuple[Any, tuple[str, ...]]] = [(function, ())]
    while waiting:
        thing, way = waiting.pop()
        if isinstance(thing, JobKind):
            found.append(Reached(thing.help, (*way, thing.name)))
            continue
        name = f"{thing.__module__}.{thing.__qualname__}"
        if name in seen:
            continue
        seen.add(name)
        entry = next((help for start, help in ENTRIES.items() if name.startswith(start)), None)
        if entry is not None:
            found.append(Reached(entry, (*way, name)))
        elif name.startswith(FOLLOWED) and not name.startswith(BEYOND):
            waiting += [(each, (*way, name)) for each in _named_in(thing)]
    return found


def _named_in(function: FunctionType) -> list[Any]:
    """The functions and kinds of jobs that a function names."""
    tree = _tree(function)
    if tree is None:
        return []
    outer = inspect.getclosurevars(inspect.unwrap(function))
    names: dict[str, Any] = {**outer.builtins, **function.__globals__, **outer.nonlocals}
    names |= {name: _Of(kind) for name, kind in _types(function).items() if name != "return"}
    if "self" not in names and "." in function.__qualname__ and "<locals>" not in function.__qualname__:
        names["self"] = _Of(getattr(inspect.getmodule(function), function.__qualname__.split(".")[0], object))
    found: list[Any] = []
    for node in ast.walk(tree):  # in the order of the text, near enough: a name is given before it is used
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                if value is not None and (result := _resolved(value, names)) is not None:
                    names[name] = result
            case ast.Name() | ast.Attribute():
                thing = _resolved(node, names)
                if isinstance(thing, JobKind):
                    found.append(thing)
                elif (called := _function(thing)) is not None:
                    found.append(called)
                elif inspect.isclass(thing) and thing.__module__.startswith("mostek."):
                    made = (vars(thing).get(name) for name in ("__init__", "__post_init__"))
                    found += [each for each in made if isinstance(each, FunctionType)]
            case _:
                pass
    return found


def _resolved(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=value, attr=name):
            return _attribute(_resolved(value, names), name)
        case ast.Await(value=value):
            return _resolved(value, names)
        case ast.Call(func=called):
            thing = _resolved(called, names)
            if inspect.isclass(thing):
                return _Of(thing)
            made = _function(thing)
            kind = _types(made).get("return") if isinstance(made, FunctionType) else None
            return None if kind is None else _Of(kind)
        case _:
            return None


def _attribute(thing: Any, name: str) -> Any:
    if isinstance(thing, ModuleType):
        return getattr(thing, name, None)
    kind = thing.type if isinstance(thing, _Of) else thing if inspect.isclass(thing) else type(thing)
    if not kind.__module__.startswith("mostek."):
        return None
    found = inspect.getattr_static(kind, name, None)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        result = _types(found.fget).get("return")
        return None if result is None else _Of(result)
    if found is not None and _function(found) is not None:
        return found
    if not isinstance(thing, _Of) and not inspect.isclass(thing) and hasattr(thing, name):
        return getattr(thing, name)
    hint = _types(kind).get(name) or _given(kind).get(name)
    return None if hint is None else _Of(hint)


@cache
def _given(kind: type) -> Mapping[str, type]:
    """The attributes that a class sets from the arguments of its making, or by making something."""
    made = vars(kind).get("__init__")
    tree = _tree(made) if isinstance(made, FunctionType) else None
    if tree is None or not isinstance(made, FunctionType):
        return {}
    names: dict[str, Any] = dict(made.__globals__)
    names |= {name: _Of(each) for name, each in _types(made).items()}
    found: dict[str, type] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Attribute):
            value = _resolved(node.value, names)
            if isinstance(value, _Of):
                found[target.attr] = value.type
    return found


def _function(thing: Any) -> FunctionType | None:
    thing = getattr(thing, "fn", thing)  # an endpoint that another one calls
    thing = getattr(thing, "__wrapped__", thing)
    thing = getattr(thing, "__func__", thing)
    return thing if isinstance(thing, FunctionType) else None


@cache
def _types(thing: Any) -> Mapping[str, type]:
    """The classes of ours in the annotations of a function or a class."""
    try:
        hints = get_type_hints(thing)
    except (NameError, TypeError):
        return {}
    return {name: kind for name, hint in hints.items() if (kind := next(_classes(hint), None)) is not None}


def _classes(hint: Any) -> Iterator[type]:
    """The classes of ours of which an annotation speaks, the outer ones first."""
    if inspect.isclass(hint) and hint.__module__.startswith("mostek."):
        yield hint
    for each in get_args(hint):
        yield from _classes(each)


@cache
def _tree(function: FunctionType) -> ast.AST | None:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
