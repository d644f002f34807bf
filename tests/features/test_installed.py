"""A feature is a folder: what the folder gives is there with it and gone without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import mostek
from mostek.cli import OWN
from mostek.feature import features

PACKAGE = Path(mostek.__file__).parent
PROGRAM = """
import contextlib, io, json, sys
from pathlib import Path
from litestar.testing import TestClient
from mostek.cli import mostek
from mostek.server.application import application
from mostek.server.config import Config
from mostek.work.kinds import every_kind

with contextlib.redirect_stdout(io.StringIO()) as told:
    mostek(["--lang", "en", "--help"], standalone_mode=False)
with TestClient(application(Config(data=Path(sys.argv[1]))), base_url="http://127.0.0.1") as client:
    answers = {place: client.get(place).status_code for place in ("/api/catalogue", "/api/puzzles", "/api/dummies",
               "/api/running-tournaments")}
    told_by_service = client.get("/api/dummies").text
print(json.dumps([told.getvalue(), answers, [kind.name for kind in every_kind()], told_by_service]))
"""
DUMMY = {
    "__init__.py": '"""A feature that a test adds."""\n',
    "feature.py": """
from mostek.feature import Feature

FEATURE = Feature(
    name="dummies",
    commands={"dummy": ("mostek.features.dummies.cli:dummy", "Serve a test.")},
    routes=("mostek.features.dummies.http:routes",),
    service="mostek.features.dummies.http:Dummies",
)
""",
    "http.py": """
from litestar.di import NamedDependency

from mostek.app.help import Help
from mostek.feature import FeatureService
from mostek.server.http.routing import Routes

routes = Routes("/api/dummies", tag="dummies")


class Dummies(FeatureService):
    def __init__(self, services):
        self.heard = ["opened"]

    async def start(self):
        self.heard.append("started")


@routes.get(help=Help.NONE)
async def show_dummies(dummies: NamedDependency[Dummies]) -> list[str]:
    return dummies.heard
""",
}


def package(folder: Path, without: str = "") -> Path:
    """A copy of the package, by links, whose features can be changed. Returns the folder of features."""
    features = folder / "mostek" / "features"
    features.mkdir(parents=True)
    for each in PACKAGE.iterdir():
        if each.name not in ("features", "__pycache__"):
            (folder / "mostek" / each.name).symlink_to(each)
    for each in (PACKAGE / "features").iterdir():
        if each.name not in (without, "__pycache__"):
            (features / each.name).symlink_to(each)
    return features


def program(folder: Path) -> Any:
    """The help, answers of some addresses, the kinds of work, and the dummy's answer of the package in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder / "data")],
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_without_its_folder_a_feature_is_gone_and_the_rest_is_there(tmp_path: Path) -> None:
    package(tmp_path, without="puzzles")
    told, answers, kinds, _ = program(tmp_path)
    assert "\n  exam " in told
    assert "\n  puzzles " not in told
    assert answers == {"/api/catalogue": 200, "/api/puzzles": 404, "/api/dummies": 404, "/api/running-tournaments": 200}
    assert not any("puzzle" in kind for kind in kinds)


def test_a_feature_is_gone_with_one_that_it_needs(tmp_path: Path) -> None:
    package(tmp_path, without="tables")
    _, answers, kinds, _ = program(tmp_path)
    assert answers == {"/api/catalogue": 200, "/api/puzzles": 200, "/api/dummies": 404, "/api/running-tournaments": 404}
    assert "proof of a game" not in kinds


def test_the_command_line_names_no_command_of_a_feature_itself() -> None:
    assert [name for name, (place, _) in OWN.items() if place.startswith("mostek.features.")] == []
    assert [name for feature in features() for name in feature.commands if name in OWN] == []


def test_a_new_folder_is_a_new_feature(tmp_path: Path) -> None:
    dummies = package(tmp_path) / "dummies"
    dummies.mkdir()
    for name, source in DUMMY.items():
        (dummies / name).write_text(source, "utf-8")
    told, answers, _, told_by_service = program(tmp_path)
    assert "\n  puzzles " in told
    assert "\n  dummy " in told
    assert "Serve a test." in told
    assert answers == {"/api/catalogue": 200, "/api/puzzles": 200, "/api/dummies": 200, "/api/running-tournaments": 200}
    assert json.loads(told_by_service) == ["opened", "started"]
