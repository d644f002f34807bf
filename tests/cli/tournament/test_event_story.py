"""The whole story of an event on the net, through what people use: real servers, real kills, and the same end as undisturbed."""

from __future__ import annotations

import json
import threading
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.online_seats import OnlineSeat, is_refused_page, passes_at, seated
from cli.tournament.running_servers import Computer, Director, until
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError

pytestmark = pytest.mark.long
PEOPLE = 8
AUDIENCE = {"visibility": "link", "names": "full", "minors": "initials", "calls": True}


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[tuple[Computer, Computer, Computer]]:
    """The laptop of the hall, the second one, and a server in the internet."""
    there = tuple(Computer(tmp_path / name) for name in ("hall", "second", "public"))
    for each in there:
        each.folder.mkdir()
    yield there[0], there[1], there[2]
    for each in there:
        each.end()


class Phones:
    """The phones of the players: each knows its code, and sends what was not answered again, under the same id."""

    def __init__(self, director: Director) -> None:
        self.codes = {each["number"]: each["code"] for each in director.ask("GET", "/codes")["codes"]}
        self.untold: list[tuple[int, dict[str, Any]]] = []

    def tells(self, computer: Computer, number: int, played: int, own: int, other: int) -> None:
        """A player tells the result of the own table."""
        self._send(computer, number, {"id": f"runda-{played}-{number}", "round": played, "points": [own, other]})

    def tells_again(self, computer: Computer) -> None:
        """What was told while no server answered goes out."""
        waiting, self.untold = self.untold, []
        for number, body in waiting:
            self._send(computer, number, body)

    def _send(self, computer: Computer, number: int, body: dict[str, Any]) -> None:
        try:
            HallClient(computer.url).ask("POST", f"/players/{self.codes[number]}/result", body)
        except UnreachableError:
            self.untold.append((number, body))
        except AnsweredError as error:
            # The other player has told it, and both agree: then it is in already.
            if error.code != "overtaken":
                raise


def cards(director: Director, played: int) -> dict[int, Any]:
    """The tables of a round."""
    return {each["table"]: each for each in director.ask("GET")["whole"]["tables"] if each["round"] == played}


def scores_of(played: int, table: int) -> tuple[int, int]:
    """What comes out at a board."""
    return 380 + 17 * table + played, 365 + 11 * ((table * played) % 5)


def told_by_both(phones: Phones, computer: Computer, played: int, card: Any) -> None:
    first, second = card["players"]
    own, other = scores_of(played, card["table"])
    phones.tells(computer, first, played, own, other)
    phones.tells(computer, second, played, other, own)


def all_in(director: Director, played: int) -> None:
    until(lambda: {each["light"] for each in cards(director, played).values()} == {"in"})


def standings(computer: Computer, event: str) -> Any:
    return computer.does("standings", "-e", event)


def undisturbed(computer: Computer, results: dict[int, dict[int, Any]]) -> None:
    """The same event on one server that nothing happens to: the same people, seed and results."""
    director = computer.founded(PEOPLE).serve().director()
    director.gives({"type": "choose_settings", "settings": {"results.self_report": True}})
    for played, tables in sorted(results.items()):
        if played > 1:
            director.gives({"type": "pair_round"}, {"type": "start_round"})
        there = cards(director, played)
        assert {table: card["players"] for table, card in there.items()} == {
            table: card["players"] for table, card in tables.items()
        }, "the same pairings"
        director.gives(*(typed_result(played, card, card["scores"]) for card in tables.values()))


def games(director: Director) -> dict[int, Any]:
    return {each["table"]: each for each in director.ask("GET", "/games")["games"]}


def is_checked(computer: Computer, event: str) -> None:
    """`verify` proves that nothing is missing and nothing was changed."""
    done = computer.run("verify", "-e", event)
    assert done.returncode == 0, done.stdout + done.stderr


def secrets_of(second: Computer) -> tuple[bytes, ...]:
    """The seeds of the games, which tell racks and the order of the bag."""
    copies = [json.loads(path.read_bytes()) for path in (second.folder / "standby").glob("*/games/*.json")]
    headers = [json.loads(b64decode(each["header"])) for each in copies]
    return tuple(str(each["table"]["seed"]).encode() for each in headers)


def test_an_event_without_and_with_the_internet_whose_first_computer_dies(
    computers: tuple[Computer, Computer, Computer], tmp_path: Path
) -> None:
    hall, second, public = computers
    # A laptop serves the hall, without the internet. Phones tell the results of the first round.
    hall.founded(PEOPLE).serve()
    director = hall.director()
    director.gives({"type": "choose_settings", "settings": {"results.self_report": True}})
    phones = Phones(director)
    for card in cards(director, 1).values():
        told_by_both(phones, hall, 1, card)
    all_in(director, 1)
    # There is a connection: the event is published, and a second laptop stands by.
    public.serve()
    link = public.does("mirror")["link"]
    director.ask("POST", "/publication", {"link": link, "audience": AUDIENCE, "agreed": True})
    second.follows("standby", director.ask("POST", "/standbys")["url"])
    until(lambda: any(each["there"] and each["behind"] == 0 for each in director.ask("GET", "/standbys")["standbys"]))
    # The second round is played at two boards and at two tables of the server.
    director.gives({"type": "pair_round"})
    at_home = [number for table in (1, 2) for number in cards(director, 2)[table]["players"]]
    director.ask("PUT", "/online", {"tables": "chosen", "players": at_home})
    director.gives({"type": "start_round"})
    online = until(lambda: (found := games(director)).keys() == {1, 2} and found)
    seats = {table: seated(hall, director, game) for table, game in online.items()}
    assert passes_at(hall, seats[1], 3) == 3
    assert passes_at(hall, seats[2], 1) == 1
    told_by_both(phones, hall, 2, cards(director, 2)[3])
    until(lambda: cards(director, 2)[3]["light"] == "in")
    # The first one dies in the middle of the round, before the last table tells its result.
    last = cards(director, 2)[4]
    hall.kill()
    told_by_both(phones, hall, 2, last)
    assert len(phones.untold) == 2
    second.does("take-over", "--yes")
    second.serve()
    now = director.at(second)
    assert cards(now, 2)[3]["light"] == "in", "what was acknowledged is here"
    assert cards(now, 2)[4]["light"] != "in"
    phones.tells_again(second)
    until(lambda: cards(now, 2)[4]["light"] == "in")
    assert phones.untold == []
    # The games go on from the last acknowledged move.
    for table, moves in ((1, 3), (2, 1)):
        with seats[table][0].page(second) as page:
            assert len(page.view["turns"]) == moves
        assert passes_at(second, seats[table], 20) > 0
    all_in(now, 2)
    # The third round at boards, on the second computer; the publication went on, too.
    now.gives({"type": "pair_round"}, {"type": "start_round"})
    typed = [typed_result(3, card, list(scores_of(3, table))) for table, card in cards(now, 3).items()]
    both = [
        threading.Thread(target=lambda part: [now_of(now).gives(each) for each in part], args=(typed[k::2],))
        for k in (0, 1)
    ]
    for each in both:
        each.start()
    for each in both:
        each.join()
    all_in(now, 3)
    copy = next((public.folder / "copies").glob("*.jsonl"))
    until(lambda: copy.read_bytes() == second.path().read_bytes())
    is_checked(second, "hala")
    # The public server has never had what a rack can be told from.
    secrets = secrets_of(second)
    assert len(secrets) == 2
    assert not leaks(public, secrets), "racks and the order of the bag are for the second computer alone"
    assert leaks(second, secrets)
    # Without any of this the event had ended in the same way.
    results = {played: cards(now, played) for played in (1, 2, 3)}
    again = Computer(tmp_path / "again")
    again.folder.mkdir()
    try:
        undisturbed(again, results)
    finally:
        again.end()
    assert standings(again, "hala") == standings(second, "hala")


def test_both_went_on_in_a_round_online_and_the_merge_is_offered(
    computers: tuple[Computer, Computer, Computer],
) -> None:
    hall, second, _ = computers
    hall.founded(4).serve()
    director = hall.director()
    director.ask("PUT", "/online", {"tables": "all"})
    director.gives({"type": "start_round"})
    online = until(lambda: (found := games(director)).keys() == {1, 2} and found)
    seats: dict[int, tuple[OnlineSeat, OnlineSeat]] = {
        table: seated(hall, director, game) for table, game in online.items()
    }
    assert passes_at(hall, seats[1], 2) == 2
    second.does("standby", director.ask("POST", "/standbys")["url"], "--once")
    hall.kill()
    taken = second.does("take-over", "--yes")
    # The first one was not dead: a table is finished there, while the second computer finishes the other one.
    hall.serve()
    assert passes_at(hall, seats[1], 20) > 0
    until(lambda: cards(director, 1)[1]["light"] == "in")
    hall.kill()
    assert passes_at(second.serve(), seats[2], 20) > 0
    now = director.at(second)
    until(lambda: cards(now, 1)[2]["light"] == "in")
    hall.serve()
    until(lambda: director.ask("GET")["moved"] == taken["url"])
    # The first one hears of it, and plays no further; what it had is offered for the merge.
    assert taken["url"] in is_refused_page(hall, seats[2][0])
    merge = until(lambda: now.ask("GET", "/standbys")["merge"])
    assert merge == "mostek tournament merge hala hala-earlier"
    second.does("merge", "hala", "hala-earlier", "-o", "Razem", "--prefer", "a")
    second.does("host", "-e", "razem", "--instead-of", "hala")
    all_in(now, 1)
    is_checked(second, "razem")


def now_of(director: Director) -> Director:
    """Another tab of the same browser."""
    return Director(HallClient(director.client.origin, director.client.kept), director.id)


def typed_result(played: int, card: Any, scores: list[int]) -> dict[str, Any]:
    result = {"kind": "played", "scores": scores}
    signed = {"signed": card["players"], "confirmed": True}
    return {"type": "enter_result", "round": played, "table": card["table"], "result": result, **signed}


def leaks(computer: Computer, secrets: tuple[bytes, ...]) -> bool:
    """Whether a secret stands in a file of a computer."""
    data = [path.read_bytes() for path in computer.folder.rglob("*") if path.is_file() and path.stat().st_size < 2**26]
    return any(secret in each for secret in secrets for each in data)
