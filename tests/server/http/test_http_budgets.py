"""What people leave on the disk is bounded for a person, an address and the server; what is removed is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mostek.app.byte_budgets import (
    BUDGETS,
    GAME,
    MB,
    NAMELESS_PLACES,
    SMALL,
    BudgetError,
    Leaver,
    LeftKind,
    tournament_cost,
)
from mostek.features.letters.model import MOST_OF_PLAYER
from mostek.server.config import Config
from mostek.store.left_files import LeftFileStore
from server.http.push_service import PushService, push_service
from server.http.test_http_push import asks
from server.http.test_http_tournaments import founded, give
from server.http.visitors import House, Visitor, open_house, refused

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "server.md"
LEAVER = Leaver(person="p1", address="198.51.100.7")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of a hundredth, so that tests need no megabytes."""
    import msgspec

    for kind, budget in BUDGETS.items():
        less = {"of_person": budget.of_person // 100, "of_address": budget.of_address // 100}
        monkeypatch.setitem(BUDGETS, kind, msgspec.structs.replace(budget, **less))
    monkeypatch.setattr("mostek.app.byte_budgets.SMALL", SMALL // 100)


@pytest.fixture
def own(folder: Path) -> Iterator[House]:
    """A server of its own."""
    with open_house(folder) as house:
        yield house


def bytes_in(house: House) -> int:
    folder = Path(house.state.services.config.data, "tournaments")
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def file_of(house: House, size: int) -> bytes:
    """The file of a tournament of about that size."""
    director, id = founded(house, "Źródło")
    while len(data := director.get(f"/tournaments/{id}/file").content) < size:
        done = give(director, id, *({"type": "amend_entrant", "number": 1, "person": person(n)} for n in range(5)))
        assert done.status_code == 200, done.text
    assert director.delete(f"/tournaments/{id}").status_code == 200
    return data


def person(number: int) -> dict[str, Any]:
    return {"name": "Anna Lis", "city": "Kutno", "club": f"{number} " + "x" * 490}


def uploads(who: Visitor, data: bytes) -> Any:
    return who.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})


def test_twenty_five_uploads_that_are_removed_leave_nothing(own: House) -> None:
    data = file_of(own, 100_000)
    who = own.visitor("Gość")
    assert bytes_in(own) == 0, "a removed tournament is gone"
    for _ in range(25):
        answer = uploads(who, data)
        assert answer.status_code == 201, answer.text
        id = answer.json()["id"]
        assert bytes_in(own) > 0
        assert give(who, id, {"type": "amend_entrant", "number": 1, "person": person(0)}).status_code == 200
        assert who.delete(f"/tournaments/{id}").status_code == 200
        assert bytes_in(own) == 0
        assert who.get(f"/tournaments/{id}").status_code == 404


def test_a_file_of_the_operator_stays_when_it_is_hosted_no_more(own: House) -> None:
    _, id = founded(own, "Operatora")
    hosted = own.run(own.state.services.hosted.get, id)
    path = own.state.services.config.data / "tournaments" / f"{hosted.file}.jsonl"
    own.run(own.state.services.hosted.remove, id)
    own.run(own.state.services.left.forget, LeftKind.TOURNAMENT, hosted.file)
    own.run(own.state.services.space.start)
    import msgspec

    own.run(own.state.services.space.remove, msgspec.structs.replace(hosted, host=None))
    assert path.exists()


def test_uploads_of_one_person_end_with_a_sentence_and_room_comes_back(own: House, small: None) -> None:
    data, who, ids = file_of(own, 20_000), own.visitor("Gość"), []
    while (answer := uploads(who, data)).status_code == 201:
        ids.append(answer.json()["id"])
    assert refused(answer) == (413, "no_room")
    assert "MB" in answer.json()["detail"]
    assert 1 <= len(ids) < 10
    assert bytes_in(own) <= BUDGETS[LeftKind.TOURNAMENT].of_person
    body = {"name": "Mały", "template": "pfs", "starts_on": "2026-11-21", "settings": {}}
    left = who.post("/tournaments", body)
    assert who.delete(f"/tournaments/{ids[0]}").status_code == 200
    assert uploads(who, data).status_code == 201 or left.status_code == 201


def test_a_tournament_does_not_grow_beyond_the_budget_and_can_still_be_closed(own: House, small: None) -> None:
    director, id = founded(own)
    for _ in range(40):
        answer = give(director, id, *({"type": "amend_entrant", "number": 1, "person": person(n)} for n in range(50)))
        if answer.status_code != 200:
            break
    assert refused(answer) == (413, "tournament_grown")
    assert bytes_in(own) < 4 * BUDGETS[LeftKind.TOURNAMENT].of_person
    assert give(director, id, {"type": "undo", "reason": "koniec"}).status_code == 200
    assert director.get(f"/tournaments/{id}/file").status_code == 200, "the file can be taken home"


def test_guests_of_one_address_share_a_budget(own: House, small: None) -> None:
    data, said = file_of(own, 20_000), []
    for number in range(60):
        answer = uploads(own.visitor(f"Gość {number}"), data)
        if answer.status_code != 201:
            said.append(refused(answer))
            break
    assert said == [(429, "no_room")]
    assert bytes_in(own) <= BUDGETS[LeftKind.TOURNAMENT].of_address


def test_a_restart_forgets_nothing(folder: Path, small: None) -> None:
    with open_house(folder) as house:
        data, who = file_of(house, 20_000), house.visitor("Gość")
        while uploads(who, data).status_code == 201:
            pass
        cookies = who.cookies
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = cookies
        assert refused(uploads(again, data)) == (413, "no_room")


def test_a_person_who_is_forgotten_leaves_what_they_left_to_their_address(own: House, small: None) -> None:
    data = file_of(own, 20_000)
    answer: Any = None
    for number in range(60):
        who = own.visitor(f"Gość {number}")
        answer = uploads(who, data)
        if answer.status_code != 201:
            break
        assert who.delete("/me").status_code in (200, 204)
    assert refused(answer) == (429, "no_room")


def test_the_folder_of_tournaments_is_bounded_by_the_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil
    from collections import namedtuple

    usage = namedtuple("usage", "total used free")
    assert Config.of({"MOSTEK_TOURNAMENT_SHARE": "50"}, data=folder).tournament_share == 50
    with open_house(folder, tournament_share=50) as house:
        who = house.visitor("Ewa")
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**6, 10**6, 100_000))
        body = {"name": "Ciasny", "template": "pfs", "starts_on": "2026-11-21", "settings": {}}
        answer = who.post("/tournaments", body)
        assert refused(answer) == (507, "no_room")
        assert bytes_in(house) == 0
        monkeypatch.undo()
        assert who.post("/tournaments", body).status_code == 201


def test_the_twenty_first_tournament_leaves_no_file(own: House) -> None:
    who = own.visitor("Ewa")
    body = {"name": "Mały", "template": "pfs", "starts_on": "2026-11-21", "settings": {}}
    for _ in range(20):
        assert who.post("/tournaments", body).status_code == 201
    before = bytes_in(own)
    assert refused(who.post("/tournaments", body)) == (409, "too_many_tournaments")
    assert bytes_in(own) == before


def test_rotating_copies_of_what_was_left_take_no_more_than_the_file(
    own: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mostek.store.tournament_files.SMALL", 10_000)
    who = own.visitor("Gość")
    data = file_of(own, 60_000)
    id = uploads(who, data).json()["id"]
    for number in range(60):
        assert give(who, id, {"type": "amend_entrant", "number": 1, "person": person(number)}).status_code == 200
    folder = Path(own.state.services.config.data, "tournaments")
    copies = sum(path.stat().st_size for path in (folder / "copies").iterdir())
    assert 0 < copies <= bytes_in(own) - copies


# Sets, boxes, reviews and games


def test_sets_of_a_class_have_a_budget_and_a_deleted_one_gives_room(own: House, small: None) -> None:
    teacher, ids = own.visitor("Pani"), []
    tasks = [{"type": "word", "word": "kot"} for _ in range(40)]
    while (answer := teacher.post("/class/sets", {"title": "Lekcja", "tasks": tasks})).status_code == 201:
        ids.append(answer.json()["id"])
        assert len(ids) < 30
    assert refused(answer) == (413, "no_room")
    assert teacher.delete(f"/class/sets/{ids[0]}").status_code == 200
    assert teacher.post("/class/sets", {"title": "Lekcja", "tasks": tasks}).status_code == 201


def card(number: int) -> dict[str, Any]:
    return {
        "kind": "anagrams",
        "question": f"K{number}",
        "lexicon": "lista@1",
        "answers": ["ABCDEFGHIJKLMNO"] * 40,
        "added": 1,
        "changed": 1,
        "due": 1,
    }


def test_a_box_has_a_budget_and_what_is_there_stays(own: House, small: None) -> None:
    who, sent = own.visitor("Ola"), 0
    while (answer := who.post("/study/box", {"cards": [card(sent), card(sent + 1)]})).status_code == 200:
        sent += 2
        assert sent < 200
    assert refused(answer) == (413, "no_room")
    there = who.post("/study/box", {}).json()["cards"]
    assert len(there) == sent, "all or none"
    assert who.post("/study/box", {"cards": [card(0) | {"changed": 2, "answers": []}]}).status_code == 200
    assert who.delete("/study/box").status_code == 204
    assert who.post("/study/box", {"cards": [card(0)]}).status_code == 200


def test_the_oldest_reviews_of_a_person_give_way_and_those_of_others_stay(own: House, small: None) -> None:
    other, who = own.visitor("Inna"), own.visitor("Gość")
    game = "#character-encoding UTF-8\n#player1 A A\n#player2 B B\n>A: KOTARSE 8D KOT +10 {n}\n#note {text}\n"

    def given(visitor: Visitor, number: int) -> str:
        text = game.format(n=10, text=f"{number} " + "x" * 6000)
        answer = visitor.ask("POST", "/reviews", text.encode(), {"content_type": "text/plain"})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    first = given(other, 0)
    mine = [given(who, number) for number in range(1, 8)]
    folder = Path(own.state.services.config.data, "reviews")
    kept = {path.stem for path in folder.glob("*.game")}
    assert first in kept
    assert mine[-1] in kept
    assert mine[0] not in kept
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 2 * BUDGETS[LeftKind.REVIEW].of_person


def test_a_guest_opens_a_bounded_number_of_tables_and_goes_on_with_an_account(own: House, small: None) -> None:
    guest, opened = own.visitor("Gość"), 0
    while (answer := guest.post("/tables", {})).status_code == 201:
        opened += 1
        assert opened <= BUDGETS[LeftKind.GAME].of_person // GAME
    assert refused(answer) == (413, "no_room")
    account = {"login": "gosc", "password": "bardzo dlugie haslo"}
    assert guest.post("/accounts", account).status_code in (200, 201)
    assert guest.post("/tables", {}).status_code == 201


# Messages to phones


@pytest.fixture
def pushing(folder: Path, tmp_path: Path) -> Iterator[tuple[House, PushService]]:
    with push_service(tmp_path) as service, open_house(folder, courier=service.courier()) as house:
        yield house, service


def test_a_stranger_takes_five_places_of_an_event(pushing: tuple[House, PushService]) -> None:
    house, service = pushing
    _, id = founded(house)
    stranger, taken = house.visitor("Obcy"), 0
    for _ in range(260):
        answer = asks(stranger, f"/tournaments/{id}/push", service.browser(), topic="event")
        taken += answer.status_code == 200
    assert taken == MOST_OF_PLAYER == 5
    assert refused(answer) == (409, "too_many_devices")
    other = house.visitor("Inny")
    assert asks(other, f"/tournaments/{id}/push", service.browser(), topic="event").status_code == 200


def test_without_a_name_an_address_has_a_bound_and_a_name_helps(pushing: tuple[House, PushService]) -> None:
    house, service = pushing
    _, id = founded(house)
    nameless = house.visitor()
    for _ in range(NAMELESS_PLACES):
        assert asks(nameless, f"/tournaments/{id}/push", service.browser(), topic="event").status_code == 200
    answer = asks(nameless, f"/tournaments/{id}/push", service.browser(), topic="event")
    assert refused(answer) == (429, "too_many_nameless")
    assert asks(house.visitor("Ala"), f"/tournaments/{id}/push", service.browser(), topic="event").status_code == 200


# The table


def budget_table() -> str:
    """The budgets as a table of the guide."""
    rows = [
        f"| {each.what} | {each.of_person / MB:g} MB | {each.of_address / MB:g} MB | {each.of_server or '–'} |"
        for each in BUDGETS.values()
    ]
    return "\n".join(("| What | A person | An address | The server |", "|---|---|---|---|", *rows))


def test_the_guide_has_the_budgets() -> None:
    assert budget_table() in GUIDE.read_text("utf-8")


def test_one_guest_leaves_less_than_twenty_megabytes() -> None:
    lessons = 4 * 400_000
    assert sum(budget.of_person for budget in BUDGETS.values()) + lessons < 20 * MB


def test_every_budget_that_refuses_has_its_sentence(own: House) -> None:
    left = LeftFileStore(own.state.database)
    for kind, budget in BUDGETS.items():
        if budget.gives_way:
            continue
        with pytest.raises(BudgetError, match="MB"):
            own.run(left.check, kind, LEAVER, budget.of_person + 1)
    assert tournament_cost(10) == 10 + SMALL
