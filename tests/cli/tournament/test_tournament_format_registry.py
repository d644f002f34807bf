"""A tournament format is one file: detected, imported, exported, listed by help; an incomplete one is refused when loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.core.registry import RegistryError
from mostek.tournament import formats
from mostek.tournament.file_formats import tournament_formats

DUMMY = """
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import one_of
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, kind_of


def read(files):
    _, people, *games = one_of(files).decode().splitlines()
    players = tuple(RecordedPlayer(number=number, name=name) for number, name in enumerate(people.split(","), 1))
    rows = [[int(word) for word in line.split()] for line in games]
    results = tuple(
        RecordedResult(round=number, table=table, host=host, guest=guest, host_score=own, guest_score=other,
                       kind=kind_of(guest, own, other))
        for number, table, host, guest, own, other in rows
    )
    return RecordedTournament(format="dummy", rounds=max(row[0] for row in rows), players=players, results=results)


def write(tournament, encoding):
    rows = [(e.round, e.table, e.host, e.guest, e.host_score, e.guest_score) for e in tournament.results]
    people = ",".join(player.name for player in tournament.players)
    return {".dummy": "\\n".join(["DUMMY", people, *(" ".join(map(str, row)) for row in rows)]).encode()}


FORMAT = TournamentFormat(
    name="dummy",
    option="dummy",
    pl="plik na niby",
    en="a dummy file",
    precedence=5,
    detect=lambda data, text: text.startswith("DUMMY"),
    read=read,
    write=write,
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
        tournament_formats.cache_clear()

    yield write
    for name in added:
        sys.modules.pop(f"{formats.__name__}.{name}", None)
        vars(formats).pop(name, None)
    tournament_formats.cache_clear()


@pytest.mark.parametrize(("language", "title"), [("pl", "plik na niby"), ("en", "a dummy file")])
def test_a_format_of_one_file_is_exported_listed_and_imported(
    add: Callable[[str, str], None], tmp_path: Path, language: str, title: str
) -> None:
    add("dummy", DUMMY)
    desk = Desk(tmp_path / "desk", language).founded(4, "--set rounds=2")
    for _ in range(2):
        desk.does("pair")
        desk.plays()
    assert "dummy" in desk.says("export --help")
    assert title in desk.says("export")
    (file,) = desk.does(f"export dummy -o {tmp_path}/event")["files"]
    assert Path(file).read_text().startswith("DUMMY\nGracz 1,Gracz 2,Gracz 3,Gracz 4\n1 1 ")
    desk.does(f"import {file} --name Drugi")
    rows = [desk.does(f"standings -e {name}")["tables"][0]["standings"] for name in ("proba", "drugi")]
    first, second = ([(row["name"], row["half_points"], row["game_points"]) for row in each] for each in rows)
    assert first == second


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('    en="a dummy file",\n', ""), "FORMAT"),
        (('    option="dummy",\n', ""), "FORMAT"),
        (('"a dummy file"', '" "'), "FORMAT.en"),
        (("read=read", "read=1"), "FORMAT.read"),
        (('name="dummy"', 'name="csv"'), "FORMAT.name"),
        (('option="dummy"', 'option="csv"'), "FORMAT.option"),
        (("FORMAT = ", "FORM = "), "FORMAT"),
    ],
)
def test_an_incomplete_format_is_refused_with_file_and_key(
    add: Callable[[str, str], None], tmp_path: Path, change: tuple[str, str], key: str
) -> None:
    desk = Desk(tmp_path / "desk").founded(2)
    add("broken", DUMMY.replace(*change))
    with pytest.raises(RegistryError) as caught:
        tournament_formats()
    assert caught.value.key == key
    assert caught.value.file in {f"mostek/tournament/formats/{each}.py" for each in ("broken", "csv", "dummy")}
    tournament_formats.cache_clear()
    assert f"{caught.value.file}: {key}: " in desk.fails("export json")
