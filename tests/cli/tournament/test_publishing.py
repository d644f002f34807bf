"""A hall without a good line to the internet: real servers and terminals, each of which is killed in the middle."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.tournament.running_servers import Computer, result, until
from mostek.store.hall_client import AnsweredError, HallClient
from mostek.store.tournament_proof import tournament_checks

pytestmark = pytest.mark.slow


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Computer]:
    computer = Computer(tmp_path / "hall")
    computer.folder.mkdir()
    yield computer.founded()
    computer.end()


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Computer]:
    computer = Computer(tmp_path / "public")
    computer.folder.mkdir()
    yield computer
    computer.end()


def copy_of(public: Computer) -> bytes:
    """The file of the only copy."""
    found = list((public.folder / "copies").glob("*.jsonl"))
    return found[0].read_bytes() if found else b""


def is_level(hall: Computer, public: Computer) -> bool:
    return copy_of(public) == hall.path().read_bytes()


def test_a_broken_line_goes_on_from_what_has_arrived(hall: Computer, public: Computer) -> None:
    link = public.does("mirror", "Kutno")["link"]
    assert "cannot be reached" in hall.fails("publish", link, "--once", "--yes")
    public.serve()
    following = hall.follows("publish", link, "--yes")
    until(lambda: is_level(hall, public))
    # The public server loses its power, and the hall goes on.
    public.kill()
    hall.does("result", "1", "412:388")
    hall.does("result", "2", "350:377")
    until(lambda: "Next try in" in hall.said)
    assert following.poll() is None
    public.serve()
    until(lambda: is_level(hall, public))
    until(lambda: "Published up to step" in hall.said.rpartition("Next try in")[2])
    # The computer of the hall loses its power, too; what has arrived stays, and the next time it goes on.
    following.kill()
    following.wait()
    hall.does("pair")
    assert not is_level(hall, public)
    done = hall.does("publish", "--once")
    assert is_level(hall, public)
    assert done["steps"] == len(hall.path().read_bytes().splitlines()) - 1
    # Taken back on a computer that has nothing, it is the same file, and every signature holds.
    elsewhere = Computer(hall.folder.with_name("elsewhere"))
    back = elsewhere.does("take-back", link)
    path = elsewhere.path(back["file"])
    checks = {each.name: each.outcome.value for each in tournament_checks(path, path.read_bytes())}
    assert (checks["chain"], checks["signed"], checks["course"]) == ("holds", "holds", "holds")
    hall.does("unpublish", "--yes")
    assert copy_of(public) == b""
    assert "not published" in hall.fails("unpublish", "--yes")


@pytest.mark.long
def test_kills_in_the_middle_of_a_long_file(hall: Computer, public: Computer) -> None:
    for group in "ABCD":
        table = hall.folder / f"{group}.csv"
        table.write_text("name\n" + "".join(f"{group} Gracz {number}\n" for number in range(240)), "utf-8")
        hall.does("register", "--file", str(table))
    assert hall.path().stat().st_size > 300_000
    link = public.does("mirror")["link"]
    public.serve()
    sizes = []
    for attempt in range(8):
        sending = hall.follows("publish", link, "--yes")
        time.sleep(1.0 + 0.3 * attempt)
        if attempt % 2:
            public.kill()
        sending.kill()
        sending.wait()
        if attempt % 2:
            public.serve()
        sizes.append(len(copy_of(public)))
        assert hall.path().read_bytes().startswith(copy_of(public))
    assert sizes == sorted(sizes), "what has arrived stays"
    hall.does("publish", "--once")
    assert is_level(hall, public)


def test_both_went_on_and_the_merge_is_offered(hall: Computer, public: Computer) -> None:
    link = public.does("mirror")["link"]
    public.serve()
    hall.does("publish", link, "--once", "--yes")
    before, journal = hall.path().read_bytes(), hall.path().with_suffix(".heads").read_bytes()
    hall.does("result", "1", "412:388")
    hall.does("publish", "--once")
    # An earlier copy of the file is put back, as from a stick.
    after = hall.path().read_bytes()
    hall.path().write_bytes(before)
    hall.path().with_suffix(".heads").write_bytes(journal)
    assert "older than the copy" in hall.fails("publish", "--once")
    hall.does("result", "2", "350:377")
    said = hall.fails("publish", "--once")
    assert "Both went on" in said
    assert "take-back" in said
    back = hall.does("take-back")
    assert hall.path(back["file"]).read_bytes() == after
    hall.does("merge", "hala", back["file"], "-o", "Razem", "--prefer", "a")
    hall.does("publish", "-e", "razem", link, "--once", "--yes")
    assert copy_of(public) == hall.path("razem").read_bytes()


@pytest.mark.long
def test_the_public_server_goes_on_when_the_hall_is_lost(hall: Computer, public: Computer) -> None:
    link = public.does("mirror")["link"]
    public.serve()
    hall.does("publish", link, "--once", "--yes")
    owner = Computer(hall.folder.with_name("owner"))
    assert "--name" in owner.fails("take-over", link, "--yes")
    there = owner.does("take-over", link, "--name", "Ewa", "--yes")["server"]
    owner.does("result", "1", "412:388", "--server", there)
    assert owner.does("missing", "--server", there)["missing"]
    said = hall.fails("publish", "--once")
    assert there in said
    assert "merge" in said


@pytest.mark.long
def test_the_desk_publishes_by_itself(hall: Computer, public: Computer) -> None:
    link = public.does("mirror")["link"]
    hall.serve()
    director = hall.director()
    audience = {"visibility": "link", "names": "full", "minors": "initials", "calls": True}
    body = {"link": link, "audience": audience}
    asked = director.ask("POST", "/publication", body)
    assert asked["stage"] is None, "nothing is sent before the director agrees"
    assert "4 " in asked["sent"][1]
    for nonsense in ("https://example.org/x", "http://[::1", "file:///publish/x", "http://a/publish/x y", "x" * 399):
        assert director.refused("POST", "/publication", body | {"link": nonsense}).code == "not_a_copy_link"
    director.ask("POST", "/publication", body | {"agreed": True})
    broken = until(lambda: (found := director.ask("GET", "/publication"))["stage"] == "broken" and found)
    assert broken["wait"] > 0
    assert broken["sentence"]
    public.serve()
    director.ask("POST", "/publication/again")
    until(lambda: director.ask("GET", "/publication")["stage"] == "current" and is_level(hall, public))
    director.gives(result(1, 412, 388))
    until(lambda: is_level(hall, public))
    # The server of the hall is killed, and publishes again by itself when it comes back.
    hall.kill()
    hall.does("result", "2", "350:377")
    hall.serve()
    until(lambda: is_level(hall, public))
    # The code of a player opens the own page there, too, for reading.
    code = director.ask("GET", "/codes")["codes"][0]["code"]
    until(lambda: public_page(public, code))
    assert director.ask("POST", "/publication/stop")["stage"] == "stopped"
    director.gives({"type": "pair_round"})
    time.sleep(2.5)
    assert not is_level(hall, public)
    assert director.ask("DELETE", "/publication")["stage"] is None
    assert copy_of(public) == b""


def public_page(public: Computer, code: str) -> object:
    try:
        return json.loads(HallClient(public.url).ask("GET", f"/players/{code}"))["name"]
    except AnsweredError:
        return None


def test_what_is_sent_is_said_and_agreed_to(hall: Computer, public: Computer) -> None:
    link = public.does("mirror")["link"]
    hall.does("register", "Olga Mała", "--minor", "--consent")
    asked = hall.run("publish", link, "--once", said="n\n")
    assert asked.returncode == 1
    assert "1 of them is a minor" in asked.stdout
    assert "on no page" in asked.stdout
    assert "Nothing has been done" in asked.stdout
    assert "is no link for publishing" in hall.fails("publish", "https://example.org/e/abc", "--once", "--yes")
    assert "add --yes" in hall.fails("publish", link, "--once", "--json")
