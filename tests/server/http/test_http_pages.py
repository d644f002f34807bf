"""The files of the page."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import pytest

from mostek.server.http.pages import Pages
from server.http.visitors import House, refused

INDEX = '<!doctype html><title>mostek</title><script id="bootstrap" type="application/json"></script>'
TOLD = re.compile(r"(?<=json\">)[^<]+")
SCRIPT = "console.log('ąę');\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the build has left."""
    files = {
        "index.html": INDEX,
        "t.html": f"<link>{INDEX}",
        "assets/app-1a2b.js": SCRIPT,
        "assets/app-1a2b.js.br": "packed by the build",
        "assets/app-1a2b.js.map": "{}",
        "icon.png": "\x89PNG",
        "manifest.webmanifest": "{}",
        ".built_from": "these sources",
    }
    for name, text in files.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "static"


@pytest.fixture
def built(house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The server with a page that was built."""
    monkeypatch.setitem(house.state._state, "pages", Pages(folder))
    return house


@pytest.mark.parametrize("path", ["/", "/join/xyz", "/rules/pfs", "/account", "/about"])
def test_every_address_of_a_page_is_the_page(built: House, path: str) -> None:
    answer = built.client.get(path)
    assert answer.status_code == 200
    assert TOLD.sub("", answer.text) == INDEX
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/t/abc", "/t", "/t.html"])
def test_a_kind_of_address_may_have_a_page_of_its_own(built: House, path: str) -> None:
    named = "<link>" if path != "/t.html" else ""
    assert TOLD.sub("", built.client.get(path).text) == named + INDEX


def test_a_file_whose_name_changes_with_it_is_kept_for_ever(built: House) -> None:
    # Brotli is read where its library is installed, and the file of this page is none.
    answer = built.client.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
    assert answer.text == SCRIPT
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "set-cookie" not in answer.headers


def test_a_file_is_sent_compressed_to_who_can_read_that(built: House) -> None:
    with built.client.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw).decode() == SCRIPT
    with built.client.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "gzip, br"}) as answer:
        assert b"".join(answer.iter_raw()) == b"packed by the build"
    assert answer.headers["content-encoding"] == "br"
    plain = built.client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_a_file_that_has_not_changed_is_not_sent_again(built: House) -> None:
    tag = built.client.get("/manifest.webmanifest").headers["etag"]
    again = built.client.get("/manifest.webmanifest", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/old.js",
        "/assets/app-1a2b.js.map",
        "/assets/app-1a2b.js.br",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/me/x",
        "/assets/%2e%2e/x",
    ],
)
def test_what_is_not_there_is_not_the_page(built: House, path: str) -> None:
    assert refused(built.client.get(path)) == (404, "unknown")


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_outside_the_folder_is_sent(built: House, path: str) -> None:
    assert "secret" not in built.client.get(path).text
    assert "root:" not in built.client.get(path).text


def test_a_page_that_was_not_built_is_said_to_be_missing(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(house.state._state, "pages", Pages(tmp_path))
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


def test_what_is_built_while_the_server_runs_is_shown_when_it_is_complete(built: House, folder: Path) -> None:
    assert "new" not in built.client.get("/").text
    stamp = folder / ".built_from"
    stamp.unlink()
    (folder / "index.html").write_text(f"new {INDEX}")
    assert "new" not in built.client.get("/").text
    stamp.write_text("other sources")
    os.utime(stamp, ns=(1, 1))
    assert TOLD.sub("", built.client.get("/").text) == f"new {INDEX}"
