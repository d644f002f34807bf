"""Two nodes of one server: two applications on one database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.http.visitors import House, open_house


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    folder: Path = tmp_path_factory.mktemp("nodes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder) as one, open_house(folder) as other:
            yield one, other
