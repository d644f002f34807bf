"""Reviews of turns by the kernel of the page, in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from mostek.core.tiles import BLANK, tile_set
from mostek.engine.equipment import equipment
from mostek.engine.page_game import page_game
from mostek.engine.review import Depth, GameReview, thresholds
from mostek.engine.review.efforts import EFFORTS
from mostek.features.analysis.http import KERNEL
from mostek.lexicon.library import find
from page import node_environment

ROOT = Path(__file__).parents[2]
ROLLDOWN = ROOT / "web" / "node_modules" / ".bin" / "rolldown"


def node() -> str:
    """The Node of the machine, or of the package that `make` installs where there is none."""
    found = shutil.which("node", path=node_environment()["PATH"])
    assert found is not None
    return found


def bundled(folder: Path) -> Path:
    """The code of the page that judges turns, as one file for Node."""
    target = folder / "page_review.mjs"
    source = ROOT / "tests" / "differential" / "page_review.ts"
    command = [str(each) for each in (ROLLDOWN, source, "-f", "esm", "-p", "node", "-o", target)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return target


def judged_by_page(folder: Path, reviews: Sequence[GameReview], depth: Depth) -> list[list[dict[str, Any] | None]]:
    """The turns of first verdicts, judged at a depth by the page; `None` for those that it leaves to the server."""
    tiles = tile_set("pl-current")
    faces = [*tiles.alphabet.letters, BLANK]
    kinds = [{"letter": face, "count": tiles.tiles.count(face), "value": tiles.values[face]} for face in faces]
    questions = [
        {"turn": msgspec.to_builtins(turn), "how": _how(review, depth)} for review in reviews for turn in review.turns
    ]
    asked = folder / "questions.json"
    asked.write_text(json.dumps({"set": {"name": tiles.name, "tiles": kinds}, "questions": questions}), "utf-8")
    used = equipment(reviews[0].lexicon)
    game = folder / "game"
    game.write_bytes(page_game(used))
    command = [str(each) for each in (node(), bundled(folder), KERNEL, find(used.lexicon).path, game, asked)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr
    answers = iter([json.loads(line) for line in done.stdout.splitlines()])
    return [[next(answers) for _ in review.turns] for review in reviews]


def _how(review: GameReview, depth: Depth) -> dict[str, Any]:
    efforts, limits = EFFORTS[depth], thresholds()
    return {
        "depth": depth.value,
        "seed": review.seed,
        "effort": {**asdict(efforts), "exchange_from": 7},
        "chance": msgspec.to_builtins(limits.chance),
        "points": msgspec.to_builtins(limits.points),
    }
