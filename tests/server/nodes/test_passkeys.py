"""A passkey that is asked for at one node answers another one, once; and it confirms a new password at both."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from server.http.passkey_owners import account, added, house_with_passkeys, me
from server.http.visitors import refused
from server.nodes.two_nodes import moved, two_nodes


def test_a_passkey_answers_another_node_once_and_confirms_a_new_password_there(
    tmp_path: Path, address: str | None
) -> None:
    with two_nodes(tmp_path, address, house_with_passkeys) as (one, other):
        ala = account(one, "ala")
        device = added(ala)
        here = one.visitor()
        there = moved(here, other)
        answer = {"credential": device.but(count=2).sign(here.post("/sessions/passkey/challenge").json())}
        assert there.post("/sessions/passkey", answer).status_code == 200
        assert me(here)["login"] == "ala"
        assert refused(here.post("/sessions/passkey", answer)) == (400, "passkey_late"), "a challenge is for one answer"
        assert here.get("/sessions").json()["confirmed"] > 0
        assert here.post("/me/password", {"new": "another long sentence"}).status_code == 200
