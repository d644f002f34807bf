from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from documents.score_sheet import table_game as at_table
from mostek import messages
from mostek.cli import mostek
from mostek.core.players import BySeat, Role, Seat
from mostek.messages.describe import MEASURES
from mostek.messages.options import CHOICES, PHRASES, OptionsInWords, phrase
from mostek.referee import Game, evolve, replay
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee.options import Option, options

VIEWERS = (Seat.FIRST, Seat.SECOND, Role.ARBITER, Role.ASSISTANT, Role.RECORDER, Role.SPECTATOR)


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_every_command_has_a_phrase() -> None:
    assert PHRASES.keys() == tags(c.Command)


def test_every_measure_has_a_phrase() -> None:
    assert CHOICES["rule"].keys() == MEASURES.keys() == tags(m.Measure)


@pytest.mark.parametrize(
    ("command", "kind"), [("stop_clock", c.StopReason), ("confirm", c.Check), ("choose_place", c.Place)]
)
def test_every_choice_has_a_phrase(command: str, kind: Any) -> None:
    assert CHOICES[command].keys() == set(kind)


def games() -> Iterator[Game]:
    """The game at a table after each of its events."""
    game: Game | None = None
    for event in at_table.events(at_table.whole()):
        game = replay((event,)) if game is None else evolve(game, event)
        assert game is not None
        yield game


def test_no_choice_that_is_offered_is_without_a_phrase() -> None:
    """A choice is a number, a number with a choice, or a choice that the command has a phrase for."""
    unsaid = set()
    for game in list(games())[::7]:
        for viewer in VIEWERS:
            found = options(game, viewer)
            for option in (*found.allowed, *found.refused):
                words = [word for word in option.choice.split() if not word.isdigit()]
                unsaid |= {(option.command, word) for word in words if word not in CHOICES.get(option.command, {})}
    assert unsaid == set()


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_refused_option_says_why(language: str) -> None:
    for game in list(games())[::7]:
        for viewer in VIEWERS:
            found = options(game, viewer)
            with messages.speaking(language):
                said = [each.message for each in OptionsInWords.of(found, game.players).refused]
            assert len(said) == len(found.refused)
            assert not [sentence for sentence in said if "{" in sentence or not sentence.endswith((".", ")"))]


def option(command: str, choice: str = "") -> Option:
    return Option(command, choice, "PFS-3.1", None, {})


def test_phrases_name_the_choice_the_seat_or_the_number() -> None:
    names = BySeat(["Anna", "Bartek"])
    said = [
        phrase(option("stop_clock", "surplus")),
        phrase(option("claim_surplus", "2"), names),
        phrase(option("claim_surplus", "2")),
        phrase(option("confirm", "1 set"), names),
        phrase(option("correct_score", "12"), names),
    ]
    assert said == [
        "Stop the clock: surplus tiles",
        "Point out surplus tiles (Bartek)",
        "Point out surplus tiles (seat 2)",
        "Confirm that the set is complete (Anna)",
        "Ask for a correction of the value of a turn (no. 12)",
    ]


def asked(lines: list[at_table.Line], *arguments: str, language: str = "en") -> dict[str, Any]:
    """The last answer."""
    text = "\n".join(json.dumps(each, ensure_ascii=False) for each in lines)
    done = CliRunner().invoke(mostek, ["--lang", language, "referee", "--jsonl", *arguments], input=text.encode())
    messages.use("en")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_a_program_is_told_what_a_player_may_do_and_why_not() -> None:
    lines = [*at_table.beginning(), *at_table.first_move()[:3], {"type": "options", "viewer": 2}]
    told = asked(lines)["options"]
    allowed = {(each["command"], each["choice"]): each for each in told["allowed"]}
    refused = {(each["command"], each["choice"]): each for each in told["refused"]}
    assert allowed["challenge_words", ""] == {
        "command": "challenge_words",
        "choice": "",
        "phrase": "Ask for a check of the words",
        "clause": "PFS-4.7.1a",
    }
    assert refused["lay_tiles", ""]["reason"] == "move_not_recorded"
    assert refused["lay_tiles", ""]["message"] == "First record the opponent’s move, or challenge it."
    assert not allowed.keys() & refused.keys()
    assert all(each["clause"] and each["text"] for each in told["guidance"])


def test_the_phrases_are_said_in_polish() -> None:
    told = asked([*at_table.beginning(), {"type": "options", "viewer": 1}], language="pl")["options"]
    assert "Wyłóż płytki" in [each["phrase"] for each in told["allowed"]]


def test_the_arbiter_may_rule_and_a_player_is_not_even_offered_it() -> None:
    lines = at_table.beginning()
    arbiter = asked([*lines, {"type": "options", "viewer": "arbiter"}])["options"]
    player = asked([*lines, {"type": "options", "viewer": 1}])["options"]
    assert "rule" in {each["command"] for each in arbiter["allowed"]}
    assert "rule" not in {each["command"] for part in ("allowed", "refused") for each in player[part]}


def test_the_time_of_the_question_matters() -> None:
    lines = at_table.beginning()
    late = {"type": "options", "viewer": 1, "at": 1_000 + 1_200_000}
    allowed = {each["command"] for each in asked([*lines, late])["options"]["allowed"]}
    assert "lay_tiles" not in allowed


def test_options_of_another_viewer_are_not_given() -> None:
    answer = asked([*at_table.beginning(), {"type": "options", "viewer": 2}], "--viewer", "1")
    assert answer["error"]["problem"] == "viewer"


def test_nobody_is_on_turn_before_the_start() -> None:
    lines = [*at_table.beginning()[:1], {"type": "options", "viewer": 1}]
    refused = {each["command"]: each["message"] for each in asked(lines)["options"]["refused"]}
    assert refused["pass_turn"] == "No player is on turn now."
