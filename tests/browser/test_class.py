"""A lesson: a teacher at a laptop, two pupils on phones; and an exam with keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.people import PHONE
from browser.test_accessibility import check


def makes_a_set(page: Page) -> None:
    page.goto("/class")
    page.get_by_role("button", name="Nowy zestaw").click()
    page.get_by_label("Tytuł").fill("Lekcja pierwsza")
    page.get_by_role("button", name="Dodaj pozycję").click()
    page.get_by_label("Słowa na planszy").fill("H2 PRÓBUJE")
    page.get_by_label("Stojak").fill("darmsye")
    page.get_by_role("button", name="Dodaj słowo").click()
    page.get_by_label("Słowo czy nie?").fill("kot")
    page.get_by_role("button", name="Dodaj przypadek").click()
    page.get_by_role("button", name="Zapisz i rozwiąż").click()
    expect(page.get_by_text("1C MADRESY")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Zacznij lekcję").click()


def test_a_lesson(arrives: Arrival) -> None:
    teacher = arrives("Pani Nowak").page
    makes_a_set(teacher)
    code = teacher.locator(".code strong").inner_text()
    link = teacher.locator(".door a").first.get_attribute("href") or ""
    check(teacher, "a lesson")

    phones = [arrives(name, introduced=False, viewport=PHONE, has_touch=True) for name in ("Ola", "Jan")]
    ola, jan = (phone.page for phone in phones)
    ola.goto("/pupil")
    ola.get_by_label("Kod lekcji").fill(code.upper())
    ola.get_by_role("button", name="Dalej").click()
    ola.get_by_label("Pseudonim").fill("Cicha Sowa")
    ola.get_by_role("button", name="Dołączam").click()
    expect(ola.get_by_role("grid")).to_be_visible()
    check(ola, "a position on a phone")
    for letter in "DAR":
        ola.locator(f"[data-rack] button[aria-label^='{letter}']").first.tap()
        ola.locator(f"[data-square=I{6 + 'DAR'.index(letter)}]").tap()
    ola.get_by_role("button", name="To mój ruch").tap()
    expect(ola.get_by_text("Odpowiedź: I6 DAR")).to_be_visible()
    expect(ola.get_by_text("1C MADRESY")).to_be_visible()
    ola.reload()
    expect(ola.get_by_text("Odpowiedź: I6 DAR")).to_be_visible()

    jan.goto("/pupil/" + link.rsplit("/", 1)[1])
    jan.get_by_role("button", name=re.compile("[A-ZŚ][a-zą-ż]+ [A-ZŁŻ]")).first.click()
    jan.get_by_role("button", name="Dołączam").click()
    jan.get_by_role("button", name="Zadanie 2").click()
    jan.get_by_role("button", name="Tak").click()
    expect(jan.get_by_text("Słowo jest dozwolone.")).to_be_visible()
    expect(jan.get_by_text("Cicha Sowa")).to_have_count(0)

    row = teacher.get_by_role("row", name=re.compile("Cicha Sowa"))
    expect(row).to_contain_text("I6 DAR (17)")
    expect(teacher.get_by_role("heading", name="Uczniowie: 2")).to_be_visible()
    teacher.get_by_label("Tylko kod, na rzutnik").check()
    expect(teacher.get_by_text("Cicha Sowa")).to_have_count(0)
    teacher.get_by_label("Tylko kod, na rzutnik").uncheck()
    teacher.get_by_role("button", name="Zakończ lekcję").click()
    teacher.get_by_role("button", name="Zakończ i usuń").click()
    expect(teacher.get_by_text("o uczniach nic nie zostało")).to_be_visible()
    ola.get_by_role("button", name="Zadanie 2").click()
    ola.get_by_role("button", name="Nie", exact=True).click()
    expect(ola.get_by_text("Lekcja jest skończona")).to_be_visible()
    phones[0].faults.clear()  # the browser tells of the answer 404, which was due


@pytest.mark.long
def test_an_exam_with_keys_alone(arrives: Arrival) -> None:
    page = arrives("Sędzia", introduced=False).page
    page.goto("/exam")
    check(page, "the exam before it begins")
    page.get_by_label("Ziarno losowania").fill("klub")
    page.get_by_label("Liczba pytań").select_option("5")
    page.get_by_label("Ziarno losowania").press("Enter")
    for number in range(1, 6):
        expect(page.get_by_role("heading", name=f"Pytanie {number} z 5")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Właściwe rozstrzygnięcie")).to_be_visible()
        if number == 1:
            check(page, "a ruling")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("z 5, czyli"))).to_be_visible()
    expect(page.get_by_text("Ziarno tego zestawu: klub")).to_be_visible()
    check(page, "the result")
