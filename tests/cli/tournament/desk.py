"""The desk as a director uses it: commands of one line, in this process."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mostek import messages
from mostek.cli import mostek

Answer = dict[str, Any]


class Desk:
    """`mostek tournament` with a folder of its own."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.folder = folder
        self.language = language

    def run(self, line: str, stdin: str = "") -> Result:
        """Give a command as it is typed."""
        words = ["--lang", self.language, "tournament", *shlex.split(line)]
        environment = {"MOSTEK_DATA": str(self.folder), "MOSTEK_TOURNAMENT": None, "COLUMNS": "100"}
        try:
            return CliRunner().invoke(mostek, words, env=environment, input=stdin, catch_exceptions=False)
        finally:
            # A command settles the language of the process; the tests after this one expect English.
            messages.use("en")
            os.environ["LANGUAGE"] = "en"

    def does(self, line: str) -> Any:
        """Give a command that is carried out, and take its answer as data."""
        result = self.run(f"{line} --json")
        assert result.exit_code == 0, (line, result.output)
        return json.loads(result.stdout)

    def refuses(self, line: str) -> Answer:
        """Give a command that is refused, and take the refusal as data."""
        result = self.run(f"{line} --json")
        assert result.exit_code == 1, (line, result.output)
        refused: Answer = json.loads(result.stdout)["refused"]
        assert refused["message"]
        return refused

    def fails(self, line: str, stdin: str = "") -> str:
        """Give a command that is wrong use, and take what is said of it."""
        result = self.run(line, stdin)
        assert result.exit_code == 2, (line, result.output)
        return result.stderr

    def says(self, line: str, stdin: str = "") -> str:
        """Give a command that is carried out, and take what a person reads."""
        result = self.run(line, stdin)
        assert result.exit_code == 0, (line, result.output)
        return result.stdout

    def prints(self, document: str) -> str:
        """Print a document, and take what is written on it."""
        pytest.importorskip("typst")
        pypdf = pytest.importorskip("pypdf")
        path = self.folder / f"{document}.pdf"
        self.does(f"print {document} -o {path}")
        return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(path).pages).split())

    def founded(self, people: int, options: str = "--set rounds=3", name: str = "Próba") -> Desk:
        """A tournament with so many people, all of whom have come."""
        self.does(f'new "{name}" --date 2026-11-21 --seed abc {options}')
        for number in range(1, people + 1):
            self.does(f'register "Gracz {number}" --rating {200 - number}')
        if people:
            self.does("checkin --all")
        return self

    def pairings(self, options: str = "") -> Answer:
        """The round that was paired last."""
        found: Answer = self.does(f"pairings {options}")["pairings"][0]
        return found

    def plays(self, options: str = "") -> None:
        """Enter a result for every table that has none: who has the lower number wins."""
        for table in self.pairings(options)["tables"]:
            if table["result"] is None:
                numbers = [player["number"] for player in table["players"]]
                score = ":".join(str(500 - 3 * number) for number in numbers)
                self.does(f"result {table['table']} {score} {options}")
