"""What is handed out at the end: diplomas for people and schools, and the news for the press."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from documents import held
from mostek.documents.emblem import EmblemError, emblem
from mostek.documents.tournament.letters import best_game, press_text
from mostek.tournament import commands as c
from mostek.tournament.standings import standings_of
from reaching import reaches

Pages = Callable[[bytes], list[str]]


@reaches("SCHOOL-award-1", "SCHOOL-org-1")
def test_diplomas_are_drafts_until_the_event_is_closed(pages: Pages) -> None:
    event = held.schools()
    drafts = pages(held.printed("diplomas", event.state, "gimnazja"))
    assert all("PROJEKT" in page for page in drafts)
    event.do(c.CloseTournament, reason="druga grupa się nie zebrała")
    final = pages(held.printed("diplomas", event.state, "gimnazja"))
    assert [page.count("PROJEKT") for page in final] == [0, 0, 0]
    assert "I miejsca" in final[0]
    assert "III miejsca" in final[2]
    assert all("Szkoła nr 1" in page and "Biblioteka w Pińczowie" in page and "Sędzia 1" in page for page in final)


@reaches("SCHOOL-award-2", "SCHOOL-award-3")
def test_everybody_who_played_gets_a_diploma_and_every_school(pages: Pages) -> None:
    state = held.schools().state
    assert len(pages(held.printed("participants", state, "gimnazja"))) == 24
    schools = pages(held.printed("schools", state, "gimnazja"))
    assert len(schools) == 3
    assert "miejsca wśród szkół" in schools[0]


@reaches("SCHOOL-award-3")
def test_a_school_of_which_nobody_has_played_gets_no_diploma(pages: Pages) -> None:
    """SCHOOL-award-3: participants and their schools; an empty school had place III before."""
    event = held.schools()
    event.do(c.RegisterTeam, name="Pusta", division="ponadgimnazjalne", contact="sekretariat", override="list w drodze")
    said = pages(held.printed("schools", event.state, "ponadgimnazjalne"))
    assert not any("miejsca" in page or "Pusta" in page for page in said)


def test_equals_have_the_same_place_on_their_diplomas(pages: Pages) -> None:
    event = held.federation(2, 1, 0, settings={"plan": "swiss"})
    event.result(event.pair(), event.state.divisions[""].rounds[0].tables[0], scores=(400, 400))
    found = pages(held.printed("diplomas", event.state, ""))
    assert [page.count("I miejsca") for page in found] == [1, 1]
    assert not any("II miejsca" in page for page in found)


def test_the_press_gets_numbers_winners_the_best_game_and_schools() -> None:
    state = held.schools().state
    said = press_text(state)
    best = best_game(state)
    assert best is not None
    assert "zagrały 24 osoby. Przyjechali z 3 szkół. Rozegrano 36 partii." in said
    assert f"Najwyższy wynik w jednej partii to {best.points} punktów (" in said
    assert "Klasyfikacja drużyn: gimnazja. I miejsce zajmuje " in said
    assert "ponadgimnazjalne" not in said


def test_the_best_game_is_without_what_the_arbiter_took_away() -> None:
    event = held.federation(2, 1, 0, settings={"plan": "swiss"})
    event.result(event.pair(), event.state.divisions[""].rounds[0].tables[0], scores=(400, 395))
    first = event.state.divisions[""].rounds[0].tables[0].players[0]
    event.do(c.DeductPoints, round=1, number=first, points=10, reason="rozmowy")
    best = best_game(event.state)
    assert best is not None
    assert best.points == 395


def test_the_podium_of_the_press_has_equals_on_one_step(pages: Pages) -> None:
    event = held.federation(4, 1, 0, settings={"plan": "swiss"})
    played = event.pair()
    for table in event.state.divisions[""].rounds[0].tables:
        event.result(played, table, scores=(400, 380))
    (page,) = pages(held.printed("press", event.state))
    winners, losers = (
        {f"Gracz {each.number}" for each in standings_of(event.state, "") if each.place == n} for n in (1, 3)
    )
    assert len(winners) == len(losers) == 2
    (sentence,) = re.findall(r"I miejsce zajmują (Gracz \d i Gracz \d) \(duże punkty: 1, małe punkty: 400\)\.", page)[
        :1
    ]
    assert {*sentence.split(" i ")} == winners
    assert all(page.count(name) >= 2 for name in winners | losers), "on the podium and in a sentence"


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#8a2b0e"/></svg>'


def test_diplomas_have_the_logo_and_the_colour_of_the_organiser(pages: Pages) -> None:
    state = held.federation(4, 2, 1).state
    plain = held.printed("diplomas", state)
    own = held.printed("diplomas", state, emblem=emblem(SVG, "#8a2b0e"))
    assert len(pages(own)) == len(pages(plain))
    colour = b"0.5411"  # 8a of ff
    assert colour in _drawn(own)
    assert colour not in _drawn(plain)


def _drawn(document: bytes) -> bytes:
    contents = PdfReader(BytesIO(document)).pages[0].get_contents()
    assert contents is not None
    return contents.get_data()


@pytest.mark.parametrize(
    ("logo", "colour", "why"),
    [
        (b"GIF89a", "", "neither PNG nor SVG"),
        (b"\x89PNG\r\n\x1a\n" + b"0" * 600_000, "", "more than 512 kB"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff", "", "65535 × 65535 pixels"),
        (b'<svg><image href="http://elsewhere/a.png"/></svg>', "", "refers to other files"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "", "refers to other files"),
        (b"", "red", "'red' is no colour"),
    ],
)
def test_a_logo_or_colour_that_cannot_be_printed_is_refused(logo: bytes, colour: str, why: str) -> None:
    with pytest.raises(EmblemError, match=why):
        emblem(logo, colour)


def test_a_damaged_logo_is_a_sentence() -> None:
    state = held.federation(4, 2, 1).state
    damaged = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"
    with pytest.raises(EmblemError, match="The logo cannot be drawn"):
        held.printed("diplomas", state, emblem=emblem(damaged))
