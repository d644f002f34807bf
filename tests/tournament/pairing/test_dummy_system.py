"""A system of pairing is added by one file; one that is incomplete is refused when systems are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (DUMMY.format(name="swiss", pl="x"), "SYSTEM.name"),
        (DUMMY.format(name="d", pl=" "), "SYSTEM.pl"),
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
