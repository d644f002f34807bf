"""Lists of other alphabets: imported whole with their own tiles, or refused with the first word and letter; then used."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from cli.play.tables import run as run_apart
from lexicon.quackle_writer import quackle_bytes
from mostek.cli import mostek
from mostek.core.tiles import tile_set
from mostek.lexicon.library import installed

pytestmark = pytest.mark.usefixtures("data")

ENGLISH, GERMAN, POLISH = (tile_set(name).alphabet.letters for name in ("en", "de", "pl-current"))
WORDS = ["cat", "quiz", "vex", "zax", "bat", "hat", "mat", "rat", "fat", "ox"]
NORWEGIAN = (*ENGLISH, "Æ", "Ø", "Å")


def run(*command: str | Path) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", *map(str, command)])


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def quackle(words: list[str], letters: tuple[str, ...]) -> bytes:
    return quackle_bytes([[letters.index(letter) for letter in word.upper()] for word in words], letters)


def a_kwg(word: str, letters: tuple[str, ...]) -> bytes:
    """A graph of one word."""
    last, ends = 1 << 22, 1 << 23
    nodes = [last | 2, last]
    for place, letter in enumerate(word, 3):
        is_end = place == len(word) + 2
        nodes.append((letters.index(letter) + 1) << 24 | last | (ends if is_end else place))
    return struct.pack(f"<{len(nodes)}I", *nodes)


@pytest.mark.parametrize(
    ("name", "content", "letters", "words"),
    [
        ("eng.txt", "\n".join(WORDS).encode(), ENGLISH, 10),
        ("eng.dawg", quackle(WORDS, ENGLISH), ENGLISH, 10),
        ("eng.kwg", a_kwg("ZAX", ENGLISH), ENGLISH, 1),
        ("ger.txt", "quälen\nöl\nüber\njäh".encode("iso-8859-1"), GERMAN, 4),
        ("ger.txt", "quälen\nöl\nüber\njäh".encode(), GERMAN, 4),
        ("ger.kwg", a_kwg("JAZZ", GERMAN), GERMAN, 1),
        ("pol.txt", b"kot\ndom\nala", POLISH, 3),
        ("pol.kwg", a_kwg("ŻABA", POLISH), POLISH, 1),
    ],
)
def test_a_list_is_read_whole_with_the_letters_that_fit(
    tmp_path: Path, name: str, content: bytes, letters: tuple[str, ...], words: int
) -> None:
    answer = run("lexicon", "import", written(tmp_path, name, content), "--edition", "1", "--json")
    assert answer.exit_code == 0, answer.output
    report = json.loads(answer.output)
    assert tuple(report["letters"]) == letters
    assert (report["words"], report["rejected"]) == (words, [])


@pytest.mark.parametrize(
    ("name", "content", "options", "why"),
    [
        ("polski.txt", "kot\nżaba\nquiz\n".encode(), [], "polski.txt, line 3: quiz has the letter Q"),
        ("english.txt", b"cat\nquiz\n", ["--tile-set", "pl"], "english.txt, line 2: quiz has the letter Q"),
        ("q.dawg", quackle(["quiz"], (*POLISH, "Q")), [], "The first letter that no tile has is"),
        ("norsk.dawg", quackle(["ære"], NORWEGIAN), [], "no tiles: A B C"),
        (
            "es.kwg",
            a_kwg("ZA", (*ENGLISH[:25], "CH", "LL", "Z")),
            [],
            "has 28 letters; the tile sets here",
        ),
        ("ελληνικά.txt", "αβγ\nδε\n".encode(), [], "line 1: αβγ has the letter Α"),
        ("ods8.txt", b"AA\nQUIZ\n", [], "a list of a language for which mostek has no tiles"),
        ("x.txt", b"cat\n", ["--tile-set", "en-us"], "There is no tile set 'en-us'. Did you mean"),
    ],
)
def test_a_list_that_fits_no_alphabet_is_refused_and_nothing_is_kept(
    tmp_path: Path, name: str, content: bytes, options: list[str], why: str
) -> None:
    before = installed()
    result = run("lexicon", "import", written(tmp_path, name, content), "--name", "club", *options)
    assert result.exit_code == 2
    assert why in result.output
    assert installed() == before


class Language(NamedTuple):
    """A language with tiles here: a small list of it, and what is laid with its own letters."""

    tiles: str
    words: list[str]
    rack: str
    """Seven tiles from which only the first word scores most on the empty board."""
    foreign: str
    """A word that is in no list of the language."""
    turns: tuple[str, str]
    """Two turns of a game as GCG has them."""


LANGUAGES = (
    Language(
        "en", [*WORDS, "at", "ta", "cats"], "QUIZTAC", "KOTY",
        (">a: QUIZTAC 8F QUIZ +48 48", ">b: VEXATHO J6 VEX +26 26"),
    ),
    Language(
        "de", ["quälen", "öl", "über", "jäh", "an", "na", "ölen", "alte"], "QUÄLENA", "KOTY",
        (">a: QUÄLENA 8C QUÄLEN +60 60", ">b: ÖLENABE H8 .A +2 2"),
    ),
)  # fmt: skip


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.tiles)
def language(request: pytest.FixtureRequest, data: Path, tmp_path: Path) -> Language:
    """A language whose list is installed as `club`."""
    spoken: Language = request.param
    path = written(tmp_path, "club.txt", "\n".join(spoken.words).encode())
    assert run("lexicon", "import", path, "--name", "club", "--edition", "1").exit_code == 0
    return spoken


def test_a_list_of_the_language_judges_finds_plays_and_reviews(language: Language, tmp_path: Path) -> None:
    first, second = language.words[1 if language.tiles == "en" else 0], language.words[-1]
    assert run("judge", "--lexicon", "club", first.upper(), second).output.startswith("VALID\nLexicon: club 1")
    assert run("judge", "--lexicon", "club", language.foreign).exit_code == 1
    empty = "/".join(["15"] * 15)
    best = json.loads(run("engine", "best", f"{empty} {language.rack}/ 0/0 0", "--lexicon", "club", "--json").output)
    assert best[0]["play"].split()[1] == first.upper()
    game = f"#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#tile-set {language.tiles}\n" + "\n".join(
        language.turns
    )
    result = run("review", written(tmp_path, "game.gcg", f"{game}\n".encode()), "--depth", "static")
    assert result.exit_code == 0, result.output
    assert first.upper() in result.output


def test_a_game_with_a_list_of_the_language_is_played_with_its_tiles(language: Language, data: Path) -> None:
    gcg = data / "game.gcg"
    asked = ["play", "--rulebook", "chal", "--lexicon", "club", "--seed", "5", "--gcg", str(gcg)]
    done = run_apart(asked, "\npauza\n" * 60, data)
    assert done.returncode == 0, done.stderr
    assert f"#tile-set {language.tiles}\n" in gcg.read_text("utf-8")
    assert run("replay", gcg, "--lexicon", "club", "--strict").exit_code == 0
