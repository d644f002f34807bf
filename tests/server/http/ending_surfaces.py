"""What each surface tells of an ending: pages, phones, papers, messages, the desk."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any

import pytest

from mostek.features.public_pages.rendering import PictureRow, link_picture
from mostek.messages import speaking
from server.http.endings import LAST, NAMES, Ending, Told
from server.http.test_http_tournaments import codes
from server.http.test_public_pages import TAGS, looks, paper, words

ROW = re.compile(r'<td class="figure">([^<]*)</td><td>([+=−]?)(?: <small>([^<]*)</small>)?</td>')
NOTHING = "·"
"""A surface that has no word on an outcome."""


def cards(found: Told) -> Iterator[tuple[str, dict[str, Any]]]:
    """The card of the table as the desk, a stranger and each player get it."""
    yield "desk", found.director.get(f"/tournaments/{found.id}").json()["whole"]["tables"][0]
    stranger = found.house.visitor().get(f"/tournaments/{found.id}").json()
    yield "stranger", stranger["whole"]["tables"][0]
    for number, code in codes(found.director, found.id).items():
        page = found.house.visitor().get(f"/players/{code['code']}").json()
        yield f"phone {number}", page["mine"]
        yield f"phone {number}, card", page["page"]["whole"]["tables"][0]


def won(ending: Ending) -> list[int]:
    return [seat for seat, sign in enumerate(ending.signs) if sign == "+"]


def check_cards(found: Told, ending: Ending) -> str:
    for who, card in cards(found):
        assert card.get("decided_by") == ending.decided_by, who
        assert tuple(card.get("places", ())) == ending.places, who
        if who != "desk":
            assert ":".join(map(str, card.get("scores", ()))) == ending.scores, who
        last = ":".join(map(str, card.get("last_words", ())))
        assert last == (ending.note.removeprefix(LAST).strip() if ending.decided_by == "last_words" else ""), who
    return f"{ending.decided_by or '–'} {ending.places or ''}"


def check_round_page(found: Told, ending: Ending) -> str:
    page = looks(found.house, f"/e/{found.id}/r/1").text
    (row,) = re.findall(r"<tr data-table=.*?</tr>", page, re.DOTALL)
    people, scores = re.findall(r'<td class="(?:figure )?seats">(.*?)</td>', row, re.DOTALL)
    marked = [" won" in f" {seat}" for seat in re.findall(r'<span(?: data-score)?(?: class="(won)")?>', scores)]
    assert [seat for seat, has in enumerate(marked) if has] == won(ending)
    assert len(re.findall('class="won"', people)) == len(won(ending))
    said = " ".join(TAGS.sub(" ", row).split())
    assert ending.note in said
    assert "remis" not in said
    return ending.note or said.rpartition(" ")[2]


def check_player_pages(found: Told, ending: Ending) -> str:
    """The card of each player: winner, loser, third and fourth."""
    signs = []
    for number in found.seats:
        page = looks(found.house, f"/e/{found.id}/p/{number}").text
        rows = ROW.findall(page)
        assert len(rows) == bool(ending.signs)
        for score, sign, note in rows:
            signs.append(sign)
            assert unescape(note) == ending.note
            if ending.scores and ending.size == 2:
                assert sorted(score.split(" : ")) == sorted(ending.scores.split(":"))
    assert "".join(signs) == ending.signs
    return "".join(signs)


def check_standings(found: Told, ending: Ending) -> str:
    page = words(looks(found.house, f"/e/{found.id}/standings"))
    own = points(found)
    worth = {"+": 2, "=": 1, "−": 0}
    if ending.size == 2:
        assert [own[number] for number in found.seats] == [worth[sign] for sign in ending.signs or "−−"]
    else:
        order = sorted(found.seats, key=lambda number: -own[number])
        assert [found.seats.index(number) for number in order][: len(won(ending))] == won(ending)
    assert all(name in page for name in NAMES[: ending.size])
    return " ".join(str(own[number]) for number in found.seats)


def check_cross_table(found: Told, ending: Ending) -> str:
    said = words(looks(found.house, f"/e/{found.id}/crosstable"))
    printed = paper(found.director.get(f"/tournaments/{found.id}/documents/crosstable.pdf"))
    for text in (said, printed):
        rows = text.partition("szachownica")[2] or text
        for sign in set(ending.signs):
            assert sign in rows, (sign, text)
        if "=" not in ending.signs:
            assert not re.search(r"= ?\d", rows), text
    return "".join(sorted(set(ending.signs)))


def check_results_paper(found: Told, ending: Ending) -> str:
    """The results on paper: points and note, and the winner alone in bold."""
    answer = found.director.get(f"/tournaments/{found.id}/documents/results.pdf?round=1")
    said = _plain(paper(answer))
    assert ending.note in said
    assert ending.scores.replace(":", " : ") in said
    winners = won(ending)
    bold = bold_text(answer.content)
    assert [name for name in NAMES[: ending.size] if name in bold] == [_name(found, seat) for seat in winners]
    return ending.note or ending.scores


def check_desk_line(found: Told, ending: Ending) -> str:
    """What the desk says of the table when somebody is looked for, and when the result is typed again."""
    asked = found.director.post(f"/tournaments/{found.id}/line", {"text": "? lis"}).json()["message"]
    result = ending.commands[-1].get("result")
    if result is None:
        return "–" if not ending.note else asked
    again = " ".join(map(str, ["1", *result["scores"]]))
    if result["last_words"]:
        again += f" ostatnie słowa {':'.join(map(str, result['last_words']))}"
    said: str = found.director.post(f"/tournaments/{found.id}/line", {"text": again}).json()["message"]
    winners = won(ending)
    if winners and len(set(ending.places)) == len(ending.places):
        (seat,) = winners
        assert f"wygrywa {NAMES[found.seats[seat] - 1]}" in said, said
    assert ("remis" in said) is ("=" in ending.signs), said
    assert ending.note in said
    return said


def check_log(found: Told, ending: Ending) -> str:
    """The arbiter's journal has decisions alone, as one on a corrected winner."""
    said = printed(found, "log")
    assert "remis" not in said
    assert ("pomyłka" in said) is ("pomyłka" in str(ending.commands))
    return "pomyłka" if "pomyłka" in said else NOTHING


def check_report(found: Told, ending: Ending) -> str:
    """The arbiter's report: forfeits as they count, and how many games are for the ranking, forfeited or open."""
    said = printed(found, "report")
    forfeited = ending.decided_by in ("forfeit", "both_forfeited")
    games = ("Partie do rankingu", "Walkowery", "Partie bez wyniku")
    counts = dict(
        zip(games, (ending.decided_by in ("points", "last_words"), forfeited, not ending.decided_by), strict=True)
    )
    for what, count in counts.items():
        assert f"{what} {count:d}" in said or (what == games[2] and not count), what
    section = said.partition("Nieobecności i walkowery")[2].partition("Kto odszedł")[0]
    assert _told(ending) in section if forfeited else "Brak." in section, section
    taken = said.partition("Odjęte punkty")[2].partition("Zgłoszenia")[0]
    assert ("10 PFS-7.1b" in taken) is ("deduct" in str(ending.commands)), taken
    assert ("pomyłka" in said) is ("pomyłka" in str(ending.commands))
    return _told(ending) if forfeited else NOTHING


def check_federation(found: Told, ending: Ending) -> str:
    """The archive for the federation has the report as text, with the classification."""
    archive = found.director.get(f"/tournaments/{found.id}/federation")
    with zipfile.ZipFile(BytesIO(archive.content)) as held:
        (report,) = (
            held.read(name).decode("utf-8-sig") for name in held.namelist() if name.endswith("sprawozdanie.txt")
        )
    rows = [line.split("\t") for line in report.splitlines()]
    own = points(found)
    for place, number in classified(found, ending):
        row = next(row for row in rows if row[:2] == [str(place), NAMES[number - 1]])
        assert _halves(own[number]) in row, row
    forfeited = ending.decided_by in ("forfeit", "both_forfeited")
    assert any(_told(ending) in row for row in rows) is forfeited
    return report.rpartition("\n1\t")[2].partition("\t")[0]


def check_slip(found: Told, ending: Ending) -> str:
    """The empty slip asks for all that may decide the table."""
    said = printed(found, "slips", "?round=1")
    assert ("Ostatnie słowo" in said) is (ending.template != "pfs")
    assert all(_name(found, seat) in said for seat in range(ending.size))
    return "asks" if ending.template != "pfs" else NOTHING


def check_diplomas(found: Told, ending: Ending) -> str:
    said = printed(found, "diplomas")
    for place, number in classified(found, ending):
        page = f"{NAMES[number - 1]} otrzymuje dyplom za zajęcie {ROMAN[place]} miejsca"
        assert (page in said) is (place <= 3), page
    return " ".join(ROMAN[place] for place, _ in classified(found, ending))


def check_press(found: Told, ending: Ending) -> str:
    """The news: the best of the classification, and the highest score with the result of its table."""
    said = printed(found, "press")
    for place, number in classified(found, ending):
        stands = rf"\b{ROMAN[min(place, 3)]} miejsce zajmuj[eą] [^()]*{NAMES[number - 1]}[^()]*\(duże punkty"
        assert bool(re.search(stands, said)) is (place <= 3), (place, said)
    names = " – ".join(_name(found, seat) for seat in range(ending.size))
    is_played = ending.decided_by in ("points", "last_words")
    assert (f"{names} {_told(ending)})." in said) is is_played, said
    return _told(ending) if is_played else NOTHING


def check_walls(found: Told, ending: Ending) -> str:
    """The wall after the round, and the prize-giving, from the last place to the first."""
    people = [NAMES[number - 1] for _, number in classified(found, ending)]
    wall = words(looks(found.house, f"/e/{found.id}/wall"))
    if ending.signs:
        assert _in_order([" ".join(reversed(name.split())) for name in people], wall), wall
    prizes = words(looks(found.house, f"/e/{found.id}/wall/prizes"))
    for place, number in classified(found, ending):
        called = re.search(rf"Miejsce {ROMAN[place]} (.*?)(?:Klasyfikacja|Wstecz)", prizes)
        assert (called is not None and NAMES[number - 1] in called[1]) is (place <= 3), prizes
    return people[0]


def check_overview(found: Told, ending: Ending) -> str:
    said = words(looks(found.house, f"/e/{found.id}")).partition("Czołówka")[2]
    assert _in_order([f"{place} {NAMES[number - 1]}" for place, number in classified(found, ending)][:3], said), said
    return said.partition("Małe pkt ")[2][:12]


def check_picture(found: Told, ending: Ending) -> str:
    """The picture of a link, byte for byte the one of this classification."""
    pytest.importorskip("typst")
    own = points(found)
    rows = [PictureRow(str(place), NAMES[who - 1], _halves(own[who])) for place, who in classified(found, ending)]
    rows += [] if ending.gone is None else [PictureRow("–", _name(found, ending.gone), "0")]
    with speaking("pl"):
        meant = link_picture(
            f"Turniej {ending.name}", "21 listopada 2026", "Runda 1 z 3", rows, f"mostek.test/e/{found.id}"
        )
    answer = looks(found.house, f"/e/{found.id}/picture.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content == meant
    return rows[0].name


def check_push(found: Told, ending: Ending) -> str:
    """A phone in a pocket hears of tables and of what is announced, and of no result."""
    assert found.director.post(f"/tournaments/{found.id}/announcements", {"text": "Obiad o 13."}).is_success
    for phone in found.phones:
        assert phone.hears() == ["Obiad o 13."]
    return NOTHING


def check_letter(found: Told, ending: Ending) -> str:
    """The letter with the results: the classification, the paper of it and the cross-table."""
    sent = found.director.post(f"/tournaments/{found.id}/letters", {"kind": "results", "to": f"{found.id}@klub.test"})
    assert sent.status_code == 200, sent.text
    letter = found.hall.box.letters[-1]
    body = letter.get_body()
    assert body is not None
    said = body.get_content()
    lines = [
        f"{place}. {NAMES[number - 1]} {_halves(points(found)[number])} /"
        for place, number in classified(found, ending)
    ]
    assert _in_order(lines, said), said
    signs = {sign for sign in ending.signs if f"{sign} " in " ".join(map(_pdf_text, letter.iter_attachments()))}
    assert signs == set(ending.signs)
    return lines[0]


def _pdf_text(attachment: Any) -> str:
    pypdf = pytest.importorskip("pypdf")
    return " ".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(attachment.get_content())).pages)


ROMAN = ("", "I", "II", "III", "IV")


def points(found: Told) -> dict[int, int]:
    """Match points in halves, as the desk has them."""
    rows = found.director.get(f"/tournaments/{found.id}").json()["whole"].get("standings", ())
    return {row["number"]: row.get("half_points", 0) for row in rows}


def classified(found: Told, ending: Ending) -> list[tuple[int, int]]:
    """Place and player after a first round with one table: the places of the table, or the first for all where it has none."""
    places = ending.places or (1,) * ending.size
    return sorted((place, found.seats[seat]) for seat, place in enumerate(places) if seat != ending.gone)


def printed(found: Told, document: str, query: str = "") -> str:
    """The text of a paper of the desk."""
    return _plain(paper(found.director.get(f"/tournaments/{found.id}/documents/{document}.pdf{query}")))


def bold_text(data: bytes) -> str:
    """What stands in bold on the pages of a PDF."""
    pypdf = pytest.importorskip("pypdf")
    found: list[str] = []

    def take(text: str, _cm: Any, _tm: Any, font: Any, _size: Any) -> None:
        if font is not None and "bold" in str(font.get("/BaseFont", "")).casefold():
            found.append(text)

    for page in pypdf.PdfReader(BytesIO(data)).pages:
        page.extract_text(visitor_text=take)
    return _plain("".join(found))


def _plain(said: str) -> str:
    return " ".join(said.replace("\u200b", "").split())


def _name(found: Told, seat: int) -> str:
    return NAMES[found.seats[seat] - 1]


def _told(ending: Ending) -> str:
    """The outcome in words: `400:400, ostatnie słowa 14:9`."""
    return ", ".join(filter(None, (ending.scores, ending.note)))


def _halves(points: int) -> str:
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


def _in_order(parts: list[str], said: str) -> bool:
    places = [said.find(part) for part in parts]
    return -1 not in places and places == sorted(places)
