"""All nodes of a server sign with one key, and the operator has one token; on SQLite the folder says all, as before."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from sqlalchemy import func, select

from mostek.server.application import SECRETS
from mostek.store.database import Database
from mostek.store.schema import server_secret
from mostek.store.server_secrets import share_secrets
from server.http.visitors import House


def test_the_nodes_sign_with_one_key_and_know_one_token(nodes: tuple[House, House]) -> None:
    one, other = nodes
    assert one.state.services.key == other.state.services.key is not None
    assert one.state.operator_token == other.state.operator_token
    asked = {"authorization": f"Bearer {one.state.operator_token}"}
    assert [house.client.get("/metrics", headers=asked).status_code for house in nodes] == [200, 200]


@pytest.mark.parametrize("damaged", ["", "zz", "ab" * 31])
def test_the_first_node_gives_its_secrets_to_all(tmp_path: Path, address: str | None, damaged: str) -> None:
    folders = [tmp_path / name for name in ("earlier", "fresh", "other")]
    for folder in folders:
        folder.mkdir()
    (folders[0] / SECRETS[0]).write_text(f"{'ab' * 32}\n")
    (folders[2] / SECRETS[0]).write_text(f"{'cd' * 32}\n")
    (folders[1] / SECRETS[1]).write_text(damaged)

    async def story(database: Database) -> None:
        for folder in folders:
            await share_secrets(database, folder, SECRETS)

    database = Database.open(tmp_path, address)
    try:
        asyncio.run(story(database))
        count = database.read_now(lambda there: there.scalar(select(func.count()).select_from(server_secret)))
    finally:
        database.close()
    if address is None:
        assert count == 0
        assert (folders[1] / SECRETS[1]).read_text() == damaged
        assert not (folders[1] / SECRETS[0]).exists()
        return
    files = [[(folder / name).read_text() for name in SECRETS] for folder in folders]
    assert files[0] == files[1] == files[2]
    assert stat.S_IMODE((folders[1] / SECRETS[1]).stat().st_mode) == 0o600
    assert files[0][0] == f"{'ab' * 32}\n"
