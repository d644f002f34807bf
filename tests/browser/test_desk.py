"""The director's desk: a small event is run through the page by two officials at once, in Polish and English."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, ViewportSize, expect

from browser.conftest import Arrival
from browser.people import Person
from browser.test_accessibility import check

TABLET: ViewportSize = {"width": 1024, "height": 768}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
ENLARGED: ViewportSize = {"width": 683, "height": 384}
"""The laptop at 200 %."""
PEOPLE = "Anna Lis\nBogdan Żak\nCelina Wąs\nDaniel Ćma\nFilip Kos\nGrażyna Bąk\nHubert Sęk\nIga Mróz"


def types(page: Page, label: str, *lines: str) -> None:
    """Type lines at the desk, as fast as a person who does not look up."""
    field = page.get_by_label(label)
    for line in lines:
        field.fill(line)
        field.press("Enter")


def test_two_officials_run_a_round_at_once(arrives: Arrival) -> None:
    ewa = arrives("Ewa", viewport=TABLET)
    page = ewa.page
    page.goto("/events")
    page.get_by_label("Nazwa turnieju").fill("Turniej w Kutnie")
    check(page, "the list of tournaments")
    page.get_by_role("button", name="Załóż turniej").click()
    page.get_by_role("tab", name="Ludzie").click()
    page.get_by_label("Wklej listę").fill(PEOPLE)
    page.get_by_role("button", name="Przeczytaj listę").click()
    page.get_by_role("button", name="Zgłoś z listy (8)").click()
    page.get_by_role("button", name="Wszyscy przyszli (8)").click()
    expect(page.get_by_text("Obecni: 8 z 8")).to_be_visible()
    check(page, "people")
    page.get_by_role("tab", name="Runda").click()
    page.get_by_role("button", name="Rozstaw rundę 1").click()
    expect(page.get_by_text("Powtórzone pary: 0")).to_be_visible()
    check(page, "the preview of a pairing")
    page.get_by_role("button", name="Ogłoś rozstawienie").click()
    page.get_by_role("button", name="Rozpocznij rundę").click()
    expect(page.get_by_text("Brakuje wyników: 4")).to_be_visible()
    event = page.url.split("/")[-2]
    made = ewa.asks("POST", f"/api/tournaments/{event}/invitations", {"role": "scorekeeper", "name": "Olga"})

    olga = arrives("Olga", locale="en-GB", viewport=LAPTOP)
    helper = olga.page
    helper.goto(f"/office/{made['token']}")
    check(helper, "an invitation to an office")
    helper.get_by_role("button", name="Accept").click()
    expect(helper.get_by_text("Results missing: 4")).to_be_visible()
    expect(helper.get_by_role("tab", name="Decisions")).to_have_count(0)
    expect(helper.get_by_role("button", name="Take the pairing back")).to_have_count(0)

    types(page, "Wiersz poleceń", "1 412 388", "2 350 377", "9 400 300")
    types(helper, "The desk's line", "3 401 399", "4 420 300")
    for each, said in ((page, "Są wszystkie wyniki."), (helper, "All results are in.")):
        expect(each.get_by_text(said)).to_be_visible()
    expect(page.get_by_role("list", name="Wpisane wiersze").get_by_role("button", name="Popraw")).to_be_visible()

    # A correction is looked at before it is done, on the other device it is seen at once.
    types(page, "Wiersz poleceń", "1 = 388 412")
    expect(page.get_by_role("dialog").get_by_text("Co się zmieni")).to_be_visible()
    check(page, "consequences")
    page.get_by_role("dialog").get_by_role("button", name="Zrób to").click()
    expect(helper.get_by_role("list", name="Tables").get_by_text("388:412")).to_be_visible()

    for name in ("Klasyfikacja", "Decyzje", "Ustawienia", "Dziennik", "Wydruki", "Funkcje i ogłoszenia"):
        page.get_by_role("tab", name=name).click()
        page.wait_for_load_state("networkidle")
        check(page, name)
    helper.set_viewport_size(ENLARGED)
    check(helper, "the desk at 200 %")
    assert helper.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at 200 %"


def office(arrives: Arrival, template: str = "pfs", **chosen: Any) -> tuple[Person, str]:
    """A director at the desk of a tournament whose first round goes on."""
    ewa = arrives("Ewa", viewport=LAPTOP)
    body = {"name": "Turniej", "template": template, "starts_on": "2026-11-21"}
    settings = {"rounds": 3, "minutes": 20, "results.signatures": 0, **chosen}
    id = str(ewa.asks("POST", "/api/tournaments", body | {"settings": settings})["id"])
    people = [{"person": {"name": name}, "override": "późno"} for name in PEOPLE.splitlines()]
    entries = [{"type": "register_entrant", **entry} for entry in people]
    gives(
        ewa,
        id,
        *entries,
        {"type": "check_in", "numbers": list(range(1, 9))},
        {"type": "pair_round"},
        {"type": "start_round"},
    )
    ewa.page.goto(f"/e/{id}/desk")
    expect(ewa.page.get_by_text("Brakuje wyników: 4")).to_be_visible()
    return ewa, id


def gives(who: Person, id: str, *commands: dict[str, Any]) -> None:
    seen = who.asks("GET", f"/api/tournaments/{id}")["n"]
    who.asks("POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": list(commands)})


def steps(who: Person, id: str, word: str) -> int:
    """How many steps of the log say that word."""
    told = who.asks("GET", f"/api/tournaments/{id}/steps")["steps"]
    return sum(word in " ".join(step["messages"]) for step in told)


def test_what_was_typed_without_a_connection_goes_out_later(arrives: Arrival) -> None:
    ewa, id = office(arrives)
    row = ewa.page.get_by_role("group", name="Stół 2")
    ewa.context.set_offline(True)
    for field, points in zip(row.get_by_role("textbox").all(), ("412", "388"), strict=True):
        field.fill(points)
    row.get_by_role("button", name="Wpisz").click()
    refused = ewa.page.get_by_role("dialog", name="Nie wykonano")
    expect(refused).to_be_visible()
    ewa.context.set_offline(False)
    refused.get_by_role("button", name="Powtórz").click()
    expect(ewa.page.get_by_text("Brakuje wyników: 3")).to_be_visible()
    assert steps(ewa, id, "412:388") == 1


def test_a_penalty_whose_answer_was_lost_is_given_once(arrives: Arrival) -> None:
    ewa, id = office(arrives)

    def loses_the_answer(route: Route) -> None:
        if '"preview":true' in (route.request.post_data or ""):
            route.continue_()
            return
        route.fetch()
        route.abort("connectionreset")
        ewa.page.unroute("**/commands")

    ewa.page.get_by_role("tab", name="Decyzje").click()
    card = ewa.page.locator("form", has=ewa.page.get_by_role("heading", name="Odjęcie punktów"))
    card.get_by_label("Kogo dotyczy").select_option("1")
    card.get_by_label("Powód").fill("rozmowy")
    ewa.page.route("**/commands", loses_the_answer)
    card.get_by_role("button", name="Odejmij punkty").click()
    ewa.page.get_by_role("dialog").get_by_role("button", name="Zrób to").click()
    ewa.page.get_by_role("dialog", name="Nie wykonano").get_by_role("button", name="Powtórz").click()
    expect(ewa.page.get_by_role("dialog")).to_have_count(0)
    assert steps(ewa, id, "rozmowy") == 1
    ewa.faults.clear()  # the browser complains of the answer that was lost


def test_a_result_that_somebody_else_types_meanwhile_is_seen_in_the_open_dialog(arrives: Arrival) -> None:
    ewa, id = office(arrives)
    ewa.page.get_by_role("list", name="Stoły").get_by_role("button").first.click()
    dialog = ewa.page.get_by_role("dialog")
    number = int(ewa.page.get_by_role("dialog").get_by_role("heading", level=2).inner_text().removeprefix("Stół "))
    dialog.get_by_role("spinbutton").first.fill("500")
    scores = {"kind": "played", "scores": [401, 399]}
    gives(ewa, id, {"type": "enter_result", "round": 1, "table": number, "result": scores})
    expect(dialog.get_by_role("heading", name="Popraw")).to_be_visible()
    expect(dialog.get_by_text("401:399")).to_be_visible()
    expect(dialog.get_by_role("spinbutton").first).to_have_value("500")
    dialog.get_by_role("spinbutton").nth(1).fill("399")
    dialog.get_by_label("Powód").fill("pomyłka")
    dialog.get_by_role("button", name="Popraw").click()
    looked = ewa.page.get_by_role("dialog", name="Sprawdź, zanim potwierdzisz")
    expect(looked.get_by_text("500:399")).to_be_visible()
    looked.get_by_role("button", name="Zostaw").click()
    assert steps(ewa, id, "500:399") == 0


def test_a_round_robin_is_paired_ahead_while_its_games_go_on(arrives: Arrival) -> None:
    ewa, id = office(arrives, rounds=7, plan="round_robin")
    page = ewa.page
    for number in (2, 3):
        page.get_by_role("button", name=f"Rozstaw już rundę {number}").click()
        expect(page.get_by_role("heading", name=re.compile(rf"runda {number}", re.IGNORECASE)).first).to_be_visible()
        page.get_by_role("button", name="Ogłoś rozstawienie").click()
        expect(page.get_by_role("button", name="Ogłoś rozstawienie")).to_have_count(0)
        expect(page.get_by_role("heading", name="Runda 1 z 7")).to_be_visible()
    tables = ewa.asks("GET", f"/api/tournaments/{id}")["whole"]["tables"]
    meetings = [frozenset(card["players"]) for card in tables]
    assert len(set(meetings)) == len(meetings) == 12
    expect(office_without_robin(arrives).get_by_role("button", name="Rozstaw już rundę")).to_have_count(0)


def office_without_robin(arrives: Arrival) -> Page:
    """The desk of an event whose pairings rest on results."""
    page = office(arrives)[0].page
    expect(page.get_by_role("heading", name="Runda 1 z 3")).to_be_visible()
    return page


def test_an_earlier_result_becomes_a_forfeit_and_a_round_is_paired_by_another_system(arrives: Arrival) -> None:
    ewa, id = office(arrives)
    played = [{"kind": "played", "scores": [400 + table, 380]} for table in range(1, 5)]
    gives(
        ewa,
        id,
        *[{"type": "enter_result", "round": 1, "table": at, "result": each} for at, each in enumerate(played, 1)],
    )
    page = ewa.page
    page.get_by_role("button", name="Rozstaw rundę 2").click()
    page.get_by_label("System kojarzenia").select_option("random")
    expect(page.get_by_role("heading", name="losow")).to_be_visible()
    page.get_by_role("button", name="Ogłoś rozstawienie").click()
    expect(page.get_by_role("heading", name="Runda 2 z 3")).to_be_visible()
    page.get_by_role("combobox", name="Runda").select_option("1")
    page.get_by_role("list", name="Stoły").get_by_role("button", name="1 ").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Co to było").select_option("nobody")
    dialog.get_by_label("Rodzaj poprawki").select_option("ruling")
    dialog.get_by_label("Przepis").fill("PFS-7.4")
    dialog.get_by_label("Powód").fill("obaj wyszli")
    dialog.get_by_label("Sędzia wyraża zgodę").check()
    dialog.get_by_role("button", name="Popraw").click()
    page.get_by_role("dialog", name="Sprawdź").get_by_role("button", name="Zrób to").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("tab", name="Klasyfikacja").click()
    page.get_by_label("Stan").select_option("1")
    expect(page.get_by_role("heading", name="Klasyfikacja po rundzie 1")).to_be_visible()
    page.get_by_label("Co pokazać").select_option("card")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)


def test_an_equal_game_is_asked_for_its_last_words_in_the_grid_in_the_line_and_in_the_dialog(arrives: Arrival) -> None:
    """OPEN has no draws: wherever the desk takes points it takes the words that decide between equal ones."""
    ewa, id = office(arrives, "open")
    page = ewa.page
    row = page.get_by_role("group", name="Stół 1", exact=True)
    row.get_by_role("textbox").first.fill("400")
    page.keyboard.press("Enter")
    page.keyboard.type("400")
    words = row.get_by_label("Wartość ostatniego słowa")
    expect(words).to_have_count(2)
    expect(row.get_by_role("button", name="Wpisz")).to_be_disabled()
    check(page, "a grid that asks for the last words")
    for typed in ("14", "9"):
        page.keyboard.press("Enter")
        page.keyboard.type(typed)
    page.keyboard.press("Enter")
    tables = page.get_by_role("list", name="Stoły")
    expect(tables.get_by_text("400:400, ostatnie słowa 14:9")).to_be_visible()

    line = page.get_by_label("Wiersz poleceń")
    line.fill("2 380 380")
    asked = page.get_by_label("Wartość ostatniego słowa")
    expect(asked).to_have_count(2)
    check(page, "a line that asks for the last words")
    line.press("Enter")
    expect(asked.first).to_be_focused()
    for field, typed in zip(asked.all(), ("7", "21"), strict=True):
        field.fill(typed)
    page.keyboard.press("Enter")
    expect(tables.get_by_text("380:380, ostatnie słowa 7:21")).to_be_visible()
    expect(asked).to_have_count(0)

    tables.get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    for field in dialog.get_by_role("spinbutton").all()[:2]:
        field.fill("390")
    for field, typed in zip(dialog.get_by_label("Wartość ostatniego słowa").all(), ("5", "6"), strict=True):
        field.fill(typed)
    dialog.get_by_role("button", name="Wpisz").click()
    expect(tables.get_by_text("390:390, ostatnie słowa 5:6")).to_be_visible()
    cards = ewa.asks("GET", f"/api/tournaments/{id}")["whole"]["tables"]
    assert [card["places"] for card in cards if card["light"] == "in"] == [[1, 2], [2, 1], [2, 1]]


def test_the_desk_gives_half_a_bye_and_names_another_arbiter(arrives: Arrival) -> None:
    """A late entry gets half a point for the round that was missed (decision 0053); the arbiter is replaced meanwhile."""
    ewa, id = office(arrives)
    entry = {"type": "register_entrant", "person": {"name": "Jan Wójt"}}
    gives(ewa, id, entry, {"type": "check_in", "numbers": [9]})
    page = ewa.page
    page.get_by_text("Runda bez przeciwnika (1)").click()
    form = page.locator("form").filter(has_text="Czym była ta runda")
    form.get_by_label("Kto").select_option(label="9. Jan Wójt")
    form.get_by_label("Duże punkty").select_option("½")
    form.get_by_label("Małe punkty", exact=True).fill("300")
    form.get_by_label("Małe punkty drugiej strony").fill("290")
    check(page, "the points of a round without an opponent")
    form.get_by_role("button", name="Zapisz punkty tej rundy").click()
    expect(page.get_by_text("Pauza: 9. Jan Wójt")).to_be_visible()
    assert steps(ewa, id, "Pauza gracza 9. Jan Wójt: ½") == 1
    page.get_by_role("tab", name="Klasyfikacja").click()
    expect(page.get_by_role("row").filter(has_text="Jan Wójt")).to_contain_text("½")
    page.get_by_role("tab", name="Funkcje i ogłoszenia").click()
    for name in ("Jan Nowak", "Ola Rak"):
        page.get_by_label("Kto sędziuje").fill(name)
        page.get_by_role("button", name="Zapisz sędziego").click()
        expect(page.get_by_role("button", name="Zapisz sędziego")).to_be_disabled()
    assert steps(ewa, id, "Sędzią turnieju jest od teraz Ola Rak; dotąd: Jan Nowak.") == 1
    page.goto(f"/e/{id}")
    expect(page.get_by_text("Ola Rak")).to_be_visible()
