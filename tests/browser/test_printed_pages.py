"""Papers, drawn as pictures: on no page does anything reach the edge, where a printer or the page itself cuts it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
import typst
from msgspec import json
from playwright.sync_api import Browser

from documents import held
from engine.short_lexicon import short_lexicon, short_lexicon_folder
from engine.written_games import whole_game
from mostek import messages
from mostek.documents import typesetting
from mostek.documents.document import Document, Subject, categories_of, documents
from mostek.documents.emblem import emblem
from mostek.engine.review import review
from mostek.features.classes.exam import CaseSelection, draw_paper
from mostek.features.classes.paper import exam_pages
from mostek.features.reviews.paper import review_pages
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.prize_lists import Prize, PrizeList
from mostek.tournament.state import Tournament

__all__ = ["short_lexicon", "short_lexicon_folder"]

DENSITY = 36.0
"""Dots per inch: a letter is a grey spot, and enough to be seen at the edge."""
EDGE = 3
"""The dots at an edge that no paper may use: 2 mm."""
MARGIN = 19
"""Those at the sides of lists, which have margins of 14 mm: a word that runs out of its column stands there."""
INK_AT_THE_EDGE = """async ([edge, pictures]) => Promise.all(pictures.map(async ([url, side]) => {
  const picture = new Image(); picture.src = url; await picture.decode()
  const [width, height] = [picture.width, picture.height], canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d'); drawing.drawImage(picture, 0, 0)
  const dark = (...box) => drawing.getImageData(...box).data.some((value, place) => place % 4 < 3 && value < 200)
  return [dark(edge, edge, width - 2 * edge, height - 2 * edge), dark(0, 0, width, edge)
    || dark(0, height - edge, width, edge) || dark(0, 0, side, height) || dark(width - side, 0, side, height)]
}))"""
LONG_NAME = "Katarzyna Brzęczyszczykiewicz-Chrząszczyżewoszycka"
LONG_EVENT = "Otwarte Mistrzostwa Województwa Świętokrzyskiego Szkół Ponadpodstawowych o Kałamarz Starosty"
LONG_TEAM = "Zespół Szkół Ogólnokształcących nr 17 im. Marii Skłodowskiej-Curie w Skarżysku-Kamiennej"
LONG_CATEGORY = "młodzież szkół ponadpodstawowych z województwa świętokrzyskiego"
PRIZES = (Prize(1_000_000_000, f"zestaw słowników ufundowany przez {LONG_TEAM}"), Prize(50_000), Prize(0, "puchar"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[bytes, int]]]:
    """The pages of what is typeset meanwhile, as PNG, with the dots at their sides that must be free."""
    pictures: list[tuple[bytes, int]] = []

    def typeset(data: Mapping[str, Any], *sources: bytes, tagged: bool = True) -> bytes:
        inputs = {"data": json.encode({**data, "language": messages.language()}).decode()}
        compiler = typst.Compiler(ignore_system_fonts=True)
        found = compiler.compile(b"\n".join(sources), format="png", ppi=DENSITY, sys_inputs=inputs)
        side = MARGIN if "sections" in data else EDGE
        pictures.extend(
            (each, side) for each in (found if isinstance(found, list) else [found]) if isinstance(each, bytes)
        )
        return b""

    monkeypatch.setattr(typesetting, "typeset", typeset)
    before = messages.language()
    yield pictures
    messages.use(before)


def event(template: str = "pfs") -> held.Held:
    """An event whose names are as long as names get; nobody has entered."""
    return held.Held(
        template, 3, name=LONG_EVENT, organisers=("Biblioteka Miejska",), arbiter=LONG_NAME, city="Ostrowiec"
    )


def of_individuals() -> Tournament:
    """With a category, prizes, and the last player excluded."""
    going = event()
    categories = (LONG_CATEGORY, "", "")
    going.enter(
        *(
            Person(name=f"{LONG_NAME} {number}", city="Skarżysko-Kamienna", category=categories[number % 3])
            for number in range(1, 13)
        )
    )
    for category in ("", LONG_CATEGORY):
        going.do(c.SetPrizes, prizes=PrizeList(category=category, prizes=PRIZES))
    going.all_present()
    for _ in range(2):
        going.play()
    going.do(c.Exclude, number=12, reason="Nie stosował się do poleceń sędziego. " * 8)
    return going.state


def of_teams() -> Tournament:
    """Matches of twelve teams, the most that have a cross-table."""
    going = event("team-league")
    for number in range(1, 13):
        name = f"{LONG_TEAM} {number}"
        going.do(c.RegisterTeam, name=name, contact="Kapitan")
        going.enter(*(Person(name=f"{LONG_NAME} {number}.{board}") for board in range(1, 5)), team=name)
        going.do(c.ConfirmTeam, name=name)
    going.do(c.SetPrizes, prizes=PrizeList(teams=True, prizes=PRIZES))
    going.all_present()
    for _ in range(2):
        going.play()
    return going.state


def of_a_cup(people: int) -> Tournament:
    """A knock-out after its first round."""
    going = event("cup")
    going.enter(*(Person(name=f"{LONG_NAME} {number}", rating=20_000 - number) for number in range(1, people + 1)))
    going.all_present()
    played = going.pair()
    for table in going.state.divisions[""].rounds[-1].tables:
        going.result(played, table, tuple(500 - number for number in table.players))
    return going.state


def check_edges(browser: Browser, pictures: list[tuple[bytes, int]]) -> None:
    urls = [(f"data:image/png;base64,{base64.b64encode(each).decode()}", side) for each, side in pictures]
    with browser.new_context() as context:
        found = context.new_page().evaluate(INK_AT_THE_EDGE, [EDGE, urls])
    assert len(found) == len(pictures) > 0
    assert [place for place, (inside, _) in enumerate(found) if not inside] == [], "empty pages"
    assert [place for place, (_, edge) in enumerate(found) if edge] == [], "pages with ink at the edge"


LOGO = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 90"><rect width="900" height="90" fill="#8a2b0e"/></svg>'
)


def print_everything(kind: Document, state: Tournament) -> None:
    number = 2 if kind.subject is Subject.ROUND else 0
    player = len(state.entrants) if kind.subject is Subject.PLAYER else 0
    for category in categories_of(state, "") if kind.subject is Subject.CATEGORY else [""]:
        look = emblem(LOGO, "#8a2b0e")
        held.printed(kind.name, state, "", number, player=player, category=category, emblem=look)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_papers_of_an_event_reach_no_edge(language: str, drawn: list[tuple[bytes, int]], browser: Browser) -> None:
    messages.use(language)
    papers: list[tuple[Tournament, Iterable[str]]] = [
        (of_individuals(), documents()),
        (of_teams(), ("teams", "matches", "prizes", "schools")),
        (of_a_cup(6), ("bracket",)),
        (of_a_cup(24), ("bracket",)),
    ]
    for state, names in papers:
        for kind in map(documents().__getitem__, names):
            if kind.available(state):
                print_everything(kind, state)
    check_edges(browser, drawn)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_review_on_paper_reaches_no_edge(
    language: str, drawn: list[tuple[bytes, int]], browser: Browser, short_lexicon: str
) -> None:
    messages.use(language)
    game = whole_game(short_lexicon, 3).replace(" Ala\n", f" {LONG_NAME}\n", 1)
    review_pages(review(game, "static"))
    check_edges(browser, drawn)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_an_exam_reaches_no_edge(language: str, drawn: list[tuple[bytes, int]], browser: Browser) -> None:
    messages.use(language)
    exam_pages(draw_paper(CaseSelection(), 20, "edges"), key=True)
    check_edges(browser, drawn)
