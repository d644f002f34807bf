"""`mostek engine`: tables and JSON in one shot, and the conversation in lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.crowded import HELD, crowded
from mostek import messages
from mostek.cli import mostek
from mostek.cli.engine_talk import Talk
from mostek.engine.bots import levels

ROWS = "/".join(["15"] * 7 + ["6KO7"] + ["15"] * 7)
TURN = f"{ROWS} TAERZ?Ł/ 30/40 0"


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", "engine", *arguments], input=text)


@pytest.fixture
def talk(short_lexicon: str) -> tuple[Talk, list[str]]:
    messages.use("en")
    heard: list[str] = []
    talking = Talk(heard.append)
    talking.hear(f"set lexicon {short_lexicon}")
    assert heard.pop() == "ready"
    return talking, heard


def test_the_best_are_listed(short_lexicon: str) -> None:
    shown = run("best", *TURN.split(), "--lexicon", short_lexicon, "--count", "3")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("play ")
    told = json.loads(run("best", TURN, "--lexicon", short_lexicon, "--count", "3", "--json").stdout)
    assert len(told) == 3
    assert told[0].keys() == {"play", "score", "equity", "left"}
    assert shown.stdout.splitlines()[1].startswith(told[0]["play"])


def test_candidates_are_compared(short_lexicon: str) -> None:
    asked = ("simulate", TURN, "--lexicon", short_lexicon, "--deals", "20", "--candidates", "2")
    told = json.loads(run(*asked, "--json").stdout)
    assert [prospect["deals"] for prospect in told] == [20, 20]
    assert told == json.loads(run(*asked, "--json", "--seed", "1").stdout)
    assert told != json.loads(run(*asked, "--json", "--last", "-3").stdout)
    assert run(*asked).stdout.splitlines()[0].split()[-1] == "deals"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["best", "15/15 A"], "rows of the board: '2/15' (character"),
        (["best", ROWS], "The position has no rack."),
        (["best", ROWS, "--rack", "ŹŹ"], "has fewer of these tiles: Ź"),
        (["best", TURN, "--lexicon", "krotkje"], "Did you mean 'krotkie'?"),
        (["simulate", ROWS, "--rack", ""], "the game is over"),
        (["simulate", TURN, "--last", "H7 KOT"], "'H7 KOT' is no turn that has led to this position."),
        (["solve", TURN], "The solver takes at most 4 tiles in the bag; there are 84."),
    ],
)
def test_what_cannot_be_answered_says_why(short_lexicon: str, arguments: list[str], why: str) -> None:
    lexicon = [] if "--lexicon" in arguments else ["--lexicon", short_lexicon]
    result = run(*arguments, *lexicon)
    assert result.exit_code != 0
    assert why in str(result.exception) + result.stderr


def test_every_line_is_answered_in_turn(talk: tuple[Talk, list[str]]) -> None:
    talking, heard = talk
    talking.hear(f"position {TURN}")
    assert heard.pop() == "ready"
    talking.hear("go score count 2")
    assert [line.split()[0] for line in heard] == ["play", "play", "best"]
    assert heard[0].removeprefix("play 1 ").startswith(heard[-1].removeprefix("best "))
    scores = [int(line.split("score ")[1].split()[0]) for line in heard[:2]]
    assert scores == sorted(scores, reverse=True)
    heard.clear()
    talking.hear("go simulate deals 30 plies 1")
    talking.finish()
    assert len(heard) == 15 + 1
    assert all(line.endswith("deals 30") for line in heard[:-1])
    talking.hear("quit")
    assert talking.is_over


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_search_that_fails_is_answered_too(talk: tuple[Talk, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("the list is gone")

    talking, heard = talk
    monkeypatch.setattr("mostek.engine.endgame.solve_in", fails)
    talking.hear(f"position {crowded(0)} {HELD}/ 100/90 0")
    talking.hear("go solve")
    talking.finish()
    assert heard == ["ready", "error 4 the list is gone"]
    talking.hear("mostek")
    assert heard[-1] == "ready"


def test_an_end_is_solved(talk: tuple[Talk, list[str]]) -> None:
    talking, heard = talk
    talking.hear(f"position {crowded(0)} {HELD}/ 100/90 0")
    talking.hear("go solve")
    talking.finish()
    _, first, *line, best = heard
    assert first.startswith("play 1 ")
    assert " proved " in first
    assert all(turn.startswith("then ") for turn in line)
    assert first.removeprefix("play 1 ").startswith(best.removeprefix("best "))


def test_every_draw_of_the_last_tiles_is_tried(talk: tuple[Talk, list[str]]) -> None:
    talking, heard = talk
    talking.hear(f"position {crowded(1)} {HELD}/ 100/90 0")
    talking.hear("go solve seconds 1")
    talking.finish()
    assert " draws 8 " in heard[1]
    assert heard[-1].startswith("best ")
    heard.clear()
    talking.hear("go solve seconds 0")
    talking.finish()
    assert heard[-1].startswith("best ")


@pytest.mark.parametrize(("in_bag", "title"), [(0, "proved"), (1, "draws")])
def test_an_end_is_shown_and_told(short_lexicon: str, in_bag: int, title: str) -> None:
    asked = ("solve", f"{crowded(in_bag)} {HELD}/ 100/90 0", "--lexicon", short_lexicon, "--seconds", "1")
    assert f'"{title}":' in run(*asked, "--json").stdout
    assert run(*asked).stdout.splitlines()[0].split()[-1] == title


@pytest.fixture
def best_of(talk: tuple[Talk, list[str]]) -> Callable[[str], str]:
    """What is said to be best when it is asked for so."""
    talking, heard = talk
    talking.hear(f"position {TURN}")

    def best_of(line: str) -> str:
        talking.hear(line)
        talking.finish()
        return heard[-1]

    return best_of


@pytest.mark.parametrize("level", levels())
def test_every_level_chooses_and_chooses_so_again(
    best_of: Callable[[str], str], talk: tuple[Talk, list[str]], level: str
) -> None:
    best = best_of(f"go level {level} deals 5")
    assert talk[1][-2].startswith(f"play 1 {best.removeprefix('best ')} score ")
    assert best_of(f"go level {level} deals 5") == best
    assert best_of(f"go level {level} seconds 0").startswith("best ")


def test_who_errs_errs_with_the_seed_and_who_does_not_takes_the_best(best_of: Callable[[str], str]) -> None:
    chosen: dict[str, set[str]] = {"beginner": set(), "static": set()}
    for seed in range(8):
        assert best_of(f"set seed {seed}") == "ready"
        for level, choices in chosen.items():
            choices.add(best_of(f"go level {level}"))
    assert len(chosen["beginner"]) > 1
    assert chosen["static"] == {best_of("go equity")}


@pytest.mark.parametrize(
    ("position", "choice"),
    [
        (f"{ROWS} ŹĄĘ/ 0/0 0", r"-[ŹĄĘ]+"),  # nothing can be laid
        (f"{crowded(5)} Ź/ 0/0 0", "-"),  # nor given back
        (f"{ROWS.replace('KO', 'K?')} TAERZ?Ł/ 30/40 3", r"\w+ \S+"),
        (f"{crowded(0)} {HELD}/ 100/90 0", r"\w+ \S+"),
        (f"{ROWS} / 30/40 0", "-"),
    ],
)
@pytest.mark.parametrize("level", ["static", "master"])
def test_a_level_finds_its_way_in_any_position(
    best_of: Callable[[str], str], position: str, choice: str, level: str
) -> None:
    assert best_of(f"position {position}") == "ready"
    assert re.fullmatch(f"best {choice}", best_of(f"go level {level} deals 5"))


@pytest.mark.parametrize("question", ["simulate seconds 3600", "level master seconds 3600"])
def test_stop_ends_looking_ahead_with_an_answer(talk: tuple[Talk, list[str]], question: str) -> None:
    talking, heard = talk
    talking.hear(f"position {TURN}")
    talking.hear(f"go {question}")
    talking.hear("stop")
    assert heard[-1].startswith("best ")
    talking.hear("stop")
    assert heard[-1] == "ready"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("sing", "1 One of these is expected: mostek, set NAME VALUE"),
        ("set colour red", "5 One of these is expected: lexicon, seed, candidates"),
        ("set lexicon none", "13 There is no lexicon 'none'"),
        ("set candidates 0", "16 A number from 1 to 256"),
        ("set candidates many", "16 A number from 1 to 256"),
        ("set seed", "1 One of these is expected"),
        ("  position 15/15 A", "17 "),
        ("position " + ROWS, "10 The position has no rack."),
        ("go home", "4 One of these is expected: score, equity, simulate, solve"),
        ("go score count", "10 A number is expected after count"),
        ("go score count 1.5", "16 A number from 1 to 10000"),
        ("go score plies 2", "10 One of these is expected: count"),
        ("go simulate seconds -1", "21 A number from 0"),
        ("go level", "4 One of these is expected: beginner, pupil, club"),
        ("go level champion", "10 One of these is expected: beginner, pupil, club"),
        ("go level master count 3", "17 One of these is expected: seconds, deals"),
        ("go level master seconds 3601", "25 A number from 0"),
        ("go solve", "4 The solver takes at most 4 tiles in the bag; there are 84."),
    ],
)
def test_a_wrong_line_is_told_where_and_why_and_the_talk_goes_on(
    talk: tuple[Talk, list[str]], line: str, error: str
) -> None:
    talking, heard = talk
    talking.hear(f"position {TURN}")
    heard.clear()
    talking.hear(line)
    (answer,) = heard
    assert answer.startswith(f"error {error}")
    talking.hear("go score")
    assert heard[-1].startswith("best ")


def test_nothing_is_asked_before_a_position_is_told(talk: tuple[Talk, list[str]]) -> None:
    talking, heard = talk
    talking.hear("go score")
    assert heard == ["error 4 No position was given yet."]
    talking.hear("   ")
    assert len(heard) == 1


def test_with_nothing_to_play_the_answer_is_a_pass(talk: tuple[Talk, list[str]]) -> None:
    talking, heard = talk
    talking.hear(f"position {ROWS} Ź/")
    talking.hear("go score")
    assert heard[-1] == "best -"


def test_a_conversation_ends_with_its_input(short_lexicon: str) -> None:
    told = run("talk", text=f"set lexicon {short_lexicon}\nposition {TURN}\ngo simulate deals 10\n")
    assert told.exit_code == 0
    assert told.stdout.splitlines()[-1].startswith("best ")


MATCH = Path(__file__).parents[3] / "bench" / "match.py"
ENGINE = f"{sys.executable} -c 'from mostek.cli import main; main()' engine talk"


def test_two_engines_play_a_match_from_equal_bags(short_lexicon: str) -> None:
    command = [sys.executable, str(MATCH), ENGINE, ENGINE, "--games", "2", "--lexicon", short_lexicon]
    ways = ["--go", "go level expert deals 2", "--other-go", "go level beginner"]
    played = subprocess.run([*command, *ways], capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in played] == ["game", "game", "won", "spread"]
    same = subprocess.run(command, capture_output=True, text=True, check=True)
    one, other = (line.partition(": ")[2].split(" : ") for line in same.stdout.splitlines()[:2])
    assert one == other[::-1], "an engine that plays itself wins and loses the same game"
    assert "won 50.0" in same.stdout
