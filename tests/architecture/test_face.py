"""The names that `import mostek` offers, and the rooms behind them."""

from __future__ import annotations

from importlib import import_module
from inspect import ismodule
from pkgutil import iter_modules

import pytest

import mostek
from loops import with_each


@pytest.mark.parametrize("package", ["mostek", "mostek.engine"])
def test_no_room_hides_a_name_of_the_face(package: str) -> None:
    """A room that is imported becomes an attribute of its package, and would stand before a name that is found later."""
    face = import_module(package)
    rooms = {found.name for found in iter_modules(face.__path__)}
    assert rooms & set(face.__all__) == set()


@with_each("name", mostek.__all__)
def test_every_name_of_the_face_is_there(name: str) -> None:
    assert not ismodule(getattr(mostek, name))
