"""One server for the tests of a module; each test brings its own people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mostek.server.http import jobs
from server.http.visitors import House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("house")
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder) as opened:
            yield opened


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Another one, which has passkeys."""
    pytest.importorskip("webauthn", reason="needs the extra `passkeys`")
    from server.http.passkey_owners import house_with_passkeys

    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("local")
        patch.setenv("MOSTEK_DATA", str(folder))
        with house_with_passkeys(folder) as opened:
            yield opened


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """People come from the address that they name as `x_address`; all others from one."""
    monkeypatch.setattr(jobs, "address_of", lambda request: request.headers.get("x-address", "home"))
