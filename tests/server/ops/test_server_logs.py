"""The log is for the operator, who must not learn from it what lies on a rack or how to come in as somebody else."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from engine.test_bots import taken_up
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee import view_for
from mostek.server import logs
from mostek.server.logs import SECRETS

log = structlog.get_logger("test")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[io.StringIO, Terminal])
def stream(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written: io.StringIO = request.param()
    logs.set_up(written)
    yield written
    structlog.reset_defaults()
    root.handlers[:] = before
    root.setLevel(level)


def test_one_line_an_event(stream: io.StringIO) -> None:
    log.info("game_begun", game="abc", seats=4)
    log.warning("slow", where={"table": "abc"})
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2
    if not stream.isatty():
        first = json.loads(lines[0])
        assert {name: first[name] for name in ("event", "level", "game", "seats")} == {
            "event": "game_begun",
            "level": "info",
            "game": "abc",
            "seats": 4,
        }
    assert "game_begun" in lines[0]
    assert "abc" in lines[1]


@pytest.mark.parametrize(
    "name", [*sorted(SECRETS), "mostek_session", "new-password", "x-csrf-token", "SEED", "own rack"]
)
def test_a_secret_stands_nowhere(stream: io.StringIO, name: str) -> None:
    log.info("said", **{name: "ZAŻÓŁĆ"}, other=[{name: "ZAŻÓŁĆ", "kept": 1}], inner={"deep": {name: "ZAŻÓŁĆ"}})
    assert "ZAŻÓŁĆ" not in stream.getvalue()
    assert "said" in stream.getvalue()


def test_values_of_a_game_are_not_shown(stream: io.StringIO) -> None:
    view = view_for(taken_up("H8 K", ["ŹŹŹŹ", "ŹŹŹŹ"], "ŹŹŹŹ"), Seat.FIRST)
    log.info("drawn", what=Tiles.of("ŹŹŹŹ"), seen=view, many=(view,), raw="ŹŹŹŹ".encode(), role=Role.ARBITER)
    said = stream.getvalue()
    assert "Ź" not in said
    assert "\\x" not in said
    assert "View" in said
    assert "arbiter" in said


def test_the_address_of_an_invitation_is_shortened(stream: io.StringIO) -> None:
    log.info("failed", path="/join/abcDEF123", url="https://a.pl/api/tables/t/qr.svg?x=1&token=abcDEF123&y=2")
    logging.getLogger("elsewhere").warning("bad request to /api/invitations/abcDEF123")
    said = stream.getvalue()
    assert "abcDEF123" not in said
    assert "/join/…" in said
    assert "y=2" in said


@pytest.mark.parametrize(
    "address",
    ["/me/{}", "/api/players/{}/result", "/office/{}", "/api/office-invitations/{}", "/live/tournaments/k7m3?code={}"],
)
def test_the_codes_of_a_hall_are_shortened(stream: io.StringIO, address: str) -> None:
    log.info("failed", path=address.format("abcDEF123-2-x"))
    assert "abcDEF123" not in stream.getvalue()
    assert address.split("{}")[0] in stream.getvalue()


def test_an_error_is_told_without_the_values_of_variables(stream: io.StringIO) -> None:
    password = "ŻÓŁW" * 2
    try:
        raise ValueError("no such thing")
    except ValueError:
        log.exception("broken", password=password)
    said = stream.getvalue()
    assert "ValueError" in said
    assert "no such thing" in said
    assert password not in said


def test_other_libraries_speak_through_it_when_it_matters(stream: io.StringIO) -> None:
    for name in ("uvicorn.error", "uvicorn.access", "websockets.server"):
        logging.getLogger(name).info("chatter")
        logging.getLogger(name).error("trouble")
    said = stream.getvalue()
    assert "chatter" not in said
    assert said.count("trouble") == 3
    rows: list[Any] = [] if stream.isatty() else [json.loads(line) for line in said.splitlines()]
    assert all(row["level"] == "error" for row in rows)
