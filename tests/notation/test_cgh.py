"""CGH, the draft of Woogles for recorded games: read event by event, faults named by the event."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.notation import detect_format, read_game

PLAYERS = [{"nickname": "ala", "realName": "Ala Lis"}, {"nickname": "ola", "fullName": "Ola Kot"}]


def play(nick: str, rack: str, coordinates: str, word: str, score: int, total: int) -> dict[str, Any]:
    played = {"coordinates": coordinates, "play": word, "score": score}
    return {"nickname": nick, "rack": rack, "totalScore": total, "tilePlayEvent": played}


EVENTS: list[dict[str, Any]] = [
    play("ala", "AEIKMOT", "8H", "KOT", 10, 10) | {"comment": "first\nmove"},
    {"nickname": "ola", "rack": "EILMOSZ", "totalScore": 0, "exchangeEvent": {"exchangedRack": "EI"}},
    play("ala", "AEIMRSZ", "9I", "MA", 13, 23),
    {"nickname": "ola", "totalScore": 0, "challengeEvent": {"wordsChallenged": ["MA"]}},
    {"nickname": "ola", "totalScore": 0, "exchangeEvent": {"numExchanged": 2}},
    play("ala", "AEIMRSZ", "9I", "MA", 13, 23),
    {"nickname": "ola", "totalScore": 0, "challengeEvent": {"wordsChallenged": ["MA"], "playValid": True}},
    {"nickname": "ala", "rack": "EIRSZ", "totalScore": 23, "passEvent": {}},
]


def written(**changed: Any) -> str:
    game = {
        "version": "1.0",
        "players": PLAYERS,
        "letterDistribution": "polish",
        "challengeRule": "DOUBLE",
        "events": EVENTS,
    }
    return json.dumps(game | changed)


def run(text: str, command: str = "replay", *options: str) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", command, "-", *options], input=text.encode())


def test_a_game_is_read_and_confirmed() -> None:
    assert detect_format(written().encode()) == "cgh"
    result = run(written())
    assert result.exit_code == 0, result.output
    assert "3 placements confirmed, no difference." in result.output
    kinds = [move["kind"] for move in json.loads(run(written(), "replay", "--json").stdout)["moves"]]
    assert kinds == ["play", "exchange", "play", "withdrawal", "exchange", "play", "pass", "pass"]
    game = read_game(written().encode())
    assert [player.name for player in game.players] == ["Ala Lis", "Ola Kot"]
    assert game.turns[0].note == "first move"


def test_it_is_converted_to_gcg() -> None:
    gcg = run(written(), "convert", "--to", "gcg")
    assert gcg.exit_code == 0, gcg.output
    assert ">ala:  -- -13 10\n" in gcg.stdout


@pytest.mark.parametrize(
    ("number", "event", "status", "why"),
    [
        (0, play("ala", "AEIKMOT", "8H", "KOT", 12, 12), 1, "Event 1: Points recorded: 12; true: 10."),
        (0, play("ala", "AEIKMOT", "8H", "KQT", 10, 10), 2, "Event 1: A letter that the tile set does not have: KQT"),
        (1, {"nickname": "ola", "totalScore": 0}, 2, "Event 2: The line does not say what the player did: ola"),
        (1, {"nickname": "ola", "overdrawEvent": {}}, 2, "Event 2: The line does not say what the player did: ola"),
    ],
)
def test_a_fault_is_named_by_its_event(number: int, event: dict[str, Any], status: int, why: str) -> None:
    result = run(written(events=[*EVENTS[:number], event, *EVENTS[number + 1 :]]))
    assert result.exit_code == status
    assert why in result.output


def test_a_file_cut_anywhere_is_refused_in_one_sentence() -> None:
    text = written()
    for end in range(1, len(text), 7):
        result = run(text[:end])
        assert result.exit_code == 2
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert result.output.count("Error:") <= 1
