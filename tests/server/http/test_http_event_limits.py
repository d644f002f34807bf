"""A tournament has the same limits whatever door it comes by; a larger one of an earlier mostek goes on at its own computer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.tournament.desk import Desk
from mostek.app.tournaments import Desk as OneDesk
from mostek.app.tournaments import UnsavedLog, hall_time
from mostek.features.replication.model import CopyReceipt, PieceHeader, encode_piece
from mostek.messages.tournament_files import FILE_FAULTS
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.tournament_files import create_tournament
from mostek.store.tournament_lines import TournamentHeader, header_body, step_bodies
from mostek.tournament import decide
from mostek.tournament.commands import (
    CreateTournament,
    RegisterEntrant,
    RegisterTeam,
)
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Person
from mostek.tournament.evolve import evolve
from mostek.tournament.file_formats import LARGEST_FILE, MOST_PARTS
from mostek.tournament.files import FileFault
from mostek.tournament.limits import MOST_PEOPLE, MOST_RESULTS, EventLimit
from mostek.tournament.refusals import DeskRefusal
from server.http.test_http_copies import Hall
from server.http.visitors import House, refused

DAY = hall_time()


def steps_of(commands: Sequence[Any]) -> tuple[Step, ...]:
    """The steps of commands as a desk without limits decided them."""
    state, steps = None, []
    for command in commands:
        events = decide(state, command)
        assert not isinstance(events, DeskRefusal), events
        for event in events:
            state = evolve(state, event)
        steps.append(Step(command, events))
    return tuple(steps)


def founded(**settings: Any) -> CreateTournament:
    return CreateTournament(
        at=DAY, name="Wielki", template="pfs", starts_on=date(2026, 11, 21), seed="s", settings=settings
    )


def entry(number: int, **more: Any) -> RegisterEntrant:
    return RegisterEntrant(at=DAY, person=Person(name=f"Gracz {number}", **more))


@pytest.fixture
def desk(folder: Path) -> Desk:
    return Desk(folder)


@pytest.fixture(scope="module")
def large() -> tuple[Step, ...]:
    return steps_of([founded(), *map(entry, range(MOST_PEOPLE + 1))])


def file_of(steps: tuple[Step, ...]) -> bytes:
    header = TournamentHeader("wielki")
    return written(BEGINNING, [header_body(header), *step_bodies(1, steps)])[0]


def forged(steps: tuple[Step, ...]) -> bytes:
    """A file whose lines nobody has read before they were written."""
    bodies = [msgspec.json.encode({"n": n, "command": s.command, "events": s.events}) for n, s in enumerate(steps, 1)]
    return written(BEGINNING, [header_body(TournamentHeader("wielki")), *bodies])[0]


def uploaded(house: House, data: bytes) -> Any:
    """The answer to a file that is put on the server; a refused one leaves nothing."""
    folder = Path(house.state.services.config.data, "tournaments")
    before = set(folder.rglob("*"))
    who = house.visitor("Ewa")
    answer = who.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})
    assert answer.is_success or set(folder.rglob("*")) == before
    return answer


def test_an_own_file_over_the_limit_is_not_taken_in(house: House, large: tuple[Step, ...]) -> None:
    answer = uploaded(house, file_of(large))
    assert refused(answer) == (413, "event_too_large")
    assert str(MOST_PEOPLE) in answer.json()["detail"]
    assert str(MOST_PEOPLE + 1) in answer.json()["detail"]
    assert uploaded(house, file_of(large[:-1])).status_code == 201


def test_no_text_of_an_own_file_is_longer_than_a_command_may_say(house: House) -> None:
    first, second = steps_of([founded(), entry(1)])
    entered: Any = second.events[0]
    long = msgspec.structs.replace(entered, entrant=msgspec.structs.replace(entered.entrant, override="x" * 2001))
    answer = uploaded(house, forged((first, Step(second.command, (long,)))))
    assert refused(answer) == (413, "event_too_large")
    assert "2001" in answer.json()["detail"]
    wide = msgspec.structs.replace(first.command, settings={"rounds": 3, "plan": "swiss " * 8000})
    assert refused(uploaded(house, forged((Step(wide, first.events),)))) == (413, "event_too_large")


def test_ten_million_rounds_in_an_own_file_are_refused_at_once(house: House) -> None:
    (first,) = steps_of([founded()])
    (created,) = first.events
    many = msgspec.structs.replace(created, changes={"rounds": 10_000_000})
    answer = uploaded(house, forged((Step(first.command, (many,)),)))
    assert refused(answer) == (413, "event_too_large")
    assert "10000000" in answer.json()["detail"]


def test_a_public_server_takes_no_copy_over_the_limit(house: House, tmp_path: Path, large: tuple[Step, ...]) -> None:
    hall = Hall(house, tmp_path)
    data = file_of(large)
    header = PieceHeader(after=BEGINNING, lines=len(data), is_end=True)
    answer = hall.send(encode_piece(header, data, b"", hall.signer, hall.token))
    assert refused(answer) == (413, "copy_over_limit")
    assert str(MOST_PEOPLE) in answer.json()["detail"]
    assert answer.json()["remedy"]
    assert hall.state() == CopyReceipt()


def test_a_large_event_of_before_goes_on_at_its_own_computer(desk: Desk, large: tuple[Step, ...]) -> None:
    create_tournament(desk.folder / "tournaments" / "wielki.jsonl", large)
    refusal = desk.refuses("register Jeszcze")
    assert (refusal["reason"], refusal["params"]["limit"]) == ("limit_reached", "people")
    assert str(MOST_PEOPLE) in refusal["message"]
    desk.does("checkin 1 2 3 4")
    desk.does("amend 1 --city Łódź")
    assert desk.does("remove 5")
    assert desk.says("verify")
    assert len(desk.does("entrants")["entrants"]) >= MOST_PEOPLE


def test_a_desk_takes_no_more_teams_than_people() -> None:
    desk = OneDesk(UnsavedLog(steps_of([founded(**{"team.size": 4})])))
    for number in range(MOST_PEOPLE):
        assert not isinstance(desk.do(RegisterTeam(at=DAY, name=f"T{number}", contact="x", division="")), DeskRefusal)
    refusal = desk.do(RegisterTeam(at=DAY, name="Jeszcze", contact="x", division=""))
    assert isinstance(refusal, DeskRefusal)
    assert refusal.params["limit"] == EventLimit.TEAMS


def test_lists_and_files_of_other_programs_have_the_same_limit(desk: Desk, house: House, tmp_path: Path) -> None:
    table = "Imię i nazwisko\n" + "".join(f"Gracz {number}\n" for number in range(MOST_PEOPLE + 1))
    (tmp_path / "lista.csv").write_text(table, "utf-8")
    assert str(MOST_PEOPLE) in desk.fails(f"import {tmp_path}/lista.csv")
    desk.founded(0)
    assert str(MOST_PEOPLE) in desk.fails(f"register --file {tmp_path}/lista.csv")
    answer = uploaded(house, table.encode())
    assert refused(answer) == (400, "unreadable_file")
    assert str(MOST_PEOPLE) in answer.json()["detail"]
    (tmp_path / "dobra.csv").write_text("\n".join(table.split("\n")[:-2]), "utf-8")
    assert desk.does(f"import {tmp_path}/dobra.csv --name dobra")


def bracketed(head: str, part: str) -> bytes:
    return (head + part * ((LARGEST_FILE - len(head)) // len(part))).encode()


@pytest.mark.parametrize(
    "data",
    [
        bracketed("", "["),
        bracketed("", '{"a":'),
        bracketed("[", "[],"),
        bracketed("newt={", '"a":{},'),
        bracketed('{"config":{},"divisions":[', "{},"),
        bracketed('{"players":[', "[[]],"),
        b'{"mostek":"tournament"}\n' + b"[" * LARGEST_FILE,
        b'{"mostek":"tournament","format":3,"name":"wielki","x":' + b"[" * LARGEST_FILE,
    ],
    ids=["lists", "objects", "flat", "newt", "divisions", "players", "own-line", "own-header"],
)
def test_four_megabytes_of_brackets_are_a_sentence(house: House, data: bytes) -> None:
    answer = uploaded(house, data)
    assert refused(answer) == (400, "unreadable_file")


def test_a_package_that_grows_is_a_sentence(house: House) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name in range(8):
            package.writestr(f"{name}.json", b"[" * 2**24)
    assert len(stream.getvalue()) < 2**20
    answer = uploaded(house, stream.getvalue())
    assert refused(answer) == (400, "unreadable_file")
    assert "16 MB" in answer.json()["detail"]


def test_the_sentences_about_files_name_the_limits() -> None:
    assert str(MOST_PEOPLE) in FILE_FAULTS[FileFault.TOO_MANY_PLAYERS]
    assert str(MOST_RESULTS) in FILE_FAULTS[FileFault.TOO_MANY_RESULTS]
    assert str(MOST_PARTS) in FILE_FAULTS[FileFault.TOO_MANY_PARTS]
