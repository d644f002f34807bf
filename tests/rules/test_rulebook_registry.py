"""A rulebook is one file: found by its folder, listed, cited, played and printed; an incomplete one is refused at load."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.programs.lines import EMPTY_ROWS, Line, run
from mostek.cli import mostek
from mostek.core.registry import RegistryError
from mostek.rules import loading
from mostek.rules.loading import clause, rulebook, rulebooks
from server.http.visitors import open_house

GENERATOR = Path(__file__).parents[2] / "docs" / "generate_rules.py"
DUMMY = """
name = "dummy"
prefix = "TOY"
place = 9
edition = "1"
title = { pl = "Zasady na niby", en = "Dummy rules" }
about = { pl = "Wolno raz wymienić płytki.", en = "Tiles may be exchanged once." }
base = "gen"

[exchange]
maximum = { value = 1, clause = "TOY-1" }

[refusals]
exchanges_used_up = "TOY-1"

[[clause]]
id = "TOY-1"
category = "exchange"
pl = "Każdy wymienia płytki najwyżej raz."
en = "Each player exchanges tiles once at most."
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Add a file to the rulebooks, for this test only."""
    monkeypatch.setattr(loading, "FOLDERS", [*loading.FOLDERS, tmp_path])

    def forget() -> None:
        for each in vars(loading).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()

    def write(name: str, text: str) -> None:
        (tmp_path / name).write_text(text, "utf-8")
        forget()

    yield write
    forget()


def command(*arguments: str, language: str = "en") -> str:
    result = CliRunner().invoke(mostek, ["--lang", language, *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_rulebook_of_one_file_is_played_to_the_end_and_cites_its_clause(add: Callable[[str, str], None]) -> None:
    add("dummy.toml", DUMMY)
    create: Line = {
        "type": "create_game",
        "players": ["Ala", "Ola"],
        "position": {"cgp": f"{EMPTY_ROWS} KOTAEIO/LISAEIO 0/0 0"},
    }
    exchange: Line = {"type": "exchange_tiles", "seat": 1, "tiles": "A"}
    passes: list[Line] = [{"type": "pass_turn", "seat": seat} for seat in (2, 1, 2, 1)]
    lines: list[Line | str | bytes] = [create, exchange, passes[0], exchange, *passes[1:]]
    answers, status = run("referee", "--state", "--seed", "1", "--rulebook", "dummy", lines=lines)
    assert status == 0
    refused = [answer["refused"] for answer in answers if answer.get("refused")]
    assert [(each["reason"], each["clause"]) for each in refused] == [("exchanges_used_up", "TOY-1")]
    assert answers[-1]["events"][-1]["type"] == "game_ended"
    assert answers[-1]["state"]["phase"] == "over"


def test_a_rulebook_of_one_file_is_listed_and_read(add: Callable[[str, str], None]) -> None:
    add("dummy.toml", DUMMY)
    listed = json.loads(command("rules", "--json"))
    assert listed[-1] == {"name": "dummy", "title": "Dummy rules", "edition": "1", "base": "gen"}
    for way in (["TOY-1"], ["dummy", "1"], ["toy", "toy-1"]):
        assert "Każdy wymienia płytki najwyżej raz." in command("rules", *way, language="pl")
    assert "exchange.maximum" in command("rules", "differences", "gen", "dummy")
    assert rulebook("dummy").move.rack_size == rulebook("gen").move.rack_size
    assert clause("TOY-1").en == "Each player exchanges tiles once at most."


def test_a_rulebook_of_one_file_is_offered_in_both_languages(
    add: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("dummy.toml", DUMMY)
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))
    with open_house(tmp_path / "data") as house:
        for language, title, about in (
            ("pl", "Zasady na niby", "Wolno raz wymienić płytki."),
            ("en", "Dummy rules", "Tiles may be exchanged once."),
        ):
            visitor = house.visitor(accept_language=language)
            offered = visitor.get("/catalogue").json()["rulebooks"][-1]
            assert (offered["name"], offered["title"], offered["about"]) == ("dummy", title, about)
            assert visitor.get("/clauses/TOY-1").json()["document"] == title
        table = house.visitor("Ala").post("/tables", {"rulebook": "dummy", "seats": 2}).json()
        assert table["proposal"]["rulebook"] == "dummy"


def test_a_rulebook_of_one_file_has_its_page(add: Callable[[str, str], None]) -> None:
    add("dummy.toml", DUMMY)
    pages: dict[str, str] = runpy.run_path(str(GENERATOR))["pages"]()
    assert pages["dummy.md"].splitlines()[1] == "# Zasady na niby"
    assert "- **by JSON only** · exchange · engine\n- Values:\n  - `exchange.maximum = 1` (dummy)" in pages["dummy.md"]
    assert "[TOY-1](dummy.md#TOY-1)" in pages["differences.md"]


@pytest.mark.parametrize(
    ("change", "key", "fault"),
    [
        (('prefix = "TOY"\n', ""), "prefix", "missing required field `prefix`"),
        ((', en = "Dummy rules"', ""), "title.en", "missing required field `en`"),
        (('en = "Tiles may be exchanged once."', 'en = ""'), "about.en", "length >= 1"),
        (('edition = "1"\n', 'edition = "1"\nyear = 2026\n'), "year", "unknown field `year`"),
        (("[exchange]\n", "[exchange]\nspeed = 1\n"), "exchange.speed", "unknown field `speed`"),
        (("value = 1", 'value = "one"'), "exchange.maximum.value", "`int`"),
        (('name = "dummy"', 'name = "gen"'), "name", "'broken'"),
        (('base = "gen"', 'base = "nowhere"'), "base", "'nowhere'"),
        (('base = "gen"', 'base = "broken"'), "base", "'broken'"),
        (("exchanges_used_up", "exchanges_gone"), "refusals.exchanges_gone", "no such key"),
        (('used_up = "TOY-1"', 'used_up = "TOY-2"'), "refusals.exchanges_used_up", "'TOY-2'"),
        (('used_up = "TOY-1"', 'used_up = "PFS-4.3.1a"'), "refusals.exchanges_used_up", "'PFS-4.3.1a'"),
        (('id = "TOY-1"', 'id = "GEN-1a"'), "clause.id", "'GEN-1a'"),
        (('pl = "Każdy wymienia płytki najwyżej raz."\n', ""), "clause[0].pl", "missing required field `pl`"),
        (("base =", "base"), "file", "cannot be read"),
    ],
)
def test_an_incomplete_rulebook_is_refused_at_load(
    add: Callable[[str, str], None], change: tuple[str, str], key: str, fault: str
) -> None:
    assert DUMMY.count(change[0]) == 1
    add("broken.toml", DUMMY.replace(*change).replace('name = "dummy"', 'name = "broken"'))
    with pytest.raises(RegistryError) as caught:
        rulebooks()
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert fault in str(caught.value)


@pytest.mark.parametrize(("prefix", "file", "other"), [("GEN", "broken", "gen"), ("PFS", "pfs", "broken")])
def test_two_rulebooks_have_no_prefix_in_common(
    add: Callable[[str, str], None], prefix: str, file: str, other: str
) -> None:
    add("broken.toml", DUMMY.replace('name = "dummy"', 'name = "broken"').replace("TOY", prefix))
    with pytest.raises(RegistryError, match=rf"{file}\.toml: prefix: .*'{other}'"):
        rulebooks()


def test_two_rulebooks_have_no_name_in_common(add: Callable[[str, str], None]) -> None:
    add("pfs.toml", DUMMY.replace('name = "dummy"', 'name = "pfs"'))
    with pytest.raises(RegistryError, match=r"pfs\.toml: name"):
        rulebooks()


def test_an_incomplete_rulebook_ends_a_command_with_a_sentence(add: Callable[[str, str], None]) -> None:
    add("broken.toml", DUMMY.replace('name = "dummy"', 'name = "broken"').replace('edition = "1"\n', ""))
    result = CliRunner().invoke(mostek, ["--lang", "en", "rules"])
    assert result.exit_code != 0
    assert "broken.toml: edition: The entry is incomplete" in result.output
