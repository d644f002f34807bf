"""Accounts with passkeys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.http.limits import Limits
from server.http.authenticator import ORIGIN, Device
from server.http.visitors import PLENTY, House, Passing, Visitor

PASSWORD = "koń trojański 7"


@contextmanager
def house_with_passkeys(folder: Path, limits: Limits = PLENTY, **settings: Any) -> Iterator[House]:
    """A server on this machine, under a name at which browsers make passkeys without https."""
    app = application(Config(data=folder, public_url=ORIGIN, **settings), limits, Passing())
    with TestClient(app, base_url=ORIGIN) as client:
        yield House(client)


def account(house: House, login: str) -> Visitor:
    visitor = house.visitor(login.title())
    assert visitor.post("/accounts", {"login": login, "password": PASSWORD}).status_code == 200
    return visitor


def me(visitor: Visitor) -> Any:
    return visitor.get("/me").json()["person"]


def added(visitor: Visitor, device: Device | None = None, name: str = "Telefon") -> Device:
    """Add a passkey; the device, which knows whose it is now."""
    options = visitor.post("/passkeys/challenge").json()
    device = (device or Device()).of(me(visitor)["id"])
    answer = visitor.post("/passkeys", {"name": name, "credential": device.make(options)})
    assert answer.status_code == 200, answer.text
    return device


def log_in(visitor: Visitor, device: Device, kind: str = "webauthn.get") -> Any:
    options = visitor.post("/sessions/passkey/challenge").json()
    return visitor.post("/sessions/passkey", {"credential": device.sign(options, kind)})
