"""Registries found by their folder: each module of a package is an entry, checked when the registry is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from msgspec import Struct

E = TypeVar("E", bound=Struct)


class RegistryError(Exception):
    """An entry that cannot be used: its file, the key, and what is missing or wrong."""

    def __init__(self, file: str, key: str, fault: str) -> None:
        super().__init__(f"{file}: {key}: {fault}")
        self.file = file
        self.key = key
        self.fault = fault


def names_in(package: str) -> tuple[str, ...]:
    """The names of the modules of a package, without loading them."""
    found = iter_modules(import_module(package).__path__)
    return tuple(sorted(module.name for module in found if not module.name.startswith("_")))


def load(package: str, attribute: str, kind: type[E]) -> Mapping[str, E]:
    """The entries of all modules of a package by their `name`, in the order of the names.

    Args:
        package: the dotted name of the package whose modules hold the entries.
        attribute: the name under which a module holds its entry, or a tuple of entries.
        kind: the struct of an entry; it has a field `name`.

    Raises:
        RegistryError: a module has no entry, an entry lacks a field, has an empty text, or one of its functions cannot be
            called, or two entries have one name.
    """
    entries: dict[str, E] = {}
    for name in names_in(package):
        module = f"{package}.{name}"
        for entry in _entries(module, attribute, kind):
            own = _checked(module, attribute, entry)
            if own in entries:
                raise _error(module, f"{attribute}.name", f"another entry is called {own!r} too")
            entries[own] = entry
    return dict(sorted(entries.items()))


def _entries(module: str, attribute: str, kind: type[E]) -> Iterable[E]:
    try:
        found = getattr(import_module(module), attribute, None)
    except TypeError as error:
        raise _error(module, attribute, str(error)) from error
    entries = found if isinstance(found, tuple) else (found,)
    if not entries or not all(isinstance(entry, kind) for entry in entries):
        raise _error(module, attribute, f"a {kind.__name__} is missing")
    return entries


def _checked(module: str, attribute: str, entry: Struct) -> str:
    """The name of an entry that has all its required texts and functions."""
    required = entry.__struct_fields__[: len(entry.__struct_fields__) - len(entry.__struct_defaults__)]
    for field, hint in type(entry).__annotations__.items():
        value = getattr(entry, field)
        is_function = str(hint).startswith("Callable[") and (value is not None or not str(hint).endswith("| None"))
        if is_function and not callable(value):
            raise _error(module, f"{attribute}.{field}", "a function is missing")
        if hint == "str" and (not isinstance(value, str) or (field in required and not value.strip())):
            raise _error(module, f"{attribute}.{field}", "a text is missing")
    return str(getattr(entry, "name", ""))


def _error(module: str, key: str, fault: str) -> RegistryError:
    return RegistryError(module.replace(".", "/") + ".py", key, fault)
