"""What stands above the columns of a table of players, in Polish and in English, and how the program writes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from mostek.tournament.formats.recorded import ResultKind


class Language(StrEnum):
    """The language of the headings that are written; both are read."""

    POLISH = "pl"
    ENGLISH = "en"


def meaning(heading: str) -> str | None:
    """The attribute of a player that a heading names; `None` for one that we do not know."""
    plain = " ".join(heading.replace("_", " ").strip(" .:*\ufeff").casefold().split())
    return _MEANINGS.get(plain) or _MEANINGS.get(plain.translate(_WITHOUT_SIGNS))


HEADINGS: Final = {
    "number": ("Nr", "Number"),
    "name": ("Imię i nazwisko", "Name"),
    "first": ("Imię", "First name"),
    "last": ("Nazwisko", "Last name"),
    "city": ("Miasto", "City"),
    "rating": ("Ranking", "Rating"),
    "team": ("Drużyna", "Team"),
    "category": ("Kategoria", "Category"),
    "group": ("Grupa", "Group"),
    "place": ("Miejsce", "Place"),
    "half_points": ("Duże punkty", "Match points"),
    "game_points": ("Małe punkty", "Game points"),
    "scalps": ("Skalpy", "Scalps"),
    "spread": ("Różnica", "Spread"),
    "round": ("Runda", "Round"),
    "table": ("Stół", "Table"),
    "host": ("Nr gospodarza", "Host number"),
    "host_name": ("Gospodarz", "Host"),
    "guest": ("Nr gościa", "Guest number"),
    "guest_name": ("Gość", "Guest"),
    "host_score": ("Punkty gospodarza", "Host score"),
    "guest_score": ("Punkty gościa", "Guest score"),
    "kind": ("Rodzaj", "Kind"),
}
"""By attribute, what is written above its column: in Polish, in English."""

KINDS: Final = {
    ResultKind.GAME: ("partia", "game"),
    ResultKind.BYE: ("pauza", "bye"),
    ResultKind.FORFEIT: ("walkower", "forfeit"),
    ResultKind.UNSCORED: ("bez skalpów", "unscored"),
    ResultKind.NOT_PLAYED: ("nierozegrana", "not played"),
}

_OTHER_WORDS: Final = {
    "number": "lp, l.p, numer, nr startowy, numer startowy, no, start number, starting number, seed",
    "name": "nazwisko i imię, zawodnik, zawodniczka, gracz, uczestnik, osoba, player, full name",
    "first": "imiona, firstname, first, given name",
    "last": "lastname, last, surname, family name",
    "city": "miejscowość, town",
    "rating": "ranking pfs, rank, rating pfs",
    "team": "zespół, szkoła, klub, school, club",
    "category": "klasa, dywizja, class, division",
    "group": "",
    "place": "",
}

_WITHOUT_SIGNS = str.maketrans("ąćęłńóśżź", "acelnoszz")
_MEANINGS = {
    variant: attribute
    for attribute, words in _OTHER_WORDS.items()
    for word in (*(heading.casefold() for heading in HEADINGS[attribute]), *words.split(", "))
    for variant in (word, word.translate(_WITHOUT_SIGNS))
    if word
}
