"""Rounds online: a round that starts opens its tables, codes open seats, and results come into the tournament by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mostek.app.tournaments import hall_time
from mostek.core.players import Seat
from mostek.referee.options import allowed_options
from server.http.test_http_tournaments import codes, founded, give, invited, played, refused, tables
from server.http.visitors import House, Visitor, open_house

WAIT = 15.0
"""The seconds after which something that should have come counts as missing."""


def until(found: Callable[[], Any]) -> Any:
    """What comes within the time."""
    end = time.monotonic() + WAIT
    while not (there := found()):
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)
    return there


def chosen(director: Visitor, id: str, tables: str = "all", **more: Any) -> Any:
    return director.ask("PUT", f"/tournaments/{id}/online", {"tables": tables} | more, {})


def started(director: Visitor, id: str, minutes_ago: int = 0) -> None:
    at = (hall_time() - timedelta(minutes=minutes_ago)).isoformat()
    done = give(director, id, {"type": "pair_round", "at": at}, {"type": "start_round", "at": at})
    assert done.status_code == 200, done.text


def games(director: Visitor, id: str) -> dict[int, dict[str, Any]]:
    """The games of the last round, by table."""
    there = director.get(f"/tournaments/{id}/games").json()["games"]
    last = max((each["round"] for each in there), default=0)
    return {each["table"]: each for each in there if each["round"] == last}


def opened(director: Visitor, id: str, number: int, played_in: int = 1) -> dict[int, dict[str, Any]]:
    def there() -> dict[int, dict[str, Any]] | None:
        found = games(director, id)
        return found if len(found) == number and {each["round"] for each in found.values()} == {played_in} else None

    found: dict[int, dict[str, Any]] = until(there)
    return found


def sits(player: Visitor, code: str) -> Any:
    return player.post(f"/players/{code}/seat")


def seated(house: House, director: Visitor, id: str, numbers: tuple[int, ...] = (1, 2, 3, 4)) -> dict[int, Visitor]:
    """Players open their seats by their codes, without an account, and say that they are ready."""
    players = {number: house.visitor() for number in numbers}
    known = codes(director, id)
    for number, player in players.items():
        answer = sits(player, known[number]["code"])
        assert answer.status_code == 200, answer.text
        assert player.post(f"/tables/{answer.json()['game']}/ready").status_code == 200
    return players


def all_in(director: Visitor, id: str) -> Any:
    return until(lambda: {each["light"] for each in tables(director, id).values()} == {"in"})


def test_a_tournament_online_from_the_first_round_to_the_standings(house: House) -> None:
    director, id = founded(house, "Turniej w sieci", rounds=2)
    assert chosen(director, id).json()["online"]["tables"] == "all"
    for number in (1, 2):
        started(director, id)
        there = opened(director, id, 2, number)
        seated(house, director, id)
        for each in there.values():
            assert house.visitor().get(f"/tables/{each['game']}").json()["status"] == "playing"
            house.end(each["game"])
        all_in(director, id)
        assert {each["status"] for each in games(director, id).values()} == {"over"}
        assert number == games(director, id)[1]["round"]
    rows = director.get(f"/tournaments/{id}").json()["whole"]["standings"]
    assert sum(each.get("half_points", 0) for each in rows) == 8
    events = [step for step in read_log(house, id) if step.command.by == "mostek"]
    assert len(events) == 4
    assert all(step.command.result.source == "game" for step in events)


def read_log(house: House, id: str) -> Any:
    return house.run(house.state.services.halls.session, id).steps


def test_the_starter_has_the_first_seat_and_the_time_is_that_of_the_tournament(house: House) -> None:
    director, id = founded(house, "Kolejność", minutes=7)
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    for table, each in there.items():
        card = director.get(f"/tables/{each['game']}").json()
        names = {row["number"]: row["name"] for row in director.get(f"/tournaments/{id}").json()["whole"]["entrants"]}
        assert [seat["name"] for seat in card["seats"]] == [names[number] for number in each["players"]]
        assert each["players"] == tables(director, id)[table]["players"]
        assert (card["proposal"]["rulebook"], card["proposal"]["millis"]) == ("pfs", 7 * 60_000)
    seated(house, director, id)
    for each in there.values():
        live = house.run(house.state.services.served["tables"].sessions.session, each["game"])
        assert live.on_turn == 1, "the first of a table starts"


def test_the_games_take_the_readings_of_the_event(house: House) -> None:
    """Decision 60: what a new table asks for is a setting of an event."""
    readings = {"order.restart": "undeclared_blank", "end.leftovers_own": False}
    director, id = founded(house, "Czytanie", readings=readings)
    assert chosen(director, id, slip=True).status_code == 200
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    for each in there.values():
        wanted = {**readings, "challenge.check": "slip"}
        assert director.get(f"/tables/{each['game']}").json()["proposal"]["changes"] == wanted
        game = house.run(house.state.services.served["tables"].sessions.session, each["game"]).game
        assert dict(game.changes) == wanted
    refused_change = give(director, id, {"type": "choose_settings", "settings": {"readings": None}})
    assert refused(refused_change) == (409, "refused")


def test_an_event_without_readings_opens_its_tables_as_before(house: House) -> None:
    director, id = founded(house, "Jak zwykle")
    chosen(director, id)
    started(director, id)
    for each in opened(director, id, 2).values():
        assert director.get(f"/tables/{each['game']}").json()["proposal"]["changes"] == {}


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ({"order.restart": "sometimes"}, "order.restart=sometimes"),
        ({"end.leftovers_own": "yes"}, "end.leftovers_own=yes"),
        ({"move.rack_size": 3}, "readings"),
        ({"order.debt": "x"}, "order.debt"),
        ({"tile_set": "de"}, "tile_set"),
        ("order.restart", "readings"),
    ],
)
def test_a_question_that_the_rulebook_does_not_leave_open_is_refused(house: House, readings: Any, said: str) -> None:
    director, id = founded(house, "Złe")
    answer = give(director, id, {"type": "choose_settings", "settings": {"readings": readings}})
    assert refused(answer) == (409, "refused")
    assert said in answer.json()["detail"]


def test_a_code_opens_the_own_seat_and_no_other(house: House) -> None:
    director, id = founded(house, "Cudze miejsca")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    known = codes(director, id)
    stranger = house.visitor("Obcy")
    assert refused(stranger.post(f"/tables/{there[1]['game']}/seats", {"seat": 1}))[0] in (403, 409)
    code = known[1]["code"]
    other = "x" if code[-1] != "x" else "y"
    assert refused(sits(stranger, code[:-1] + other)) == (403, "wrong_player_code")
    first, second = there[1]["players"]
    player = house.visitor()
    mine = sits(player, known[first]["code"]).json()
    assert mine["game"] == there[1]["game"]
    assert player.get(f"/tables/{mine['game']}").json()["mine"] == 1
    assert refused(sits(player, known[second]["code"])) == (409, "own_devices"), "nobody has both seats"
    for path, body in (("bots", {"bot": "tournament"}), ("rematch", {})):
        assert refused(player.post(f"/tables/{mine['game']}/{path}", body))[0] in (403, 409)
    assert refused(player.delete(f"/tables/{mine['game']}")) == (409, "of_tournament")
    assert refused(player.post("/tables", {"tournament": id})) == (409, "of_tournament")


def test_another_device_with_the_code_takes_the_seat_over(house: House) -> None:
    director, id = founded(house, "Inne urządzenie")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    players = seated(house, director, id)
    number = there[1]["players"][0]
    other = house.visitor()
    assert sits(other, codes(director, id)[number]["code"]).status_code == 200
    game = there[1]["game"]
    assert other.get(f"/tables/{game}").json()["mine"] == 1
    assert players[number].get(f"/tables/{game}").json()["mine"] is None


def test_who_is_late_is_waited_for_by_a_running_clock(house: House) -> None:
    """The present player may let the clock of the absent one run (PFS-6.3.2a)."""
    director, id = founded(house, "Spóźniony")
    chosen(director, id)
    started(director, id, minutes_ago=2)
    there = opened(director, id, 2)
    first, second = there[1]["players"]
    players = seated(house, director, id, (first,))
    game = there[1]["game"]
    until(lambda: director.get(f"/tables/{game}").json()["status"] == "playing")
    assert director.get(f"/tables/{game}").json()["proposal"]["absent"] == [2]
    assert games(director, id)[1]["missing"] == [second]
    assert director.get(f"/tables/{there[2]['game']}").json()["status"] == "open", "nobody is there"
    late = house.visitor()
    assert sits(late, codes(director, id)[second]["code"]).status_code == 200
    assert late.get(f"/tables/{game}").json()["mine"] == 2
    assert players[first].get(f"/tables/{game}").json()["mine"] == 1


def test_what_the_desk_has_entered_is_not_overwritten(house: House) -> None:
    director, id = founded(house, "Wpisane ręcznie")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    assert give(director, id, played(1, 400, 300)).status_code == 200
    house.end(there[1]["game"])
    until(lambda: games(director, id)[1]["differs"])
    assert tables(director, id)[1]["scores"] == [400, 300]


def test_in_a_mixed_hall_only_those_from_elsewhere_play_online(house: House) -> None:
    director, id = founded(house, "Hala mieszana")
    director_tables = give(director, id, {"type": "pair_round"})
    assert director_tables.status_code == 200
    pairs = {number: each["players"] for number, each in tables(director, id).items()}
    chosen(director, id, "chosen", players=[*pairs[2], pairs[1][0]])
    assert give(director, id, {"type": "start_round"}).status_code == 200
    there = opened(director, id, 1)
    assert there.keys() == {2}
    known = codes(director, id)
    assert refused(sits(house.visitor(), known[pairs[1][0]]["code"])) == (409, "not_online")
    page = house.visitor().get(f"/players/{known[pairs[2][0]]['code']}").json()
    assert page["mine"]["online"]


def test_a_challenge_evening_seats_as_many_as_the_table_has(house: House) -> None:
    director = house.visitor("Ewa")
    body = {
        "name": "Wieczór",
        "template": "chal",
        "starts_on": "2026-11-21",
        "settings": {"rounds": 1, "table.size": 3},
    }
    id = director.post("/tournaments", body).json()["id"]
    entries = [{"type": "register_entrant", "person": {"name": name}} for name in ("Ala", "Ola", "Ela")]
    assert give(director, id, *entries, {"type": "check_in", "numbers": [1, 2, 3]}).status_code == 200
    assert chosen(director, id).status_code == 200
    started(director, id)
    game = opened(director, id, 1)[1]["game"]
    proposal = director.get(f"/tables/{game}").json()["proposal"]
    assert (proposal["rulebook"], proposal["seats"]) == ("chal", 3)
    seated(house, director, id, (1, 2, 3))
    house.end(game)
    scores = until(lambda: games(director, id)[1]["status"] == "over" and games(director, id)[1]["scores"])
    if len(set(scores)) < 3:  # nobody has laid a word, so none decides between equal scores
        until(lambda: games(director, id)[1]["awaits_arbiter"])
        return
    all_in(director, id)


def test_pupils_are_called_at_the_table_as_on_the_public_pages(house: House) -> None:
    director = house.visitor("Ewa")
    body = {"name": "Szkoły", "template": "pfs", "starts_on": "2026-11-21", "settings": {"rounds": 1, "plan": "swiss"}}
    answer = director.post("/tournaments", body)
    assert answer.status_code == 201, answer.text
    id, division = answer.json()["id"], answer.json()["whole"]["event"]["divisions"][0]
    people = [{"name": name, "minor": True, "consent": True} for name in ("Jan Kos", "Ewa Lis")]
    entries = [{"type": "register_entrant", "division": division, "person": person} for person in people]
    done = give(director, id, *entries, {"type": "check_in", "numbers": [1, 2]})
    assert done.status_code == 200, done.text
    chosen(director, id)
    assert give(director, id, {"type": "pair_round", "division": division}).status_code == 200
    assert give(director, id, {"type": "start_round", "division": division}).status_code == 200
    game = opened(director, id, 1)[1]["game"]
    names = {seat["name"] for seat in house.visitor().get(f"/tables/{game}").json()["seats"]}
    assert names == {"J. K.", "E. L."}
    player = house.visitor()
    assert sits(player, codes(director, id)[1]["code"]).status_code == 200
    assert player.get("/me").json()["person"]["name"] == "J. K."


def test_a_round_that_is_unpaired_closes_its_tables(house: House) -> None:
    director, id = founded(house, "Od nowa")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    undone = give(director, id, {"type": "undo"}), give(director, id, {"type": "undo"})
    assert {each.status_code for each in undone} == {200}, undone[0].text
    until(lambda: not games(director, id))
    assert director.get(f"/tables/{there[1]['game']}").json()["status"] == "closed"
    started(director, id)
    again = opened(director, id, 2)
    assert {each["game"] for each in again.values()}.isdisjoint(each["game"] for each in there.values())


def test_a_round_that_is_started_again_after_its_games_plays_them_anew(house: House) -> None:
    director, id = founded(house, "Jeszcze raz")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    for each in there.values():
        house.end(each["game"])
    all_in(director, id)
    for _ in range(4):  # both results, the start and the pairing
        assert give(director, id, {"type": "undo"}).status_code == 200
    started(director, id, minutes_ago=-1)
    before = {each["game"] for each in there.values()}

    def anew() -> dict[int, dict[str, Any]] | None:
        found = opened(director, id, 2)
        return found if before.isdisjoint(each["game"] for each in found.values()) else None

    again = until(anew)
    assert [each["players"] for each in again.values()] == [each["players"] for each in there.values()]


def test_a_game_whose_result_was_taken_back_is_opened_again_when_an_arbiter_says_so(house: House) -> None:
    director, id = founded(house, "Cofnięty wynik")
    arbiter = invited(house, director, id, "chief_arbiter", "Marta")
    helper = invited(house, director, id, "scorekeeper", "Olga")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    place = {"division": there[1]["division"], "round": 1, "table": 1}
    again = f"/tournaments/{id}/games"
    assert refused(arbiter.post(again, place)) == (409, "game_goes_on")
    house.end(there[1]["game"])
    until(lambda: tables(director, id)[1]["light"] == "in")
    assert refused(arbiter.post(again, place)) == (409, "table_has_result")
    assert give(director, id, {"type": "undo"}).status_code == 200
    assert until(lambda: games(director, id)[1]["awaits_arbiter"]), (
        "a result that the desk took back is not entered again"
    )
    assert refused(helper.post(again, place))[0] == 403
    assert refused(arbiter.post(again, place | {"table": 9})) == (409, "not_online")
    assert arbiter.post(again, place).status_code == 200
    anew = until(lambda: (found := games(director, id)[1])["game"] != there[1]["game"] and found)
    assert anew["status"] == "open"
    assert games(director, id)[2]["game"] == there[2]["game"], "the other table plays on"


def test_officials_of_the_tournament_are_those_of_its_tables(house: House) -> None:
    director, id = founded(house, "Sędziowie")
    arbiter = invited(house, director, id, "chief_arbiter", "Marta")
    announcer = invited(house, director, id, "announcer", "Igor")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    game = there[1]["game"]
    until(lambda: arbiter.get(f"/tables/{game}").json()["mine"] == "arbiter")
    assert director.get(f"/tables/{game}").json()["mine"] == "arbiter"
    assert announcer.get(f"/tables/{game}").json()["mine"] is None
    who = next(
        each for each in director.get(f"/tournaments/{id}/officials").json()["officials"] if each["name"] == "Marta"
    )
    assert director.delete(f"/tournaments/{id}/officials/{who['person']}").status_code == 200
    until(lambda: arbiter.get(f"/tables/{game}").json()["mine"] is None)


def test_an_arbiter_is_replaced_in_the_middle_of_a_round(house: House) -> None:
    """The games that are played know the new one, and the list of the desk names who decides at each table."""
    director, id = founded(house, "Zmiana sędziego")
    first = invited(house, director, id, "chief_arbiter", "Marta")
    chosen(director, id)
    started(director, id)
    game = opened(director, id, 2)[1]["game"]
    seated(house, director, id)
    assert set(until(lambda: games(director, id)[1]["arbiters"])) == {"Ewa", "Marta"}
    officials = director.get(f"/tournaments/{id}/officials").json()["officials"]
    for who in officials:
        if who["name"] == "Marta":
            assert director.delete(f"/tournaments/{id}/officials/{who['person']}").status_code == 200
    second = invited(house, director, id, "chief_arbiter", "Roman")
    until(lambda: set(games(director, id)[1]["arbiters"]) == {"Ewa", "Roman"})
    until(lambda: second.get(f"/tables/{game}").json()["mine"] == "arbiter")
    until(lambda: first.get(f"/tables/{game}").json()["mine"] is None)
    assert house.run(house.state.services.served["tables"].sessions.session, game).game.arbiter


def test_a_player_who_officiates_may_stop_the_own_clock_and_others_decide_there(house: House) -> None:
    """PFS-4.4.2d: at the own table, also where the office begins or ends during the game."""
    director, id = founded(house, "Sędzia gra")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    assert there[1]["arbiters"] == ["Ewa"]
    players = seated(house, director, id)
    game, (first, _) = there[1]["game"], there[1]["players"]
    assert not may_stop_for_duty(house, game)
    given = director.post(f"/tournaments/{id}/invitations", {"role": "chief_arbiter", "name": "Grający"})
    assert players[first].post(f"/office-invitations/{given.json()['token']}").status_code == 200
    until(lambda: games(director, id)[1]["playing_officials"] == [first])
    until(lambda: may_stop_for_duty(house, game))
    assert games(director, id)[1]["arbiters"] == ["Ewa"], "nobody decides at the own table"
    assert len(until(lambda: games(director, id)[2]["arbiters"][1:] and games(director, id)[2]["arbiters"])) == 2
    who = next(
        each for each in director.get(f"/tournaments/{id}/officials").json()["officials"] if each["name"] == "Grający"
    )
    assert director.delete(f"/tournaments/{id}/officials/{who['person']}").status_code == 200
    until(lambda: not may_stop_for_duty(house, game))
    assert games(director, id)[1]["playing_officials"] == []


def test_an_official_who_sits_down_is_a_playing_official_of_that_game(house: House) -> None:
    director, id = founded(house, "Sędzia siada")
    helper = invited(house, director, id, "assistant", "Ola")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    first, second = there[1]["players"]
    seat = sits(helper, codes(director, id)[first]["code"])
    assert seat.status_code == 200
    until(lambda: games(director, id)[1]["playing_officials"] == [first])
    assert helper.post(f"/tables/{there[1]['game']}/ready").status_code == 200
    seated(house, director, id, (second,))
    assert house.run(house.state.services.served["tables"].sessions.session, there[1]["game"]).game.officials == (
        Seat.FIRST,
    )


def test_an_assistant_gets_the_words_on_a_slip_where_the_director_has_chosen_it(house: House) -> None:
    director, id = founded(house, "Karteczki")
    assert chosen(director, id, slip=True).json()["online"]["slip"] is True
    started(director, id)
    game = opened(director, id, 2)[1]["game"]
    assert director.get(f"/tables/{game}").json()["proposal"]["changes"] == {"challenge.check": "slip"}
    seated(house, director, id)
    live = house.run(house.state.services.served["tables"].sessions.session, game)
    assert live.game.changes["challenge.check"] == "slip"


def test_no_slip_where_an_arbiter_has_no_assistants(house: House) -> None:
    director, id = founded(house, "Bez pomocników", rulebook="open")
    assert refused(chosen(director, id, slip=True)) == (400, "proposal")


def may_stop_for_duty(house: House, game: str) -> bool:
    """Whether the first player of a game may stop the clock to decide at another table."""
    live = house.run(house.state.services.served["tables"].sessions.session, game)
    found = allowed_options(live.game, Seat.FIRST, live.game.now).allowed
    return ("stop_clock", "duty") in {(each.command, each.choice) for each in found}


def test_only_the_director_chooses_and_only_officials_see_the_list(house: House) -> None:
    director, id = founded(house, "Kto może")
    helper = invited(house, director, id, "scorekeeper", "Olga")
    assert refused(chosen(helper, id)) == (403, "not_in_role")
    assert refused(chosen(house.visitor("Obcy"), id))[0] == 403
    assert helper.get(f"/tournaments/{id}/games").status_code == 200
    assert refused(house.visitor("Obcy").get(f"/tournaments/{id}/games"))[0] == 403
    assert refused(chosen(director, id, lexicon="no-such-list")) == (400, "lexicon")


@pytest.mark.parametrize("killed", ["before the tables are open", "before the result is entered"])
def test_after_a_stop_between_two_steps_the_next_start_does_what_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, killed: str
) -> None:
    with open_house(folder) as house:
        director, id = founded(house)
        chosen(director, id)
        if killed == "before the tables are open":
            house.run(_stop, house.state.services.served["hall"].online)
        started(director, id)
        if killed == "before the result is entered":
            there = opened(director, id, 2)
            seated(house, director, id)
            house.run(_stop, house.state.services.served["hall"].online)
            for each in there.values():
                house.end(each["game"])
            assert {each["light"] for each in tables(director, id).values()} == {"playing"}
        else:
            assert not games(director, id)
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = director.cookies
        if killed == "before the tables are open":
            opened(again, id, 2)
        else:
            all_in(again, id)
            steps = read_log(house, id)
            assert len([step for step in steps if step.command.by == "mostek"]) == 2


async def _stop(online: Any) -> None:
    online.stop()


def counted(person: Visitor, id: str, **more: Any) -> Any:
    """The answer, when the process of the reviews has its word list: until then the server is busy."""
    end = time.monotonic() + 10 * WAIT
    while (answer := person.post(f"/tournaments/{id}/statistics", more)).status_code == 503:
        assert time.monotonic() < end, answer.text
    return answer


def test_officials_see_statistics_of_the_finished_games_alone(house: House) -> None:
    director, id = founded(house, "Statystyka")
    child = next(each for each in director.get(f"/tournaments/{id}").json()["whole"]["entrants"] if each["number"] == 1)
    assert (
        give(
            director, id, {"type": "amend_entrant", "number": 1, "person": {"name": child["name"], "minor": True}}
        ).status_code
        == 200
    )
    assert counted(director, id).json() == {"games": 0, "waiting": 0, "omitted": 0, "figures": None}
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    assert counted(director, id).json()["games"] == 0, "nothing of a game in progress is counted"
    house.end(there[1]["game"])
    until(lambda: games(director, id)[1]["status"] == "over")
    answer = counted(director, id)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["games"], found["waiting"], found["omitted"]) == (1, 0, 0)
    people = {each["name"]: each for each in found["figures"]["people"]}
    assert {int(name.partition(".")[0]) for name in people} == set(there[1]["players"])
    assert all(each["words"] == [] == each["points_of_games"] and each["timed_games"] == 1 for each in people.values())
    csv = director.post(f"/tournaments/{id}/statistics/file", {"form": "csv"})
    page = director.post(f"/tournaments/{id}/statistics/file", {"form": "html"})
    assert (len(csv.text.splitlines()), csv.headers["content-type"][:8]) == (3, "text/csv")
    assert page.text.startswith("<!doctype html>")
    # A minor without consent has initials here, too, because a file is soon passed on.
    assert child["name"] not in found["figures"]["people"].__repr__() + csv.text + page.text
    assert refused(counted(house.visitor("Obcy"), id)) == (403, "not_official")
    assert counted(director, id, division="nie ma").json()["games"] == 0
    house.end(there[2]["game"])
    until(lambda: games(director, id)[2]["status"] == "over")
    assert counted(director, id).json()["games"] == 2


def test_a_request_looks_at_few_games_and_says_how_many_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mostek.features.reviews.http.game_statistics._AT_ONCE", 1)
    director, id = founded(house, "Wiele partii")
    chosen(director, id)
    started(director, id)
    there = opened(director, id, 2)
    seated(house, director, id)
    for each in there.values():
        house.end(each["game"])
    until(lambda: {each["status"] for each in games(director, id).values()} == {"over"})
    found = [counted(director, id).json() for _ in range(3)]
    assert [(each["games"], each["waiting"]) for each in found] == [(1, 1), (2, 0), (2, 0)]
