"""The guide to a tournament tells an event that the desk takes as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from cli.tournament.desk import Desk
from mostek.cli import mostek

GUIDE = (Path(__file__).parents[3] / "docs" / "guide" / "tournament.md").read_text("utf-8")


def told() -> list[tuple[str, list[str]]]:
    """Every command of the guide with the lines of its answer that are quoted."""
    commands: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ mostek tournament "):
                commands.append((line.removeprefix("$ mostek tournament "), []))
            else:
                commands[-1][1].append(line)
    return commands


def test_the_event_of_the_guide_is_run_as_it_stands(desk: Desk, tmp_path: Path) -> None:
    (table,) = re.findall(r"```csv\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "gracze.csv").write_text(table, "utf-8")
    for line, quoted in told():
        line = line.replace("gracze.csv", str(tmp_path / "gracze.csv")).replace("kopia", str(tmp_path / "kopia"))
        result = desk.run(line)
        assert result.exit_code == (2 if quoted[0].startswith("Error:") else 0), (line, result.output)
        for sentence in quoted:
            assert sentence in result.output, (line, result.output)


def test_the_script_of_the_guide_is_answered(tmp_path: Path) -> None:
    (script,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    result = CliRunner().invoke(mostek, ["--lang", "en", "tournament", "run", "-"], input=script)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert not any(answer.get("refused") or "error" in answer for answer in answers[:-2])
    assert answers[-1]["standings"][0]["place"] == 1
