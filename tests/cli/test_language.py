"""Help and complaints are said in the language asked for, those of click too."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cli.program import run


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["judge"], "Błąd: Brakuje argumentu 'SŁOWA...'."),
        (["judge", "k0t"], "Błąd: „k0t” nie da się ułożyć z płytek: znak 2 nie jest literą alfabetu."),
        (["judge", "--lexicon"], "Błąd: Opcja „--lexicon” wymaga wartości."),
        (["judge", "kot", "--json=1"], "Błąd: Opcja „--json” nie przyjmuje wartości."),
        (["play", "--seats", "9"], "Błąd: Nieprawidłowa wartość dla '--seats': 9 jest poza zakresem 2<=x<=4."),
        (["play", "--seats", "dwa"], "„dwa” to nie jest właściwa liczba."),
        (["play", "--sead", "1"], "Błąd: Nie ma opcji „--sead”."),
        (["play", "dwa", "trzy"], "Błąd: Zbędne argumenty: dwa trzy"),
        (["replay", "no-such-file"], "Nie da się otworzyć no-such-file: nie ma takiego pliku ani katalogu."),
        (["score", "--jsonl", "."], "Nie da się otworzyć .: to jest katalog."),
        (["lexicon", "import", "no-such-file"], "„no-such-file” nie istnieje."),
        (["lexicon", "bulid"], "Błąd: Nie ma polecenia „bulid”."),
        (["judeg", "kot"], "Błąd: Nie ma polecenia „judeg”. Czy chodziło o „judge”?"),
        (["--lang", "xx"], "„xx” nie jest żadną z wartości: 'pl', 'en'."),
    ],
)
def test_wrong_use_is_answered_in_polish_with_status_2(arguments: list[str], complaint: str) -> None:
    ended = run(*arguments)
    assert ended.returncode == 2
    assert complaint in ended.stderr
    assert ended.stdout == ""
    assert not any(english in ended.stderr for english in ("Usage", "Error", "OPTIONS", "for help"))


def test_the_usage_stands_above_the_complaint() -> None:
    lines = run("replay").stderr.splitlines()
    assert lines == [
        "Użycie: mostek replay [OPCJE] PLIK",
        "Pomoc: mostek replay --help",
        "",
        "Błąd: Brakuje argumentu 'PLIK'.",
    ]


def test_help_is_polish_from_the_first_line_to_the_last() -> None:
    said = run("play", "--help").stdout
    assert said.startswith("Użycie: mostek play [OPCJE]\n")
    for part in ("Opcje:", "--seats LICZBA", "Regulamin partii.  [domyślnie: gen]", "Pokaż tę pomoc i zakończ."):
        assert part in said
    assert "POLECENIE [ARGUMENTY]..." in run("--help").stdout


def test_help_of_an_inner_command_is_polish() -> None:
    said = run("lexicon", "diff", "--help").stdout
    assert said.startswith("Użycie: mostek lexicon diff [OPCJE] PIERWSZY [DRUGI]\n")
    assert "Pokaż wszystkie słowa, nie tylko początkowe." in said


@pytest.mark.parametrize(
    ("arguments", "locale"),
    [
        (["--lang", "en", "--help"], "pl_PL.UTF-8"),
        (["--help", "--lang", "en"], "pl_PL.UTF-8"),
        (["--lang=EN", "--help"], "C.UTF-8"),
        (["--help"], "en_GB.UTF-8"),
    ],
)
def test_english_is_spoken_where_it_is_asked_for(arguments: list[str], locale: str) -> None:
    said = run(*arguments, locale=locale).stdout
    assert said.startswith("Usage: mostek [OPTIONS] COMMAND [ARGS]...\n")
    assert "Show this message and exit." in said
    assert "Play a refereed game in the terminal." in said


def test_the_option_goes_before_the_locale() -> None:
    assert run("--lang", "pl", "--help", locale="en_GB.UTF-8").stdout.startswith("Użycie:")


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (["play", "--rulebook", "PSF"], "Nie ma regulaminu „PSF”. Czy chodziło o „pfs”? Znane: chal, gen, open, pfs"),
        (["replay", __file__, "--rulebook", "opne"], "Czy chodziło o „open”?"),
        (["referee", "--jsonl", "--rulebook", "shcool"], "Czy chodziło o „school”?"),
        (["rules", "differences", "pfs", "opne"], "Czy chodziło o „open”?"),
        (
            ["replay", __file__, "--format", "gcgg"],
            "Nie ma formatu „gcgg”. Czy chodziło o „gcg”? Znane: auto, cgh, cgp",
        ),
        (["replay", __file__, "--orientation", "row"], "Nie ma zapisu pól „row”. Znane: lettered-rows, numbered-rows."),
        (
            ["play", "--bot", "statik"],
            "Nie ma bota „statik”. Czy chodziło o „static”? Znane: beginner, club, expert, master, pupil, static.",
        ),
        (["referee", "--viewer", "spectater"], "Czy chodziło o „spectator”?"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(arguments: list[str], nearest: str) -> None:
    ended = run(*arguments)
    assert ended.returncode == 2
    assert nearest in ended.stderr


@pytest.mark.parametrize(
    "line", ['{"type": "create_game", "rulebook": "pfz", "players": []}', '{"play": "H8 KOT", "rulebook": "pfz"}']
)
def test_an_unknown_rulebook_in_a_line_is_answered_with_the_nearest(line: str) -> None:
    ended = run("referee" if "type" in line else "score", "--jsonl", stdin=line + "\n")
    assert ended.returncode == 1
    assert "Czy chodziło o „pfs”? Znane: chal, gen, open, pfs, school." in ended.stdout


def test_a_rulebook_is_known_in_either_case() -> None:
    line = '{"type": "create_game", "players": ["Ala", "Ola"]}\n'
    names = ("SCHOOL", "school", "gen")
    answers = [run("referee", "--jsonl", "--seed", "1", "--rulebook", name, stdin=line).stdout for name in names]
    assert answers[0] == answers[1] != answers[2]
    assert '"rulebook":"school"' in answers[0]


def test_nothing_but_the_command_called_is_imported() -> None:
    arguments = ["--lang", "pl", "judge", "kot"]
    program = (
        f"import sys; from mostek.cli import mostek; mostek({arguments}, standalone_mode=False); print(*sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60)
    imported = set(ended.stdout.split())
    assert "mostek.cli.lexicon" in imported
    assert not {"mostek.cli.play", "mostek.rules", "rich", "difflib"} & imported
