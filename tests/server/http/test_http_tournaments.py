"""A tournament on a server: its officials, what each may do, commands that were overtaken, players with codes, and its file."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from mostek.app.tournaments import Desk, hall_time
from mostek.live import tournament_sessions
from mostek.store.tournament_files import SUFFIX, TournamentFile
from mostek.store.tournament_lines import read_tournament
from mostek.tournament.commands import RegisterEntrant
from mostek.tournament.entrants import Person
from mostek.tournament.state import Tournament
from server.http.visitors import House, Visitor

PEOPLE = ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma")
SETTINGS = {"rounds": 3, "minutes": 20, "results.self_report": True}


def founded(house: House, name: str = "Turniej w Kutnie", **settings: Any) -> tuple[Visitor, str]:
    """A tournament with four people present; its director and its id."""
    director = house.visitor("Ewa")
    body = {"name": name, "template": "pfs", "starts_on": "2026-11-21", "settings": {**SETTINGS, **settings}}
    answer = director.post("/tournaments", body)
    assert answer.status_code == 201, answer.text
    id = answer.json()["id"]
    entries = [{"type": "register_entrant", "person": {"name": name, "city": "Kutno"}} for name in PEOPLE]
    done = give(director, id, *entries, {"type": "check_in", "numbers": [1, 2, 3, 4]})
    assert done.status_code == 200, done.text
    return director, id


def give(who: Visitor, id: str, *commands: dict[str, Any], seen: int | None = None, preview: bool = False) -> Any:
    """Give commands, having seen the tournament as it stands unless the test says otherwise."""
    if seen is None:
        seen = who.get(f"/tournaments/{id}").json()["n"]
    return who.post(f"/tournaments/{id}/commands", {"seen": seen, "commands": list(commands), "preview": preview})


def invited(house: House, director: Visitor, id: str, role: str, name: str) -> Visitor:
    """A person who has taken an office."""
    given = director.post(f"/tournaments/{id}/invitations", {"role": role, "name": name})
    assert given.status_code == 201, given.text
    person = house.visitor("gość")
    assert person.post(f"/office-invitations/{given.json()['token']}").status_code == 200
    return person


def codes(director: Visitor, id: str) -> dict[int, dict[str, Any]]:
    return {each["number"]: each for each in director.get(f"/tournaments/{id}/codes").json()["codes"]}


def tables(who: Visitor, id: str) -> dict[int, dict[str, Any]]:
    return {each["table"]: each for each in who.get(f"/tournaments/{id}").json()["whole"].get("tables", [])}


def refused(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, which has a sentence too."""
    assert answer.json()["detail"]
    return answer.status_code, answer.json()["code"]


def played(table: int, first: int, second: int, played_in: int = 1, **more: Any) -> dict[str, Any]:
    result = {"kind": "played", "scores": [first, second]}
    return {"type": "enter_result", "round": played_in, "table": table, "result": result, "signed": [1, 2, 3, 4]} | more


def test_a_round_is_run_by_the_commands_of_the_desk(house: House) -> None:
    director, id = founded(house)
    paired = give(director, id, {"type": "pair_round"}).json()
    assert paired["messages"]
    assert paired["events"][0]["type"] == "round_paired"
    done = give(director, id, played(1, 412, 388), played(2, 350, 377)).json()
    assert [each["type"] for each in done["events"]] == ["result_entered"] * 2
    assert done["next"][0]["stage"] == "pair"
    page = director.get(f"/tournaments/{id}").json()
    assert {each["light"] for each in page["whole"]["tables"]} == {"in"}
    first = min(page["whole"]["standings"], key=lambda each: each["place"])
    assert (first["half_points"], first["game_points"]) == (2, 412)


def test_several_commands_are_carried_out_all_or_none(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    answer = give(director, id, played(1, 412, 388), played(9, 350, 377))
    assert refused(answer) == (409, "refused")
    assert (answer.json()["index"], answer.json()["reason"]) == (1, "table_not_paired")
    assert tables(director, id)[1]["light"] == "not_yet"


def test_a_command_rests_on_what_its_author_has_seen(house: House) -> None:
    director, id = founded(house)
    helper = invited(house, director, id, "scorekeeper", "Olga")
    give(director, id, {"type": "pair_round"})
    seen = helper.get(f"/tournaments/{id}").json()["n"]
    assert give(director, id, played(1, 412, 388)).status_code == 200
    assert give(helper, id, played(2, 350, 377), seen=seen).status_code == 200, "the result of another table"
    late = give(helper, id, played(1, 388, 412), seen=seen)
    assert refused(late) == (409, "overtaken")
    assert late.json()["since"][0]["by"] == "Ewa"
    assert "412:388" in late.json()["detail"]
    pairing = give(director, id, {"type": "pair_round"}, seen=seen)
    assert refused(pairing) == (409, "overtaken")
    assert give(director, id, {"type": "pair_round"}).status_code == 200


def test_a_command_that_is_sent_again_is_carried_out_once(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    command = played(1, 412, 388, id="tablet-0001")
    first, again = give(director, id, command, seen=7), give(director, id, command, seen=7)
    assert first.json()["again"] is False
    assert again.json()["again"] is True
    assert again.json()["n"] == first.json()["n"]


def test_a_command_that_was_undone_and_is_sent_again_says_so(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    command = played(1, 412, 388, id="result-0001")
    assert give(director, id, command).status_code == 200
    assert give(director, id, {"type": "undo"}).status_code == 200
    again = give(director, id, command)
    assert refused(again) == (409, "overtaken")
    assert again.json()["since"][0]["by"] == "Ewa"
    assert tables(director, id)[1]["light"] == "not_yet"


def test_a_preview_changes_nothing_and_says_what_would_follow(house: House) -> None:
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    give(director, id, played(1, 412, 388), played(2, 350, 377))
    swapped = {
        "type": "correct_result",
        "round": 1,
        "table": 1,
        "kind": "swapped",
        "result": {"kind": "played", "scores": [388, 412]},
    }
    shown = give(director, id, swapped, preview=True).json()
    assert shown["consequences"]["places"]
    assert tables(director, id)[1]["scores"] == [412, 388]


class TestRoles:
    """Every command and every question by every role that may not."""

    @pytest.mark.parametrize(
        ("role", "may"),
        [
            ("chief_arbiter", {"pair_round", "deduct", "withdraw", "register_entrant"}),
            ("scorekeeper", {"register_entrant"}),
            ("announcer", set()),
            ("assistant", set()),
        ],
    )
    def test_each_role_gives_its_own_commands(self, house: House, role: str, may: set[str]) -> None:
        director, id = founded(house)
        person = invited(house, director, id, role, "Olga")
        tried: dict[str, dict[str, Any]] = {
            "register_entrant": {"person": {"name": "Filip Kos"}},
            "withdraw": {"number": 4},
            "pair_round": {},
            "deduct": {"round": 1, "number": 1, "points": 5, "reason": "rozmowy"},
            "choose_settings": {"settings": {"rounds": 5}},
            "close_tournament": {"reason": "burza"},
        }
        for kind, fields in tried.items():
            answer = give(person, id, {"type": kind, **fields}, seen=6)
            in_role = answer.status_code == 200 or answer.json()["code"] in ("refused", "overtaken")
            assert in_role is (kind in may), (kind, answer.text)

    def test_a_scorekeeper_does_not_rule(self, house: House) -> None:
        director, id = founded(house)
        helper = invited(house, director, id, "scorekeeper", "Olga")
        give(director, id, {"type": "pair_round"})
        give(helper, id, played(1, 412, 388))
        ruling = {
            "type": "correct_result",
            "round": 1,
            "table": 1,
            "kind": "ruling",
            "clause": "PFS-7.4",
            "reason": "spór",
            "result": {"kind": "played", "scores": [388, 412]},
        }
        assert refused(give(helper, id, ruling)) == (403, "not_in_role")
        assert give(helper, id, {**ruling, "kind": "swapped", "clause": ""}).status_code == 200

    def test_the_log_names_who_has_given_a_command_and_not_who_they_say_they_are(self, house: House) -> None:
        director, id = founded(house)
        helper = invited(house, director, id, "scorekeeper", "Olga")
        give(
            helper,
            id,
            {"type": "register_entrant", "person": {"name": "Filip Kos"}, "by": "Ewa", "at": "1999-01-01T00:00:00"},
        )
        last = read_tournament(director.get(f"/tournaments/{id}/file").content).steps[-1].command
        assert last.by == "Olga"
        assert last.at.year >= 2026, "the clock of a phone does not count"

    def test_a_helper_undoes_the_own_last_step_only(self, house: House) -> None:
        director, id = founded(house)
        helper = invited(house, director, id, "scorekeeper", "Olga")
        assert refused(give(helper, id, {"type": "undo"})) == (409, "not_own")
        give(helper, id, {"type": "register_entrant", "person": {"name": "Filip Kos"}})
        assert give(helper, id, {"type": "undo"}).status_code == 200
        assert give(director, id, {"type": "undo"}).status_code == 200

    @pytest.mark.parametrize("path", ["file", "officials", "codes"])
    def test_who_is_no_official_gets_no_secret(self, house: House, path: str) -> None:
        _, id = founded(house)
        assert refused(house.visitor("obcy").get(f"/tournaments/{id}/{path}")) == (403, "not_official")
        assert house.visitor().get(f"/tournaments/{id}/{path}").status_code == 401

    def test_an_invitation_is_for_one_person_and_can_be_withdrawn(self, house: House) -> None:
        director, id = founded(house)
        first = director.post(f"/tournaments/{id}/invitations", {"role": "scorekeeper"}).json()
        assert house.visitor("Olga").post(f"/office-invitations/{first['token']}").status_code == 200
        assert refused(house.visitor("Iwo").post(f"/office-invitations/{first['token']}")) == (
            410,
            "office_invitation_used",
        )
        second = director.post(f"/tournaments/{id}/invitations", {"role": "director"}).json()
        director.delete(f"/tournaments/{id}/invitations/{second['invitation']['id']}")
        assert refused(house.visitor("Iwo").post(f"/office-invitations/{second['token']}")) == (
            404,
            "no_office_invitation",
        )

    def test_a_dismissed_official_gives_no_more_commands_and_a_director_stays(self, house: House) -> None:
        director, id = founded(house)
        helper = invited(house, director, id, "scorekeeper", "Olga")
        there = {
            each["name"]: each["person"] for each in director.get(f"/tournaments/{id}/officials").json()["officials"]
        }
        assert director.delete(f"/tournaments/{id}/officials/{there['Olga']}").status_code == 200
        assert refused(give(helper, id, {"type": "check_in", "numbers": [1]}, seen=6)) == (403, "not_official")
        assert refused(director.delete(f"/tournaments/{id}/officials/{there['Ewa']}")) == (409, "last_director")


class TestPlayers:
    """A player's phone: no account, only the code."""

    def test_two_reports_that_agree_are_the_result(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        host, guest = tables(director, id)[1]["players"]
        phones = codes(director, id)
        report = {"id": "phone-aaaa", "round": 1, "points": [412, 388]}
        told = house.visitor().post(f"/players/{phones[host]['code']}/result", report).json()
        assert told["mine"]["light"] == "told"
        other = house.visitor().get(f"/players/{phones[guest]['code']}").json()
        assert other["mine"]["reports"] == {str(host): {"scores": [412, 388]}}
        report = {"id": "phone-bbbb", "round": 1, "points": [388, 412]}
        told = house.visitor().post(f"/players/{phones[guest]['code']}/result", report).json()
        assert (told["mine"]["light"], told["mine"]["scores"]) == ("in", [412, 388])

    def test_a_dispute_is_seen_by_officials_and_not_by_the_public(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        host, guest = tables(director, id)[1]["players"]
        phones = codes(director, id)
        for number, own, other in ((host, 412, 388), (guest, 412, 388)):
            report = {"id": f"phone-{number}000", "round": 1, "points": [own, other]}
            assert house.visitor().post(f"/players/{phones[number]['code']}/result", report).status_code == 200
        assert tables(director, id)[1]["light"] == "disputed"
        public = tables(house.visitor(), id)[1]
        assert public["light"] == "not_yet"
        assert "reports" not in public

    def test_a_report_that_is_sent_again_is_one(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        code = codes(director, id)[1]["code"]
        report = {"id": "phone-cccc", "round": 1, "points": [412, 388]}
        for _ in range(3):
            assert house.visitor().post(f"/players/{code}/result", report).status_code == 200
        log = read_tournament(director.get(f"/tournaments/{id}/file").content).steps
        assert sum(step.command.id.endswith("phone-cccc") for step in log) == 1

    def test_a_code_is_for_one_player_and_can_be_withdrawn(self, house: House) -> None:
        director, id = founded(house)
        first = codes(director, id)[1]["code"]
        other = first.replace("-1-", "-2-")
        assert refused(house.visitor().get(f"/players/{other}")) == (403, "wrong_player_code")
        director.delete(f"/tournaments/{id}/codes/1")
        assert refused(house.visitor().get(f"/players/{first}")) == (403, "wrong_player_code")
        assert house.visitor().get(f"/players/{codes(director, id)[1]['code']}").status_code == 200

    def test_a_short_code_opens_the_page_and_cannot_be_guessed_for_long(self, folder: Path) -> None:
        from mostek.server.http.limits import Limits
        from server.http.visitors import open_house

        with open_house(folder, Limits(codes=3)) as house:
            director, id = founded(house)
            short = codes(director, id)[2]["short"]
            found = house.visitor().post(f"/tournaments/{id}/code", {"number": 2, "short": f" {short.upper()} "}).json()
            assert found["code"] == codes(director, id)[2]["code"]
            answers = [
                house.visitor().post(f"/tournaments/{id}/code", {"number": 2, "short": "aaaaaa"}).status_code
                for _ in range(4)
            ]
            assert answers == [403, 403, 429, 429]

    def test_a_call_reaches_who_rules_and_nobody_else(self, house: House) -> None:
        director, id = founded(house)
        arbiter = invited(house, director, id, "chief_arbiter", "Jan")
        helper = invited(house, director, id, "scorekeeper", "Olga")
        give(director, id, {"type": "pair_round"})
        code = codes(director, id)[1]["code"]
        call = {"id": "call-00001", "reason": "pytanie o wynik"}
        for _ in range(2):
            assert house.visitor().post(f"/players/{code}/calls", call).status_code == 200
        seen = arbiter.get(f"/tournaments/{id}").json()
        assert [each["reason"] for each in seen["calls"]] == ["pytanie o wynik"]
        assert "ruling" in {each["light"] for each in seen["whole"]["tables"]}
        assert helper.get(f"/tournaments/{id}").json()["calls"] is None
        assert house.visitor().get(f"/tournaments/{id}").json()["calls"] is None
        assert {each["light"] for each in tables(house.visitor(), id).values()} == {"not_yet"}
        named = seen["calls"][0]["id"]
        taken = arbiter.post(f"/tournaments/{id}/calls/{named}/take").json()
        assert taken["calls"][0]["taken_by"] == "Jan"
        assert arbiter.post(f"/tournaments/{id}/calls/{named}/close").json()["calls"] == []

    def test_who_calls_often_calls_once(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        code = codes(director, id)[1]["code"]
        answers = [
            house.visitor().post(f"/players/{code}/calls", {"id": f"call-0000{n}"}).status_code for n in range(5)
        ]
        assert answers == [200, 200, 200, 409, 409]


class TestPublic:
    """What everybody may see."""

    def test_minors_are_named_as_the_director_says(self, house: House) -> None:
        director, id = founded(house)
        minor = {"name": "Zofia Anna Mak", "city": "Kutno", "minor": True, "consent": True}
        give(director, id, {"type": "register_entrant", "person": minor})
        named = {each["number"]: each for each in house.visitor().get(f"/tournaments/{id}").json()["whole"]["entrants"]}
        assert named[5]["name"] == "Z. A. M."
        assert "city" not in named[5]
        assert "minor" not in named[5]
        assert named[1]["name"] == "Anna Lis"
        director.ask("PUT", f"/tournaments/{id}/audience", {"minors": "number"}, {})
        named = {each["number"]: each for each in house.visitor().get(f"/tournaments/{id}").json()["whole"]["entrants"]}
        assert "name" not in named[5]
        give(director, id, {"type": "amend_entrant", "number": 5, "person": {**minor, "public": True}})
        named = {each["number"]: each for each in house.visitor().get(f"/tournaments/{id}").json()["whole"]["entrants"]}
        assert named[5]["name"] == "Zofia Anna Mak"

    def test_a_private_tournament_is_not_there_for_others(self, house: House) -> None:
        director, id = founded(house)
        director.ask("PUT", f"/tournaments/{id}/audience", {"visibility": "private"}, {})
        assert refused(house.visitor().get(f"/tournaments/{id}")) == (404, "unknown")
        code = codes(director, id)[1]["code"]
        assert house.visitor().get(f"/players/{code}").status_code == 200
        assert director.get(f"/tournaments/{id}").status_code == 200

    def test_only_public_tournaments_are_listed(self, house: House) -> None:
        director, id = founded(house)
        listed = {each["id"] for each in house.visitor().get("/tournaments").json()["tournaments"]}
        assert id not in listed
        director.ask("PUT", f"/tournaments/{id}/audience", {"visibility": "public"}, {})
        listed = {each["id"] for each in house.visitor().get("/tournaments").json()["tournaments"]}
        assert id in listed

    def test_no_secret_of_the_desk_is_in_what_the_public_gets(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        give(director, id, played(1, 412, 388))
        give(
            director,
            id,
            {
                "type": "deduct",
                "round": 1,
                "number": tables(director, id)[1]["players"][0],
                "points": 5,
                "reason": "TAJNE",
            },
        )
        said = house.visitor().get(f"/tournaments/{id}").text
        for secret in ("TAJNE", "deducted", "reports", "status", "consent", "present", '"by":"Ewa"'):
            assert secret not in said, secret


class TestFiles:
    """The file of the desk and the server are one thing."""

    def test_a_tournament_is_taken_whole_and_put_on_the_server_again(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        data = director.get(f"/tournaments/{id}/file").content
        again = director.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})
        assert again.status_code == 201, again.text
        assert director.get(f"/tournaments/{again.json()['id']}/file").content == data
        assert again.json()["whole"] == director.get(f"/tournaments/{id}").json()["whole"]

    @pytest.mark.parametrize("data", [b"", b"{}", b"nonsense\n", b'{"mostek":"tournament","format":99,"name":"x"}\n'])
    def test_what_is_no_tournament_is_refused_with_a_sentence(self, house: House, data: bytes) -> None:
        director = house.visitor("Ewa")
        answer = director.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})
        assert answer.status_code == 400
        assert answer.json()["detail"]

    def test_a_cut_file_is_refused(self, house: House) -> None:
        director, id = founded(house)
        data = director.get(f"/tournaments/{id}/file").content
        cut = director.ask("POST", "/tournaments/files", data[:-20], {"content_type": "application/octet-stream"})
        assert cut.status_code == 400

    def test_the_desk_in_a_terminal_and_the_server_write_the_same_file(self, house: House) -> None:
        director, id = founded(house)
        hosted = house.run(house.state.services.hosted.get, id)
        path = house.state.services.config.data / "tournaments" / f"{hosted.file}{SUFFIX}"
        file = TournamentFile.open(path)
        desk = Desk(file)
        desk.do(RegisterEntrant(at=hall_time(), person=Person(name="Gustaw Bąk"), by="terminal"))
        file.close()
        assert give(director, id, {"type": "register_entrant", "person": {"name": "Hanna Sęk"}}).status_code == 200
        names = {each["name"] for each in director.get(f"/tournaments/{id}").json()["whole"]["entrants"]}
        assert {"Gustaw Bąk", "Hanna Sęk"} <= names

    def test_two_tournaments_of_one_name_have_two_files(self, house: House) -> None:
        (_, one), (_, other) = founded(house, "Puchar"), founded(house, "Puchar")
        files = {house.run(house.state.services.hosted.get, id).file for id in (one, other)}
        assert len(files) == 2
        assert all(re.fullmatch("puchar(-[0-9]+)?", file) for file in files)

    def test_a_server_that_starts_again_has_the_tournament_as_it_was(self, folder: Path) -> None:
        from server.http.visitors import open_house

        with open_house(folder) as house:
            director, id = founded(house)
            give(director, id, {"type": "pair_round"})
            before = director.get(f"/tournaments/{id}").json()
            cookies = director.cookies
        with open_house(folder) as house:
            again = house.visitor()
            again.cookies = cookies
            after = again.get(f"/tournaments/{id}").json()
            moment = {"mark": "", "at": "", "now": 0}
            assert {**after, **moment} == {**before, **moment}


class TestOwnReasons:
    """A player asks why the own table is as it is."""

    def test_the_reasons_are_of_the_own_table_and_name_others_as_the_public_pages_do(self, house: House) -> None:
        director, id = founded(house)
        minor = {"name": "Zofia Anna Mak", "minor": True, "consent": True}
        give(director, id, {"type": "register_entrant", "person": minor})
        give(director, id, {"type": "register_entrant", "person": {"name": "Filip Kos"}})
        give(director, id, {"type": "check_in", "numbers": [5, 6]}, {"type": "pair_round"})
        phones = codes(director, id)
        for number in range(1, 7):
            answer = house.visitor().get(f"/players/{phones[number]['code']}/why")
            assert answer.status_code == 200, answer.text
            said = " ".join(answer.json()["table"])
            assert str(number) in said
            assert ("Zofia" in said) is (number == 5)
        assert answer.json()["round"] == 1
        assert answer.json()["summary"]

    def test_before_the_first_round_there_is_nothing_to_explain(self, house: House) -> None:
        director, id = founded(house)
        answer = house.visitor().get(f"/players/{codes(director, id)[1]['code']}/why")
        assert refused(answer) == (409, "no_table_now")

    def test_a_wrong_code_gets_no_reasons(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round"})
        code = codes(director, id)[1]["code"].replace("-1-", "-2-")
        assert refused(house.visitor().get(f"/players/{code}/why")) == (403, "wrong_player_code")


class TestCheckingDesk:
    """One joint verdict, for arbiters and their assistants."""

    @pytest.mark.parametrize(("words", "valid"), [(["dom"], True), (["dom", "kot"], True), (["dom", "xqz"], False)])
    def test_several_words_get_one_verdict(self, house: House, words: list[str], valid: bool) -> None:
        director, id = founded(house)
        helper = invited(house, director, id, "assistant", "Olga")
        answer = helper.post(f"/tournaments/{id}/verdict", {"words": words})
        assert answer.status_code == 200, answer.text
        assert answer.json()["valid"] is valid
        assert set(answer.json()) == {"valid", "words", "lexicon"}, "which word is wrong is not said"
        assert answer.json()["lexicon"]

    @pytest.mark.parametrize("role", ["scorekeeper", "announcer"])
    def test_who_does_not_check_gets_no_verdict(self, house: House, role: str) -> None:
        director, id = founded(house)
        person = invited(house, director, id, role, "Olga")
        assert refused(person.post(f"/tournaments/{id}/verdict", {"words": ["dom"]})) == (403, "not_in_role")
        stranger = house.visitor("obcy")
        assert refused(stranger.post(f"/tournaments/{id}/verdict", {"words": ["dom"]})) == (403, "not_official")
        assert house.visitor().post(f"/tournaments/{id}/verdict", {"words": ["dom"]}).status_code == 401

    @pytest.mark.parametrize("words", [[], ["d0m"], ["a b"], ["a" * 16], ["dom"] * 9])
    def test_what_is_no_word_is_refused_with_a_sentence(self, house: House, words: list[str]) -> None:
        director, id = founded(house)
        answer = director.post(f"/tournaments/{id}/verdict", {"words": words})
        assert answer.status_code == 400
        assert answer.json()["detail"]

    def test_an_unknown_lexicon_is_named(self, house: House) -> None:
        director, id = founded(house)
        answer = director.post(f"/tournaments/{id}/verdict", {"words": ["dom"], "lexicon": "nie-ma"})
        assert refused(answer) == (400, "lexicon")


def test_the_time_in_the_hall_comes_with_the_page(house: House) -> None:
    director, id = founded(house)
    code = codes(director, id)[1]["code"]
    assert director.get(f"/tournaments/{id}").json()["at"][:4] >= "2026"
    assert "Z" not in house.visitor().get(f"/players/{code}").json()["page"]["at"], "the hall's time has no zone"


def test_few_large_events_are_in_memory_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events make room by the bytes of their logs; who comes back finds them, and nothing that was said is lost."""
    monkeypatch.setattr(tournament_sessions, "MOST_BYTES", 1)
    events = [founded(house) for _ in range(3)]
    halls = house.state.services.halls
    for director, id in events * 2:
        assert director.get(f"/tournaments/{id}").status_code == 200
        assert [each for _, each in events if halls.loaded(each) is not None] == [id]
    for director, id in events:
        assert give(director, id, {"type": "pair_round"}).status_code == 200
    for director, id in events:
        assert director.get(f"/tournaments/{id}").json()["whole"]["tables"]


def test_an_event_that_is_put_away_leaves_the_memory(house: House) -> None:
    """Nothing of it stays: no page, no list and no cycle holds it, whatever was asked of it."""
    director, id = founded(house, name="Turniej, który odchodzi")
    give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 350, 377), {"type": "pair_round"})
    pages = ("", "/standings", "/crosstable", "/r/1", "/p/1", "/wall", "/picture.png", "/documents/standings.pdf")
    questions = ("", "/overview", "/roster", "/exports/tsh", "/documents/standings", "/file")
    for path in [f"/e/{id}{each}" for each in pages] + [f"/api/tournaments/{id}{each}" for each in questions]:
        assert director.send("GET", path, {}).status_code == 200, path
    assert director.post(f"/tournaments/{id}/statistics", {}).status_code == 200
    gc.collect()
    assert states_of("Turniej, który odchodzi")
    gc.disable()
    try:
        house.run(_put_away, house.state.services.halls, id)
        ends = monotonic() + 20
        while (left := states_of("Turniej, który odchodzi")) and monotonic() < ends:
            sleep(0.2)  # who follows the files looks at it once more
        assert left == 0
    finally:
        gc.enable()


def states_of(name: str) -> int:
    """How many states of a tournament are in memory."""
    return sum(type(each) is Tournament and each.name == name for each in gc.get_objects())


async def _put_away(halls: tournament_sessions.TournamentSessions, id: str) -> None:
    halls.forget(id)
