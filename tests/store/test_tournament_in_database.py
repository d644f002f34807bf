"""An event of several processes: the database has its lines, each process a file of them, and no line is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.store.database import Database
from mostek.store.schema import tournament_line
from mostek.store.shared_tournament import SharedTournament
from mostek.store.tournament_files import TournamentFile, create_tournament
from mostek.store.tournament_in_database import TournamentInDatabase
from mostek.tournament.commands import CreateTournament, RegisterEntrant
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Person
from mostek.tournament.refusals import DeskRefusal

_AT = datetime.fromisoformat("2026-11-28T10:00")
NODES = 3


class Nodes:
    """Several processes with folders of their own on one database."""

    def __init__(self, folder: Path, address: str, steps: tuple[Step, ...]) -> None:
        self.steps = steps
        self.paths = [folder / f"node{number}" / "kutno.jsonl" for number in range(NODES)]
        self.databases = [Database.open(path.parent, address) for path in self.paths]
        create_tournament(self.paths[0], steps[:1])

    def log(self, node: int) -> TournamentInDatabase:
        """The event as a process opens it."""
        return TournamentInDatabase(self.databases[node], "kutno", self.paths[node])

    def stored(self) -> bytes:
        """The lines of the database."""
        wanted = select(tournament_line.c.line).order_by(tournament_line.c.number)
        return b"".join(self.databases[0].read_now(lambda connection: connection.scalars(wanted).all()))


@pytest.fixture(scope="module")
def steps() -> tuple[Step, ...]:
    """An event with fifty people."""
    settings = {"rounds": 5, "minutes": 20}
    founding = CreateTournament(
        at=_AT, by="A", name="Kutno", template="pfs", starts_on=date(2026, 11, 28), seed="kutno", settings=settings
    )
    desk = Desk(UnsavedLog())
    people = [RegisterEntrant(at=_AT, person=Person(name=f"Osoba {number}")) for number in range(50)]
    assert not isinstance(desk.do(founding), DeskRefusal)
    for command in people:
        assert not isinstance(desk.do(command), DeskRefusal)
    return desk.steps


@pytest.fixture
def nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_database: Callable[[], str], steps: tuple[Step, ...]
) -> Iterator[Nodes]:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    made = Nodes(tmp_path, empty_database(), steps)
    yield made
    for database in made.databases:
        database.close()


def test_what_one_process_writes_is_in_the_files_of_all(nodes: Nodes) -> None:
    first = nodes.log(0)
    others = [nodes.log(1), nodes.log(2)]  # neither has a file
    first.append_all(1, nodes.steps[1:4])
    for other in others:
        assert other.has_changed()
        other.reload()
        assert other.read() == nodes.steps[:4]
        assert not other.has_changed()
    others[1].append(4, nodes.steps[4])
    with pytest.raises(ConflictError):
        others[0].append(4, nodes.steps[5])
    assert others[0].read() == nodes.steps[:5]
    assert first.data() == others[0].data() == others[1].data() == nodes.stored()


def test_processes_that_write_at_once_store_every_step_once(nodes: Nodes) -> None:
    logs = [nodes.log(number) for number in range(NODES)]
    acknowledged: list[Step] = []

    def write(node: int) -> None:
        """Write each step that nobody else has written, as a desk does after it was overtaken."""
        log = logs[node]
        while (there := len(log.read())) < len(nodes.steps):
            try:
                log.append(there, nodes.steps[there])
                acknowledged.append(nodes.steps[there])
            except ConflictError:
                log.reload()

    with ThreadPoolExecutor(NODES) as pool:
        list(pool.map(write, range(NODES)))
    assert len(acknowledged) == len(nodes.steps) - 1
    assert sorted(acknowledged, key=nodes.steps.index) == list(nodes.steps[1:])
    assert {log.data() for log in logs} == {nodes.stored()}
    assert logs[0].read() == nodes.steps


def test_a_process_that_ended_between_database_and_file_takes_the_line(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = nodes.log(0)
    with monkeypatch.context() as patch:

        def end(*_: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(SharedTournament, "append_all", end)
        with pytest.raises(KeyboardInterrupt):
            log.append_all(1, nodes.steps[1:3])
    assert len(nodes.paths[0].read_bytes().splitlines()) == 2
    assert nodes.log(0).read() == nodes.steps[:3]


def test_a_full_disk_of_one_process_loses_no_step(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = nodes.log(0)
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise SaveError("{path} cannot be written: {why}.", path="here", why="full")

        patch.setattr(TournamentFile, "append_all", full)
        log.append_all(1, nodes.steps[1:3])
        assert log.read() == nodes.steps[:3]
        assert log.faults
    assert log.has_changed()
    log.append(3, nodes.steps[3])
    assert log.read() == nodes.steps[:4] == nodes.log(1).read()


def test_a_file_that_is_gone_is_written_again(nodes: Nodes) -> None:
    log = nodes.log(0)
    log.append_all(1, nodes.steps[1:3])
    nodes.paths[0].unlink()
    assert log.has_changed()
    log.reload()
    assert log.read() == nodes.steps[:3]
    assert nodes.paths[0].read_bytes() == nodes.stored()


def test_a_file_that_is_as_it_was_is_not_read_again(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = nodes.log(0)
    log.append_all(1, nodes.steps[1:3])
    monkeypatch.setattr(TournamentInDatabase, "_bring_together", _gone)
    assert not log.has_changed()


def test_what_a_terminal_writes_to_the_file_goes_to_all(nodes: Nodes) -> None:
    server, terminal = nodes.log(0), SharedTournament(nodes.paths[0])
    terminal.append_all(1, nodes.steps[1:3])
    assert server.has_changed()
    server.reload()
    assert nodes.log(1).read() == nodes.steps[:3]


def test_a_file_that_went_its_own_way_is_put_aside_and_what_others_were_told_stays(nodes: Nodes) -> None:
    server = nodes.log(0)
    other = nodes.log(1)
    SharedTournament(nodes.paths[0]).append(1, nodes.steps[7])  # while the other process was quicker
    other.append_all(1, nodes.steps[1:3])
    assert server.has_changed()
    server.reload()
    assert server.read() == nodes.steps[:3]
    (aside,) = nodes.paths[0].parent.glob("*.apart")
    assert aside.read_bytes().splitlines()[-1] != nodes.stored().splitlines()[-1]


def test_without_the_database_nothing_is_written(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = nodes.log(0)
    before = nodes.paths[0].read_bytes()
    monkeypatch.setattr(nodes.databases[0], "read_now", _gone)
    with pytest.raises(LogError):
        log.append(1, nodes.steps[1])
    assert nodes.paths[0].read_bytes() == before


def _gone(*_: object) -> None:
    raise LogError("The database cannot be read: {why}.", why="gone")
