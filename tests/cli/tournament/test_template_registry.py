"""A template is one file: found by its folder, offered by help, played to the end; an incomplete one is refused when read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.core.registry import RegistryError
from mostek.tournament import settings
from mostek.tournament.settings import templates

DUMMY = """
name = "dummy"
title = { pl = "Turniej na niby", en = "Dummy tournament" }
base = "open"

rounds = { value = 2, clause = "S80" }
minutes = { value = 17, clause = "S80" }
plan = { value = "danish", clause = "S80" }

[bye]
half_points = { value = 2, clause = "S80" }
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Add a file to the templates, for this test only."""
    folder = tmp_path / "templates"
    folder.mkdir()
    monkeypatch.setattr(settings, "FOLDERS", [*settings.FOLDERS, folder])

    def forget() -> None:
        templates.cache_clear()
        settings._settings.cache_clear()

    def write(name: str, text: str) -> None:
        (folder / name).write_text(text, "utf-8")
        forget()

    yield write
    forget()


@pytest.mark.parametrize(("language", "title"), [("pl", "Turniej na niby"), ("en", "Dummy tournament")])
def test_a_template_of_one_file_is_played_to_the_end(
    add: Callable[[str, str], None], desk: Desk, language: str, title: str
) -> None:
    add("dummy.toml", DUMMY)
    desk.language = language
    assert title in " ".join(desk.says("new --help").split())
    desk.founded(5, "--template dummy")
    rows = {row["name"]: row for row in desk.does("settings")["settings"]}
    assert (rows["minutes"]["value"], rows["entry.late"]["value"]) == (17, "override")
    for _ in range(2):
        desk.does("pair")
        desk.plays()
    desk.does("close")
    assert desk.does("show")["closed_on"]
    assert [row["half_points"] for row in desk.does("standings")["tables"][0]["standings"]] == [4, 2, 2, 2, 2]
    assert title in desk.prints("regulation")


@pytest.mark.parametrize(
    ("change", "key", "fault"),
    [
        (('en = "Dummy tournament"', 'de = "Attrappe"'), "title.de", "unknown field"),
        ((', en = "Dummy tournament"', ""), "title.en", "missing required field"),
        (('base = "open"', 'base = ""'), "bye.allowed", "missing required field"),
        (('base = "open"', 'base = "fide"'), "base", "fide"),
        (('base = "open"', 'base = "dummy"'), "base", "dummy"),
        (("rounds =", "turns ="), "turns", "unknown field"),
        (("value = 17", 'value = "long"'), "minutes.value", "int"),
        (("half_points", "points"), "bye.points", "unknown field"),
        (('name = "dummy"', 'name = "pfs"'), "name", "pfs"),
        (('name = "dummy"', ""), "name", "missing required field"),
        (('name = "dummy"', "name ="), "file", "Invalid value"),
    ],
)
def test_an_incomplete_template_is_refused_with_file_and_key(
    add: Callable[[str, str], None], change: tuple[str, str], key: str, fault: str
) -> None:
    add("broken.toml", DUMMY.replace(*change))
    with pytest.raises(RegistryError) as caught:
        templates()
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert fault in str(caught.value)
