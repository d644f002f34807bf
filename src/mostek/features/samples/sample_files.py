"""The files of `mostek samples`: what each holds. The guides name them, so the names stay."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from mostek.features.samples.event import FILE, sample_log
from mostek.features.samples.people import sample_people, sample_pupils
from mostek.features.samples.sample_games import FOLDER, game_names, game_record, replayed_game, saved_game
from mostek.lexicon.library import open_lexicon
from mostek.lexicon.word_search import WordSearch, find_words
from mostek.notation.formats.cgp import format_position
from mostek.notation.positions import position_after
from mostek.tournament.formats import csv

FINAL = "10"
"""The game that is the final."""
_POSITION = 8
"""The turns before the position."""
_LONGEST_WORD = 4
_MOST_WORDS = 100_000
_STAMP = (2026, 11, 21, 9, 0, 0)


@dataclass(frozen=True)
class SampleFile:
    """A file of the samples."""

    name: str
    """Its path in the folder."""
    make: Callable[[], bytes]
    """Makes its bytes; the same ones each time."""


def sample_files() -> tuple[SampleFile, ...]:
    """All files, in the order in which a newcomer needs them."""
    games = (SampleFile(f"partie/{name}.gcg", partial(game_record, name)) for name in game_names())
    return (
        SampleFile("zawodnicy.csv", _entry_list),
        SampleFile("gracze.csv", partial(_stored_file, "gracze.csv")),
        SampleFile("szkoly.csv", _school_list),
        SampleFile("turniej.zip", _event_package),
        SampleFile("final.gcg", partial(game_record, FINAL)),
        SampleFile("pomylka.gcg", partial(_stored_file, "pomylka.gcg")),
        SampleFile("partia.jsonl", partial(saved_game, FINAL)),
        SampleFile("pozycja.cgp", _game_position),
        SampleFile("stol.jsonl", partial(_stored_file, "stol.jsonl")),
        SampleFile("slowa.txt", _word_list),
        *games,
    )


def _stored_file(name: str) -> bytes:
    return (FOLDER.parent / name).read_bytes()


def _written_table(headings: str, rows: Iterable[tuple[str, ...]]) -> bytes:
    return "".join(";".join(row) + "\r\n" for row in (tuple(headings.split(";")), *rows)).encode(csv.MARKED)


def _entry_list() -> bytes:
    rows = [(each.name, each.city, f"{each.rating / 100:.2f}".replace(".", ","), each.club) for each in sample_people()]
    return _written_table("Imię i nazwisko;Miasto;Ranking;Drużyna", rows)


def _school_list() -> bytes:
    rows = [(name, school, "gimnazja", "tak", "tak") for name, school in sample_pupils()]
    return _written_table("Imię i nazwisko;Drużyna;Kategoria;Niepełnoletni;Zgoda", rows)


def _event_package() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{FILE}.jsonl", _STAMP), sample_log(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _game_position() -> bytes:
    return f"{format_position(position_after(replayed_game(FINAL), _POSITION))}\n".encode()


def _word_list() -> bytes:
    found = find_words(open_lexicon("pl-rdzen"), WordSearch(longest=_LONGEST_WORD), _MOST_WORDS)
    return "".join(f"{word.lower()}\n" for word in sorted(found.words)).encode()
