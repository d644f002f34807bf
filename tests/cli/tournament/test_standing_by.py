"""A second computer stands by: real servers, of which the first dies, comes back, or is asked to stop."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.tournament.running_servers import Computer, Director, result, until
from mostek.features.replication.follower import FollowStage, HallFollower
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError
from mostek.store.tournament_lines import read_tournament
from mostek.store.tournament_proof import tournament_checks
from mostek.tournament.commands import EnterResult

pytestmark = pytest.mark.slow
TABLES = 30


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[tuple[Computer, Computer]]:
    """The computer of the hall, which serves, and a second one."""
    pair = Computer(tmp_path / "first"), Computer(tmp_path / "second")
    for each in pair:
        each.folder.mkdir()
    pair[0].founded(2 * TABLES).serve()
    yield pair
    for each in pair:
        each.end()


def standby_link(director: Director) -> str:
    return str(director.ask("POST", "/standbys")["url"])


def has_all(director: Director) -> bool:
    there = director.ask("GET", "/standbys")["standbys"]
    return any(each["there"] and each["behind"] == 0 for each in there)


def test_nothing_acknowledged_is_lost_when_the_first_computer_dies(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    link = standby_link(director)
    following = second.follows("standby", link)
    until(lambda: has_all(director))
    number = director.ask("GET", "/codes")["codes"][1]
    call = {"id": "telefon-1", "reason": "zegar"}
    phone = HallClient(first.url)
    phone.ask("POST", f"/players/{number['code']}/calls", call)
    director.ask("POST", "/announcements", {"text": "Obiad o 14:00"})
    acknowledged: list[int] = []

    def type_results() -> None:
        for table in range(1, TABLES + 1):
            try:
                director.ask("POST", "/commands", {"seen": 10_000, "commands": [result(table, 400 + table, 300)]})
            except (UnreachableError, AnsweredError):
                return
            acknowledged.append(table)

    typing = threading.Thread(target=type_results)
    typing.start()
    until(lambda: len(acknowledged) >= 10)
    first.kill()
    typing.join()
    until(lambda: following.poll() is None and True)
    taken = second.does("take-over", "--yes")
    assert taken["told"] is False
    steps = read_tournament(second.path().read_bytes()).steps
    there = {step.command.table for step in steps if isinstance(step.command, EnterResult)}
    assert set(acknowledged) <= there, "every result that was acknowledged"
    # The second one serves: officials stay logged in, codes open, calls and announcements are there.
    second.serve()
    now = director.at(second)
    page = now.ask("GET")
    assert page["role"] == "director"
    assert [each["reason"] for each in page["calls"]] == ["zegar"]
    assert [each["text"] for each in page["announcements"]] == ["Obiad o 14:00"]
    left = next(table for table in range(1, TABLES + 1) if table not in there)
    now.gives(result(left, 401, 300))
    assert json.loads(HallClient(second.url).ask("GET", f"/players/{number['code']}"))["name"] == "Gracz 2"
    checks = {each.name: each.outcome.value for each in tournament_checks(second.path(), second.path().read_bytes())}
    assert (checks["chain"], checks["course"]) == ("holds", "holds")
    assert checks["signed"] == "open", "from one step on another desk has signed, which is named"


def test_a_hall_removes_no_tournament_of_who_takes_it_over(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    second.does("new", "Własny", "--date", "2026-11-22", "--seed", "abc", "--set", "rounds=5", "--set", "minutes=20")
    own = second.does("host")["id"]
    second.does("standby", standby_link(first.director()), "--once")
    first.kill()
    (note,) = (second.folder / "standby").glob("*/hall.json")
    hall = json.loads(note.read_text())
    hall["hall"]["id"] = own  # a hall may name any id
    note.write_text(json.dumps(hall))
    before = {path.name for path in (second.folder / "tournaments").iterdir()}
    said = second.fails("take-over", "--yes")
    assert "wlasny" in said
    assert "MOSTEK_DATA" in said, "there is a next step"
    assert {path.name for path in (second.folder / "tournaments").iterdir()} == before
    second.serve()
    with urlopen(f"{second.url}/e/{own}") as page:
        assert "Własny" in page.read().decode()


@pytest.mark.long
def test_the_first_computer_is_told_and_writes_no_more(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    link = standby_link(director)
    assert second.does("standby", link, "--once")["tournament"] == "Hala"
    director.gives(result(1, 412, 388))  # nobody follows now, so the last line is fetched by taking over
    taken = second.does("take-over", "--yes")
    assert taken["told"] is True
    assert second.path().read_bytes() == first.path().read_bytes()
    moved = director.refused("POST", "/commands", {"seen": 10_000, "commands": [result(2, 412, 388)]})
    assert (moved.status, moved.code) == (409, "copy_moved")
    assert taken["url"] in moved.detail
    assert director.ask("GET")["moved"] == taken["url"]
    with urlopen(f"{first.url}/e/{director.id}") as page:
        assert f'<a href="{taken["url"]}">' in page.read().decode(), "phones find the new one"
    code = director.ask("GET", "/codes")["codes"][0]["code"]
    with pytest.raises(AnsweredError, match="http"):
        HallClient(first.url).ask("POST", f"/players/{code}/calls", {"id": "telefon-1", "reason": ""})
    assert director.refused("POST", "/announcements", {"text": "hej"}).code == "copy_moved_to"
    assert taken["url"] in first.fails("result", "3", "412:388"), "the terminal writes no more either"
    # The file can be looked at, and the second computer can be followed back.
    second.serve()
    other = director.at(second)
    other.gives(result(2, 350, 377))
    first.does("standby", standby_link(other), "--once")
    assert first.does("take-over", "--yes")["told"] is True
    assert first.path().read_bytes() == second.path().read_bytes()
    first.does("result", "3", "412:388")
    assert "goes on elsewhere" in second.fails("result", "4", "412:388")


@pytest.mark.long
def test_both_went_on_and_are_merged(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    second.does("standby", standby_link(director), "--once")
    first.kill()
    taken = second.does("take-over", "--yes")
    second.does("result", "1", "412:388")
    # The first one was not dead, and its people have gone on.
    first.does("result", "2", "350:377")
    first.serve()
    second.serve()
    now = director.at(second)
    merge = until(lambda: now.ask("GET", "/standbys")["merge"])
    assert merge == "mostek tournament merge hala hala-earlier"
    until(lambda: director.ask("GET")["moved"] == taken["url"])
    assert taken["url"] in first.fails("result", "3", "412:388")
    second.does("merge", "hala", "hala-earlier", "-o", "Razem", "--prefer", "a")
    # Taking over a second time changes nothing: the tournament has gone on here.
    before = second.path().read_bytes()
    assert second.does("take-over", "--yes")["event"] == "hala"
    assert second.path().read_bytes() == before
    second.does("host", "-e", "razem", "--instead-of", "hala")
    until(lambda: len(entered(now)) == 2)
    assert now.ask("GET", "/standbys")["merge"] == ""
    now.gives(result(3, 412, 388))
    assert len(entered(now)) == 3


@pytest.mark.long
def test_what_only_the_first_computer_wrote_is_taken_without_a_merge(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    second.does("standby", standby_link(director), "--once")
    first.kill()
    second.does("take-over", "--yes")
    first.does("result", "2", "350:377")
    first.serve()
    second.serve()
    now = director.at(second)
    until(lambda: second.path().read_bytes() == first.path().read_bytes())
    now.gives(result(3, 412, 388))
    assert len(entered(now)) == 2
    assert now.ask("GET", "/standbys")["merge"] == ""


def entered(director: Director) -> list[object]:
    return [each for each in director.ask("GET")["whole"]["tables"] if each["light"] == "in"]


@pytest.mark.long
def test_the_publication_goes_on_from_the_second_computer(computers: tuple[Computer, Computer], tmp_path: Path) -> None:
    first, second = computers
    public = Computer(tmp_path / "public")
    public.folder.mkdir()
    public.serve()
    try:
        link = public.does("mirror")["link"]
        director = first.director()
        audience = {"visibility": "link", "names": "full", "minors": "initials", "calls": True}
        director.ask("POST", "/publication", {"link": link, "audience": audience, "agreed": True})
        until(lambda: director.ask("GET", "/publication")["stage"] == "current")
        second.does("standby", standby_link(director), "--once")
        first.kill()
        second.does("take-over", "--yes")
        second.serve()
        now = director.at(second)
        now.gives(result(1, 412, 388))
        copy = next((public.folder / "copies").glob("*.jsonl"))
        until(lambda: copy.read_bytes() == second.path().read_bytes())
        assert "older than the copy" in first.fails("publish", "--once")
        first.does("result", "2", "350:377")
        said = first.fails("publish", "--once")
        assert "Both went on" in said
        assert "merge" in said
    finally:
        public.end()


@pytest.mark.long
def test_a_second_computer_that_hangs_stops_nobody(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    follower = HallFollower(second.folder, standby_link(director))
    assert follower.step(0.0).stage is FollowStage.CURRENT
    assert follower.step(0.0).stage is FollowStage.CURRENT
    # It asks no more. The first command waits for it a moment, the others do not.
    for table in range(1, 6):
        director.gives(result(table, 412, 388))
    assert director.ask("GET", "/standbys")["standbys"][0]["behind"] == 5
    assert follower.step(0.0).stage is FollowStage.CURRENT
    assert follower.copy is not None
    assert follower.copy.data() == first.path().read_bytes()


@pytest.mark.long
def test_the_link_is_for_one_computer_and_can_be_withdrawn(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    first, second = computers
    director = first.director()
    link = standby_link(director)
    assert second.does("standby", link, "--once")["steps"] > 0
    third = Computer(tmp_path / "third")
    assert "its key is" in third.fails("standby", link, "--once")
    director.ask("DELETE", "/standbys")
    assert "not known here" in second.fails("standby", link, "--once")
    for nonsense in ("http://[::1", "foo", "http:///standby/x", f"{first.url}/standby/a/../b"):
        assert "is no link for a second computer" in third.fails("standby", nonsense, "--once")
    assert "is no link for a second computer" in third.fails("standby", "https://example.org/x/y", "--once")
    assert "Nothing has been followed" in third.fails("take-over", link, "--yes")
    secret = next((second.folder / "standby").glob("*/hall.json"))
    assert secret.stat().st_mode & 0o077 == 0, "the rights of the hall are for the owner of the computer alone"
