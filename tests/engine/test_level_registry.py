"""A level is one file: found by its folder, offered in both languages, playing; an incomplete one fails when it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.test_bots import taken_up
from mostek.core.players import Seat
from mostek.core.registry import RegistryError
from mostek.engine.bots import level, levels
from mostek.engine.bots.bot import open_bot
from mostek.referee import view_for
from mostek.referee.commands import LayTiles
from mostek.rules.loading import rulebook
from server.http.visitors import open_house

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "levels.md"
DUMMY = """
name = "dummy"
rating = 100
vocabulary = [100, 100, 100]
counts_leave = false

[title]
pl = "Manekin"
en = "Dummy"

[about]
pl = "Zna krótkie słowa."
en = "Knows short words."
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Add a file to the levels, for this test only."""
    monkeypatch.setattr(level, "FOLDERS", [*level.FOLDERS, tmp_path])

    def write(name: str, text: str) -> None:
        (tmp_path / name).write_text(text, "utf-8")
        levels.cache_clear()

    yield write
    levels.cache_clear()


def test_a_level_of_one_file_is_offered_in_both_languages(
    add: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("dummy.toml", DUMMY)
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))
    with open_house(tmp_path / "data") as house:
        for language, title, about in (("pl", "Manekin", "Zna krótkie słowa."), ("en", "Dummy", "Knows short words.")):
            weakest = house.visitor(accept_language=language).get("/catalogue").json()["bots"][0]
            assert weakest == {"name": "dummy", "title": title, "about": about}
        ala = house.visitor("Ala")
        table = ala.post("/tables", {"rulebook": "gen", "seats": 2, "bots": ["dummy"]}).json()
        assert "Manekin" in [seat["name"] for seat in table["seats"]]


def test_a_level_of_one_file_plays(add: Callable[[str, str], None], short_lexicon: str) -> None:
    add("dummy.toml", DUMMY)
    game = taken_up("H8 K H9 O H10 T", ["AEIORTW", "AAAAAAA"])
    bot = open_bot(rulebook("gen"), short_lexicon, level=levels()["dummy"])
    assert isinstance(bot.command(view_for(game, Seat.FIRST)), LayTiles)


@pytest.mark.parametrize(
    ("change", "key", "fault"),
    [
        (("rating = 100\n", ""), "rating", "missing"),
        (('en = "Dummy"\n', ""), "title.en", "missing"),
        (('pl = "Manekin"', 'pl = ""'), "title.pl", "length >= 1"),
        (("rating = 100", 'rating = "low"'), "rating", "int"),
        (("rating = 100", "rating = 100\nspeed = 3"), "speed", "unknown"),
        (('name = "dummy"', 'name = "expert"'), "name", "expert"),
        (('name = "dummy"', "name ="), "file", "Invalid value"),
    ],
)
def test_an_incomplete_level_fails_when_it_is_read(
    add: Callable[[str, str], None], change: tuple[str, str], key: str, fault: str
) -> None:
    add("broken.toml", DUMMY.replace(*change))
    with pytest.raises(RegistryError) as caught:
        levels()
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert fault in str(caught.value)


def test_levels_stand_from_the_weakest() -> None:
    assert list(levels()) == ["beginner", "pupil", "club", "static", "expert", "master"]


def test_the_guide_has_every_level_and_its_rating() -> None:
    guide = GUIDE.read_text("utf-8")
    for name, entry in levels().items():
        assert f"| `{name}` | {entry.title.pl} / {entry.title.en} |" in guide
        assert re.search(rf"^\| {entry.title.en.lower()} \| {entry.rating} \|", guide, re.MULTILINE)
