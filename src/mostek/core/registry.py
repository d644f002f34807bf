"""Registries found by their folder: each module, or each TOML file, is an entry, checked when the registry is loaded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from mostek.core.errors import SentenceError

if TYPE_CHECKING:
    from pathlib import Path

E = TypeVar("E", bound=Struct)
Data = dict[str, Any]
_OWN = ("name", "title")
"""What an entry never takes from its base."""
Text = Annotated[str, Meta(min_length=1)]


class InBothLanguages(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language of mostek."""

    pl: Text
    en: Text

    def text(self, language: str) -> str:
        """The text in Polish for `pl`, in English for any other language."""
        return self.pl if language == "pl" else self.en


class RegistryError(SentenceError):
    """An entry that cannot be used: its file, the key, and in a sentence what is missing or wrong."""

    def __init__(self, file: str, key: str, sentence: str, /, **params: object) -> None:
        super().__init__(sentence, **params)
        self.file = file
        self.key = key

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {super().__str__()}"


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
                raise RegistryError(
                    file_of(module), f"{attribute}.name", "Another entry is called {name!r} too.", name=own
                )
            entries[own] = entry
    return dict(sorted(entries.items()))


def load_files(
    folders: Iterable[Path], kind: type[E], over: Callable[[Data, Data], Data] | None = None
) -> dict[str, E]:
    """The entries of all TOML files in these folders by their `name`, in the order of the files.

    Args:
        folders: where the files are.
        kind: the struct of an entry; it has a field `name`.
        over: puts an entry over the one that its `base` names, where an entry may leave something to another.

    Raises:
        RegistryError: a file cannot be read, or has an unknown key, lacks a key, has a wrong value, names a base that does not
            exist, or two entries have one name.
    """
    files: dict[str, tuple[str, Data]] = {}
    for folder in folders:
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".toml"):
                data = read_toml(file)
                if (name := str(data.get("name", ""))) in files:
                    raise RegistryError(file.name, "name", "Another entry is called {name!r} too.", name=name)
                files[name] = file.name, data
    return {
        name: converted(file, _whole(name, files, over) if over else data, kind) for name, (file, data) in files.items()
    }


def load_file(folders: Iterable[Path], name: str, kind: type[E], over: Callable[[Data, Data], Data]) -> E:
    """The entry of the file of this name, put over those that it is based on; no other file is read.

    Raises `RegistryError` as `load_files` does, and `KeyError` if there is no such file.
    """
    found = files_in(folders)
    read: dict[str, tuple[str, Data]] = {}
    wanted = name
    while wanted not in read and (wanted in found or not read):
        file = found[wanted]
        read[wanted] = file.name, read_toml(file)
        wanted = str(read[wanted][1].get("base", ""))
    return converted(found[name].name, _whole(name, read, over), kind)


def files_in(folders: Iterable[Path]) -> dict[str, Path]:
    """The TOML files of these folders by their names without the ending. Raises `RegistryError` if two have one name."""
    found: dict[str, Path] = {}
    for file in (file for folder in folders for file in folder.iterdir()):
        name, _, ending = file.name.rpartition(".")
        if ending == "toml" and found.setdefault(name, file) is not file:
            raise RegistryError(file.name, "name", "Another entry is called {name!r} too.", name=name)
    return dict(sorted(found.items()))


def read_toml(file: Path) -> Data:
    """Read a file. Raises `RegistryError` if it cannot be read."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise RegistryError(file.name, "file", "The file cannot be read: {why}.", why=error) from None


def _whole(
    name: str, files: Mapping[str, tuple[str, Data]], over: Callable[[Data, Data], Data], above: tuple[str, ...] = ()
) -> Data:
    """The data of an entry over those of its base."""
    file, data = files[name]
    base = data.get("base")
    if not base:
        return data
    if base not in files or base in (name, *above):
        raise RegistryError(file, "base", "No other entry called {name!r} can be its base.", name=base)
    inherited = _whole(base, files, over, (name, *above))
    return over({key: value for key, value in inherited.items() if key not in _OWN}, data)


def converted(file: str, data: Data, kind: type[E]) -> E:
    """The entry of a file. Raises `RegistryError` with the first key that is unknown, missing or wrong."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        fault, _, path = str(error).partition(" - at `$")
        field = re.search(r"(?:required|unknown) field `(.+)`", fault)
        key = ".".join(filter(None, (path.strip(".`"), field[1] if field else "")))
        raise RegistryError(file, key, "The entry is incomplete: {why}.", why=fault) from None


def _entries(module: str, attribute: str, kind: type[E]) -> Iterable[E]:
    try:
        found = getattr(import_module(module), attribute, None)
    except Exception as error:
        # A file may fail in any way when it is run: a missing field, a wrong name, an error of writing.
        raise RegistryError(file_of(module), attribute, "The entry is incomplete: {why}.", why=error) from error
    entries = found if isinstance(found, tuple) else (found,)
    if not entries or not all(isinstance(entry, kind) for entry in entries):
        raise RegistryError(file_of(module), attribute, "A {kind} is missing.", kind=kind.__name__)
    return entries


def _checked(module: str, attribute: str, entry: Struct) -> str:
    """The name of an entry that has all its required texts and functions."""
    required = entry.__struct_fields__[: len(entry.__struct_fields__) - len(entry.__struct_defaults__)]
    for field, hint in type(entry).__annotations__.items():
        value = getattr(entry, field)
        is_function = str(hint).startswith("Callable[") and (value is not None or not str(hint).endswith("| None"))
        if is_function and not callable(value):
            raise RegistryError(file_of(module), f"{attribute}.{field}", "A function is missing.")
        if hint == "str" and (not isinstance(value, str) or (field in required and not value.strip())):
            raise RegistryError(file_of(module), f"{attribute}.{field}", "A text is missing.")
    return str(getattr(entry, "name", ""))


def file_of(module: str) -> str:
    """The path of a module, as a fault of its entry names it."""
    return module.replace(".", "/") + ".py"


def tag(name: str) -> str:
    """The tag of a command, an event or a measure in JSON: `PassTurn` → `pass_turn`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")
