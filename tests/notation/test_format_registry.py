"""A format is one file: it is found by its folder, detected and read to the end; an incomplete one fails when it is loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from mostek.cli import mostek
from mostek.core.registry import RegistryError
from mostek.notation import format_names, formats, known_formats

GAME = "dummy ala ola\nKOTMAAA 8H KOT 10\n"
DUMMY = """
from mostek.notation.formats.gcg import parse, record
from mostek.notation.game_formats import GameFormat


def read(data, how):
    (_, first, second), *turns = (line.split() for line in data.decode().splitlines())
    lines = [f"#player1 {first} {first}", f"#player2 {second} {second}", "#lexicon OSPS50"]
    lines += [f">{first}: {rack} {square} {word} +{points} {points}" for rack, square, word, points in turns]
    return record(parse("\\n".join(lines)), how.tile_set)


FORMAT = GameFormat(
    name="dummy",
    pl="zapis na niby",
    en="a dummy record",
    detect=lambda text: text.startswith("dummy "),
    read=read,
    priority=3,
)
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Add a file to the formats, for this test only."""
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    added = []

    def write(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        added.append(name)
        known_formats.cache_clear()

    yield write
    for name in added:
        sys.modules.pop(f"mostek.notation.formats.{name}", None)
        vars(formats).pop(name, None)
    known_formats.cache_clear()


@pytest.mark.parametrize("form", ["dummy", "auto"])
def test_a_format_of_one_file_is_read_to_the_end(add: Callable[[str, str], None], tmp_path: Path, form: str) -> None:
    add("dummy", DUMMY)
    file = tmp_path / "game.dummy"
    file.write_text(GAME)
    result = CliRunner().invoke(mostek, ["--lang", "en", "replay", "--format", form, str(file)])
    assert result.exit_code == 0, result.output
    assert "1 placement confirmed, no difference." in result.output
    assert "dummy" in format_names()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('    en="a dummy record",\n', ""), "FORMAT"),
        (("    read=read,\n", ""), "FORMAT"),
        (('"a dummy record"', '""'), "FORMAT.en"),
        (("read=read", "read=None"), "FORMAT.read"),
        (('name="dummy"', 'name="gcg"'), "FORMAT.name"),
        (("FORMAT = ", "FORM = "), "FORMAT"),
    ],
)
def test_an_incomplete_format_fails_when_it_is_loaded(
    add: Callable[[str, str], None], change: tuple[str, str], key: str
) -> None:
    add("broken", DUMMY.replace(*change))
    with pytest.raises(RegistryError) as caught:
        known_formats()
    files = {"mostek/notation/formats/broken.py", "mostek/notation/formats/gcg.py"}
    assert caught.value.key == key
    assert caught.value.file in files
    assert caught.value.sentence
