"""Where passkeys belong, and for how long somebody may answer."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek.features.people import store
from mostek.features.people.webauthn import ANSWER_TIMEOUT
from mostek.server import config
from mostek.server.config import Config, Site, site_of
from mostek.store.database import Database
from mostek.store.schema import passkey_challenge


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://stol.example.org", Site("stol.example.org", "https://stol.example.org")),
        ("https://Stol.Example.org:443", Site("stol.example.org", "https://stol.example.org")),
        ("https://stół.example.org:8443", Site("xn--st-6ja03a.example.org", "https://xn--st-6ja03a.example.org:8443")),
        ("http://localhost", Site("localhost", "http://localhost")),
        ("http://localhost:8000", Site("localhost", "http://localhost:8000")),
        ("http://stol.localhost:8000", Site("stol.localhost", "http://stol.localhost:8000")),
        ("http://stol.example.org", None),
        ("http://notlocalhost", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.168.1.4", None),
        ("https://[2001:db8::1]", None),
        ("https://a..b", None),
    ],
)
def test_where_passkeys_belong(tmp_path: Path, address: str, site: Site | None) -> None:
    assert site_of(Config(data=tmp_path, public_url=address)) == site


def test_without_a_public_address_there_are_passkeys_on_localhost_alone(tmp_path: Path) -> None:
    assert site_of(Config(data=tmp_path)) is None
    assert site_of(Config(data=tmp_path, host="127.0.0.1")) is None
    assert site_of(Config(data=tmp_path, host="localhost", port=8001)) == Site("localhost", "http://localhost:8001")


def test_without_the_extra_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "find_spec", lambda _: None)
    assert site_of(Config(data=tmp_path, public_url="https://stol.example.org")) is None


@pytest.mark.parametrize("heavy", ["webauthn", "cryptography", "numpy"])
def test_a_server_starts_without(heavy: str) -> None:
    code = f"import sys, mostek.server.application; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_challenges_end_and_the_oldest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1_000_000
    monkeypatch.setattr(store, "now", lambda: at)

    async def take(challenges: store.ChallengeStore, visit: str) -> bytes | None:
        try:
            return await challenges.take_challenge(visit)
        except LookupError:
            return None

    async def story() -> None:
        nonlocal at
        database = Database.open(tmp_path)
        challenges = store.ChallengeStore(database, 2)
        first, again = await challenges.give_challenge("ala"), await challenges.give_challenge("ala")
        assert first != again
        at += 1
        await challenges.give_challenge("ola")
        at += 1
        given = await challenges.give_challenge("ela")
        assert await take(challenges, "ala") is None
        assert await take(store.ChallengeStore(database), "ela") == given, "another node knows it"
        assert await take(challenges, "ela") is None, "once"
        at += ANSWER_TIMEOUT * 1000
        assert await take(challenges, "ola") is None
        for number in range(10):
            await challenges.give_challenge(str(number))
        count = select(func.count()).select_from(passkey_challenge)
        assert database.read_now(lambda connection: connection.scalar(count)) == 2
        database.close()

    asyncio.run(story())
