"""The files of the page."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from mostek.server.http.pages import read_pages
from server.http.visitors import House, refused

SCRIPT = "console.log('ąę');\n" * 100


@pytest.fixture
def built(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The server with a page that was built."""
    files = {
        "index.html": "<!doctype html><title>mostek</title>",
        "assets/app-1a2b.js": SCRIPT,
        "assets/app-1a2b.js.map": "{}",
        "icon.png": "\x89PNG",
        "manifest.webmanifest": "{}",
    }
    for name, text in files.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setitem(house.state._state, "pages", read_pages(tmp_path / "static"))
    return house


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/join/xyz", "/embed/abc", "/rules/pfs", "/account", "/about", "/apiary"]
)
def test_every_address_is_the_page(built: House, path: str) -> None:
    answer = built.client.get(path)
    assert answer.status_code == 200
    assert answer.text == "<!doctype html><title>mostek</title>"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_file_whose_name_changes_with_it_is_kept_for_ever(built: House) -> None:
    answer = built.client.get("/assets/app-1a2b.js")
    assert answer.text == SCRIPT
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "set-cookie" not in answer.headers


def test_a_file_is_sent_compressed_to_who_can_read_that(built: House) -> None:
    with built.client.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw).decode() == SCRIPT
    plain = built.client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_a_file_that_has_not_changed_is_not_sent_again(built: House) -> None:
    tag = built.client.get("/").headers["etag"]
    again = built.client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["/assets/old.js", "/assets/app-1a2b.js.map", "/api", "/api/", "/api/nothing", "/api/me/x", "/assets/%2e%2e/x"],
)
def test_what_is_not_there_is_not_the_page(built: House, path: str) -> None:
    assert refused(built.client.get(path)) == (404, "unknown")


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_outside_the_folder_is_sent(built: House, path: str) -> None:
    assert "secret" not in built.client.get(path).text
    assert "root:" not in built.client.get(path).text


def test_a_page_that_was_not_built_is_said_to_be_missing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(house.state._state, "pages", {})
    answer = house.client.get("/", headers={"accept-language": "en"})
    assert answer.status_code == 503
    assert "make page" in answer.text


def test_the_page_gives_the_cookie_against_forged_requests(built: House) -> None:
    built.client.cookies.clear()
    assert "mostek_csrf" in built.client.get("/").headers["set-cookie"]
    built.client.cookies.clear()


def test_a_program_may_ask_for_the_head_alone(built: House) -> None:
    answer = built.client.head("/")
    assert answer.status_code == 200
