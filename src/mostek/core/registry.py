"""Registries found by their folder: each module of a package is one entry, checked when the registry is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

from msgspec import Struct

E = TypeVar("E", bound=Struct)


class RegistryError(Exception):
    """An entry that cannot be used: the file, the key of the entry, and what is missing or wrong."""

    def __init__(self, file: str, key: str, fault: str) -> None:
        super().__init__(f"{file}: {key}: {fault}")
        self.file = file
        self.key = key
        self.fault = fault


def names_in(package: ModuleType) -> tuple[str, ...]:
    """The names of the modules of a package, without loading them."""
    return tuple(sorted(found.name for found in iter_modules(package.__path__) if not found.name.startswith("_")))


def load(package: ModuleType, attribute: str, kind: type[E]) -> Mapping[str, E]:
    """The entries of all modules of a package by their `name`, in the order of the names.

    Args:
        package: the package whose modules are the entries.
        attribute: the name under which a module holds its entry, or a tuple of entries.
        kind: the struct of an entry; it has a field `name`.

    Raises:
        RegistryError: a module does not load or has no entry, a text of an entry is empty, a function of it cannot be
            called, or two entries have one name.
    """
    entries: dict[str, E] = {}
    for name in names_in(package):
        module = f"{package.__name__}.{name}"
        for entry in _entries(module, attribute, kind):
            own = _checked(module, attribute, entry)
            if own in entries:
                raise RegistryError(_file(module), f"{attribute}.name", f"{own!r} is the name of another entry too")
            entries[own] = entry
    return dict(sorted(entries.items()))


def _entries(module: str, attribute: str, kind: type[E]) -> Iterable[E]:
    try:
        found = getattr(import_module(module), attribute, None)
    except TypeError as error:
        raise RegistryError(_file(module), attribute, str(error)) from error
    entries = found if isinstance(found, tuple) else (found,)
    if not entries or not all(isinstance(entry, kind) for entry in entries):
        raise RegistryError(_file(module), attribute, f"no {kind.__name__} of this name")
    return entries


def _checked(module: str, attribute: str, entry: Struct) -> str:
    """The name of an entry whose fields are all there."""
    required = entry.__struct_fields__[: len(entry.__struct_fields__) - len(entry.__struct_defaults__)]
    hints = _hints(type(entry))
    for field in entry.__struct_fields__:
        value, wanted = getattr(entry, field), hints.get(field, "")
        if wanted.startswith("Callable[") and not callable(value):
            raise RegistryError(_file(module), f"{attribute}.{field}", "a function is missing")
        if wanted == "str" and (not isinstance(value, str) or (field in required and not value.strip())):
            raise RegistryError(_file(module), f"{attribute}.{field}", "a text is missing")
    return str(getattr(entry, "name", ""))


def _hints(kind: type) -> Mapping[str, str]:
    return {name: str(hint) for each in reversed(kind.__mro__) for name, hint in vars(each).get("__annotations__", {}).items()}


def _file(module: str) -> str:
    return module.replace(".", "/") + ".py"

