"""Every endpoint and every command of a tournament, tried by everybody who may not.

The tables below are written by hand and not derived from the program. An endpoint or a command that stands in none of them fails
here, so whoever adds one says who may use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import pytest
from litestar.routes import HTTPRoute
from sqlalchemy import update

from mostek.store.schema import tournament_office
from mostek.tournament import commands as c
from server.http.test_http_tournaments import codes, founded, give, invited, played
from server.http.visitors import House, Visitor

DIRECTOR = frozenset({"director"})
RULES = DIRECTOR | {"chief_arbiter"}
SEES = RULES | {"scorekeeper"}
ANNOUNCES = RULES | {"announcer"}
CHECKS = RULES | {"assistant"}
CODES = DIRECTOR | {"scorekeeper"}
OFFICIALS = SEES | {"announcer", "assistant"}
STRANGERS = ("nobody", "stranger", "player", "dismissed", "expired", "elsewhere")
"""Who holds no office here: a visitor without a name, one with, a player's code in the address, and three who hold an office no
more or in another tournament."""
EVERYBODY = OFFICIALS | set(STRANGERS)
NAMED = EVERYBODY - {"nobody", "player"}
TABLES = "tournaments/{id:str}"
SECRET = "TAJNE"

ENDPOINTS: dict[tuple[str, str], tuple[frozenset[str], Any]] = {
    ("GET", "tournaments"): (EVERYBODY, None),
    ("POST", "tournaments"): (NAMED, {"name": "Inny", "starts_on": "2026-11-21"}),
    ("POST", "tournaments/files"): (NAMED, b"nonsense"),
    ("GET", TABLES): (EVERYBODY, None),
    ("DELETE", TABLES): (DIRECTOR, None),
    ("GET", f"{TABLES}/file"): (DIRECTOR, None),
    ("PUT", f"{TABLES}/audience"): (DIRECTOR, {"visibility": "public"}),
    ("POST", f"{TABLES}/commands"): (SEES, {"seen": 0, "commands": [{"type": "undo"}], "preview": True}),
    ("GET", f"{TABLES}/officials"): (DIRECTOR, None),
    ("DELETE", f"{TABLES}/officials/{{who:str}}"): (DIRECTOR, None),
    ("POST", f"{TABLES}/invitations"): (DIRECTOR, {"role": "scorekeeper"}),
    ("DELETE", f"{TABLES}/invitations/{{invitation:str}}"): (DIRECTOR, None),
    ("POST", f"{TABLES}/calls/{{call:str}}/take"): (RULES, {}),
    ("POST", f"{TABLES}/calls/{{call:str}}/close"): (RULES, {}),
    ("POST", f"{TABLES}/announcements"): (ANNOUNCES, {"text": "Przerwa"}),
    ("DELETE", f"{TABLES}/announcements/{{announced:int}}"): (ANNOUNCES, None),
    ("GET", f"{TABLES}/codes"): (CODES, None),
    ("DELETE", f"{TABLES}/codes/{{number:int}}"): (CODES, None),
    ("GET", f"{TABLES}/overview"): (SEES, None),
    ("GET", f"{TABLES}/roster"): (SEES, None),
    ("GET", f"{TABLES}/cards/{{number:int}}"): (SEES, None),
    ("GET", f"{TABLES}/ratings"): (SEES, None),
    ("GET", f"{TABLES}/matches"): (SEES, None),
    ("GET", f"{TABLES}/bracket"): (SEES, None),
    ("GET", f"{TABLES}/awards"): (SEES, None),
    ("GET", f"{TABLES}/sample-list"): (SEES, None),
    ("GET", f"{TABLES}/settings"): (SEES, None),
    ("GET", f"{TABLES}/steps"): (SEES, None),
    ("GET", f"{TABLES}/rounds/{{number:int}}/reasons"): (SEES, None),
    ("GET", f"{TABLES}/standings"): (SEES, None),
    ("GET", f"{TABLES}/cross-table"): (SEES, None),
    ("GET", f"{TABLES}/teams"): (SEES, None),
    ("POST", f"{TABLES}/line"): (SEES, {"text": "? lis"}),
    ("POST", f"{TABLES}/pairing"): (RULES, {"again": True}),
    ("POST", f"{TABLES}/entry-list"): (SEES, b"Filip Kos"),
    ("GET", f"{TABLES}/papers"): (SEES, None),
    ("GET", f"{TABLES}/documents/{{document:str}}"): (SEES, None),
    ("POST", f"{TABLES}/documents/{{document:str}}"): (SEES, b""),
    ("GET", f"{TABLES}/exports/{{form:str}}"): (DIRECTOR, None),
    ("GET", f"{TABLES}/proof"): (SEES, None),
    ("GET", f"{TABLES}/office-qr.svg"): (SEES, None),
    ("POST", f"{TABLES}/statistics"): (SEES, {}),
    ("POST", f"{TABLES}/statistics/file"): (SEES, {"form": "html"}),
    ("POST", f"{TABLES}/verdict"): (CHECKS, {"words": ["dom"]}),
    ("GET", f"{TABLES}/games"): (SEES, None),
    ("POST", f"{TABLES}/games"): (RULES, {"division": "", "round": 9, "table": 1}),
    ("PUT", f"{TABLES}/online"): (DIRECTOR, {"tables": "none"}),
    ("GET", f"{TABLES}/federation"): (DIRECTOR, None),
    ("GET", f"{TABLES}/letters"): (DIRECTOR, None),
    ("POST", f"{TABLES}/letters"): (DIRECTOR, {"kind": "results", "to": "biuro@example.org"}),
    ("GET", f"{TABLES}/publication"): (DIRECTOR, None),
    ("POST", f"{TABLES}/publication"): (DIRECTOR, {"link": "https://example.org/publish/x", "audience": {}}),
    ("PUT", f"{TABLES}/publication/audience"): (DIRECTOR, {"visibility": "public"}),
    ("POST", f"{TABLES}/publication/stop"): (DIRECTOR, {}),
    ("POST", f"{TABLES}/publication/again"): (DIRECTOR, {}),
    ("DELETE", f"{TABLES}/publication"): (DIRECTOR, None),
    ("GET", f"{TABLES}/standbys"): (DIRECTOR, None),
    ("POST", f"{TABLES}/standbys"): (DIRECTOR, {}),
    ("DELETE", f"{TABLES}/standbys"): (DIRECTOR, None),
    ("GET", "puzzles"): (EVERYBODY, None),
    ("GET", "puzzles/daily"): (EVERYBODY, None),
    ("GET", "puzzles/next"): (EVERYBODY, None),
    ("GET", "puzzles/{id:str}"): (EVERYBODY, None),
    ("POST", "puzzles/{id:str}/answers"): (EVERYBODY, {"word": "KOT"}),
    ("POST", "puzzles/{id:str}/hints"): (EVERYBODY, {"step": 1}),
    ("POST", "puzzles/{id:str}/solution"): (EVERYBODY, {}),
    ("POST", "puzzles/mistakes"): (NAMED, {}),
    ("POST", f"{TABLES}/push"): (
        EVERYBODY,
        {"endpoint": "https://push.example.org/1", "p256dh": "A" * 87, "auth": "A" * 22},
    ),
}
"""Who may use an endpoint, and a request that is right but for its author."""
BY_SECRET = {
    ("POST", f"{TABLES}/code"),
    ("GET", "players/{code:str}"),
    ("GET", "players/{code:str}/why"),
    ("POST", "players/{code:str}/result"),
    ("POST", "players/{code:str}/calls"),
    ("DELETE", "players/{code:str}/calls/{call:str}"),
    ("POST", "players/{code:str}/seat"),
    ("POST", "players/{code:str}/push"),
    ("DELETE", "players/{code:str}/push"),
    ("GET", "office-invitations/{token:str}"),
    ("POST", "office-invitations/{token:str}"),
}
"""The endpoints for whoever has a code or an invitation; an office opens none of them."""

TEACHERS: dict[tuple[str, str], Any] = {
    ("GET", "class/sets"): None,
    ("POST", "class/sets"): {"title": "Lekcja", "tasks": [{"type": "word", "word": "kot"}]},
    ("GET", "class/sets/{id:str}"): None,
    ("PUT", "class/sets/{id:str}"): {"title": "Lekcja", "tasks": [{"type": "word", "word": "kot"}]},
    ("DELETE", "class/sets/{id:str}"): None,
    ("POST", "class/sets/{id:str}/lessons"): {},
    ("GET", "class/lessons"): None,
    ("GET", "class/lessons/{id:str}"): None,
    ("DELETE", "class/lessons/{id:str}"): None,
    ("POST", "class/lessons/{id:str}/code"): {},
    ("PUT", "class/lessons/{id:str}/door"): {"open": False},
    ("DELETE", "class/lessons/{id:str}/pupils/{number:int}"): None,
    ("GET", "class/lessons/{id:str}/results.csv"): None,
    ("GET", "class/lessons/{id:str}/qr.svg"): None,
}
"""The endpoints of sets and lessons: for a person with a name, and of things for their own teacher alone."""
PUPILS: dict[tuple[str, str], Any] = {
    ("POST", "pupils/lesson"): {"code": "zzzzzz"},
    ("POST", "pupils"): {"code": "zzzzzz", "name": "Ola"},
    ("GET", "pupils/{pupil:str}"): None,
    ("POST", "pupils/{pupil:str}/answers"): {"task": 0, "given": {"valid": True}},
    ("DELETE", "pupils/{pupil:str}"): None,
}
"""The endpoints for whoever has the code of a lesson, or the secret of a pupil."""
EXAM = {("GET", "exam/topics"), ("GET", "exam/paper"), ("GET", "exam/paper.pdf")}
"""The endpoints of the exam: for everybody, because the cases are no secret."""

FOR_ALL = {("POST", f"{TABLES}/push/off")}
"""A browser, named by its secret, gets no more messages; the answer says nothing about the tournament."""

REVIEWS = "reviews/{id:str}"
OF_REVIEWS: dict[tuple[str, str], tuple[frozenset[str], Any]] = {
    ("POST", "reviews"): (NAMED, b"nonsense"),
    ("GET", REVIEWS): (EVERYBODY, None),
    ("POST", REVIEWS): (NAMED, {}),
    ("DELETE", REVIEWS): (NAMED, None),
    ("POST", f"{REVIEWS}/file"): (EVERYBODY, {"form": "json"}),
}
"""Who may give a game for a review, look at a review, and ask for one: whoever has its address, and a name for what costs work.
Nobody may while they play (`test_http_reviews.py`)."""

WORDS: dict[tuple[str, str], bool] = {
    ("GET", "words/search"): False,
    ("GET", "words/valid"): False,
    ("GET", "words/likely"): False,
    ("GET", "words/stems/{stem:str}"): False,
    ("GET", "words/about/{word:str}"): False,
    ("GET", "words/core"): False,
    ("GET", "words/questions"): False,
    ("POST", "study/box"): True,
    ("POST", "statistics"): True,
    ("POST", "statistics/file"): True,
    ("DELETE", "study/box"): True,
}
"""The endpoints for words and statistics, and whether they are only for people with a name, each for their own."""

_MORE = {"round": 1, "table": 1}
COMMANDS: dict[str, tuple[frozenset[str], dict[str, Any]]] = {
    "choose_settings": (DIRECTOR, {"settings": {"rounds": 5}}),
    "register_team": (SEES, {"name": "Szkoła", "contact": "Jan"}),
    "name_arbiter": (DIRECTOR, {"arbiter": "Ola Rak"}),
    "confirm_team": (SEES, {"name": "Szkoła"}),
    "set_line_up": (DIRECTOR, {"name": "Szkoła"}),
    "register_entrant": (SEES, {"person": {"name": "Filip Kos"}}),
    "record_origin": (frozenset(), {"origin": {"format": "pfs", "sha256": "0" * 64}}),
    "amend_entrant": (SEES, {"number": 1, "person": {"name": "Anna Lis"}}),
    "check_in": (SEES, {"numbers": [1]}),
    "check_out": (SEES, {"numbers": [1]}),
    "withdraw": (RULES, {"number": 1}),
    "return": (RULES, {"number": 1}),
    "remove": (RULES, {"number": 1}),
    "exclude": (RULES, {"number": 1, "reason": "bójka"}),
    "set_pair_rule": (RULES, {"pair": [1, 2], "rule": "apart"}),
    "pair_round": (RULES, {}),
    "unpair_round": (RULES, {}),
    "add_table": (RULES, {"players": [1, 2]}),
    "credit_round": (RULES, {"number": 1, "round": 1, "kind": "bye", "half_points": 1}),
    "start_round": (RULES, {}),
    "note_arrival": (SEES, {"number": 1}),
    "enter_result": (SEES, {**_MORE, "result": {"kind": "played", "scores": [400, 300]}}),
    "report_result": (DIRECTOR, {"round": 1, "number": 1, "scores": [400, 300]}),
    "award_forfeit": (RULES, {**_MORE, "winner": 1, "cause": "late"}),
    "correct_result": (SEES, {**_MORE, "kind": "entry", "result": {"kind": "played", "scores": [401, 300]}}),
    "adjourn_game": (RULES, {**_MORE, "reason": "bójka"}),
    "deduct": (RULES, {"round": 1, "number": 1, "points": 5, "reason": "rozmowy"}),
    "rule": (RULES, {"clause": "PFS-7.1a", "text": "upomnienie"}),
    "decide_tie": (RULES, {"order": [1, 2], "reason": "losowanie"}),
    "set_prizes": (DIRECTOR, {"prizes": {"name": "", "prizes": []}}),
    "close_tournament": (DIRECTOR, {"reason": "burza"}),
    "merge_copies": (frozenset(), {"common": 1, "continued": {}, "taken": {}}),
    "create_tournament": (frozenset(), {"name": "A", "template": "pfs", "starts_on": "2026-11-21", "seed": "s"}),
    "undo": (SEES, {}),
}
"""Who may give a command, and one that is well formed. A correction by a ruling has its own test."""
LINES = (
    "1 400 300",
    "1 = 400 300",
    "1 walkower lis",
    "lis -",
    "? lis",
    "pair",
    "start",
    "undo",
    "1 = 400 300 rodzaj decyzja przepis PFS-7.4 powód x",
)


class Doors(NamedTuple):
    """A tournament with secrets, and somebody of each kind before it."""

    id: str
    people: dict[str, Visitor]
    code: str

    def asks(self, who: str, method: str, path: str, body: Any) -> Any:
        numbers = {"announced": "1", "number": "1", "call": "9.call-none", "who": "nobody", "invitation": "nobody"}
        address = (
            path.replace("{id:str}", self.id).replace("{form:str}", "json").replace("{document:str}", "pairings.pdf")
        )
        for name, value in numbers.items():
            address = address.replace(f"{{{name}:str}}", value).replace(f"{{{name}:int}}", value)
        if who == "player":
            address += f"?code={self.code}"
        headers = {"content_type": "application/octet-stream"} if isinstance(body, bytes) else {}
        return self.people[who].ask(method, f"/{address}", body, headers)


@pytest.fixture(scope="module")
def doors(house: House) -> Doors:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    give(director, id, played(1, 400, 300))
    one = director.get(f"/tournaments/{id}").json()["whole"]["tables"][0]["players"][0]
    give(director, id, {"type": "deduct", "round": 1, "number": one, "points": 5, "reason": f"{SECRET} rozmowy"})
    give(director, id, {"type": "rule", "clause": "PFS-7.1a", "text": f"{SECRET} upomnienie", "about": [one]})
    minor = {"name": "Zofia Mak", "minor": True, "consent": True, "contact": f"{SECRET} 600 100 100"}
    entered = give(director, id, {"type": "register_entrant", "person": minor})
    if entered.status_code != 200:
        give(director, id, {"type": "register_entrant", "person": {k: v for k, v in minor.items() if k != "contact"}})
    roles = sorted(OFFICIALS - {"director"})
    people = {role: invited(house, director, id, role, role) for role in roles}
    people |= {
        "director": director,
        "nobody": house.visitor(),
        "player": house.visitor(),
        "stranger": house.visitor("obcy"),
    }
    people["elsewhere"] = founded(house, "Inny turniej")[0]
    for left in ("dismissed", "expired"):
        people[left] = invited(house, director, id, "director", left)
    there = {each["name"]: each["person"] for each in director.get(f"/tournaments/{id}/officials").json()["officials"]}
    assert director.delete(f"/tournaments/{id}/officials/{there['dismissed']}").status_code == 200
    house.run(_expire, house, id, there["expired"])
    phones = codes(director, id)
    call = {"id": "call-0001", "reason": f"{SECRET} zarzut"}
    assert people["nobody"].post(f"/players/{phones[one]['code']}/calls", call).status_code == 200
    return Doors(id, people, phones[2]["code"])


async def _expire(house: House, id: str, person: str) -> None:
    """The office of that person has ended."""
    gone = update(tournament_office).where(tournament_office.c.tournament == id, tournament_office.c.person == person)
    await house.state.services.hosted._database.write(lambda connection: connection.execute(gone.values(until=1)))


SECTIONS = ("tournaments", "players", "office-invitations", "reviews", "puzzles")


def routes(house: House) -> Iterator[tuple[str, str]]:
    for route in house.client.app.routes:
        path = route.path.removeprefix("/api/")
        if isinstance(route, HTTPRoute) and path.split("/")[0] in SECTIONS:
            yield from ((method, path) for method in route.methods if method not in ("OPTIONS", "HEAD"))


def test_every_endpoint_says_here_who_may_use_it(house: House) -> None:
    assert set(routes(house)) == set(ENDPOINTS) | BY_SECRET | FOR_ALL | set(OF_REVIEWS)


def test_words_are_for_everybody_and_a_box_for_its_person(house: House) -> None:
    there = {
        (method, route.path.removeprefix("/api/"))
        for route in house.client.app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/api/words", "/api/study", "/api/statistics"))
        for method in route.methods
        if method not in ("OPTIONS", "HEAD")
    }
    assert there == set(WORDS)
    nobody, somebody = house.visitor(), house.visitor("Ala")
    for (method, path), is_personal in WORDS.items():
        address = (
            "/"
            + path.replace("{stem:str}", "karten").replace("{word:str}", "kot")
            + "?kind=word" * ("questions" in path)
        )
        body: dict[str, object] | None = {} if method == "POST" else None
        body = {"form": "csv"} if path.endswith("file") else body
        assert (nobody.ask(method, address, body, {}).status_code == 401) is is_personal
        assert somebody.ask(method, address, body, {}).status_code in (200, 204)


def test_every_command_says_here_who_may_give_it() -> None:
    assert {str(each.__struct_config__.tag) for each in get_args(c.Request)} == set(COMMANDS)


def test_every_endpoint_of_the_exam_and_of_lessons_says_here_who_may_use_it(house: House) -> None:
    there = {
        (method, route.path.removeprefix("/api/"))
        for route in house.client.app.routes
        if isinstance(route, HTTPRoute) and route.path.split("/")[2:3] in (["exam"], ["class"], ["pupils"])
        for method in route.methods
        if method not in ("OPTIONS", "HEAD")
    }
    assert there == set(TEACHERS) | set(PUPILS) | EXAM


@pytest.mark.parametrize(("method", "path"), sorted([*TEACHERS, *PUPILS]), ids=lambda each: each.replace("/", " "))
def test_a_stranger_gets_nothing_of_a_lesson(house: House, method: str, path: str) -> None:
    """A visitor without a name, and another teacher, who both do not know its id, its code or a secret of a pupil."""
    address, body = "/" + path, {**TEACHERS, **PUPILS}[method, path]
    for name, value in (("{id:str}", "k7m3k7m3k7m3"), ("{number:int}", "1"), ("{pupil:str}", "z" * 26)):
        address = address.replace(name, value)
    nobody, other = house.visitor(), house.visitor("Inny nauczyciel")
    refused = nobody.ask(method, address, body, {}).status_code
    assert refused == (401 if (method, path) in TEACHERS else 404 if "{pupil" in path else 403)
    own = path in ("class/sets", "class/lessons")
    assert (other.ask(method, address, body, {}).status_code in (403, 404)) is not own


@pytest.mark.parametrize(("method", "path"), sorted(ENDPOINTS), ids=lambda each: each.replace("/", " "))
def test_who_may_not_is_refused_at_every_endpoint(doors: Doors, method: str, path: str) -> None:
    may, body = ENDPOINTS[method, path]
    refused = {who for who in EVERYBODY - may if doors.asks(who, method, path, body).status_code in (401, 403)}
    assert refused == EVERYBODY - may
    if (method, path) in (("DELETE", TABLES), ("POST", "tournaments")):
        return  # it would be gone; and many tournaments are not what is tried here
    let_in = {who: doors.asks(who, method, path, body) for who in may}
    assert not {who: answer.text for who, answer in let_in.items() if answer.status_code in (401, 403, 500)}


@pytest.mark.parametrize(("method", "path"), sorted(OF_REVIEWS), ids=lambda each: each.replace("/", " "))
def test_a_review_is_for_whoever_has_its_address(doors: Doors, method: str, path: str) -> None:
    may, body = OF_REVIEWS[method, path]
    answers = {who: doors.asks(who, method, path, body).status_code for who in sorted(EVERYBODY)}
    assert {who for who, status in answers.items() if status == 401} == EVERYBODY - may
    assert set(answers.values()) <= {401, 404, 422}


@pytest.mark.parametrize("path", sorted({path for _, path in ENDPOINTS if path.startswith(TABLES)}))
def test_a_private_tournament_is_there_for_its_officials_alone(house: House, doors: Doors, path: str) -> None:
    director = doors.people["director"]
    director.ask("PUT", f"/tournaments/{doors.id}/audience", {"visibility": "private"}, {})
    try:
        for method in {method for method, there in ENDPOINTS if there == path}:
            answers = {who: doors.asks(who, method, path, ENDPOINTS[method, path][1]).status_code for who in STRANGERS}
            assert set(answers.values()) <= {401, 404}, (method, answers)
    finally:
        director.ask("PUT", f"/tournaments/{doors.id}/audience", {"visibility": "link"}, {})


@pytest.mark.parametrize("kind", sorted(COMMANDS))
def test_who_may_not_gives_no_command(doors: Doors, kind: str) -> None:
    may, fields = COMMANDS[kind]
    n = doors.people["director"].get(f"/tournaments/{doors.id}").json()["n"]
    for who in sorted(EVERYBODY):
        given = {"seen": n, "commands": [{"type": kind, **fields}], "preview": who in may}
        answer = doors.asks(who, "POST", f"{TABLES}/commands", given)
        if who in may:
            assert answer.status_code in (200, 409), (who, answer.text)
        else:
            assert answer.status_code in (401, 403), (who, answer.text)
    assert doors.people["director"].get(f"/tournaments/{doors.id}").json()["n"] == n


@pytest.mark.parametrize("changed", [{"kind": "ruling", "clause": "PFS-7.4"}, {"consent": True}])
def test_a_ruling_is_not_typed_by_a_scorekeeper(doors: Doors, changed: dict[str, Any]) -> None:
    command = {"type": "correct_result", **COMMANDS["correct_result"][1], **changed}
    given = {"seen": 0, "commands": [command], "preview": True}
    answers = {who: doors.asks(who, "POST", f"{TABLES}/commands", given).status_code for who in sorted(EVERYBODY)}
    assert {who for who, status in answers.items() if status not in (401, 403)} == RULES


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("who", sorted(SEES))
def test_a_line_offers_nothing_that_its_author_may_not(doors: Doors, who: str, line: str) -> None:
    read = doors.asks(who, "POST", f"{TABLES}/line", {"text": line})
    assert read.status_code == 200, read.text
    command = read.json()["command"]
    if command is not None:
        assert who in COMMANDS[command["type"]][0]
        assert who in RULES or command.get("kind") != "ruling"


def test_what_is_secret_is_in_no_answer_to_those_who_may_not_know_it(house: House, doors: Doors) -> None:
    """Reasons, reports, calls, check-in and the names of minors: in no page, no answer, no refusal."""
    asked = [(method, path, body) for (method, path), (_, body) in ENDPOINTS.items() if method in ("GET", "POST")]
    for who in sorted(EVERYBODY - SEES):
        said = [doors.asks(who, *each).text for each in asked if each[1] not in ("tournaments", "tournaments/files")]
        if who == "player":
            said += [doors.people[who].get(f"/players/{doors.code}{more}").text for more in ("", "/why")]
        for page in (
            "",
            "/r/1",
            "/standings",
            "/crosstable",
            "/p/1",
            "/p/5",
            "/teams",
            "/regulation",
            "/wall",
            "/wall/prizes",
        ):
            said.append(doors.people[who].send("GET", f"/e/{doors.id}{page}", {}).text)
        for text in said:
            assert SECRET not in text, (who, text[:300])
            assert "Zofia" not in text, (who, text[:300])
            assert '"deducted"' not in text, who
            assert '"status":"entered"' not in text, who


@pytest.mark.parametrize(("method", "path"), sorted(BY_SECRET), ids=lambda each: each.replace("/", " "))
@pytest.mark.parametrize("who", [*sorted(OFFICIALS), "stranger", "nobody"])
def test_a_code_opens_for_whoever_has_it_and_an_office_is_no_code(
    doors: Doors, who: str, method: str, path: str
) -> None:
    wrong = doors.code.replace("-2-", "-3-")
    address = path.replace("{id:str}", doors.id).replace("{code:str}", wrong).replace("{call:str}", "1.call-0001")
    address = address.replace("{token:str}", "x" * 43)
    bodies = {
        "code": {"number": 2, "short": "zzzzzz"},
        "push": {"endpoint": "https://push.example.org/1", "p256dh": "A" * 87, "auth": "A" * 22},
        "result": {"id": "phone-0001", "round": 1, "points": [1, 2]},
    }
    body = bodies.get(path.rsplit("/", 1)[1], {"id": "call-0002"}) if method == "POST" else None
    if path.startswith("office"):
        body = {} if method == "POST" else None
    answer = doors.people[who].ask(method, f"/{address}", body, {})
    assert answer.status_code in (401, 403, 404), answer.text


def test_a_player_withdraws_no_call_of_another(doors: Doors) -> None:
    before = doors.people["director"].get(f"/tournaments/{doors.id}").json()["calls"]
    assert len(before) == 1
    doors.people["nobody"].delete(f"/players/{doors.code}/calls/{before[0]['id']}")
    assert doors.people["director"].get(f"/tournaments/{doors.id}").json()["calls"] == before
