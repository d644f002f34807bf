"""The special endings of a table, and events that have come to each, with phones that want to hear of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from server.http.push_service import PhoneBrowser, PushService, push_service
from server.http.test_http_letters import Box, mail_server, settings
from server.http.test_http_push import own
from server.http.test_http_tournaments import give
from server.http.visitors import House, Visitor, open_house

NAMES = ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma")


class Ending(NamedTuple):
    """An ending, and what people must be told of it."""

    name: str
    commands: tuple[dict[str, Any], ...]
    """After the pairing; `winner` and `number` are seats, from 0."""
    signs: str
    """Won, drawn or lost, in the order of the table; empty without a result."""
    decided_by: str | None = "points"
    scores: str = ""
    note: str = ""
    places: tuple[int, ...] = ()
    template: str = "open"
    size: int = 2
    gone: int | None = None
    """The seat of a player who has no place in the classification any more."""


def entered(*scores: int, words: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "enter_result", "result": {"kind": "played", "scores": scores, "last_words": words}}


def corrected(*scores: int, words: tuple[int, ...] = ()) -> dict[str, Any]:
    result = entered(*scores, words=words)["result"]
    return {"type": "correct_result", "result": result, "kind": "entry", "reason": "pomyłka", "consent": True}


def forfeit(winner: int | None, cause: str = "late") -> dict[str, Any]:
    return {"type": "award_forfeit", "winner": winner, "cause": cause, "score_now": 0, "reason": "spóźnienie"}


LAST = "ostatnie słowa"
ENDINGS = (
    Ending("by points", (entered(412, 388),), "+−", scores="412:388", places=(1, 2)),
    Ending("last words", (entered(400, 400, words=(14, 9)),), "+−", "last_words", "400:400", f"{LAST} 14:9", (1, 2)),
    Ending(
        "last words, guest", (entered(400, 400, words=(9, 14)),), "−+", "last_words", "400:400", f"{LAST} 9:14", (2, 1)
    ),
    Ending("equal last words", (entered(400, 400, words=(9, 9)),), "==", scores="400:400", places=(1, 1)),
    Ending("a draw", (entered(400, 400),), "==", scores="400:400", places=(1, 1), template="pfs"),
    Ending("late", (forfeit(1),), "−+", "forfeit", "1:400", "walkower", (2, 1)),
    Ending("both late", (forfeit(None),), "−−", "both_forfeited", note="walkower obustronny"),
    Ending(
        "excluded",
        ({"type": "exclude", "number": 0, "reason": "S80", "score_now": 0},),
        "−+",
        "forfeit",
        "1:400",
        "walkower",
        (2, 1),
        gone=0,
    ),
    Ending(
        "corrected winner",
        (entered(400, 400, words=(14, 9)), corrected(400, 400, words=(9, 14))),
        "−+",
        "last_words",
        "400:400",
        f"{LAST} 9:14",
        (2, 1),
    ),
    Ending(
        "points taken",
        (entered(405, 400), {"type": "deduct", "number": 0, "points": 10, "reason": "kara"}),
        "−+",
        scores="395:400",
        places=(2, 1),
        template="pfs",
    ),
    Ending(
        "adjourned",
        ({"type": "adjourn_game", "until": "2099-11-21T18:00:00", "reason": "prąd"},),
        "",
        None,
        note="odłożona",
    ),
    Ending(
        "three",
        (entered(210, 180, 180, words=(0, 5, 9)),),
        "+−−",
        "last_words",
        "210:180:180",
        f"{LAST} 0:5:9",
        (1, 3, 2),
        "chal",
        3,
    ),
    Ending(
        "three, shared second",
        (entered(210, 180, 180, words=(1, 5, 5)),),
        "+−−",
        "points",
        "210:180:180",
        "",
        (1, 2, 2),
        "chal",
        3,
    ),
    Ending(
        "four, last words for the first place",
        (entered(210, 210, 180, 90, words=(3, 8, 0, 0)),),
        "−+−−",
        "last_words",
        "210:210:180:90",
        f"{LAST} 3:8:0:0",
        (2, 1, 3, 4),
        "chal",
        4,
    ),
    Ending(
        "four, shared first",
        (entered(210, 210, 180, 180, words=(7, 7, 4, 4)),),
        "==−−",
        "points",
        "210:210:180:180",
        "",
        (1, 1, 3, 3),
        "chal",
        4,
    ),
)


class Hall(NamedTuple):
    """A server, with what takes its messages and letters."""

    house: House
    service: PushService
    box: Box


@contextmanager
def open_hall(folders: pytest.TempPathFactory) -> Iterator[Hall]:
    with (
        pytest.MonkeyPatch.context() as patch,
        push_service(folders.mktemp("service")) as service,
        mail_server() as (box, port),
    ):
        folder = folders.mktemp("house")
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder, courier=service.courier(), mail=settings(port)) as house:
            yield Hall(house, service, box)


class Told(NamedTuple):
    """An event after its ending, where everybody sits, and their phones."""

    hall: Hall
    director: Visitor
    id: str
    seats: tuple[int, ...]
    phones: tuple[PhoneBrowser, ...]

    @property
    def house(self) -> House:
        return self.hall.house


def told(hall: Hall, ending: Ending, chosen: Mapping[str, Any] | None = None) -> Told:
    house = hall.house
    director = house.visitor("Ewa")
    settings: dict[str, Any] = {"rounds": 3, "results.self_report": True} | dict(
        chosen or ({} if ending.template == "chal" else {"minutes": 20})
    )
    body = {
        "name": f"Turniej {ending.name}",
        "template": ending.template,
        "starts_on": "2026-11-21",
        "settings": settings,
    }
    made = director.post("/tournaments", body)
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    people: list[dict[str, Any]] = [
        {"type": "register_entrant", "person": {"name": name}, "override": "późno"} for name in NAMES[: ending.size]
    ]
    ready = {"type": "check_in", "numbers": list(range(1, ending.size + 1))}
    for command in (*people, ready, {"type": "pair_round"}):
        done = give(director, id, command)
        assert done.status_code == 200, done.text
    (table,) = director.get(f"/tournaments/{id}").json()["whole"]["tables"]
    seats = tuple(table["players"])
    phones = tuple(own(house, hall.service, director, id, number) for number in seats)
    for command in ending.commands:
        done = give(director, id, _seated(command, seats))
        assert done.status_code == 200, done.text
    return Told(hall, director, id, seats, phones)


def _seated(command: Mapping[str, Any], seats: tuple[int, ...]) -> dict[str, Any]:
    given = dict(command)
    if given["type"] in ("enter_result", "award_forfeit", "correct_result", "adjourn_game", "deduct"):
        given |= {"round": 1}
    if given["type"] in ("enter_result", "award_forfeit", "correct_result", "adjourn_game"):
        given |= {"table": 1}
    if given["type"] == "enter_result":
        given |= {"signed": list(seats)}
    return given | {key: seats[given[key]] for key in ("number", "winner") if given.get(key) is not None}
