"""The people of the samples. They are invented: their surnames are rivers and trees."""

from __future__ import annotations

from mostek.tournament.entrants import Person

_FIRST = (
    "Ala", "Bartek", "Celina", "Darek", "Ela", "Filip", "Gosia", "Henryk", "Irena", "Jacek", "Kasia", "Leszek",
    "Marta", "Norbert", "Ola", "Paweł", "Renata", "Stefan", "Tosia", "Urban", "Wanda", "Zenon", "Żaneta", "Łukasz",
)  # fmt: skip
_RIVERS_AND_TREES = (
    "Bzura", "Jesion", "Drwęca", "Klon", "Noteć", "Dąb", "Pilica", "Wiąz", "Warta", "Buk", "Nida", "Świerk",
    "Skawa", "Jawor", "Rega", "Modrzew", "Parsęta", "Grab", "Soła", "Olcha", "Wkra", "Cis", "Gwda", "Jarząb",
)  # fmt: skip
_CITIES = ("Kutno", "Łódź", "Płock", "Żory", "Pińczów", "Świdnica")
_CLUBS = ("Siódemka", "Blanka", "Podwójna Premia", "Mydło")
_SCHOOLS = ("SP 1 Kutno", "SP 2 Łódź", "SP 3 Płock", "SP 4 Żory")
_BEST = 16_000
"""The rating of the strongest, in hundredths."""


def sample_people() -> tuple[Person, ...]:
    """The 24 people of the sample event, from the strongest; the last two have no rating yet."""
    return tuple(
        Person(
            name=f"{first} {last}",
            city=_CITIES[number % len(_CITIES)],
            club=_CLUBS[number % len(_CLUBS)],
            rating=max(10_000, _BEST - 275 * number) if number < len(_FIRST) - 2 else 10_000,
        )
        for number, (first, last) in enumerate(zip(_FIRST, _RIVERS_AND_TREES, strict=True))
    )


def sample_pupils() -> tuple[tuple[str, str], ...]:
    """The pupils of the sample event of schools, each with the school: four teams of eight."""
    return tuple(
        (f"{_FIRST[(5 * number + place) % 24]} {_RIVERS_AND_TREES[(7 * number + 3 * place) % 24]}", school)
        for place, school in enumerate(_SCHOOLS)
        for number in range(8)
    )
