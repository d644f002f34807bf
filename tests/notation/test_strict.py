"""`mostek replay --strict`: every kind of fault of a GCG file is refused with a sentence, and no right file is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.core.diagnostics import Kind, Severity, TextFault
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.messages import use
from mostek.notation.formats import gcg
from mostek.notation.replay import replay
from mostek.rules.loading import rulebook
from notation.samples import GAME

OUT = (
    GAME.replace(
        "#x-unknown  kept   as it is\n", "#game-type classic\n#board-layout CrosswordGame\n#id org.example 12\n"
    )
    + ">ala:  (ŻAEI?RS) +20 38\n>ola: ŻAEI?RS (time) -10 -1\n"
)
"""A whole game with a withdrawal, a bonus, the tiles left and a time penalty."""

STUCK = """\
#player1 ala Ala Kot
#player2 ola Ola Pies
#lexicon OSPS50
>ala: KOTMAAA -KO +0 0
>ola: ŻAEI?RS - +0 0
>ala: ATMAAEE - +0 0
>ola: ŻAEI?RS - +0 0
>ala: ATMAAEE (ATMAAEE) -9 -9
>ola: ŻAEI?RS (ŻAEI?RS) -10 -10
"""
"""A game that ended without a placement; both lose their tiles."""

BONUS = ">ala: AMAEIEZ (challenge) +5 18\n"
PLAY = ">ala: AMAEIEZ 10J .A +3 13\n"
PENALTY = ">ola: ŻAEI?RS (time) -10 -1\n"
END = ">ala:  (ŻAEI?RS) +20 38\n"


def without(text: str, line: str) -> str:
    assert line in text
    return text.replace(line, "", 1)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def moved(text: str, line: str, before: str) -> str:
    return changed(without(text, line), before, line + before)


def unfinished(last: str) -> str:
    return "".join(OUT.splitlines(keepends=True)[:10]) + last


FAULTS: dict[str, tuple[str, Kind | TextFault]] = {
    "empty": ("", TextFault.NO_TURNS),
    "encoding that is not true": (changed(OUT, "UTF-8", "ASCII"), Kind.ENCODING),
    "encoding that others do not read": (
        "#character-encoding ASCII\n" + STUCK.replace("Ż", "Z"),
        Kind.FOREIGN_ENCODING,
    ),
    "one nickname for two": (changed(OUT, "#player2 ola", "#player2 ala"), Kind.SHARED_NICKNAME),
    "one name for two": (changed(OUT, "Ola Pies", "Ala Kot"), Kind.SHARED_NAME),
    "heading after a move": (changed(OUT, ">ola: OM", "#description late\n>ola: OM"), Kind.MISPLACED_PRAGMA),
    "move before a player": (moved(OUT, "#player2 ola Ola Pies\n", ">ola: OM"), Kind.MISPLACED_PRAGMA),
    "player twice": (changed(OUT, "#player2", "#player1 ewa Ewa Lis\n#player2"), Kind.REPEATED_PRAGMA),
    "pragma twice": (changed(OUT, "#title", "#title Inny\n#title"), Kind.REPEATED_PRAGMA),
    "encoding after the first line": (moved(OUT, "#character-encoding UTF-8\n", "#title"), Kind.MISPLACED_PRAGMA),
    "unknown player": (changed(OUT, ">ola: OM", ">ela: OM"), Kind.UNDECLARED_PLAYER),
    "note before the first move": (changed(OUT, ">ala: KOT", "#note early\n>ala: KOT"), Kind.MISPLACED_PRAGMA),
    "move after a last rack": (changed(OUT, ">ala: AMAAEIE", "#rack1 AMAAEIE\n>ala: AMAAEIE"), Kind.MISPLACED_PRAGMA),
    "unknown game": (changed(OUT, "game-type classic", "game-type jumble"), Kind.UNKNOWN_NAME),
    "unknown board": (changed(OUT, "CrosswordGame", "Hexagons"), Kind.UNKNOWN_NAME),
    "unknown tiles": (changed(OUT, "#lexicon OSPS50", "#tile-set klingon"), Kind.UNKNOWN_NAME),
    "anagram game": (changed(OUT, "game-type classic", "game-type wordsmog"), TextFault.OTHER_GAME),
    "board of 21 squares": (changed(OUT, "CrosswordGame", "SuperCrosswordGame"), TextFault.OTHER_GAME),
    "tiles of Super": (changed(OUT, "#lexicon OSPS50", "#tile-distribution polish_super"), TextFault.OTHER_GAME),
    "line without meaning": (changed(OUT, "OMŻAEI? J8 .OM", "OMŻAEI? .OM"), TextFault.BAD_COORDINATE),
    "square off the board": (changed(OUT, "J8 .OM", "J80 .OM"), Kind.ILLEGAL_PLAY),
    "word over the edge": (changed(OUT, "J8 .OM", "J14 .OM"), Kind.ILLEGAL_PLAY),
    "rack with a digit": (changed(OUT, "OMŻAEI? J8", "OM3AEI? J8"), TextFault.BAD_LETTER),
    "word with a digit": (changed(OUT, "J8 .OM", "J8 .O3M"), TextFault.BAD_LETTER),
    "exchange with a dot": (changed(OUT, " -AA ", " -A.A "), TextFault.BAD_LETTER),
    "pass with a digit": (changed(OUT, "ŻAEI?RS -  +0", "ŻAEI?R5 -  +0"), TextFault.BAD_LETTER),
    "bonus with dashes": (changed(OUT, "AMAEIEZ (ch", "AMA--EZ (ch"), TextFault.BAD_LETTER),
    "tiles left with a sign": (changed(OUT, "(ŻAEI?RS)", "(#)"), TextFault.BAD_LETTER),
    "tiles lost with a digit": (changed(STUCK, "ATMAAEE (", "AT3AAEE ("), TextFault.BAD_LETTER),
    "last rack with a digit": (unfinished("#rack2 O3\n"), TextFault.BAD_LETTER),
    "rack and tiles lost differ": (changed(STUCK, "ATMAAEE (", "ATMAAEI ("), Kind.LEFTOVERS),
    "tile played that is not on the rack": (changed(OUT, "KOTMAAA 8H", "KOSMAAA 8H"), Kind.NOT_ON_RACK),
    "tile exchanged that is not on the rack": (changed(OUT, " -AA ", " -AZ "), Kind.NOT_ON_RACK),
    "first rack not in the set": (changed(OUT, "KOTMAAA 8H KOT", "ŻŻŻMAAA 8H ŻŻŻ"), Kind.TOO_MANY_TILES),
    "later rack not in the set": (changed(OUT, "AMAEIEZ 10J", "AMAŻŻŻŻ 10J"), Kind.TOO_MANY_TILES),
    "rack of a pass not in the set": (changed(OUT, "ŻAEI?RS -  +0", "ŻAEI??? -  +0"), Kind.TOO_MANY_TILES),
    "first last rack not in the set": (unfinished("#rack1 ŻŻŻ\n"), Kind.TOO_MANY_TILES),
    "second last rack not in the set": (unfinished("#rack2 ???\n"), Kind.TOO_MANY_TILES),
    "last rack of eight": (unfinished("#rack2 AEIOUKLM\n"), Kind.RACK_SIZE),
    "tiles left miscounted": (changed(OUT, "+20 38", "+19 37"), Kind.POINTS),
    "tiles lost miscounted": (changed(STUCK, "-10 -10", "-12 -12"), Kind.POINTS),
    "total of a pass": (changed(STUCK, "ATMAAEE - +0 0", "ATMAAEE - +0 2"), Kind.TOTAL),
    "total of a placement": (changed(OUT, "+9 9", "+9 13"), Kind.TOTAL),
    "move out of turn": (changed(OUT, ">ola: OM", ">ala: OM"), Kind.OUT_OF_TURN),
    "placement after the end": (changed(OUT, END, END + ">ola: ŻAEI?RS 11K ŻA +7 16\n"), Kind.MOVE_AFTER_END),
    "bonus without a placement": (without(OUT, PLAY), Kind.BONUS_WITHOUT_PLAY),
    "bonus of the other player": (changed(OUT, ">ala: AMAEIEZ (ch", ">ola: ŻAEI?RS (ch"), Kind.BONUS_WITHOUT_PLAY),
    "withdrawal without a placement": (
        without(OUT, ">ola: ŻAEI?RS I5 żAR.S +9 18\n"),
        Kind.NOTHING_TO_WITHDRAW,
    ),
    "withdrawal of the other player": (changed(OUT, ">ola: ŻAEI?RS --", ">ala: ŻAEI?RS --"), Kind.NOTHING_TO_WITHDRAW),
    "withdrawal with another rack": (changed(OUT, "ŻAEI?RS --", "ŻAEI?RR --"), Kind.WITHDRAWN_RACK),
    "penalty before everything": (moved(OUT, PENALTY, ">ala: KOT"), Kind.EARLY_TIME_PENALTY),
    "penalty in the game": (moved(OUT, PENALTY, ">ola: ŻAEI?RS I5"), Kind.EARLY_TIME_PENALTY),
    "penalty before the tiles left": (moved(OUT, PENALTY, END), Kind.EARLY_TIME_PENALTY),
    "penalty between the tiles lost": (
        changed(STUCK, ">ola: ŻAEI?RS (", ">ola:  (time) -10 -10\n>ola: ŻAEI?RS ("),
        Kind.EARLY_TIME_PENALTY,
    ),
    "penalty before the tiles lost": (
        changed(STUCK, ">ala: ATMAAEE (", ">ala:  (time) -10 -10\n>ala: ATMAAEE ("),
        Kind.EARLY_TIME_PENALTY,
    ),
    "second penalty": (OUT + ">ola:  (time) -10 -11\n", Kind.REPEATED_TIME_PENALTY),
}
"""A file for each kind of fault, and what is said of it."""


def run(text: str, *options: str, language: str = "en") -> Result:
    return CliRunner().invoke(mostek, ["--lang", language, "replay", "-", *options], input=text.encode())


@pytest.mark.parametrize("text", [OUT, STUCK, GAME], ids=["out", "stuck", "unfinished"])
def test_a_right_file_is_accepted_and_nothing_is_said(text: str) -> None:
    result = run(text, "--strict", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["diagnostics"] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_every_kind_of_fault_is_refused_with_a_sentence(fault: str) -> None:
    text, what = FAULTS[fault]
    result = run(text, "--strict", "--json")
    assert result.exit_code in (1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.exit_code == 1:
        assert what.value in [each["kind"] for each in json.loads(result.stdout)["diagnostics"]]
    else:
        assert "_" not in result.stderr.partition(": ")[2].replace("polish_super", "")
        assert result.stderr.rstrip()[-1].isalnum() or result.stderr.rstrip()[-1] in ".)#?…"


@pytest.mark.parametrize("fault", [name for name, (_, what) in FAULTS.items() if isinstance(what, Kind)])
def test_what_strict_reading_refuses_lenient_reading_reports(fault: str) -> None:
    text, kind = FAULTS[fault]
    result = run(text, "--json")
    assert isinstance(kind, Kind)
    said = json.loads(result.stdout)["diagnostics"]
    assert kind.value in [each["kind"] for each in said]
    worst = max(Severity[each["severity"].upper()] for each in said)
    assert result.exit_code == (0 if worst <= Severity.WARNING else 2 if worst is Severity.UNREADABLE else 1)


def test_a_refusal_says_its_reason_in_both_languages() -> None:
    text, _ = FAULTS["move after a last rack"]
    assert (
        "Line 13, column 1: The pragma #rack1 stands in the wrong place. Strict reading refuses this."
        in run(text, "--strict").stderr
    )
    polish = run(text, "--strict", language="pl").stderr
    assert "Wiersz 13, kolumna 1: " in polish
    assert "#rack1" in polish
    assert "misplaced" not in polish


def test_a_game_with_other_rules_is_named_and_refused_in_any_reading() -> None:
    for fault in ("anagram game", "board of 21 squares", "tiles of Super"):
        result = run(FAULTS[fault][0])
        assert result.exit_code == 2
        assert "A game with other rules, tiles or another board, which mostek does not replay: " in result.stderr


def test_a_square_is_named_as_the_file_names_squares() -> None:
    hole = changed(OUT, "J8 .OM", "B8 .OM")
    assert "The word plays through B8," in run(hole).stdout
    lettered = "#player1 a A\n#player2 b B\n#lexicon OSPS50\n#orientation lettered-rows\n>a: KOTMAAA H8 K.T +10 10\n"
    assert "The word plays through H9," in run(lettered).stdout


@pytest.mark.parametrize("square", ["J80", "99J", "J14", "J15"])
def test_a_word_off_the_board_is_said_without_signs_that_nobody_can_read(square: str) -> None:
    result = run(changed(OUT, "J8 .OM", f"{square} .OM"), "--json")
    assert result.exit_code == 1
    assert "\\u00" not in result.stdout
    (said, *_) = json.loads(result.stdout)["diagnostics"]
    assert said["kind"] == "illegal_play"
    assert said["message"].endswith("A tile would lie outside the board.")
    sheet = run(changed(OUT, "J8 .OM", f"{square} .OM")).stdout
    assert all(letter.isprintable() or letter == "\n" for letter in sheet)
    assert "\ufffd" not in sheet


@pytest.mark.parametrize(
    ("rack", "kind", "tiles"),
    [
        ("BCDEFGH", Kind.RACK_CONTRADICTION, "AAAM"),
        ("AAAMLSŻ", Kind.RACKS_TOGETHER, "Ż"),
        ("AAAMLSW", None, ""),
        ("BCD", None, ""),
        ("BCDE", Kind.RACK_CONTRADICTION, "AAAM"),
    ],
)
def test_racks_that_contradict_each_other_are_noted_and_not_refused(rack: str, kind: Kind | None, tiles: str) -> None:
    """ala has MAAA left of her first rack, and ola ŻAEI? of hers; the set has one Ż. A rack may name only a part."""
    text = "".join(GAME.splitlines(keepends=True)[:10]) + f">ala: {rack} - +0 10\n"
    result = run(text, "--strict", "--json")
    assert result.exit_code == 0
    said = [(each["kind"], each["params"]["tiles"]) for each in json.loads(result.stdout)["diagnostics"]]
    assert said == ([] if kind is None else [(kind.value, tiles)])


def test_a_line_that_cannot_be_read_is_no_difference() -> None:
    output = run(changed(OUT, "J8 .OM", "J8 .O3M")).stdout
    assert "1 line that cannot be read" in output


@pytest.mark.parametrize("goes_on", [False, True])
def test_who_laid_the_last_tile_ends_the_game(goes_on: bool) -> None:
    """Six tiles are all there are: after KOT and TOM only an A is left."""
    polish = tile_set("pl-current")
    six = TileSet("six", polish.title, polish.alphabet, Tiles.of("KOTOMA"), polish.values)
    text = "#player1 a Ala\n#player2 b Ola\n>a: KOTA 8H KOT +10 10\n>b: OM J8 .OM +9 9\n{}>b:  (A) +2 11\n"
    more = ">a: A 9K A +1 11\n" if goes_on else ""
    found = replay(gcg.record(gcg.parse(text.format(more)), six), rulebook("pfs")).diagnostics
    assert (Kind.MOVE_AFTER_END in {each.kind for each in found}) is goes_on


def test_a_rack_of_only_the_tiles_laid_does_not_empty_a_hand_that_lays_more() -> None:
    """KOT was all that was written down of KOTA, as the A in the third line shows."""
    polish = tile_set("pl-current")
    six = TileSet("six", polish.title, polish.alphabet, Tiles.of("KOTOMA"), polish.values)
    text = "#player1 a Ala\n#player2 b Ola\n>a: KOT 8H KOT +10 10\n>b: OM J8 .OM +9 9\n>a: A 9K A +1 11\n>a: () +0 11\n"
    found = replay(gcg.record(gcg.parse(text), six), rulebook("pfs")).diagnostics
    assert Kind.MOVE_AFTER_END not in {each.kind for each in found}


def test_a_tie_of_tile_sets_goes_to_the_first_of_polish_english_and_german() -> None:
    """TA in the centre is worth 6 with Polish tiles, and 4 with English and with German ones."""
    result = run("#player1 a A\n#player2 b B\n>a: TAEIOUR 8H TA +4 4\n", "--json")
    assert json.loads(result.stdout)["tile_set"] == "en"


@pytest.mark.corpus
def test_no_right_file_of_the_corpus_is_refused(shared_corpus: Path) -> None:
    use("en")
    refused = {
        path.stem for path in sorted((shared_corpus / "gcg").rglob("*.gcg")) if run_bytes(path.read_bytes()).exit_code
    }
    assert refused == {
        "capp",  # a withdrawal that does not subtract
        "consonant_heaviness_tendency",  # one nickname for two players
        "game01_nu19_stefan-hanns",  # a placement miscounted
        "game03_nu19_johannes-stefan",  # a placement miscounted
        "multiplayer-crash",  # racks without the tiles that were laid
        "name_weird_encoding_with_header",  # a header that is not true
    }


def run_bytes(data: bytes) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", "replay", "-", "--strict"], input=data)
