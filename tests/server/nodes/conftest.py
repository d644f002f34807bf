"""Two nodes of one server: two applications on one database, of either kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from server.http.visitors import PLENTY, House
from server.nodes.two_nodes import KINDS, two_nodes

FEW_CODES = replace(PLENTY, codes=2)


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> str | None:
    """The address of an empty database; `None` for the file in the folder."""
    return _address_of(request)


@pytest.fixture(scope="session", params=KINDS)
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """Two nodes for all tests here; each test brings its own people."""
    folder = tmp_path_factory.mktemp("nodes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        with two_nodes(folder, _address_of(request), limits=FEW_CODES) as both:
            yield both


def _address_of(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "sqlite" else str(request.getfixturevalue("empty_database")())
