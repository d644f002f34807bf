"""Whatever people call themselves stays a name: no markup, no lost letter, no page that cannot be made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from documents import held
from mostek.tournament.entrants import Person
from mostek.tournament.state import Tournament

NAMES = (
    '#panic("x") #let a = 1',
    "$x^2$ @cytat <etykieta>",
    "\"cudzysłów\" 'a' // b /* c",
    "*grubo* _kursywa_ `kod` \\",
    "= Nagłówek",
    "{name} {0} {{}}",
    "Ż" * 120,
    "משה כהן",
    "محمد علي",
    "Zażółć Gęślą-Jaźń",
    "🂡 emoji",
    ("Długie nazwisko " * 8)[:120].strip(),
)
LEGIBLE = [name for name in NAMES if name.isascii() or "Z" in name or "Ż" in name or "cudz" in name]
"""Those of which a reader of PDF gives back the letters one by one in their order."""
DOCUMENTS: dict[str, Callable[[Tournament], bytes]] = {
    "pairings": lambda state: held.printed("pairings", state, "", 2),
    "by name": lambda state: held.printed("names", state, "", 2),
    "standings": lambda state: held.printed("standings", state, ""),
    "cross-table": lambda state: held.printed("crosstable", state, ""),
    "start list": lambda state: held.printed("start-list", state, ""),
    "check-in list": lambda state: held.printed("check-in", state, ""),
    "diplomas": lambda state: held.printed("participants", state, ""),
}
"""Where every name stands in full."""
EVERY = DOCUMENTS | {
    "results": lambda state: held.printed("results", state, "", 1),
    "missing": lambda state: held.printed("missing", state),
    "regulation": lambda state: held.printed("regulation", state),
    "slips": lambda state: held.printed("slips", state, "", 2),
    "cards": lambda state: held.printed("cards", state),
    "prizes": lambda state: held.printed("diplomas", state, ""),
    "card": lambda state: held.printed("card", state, player=7),
    "press": lambda state: held.printed("press", state),
}


@pytest.fixture(scope="module")
def hostile() -> Tournament:
    event = held.Held(
        rounds=3,
        name="#let x = [$1$] @nobody " + "W" * 90,
        city="Ł" * 120,
        organisers=('#read("/etc/hosts")', "Biblioteka " * 9 + "x"),
        arbiter="*Sędzia* _1_",
    )
    event.enter(*(Person(name=name, club='#eval("1")', city="$") for name in NAMES))
    event.all_present()
    event.play()
    event.pair()
    return event.state


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_name_is_printed_as_it_is(name: str, hostile: Tournament, read: Callable[[bytes], str]) -> None:
    said = "".join(read(DOCUMENTS[name](hostile)).split())
    for person in LEGIBLE:
        assert "".join(person.split()) in said


@pytest.mark.parametrize("name", EVERY)
def test_every_document_can_be_made(name: str, hostile: Tournament, pages: Callable[[bytes], list[str]]) -> None:
    assert pages(EVERY[name](hostile))


@pytest.mark.parametrize("name", sorted(EVERY.keys() - {"pairings", "by name", "results", "slips", "card"}))
def test_an_event_of_one_person_has_its_documents(name: str, pages: Callable[[bytes], list[str]]) -> None:
    assert pages(EVERY[name](held.federation(1, 3, 0).state))


def test_an_event_without_anybody_has_its_documents(pages: Callable[[bytes], list[str]]) -> None:
    state = held.Held().state
    for name in ("standings", "cross-table", "start list", "check-in list", "missing", "diplomas", "press", "cards"):
        assert pages(EVERY[name](state))


def test_three_hundred_people_fill_pages_that_say_where_they_belong(pages: Callable[[bytes], list[str]]) -> None:
    event = held.federation(300, 3, 0)
    event.pair()
    found = pages(held.printed("names", event.state, "", 1))
    assert len(found) > 4
    for at, page in enumerate(found, 1):
        assert "Runda 1: według nazwisk" in page
        assert "Gracz Drużyna, miasto Stół Przeciwnik" in page
        assert f"strona {at} z {len(found)}" in page
    said = " ".join(found)
    assert all(f"Gracz {number} " in said for number in range(1, 301))
