"""Who plays with other people gets no help: every route declares what it may give, gives no more, and refuses who plays."""

from __future__ import annotations

import asyncio
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple, get_args

import pytest
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from mostek.app.help import Help, UndeclaredHelpError, check_granted, granted_help, granting
from mostek.app.lobby import Proposal
from mostek.app.tournaments import hall_time
from mostek.core.players import Seat
from mostek.features.hall.http import stream as tournament_stream
from mostek.features.puzzles.http import Puzzles, WithPuzzles
from mostek.features.study.feature import STEMS
from mostek.features.tables.http import socket as websocket
from mostek.features.tables.live import messages
from mostek.lexicon.library import open_lexicon
from mostek.referee import commands as c
from mostek.server.http.help_gate import PLAYS_COOKIE, check_declared, check_help, declared_help
from mostek.server.http.jobs import WithJobs
from mostek.server.http.services import WithServices
from mostek.server.sessions import SESSION_COOKIE
from server.http.test_http_tournaments import codes, founded, give, invited, played
from server.http.visitors import House, Visitor, refused
from server.reach import ENTRIES, reached_by

PASSWORD = "prawidłowy koń bateria"
POSITION = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 KOTAEZŁ/ 0/0 0"
OPEN = {Help.NONE, Help.REFEREE}


def handlers(app: Litestar) -> Iterator[tuple[str, HTTPRouteHandler]]:
    """Each endpoint of ours with its methods and its path."""
    for route in app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if handler.fn.__module__.startswith("mostek."):
                yield f"{' '.join(sorted(handler.http_methods))} {route.path}", handler


def exceeded(function: Any, declared: Help) -> list[str]:
    """What a function reaches beyond its declaration, with the way there."""
    found = []
    for reached in reached_by(function):
        with granting(declared):
            try:
                check_granted(reached.help)
            except UndeclaredHelpError:
                found.append(f"{reached.help}: {' > '.join(reached.way)}")
    return found


def test_every_route_reaches_no_more_of_lexicon_and_engine_than_it_declares(house: House) -> None:
    there = dict(handlers(house.client.app))
    assert len(there) > 150
    faults = {name: found for name, each in there.items() if (found := exceeded(each.fn, declared_help(each)))}
    assert not faults


def test_the_walk_finds_the_way_of_every_route_that_gives_help(house: House) -> None:
    """Without its declaration each of these fails the test above; the others have answers that were worked out before."""
    found = {
        name.removesuffix("/"): declared_help(each)
        for name, each in handlers(house.client.app)
        if declared_help(each) not in OPEN
    }
    blind = {name for name, each in handlers(house.client.app) if name in found and not exceeded(each.fn, Help.NONE)}
    prepared = {f"GET /api/puzzles/{each}" for each in ("daily", "next", "{id:str}")} | {
        "POST /api/puzzles/{id:str}/hints"
    }
    assert blind == prepared | {"POST /api/reviews"}, "a game that is given for a review is read, and no more"
    assert len(found) > 30


def test_every_message_of_a_page_and_the_streams_declare_their_help() -> None:
    kinds_of_messages = {*get_args(messages.PageMessage), messages.WrittenDo}
    assert {each for each in messages.FromPage.__subclasses__()} == kinds_of_messages
    assert {vars(each).get("help") for each in kinds_of_messages} == OPEN, "each says it itself"
    assert not exceeded(websocket._answer, Help.REFEREE)
    assert not exceeded(websocket._weighed, messages.Weigh.help)
    stream = tournament_stream.TournamentStream
    assert not exceeded(stream.__call__, stream.help)


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_gives_help_is_still_called_so(entry: str) -> None:
    assert pkgutil.resolve_name(entry)


async def _silent(services: WithServices) -> None: ...


async def _looks_words_up() -> bool:
    return open_lexicon("pl-wolny").valid(["KOT"])[0]


async def _ranks_plays(puzzles: WithPuzzles, jobs: WithJobs) -> object:
    return await puzzles.ranked(jobs, puzzles.own("", None))  # type: ignore[arg-type]


async def _asks_a_worker(jobs: WithJobs) -> object:
    def search() -> Any:
        return jobs.run(STEMS, "pl-wolny", "karten", False)

    return await search()


async def _calls_another(puzzles: WithPuzzles) -> object:
    return await _by_a_way(puzzles)


async def _by_a_way(puzzles: Puzzles) -> object:
    return await asyncio.to_thread(_looked, puzzles)


def _looked(puzzles: Puzzles) -> object:
    judged = puzzles.judged
    return judged


@pytest.mark.parametrize("dummy", [_looks_words_up, _ranks_plays, _asks_a_worker, _calls_another])
def test_a_new_route_that_reaches_help_is_found(dummy: Any) -> None:
    assert exceeded(dummy, Help.NONE)
    assert not exceeded(_silent, Help.NONE)


def test_a_server_with_a_route_that_declares_nothing_does_not_start() -> None:
    async def forgotten() -> None: ...

    check_declared(Litestar([get("/", help=Help.NONE)(forgotten)], openapi_config=None).routes)
    with pytest.raises(UndeclaredHelpError, match="declares no help"):
        check_declared(Litestar([get("/")(forgotten)], openapi_config=None).routes)


def test_a_worker_does_nothing_for_a_request_that_does_not_declare_it(house: House) -> None:
    from mostek.server.http.jobs import Jobs

    async def asked(help: Help) -> None:
        with granting(help):
            await Jobs(house.state.services.jobs, ("", ""), None).run(STEMS, "pl-wolny", "karten", False)  # type: ignore[arg-type]

    for help in (Help.NONE, Help.REFEREE, Help.OFFICE, Help.VERDICTS):
        with pytest.raises(UndeclaredHelpError):
            asyncio.run(asked(help))
    assert granted_help() is None, "outside requests anything may be asked"
    check_granted(Help.ENGINE)


OCTETS = b"#player1 a A\n#player2 b B\n>a: AEKOTZ? 8H KOT +10 10\n"
HELPING: dict[str, Any] = {
    "GET /words/search?pattern=k%3Ft": None,
    "GET /words/valid?words=kot": None,
    "GET /words/likely": None,
    "GET /words/stems/karten": None,
    "GET /words/about/kot": None,
    "GET /words/core": None,
    "GET /words/questions?kind=word": None,
    "GET /analysis/kernels/x.wasm": None,
    "GET /analysis/words/pl-wolny/x": None,
    "GET /analysis/games/pl-wolny/x": None,
    "POST /analysis": {"position": POSITION},
    "POST /analysis/levels": {"position": POSITION, "level": "static"},
    "POST /reviews": OCTETS,
    "GET /reviews/k7m3k7m3k7m3": None,
    "POST /reviews/k7m3k7m3k7m3": {},
    "POST /reviews/k7m3k7m3k7m3/file": {"form": "json"},
    "POST /statistics": {},
    "POST /statistics/file": {"form": "csv"},
    "GET /tables/k7m3k7m3k7m3/report": None,
    "POST /tournaments/k7m3/statistics": {},
    "POST /tournaments/k7m3/statistics/file": {"form": "html"},
    "POST /tournaments/k7m3/verdict": {"words": ["dom"]},
    "POST /class/sets": {"title": "Lekcja", "tasks": [{"type": "word", "word": "kot"}]},
    "PUT /class/sets/k7m3": {"title": "Lekcja", "tasks": [{"type": "word", "word": "kot"}]},
    "POST /pupils/zzzzzzzzzzzzzzzzzzzzzzzzzz/answers": {"task": 0, "given": {"valid": True}},
    "GET /puzzles/daily": None,
    "GET /puzzles/next": None,
    "GET /puzzles/k7m3": None,
    "POST /puzzles/k7m3/answers": {"word": "KOT"},
    "POST /puzzles/k7m3/hints": {"step": 1},
    "POST /puzzles/k7m3/solution": {},
    "POST /puzzles/mistakes": {},
}
"""A request to each route that may give help."""


def asks(person: Visitor, request: str) -> Any:
    method, _, path = request.partition(" ")
    body = HELPING[request]
    headers = {"content_type": "application/octet-stream"} if isinstance(body, bytes) else {}
    return person.ask(method, path, body, headers)


def is_closed(person: Visitor, request: str = "GET /words/valid?words=kot") -> bool:
    answer = asks(person, request)
    closed = answer.status_code == 409 and bool(answer.json().get("code") == "playing")
    assert answer.status_code != 500, answer.text
    return closed


class People(NamedTuple):
    """Somebody who plays with a person, by two browsers; who plays with a bot; and whose game is over."""

    playing: Visitor
    elsewhere: Visitor
    table: str
    with_a_bot: Visitor
    afterwards: Visitor


@pytest.fixture(scope="module")
def people(house: House) -> People:
    ala, ola, ewa, jan, bot = (house.visitor(name) for name in ("Ala", "Ola", "Ewa", "Jan", "Iza"))
    assert ala.post("/accounts", {"login": "ala.gra", "password": PASSWORD}).status_code == 200
    elsewhere = house.visitor()
    assert elsewhere.post("/sessions", {"login": "ala.gra", "password": PASSWORD}).status_code == 200
    over = begun(ewa, jan)
    house.end(over)
    alone = bot.open(bots=["static"])
    assert bot.sit(alone).json()["status"] == "playing"
    return People(ala, elsewhere, begun(ala, ola), bot, ewa)


def begun(one: Visitor, other: Visitor, **proposal: Any) -> str:
    table = one.open(**proposal)
    one.sit(table)
    assert other.sit(table).json()["status"] == "playing"
    return table


def test_every_route_that_may_give_help_is_tried_below(house: House) -> None:
    there = {
        (method, path.removeprefix("/api").rstrip("/"))
        for name, each in handlers(house.client.app)
        if declared_help(each) not in OPEN
        for method, path in [name.split(" ")]
    }
    tried = {route_of(request, there) for request in HELPING}
    assert tried == there


def route_of(request: str, there: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """The route that a request goes to: one that is written out goes before one with a name in it."""
    method, _, path = request.partition(" ")
    known = sorted(there, key=lambda each: "{" in each[1])
    return next((each for each in known if each[0] == method and fits(each[1], path.split("?")[0])), None)


def fits(pattern: str, path: str) -> bool:
    there, given = pattern.split("/"), path.split("/")
    return len(there) == len(given) and all(a == b or a.startswith("{") for a, b in zip(there, given, strict=True))


@pytest.mark.parametrize("request_", HELPING, ids=lambda each: each.split("?")[0].replace("/", " "))
def test_who_plays_with_people_gets_no_help_by_any_browser(people: People, request_: str) -> None:
    for visitor in (people.playing, people.elsewhere):
        answer = asks(visitor, request_)
        assert refused(answer) == (409, "playing")
        game = answer.json()["game"]
        assert (game["id"], game["path"]) == (people.table, f"/t/{people.table}")
        assert "Poddaj partię" in game["ways"]
    assert not is_closed(people.with_a_bot, request_)
    assert not is_closed(people.afterwards, request_)


def test_every_answer_409_is_in_the_description(house: House) -> None:
    helping = [(name, each) for name, each in handlers(house.client.app) if declared_help(each) not in OPEN]
    assert {name for name, each in helping if 409 not in (each.responses or {})} == set()


def test_the_page_learns_which_game_closes_its_own_kernel(people: People) -> None:
    told = people.elsewhere.get("/analysis").json()["playing"]
    assert told["path"] == f"/t/{people.table}"
    assert people.with_a_bot.get("/analysis").json()["playing"] is None


def test_a_browser_whose_account_was_logged_out_during_a_game_stays_closed(house: House) -> None:
    ula, ola = house.visitor("Ula"), house.visitor("Ola")
    ula.post("/accounts", {"login": "ula.gra", "password": PASSWORD})
    table = begun(ula, ola)
    ula.delete("/sessions")
    assert is_closed(ula)
    ula.cookies.pop(SESSION_COOKIE, None)
    assert ula.post("/me", {"name": "Ktoś inny"}).status_code == 200
    assert is_closed(ula), "as another person"
    assert not is_closed(house.visitor()), "a browser that nothing links to the game is not known"
    house.end(table)
    assert not is_closed(ula)


def test_another_login_in_the_same_browser_opens_nothing(house: House) -> None:
    for login in ("iga.gra", "iza.gra"):
        house.visitor(login).post("/accounts", {"login": login, "password": PASSWORD})
    browser, ola = house.visitor(), house.visitor("Ola")
    browser.post("/sessions", {"login": "iga.gra", "password": PASSWORD})
    begun(browser, ola)
    assert browser.post("/sessions", {"login": "iza.gra", "password": PASSWORD}).status_code == 200
    assert is_closed(browser)


def test_who_has_resigned_while_others_play_on_gets_help_again(house: House) -> None:
    ala, ola, ewa = (house.visitor(name) for name in ("Ala", "Ola", "Ewa"))
    table = ala.open(rulebook="chal", seats=3, window=None)
    for each in (ala, ola, ewa):
        each.sit(table)
    assert is_closed(ala)
    house.run(_performed, house, table, c.Resign(seat=Seat.FIRST))
    assert not is_closed(ala)
    assert is_closed(ola)


async def _performed(house: House, table: str, command: Any) -> None:
    session = await house.state.services.served["tables"].sessions.session(table)
    await session.perform(command)


def test_the_way_on_after_a_player_who_is_gone_is_a_bot(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = begun(ala, ola)
    assert not any("botowi" in way for way in asks(ala, "GET /words/core").json()["game"]["ways"])
    house.run(_left_long_ago, house, table, Seat.SECOND)
    assert "Oddaj miejsce botowi (Ola)" in asks(ala, "GET /words/core").json()["game"]["ways"]
    assert ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2}).status_code == 200
    assert not is_closed(ala), "the others are bots now"


async def _left_long_ago(house: House, table: str, seat: Seat) -> None:
    session = await house.state.services.served["tables"].sessions.session(table)
    session.absent[seat] = house.state.services.served["tables"].sessions.time.now() - 61_000


def test_several_people_on_one_device_play_with_people(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(venue="table")
    assert ala.post(f"/tables/{table}/seats", {"others": ["Ola"]}).json()["status"] == "playing"
    assert is_closed(ala)


def test_a_game_that_cannot_be_read_closes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from mostek.app.ports import LogError, SaveError
    from mostek.features.tables.live.session import GameSession

    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    begun(ala, ola)
    for error, closed in ((LogError("x"), False), (SaveError("x"), True)):

        async def fails(self: GameSession, error: LogError = error) -> None:
            raise error

        monkeypatch.setattr(GameSession, "open", fails)
        assert is_closed(ala) is closed


def started(house: House, minutes_ago: int = 0) -> tuple[Visitor, str]:
    director, id = founded(house)
    at = (hall_time() - timedelta(minutes=minutes_ago)).isoformat()
    done = give(director, id, {"type": "pair_round", "at": at}, {"type": "start_round", "at": at})
    assert done.status_code == 200, done.text
    return director, id


def test_a_phone_gets_no_help_while_the_round_of_its_player_runs(house: House) -> None:
    director, id = founded(house)
    code = codes(director, id)[1]["code"]
    phone = house.visitor()
    assert phone.get(f"/players/{code}").status_code == 200
    assert PLAYS_COOKIE in phone.cookies
    assert not is_closed(phone), "no round"
    give(director, id, {"type": "pair_round"})
    assert not is_closed(phone), "the round has not begun"
    assert give(director, id, {"type": "start_round"}).status_code == 200
    answer = asks(phone, "POST /analysis")
    assert refused(answer) == (409, "playing")
    assert answer.json()["game"] == {"id": id, "path": f"/me/{code}", "ways": ["Zgłoś swój wynik"]}
    assert phone.get("/analysis").json()["playing"]["path"] == f"/me/{code}"
    table = next(number for number, each in director_tables(director, id).items() if 1 in each["players"])
    assert give(director, id, played(table, 400, 300)).status_code == 200
    assert not is_closed(phone)


def director_tables(director: Visitor, id: str) -> dict[int, dict[str, Any]]:
    return {each["table"]: each for each in director.get(f"/tournaments/{id}").json()["whole"]["tables"]}


def test_a_page_of_a_player_links_its_browser_as_well(house: House) -> None:
    director, id = started(house)
    phone = house.visitor()
    phone.send("GET", f"/me/{codes(director, id)[2]['code']}", {})
    assert is_closed(phone)
    other = house.visitor()
    other.send("GET", "/me/k7m3-2-" + "z" * 26, {})
    assert not is_closed(other), "a code that is none"
    other.cookies[PLAYS_COOKIE] = "~".join(["...", "k7m3", f"{id}-2-{'z' * 26}", "x.1", "a.b.c"])
    assert not is_closed(other)
    other.cookies[PLAYS_COOKIE] = "ą" * 300
    assert not is_closed(other)


def test_a_round_that_nobody_ended_closes_a_phone_for_hours_and_not_for_ever(house: House) -> None:
    director, id = started(house, minutes_ago=13 * 60)
    phone = house.visitor()
    phone.get(f"/players/{codes(director, id)[1]['code']}")
    assert not is_closed(phone)


def verdict(official: Visitor, id: str) -> Any:
    return official.post(f"/tournaments/{id}/verdict", {"words": ["dom"]})


def test_an_official_who_does_not_play_judges_also_beside_the_pages_of_players(house: House) -> None:
    director, id = started(house)
    arbiter = invited(house, director, id, "chief_arbiter", "Jan")
    arbiter.get(f"/players/{codes(director, id)[1]['code']}")
    assert is_closed(arbiter), "the device has the page of somebody who plays"
    assert verdict(arbiter, id).json()["valid"] is True
    elsewhere, other = founded(house, "Inny turniej")
    elsewhere.get(f"/players/{codes(director, id)[2]['code']}")
    assert refused(verdict(elsewhere, other)) == (409, "playing"), (
        "a verdict of one's own event while one plays in another"
    )


def test_an_official_who_plays_judges_while_the_own_clock_stands_for_it(house: House) -> None:
    """PFS-4.4.2d; no engine then either."""
    director, id = founded(house)
    table = begun(director, house.visitor("Ola"), rulebook="pfs", officials=[1], millis=600_000)
    answer = verdict(director, id)
    assert refused(answer) == (409, "playing")
    assert answer.json()["detail"].startswith("Teraz grasz")
    house.run(_performed, house, table, c.StopClock(seat=Seat.FIRST, reason=c.StopReason.DUTY))
    assert verdict(director, id).status_code == 200
    assert is_closed(director, "POST /analysis")
    house.end_at_a_board(table)
    assert verdict(director, id).status_code == 200
    assert not is_closed(director, "POST /analysis")


def test_the_guard_is_that_of_all_routes(house: House) -> None:
    assert house.client.app.guards == [check_help]
    assert inspect.iscoroutinefunction(check_help)
    assert Proposal().officials == ()
