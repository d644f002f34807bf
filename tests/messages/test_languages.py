"""A language is a folder with a catalogue: found, spoken, listed by the server; an incomplete one is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import mostek
from mostek.messages import LANGUAGES, own_name

HEADER = r"""
msgid ""
msgstr ""
"Language: cs\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"
"""
NAME = """
msgid "English"
msgstr "xxish"
"""
POINTS = """
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} xpoint"
msgstr[1] "{n} xpoints"
msgstr[2] "{n} xpointses"
"""
RULEBOOK = """
msgid "There is no such rulebook."
msgstr "Xx no rulebook."

msgid "Referee, table and tournament desk for Polish crossword board games."
msgstr "Xx referee."
"""
COMMAND = "from mostek.cli import main; main()"
SERVED = """
import json, sys
from pathlib import Path
from litestar.testing import TestClient
from mostek.messages import count, use
from mostek.server.application import application
from mostek.server.config import Config
with TestClient(application(Config(data=Path(sys.argv[1]))), base_url="http://localhost") as client:
    ask = lambda path: client.get("/api" + path, headers={"accept-language": "xx"}).json()
    use("xx")
    said = [count("{n} point", "{n} points", n) for n in (1, 2, 5)]
    languages = ask("/catalogue")["languages"]
    print(json.dumps({"languages": languages, "me": ask("/me"), "none": ask("/rulebooks/none"), "said": said}))
"""


class House:
    """The package as it is, with one more folder among its languages."""

    def __init__(self, folder: Path, catalogue: str, forms: int = 3) -> None:
        self._folder = folder
        package = Path(mostek.__file__).parent
        for path in (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            linked = folder / "mostek" / path.relative_to(package)
            linked.parent.mkdir(parents=True, exist_ok=True)
            linked.symlink_to(path)
        file = folder / "mostek/messages/xx/LC_MESSAGES/mostek.mo"
        file.parent.mkdir(parents=True)
        compiled = BytesIO()
        write_mo(compiled, read_po(BytesIO(catalogue.encode())))
        file.write_bytes(compiled.getvalue().replace(b"nplurals=3", b"nplurals=%d" % forms))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python there."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._folder),
            "LANG": "C.UTF-8",
            "MOSTEK_DATA": str(self._folder),
        }
        return subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, encoding="utf-8", check=False
        )


def test_a_folder_is_a_language(tmp_path: Path) -> None:
    house = House(tmp_path, HEADER + NAME + POINTS + RULEBOOK)
    assert "Xx referee." in house.run("-c", COMMAND, "--lang", "xx", "--help").stdout
    done = house.run("-c", SERVED, str(tmp_path / "data"))
    served: dict[str, Any] = json.loads(done.stdout or done.stderr)
    assert {"code": "xx", "name": "xxish"} in served["languages"]
    assert served["me"]["language"] == "xx"
    assert served["none"]["detail"] == "Xx no rulebook."
    assert served["said"] == ["1 xpoint", "2 xpoints", "5 xpointses"]


@pytest.mark.parametrize(
    ("catalogue", "forms", "key", "why"),
    [
        (HEADER + POINTS, 3, "English", "brakuje własnej nazwy języka"),
        (HEADER + NAME + POINTS, 4, "{n} point", "brakuje formy liczby mnogiej"),
        (HEADER + NAME + POINTS.replace("{n} x", "{m} x"), 3, "{n} point", "ma pole, którego nie ma zdanie"),
    ],
)
def test_an_incomplete_language_is_refused_with_file_and_key(
    tmp_path: Path, catalogue: str, forms: int, key: str, why: str
) -> None:
    done = House(tmp_path, catalogue, forms).run("-c", COMMAND, "--lang", "xx", "rules")
    assert done.returncode == 2
    assert f"messages/xx/LC_MESSAGES/mostek.po: {key}: " in done.stderr
    assert why in done.stderr


def test_each_language_calls_itself_by_its_own_name() -> None:
    assert {code: own_name(code) for code in LANGUAGES} == {"pl": "polski", "en": "English"}
