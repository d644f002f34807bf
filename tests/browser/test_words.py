"""Words on a phone: searched as somebody types, learned with cards that are there on another device, and asked in a quiz."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.conftest import Arrival
from browser.people import PHONE, Person
from browser.serving import Server
from browser.test_accessibility import check
from browser.test_offline import WORKER_STORED, waits_for


def finds(page: Page, tab: str, field: str, typed: str) -> None:
    page.get_by_role("tab", name=tab, exact=True).click()
    page.get_by_role("tabpanel").get_by_label(field, exact=True).fill(typed)


def test_words_are_searched_put_into_the_box_and_learned(browser: Browser, server: Server, arrives: Arrival) -> None:
    ewa = arrives("Ewa", viewport=PHONE)
    page = ewa.page
    page.get_by_role("link", name="Nauka").click()
    page.get_by_role("link", name="Słowa", exact=True).click()
    finds(page, "Wzorzec", "Wzorzec", "k?t")
    expect(page.get_by_role("status").filter(has_text="5 słów")).to_be_visible()
    finds(page, "Wzorzec", "Wzorzec", "k1")
    expect(page.get_by_text("nie da się odczytać od 2. znaku")).to_be_visible()
    assert all("400" in fault for fault in ewa.faults)
    ewa.faults.clear()
    finds(page, "Anagramy", "Płytki", "kto")
    page.get_by_role("button", name="TOK", exact=True).click()
    expect(page.get_by_role("heading", name="TOK jest na liście")).to_be_visible()
    finds(page, "Anagramy", "Płytki", "aka")
    page.get_by_role("button", name="AKA", exact=True).click()
    expect(page.get_by_text("poprawne od wydania 2022-03.2; brak w 2022-03")).to_be_visible()
    check(page, "a word")
    finds(page, "Anagramy", "Płytki", "kto")
    expect(page.get_by_role("button", name="TOK", exact=True)).to_be_visible()
    check(page, "found words")
    page.get_by_role("button", name="Włóż do pudełka fiszek").click()
    expect(page.get_by_text("1 nowa fiszka")).to_be_visible()

    page.get_by_role("link", name="Pudełko fiszek").click()
    expect(page.get_by_text("i na serwerze")).to_be_visible()
    check(page, "the box")
    page.get_by_role("button", name="Zacznij").click()
    expect(page.get_by_text("3 słowa do znalezienia")).to_be_visible()
    page.keyboard.type("kot tok kto")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Dobrze!")).to_be_visible()
    check(page, "an answered card")
    page.keyboard.press("4")
    expect(page.get_by_text("Na razie to wszystko.")).to_have_count(1)
    page.get_by_text("Następna fiszka przyjdzie za").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Zapisz pudełko w pliku").click()
    box = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert [(card["question"], card["reps"]) for card in box["cards"]] == [("KOT", 1)]
    assert len(box["reviews"]) == 1

    other = Person.arrives(browser, server.url, "Ewa", storage_state=ewa.context.storage_state())
    other.page.goto("/words/cards")
    expect(other.page.get_by_text("1 fiszka.")).to_be_visible()
    expect(other.page.get_by_text("Następna fiszka przyjdzie za")).to_be_visible()
    assert other.faults == []
    other.leaves()

    page.set_input_files("input[type=file]", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.get_by_text("Ten plik nie jest pudełkiem fiszek.")).to_be_visible()


QUESTIONS = ("KOT", "DOM", "LAS", "RAK")
LIST = "pl-wolny@2022-03.2"


def box_of(person: Person) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """What the account has: the reviews that each card counts, and the reviews with their ratings."""
    found = person.asks("POST", "/api/study/box", {})
    return {card["question"]: card["reps"] for card in found["cards"]}, [
        (review["card"].split(":")[1], review["rating"]) for review in found["reviews"]
    ]


def answers(page: Page, number: int) -> list[tuple[str, int]]:
    """Answer so many due cards; returns the words with their ratings."""
    given = []
    for rating in range(number):
        word = page.locator("main").get_by_text(re.compile("^(" + "|".join(QUESTIONS) + ")$")).first.inner_text()
        page.keyboard.press("t")
        expect(page.get_by_text("Dobrze!")).to_be_visible()
        page.keyboard.press(str(2 + rating % 3))
        given.append((word, 2 + rating % 3))
        expect(page.get_by_text("Dobrze!")).to_have_count(0)
    return given


@pytest.mark.service_worker
@pytest.mark.long
def test_cards_learnt_without_a_network_reach_the_account_once(
    browser: Browser, server: Server, arrives: Arrival
) -> None:
    ewa = arrives("Ewa", viewport=PHONE)
    page = ewa.page
    card = {"kind": "word", "lexicon": LIST, "answers": ["yes"], "added": 1_000, "changed": 1_000, "due": 1_000}
    ewa.asks("POST", "/api/study/box", {"cards": [{**card, "question": word} for word in QUESTIONS]})
    page.goto("/words")
    waits_for(page, WORKER_STORED)
    page.goto("/words/cards")
    expect(page.get_by_text("4 fiszki.")).to_be_visible()
    expect(page.get_by_text("i na serwerze")).to_be_visible()
    # Three cards without a network; the page is left in between, and the device keeps what was answered.
    ewa.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Zacznij").click()
    given = answers(page, 2)
    page.reload()
    page.get_by_role("button", name="Zacznij").click()
    given += answers(page, 1)
    page.get_by_role("button", name="Przerwij").click()
    expect(page.get_by_text("Serwer nie odpowiada.")).to_be_visible()
    ewa.context.set_offline(False)
    expect(page.get_by_text("i na serwerze")).to_be_visible()
    counted, reviews = box_of(ewa)
    assert sorted(reviews) == sorted(given)
    assert counted == {word: sum(word == each for each, _ in given) for word in QUESTIONS}
    # The answer of the server gets lost on its way: what it has taken already is sent again and counts once.
    page.route("**/api/study/box", lost)
    page.get_by_role("button", name="Zacznij").click()
    given += answers(page, 1)
    expect(page.get_by_text("Serwer nie odpowiada.")).to_be_visible()
    assert sorted(box_of(ewa)[1]) == sorted(given)
    page.unroute("**/api/study/box")
    page.reload()
    expect(page.get_by_text("i na serwerze")).to_be_visible()
    counted, reviews = box_of(ewa)
    assert sorted(reviews) == sorted(given)
    assert counted == dict.fromkeys(QUESTIONS, 1)
    other = Person.arrives(browser, server.url, "Ewa", storage_state=ewa.context.storage_state())
    other.page.goto("/words/cards")
    expect(other.page.get_by_text("4 fiszki.")).to_be_visible()
    assert other.faults == []
    other.leaves()
    ewa.faults[:] = [fault for fault in ewa.faults if "ERR_FAILED" not in fault]


def lost(route: Route) -> None:
    """The server gets the request; its answer never comes."""
    route.fetch()
    route.abort()


def test_a_quiz_is_played_with_keys(arrives: Arrival) -> None:
    page = arrives("Jan", introduced=False, viewport=PHONE).page
    page.goto("/words/quiz")
    page.get_by_label("Ile", exact=True).select_option("10")
    page.get_by_role("button", name="Zacznij quiz").click()
    for number in range(1, 11):
        expect(page.get_by_text(f"Pytanie {number} z 10")).to_be_visible()
        page.keyboard.press("t")
        expect(page.get_by_role("button", name="Dalej")).to_be_focused()
        if number == 1:
            check(page, "an answered question")
        page.keyboard.press("Enter")
    result = page.get_by_role("heading", name=re.compile(r"Dobrze: \d+ z 10"))
    expect(result).to_be_focused()
    check(page, "the result of a quiz")
