"""Lists of other alphabets: imported whole with their own tiles, or refused with the first word and letter; then used."""

from __future__ import annotations

import json
import struct
from pathlib import Path

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


@pytest.fixture
def english(data: Path, tmp_path: Path) -> None:
    path = written(tmp_path, "english.txt", "\n".join([*WORDS, "at", "ta", "cats"]).encode())
    assert run("lexicon", "import", path, "--name", "eng", "--edition", "1").exit_code == 0


@pytest.mark.usefixtures("english")
def test_an_english_list_judges_finds_plays_and_reviews(tmp_path: Path) -> None:
    assert run("judge", "--lexicon", "eng", "QUIZ", "cat").output.startswith("VALID\nLexicon: eng 1")
    assert run("judge", "--lexicon", "eng", "KOTY").exit_code == 1
    empty = "/".join(["15"] * 15)
    best = json.loads(run("engine", "best", f"{empty} QUIZTAC/ 0/0 0", "--lexicon", "eng", "--json").output)
    assert best[0]["play"].split()[1] == "QUIZ"
    game = "#player1 a A\n#player2 b B\n#tile-set en\n>a: QUIZTAC 8F QUIZ +48 48\n>b: VEXATHO J6 VEX +26 26\n"
    result = run("review", written(tmp_path, "game.gcg", game.encode()), "--depth", "static")
    assert result.exit_code == 0, result.output
    assert "QUIZ" in result.output


@pytest.mark.usefixtures("english")
def test_a_game_with_an_english_list_is_played_with_english_tiles(data: Path) -> None:
    gcg = data / "game.gcg"
    asked = ["play", "--rulebook", "chal", "--lexicon", "eng", "--seed", "5", "--gcg", str(gcg)]
    done = run_apart(asked, "\npauza\n" * 60, data)
    assert done.returncode == 0, done.stderr
    assert "#tile-set en\n" in gcg.read_text("utf-8")
    assert run("replay", gcg, "--lexicon", "eng", "--strict").exit_code == 0
