"""The manual over HTTP: two languages, no script, no other host, and nothing but its own files."""

from __future__ import annotations

import re

import pytest

from loops import with_each
from mostek.features.manual import http as manual
from mostek.features.manual import model
from mostek.server.config import Config, ConfigError
from server.http.api_examples import api_examples, check_example
from server.http.visitors import House


@pytest.mark.parametrize(("base", "language"), [("/pomoc", "pl"), ("/help", "en")])
def test_every_page_is_there_in_its_language(house: House, base: str, language: str) -> None:
    """Whatever the browser prefers: who sends a link sends its language."""
    for name in model.page_order():
        address = base if name == model.START else f"{base}/{name}"
        answer = house.client.get(address, headers={"accept-language": "en" if language == "pl" else "pl"})
        assert answer.status_code == 200, address
        page = answer.text
        assert f'<html lang="{language}">' in page
        assert "<script" not in page
        assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []
        identifiers = re.findall(r' id="([^"]+)"', page)
        assert len(identifiers) == len(set(identifiers)), address
        assert set(re.findall(r'href="#([^"]+)"', page)) - {"main"} <= set(identifiers), address
        for inner in set(re.findall(rf'(?:href|src)="({base}[^"#]*)', page)):
            assert house.client.get(inner).status_code == 200, inner


@with_each("path", ["nothing", "pictures/none.webp", "pictures/..%2F..%2Fhttp.py", "search/x", "pl/index"])
def test_what_is_not_there_leads_back(house: House, path: str) -> None:
    answer = house.client.get(f"/pomoc/{path}")
    assert answer.status_code == 404
    assert "litestar" not in answer.text
    assert 'href="/pomoc"' in answer.text


def test_what_visitors_make_up_is_not_remembered(house: House) -> None:
    """Names of pictures and letters of searches are anybody's, and a server runs for months."""

    def ask(number: int) -> None:
        assert house.client.get(f"/pomoc/pictures/{number}.webp").status_code == 404
        assert house.client.get(f"/pomoc/page-{number}").status_code == 404
        letters = "".join(chr(0x4E00 + 80 * number + each) for each in range(80))
        assert house.client.get("/pomoc/search", params={"q": letters}).status_code == 200

    caches = [each for room in (manual, model) for each in vars(room).values() if hasattr(each, "cache_info")]
    ask(0)
    unbounded = [each for each in caches if each.cache_info().maxsize is None]
    before = [each.cache_info().currsize for each in unbounded]
    for number in range(1, 20):
        ask(number)
    assert [each.cache_info().currsize for each in unbounded] == before


def test_a_search_shows_what_was_typed_and_runs_nothing(house: House) -> None:
    page = house.client.get("/pomoc/search", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script" not in page
    assert "Żadna strona" in page
    assert "#backup" in house.client.get("/pomoc/search", params={"q": "kopia"}).text
    assert house.client.get("/help/search", params={"q": "x" * 5000}).status_code == 200


def test_the_page_about_privacy_says_who_runs_the_server(house: House) -> None:
    assert "MOSTEK_CONTACT" in house.client.get("/pomoc/privacy").text.partition('id="operator"')[2]


@pytest.mark.parametrize(
    ("said", "contact"),
    [
        ("Szkoła nr 1, Płock\n biuro@example.org ", "Szkoła nr 1, Płock biuro@example.org"),
        ("", None),
        ("x" * 301, ConfigError),
        ("a\x00b", ConfigError),
    ],
)
def test_the_contact_is_a_line(said: str, contact: str | type[ConfigError] | None) -> None:
    environment = {"MOSTEK_CONTACT": said, "MOSTEK_DATA": "data"}
    if contact is ConfigError:
        with pytest.raises(ConfigError, match="MOSTEK_CONTACT"):
            Config.of(environment)
    else:
        assert Config.of(environment).contact == contact


# That of an analysis needs the search graph, which the module of analysis has.
@with_each("example", [each for name, each in api_examples().items() if name != "analysis"])
def test_the_examples_of_addresses_are_answered_so(house: House, example: dict[str, str]) -> None:
    check_example(house.visitor("Ola"), example)
