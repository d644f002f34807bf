"""A system of pairing is added by one file and used to the end; an incomplete one is refused when systems are loaded."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek import messages
from mostek.core.registry import RegistryError
from mostek.messages import pairing_reasons
from mostek.tournament.pairing import systems as folder
from mostek.tournament.pairing.system import check, explain, pair, systems
from mostek.tournament.settings import plan_of
from tournament.pairing.pairing_tasks import line

DUMMY = """
from functools import partial
from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.systems.swiss import by_halves

SYSTEM = PairingSystem(
    name="{name}", pl="{pl}", en="dummy", pair=by_halves, check=check_pairs,
    explain=partial(explained, why=lambda task, table: "own"),
    reasons={{"own": ("bo tak", "because")}},
)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    systems.cache_clear()
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(f"{folder.__name__}.dummy")]:
        del sys.modules[name]
    systems.cache_clear()
    messages.use("en")


def test_one_file_makes_a_system(place: Path) -> None:
    (place / "dummy_one.py").write_text(DUMMY.format(name="dummy_one", pl="próbny"), "utf-8")
    assert plan_of("dummy_one", 2) == ("dummy_one", "dummy_one")
    task = line("dummy_one", 0, 0, 0, 0)
    explanation = explain(task, pair(task))
    assert check(task, pair(task)).faults == ()
    for language, name, why in (("pl", "próbny", "bo tak"), ("en", "dummy", "because")):
        messages.use(language)
        assert name in next(pairing_reasons.summary(explanation))
        assert why in next(pairing_reasons.of_table(explanation.tables[0], str, "dummy_one"))


@pytest.mark.parametrize(("language", "name", "why"), [("pl", "próbny", "bo tak"), ("en", "dummy", "because")])
def test_the_desk_plays_an_event_by_it(place: Path, tmp_path: Path, language: str, name: str, why: str) -> None:
    (place / "dummy_one.py").write_text(DUMMY.format(name="dummy_one", pl="próbny"), "utf-8")
    desk = Desk(tmp_path / "desk", language)
    assert "dummy_one" in "".join(desk.says("pair --help").split())
    desk.founded(5, f'--set rounds=3 --set "plan={name}:1 dummy_one"')
    assert desk.does("show")["plan"] == "dummy_one:1 dummy_one"
    for _ in range(2):
        answer = desk.does("pair --explain")
        assert answer["pairing"]["system"] == "dummy_one"
        assert all(why in " ".join(table) for table in answer["reasons"]["messages"]["tables"])
        assert answer["reasons"]["proof"]["proved"]
        assert name in desk.says("pairings --explain")
        sheet = desk.prints("pairings")
        for table in answer["pairing"]["tables"]:
            host, guest = table["players"]
            assert re.search(rf"{table['table']} {host['name']} \(\S+\) {guest['name']} \(", sheet)
        desk.plays()
    desk.does(f"pair --system {name}")
    desk.plays()
    desk.does("close")
    assert name in desk.prints("regulation")


def test_an_incomplete_system_is_said_and_nothing_of_an_event_is_touched(place: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk").founded(4)
    (event,) = (desk.folder / "tournaments").glob("*.jsonl")
    before = event.read_bytes()
    (place / "dummy_broken.py").write_text(DUMMY.format(name="dummy_broken", pl="").replace("check=check_pairs,", ""))
    systems.cache_clear()
    for command in ("new Drugi", "set rounds=4", "pair", "pair --system swiss", "show"):
        said = desk.fails(command)
        assert "systems/dummy_broken.py: SYSTEM: " in said, command
        assert "check" in said
    desk.language = "pl"
    assert "Wpis jest niepełny" in desk.fails("pair")
    assert event.read_bytes() == before
    assert [path.name for path in event.parent.glob("*.jsonl")] == [event.name]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (DUMMY.format(name="swiss", pl="x"), "SYSTEM.name"),
        (DUMMY.format(name="d", pl=" "), "SYSTEM.pl"),
        (DUMMY.format(name="other", pl="x"), "SYSTEM.name"),
        (DUMMY.format(name="d", pl="x").replace("check=check_pairs,", ""), "SYSTEM"),
        (DUMMY.format(name="d", pl="x").replace("check=check_pairs", "check=None"), "SYSTEM.check"),
        (DUMMY.format(name="d", pl="x").replace("check=check_pairs", "check=unheard_of"), "SYSTEM"),
        ("def", "SYSTEM"),
        ("", "SYSTEM"),
    ],
)
def test_an_incomplete_system_is_refused_with_file_and_key(place: Path, text: str, key: str) -> None:
    name = f"dummy_{key[7:] or 'none'}"
    (place / f"{name}.py").write_text(text, "utf-8")
    with pytest.raises(RegistryError) as raised:
        systems()
    # Of two entries of one name the one that is loaded later is named.
    assert raised.value.key == key
    assert raised.value.file.startswith("mostek/tournament/pairing/systems/")
