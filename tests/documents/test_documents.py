"""What stands on each document of an event."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from documents import held
from mostek import messages
from mostek.documents.document import categories_of
from mostek.documents.tournament.standings import reached
from mostek.messages.tournament_words import basis, name_of_setting, value_in_words
from mostek.tournament import commands as c
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Person
from mostek.tournament.settings import listed, templates
from mostek.tournament.state import ForfeitCause, Played, Tournament
from reaching import reaches

Read = Callable[[bytes], str]
Pages = Callable[[bytes], list[str]]


@pytest.mark.parametrize("template", templates())
def test_every_setting_stands_on_the_regulation_sheet(template: str, read: Read) -> None:
    state = held.Held(template, settings={"bye.half_points": 2}, organisers=("Biblioteka",), arbiter="Sędzia 1").state
    said = read(held.printed("regulation", state)).replace(" ", "")
    for name, setting in listed(state.settings):
        assert name_of_setting(name).replace(" ", "") in said
        assert value_in_words(state, name, setting).replace(" ", "") in said
        assert basis(state.settings, setting.clause).replace(" ", "") in said
    assert not re.search(r"\bS\d", said), "the numbers of our readings are for the arbiter's documents alone"
    for told in ("Kałamarz", "kałamarz", "Biblioteka", "Sędzia1", "21listopada2026"):
        assert told in said


@pytest.mark.parametrize(
    ("template", "list_", "clause"),
    [
        ("pfs", "OSPS z najnowszą aktualizacją", "PFS-4.7.9a"),
        ("open", "OSPS", "OPEN-word-1"),
        ("school", "OSPS", "SCHOOL-word-1"),
        ("chal", "słownik w internecie albo papierowy", "CHAL-9c"),
    ],
)
def test_the_regulation_sheet_says_which_list_judges_words(template: str, list_: str, clause: str, read: Read) -> None:
    said = read(held.printed("regulation", held.Held(template).state)).replace(" ", "")
    assert "Kwestionowanewyrazy" in said
    assert list_.replace(" ", "") in said
    assert clause in said


def test_the_regulation_sheet_says_who_has_chosen(read: Read) -> None:
    said = read(held.printed("regulation", held.Held(settings={"bye.half_points": 2}).state))
    assert "Duże punkty za pauzę 1 Dokumenty tego nie rozstrzygają: uwaga 1. organizator" in said
    assert "Małe punkty za pauzę 300 Dokumenty tego nie rozstrzygają: uwaga 1. wzorzec" in said
    assert "Uwaga 1: Żaden dokument" in said


def test_pairings_name_table_host_guest_and_their_points(read: Read) -> None:
    event = held.federation(5, 3, 1)
    event.pair()
    state = event.state
    said = read(held.printed("pairings", state, "", 2))
    tables = state.divisions[""].rounds[1].tables
    for table in tables:
        host, guest = (state.entrants[each].person.name for each in table.players)
        assert f"{table.number} {host} (" in said
        assert f"{guest} (" in said
    bye = state.divisions[""].rounds[1].byes[0]
    assert f"{state.entrants[bye].person.name} (0) pauza" in said
    assert "Runda 2: według stołów" in said


def test_on_the_list_by_name_everybody_finds_table_and_opponent(read: Read) -> None:
    event = held.Held(rounds=3)
    event.enter(*(Person(name=name) for name in ("Ewa Żak", "Ola Ćma", "Jan Cis")))
    event.all_present()
    event.pair()
    said = read(held.printed("names", event.state, "", 1))
    assert said.index("Jan Cis") < said.index("Ola Ćma")
    assert said.rindex("Żak") > said.index("Ćma")
    assert "pauza" in said


def test_a_slip_has_boxes_for_blanks_and_challenges_of_each_player(read: Read) -> None:
    event = held.federation(4, 3, 0)
    event.pair()
    said = read(held.printed("slips", event.state, "", 1))
    assert said.count("Blanki") == said.count("Sprawdzenia") == 4
    for number in range(1, 5):
        assert said.count(f"nr {number}") == 2, "below the name and beside the boxes"


def test_a_table_of_four_has_a_row_for_each_on_the_slip(read: Read, pages: Pages) -> None:
    state = held.evening(11).state
    found = pages(held.printed("slips", state, "", 2))
    assert len(found) == 1
    for number in range(1, 12):
        assert f"Gracz {number} " in f"{found[0]} "
    assert found[0].count("Ostatnie słowo") == 3
    by_table = read(held.printed("pairings", state, "", 2))
    by_name = read(held.printed("names", state, "", 2))
    assert all(f"Gracz {number}" in by_table and f"Gracz {number}" in by_name for number in range(1, 12))


def test_where_there_are_draws_the_slip_asks_for_no_last_word(read: Read) -> None:
    assert "Ostatnie słowo" not in read(held.printed("slips", held.federation(4, 3, 1).state, "", 1))


def test_slips_lie_in_the_order_of_the_tables_when_the_pile_is_cut(pages: Pages) -> None:
    found = pages(held.printed("slips", held.federation(18, 3, 1).state, "", 1))
    tables = [[page.split("Stół ")[at + 1].split()[0] for at in range(page.count("Stół "))] for page in found]
    assert tables == [["1", "4", "7"], ["2", "5", "8"], ["3", "6", "9"]]


def test_there_is_a_card_for_each_table(pages: Pages) -> None:
    found = pages(held.printed("cards", held.federation(7, 3, 0).state))
    assert len(found) == 4
    assert all(page.count(str(number)) == 2 for number, page in enumerate(found, 1))
    assert len(pages(held.printed("cards", held.federation(7, 3, 0).state, tables=range(12, 14)))) == 2


def test_the_classification_has_the_keys_as_columns_and_tells_how_far_the_event_has_come(read: Read) -> None:
    said = read(held.printed("standings", held.federation(8, 5, 3, missing=2).state, ""))
    assert "Duże pkt Małe pkt Różnica" in said
    assert "po rundzie 3 z 5; brakuje 2 wyników" in said
    assert "O kolejności decydują: duże punkty, małe punkty, różnica małych punktów." in said


def test_the_classification_after_an_earlier_round_can_be_printed_again() -> None:
    event = held.federation(8, 5, 2)
    assert reached(event.state, "", 1) == "po rundzie 1 z 5"
    event.pair()
    assert reached(event.state, "") == "po rundzie 3 z 5; brakuje 4 wyników"


def test_a_category_counts_its_places_anew(read: Read) -> None:
    state = held.federation(12, 3, 3).state
    said = read(held.printed("standings", state, "", category="senior"))
    assert tuple(categories_of(state, "")) == ("senior",)
    assert [f"{place} Gracz {4 * number}" in said for place, number in enumerate((1, 2, 3), 1)] == [True] * 3
    assert "Gracz 5" not in said
    with pytest.raises(LookupError):
        held.printed("standings", state, "", category="junior")


def test_an_excluded_player_has_a_dash_for_a_place(read: Read) -> None:
    assert "– Gracz 5" in read(held.printed("standings", excluded(), ""))


def test_the_table_of_teams_names_every_member_and_who_does_not_count(read: Read) -> None:
    said = read(held.printed("teams", held.schools().state, "gimnazja"))
    assert all(f"Gracz {number} " in said for number in range(1, 25))
    assert "W nawiasie: wynik nieliczony drużynie." in said
    assert "1 Szkoła nr" in said


def test_the_cross_table_of_many_repeats_its_heads(pages: Pages) -> None:
    found = pages(held.printed("crosstable", held.federation(60, 8, 8).state, ""))
    assert len(found) > 1
    assert all("Lp. Gracz 1 2 3 4 5 6 7 8 Duże pkt Małe pkt" in page for page in found)
    assert all(f"strona {at} z {len(found)}" in page for at, page in enumerate(found, 1))


def test_more_rounds_than_a_page_holds_go_on_another(pages: Pages) -> None:
    state = held.federation(4, 23, 23, settings={"plan": "danish"}).state
    found = pages(held.printed("crosstable", state, ""))
    assert len(found) == 2
    assert "21 22 23" in found[1]
    assert "21 22 23" not in found[0]


@reaches("PFS-7.2c")
def test_a_forfeit_and_a_bye_show_on_the_card(read: Read) -> None:
    event = held.federation(3, 3, 0)
    played = event.pair()
    table = event.state.divisions[""].rounds[0].tables[0]
    event.do(
        c.AwardForfeit, round=played, table=table.number, winner=table.players[0], cause=ForfeitCause.LATE, reason="x"
    )
    rested = event.state.divisions[""].rounds[0].byes[0]
    assert "400 : 1 +*" in read(held.printed("card", event.state, player=table.players[0]))
    assert "pauza 300 : 0" in read(held.printed("card", event.state, player=rested))
    # The one with the bye stands between the two.
    crossed = read(held.printed("crosstable", event.state, ""))
    assert "+3*• 400:1" in crossed
    assert "−1* 1:400" in crossed


@reaches("PFS-7.1b")
def test_results_are_told_as_they_count(read: Read) -> None:
    event = held.federation(6, 3, 0)
    played = event.pair()
    first, second, third = event.state.divisions[""].rounds[0].tables
    event.result(played, first, scores=(400, 395))
    event.do(c.DeductPoints, round=played, number=first.players[0], points=10, reason="rozmowy")
    event.do(
        c.AwardForfeit, round=played, table=second.number, winner=second.players[1], cause=ForfeitCause.LATE, reason="x"
    )
    event.do(c.AwardForfeit, round=played, table=third.number, winner=None, cause=ForfeitCause.LATE, reason="x")
    said = read(held.printed("results", event.state, "", played))
    assert "390 : 395 *" in said
    assert "1 : 400 (walkower)" in said
    assert "walkower obustronny" in said
    assert "po odjęciu punktów" in said


def test_what_is_missing_is_told_with_its_players(read: Read) -> None:
    state = held.federation(8, 3, 1, missing=2).state
    said = read(held.printed("missing", state))
    assert "2 wyniki" in said
    assert "Nie brakuje żadnego wyniku." in read(held.printed("missing", held.federation(8, 3, 1).state))


def excluded() -> Tournament:
    event = held.federation(8, 3, 1)
    event.pair()
    event.do(c.RecordDecision, by="Sędzia 1", clause="PFS-7.1a", text="Upomnienie za rozmowy.", about=(5,), round=2)
    event.do(c.Exclude, by="Sędzia 1", number=5, reason="Podglądanie płytek.", score_now=120)
    return event.state


@reaches("PFS-7.1a", "PFS-7.1d")
def test_the_log_of_the_arbiter_has_number_clause_and_words(read: Read) -> None:
    said = read(held.printed("log", excluded()))
    assert "PFS-7.1a Upomnienie za rozmowy." in said
    assert "Gracz 5" in said
    assert "Podglądanie płytek." in said


@reaches("PFS-4.6.4")
def test_the_report_has_late_entries_and_corrections_with_the_consent_of_the_arbiter(read: Read) -> None:
    event = held.federation(4, 3, 1, settings={"entry.deadline": "2026-11-20"}, arbiter="")
    event.enter(held.player(5), override="Telefon do organizatora.")
    (first, *_) = event.state.divisions[""].rounds[0].tables
    assert isinstance(first.result, Played)
    event.do(c.CheckIn, numbers=(5,))
    event.pair()
    swapped = Played(first.result.scores[::-1], first.result.last_words)
    swapping = partial(c.CorrectResult, kind=c.CorrectionKind.SWAPPED, reason="Zamienione sumy.", consent=True)
    event.do(swapping, by="Roman", round=1, table=first.number, result=swapped)
    said = read(held.printed("report", event.state, arbiters=("Roman",)))
    assert "Telefon do organizatora." in said
    assert "PFS-4.6.4 Zamienione sumy." in said
    assert "Sędzia Roman" in said


def test_the_report_names_an_arbiter_who_was_replaced(read: Read) -> None:
    event = held.federation(4, 3, 1, arbiter="Jan Nowak")
    event.do(c.NameArbiter, arbiter="Ola Rak")
    said = read(held.printed("report", event.state))
    assert re.search(r"Sędzia Jan Nowak \(do [\d.]+, [\d:]+\), Ola Rak", said)


def test_the_report_holds_the_reason_for_points_without_an_opponent(read: Read) -> None:
    event = held.federation(4, 3, 1)
    event.enter(held.player(5))
    event.do(c.CheckIn, numbers=(5,))
    event.pair()
    half = partial(c.CreditRound, kind=CreditKind.BYE, half_points=1, reason="Regulamin, punkt 7.")
    event.do(half, number=5, round=1)
    assert "PFS-6.1b Regulamin, punkt 7." in read(held.printed("report", event.state))


def test_the_board_is_asked_about_an_excluded_player_only(read: Read) -> None:
    said = read(held.printed("exclusion", excluded(), player=5))
    assert "Wniosek do Zarządu" in said
    assert "PFS-7.3" in said
    assert "Podglądanie płytek." in said
    with pytest.raises(LookupError):
        held.printed("exclusion", excluded(), player=4)


def test_who_is_expected_has_a_box_and_who_has_come_is_marked(read: Read) -> None:
    event = held.federation(3, 3, 0)
    event.enter(Person(name="Gracz 4"))
    said = read(held.printed("check-in", event.state, ""))
    assert "4 osoby" in said
    assert said.count("na miejscu") == 3


def test_no_document_tells_whether_a_guardian_has_agreed(read: Read) -> None:
    with_consent, without = (named(consent) for consent in (True, False))
    for name in ("start-list", "check-in", "standings"):
        assert read(held.printed(name, with_consent)) == read(held.printed(name, without))


def named(consent: bool) -> Tournament:
    event = held.Held(settings={"entry.consent": False})
    event.enter(Person(name="Gracz 1", minor=True, consent=consent))
    return event.state


def test_a_document_speaks_english_too(read: Read) -> None:
    messages.use("en")
    said = read(held.printed("standings", held.federation(8, 5, 5).state, ""))
    assert "Classification" in said
    assert "after round 5 of 5" in said
    assert "page 1 of 1" in said


def test_an_unknown_round_division_or_player_is_named() -> None:
    state = held.federation(4, 3, 1).state
    calls: tuple[Callable[[], bytes], ...] = (
        lambda: held.printed("pairings", state, "", 2),
        lambda: held.printed("pairings", state, "a", 1),
        lambda: held.printed("slips", state, "", 0),
        lambda: held.printed("card", state, player=9),
        lambda: held.printed("start-list", state, "a"),
    )
    for call in calls:
        with pytest.raises(LookupError):
            call()


def test_the_same_event_gives_the_same_bytes() -> None:
    pytest.importorskip("typst")
    state = held.federation(4, 3, 1).state
    assert held.printed("standings", state, "") == held.printed("standings", state, "")


def test_without_typst_it_is_said_what_is_missing() -> None:
    program = (
        "import sys; sys.modules['typst'] = None\n"
        "from mostek.documents.template_files import NoTypesetterError\n"
        "from mostek.documents.typesetting import pages\n"
        "try: pages('listing', {})\n"
        "except NoTypesetterError: print('missing')\n"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "missing\n"


def test_a_round_of_an_imported_event_has_no_invented_hour(read: Read) -> None:
    event = held.Held(rounds=3)
    event.enter(*map(held.player, range(1, 5)))
    event.all_present()
    event.now = datetime(2026, 11, 21, 23, 59, 40)  # noqa: DTZ001 - as the desk has it; an import pairs at midnight
    event.pair()
    said = read(held.printed("report", event.state))
    assert "2026-11-22" in said
    assert "00:00" not in said
