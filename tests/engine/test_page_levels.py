"""The levels that a page plays by itself know the same words as the bots: `web/fixtures/levels.json` lists words with who knows
them, and `web/src/lib/training/levels.test.ts` asks the page.

    python tests/engine/test_page_levels.py   # writes the file after a change of the levels
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from msgspec import to_builtins

from mostek.engine.bots import levels
from mostek.engine.bots.candidates import Vocabulary
from mostek.lexicon import CORE
from mostek.lexicon.library import open_lexicon

PATH = Path(__file__).parents[2] / "web" / "fixtures" / "levels.json"
LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
SOME = ("KOT", "KOTY", "ŻÓŁW", "ŻÓŁWIE", "DOMOWY", "PRZEPIÓRKA", "AA", "QQ")


def made() -> dict[str, Any]:
    """What the file has to say."""
    offered = [level for level in levels().values() if level.vocabulary and level.lookahead is None]
    names = ("name", "title", "vocabulary", "counts_leave", "temperature")
    chance = Random(1)
    invented = ("".join(chance.choices(LETTERS, k=2 + number % 9)) for number in range(200))
    common = open_lexicon(CORE)
    known = [(level.name, Vocabulary(level.vocabulary, common)) for level in offered]
    return {
        "levels": [{key: value for key, value in to_builtins(level).items() if key in names} for level in offered],
        "words": {
            word: [name for name, vocabulary in known if vocabulary.is_sure_of(word)] for word in (*SOME, *invented)
        },
    }


def test_the_page_is_told_what_the_bots_know() -> None:
    told = json.loads(PATH.read_text("utf-8"))
    assert told == json.loads(json.dumps(made()))
    assert {name for names in told["words"].values() for name in names} == {each["name"] for each in told["levels"]}


if __name__ == "__main__":
    PATH.write_text(json.dumps(made(), ensure_ascii=False, indent=1) + "\n", "utf-8")
