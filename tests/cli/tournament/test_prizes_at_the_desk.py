"""Prizes as a director names them, sees them in the standings, prints them, and pairs by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.tournament.desk import Desk
from mostek.cli.output import Failure
from mostek.features.desk.cli.prizes import parsed
from mostek.tournament.prize_lists import Prize

LATE = '--set rounds=4 --set plan="manual:3 gibson:1" --set results.signatures=0'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def late(desk: Desk, language: str = "en") -> Desk:
    """Before the last round: 1 has won everything by far, 2 to 5 are close, the others are out."""
    desk.founded(8, LATE)
    desk.does("prizes 500 250")
    for tables, scores in (
        ("1-8 2-7 3-6 4-5", ("600:200", "400:300", "395:300", "390:395")),
        ("1-7 2-6 5-8 3-4", ("600:210", "300:400", "400:300", "390:395")),
        ("1-6 2-5 4-7 3-8", ("600:220", "400:390", "400:390", "400:300")),
    ):
        desk.does(f'pair --tables "{tables}"')
        desk.does("result " + " ".join(f"{table} {score}" for table, score in enumerate(scores, 1)))
    desk.language = language
    return desk


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("500", [Prize(amount=50_000)]),
        ("500 zł", [Prize(amount=50_000)]),
        ("1 000 zł", [Prize(amount=100_000)]),
        ("12,5", [Prize(amount=1250)]),
        ("12.05", [Prize(amount=1205)]),
        ("100x3", [Prize(amount=10_000)] * 3),
        ("100 × 2", [Prize(amount=10_000)] * 2),
        ("1000 500 250", [Prize(amount=100_000), Prize(amount=50_000), Prize(amount=25_000)]),
        ("500 - 100x2", [Prize(amount=50_000), Prize(), Prize(amount=10_000), Prize(amount=10_000)]),
        ("50 + puchar", [Prize(amount=5000, thing="puchar")]),
        ("2 bilety do kina", [Prize(thing="2 bilety do kina")]),
        ("puchar + dyplom", [Prize(thing="puchar + dyplom")]),
        ("20 € + kubek", [Prize(thing="20 € + kubek")]),
        ("-", [Prize()]),
    ],
)
def test_a_prize_is_typed_as_people_write_it(said: str, expected: list[Prize]) -> None:
    assert parsed(said, "zł") == expected


def test_the_currency_of_the_event_is_understood() -> None:
    assert parsed("20 € + kubek", "€") == [Prize(amount=2000, thing="kubek")]


@pytest.mark.parametrize(
    "said", ["0", "", "+", "-5", "12,345", "1.2.3", "1e5", "500PLN", "--json", "5x0", "5x1001", "99999999999"]
)
def test_what_is_no_prize_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(Failure):
        parsed(said, "zł")


def test_prizes_are_named_shown_and_taken_back(desk: Desk) -> None:
    desk.founded(4)
    assert "places I to III count as prizes" in desk.says("prizes")
    said = desk.says('prizes 500 250 100x2 "50 + puchar"')
    assert "Prizes, Classification: 1: 500 zł; 2: 250 zł; 3–4: 100 zł; 5: 50 zł + puchar" in said
    assert "1: 500 zł; 2: 250 zł" in desk.says("prizes")
    assert "No player is in the category junior yet." in desk.says("prizes 60 --category junior")
    assert "no prizes" in desk.says("prizes --clear --category junior")
    assert [each["category"] for each in desk.does("prizes")["lists"] if "category" in each] == []
    assert "Either name prizes or --clear" in desk.fails("prizes 500 --clear")
    assert "Say the prizes as well" in desk.fails("prizes --teams")
    assert desk.refuses("prizes 500 --teams")["reason"] == "no_teams"
    assert desk.refuses("prizes 500 -")["reason"] == "prizes_not_possible"
    assert desk.refuses("prizes 100000000")["reason"] == "not_well_formed"
    assert "no amount" in desk.fails("prizes 12,345")


def test_the_standings_say_who_is_in_the_money(desk: Desk) -> None:
    late(desk)
    rows = [line.split() for line in desk.says("standings").splitlines() if "Gracz" in line]
    assert [row[-2:] for row in rows[:3]] == [["500", "zł"], ["250", "zł"], rows[2][-2:]]
    assert "zł" not in rows[2]
    assert "prize" not in Desk(desk.folder / "other").founded(2).says("standings")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("1 round is left", "The prize is settled: 1. Gracz 1 (place 1).", "cannot win a prize any more.")),
        (
            "pl",
            ("Została 1 runda", "Nagrodę mają już pewną: 1. Gracz 1 (miejsce 1).", "nie mają już szans na nagrodę."),
        ),
    ],
)
def test_the_desk_names_who_cannot_be_caught_before_it_pairs(desk: Desk, language: str, lines: tuple[str, ...]) -> None:
    said = late(desk, language).says("prizes")
    assert all(line in said for line in lines), said


def test_the_prize_aware_round_spares_the_race_and_says_why(desk: Desk) -> None:
    late(desk)
    made = desk.does("pair --preview --explain")
    tables = [sorted(player["number"] for player in table["players"]) for table in made["pairing"]["tables"]]
    outlooks = {each["number"]: each["prospects"] for each in desk.does("prizes")["divisions"][0]["outlooks"]}
    assert outlooks[1] == "settled"
    (leader,) = (table for table in tables if 1 in table)
    assert {outlooks[number] for number in leader} == {"settled", "out"}
    assert made["reasons"]["messages"]["summary"][-1] == "Sure of their prizes in all cases: 1. Gracz 1."
    sentences = [line for lines in made["reasons"]["messages"]["tables"] for line in lines]
    assert "1. Gracz 1: the prize is settled (place 1)." in sentences
    assert any("meets the highest of those who cannot win one any more" in line for line in sentences)
    assert "settled_meets_racer" not in [each["code"] for each in made["warnings"]]
    assert "The prize is settled: 1. Gracz 1 (place 1)." in desk.says("pair --preview")
    assert desk.does("pair")["pairing"]["tables"] == made["pairing"]["tables"]


def test_a_danish_round_instead_is_warned_of(desk: Desk) -> None:
    late(desk)
    codes = [each["code"] for each in desk.does("pair --system duński")["warnings"]]
    assert "settled_meets_racer" in codes
    desk.does("undo --yes")
    desk.does("set last_round_check=no")
    codes = [each["code"] for each in desk.does("pair --system duński")["warnings"]]
    assert "settled_meets_racer" not in codes


@pytest.mark.parametrize("said", ["gibson", "prize-aware", "z-myślą-o-nagrodach", "nagrodowy"])
def test_the_system_is_called_by_what_directors_say(desk: Desk, said: str) -> None:
    late(desk)
    assert desk.does(f"pair --preview --system {said}")["pairing"]["system"] == "gibson"


def test_the_inner_system_too_is_called_so(desk: Desk) -> None:
    desk.founded(2)
    assert desk.says("set gibson.inner=szwajcarski").endswith("Swiss\n→ Pair round 1.  mostek tournament pair\n")
    assert "Known: danish, swiss" in desk.refuses("set gibson.inner=losowy")["message"]
    assert "There is no system" in desk.fails("set gibson.inner=kołokół")


def test_an_event_with_prizes_goes_from_its_plan_to_its_papers(desk: Desk) -> None:
    desk.founded(4, '--set rounds=2 --set plan="szwajcarski gibson:1" --set results.signatures=0')
    desk.does('prizes 500 250 "50 + puchar"')
    desk.does("amend 4 --category junior")
    desk.does("prizes książka --category junior")
    assert "Prize-aware pairing" in (sheet := desk.prints("regulation"))
    assert "1: 500 zł; 2: 250 zł; 3: 50 zł + puchar" in sheet
    for _ in range(2):
        desk.does("pair")
        desk.plays()
    desk.does("close --yes")
    said = desk.prints("prizes")
    assert all(each in said for each in ("Prize list", "500 zł", "50 zł + puchar", "książka", "Money in all", "800 zł"))
    diplomas = desk.prints("diplomas")
    assert all(each in diplomas for each in ("Prize: 500 zł", "place I in the category junior", "Prize: książka"))
    assert "Decided again" in desk.says("verify proba")


def test_equal_places_and_sums_given_up_are_explained(desk: Desk) -> None:
    desk.founded(4, "--set rounds=1 --set plan=manual --set keys=game_points --set results.signatures=0")
    desk.does("prizes 100 50 25")
    desk.does("amend 1 --category junior")
    desk.does("amend 2 --category junior")
    desk.does("prizes 10 --category junior")
    desk.does('pair --tables "1-4 2-3"')
    desk.does("result 1 400:300 2 350:350")
    said = " ".join(desk.says("prizes").split())
    assert "Prizes 2–3 together are 75 zł: 37 zł for each of 2 players. The rest goes by lot to:" in said
    assert "1. Gracz 1 does not take 10 zł here, but as much or more in another classification" in said
