"""Passwords in these tests are cheap; the program itself has no setting for that, so nobody can make theirs cheap by accident."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher

from mostek.features.people import logins


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """A hash takes a thousandth of a second; what it costs in truth is measured by `test_http_people.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logins, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=1024))
        yield
