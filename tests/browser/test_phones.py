"""The phones of players: where they sit, a result told by both, told differently, told without a connection; no account."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Arrival
from browser.people import Person
from browser.test_accessibility import check

PHONE: ViewportSize = {"width": 360, "height": 740}
SIDEWAYS: ViewportSize = {"width": 740, "height": 360}
NAMES = ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma")
MINOR = {"name": "Zofia Anna Mak", "minor": True, "consent": True}


class Hall(NamedTuple):
    """A tournament on the server, and its director."""

    director: Person
    id: str
    codes: dict[int, dict[str, Any]]

    def gives(self, *commands: dict[str, Any]) -> Any:
        seen = self.director.asks("GET", f"/api/tournaments/{self.id}")["n"]
        return self.director.asks(
            "POST", f"/api/tournaments/{self.id}/commands", {"seen": seen, "commands": list(commands)}
        )

    def table(self, number: int = 1) -> dict[str, Any]:
        page = self.director.asks("GET", f"/api/tournaments/{self.id}")
        return next(each for each in page["whole"]["tables"] if each["table"] == number)


@pytest.fixture
def hall(arrives: Arrival) -> Hall:
    director = arrives("Ewa")
    settings = {"rounds": 3, "minutes": 20, "results.self_report": True}
    body = {"name": "Turniej w Kutnie", "template": "pfs", "starts_on": "2026-11-21", "settings": settings}
    id = director.asks("POST", "/api/tournaments", body)["id"]
    hall = Hall(director, id, {})
    people = [{"type": "register_entrant", "person": {"name": name}} for name in NAMES]
    people += [
        {"type": "register_entrant", "person": MINOR},
        {"type": "register_entrant", "person": {"name": "Filip Kos"}},
    ]
    hall.gives(*people, {"type": "check_in", "numbers": [1, 2, 3, 4, 5, 6]})
    found = director.asks("GET", f"/api/tournaments/{id}/codes")["codes"]
    hall.codes.update({each["number"]: each for each in found})
    return hall


def phone(arrives: Arrival, hall: Hall, number: int, viewport: ViewportSize = PHONE, **device: Any) -> Person:
    """The phone of a player, who has scanned the code."""
    person = arrives(f"gracz {number}", introduced=False, viewport=viewport, **device)
    person.page.goto(f"/me/{hall.codes[number]['code']}")
    return person


def tells(page: Page, own: int, other: int) -> None:
    page.get_by_label(re.compile("Twoje punkty|Your points")).fill(str(own))
    page.get_by_label(re.compile("Punkty przeciwnika|Opponent's points")).fill(str(other))
    page.get_by_role("button", name=re.compile("Podaj wynik|Zmień mój wynik|Report the result")).click()


def fits(page: Page) -> None:
    """Nothing stands out of the window to the side."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"


def test_a_round_is_seen_the_moment_it_is_paired_and_a_result_told_alike_is_in(arrives: Arrival, hall: Hall) -> None:
    one = phone(arrives, hall, 1).page
    expect(one.get_by_text("Rundy jeszcze nie skojarzono")).to_be_visible()
    hall.gives({"type": "pair_round"})
    expect(one.get_by_text("Skojarzono rundę 1!")).to_be_visible()
    hall.gives({"type": "start_round"})
    expect(one.get_by_text("Od początku rundy minęło")).to_be_visible()
    table = next(each for each in (1, 2, 3) if 1 in hall.table(each)["players"])
    expect(one.get_by_role("heading", name=f"Stół {table}")).to_be_visible()
    rival = next(each for each in hall.table(table)["players"] if each != 1)
    other = phone(arrives, hall, rival, SIDEWAYS, locale="en-GB").page
    check(one, "a phone before the result")
    tells(one, 412, 388)
    expect(one.get_by_text("Twój wynik 412:388 jest u sędziego")).to_be_visible()
    expect(other.get_by_text("Your opponent reported 388:412")).to_be_visible()
    expect(other.get_by_text("You lose by 24 points")).to_be_visible()
    check(other, "a phone that is asked to confirm")
    other.get_by_role("button", name="That is right: 388:412").click()
    expect(other.get_by_text("The result is in: 388:412")).to_be_visible()
    expect(one.get_by_text("Wynik wpisany: 412:388")).to_be_visible()
    assert hall.table(table)["light"] == "in"
    one.get_by_role("button", name="Dlaczego gram przy tym stole?").click()
    expect(one.get_by_role("heading", name="Dlaczego gram przy tym stole?")).to_be_visible()
    for page in (one, other):
        fits(page)
        check(page, "a phone with a result")


def test_told_differently_both_see_both_and_one_press_calls_the_arbiter(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    host, guest = hall.table()["players"]
    one, other = phone(arrives, hall, host).page, phone(arrives, hall, guest).page
    tells(one, 412, 388)
    expect(other.get_by_text("Przeciwnik podał wynik")).to_be_visible()
    tells(other, 412, 388)
    for page in (one, other):
        expect(page.get_by_text("Podane wyniki się różnią")).to_be_visible()
    assert hall.table()["light"] == "disputed"
    check(one, "a dispute")
    fits(one)
    one.get_by_role("button", name="Wezwij sędziego").click()
    expect(one.get_by_text("Sędzia wezwany do stołu 1")).to_be_visible()
    calls = hall.director.asks("GET", f"/api/tournaments/{hall.id}")["calls"]
    assert [(each["table"], each["number"]) for each in calls] == [(1, host)]
    one.get_by_role("button", name="Odwołaj wezwanie").click()
    expect(one.get_by_role("button", name="Wezwij sędziego")).to_be_visible()
    result = {"kind": "played", "scores": [412, 388]}
    hall.gives({"type": "enter_result", "round": 1, "table": 1, "result": result, "signed": [host, guest]})
    expect(one.get_by_text("Wynik wpisany: 412:388")).to_be_visible()
    expect(other.get_by_text("Wynik wpisany: 388:412")).to_be_visible()


@pytest.mark.service_worker
def test_a_result_told_without_a_connection_goes_out_once(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    host, _ = hall.table()["players"]
    person = phone(arrives, hall, host)
    page = person.page
    expect(page.get_by_role("heading", name="Stół 1")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.context.set_offline(True)
    tells(page, 412, 388)
    expect(page.get_by_text("jest zapisany w telefonie")).to_be_visible()
    assert hall.table()["light"] == "playing"
    page.wait_for_function("caches.open('mostek-1').then(c => c.keys()).then(k => k.some(r => r.url.includes('/Me-')))")
    page.reload()
    expect(page.get_by_role("heading", name="Stół 1")).to_be_visible()
    expect(page.get_by_text("Brak połączenia – stan z")).to_be_visible()
    expect(page.get_by_text("jest zapisany w telefonie")).to_be_visible()
    fits(page)
    person.context.set_offline(False)
    expect(page.get_by_text("Twój wynik 412:388 jest u sędziego")).to_be_visible()
    assert hall.table()["reports"] == {str(host): {"scores": [412, 388]}}


def test_what_the_desk_has_decided_meanwhile_the_phone_says(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    host, guest = hall.table()["players"]
    person = phone(arrives, hall, host)
    expect(person.page.get_by_role("heading", name="Stół 1")).to_be_visible()
    person.context.set_offline(True)
    tells(person.page, 412, 388)
    result = {"kind": "played", "scores": [400, 401]}
    hall.gives({"type": "enter_result", "round": 1, "table": 1, "result": result, "signed": [host, guest]})
    person.context.set_offline(False)
    expect(person.page.get_by_text("Twojego wyniku 412:388 nie przyjęto")).to_be_visible()
    expect(person.page.get_by_text("Wynik wpisany: 400:401")).to_be_visible()
    person.faults[:] = [each for each in person.faults if "409" not in each]  # a refusal is an answer


def test_typed_numbers_stay_when_the_page_is_left(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"})
    page = phone(arrives, hall, hall.table()["players"][0]).page
    page.get_by_label("Twoje punkty").fill("412")
    page.get_by_label("Punkty przeciwnika").fill("388")
    expect(page.get_by_text("Wygrywasz 24 punktami")).to_be_visible()
    page.goto("/about")
    page.go_back()
    expect(page.get_by_label("Twoje punkty")).to_have_value("412")
    expect(page.get_by_text("Wygrywasz 24 punktami")).to_be_visible()


def test_a_minor_is_named_in_full_on_the_own_page_only(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"})
    own = phone(arrives, hall, 5).page
    expect(own.get_by_role("heading", level=1, name="Zofia Anna Mak")).to_be_visible()
    table = next(each for each in (1, 2, 3) if 5 in hall.table(each)["players"])
    rival = next(each for each in hall.table(table)["players"] if each != 5)
    other = phone(arrives, hall, rival).page
    expect(other.get_by_text("5. Z. A. M.").first).to_be_visible()
    assert "Zofia" not in other.content()


def test_a_wrong_code_shows_nothing_and_the_short_one_opens_the_page(arrives: Arrival, hall: Hall) -> None:
    person = arrives("obcy", introduced=False, viewport=PHONE)
    page = person.page
    page.goto(f"/me/{hall.codes[1]['code'].replace('-1-', '-2-')}")
    expect(page.get_by_role("alert")).to_contain_text("Ten kod nie jest dobry")
    page.goto(f"/e/{hall.id}/me")
    check(page, "number and code")
    page.get_by_label("Numer startowy").fill("2")
    page.get_by_label("Kod").fill("zzzzzz")
    page.get_by_role("button", name="Otwórz moją stronę").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Kod").fill(hall.codes[2]["short"].upper())
    page.get_by_role("button", name="Otwórz moją stronę").click()
    expect(page.get_by_role("heading", level=1, name="Bogdan Żak")).to_be_visible()
    person.faults[:] = [each for each in person.faults if "403" not in each]


def test_the_arbiter_comes_to_the_table_and_rules_with_the_consequences_shown_first(
    arrives: Arrival, hall: Hall
) -> None:
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    host, guest = hall.table()["players"]
    arbiter = hall.director.page
    arbiter.set_viewport_size(PHONE)
    arbiter.goto(f"/e/{hall.id}/arbiter")
    expect(arbiter.get_by_text("Nikt nie woła sędziego.")).to_be_visible()
    one, other = phone(arrives, hall, host).page, phone(arrives, hall, guest).page
    tells(one, 412, 388)
    expect(other.get_by_text("Przeciwnik podał wynik")).to_be_visible()
    tells(other, 412, 388)
    expect(arbiter.get_by_role("button", name=re.compile("^1 .*sprzeczne wyniki"))).to_be_visible()
    one.get_by_label("Powód").fill("pytanie o wynik")
    one.get_by_role("button", name="Wezwij sędziego").click()
    expect(arbiter.get_by_text("pytanie o wynik")).to_be_visible()
    check(arbiter, "the console with a call")
    fits(arbiter)
    arbiter.get_by_role("button", name="Idę").click()
    expect(one.get_by_text("Idzie do was: Ewa")).to_be_visible()
    arbiter.get_by_role("button", name=re.compile("^1 .*wezwany sędzia")).click()
    dialog = arbiter.get_by_role("dialog")
    expect(dialog.get_by_text("412:388").first).to_be_visible()
    dialog.get_by_label("Co zrobić").select_option("forfeit")
    dialog.get_by_label("Wygrywa", exact=True).select_option(str(host))
    dialog.get_by_role("button", name="Pokaż skutki").click()
    expect(dialog.get_by_text("To się stanie:")).to_be_visible()
    check(arbiter, "a table before the arbiter")
    assert hall.table()["light"] == "ruling", "a preview changes nothing"
    dialog.get_by_label("Co zrobić").select_option("result")
    numbers = dialog.get_by_role("textbox")
    numbers.nth(0).fill("412")
    numbers.nth(1).fill("388")
    dialog.get_by_role("button", name="Pokaż skutki").click()
    dialog.get_by_role("button", name="Zatwierdź").click()
    expect(one.get_by_text("Wynik wpisany: 412:388")).to_be_visible()
    arbiter.get_by_role("button", name="Załatwione").click()
    expect(one.get_by_role("button", name="Wezwij sędziego")).to_be_visible()
    expect(arbiter.get_by_role("button", name=re.compile("^1 .*wpisany"))).to_be_visible()


def test_an_assistant_sees_the_checking_desk_and_nothing_else(arrives: Arrival, hall: Hall) -> None:
    hall.gives({"type": "pair_round"})
    invited = hall.director.asks(
        "POST", f"/api/tournaments/{hall.id}/invitations", {"role": "assistant", "name": "Olga"}
    )
    helper = arrives("Olga", viewport=PHONE)
    helper.asks("POST", f"/api/office-invitations/{invited['token']}", {"name": ""})
    page = helper.page
    page.goto(f"/e/{hall.id}/arbiter")
    page.get_by_label("Wyrazy").fill("dom xqz")
    page.get_by_role("button", name="Sprawdź").click()
    expect(page.get_by_text("NIEDOPUSZCZALNE")).to_be_visible()
    check(page, "a verdict")
    fits(page)
    page.get_by_role("button", name="Następne sprawdzenie").click()
    page.get_by_label("Wyrazy").fill("dom, kot")
    page.get_by_role("button", name="Sprawdź").click()
    expect(page.get_by_text("✓ DOPUSZCZALNE")).to_be_visible()
    assert page.get_by_role("heading", name="Stoły").count() == 0
    assert page.get_by_role("heading", name="Wezwania").count() == 0


def founded(arrives: Arrival, template: str, size: int, absent: int = 0) -> Hall:
    """An event without draws, with one table whose round has begun."""
    director = arrives("Ewa")
    settings = {"rounds": 3, "results.self_report": True} | ({} if template == "chal" else {"minutes": 20})
    body = {"name": "Turniej w Pińczowie", "template": template, "starts_on": "2026-11-21", "settings": settings}
    hall = Hall(director, director.asks("POST", "/api/tournaments", body)["id"], {})
    people = [{"type": "register_entrant", "person": {"name": name}, "override": "późno"} for name in NAMES[:size]]
    hall.gives(*people, {"type": "check_in", "numbers": list(range(1, size + 1))})
    hall.gives({"type": "pair_round"})
    hall.gives({"type": "start_round", "absent": hall.table()["players"][size - absent :]})
    found = director.asks("GET", f"/api/tournaments/{hall.id}/codes")["codes"]
    hall.codes.update({each["number"]: each for each in found})
    return hall


def test_an_equal_game_is_told_with_its_last_words_and_is_a_win_on_both_phones(arrives: Arrival) -> None:
    hall = founded(arrives, "open", 2)
    host, guest = hall.table()["players"]
    one, other = phone(arrives, hall, host).page, phone(arrives, hall, guest).page
    expect(one.get_by_label("Twoje ostatnie słowo")).to_be_hidden()
    tells(one, 400, 400)
    expect(one.get_by_text("rozstrzyga wartość ostatnich słów")).to_be_visible()
    one.get_by_label("Twoje ostatnie słowo").fill("14")
    one.get_by_label("Ostatnie słowo: ").fill("9")
    expect(one.get_by_text("Wygrywasz ostatnim słowem")).to_be_visible()
    check(one, "a phone that asks for the last words")
    one.get_by_role("button", name="Podaj wynik").click()
    expect(other.get_by_text("Przegrywasz ostatnim słowem")).to_be_visible()
    other.get_by_role("button", name="Zgadza się: 400:400, ostatnie słowa 9:14").click()
    expect(one.get_by_text("Wynik wpisany: 400:400, ostatnie słowa 14:9 · Wygrywasz ostatnim słowem")).to_be_visible()
    expect(
        other.get_by_text("Wynik wpisany: 400:400, ostatnie słowa 9:14 · Przegrywasz ostatnim słowem")
    ).to_be_visible()
    for page, word in ((one, "wygrana"), (other, "przegrana")):
        expect(page.get_by_role("row", name=re.compile(f"400:400.*{word}"))).to_be_visible()
        expect(page.get_by_text(re.compile("remis", re.IGNORECASE))).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        fits(page)


def test_the_arbiter_enters_a_table_of_three_with_its_last_words(arrives: Arrival) -> None:
    hall = founded(arrives, "chal", 3)
    arbiter = hall.director.page
    arbiter.set_viewport_size(PHONE)
    arbiter.goto(f"/e/{hall.id}/arbiter")
    arbiter.get_by_role("button", name=re.compile("^1 ")).click()
    dialog = arbiter.get_by_role("dialog")
    for field, points in zip(dialog.get_by_role("textbox").all(), ("180", "210", "180"), strict=True):
        field.fill(points)
    words = dialog.get_by_label("Wartość ostatniego słowa")
    expect(words).to_have_count(3)
    check(arbiter, "an arbiter who is asked for the last words")
    fits(arbiter)
    dialog.get_by_role("button", name="Pokaż skutki").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    for field, worth in zip(words.all(), ("5", "0", "9"), strict=True):
        field.fill(worth)
    dialog.get_by_role("button", name="Pokaż skutki").click()
    dialog.get_by_role("button", name="Zatwierdź").click()
    expect(arbiter.get_by_role("button", name=re.compile("^1 .*180:210:180, ostatnie słowa 5:0:9"))).to_be_visible()
    assert hall.table()["places"] == [3, 1, 2]


def test_a_table_of_three_tells_its_result_on_one_phone_and_the_others_confirm_it(arrives: Arrival) -> None:
    hall = founded(arrives, "chal", 3)
    pages = [phone(arrives, hall, number).page for number in hall.table()["players"]]
    first = pages[0]
    expect(first.get_by_text("Grają z tobą")).to_be_visible()
    first.get_by_label("Twoje punkty").fill("250")
    for field, points in zip(first.get_by_label("Punkty: ").all(), ("180", "199"), strict=True):
        field.fill(points)
    expect(first.get_by_role("status").filter(has_text="Miejsce 1")).to_be_visible()
    check(first, "a phone of a table of three")
    fits(first)
    first.get_by_role("button", name="Podaj wynik").click()
    for page, points in zip(pages[1:], ("180:250:199", "199:250:180"), strict=True):
        page.get_by_role("button", name=f"Zgadza się: {points}").click()
    for page, points, place in zip(pages, ("250:180:199", "180:250:199", "199:250:180"), (1, 3, 2), strict=True):
        expect(page.get_by_text(f"Wynik wpisany: {points} · Miejsce {place}")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile(f"{points} Miejsce {place}"))).to_be_visible()
    assert hall.table()["places"] == [1, 3, 2]


def test_each_of_three_tells_the_own_points_and_all_confirm_the_whole(arrives: Arrival) -> None:
    hall = founded(arrives, "chal", 3)
    players = hall.table()["players"]
    pages = [phone(arrives, hall, number).page for number in players]
    for page, own in zip(pages, ("250", "180", "180"), strict=True):
        page.get_by_label("Twoje punkty").fill(own)
        page.get_by_role("button", name="Podaj wynik").click()
        if page is not pages[-1]:
            expect(page.get_by_text(f"Twoje punkty: {own}. Czekamy jeszcze na:")).to_be_visible()
    first, *others = pages
    expect(first.get_by_text("Wszyscy podali swoje punkty")).to_be_visible()
    expect(first.get_by_text("rozstrzyga wartość ostatnich słów")).to_be_visible()
    check(first, "a phone with the own points of all")
    fits(first)
    first.get_by_label("Twoje ostatnie słowo").fill("0")
    for field, worth in zip(first.get_by_label("Ostatnie słowo: ").all(), ("5", "9"), strict=True):
        field.fill(worth)
    first.get_by_role("button", name="Zmień mój wynik").click()
    for page, told in zip(
        others, ("180:250:180, ostatnie słowa 5:0:9", "180:250:180, ostatnie słowa 9:0:5"), strict=True
    ):
        page.get_by_role("button", name=f"Zgadza się: {told}").click()
    expect(first.get_by_text("Wynik wpisany: 250:180:180, ostatnie słowa 0:5:9 · Miejsce 1")).to_be_visible()
    assert hall.table()["places"] == [1, 3, 2]


def test_two_of_three_are_enough_where_the_third_has_not_come(arrives: Arrival) -> None:
    hall = founded(arrives, "chal", 3, absent=1)
    one, two, _ = hall.table()["players"]
    first, second = phone(arrives, hall, one).page, phone(arrives, hall, two).page
    for page, own in ((first, "250"), (second, "210")):
        page.get_by_label("Twoje punkty").fill(own)
        page.get_by_role("button", name="Podaj wynik").click()
    for page, told in ((first, "250:210:0"), (second, "210:250:0")):
        page.get_by_role("button", name=f"Zgadza się: {told}").click()
    expect(first.get_by_text("Wynik wpisany: 250:210:0 · Miejsce 1")).to_be_visible()
    expect(second.get_by_text("Wynik wpisany: 210:250:0 · Miejsce 2")).to_be_visible()


HEARS = """
window.heard = {tones: 0, pulses: []};
navigator.vibrate = (pattern) => window.heard.pulses.push(pattern);
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard.tones += 1; return make.call(this); };
"""
"""A page that writes down what a person would hear and feel."""


def test_a_table_of_challenge_plays_by_the_turn_clock_of_one_phone(arrives: Arrival) -> None:
    """CHAL-4a: two minutes a turn; the time stands while a word is checked (S15)."""
    hall = founded(arrives, "chal", 3)
    players = hall.table()["players"]
    names = [f"{number}. {NAMES[number - 1]}" for number in players]
    page = phone(arrives, hall, players[1]).page
    page.clock.install()
    page.add_init_script(HEARS)
    page.reload()
    page.get_by_label("Kto zaczyna").select_option(names[2])
    clock = page.get_by_role("timer", name="Zegar ruchu")
    expect(clock).to_have_text("2:00")
    check(page, "a turn clock before the first turn")
    page.get_by_role("button", name=f"Zacznij: {names[2]}").click()
    expect(page.get_by_text(f"Ruch: {names[2]}", exact=True)).to_be_visible()
    page.clock.fast_forward("01:51")
    expect(clock).to_have_text("0:09")
    assert page.evaluate("heard.tones") == 2
    page.clock.fast_forward("00:10")
    expect(clock).to_have_text("0:00")
    expect(page.get_by_text("Czas minął")).to_be_visible()
    assert page.evaluate("[heard.tones, heard.pulses.length]") == [6, 2]
    check(page, "a turn clock that has run down")
    fits(page)
    page.get_by_role("button", name=f"Następny ruch: {names[0]}").click()
    expect(page.get_by_text(f"Ruch: {names[0]}", exact=True)).to_be_visible()
    page.clock.fast_forward("00:30")
    page.get_by_role("button", name="Stop: sprawdzanie wyrazu").click()
    stood = clock.inner_text()
    assert stood in ("1:29", "1:30")
    page.clock.fast_forward("05:00")
    page.reload()
    expect(clock).to_have_text(stood)
    page.get_by_role("button", name="Dalej").click()
    page.clock.fast_forward("01:00")
    expect(clock).to_have_text(re.compile("0:2[0-9]"))
    page.get_by_role("button", name=f"Następny ruch: {names[1]}").click()
    expect(clock).to_have_text(re.compile("2:00|1:59"))


def test_a_hall_of_challenge_plays_by_the_turn_clock_of_the_wall(arrives: Arrival) -> None:
    hall = founded(arrives, "chal", 3)
    page = hall.director.page
    page.clock.install()
    page.add_init_script(HEARS)
    page.goto(f"/e/{hall.id}/wall")
    page.get_by_role("link", name="Czas na ruch: 2:00").click()
    expect(page.get_by_role("heading", name="Zegar ruchu")).to_be_visible()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text("2:00")
    page.get_by_role("button", name="Następny ruch").click()
    expect(page.get_by_text("Ruch 1", exact=True)).to_be_visible()
    page.clock.fast_forward("00:40")
    page.get_by_role("button", name="Zatrzymaj").click()
    page.clock.fast_forward("10:00")
    expect(clock).to_have_text(re.compile("1:(20|19)"))
    page.get_by_role("button", name="Dalej").click()
    page.clock.fast_forward("01:21")
    expect(clock).to_have_text("0:00")
    expect(page.get_by_text("Koniec czasu")).to_be_visible()
    assert page.evaluate("heard.tones") >= 4
    check(page, "a turn clock on the wall")
    for screen in (PHONE, SIDEWAYS):
        page.set_viewport_size(screen)
        fits(page)
    page.get_by_role("main").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Ruch 2", exact=True)).to_be_visible()
    expect(page.get_by_text("Koniec czasu")).to_have_count(0)
    nowhere = founded(arrives, "open", 2)
    assert hall.director.page.request.get(f"/e/{nowhere.id}/wall/turns").status == 404
