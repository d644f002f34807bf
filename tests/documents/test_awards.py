"""What is handed out at the end: diplomas for people and schools, and the news for the press."""

from __future__ import annotations

import re
from collections.abc import Callable

from documents import held
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
