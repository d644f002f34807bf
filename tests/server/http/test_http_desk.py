"""The desk in a browser asks: what is next, what a line would do, what a pairing costs; and each role gets what it may have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from httpx import Response

from mostek.features.desk.feature import PRINT_DOCUMENT
from server.http.test_http_tournaments import PEOPLE, founded, give, invited, played, refused
from server.http.test_public_pages import paper
from server.http.visitors import House, Visitor

QUESTIONS = (
    "overview",
    "settings",
    "steps",
    "standings",
    "cross-table",
    "teams",
    "papers",
    "proof",
    "roster",
    "cards/1",
    "ratings",
    "matches",
    "bracket",
    "awards",
    "sample-list",
    "rounds/1/reasons",
    "documents/pairings.pdf?round=1",
    "office-qr.svg",
)


def line(who: Visitor, id: str, text: str) -> Any:
    """What a line would do."""
    answer = who.post(f"/tournaments/{id}/line", {"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


def pairing(who: Visitor, id: str, **asked: Any) -> Any:
    return who.post(f"/tournaments/{id}/pairing", asked)


def entry_list(who: Visitor, id: str, text: str) -> Any:
    return who.ask("POST", f"/tournaments/{id}/entry-list", text.encode(), {"content_type": "application/octet-stream"})


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_are_for_those_who_see_all(house: House, question: str) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    for role in ("director", "chief_arbiter", "scorekeeper"):
        who = director if role == "director" else invited(house, director, id, role, role)
        assert who.get(f"/tournaments/{id}/{question}").status_code == 200, role
    for role in ("assistant", "announcer"):
        who = invited(house, director, id, role, role)
        assert refused(who.get(f"/tournaments/{id}/{question}")) == (403, "not_in_role")
    assert refused(house.visitor("obcy").get(f"/tournaments/{id}/{question}")) == (403, "not_official")
    assert house.visitor().get(f"/tournaments/{id}/{question}").status_code == 401


def test_a_line_says_what_it_would_do_and_does_nothing(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    n = director.get(f"/tournaments/{id}").json()["n"]
    read = line(director, id, "1 412 388")
    assert read["kind"] == "command"
    assert "412" in read["message"]
    assert director.get(f"/tournaments/{id}").json()["n"] == n
    assert give(director, id, read["command"]).status_code == 200
    assert line(director, id, "1 412 388")["kind"] == "already"
    assert line(director, id, "1 = 388 412")["command"]["kind"] == "swapped"
    assert line(director, id, "? lis")["kind"] == "where"
    fault = line(director, id, "1 412")
    assert (fault["kind"], fault["command"]) == ("command", None) or fault["message"]


def test_a_scorekeeper_is_told_that_pairing_is_not_theirs(house: House) -> None:
    director, id = founded(house)
    helper = invited(house, director, id, "scorekeeper", "Olga")
    read = line(helper, id, "pair")
    assert (read["kind"], read["command"]) == ("fault", None)
    assert line(director, id, "pair")["command"]["type"] == "pair_round"
    assert refused(pairing(helper, id)) == (403, "not_in_role")


def test_a_pairing_is_looked_at_with_what_a_change_by_hand_costs(house: House) -> None:
    director, id = founded(house)
    meant = pairing(director, id).json()
    assert len(meant["tables"]) == 2
    assert meant["tables"][0]["reasons"]
    give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 350, 377))
    first = director.get(f"/tournaments/{id}").json()["whole"]["tables"][0]["players"]
    others = [number for number in range(1, len(PEOPLE) + 1) if number not in first]
    by_hand = pairing(director, id, tables=[first, others]).json()
    assert (by_hand["repeats"], by_hand["tables"][0]["met"]) == (2, 1)
    assert by_hand["faults"] > 0
    assert by_hand["check"]
    assert director.get(f"/tournaments/{id}").json()["whole"]["rounds"][-1]["round"] == 1


def test_the_last_round_can_be_looked_at_anew(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    again = pairing(director, id, again=True, tables=[[4, 3], [2, 1]]).json()
    assert (again["round"], [table["players"] for table in again["tables"]]) == (1, [[4, 3], [2, 1]])
    assert pairing(director, id).status_code == 409, "results are missing"


def test_a_list_is_judged_row_by_row_and_enters_nobody(house: House) -> None:
    director, id = founded(house)
    text = "Imię i nazwisko;Miasto;Ranking\nAnna Lis;Kutno;150\nFilip Kos;Łódź;133,5\nFilip Kos;Łódź;140\n"
    rows = entry_list(director, id, text).json()["rows"]
    assert [row["outcome"] for row in rows] == ["there", "enters", "refused"]
    assert rows[2]["message"]
    assert give(director, id, rows[1]["command"]).status_code == 200
    broken = entry_list(director, id, "\x00\x01;;;\n")
    assert broken.status_code in (200, 400)
    assistant = invited(house, director, id, "assistant", "Iwo")
    assert refused(entry_list(assistant, id, text)) == (403, "not_in_role")


def test_the_log_is_told_page_by_page_the_latest_first(house: House) -> None:
    director, id = founded(house)
    page = director.get(f"/tournaments/{id}/steps?count=2").json()
    assert [row["step"] for row in page["steps"]] == [page["n"], page["n"] - 1]
    before = director.get(f"/tournaments/{id}/steps?count=2&before={page['before']}").json()
    assert before["steps"][0]["step"] == page["n"] - 2


def test_settings_say_whether_they_are_fixed_and_what_can_be_chosen(house: House) -> None:
    director, id = founded(house)
    rows = {row["name"]: row for row in director.get(f"/tournaments/{id}/settings").json()["settings"]}
    assert (rows["rounds"]["kind"], rows["rounds"]["fixed"]) == ("whole", False)
    assert all(row["clause"] and row["title"] for row in rows.values())
    give(director, id, {"type": "pair_round"})
    rows = {row["name"]: row for row in director.get(f"/tournaments/{id}/settings").json()["settings"]}
    assert rows["rounds"]["fixed"] is True


def test_papers_come_as_pdf_and_exports_are_the_directors(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 350, 377))
    papers = director.get(f"/tournaments/{id}/papers").json()
    url = next(each["url"] for each in papers["documents"] if each["document"] == "pairings")
    assert director.get(url).content.startswith(b"%PDF")
    helper = invited(house, director, id, "scorekeeper", "Olga")
    for each in papers["exports"]:
        assert director.get(each["url"]).status_code in (200, 409), each
        assert refused(helper.get(each["url"])) == (403, "not_in_role")
    assert refused(director.get(f"/tournaments/{id}/documents/nothing.pdf")) == (404, "unknown")


LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#8a2b0e"/></svg>'


def test_diplomas_come_with_a_logo_and_a_colour_or_a_sentence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 350, 377))
    offered = director.get(f"/tournaments/{id}/papers").json()
    assert {each["document"] for each in offered["documents"] if each["has_emblem"]} == {"diplomas", "participants"}

    def asked(logo: bytes, colour: str = "", document: str = "diplomas") -> Response:
        address = f"/tournaments/{id}/documents/{document}?{urlencode({'colour': colour})}"
        return director.ask("POST", address, logo, {"content_type": "application/octet-stream"})

    assert asked(LOGO, "#8a2b0e").content.startswith(b"%PDF")
    assert asked(b"", "#8a2b0e").content.startswith(b"%PDF"), "a colour alone"
    assert refused(asked(LOGO, document="pairings")) == (404, "unknown")
    assert asked(b"<svg" + b" " * offered["most_logo_bytes"]).status_code == 413
    for logo, colour in (
        (b"GIF89a", ""),
        (LOGO, "red"),
        (LOGO[:-20], ""),
        (LOGO.replace(b"<rect", b"<image href='x'"), ""),
    ):
        assert refused(asked(logo, colour)) == (400, "unreadable_logo")
    # A drawing without end is given up.
    monkeypatch.setattr("mostek.features.desk.http.papers.PRINT_DOCUMENT", replace(PRINT_DOCUMENT, seconds=1))
    blur = b'<filter id="f" x="-1e6" y="-1e6" width="2e6" height="2e6"><feGaussianBlur stdDeviation="999"/></filter>'
    endless = LOGO.replace(b"<rect", blur + b'<rect filter="url(#f)"')
    answer = asked(endless)
    assert refused(answer) == (400, "unreadable_logo")
    assert "smaller PNG" in answer.json()["detail"] or "mniejszy plik PNG" in answer.json()["detail"]


def test_the_report_names_who_is_the_arbiter_now(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    invited(house, director, id, "chief_arbiter", "Roman Sędzia")
    assert "Roman Sędzia" in paper(director.get(f"/tournaments/{id}/documents/report.pdf"))


def test_the_file_is_proved(house: House) -> None:
    director, id = founded(house)
    checks = {each["name"]: each["outcome"] for each in director.get(f"/tournaments/{id}/proof").json()["checks"]}
    assert checks["chain"] == "holds"
    assert checks["course"] == "holds"
    assert "fails" not in checks.values()


def tables(who: Visitor, id: str, what: str) -> Any:
    answer = who.get(f"/tournaments/{id}/{what}")
    assert answer.status_code == 200, answer.text
    return answer.json()["tables"]


class TestSheets:
    def test_the_card_of_a_player_has_every_round(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"}, played(1, 412, 388))
        host = director.get(f"/tournaments/{id}").json()["whole"]["tables"][0]["players"][0]
        (card,) = tables(director, id, f"cards/{host}")
        assert "412:388" in card["table"]["rows"][0][3]
        assert director.get(f"/tournaments/{id}/cards/99").status_code == 404

    def test_prizes_are_named_and_then_won(self, house: House) -> None:
        director, id = founded(house)
        prizes = {"division": "", "category": "", "teams": False, "prizes": [{"amount": 50000}, {"thing": "puchar"}]}
        give(director, id, {"type": "set_prizes", "prizes": prizes}, {"type": "pair_round"})
        before = tables(director, id, "awards")
        assert before[0]["table"]["rows"] == []
        assert "500" in before[0]["table"]["notes"][0]
        give(director, id, played(1, 500, 300), played(2, 401, 399))
        (won, outlook) = tables(director, id, "awards")
        assert "500" in won["table"]["rows"][0][2]
        assert outlook["table"]["notes"]

    def test_the_ranking_has_who_has_played(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"}, played(1, 412, 388))
        (ranking,) = tables(director, id, "ratings")
        assert len(ranking["table"]["rows"]) == 2

    def test_a_cup_has_a_bracket_and_others_have_none(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        assert tables(director, id, "bracket") == []
        assert tables(director, id, "matches") == []
        cup, cup_id = founded(house, "Puchar", plan="knockout")
        give(cup, cup_id, {"type": "pair_round"}, played(1, 412, 388))
        semis, final, *_ = tables(cup, cup_id, "bracket")
        assert len(semis["table"]["rows"]) == 2
        assert final["title"] != semis["title"]

    def test_the_sample_is_a_list_that_can_be_entered(self, house: House) -> None:
        director, id = founded(house)
        sample = director.get(f"/tournaments/{id}/sample-list").content
        read = director.ask(
            "POST", f"/tournaments/{id}/entry-list", sample, {"content_type": "application/octet-stream"}
        ).json()
        assert [row["outcome"] for row in read["rows"]] == ["enters", "enters"]

    def test_a_new_tournament_is_made_from_each_template_with_its_organisers(self, house: House) -> None:
        who = house.visitor("Ewa")
        offered = who.get("/tournaments").json()["templates"]
        assert {"pfs", "cup", "league"} <= {each["name"] for each in offered}
        assert all(each["title"] for each in offered)
        body = {"name": "Puchar", "template": "cup", "starts_on": "2026-11-21"}
        made = who.post("/tournaments", body | {"organisers": ["Klub"], "arbiter": "Jan Lis"}).json()
        assert made["whole"]["event"]["organisers"] == ["Klub"]
        assert made["whole"]["event"]["arbiter"] == "Jan Lis"
        assert who.post("/tournaments", body | {"organisers": ["x"] * 21}).status_code == 400


class TestForeignFiles:
    """A file of another program becomes a tournament of the server."""

    def put(self, who: Visitor, data: bytes) -> Any:
        return who.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})

    def test_what_one_desk_exports_another_takes(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 300, 299))
        export = next(
            each["url"] for each in director.get(f"/tournaments/{id}/papers").json()["exports"] if each["name"] == "csv"
        )
        data = director.get(export.removeprefix("/api")).content
        put = self.put(director, data)
        assert put.status_code == 201, put.text
        whole = put.json()["whole"]
        assert {each["name"] for each in whole["entrants"]} == set(PEOPLE)
        assert put.json()["id"] != id


class TestNonsense:
    """A command that is none of the desk's is refused with the field and what stands there, in words."""

    @pytest.mark.parametrize(
        ("command", "said"),
        [
            (
                {"type": "register_entrant", "person": {"name": "X"}, "entered_on": "2026-13-41"},
                "Dzień zgłoszenia: '2026-13-41'",
            ),
            ({"type": "register_entrant", "person": {"name": "X"}, "number": 10**9}, "Numer startowy: 1000000000"),
            ({"type": "register_entrant", "person": {"name": "X"}, "channel": "owl"}, "Jak przyszło zgłoszenie: 'owl'"),
            ({"type": "register_entrant", "person": {"name": ""}}, "to nie może być puste"),
            ({"type": "register_entrant", "person": {"name": "x" * 500}}, "500"),
            ({"type": "register_entrant", "person": {"name": 7}}, ": 7 "),
            ({"type": "set_prizes", "prizes": {"prizes": [{"amount": 1}, {"amount": -1}]}}, "Nagroda: -1"),
            ({"type": "set_pair_rule", "pair": [1], "rule": "forced"}, "Numer startowy"),
            ({"type": "adjourn_game", "round": 1, "table": 1, "until": ":00", "reason": "x"}, "Do kiedy: ':00'"),
            ({"type": "owl"}, "Polecenie: 'owl'"),
            ({}, "Polecenie: to nie może być puste"),
            ({"type": ["owl"]}, "Polecenie"),
        ],
    )
    def test_a_command_with_nonsense_is_refused_in_words(
        self, house: House, command: dict[str, Any], said: str
    ) -> None:
        director, id = founded(house)
        answer = give(director, id, command)
        assert answer.status_code == 409
        detail = answer.json()["detail"]
        assert said in detail
        assert "None" not in detail
        assert "`" not in detail
