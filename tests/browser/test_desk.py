"""The director's desk: a small event is run through the page by two officials at once, in Polish and English."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Arrival
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
