"""The guide to a game at a table tells a game that the referee takes as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from documents.score_sheet import table_game as at_table
from mostek.cli import mostek

GUIDE = (Path(__file__).parents[3] / "docs" / "guide" / "table.md").read_text("utf-8")


def told() -> list[at_table.Line]:
    """The lines of all blocks of the guide that are commands."""
    blocks = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


def test_the_game_of_the_guide_is_refereed_without_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(at_table.played(told()), "utf-8")
    shown = CliRunner().invoke(mostek, ["--lang", "en", "sheet", str(path)], env={"COLUMNS": "100"}).stdout
    (table,) = re.findall(r"```\n( *No\..*?)\n```", GUIDE, re.DOTALL)
    for row in table.splitlines():
        assert row.split() in [line.split() for line in shown.splitlines()]
    assert at_table.played(told()) == at_table.whole()


def test_every_answer_that_the_guide_quotes_is_given() -> None:
    quoted = re.findall(r'^\{("type":"[^\n]*)\}$', GUIDE, re.MULTILINE)
    assert quoted
    assert all(answer in at_table.whole() for answer in quoted)
