"""Every address: what is there answers 200, what is not 404, HEAD as GET, and the files by which programs learn what there is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from httpx import Response
from litestar import Litestar

from mostek.server.config import Config, ConfigError
from mostek.server.http.page_addresses import page_addresses, web_page_at
from mostek.server.http.pages import Pages
from server.http.test_http_tournaments import codes, founded, give, played
from server.http.visitors import ADDRESS, House, Visitor, open_house, refused

ROOT = Path(__file__).parents[3]
INDEX = '<!doctype html><title>mostek</title><script id="bootstrap" type="application/json"></script>'


@pytest.fixture
def built(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The server with a page that was built."""
    for name, text in {"index.html": INDEX, "assets/app-1a2b.js": "let x;\n" * 500, "icon.svg": "<svg/>"}.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setitem(house.state._state, "pages", Pages(tmp_path / "static"))
    return house


@pytest.fixture
def event(built: House) -> tuple[Visitor, str]:
    """A public tournament after its first round."""
    director, id = founded(built)
    give(director, id, {"type": "pair_round"})
    give(director, id, played(1, 412, 388), played(2, 350, 377))
    return director, id


class TestPages:
    """The addresses of the web page."""

    def test_the_router_of_the_page_reads_the_same_list(self) -> None:
        router = (ROOT / "web/src/lib/ui/router.svelte.ts").read_text()
        assert 'import addresses from "../../../../src/mostek/server/http/page_addresses.json";' in router
        kinds = set(re.findall(r'\{ readonly page: "([\w-]+)"', router))
        assert {each.page for each in page_addresses()} == kinds - {"missing"}

    @pytest.mark.parametrize("path", sorted({each.address for each in page_addresses()}))
    def test_every_address_of_the_list_is_a_page(self, path: str) -> None:
        for filled in {
            re.sub(r":\w+\??", "x", path),
            re.sub(r"/:\w+\?", "", re.sub(r":\w+(?!\w*\?)", "x", path)) or "/",
        }:
            found = web_page_at(filled)
            assert found is not None, filled
            wanted = next(each for each in page_addresses() if each.address == path)
            assert found.page == wanted.page

    @pytest.mark.parametrize(
        "path", ["/", "/rules", "/rules/pfs", "/words/quiz/", "/join/x", "/training", "/puzzles/x"]
    )
    def test_what_is_there(self, built: House, path: str) -> None:
        assert built.client.get(path).status_code == 200

    @pytest.mark.parametrize(
        "path",
        [
            "/nothing",
            "/index.html",
            "/t",
            "/t/nothing",
            "/t/a/b",
            "/embed/nothing",
            "/rules/none",
            "/words/x",
            "/account/x",
            "/me/wrong",
            "/e/nothing/desk",
            "/e/nothing/me",
            "/e/nothing/arbiter",
            "/e/nothing",
            "/wp-login.php",
            "/.env",
            "/favicon.ico",
            "/.well-known/nothing",
            "/healthz/x",
            "/docs/x",
            "/%ff",
        ],
    )
    def test_what_is_not_there_is_the_page_that_says_so(self, built: House, path: str) -> None:
        answer = built.client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "mostek" in answer.text

    def test_a_table_and_an_event_are_there_for_those_who_may_see_them(self, event: tuple[Visitor, str]) -> None:
        director, id = event
        stranger = director.house.visitor()
        table = director.open()
        for path in (
            f"/t/{table}",
            f"/embed/{table}",
            f"/e/{id}/me",
            f"/e/{id}/desk",
            f"/me/{codes(director, id)[1]['code']}",
        ):
            assert stranger.send("GET", path, {}).status_code == 200, path
        chosen = {"visibility": "private"}
        assert director.ask("PUT", f"/tournaments/{id}/audience", chosen, {}).status_code == 200
        for path in (f"/e/{id}", f"/e/{id}/desk", f"/e/{id}/me"):
            assert stranger.send("GET", path, {}).status_code == 404, "as for one that is not there"
            assert director.send("GET", path, {}).status_code == 200, path


def get_routes(app: Litestar) -> Iterator[str]:
    """Every address that answers GET, as it is written in the program."""
    for route in app.routes:
        if "GET" in getattr(route, "methods", ()):
            yield route.path_format


class TestHead:
    """HEAD is GET without the body."""

    def compared(self, visitor: Visitor, path: str, **headers: str) -> tuple[Response, Response]:
        get, head = visitor.send("GET", path, headers), visitor.send("HEAD", path, headers)
        assert head.content == b"", path
        assert head.status_code == get.status_code, path
        unlike = {"date", "set-cookie", "ratelimit-remaining", "ratelimit-reset", "retry-after"}
        wanted, found = ({k: v for k, v in each.headers.items() if k not in unlike} for each in (get, head))
        if path in _CHANGING:
            assert found["content-type"] == wanted["content-type"]
        else:
            assert found == wanted, path
        return get, head

    def test_every_address_that_answers_get_answers_head(self, event: tuple[Visitor, str]) -> None:
        director, id = event
        table = director.open()
        code = codes(director, id)[1]["code"]
        named = {"code": code, "number": "1", "name": "pfs", "layout": "standard15"}
        seen = set()
        for route in get_routes(director.house.client.app):
            names = named | {"id": table if "/tables/" in route else id}
            path = re.sub(r"{(\w+)}", lambda found, names=names: names.get(found[1], "x"), route)  # type: ignore[misc]
            get, _ = self.compared(director, path)
            assert get.status_code != 405, path
            seen.add(get.status_code)
        assert {200, 404} <= seen

    @pytest.mark.parametrize("encoding", ["identity", "gzip", "br, gzip"])
    @pytest.mark.parametrize(
        "path", ["/", "/assets/app-1a2b.js", "/icon.svg", "/nothing", "/e", "/api/catalogue", "/docs"]
    )
    def test_of_pages_files_and_answers(self, built: House, path: str, encoding: str) -> None:
        get, head = self.compared(built.visitor(), path, accept_encoding=encoding)
        assert int(head.headers["content-length"]) > 0
        if encoding == "identity":
            assert int(head.headers["content-length"]) == len(get.content)

    def test_of_public_pages_and_papers(self, event: tuple[Visitor, str]) -> None:
        pytest.importorskip("typst")
        director, id = event
        stranger = director.house.visitor()
        for path in ("", "/standings", "/documents/standings.pdf", "/documents/none.pdf"):
            self.compared(stranger, f"/e/{id}{path}")
        paper, head = self.compared(stranger, f"/e/{id}/documents/pairings.pdf")
        assert head.headers["content-type"] == "application/pdf"
        assert int(head.headers["content-length"]) == len(paper.content)
        tag = head.headers["etag"]
        again = stranger.send("HEAD", f"/e/{id}/documents/pairings.pdf", {"if-none-match": tag})
        assert again.status_code == 304

    def test_of_what_only_posts_is_refused_alike(self, house: House) -> None:
        self.compared(house.visitor("Ala"), "/api/sessions/reset")

    def test_of_a_stream_ends(self, event: tuple[Visitor, str]) -> None:
        director, id = event
        head = director.send("HEAD", f"/live/tournaments/{id}", {})
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == "text/event-stream; charset=utf-8"

    def test_it_changes_nothing(self, house: House) -> None:
        ala = house.visitor("Ala")
        assert ala.send("HEAD", "/api/tables", {}).status_code == 200
        assert ala.send("POST", "/api/me", {"x-csrf-token": "wrong"}, json={"name": "Ola"}).status_code == 403


_CHANGING = {"/metrics", "/operator", "/api/exam/paper", "/api/exam/paper.pdf", "/api/puzzles/next"}
"""Addresses whose content is another each time."""


class TestFilesForPrograms:
    """robots.txt, sitemap.xml, security.txt, openapi.json."""

    def test_robots_may_read_events_and_neither_games_nor_answers(self, house: House) -> None:
        from urllib.robotparser import RobotFileParser

        answer = house.client.get("/robots.txt")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        rules = RobotFileParser()
        rules.parse(answer.text.splitlines())
        for path in ("/", "/e", "/e/k7m3", "/e/k7m3/standings", "/rules/pfs", "/docs", "/words"):
            assert rules.can_fetch("*", path), path
        for path in (
            "/api/tables",
            "/t/x",
            "/me/x",
            "/join/x",
            "/embed/x",
            "/operator",
            "/live/tournaments/x",
            "/class/x",
        ):
            assert not rules.can_fetch("*", path), path
        assert rules.site_maps() == [f"{ADDRESS}/sitemap.xml"]

    def test_the_map_has_the_public_events_alone(self, event: tuple[Visitor, str]) -> None:
        director, id = event
        assert director.ask("PUT", f"/tournaments/{id}/audience", {"visibility": "public"}, {}).status_code == 200
        assert f"{ADDRESS}/e/{id}" in self.places(director.house)
        for visibility in ("link", "private"):
            assert director.ask("PUT", f"/tournaments/{id}/audience", {"visibility": visibility}, {}).status_code == 200
            assert f"{ADDRESS}/e/{id}" not in self.places(director.house)
        for place in self.places(director.house):
            assert director.house.client.get(place).status_code == 200, place

    def places(self, house: House) -> list[str]:
        answer = house.client.get("/sitemap.xml")
        assert answer.headers["content-type"].startswith("application/xml")
        return [each.text or "" for each in ElementTree.fromstring(answer.content).iter() if each.tag.endswith("loc")]

    def test_without_a_contact_there_is_no_security_txt(self, house: House) -> None:
        assert refused(house.client.get("/.well-known/security.txt")) == (404, "unknown")

    @pytest.mark.parametrize(
        ("said", "contact"),
        [
            ("admin@example.org", "mailto:admin@example.org"),
            ("mailto:admin@żółw.pl", "mailto:admin@xn--w-uga1v8h.pl"),
            ("https://example.org/zgłoś", None),
            ("https://example.org/report", "https://example.org/report"),
            ("http://example.org", None),
            ("a\nExpires: 2000-01-01T00:00:00Z", None),
            ("https://example.org/\r\nX: y", None),
            ("nobody", None),
        ],
    )
    def test_the_contact_is_an_address(self, said: str, contact: str | None) -> None:
        environment = {"MOSTEK_SECURITY_CONTACT": said, "MOSTEK_DATA": "data"}
        if contact is None:
            with pytest.raises(ConfigError, match="MOSTEK_SECURITY_CONTACT"):
                Config.of(environment)
        else:
            assert Config.of(environment).security_contact == contact

    def test_security_txt_has_what_the_standard_asks_for(self, folder: Path) -> None:
        with open_house(folder, security_contact="mailto:admin@example.org") as house:
            answer = house.client.get("/.well-known/security.txt")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
        assert fields["Contact"] == "mailto:admin@example.org"
        assert fields["Canonical"] == f"{ADDRESS}/.well-known/security.txt"
        assert fields["Preferred-Languages"] == "pl, en"
        left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
        assert timedelta(days=90) < left < timedelta(days=365)

    def test_the_description_is_the_published_one(self, house: House) -> None:
        answer = house.client.get("/openapi.json")
        assert answer.headers["content-type"] == "application/json"
        published = json.loads((ROOT / "docs/protocol/http.json").read_text("utf-8"))
        assert answer.json() == published == house.client.get("/api/openapi/openapi.json").json()


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml", "/openapi.json"])
def test_what_a_cache_may_give_to_others_has_no_cookie(house: House, path: str) -> None:
    house.client.cookies.clear()
    answer = house.client.get(path)
    assert answer.headers["cache-control"].startswith("public")
    assert "set-cookie" not in answer.headers


class TestDocs:
    """The description of the API for people."""

    def test_it_has_every_operation_and_every_shape(self, house: House) -> None:
        page = house.client.get("/docs", headers={"accept-language": "en"}).text
        described = house.client.get("/openapi.json").json()
        operations = [each for item in described["paths"].values() for each in item.values()]
        assert len(operations) > 150
        for each in operations:
            assert page.count(f'<details id="{each["operationId"]}">') == 1
        for name in described["components"]["schemas"]:
            assert page.count(f'id="schema-{name}"') == 1
        identifiers = re.findall(r' id="([^"]+)"', page)
        assert len(identifiers) == len(set(identifiers))
        assert set(re.findall(r'href="#([^"]+)"', page)) - {"main"} <= set(identifiers)

    def test_it_needs_no_other_host_and_no_script(self, house: House) -> None:
        answer = house.client.get("/docs")
        assert "<script" not in answer.text
        assert re.findall(r'(?:src|href)="(?:https?:)?//', answer.text) == []
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")

    def test_it_speaks_the_language_of_the_reader(self, house: House) -> None:
        assert "Interfejs dla programów" in house.client.get("/docs", headers={"accept-language": "pl"}).text
        assert "Interface for programs" in house.client.get("/docs", headers={"accept-language": "en"}).text
