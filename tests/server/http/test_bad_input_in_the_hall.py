"""Bad input in a hall: other people's tables, guessed codes, the same instant, edited addresses, a full disk."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from mostek.server import wrong_codes
from mostek.store.tournament_lines import read_tournament
from mostek.tournament.commands import EnterResult
from server.http.test_http_tournaments import codes, founded, give, invited, played, refused, tables
from server.http.visitors import House, open_house


@pytest.mark.parametrize(
    "more",
    [
        {"table": 2},
        {"number": 3},
        {"division": "x"},
        {"round": 2},
        {"round": 0},
        {"points": [-1, 388]},
        {"points": [10**9, 388]},
        {"points": [412]},
        {"points": [1, 2, 3]},
        {"last_words": [14]},
        {"last_words": [-1, 9], "points": [400, 400]},
    ],
)
def test_a_phone_tells_the_result_of_its_own_table_only(house: House, more: dict[str, Any]) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    code = codes(director, id)[1]["code"]
    report = {"id": "phone-aaaa", "round": 1, "points": [412, 388]} | more
    answer = house.visitor().post(f"/players/{code}/result", report)
    assert answer.status_code in (400, 409), answer.text
    assert answer.json()["detail"]
    assert not any(each.get("reports") for each in tables(director, id).values())


def test_a_code_that_is_guessed_is_logged_without_the_code_and_cannot_fill_the_log(house: House) -> None:
    director, id = founded(house)
    wrong_codes._lines = type(wrong_codes._lines)(10, 0.0)
    right = codes(director, id)[1]["code"]
    with capture_logs() as said:
        for _ in range(30):
            assert refused(house.visitor().get(f"/players/{right.replace('-1-', '-2-')}")) == (403, "wrong_player_code")
        assert refused(house.visitor().post(f"/tournaments/{id}/code", {"number": 1, "short": "zzzzzz"}))[0] == 403
    noted = [each for each in said if each["event"] == "wrong player code"]
    assert len(noted) == 10


def test_codes_that_are_tried_at_random_are_refused_for_a_while_and_right_ones_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones of a hall share an address with whoever tries."""
    director, id = founded(house)
    monkeypatch.setattr(wrong_codes, "_tries", type(wrong_codes._tries)(4, 1 / 60))
    right = codes(director, id)[1]["code"]
    wrong = right.replace("-1-", "-2-")
    phone = house.visitor()
    assert phone.get(f"/players/{wrong}").status_code == 403
    for path in ("", "/why"):
        assert refused(phone.get(f"/players/{wrong}{path}"))[0] == 403
    assert phone.post(f"/players/{wrong}/seat").status_code == 403
    waits = phone.get(f"/players/{wrong}")
    assert refused(waits) == (429, "too_many")
    assert int(waits.headers["Retry-After"]) > 0
    assert phone.get(f"/players/{right}").status_code == 200


def test_of_two_results_at_the_same_instant_one_is_in_and_the_other_hears_of_it(house: House) -> None:
    director, id = founded(house)
    helper = invited(house, director, id, "scorekeeper", "Olga")
    give(director, id, {"type": "pair_round"})
    seen = director.get(f"/tournaments/{id}").json()["n"]
    told = [(director, played(1, 412, 388)), (helper, played(1, 388, 412))]
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda each: give(each[0], id, each[1], seen=seen), told))
    assert sorted(each.status_code for each in answers) == [200, 409]
    (late,) = [each for each in answers if each.status_code == 409]
    assert late.json()["code"] == "overtaken"
    won = told[0 if answers[0].status_code == 200 else 1][1]["result"]["scores"]
    assert ":".join(map(str, won)) in late.json()["detail"]
    assert tables(director, id)[1]["scores"] == won


ADDRESSES = (
    "/r/99", "/r/-1", "/r/0", "/r/x", "/r/1e9", "/r/99999999999999999999", "/p/99", "/p/0", "/p/Anna", "/standings?round=99",
    "/standings?round=x", "/standings?division=%3Cscript%3E", "/wall/prizes?places=-1", "/wall/prizes?places=1000000000",
    "/documents/../file", "/documents/..%2f..%2fserver.pdf", "/documents/pairings.pdf?round=99", "/documents/%00.pdf", "/%F0%28",
    "/standings?lang=%3Cscript%3E", "/r/1?division=" + "x" * 3000, "/" + "a/" * 400, "/desk/../../api/me",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda each: each[:40])
def test_an_edited_address_leads_to_a_page_or_to_a_sentence(house: House, address: str) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    answer = house.visitor().send("GET", f"/e/{id}{address}", {})
    assert answer.status_code in (200, 301, 302, 307, 308, 400, 404, 414), answer.status_code
    assert "<script>" not in answer.text
    assert "Traceback" not in answer.text


def test_an_unknown_tournament_is_answered_as_a_private_one(house: House) -> None:
    director, id = founded(house)
    director.ask("PUT", f"/tournaments/{id}/audience", {"visibility": "private"}, {})
    stranger = house.visitor()
    there, not_there = (stranger.send("GET", f"/e/{each}", {}) for each in (id, "zzzzzzzzzzzz"))
    assert (there.status_code, not_there.status_code) == (404, 404)
    assert there.text.replace(id, "") == not_there.text.replace("zzzzzzzzzzzz", "")


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_disk_that_is_full_in_the_middle_of_a_round_loses_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """The result is refused with a sentence; when there is room again it is taken, and the log is whole."""
    with open_house(folder) as house:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        assert give(director, id, played(1, 412, 388)).status_code == 200
        seen = director.get(f"/tournaments/{id}").json()["n"]
        phone = codes(director, id)[tables(director, id)[2]["players"][0]]["code"]
        real = getattr(os, call)

        def full(handle: int, *given: Any) -> Any:
            if not os.readlink(f"/proc/self/fd/{handle}").startswith(str(folder / "tournaments")):
                return real(handle, *given)
            if call == "write":
                real(handle, bytes(given[0])[: len(given[0]) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with monkeypatch.context() as patch:
            patch.setattr(os, call, full)
            report = {"id": "phone-aaaa", "round": 1, "points": [350, 377]}
            for answer in (
                give(director, id, played(2, 350, 377), seen=seen),
                house.visitor().post(f"/players/{phone}/result", report),
            ):
                assert answer.status_code == 503, answer.text
                assert answer.json()["detail"]
            assert tables(director, id)[1]["scores"] == [412, 388], "what was in can be read"
        assert give(director, id, played(2, 350, 377)).status_code == 200
        checks = {each["outcome"] for each in director.get(f"/tournaments/{id}/proof").json()["checks"]}
        assert "fails" not in checks
        log = read_tournament(director.get(f"/tournaments/{id}/file").content).steps
        kept = [step.command.result for step in log if isinstance(step.command, EnterResult)]
        assert [each.scores for each in kept] == [(412, 388), (350, 377)]
