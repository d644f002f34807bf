"""Many requests and similar names: nobody is refused for what others do, and who is refused learns when to come again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mostek.app.ports import SaveError
from mostek.server import budget
from mostek.server.http.limits import CROWD, Limits
from server.http.visitors import House, open_house, refused


def test_changes_are_limited_for_a_person_and_for_an_address(tmp_path: Path) -> None:
    with open_house(tmp_path, Limits(changes=4, guests=1000)) as house:
        ala = house.visitor("Ala")
        answers = [ala.patch("/me", {"name": "Alicja"}) for _ in range(6)]
        assert [answer.status_code for answer in answers][:3] == [200, 200, 200]
        assert refused(answers[-1]) == (429, "too_many")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert house.visitor("Ola").patch("/me", {"name": "Olga"}).status_code == 200
        codes = [house.visitor().post("/me", {"name": "X"}).status_code for _ in range(4 * CROWD)]
        assert codes[-1] == 429


def test_one_account_is_not_guessed_from_many_places(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "monotonic", lambda: 0.0)  # a hash takes long on a busy machine
    guess = {"login": "ala", "password": "wrong password"}
    codes = [house.visitor().post("/sessions", guess).status_code for _ in range(12)]
    assert codes == [401] * 10 + [429] * 2
    assert house.visitor().post("/sessions", {**guess, "login": "ola"}).status_code == 401


def test_a_limit_says_when_to_come_again(tmp_path: Path) -> None:
    with open_house(tmp_path, Limits(guests=0)) as house:
        answer = house.visitor().post("/me", {"name": "Ala"})
        assert refused(answer) == (429, "too_many")
        assert 1 <= int(answer.headers["retry-after"]) <= 60


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "mostek.test.evil.example", "["])
def test_a_foreign_name_of_the_server_is_refused(house: House, host: str) -> None:
    answer = house.visitor(accept_language="en").get("/me", host=host)
    assert refused(answer) == (421, "foreign_host")
    assert "http://mostek.test" in answer.json()["detail"]


@pytest.mark.parametrize("host", ["mostek.test", "MOSTEK.test:80", "localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_own_names_and_numbers_are_fine(house: House, host: str) -> None:
    assert house.visitor().get("/me", host=host).status_code == 200


@pytest.mark.parametrize("name", ["Аnna", "Annа Maria", "Οla"])
def test_a_word_of_several_alphabets_is_no_name(house: House, name: str) -> None:
    answer = house.visitor(accept_language="pl").post("/me", {"name": name})
    assert refused(answer) == (400, "name_mixed")
    assert answer.json()["detail"] == "Jedno ze słów tej nazwy zawiera litery z różnych alfabetów."


@pytest.mark.parametrize(
    ("first", "second"), [("Ola", "0la"), ("Bernard", "Bemard"), ("COCO", "СОСО"), ("Ilona", "llona")]
)
def test_a_lookalike_does_not_sit_down_beside_whom_it_imitates(house: House, first: str, second: str) -> None:
    host, guest, other = (house.visitor(name) for name in (first, second, "Zofia"))
    table = host.open()
    assert host.sit(table).status_code == 200
    answer = guest.sit(table)
    assert refused(answer) == (409, "lookalike")
    assert first in answer.json()["detail"]
    assert guest.patch("/me", {"name": "Wanda"}).status_code == 200
    assert guest.sit(table).status_code == 200
    assert refused(other.sit(table))[1] in ("full", "not_open")


def test_nobody_becomes_a_lookalike_while_they_sit_there(house: House) -> None:
    host, guest = house.visitor("Ola"), house.visitor("Zofia")
    table = host.open(seats=3)
    assert host.sit(table).status_code == guest.sit(table).status_code == 200
    assert refused(guest.patch("/me", {"name": "0la"})) == (409, "lookalike")
    assert guest.patch("/me", {"name": "Zośka"}).status_code == 200


@pytest.mark.parametrize("name", ["Żółw", "Анна", "Ala Анна", "Ñandú", "さくら子", "Jan III"])
def test_names_in_one_alphabet_are_fine(house: House, name: str) -> None:
    assert house.visitor().post("/me", {"name": name}).status_code == 200


def test_health_says_whether_the_database_is_written(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise SaveError("The database cannot be written: {why}.", why="disk full")

    asking = house.visitor()
    assert asking.get("/health").json()["status"] == "ok"
    monkeypatch.setattr(house.state.database, "beat", full)
    while (answer := asking.get("/health")).status_code == 200:  # the server writes twice a second by itself
        pass
    assert refused(answer) == (503, "not_kept")
    assert answer.headers["retry-after"]
    monkeypatch.undo()
    while asking.get("/health").status_code != 200:
        pass
