"""The public pages of a tournament as a browser without scripts gets them: what they show, to whom, and what they never show."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from httpx import Response

from mostek.app.tournaments import hall_time
from mostek.features.public_pages import rendering
from mostek.features.public_pages.feature import LINK_PICTURE, PUBLIC_PAGE
from mostek.features.public_pages.model import EventView, ShownEvent
from mostek.features.public_pages.page_cache import StoredPage
from mostek.work.job_queue import JobQueue
from server.http.test_http_tournaments import PEOPLE, codes, founded, give, invited, played
from server.http.visitors import House, Visitor

TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
PAGES = ("", "/r/1", "/standings", "/standings?round=1", "/crosstable", "/p/1", "/regulation", "/wall", "/wall/prizes")
PAPERS = ("regulation", "start-list", "pairings", "names", "results", "standings", "crosstable")


def looks(house: House, path: str, **headers: str) -> Response:
    """What a stranger gets at an address."""
    return house.visitor().send("GET", path, headers)


def words(answer: Response) -> str:
    """What the page says, without its marks."""
    assert answer.status_code == 200, answer.text
    return " ".join(unescape(TAGS.sub(" ", answer.text)).split())


def audience(director: Visitor, id: str, **chosen: Any) -> None:
    answer = director.ask("PUT", f"/tournaments/{id}/audience", chosen, {})
    assert answer.status_code == 200, answer.text


def paper(answer: Response) -> str:
    """The text of a PDF."""
    pypdf = pytest.importorskip("pypdf")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return " ".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(answer.content)).pages)


@pytest.fixture
def begun(house: House) -> tuple[Visitor, str]:
    """A tournament after its first round, with the second one paired."""
    director, id = founded(house)
    give(director, id, {"type": "pair_round"})
    give(director, id, played(1, 412, 388), played(2, 350, 377))
    assert give(director, id, {"type": "pair_round"}).status_code == 200
    return director, id


class TestWhatPagesShow:
    """Each page answers its question without a script."""

    def test_the_overview_names_the_event_the_round_and_the_leader(self, house: House, begun: Any) -> None:
        said = words(looks(house, f"/e/{begun[1]}"))
        assert "Turniej w Kutnie" in said
        assert "21 listopada 2026" in said
        assert "Runda 2 z 3" in said
        assert "Runda jest skojarzona i jeszcze się nie zaczęła." in said
        assert re.search(r"1 (Anna Lis|Celina Wąs) Kutno 1 412", said)

    def test_a_round_names_everybody_by_table_and_by_name_with_the_result(self, house: House, begun: Any) -> None:
        page = looks(house, f"/e/{begun[1]}/r/1")
        tables = words(page).partition("Według stołów")[2].rpartition("Według nazwisk")[0]
        assert all(figure in tables for figure in ("412", "388", "350", "377", *PEOPLE))
        rows = re.findall(r'<th scope="row"><a[^>]*>(.*?)</a>', page.text)
        by_name = [TAGS.sub("", row) for row in rows]
        assert by_name == ["Daniel Ćma", "Anna Lis", "Celina Wąs", "Bogdan Żak"], "Ć before L, and Ż is the last letter"

    def test_a_round_shows_the_state_of_each_table_by_a_word(self, house: House, begun: Any) -> None:
        director, id = begun
        assert "przed grą" in words(looks(house, f"/e/{id}/r/2"))
        give(director, id, {"type": "start_round"})
        assert "gra" in words(looks(house, f"/e/{id}/r/2"))
        give(director, id, played(1, 400, 300, 2))
        said = words(looks(house, f"/e/{id}/r/2"))
        assert "✓ wynik" in said
        assert "Wyniki: 1 z 2" in said

    def test_the_standings_explain_their_order(self, house: House, begun: Any) -> None:
        said = words(looks(house, f"/e/{begun[1]}/standings"))
        assert "O kolejności decydują: duże punkty, małe punkty, różnica małych punktów." in said

    def test_standings_after_a_round_stay_as_they_were(self, house: House, begun: Any) -> None:
        director, id = begun
        give(director, id, played(1, 480, 300, 2), played(2, 470, 310, 2))
        assert "480" not in words(looks(house, f"/e/{id}/standings?round=1"))
        first = re.search(r"Różnica .*? 1 (\w+ \w+)", words(looks(house, f"/e/{id}/standings?round=1")))
        assert first

    def test_a_card_has_each_round_with_opponent_score_sums_and_scalp(self, house: House, begun: Any) -> None:
        director, id = begun
        whole = director.get(f"/tournaments/{id}").json()["whole"]
        table = next(each for each in whole["tables"] if each["round"] == 1 and each["table"] == 1)
        winner, loser = table["players"]
        said = words(looks(house, f"/e/{id}/p/{winner}"))
        assert re.search(rf"1 {PEOPLE[loser - 1]} • 412 : 388 \+ 1 412 \+24 150", said), said
        assert "Runda 2: stół" in said

    def test_a_round_that_is_paired_ahead_is_shown_when_it_is_played(self, house: House) -> None:
        director, id = founded(house)
        give(director, id, {"type": "pair_round", "tables": [[1, 2], [3, 4]]})
        assert give(director, id, {"type": "pair_round", "tables": [[1, 3], [2, 4]], "ahead": True}).status_code == 200
        assert "Runda 1 z 3" in words(looks(house, f"/e/{id}"))
        assert f'href="/e/{id}/r/1"' in looks(house, f"/e/{id}").text
        give(director, id, played(1, 412, 388), played(2, 350, 377))
        assert "Runda 2 z 3" in words(looks(house, f"/e/{id}"))

    def test_a_card_has_a_forfeit_without_an_opponent_with_its_own_points(self, house: House) -> None:
        director, id = founded(house)
        own: dict[str, Any] = {"number": 3, "kind": "forfeit", "half_points": 0, "own": -50}
        pairing = {"type": "pair_round", "tables": [[1, 2], [4]], "credits": [own]}
        assert give(director, id, pairing).status_code == 200
        assert "1 bez gry -50 : 0 − walkower 0 -50 −50" in words(looks(house, f"/e/{id}/p/3"))
        seated: dict[str, Any] = {**pairing, "credits": [own | {"number": 1}]}
        assert give(director, id, {"type": "unpair_round"}, seated).status_code == 409

    def test_the_crosstable_has_every_round(self, house: House, begun: Any) -> None:
        assert "412:388" in words(looks(house, f"/e/{begun[1]}/crosstable"))

    def test_the_regulation_names_the_clause_of_a_setting(self, house: House, begun: Any) -> None:
        said = words(looks(house, f"/e/{begun[1]}/regulation"))
        assert "Czas gracza na partię 20 minut" in said
        assert "PFS-7.2" in said

    def test_teams_have_a_page_where_there_are_teams(self, house: House, begun: Any) -> None:
        director = house.visitor("Ewa")
        body = {"name": "Szkoły", "template": "school", "starts_on": "2026-11-21", "settings": {"team.size": 2}}
        id = director.post("/tournaments", body).json()["id"]
        teams: list[dict[str, Any]] = [
            {"type": "register_team", "name": name, "contact": "600 123 456"} for name in ("LO 1", "LO 2")
        ]
        people: list[dict[str, Any]] = [
            {"type": "register_entrant", "person": {"name": f"Uczeń {number}"}, "team": f"LO {number % 2 + 1}"}
            for number in range(4)
        ]
        division = director.get(f"/tournaments/{id}").json()["whole"]["event"]["divisions"][0]
        commands = [each | {"division": division} for each in (*teams, *people)]
        assert give(director, id, *commands).status_code == 200
        said = words(looks(house, f"/e/{id}/teams"))
        assert "LO 1" in said
        assert "600 123 456" not in said
        assert looks(house, f"/e/{begun[1]}/teams").status_code == 404

    def test_the_wall_shows_what_the_hall_needs_now(self, house: House, begun: Any) -> None:
        director, id = begun
        assert "Runda 2: numery stołów" in words(looks(house, f"/e/{id}/wall"))
        give(director, id, {"type": "start_round"})
        said = words(looks(house, f"/e/{id}/wall"))
        assert "Czas wszystkich zawodników kończy się o" in said
        give(director, id, played(1, 480, 300, 2), played(2, 470, 310, 2))
        assert "Klasyfikacja po rundzie 2 z 3. Następna: runda 3" in words(looks(house, f"/e/{id}/wall"))

    def test_the_prize_giving_calls_the_winner_last(self, house: House, begun: Any) -> None:
        said = words(looks(house, f"/e/{begun[1]}/wall/prizes"))
        assert said.index("Miejsce III") < said.index("Miejsce II ") < said.index("Miejsce I ")

    def test_the_prize_giving_says_what_each_place_brings(self, house: House) -> None:
        director, id = founded(house)
        prizes = [{"amount": 50000, "thing": "puchar"}, {"amount": 20000}, {}, {"thing": "książka"}]
        set_ = {"type": "set_prizes", "prizes": {"prizes": prizes}}
        assert give(director, id, set_, {"type": "pair_round"}).status_code == 200
        give(director, id, played(1, 412, 388), played(2, 350, 377))
        said = words(looks(house, f"/e/{id}/wall/prizes"))
        assert said.index("Miejsce 4") < said.index("książka") < said.index("Miejsce III")
        assert said.index("Miejsce I ") < said.index("500 zł + puchar")
        assert "200 zł" in said
        assert "Miejsce 4" not in words(looks(house, f"/e/{id}/wall/prizes?places=3"))

    def test_each_prize_giving_has_a_page_of_its_own(self, house: House) -> None:
        director, id = founded(house)
        junior = {"type": "amend_entrant", "number": 2, "person": {"name": "Bogdan Żak", "category": "Junior"}}
        of_juniors = {"type": "set_prizes", "prizes": {"category": "Junior", "prizes": [{"thing": "plecak"}]}}
        of_all = {"type": "set_prizes", "prizes": {"prizes": [{"thing": "puchar"}]}}
        assert give(director, id, junior, of_juniors, of_all, {"type": "pair_round"}).status_code == 200
        give(director, id, played(1, 412, 388), played(2, 350, 377))
        first, second = (words(looks(house, f"/e/{id}/wall/prizes/{number}")) for number in (1, 2))
        assert ("plecak" in first, "puchar" in first) == (True, False)
        assert ("plecak" in second, "puchar" in second) == (False, True)
        page = looks(house, f"/e/{id}/wall/prizes").text
        assert f'href="/e/{id}/wall/prizes/1"' in page
        assert looks(house, f"/e/{id}/wall/prizes/3").status_code == 404

    def test_announcements_stand_on_the_overview_and_the_wall(self, house: House, begun: Any) -> None:
        director, id = begun
        assert director.post(f"/tournaments/{id}/announcements", {"text": "Obiad <b>o 13:30</b>"}).status_code == 201
        for path in ("", "/wall"):
            answer = looks(house, f"/e/{id}{path}")
            assert "Obiad <b>o 13:30</b>" in unescape(answer.text)
            assert "<b>o 13:30</b>" not in answer.text, "a text of a person is never markup"

    def test_a_link_shows_a_picture_of_the_event(self, house: House, begun: Any) -> None:
        pytest.importorskip("typst")
        director, id = begun
        page = looks(house, f"/e/{id}?lang=en").text
        (address,) = re.findall(r'property="og:image" content="http://mostek.test(/[^"]*)"', page)
        picture = looks(house, address)
        assert picture.headers["content-type"] == "image/png"
        assert picture.content[:4] == b"\x89PNG"
        size = (int.from_bytes(picture.content[16:20]), int.from_bytes(picture.content[20:24]))
        assert size == (1200, 630)
        assert 'og:image:width" content="1200"' in page
        assert looks(house, address).headers["etag"] == picture.headers["etag"]
        assert looks(house, address, if_none_match=picture.headers["etag"]).status_code == 304
        audience(director, id, visibility="private")
        assert looks(house, address).status_code == 404

    def test_a_picture_is_made_once_however_many_ask_and_change(
        self, house: House, begun: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        director, id = begun
        made: list[list[str]] = []

        async def drawing(kind: Any, asker: Any, event: ShownEvent) -> StoredPage:
            assert kind is LINK_PICTURE
            made.append([each.name for each in rendering._rows(EventView(event))])
            return StoredPage.of(b"\x89PNG" + str(len(made)).encode(), "image/png")

        monkeypatch.setattr(house.state.services.jobs, "run", drawing)
        for _ in range(5):
            looks(house, f"/e/{id}/picture.png")
        give(director, id, played(1, 480, 300, 2))
        looks(house, f"/e/{id}/picture.png")
        assert len(made) == 1, "a picture of a minute ago is good enough"
        assert "Anna Lis" in made[0]
        audience(director, id, visibility="public", names="number")
        looks(house, f"/e/{id}/picture.png")
        assert len(made) == 2, "but not one with names that are not shown any more"
        assert not any("Lis" in name for name in made[1])

    def test_the_lobby_names_the_public_events_of_today(self, house: House) -> None:
        today = hall_time().date().isoformat()
        director = house.visitor("Ewa")
        ids = {}
        for visibility, day in (("public", today), ("link", today), ("public", "2020-01-01")):
            body = {"name": f"Dziś {visibility} {day}", "template": "pfs", "starts_on": day, "settings": {"rounds": 3}}
            ids[visibility, day] = director.post("/tournaments", body).json()["id"]
            audience(director, ids[visibility, day], visibility=visibility)
        found = {each["id"]: each for each in house.visitor().get("/running-tournaments").json()["tournaments"]}
        assert found[ids["public", today]]["round"] == 0
        assert not {ids["link", today], ids["public", "2020-01-01"]} & found.keys()

    def test_documents_are_pdf(self, house: House, begun: Any) -> None:
        pytest.importorskip("typst")
        for name in PAPERS:
            assert "Turniej w Kutnie" in paper(looks(house, f"/e/{begun[1]}/documents/{name}.pdf"))

    def test_a_page_speaks_the_language_of_the_browser_or_of_the_address(self, house: House, begun: Any) -> None:
        path = f"/e/{begun[1]}/standings"
        assert "Standings" in words(looks(house, path, accept_language="en-GB,en"))
        assert "Klasyfikacja" in words(looks(house, path, accept_language="de"))
        english = looks(house, f"{path}?lang=en", accept_language="pl")
        assert "Standings" in words(english)
        assert f'href="/e/{begun[1]}/crosstable?lang=en"' in english.text, "links keep a language that was chosen"
        assert 'lang="en"' in english.text

    def test_a_link_that_is_sent_to_somebody_says_what_it_is(self, house: House, begun: Any) -> None:
        text = looks(house, f"/e/{begun[1]}/standings").text
        assert "<title>Klasyfikacja – Turniej w Kutnie</title>" in text
        assert f'<link rel="canonical" href="http://mostek.test/e/{begun[1]}/standings">' in text
        assert f'<meta property="og:image" content="http://mostek.test/e/{begun[1]}/picture.png?lang=pl">' in text
        assert re.search(
            r'<meta property="og:description" content="21 listopada 2026; runda 2 z 3; prowadzi [^"]+', text
        )


class TestWhoSees:
    """A tournament is private, for those who have the link, or public."""

    def test_a_private_one_is_for_nobody_but_its_officials(self, house: House, begun: Any) -> None:
        director, id = begun
        audience(director, id, visibility="private")
        for path in (*PAGES, "/documents/regulation.pdf"):
            hidden, unknown = looks(house, f"/e/{id}{path}"), looks(house, f"/e/aaaaaaaaaaaa{path}")
            assert hidden.status_code == unknown.status_code == 404
            assert hidden.text == unknown.text, "whether it is there, nobody learns"
        own = director.send("GET", f"/e/{id}", {})
        assert own.status_code == 200
        assert own.headers["cache-control"] == "no-store"

    def test_a_page_is_taken_down_at_once(self, house: House, begun: Any) -> None:
        director, id = begun
        tag = looks(house, f"/e/{id}").headers["etag"]
        audience(director, id, visibility="private")
        assert looks(house, f"/e/{id}", if_none_match=tag).status_code == 404

    @pytest.mark.parametrize("path", ["", "/r/1", "/documents/regulation.pdf"])
    def test_only_a_public_one_is_for_search_engines(self, house: House, begun: Any, path: str) -> None:
        director, id = begun
        hidden = looks(house, f"/e/{id}{path}")
        assert hidden.headers["x-robots-tag"] == "noindex"
        audience(director, id, visibility="public")
        listed = looks(house, f"/e/{id}{path}")
        assert "x-robots-tag" not in listed.headers
        if not path.endswith("pdf"):
            assert 'name="robots"' in hidden.text
            assert 'name="robots"' not in listed.text

    def test_the_list_names_public_ones_alone(self, house: House, begun: Any) -> None:
        director, id = begun
        assert f"/e/{id}" not in looks(house, "/e").text
        audience(director, id, visibility="public")
        assert f"/e/{id}" in looks(house, "/e").text

    def test_what_is_no_public_page_is_left_to_the_web_page(self, house: House, begun: Any) -> None:
        for path in ("desk", "arbiter"):
            shown = looks(house, f"/e/{begun[1]}/{path}")
            assert "og:title" not in shown.text
            assert shown.status_code in (200, 503), "503 where the web page was not built"

    @pytest.mark.parametrize(
        "path",
        [
            "/r/0",
            "/r/3",
            "/r/9999999999",
            "/r/1/2",
            "/r/-1",
            "/r/1e1",
            "/r/²",
            "/p/0",
            "/p/99",
            "/p/x",
            "/standings?round=0",
            "/standings?round=17",
            "/standings?round=a",
            "/standings?division=zz",
            "/documents/log.pdf",
            "/documents/check-in.pdf",
            "/documents/slips.pdf",
            "/documents/missing.pdf",
            "/documents/nothing.pdf",
            "/documents/regulation",
            "/documents/pairings.pdf?round=9",
            "/documents/pairings.pdf?division=zz",
            "/wall/nothing",
        ],
    )
    def test_an_address_that_somebody_has_edited_leads_to_a_sentence(self, house: House, begun: Any, path: str) -> None:
        answer = looks(house, f"/e/{begun[1]}{path}")
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "Nie ma takiej strony" in answer.text

    @pytest.mark.parametrize(
        "query", ["lang=xx", "lang=", "division=", "x=" + "a" * 5000, "lang=pl&lang=en", "%ff=%00"]
    )
    def test_a_query_that_means_nothing_changes_nothing(self, house: House, begun: Any, query: str) -> None:
        answer = looks(house, f"/e/{begun[1]}/regulation?{query}")
        assert "Regulamin" in words(answer)


class TestSecrets:
    """Nothing private is on any page, in any document or in the stream of spectators."""

    SECRETS = (
        "Tajnisława",
        "Ukrytowska",
        "Sekretów",
        "klub tajny",
        "600700800",
        "powód przyjęcia",
        "sekretna decyzja",
        "Zofia Sędzia",
    )
    FIGURES = re.compile(r"(?<!\w)(?:587|589|133[,.]37)(?!\w)")
    """What a player has reported, and the rating of the minor."""

    @pytest.fixture(params=["initials", "number"])
    def planted(self, house: House, request: pytest.FixtureRequest) -> tuple[Visitor, str]:
        """Secrets in every field that is not for the public."""
        director, id = founded(house)
        arbiter = invited(house, director, id, "chief_arbiter", "Zofia Sędzia")
        audience(director, id, visibility="public", names="full", minors=request.param)
        minor = {
            "name": "Tajnisława Ukrytowska",
            "city": "Sekretów",
            "club": "klub tajny",
            "rating": 13337,
            "minor": True,
        }
        entered = give(
            arbiter,
            id,
            {"type": "register_entrant", "person": minor | {"consent": True}, "override": "powód przyjęcia"},
            {"type": "register_entrant", "person": {"name": "Feliks Gość"}},
            {"type": "check_in", "numbers": [5, 6]},
        )
        assert entered.status_code == 200, entered.text
        assert give(arbiter, id, {"type": "pair_round", "tables": [[5, 1], [2, 3], [4, 6]]}).status_code == 200
        assert give(arbiter, id, {"type": "start_round", "absent": [6]}).status_code == 200
        token = codes(director, id)[2]["code"]
        reported = house.visitor().post(
            f"/players/{token}/result", {"id": "telefon-1", "round": 1, "points": [587, 589]}
        )
        assert reported.status_code in (200, 201), reported.text
        done = give(
            arbiter,
            id,
            played(1, 412, 388, signed=[1, 5]),
            {"type": "deduct", "round": 1, "number": 5, "points": 30, "reason": "sekretna decyzja"},
        )
        assert done.status_code == 200, done.text
        return director, id

    def test_no_page_has_one(self, house: House, planted: tuple[Visitor, str]) -> None:
        _, id = planted
        for lang in ("pl", "en"):
            for path in (*PAGES, "/p/2", "/p/5", "/p/6"):
                join = "&" if "?" in path else "?"
                answer = looks(house, f"/e/{id}{path}{join}lang={lang}")
                assert answer.status_code == 200, path
                assert not [secret for secret in self.SECRETS if secret in unescape(answer.text)], path
                assert not self.FIGURES.search(words(answer)), path

    def test_no_paper_has_one(self, house: House, planted: tuple[Visitor, str]) -> None:
        pytest.importorskip("typst")
        _, id = planted
        for name in PAPERS:
            text = paper(looks(house, f"/e/{id}/documents/{name}.pdf")).replace("\u200b", "")
            assert not [secret for secret in self.SECRETS if secret in text], name
            assert not self.FIGURES.search(text), name
            assert "absencja" not in text

    def test_a_penalty_is_in_the_score_and_nowhere_else(self, house: House, planted: tuple[Visitor, str]) -> None:
        _, id = planted
        said = words(looks(house, f"/e/{id}/r/1"))
        assert "382" in said
        assert "412" not in said
        assert "*" not in said

    def test_scalps_do_not_tell_the_rating_of_a_minor(self, house: House, planted: tuple[Visitor, str]) -> None:
        """Player 1 has beaten the minor: a scalp of 183 would say that the minor came with 133."""
        _, id = planted
        for path in ("/p/1", "/p/5", "/standings"):
            assert not re.search(r"\b(183|133)\b", words(looks(house, f"/e/{id}{path}"))), path

    def test_spectators_are_told_the_same_by_the_stream(self, house: House, planted: tuple[Visitor, str]) -> None:
        _, id = planted
        told = house.visitor().get(f"/tournaments/{id}").json()
        table = next(each for each in told["whole"]["tables"] if each["table"] == 1)
        assert sorted(table["scores"]) == [382, 388]
        assert not [secret for secret in self.SECRETS if secret in str(told)]

    def test_a_guardian_who_agrees_lets_the_name_be_shown(self, house: House, planted: tuple[Visitor, str]) -> None:
        director, id = planted
        assert "Ukrytowska" not in looks(house, f"/e/{id}/p/5").text
        changed = give(
            director,
            id,
            {"type": "amend_entrant", "number": 5, "person": {"name": "Tajnisława Ukrytowska", "public": True}},
        )
        assert changed.status_code == 200, changed.text
        assert "Tajnisława Ukrytowska" in words(looks(house, f"/e/{id}/p/5"))


class TestMany:
    """A thousand readers cost little more than one."""

    def test_a_page_is_rendered_once_for_all(self, house: House, begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[str] = []
        run = JobQueue.run

        async def counted(queue: JobQueue, kind: Any, asker: Any, *args: Any) -> Any:
            made.extend([args[2]] if kind is PUBLIC_PAGE else [])
            return await run(queue, kind, asker, *args)

        monkeypatch.setattr(JobQueue, "run", counted)
        director, id = begun
        for _ in range(20):
            assert looks(house, f"/e/{id}/standings").status_code == 200
        assert made == ["standings"]
        give(director, id, played(1, 480, 300, 2))
        for _ in range(20):
            assert "480" not in words(looks(house, f"/e/{id}/r/1"))
            assert "480" in words(looks(house, f"/e/{id}/r/2"))
        assert made == ["standings", "round", "round"]
        with ThreadPoolExecutor(12) as hall:
            assert len({each.text for each in hall.map(lambda _: looks(house, f"/e/{id}/crosstable"), range(12))}) == 1
        assert made[3:] == ["crosstable"], "nor for each of those who look while it is made"

    def test_who_has_the_page_is_told_so(self, house: House, begun: Any) -> None:
        director, id = begun
        first = looks(house, f"/e/{id}/r/2")
        again = looks(house, f"/e/{id}/r/2", if_none_match=first.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        give(director, id, played(1, 480, 300, 2))
        assert looks(house, f"/e/{id}/r/2", if_none_match=first.headers["etag"]).status_code == 200

    def test_a_page_is_packed_for_who_can_read_that(self, house: House, begun: Any) -> None:
        path = f"http://mostek.test/e/{begun[1]}/regulation"
        with house.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        plain = house.client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert re.sub(r'"mark": "[^"]*"', "", gzip.decompress(raw).decode()) == re.sub(
            r'"mark": "[^"]*"', "", plain.text
        )

    def test_the_head_alone_is_answered(self, house: House, begun: Any) -> None:
        answer = house.visitor().send("HEAD", f"/e/{begun[1]}", {})
        assert (answer.status_code, answer.content) == (200, b"")

    def test_pages_run_no_script_but_the_server_s_own(self, house: House, begun: Any) -> None:
        for path in PAGES:
            answer = looks(house, f"/e/{begun[1]}{path}")
            assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["content-security-policy"]
            for tag in re.findall(r"<script[^>]*>", answer.text):
                assert 'type="application/json"' in tag or 'src="/assets/' in tag
            assert not re.search(r"\son\w+=|javascript:", answer.text)
            assert not re.search(r'(?:src|href)="(?:https?:)?//(?!mostek\.test)', answer.text), "nothing from elsewhere"


@pytest.fixture
def large(house: House) -> str:
    """An event of a hundred players and twelve rounds."""
    director = house.visitor("Ewa")
    settings = {"rounds": 12, "minutes": 20, "plan": "danish", "results.signatures": 0}
    body = {"name": "Wielki Turniej", "template": "pfs", "starts_on": "2026-11-21", "settings": settings}
    id = str(director.post("/tournaments", body).json()["id"])
    people = [
        {"name": f"Władysława-Anna Brzęczyszczykiewicz {chr(65 + number // 10)}{number}", "city": "Świętochłowice"}
        for number in range(100)
    ]
    entries = [{"type": "register_entrant", "person": person} for person in people]
    assert give(director, id, *entries, {"type": "check_in", "numbers": list(range(1, 101))}).status_code == 200
    for round_number in range(1, 13):
        paired = {"type": "pair_round"}
        results = [played(table, 300 + 3 * table, 451 - table, round_number) for table in range(1, 51)]
        answer = give(director, id, paired, *results)
        assert answer.status_code == 200, answer.text[:500]
    return id


def test_every_page_is_light(house: House, large: str) -> None:
    """Less than 60 kB comes first: page, script and styles, packed as they are sent."""
    files = house.run(house.state.pages.files)
    own = [file for name, file in files.items() if name.startswith("assets/event-")]
    imported = re.findall(rb"[\"'`]\./([\w.-]+\.js)[\"'`]", b"".join(file.data for file in own))
    assets = own + [files[f"assets/{name.decode()}"] for name in imported]
    if not assets:
        pytest.skip("the page was not built")
    shared = sum(min(map(len, file.packed.values())) for file in assets)
    for path in (*PAGES, "/r/12"):
        with house.client.stream("GET", f"http://mostek.test/e/{large}{path}") as answer:
            sent = len(b"".join(answer.iter_raw()))
        assert sent + shared < 60_000, (path, sent, shared)
