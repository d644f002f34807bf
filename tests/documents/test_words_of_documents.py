"""Names, figures and settings in words, without a page."""

from __future__ import annotations

import pytest

from documents import held
from mostek import messages
from mostek.documents.people import by_surname, fitting, name_parts, sort_key, split_name
from mostek.messages.tournament_words import (
    CHOICES,
    NOTHING,
    READINGS,
    SETTINGS,
    basis,
    day,
    halves,
    hundredths,
    key_value,
    name_of_setting,
    plan_in_words,
    signed,
    value_in_words,
)
from mostek.tournament.classification import Key
from mostek.tournament.entrants import Person
from mostek.tournament.settings import listed, names, settings_of, templates


def test_polish_letters_stand_in_their_alphabet() -> None:
    words = ["Żak", "Zych", "Łoś", "Lis", "Ćma", "Cis", "Źdźbło", "ądka", "adka", "ósmy", "osa", "Élan", "Emil"]
    assert sorted(words, key=sort_key) == [
        *("adka", "ądka", "Cis", "Ćma", "Élan", "Emil", "Lis", "Łoś", "osa", "ósmy", "Zych", "Źdźbło", "Żak")
    ]


def test_numbers_in_pseudonyms_go_by_size() -> None:
    assert sorted(["Gracz 10", "Gracz 9", "Gracz 1"], key=sort_key) == ["Gracz 1", "Gracz 9", "Gracz 10"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Jan Kowal", ("Jan ", "Kowal", "")),
        ("Ewa Lis-Żak", ("Ewa ", "Lis-Żak", "")),
        ("Kowal, Jan", ("", "Kowal", ", Jan")),
        ("Gracz 7", ("", "Gracz 7", "")),
        ("Orzeł", ("", "Orzeł", "")),
    ],
)
def test_a_name_is_looked_up_by_its_surname(name: str, parts: tuple[str, str, str]) -> None:
    assert split_name(name) == parts


def test_people_are_listed_by_surname_then_by_first_name() -> None:
    event = held.Held()
    event.enter(*(Person(name=name) for name in ("Ewa Żak", "Żak, Anna", "Ola Ćma", "Jan Cis")))
    listed_names = [each.person.name for each in by_surname(event.state.entrants.values())]
    assert listed_names == ["Jan Cis", "Ola Ćma", "Żak, Anna", "Ewa Żak"]


def test_a_surname_of_several_words_counts_where_it_is_known() -> None:
    event = held.Held()
    stein = Person(name="Otto von Stein", first="Otto", last="von Stein")
    renamed = Person(name="Ala Bąk", first="Ala", last="Żak")
    event.enter(Person(name="Jan Ćma"), stein, Person(name="Ewa Wąs"), renamed)
    listed_names = [each.person.name for each in by_surname(event.state.entrants.values())]
    assert listed_names == ["Ala Bąk", "Jan Ćma", "Otto von Stein", "Ewa Wąs"]
    assert name_parts(stein) == ("Otto ", "von Stein", "")


def test_only_a_word_without_end_may_be_broken() -> None:
    assert fitting("Anna Kowal-Nowak") == "Anna Kowal-Nowak"
    assert fitting("x" * 60).replace("\u200b", "") == "x" * 60
    assert "\u200b" in fitting("x" * 60)
    assert "\u200b" in fitting("-" * 60)


def test_a_double_surname_is_broken_at_its_hyphen_only() -> None:
    assert fitting("Piotr Nowak-Brzęczyszczykiewicz") == "Piotr Nowak-Brzęczyszczykiewicz"


def test_a_name_from_right_to_left_is_set_apart_from_what_stands_beside_it() -> None:
    assert fitting("משה כהן") == "\u2068משה כהן\u2069"
    assert fitting("Jan \u202eנ") == "\u2068Jan \u202eנ\u2069"


@pytest.mark.parametrize(("half", "said"), [(0, "0"), (1, "½"), (2, "1"), (15, "7½")])
def test_match_points_are_said_with_halves(half: int, said: str) -> None:
    assert halves(half) == said


def test_figures_are_written_as_in_poland() -> None:
    assert (hundredths(16125), hundredths(10005)) == ("161,25", "100,05")
    assert (signed(12), signed(-7), signed(0)) == ("+12", "−7", "0")
    assert day(held.DAY) == "21 listopada 2026"
    assert (key_value(Key.RATING, 13_950), key_value(Key.BUCHHOLZ, 7)) == ("139,50", "3½")
    assert key_value(Key.HEAD_TO_HEAD, None) == "–"


def test_every_setting_has_a_name_in_words() -> None:
    assert set(SETTINGS) == set(names())


@pytest.mark.parametrize("template", templates())
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_value_of_every_template_is_said_in_words(template: str, language: str) -> None:
    messages.use(language)
    state = held.Held(template).state
    for name, setting in listed(state.settings):
        said = value_in_words(state, name, setting)
        assert said
        assert "_" not in said
        assert "None" not in said
        assert basis(state.settings, setting.clause)
        assert name_of_setting(name)


def test_every_choice_has_words() -> None:
    for kind, words in CHOICES.items():
        assert set(words) == set(kind)


def test_every_reading_that_a_template_rests_on_is_told() -> None:
    rests_on = {setting.clause for name in templates() for _, setting in listed(settings_of(name, {}))}
    assert {clause for clause in rests_on if clause.startswith("S") and clause[1].isdigit()} <= set(READINGS)


def test_what_has_no_value_says_what_that_means() -> None:
    state = held.Held(settings={"rounds": None}).state
    settings = dict(listed(state.settings))
    assert value_in_words(state, "rounds", settings["rounds"]) == "JESZCZE NIE WYBRANO"
    assert all(settings[name].value is None or name in settings for name in NOTHING)
    assert value_in_words(state, "team.size", settings["team.size"]) == "bez drużyn"


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (5, "runda 1: połówkowy; rundy 2–4: szwajcarski; runda 5: duński"),
        (None, "połówkowy (1 runda), szwajcarski, duński (1 runda)"),
    ],
)
def test_the_plan_is_told_round_by_round(rounds: int | None, said: str) -> None:
    assert plan_in_words(held.Held(settings={"rounds": rounds}).state) == said


@pytest.mark.parametrize(("minutes", "said"), [(1, "1 minuta"), (22, "22 minuty"), (25, "25 minut")])
def test_minutes_have_three_plural_forms(minutes: int, said: str) -> None:
    state = held.Held(settings={"minutes": minutes}).state
    assert value_in_words(state, "minutes", dict(listed(state.settings))["minutes"]) == said
