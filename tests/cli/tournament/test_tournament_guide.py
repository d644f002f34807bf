"""The script in the guide to a tournament is answered; its commands run in `test_commands_of_pages.py`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from mostek.cli import mostek

GUIDE = (Path(__file__).parents[3] / "docs" / "guide" / "tournament.md").read_text("utf-8")


def test_the_script_of_the_guide_is_answered() -> None:
    (script,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    result = CliRunner().invoke(mostek, ["--lang", "en", "tournament", "run", "-"], input=script)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert not any(answer.get("refused") or "error" in answer for answer in answers[:-2])
    assert answers[-1]["standings"][0]["place"] == 1
