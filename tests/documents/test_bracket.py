"""The bracket of a knock-out and the matches of teams on paper."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations

import pytest

from documents.held import Held, printed
from mostek.documents.document import NothingToPrintError, documents
from mostek.tournament import commands as c
from mostek.tournament.cups import stages
from mostek.tournament.entrants import Person

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("typst")


def pages(document: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(document)).pages]


def cup(people: int, rounds: int, name: str = "Gracz") -> Held:
    held = Held("cup", 7)
    held.enter(*(Person(name=f"{name} {number}", rating=20_000 - number) for number in range(1, people + 1)))
    held.all_present()
    for _ in range(rounds):
        played = held.pair()
        for table in held.state.divisions[""].rounds[-1].tables:
            held.result(played, table, tuple(500 - number for number in table.players))
    return held


@pytest.mark.parametrize(("people", "rounds", "count"), [(2, 1, 1), (6, 1, 1), (20, 3, 1), (32, 5, 1), (40, 2, 3)])
def test_the_bracket_names_everybody_as_often_as_they_have_gone_on(people: int, rounds: int, count: int) -> None:
    state = cup(people, rounds).state
    found = pages(printed("bracket", state))
    assert len(found) == count
    text = "\n".join(found)
    listed = stages(state, "")
    for number in range(1, people + 1):
        times = sum(number in each.line for each in listed)
        times += sum(number in each.third.players for each in listed if each.third)
        assert len(re.findall(rf"Gracz {number}\b", text)) == times > 0
    assert "Finał" in text


@pytest.mark.parametrize("name", ["Katarzyna Brzęczyszczykiewicz-Chrząszczyżewoszycka", "Ż" * 110])
def test_long_names_are_set_small_enough_to_be_whole(name: str) -> None:
    """A name on two lines was cut at the height of one."""
    lines: list[tuple[float, float, float]] = []

    def see(text: str, around: list[float], own: list[float], _font: object, size: float) -> None:
        if text.strip():
            _, _, _, high, left, up = pypdf.mult(own, around)
            lines.append((left, up, size * abs(high)))

    document = printed("bracket", cup(24, 5, name).state)
    pypdf.PdfReader(BytesIO(document)).pages[0].extract_text(visitor_text=see)
    assert len(lines) > 60
    # Lines of one column lie below each other, none of them in the letters of the next.
    close = [
        (line, other)
        for line, other in combinations(lines, 2)
        if abs(line[0] - other[0]) < 6 and 0.1 < abs(line[1] - other[1]) < 0.7 * min(line[2], other[2])
    ]
    assert close == []


def test_without_a_knock_out_there_is_no_bracket() -> None:
    held = Held("pfs", 3)
    held.enter(Person(name="Ada"), Person(name="Ewa"))
    held.all_present()
    assert not documents()["bracket"].available(held.state)
    with pytest.raises(NothingToPrintError):
        printed("bracket", held.state)


def test_the_matches_stand_with_their_boards_and_the_teams_in_a_cross_table() -> None:
    held = Held("team-league", 3, settings={"match.boards": 2, "team.size": 3})
    for name in ("Zamek", "Wieża", "Baszta", "Most"):
        held.do(c.RegisterTeam, name=name, contact="Kapitan")
        held.enter(*(Person(name=f"{name} {number}") for number in (1, 2)), team=name)
        held.do(c.ConfirmTeam, name=name)
    held.all_present()
    held.play()
    text = " ".join(pages(printed("matches", held.state)))
    for name in ("Zamek", "Wieża", "Baszta", "Most", "Tabela krzyżowa drużyn"):
        assert name in text
    assert "Punkty meczowe" in " ".join(pages(printed("teams", held.state)))
