"""The bot of the documentation plays a whole game at a server, as anybody would start it."""

from __future__ import annotations

import runpy
from pathlib import Path

from browser.serving import Server

ROOT = Path(__file__).parents[2]


def test_the_example_bot_plays_to_the_end(server: Server) -> None:
    source = ROOT / "docs" / "examples" / "bot.py"
    scores = runpy.run_path(str(source))["play"](server.url)
    assert len(scores) == 2
    assert sum(scores) > 300
